"""A picture as the colour-blind see it (Machado, Oliveira and Fernandes 2009, full severity)."""

from __future__ import annotations

from functools import cache

from colour_distance import EYES
from PyQt6.QtGui import QImage

LINEAR = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (n / 255 for n in range(256))]


def seen_by(picture: QImage, eye: str) -> QImage:
    """A copy in the colours that an eye of `EYES` makes of it."""
    shown = picture.convertToFormat(QImage.Format.Format_RGB888)
    bits = shown.bits()
    assert bits is not None
    bits.setsize(shown.sizeInBytes())
    data, line = bytearray(bytes(bits)), shown.bytesPerLine()

    @cache
    def turned(r: int, g: int, b: int) -> bytes:
        light = (LINEAR[r], LINEAR[g], LINEAR[b])
        sums = (sum(m * v for m, v in zip(row, light, strict=True)) for row in EYES[eye])
        return bytes(round(255 * encoded(min(1.0, max(0.0, value)))) for value in sums)

    for y in range(shown.height()):
        for at in range(y * line, y * line + 3 * shown.width(), 3):
            data[at : at + 3] = turned(data[at], data[at + 1], data[at + 2])
    return QImage(bytes(data), shown.width(), shown.height(), line, QImage.Format.Format_RGB888).copy()


def encoded(value: float) -> float:
    """Linear light as a part of full sRGB."""
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
