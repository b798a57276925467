"""The areas under the counters as one picture, somewhat larger than the window: panning only shifts it."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QSize, Qt
from PyQt6.QtGui import QPainter, QPixmap

from hexcore_gui.camera import Camera
from hexcore_gui.overlay_paint import OverlayPainter
from hexcore_gui.overlays import Overlays

BESIDE = 192
"""Pixels round the window for which areas are painted too."""


class AreaPicture:
    """Painted anew when the areas, the zoom or the window change, or when the map has moved far."""

    def __init__(self, painter: OverlayPainter, camera: Camera) -> None:
        self.painter, self.camera = painter, camera
        self._kept: tuple[object, QPixmap] | None = None
        self._middle = QPointF()

    def paint(self, painter: QPainter, what: Overlays, dpr: float) -> None:
        camera = self.camera
        flat = (what.net, what.radii, what.objectives, what.supply, what.front, what.zones, what.reach)
        areas = (*flat, what.goals, what.trails, what.lines)
        if not any(areas):
            return
        size = camera.size.toSize()
        key = (areas, camera.scale, size, dpr)
        shift = (self._middle - camera.middle) * camera.scale
        if self._kept is None or self._kept[0] != key or max(abs(shift.x()), abs(shift.y())) > BESIDE:
            self._kept, self._middle = (key, self._made(what, size, dpr)), QPointF(camera.middle)
            shift = QPointF()
        corner = (shift * dpr).toPoint().toPointF() / dpr
        painter.drawPixmap(corner - QPointF(BESIDE, BESIDE), self._kept[1])

    def _made(self, what: Overlays, size: QSize, dpr: float) -> QPixmap:
        beside = QSize(2 * BESIDE, 2 * BESIDE)
        picture = QPixmap((size + beside) * dpr)
        picture.setDevicePixelRatio(dpr)
        picture.fill(Qt.GlobalColor.transparent)
        inside = QPainter(picture)
        with self.camera.wider(beside.toSizeF()):
            self.painter.below(inside, what)
        inside.end()
        return picture
