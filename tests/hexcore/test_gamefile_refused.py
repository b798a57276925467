"""Game files that are refused, each in one line, and those of rulesets that have changed since."""

from __future__ import annotations

import random
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import hill
import pytest

from hexcore import game_tables, record
from hexcore.actions import Done, Move
from hexcore.gamefile import GameFile, GameFileError, read_record
from hexcore.record import DiceRecord
from hexcore.rules import rule
from hexcore.ruleset import Ruleset

pytestmark = pytest.mark.usefixtures("small_rulesets")


def begun(path: Path) -> GameFile:
    return GameFile.create(path, hill.RULESET, "battle", dice=DiceRecord("seed", 5))


def play(file: GameFile, answers: int, seed: int = 1) -> None:
    source = random.Random(seed)
    for _ in range(answers):
        listed = file.game.legal_actions()
        if not listed:
            return
        file.submit(source.choice(listed))


def change(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    db.execute(statement)
    db.commit()
    db.close()


# ------------------------------------------------------------------ files that are refused
def refused(path: Path) -> str:
    """The one line that refuses a file; the file stays as it is."""
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(GameFileError) as found:
        GameFile.open(path)
    assert (path.read_bytes() if path.is_file() else b"") == before
    assert "\n" not in str(found.value)
    assert str(path) in str(found.value)
    return str(found.value)


def test_what_is_no_game_file_is_refused(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "missing.hexgame")
    assert "it is no file" in refused(tmp_path)
    for name, content in {
        "empty": b"",
        "text": b"a letter\n" * 400,
        "half": b"SQLite format 3\x00" * 9,
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert "no hexcore game file" in refused(path) or "damaged" in refused(path)
    foreign = tmp_path / "foreign.db"
    change(foreign, "CREATE TABLE t (x)")
    assert "no hexcore game file" in refused(foreign)


@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_a_file_cut_short_is_refused(tmp_path: Path, part: float) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        play(file, 60)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    assert "damaged or cut short" in refused(path)


def test_a_file_of_the_future_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    begun(path).close()
    change(path, f"PRAGMA user_version = {record.FORMAT + 1}")
    assert "update hexcore" in refused(path)


def test_a_locked_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.hexgame"
    begun(path).close()
    monkeypatch.setattr(game_tables, "PATIENCE", 0.05)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN EXCLUSIVE")
    assert "another program is using it" in refused(path)
    db.execute("ROLLBACK")
    with GameFile.open(path) as file:
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(GameFileError, match="another program is using it"):
            file.submit(Done())
        assert not file.game.journal
        db.execute("ROLLBACK")
        file.submit(Done())
    db.close()


DAMAGED = {
    "DROP TABLE actions": "damaged",
    "DELETE FROM header": "header",
    "UPDATE header SET value = '\"7\"' WHERE key = 'dice'": "dice",
    "UPDATE header SET value = 'no json' WHERE key = 'dice'": "damaged",
    "DELETE FROM actions WHERE n = 2": "action 2 is missing",
    "UPDATE actions SET action = '[]' WHERE n = 1": "action 1",
    "UPDATE header SET value = '\"waterloo\"' WHERE key = 'ruleset'": "waterloo",
    "UPDATE header SET value = '\"broken\"' WHERE key = 'scenario'": "broken",
}


@pytest.mark.parametrize("statement", DAMAGED)
def test_a_damaged_file_is_refused_with_its_reason(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        play(file, 5)
    change(path, statement)
    assert DAMAGED[statement] in refused(path)


def test_an_answer_changed_by_hand_no_longer_holds(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        file.submit(Move(("1-guards",), hill.RULESET.map.hex("0201")))
        file.submit(Done())
    change(path, "UPDATE actions SET action = replace(action, '0201', '0504') WHERE n = 1")
    assert "action 1 no longer holds" in refused(path)


# ------------------------------------------------------------------ rulesets that change
def changed(monkeypatch: pytest.MonkeyPatch, **fields: Any) -> Ruleset:
    """The hill as a later version of it, installed in its place."""
    new = replace(hill.RULESET, **fields)
    monkeypatch.setattr(sys.modules["hill"], "RULESET", new)
    monkeypatch.setitem(new.__dict__, "hash", "another hash")
    return new


def test_a_changed_ruleset_opens_what_still_holds_and_pins_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        play(file, 10)
        hash = file.game.state.hash
    changed(monkeypatch)
    monkeypatch.setattr(game_tables, "PATIENCE", 0.05)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    with GameFile.open(path) as file:
        assert file.game.state.hash == hash
    db.execute("ROLLBACK")
    db.close()
    assert read_record(path).header.ruleset_hash != "another hash"
    with GameFile.open(path) as file:
        assert file.game.state.hash == hash
        assert read_record(path).header.ruleset_hash == "another hash"
        assert file.undo() is not None
        play(file, 2)
        hash = file.game.state.hash
    with GameFile.open(path) as file:
        assert file.game.state.hash == hash


def test_a_changed_ruleset_says_at_which_action_the_game_no_longer_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        file.submit(Done())
        file.submit(Done())
        file.submit(Move(("7-line",), hill.RULESET.map.hex("0303")))
    stay = ModuleType("stay_where_you_are")

    @rule({"hill": "6.9"}, hook="movement_allowance")
    def nobody_moves(state: Any, unit: Any) -> int:
        return 0

    nobody_moves.__module__ = stay.__name__
    stay.__dict__["nobody_moves"] = nobody_moves
    modules = hill.RULESET.load_modules()
    changed(monkeypatch, load_modules=lambda: [*modules, stay])
    assert "the rules have changed" in refused(path)
    assert "action 3 no longer holds: move" in refused(path)
