"""Game files that are refused, each in one line."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import hill
import pytest

from hexcore import game_disk, record
from hexcore.actions import Done, Move
from hexcore.game_tree import proof_of
from hexcore.gamefile import GameFile, GameFileError
from hexcore.record import DiceRecord

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
    monkeypatch.setattr(game_disk, "PATIENCE", 0.05)
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
    "DROP TABLE lines": "damaged",
    "DELETE FROM header": "header",
    "UPDATE header SET value = '\"7\"' WHERE key = 'dice'": "table header, row",
    "UPDATE header SET value = 'no json' WHERE key = 'dice'": "table header, row",
    "DELETE FROM header WHERE key = 'dice'": "dice",
    "DELETE FROM lines WHERE n = 2": "the line before it (action 2) is missing",
    "DELETE FROM lines WHERE n = 5": "table lines lacks row 5, where main stands",
    "UPDATE lines SET action = '[]' WHERE n = 1": "table lines, row 1: action 1",
    "UPDATE lines SET action = x'00' WHERE n = 1": "table lines, row 1: action 1",
    "UPDATE lines SET turn = 9 WHERE n = 3": "table lines, row 3: action 3 does not match its proof",
    "UPDATE branches SET head = 3": "table branches, row 1",
    "DELETE FROM branches": "table branches lacks a row",
    "UPDATE remarks SET value = 'two'": "table remarks, row 1",
    "UPDATE bookmarks SET line = 3": "table bookmarks, row 1",
}


@pytest.mark.parametrize("statement", DAMAGED)
def test_a_damaged_file_is_refused_with_its_reason(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        play(file, 5)
        file.keep_remark("players", "one")
        file.mark("the bridge", 2)
    change(path, statement)
    assert DAMAGED[statement] in refused(path)


def test_a_name_that_is_not_installed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    begun(path).close()
    for key, name in (("ruleset", "waterloo"), ("scenario", "broken")):
        db = sqlite3.connect(path)
        value = f'"{name}"'
        ((id,),) = db.execute("SELECT id FROM header WHERE key = ?", (key,)).fetchall()
        row = (value, proof_of("header", id, key, value), key)
        db.execute("UPDATE header SET value = ?, proof = ? WHERE key = ?", row)
        db.commit()
        db.close()
        assert name in refused(path)
        if key == "ruleset":
            path.unlink()
            begun(path).close()


def test_an_answer_changed_by_hand_does_not_match_its_proof(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        file.submit(Move(("1-guards",), hill.RULESET.map.hex("0201")))
        file.submit(Done())
    change(path, "UPDATE lines SET action = replace(action, '0201', '0504') WHERE n = 1")
    assert "table lines, row 1: action 1 does not match its proof" in refused(path)
