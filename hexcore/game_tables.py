"""The tables of a .hexgame file: written row by row with proofs, read with suspicion, faults in one line.

Every row ends with a proof of its content; docs/game-file.md says what each column holds.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexcore.codec import StateForm
from hexcore.game_disk import GameFileError
from hexcore.game_tree import (
    MAIN,
    Bookmark,
    Branch,
    Kept,
    Node,
    Tree,
    line_proof,
    proof_of,
    root_proof,
)
from hexcore.record import FORMAT, Header, Line, Secret, header_form, header_from
from hexcore.state import GameState

APPLICATION: Final = 0x48455847
"""What marks a SQLite file as ours: `HEXG`."""

SCHEMA: Final = {
    "header": "CREATE TABLE header (id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL,"
    " proof TEXT NOT NULL)",
    "lines": "CREATE TABLE lines (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, n INTEGER NOT NULL,"
    " side TEXT NOT NULL, action TEXT NOT NULL, hash TEXT NOT NULL, barrier TEXT NOT NULL,"
    " turn INTEGER NOT NULL, phase TEXT NOT NULL, branch TEXT NOT NULL, events TEXT NOT NULL,"
    " proof TEXT NOT NULL)",
    "branches": "CREATE TABLE branches (id INTEGER PRIMARY KEY, name TEXT NOT NULL, head INTEGER NOT NULL,"
    " forward INTEGER NOT NULL, base INTEGER NOT NULL, seed INTEGER, made TEXT NOT NULL,"
    " current INTEGER NOT NULL, proof TEXT NOT NULL)",
    "bookmarks": "CREATE TABLE bookmarks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, line INTEGER NOT NULL,"
    " text TEXT NOT NULL, proof TEXT NOT NULL)",
    "snapshots": "CREATE TABLE snapshots (line INTEGER PRIMARY KEY, state TEXT NOT NULL,"
    " proof TEXT NOT NULL)",
    "secrets": "CREATE TABLE secrets (line INTEGER PRIMARY KEY, owner TEXT NOT NULL, what TEXT NOT NULL,"
    " choice TEXT NOT NULL, salt TEXT NOT NULL, proof TEXT NOT NULL)",
    "remarks": "CREATE TABLE remarks (id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL,"
    " proof TEXT NOT NULL)",
    "facts": "CREATE TABLE facts (id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL,"
    " proof TEXT NOT NULL)",
    "main_line": "CREATE VIEW main_line AS WITH RECURSIVE back (id, parent, n, turn, phase, side, action,"
    " hash, events) AS (SELECT id, parent, n, turn, phase, side, action, hash, events FROM lines WHERE id ="
    " (SELECT head FROM branches WHERE name = 'main') UNION ALL SELECT lines.id, lines.parent, lines.n,"
    " lines.turn, lines.phase, lines.side, lines.action, lines.hash, lines.events FROM lines JOIN back"
    " ON lines.id = back.parent) SELECT n, turn, phase, side, json_extract(action, '$.kind') AS kind,"
    " action, hash, events FROM back ORDER BY n",
    "what_happened": "CREATE VIEW what_happened AS SELECT n, turn, phase, side, json_each.key + 1 AS place,"
    " json_extract(json_each.value, '$[0]') AS event, json_each.value AS told FROM main_line,"
    " json_each(CASE events WHEN '' THEN '[]' ELSE events END) ORDER BY n, place",
    "places": "CREATE VIEW places AS SELECT bookmarks.name, lines.n, lines.turn, lines.phase,"
    " bookmarks.text FROM bookmarks LEFT JOIN lines ON lines.id = bookmarks.line ORDER BY lines.n",
}
"""What the file holds, as SQLite keeps the words: tables by name, then plain views for readers."""
TABLES: Final = tuple(name for name, sql in SCHEMA.items() if sql.startswith("CREATE TABLE"))


class Facts(NamedTuple):
    """What SQLite keeps in the file without a proof: its version, its number of the schema.

    `sweeping`: a change has freed pages, and `schema` is the number after the sweep that is due.
    """

    library: str
    schema: int
    sweeping: bool


# ------------------------------------------------------------------ writing
def make_tables(db: sqlite3.Connection) -> None:
    for sql in SCHEMA.values():
        db.execute(sql)


def write_all(db: sqlite3.Connection, kept: Kept) -> None:
    """Everything into empty tables."""
    write_facts(db, Facts(sqlite3.sqlite_version, schema_cookie(db), False))
    data = [(key, json.dumps(value)) for key, value in header_form(kept.header).items()]
    _write_whole(db, "header", data)
    insert_nodes(db, kept.tree.nodes.values())
    insert_secrets(db, kept.tree, kept.secrets)
    write_branches(db, kept.tree.branches.values())
    write_bookmarks(db, kept, kept.bookmarks.values())
    write_remarks(db, kept.remarks)


def _write_whole(
    db: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]], about: Sequence[str] = ()
) -> None:
    """A small table written anew, so that its page has no leftovers; *about* are the proofs of its lines."""
    db.execute(f"DELETE FROM {table}")
    for n, row in enumerate(rows):
        proof = proof_of(table, *about[n : n + 1], n + 1, *row)
        marks = ", ".join("?" * (len(row) + 2))
        db.execute(f"INSERT INTO {table} VALUES ({marks})", (n + 1, *row, proof))


def proof_at(kept: Kept, line: int) -> str:
    """The proof of a line, that of the header for the beginning."""
    return kept.tree.nodes[line].proof if line else root_proof(kept.header)


def schema_cookie(db: sqlite3.Connection) -> int:
    """The number by which SQLite knows that tables have changed."""
    return int(db.execute("PRAGMA schema_version").fetchone()[0])


def write_facts(db: sqlite3.Connection, facts: Facts) -> None:
    _write_whole(db, "facts", [(key, json.dumps(value)) for key, value in facts._asdict().items()])


def insert_nodes(db: sqlite3.Connection, nodes: Iterable[Node]) -> None:
    rows = [
        (id, parent, line.n, line.side, json.dumps(line.action), line.hash, line.barrier, line.turn,
         line.phase, branch, line.events, proof)
        for id, parent, line, branch, proof in nodes
    ]  # fmt: skip
    db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def insert_secrets(db: sqlite3.Connection, tree: Tree, secrets: dict[int, Secret]) -> None:
    rows = [(id, *s, proof_of("secrets", tree.nodes[id].proof, id, *s)) for id, s in secrets.items()]
    db.executemany("INSERT INTO secrets VALUES (?, ?, ?, ?, ?, ?)", rows)


def write_branches(db: sqlite3.Connection, branches: Iterable[Branch]) -> None:
    _write_whole(db, "branches", [(*branch[:-1], int(branch.current)) for branch in branches])


def write_bookmarks(db: sqlite3.Connection, kept: Kept, bookmarks: Iterable[Bookmark]) -> None:
    rows = list(bookmarks)
    _write_whole(db, "bookmarks", rows, [proof_at(kept, bookmark.line) for bookmark in rows])


def write_remarks(db: sqlite3.Connection, remarks: Mapping[str, str]) -> None:
    _write_whole(db, "remarks", list(remarks.items()))


def insert_snapshot(
    db: sqlite3.Connection, line: int, line_proof: str, form: StateForm, state: GameState
) -> None:
    data: dict[str, Any] = form.dump(state) | {"openings": {}}
    insert_snapshot_text(db, line, line_proof, json.dumps(data))


def insert_snapshot_text(db: sqlite3.Connection, line: int, line_proof: str, text: str) -> None:
    row = (line, text, proof_of("snapshots", line_proof, line, text))
    db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", row)


# ------------------------------------------------------------------ reading
def read_version(db: sqlite3.Connection) -> int:
    """The format of a file, once it is known to be ours, and of a format we read."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise GameFileError("it is no hexcore game file")
    if not 1 <= version <= FORMAT:
        raise GameFileError(f"it has format {version}, and this hexcore reads up to {FORMAT}: update hexcore")
    return int(version)


def structure(db: sqlite3.Connection, check: str, most: int) -> list[str]:
    """What SQLite's own `quick_check` or `integrity_check` finds, each finding in one line."""
    found = [told for (told,) in db.execute(f"PRAGMA {check}({most})") if told != "ok"]
    return [" ".join(str(told).replace("***", "").split()) for told in found]


def read_all(db: sqlite3.Connection, events: str = "events") -> Kept:
    """Everything in a file of this format, every proof checked. GameFileError naming table and row.

    *events* is where a line says what followed it: an empty text in lines that do not.
    """
    header = read_header(db)
    tree = Tree(_nodes(db, root_proof(header), events), _branches(db))
    kept = Kept(header, tree, {}, {}, _remarks(db))
    _check_heads(tree)
    for id, *rest, proof in db.execute("SELECT line, owner, what, choice, salt, proof FROM secrets"):
        if id not in tree.nodes:
            raise _damaged("secrets", id, "its line is missing")
        _prove("secrets", id, proof, tree.nodes[id].proof, id, *rest)
        kept.secrets[id] = Secret(*rest)
    for row, name, line, text, proof in db.execute("SELECT id, name, line, text, proof FROM bookmarks"):
        if line and line not in tree.nodes:
            raise _damaged("bookmarks", row, "its line is missing")
        _prove("bookmarks", row, proof, proof_at(kept, line), row, name, line, text)
        kept.bookmarks[name] = Bookmark(name, line, text)
    return kept


def read_header(db: sqlite3.Connection) -> Header:
    rows = {}
    for row, key, value, proof in db.execute("SELECT id, key, value, proof FROM header"):
        _prove("header", row, proof, row, key, value)
        rows[key] = json.loads(value)
    return header_from(rows)


def read_facts(db: sqlite3.Connection) -> Facts:
    rows = {}
    for row, key, value, proof in db.execute("SELECT id, key, value, proof FROM facts"):
        _prove("facts", row, proof, row, key, value)
        rows[key] = json.loads(value)
    try:
        return Facts(**rows)
    except TypeError:
        raise GameFileError("it is damaged: table facts lacks a row") from None


def _nodes(db: sqlite3.Connection, root: str, events: str) -> dict[int, Node]:
    nodes: dict[int, Node] = {}
    columns = f"id, parent, branch, proof, action, n, side, hash, turn, phase, barrier, {events}"
    for id, parent, branch, proof, action, n, side, *rest in db.execute(f"SELECT {columns} FROM lines"):
        before = nodes.get(parent)
        if n != (before.line.n if before is not None else 0) + 1 or (before is None and parent):
            raise _damaged("lines", id, f"the line before it (action {n - 1 if n else 0}) is missing")
        try:
            line = Line(n, side, json.loads(action), *rest)
            told = line_proof(before.proof if before else root, id, parent, line, action, branch)
        except (TypeError, ValueError, RecursionError):
            raise _damaged("lines", id, f"action {n} is no answer") from None
        if told != proof or not isinstance(line.action, dict):
            raise _damaged("lines", id, f"action {n} does not match its proof")
        nodes[id] = Node(id, parent, line, branch, proof)
    return nodes


def _branches(db: sqlite3.Connection) -> dict[str, Branch]:
    found = {}
    query = "SELECT id, name, head, forward, base, seed, made, current, proof FROM branches"
    for row, *values, proof in db.execute(query):
        _prove("branches", row, proof, row, *values)
        found[values[0]] = Branch._make([*values[:-1], bool(values[-1])])
    return found


def _check_heads(tree: Tree) -> None:
    if MAIN not in tree.branches or sum(branch.current for branch in tree.branches.values()) != 1:
        raise GameFileError("it is damaged: table branches lacks a row")
    for branch in tree.branches.values():
        for line in (branch.head, branch.forward, branch.base):
            if line and line not in tree.nodes:
                told = f"table lines lacks row {line}, where {branch.name} stands"
                raise GameFileError(f"it is damaged: {told}")


def _remarks(db: sqlite3.Connection) -> dict[str, str]:
    found = {}
    for row, key, value, proof in db.execute("SELECT id, key, value, proof FROM remarks"):
        _prove("remarks", row, proof, row, key, value)
        found[key] = value
    return found


def read_snapshot(db: sqlite3.Connection, line: int, line_proof: str) -> str:
    """The text of a snapshot. GameFileError when it does not match its proof, KeyError when it is gone."""
    row = db.execute("SELECT state, proof FROM snapshots WHERE line = ?", (line,)).fetchone()
    if row is None:
        raise KeyError(line)
    state, proof = row
    _prove("snapshots", line, proof, line_proof, line, state)
    return str(state)


def _prove(table: str, row: object, proof: object, *content: object) -> None:
    try:
        if proof == proof_of(table, *content):
            return
    except TypeError:
        pass
    raise _damaged(table, row, "it does not match its proof")


def _damaged(table: str, row: object, why: str) -> GameFileError:
    return GameFileError(f"it is damaged: table {table}, row {row}: {why}")
