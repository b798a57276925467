"""The .hexgame file: one SQLite file with the header, a tree of answers, a few snapshots, and secrets apart.

Every acknowledged answer is on disk before `submit` returns. The journal holds the committed form of a
secret; its opening lies in a table of its own, by owner. A snapshot saves replaying the whole game.
docs/game-file.md describes the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hexcore.actions import Action
from hexcore.codec import StateForm
from hexcore.events import Event
from hexcore.game import Game
from hexcore.game_disk import GameFileError, RulesChanged, connected, faults, reading, refuse_existing
from hexcore.game_store import EVERY, MOST_SNAPSHOTS, write_new
from hexcore.game_tables import write_remarks
from hexcore.game_tree import MAIN, Node, grown, root_proof, straight
from hexcore.migration import contents, first_state
from hexcore.pinning import HELD, what_changed
from hexcore.playback import Playback
from hexcore.positions import Position
from hexcore.record import (
    DiceRecord,
    Line,
    Record,
    ReplayFault,
    Secret,
    Setting,
    engine_version,
    lines_since,
    ruleset_of,
    same_engine,
    same_rules,
    setting,
    setting_of,
    unexplained,
)
from hexcore.ruleset import Ruleset, UnknownName
from hexcore.tables import DataError
from hexcore.units import CHANCE, Side
from hexcore.what_if import WhatIfs


class NoUndo(NamedTuple):
    """Why nothing can be taken back: a `die`, a `reveal`, another side's `answer`, or the `beginning`.

    `line` is the number of the action that stands in the way, 0 for the beginning.
    """

    kind: str
    line: int
    text: str


class GameFile(WhatIfs):
    """A game and the file it is kept in: `submit`, `undo`, `redo` here, everything else through `game`."""

    def __init__(self, path: Path, db: sqlite3.Connection, start: Setting | None = None) -> None:
        """*start* is the board it has just been begun on, which then need not be made again."""
        super().__init__(path, db)
        installed = start is not None and start.board.ruleset is ruleset_of(self.header)
        self.setting = start if start and installed else setting_of(self.header)
        ruleset = self.setting.board.ruleset
        if not same_rules(self.header, ruleset):
            raise RulesChanged(what_changed(self.header, ruleset, path))
        self._form = StateForm(self.setting.board)
        self._owed = ""
        if not same_engine(self.header, self.setting.board) and self.remark(HELD) != self._engine():
            self._prove_anew()
        try:
            self.game = self._game_at(self._path)
        except ReplayFault as fault:
            raise GameFileError(f"it is damaged: {fault}") from None

    # -------------------------------------------------------------- making and opening
    @classmethod
    def create(
        cls,
        path: Path,
        ruleset: Ruleset,
        scenario: str,
        *,
        dice: DiceRecord,
        options: Mapping[str, str] | None = None,
        position: Position | None = None,
    ) -> GameFile:
        """A new game in a new file. GameFileError when the file exists or cannot be made."""
        refuse_existing(path)
        start = setting(ruleset, scenario, options or {}, position)
        game = start.start(dice.dice())
        lines, secrets = lines_since(game, 0)
        kept = straight(start.header(dice, game.state.hash), lines, secrets)
        write_new(path, kept, [(len(lines), game.state)], StateForm(start.board))
        return cls._opened(path, start)

    @classmethod
    def open(cls, path: Path) -> GameFile:
        """A game file, its game ready to be played on. GameFileError with one clear reason when it cannot be.

        RulesChanged when the rules it was begun under are not installed.
        """
        return cls._opened(path)

    @classmethod
    def _opened(cls, path: Path, start: Setting | None = None) -> GameFile:
        db = connected(path)
        try:
            with faults(path):
                return cls(path, db, start)
        except (UnknownName, DataError) as fault:
            db.close()
            raise GameFileError(f"{path}: {fault}") from None
        except BaseException:
            db.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> GameFile:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    # -------------------------------------------------------------- playing
    def submit(
        self, action: Action, side: Side | None = None, meanwhile: Callable[[], object] | None = None
    ) -> list[Event]:
        """Answer the question on the table, and have it on disk before this returns.

        What was taken back before it stays in the file as a side line. *meanwhile* is called when the game
        has gone on and the file has not. Raises what `Game.submit` raises, and GameFileError when it cannot
        be written: the game and the file then are as they were.
        """
        before = self.game.fork()
        events = self.game.submit(action, side)
        try:
            if meanwhile is not None:
                meanwhile()
            self._append(*lines_since(self.game, len(before.journal)))
        except BaseException:
            self._restore(before)
            raise
        return events

    def undo(self, side: Side | None = None) -> Action | None:
        """Take back the last action, on disk too; None where `why_no_undo` says why.

        On a what-if the dice that followed an action are taken back with it.
        """
        if self.why_no_undo(side) is not None:
            return None
        taken = self.take_back(self._last_step())
        return taken[-1] if taken else None

    @property
    def undoable(self) -> int:
        """How many answers can be taken back, one after the other."""
        return len(self._path) - self._floor()

    def take_back(self, count: int) -> list[Action]:
        """Take back the last *count* answers together, on disk too; the last one first in the result.

        None of them, and an empty result, where a die or a reveal stands between. `redo` gives them again.
        """
        rest = len(self._path) - count
        if not 0 < count <= self.undoable or (rest and not self._path[rest - 1].settled):
            return []
        before, branch = self.game.fork(), self.branch
        taken = [entry.action for entry in reversed(self.game.journal[rest:])]
        if branch.name == MAIN:
            self._recall()
            for _ in range(count):
                self.game.undo()
        else:
            self._restore(self._game_at(self._path[:rest]))
        further = branch.forward and self.tree.onward(branch.head, branch.forward)
        forward = branch.forward if further else branch.head
        try:
            self._move(branch._replace(head=self._path[rest - 1].id if rest else 0, forward=forward))
        except BaseException:
            self._restore(before)
            raise
        return taken

    def why_no_undo(self, side: Side | None = None, count: int = 1) -> NoUndo | None:
        """What forbids taking back the last *count* answers (by *side*, where named); None when nothing.

        On a what-if everything since it was begun may be taken back.
        """
        if self.branch.name != MAIN and self.undoable < count:
            return NoUndo("beginning", self._floor(), "the what-if begins here")
        if not self._path:
            return NoUndo("beginning", 0, "nothing has been done yet")
        last = self._path[-1].line
        if side is not None and last.side != side and not last.barrier:
            return NoUndo("answer", last.n, f"{last.side} has answered since (action {last.n})")
        if self.undoable >= count:
            return None
        barriers = [node.line for node in self._path[-count:] if node.line.barrier]
        return _no_undo(barriers[0]) if barriers else NoUndo("beginning", 0, "so much has not been done yet")

    @property
    def redoable(self) -> int:
        """How many answers `redo` can give again, the dice that follow them not counted."""
        onward = self.tree.onward(self.branch.head, self.branch.forward)
        return sum(1 for node in onward if node.line.side != CHANCE or self.header.dice.kind == "typed")

    def redo(self) -> Action | None:
        """Give again the answer last taken back, dice included, on disk too; None when there is none."""
        branch = self.branch
        onward = self.tree.onward(branch.head, branch.forward)
        end = next((n for n, node in enumerate(onward, 1) if node.settled), 0)
        if not end:
            return None
        before, nodes = self.game.fork(), onward[:end]
        dice = self.game.dice
        try:
            playback = Playback(self._kept.record([*self._path, *nodes]), self.setting)
            for _ in playback.go_on(self.game):
                pass
            self.game.dice = dice
            forward = branch.forward if nodes[-1].id != branch.forward else 0
            self._move(branch._replace(head=nodes[-1].id, forward=forward))
        except BaseException:
            self._restore(before)
            raise
        return self.game.journal[len(before.journal)].action

    # -------------------------------------------------------------- the record
    def record(self, branch: str | None = None) -> Record:
        """A branch as recorded (the current one for None), the secrets that are known here included."""
        if branch is None or branch == self.branch.name:
            return self._kept.record(self._path)
        return self._kept.record(self.tree.path(self.branch_named(branch).head))

    def game_after(self, n: int) -> Game:
        """The game as it stood after action *n* of the current branch, as a game of its own."""
        return self._game_at(self._path[:n])

    def snapshot_before(self, n: int) -> int:
        """The number of the last action, *n* or before it, after which the state is kept in the file."""
        ids = (self._path[k - 1].id if k else 0 for k in range(n, -1, -1))
        return next((n - back for back, id in enumerate(ids) if id in self._snapshots), 0)

    # -------------------------------------------------------------- inside
    def _append(self, lines: list[Line], secrets: Mapping[int, Secret]) -> None:
        branch, nodes, opened = self.branch, list[Node](), dict[int, Secret]()
        for line in lines:
            last = nodes[-1] if nodes else self._head
            known = self.tree.again(last.id if last is not None else 0, branch.name, line)
            if known is None:
                id = max(self.tree.newest, last.id if last is not None else 0) + 1
                known = grown(root_proof(self.header), last, id, line, branch.name)
                if line.n in secrets:
                    opened[id] = secrets[line.n]
            nodes.append(known)
        head = nodes[-1].id
        forward = branch.forward if self.tree.onward(head, branch.forward) else 0
        self._write_nodes(nodes, opened, branch._replace(head=head, forward=forward))

    def _last_step(self) -> int:
        """How many lines the last step has: an answer and the dice that fell at once after it."""
        count = 1
        while count < len(self._path) and not self._path[-count - 1].settled:
            count += 1
        return count

    def _engine(self) -> str:
        return f"{engine_version()} {self.setting.board.map.content_hash}"

    def _prove_anew(self) -> None:
        """Under another engine every action must still lead where it led; told in the file later on."""
        playback = Playback(unexplained(self.record(MAIN)), self.setting)
        try:
            for _ in playback.go_on(playback.start()):
                pass
        except ReplayFault as fault:
            then, now = self.header.engine or "unknown", engine_version()
            told = f"hexcore {then} has saved this game, and under {now} {fault}"
            raise RulesChanged(f"{told}; hexcore migrate {self.path} --dry-run tells more") from None
        self._owed = self._engine()

    def _write_owed(self, db: sqlite3.Connection) -> None:
        if self._owed:
            self._kept.remarks[HELD] = self._owed
            write_remarks(db, self._kept.remarks)
            self._owed = ""


def _no_undo(line: Line) -> NoUndo:
    """A barrier in words."""
    kind, _, question = line.barrier.partition(" ")
    about = f" ({', '.join(question.rsplit(' ', 1))})" if question else ""
    if kind == "die":
        return NoUndo("die", line.n, f"the die of action {line.n}{about} was rolled since")
    return NoUndo("reveal", line.n, f"action {line.n}{about} revealed something since")


def read_record(path: Path) -> Record:
    """What a game file records on its main line, played or not. GameFileError when it cannot be read."""
    return read_marked(path)[0]


def read_marked(path: Path) -> tuple[Record, dict[str, int]]:
    """The record of the main line, and the number of the action each bookmark lies after."""
    db = connected(path)
    try:
        with faults(path), reading(db):
            version, kept = contents(db)
            way = kept.tree.path(kept.tree.branches[MAIN].head)
            record = kept.record(way)
            record = replace(record, first=first_state(db, version, record, way))
    finally:
        db.close()
    nodes = kept.tree.nodes
    marks = {mark.name: nodes[mark.line].line.n if mark.line else 0 for mark in kept.bookmarks.values()}
    return record, marks


__all__ = [
    "EVERY",
    "MOST_SNAPSHOTS",
    "GameFile",
    "GameFileError",
    "NoUndo",
    "RulesChanged",
    "read_marked",
    "read_record",
]
