"""The pieces an SVG picture is made of: numbers, paths, strokes, words and the boxes they fill.

Points are in hexes; the picture's own coordinates are `UNIT` times as fine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

Point = tuple[float, float]
Box = tuple[float, float, float, float]

HALO = "#FBF8EC"
UNIT = 100
"""What a hex measures from flat side to flat side in the picture's own coordinates."""


def units(value: float) -> str:
    return f"{UNIT * value:.1f}".removesuffix(".0")


def middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def line(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{units(x)} {units(y)}" for x, y in points)


def polygon(points: Iterable[Point]) -> str:
    return line(points) + "z"


def polygons(centres: Iterable[Point], width: float, fill: str) -> str:
    half = width / 2
    squares = (
        polygon(((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))
        for x, y in centres
    )
    return f'<path d="{" ".join(squares)}" fill="{fill}"/>'


def stroke(path: str, colour: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{units(width)}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def ring(centre: Point, radius: float) -> list[Point]:
    turns = [math.radians(45 * k + 22.5) for k in range(8)]
    return [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in turns]


def shrunk(corners: Sequence[Point], centre: Point, by: float) -> list[Point]:
    x, y = centre
    return [(x + (cx - x) * by, y + (cy - y) * by) for cx, cy in corners]


def words(
    text: str,
    at: Point,
    height: float,
    colour: str,
    weight: str,
    style: str = "normal",
    anchor: str = "middle",
    halo: bool = True,
) -> str:
    start = (
        f'<text x="{units(at[0])}" y="{units(at[1] + height * 0.35)}" font-size="{units(height)}" '
        f'font-weight="{weight}" font-style="{style}" text-anchor="{anchor}"'
    )
    around = f'{start} fill="{HALO}" stroke="{HALO}" stroke-width="7">{escape(text)}</text>' if halo else ""
    return f'{around}{start} fill="{colour}">{escape(text)}</text>'


def box(centre: Point, half_wide: float, half_high: float) -> Box:
    return centre[0] - half_wide, centre[1] - half_high, centre[0] + half_wide, centre[1] + half_high


def overlap(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)


class Taken:
    """The boxes on a picture that lettering must not cover, by the columns of hexes they lie in."""

    def __init__(self) -> None:
        self.columns: dict[int, list[Box]] = {}

    def add(self, taken: Box) -> None:
        for column in range(math.floor(taken[0]), math.floor(taken[2]) + 1):
            self.columns.setdefault(column, []).append(taken)

    def covered(self, given: Box) -> float:
        """How much of what is taken a box would cover, in hexes squared."""
        columns = range(math.floor(given[0]), math.floor(given[2]) + 1)
        near = {taken for column in columns for taken in self.columns.get(column, ())}
        return sum(overlap(given, taken) for taken in near)
