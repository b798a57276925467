"""The game file: every answer durable, reopened alike, undone across processes, refused in one line."""

from __future__ import annotations

import json
import random
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import crossing
import hill
import pytest

from hexcore import game_store, gamefile
from hexcore.actions import Choose, Done, Move, PutDown, Take
from hexcore.game import IllegalAction
from hexcore.gamefile import GameFile, GameFileError, read_record
from hexcore.playback import replay
from hexcore.record import DiceRecord
from hexcore.ruleset import Ruleset
from hexcore.units import CHANCE

pytestmark = pytest.mark.usefixtures("small_rulesets")
SEED = DiceRecord("seed", 5)


def begun(path: Path, ruleset: Ruleset = hill.RULESET, dice: DiceRecord = SEED) -> GameFile:
    return GameFile.create(path, ruleset, next(iter(ruleset.scenarios)), dice=dice)


def play(file: GameFile, answers: int, seed: int = 1) -> None:
    source = random.Random(seed)
    for _ in range(answers):
        listed = file.game.legal_actions()
        if not listed:
            return
        file.submit(source.choice(listed))


def rows(path: Path, query: str) -> list[Any]:
    db = sqlite3.connect(path)
    try:
        return db.execute(query).fetchall()
    finally:
        db.close()


def change(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    db.execute(statement)
    db.commit()
    db.close()


# ------------------------------------------------------------------ played on
@pytest.mark.parametrize("ruleset", [hill.RULESET, crossing.RULESET], ids=lambda r: r.id)
def test_a_game_is_reopened_as_it_was_left(tmp_path: Path, ruleset: Ruleset) -> None:
    path = tmp_path / "g.hexgame"
    begun(path, ruleset).close()
    source = random.Random(2)
    for _ in range(12):
        with GameFile.open(path) as file:
            before = file.game.state.hash
            for _ in range(7):
                if file.game.to_decide:
                    file.submit(source.choice(file.game.legal_actions()))
            after, journal = file.game.state, file.game.journal
            assert after.hash != before or not file.game.to_decide
        with GameFile.open(path) as again:
            assert again.game.state == after
            assert again.game.journal == journal
            assert again.game.state.openings == after.openings


def test_every_acknowledged_answer_is_on_disk_before_submit_returns(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        for n in range(1, 12):
            play(file, 1, n)
            lines = read_record(path).lines
            assert len(lines) == len(file.game.journal)
            assert lines[-1].hash == file.game.state.hash
        ((synchronous,),) = file._db.execute("PRAGMA synchronous").fetchall()
        assert synchronous == 3  # EXTRA: the folder too is on disk when a journal is gone


def test_the_dice_go_on_from_the_seed_and_are_recorded(tmp_path: Path) -> None:
    one, other = tmp_path / "one.hexgame", tmp_path / "other.hexgame"
    with begun(one) as whole:
        play(whole, 200)
        assert any(entry.side == CHANCE for entry in whole.game.journal)
        answers = [entry.action for entry in whole.game.journal if entry.side != CHANCE]
    begun(other).close()
    for answer in answers:
        with GameFile.open(other) as file:
            file.submit(answer)
    assert read_record(other).lines == read_record(one).lines


def test_a_replay_uses_the_recorded_rolls_and_never_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        play(file, 200)
        kept = file.record()
    other = replace(kept, header=replace(kept.header, dice=DiceRecord("seed", 99)))
    assert replay(other).state.hash == kept.lines[-1].hash


def test_listed_dice_come_first_and_typed_ones_are_waited_for(tmp_path: Path) -> None:
    with begun(tmp_path / "script.hexgame", dice=DiceRecord("script", 1, (6, 1))) as file:
        play(file, 200)
        rolls = [entry.action.dice[0] for entry in file.game.journal if entry.side == CHANCE]
        assert rolls[:2] == [6, 1]
    path = tmp_path / "typed.hexgame"
    with begun(path, dice=DiceRecord("typed")) as file:
        play(file, 200)
        assert len(file.game.journal) > 4
        kept = file.game.state.hash
    assert replay(read_record(path)).state.hash == kept
    with GameFile.open(path) as file:
        assert file.game.state.hash == kept


def test_a_refused_answer_leaves_file_and_game_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        before, state = path.read_bytes(), file.game.state
        with pytest.raises(IllegalAction):
            file.submit(Choose("nothing"))
        assert path.read_bytes() == before
        assert file.game.state is state


def test_an_answer_that_cannot_be_written_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        play(file, 3)
        state, journal, undoable = file.game.state, list(file.game.journal), file.game.undoable
        before = path.read_bytes()

        def full(*_: Any, **__: Any) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(game_store, "insert_nodes", full)
        with pytest.raises(GameFileError, match="disk is full"):
            file.submit(file.game.legal_actions()[0])
        assert (file.game.state, file.game.journal, file.game.undoable) == (state, journal, undoable)
        assert path.read_bytes() == before
        monkeypatch.undo()
        assert len(file._db.execute("SELECT * FROM lines").fetchall()) == len(journal)
        play(file, 1)


def test_another_program_that_played_on_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as one, GameFile.open(path) as other:
        one.submit(Done())
        with pytest.raises(GameFileError, match="another program has played on"):
            other.submit(Done())
        assert len(other.game.journal) == 0
        one.undo()
        with pytest.raises(GameFileError, match="another program has played on"):
            other.submit(Done())  # what was taken back is in the file, and this game does not know it
    with GameFile.open(path) as other:
        other.submit(Move(("1-guards",), hill.RULESET.map.hex("0201")))


# ------------------------------------------------------------------ snapshots
def test_few_snapshots_are_kept_and_one_stands_before_the_last_barrier(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, crossing.RULESET) as file:
        for n in range(60):
            play(file, 5, n)
            kept = [n for (n,) in rows(path, "SELECT line FROM snapshots ORDER BY line")]
            assert len(kept) <= gamefile.MOST_SNAPSHOTS
            assert kept[0] <= file._floor()
            assert len(file.game.journal) - kept[-1] < gamefile.EVERY + 5


def test_a_damaged_snapshot_is_made_good_by_the_lines(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        play(file, 40)
        hash = file.game.state.hash
    for text in ("'{}'", "'nothing'", "'[1, 2]'", "'{\"commitments\": [3]}'"):
        change(path, f"UPDATE snapshots SET state = {text}")
        with GameFile.open(path) as file:
            assert file.game.state.hash == hash


# ------------------------------------------------------------------ undo
@pytest.mark.parametrize("ruleset", [hill.RULESET, crossing.RULESET], ids=lambda r: r.id)
def test_undo_goes_as_far_in_another_process(tmp_path: Path, ruleset: Ruleset) -> None:
    path = tmp_path / "g.hexgame"
    source = random.Random(3)
    with begun(path, ruleset) as file:
        for _ in range(150):
            if not file.game.to_decide:
                break
            file.submit(source.choice(file.game.legal_actions()))
        twin = file.game.fork()
    taken = 0
    while twin.undo() is not None:
        taken += 1
        with GameFile.open(path) as file:
            assert file.undo() is not None
            assert file.game.state == twin.state
            assert file.game.undoable == twin.undoable
    with GameFile.open(path) as file:
        assert file.undo() is None
        assert len(read_record(path).lines) == len(file.game.journal)
        play(file, 5)
    assert replay(read_record(path))


def test_undo_behind_many_snapshots(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        hashes = [file.game.state.hash]
        for n in range(2 * gamefile.EVERY + 3):
            file.submit(PutDown() if n % 2 else Take(("1-guards",)))
            hashes.append(file.game.state.hash)
        assert len(rows(path, "SELECT line FROM snapshots")) == 3
    for hash in reversed(hashes[:-1]):
        with GameFile.open(path) as file:
            file.undo()
            assert file.game.state.hash == hash


def test_no_undo_behind_a_die(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        while not file.game.state.rolls:
            play(file, 1, len(file.game.journal))
        assert file.undo() is None
    with GameFile.open(path) as file:
        before = path.read_bytes()
        assert file.undo() is None
        assert path.read_bytes() == before


# ------------------------------------------------------------------ secrets
def test_a_secret_lies_apart_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, crossing.RULESET) as file:
        source = random.Random(1)
        while not file.game.state.openings:
            file.submit(source.choice(file.game.legal_actions()))
        openings, state = file.game.state.openings, file.game.state
        play(file, 40)
        assert rows(path, "SELECT count(*) FROM secrets") == [(len(openings),)]
    for _, salt in openings.values():
        for (text,) in rows(path, "SELECT action FROM lines WHERE action LIKE '%conceal%'"):
            assert salt not in text or json.loads(text)["choice"]
        assert all(salt not in text for (text,) in rows(path, "SELECT state FROM snapshots"))
    assert replay(read_record(path), to=len(read_record(path).lines)).state.openings is not None
    assert state.commitments


# ------------------------------------------------------------------ new files
def test_a_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    path.write_text("mine")
    with pytest.raises(GameFileError, match="exists already"):
        begun(path)
    assert path.read_text() == "mine"
    with pytest.raises(GameFileError, match="no folder"):
        begun(tmp_path / "no" / "g.hexgame")


def test_nothing_is_left_of_a_file_that_could_not_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(game_store, "insert_snapshot", full)
    with pytest.raises(GameFileError, match="disk is full"):
        begun(tmp_path / "g.hexgame")
    assert list(tmp_path.iterdir()) == []


def test_a_copy_is_a_whole_game(tmp_path: Path) -> None:
    with begun(tmp_path / "g.hexgame") as file:
        play(file, 30)
        file.save_copy(tmp_path / "copy.hexgame")
        hash = file.game.state.hash
    with GameFile.open(tmp_path / "copy.hexgame") as copy:
        assert copy.game.state.hash == hash
        play(copy, 1)
