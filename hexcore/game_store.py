"""What a game file and its game have in common: the tree in memory, the tables on disk, one and the same.

Everything is read once, when the file is opened; every change is one transaction, onto what was seen, and
comes into memory when it is on disk.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from hexcore.codec import StateForm
from hexcore.game import Dice, Game
from hexcore.game_damage import refuse_header
from hexcore.game_disk import PAGE, GameFileError, faults, new_database, reading, refuse_existing
from hexcore.game_tables import (
    APPLICATION,
    Facts,
    insert_nodes,
    insert_secrets,
    insert_snapshot,
    make_tables,
    proof_at,
    read_facts,
    schema_cookie,
    write_all,
    write_branches,
    write_facts,
    write_remarks,
)
from hexcore.game_tree import MAIN, Branch, Kept, Node, Tree
from hexcore.migration import contents, copy_beside, rewrite, snapshot_text, snapshots_kept
from hexcore.playback import Playback
from hexcore.record import FORMAT, DiceRecord, Header, Secret, Setting
from hexcore.state import GameState

EVERY = 25
"""A snapshot is taken after so many answers."""
MOST_SNAPSHOTS = 24
"""When there are more, some are let go, so that few are far apart and many are near the present."""


class GameStore:
    """The file of one game: what is kept in it, the game as its current branch stands, changes of both."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path, self._db = path, db
        with reading(db):
            self._version, self._kept = contents(db)
            refuse_header(db, path)
            self._facts = read_facts(db) if self._version == FORMAT else Facts("", 0, False)
            self._snapshots = snapshots_kept(db, self._version)
        self._path = self.tree.path(self.tree.current.head)
        self.damaged: list[str] = []
        """Snapshots that do not match their proof: the lines tell the same, so the game is whole."""

    setting: Setting
    game: Game
    _form: StateForm

    @property
    def header(self) -> Header:
        """How the game was set up, and what it is pinned to."""
        return self._kept.header

    @property
    def tree(self) -> Tree:
        """Every line ever given, and the branches."""
        return self._kept.tree

    @property
    def branch(self) -> Branch:
        """The branch that is being played."""
        return self.tree.current

    @property
    def _head(self) -> Node | None:
        return self._path[-1] if self._path else None

    def _floor(self) -> int:
        """The number of the line behind which no undo goes on the current branch."""
        if self.branch.name != MAIN:
            base = self.branch.base
            return self.tree.nodes[base].line.n if base else 0
        return next((node.line.n for node in reversed(self._path) if node.line.barrier), 0)

    # -------------------------------------------------------------- the game at a place
    def _game_at(self, path: Sequence[Node], before: int | None = None) -> Game:
        """The game after some lines, from the last snapshot on the way (at or before the line *before*)."""
        record = self._kept.record(list(path))
        playback = Playback(record, self.setting)
        game = self._from_snapshot(path, playback, len(path) if before is None else before)
        if game is None:
            game = playback.start()
        for _ in playback.go_on(game):
            pass
        game.dice = self._dice(self.branch)
        return game

    def _from_snapshot(self, path: Sequence[Node], playback: Playback, before: int) -> Game | None:
        for n in range(before, -1, -1):
            line = path[n - 1].id if n else 0
            if line not in self._snapshots:
                continue
            try:
                text = snapshot_text(self._db, self._version, self._kept, line)
                state = self._loaded(text, playback.record.secrets.values())
            except (ValueError, TypeError, LookupError, AttributeError, sqlite3.DatabaseError) as fault:
                if isinstance(fault, GameFileError):
                    self.damaged.append(str(fault))
                continue  # damaged, gone meanwhile, or of another engine: the lines tell the same
            if state.hash == (path[n - 1].line.hash if n else self.header.opening):
                entries = [playback.entry(node.line) for node in path[:n]]
                return Game(self.setting.board, state, journal=entries)
        return None

    def _loaded(self, text: str, secrets: Iterable[Secret]) -> GameState:
        data = json.loads(text)
        kept = {commitment[1] for commitment in data.get("commitments", ())}
        data["openings"] = {s.what: (s.choice, s.salt) for s in secrets if s.what in kept}
        return self._form.load(data)

    def _dice(self, branch: Branch) -> Dice:
        """Who plays CHANCE on a branch: a what-if has a seed of its own, which tells nothing of the real."""
        if branch.name == MAIN or branch.seed is None:
            return self.header.dice.dice()
        return DiceRecord("seed", branch.seed).dice()

    def _recall(self) -> None:
        """The undo stack back to the last barrier, where the game was opened at a later snapshot."""
        if self.game.undoable < len(self._path) - self._floor():
            self._restore(self._game_at(self._path, self._floor()))

    def _restore(self, other: Game) -> None:
        """The game as another one stands, for everyone who holds it."""
        self.game.__dict__.update(other.__dict__)

    # -------------------------------------------------------------- changes
    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, and only onto what this game has seen."""
        if self._version != FORMAT:
            self._upgrade()
        facts = self._facts
        try:
            with self._locked() as db:
                if facts.library != sqlite3.sqlite_version:
                    self._facts = facts._replace(library=sqlite3.sqlite_version)
                    write_facts(db, self._facts)
                yield db
                if db.execute("PRAGMA freelist_count").fetchone() != (0,):
                    self._to_sweep(db)
        except BaseException:
            self._facts = facts
            raise
        if self._facts.sweeping:
            self._swept()

    @contextmanager
    def _locked(self) -> Iterator[sqlite3.Connection]:
        with faults(self.path, writing=True):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                if self._on_disk() != self._in_memory():
                    raise GameFileError("another program has played on in it since it was opened")
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _on_disk(self) -> tuple[object, ...]:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 1:
            return (version, *self._db.execute("SELECT count(*) FROM actions").fetchone())
        query = "SELECT name, head, forward, (SELECT max(id) FROM lines) FROM branches WHERE current"
        return (version, *self._db.execute(query).fetchone())

    def _in_memory(self) -> tuple[object, ...]:
        if self._version == 1:
            return (self._version, len(self.tree.nodes))
        branch = self.branch
        return (self._version, branch.name, branch.head, branch.forward, self.tree.newest or None)

    def _upgrade(self) -> None:
        """An older file becomes one of the present format, after a copy of it was put beside it."""
        with faults(self.path, writing=True), self._locked() as db:
            copy_beside(self.path, self._version)
            snapshots = rewrite(db, self._version, self._kept)
            head = self.branch.head
            insert_snapshot(db, head, proof_at(self._kept, head), self._form, self.game.state)
            self._facts = read_facts(db)
            self._to_sweep(db)
        self._version, self._snapshots = FORMAT, snapshots | {head}

    def _swept(self) -> None:
        """The rest of a change that has freed pages: the file made whole without gaps.

        Left for the next change when another program is reading, or there is no room.
        """
        try:
            if schema_cookie(self._db) != self._facts.schema:
                self._db.execute(f"PRAGMA page_size = {PAGE}")  # a file of format 2 may have smaller ones
                self._db.execute("VACUUM")
            facts = self._facts._replace(sweeping=False)
            self._db.execute("BEGIN IMMEDIATE")
            write_facts(self._db, facts)
            self._db.execute("COMMIT")
            self._facts = facts
        except sqlite3.DatabaseError:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _to_sweep(self, db: sqlite3.Connection) -> None:
        """Within a transaction that frees pages: the sweep after it is announced."""
        facts = self._facts._replace(schema=schema_cookie(db) + 1, sweeping=True)
        if facts != self._facts:
            self._facts = facts
            write_facts(db, facts)

    def _write_nodes(self, nodes: Sequence[Node], secrets: dict[int, Secret], branch: Branch) -> None:
        """Lines the branch goes on by, and where it stands after them, on disk and then in memory."""
        head, due = branch.head, self._due(len(self._path) + len(nodes))
        branches = {**self.tree.branches, branch.name: branch}
        grown = Tree({node.id: node for node in nodes if node.id not in self.tree.nodes}, {})
        with self._transaction() as db:
            insert_nodes(db, grown.nodes.values())
            insert_secrets(db, grown, secrets)
            write_branches(db, branches.values())
            if due:
                self._keep_snapshot(db, head, self._proof_after(nodes), self.game.state)
            self._write_owed(db)
        self.tree.nodes.update(grown.nodes)
        self.tree.branches |= branches
        self._kept.secrets.update(secrets)
        self._path.extend(nodes)
        if due:
            self._snapshots.add(head)
            with suppress(GameFileError):  # the answer is on disk; the next one tries again
                self._thin()

    def _write_owed(self, db: sqlite3.Connection) -> None:
        """What is to be written along with the next answer."""

    def _proof_after(self, nodes: Sequence[Node]) -> str:
        last = nodes[-1] if nodes else self._head
        return last.proof if last is not None else proof_at(self._kept, 0)

    def _keep_snapshot(self, db: sqlite3.Connection, line: int, proof: str, state: GameState) -> None:
        """Within a transaction: a snapshot. One between others moves rows about, and leaves gaps."""
        insert_snapshot(db, line, proof, self._form, state)
        if line < max(self._snapshots, default=0):
            self._to_sweep(db)

    def _due(self, n: int) -> bool:
        """Whether a snapshot is to be taken after line *n* of the current branch."""
        near = self._path[max(0, n - EVERY) :]
        return n >= EVERY and not any(node.id in self._snapshots for node in near)

    def _thin(self) -> None:
        """Fewer snapshots: near the present, where branches stand, before the last barrier, and far apart."""
        if len(self._snapshots) <= MOST_SNAPSHOTS:
            return
        here = [node.id for node in self._path if node.id in self._snapshots]
        behind = [node.id for node in self._path[: self._floor()] if node.id in self._snapshots]
        kept = {0, *here[-4:], *behind[-1:], *here[:: max(1, len(here) // 4)]}
        for branch in self.tree.branches.values():
            kept |= {branch.base, branch.head}
        gone = self._snapshots - kept
        if gone:
            with self._transaction() as db:
                db.executemany("DELETE FROM snapshots WHERE line = ?", [(line,) for line in gone])
                self._to_sweep(db)
            self._snapshots -= gone

    def _move(self, branch: Branch) -> None:
        """A branch's head elsewhere, on disk and then in memory."""
        branches = {**self.tree.branches, branch.name: branch}
        with self._transaction() as db:
            write_branches(db, branches.values())
        self.tree.branches |= branches
        self._path = self.tree.path(branch.head)

    # -------------------------------------------------------------- remarks and copies
    def remark(self, key: str) -> str:
        """A remark kept beside the game, no part of it; empty when there is none."""
        return self._kept.remarks.get(key, "")

    def keep_remark(self, key: str, value: str) -> None:
        """Keep a remark. The record, its hashes and its texts know nothing of it."""
        with self._transaction() as db:
            write_remarks(db, {**self._kept.remarks, key: value})
        self._kept.remarks[key] = value

    def save_copy(self, path: Path) -> None:
        """The same game, with its branches, bookmarks and remarks, in another new file."""
        write_new(path, self._kept, [(self.branch.head, self.game.state)], self._form)


def write_new(path: Path, kept: Kept, snapshots: Iterable[tuple[int, GameState]], form: StateForm) -> None:
    """Everything about a game in a new file, with snapshots of the states after some lines."""
    refuse_existing(path)
    with new_database(path) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {FORMAT}")
        make_tables(db)
        write_all(db, kept)
        for line, state in snapshots:
            insert_snapshot(db, line, proof_at(kept, line), form, state)
