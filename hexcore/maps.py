"""Hex maps on integer indices: terrain, hexside features, roads, named places and groups.

A hex is an index into the map (`HexIndex`); its printed number appears at the door only. A hexside
is `6 * hex + direction`; both of its names always carry the same features.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from hexcore.hexes import Grid, HexCoord
from hexcore.provenance import Provenance
from hexcore.tables import DataError

if TYPE_CHECKING:
    import networkx as nx
    from pydantic import SerializationInfo, ValidationInfo

OFF_MAP = -1
OF_THE_HEXES = ("numbers", "index", "at_coord", "neighbours", "_around", "centres")
"""What a map works out of its hexes alone, whatever ground is on them."""


def _hex_from_text(value: object, info: ValidationInfo) -> int:
    hex_map: HexMap = (info.context or {})["map"]
    return hex_map.hex(value) if isinstance(value, str) else hex_map.checked(value)


def _hex_to_text(value: int, info: SerializationInfo) -> str:
    hex_map: HexMap = (info.context or {})["map"]
    return hex_map.numbers[value]


class _HexForm:
    """How a hex is read and written, told to pydantic when it asks: importing a map does not import it."""

    def __get_pydantic_core_schema__(self, _source: object, _handler: object) -> Any:
        from pydantic_core import core_schema

        written = core_schema.plain_serializer_function_ser_schema(
            _hex_to_text, info_arg=True, return_schema=core_schema.str_schema()
        )
        return core_schema.with_info_plain_validator_function(_hex_from_text, serialization=written)


HexIndex = Annotated[int, _HexForm()]
"""A hex of the map in play. In JSON it is the printed number, aliases accepted."""


class Place(NamedTuple):
    """A named place: `kind` is the ruleset's word (city, town, village, beach, fortress ...)."""

    hex: int
    name: str
    kind: str
    provenance: Provenance
    rule: str = ""
    note: str = ""


class EdgeRoad(NamedTuple):
    """A road that runs off the map at a hex; `edge` is the data's word (N, E, S, W)."""

    hex: int
    edge: str
    road: str


@dataclass(frozen=True)
class HexMap:
    """The ground of a game. All sequences are indexed by hex, or by `6 * hex + direction`."""

    grid: Grid
    """How hexes are numbered and lie."""
    coords: tuple[HexCoord, ...]
    terrain: tuple[frozenset[str], ...]
    """The words of terrain of each hex: `hex_map.terrain[hex]`."""
    features: tuple[frozenset[str], ...]
    """Further words of each hex."""
    sides: tuple[frozenset[str], ...]
    """The words of each hexside, such as a river: `hex_map.sides[hex_map.side(hex, near)]`."""
    roads: tuple[str, ...]
    """The word of the road across each hexside; empty where none crosses."""
    side_names: Mapping[int, str] = field(default_factory=dict)
    """What a hexside's river is called."""
    places: tuple[Place, ...] = ()
    """Named places."""
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Hexes by the names of groups (groups.csv)."""
    edge_roads: tuple[EdgeRoad, ...] = ()
    """Roads that run off the map."""
    provenance: Mapping[tuple[str, int], Provenance] = field(default_factory=dict)
    road_names: Mapping[int | tuple[int, str], str] = field(default_factory=dict)
    """Names of roads, by hexside; of one that leaves the map by its hex and edge."""

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The printed number of every hex."""
        return tuple(self.grid.number(coord) for coord in self.coords)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Every printed number, aliases included, to its hex."""
        return {n: i for i, coord in enumerate(self.coords) for n in self.grid.numbers(coord)}

    @cached_property
    def at_coord(self) -> Mapping[HexCoord, int]:
        return {coord: i for i, coord in enumerate(self.coords)}

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """The hex across each hexside, OFF_MAP at the edge; length `6 * hexes`."""
        at = self.at_coord
        return tuple(at.get(n, OFF_MAP) for coord in self.coords for n in coord.neighbours())

    @cached_property
    def _around(self) -> tuple[tuple[int, ...], ...]:
        near = self.neighbours
        return tuple(tuple(n for n in near[6 * h : 6 * h + 6] if n >= 0) for h in range(len(self.coords)))

    @cached_property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """The middle of every hex on the plane, x to the right and y downward, in hexes."""
        return tuple(self.grid.centre(coord) for coord in self.coords)

    @cached_property
    def place_at(self) -> Mapping[int, Place]:
        """The most important place of a hex: the first one the data lists."""
        return {place.hex: place for place in reversed(self.places)}

    @cached_property
    def content_hash(self) -> str:
        """A hash of everything play depends on, the same on any machine."""
        parts: list[object] = [
            self.numbers,
            [sorted(t) for t in self.terrain],
            [sorted(f) for f in self.features],
        ]
        parts += [[sorted(s) for s in self.sides], self.roads, sorted(self.groups.items()), self.edge_roads]
        return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def __len__(self) -> int:
        return len(self.coords)

    def hex(self, number: str) -> int:
        """The hex with this printed number; ValueError when the map has none."""
        try:
            return self.index[number]
        except KeyError:
            raise ValueError(f"no hex {number!r} on this map") from None

    def checked(self, value: object) -> int:
        """An index already in hand, made sure of."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(self.coords):
            return value
        raise ValueError(f"{value!r} is not a hex of this map")

    def around(self, hex: int) -> tuple[int, ...]:
        """The neighbours on the map, clockwise."""
        return self._around[hex]

    def side(self, hex: int, other: int) -> int:
        """The hexside from *hex* to its neighbour *other*; ValueError when they do not touch."""
        return 6 * hex + self.neighbours[6 * hex : 6 * hex + 6].index(other)

    def mirror(self, side: int) -> int:
        """The same hexside named from across; OFF_MAP at the edge."""
        across = self.neighbours[side]
        return across if across < 0 else 6 * across + (side % 6 + 3) % 6

    def distance(self, hex: int, other: int) -> int:
        """Hexes from one to the other; 1 between neighbours."""
        return self.coords[hex].distance(self.coords[other])

    def within(self, hex: int, radius: int) -> Iterator[int]:
        """Every hex at most *radius* hexes away, itself included."""
        q, r = self.coords[hex]
        for dq in range(-radius, radius + 1):
            for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
                found = self.at_coord.get(HexCoord(q + dq, r + dr))
                if found is not None:
                    yield found

    def group(self, name: str) -> tuple[int, ...]:
        """A named group of hexes; DataError for a name the map does not know."""
        try:
            return self.groups[name]
        except KeyError:
            raise DataError(f"the map has no group of hexes named {name!r}") from None

    def with_ground(
        self,
        terrain: Mapping[int, frozenset[str]],
        features: Mapping[int, frozenset[str]],
        sides: Mapping[int, frozenset[str]],
        roads: Mapping[int, str],
    ) -> HexMap:
        """This map with some ground changed (by hex, or by hexside: both names are changed)."""
        new_sides, new_roads = list(self.sides), list(self.roads)
        for side, words in sides.items():
            for name in (side, self.mirror(side)):
                if name >= 0:
                    new_sides[name] = words
        for side, road in roads.items():
            for name in (side, self.mirror(side)):
                if name >= 0:
                    new_roads[name] = road
        made = HexMap(
            self.grid,
            self.coords,
            tuple(terrain.get(i, t) for i, t in enumerate(self.terrain)),
            tuple(features.get(i, f) for i, f in enumerate(self.features)),
            tuple(new_sides),
            tuple(new_roads),
            self.side_names,
            self.places,
            self.groups,
            self.edge_roads,
            self.provenance,
            self.road_names,
        )
        known = vars(self)
        vars(made).update({name: known[name] for name in OF_THE_HEXES if name in known})
        return made

    def graph(self) -> nx.Graph[int]:
        """The map as a networkx graph, for analysis and as the oracle of tests."""
        import networkx

        graph: nx.Graph[int] = networkx.Graph()
        graph.add_nodes_from(range(len(self.coords)))
        graph.add_edges_from((s // 6, n) for s, n in enumerate(self.neighbours) if n > s // 6)
        return graph


def read_map(folder: Path) -> HexMap:
    """A map from its folder: map.toml, hexes.csv, hexsides.csv, roads.csv, places.csv, groups.csv.

    Only map.toml and hexes.csv must exist. Raises DataError with file and line.
    """
    from hexcore.map_files import MapReader, read_grid

    return MapReader(folder, read_grid(folder / "map.toml")).map()


def positions(hex_map: HexMap, numbers: Sequence[str]) -> list[int]:
    """Printed numbers to hexes, in order."""
    return [hex_map.hex(number) for number in numbers]
