"""The legend of a map picture: a hex of every ground as the map draws it, a piece of every line, a scale."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QFontMetricsF, QImage, QPainter, QPen, QTransform

from hexcore.hexes import Grid, Sheet
from hexcore.maps import HexMap
from hexcore_gui.ground import GroundPainter
from hexcore_gui.ground_lines import WIDTHS
from hexcore_gui.presentation import CoastLook, GroundLook, LineLook, Presentation, ScaleLook, titled
from hexcore_gui.theme import Theme, colour

ROW, SWATCH, GAP, LETTERING = 1.3, 1.25, 0.55, 0.3
"""In hexes: height of a row, width of a sample, room between entries, height of the lettering."""
SHARPNESS = 2.0
"""Pixels of a sample for one of the picture."""


@dataclass(frozen=True)
class Entry:
    """A sample and its words: a ground by its number in the row of samples, or a line."""

    label: str
    ground: int = -1
    line: LineLook | None = None


def line_looks(hex_map: HexMap, looks: Presentation) -> dict[str, LineLook]:
    """Every word of the presentation and of the map that is drawn as a line, with its look."""
    named = {word for side in hex_map.side_names for word in hex_map.sides[side]}
    sides = sorted({word for side in hex_map.sides for word in side})
    roads = sorted({*hex_map.roads, *(edge.road for edge in hex_map.edge_roads)} - {""})
    drawn = {word: LineLook(style="river" if word in named else "line") for word in sides}
    return {**drawn, **looks.hexsides, **dict.fromkeys(roads, LineLook(style="cased")), **looks.roads}


class Legend:
    """What stands beneath a map *wide* pixels wide, a hex being *scale* pixels."""

    def __init__(
        self,
        looks: Presentation,
        grounds: Mapping[str, GroundLook],
        lines: Mapping[str, LineLook],
        theme: Theme,
        wide: float,
        scale: float,
    ) -> None:
        self.theme, self.scale, self.km = theme, scale, looks.scale.km_per_hex
        self.metrics = QFontMetricsF(theme.ui_font(LETTERING * scale))
        shown = {w: look for w, look in grounds.items() if look.texture != "none"}
        self.samples = [sample(looks, word, look, theme, scale) for word, look in shown.items()]
        entries = [Entry(look.label or titled(w), n) for n, (w, look) in enumerate(shown.items())]
        entries += [
            Entry(look.label or titled(word), line=look)
            for word, look in lines.items()
            if look.style != "none"
        ]
        self.placed = self._placed(entries, wide - 7 * scale)
        self.height = (max((y for _, _, y in self.placed), default=0.0) / scale + ROW + 0.5) * scale

    def paint(self, painter: QPainter, left: float, top: float, right: float) -> None:
        """Paints from the corner *left*, *top*; the scale bar ends at *right*."""
        painter.save()
        painter.setFont(self.theme.ui_font(LETTERING * self.scale))
        for entry, x, y in self.placed:
            at = QPointF(left + x, top + y)
            if entry.line is None:
                self._ground(painter, at, entry.ground)
            else:
                self._line(painter, at, entry.line)
            painter.setPen(colour(self.theme.tokens.ink))
            base = at.y() + (ROW * self.scale + self.metrics.capHeight()) / 2
            painter.drawText(QPointF(at.x() + (SWATCH + 0.15) * self.scale, base), entry.label)
        self._bar(painter, right, top + 0.85 * self.scale)
        painter.restore()

    def _placed(self, entries: list[Entry], wide: float) -> list[tuple[Entry, float, float]]:
        x = y = 0.0
        placed = []
        for entry in entries:
            room = (SWATCH + 0.15) * self.scale + self.metrics.horizontalAdvance(entry.label)
            if x and x + room > wide:
                x, y = 0.0, y + ROW * self.scale
            placed.append((entry, x, y))
            x += room + GAP * self.scale
        return placed

    def _ground(self, painter: QPainter, at: QPointF, number: int) -> None:
        area = QRectF(at.x(), at.y(), SWATCH * self.scale, ROW * self.scale)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(area, self.samples[number])

    def _line(self, painter: QPainter, at: QPointF, look: LineLook) -> None:
        y = at.y() + ROW * self.scale / 2
        widths = WIDTHS.get((look.style, look.weight), (0.1 if look.style == "bar" else 0.06,))
        for width, ink in zip(widths, self.theme.line(look), strict=False):
            pen = QPen(colour(ink), max(1.0, width * self.scale))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            inner = at.x() + 0.15 * self.scale
            painter.drawLine(QPointF(inner, y), QPointF(inner + (SWATCH - 0.3) * self.scale, y))

    def _bar(self, painter: QPainter, right: float, y: float) -> None:
        """A round number of kilometres, three hexes at least, where a hex has a size; else five hexes."""
        hexes, text = bar_length(self.km)
        left, ink = right - hexes * self.scale, colour(self.theme.tokens.ink)
        pen = QPen(ink, max(2.0, self.scale / 18))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(left, y), QPointF(right, y))
        for x in (left, (left + right) / 2, right):
            painter.drawLine(QPointF(x, y - 0.1 * self.scale), QPointF(x, y))
        painter.setPen(ink)
        painter.drawText(QPointF(right - self.metrics.horizontalAdvance(text), y - 0.2 * self.scale), text)
        painter.drawText(QPointF(left, y - 0.2 * self.scale), "0")


def bar_length(km: float) -> tuple[float, str]:
    """How long a scale bar is, in hexes of *km* kilometres (0: nobody says), and what stands over it."""
    if not km:
        return 5.0, "5 hexes"
    power = 10.0 ** math.floor(math.log10(3 * km))
    amount = next(step * power for step in (1, 2, 5, 10) if step * power >= 3 * km)
    return amount / km, f"{amount:g} km"


def sample(looks: Presentation, word: str, look: GroundLook, theme: Theme, scale: float) -> QImage:
    """One hex of a ground among hexes of none.

    An image even in a vector picture: SVG files from Qt know no clipping.
    """
    grid = Grid("columns", "even", (Sheet("", (1, 3), (1, 3)),))
    middle = grid.coord(2, 2)
    coords = (middle, *middle.neighbours())
    words = (frozenset({word}), *(frozenset[str](),) * 6)
    around = HexMap(grid, coords, words, (frozenset(),) * 7, (frozenset(),) * 42, ("",) * 42)
    lone = replace(looks, terrain={word: look}, features={}, names=(), coast=CoastLook(), scale=ScaleLook())
    ground, fine = GroundPainter(around, lone, theme), scale * SHARPNESS
    x, y = grid.centre(middle)
    view = QRectF(x - SWATCH / 2, y - ROW / 2, SWATCH, ROW)
    image = QImage(round(SWATCH * fine), round(ROW * fine), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    to_pixels = QTransform.fromScale(fine, fine).translate(-view.x(), -view.y())
    outline = to_pixels.map(ground.country.hexagon(middle))
    painter.setClipPath(outline)
    ground.paint(painter, view, fine, numbers=False, names=False)
    painter.setClipping(False)
    painter.setPen(QPen(colour(theme.tokens.ink2), fine / 40))
    painter.drawPath(outline)
    painter.end()
    return image
