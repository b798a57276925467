"""The window's line icons, painted at any size about a point."""

from __future__ import annotations

import math
from collections.abc import Callable

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from hexcore_gui.overlay_shapes import hexagon_icon

Shape = list[tuple[float, float]]


def paint_icon(painter: QPainter, name: str, x: float, y: float, ink: QColor, size: float = 1.0) -> None:
    """An icon about (x, y); *size* 1 is 18 pixels. An unknown name gives a ring."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(x, y)
    painter.scale(size, size)
    pen = QPen(ink, 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if name in SHAPES:
        for line in SHAPES[name]:
            painter.drawPolyline(QPolygonF([QPointF(*p) for p in line]))
    else:
        DRAWN.get(name, _ring)(painter, ink)
    painter.restore()


def _star() -> Shape:
    points = []
    for k in range(11):
        radius, angle = (8 if k % 2 == 0 else 3.4), math.radians(36 * k)
        points.append((radius * math.sin(angle), -radius * math.cos(angle)))
    return points


SHAPES: dict[str, list[Shape]] = {
    "hand": [[(-6, -7), (-6, 6), (-2.5, 3), (0, 8), (2.4, 7), (0, 2), (4.6, 2), (-6, -7)]],
    "command": [[(-6, -7), (-6, 8)], [(-6, -7), (6, -7), (6, 1), (-6, 1)]],
    "victory": [_star()],
    "terrain": [[(-8, 6), (-2, -5), (1, 0), (3.5, -3), (8, 6), (-8, 6)]],
    "plus": [[(-6, 0), (6, 0)], [(0, -6), (0, 6)]],
    "minus": [[(-6, 0), (6, 0)]],
    "fit": [
        [(x * 7, y * 3), (x * 7, y * 7), (x * 3, y * 7)] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ],
    "first": [[(-6, -6), (-6, 6)], [(6, -6), (-2, 0), (6, 6), (6, -6)]],
    "back": [[(4, -6), (-4, 0), (4, 6), (4, -6)]],
    "play": [[(-4, -6.5), (6, 0), (-4, 6.5), (-4, -6.5)]],
    "pause": [[(-3, -6), (-3, 6)], [(3, -6), (3, 6)]],
    "on": [[(-4, -6), (4, 0), (-4, 6), (-4, -6)]],
    "last": [[(6, -6), (6, 6)], [(-6, -6), (2, 0), (-6, 6), (-6, -6)]],
    "counters": [[(-7, -7), (7, -7), (7, 7), (-7, 7), (-7, -7)], [(-9, 9), (9, -9)]],
}


def _zones(painter: QPainter, ink: QColor) -> None:
    painter.drawPolygon(hexagon_icon(7))
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(0, 0), 2, 2)


def _supply(painter: QPainter, ink: QColor) -> None:
    painter.drawEllipse(QPointF(-5, 5), 2.2, 2.2)
    painter.drawEllipse(QPointF(5, -5), 2.2, 2.2)
    way = QPainterPath(QPointF(-3, 4))
    way.cubicTo(4, 4, -4, -4, 3, -4)
    painter.drawPath(way)


def _front(painter: QPainter, ink: QColor) -> None:
    way = QPainterPath(QPointF(-8, 2))
    way.cubicTo(-3, -6, 2, 7, 8, -2)
    painter.drawPath(way)
    painter.drawLine(QPointF(-5, -1), QPointF(-6, -5))
    painter.drawLine(QPointF(3, 1.4), QPointF(2.4, 6))


def _find(painter: QPainter, ink: QColor) -> None:
    painter.drawEllipse(QPointF(-1.5, -1.5), 5, 5)
    painter.drawLine(QPointF(2.4, 2.4), QPointF(7, 7))


def _ring(painter: QPainter, ink: QColor) -> None:
    painter.drawEllipse(QPointF(0, 0), 5, 5)


def _sun(painter: QPainter, ink: QColor, x: float = 0, y: float = 0) -> None:
    painter.setBrush(QColor("#FFB71B"))
    painter.drawEllipse(QPointF(x, y), 4.5, 4.5)
    for k in range(8):
        a = math.radians(45 * k)
        painter.drawLine(
            QPointF(x + 6.6 * math.cos(a), y + 6.6 * math.sin(a)),
            QPointF(x + 8.6 * math.cos(a), y + 8.6 * math.sin(a)),
        )


def _cloud(painter: QPainter, ink: QColor) -> None:
    cloud = QPainterPath()
    cloud.setFillRule(Qt.FillRule.WindingFill)
    for x, y, r in ((-3, 3, 4), (3, 1, 5), (7, 3.5, 3.6)):
        cloud.addEllipse(QPointF(x, y), r, r)
    cloud.addRect(QRectF(-3, 2, 10, 5))
    painter.setBrush(QColor("#EEF1F3"))
    painter.drawPath(cloud.simplified())


def _cloud_sun(painter: QPainter, ink: QColor) -> None:
    _sun(painter, ink, -3, -4)
    _cloud(painter, ink)


def _storm(painter: QPainter, ink: QColor) -> None:
    painter.translate(0, -3)
    _cloud(painter, ink)
    painter.setBrush(QColor("#FFB71B"))
    bolt = [(2, 6), (-2, 11), (1, 11), (-1, 15), (5, 9.5), (2, 9.5), (4, 6)]
    painter.drawPolygon(QPolygonF([QPointF(*p) for p in bolt]))


DRAWN: dict[str, Callable[[QPainter, QColor], None]] = {
    "zones": _zones,
    "supply": _supply,
    "front": _front,
    "find": _find,
    "sun": _sun,
    "cloud": _cloud,
    "cloud-sun": _cloud_sun,
    "storm": _storm,
}
