"""Games told again by what is recorded of them: the same at every step as by their rules, no secret told."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import crossing
import hill
import pytest
from game_hands import begun, play, play_until

from hexcore.actions import Choose, Edit
from hexcore.event_text import event_text
from hexcore.events import Committed, Moved, Noted, Placed, apply, apply_all
from hexcore.game_damage import damage
from hexcore.game_tree import MAIN
from hexcore.gamefile import GameFile, read_record
from hexcore.journal_text import export, import_text, into_file, seen_by, verify
from hexcore.playback import Playback, replay
from hexcore.players import seated, step
from hexcore.record import DiceRecord, Record, ReplayFault, lines_since, setting, setting_of, unexplained
from hexcore.referee import ACCEPT
from hexcore.report import write_report
from hexcore.retelling import HeardGame, Told, heard, retold, whole_tale
from hexcore.ruleset import Ruleset, installed
from hexcore.units import Side
from hexcore.views import digest_of

pytestmark = pytest.mark.usefixtures("small_rulesets")
SMALL = (hill.RULESET, crossing.RULESET)
FIRST = {"breakout-pursuit": ("1.1", "2.1")}
"""The scenarios played of a ruleset that has many."""


class Case(NamedTuple):
    ruleset: Ruleset
    scenario: str
    players: str
    answers: int


def cases() -> Iterator[Case]:
    """Every installed ruleset, by random players."""
    for ruleset in SMALL:
        yield Case(ruleset, next(iter(ruleset.scenarios)), "random", 400)
    for found in installed():
        if found.ruleset is not None:
            scenarios = FIRST.get(found.id, tuple(found.ruleset.scenarios))
            for scenario in scenarios:
                yield Case(found.ruleset, scenario, "random", 100)


CASES = list(cases())
NAMES = [f"{case.ruleset.id}-{case.scenario}" for case in CASES]


def recorded(case: Case, seed: int = 1) -> tuple[Record, list[Told], HeardGame]:
    """A game by its rules: its record, every step of it as it was played, and the game at its end."""
    start, dice = setting(case.ruleset, case.scenario, {}), DiceRecord("seed", seed)
    began = start.start(dice.dice())
    lines, secrets = lines_since(began, 0)
    game, told = heard(began), list[Told]()
    players = seated(case.players, game.board.sides, seed)
    while game.decision is not None and len(lines) < case.answers:
        step(game, players)
        told += game.hear()
        more, opened = lines_since(game, len(lines))
        lines += more
        secrets |= opened
    return Record(start.header(dice, began.state.hash), lines, secrets), told, game


@pytest.fixture
def no_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on no rule says what follows an answer."""

    def asked(*_: object) -> None:
        pytest.fail("a rule was asked")

    monkeypatch.setattr(Playback, "_asked", asked)


# ------------------------------------------------------------------ the same as by the rules
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_told_as_recorded_a_game_is_the_same_at_every_step(case: Case, no_rules: None) -> None:
    check(case)


@pytest.mark.soak
@pytest.mark.parametrize("players", ["random", "steady"])
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_told_as_recorded_a_whole_game_is_the_same(case: Case, players: str, no_rules: None) -> None:
    check(case._replace(players=players, answers=5000))


def check(case: Case) -> None:
    record, by_rules, played = recorded(case)
    assert record.lines and all(line.events for line in record.lines)
    playback = Playback(record, setting_of(record.header))
    game = heard(playback.start())
    for mine, theirs in zip(retold(playback, game), by_rules, strict=True):
        assert mine.events == theirs.events
        assert mine.after == theirs.after and mine.after.hash == theirs.after.hash
        assert mine.after.digest == theirs.after.digest == digest_of(mine.after)
        assert mine.after.openings == theirs.after.openings
        assert mine.after.noted == theirs.after.noted
        assert list(mine.after.units) == list(theirs.after.units)
        assert list(mine.after.notes) == list(theirs.after.notes)
        assert (mine.since, mine.actions) == (theirs.since, theirs.actions)
    assert game.journal == played.journal and game.undoable == played.undoable
    assert game.legal_actions() == played.legal_actions()


@pytest.mark.parametrize("ruleset", SMALL, ids=lambda ruleset: ruleset.id)
def test_events_in_a_row_do_what_one_after_the_other_does(ruleset: Ruleset) -> None:
    _, told, _ = recorded(Case(ruleset, next(iter(ruleset.scenarios)), "random", 120))
    for each in told:
        state, kept = each.before, (each.before.hash, dict(each.before.units), dict(each.before.notes))
        for event in each.events:
            state = apply(state, event)
        assert apply_all(each.before, each.events) == state == each.after
        assert type(apply_all(each.before, each.events)) is type(state)
        assert (each.before.hash, dict(each.before.units), dict(each.before.notes)) == kept
        assert {name: bool(cache) for name, cache in state.caches.items()} == {
            name: bool(cache) for name, cache in apply_all(each.before, each.events).caches.items()
        }


def test_whatever_a_file_goes_through_it_is_told_as_recorded(tmp_path: Path, no_rules: None) -> None:
    """Undo, redo, a what-if and back, a change by the referee and its consent, a secret kept."""
    path = tmp_path / "g.hexgame"
    with begun(path, crossing.RULESET) as file:
        play(file, 30)
        back = min(3, file.undoable)
        file.take_back(back)
        file.redo()
        play(file, 10, 2)
        file.begin_branch("what if", 10)
        play(file, 12)
        file.undo()
        aside = file.game.state
        file.switch(MAIN)
        play_until(file, lambda each: bool(each.game.state.commitments), 3)
        play_until(file, lambda each: _may_edit(each), 4)
        one, other = file.game.board.sides
        unit = next(unit for unit in file.game.state.on_map(one))
        file.submit(Edit(unit=unit.id, losses=len(unit.counter.steps) - 1, reason="a slip"), one)
        file.submit(Choose(ACCEPT), other)
        play(file, 5)
        state, journal = file.game.state, list(file.game.journal)
        assert any(isinstance(entry.action, Edit) for entry in journal)
    record = read_record(path)
    game = replay(record, verify=False)
    assert (game.state, game.state.openings, game.journal) == (state, state.openings, journal)
    assert all(line.events for line in record.lines)
    with GameFile.open(path) as file:
        assert file.game_after(len(journal)).state == state
        file.switch("what if")
        assert file.game.state == aside
    assert damage(path) == []


def _may_edit(file: GameFile) -> bool:
    game = file.game
    one = game.board.sides[0]
    unit = next(iter(game.state.on_map(one)), None)
    if unit is None or not unit.counter.steps:
        return False
    return game.refusal(Edit(unit=unit.id, losses=len(unit.counter.steps) - 1, reason="a slip"), one) is None


# ------------------------------------------------------------------ what is recorded is not believed blindly
def spoilt(record: Record, n: int, events: str) -> Record:
    lines = record.lines.copy()
    lines[n - 1] = replace(lines[n - 1], events=events)
    return replace(record, lines=lines)


def test_verify_names_the_first_answer_that_is_followed_by_something_else(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, hill.RULESET) as file:
        play(file, 30)
    record = read_record(path)
    assert verify(record).state.hash == record.lines[-1].hash
    with_dice = next(line.n for line in record.lines if line.side == "chance")
    for n in (1, 9, with_dice):
        with pytest.raises(ReplayFault, match=f"action {n} no longer holds: what follows it is not"):
            verify(spoilt(record, n, '[["phase-closing"]]'))


@pytest.mark.parametrize(
    "events",
    ["[]", "[", "7", "[7]", '[["nothing"]]', '[["moved",["nobody"],"0303"]]', '[["moved"]]', "[" * 9000,
     '[["asked",[["no-question"]]]]', '[["noted","phase","a","b",{"a":1}]]', '[["moved",["1-guards"],9]]'],
)  # fmt: skip
def test_where_what_is_recorded_leads_elsewhere_the_rules_say_what_followed(
    tmp_path: Path, events: str
) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, hill.RULESET) as file:
        play(file, 12)
        state = file.game.state
    assert replay(spoilt(read_record(path), 7, events), verify=False).state == state


def test_the_rules_are_asked_where_nothing_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = tmp_path / "g.hexgame", list[int]()
    with begun(path, hill.RULESET) as file:
        play(file, 12)
    really = Playback._asked
    monkeypatch.setattr(
        Playback, "_asked", lambda self, game, step: (asked.append(step[0].n), really(self, game, step))[1]
    )
    record = read_record(path)
    replay(spoilt(record, 7, ""), verify=False)
    assert asked == [7]
    asked.clear()
    replay(unexplained(record), verify=False)
    told = list(asked)
    asked.clear()
    verify(record)
    first = [line.n for n, line in enumerate(record.lines) if not n or record.lines[n - 1].hash]
    assert asked == told == first


# ------------------------------------------------------------------ the text
def test_events_are_written_short_and_read_back(tmp_path: Path) -> None:
    board = hill.RULESET.board("battle")
    form, hex = event_text(board), board.map.hex("0303")
    events = [Moved(("7-line",), hex), Placed("7-line", hex), Noted("turn", "a"), Noted("turn", "a", "b", 1)]
    text = form.dump(events)
    assert text == (
        '[["moved",["7-line"],"0303"],["placed","7-line","0303"],["noted","turn","a"],["noted","turn","a","b",1]]'
    )
    assert form.load(text) == events
    assert [type(event.value) for event in form.load(text) if isinstance(event, Noted)] == [bool, int]


def test_anybody_reads_in_the_file_what_happened(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, hill.RULESET) as file:
        play(file, 40)
        rolled = sum(entry.side == "chance" for entry in file.game.journal)
        told = [event.kind for each in whole_tale(file.record(), file.setting) for event in each.events]
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT n, place, event, told FROM what_happened").fetchall()
        assert db.execute("SELECT count(*) FROM what_happened WHERE event = 'rolled'").fetchone() == (rolled,)
    assert rows == sorted(rows)
    assert told[-len(rows) :] == [event for _, _, event, _ in rows]
    assert all(json.loads(text)[0] == event for _, _, event, text in rows)


# ------------------------------------------------------------------ secrets
def test_what_is_kept_secret_lies_apart(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, crossing.RULESET) as file:
        play_until(file, lambda each: bool(each.game.state.commitments), 3)
        ((choice, salt),) = file.game.state.openings.values()
        (owner,) = {kept.owner for kept in file.game.state.commitments}
        play(file, 1)
    other = next(side for side in crossing.RULESET.sides if side != owner)
    with closing(sqlite3.connect(path)) as db:
        dumped = "\n".join(line for line in db.iterdump() if "secrets" not in line)
        assert salt not in dumped
        query = "SELECT events FROM lines WHERE events LIKE '%committed%' ORDER BY id DESC LIMIT 1"
        (told,) = db.execute(query).fetchone()
    assert choice not in told
    record = read_record(path)
    game = replay(record, verify=False)
    assert game.state.openings and not replay(replace(record, secrets={}), verify=False).state.openings
    assert any(isinstance(e, Committed) and e.opening for t in whole_tale(record, setting_of(record.header))
               for e in t.events)  # fmt: skip
    _nothing_goes_out(tmp_path, record, other)


def _nothing_goes_out(tmp_path: Path, record: Record, side: Side) -> None:
    """What followed is in no text and in no report, and not in what one side may see of a record."""
    assert all(not line.events for line in seen_by(record, side).lines)
    texts = ["\n".join(export(record)), "\n".join(export(record, side))]
    write_report(tmp_path / "x.zip", record, viewer=side)
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        texts += [archive.read(name).decode() for name in archive.namelist() if name == "game.txt"]
    assert len(texts) == 3
    assert all("committed" not in text and "events" not in text for text in texts)


# ------------------------------------------------------------------ older files and texts
def test_a_text_gets_what_followed_when_it_becomes_a_file(tmp_path: Path, no_text_is_told: None) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, crossing.RULESET) as file:
        play(file, 40)
        record = file.record()
    (tmp_path / "g.jsonl").write_text("\n".join(export(record)) + "\n", encoding="utf-8")
    read = import_text(tmp_path / "g.jsonl")
    assert all(not line.events for line in read.lines)
    with into_file(read, tmp_path / "new.hexgame") as file:
        assert [line.events for line in file.record().lines] == [line.events for line in record.lines]


@pytest.fixture
def no_text_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text is played through by the rules, whatever it says."""
    monkeypatch.setattr(Playback, "_told", lambda *_: pytest.fail("a text was believed"))


def test_an_older_file_gets_what_follows_from_now_on(
    tmp_path: Path, run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, new = tmp_path / "g.hexgame", tmp_path / "new.hexgame"
    path.write_bytes((Path(__file__).parent / "files" / "format-2.hexgame").read_bytes())
    header = read_record(path).header
    monkeypatch.setitem(crossing.RULESET.__dict__, "hash", header.ruleset_hash)
    with GameFile.open(path) as file:
        before = len(file.game.journal)
        play(file, 8)
    lines = read_record(path).lines
    assert all(not line.events for line in lines[:before]) and all(line.events for line in lines[before:])
    assert verify(read_record(path)) and damage(path) == []
    assert run("migrate", path, "-o", new)[0] == 0
    whole = read_record(new)
    assert all(line.events for line in whole.lines) and [line.hash for line in whole.lines] == [
        line.hash for line in lines
    ]


def test_a_damaged_event_is_told_by_its_row(tmp_path: Path, mistake: Callable[..., str]) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path, hill.RULESET) as file:
        play(file, 12)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE lines SET events = '[]' WHERE n = 9")
        db.commit()
    assert "table lines, row 9: action 9 does not match its proof" in mistake("replay", path)
    assert any("table lines, row 9" in told for told in damage(path))
