"""Files of older formats: how each one is read, and how it becomes one of the present format.

An older file is read as it is, and stays as it is while nothing is written. At the first change a copy
`NAME.vN.hexgame` is put beside it, and the file itself becomes one of the present format in one transaction.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from hexcore.game_disk import GameFileError, new_file
from hexcore.game_tables import (
    SCHEMA,
    insert_snapshot_text,
    make_tables,
    proof_at,
    read_all,
    read_snapshot,
    read_version,
    structure,
    write_all,
)
from hexcore.game_tree import Kept, Node, root_proof, straight
from hexcore.record import FORMAT, Line, Record, Secret, header_from, opening_rolls
from hexcore.units import CHANCE


# ------------------------------------------------------------------ format 1
def format_1(db: sqlite3.Connection) -> Kept:
    """Format 1: a list of `actions` without side lines or proofs, and `barrier` a mere 0 or 1."""
    pairs = db.execute("SELECT key, value FROM header")
    header = header_from({key: json.loads(value) for key, value in pairs})
    rows = db.execute("SELECT n, side, action, hash, barrier FROM actions ORDER BY n").fetchall()
    lines = [
        Line(n, str(side), json.loads(action), str(hash), barrier=_barrier_1(side, action, hash, barrier))
        for n, side, action, hash, barrier in rows
    ]
    for place, line in enumerate(lines, 1):
        if line.n != place or not isinstance(line.action, dict):
            raise GameFileError(f"it is damaged: action {place} is missing")
    secrets = db.execute("SELECT n, owner, what, choice, salt FROM secrets ORDER BY n")
    kept = straight(header, lines, {n: Secret(*map(str, rest)) for n, *rest in secrets})
    kept.remarks.update(_remarks_1(db))
    return kept


def _barrier_1(side: str, action: str, hash: str, barrier: int) -> str:
    if not barrier:
        return ""
    return "die" if side == CHANCE else "reveal" if hash else ""


def _remarks_1(db: sqlite3.Connection) -> dict[str, str]:
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'remarks'").fetchone() is None:
        return {}
    return {str(key): str(value) for key, value in db.execute("SELECT key, value FROM remarks")}


# ------------------------------------------------------------------ format 2
def format_2(db: sqlite3.Connection) -> Kept:
    """Format 2: the present one, but that no line says what followed it. Its proofs are those of today."""
    return read_all(db, events="''")


SCHEMA_2: Mapping[str, str] = {
    **{name: sql for name, sql in SCHEMA.items() if name != "what_happened"},
    "lines": "CREATE TABLE lines (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, n INTEGER NOT NULL,"
    " side TEXT NOT NULL, action TEXT NOT NULL, hash TEXT NOT NULL, barrier TEXT NOT NULL,"
    " turn INTEGER NOT NULL, phase TEXT NOT NULL, branch TEXT NOT NULL, proof TEXT NOT NULL)",
    "main_line": "CREATE VIEW main_line AS WITH RECURSIVE back (id, parent, n, turn, phase, side, action,"
    " hash) AS (SELECT id, parent, n, turn, phase, side, action, hash FROM lines WHERE id ="
    " (SELECT head FROM branches WHERE name = 'main') UNION ALL SELECT lines.id, lines.parent, lines.n,"
    " lines.turn, lines.phase, lines.side, lines.action, lines.hash FROM lines JOIN back"
    " ON lines.id = back.parent) SELECT n, turn, phase, side, json_extract(action, '$.kind') AS kind,"
    " action, hash FROM back ORDER BY n",
}
"""The words of the schema of format 2."""

READERS: Mapping[int, Callable[[sqlite3.Connection], Kept]] = {1: format_1, 2: format_2, FORMAT: read_all}
"""How each format is read. A new format that reads rows otherwise leaves here, frozen, what read them."""
PROVED: Mapping[int, Mapping[str, str]] = {2: SCHEMA_2, FORMAT: SCHEMA}
"""The schema of each format whose rows and pages carry proofs."""


def contents(db: sqlite3.Connection, *, check: bool = True) -> tuple[int, Kept]:
    """The format of a file, and everything in it. GameFileError naming what is damaged, or the format.

    With *check* the structure of the database is looked at first.
    """
    version = read_version(db)
    if check and (found := structure(db, "quick_check", 1)):
        raise GameFileError(f"it is damaged or cut short: {found[0]}")
    try:
        return version, READERS[version](db)
    except (TypeError, ValueError, RecursionError) as fault:
        if isinstance(fault, GameFileError):
            raise
        raise GameFileError(f"it is damaged: {fault}") from None


# ------------------------------------------------------------------ snapshots
def snapshots_kept(db: sqlite3.Connection, version: int) -> set[int]:
    """The ids of the lines after which a file of any format keeps the state, 0 for the beginning."""
    column = "line" if version in PROVED else "n"
    return {line for (line,) in db.execute(f"SELECT {column} FROM snapshots")}


def snapshot_text(db: sqlite3.Connection, version: int, kept: Kept, line: int) -> str:
    """The text of a snapshot. GameFileError when it does not match its proof, KeyError when it is gone."""
    if version in PROVED:
        return read_snapshot(db, line, proof_at(kept, line))
    row = db.execute("SELECT state FROM snapshots WHERE n = ?", (line,)).fetchone()
    if row is None:
        raise KeyError(line)
    return str(row[0])


def first_state(db: sqlite3.Connection, version: int, record: Record, path: Sequence[Node]) -> str:
    """The text of the snapshot of the first state on a way through a file; empty when there is none."""
    rolls = len(opening_rolls(record))
    line = path[rolls - 1] if rolls else None
    proof = line.proof if line is not None else root_proof(record.header)
    try:
        return read_snapshot(db, line.id if line is not None else 0, proof) if version in PROVED else ""
    except (GameFileError, KeyError):
        return ""


# ------------------------------------------------------------------ becoming the present format
def copy_beside(path: Path, version: int) -> Path:
    """A copy of an older file beside it. An equal one that lies there already serves as well."""
    copy = path.with_name(f"{path.stem}.v{version}{path.suffix or '.hexgame'}")
    if copy.exists():
        if _same_content(copy, path):
            return copy
        raise GameFileError(f"the copy of the older file would lie over {copy}: move that away")
    with new_file(copy) as temporary:
        shutil.copyfile(path, temporary)
    return copy


def _same_content(one: Path, other: Path) -> bool:
    try:
        return one.is_file() and one.read_bytes() == other.read_bytes()
    except OSError:
        return False


def rewrite(db: sqlite3.Connection, version: int, kept: Kept) -> set[int]:
    """Within a transaction: an older file's tables give way to those of the present format.

    The lines whose snapshots came along: what is damaged did not.
    """
    snapshots = _proved_snapshots(db, kept) if version in PROVED else {}
    objects = db.execute("SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
    for kind, name in objects:
        db.execute(f'DROP {kind} "{name}"')
    make_tables(db)
    write_all(db, kept)
    for line, text in sorted(snapshots.items()):
        insert_snapshot_text(db, line, proof_at(kept, line), text)
    db.execute(f"PRAGMA user_version = {FORMAT}")
    return set(snapshots)


def _proved_snapshots(db: sqlite3.Connection, kept: Kept) -> dict[int, str]:
    found = {}
    for line in snapshots_kept(db, FORMAT) & {0, *kept.tree.nodes}:
        with suppress(GameFileError):
            found[line] = read_snapshot(db, line, proof_at(kept, line))
    return found
