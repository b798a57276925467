"""The faults a map may have, rule by rule: what `mapcheck` looks for.

Each rule takes the `Ground` (a map, its folder, the meaning of its words) and yields findings with the
file and the line that says so. No rule knows a word of any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from hexcore.hexes import HexCoord
from hexcore.map_files import GroupRow, HexRow, HexsideRow, PlaceRow, RoadRow
from hexcore.maps import HexMap
from hexcore.tables import read_csv

Corner = frozenset[HexCoord]
"""A point of the hex grid: the three hexes that meet there, on the map or not."""

COMPASS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "columns": {"N": (0,), "E": (1, 2), "S": (3,), "W": (4, 5)},
    "rows": {"N": (0, 1), "E": (2,), "S": (3, 4), "W": (5,)},
}
"""A hex lies on an edge of the map when all these hexsides of it do."""


class Finding(NamedTuple):
    """One fault of a map. `line` is 0 where the whole file is meant."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


@dataclass(frozen=True)
class MapWords:
    """What the words of a map mean to `check`.

    `roads`: the best kind first. `terrain`, `features`, `sides`: every word known (left empty: any).
    `coast`: the feature of land that touches the sea. `sheets`: prefixes of the sheets the map holds
    whole (left empty: the first). `edges`: an edge word of the data to the compass sides it may lie on
    ("N", "SW"). `edge_groups`: a group that covers all land of an edge from its first hex to its last.
    """

    sea: frozenset[str] = frozenset()
    impassable_sides: frozenset[str] = frozenset()
    rivers: frozenset[str] = frozenset()
    roads: tuple[str, ...] = ()
    terrain: frozenset[str] = frozenset()
    features: frozenset[str] = frozenset()
    sides: frozenset[str] = frozenset()
    coast: str = ""
    sheets: tuple[str, ...] = ()
    edges: Mapping[str, str] = field(default_factory=lambda: {"N": "N", "E": "E", "S": "S", "W": "W"})
    edge_groups: Mapping[str, str] = field(default_factory=dict)


class Ground:
    """A map with what the rules keep asking: where the sea is, and which line says so."""

    def __init__(self, hex_map: HexMap, folder: Path, words: MapWords) -> None:
        self.map, self.folder, self.words = hex_map, folder, words
        self.sea = {i for i, terrain in enumerate(hex_map.terrain) if terrain & words.sea}
        self.land = [i for i in range(len(hex_map)) if i not in self.sea]

    @cached_property
    def hex_lines(self) -> dict[int, int]:
        return {self.map.hex(row.hex): line for line, row in self.rows("hexes.csv", HexRow)}

    @cached_property
    def side_lines(self) -> dict[str, dict[int, int]]:
        """By file, the line of each hexside, under the name `whole` gives it."""
        links = [pair for pair in self.rows("roads.csv", RoadRow) if pair[1].hex2[:5] != "EDGE_"]
        files = {"hexsides.csv": self.rows("hexsides.csv", HexsideRow), "roads.csv": links}
        return {name: {self.between(r.hex1, r.hex2): n for n, r in rows} for name, rows in files.items()}

    def rows(self, name: str, row: type[Any]) -> list[tuple[int, Any]]:
        path = self.folder / name
        return list(enumerate(read_csv(path, row), 2)) if path.exists() else []

    def between(self, one: str, other: str) -> int:
        return self.whole(self.map.side(self.map.hex(one), self.map.hex(other)))

    def whole(self, side: int) -> int:
        """One name for a hexside that has two."""
        mirror = self.map.mirror(side)
        return side if mirror < 0 else min(side, mirror)

    def at_hex(self, hex: int, text: str) -> Finding:
        return Finding(self.folder / "hexes.csv", self.hex_lines.get(hex, 0), text)

    def at_side(self, side: int, text: str, name: str = "hexsides.csv") -> Finding:
        return Finding(self.folder / name, self.side_lines[name].get(self.whole(side), 0), text)

    def at_road(self, side: int, text: str) -> Finding:
        return self.at_side(side, text, "roads.csv")

    def each_side(self) -> Iterator[int]:
        """Every hexside once, under the name `whole` gives it."""
        return (side for side in range(len(self.map.sides)) if self.whole(side) == side)

    def shore(self, side: int) -> bool:
        """Does the sea lie on either side of a hexside?"""
        return side // 6 in self.sea or self.map.neighbours[side] in self.sea

    def spell(self, side: int) -> str:
        across = self.map.neighbours[side]
        return f"{self.map.numbers[side // 6]}-{self.map.numbers[across] if across >= 0 else 'edge'}"

    def numbers(self, hexes: Iterable[int], most: int = 6) -> str:
        names = sorted(self.map.numbers[hex] for hex in hexes)
        return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")

    def corners(self, side: int) -> tuple[Corner, Corner]:
        """The two ends of a hexside."""
        hex, d = self.map.coords[side // 6], side % 6
        before, here, after = (hex.neighbour((d + turn) % 6) for turn in (-1, 0, 1))
        return frozenset((hex, before, here)), frozenset((hex, here, after))

    def all_corners(self, sides: Iterable[int]) -> frozenset[Corner]:
        return frozenset(corner for side in sides for corner in self.corners(side))

    def chains(self, sides: Collection[int]) -> list[set[int]]:
        """Hexsides in pieces that hang together at their corners, the largest first."""
        at = self.meetings(sides)
        return pieces(sides, lambda side: (n for corner in self.corners(side) for n in at[corner]))

    def meetings(self, sides: Iterable[int]) -> dict[Corner, list[int]]:
        """The corners of hexsides, each with those of them that meet there."""
        at: dict[Corner, list[int]] = {}
        for side in sorted(sides):
            for corner in self.corners(side):
                at.setdefault(corner, []).append(side)
        return at

    @cached_property
    def closed_sides(self) -> set[int]:
        """The hexsides that nothing crosses."""
        return {s for s in self.each_side() if self.map.sides[s] & self.words.impassable_sides}

    def wet(self, corner: Corner) -> bool:
        return any(self.map.at_coord.get(coord) in self.sea for coord in corner)

    def on_border(self, corner: Corner) -> bool:
        return any(coord not in self.map.at_coord for coord in corner)

    def on_edge(self, hex: int, compass: str) -> bool:
        """Does a hex lie on this compass side of the map?"""
        around = self.map.neighbours[6 * hex : 6 * hex + 6]
        return all(around[d] < 0 for d in COMPASS[self.map.grid.family][compass])

    @cached_property
    def roads(self) -> dict[int, list[tuple[int, str]]]:
        """Each hex with a road to the neighbours its roads reach, and by which kind."""
        reached: dict[int, list[tuple[int, str]]] = {}
        for side, road in enumerate(self.map.roads):
            if road and self.map.neighbours[side] >= 0:
                reached.setdefault(side // 6, []).append((self.map.neighbours[side], road))
        return reached


def pieces(hexes: Collection[int], reach: Callable[[int], Iterable[int]]) -> list[set[int]]:
    """*hexes* in connected pieces, the largest first."""
    left, found = set(hexes), []
    while left:
        piece = {min(left)}
        border = list(piece)
        while border:
            fresh = {n for n in reach(border.pop()) if n in left} - piece
            piece |= fresh
            border += fresh
        left -= piece
        found.append(piece)
    return sorted(found, key=len, reverse=True)


# ------------------------------------------------------------------------------------- the rules


def holes(ground: Ground) -> Iterator[Finding]:
    """A sheet that is held whole lacks no hex."""
    grid = ground.map.grid
    prefixes = ground.words.sheets or (grid.sheets[0].prefix,)
    for sheet in (s for s in grid.sheets if s.prefix in prefixes):
        for coord in grid.hexes(sheet):
            if coord not in ground.map.at_coord:
                text = f"{grid.number(coord)} is missing from the sheet"
                yield Finding(ground.folder / "hexes.csv", 0, text)


def duplicates(ground: Ground) -> Iterator[Finding]:
    """Nothing is said twice: not the same hexside from its other name, nor two kinds of river on one."""
    for name, kind, key in (
        ("hexsides.csv", HexsideRow, _side_key),
        ("roads.csv", RoadRow, _road_key),
        ("places.csv", PlaceRow, lambda g, row: (g.map.hex(row.hex), row.name)),
        ("groups.csv", GroupRow, lambda g, row: (row.group, g.map.hex(row.hex))),
    ):
        seen: set[object] = set()
        for line, row in ground.rows(name, kind):
            what = key(ground, row)
            if what in seen:
                yield Finding(ground.folder / name, line, f"{_first(row)} is listed twice")
            seen.add(what)


def _first(row: Any) -> str:
    cells = (getattr(row, key, "") for key in ("group", "hex", "hex1", "hex2", "name"))
    return " ".join(cell for cell in cells if cell)


def _side_key(ground: Ground, row: HexsideRow) -> object:
    side = ground.between(row.hex1, row.hex2)
    return (side, "river") if row.feature in ground.words.rivers else (side, row.feature)


def _road_key(ground: Ground, row: RoadRow) -> object:
    return (row.hex1, row.hex2) if row.hex2.startswith("EDGE_") else ground.between(row.hex1, row.hex2)


def one_way(ground: Ground) -> Iterator[Finding]:
    """A hexside looks the same from both of its hexes."""
    game = ground.map
    for side, words in enumerate(game.sides):
        across = game.mirror(side)
        if across > side and (words, game.roads[side]) != (game.sides[across], game.roads[across]):
            yield ground.at_side(side, f"{ground.spell(side)} differs when seen from across")


def unknown_words(ground: Ground) -> Iterator[Finding]:
    """Every word of terrain, feature, hexside and road is one the ruleset declares."""
    words, game = ground.words, ground.map
    for hex in range(len(game)):
        for known, used in ((words.terrain, game.terrain[hex]), (words.features, game.features[hex])):
            for word in sorted(used - known) if known else ():
                yield ground.at_hex(hex, f"{game.numbers[hex]} has an unknown word {word!r}")
        if not game.terrain[hex]:
            yield ground.at_hex(hex, f"{game.numbers[hex]} has no terrain")
    for side in ground.each_side():
        for word in sorted(game.sides[side] - words.sides) if words.sides else ():
            yield ground.at_side(side, f"{ground.spell(side)} has an unknown word {word!r}")
        road = game.roads[side]
        if road and road not in words.roads:
            yield ground.at_road(side, f"{ground.spell(side)} has an unknown road {road!r}")


def rivers(ground: Ground) -> Iterator[Finding]:
    """Every river has a name and is one chain over land, from a source or an edge to sea, edge or river."""
    named: dict[str, set[int]] = {}
    for side in ground.each_side():
        if ground.map.sides[side] & ground.words.rivers:
            name = ground.map.side_names.get(side, "")
            named.setdefault(name, set()).add(side)
            if not name:
                yield ground.at_side(side, f"{ground.spell(side)} is a river without a name")
            if ground.shore(side):
                yield ground.at_side(side, f"{name or 'a river'} runs in the sea at {ground.spell(side)}")
    corners = {name: ground.all_corners(sides) for name, sides in named.items() if name}
    water = ground.all_corners(ground.closed_sides)
    for name in sorted(named.keys() - {""}):
        others = water.union(*(c for other, c in corners.items() if other != name))
        yield from _river(ground, name, named[name], others)
    for system in ground.chains({side for sides in named.values() for side in sides}):
        ends = ground.all_corners(system)
        if not any(ground.wet(c) or ground.on_border(c) for c in ends) and not ends & water:
            first = min(system)
            names = ", ".join(sorted({ground.map.side_names.get(s, "a river") for s in system}))
            yield ground.at_side(
                first, f"the water of {names} at {ground.spell(first)} reaches no sea or edge"
            )


def _river(ground: Ground, name: str, sides: set[int], others: frozenset[Corner]) -> Iterator[Finding]:
    at = ground.meetings(sides)
    for part in ground.chains(sides)[1:]:
        first = min(part)
        yield ground.at_side(first, f"{name} breaks: a piece lies at {ground.spell(first)}")
    for meeting in at.values():
        if len(meeting) > 2:
            yield ground.at_side(meeting[0], f"{name} forks at {ground.spell(meeting[0])}")
    ends = [corner for corner, meeting in at.items() if len(meeting) == 1]
    last = at[ends[-1]][0] if ends else min(sides)
    mouths = [c for c in ends if ground.wet(c) or ground.on_border(c) or c in others]
    if not mouths:
        text = f"{name} reaches neither sea nor edge nor another river; it ends at {ground.spell(last)}"
        yield ground.at_side(last, text)
    elif len(mouths) == len(ends) and not any(ground.on_border(c) for c in ends):
        yield ground.at_side(last, f"{name} has a mouth at both ends, and no source")


def coast(ground: Ground) -> Iterator[Finding]:
    """The sea is open to the map's edge, its shore is marked, and water hexsides lie by the sea."""
    game, mark = ground.map, ground.words.coast
    for sea in pieces(ground.sea, game.around):
        if all(len(game.around(hex)) == 6 for hex in sea):
            yield ground.at_hex(min(sea), f"the sea at {ground.numbers(sea)} is closed in by land")
    for hex in ground.land if mark else ():
        touches = any(n in ground.sea for n in game.around(hex))
        if touches and mark not in game.features[hex]:
            yield ground.at_hex(hex, f"{game.numbers[hex]} touches the sea but is not {mark}")
        elif mark in game.features[hex] and not touches and len(game.around(hex)) == 6:
            yield ground.at_hex(hex, f"{game.numbers[hex]} is {mark} but touches no sea")
    for chain in ground.chains(ground.closed_sides):
        if not any(ground.wet(c) or ground.on_border(c) for c in ground.all_corners(chain)):
            side = min(chain)
            yield ground.at_side(side, f"{ground.spell(side)} is closed with no sea beside it")


def roads_into_sea(ground: Ground) -> Iterator[Finding]:
    """No road enters the sea or crosses a hexside that nothing crosses."""
    for side in ground.each_side():
        road = ground.map.roads[side]
        if road and ground.shore(side):
            yield ground.at_road(side, f"the {road} road {ground.spell(side)} runs into the sea")
        elif road and side in ground.closed_sides:
            yield ground.at_road(side, f"the {road} road {ground.spell(side)} crosses a closed hexside")


def road_net(ground: Ground) -> Iterator[Finding]:
    """All roads hang together."""
    for piece in pieces(ground.roads, lambda hex: (n for n, _ in ground.roads[hex]))[1:]:
        yield ground.at_hex(min(piece), f"the roads at {ground.numbers(piece)} are cut off from the net")


def roads_in_the_open(ground: Ground) -> Iterator[Finding]:
    """A road ends in a place, at a better road, at the edge, or goes on."""
    order, worst = {road: n for n, road in enumerate(ground.words.roads)}, len(ground.words.roads)
    off_map = Counter((road.hex, road.road) for road in ground.map.edge_roads)
    for hex, reached in sorted(ground.roads.items()):
        kinds = Counter(road for _, road in reached)
        for road, count in kinds.items():
            better = any(order.get(k, worst) < order.get(road, worst) for k in kinds)
            if count + off_map[hex, road] == 1 and not better and hex not in ground.map.place_at:
                yield ground.at_hex(hex, f"a {road} road stops in the open at {ground.map.numbers[hex]}")


def edge_roads(ground: Ground) -> Iterator[Finding]:
    """A road that leaves the map does so on the edge it names, and comes from somewhere."""
    path = ground.folder / "roads.csv"
    lines = {(row.hex1, row.hex2): line for line, row in ground.rows("roads.csv", RoadRow)}
    for road in ground.map.edge_roads:
        number, compass = ground.map.numbers[road.hex], ground.words.edges.get(road.edge, "")
        line = lines.get((number, f"EDGE_{road.edge}"), 0)
        if not any(ground.on_edge(road.hex, side) for side in compass):
            yield Finding(path, line, f"{number} does not lie on the edge {road.edge!r}")
        if all(kind != road.road for _, kind in ground.roads.get(road.hex, ())):
            yield Finding(path, line, f"no {road.road} road leads to where one leaves the map at {number}")


def unreachable(ground: Ground) -> Iterator[Finding]:
    """All land can be walked to, and no place lies in the sea."""
    game, closed = ground.map, ground.words.impassable_sides

    def walk(hex: int) -> Iterator[int]:
        return (game.neighbours[s] for s in range(6 * hex, 6 * hex + 6) if not game.sides[s] & closed)

    for piece in pieces(ground.land, walk)[1:]:
        yield ground.at_hex(min(piece), f"the land at {ground.numbers(piece)} cannot be reached")
    for place in game.places:
        if place.hex in ground.sea:
            yield ground.at_hex(place.hex, f"{place.name} lies in the sea at {game.numbers[place.hex]}")


def groups(ground: Ground) -> Iterator[Finding]:
    """A group that stands for an edge holds all its land between the group's two ends, and no more."""
    path, game = ground.folder / "groups.csv", ground.map
    for name, edge in ground.words.edge_groups.items():
        members = set(game.groups.get(name, ()))
        if not members:
            yield Finding(path, 0, f"there is no group {name}")
            continue
        sides = ground.words.edges.get(edge, "")
        border = {h for h in range(len(game)) if any(ground.on_edge(h, side) for side in sides)}
        for hex in sorted(members - border | members & ground.sea):
            yield Finding(path, 0, f"{name}: {game.numbers[hex]} is not land on the edge {edge!r}")
        along = sorted(border - ground.sea, key=lambda h: _along(game, h, sides))
        inside = [n for n, hex in enumerate(along) if hex in members]
        for hex in along[inside[0] : inside[-1] + 1] if inside else ():
            if hex not in members:
                yield Finding(path, 0, f"{name} leaves out {game.numbers[hex]}")


def _along(game: HexMap, hex: int, sides: str) -> tuple[int, int]:
    column, row = game.grid.column_row(game.coords[hex])
    return (row, column) if sides in ("E", "W") else (column, row)


Rule = Callable[[Ground], Iterator[Finding]]

RULES: tuple[Rule, ...] = (holes, duplicates, one_way, unknown_words, rivers, coast)
RULES += (roads_into_sea, road_net, roads_in_the_open, edge_roads, unreachable, groups)
