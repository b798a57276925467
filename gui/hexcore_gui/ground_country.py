"""Where land, water and every word of the ground lie, one ring of hexes beyond the sheets; and the coast.

The ring continues land, sea and ground past the edge, so that what is smoothed never ends at the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import cached_property
from itertools import pairwise

from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QPainterPath

from hexcore.hexes import HexCoord
from hexcore.maps import HexMap
from hexcore_gui.ground_shapes import (
    Blocks,
    Mask,
    Nearest,
    Point,
    Side,
    canonical,
    chaikin,
    joined,
    loops,
    noise,
    noise_at,
    path_of,
    smoothed,
    split,
)  # fmt: skip
from hexcore_gui.presentation import CoastLook

Corner = tuple[HexCoord, ...]

SAMPLES = 6
PULL, PULL_FROM = 0.36, 1.1


def corner_of(hex: HexCoord, direction: int) -> Corner:
    """The one name of the corner where hexside *direction* of a hex begins: the three hexes around it."""
    return tuple(sorted((hex, hex.neighbour(direction % 6), hex.neighbour((direction - 1) % 6))))


class Country:
    """The lie of the land of one map. `sheet` is every hex of the paper, listed by the map or not."""

    def __init__(self, hex_map: HexMap, sea_words: Set[str], unlisted_is_sea: bool, coast: CoastLook) -> None:
        self.map, self.grid = hex_map, hex_map.grid
        listed = dict(zip(hex_map.coords, hex_map.terrain, strict=True))
        words = {c: t | f for (c, t), f in zip(listed.items(), hex_map.features, strict=True)}
        sheets = (c for sheet in self.grid.sheets for c in self.grid.hexes(sheet))
        self.sheet: frozenset[HexCoord] = frozenset(listed) | frozenset(sheets if unlisted_is_sea else ())
        wet = {c for c in self.sheet if c not in listed or listed[c] & sea_words}
        self.words: dict[HexCoord, frozenset[str]] = {c: words.get(c, frozenset()) for c in self.sheet}
        self._add_ring(wet)
        self.wet: frozenset[HexCoord] = frozenset(wet)
        self.dry: frozenset[HexCoord] = frozenset(self.words) - self.wet
        self._corners: dict[HexCoord, list[Point]] = {}
        self._look = coast
        self.border = joined(
            path_of([p for s in loop for p in [self.start(s)]]) for loop in loops(self.sheet)
        )

    # What follows takes long and is made when textures are painted, beside the window's thread.
    @cached_property
    def bounds(self) -> QRectF:
        return self._bounds()

    @cached_property
    def blocks(self) -> Blocks:
        return Blocks(self.bounds)

    @cached_property
    def land(self) -> QPainterPath:
        return self.outline(self.dry)

    @cached_property
    def land_mask(self) -> Mask:
        return Mask(self.land, self.bounds)

    @property
    def runs(self) -> Mapping[Side, list[Point]]:
        """The course of the coast along each hexside that it follows."""
        return self._shore[0]

    @property
    def shift(self) -> Mapping[Corner, Point]:
        """How far the coast has drawn each corner that it touches."""
        return self._shore[1]

    @cached_property
    def _shore(self) -> tuple[Mapping[Side, list[Point]], Mapping[Corner, Point]]:
        return self._coast(self._look)

    def centre(self, hex: HexCoord) -> Point:
        return self.grid.centre(hex)

    def start(self, side: Side) -> Point:
        """The corner at which a hexside begins, going clockwise round its hex."""
        return self.corners(side[0])[side[1]]

    def end(self, side: Side) -> Point:
        return self.corners(side[0])[(side[1] + 1) % 6]

    def corners(self, hex: HexCoord) -> list[Point]:
        found = self._corners.get(hex)
        if found is None:
            found = self._corners[hex] = self.grid.corners(hex)
        return found

    def having(self, word: str) -> set[HexCoord]:
        """The land hexes with a word, the ring included."""
        return {h for h, words in self.words.items() if word in words and h in self.dry}

    def hexagon(self, hex: HexCoord, part: float = 1.0) -> QPainterPath:
        """A hex as a path, shrunk about its centre to *part*."""
        x, y = self.centre(hex)
        return path_of([(x + (a - x) * part, y + (b - y) * part) for a, b in self.corners(hex)])

    def outline(self, hexes: Set[HexCoord], amplitude: float = 0.0) -> QPainterPath:
        """The outline of some land: along the coast the coast itself, elsewhere hexsides shaken a little."""
        whole = []
        for loop in loops(hexes):
            points = [p for side in loop for p in self._along(side, amplitude)]
            whole.append(path_of(chaikin(points, 1)))
        return joined(whole)

    def coast_lines(self) -> list[list[Point]]:
        """The coast in pieces of some 40 points, those beyond the ring left out."""
        lines: list[list[Point]] = []
        for loop in loops(self.dry):
            wet = [side[0].neighbour(side[1]) in self.wet for side in loop]
            points = [self.runs[side] for side in loop]
            smooth = chaikin([p for run in points for p in run], 1)
            per = 2 * SAMPLES
            for k in range(0, len(loop), 4):
                if any(wet[k : k + 4]):
                    end = (k + 4) * per + 1
                    piece = smooth[k * per : end]
                    lines.append(piece if end <= len(smooth) else [*piece, smooth[0]])
        return lines

    def _along(self, side: Side, amplitude: float) -> list[Point]:
        if side in self.runs:
            return self.runs[side]
        hex, d = side
        first, last = self.shift.get(corner_of(hex, d)), self.shift.get(corner_of(hex, d + 1))
        line = split(self.start(side), self.end(side), 0.15)
        count, name = len(line), canonical(side)
        found = []
        for k, (x, y) in enumerate(line):
            t = k / count
            place = k if name == side else count - k
            wave = amplitude * 2
            x += (noise(name[0].q * 7 + name[1], name[0].r, place) - 0.5) * wave
            y += (noise(name[0].q * 7 + name[1], name[0].r, place + 40) - 0.5) * wave
            for pull, part in ((first, 1 - t), (last, t)):
                if pull is not None:
                    x, y = x + pull[0] * part * part, y + pull[1] * part * part
            found.append((x, y))
        return found

    def _add_ring(self, wet: set[HexCoord]) -> None:
        ring = {n for h in self.sheet for n in h.neighbours()} - self.sheet
        for hex in sorted(ring):
            inner = [n for n in hex.neighbours() if n in self.sheet]
            soaked = [n for n in inner if n in wet]
            alike = soaked if 2 * len(soaked) > len(inner) else [n for n in inner if n not in wet]
            self.words[hex] = self.words[alike[0]]
            if alike is soaked:
                wet.add(hex)

    def _bounds(self) -> QRectF:
        centres = [self.centre(h) for h in self.words]
        left, top = min(x for x, _ in centres) - 0.7, min(y for _, y in centres) - 0.7
        right, bottom = max(x for x, _ in centres) + 0.7, max(y for _, y in centres) + 0.7
        return QRectF(left, top, right - left, bottom - top)

    def _coast(self, look: CoastLook) -> tuple[Mapping[Side, list[Point]], Mapping[Corner, Point]]:
        real = Nearest(_beads(look.rings), PULL_FROM)
        runs: dict[Side, list[Point]] = {}
        shift: dict[Corner, Point] = {}
        for loop in loops(self.dry):
            hexy = [p for s in loop for p in _sampled(self.start(s), self.end(s))]
            line = _drawn_to(hexy, real) if look.rings else _wandering(hexy)
            for k, side in enumerate(loop):
                runs[side] = line[k * SAMPLES : (k + 1) * SAMPLES]
                (x, y), (hx, hy) = runs[side][0], self.start(side)
                shift[corner_of(*side)] = (x - hx, y - hy)
        return runs, shift


def _sampled(start: Point, end: Point) -> list[Point]:
    return split(start, end, 0.6 / SAMPLES)


def _beads(rings: Iterable[tuple[float, ...]]) -> Iterable[Point]:
    for ring in rings:
        points = list(zip(ring[::2], ring[1::2], strict=True))
        for a, b in pairwise(points):
            yield from split(a, b, 0.08)


def _drawn_to(hexy: list[Point], real: Nearest) -> list[Point]:
    """A hex coast pulled towards the real shore, by PULL at most."""
    line = smoothed(hexy, 3)
    pulls = []
    for x, y in line:
        shore = real(x, y)
        dx, dy = (shore[0] - x, shore[1] - y) if shore else (0.0, 0.0)
        far = max((dx * dx + dy * dy) ** 0.5, PULL)
        pulls.append((dx * PULL / far, dy * PULL / far))
    return smoothed([(x + u, y + v) for (x, y), (u, v) in zip(line, smoothed(pulls, 4), strict=True)], 2)


def _wandering(hexy: list[Point]) -> list[Point]:
    """A hex coast without a model: the zigzag smoothed away, some irregularity put in."""
    line = smoothed(hexy, 10)
    shakes = [((noise_at(x, y, 71) - 0.5) * 0.5, (noise_at(x, y, 72) - 0.5) * 0.5) for x, y in line]
    return smoothed([(x + u, y + v) for (x, y), (u, v) in zip(line, smoothed(shakes, 3), strict=True)], 1)
