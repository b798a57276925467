"""Lines of the ground: coast and sea lining, rivers through hex corners, roads through hexsides, the grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QPainterPath

from hexcore.hexes import HexCoord
from hexcore_gui.ground_country import Corner, Country, corner_of
from hexcore_gui.ground_marks import Mark, binned, drawn, segments
from hexcore_gui.ground_shapes import Point, chaikin, noise_at, path_of
from hexcore_gui.presentation import LineLook, Presentation
from hexcore_gui.theme import MapTokens, Theme, colour, mixed

LINES_FROM = 17.0
FAR = 36.0
"""Below this many pixels a hex rivers and roads keep the width they have at it."""

WIDTHS: Mapping[tuple[str, int], tuple[float, ...]] = {
    ("river", 1): (0.088, 0.05),
    ("river", 2): (0.165, 0.115, 0.045),
    ("cased", 1): (0.075, 0.042),
    ("cased", 2): (0.115, 0.072),
    ("dashed", 1): (0.045,),
    ("dashed", 2): (0.06,),
}
FLAT = Qt.PenCapStyle.FlatCap
COMPASS = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}


@dataclass(frozen=True)
class Course:
    """A named stretch of water as it is drawn: for its name, and for what ends on it."""

    name: str
    look: LineLook
    line: tuple[Point, ...]


# ------------------------------------------------------------------ the sea


def sea_marks(country: Country, tokens: MapTokens) -> list[Mark]:
    """Water shaded towards the coast with three lining lines; the land painted later hides the inner half."""
    lines = country.coast_lines()
    steps: list[tuple[float, str]] = [(d, mixed(tokens.lining, tokens.sea, a)) for d, a in SHADES]
    steps += [step for d in LININGS for step in _lining(d, tokens)]
    marks: list[Mark] = []
    for distance, ink in sorted(steps, reverse=True):
        marks += [drawn(path_of(line, closed=False), colour(ink), 2 * distance) for line in lines]
    return marks


SHADES = ((0.95, 52), (0.66, 110), (0.40, 170), (0.18, 255))
LININGS = (0.44, 0.27, 0.13)


def _lining(distance: float, tokens: MapTokens) -> list[tuple[float, str]]:
    water = mixed(tokens.lining, tokens.sea, next(a for d, a in reversed(SHADES) if d > distance))
    line = mixed(tokens.coast, water, 105 - int(distance * 170))
    return [(distance + 0.009, line), (distance - 0.009, water)]


def coast_marks(country: Country, tokens: MapTokens) -> list[Mark]:
    return [
        drawn(path_of(line, closed=False), colour(tokens.coast), 0.024, least=1.3)
        for line in country.coast_lines()
    ]


# ------------------------------------------------------------------ rivers and other hexside features


def hexside_marks(country: Country, looks: Presentation, theme: Theme) -> tuple[list[Mark], list[Course]]:
    """Everything that lies on hexsides, and the courses of the rivers."""
    courses = _courses(country, looks)
    marks: list[Mark] = []
    for layer in range(3):
        for course in courses:
            widths = WIDTHS[course.look.style, course.look.weight]
            if layer < len(widths):
                ink = colour(theme.line(course.look)[layer], 190 if layer == 2 else 255)
                path = path_of(course.line, closed=False)
                marks.append(_waterline(path, ink, widths, layer))
    for word, look in _side_words(country, looks):
        if look.style in ("bar", "ridge", "line", "dashed", "cased", "front"):
            path = segments((country.start(s), country.end(s)) for s in _sides(country, word))
            width = {"bar": 0.1, "ridge": 0.08}.get(look.style, 0.05)
            dash = (2.0, 2.0) if look.style == "dashed" else ()
            marks.append(drawn(path, colour(theme.line(look)[0]), width, least=1.5, dash=dash))
    return marks, courses


def _waterline(path: QPainterPath, ink: QColor, widths: tuple[float, ...], layer: int) -> Mark:
    return drawn(path, ink, widths[layer], least=widths[layer] * FAR, from_scale=LINES_FROM)


def _side_words(country: Country, looks: Presentation) -> list[tuple[str, LineLook]]:
    """Every word on hexsides with its look; one without a look is water if any of its hexsides has a name."""
    hex_map = country.map
    named = {word for side in hex_map.side_names for word in hex_map.sides[side]}
    words = sorted({word for side in hex_map.sides for word in side})
    return [(w, looks.hexsides.get(w) or LineLook(style="river" if w in named else "line")) for w in words]


def _sides(country: Country, word: str) -> Iterable[tuple[HexCoord, int]]:
    hex_map = country.map
    for side, words in enumerate(hex_map.sides):
        if word in words and hex_map.mirror(side) < side:
            yield hex_map.coords[side // 6], side % 6


def _courses(country: Country, looks: Presentation) -> list[Course]:
    chains: list[tuple[str, LineLook, list[Corner]]] = []
    for word, look in _side_words(country, looks):
        if look.style == "river":
            named: dict[str, list[tuple[HexCoord, int]]] = {}
            for hex, d in _sides(country, word):
                name = _side_name(country, hex, d)
                named.setdefault(name, []).append((hex, d))
            chains += [(n, look, chain) for n in sorted(named) for chain in _chains(named[n])]
    chains.sort(key=lambda c: (-c[1].weight, -len(c[2])))
    passing: dict[Corner, Point] = {}
    courses = []
    for name, look, chain in chains:
        line = _course(country, chain, passing)
        courses.append(Course(name, look, tuple(line)))
    return courses


def _side_name(country: Country, hex: HexCoord, direction: int) -> str:
    side = 6 * country.map.at_coord[hex] + direction
    return country.map.side_names.get(side) or country.map.side_names.get(country.map.mirror(side), "")


def _chains(sides: list[tuple[HexCoord, int]]) -> list[list[Corner]]:
    """Hexsides as lines from corner to corner, cut where more than two meet."""
    meets: dict[Corner, list[Corner]] = {}
    for hex, d in sides:
        a, b = corner_of(hex, d), corner_of(hex, d + 1)
        meets.setdefault(a, []).append(b)
        meets.setdefault(b, []).append(a)
    used: set[frozenset[Corner]] = set()
    ends = sorted(c for c in meets if len(meets[c]) != 2)
    chains = []
    for start in ends + sorted(meets):
        for step in sorted(meets[start]):
            if frozenset((start, step)) not in used:
                chains.append(_followed(start, step, meets, used))
    return chains


def _followed(
    start: Corner, step: Corner, meets: Mapping[Corner, list[Corner]], used: set[frozenset[Corner]]
) -> list[Corner]:
    chain = [start, step]
    used.add(frozenset(chain))
    while len(meets[chain[-1]]) == 2:
        on = [c for c in meets[chain[-1]] if frozenset((c, chain[-1])) not in used]
        if not on:
            break
        used.add(frozenset((on[0], chain[-1])))
        chain.append(on[0])
    return chain


def _spot(country: Country, corner: Corner) -> Point:
    """Where a corner lies: the middle of its three hexes; on the coast, where the coast was drawn to."""
    centres = [country.centre(h) for h in corner]
    x, y = sum(c[0] for c in centres) / 3, sum(c[1] for c in centres) / 3
    dx, dy = country.shift.get(corner, (0.0, 0.0))
    return x + dx, y + dy


def _course(country: Country, chain: list[Corner], passing: dict[Corner, Point]) -> list[Point]:
    """The drawn line of a chain of corners; remembers where it passes each, for those that end there."""
    spots = [_spot(country, c) for c in chain]
    bent = [passing.get(chain[0], spots[0])]
    for (ax, ay), (x, y), (bx, by) in zip(spots, spots[1:], spots[2:], strict=False):
        bent.append((x * 0.72 + (ax + bx) * 0.14, y * 0.72 + (ay + by) * 0.14))
    bent.append(passing.get(chain[-1], spots[-1]))
    line = []
    for a, b in pairwise(bent):
        line += [a, *_meander(a, b)]
    line.append(bent[-1])
    for k in range(len(chain)):
        if chain[k] not in passing:
            passing[chain[k]] = _on_curve(line, 3 * k)
    return chaikin(line, 3, closed=False)


def _on_curve(line: list[Point], k: int) -> Point:
    (x, y) = line[k]
    if not 0 < k < len(line) - 1:
        return x, y
    (ax, ay), (bx, by) = line[k - 1], line[k + 1]
    return (ax + 6 * x + bx) / 8, (ay + 6 * y + by) / 8


def _meander(a: Point, b: Point) -> list[Point]:
    length = math.dist(a, b) or 1.0
    nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
    found = []
    for t, seed in ((0.34, 1), (0.67, 2)):
        d = (noise_at(a[0] + b[0], a[1] + b[1], seed) - 0.5) * 0.13
        found.append((a[0] + (b[0] - a[0]) * t + nx * d, a[1] + (b[1] - a[1]) * t + ny * d))
    return found


# ------------------------------------------------------------------ the grid


def grid_marks(country: Country, tokens: MapTokens) -> list[Mark]:
    """Every hexside of the sheets once, paler on the sea."""
    land = colour(tokens.grid, tokens.grid_alpha)
    sea = colour(tokens.coast, int(tokens.grid_alpha * 0.55))
    marks: list[Mark] = []
    for lines, ink, least in ((_grid(country, False), land, 0.9), (_grid(country, True), sea, 0.8)):
        bins = binned((a for a, _ in lines), 6.0)
        for b in sorted(bins):
            path = segments(lines[k] for k in bins[b])
            marks.append(drawn(path, ink, 0.011, least=least, cap=FLAT, from_scale=9))
    return marks


def _grid(country: Country, wet: bool) -> list[tuple[Point, Point]]:
    """The hexsides between seas (*wet*), or all others."""
    lines = []
    for hex in sorted(country.sheet):
        for d in range(6):
            other = hex.neighbour(d)
            if d >= 3 and other in country.sheet:
                continue
            both = hex in country.wet and (other in country.wet or other not in country.sheet)
            if both == wet:
                lines.append((country.start((hex, d)), country.end((hex, d))))
    return lines


def edge_of_paper(country: Country, tokens: MapTokens) -> Mark:
    """A line round the sheets."""
    return drawn(country.border, colour(tokens.grid, 150), 0.02, least=1.5)
