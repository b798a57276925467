"""The ground in flat colours, hex by hex: what shows until the textures are there, and the overview."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QImage, QPainter, QPolygonF

from hexcore.hexes import Grid, HexCoord

BIN = 4.0
"""Side of the squares, in hexes, by which the hexes of a part are found."""
PICTURE = 12.0
"""Pixels a hex of the picture of the whole map."""
SINGLE_FROM = 20.0
"""From this many pixels a hex each hex in view is painted by itself, below it the picture serves."""


class FlatGround:
    """Every hex of a sheet with its colour."""

    def __init__(
        self, grid: Grid, inks: Mapping[HexCoord, QColor], bounds: QRectF, off_map: QColor
    ) -> None:
        self.bounds, self.off_map = bounds, off_map
        self._bins: dict[tuple[int, int], list[tuple[QPointF, QColor]]] = {}
        for hex, ink in inks.items():
            x, y = grid.centre(hex)
            spot = (math.floor(x / BIN), math.floor(y / BIN))
            self._bins.setdefault(spot, []).append((QPointF(x, y), ink))
        some = next(iter(inks))
        x, y = grid.centre(some)
        self._hexagon = QPolygonF([QPointF(a - x, b - y) for a, b in grid.corners(some)])

    def paint(self, painter: QPainter, view: QRectF, scale: float) -> None:
        """Paints the hexes in *view* with a painter that measures in map units, at *scale* pixels a hex."""
        if scale >= SINGLE_FROM:
            self._single(painter, view)
            return
        part = view.intersected(self.bounds)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(part, self.picture, self.in_picture(part))

    def in_picture(self, part: QRectF) -> QRectF:
        """Where a part of the map lies in its picture."""
        return QRectF((part.topLeft() - self.bounds.topLeft()) * PICTURE, part.size() * PICTURE)

    def _single(self, painter: QPainter, view: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        near = view.adjusted(-1, -1, 1, 1)
        ink = None
        for row in range(math.floor(near.top() / BIN), math.floor(near.bottom() / BIN) + 1):
            for column in range(math.floor(near.left() / BIN), math.floor(near.right() / BIN) + 1):
                for spot, own in self._bins.get((column, row), ()):
                    if own is not ink:
                        painter.setBrush(own)
                        ink = own
                    painter.drawConvexPolygon(self._hexagon.translated(spot))

    @cached_property
    def picture(self) -> QImage:
        """The whole map, small."""
        size = (self.bounds.size() * PICTURE).toSize()
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(self.off_map)
        painter = QPainter(image)
        painter.scale(PICTURE, PICTURE)
        painter.translate(-self.bounds.topLeft())
        self._single(painter, self.bounds)
        painter.end()
        return image
