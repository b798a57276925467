"""What-if branches and bookmarks of a game file: ways tried out beside the game, and named places in it.

On a what-if the dice are its own: they come from a seed drawn when it is made, so that they tell nothing of
those of the game. It never leaves the file by export.
"""

from __future__ import annotations

import re
import secrets as randomness
from collections.abc import Container
from datetime import UTC, datetime

from hexcore.game_store import GameStore
from hexcore.game_tables import proof_at, write_bookmarks, write_branches
from hexcore.game_tree import MAIN, Bookmark, Branch, Node
from hexcore.record import RecordError

NAME = re.compile(r"[^\W\d_][\w .,'-]{0,59}")
"""A name begins with a letter: no name can be taken for a number."""


class NoSuchPlace(RecordError):
    """A branch, a bookmark or a line that is not there, or a name that cannot be given."""


class WhatIfs(GameStore):
    """The part of a game file that knows branches and bookmarks."""

    # -------------------------------------------------------------- branches
    def branch_named(self, name: str) -> Branch:
        """A branch by its name; NoSuchPlace when there is none."""
        if name not in self.tree.branches:
            known = ", ".join(self.tree.branches)
            raise NoSuchPlace(f"there is no branch {name!r}; there are: {known}")
        return self.tree.branches[name]

    def begin_branch(self, name: str, n: int | None = None) -> Branch:
        """A what-if from the present of the main line, or from after its line *n*; it is played from now on.

        NoSuchPlace for a name that is taken or no name, and for a line amid dice.
        """
        _check_name(name, "branch", self.tree.branches)
        if n is None and self.branch.name != MAIN:
            raise NoSuchPlace(f"a what-if begins on the main line, and {self.branch.name!r} is being played")
        path = self._upto(n)
        base = path[-1].id if path else 0
        seed = None if self.header.dice.kind == "typed" else randomness.randbelow(1 << 31)
        made = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        branch = Branch(name, base, 0, base, seed, made, current=True)
        self._go_over(branch, path)
        return branch

    def switch(self, name: str) -> Branch:
        """Go over to another branch, or back to `main`."""
        branch = self.branch_named(name)
        if not branch.current:
            branch = branch._replace(current=True)
            self._go_over(branch, self.tree.path(branch.head))
        return branch

    def drop_branch(self, name: str) -> None:
        """Forget a what-if and all that was played on it; the main line is played when it was this one."""
        branch = self.branch_named(name)
        if name == MAIN:
            raise NoSuchPlace("the main line is the game and cannot be dropped")
        if branch.current:
            self.switch(MAIN)
        gone = [(node.id,) for node in self.tree.of(name)]
        branches = {other: branch for other, branch in self.tree.branches.items() if other != name}
        with self._transaction() as db:
            write_branches(db, branches.values())
            for table, column in (("lines", "id"), ("secrets", "line"), ("snapshots", "line")):
                db.executemany(f"DELETE FROM {table} WHERE {column} = ?", gone)
            self._to_sweep(db)
        del self.tree.branches[name]
        for (id,) in gone:
            del self.tree.nodes[id]
            self._kept.secrets.pop(id, None)
            self._snapshots.discard(id)

    def _go_over(self, branch: Branch, path: list[Node]) -> None:
        """Another branch is played from now on."""
        left = self.branch._replace(current=False)
        game = self._game_at(path)
        game.dice = self._dice(branch)
        head = branch.head
        branches = {**self.tree.branches, left.name: left, branch.name: branch}
        with self._transaction() as db:
            write_branches(db, branches.values())
            if head not in self._snapshots:
                self._keep_snapshot(db, head, proof_at(self._kept, head), game.state)
        self._snapshots.add(head)
        self.tree.branches |= branches
        self._path = path
        self._restore(game)

    # -------------------------------------------------------------- bookmarks
    @property
    def bookmarks(self) -> dict[str, Bookmark]:
        """The named places of the main line, by name."""
        return dict(self._kept.bookmarks)

    def number_of(self, bookmark: Bookmark) -> int:
        """The number of the action that a bookmark lies after, 0 for the beginning."""
        return self.tree.nodes[bookmark.line].line.n if bookmark.line else 0

    def mark(self, name: str, n: int | None = None, text: str = "") -> Bookmark:
        """A bookmark at the present of the main line, or after its line *n*. NoSuchPlace as for a branch."""
        _check_name(name, "bookmark", self._kept.bookmarks)
        path = self._upto(n)
        bookmark = Bookmark(name, path[-1].id if path else 0, text)
        with self._transaction() as db:
            write_bookmarks(db, self._kept, [*self._kept.bookmarks.values(), bookmark])
        self._kept.bookmarks[name] = bookmark
        return bookmark

    def drop_bookmark(self, name: str) -> None:
        """Take a bookmark out. NoSuchPlace when there is none of that name."""
        if name not in self._kept.bookmarks:
            known = ", ".join(self._kept.bookmarks) or "there is none"
            raise NoSuchPlace(f"no bookmark {name!r}: {known}")
        with self._transaction() as db:
            left = [bookmark for bookmark in self._kept.bookmarks.values() if bookmark.name != name]
            write_bookmarks(db, self._kept, left)
        del self._kept.bookmarks[name]

    def _upto(self, n: int | None) -> list[Node]:
        """The main line up to its line *n*, the whole of it for None."""
        path = self.tree.path(self.tree.branches[MAIN].head)
        if n is None:
            return path
        if not 0 <= n <= len(path):
            raise NoSuchPlace(f"the main line has {len(path)} actions, none is number {n}")
        if n and not path[n - 1].settled:
            after = next(node.line.n for node in path[n - 1 :] if node.settled)
            raise NoSuchPlace(f"dice fell at once after action {n}: the next place is after action {after}")
        return path[:n]


def _check_name(name: str, what: str, taken: Container[str]) -> None:
    """NoSuchPlace when a name cannot be given, or is taken."""
    if not NAME.fullmatch(name):
        raise NoSuchPlace(f"{name!r} is no name for a {what}: a letter, then letters, digits, spaces, dashes")
    if name in taken:
        raise NoSuchPlace(f"there is a {what} {name!r} already")
