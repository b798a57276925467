"""What counters are put together from: lettering as outlines, the shadow, the tab of a tall stack."""

from __future__ import annotations

from functools import lru_cache

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QTransform

from hexcore_gui.theme import colour, font

MARGIN = 0.32
"""Room round a counter in its pixmap for shadow, badges and ring, in parts of its side."""
LETTERS = 100.0
"""Pixels at which outlines of texts are made."""


@lru_cache(maxsize=2048)
def letters(text: str) -> tuple[QPainterPath, float, float]:
    """The outline of a text at LETTERS pixels, its width, and the height of its capitals."""
    setting = font("figures", LETTERS)
    path = QPainterPath()
    path.addText(QPointF(0, 0), setting, text)
    metrics = QFontMetricsF(setting)
    return path, metrics.horizontalAdvance(text), metrics.capHeight()


@lru_cache(maxsize=64)
def shadow(size: float, held: bool, dpr: float) -> QImage:
    """The shadow of a counter with its margin. Kept, because blending it layer by layer is slow."""
    side = round(size * (1 + 2 * MARGIN) * dpr)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size * MARGIN, size * MARGIN)
    painter.setPen(Qt.PenStyle.NoPen)
    drop, blur, alpha = (size * 0.16, 8, 15) if held else (max(1.0, size * 0.03), 3, 31)
    for k in range(blur, 0, -1):
        spread, radius = k * (size * 0.019 if held else max(0.85, size * 0.017)), max(1.5, size * 0.055)
        painter.setBrush(QColor(0, 0, 0, alpha))
        box = QRectF(-spread + drop * 0.4, -spread + drop, size + 2 * spread, size + 2 * spread)
        painter.drawRoundedRect(box, radius + spread, radius + spread)
    painter.end()
    return image


def tab(painter: QPainter, text: str, x: float, y: float, size: float) -> None:
    """The dark tab at the upper right corner of a tall stack."""
    r = size * 0.15
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour("#FFFFFF"), max(1.0, size * 0.025)))
    painter.setBrush(colour("#1B1D1F"))
    painter.drawRoundedRect(QRectF(x - r * 1.1, y + size - r * 1.3, r * 2, r * 2), r * 0.5, r * 0.5)
    path, width, cap = letters(text)
    scale = r * 1.6 / LETTERS
    move = (
        QTransform()
        .translate(x - r * 0.1, y + size - r * 0.3)
        .scale(scale, scale)
        .translate(-width / 2, cap / 2)
    )
    painter.fillPath(move.map(path), colour("#FFFFFF"))
    painter.restore()
