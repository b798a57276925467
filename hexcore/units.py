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
    """Movement points, whole ones: the core counts half-points, two to a point."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter as printed."""

    id: str
    side: Side
    kind: str
    """The ruleset's word for its type: `infantry`."""
    steps: tuple[Step, ...]
    """Its faces from full strength downward."""
    size: str = ""
    """The ruleset's word for its size: `division`."""
    formation: str = ""
    """The formation it belongs to."""
    designation: str = ""
    """Its own number or name in the formation."""
    nation: str = ""
    radius: int = 0
    """Hexes a headquarters commands."""
    traits: frozenset[str] = frozenset()
    """Further words of the ruleset."""
    provenance: Mapping[str, Provenance] = field(default_factory=dict, compare=False)
    """Where its values come from, by name."""
    note: str = field(default="", compare=False)
    called: str = field(default="", compare=False)
    """What a player calls it, where that is neither designation nor formation."""

    @property
    def name(self) -> str:
        """What a player calls it: as it is `called`, else designation and formation."""
        if self.called:
            return self.called
        both = f"{self.designation}/{self.formation}" if self.formation else self.designation
        return both if self.designation != self.formation else self.designation


class Box(NamedTuple):
    """A place off the map: `eliminated`, `exited` (left over an edge, withdrawn), `arrivals` (not come yet),
    or a ruleset's own, such as a staging area."""

    name: str


class Aboard(NamedTuple):
    """Carried by another unit."""

    carrier: str
    """Its id."""


ELIMINATED = Box("eliminated")
ARRIVALS = Box("arrivals")
EXITED = Box("exited")

Place: TypeAlias = int | Box | Aboard | None
"""A hex of the map, a box, aboard a unit, or (None) not in this game."""


@dataclass(frozen=True, slots=True, init=False)
class Unit:
    """A counter in play: where it is, and how many steps it has lost.

    `id` and `side` are its counter's; `hex` is the hex it stands in, OFF_MAP when it stands in none. They are
    kept, for nothing else is asked for so often.
    """

    counter: Counter
    """The counter as printed: `unit.counter.kind`."""
    place: Place = None
    """A hex, a `Box`, `Aboard` another unit, or None: not in this game."""
    losses: int = 0
    """Steps lost."""
    id: str = field(init=False, compare=False, repr=False)
    side: Side = field(init=False, compare=False, repr=False)
    hex: int = field(init=False, compare=False, repr=False)
    """The hex it stands in; negative (OFF_MAP) when it stands in none."""

    def __init__(self, counter: Counter, place: Place = None, losses: int = 0) -> None:
        _keep_counter(self, counter)
        _keep_place(self, place)
        _keep_losses(self, losses)
        _keep_id(self, counter.id)
        _keep_side(self, counter.side)
        _keep_hex(self, place if type(place) is int else OFF_MAP)

    def put(self, place: Place) -> Unit:
        """The unit in another place."""
        return Unit(self.counter, place, self.losses)

    def with_losses(self, losses: int) -> Unit:
        """The unit at another number of steps lost."""
        return Unit(self.counter, self.place, losses)

    @property
    def steps_left(self) -> int:
        """Steps it has not lost; 0 once it is eliminated by losses."""
        return len(self.counter.steps) - self.losses

    @property
    def step(self) -> Step:
        """The face now showing (the last one for a unit with no steps left)."""
        return self.counter.steps[min(self.losses, len(self.counter.steps) - 1)]

    @property
    def alive(self) -> bool:
        """Whether it is in the game at all and not eliminated; it may be off the map."""
        return self.place != ELIMINATED and self.place is not None


_keep_counter, _keep_place, _keep_losses, _keep_id, _keep_side, _keep_hex = (
    getattr(Unit, name).__set__ for name in ("counter", "place", "losses", "id", "side", "hex")
)
"""Slot by slot: every event of a game makes units, and a frozen dataclass fills itself in slowly."""
