"""A map as the rules of `mapfaults` look at it: what its words mean, and which file and line says what."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from hexcore.hexes import HexCoord
from hexcore.map_files import HexRow, HexsideRow, RoadRow, Said, rows
from hexcore.maps import HexMap

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
    `objectives`: groups of hexes that a player looks for by name.
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
    objectives: frozenset[str] = frozenset()


class Ground:
    """A map with what the rules keep asking: where the sea is, and which line says so."""

    def __init__(self, hex_map: HexMap, folder: Path, words: MapWords) -> None:
        self.map, self.folder, self.words = hex_map, folder, words
        self.sea = {i for i, terrain in enumerate(hex_map.terrain) if terrain & words.sea}
        self.land = [i for i in range(len(hex_map)) if i not in self.sea]

    @cached_property
    def hex_lines(self) -> dict[int, Said]:
        return {self.map.hex(said.row.hex): said for said in self.rows("hexes.csv", HexRow)}

    @cached_property
    def side_lines(self) -> dict[str, dict[int, Said]]:
        """By file, the line of each hexside, under the name `whole` gives it."""
        links = [said for said in self.rows("roads.csv", RoadRow) if said.row.hex2[:5] != "EDGE_"]
        files = {"hexsides.csv": self.rows("hexsides.csv", HexsideRow), "roads.csv": links}
        return {name: {self.between(s.row.hex1, s.row.hex2): s for s in said} for name, said in files.items()}

    def rows(self, name: str, row: type[Any]) -> list[Said]:
        return rows(self.folder, name, row)

    def between(self, one: str, other: str) -> int:
        return self.whole(self.map.side(self.map.hex(one), self.map.hex(other)))

    def whole(self, side: int) -> int:
        """One name for a hexside that has two."""
        mirror = self.map.mirror(side)
        return side if mirror < 0 else min(side, mirror)

    def at_hex(self, hex: int, text: str) -> Finding:
        said = self.hex_lines.get(hex, Said(self.folder / "hexes.csv", 0, None))
        return Finding(said.path, said.line, text)

    def at_side(self, side: int, text: str, name: str = "hexsides.csv") -> Finding:
        said = self.side_lines[name].get(self.whole(side), Said(self.folder / name, 0, None))
        return Finding(said.path, said.line, text)

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
