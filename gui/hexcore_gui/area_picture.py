"""The areas under the counters as one picture, somewhat larger than the window: panning only shifts it."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QSize, Qt
from PyQt6.QtGui import QPainter, QPixmap

from hexcore_gui.camera import Camera
from hexcore_gui.overlay_paint import FIELD, OverlayPainter
from hexcore_gui.overlays import Overlays

BESIDE = 192
"""Pixels round the window for which areas are painted too, once the map is moved about under them."""


def areas_of(what: Overlays) -> tuple[object, ...]:
    """All of some overlays that is painted under the counters."""
    field = what.choices if len(what.choices) > FIELD else ()
    flat = (what.bands, what.radii, what.objectives, what.supply, what.front, what.zones, what.reach)
    return (*flat, what.goals, field, what.trails, what.lines)


class AreaPicture:
    """Painted anew when the areas, the zoom or the window change, or when the map has moved far."""

    def __init__(self, painter: OverlayPainter, camera: Camera) -> None:
        self.painter, self.camera = painter, camera
        self._kept: tuple[object, QPixmap] | None = None
        self._middle = QPointF()
        self._beside = 0

    def paint(self, painter: QPainter, what: Overlays, dpr: float) -> None:
        camera, areas = self.camera, areas_of(what)
        if not any(areas):
            return
        size = camera.size.toSize()
        key = (areas, camera.scale, size, dpr)
        shift = (self._middle - camera.middle) * camera.scale
        new = self._kept is None or self._kept[0] != key
        if self._kept is None or new or max(abs(shift.x()), abs(shift.y())) > self._beside:
            self._beside = 0 if new else BESIDE
            self._kept, self._middle = (key, self._made(what, size, dpr)), QPointF(camera.middle)
            shift = QPointF()
        corner = (shift * dpr).toPoint().toPointF() / dpr
        painter.drawPixmap(corner - QPointF(self._beside, self._beside), self._kept[1])

    def _made(self, what: Overlays, size: QSize, dpr: float) -> QPixmap:
        beside = QSize(2 * self._beside, 2 * self._beside)
        whole = (size + beside) * dpr
        picture = self._kept[1] if self._kept is not None else QPixmap()
        if picture.size() != whole:
            picture = QPixmap(whole)
        picture.setDevicePixelRatio(dpr)
        picture.fill(Qt.GlobalColor.transparent)
        inside = QPainter(picture)
        with self.camera.wider(beside.toSizeF()):
            self.painter.below(inside, what)
        inside.end()
        return picture
