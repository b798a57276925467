"""Sides, printed counters, units in play, and where a unit can be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, NewType, TypeAlias

from hexcore.maps import OFF_MAP
from hexcore.provenance import Provenance

Side = NewType("Side", str)
CHANCE = Side("chance")
"""The dice are a player: every roll is an action of this side."""


class Step(NamedTuple):
    """One strength level of a counter: combat strength and movement allowance (points) as printed."""

    strength: int
    movement: int


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter as printed. `steps` run from full strength downward; `traits` are the ruleset's words."""

    id: str
    side: Side
    kind: str
    steps: tuple[Step, ...]
    size: str = ""
    formation: str = ""
    designation: str = ""
    nation: str = ""
    radius: int = 0
    traits: frozenset[str] = frozenset()
    provenance: Mapping[str, Provenance] = field(default_factory=dict, compare=False)
    note: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """What a player calls it: designation and formation."""
        both = f"{self.designation}/{self.formation}" if self.formation else self.designation
        return both if self.designation != self.formation else self.designation


class Box(NamedTuple):
    """A place off the map: eliminated, exited, arrivals, a staging area."""

    name: str


class Aboard(NamedTuple):
    """Carried by another unit."""

    carrier: str


ELIMINATED = Box("eliminated")
ARRIVALS = Box("arrivals")
EXITED = Box("exited")

Place: TypeAlias = int | Box | Aboard | None
"""A hex of the map, a box, aboard a unit, or (None) not in this game."""


class Unit(NamedTuple):
    """A counter in play: where it is, and how many steps it has lost."""

    counter: Counter
    place: Place = None
    losses: int = 0

    @property
    def id(self) -> str:
        return self.counter.id

    @property
    def side(self) -> Side:
        return self.counter.side

    @property
    def hex(self) -> int:
        """The hex it stands in, OFF_MAP when it stands in none."""
        place = self.place
        return place if type(place) is int else OFF_MAP

    @property
    def steps_left(self) -> int:
        return len(self.counter.steps) - self.losses

    @property
    def step(self) -> Step:
        """The face now showing (the last one for a unit with no steps left)."""
        return self.counter.steps[min(self.losses, len(self.counter.steps) - 1)]

    @property
    def alive(self) -> bool:
        return self.place != ELIMINATED and self.place is not None
