"""Markers that lie on hexes and not on counters: a small sign with their number in the hex's lower corner."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPen, QPolygonF

from hexcore.state import GameState
from hexcore_gui.camera import Camera, Geometry
from hexcore_gui.once_a_state import once_a_state
from hexcore_gui.presentation import MarkerLook
from hexcore_gui.sight import drawn_lines
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

SIDE, APART = 0.26, 0.3
"""Of a sign, and from one to the next, in hexes from flat side to flat side."""
CORNER = QPointF(-0.36, 0.33)
SMALLEST = 9.0
"""Pixels; smaller signs are not drawn."""


def lying_at(stage: Stage, state: GameState, hex: int) -> list[tuple[MarkerLook, int]]:
    """The markers in a hex, each with how many of it lie there; not those that mark a drawn line."""
    return lying(stage, state).get(hex, [])


def lying(stage: Stage, state: GameState) -> dict[int, list[tuple[MarkerLook, int]]]:
    """The markers of every hex that has some, by hex."""
    found: dict[int, list[tuple[MarkerLook, int]]] = {}
    for kind, hex, count in _on_hexes(state):
        found.setdefault(hex, []).append((stage.presentation.marker_look(kind), count))
    return found


@once_a_state
def _on_hexes(state: GameState) -> list[tuple[str, int, int]]:
    """Kind, hex and number of the markers on hexes."""
    index = state.board.map.index
    found = [(kind, index[on], n) for (kind, on), n in state.markers.items() if n and on in index]
    lines = {id for id, _ in drawn_lines(state)} if found else set()
    return [marker for marker in found if marker[0] not in lines]


def paint_hex_markers(
    painter: QPainter, stage: Stage, shapes: Geometry, camera: Camera, state: GameState
) -> None:
    """Every marker on a hex in view."""
    side = camera.scale * SIDE
    if side < SMALLEST:
        return
    near = camera.view.adjusted(-1, -1, 1, 1)
    for hex, markers in lying(stage, state).items():
        if not near.contains(shapes.centre(hex)):
            continue
        at = camera.to_screen(shapes.centre(hex)) + CORNER * camera.scale
        for n, (look, count) in enumerate(markers):
            paint_sign(painter, stage, look, count, at + QPointF(n * camera.scale * APART, 0), side)


def paint_sign(
    painter: QPainter, stage: Stage, look: MarkerLook, count: int, at: QPointF, side: float
) -> None:
    """One marker about a point, *side* pixels high."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour(look.ink), max(side * 0.07, 1.2)))
    painter.setBrush(colour(look.color))
    half, text = side / 2, look.badge + (str(count) if count > 1 else "")
    wide = half * (1.35 if len(text) > 1 else 1.0)
    if look.shape == "round":
        painter.drawEllipse(at, wide, half)
    elif look.shape == "diamond":
        tips = ((0, -half), (wide, 0), (0, half), (-wide, 0))
        painter.drawPolygon(QPolygonF([at + QPointF(*tip) for tip in tips]))
    else:
        painter.drawRoundedRect(
            QRectF(at.x() - wide, at.y() - half, 2 * wide, side), side * 0.16, side * 0.16
        )
    setting = stage.theme.ui_font(11, 700)
    setting.setPixelSize(max(round(side * 0.66), 6))
    painter.setFont(setting)
    painter.drawText(
        QRectF(at.x() - 2 * half, at.y() - half, 2 * side, side), Qt.AlignmentFlag.AlignCenter, text
    )
    painter.restore()
