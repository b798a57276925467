"""A game under other rules than it was begun under: how far it holds, and a new file pinned to those.

The old file is never touched. What-ifs stay in it; bookmarks go along as far as the game does.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexcore.codec import StateForm
from hexcore.game import Game, IllegalAction
from hexcore.game_disk import GameFileError, connected, faults, reading, refuse_existing
from hexcore.game_store import write_new
from hexcore.game_tree import MAIN, Kept, straight
from hexcore.migration import contents, snapshot_text, snapshots_kept
from hexcore.pinning import HELD, Changes, changes
from hexcore.playback import Playback
from hexcore.record import (
    Line,
    Record,
    RecordError,
    ReplayFault,
    Secret,
    lines_since,
    setting_of,
)


@dataclass(frozen=True)
class Holding:
    """How far a game holds: `actions` of `of` are still allowed.

    `differs_from` is the first action after which the state is another one, `differs_in` what is different
    in the first snapshot from there on; `refused_at` the action that is refused, by `rule` where one does.
    """

    ruleset: str
    changes: Changes
    actions: int
    of: int
    differs_from: int = 0
    differs_in: tuple[str, ...] = ()
    refused_at: int = 0
    rule: str = ""
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether every action is allowed and leads where it led."""
        return not self.differs_from and not self.refused_at


class NotAllHolds(RecordError):
    """A game that is refused somewhere under the present rules; `held` is how far it holds."""

    def __init__(self, text: str, held: Holding) -> None:
        super().__init__(text)
        self.held = held


Step = Callable[[int, int], object]
"""Told after each answer: so many are played, of so many. It may raise, and nothing is written then."""


def _untold(_done: int, _of: int) -> None:
    """Nobody wants to know how far it is."""


class _Played:
    """A game played through under the present rules, as far as they let it."""

    def __init__(self, path: Path, step: Step = _untold) -> None:
        self.step = step
        with closing(connected(path)) as db, faults(path), reading(db):
            version, self.kept = contents(db)
            main = self.kept.tree.path(self.kept.tree.branches[MAIN].head)
            self.snapshots = _snapshots(db, version, self.kept)
        self.record = self.kept.record(main)
        self.setting = setting_of(self.record.header)
        self.form = StateForm(self.setting.board)
        self.lines: list[Line] = []
        self.secrets: dict[int, Secret] = {}
        self.differs_from, self.differs_in = 0, tuple[str, ...]()
        self.fault: ReplayFault | None = None
        self.game = self._through()

    def _through(self) -> Game:
        playback = Playback(self.record, self.setting, check=False, rules=True)
        game = playback.start()
        self.first = (len(game.journal), game.state)
        self._reached(game, game.state.hash == self.record.header.opening)
        try:
            for n in playback.go_on(game):
                self.step(n, len(self.record.lines))
                self._reached(game, game.state.hash == self.record.lines[n - 1].hash)
        except ReplayFault as fault:
            self.fault = fault
            game = self._again()
        return game

    def _again(self) -> Game:
        """The game up to where it holds: what the fault has left half done is not in it."""
        held = Record(self.record.header, self.lines, self.secrets)
        playback = Playback(held, self.setting, check=False, rules=True)
        game = playback.start()
        for _ in playback.go_on(game):
            pass
        return game

    def _reached(self, game: Game, same: bool) -> None:
        more, opened = lines_since(game, len(self.lines))
        self.lines += more
        self.secrets |= opened
        if not same and not self.differs_from:
            self.differs_from = max(1, len(self.lines))
        if self.differs_from and not self.differs_in:
            text = self.snapshots.get(len(self.lines))
            if text is not None:
                self.differs_in = _differences(json.loads(text), self.form.dump(game.state), len(self.lines))


def _snapshots(db: sqlite3.Connection, version: int, kept: Kept) -> dict[int, str]:
    """The snapshots on the main line, by the number of their line. Damaged ones are passed over: the lines
    tell the same."""
    found: dict[int, str] = {}
    number = {node.id: node.line.n for node in kept.tree.path(kept.tree.branches[MAIN].head)} | {0: 0}
    for line in snapshots_kept(db, version) & number.keys():
        with suppress(GameFileError):
            found[number[line]] = snapshot_text(db, version, kept, line)
    return found


def _differences(then: Mapping[str, Any], now: Mapping[str, Any], n: int) -> tuple[str, ...]:
    """The parts of a state that differ, with the names in them that do."""
    found = []
    for part in now:
        if part in ("hash", "openings") or then.get(part) == now[part]:
            continue
        one, other = then.get(part), now[part]
        names: list[str] = []
        if isinstance(one, dict) and isinstance(other, dict):
            names = [str(key) for key in {**one, **other} if one.get(key) != other.get(key)]
        told = f" {', '.join(names[:6])}{' and more' if len(names) > 6 else ''}" if names else ""
        found.append(f"{part}{told}")
    return (f"at action {n}: {found[0]}", *found[1:]) if found else ()


def holding(path: Path, step: Step = _untold) -> Holding:
    """How far a game file holds under the present rules. RecordError when it cannot be read at all."""
    return _told(_Played(path, step))


def _told(played: _Played) -> Holding:
    fault, ruleset = played.fault, played.setting.board.ruleset
    rule = reason = ""
    if fault is not None:
        reason = fault.reason
        cause = fault.__cause__
        if isinstance(cause, IllegalAction):
            rule, reason = cause.refusal.rule, cause.refusal.reason
    return Holding(
        ruleset.id,
        changes(played.record.header, ruleset),
        len(played.lines),
        len(played.record.lines),
        played.differs_from,
        played.differs_in,
        len(played.lines) + 1 if fault is not None else 0,
        rule,
        reason,
    )


def migrated(path: Path, new: Path, *, as_far_as_it_holds: bool = False, step: Step = _untold) -> Holding:
    """The game in a new file, pinned to the present rules. NotAllHolds, and no file, when an action fails.

    With *as_far_as_it_holds* the new file ends before that action.
    """
    refuse_existing(new)
    played = _Played(path, step)
    held = _told(played)
    if held.refused_at and not as_far_as_it_holds:
        rule = f" [{held.rule}]" if held.rule else ""
        raise NotAllHolds(
            f"{path}: action {held.refused_at} is refused: {held.reason}{rule};"
            " --as-far-as-it-holds writes what comes before it",
            held,
        )
    header = played.setting.header(played.record.header.dice, played.first[1].hash)
    kept = straight(header, played.lines, played.secrets)
    old = played.kept
    for mark in old.bookmarks.values():
        n = old.tree.nodes[mark.line].line.n if mark.line else 0
        if n <= len(played.lines):
            kept.bookmarks[mark.name] = mark._replace(line=n)
    kept.remarks.update({key: value for key, value in old.remarks.items() if key != HELD})
    snapshots = dict([played.first, (len(played.lines), played.game.state)])
    write_new(new, kept, snapshots.items(), played.form)
    return held
