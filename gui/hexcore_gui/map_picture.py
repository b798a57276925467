"""The whole map as a picture file, with its legend and scale: PNG, SVG or PDF."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QMarginsF, QPointF, QRectF, QSizeF
from PyQt6.QtGui import QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter
from PyQt6.QtSvg import QSvgGenerator

from hexcore.maps import HexMap
from hexcore_gui.ground import GroundPainter, ground_looks
from hexcore_gui.map_legend import Legend, line_looks
from hexcore_gui.presentation import Presentation
from hexcore_gui.theme import Theme, colour, load_fonts

MARGIN = 0.8
"""The border round the map, in hexes."""
MOST_PIXELS = 20_000
HEXES_PER_METRE = 100
"""A hex is printed a centimetre wide: 118 pixels of it are 300 to the inch."""


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
        self.scale, self.theme = scale, Theme.light()
        self.painter = GroundPainter(hex_map, looks, self.theme)
        corners = [p for coord in hex_map.coords for p in hex_map.grid.corners(coord)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        self.map_rect = QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(
            -MARGIN, -MARGIN, MARGIN, MARGIN
        )
        self.wide = self.map_rect.width() * scale
        grounds = ground_looks(hex_map, looks)
        lines, wide = line_looks(hex_map, looks), self.wide - 2 * MARGIN * scale
        self.legend = Legend(looks, grounds, lines, self.theme, wide, scale)
        self.high = self.map_rect.height() * scale + self.legend.height
        if max(self.wide, self.high) > MOST_PIXELS:
            raise ValueError(f"a picture of {self.wide:.0f} by {self.high:.0f} pixels is too large")

    def png(self, path: Path) -> None:
        image = QImage(int(self.wide), int(self.high), QImage.Format.Format_RGB32)
        image.setDotsPerMeterX(round(self.scale * HEXES_PER_METRE))
        image.setDotsPerMeterY(round(self.scale * HEXES_PER_METRE))
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
        painter.save()
        painter.setClipRect(QRectF(0, 0, self.wide, self.map_rect.height() * self.scale))
        self.painter.paint(painter, self.map_rect, self.scale)
        painter.restore()
        beneath = QRectF(0, self.map_rect.height() * self.scale, self.wide, self.legend.height)
        painter.fillRect(beneath, colour(self.theme.tokens.panel))  # after the map: SVG knows no clipping
        edge = MARGIN * self.scale
        self.legend.paint(painter, edge, (self.map_rect.height() + 0.2) * self.scale, self.wide - edge)
