"""A .hexgame file on disk: opened so that SQLite keeps its promises, made whole, its faults in one line.

A change is on disk when its transaction ends (rollback journal, `synchronous = EXTRA`): a process or a
machine that dies in between leaves a journal, and the next one to open the file takes the half-done change
back.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from hexcore.actions import ActionError
from hexcore.record import RecordError

PATIENCE = 2.0
"""Seconds to wait for a program that is writing to the file."""
PAGE: Final = 16384
"""Bytes of a page: so large that no page above the leaves of `lines` is split before its 60,000th row."""
HOT = "it was being written when a program died, and is put right when it is opened where it can be written"


class GameFileError(RecordError):
    """Why a game file cannot be read, written or made, in one line that names it."""


class RulesChanged(GameFileError):
    """The rules a game was begun under are not installed: what has changed since, and what to do."""


def connected(path: Path) -> sqlite3.Connection:
    """An open file. GameFileError when there is none, or it is of something else."""
    if not path.is_file():
        raise GameFileError(f"{path}: " + ("it is no file" if path.exists() else "no such file"))
    with faults(path):
        uri = f"{path.absolute().as_uri()}?mode=rw"
        # it may be opened in one thread and handed over to another: never used by two at a time
        db = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            careful(db)
        except BaseException:
            db.close()
            raise
        return db


def careful(db: sqlite3.Connection) -> None:
    """Nothing in the file is trusted; what is deleted is overwritten; what is acknowledged is on disk."""
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA secure_delete = ON")
    db.execute("PRAGMA synchronous = EXTRA")


@contextmanager
def reading(db: sqlite3.Connection) -> Iterator[None]:
    """Everything read in here is of one moment."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


# ------------------------------------------------------------------ a new file
@contextmanager
def new_database(path: Path) -> Iterator[sqlite3.Connection]:
    """A transaction in an empty database that becomes the file *path* once it is whole and on disk."""
    with new_file(path) as temporary, faults(path, writing=True):
        db = sqlite3.connect(temporary, isolation_level=None)
        try:
            db.execute(f"PRAGMA page_size = {PAGE}")
            db.execute("PRAGMA auto_vacuum = NONE")
            db.execute("PRAGMA journal_mode = DELETE")
            careful(db)
            db.execute("BEGIN")
            yield db
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
        for left in (temporary, temporary.with_name(f"{temporary.name}-journal")):
            left.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def refuse_existing(path: Path) -> None:
    if path.exists():
        raise GameFileError(f"{path}: the file exists already")


# ------------------------------------------------------------------ faults
@contextmanager
def faults(path: Path, *, writing: bool = False) -> Iterator[None]:
    """What goes wrong with a file, in one line that names it."""
    try:
        yield
    except GameFileError as fault:
        text = str(fault)
        raise fault if text.startswith(str(path)) else type(fault)(f"{path}: {text}") from None
    except sqlite3.DatabaseError as fault:
        reason = (write_reason(fault) if writing else "") or sqlite_reason(fault, "hexcore game file")
        raise GameFileError(f"{path}: {reason}") from None
    except (RecordError, ActionError, json.JSONDecodeError) as fault:
        raise GameFileError(f"{path}: it is damaged: {fault}") from None
    except UnicodeDecodeError:
        raise GameFileError(f"{path}: it is damaged: it holds what is no text") from None


def write_reason(fault: sqlite3.DatabaseError) -> str:
    """Why a change could not be written; empty when the file itself is at fault."""
    text = str(fault)
    if "full" in text:
        return "nothing was written: the disk is full"
    if "readonly" in text or "read-only" in text:
        return "nothing was written: the file or its folder is read-only"
    if "unable to open" in text:
        return "nothing was written: its folder does not take a journal"
    if "disk I/O" in text:
        return "nothing was written: the disk does not take it (no room, a limit, or a fault of the disk)"
    return ""


def sqlite_reason(fault: sqlite3.DatabaseError, wanted: str) -> str:
    """What SQLite complains about, in words: *wanted* is what the file ought to be."""
    text = str(fault)
    if "not a database" in text:
        return f"it is no {wanted}"
    if "locked" in text or "busy" in text:
        return "another program is using it"
    if "readonly" in text:
        return HOT
    if "unable to open" in text:
        return "it cannot be opened"
    damage = ("malformed", "no such table", "no such column", "disk I/O", "UTF-8", "unsupported file format")
    if any(word in text for word in damage):
        return f"it is damaged or cut short ({text})"
    return text
