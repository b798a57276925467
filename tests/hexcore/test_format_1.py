"""Files and texts of older formats: they open, they replay, and they become ones of the present format.

A new format N+1: leave what reads the old one, frozen, in `hexcore/migration.py` under its number in
`READERS` (and its schema in `PROVED`); commit a file `tests/hexcore/files/format-N.hexgame` that the old code
has written; add its name and facts to `KEPT` below. Every test here then runs for it too. Nothing already in
the table is ever changed.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple

import crossing
import hill
import pytest
from game_hands import play

from hexcore.game_damage import damage
from hexcore.gamefile import GameFile, GameFileError, read_record
from hexcore.journal_text import import_text, into_file, verify
from hexcore.record import FORMAT, RecordError

pytestmark = pytest.mark.usefixtures("small_rulesets")
FILES = Path(__file__).parent / "files"
RULESETS = {"crossing": crossing.RULESET, "hill": hill.RULESET}


class Old(NamedTuple):
    """What is known of a file that older code has written."""

    format: int
    actions: int
    undoable: int
    secrets: int
    hash: str


KEPT = {
    "format-1": Old(1, 60, 60, 1, "58194a01054447184c42f80b2d931b03"),
    "format-1-hill": Old(1, 35, 22, 0, "5cf8b15cd5a46db584de16ba1ba1124b"),
    "format-2": Old(2, 61, 61, 1, "75309e76ddad11d2c158e393de258615"),
    "format-2-hill": Old(2, 37, 10, 0, "b81be1fd0b49b09d42aa2b73f92d110e"),
}


@pytest.fixture(params=KEPT)
def old(request: pytest.FixtureRequest) -> tuple[str, Old]:
    return request.param, KEPT[request.param]


@pytest.fixture
def path(tmp_path: Path, old: tuple[str, Old], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the file, the rules it was begun under being installed."""
    path = tmp_path / "g.hexgame"
    shutil.copyfile(FILES / f"{old[0]}.hexgame", path)
    header = read_record(path).header
    monkeypatch.setitem(RULESETS[header.ruleset].__dict__, "hash", header.ruleset_hash)
    return path


def version(path: Path) -> int:
    db = sqlite3.connect(path)
    try:
        return int(db.execute("PRAGMA user_version").fetchone()[0])
    finally:
        db.close()


def test_it_opens_and_replays_and_stays_as_it_is_while_nothing_is_written(
    path: Path, old: tuple[str, Old]
) -> None:
    before, known = path.read_bytes(), old[1]
    assert version(path) == known.format < FORMAT
    record = read_record(path)
    assert (len(record.lines), len(record.secrets)) == (known.actions, known.secrets)
    assert verify(record).state.hash == known.hash
    with GameFile.open(path) as file:
        assert file.game.state.hash == known.hash
        assert file.undoable == known.undoable
        assert file.remark("players") == '{"blue": "steady"}'
    assert damage(path) == []
    assert path.read_bytes() == before and len(list(path.parent.iterdir())) == 1


def test_the_first_change_makes_it_one_of_the_present_format(path: Path, old: tuple[str, Old]) -> None:
    before, known = path.read_bytes(), old[1]
    with GameFile.open(path) as file:
        record, openings = file.record(), file.game.state.openings
        file.keep_remark("note", "kept")
        assert file.game.state.hash == known.hash
    copy = path.with_name(f"g.v{known.format}.hexgame")
    assert copy.read_bytes() == before
    assert version(path) == FORMAT and damage(path) == []
    with GameFile.open(path) as file:
        assert file.record() == record and file.game.state.openings == openings
        assert file.undoable == known.undoable
        while file.undo() is not None:
            pass
        assert len(file.game.journal) == known.actions - known.undoable
        while file.redo() is not None:
            pass
        assert file.game.state.hash == known.hash
        play(file, 3)
    assert damage(path) == [] and verify(read_record(path))


def test_nothing_is_written_where_the_copy_would_lie_over_another_file(
    path: Path, old: tuple[str, Old]
) -> None:
    before = path.read_bytes()
    copy = path.with_name(f"g.v{old[1].format}.hexgame")
    copy.write_text("mine")
    with GameFile.open(path) as file, pytest.raises(GameFileError, match="would lie over"):
        file.undo()
    assert path.read_bytes() == before and copy.read_text() == "mine"
    copy.write_bytes(before)
    with GameFile.open(path) as file:
        assert file.undo() is not None


def test_a_folder_in_the_place_of_the_copy_is_left_alone(path: Path, old: tuple[str, Old]) -> None:
    copy = path.with_name(f"g.v{old[1].format}.hexgame")
    copy.mkdir()
    before = path.read_bytes()
    with GameFile.open(path) as file, pytest.raises(GameFileError, match="would lie over"):
        file.undo()
    assert path.read_bytes() == before and copy.is_dir()
    copy.rmdir()
    with GameFile.open(path) as file:
        assert file.undo() is not None
    assert {found.name for found in path.parent.iterdir()} == {path.name, copy.name}


def test_another_program_that_upgrades_it_meanwhile_is_noticed(path: Path) -> None:
    with GameFile.open(path) as one, GameFile.open(path) as other:
        one.keep_remark("note", "one")
        with pytest.raises(GameFileError, match="another program"):
            other.undo()
        assert other.game.state.hash == one.game.state.hash


def test_a_text_of_the_first_format_is_read(tmp_path: Path, old: tuple[str, Old], path: Path) -> None:
    record = import_text(FILES / f"{old[0]}.jsonl")
    assert verify(record).state.hash == old[1].hash
    with into_file(record, tmp_path / "new.hexgame") as file:
        assert file.game.state.hash == old[1].hash and file.undoable == old[1].undoable


@pytest.mark.parametrize("other", [0, FORMAT + 1, 77])
def test_a_file_of_an_unknown_format_is_refused_by_name_and_version(tmp_path: Path, other: int) -> None:
    path = tmp_path / "g.hexgame"
    shutil.copyfile(FILES / "format-1.hexgame", path)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {other}")
    db.close()
    with pytest.raises(GameFileError, match=rf"g\.hexgame: it has format {other}, and this hexcore reads up"):
        GameFile.open(path)


@pytest.mark.parametrize("other", ["0", "2", '"1"', "true", "1.5"])
def test_a_text_of_an_unknown_format_is_refused_by_name_and_version(tmp_path: Path, other: str) -> None:
    path = tmp_path / "g.jsonl"
    text = (FILES / "format-1.jsonl").read_text()
    path.write_text(text.replace('{"hexgame": 1,', f'{{"hexgame": {other},', 1))
    with pytest.raises(RecordError, match=r"g\.jsonl:1: it has format .*this hexcore reads up to 1"):
        import_text(path)
