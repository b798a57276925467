"""The textures that a ground can have. Each turns a set of hexes and its colours into marks, once a map."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Set
from itertools import pairwise

from PyQt6.QtCore import QPointF, Qt
from PyQt6.QtGui import QPainterPath, QPainterPathStroker

from hexcore.hexes import HexCoord
from hexcore_gui.ground_country import Country
from hexcore_gui.ground_marks import TEXTURES_FROM, Mark, Trees, binned, drawn, filled, strokes
from hexcore_gui.ground_places import block_marks
from hexcore_gui.ground_shapes import (
    Mask,
    Point,
    inset,
    noise,
    path_of,
    pieces,
    polygons,
    wobbled,
)  # fmt: skip
from hexcore_gui.presentation import Colours, GroundLook, Texture
from hexcore_gui.theme import colour

Segment = tuple[Point, Point]
Maker = Callable[[Country, Set[HexCoord], Colours, GroundLook], list[Mark]]

FIELD = (0.27, 0.23)
BUILT: frozenset[Texture] = frozenset({"blocks", "blocks-dense", "outline", "hatch"})
"""Textures painted after the roads."""


def ground_marks(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    """All marks of one ground over its hexes."""
    return MAKERS[look.texture](country, hexes, colours, look) if hexes else []


def edge_marks(path: QPainterPath, look: GroundLook, ink: str) -> list[Mark]:
    """The line round a region, if the ruleset wants one."""
    if look.region_edge == "none":
        return []
    dash = (1.0, 2.2) if look.region_edge == "dashed" else ()
    return [drawn(path, colour(ink), 0.05, dash=dash, from_scale=TEXTURES_FROM)]


def _plain(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    path = country.outline(hexes, 0.05)
    return [filled(path, colour(colours[0])), *edge_marks(path, look, colours[-1])]


def _strips(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    path = country.outline(hexes, 0.05)
    inside = Mask(path, country.bounds)
    lines = [
        line
        for row in range(-400, 400)
        if noise(row, 77) < 0.55
        for line in _furrows(country, row)
        if inside.has(*line[0]) and inside.has(*line[1])
    ]
    ground: list[Mark] = [filled(path, colour(colours[0]))]
    return ground + strokes(lines, colour(colours[1]), 0.03) + edge_marks(path, look, colours[1])


def _furrows(country: Country, row: int) -> Iterator[Segment]:
    start, y, n = row * 0.16 + country.bounds.left(), country.bounds.top() - noise(row, 5), 0
    while y < country.bounds.bottom():
        length = 0.5 + noise(row, n, 3) * 1.6
        x = start + (y - country.bounds.top()) * 0.55
        if country.bounds.left() < x < country.bounds.right():
            yield (x, y), (x + 0.55 * length, y + length)
        y += length + 0.6 + noise(row, n, 9) * 2.2
        n += 1


def _hedged_fields(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    path = country.outline(hexes, 0.06)
    inside = Mask(path, country.bounds)
    corners = {ij: _field_corner(*ij) for ij in _lattice(country)}
    held = {ij: p for ij, p in corners.items() if inside.has(*p)}
    marks: list[Mark] = [filled(path, colour(colours[0]))]
    marks += _tinted_fields(held, colours)
    hedge = colour(colours[4], 165)
    hedges = [h for ij in corners for h in _hedges(ij, corners, held, inside)]
    return marks + strokes(hedges, hedge, 0.026, least=0.6) + edge_marks(path, look, colours[4])


def _lattice(country: Country) -> Iterator[tuple[int, int]]:
    (dx, dy), b = FIELD, country.bounds
    for i in range(int((b.left() - 1) / dx) - 1, int((b.right() + 1) / dx) + 2):
        for j in range(int((b.top() - 1) / dy) - 1, int((b.bottom() + 1) / dy) + 2):
            yield i, j


def _field_corner(i: int, j: int) -> Point:
    dx, dy = FIELD
    x, y = (i + (noise(i, j, 11) - 0.5) * 0.72) * dx, (j + (noise(i, j, 12) - 0.5) * 0.72) * dy
    across = 0.36 * math.sin(y * 0.9 + 1.3) + 0.2 * math.sin(y * 2.1 + x * 0.7)
    return x + across, y + 0.36 * math.sin(x * 0.8) + 0.2 * math.sin(x * 1.9 - y * 0.8)


def _tinted_fields(held: Mapping[tuple[int, int], Point], colours: Colours) -> list[Mark]:
    fields: list[tuple[int, list[Point]]] = []
    for i, j in held:
        corners = [held.get(c) for c in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))]
        chance = noise(i, j, 21)
        tint = int(chance / 0.62 * 4)
        if 0 < tint < 4 and None not in corners:
            fields.append((tint, [c for c in corners if c is not None]))
    marks: list[Mark] = []
    bins = binned(corners[0] for _, corners in fields)
    for b in sorted(bins):
        for tint in (1, 2, 3):
            path = QPainterPath()
            for k in bins[b]:
                if fields[k][0] == tint:
                    path.addPath(path_of(fields[k][1]))
            marks.append(filled(path, colour(colours[tint]), TEXTURES_FROM))
    return marks


def _hedges(
    at: tuple[int, int],
    corners: Mapping[tuple[int, int], Point],
    held: Mapping[tuple[int, int], Point],
    inside: Mask,
) -> Iterator[Segment]:
    i, j = at
    for other, seed in (((i + 1, j), 31), ((i, j + 1), 32)):
        if other in corners and noise(i, j, seed) < 0.62:
            a, b = corners[at], corners[other]
            if at in held:
                yield a, (b if other in held else inside.cut(a, b))
            elif other in held:
                yield b, inside.cut(b, a)


def _woods(
    country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook, *, step: float, radius: float
) -> list[Mark]:
    dense = look.texture == "trees-dense"
    marks: list[Mark] = []
    for piece in pieces(hexes):
        path = wobbled(inset(country.outline(piece), 0.05), 0.05, 0.16)
        marks.append(filled(path, colour(colours[0], 235 if dense else 190)))
        if dense:
            marks.append(drawn(path, colour(colours[2], 150), 0.025, from_scale=TEXTURES_FROM))
        marks += edge_marks(path, look, colours[1])
        marks += _trees(path, colours, step, radius)
    return marks


def _trees(path: QPainterPath, colours: Colours, step: float, radius: float) -> list[Mark]:
    bounds = path.boundingRect()
    inside = Mask(path, bounds)
    discs = []
    for row in range(int(bounds.top() / step / 0.82), int(bounds.bottom() / step / 0.82) + 1):
        for column in range(int(bounds.left() / step), int(bounds.right() / step) + 1):
            x = (column + row % 2 / 2 + (noise(column, row, 41) - 0.5) * 0.75) * step
            y = (row * 0.82 + (noise(column, row, 42) - 0.5) * 0.75) * step
            if inside.has(x, y):
                discs.append((x, y, radius * (0.75 + 0.5 * noise(column, row, 43))))
    bins = binned((x, y) for x, y, _ in discs)
    shade, crown = colour(colours[2], 110), colour(colours[1])
    light = colour(colours[0]).lighter(125)
    light.setAlpha(120)
    marks: list[Mark] = []
    for b in sorted(bins):
        group = sorted((discs[k] for k in bins[b]), key=lambda disc: disc[1])
        area = path_of([(x, y) for x, y, _ in group]).boundingRect().adjusted(-0.2, -0.2, 0.2, 0.2)
        marks.append(Trees(tuple(group), area, shade, crown, light))
    return marks


def _trees_open(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    return _woods(country, hexes, colours, look, step=0.2, radius=0.062)


def _trees_dense(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    return _woods(country, hexes, colours, look, step=0.125, radius=0.082)


def _hachures(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    marks: list[Mark] = []
    ink = colours[3]
    for piece in pieces(hexes):
        base = country.outline(piece)
        for level, distance in enumerate((0.03, 0.17, 0.31)):
            path = wobbled(inset(base, distance), 0.045, 0.17, 100 + level)
            if path.isEmpty():
                continue
            if level == 0:
                marks.append(filled(path.translated(0.05, 0.06), colour(ink, 80), TEXTURES_FROM))
                marks += edge_marks(path, look, ink)
            marks.append(filled(path, colour(colours[level], 225), TEXTURES_FROM if level else 0))
            marks.append(drawn(path, colour(ink, 150 if level else 120), 0.018, from_scale=TEXTURES_FROM))
            marks += strokes(_slopes(path), colour(ink, 150), 0.022)
    return marks


def _slopes(path: QPainterPath) -> list[Segment]:
    """Short lines down from a contour, longest on the side away from a light in the north-west."""
    lines: list[Segment] = []
    for outline in polygons(path):
        out, gone = _outward(outline), 0.0
        for (ax, ay), (bx, by) in pairwise(outline):
            length = math.hypot(bx - ax, by - ay)
            gone += length
            if gone < 0.075 or length < 1e-6:
                continue
            gone = 0.0
            nx, ny = out * (by - ay) / length, out * (ax - bx) / length
            tick = 0.03 + 0.075 * (0.5 + 0.5 * (nx * 0.6 + ny * 0.8))
            lines.append(((ax, ay), (ax - nx * tick, ay - ny * tick)))
    return lines


def _outward(outline: list[Point]) -> int:
    """1 when the right-hand normal of an outline points away from what it encloses, else -1."""
    area = sum(
        ax * by - bx * ay for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)
    )
    return 1 if area > 0 else -1


def _tufts(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    path = wobbled(inset(country.outline(hexes), 0.05), 0.05, 0.18)
    inside = Mask(path, country.bounds)
    lines = [
        line
        for h in sorted(hexes)
        for k in range(9)
        for line in _tuft(country, h, k)
        if inside.has(*line[0]) and inside.has(*line[1])
    ]
    ground: list[Mark] = [filled(path, colour(colours[0], 235))]
    return ground + edge_marks(path, look, colours[1]) + strokes(lines, colour(colours[1], 210), 0.032)


def _tuft(country: Country, hex: HexCoord, k: int) -> Iterator[Segment]:
    x, y = country.centre(hex)
    seed = hex.q * 97 + k
    x += (noise(seed, hex.r, 1) - 0.5) * 0.85
    y += -0.42 + k * 0.1 + (noise(seed, hex.r, 2) - 0.5) * 0.05
    length = 0.07 + noise(seed, hex.r, 3) * 0.08
    yield (x - length, y), (x + length, y)
    for lean in (-0.035, 0.0, 0.035):
        yield (x + lean, y - 0.02), (x + lean * 1.7, y - 0.075)


def _hatch(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    path = inset(country.outline(hexes), 0.06)
    inside, b = Mask(path, country.bounds), country.bounds
    lines: list[Segment] = []
    for k in range(math.ceil((b.width() + b.height()) / 0.22)):
        lines += _runs(inside, b.left() - b.height() + k * 0.22, b.top(), b.height())
    rim = drawn(path, colour(colours[1], 200), 0.05, dash=(3.0, 2.0) if look.region_edge == "dashed" else ())
    return [*strokes(lines, colour(colours[1], 150), 0.04), rim]


def _runs(inside: Mask, x: float, y: float, height: float) -> Iterator[Segment]:
    """The parts of one diagonal that lie inside, cut to at most two hexes."""
    step, start = 0.05, -1
    count = int(height / step)
    for k in range(count + 1):
        within = k < count and inside.has(x + k * step, y + k * step)
        if within and start < 0:
            start = k
        if start >= 0 and (not within or k - start >= 40):
            yield (x + start * step, y + start * step), (x + k * step, y + k * step)
            start = k if within else -1


def _stipple(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    """Sand: a band along the coast, or the whole region where there is none."""
    marks: list[Mark] = []
    for piece in pieces(hexes):
        path = _strand(country, piece)
        inside, b = Mask(path, path.boundingRect()), path.boundingRect()
        dots = QPainterPath()
        for i in range(int(b.left() / 0.09), int(b.right() / 0.09) + 1):
            for j in range(int(b.top() / 0.09), int(b.bottom() / 0.09) + 1):
                x, y = (i + noise(i, j, 51) * 0.8) * 0.09, (j + noise(i, j, 52) * 0.8) * 0.09
                if inside.has(x, y):
                    dots.addEllipse(QPointF(x, y), 0.017, 0.017)
        marks += [filled(path, colour(colours[0])), filled(dots, colour(colours[1]), TEXTURES_FROM)]
        marks += edge_marks(path, look, colours[1])
    return marks


def _strand(country: Country, piece: Set[HexCoord]) -> QPainterPath:
    whole = country.outline(piece)
    shore = [s for s in sorted(country.runs) if s[0] in piece and s[0].neighbour(s[1]) in country.wet]
    if not shore:
        return inset(whole, 0.06)
    stroker = QPainterPathStroker()
    stroker.setWidth(0.5)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    line = QPainterPath()
    line.setFillRule(Qt.FillRule.WindingFill)
    for side in shore:
        line.addPath(stroker.createStroke(path_of(country.runs[side], closed=False)))
    return whole.intersected(line)


def _outline(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    return [
        drawn(country.hexagon(h, 0.9), colour(colours[1]), 0.07, least=1.5)
        for h in sorted(hexes & country.sheet)
    ]


def _nothing(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    return []


MAKERS: Mapping[Texture, Maker] = {
    "none": _nothing,
    "sea": _nothing,
    "plain": _plain,
    "strips": _strips,
    "hedged-fields": _hedged_fields,
    "trees-open": _trees_open,
    "trees-dense": _trees_dense,
    "hachures": _hachures,
    "tufts": _tufts,
    "hatch": _hatch,
    "stipple": _stipple,
    "blocks": block_marks,
    "blocks-dense": block_marks,
    "outline": _outline,
}
