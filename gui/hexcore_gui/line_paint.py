"""Paints the lines that run over the map from hex to hex and may be moved: boundaries."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QPainter, QPen, QPolygonF

from hexcore_gui.camera import Camera, Geometry
from hexcore_gui.presentation import LineLook
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

PLAIN = LineLook()
WIDE = 0.09
"""Width of a line in hexes."""
DASHES = {"dashed": [5.0, 2.5], "front": [6.0, 2.0, 1.2, 2.0]}


def paint_lines(
    painter: QPainter,
    stage: Stage,
    shapes: Geometry,
    camera: Camera,
    lines: Iterable[tuple[str, tuple[int, ...]]],
) -> None:
    """Each line through the middles of its hexes, on a light ground, in the look the ruleset gives it."""
    for id, hexes in lines:
        way = QPolygonF([camera.to_screen(shapes.centre(hex)) for hex in hexes])
        look = stage.presentation.lines.get(id, PLAIN)
        wide = max(2.2, camera.scale * WIDE * look.weight)
        for pen in (_pen(QColor(255, 255, 255, 190), wide + 3), _pen(ink_of(stage, look), wide, look.style)):
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(way)


def ink_of(stage: Stage, look: LineLook) -> QColor:
    """The colour of a line in the theme of the window."""
    own = look.dark if stage.theme.name == "dark" else look.light
    return colour(own[0]) if own else colour(stage.theme.overlay.command)


def _pen(ink: QColor, width: float, style: str = "") -> QPen:
    pen = QPen(ink, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if style in DASHES:
        pen.setDashPattern(DASHES[style])
    return pen
