"""Shapes of the ground in map units (flat side to flat side of a hex = 1): noise, smoothing, outlines, masks.

Nothing here knows a colour. All irregularity comes from `noise`, so every machine draws the same map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QImage, QPainter, QPainterPath, QPainterPathStroker, QTransform

from hexcore.hexes import Direction, HexCoord

Point = tuple[float, float]
Side = tuple[HexCoord, int]

_MASK = 0xFFFFFFFF


def noise(a: int, b: int, c: int = 0) -> float:
    """A stable number from 0 to 1 for three whole numbers."""
    h = (a * 0x9E3779B1 ^ b * 0x85EBCA77 ^ c * 0xC2B2AE3D) & _MASK
    h ^= h >> 15
    h = h * 0x2C1B3C6D & _MASK
    h ^= h >> 12
    h = h * 0x297A2D39 & _MASK
    return (h ^ h >> 15) / 4294967296


def noise_at(x: float, y: float, c: int = 0) -> float:
    """A stable number from 0 to 1 for a spot, the same within a thousandth of a hex."""
    return noise(round(x * 1000), round(y * 1000), c)


def chaikin(points: Sequence[Point], times: int, closed: bool = True) -> list[Point]:
    """Corner-cutting: each pass replaces a corner by two points; the ends of an open line stay."""
    line = list(points)
    for _ in range(times):
        pairs = zip(line, line[1:] + line[:1] if closed else line[1:], strict=False)
        cut = [
            p
            for (ax, ay), (bx, by) in pairs
            for p in (
                (ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25),
                (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75),
            )
        ]
        line = cut if closed else [line[0], *cut, line[-1]]
    return line


def smoothed(points: Sequence[Point], times: int) -> list[Point]:
    """A closed line with each point moved to the mean of itself and its neighbours, *times* over."""
    line = list(points)
    for _ in range(times):
        before, after = line[-1:] + line[:-1], line[1:] + line[:1]
        line = [
            ((a[0] + 2 * p[0] + b[0]) / 4, (a[1] + 2 * p[1] + b[1]) / 4)
            for a, p, b in zip(before, line, after, strict=True)
        ]
    return line


def split(start: Point, end: Point, step: float) -> list[Point]:
    """Points from *start* up to but without *end*, at most *step* apart."""
    count = max(1, math.ceil(math.dist(start, end) / step))
    dx, dy = (end[0] - start[0]) / count, (end[1] - start[1]) / count
    return [(start[0] + dx * k, start[1] + dy * k) for k in range(count)]


def path_of(points: Sequence[Point], closed: bool = True) -> QPainterPath:
    path = QPainterPath(QPointF(*points[0]))
    for x, y in points[1:]:
        path.lineTo(x, y)
    if closed:
        path.closeSubpath()
    return path


def joined(paths: Iterable[QPainterPath]) -> QPainterPath:
    """Several paths as one, filled wherever any of them winds."""
    whole = QPainterPath()
    whole.setFillRule(Qt.FillRule.WindingFill)
    for path in paths:
        whole.addPath(path)
    return whole


def polygons(path: QPainterPath) -> Iterator[list[Point]]:
    """The closed outlines of a path, without the repeated last point."""
    for polygon in path.toSubpathPolygons(QTransform()):
        points = [(p.x(), p.y()) for p in (polygon.at(k) for k in range(polygon.count()))]
        if len(points) > 3:
            yield points[:-1] if math.dist(points[0], points[-1]) < 1e-9 else points


def inset(path: QPainterPath, distance: float) -> QPainterPath:
    """A path shrunk by *distance* hexes all round; it may fall apart or vanish."""
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * distance)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return path.subtracted(stroker.createStroke(path))


def wobbled(path: QPainterPath, amplitude: float, step: float, seed: int = 0) -> QPainterPath:
    """A path with an irregular, rounded outline: each point shifted by at most *amplitude* hexes."""
    whole = QPainterPath()
    for outline in polygons(path):
        shaken = [
            (
                x + (noise_at(x, y, seed) * 2 - 1) * amplitude,
                y + (noise_at(x, y, seed + 1) * 2 - 1) * amplitude,
            )
            for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
            for x, y in split(a, b, step)
        ]
        if len(shaken) >= 3:
            whole.addPath(path_of(chaikin(shaken, 2)))
    return whole


def loops(hexes: Set[HexCoord]) -> list[list[Side]]:
    """The outlines of a set of hexes as hexsides in order: clockwise outside, anticlockwise round holes."""
    edge = {(h, d) for h in hexes for d in range(6) if h.neighbour(d) not in hexes}
    found = []
    for start in sorted(edge):
        if start not in edge:
            continue
        loop, at = [], start
        while at in edge:
            edge.remove(at)
            loop.append(at)
            at = _following(hexes, at)
        found.append(loop)
    return found


def _following(hexes: Set[HexCoord], side: Side) -> Side:
    hex, direction = side
    turn = (direction + 1) % 6
    across = hex.neighbour(turn)
    return (across, (direction + 5) % 6) if across in hexes else (hex, turn)


def pieces(hexes: Set[HexCoord]) -> list[set[HexCoord]]:
    """A set of hexes as connected pieces, in a stable order."""
    left, found = set(hexes), []
    for start in sorted(hexes):
        if start not in left:
            continue
        piece, edge = {start}, {start}
        while edge:
            edge = {n for h in edge for n in h.neighbours() if n in left} - piece
            piece |= edge
        left -= piece
        found.append(piece)
    return found


def canonical(side: Side) -> Side:
    """The one name of a hexside that has two."""
    hex, direction = side
    return side if direction < 3 else (hex.neighbour(direction), int(Direction(direction).opposite))


class Mask:
    """Which spots lie inside a path: a bitmap, so that a question costs two look-ups."""

    FINENESS = 32

    def __init__(self, path: QPainterPath, bounds: QRectF) -> None:
        self.left, self.top = bounds.left(), bounds.top()
        self.width = max(1, math.ceil(bounds.width() * self.FINENESS))
        self.height = max(1, math.ceil(bounds.height() * self.FINENESS))
        image = QImage(self.width, self.height, QImage.Format.Format_Grayscale8)
        image.fill(0)
        painter = QPainter(image)
        painter.scale(self.FINENESS, self.FINENESS)
        painter.translate(-self.left, -self.top)
        painter.fillPath(path, Qt.GlobalColor.white)
        painter.end()
        self.stride = image.bytesPerLine()
        bits = image.constBits()
        self.bits = bits.asstring(image.sizeInBytes()) if bits is not None else b""

    def has(self, x: float, y: float) -> bool:
        column, row = int((x - self.left) * self.FINENESS), int((y - self.top) * self.FINENESS)
        return (
            0 <= column < self.width
            and 0 <= row < self.height
            and self.bits[row * self.stride + column] > 127
        )

    def cut(self, inside: Point, outside: Point) -> Point:
        """The last spot inside on the way from one spot to the other."""
        near, far = 0.0, 1.0
        for _ in range(5):
            half = (near + far) / 2
            x, y = inside[0] + (outside[0] - inside[0]) * half, inside[1] + (outside[1] - inside[1]) * half
            near, far = (half, far) if self.has(x, y) else (near, half)
        return inside[0] + (outside[0] - inside[0]) * near, inside[1] + (outside[1] - inside[1]) * near


@dataclass(frozen=True)
class Blocks:
    """The map cut into squares, so that a picture of a part touches only what it shows."""

    bounds: QRectF
    size: float = 3.0

    def __iter__(self) -> Iterator[QRectF]:
        for row in range(math.ceil(self.bounds.height() / self.size)):
            for column in range(math.ceil(self.bounds.width() / self.size)):
                left, top = self.bounds.left() + column * self.size, self.bounds.top() + row * self.size
                yield QRectF(left, top, self.size, self.size)


class Nearest:
    """The nearest of many points within a distance (hexes), found through bins."""

    def __init__(self, points: Iterable[Point], reach: float) -> None:
        self.reach = reach
        self.bins: dict[tuple[int, int], list[Point]] = {}
        for point in points:
            self.bins.setdefault(self._bin(point), []).append(point)

    def __call__(self, x: float, y: float) -> Point | None:
        column, row = self._bin((x, y))
        near = [
            p
            for c in (column - 1, column, column + 1)
            for r in (row - 1, row, row + 1)
            for p in self.bins.get((c, r), ())
        ]
        found = min(near, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2, default=None)
        return found if found is not None and math.dist(found, (x, y)) <= self.reach else None

    def _bin(self, point: Point) -> tuple[int, int]:
        return math.floor(point[0] / self.reach), math.floor(point[1] / self.reach)
