"""Roads: through the middle of a hexside, bending near the middle of a hex, straight into towns."""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtGui import QPainterPath

from hexcore.hexes import HexCoord
from hexcore_gui.ground_country import Country
from hexcore_gui.ground_lines import COMPASS, FAR, LINES_FROM, WIDTHS
from hexcore_gui.ground_marks import Mark, binned, drawn
from hexcore_gui.ground_shapes import Point, noise, noise_at
from hexcore_gui.presentation import LineLook, Presentation
from hexcore_gui.theme import Theme, colour

End = tuple[Point, int]
"""Where a road leaves a hex, and its rank (0 the most important)."""


def road_marks(country: Country, looks: Presentation, theme: Theme) -> list[Mark]:
    """All roads, the important ones over the others, each kind first its case and then its body."""
    words = {r for r in country.map.roads if r} | {e.road for e in country.map.edge_roads}
    kinds = {w: looks.roads.get(w) or LineLook(style="cased") for w in sorted(words)}
    ranked = sorted(kinds, key=lambda w: (-kinds[w].weight, kinds[w].style != "cased", w))
    ends = _ends(country, ranked)
    pieces: list[list[tuple[Point, QPainterPath]]] = [[] for _ in ranked]
    for hex in sorted(ends):
        _through(country, hex, ends[hex], pieces)
    marks: list[Mark] = []
    for rank in range(len(ranked) - 1, -1, -1):
        marks += _kind_marks(pieces[rank], kinds[ranked[rank]], theme)
    return marks


def _kind_marks(pieces: list[tuple[Point, QPainterPath]], look: LineLook, theme: Theme) -> list[Mark]:
    style = look.style if look.style in ("cased", "dashed") else "cased"
    bins = binned((at for at, _ in pieces), 6.0)
    marks: list[Mark] = []
    for layer, width in enumerate(WIDTHS[style, look.weight]):
        for b in sorted(bins):
            path = QPainterPath()
            for k in bins[b]:
                path.addPath(pieces[k][1])
            ink = colour(theme.line(look)[layer])
            dash = (2.5, 2.0) if style == "dashed" else ()
            marks.append(drawn(path, ink, width, least=width * FAR, dash=dash, from_scale=LINES_FROM))
    return marks


def _ends(country: Country, ranked: list[str]) -> Mapping[HexCoord, list[End]]:
    ends: dict[HexCoord, list[End]] = {}
    for side, road in enumerate(country.map.roads):
        if road:
            hex = country.map.coords[side // 6]
            ends.setdefault(hex, []).append((_middle(country, hex, side % 6), ranked.index(road)))
    for edge in country.map.edge_roads:
        hex = country.map.coords[edge.hex]
        ends.setdefault(hex, []).append((_way_out(country, hex, edge.edge), ranked.index(edge.road)))
    return ends


def _middle(country: Country, hex: HexCoord, direction: int) -> Point:
    (ax, ay), (bx, by) = country.start((hex, direction)), country.end((hex, direction))
    return (ax + bx) / 2, (ay + by) / 2


def _way_out(country: Country, hex: HexCoord, edge: str) -> Point:
    """A little past the hexside by which a road leaves the map."""
    x, y = country.centre(hex)
    u, v = COMPASS.get(edge[:1], (0.0, 0.0))

    def leaning(d: int) -> float:
        mx, my = _middle(country, hex, d)
        return (mx - x) * u + (my - y) * v

    out = [d for d in range(6) if hex.neighbour(d) not in country.sheet] or list(range(6))
    mx, my = _middle(country, hex, max(out, key=leaning))
    return x + (mx - x) * 1.3, y + (my - y) * 1.3


def _through(
    country: Country, hex: HexCoord, ends: list[End], pieces: list[list[tuple[Point, QPainterPath]]]
) -> None:
    """The roads of one hex: two of a rank run through as one curve, others run into the middle."""
    place = country.map.at_coord[hex] in country.map.place_at
    hub = place and len(ends) > 2
    middle = _bend(country, hex, place)
    best = min(rank for _, rank in ends)
    joint = middle
    for rank in sorted({rank for _, rank in ends}):
        group = [end for end, r in ends if r == rank]
        if len(group) == 2 and not hub and rank == best:
            (ax, ay), (bx, by) = group
            path = QPainterPath()
            path.moveTo(ax, ay)
            path.quadTo(*middle, bx, by)
            pieces[rank].append((middle, path))
            joint = (ax + bx) / 4 + middle[0] / 2, (ay + by) / 4 + middle[1] / 2
        else:
            pieces[rank] += [(middle, _spur(end, joint)) for end in group]


def _bend(country: Country, hex: HexCoord, place: bool) -> Point:
    x, y = country.centre(hex)
    if place:
        return x, y
    return x + (noise(hex.q, hex.r, 61) - 0.5) * 0.16, y + (noise(hex.q, hex.r, 62) - 0.5) * 0.16


def _spur(end: Point, joint: Point) -> QPainterPath:
    path = QPainterPath()
    path.moveTo(*end)
    x, y = (end[0] + joint[0]) / 2, (end[1] + joint[1]) / 2
    x, y = x + (noise_at(*end, 7) - 0.5) * 0.1, y + (noise_at(*end, 8) - 0.5) * 0.1
    path.quadTo(x, y, *joint)
    return path
