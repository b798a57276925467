"""What lies over the map: plain data that the map view paints and tests read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexcore_gui.counter_face import CounterFace

NOWHERE = -1


@dataclass(frozen=True)
class ReachMark:
    """A hex within reach: points left there as text, how strongly it is tinted (0 to 2), who stands there."""

    text: str
    strength: int
    friends: bool = False
    passing: bool = False


@dataclass(frozen=True)
class PathMark:
    """The way a unit would take: hexes from its start, words at the end, and its ghost there."""

    hexes: tuple[int, ...]
    text: str = ""
    ghost: CounterFace | None = None


@dataclass(frozen=True)
class Trail:
    """A way that a unit of a side has just gone."""

    hexes: tuple[int, ...]
    side: str


@dataclass(frozen=True)
class Zone:
    """An area of control: of the enemy (hatched) or one's own (dotted)."""

    hexes: frozenset[int]
    enemy: bool


@dataclass(frozen=True)
class SupplyLine:
    """A line of supply to its source, or (blocked) the hexes that cut it."""

    hexes: tuple[int, ...] = ()
    source: str = ""
    blocked: tuple[int, ...] = ()


@dataclass(frozen=True)
class Overlays:
    """Everything drawn over the ground and over the counters, from below."""

    net: frozenset[int] = frozenset()
    supply: tuple[SupplyLine, ...] = ()
    command: frozenset[int] = frozenset()
    front: tuple[int, ...] = ()
    lines: tuple[tuple[str, tuple[int, ...]], ...] = ()
    zones: tuple[Zone, ...] = ()
    reach: Mapping[int, ReachMark] = field(default_factory=dict)
    choices: frozenset[int] = frozenset()
    goals: frozenset[int] = frozenset()
    joiners: frozenset[int] = frozenset()
    attackers: frozenset[int] = frozenset()
    arrows: tuple[tuple[int, int], ...] = ()
    targets: Mapping[int, str] = field(default_factory=dict)
    path: PathMark | None = None
    trails: tuple[Trail, ...] = ()
    pointed: frozenset[int] = frozenset()
    refused: int = NOWHERE
    selected: int = NOWHERE
    cursor: int = NOWHERE
    hovered: int = NOWHERE
