"""Paints where supply reaches: each state of supply with a tint, a line round it, and its name on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PyQt6.QtCore import QPointF, Qt
from PyQt6.QtGui import QColor, QPainter, QPen

from hexcore_gui.area_marks import NAMED_FROM, written
from hexcore_gui.list_looks import SupplyLook
from hexcore_gui.overlays import Band
from hexcore_gui.presentation import titled
from hexcore_gui.theme import colour

if TYPE_CHECKING:
    from hexcore_gui.overlay_paint import OverlayPainter

TINTS = (0, 34, 82)
LINES = {
    "solid": Qt.PenStyle.SolidLine,
    "dashed": Qt.PenStyle.DashLine,
    "dotted": Qt.PenStyle.DotLine,
}


def paint_bands(over: OverlayPainter, painter: QPainter, bands: Iterable[Band]) -> None:
    """Below the counters: the weakest band first, so that the line round the best lies on top."""
    ink = over.over.supply
    for band in reversed(tuple(bands)):
        look = _look(over, band)
        if look.tint:
            over.fill(painter, band.hexes, colour(ink, TINTS[look.tint]))
        over.border(painter, band.hexes, QPen(QColor(255, 255, 255, 190), 4.0))
        pen = QPen(colour(ink), 2.2)
        pen.setStyle(LINES[look.line])
        over.border(painter, band.hexes, pen)


def name_bands(over: OverlayPainter, painter: QPainter, bands: Iterable[Band]) -> None:
    """Above the counters: what each band is called, over its topmost hex in view."""
    if over.camera.scale < NAMED_FROM:
        return
    setting, taken = over.stage.theme.ui_font(11.5, 600), set[int]()
    for band in bands:
        label = f"{_look(over, band).label or titled(band.state)}: {band.text}"
        shown = over.visible(band.hexes) if band.text else []
        if shown:
            top = min(shown, key=lambda hex: (over.shapes.centre(hex).y(), hex))
            at = over.camera.to_screen(over.shapes.centre(top)) - QPointF(0, over.camera.scale * 0.5)
            while round(at.y() / 24) in taken:
                at += QPointF(0, 24)
            taken.add(round(at.y() / 24))
            written(over, painter, label, at, setting, colour(over.over.supply))


def _look(over: OverlayPainter, band: Band) -> SupplyLook:
    return over.stage.presentation.supply.get(band.state) or SupplyLook()
