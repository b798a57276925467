"""What stands on area overlays: the ground of victory with its holder, and where a line of supply ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PyQt6.QtCore import QPointF
from PyQt6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from hexcore_gui.overlay_shapes import pill
from hexcore_gui.overlays import ObjectiveMark, SupplyLine
from hexcore_gui.theme import colour

if TYPE_CHECKING:
    from hexcore_gui.overlay_paint import OverlayPainter

NAMED_FROM = 15
"""Pixels a hex from which the ground of victory bears its name."""
LONGEST = 46


def paint_grounds(over: OverlayPainter, painter: QPainter, marks: Iterable[ObjectiveMark]) -> None:
    """Below the counters: the ground in its holder's colour, with a thick edge."""
    for mark in marks:
        ink = _ink(over, mark)
        over.fill(painter, mark.hexes, QColor(ink.red(), ink.green(), ink.blue(), 46))
        over.border(painter, mark.hexes, QPen(QColor("#FFFFFF"), 6.4))
        over.border(painter, mark.hexes, QPen(ink, 3.4))


def paint_names(over: OverlayPainter, painter: QPainter, marks: Iterable[ObjectiveMark]) -> None:
    """Above the counters: what each ground is called and who holds it, over its topmost hex in view."""
    if over.camera.scale < NAMED_FROM:
        return
    setting = over.stage.theme.ui_font(11.5, 700)
    for mark in marks:
        shown = over.visible(mark.hexes)
        if shown:
            top = min(shown, key=lambda hex: (over.shapes.centre(hex).y(), hex))
            at = over.camera.to_screen(over.shapes.centre(top)) - QPointF(0, over.camera.scale * 0.5)
            written(over, painter, _words(over, mark), at, setting, _ink(over, mark))


def _words(over: OverlayPainter, mark: ObjectiveMark) -> str:
    """Not by colour alone: the holder is named."""
    name = mark.name[:1].upper() + mark.name[1:]
    return f"★ {name}: {over.stage.side_name(mark.holder)}" if mark.holder else f"★ {name}"


def _ink(over: OverlayPainter, mark: ObjectiveMark) -> QColor:
    return colour(over.stage.side(mark.holder).block if mark.holder else over.tokens.what_if)


def paint_ends(over: OverlayPainter, painter: QPainter, lines: Iterable[SupplyLine]) -> None:
    """Above the counters: where a line of supply ends, or what cuts it."""
    setting = over.stage.theme.ui_font(11.5, 600)
    for line in lines:
        if not line.told:
            continue
        hex = line.hexes[-1] if line.hexes else line.blocked[0] if line.blocked else -1
        text = line.told if len(line.told) <= LONGEST else f"{line.told[: LONGEST - 1]}…"
        ink = colour(over.over.supply if line.hexes else over.over.enemy_zone)
        if over.visible([hex]):
            at = over.camera.to_screen(over.shapes.centre(hex)) + QPointF(0, over.camera.scale * 0.5)
            written(over, painter, text, at, setting, ink)


def written(
    over: OverlayPainter, painter: QPainter, text: str, at: QPointF, setting: QFont, fill: QColor
) -> None:
    """A pill that keeps within the window."""
    half, room = QFontMetricsF(setting).horizontalAdvance(text) / 2 + 12, over.camera.to_screen
    left, right = (room(point).x() for point in (over.camera.view.topLeft(), over.camera.view.bottomRight()))
    x = min(max(at.x(), left + half), max(right - half, left + half))
    top = room(over.camera.view.topLeft()).y() + 14
    pill(painter, text, QPointF(x, max(at.y(), top)), setting, fill, QColor("#FFFFFF"))
