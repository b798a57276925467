"""Damage in a game file, found and located: rows by their proofs, pages byte by byte."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from hexcore.file_proof import HEADER, Expected, Finding, Pages, header_findings
from hexcore.game_disk import GameFileError, connected, faults, reading
from hexcore.game_tables import APPLICATION, proof_at, read_facts, read_snapshot, structure
from hexcore.game_tree import Kept
from hexcore.migration import PROVED, contents
from hexcore.record import FORMAT


def damage(path: Path) -> list[str]:
    """Everything that is wrong with a game file, each in a line that says where; empty for a whole one.

    A file of format 1 has no proofs: only what SQLite itself notices is told of it. GameFileError when it is
    no game file at all, or another program is using it.
    """
    found: list[str] = []
    try:
        with closing(connected(path)) as db, faults(path), reading(db):
            found += _rows(db, path)
            found += map(str, _pages(db, path))
    except GameFileError as fault:
        if "damaged" not in str(fault) and "no hexcore game file" not in str(fault):
            raise
        found.append(str(fault).removeprefix(f"{path}: "))
        found += map(str, _bare_pages(path))
    return list(dict.fromkeys(found))


def refuse_header(db: sqlite3.Connection, path: Path) -> None:
    """GameFileError when the database header, or the length of the file, is not as it ought to be."""
    (page_size,) = db.execute("PRAGMA page_size").fetchone()
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    if path.stat().st_size != page_size * pages:
        raise GameFileError("it is damaged or cut short: its length is not that of its pages")
    finding = next(header_findings(db.serialize()[:HEADER], path.stat().st_size), None)
    if finding is not None:
        raise GameFileError(f"it is damaged: {finding}")


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _rows(db: sqlite3.Connection, path: Path) -> Iterator[str]:
    """Rows that do not match their proofs, and what SQLite's own check says."""
    try:
        version, kept = contents(db, check=False)
        if version in PROVED:
            read_facts(db)
            yield from _snapshots(db, kept)
    except GameFileError as fault:
        yield str(fault)
    for told in structure(db, "integrity_check", 5):
        yield f"SQLite: {told}"


def _snapshots(db: sqlite3.Connection, kept: Kept) -> Iterator[str]:
    for (line,) in db.execute("SELECT line FROM snapshots").fetchall():
        try:
            if line and line not in kept.tree.nodes:
                yield f"table snapshots, row {line}: its line is missing"
            else:
                read_snapshot(db, line, proof_at(kept, line))
        except GameFileError as fault:
            yield str(fault)
        except KeyError:
            yield f"table snapshots, row {line}: it is not where it ought to be"


def _pages(db: sqlite3.Connection, path: Path) -> list[Finding]:
    """What is wrong with the pages of a file whose format has proofs, every byte of it accounted for."""
    version = _version(db)
    if version not in PROVED:
        return []
    data, size = db.serialize(), path.stat().st_size
    try:
        facts = read_facts(db)
    except (GameFileError, ValueError, TypeError):
        return list(header_findings(data[:HEADER], size))  # the row that holds the facts is told of already
    cookies = (facts.schema, facts.schema - 1) if facts.sweeping else (facts.schema,)
    expected = Expected(PROVED[version], APPLICATION, version, _number(facts.library), cookies)
    found = Pages(data, expected).prove()
    if len(data) != size:
        found.append(Finding(1, size, f"the pages have {len(data)} bytes, the file {size}"))
    return found


def _number(library: str) -> int:
    """A version of SQLite as the number that it writes into its files."""
    major, minor, patch = map(int, library.split(".")[:3])
    return major * 1_000_000 + minor * 1_000 + patch


def _bare_pages(path: Path) -> list[Finding]:
    """What is wrong with the pages of a file that SQLite does not read: its numbers are taken as they are."""
    try:
        data = path.read_bytes()
    except OSError:
        return []
    found = list(header_findings(data[:HEADER], len(data)))
    if found:
        return found
    cookie, version, library = (int.from_bytes(data[at : at + 4]) for at in (40, 60, 96))
    version = version if version in PROVED else FORMAT
    return Pages(data, Expected(PROVED[version], APPLICATION, version, library, (cookie,))).prove()
