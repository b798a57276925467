"""One frame of the map: ground, areas, counters. While the wheel turns the last sharp one shows, scaled.

A sharp frame is painted into a picture first: painting into a window that others lie over goes span by span.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PyQt6.QtCore import QPoint, QRectF, QTimer
from PyQt6.QtGui import QPainter, QPixmap

from hexcore.state import GameState
from hexcore_gui.area_picture import areas_of
from hexcore_gui.hex_markers import paint_hex_markers
from hexcore_gui.theme import colour

if TYPE_CHECKING:
    from hexcore_gui.map_view import MapView

RESTS = 80
"""Milliseconds after which a wheel that does not turn any more has come to rest."""
IN_A_FRAME = 0.005
"""Seconds a frame gives to counters of a new size; the others show scaled until it is their turn."""


class MapFrame:
    """What lies under the rings, paths and signs of one map view."""

    def __init__(self, view: MapView) -> None:
        self.view = view
        self._picture: QPixmap | None = None
        self._part = QRectF()
        """What part of the map the picture shows."""
        self._key: tuple[object, ...] | None = None
        self._state: GameState | None = None
        """What it depends on (see `_looks`), None while something in it has still to come."""
        self._whole = False
        """Whether counters are in the picture: the first ones are all painted at once."""
        self._wheel = QTimer(view)
        self._wheel.setSingleShot(True)
        self._wheel.setInterval(RESTS)
        self._wheel.timeout.connect(view.update)

    @property
    def turning(self) -> bool:
        """Whether the wheel has been turned just now, so that the last picture stands in."""
        return self._picture is not None and self._wheel.isActive()

    def turn(self) -> None:
        """The wheel was turned by a notch."""
        self._wheel.start()

    def rest(self) -> None:
        """The next frame is sharp, whatever the wheel does."""
        self._wheel.stop()

    def paint(self, painter: QPainter, dpr: float) -> None:
        if self.turning:
            self._stand_in(painter, dpr)
            return
        self._make(dpr)
        assert self._picture is not None
        painter.drawPixmap(0, 0, self._picture)

    def _make(self, dpr: float) -> None:
        """The sharp picture of what is in view: shifted, where no more than the view has moved."""
        view, size = self.view, self.view.size() * dpr
        key, shift, news = self._looks(dpr), self._shift(dpr), self._news(dpr)
        view.stage.counters.begin_frame(IN_A_FRAME if self._whole else math.inf)
        if self._picture is None or self._picture.size() != size:
            self._picture = QPixmap(size)
            self._picture.setDevicePixelRatio(dpr)
            shift = None
        if shift is None or self._key is None or self._key != key or self._state is not view.state:
            self._layers(self._picture, [QRectF(view.rect())], dpr)
        elif shift != QPoint() or news:
            self._picture.scroll(shift.x(), shift.y(), self._picture.rect())
            self._layers(self._picture, [*self._bared(shift, dpr), *news], dpr)
        self._part, self._state = view.camera.view, view.state
        self._key = key if not view.stage.counters.owed and not view.motion.moving else None

    def _looks(self, dpr: float) -> tuple[object, ...]:
        """Everything that the picture depends on, except for the position and the place of the view."""
        view = self.view
        shown = (view.show_counters, view.stacks.in_hand, dict(view.stage.signs))
        return (view.camera.scale, dpr, shown, areas_of(view.overlays))

    def _shift(self, dpr: float) -> QPoint | None:
        """How many device pixels the picture has to be shifted; None where that is no whole number."""
        way = (self._part.topLeft() - self.view.camera.view.topLeft()) * self.view.camera.scale * dpr
        whole = way.toPoint()
        return whole if (way - whole.toPointF()).manhattanLength() < 0.01 else None

    def _bared(self, shift: QPoint, dpr: float) -> list[QRectF]:
        """The strips at two edges that a shift lays bare."""
        rect, (x, y) = QRectF(self.view.rect()), (shift.x() / dpr, shift.y() / dpr)
        across = QRectF(rect.left() if x > 0 else rect.right() + x, rect.top(), abs(x), rect.height())
        down = QRectF(rect.left(), rect.top() if y > 0 else rect.bottom() + y, rect.width(), abs(y))
        return [strip & rect for strip in (across, down) if not strip.isEmpty()]

    def _news(self, dpr: float) -> list[QRectF]:
        """Where tiles have arrived since the last sharp frame: their places in the window."""
        camera, window = self.view.camera, QRectF(self.view.rect())
        areas = self.view.tiles.news(camera.scale, dpr)
        places = (QRectF(camera.to_screen(a.topLeft()), a.size() * camera.scale) for a in areas)
        return [place.adjusted(-1, -1, 1, 1) & window for place in places if place.intersects(window)]

    def _layers(self, picture: QPixmap, parts: list[QRectF], dpr: float) -> None:
        """Paints some parts of the picture, the lowest layer first."""
        view, painter = self.view, QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for part in parts:
            painter.setClipRect(part)
            painter.fillRect(part, colour(view.stage.theme.map.off_map))
            around = part.adjusted(-2, -2, 2, 2)
            ground = QRectF(view.camera.to_map(around.topLeft()), around.size() / view.camera.scale)
            view.tiles.paint(painter, view.camera.view, view.camera.scale, dpr, ground)
            if view.state is not None:
                view.areas.paint(painter, view.overlays, dpr)
                if view.show_counters:
                    view.stacks.paint(painter, view.state, dpr, part)
                    paint_hex_markers(painter, view.stage, view.shapes, view.camera, view.state)
                self._whole = True
        painter.end()

    def _stand_in(self, painter: QPainter, dpr: float) -> None:
        """The last picture as large as its part of the map is now; beside it flat colours and bodies."""
        view, picture = self.view, self._picture
        assert picture is not None
        camera = view.camera
        place = QRectF(camera.to_screen(self._part.topLeft()), self._part.size() * camera.scale)
        if not place.contains(QRectF(view.rect())):
            painter.fillRect(view.rect(), colour(view.stage.theme.map.off_map))
            view.tiles.paint_held(painter, camera.view, camera.scale, dpr)
            if view.state is not None and view.show_counters:
                view.stacks.paint_bodies(painter, view.state, self._part, dpr)
        painter.drawPixmap(place, picture, QRectF(picture.rect()))
