"""The JSON Lines text: out and back, verified, and with nothing in it that a side may not see."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import crossing
import hill
import pytest

from hexcore.actions import Conceal
from hexcore.gamefile import GameFile, GameFileError, read_record
from hexcore.journal_text import export, import_text, into_file, replay, seen_by, verify
from hexcore.playback import Playback
from hexcore.record import DiceRecord, Record, RecordError, ReplayFault, setting_of
from hexcore.ruleset import Ruleset, UnknownName
from hexcore.units import Side

pytestmark = pytest.mark.usefixtures("small_rulesets")


def played(path: Path, ruleset: Ruleset, answers: int = 120, seed: int = 1) -> Record:
    """The record of a random game."""
    source = random.Random(seed)
    scenario = next(iter(ruleset.scenarios))
    with GameFile.create(path, ruleset, scenario, dice=DiceRecord("seed", 41 + seed)) as file:
        for _ in range(answers):
            listed = file.game.legal_actions()
            if not listed:
                break
            file.submit(source.choice(listed))
        return file.record()


def text_of(path: Path, record: Record, side: Side | None = None) -> Path:
    path.write_text("\n".join(export(record, side)) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("ruleset", [hill.RULESET, crossing.RULESET], ids=lambda r: r.id)
def test_out_and_back_is_the_same_game(tmp_path: Path, ruleset: Ruleset) -> None:
    record = played(tmp_path / "g.hexgame", ruleset)
    read = import_text(text_of(tmp_path / "g.txt", record))
    assert read == record
    with into_file(read, tmp_path / "again.hexgame") as file, GameFile.open(tmp_path / "g.hexgame") as first:
        assert file.game.state == first.game.state
        assert file.game.journal == first.game.journal
        assert file.record().lines == record.lines
        taken = 0
        while first.undo() is not None:
            taken += 1
            assert file.undo() is not None
            assert file.game.state == first.game.state
        assert file.undo() is None


def test_the_first_line_is_the_header_and_each_further_line_an_answer(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in export(played(tmp_path / "g.hexgame", hill.RULESET, 9))]
    assert lines[0]["hexgame"] == 1
    assert lines[0]["ruleset"] == "hill"
    assert [line["n"] for line in lines[1:]] == list(range(1, len(lines)))
    assert all(line["side"] in ("blue", "red", "chance") for line in lines[1:])
    assert {"kind", "unit"} <= set(lines[1]["action"]) or lines[1]["action"]["kind"] == "done"


def test_replay_stops_where_it_is_told(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET)
    for n in range(len(record.lines) + 1):
        game = replay(record, to=n)
        assert len(game.journal) == n
        if n and record.lines[n - 1].hash:
            assert game.state.hash == record.lines[n - 1].hash
    assert verify(record).state.hash == record.lines[-1].hash


def test_verify_names_the_first_action_that_does_not_hold(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET, 20)
    wrong = record.lines.copy()
    wrong[3] = replace(wrong[3], hash="0" * 32)
    with pytest.raises(ReplayFault, match="action 4 no longer holds: it leads to another state"):
        verify(Record(record.header, wrong))
    replay(Record(record.header, wrong), verify=False)
    wrong[2] = replace(wrong[2], action={"kind": "choose", "option": "7"}, hash="", events="")
    with pytest.raises(ReplayFault, match="action 3 no longer holds: choose"):
        replay(Record(record.header, wrong), verify=False)


def test_a_roll_that_was_not_asked_for_does_not_hold(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET, 60)
    at = next(n for n, line in enumerate(record.lines) if line.side == "chance")
    line = record.lines[at]
    for action in ({"kind": "roll", "dice": [7]}, {"kind": "roll", "dice": [1, 1]}):
        wrong = record.lines.copy()
        wrong[at] = replace(line, action=action)
        with pytest.raises(ReplayFault, match=f"action {line.n - 1} no longer holds"):
            verify(Record(record.header, wrong))
    others = [other for n, other in enumerate(record.lines) if n != at]
    without = [replace(other, n=n) for n, other in enumerate(others, 1)]
    with pytest.raises(ReplayFault):
        verify(Record(record.header, without))


BROKEN = {
    "": ":1: this is no text of a game",
    "a letter\n": ":1: this is no text",
    "[1]\n": ":1: this is no text",
    '{"hexgame": 9}\n': ":1: it has format 9",
    '{"hexgame": 1}\n': ":1: its header does not hold",
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_text_of_a_game_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "g.txt"
    path.write_text(text)
    with pytest.raises(RecordError) as found:
        import_text(path)
    assert f"{path}{BROKEN[text]}" in str(found.value)


def test_a_damaged_line_is_refused_by_its_number(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET, 9)
    path = text_of(tmp_path / "g.txt", record)
    whole = path.read_text().splitlines()
    for line, damage in {3: whole[2][:20], 4: whole[5], 5: '{"n": 4, "side": "blue"}'}.items():
        path.write_text("\n".join([*whole[: line - 1], damage, *whole[line:]]))
        with pytest.raises(RecordError, match=rf"g\.txt:{line}: "):
            import_text(path)
    with pytest.raises(RecordError, match="No such file"):
        import_text(tmp_path / "missing.txt")


def test_nothing_is_written_of_a_text_that_does_not_hold(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET, 20)
    path = text_of(tmp_path / "g.txt", record)
    path.write_text(path.read_text().replace('"kind": "move"', '"kind": "overrun"', 1))
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ReplayFault):
        into_file(import_text(path), tmp_path / "again.hexgame")
    assert sorted(tmp_path.iterdir()) == before
    with pytest.raises(GameFileError, match="exists already"):
        into_file(record, tmp_path / "g.hexgame")


# ------------------------------------------------------------------ for one side
def test_a_text_for_one_side_tells_neither_seed_nor_listed_dice(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET)
    lines = list(export(record, Side("blue")))
    header = json.loads(lines[0])
    assert header["dice"]["kind"] == "recorded"
    assert str(record.header.dice.seed) not in lines[0]
    assert header["viewer"] == "blue"


def test_a_text_of_an_open_game_for_one_side_can_be_played_on(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET)
    read = import_text(text_of(tmp_path / "g.txt", record, Side("red")))
    assert verify(read).state.hash == record.lines[-1].hash
    with into_file(read, tmp_path / "again.hexgame") as file:
        assert file.game.state.hash == record.lines[-1].hash
        assert file.record().lines == record.lines


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("side", crossing.RULESET.sides)
def test_a_text_for_one_side_holds_nothing_that_side_may_not_see(
    tmp_path: Path, side: Side, seed: int
) -> None:
    record = played(tmp_path / "g.hexgame", crossing.RULESET, 300, seed)
    seen, text = seen_by(record, side), "\n".join(export(record, side))
    opened = {line.action.get("salt") for line in record.lines}
    for secret in record.secrets.values():
        assert secret.owner == side or secret.salt not in text or secret.salt in opened
    playback = Playback(record, setting_of(record.header))
    game = playback.start()
    at, known, hidden = len(game.journal), set(game.view(side).units), 0
    for n in playback.go_on(game):
        unknown = game.state.units.keys() - (known & set(game.view(side).units))
        for line, whole in zip(seen.lines[at:n], record.lines[at:n], strict=True):
            if line.side != side:
                assert not any(f'"{id}"' in json.dumps(line.action) for id in unknown)
                assert line.action == whole.action or line.action == {"kind": "hidden"}
                hidden += line.action != whole.action
            else:
                assert line.action == whole.action
            assert line.hash == (whole.hash and game.view(side).hash)
        at, known = n, set(game.view(side).units)
    assert hidden or side == crossing.RULESET.sides[0]


def test_a_hidden_line_can_be_read_and_not_played(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET, 9)
    path = text_of(tmp_path / "g.txt", record)
    rows = path.read_text().splitlines()
    rows[2] = json.dumps({"n": 2, "side": "red", "action": {"kind": "hidden"}, "hash": "0"})
    path.write_text("\n".join(rows))
    with pytest.raises(RecordError, match=r"g\.txt:3: action 2 is hidden"):
        import_text(path)


def test_a_secret_goes_out_with_the_whole_text_and_comes_back(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", crossing.RULESET, 60)
    assert record.secrets
    read = import_text(text_of(tmp_path / "g.txt", record))
    assert read.secrets == record.secrets
    game = verify(read)
    bound = [e.action for e in game.journal if isinstance(e.action, Conceal)]
    assert all(action.choice for action in bound)
    assert verify(Record(record.header, record.lines)).state.hash == game.state.hash


def test_a_text_for_nobody_in_the_game_is_refused(tmp_path: Path) -> None:
    record = played(tmp_path / "g.hexgame", hill.RULESET, 5)
    with pytest.raises(UnknownName, match="no side 'green'"):
        list(export(record, Side("green")))
    assert read_record(tmp_path / "g.hexgame") == record
