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
    """The way a unit would take: hexes from its start, words at the end, its ghost there, way-points."""

    hexes: tuple[int, ...]
    text: str = ""
    ghost: CounterFace | None = None
    points: tuple[int, ...] = ()


@dataclass(frozen=True)
class Trail:
    """A way that units of a side went with one of the answers; `own` when a player here sent them."""

    hexes: tuple[int, ...]
    side: str
    units: tuple[str, ...] = ()
    answers: int = 0
    own: bool = False


@dataclass(frozen=True)
class Zone:
    """An area of control: of the enemy (hatched) or one's own (dotted)."""

    hexes: frozenset[int]
    enemy: bool


@dataclass(frozen=True)
class SupplyLine:
    """A line of supply to its source, or (blocked) the hexes that cut it; `told` is said at its end."""

    hexes: tuple[int, ...] = ()
    source: str = ""
    blocked: tuple[int, ...] = ()
    told: str = ""


@dataclass(frozen=True)
class Band:
    """Ground where supply gives one state (the ruleset's word), and in words what makes it so."""

    state: str
    hexes: frozenset[int]
    text: str = ""


@dataclass(frozen=True)
class ObjectiveMark:
    """Ground that victory asks for, and the side that holds it (empty: none)."""

    hexes: tuple[int, ...]
    name: str
    holder: str = ""


@dataclass(frozen=True)
class Overlays:
    """Everything drawn over the ground and over the counters, from below."""

    bands: tuple[Band, ...] = ()
    supply: tuple[SupplyLine, ...] = ()
    radii: tuple[frozenset[int], ...] = ()
    objectives: tuple[ObjectiveMark, ...] = ()
    front: tuple[int, ...] = ()
    lines: tuple[tuple[str, tuple[int, ...]], ...] = ()
    zones: tuple[Zone, ...] = ()
    reach: Mapping[int, ReachMark] = field(default_factory=dict)
    choices: frozenset[int] = frozenset()
    goals: frozenset[int] = frozenset()
    joiners: frozenset[int] = frozenset()
    attackers: frozenset[int] = frozenset()
    arrows: tuple[tuple[int, int], ...] = ()
    named: Mapping[int, str] = field(default_factory=dict)
    targets: Mapping[int, str] = field(default_factory=dict)
    planned: Mapping[int, str] = field(default_factory=dict)
    planned_arrows: tuple[tuple[int, int], ...] = ()
    either: frozenset[int] = frozenset()
    could_join: Mapping[int, str] = field(default_factory=dict)
    path: PathMark | None = None
    trails: tuple[Trail, ...] = ()
    pointed: frozenset[int] = frozenset()
    refused: int = NOWHERE
    selected: int = NOWHERE
    cursor: int = NOWHERE
    hovered: int = NOWHERE


NOTHING = {
    "zones": "No unit exerts a zone of control.",
    "supply": "Nobody draws supply over a line here.",
    "command": "No headquarters with a radius is on the map.",
    "front": "There is no front line: one side alone is on the map.",
    "victory": "Victory asks for no ground here; the points stand in the charts.",
}
"""What is said when an area overlay has nothing to show."""


def shows(what: Overlays, area: str) -> bool:
    """Whether an area overlay has anything to show."""
    parts = {
        "zones": tuple(zone for zone in what.zones if zone.hexes),
        "supply": (*what.bands, *(line for line in what.supply if line.hexes or line.blocked)),
        "command": what.radii,
        "front": what.front,
        "victory": what.objectives,
    }
    return bool(parts[area])
