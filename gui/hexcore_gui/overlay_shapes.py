"""Small shapes that overlays are made of: pens, lettering with a halo or in a pill, brushes."""

from __future__ import annotations

import math

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from hexcore_gui.camera import snapped


def round_pen(ink: QColor, width: float) -> QPen:
    pen = QPen(ink, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def haloed(painter: QPainter, text: str, middle: QPointF, setting: QFont, ink: QColor) -> None:
    """Lettering about a point with a white halo."""
    device = painter.device()
    dpr = device.devicePixelRatioF() if device is not None else 1.0
    key = (text, setting.key(), ink.rgba(), dpr)
    made = _LETTERED.get(key)
    if made is None:
        if len(_LETTERED) > MOST_LETTERED:
            _LETTERED.clear()
        made = _LETTERED[key] = _lettered(text, setting, ink, dpr)
    half = QPointF(made.width(), made.height()) / dpr / 2
    spot = (middle - half) * dpr
    painter.drawPixmap(QPointF(snapped(spot.x()), snapped(spot.y())) / dpr, made)


MOST_LETTERED = 400
_LETTERED: dict[tuple[str, str, int, float], QPixmap] = {}
"""Lettering that was painted, kept because its halo takes long."""


def _lettered(text: str, setting: QFont, ink: QColor, dpr: float) -> QPixmap:
    """Lettering with its middle in the middle."""
    metrics = QFontMetricsF(setting)
    wide, high = metrics.horizontalAdvance(text), metrics.capHeight()
    made = QPixmap(round((wide + 10) * dpr), round((high + 16) * dpr))
    made.setDevicePixelRatio(dpr)
    made.fill(Qt.GlobalColor.transparent)
    path = QPainterPath()
    path.addText((made.width() / dpr - wide) / 2, (made.height() / dpr + high) / 2, setting, text)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, round_pen(QColor(255, 255, 255, 235), 4))
    painter.fillPath(path, ink)
    painter.end()
    return made


def pill_box(text: str, middle: QPointF, setting: QFont) -> QRectF:
    """The room such lettering takes."""
    metrics = QFontMetricsF(setting)
    width, height = metrics.horizontalAdvance(text) + 16, metrics.height() + 5
    return QRectF(middle.x() - width / 2, middle.y() - height / 2, max(width, height), height)


def pill(painter: QPainter, text: str, middle: QPointF, setting: QFont, fill: QColor, ink: QColor) -> QRectF:
    """Lettering in a rounded bar about a point."""
    box = pill_box(text, middle, setting)
    height = box.height()
    painter.setPen(QPen(ink, 1.6))
    painter.setBrush(fill)
    painter.drawRoundedRect(box, height / 2, height / 2)
    painter.setFont(setting)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    return box


def hatch_brush(ink: QColor, step: int) -> QBrush:
    """Slanting lines, a line every *step* pixels."""
    tile = QPixmap(step, step)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(ink, 1.4))
    for shift in (-step, 0, step):
        painter.drawLine(QPointF(shift - 1, step + 1), QPointF(shift + step + 1, -1))
    painter.end()
    return QBrush(tile)


def dot_brush(ink: QColor, step: int) -> QBrush:
    """Sparse dots."""
    tile = QPixmap(step, step)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(step / 2, step / 2), 1.1, 1.1)
    painter.end()
    return QBrush(tile)


def hexagon_icon(radius: float) -> QPolygonF:
    """A flat-topped hexagon about the origin."""
    angles = [math.radians(60 * k) for k in range(6)]
    return QPolygonF([QPointF(radius * math.cos(a), radius * math.sin(a)) for a in angles])
