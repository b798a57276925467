"""The tables of a .hexgame file: made whole, read with suspicion, every fault told in one line."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hexcore.actions import ActionError
from hexcore.codec import StateForm
from hexcore.game import Game
from hexcore.record import FORMAT, Header, Line, Record, RecordError, Secret, header_form, header_from
from hexcore.state import GameState

APPLICATION: Final = 0x48455847
"""What marks a SQLite file as ours: `HEXG`."""
PATIENCE = 2.0
"""Seconds to wait for a program that is writing to the file."""

TABLES = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE actions (
    n INTEGER PRIMARY KEY, side TEXT NOT NULL, action TEXT NOT NULL, hash TEXT NOT NULL,
    barrier INTEGER NOT NULL
);
CREATE TABLE snapshots (n INTEGER PRIMARY KEY, state TEXT NOT NULL);
CREATE TABLE secrets (
    n INTEGER PRIMARY KEY, owner TEXT NOT NULL, what TEXT NOT NULL, choice TEXT NOT NULL, salt TEXT NOT NULL
);
"""


class GameFileError(RecordError):
    """Why a game file cannot be read, written or made, in one line that names it."""


# ------------------------------------------------------------------ a new file
def write_new(path: Path, record: Record, game: Game, barrier: int) -> None:
    """A whole record in a new file, with a snapshot of where its game stands; all of it or nothing.

    No undo goes behind the line *barrier*.
    """
    with new_file(path) as temporary, faults(path):
        db = sqlite3.connect(temporary, isolation_level=None)
        try:
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {FORMAT}")
            db.executescript(TABLES)
            db.execute("BEGIN")
            write_header(db, record.header)
            insert_lines(db, record.lines[:barrier], record.secrets, barrier=True)
            insert_lines(db, record.lines[barrier:], {}, barrier=False)
            insert_snapshot(db, len(record.lines), StateForm(game.board), game.state)
            db.execute("COMMIT")
        finally:
            db.close()


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A file beside *path* that takes its name once it is whole and on disk."""
    if not path.parent.is_dir():
        raise GameFileError(f"{path}: there is no folder {path.parent}")
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.unlink(missing_ok=True)
        yield temporary
        _to_disk(temporary)
        refuse_existing(path)
        os.replace(temporary, path)
        if os.name == "posix":  # elsewhere a folder cannot be opened, and its entries are written at once
            _to_disk(path.parent)
    except OSError as fault:
        raise GameFileError(f"{path}: {fault.strerror or fault}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def refuse_existing(path: Path) -> None:
    if path.exists():
        raise GameFileError(f"{path}: the file exists already")


def write_header(db: sqlite3.Connection, header: Header) -> None:
    rows = [(key, json.dumps(value)) for key, value in header_form(header).items()]
    db.execute("DELETE FROM header")
    db.executemany("INSERT INTO header VALUES (?, ?)", rows)


def insert_lines(
    db: sqlite3.Connection, lines: Iterable[Line], secrets: Mapping[int, Secret], *, barrier: bool
) -> None:
    rows = [(line.n, line.side, json.dumps(line.action), line.hash, barrier) for line in lines]
    db.executemany("INSERT INTO actions VALUES (?, ?, ?, ?, ?)", rows)
    db.executemany("INSERT INTO secrets VALUES (?, ?, ?, ?, ?)", [(n, *s) for n, s in secrets.items()])


def insert_snapshot(db: sqlite3.Connection, n: int, form: StateForm, state: GameState) -> None:
    data: dict[str, Any] = form.dump(state) | {"openings": {}}
    db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?)", (n, json.dumps(data)))


# ------------------------------------------------------------------ an old file
def connected(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise GameFileError(f"{path}: " + ("it is no file" if path.exists() else "no such file"))
    with faults(path):
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE, isolation_level=None
        )
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA synchronous = FULL")
        return db


def read_header(db: sqlite3.Connection) -> Header:
    """The header, once the file is known to be ours, whole, and of a format we read."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise GameFileError("it is no hexcore game file")
    if version > FORMAT:
        raise GameFileError(f"it has format {version}, and this hexcore reads up to {FORMAT}: update hexcore")
    (check,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if check != "ok":
        raise GameFileError("it is damaged or cut short")
    return header_from({key: json.loads(value) for key, value in db.execute("SELECT key, value FROM header")})


def read_lines(db: sqlite3.Connection) -> list[Line]:
    """Every answer, in order and without a gap."""
    rows = db.execute("SELECT n, side, action, hash FROM actions ORDER BY n").fetchall()
    lines = [Line(n, str(side), json.loads(action), str(hash)) for n, side, action, hash in rows]
    for place, line in enumerate(lines, 1):
        if line.n != place or not isinstance(line.action, dict):
            raise GameFileError(f"it is damaged: action {place} is missing")
    return lines


def read_secrets(db: sqlite3.Connection) -> dict[int, Secret]:
    """The openings that are known here, by the line that bound them."""
    rows = db.execute("SELECT n, owner, what, choice, salt FROM secrets ORDER BY n")
    return {n: Secret(*map(str, rest)) for n, *rest in rows}


def read_remark(db: sqlite3.Connection, key: str) -> str:
    """A remark beside the game, empty when there is none: older files have no table for them."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'remarks'").fetchone() is None:
        return ""
    found = db.execute("SELECT value FROM remarks WHERE key = ?", (key,)).fetchone()
    return str(found[0]) if found else ""


def write_remark(db: sqlite3.Connection, key: str, value: str) -> None:
    db.execute("CREATE TABLE IF NOT EXISTS remarks (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    db.execute("INSERT OR REPLACE INTO remarks VALUES (?, ?)", (key, value))


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """What goes wrong with a file, in one line that names it."""
    try:
        yield
    except GameFileError as fault:
        text = str(fault)
        raise fault if text.startswith(str(path)) else GameFileError(f"{path}: {text}") from None
    except sqlite3.DatabaseError as fault:
        raise GameFileError(f"{path}: {sqlite_reason(fault, 'hexcore game file')}") from None
    except (RecordError, ActionError, json.JSONDecodeError) as fault:
        raise GameFileError(f"{path}: it is damaged: {fault}") from None


def sqlite_reason(fault: sqlite3.DatabaseError, wanted: str) -> str:
    """What SQLite complains about, in words: *wanted* is what the file ought to be."""
    text = str(fault)
    if "not a database" in text:
        return f"it is no {wanted}"
    if "locked" in text or "busy" in text:
        return "another program is using it"
    if "unable to open" in text:
        return "it cannot be opened"
    if "malformed" in text or "no such table" in text or "no such column" in text or "disk I/O" in text:
        return "it is damaged or cut short"
    return text
