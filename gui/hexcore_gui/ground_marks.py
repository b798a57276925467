"""What a picture of the ground consists of: paths and discs in map units, each with its colours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QPainter, QPainterPath, QPen

from hexcore_gui.ground_shapes import Point

TEXTURES_FROM = 17.0
"""Below this many pixels a hex only the colours of the ground are drawn."""


class Mark(Protocol):
    """One thing painted; `bounds` in map units, `from_scale` the fewest pixels a hex at which it shows."""

    @property
    def bounds(self) -> QRectF: ...
    @property
    def from_scale(self) -> float: ...
    def paint(self, painter: QPainter, scale: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, filled or drawn or both. `width` in hexes, never under `least` pixels."""

    path: QPainterPath
    bounds: QRectF
    fill: QColor | None = None
    ink: QColor | None = None
    width: float = 0.0
    least: float = 0.0
    dash: tuple[float, ...] = ()
    cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap
    from_scale: float = 0.0

    def paint(self, painter: QPainter, scale: float) -> None:
        painter.setBrush(self.fill if self.fill is not None else Qt.BrushStyle.NoBrush)
        painter.setPen(self._pen(scale) if self.ink is not None else Qt.PenStyle.NoPen)
        painter.drawPath(self.path)

    def _pen(self, scale: float) -> QPen:
        pen = QPen(self.ink or QColor(), max(self.width, self.least / scale))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(self.cap)
        if self.dash:
            pen.setDashPattern(self.dash)
        return pen


@dataclass(frozen=True, slots=True)
class Trees:
    """Discs from far to near, each with its shade to the south-east and its light to the north-west."""

    discs: tuple[tuple[float, float, float], ...]
    bounds: QRectF
    shade: QColor
    crown: QColor
    light: QColor
    from_scale: float = TEXTURES_FROM

    def paint(self, painter: QPainter, scale: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        small = scale < 30
        for x, y, r in self.discs:
            painter.setBrush(self.shade)
            painter.drawEllipse(QPointF(x + r * 0.35, y + r * 0.4), r, r)
            painter.setBrush(self.crown)
            painter.drawEllipse(QPointF(x, y), r, r)
            if not small:
                painter.setBrush(self.light)
                painter.drawEllipse(QPointF(x - r * 0.3, y - r * 0.35), r * 0.45, r * 0.4)


def filled(path: QPainterPath, fill: QColor, from_scale: float = 0.0) -> Shape:
    return Shape(path, path.boundingRect(), fill=fill, from_scale=from_scale)


def drawn(
    path: QPainterPath,
    ink: QColor,
    width: float,
    *,
    least: float = 0.0,
    dash: tuple[float, ...] = (),
    cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap,
    from_scale: float = 0.0,
) -> Shape:
    """A path drawn with a pen *width* hexes wide, at least *least* pixels."""
    margin = width / 2 + 0.1
    bounds = path.boundingRect().adjusted(-margin, -margin, margin, margin)
    return Shape(path, bounds, None, ink, width, least, dash, cap, from_scale)


def segments(lines: Iterable[tuple[Point, Point]]) -> QPainterPath:
    """Many separate straight lines as one path."""
    path = QPainterPath()
    for a, b in lines:
        path.moveTo(*a)
        path.lineTo(*b)
    return path


def binned(points: Iterable[Point], size: float = 3.0) -> dict[tuple[int, int], list[int]]:
    """The positions of points in their sequence, by square of *size* hexes."""
    bins: dict[tuple[int, int], list[int]] = {}
    for k, (x, y) in enumerate(points):
        bins.setdefault((math.floor(y / size), math.floor(x / size)), []).append(k)
    return bins


def strokes(
    lines: Sequence[tuple[Point, Point]], ink: QColor, width: float, *, least: float = 0.0
) -> list[Mark]:
    """Many short lines as one mark for each square of the map.

    Their ends are square: Qt takes a hundred times as long over round ones.
    """
    square, bins = Qt.PenCapStyle.SquareCap, binned(a for a, _ in lines)
    paths = (segments(lines[k] for k in bins[b]) for b in sorted(bins))
    return [drawn(p, ink, width, least=least, cap=square, from_scale=TEXTURES_FROM) for p in paths]


def show(marks: Iterable[Mark], painter: QPainter, view: QRectF, scale: float) -> None:
    """Paints the marks that touch *view* (map units); the painter already measures in map units."""
    for mark in marks:
        if mark.from_scale <= scale and mark.bounds.intersects(view):
            mark.paint(painter, scale)
