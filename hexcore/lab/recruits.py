"""Counters of a game that stand for units of another, or for units as a battle file describes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from hexcore.board import Board
from hexcore.lab.crt_reading import fighting_kinds
from hexcore.units import Counter, Side

OTHER_KIND, OTHER_SIZE, OTHER_NATION, PECULIAR, A_STEP = 6.0, 1.5, 0.5, 0.1, 1.0
"""What counts against a counter beside each point of strength: another kind, size or nation, each trait it
has, and each step more or less."""
FEW_POINTS = 3
"""A counter stands for a unit if its strength is no further off than this, or than half of what is wanted."""


@dataclass(frozen=True)
class Wanted:
    """A unit to be found: its kind in the words of the game asked (empty: none like it), strength, steps."""

    kind: str
    strength: int
    steps: int = 1
    size: str = ""


@dataclass(frozen=True)
class Recruit:
    """What was wanted, and the counter that stands for it (None: nothing does)."""

    wanted: Wanted
    counter: Counter | None

    @property
    def differences(self) -> list[str]:
        """In what the counter is not what was wanted."""
        found, counter, wanted = list[str](), self.counter, self.wanted
        if counter is None:
            return ["no counterpart"]
        if counter.kind != wanted.kind:
            found.append(f"{counter.kind} for {wanted.kind or 'a kind without counterpart'}")
        if counter.steps[0].strength != wanted.strength:
            found.append(f"strength {counter.steps[0].strength} for {wanted.strength}")
        if len(counter.steps) != wanted.steps:
            found.append(f"{len(counter.steps)} step{'s' * (len(counter.steps) > 1)} for {wanted.steps}")
        return found


class Depot:
    """The counters of a game; each is given out once."""

    def __init__(self, board: Board, barred: Iterable[str] = ()) -> None:
        self.board, self.counters, self.given = board, board.counters, set(barred)
        self.nations: dict[Side, str] = {}

    def recruit(self, side: Side, wanted: Wanted) -> Recruit:
        """The counter of a side most like what is wanted, of those left."""
        if not wanted.kind:
            return Recruit(wanted, None)
        left = [c for c in self.counters.values() if c.side == side and c.id not in self.given]
        able = [c for c in left if c.steps and bool(c.steps[0].strength) == bool(wanted.strength)]
        if wanted.strength:
            able = [c for c in able if c.kind == wanted.kind or (side, c.kind) in self.fighting]
            most = max(FEW_POINTS, wanted.strength / 2)
            able = [c for c in able if abs(c.steps[0].strength - wanted.strength) <= most]
        same = [c for c in able if c.kind == wanted.kind] or ([] if not wanted.strength else able)
        found = min(same, key=lambda c: (self._against(c, wanted), c.id), default=None)
        if found is not None:
            self.given.add(found.id)
            self.nations.setdefault(side, found.nation)
        return Recruit(wanted, found)

    @cached_property
    def fighting(self) -> frozenset[tuple[Side, str]]:
        """The kinds of units, by side, that may attack."""
        return fighting_kinds(self.board)

    def headquarters(self, side: Side) -> Counter | None:
        """A counter of a side that commands others, of the nation that fights."""
        nation = self.nations.get(side, "")
        left = [c for c in self.counters.values() if c.side == side and c.id not in self.given]
        able = [c for c in left if c.radius]
        found = min(able, key=lambda c: (c.nation != nation, len(c.traits), c.id), default=None)
        if found is not None:
            self.given.add(found.id)
        return found

    def _against(self, counter: Counter, wanted: Wanted) -> float:
        first = counter.steps[0]
        points = float(abs(first.strength - wanted.strength))
        points += A_STEP * abs(len(counter.steps) - wanted.steps) + PECULIAR * len(counter.traits)
        points += OTHER_KIND * (counter.kind != wanted.kind)
        points += OTHER_SIZE * bool(wanted.size and counter.size and counter.size != wanted.size)
        nation = self.nations.get(counter.side)
        return points + OTHER_NATION * (nation is not None and counter.nation != nation)
