"""What part of the map a window shows, and which hex lies where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property

from PyQt6.QtCore import QLineF, QPointF, QRectF, QSizeF
from PyQt6.QtGui import QPolygonF, QTransform

from hexcore.hexes import HALF_ROOT_3, HexCoord
from hexcore.maps import OFF_MAP, HexMap

FULL_SCALE = 54.0
"""Pixels a hex at 100 %."""
ZOOMS = (14.0, 18.0, 22.0, 27.0, 34.0, 43.0, 54.0, 68.0, 84.0, 106.0, 132.0)


class Geometry:
    """The hexes of one map as shapes, in map units (flat side to flat side of a hex = 1)."""

    def __init__(self, hex_map: HexMap) -> None:
        self.map = hex_map
        self._polygons: dict[int, QPolygonF] = {}
        self._hexagon = (0.0, QPolygonF())

    def centre(self, hex: int) -> QPointF:
        return QPointF(*self.map.centres[hex])

    def polygon(self, hex: int) -> QPolygonF:
        found = self._polygons.get(hex)
        if found is None:
            corners = self.map.grid.corners(self.map.coords[hex])
            found = self._polygons[hex] = QPolygonF([QPointF(x, y) for x, y in corners])
        return found

    def hexagon(self, size: float) -> QPolygonF:
        """A hex of this map about the origin, *size* from flat side to flat side."""
        if self._hexagon[0] != size:
            some, (x, y) = self.map.coords[0], self.map.centres[0]
            corners = [QPointF(a - x, b - y) * size for a, b in self.map.grid.corners(some)]
            self._hexagon = (size, QPolygonF(corners))
        return self._hexagon[1]

    def hex_at(self, point: QPointF) -> int:
        """The hex of the map that a point lies in, OFF_MAP beside it."""
        x, y = point.x(), point.y()
        if self.map.grid.family == "columns":
            q = x / HALF_ROOT_3
            r = y - q / 2
        else:
            r = y / HALF_ROOT_3
            q = x - r / 2
        return self.map.at_coord.get(_rounded(q, r), OFF_MAP)

    def side(self, side: int) -> QLineF:
        """A hexside (`6 * hex + direction`) as a line."""
        polygon, direction = self.polygon(side // 6), side % 6
        return QLineF(polygon.at(direction), polygon.at((direction + 1) % 6))

    def outline(self, hexes: Iterable[int]) -> list[QLineF]:
        """The border of a set of hexes."""
        inside, near = set(hexes), self.map.neighbours
        return [self.side(s) for h in inside for s in range(6 * h, 6 * h + 6) if near[s] not in inside]

    @cached_property
    def bounds(self) -> QRectF:
        xs, ys = zip(*self.map.centres, strict=True)
        return QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))).adjusted(-0.75, -0.75, 0.75, 0.75)

    def towards(self, hex: int, dx: float, dy: float) -> int:
        """The neighbour most nearly in a direction, on a tie so that the course stays straight."""
        x, y = self.map.centres[hex]
        best, found = 0.3, hex
        column, row = self.map.grid.column_row(self.map.coords[hex])
        odd = (column if self.map.grid.family == "columns" else row) % 2
        for near in self.map.around(hex):
            nx, ny = self.map.centres[near]
            along = (nx - x) * dx + (ny - y) * dy
            across = (nx - x) * dy - (ny - y) * dx
            score = along + (0.01 if (across > 0) == bool(odd) else 0.0)
            if score > best:
                best, found = score, near
        return found


def _rounded(q: float, r: float) -> HexCoord:
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return HexCoord(rq, rr)


EDGE, MOST_OUT = 0.75, 0.6
"""Hexes kept free round what is to be seen, and how far out it is zoomed for that at most."""


class Camera:
    """The middle of the view in map units, and pixels a hex."""

    def __init__(self, bounds: QRectF) -> None:
        self.bounds = bounds
        self.middle = bounds.center()
        self.scale = FULL_SCALE
        self.size = QSizeF(800, 600)
        self._lowered: tuple[float, float] | None = None
        """The scale before a lower view made a smaller one needed, and that."""

    @property
    def view(self) -> QRectF:
        """The part of the map in the window."""
        width, height = self.size.width() / self.scale, self.size.height() / self.scale
        return QRectF(self.middle.x() - width / 2, self.middle.y() - height / 2, width, height)

    @property
    def transform(self) -> QTransform:
        """From map units to pixels."""
        corner = self.view.topLeft()
        return QTransform().scale(self.scale, self.scale).translate(-corner.x(), -corner.y())

    def to_screen(self, point: QPointF) -> QPointF:
        return (point - self.view.topLeft()) * self.scale

    def to_map(self, point: QPointF) -> QPointF:
        return self.view.topLeft() + point / self.scale

    def resize(self, size: QSizeF, moved: QPointF | None = None) -> None:
        """Another size about the same middle; or, with how far the corner has *moved*, about the same spots.

        A map that is whole in the view may then lie beside the middle of it, so long as it stays whole.
        """
        if moved is None:
            self.size = size
            self._keep_on_map()
            return
        corner, before, whole = self.view.topLeft() + moved / self.scale, self.size, self._whole_high
        self.size = size
        x, half = corner.x() + size.width() / self.scale / 2, size.width() / self.scale / 2
        self.middle = QPointF(x, corner.y() + size.height() / self.scale / 2)
        self._keep_on_map()
        if (least := self.bounds.right() - half) <= (most := self.bounds.left() + half):
            self.middle.setX(min(max(x, least), most))
        if before.width() == size.width():
            self._stay_whole(whole)

    @property
    def _whole_high(self) -> bool:
        """Whether the map is in the view from top to bottom."""
        return self.bounds.height() <= self.size.height() / self.scale

    def _stay_whole(self, whole: bool) -> None:
        """A map that was whole from top to bottom stays so where the view gets lower, smaller if need be, and
        is as large as it was when there is the room again. One that a hand has zoomed since is left."""
        if self._lowered is not None and self._lowered[1] != self.scale:
            self._lowered = None
        if self._lowered is None and (not whole or self._whole_high):
            return
        usual, room = (self._lowered or (self.scale, 0.0))[0], self.size.height() / self.bounds.height()
        fitting = [zoom for zoom in ZOOMS if zoom <= min(room, usual)]
        scale = usual if usual <= room else fitting[-1] if fitting else ZOOMS[0]
        self._lowered = (usual, scale) if scale < usual else None
        self.scale = scale
        self._keep_on_map()
        half = self.size.height() / scale / 2
        if (least := self.bounds.bottom() - half) <= (most := self.bounds.top() + half):
            self.middle.setY(min(max(self.middle.y(), least), most))

    @contextmanager
    def wider(self, by: QSizeF) -> Iterator[None]:
        """While this lasts, the view is *by* pixels larger about the same middle."""
        size, self.size = self.size, self.size + by
        try:
            yield
        finally:
            self.size = size

    def look_at(self, point: QPointF) -> None:
        self.middle = QPointF(point)
        self._keep_on_map()

    def shift_to(self, point: QPointF, margin: float = 2.0) -> bool:
        """Moves no farther than it takes to have a point well in the view; False where it was."""
        view, margin = self.view, min(margin, self.view.width() / 6)
        near = view.adjusted(margin, margin, -margin, -margin)
        x = min(point.x() - near.left(), 0) + max(point.x() - near.right(), 0)
        y = min(point.y() - near.top(), 0) + max(point.y() - near.bottom(), 0)
        if x or y:
            self.look_at(self.middle + QPointF(x, y))
        return bool(x or y)

    def show_all(self, points: Iterable[QPointF]) -> bool:
        """Moves, and zooms out a little, until all of some points are in the view; where they lie too far
        apart for that, until one is. False where nothing had to move."""
        spots, view = list(points), self.view.adjusted(EDGE, EDGE, -EDGE, -EDGE)
        if not spots or all(view.contains(spot) for spot in spots):
            return False
        xs, ys = [spot.x() for spot in spots], [spot.y() for spot in spots]
        wide, high = max(xs) - min(xs) + 4 * EDGE, max(ys) - min(ys) + 4 * EDGE
        fitting = min(self.size.width() / wide, self.size.height() / high)
        if fitting >= self.scale * MOST_OUT:
            self.scale = min(self.scale, fitting)
            for corner in (QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))):
                self.shift_to(corner, EDGE)
            return True
        if any(view.contains(spot) for spot in spots):
            return False
        self.look_at(min(spots, key=lambda spot: (spot - self.middle).manhattanLength()))
        return True

    def pan(self, pixels: QPointF) -> None:
        self.look_at(self.middle - pixels / self.scale)

    def zoom(self, steps: int, about: QPointF | None = None) -> None:
        """So many zoom steps nearer (or farther), the map point under *about* staying where it is."""
        about = about or QPointF(self.size.width() / 2, self.size.height() / 2)
        anchor = self.to_map(about)
        nearest = min(range(len(ZOOMS)), key=lambda k: abs(math.log(ZOOMS[k] / self.scale)))
        self.scale = ZOOMS[min(max(nearest + steps, 0), len(ZOOMS) - 1)]
        shift = anchor - self.to_map(about)
        self.look_at(self.middle + shift)

    def fit(self) -> None:
        """The largest zoom at which the whole map is in the window."""
        room = min(self.size.width() / self.bounds.width(), self.size.height() / self.bounds.height())
        fitting = [z for z in ZOOMS if z <= room]
        self.scale = fitting[-1] if fitting else ZOOMS[0]
        self.look_at(self.bounds.center())

    def _keep_on_map(self) -> None:
        """Leaves the middle where at most a margin beside the map shows; a small map is centred."""
        half_w, half_h = self.size.width() / self.scale / 2, self.size.height() / self.scale / 2
        self.middle = QPointF(
            _within(self.middle.x(), self.bounds.left(), self.bounds.right(), half_w),
            _within(self.middle.y(), self.bounds.top(), self.bounds.bottom(), half_h),
        )


def snapped(value: float) -> int:
    """The nearest whole number; of two as near the higher one, even where *value* is a hair less than that:
    what is painted at it then shifts with the view by whole pixels.
    """
    return math.floor(value + 0.500001)


def _within(value: float, low: float, high: float, half: float) -> float:
    margin = min(half * 0.5, 0.5)
    first, last = low - margin + half, high + margin - half
    return (low + high) / 2 if first > last else min(max(value, first), last)
