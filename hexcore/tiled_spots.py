"""Which hexes an object drawn in Tiled lies in, by its place on the picture.

A point stands for the hex it lies in, each stretch of a line in `roads` for the two hexes it joins, each
stretch in `hexsides` for the side it runs along. An object that names its hexes must lie where it says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from hexcore.map_rows import EDGE

Spot = tuple[float, float]
Cells = dict[str, str]
SLACK = 0.3
"""How far an end of a hexside may lie from its corner, in parts of a corner's distance from the middle."""


class Size(NamedTuple):
    """The size of a tile in pixels, and of the side of a hex."""

    wide: int
    high: int
    side: int


class Spots:
    """Where the hexes of a map lie on the picture; `tiles` are column and row from the upper left."""

    def __init__(self, tiles: Mapping[str, tuple[int, int]], size: Size, columns: bool, stagger: str) -> None:
        self.radius = (size.wide if columns else size.high) / 2
        self.at: dict[tuple[int, int], str] = {}
        self.centres: dict[str, Spot] = {}
        for number, (x, y) in tiles.items():
            shoved = (x if columns else y) % 2 == (0 if stagger == "even" else 1)
            self.at[x, y] = number
            if columns:
                step, half = (size.wide + size.side) // 2, size.high // 2 * shoved
                self.centres[number] = (x * step + size.wide / 2, y * size.high + size.high / 2 + half)
            else:
                step, half = (size.high + size.side) // 2, size.wide // 2 * shoved
                self.centres[number] = (x * size.wide + size.wide / 2 + half, y * step + size.high / 2)
        self.cell = (
            ((size.wide + size.side) // 2, size.high)
            if columns
            else (size.wide, (size.high + size.side) // 2)
        )

    def near(self, spot: Spot) -> list[str]:
        """The hexes about a spot, the nearest first."""
        x, y = int(spot[0] // self.cell[0]), int(spot[1] // self.cell[1])
        found = [
            self.at[x + dx, y + dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (x + dx, y + dy) in self.at
        ]
        return sorted(found, key=lambda number: (math.dist(self.centres[number], spot), number))

    def hex(self, spot: Spot) -> str:
        """The hex a spot lies in; ValueError where there is none."""
        found = self.near(spot)
        if not found or math.dist(self.centres[found[0]], spot) > self.radius:
            raise ValueError(f"no hex lies at {spot[0]:g}, {spot[1]:g}")
        return found[0]

    def side(self, one: Spot, other: Spot) -> tuple[str, str]:
        """The two hexes on either side of a stretch; ValueError where it runs along no hexside."""
        middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        both = self.near(middle)[:2]
        away = [abs(math.dist(self.centres[hex], end) - self.radius) for hex in both for end in (one, other)]
        if len(both) < 2 or max(away) > SLACK * self.radius or math.dist(one, other) < self.radius / 2:
            raise ValueError(f"no hexside runs from {one[0]:g}, {one[1]:g} to {other[0]:g}, {other[1]:g}")
        return both[0], both[1]

    def rows(self, table: str, cells: Cells, line: Sequence[Spot]) -> Iterator[Cells]:
        """The rows an object stands for; ValueError where it lies elsewhere than it says, or nowhere."""
        if table == "places":
            yield {**cells, "hex": self._agreed(cells.get("hex", ""), self.hex(line[0]))}
            return
        named = [cells.get("hex1", ""), cells.get("hex2", "")]
        if named[1].startswith(EDGE):
            yield {**cells, "hex1": self._agreed(named[0], self.hex(line[0]))}
            return
        if len(line) < 2:
            raise ValueError("it is no line")
        for one, other in pairwise(line):
            found = self.side(one, other) if table == "hexsides" else (self.hex(one), self.hex(other))
            if all(named) and set(named) != set(found):
                raise ValueError(
                    f"it says {' '.join(named)}, and lies at {' '.join(found)}: change one of them"
                )
            first, second = named if all(named) else found
            yield {**cells, "hex1": first, "hex2": second}

    def _agreed(self, named: str, found: str) -> str:
        if named and named != found:
            raise ValueError(f"it says {named}, and lies in {found}: change one of them")
        return found
