"""The whole map as a picture file, with its legend and scale: PNG, SVG or PDF."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QMarginsF, QPointF, QRectF, QSizeF, Qt
from PyQt6.QtGui import QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter, QPen
from PyQt6.QtSvg import QSvgGenerator

from hexcore.maps import HexMap
from hexcore_gui.ground import GroundPainter, ground_looks
from hexcore_gui.presentation import GroundLook, Presentation
from hexcore_gui.theme import Theme, colour, load_fonts

MARGIN, LEGEND = 0.8, 2.2
"""In hexes: the white round the map, and the strip for legend and scale beneath it."""
MOST_PIXELS = 20_000


def draw(hex_map: HexMap, presentation: Mapping[str, Any], path: Path, px_per_hex: float = 54) -> None:
    """Draws a map to a .png, .svg or .pdf file, *px_per_hex* from flat side to flat side of a hex.

    Raises ValueError for another ending or a picture too large, OSError when the file cannot be written.
    """
    _application()
    load_fonts()
    picture = _Picture(hex_map, Presentation.from_mapping(presentation), px_per_hex)
    write = {".png": picture.png, ".svg": picture.svg, ".pdf": picture.pdf}.get(path.suffix.lower())
    if write is None:
        raise ValueError(f"{path}: a map is drawn as .png, .svg or .pdf")
    write(path)


def _application() -> None:
    global _APPLICATION
    if QGuiApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _APPLICATION = QGuiApplication(["hexcore"])


_APPLICATION: QGuiApplication | None = None


class _Picture:
    def __init__(self, hex_map: HexMap, looks: Presentation, scale: float) -> None:
        self.looks, self.scale, self.theme = looks, scale, Theme.light()
        self.painter = GroundPainter(hex_map, looks, self.theme)
        self.grounds = ground_looks(hex_map, looks)
        corners = [p for coord in hex_map.coords for p in hex_map.grid.corners(coord)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        self.map_rect = QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(
            -MARGIN, -MARGIN, MARGIN, MARGIN
        )
        self.wide = self.map_rect.width() * scale
        self.high = (self.map_rect.height() + LEGEND) * scale
        if max(self.wide, self.high) > MOST_PIXELS:
            raise ValueError(f"a picture of {self.wide:.0f} by {self.high:.0f} pixels is too large")

    def png(self, path: Path) -> None:
        image = QImage(int(self.wide), int(self.high), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        self._paint(painter)
        painter.end()
        if not image.save(str(path)):
            raise OSError(f"{path}: cannot be written")

    def svg(self, path: Path) -> None:
        generator = QSvgGenerator()
        generator.setFileName(str(path))
        generator.setSize(QSizeF(self.wide, self.high).toSize())
        generator.setViewBox(QRectF(0, 0, self.wide, self.high))
        painter = QPainter()
        if not painter.begin(generator):
            raise OSError(f"{path}: cannot be written")
        self._paint(painter)
        painter.end()

    def pdf(self, path: Path) -> None:
        writer = QPdfWriter(str(path))
        writer.setResolution(72)
        writer.setPageSize(QPageSize(QSizeF(self.wide, self.high), QPageSize.Unit.Point))
        writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        painter = QPainter()
        if not painter.begin(writer):
            raise OSError(f"{path}: cannot be written")
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.fillRect(QRectF(0, 0, self.wide, self.high), colour(self.theme.tokens.panel))
        painter.save()
        painter.setClipRect(QRectF(0, 0, self.wide, self.map_rect.height() * self.scale))
        self.painter.paint(painter, self.map_rect, self.scale)
        painter.restore()
        self._legend(painter)
        self._scale_bar(painter)

    def _legend(self, painter: QPainter) -> None:
        """A swatch and a word for every ground, in rows beneath the map."""
        painter.setFont(self.theme.ui_font(0.26 * self.scale))
        x, y = MARGIN * self.scale, (self.map_rect.height() + 0.25) * self.scale
        shown = {word: look for word, look in self.grounds.items() if look.texture != "none"}
        for word, look in shown.items():
            label = look.label or word
            wide = (0.9 + 0.17 * len(label)) * self.scale
            if x + wide > self.wide - 5 * self.scale:
                x, y = MARGIN * self.scale, y + 0.6 * self.scale
            self._swatch(painter, QPointF(x, y), look, label)
            x += wide

    def _swatch(self, painter: QPainter, at: QPointF, look: GroundLook, label: str) -> None:
        box = QRectF(at.x(), at.y(), 0.6 * self.scale, 0.4 * self.scale)
        painter.setPen(QPen(colour(self.theme.tokens.ink2), 1))
        own = self.theme.ground(look)
        painter.setBrush(colour(own[0]) if own else Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        painter.setPen(colour(self.theme.tokens.ink))
        words = QRectF(box.right() + 0.1 * self.scale, box.top(), 6 * self.scale, box.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, label)

    def _scale_bar(self, painter: QPainter) -> None:
        """Ten kilometres, where the presentation says how large a hex is; else five hexes."""
        size = self.looks.scale.km_per_hex
        hexes, text = (10 / size, "10 km") if size else (5.0, "5 hexes")
        y = (self.map_rect.height() + 0.9) * self.scale
        right = self.wide - MARGIN * self.scale
        painter.setPen(QPen(colour(self.theme.tokens.ink), max(2.0, self.scale / 18)))
        painter.drawLine(QPointF(right - hexes * self.scale, y), QPointF(right, y))
        painter.drawText(QPointF(right - hexes * self.scale, y - 0.15 * self.scale), text)
