"""Paints the ways that units have just gone: thin arrows in the side's colour."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt6.QtCore import QLineF, QPointF, Qt
from PyQt6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from hexcore_gui.camera import Camera, Geometry
from hexcore_gui.overlays import Trail
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

SHORT_OF = 0.4
"""So far from the middle of its last hex a trail ends, in hexes: the counter stands there."""


def paint_trails(
    painter: QPainter, stage: Stage, shapes: Geometry, camera: Camera, trails: Iterable[Trail]
) -> None:
    """Every trail in view; the last one of a computer player is the strongest."""
    near, listed = camera.view.adjusted(-1, -1, 1, 1), list(trails)
    for n, trail in enumerate(listed):
        if any(near.contains(shapes.centre(hex)) for hex in trail.hexes):
            spots = [camera.to_screen(shapes.centre(hex)) for hex in trail.hexes]
            last = n == len(listed) - 1 and not trail.own
            _arrow(painter, spots, colour(stage.side(trail.side).block), camera.scale, last=last)


def _arrow(painter: QPainter, spots: list[QPointF], ink: QColor, scale: float, *, last: bool) -> None:
    final = QLineF(spots[-2], spots[-1])
    final.setLength(max(final.length() - SHORT_OF * scale, 1))
    ends = [*spots[:-1], final.p2()]
    way = QPainterPath(ends[0])
    for spot in ends[1:]:
        way.lineTo(spot)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    wide = max(1.6, scale * (0.075 if last else 0.045))
    for width, pen_ink in ((wide + 2.4, QColor(255, 255, 255, 220)), (wide, ink)):
        pen = QPen(pen_ink, width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(way)
    painter.setPen(QPen(QColor("#FFFFFF"), 1.2))
    painter.setBrush(ink)
    painter.drawEllipse(spots[0], wide * 1.3, wide * 1.3)
    painter.drawPolygon(_head(final, max(7.0, scale * 0.17)))


def _head(line: QLineF, long: float) -> QPolygonF:
    """The head of an arrow at the end of a line."""
    back = QLineF(line.p2(), line.p1())
    corners = [line.p2()]
    for turn in (28, -28):
        side = QLineF(back)
        side.setAngle(back.angle() + turn)
        side.setLength(long)
        corners.append(side.p2())
    return QPolygonF(corners)
