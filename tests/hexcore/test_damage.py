"""Damage is found and located, wherever it is, and a whole file is never called damaged."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import crossing
import hill
import pytest
from game_hands import begun, play

from hexcore import file_proof, game_store
from hexcore.actions import PutDown, Take
from hexcore.game_damage import damage
from hexcore.game_tree import MAIN
from hexcore.gamefile import GameFile, GameFileError, read_record

pytestmark = pytest.mark.usefixtures("small_rulesets")
FLIPS = [60, pytest.param(2000, marks=[pytest.mark.soak, pytest.mark.timeout(600)])]


def busy(path: Path) -> None:
    """A file with something in every table, pages that overflow, and the traces of much to and fro."""
    with begun(path, crossing.RULESET) as file:
        play(file, 40)
        file.take_back(min(2, file.undoable))
        play(file, 10, 2)
        file.mark("the ford", 7, "a note")
        file.keep_remark("players", '{"blue": "steady"}')
        file.begin_branch("what if", 20)
        play(file, 10)
        file.undo()
        file.switch(MAIN)
        play(file, 10)


@pytest.fixture(scope="module")
def file_with_everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("busy") / "busy.hexgame"
    with pytest.MonkeyPatch.context() as patched:
        _find_small(patched)
        busy(path)
    return path


def _find_small(patched: pytest.MonkeyPatch) -> None:
    from importlib import metadata

    from hexcore import ruleset

    points = [
        metadata.EntryPoint(name, f"{name}:RULESET", ruleset.ENTRY_POINTS) for name in ("crossing", "hill")
    ]
    patched.setattr(ruleset, "_points", lambda: points)


def read_or_refused(path: Path) -> object:
    """The record of a file, or the one line that refuses it."""
    try:
        return read_record(path)
    except GameFileError as fault:
        text = str(fault)
        assert str(path) in text and "\n" not in text
        return text


# ------------------------------------------------------------------ every byte
@pytest.mark.parametrize("flips", FLIPS)
def test_a_flipped_bit_anywhere_is_found_and_located(
    tmp_path: Path, file_with_everything: Path, flips: int
) -> None:
    """Each flip is opened through the same door: what opens is the game it was, and the proof tells of it."""
    whole, path, source = file_with_everything.read_bytes(), tmp_path / "g.hexgame", random.Random(1)
    assert damage(file_with_everything) == []
    record = read_record(file_with_everything)
    unseen, opened, places = [], 0, range(0, len(whole), len(whole) // flips)
    for at in places:
        flipped = bytearray(whole)
        flipped[at] ^= 1 << source.randrange(8)
        path.write_bytes(flipped)
        found = damage(path)
        if not found or not any("page" in told or "table" in told or "byte" in told for told in found):
            unseen.append((at, found))
        if at % 5 == 0:
            read = read_or_refused(path)
            opened += not isinstance(read, str)
            assert read == record or isinstance(read, str)
    assert len(places) >= flips and unseen == []
    print(f"\n{len(places)} flips, all found; {opened} of a fifth left the main line as it was")


def test_a_file_opens_as_it_was_or_not_at_all(tmp_path: Path, file_with_everything: Path) -> None:
    path, source = tmp_path / "g.hexgame", random.Random(2)
    whole = file_with_everything.read_bytes()
    with GameFile.open(file_with_everything) as file:
        state, journal, branches = file.game.state, file.game.journal, file.tree.branches
    refused, in_use = 0, [at for at, byte in enumerate(whole) if byte]
    for _ in range(60):
        flipped = bytearray(whole)
        flipped[source.choice(in_use)] ^= 1 << source.randrange(8)
        path.write_bytes(flipped)
        try:
            file = GameFile.open(path)
        except GameFileError:
            refused += 1
            continue
        with file:
            assert (file.game.state, file.game.journal) == (state, journal)
            assert file.tree.branches == branches
    assert refused > 8


def test_the_end_of_a_file_is_not_lost_unseen(tmp_path: Path, file_with_everything: Path) -> None:
    path, whole = tmp_path / "g.hexgame", file_with_everything.read_bytes()
    for other in (whole[:-1], whole[:-8192], whole + b"\0", whole + b"\0" * 8192, whole[: len(whole) // 2]):
        path.write_bytes(other)
        assert damage(path)
        with pytest.raises(GameFileError, match="damaged"):
            GameFile.open(path)


# ------------------------------------------------------------------ whole files are whole
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_to_a_file_its_pages_have_no_leftovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """What the reader of pages holds for damage must never come about by itself."""
    monkeypatch.setattr(game_store, "MOST_SNAPSHOTS", 5)
    monkeypatch.setattr(game_store, "EVERY", 4)
    path, source = tmp_path / "g.hexgame", random.Random(seed)
    file = begun(path, crossing.RULESET)
    for n in range(120):
        _something(file, source, n)
        if n % 10 == 9:
            assert damage(path) == []
            file.close()
            file = GameFile.open(path)
    file.close()
    assert damage(path) == []


def _something(file: GameFile, source: random.Random, n: int) -> None:
    whatifs = [name for name in file.tree.branches if name != MAIN]
    match source.randrange(12):
        case 0 if file.branch.name == MAIN and file.game.decision is not None:
            file.begin_branch(f"w{n}")
        case 1:
            file.switch(source.choice([MAIN, *whatifs]))
        case 2 if whatifs:
            file.drop_branch(source.choice(whatifs))
        case 3:
            file.mark(f"b{n}", 0, "x" * source.randrange(3000))
        case 4 if file.bookmarks:
            file.drop_bookmark(source.choice(list(file.bookmarks)))
        case 5:
            file.keep_remark(source.choice("abc"), "y" * source.randrange(9000))
        case 6 | 7:
            file.undo()
        case 8:
            file.redo()
        case _:
            play(file, source.randrange(1, 9), n)


def test_a_long_game_is_proved_page_by_page(tmp_path: Path) -> None:
    """Lines enough for many pages: their table has pages above its leaves."""
    path = tmp_path / "g.hexgame"
    file = begun(path, hill.RULESET)
    file._db.execute("PRAGMA synchronous = OFF")  # the disk is not what is tested here
    for n in range(700):
        file.submit(PutDown() if n % 2 else Take(("1-guards",)))
        if n % 50 == 49:
            file.take_back(8)
    file.close()
    assert path.stat().st_size > 20 * 8192
    assert damage(path) == []


# ------------------------------------------------------------------ told where
def test_damage_is_told_by_table_and_row(tmp_path: Path, file_with_everything: Path) -> None:
    path = tmp_path / "g.hexgame"
    for statement, told in {
        "UPDATE lines SET hash = 'x' WHERE n = 9": "table lines, row 9: action 9 does not match its proof",
        "UPDATE secrets SET choice = 'other'": "table secrets, row",
        "UPDATE remarks SET key = 'x'": "table remarks, row 1",
        "UPDATE branches SET seed = 5 WHERE name = 'what if'": "table branches, row 2",
        "UPDATE facts SET value = '1' WHERE key = 'schema'": "table facts, row 2",
        "UPDATE snapshots SET state = '{}'": "table snapshots, row",
    }.items():
        shutil.copyfile(file_with_everything, path)
        db = sqlite3.connect(path)
        db.execute(statement)
        db.commit()
        db.close()
        assert any(told in found for found in damage(path)), statement


def test_the_commands_tell_of_damage(
    tmp_path: Path,
    file_with_everything: Path,
    answer: Callable[..., Any],
    mistake: Callable[..., str],
    run: Callable[..., tuple[int, str, str]],
) -> None:
    path = tmp_path / "g.hexgame"
    shutil.copyfile(file_with_everything, path)
    assert answer("doctor", path) == {"file": str(path), "damage": []}
    assert answer("replay", path, "--verify")["verified"] is True
    flipped = bytearray(path.read_bytes())
    flipped[80] ^= 1  # reserved, of no use to SQLite
    path.write_bytes(flipped)
    for command in (("doctor", path), ("replay", path, "--verify"), ("show", path)):
        assert "page 1, byte 80 of the file: the bytes reserved for later" in mistake(*command)
    shutil.copyfile(file_with_everything, path)
    db = sqlite3.connect(path)
    db.execute("UPDATE snapshots SET state = '{}'")
    db.commit()
    db.close()
    status, out, err = run("show", path, "--json")
    assert status == 0 and out and "table snapshots" in err and "the game is whole" in err


# ------------------------------------------------------------------ the reader itself
@pytest.mark.parametrize(
    "values",
    [
        [None, 0, 1, 2, -1, 127, 128, -128, -129, 32767, 32768, 8388607, 8388608, 2**31, 2**47, 2**62],
        ["", "a", "é", "x" * 57, "x" * 58, "y" * 9000],
        list(range(60)),
        ["z"] * 130,
    ],
)
def test_records_are_written_as_sqlite_writes_them(values: list[object]) -> None:
    columns = ", ".join(f"c{n}" for n in range(len(values)))
    db = sqlite3.connect(":memory:")
    db.execute(f"CREATE TABLE t ({columns})")
    db.execute(f"INSERT INTO t VALUES ({', '.join('?' * len(values))})", values)
    db.commit()
    record = file_proof.encoded(values)
    assert file_proof.decoded(record) == values
    data = db.serialize()
    assert record[:200] in data or record[-200:] in data or len(record) > 4000


def test_a_record_in_another_form_is_none() -> None:
    for payload in (
        b"",
        b"\x02",
        b"\x02\x07",
        b"\x03\x01\x01\x05",
        b"\x02\x0c",
        b"\x02\x0f\xff",
        b"\x80\x02\x08",
    ):
        with pytest.raises(ValueError):
            file_proof.decoded(payload)
