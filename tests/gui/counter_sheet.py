"""Every state of a counter at three sizes, and the units of a game beside one another, as one picture."""

from __future__ import annotations

from dataclasses import replace

from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QImage, QPainter

from hexcore.state import GameState
from hexcore_gui.counter_face import Badge, CounterFace, face_of
from hexcore_gui.counter_painter import stack_offsets
from hexcore_gui.counter_parts import MARGIN
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

SIZES = (96, 48, 24)
ROWS = ("g_pz_2", "u_inf_9", "g_pz_10SS", "b_inf_3C")
BADGES = {
    "Out of supply": Badge("U", "round", "#FFFFFF", "#B01030"),
    "Isolated": Badge("I", "round", "#B01030", "#FFFFFF"),
    "Disrupted": Badge("D", "diamond", "#6A2C91", "#FFFFFF", hatch=True),
}
"""What rulesets mark units with; each names its own, these are the design's."""
GROUND = ("#DEE4C4", "#3C4634")
"""What the counters lie on, light and dark."""


def states(stage: Stage, unit: str) -> dict[str, CounterFace]:
    """A counter's faces by what they say."""
    counter = stage.board.counters[unit]

    def face(losses: int = 0, **told: object) -> CounterFace:
        return face_of(stage.presentation, counter, losses, **told)  # type: ignore[arg-type]

    marks = {name: replace(face(), badges=(badge,)) for name, badge in BADGES.items()}
    return {
        "Full": face(),
        "Reduced": face(1),
        "Moved": face(moved=True),
        "Fought": face(fought=True),
        **marks,
        "In hand": face(in_hand=True),
    }


def counter_sheet(stage: Stage, state: GameState, width: int) -> QImage:
    """The sheet, *width* pixels wide."""
    scale = width / 1600
    picture = QImage(width, round(width * 0.55), QImage.Format.Format_RGB32)
    picture.fill(colour(stage.theme.tokens.panel))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    for n, unit in enumerate(ROWS):
        faces = states(stage, unit)
        step = 1560 / (len(faces) + 1)
        for k, (name, face) in enumerate(faces.items()):
            x, y = 24 + k * step, 56 + n * 132
            if not n:
                _say(painter, stage, name, x, 38)
            painter.fillRect(QRectF(x - 6, y - 6, step - 6, 124), colour(GROUND[stage.theme.is_dark]))
            _three(painter, stage, face, x + 4, y + 4, scale)
        _stack(painter, stage, faces["Full"], 24 + len(faces) * step + 10, 70 + n * 132, scale)
    _say(painter, stage, "Stack of 4", 24 + len(faces) * step, 38)
    _all(painter, stage, state, 620, scale)
    painter.end()
    return picture


def _say(painter: QPainter, stage: Stage, text: str, x: float, y: float) -> None:
    painter.setPen(colour(stage.theme.tokens.ink))
    painter.setFont(stage.theme.ui_font(14, 600))
    painter.drawText(QPointF(x, y), text)


def _lay(
    painter: QPainter, stage: Stage, face: CounterFace, x: float, y: float, size: float, scale: float
) -> None:
    made = stage.counters.pixmap(face, size, scale)
    painter.drawPixmap(QPointF(x - size * MARGIN, y - size * MARGIN), made)


def _three(painter: QPainter, stage: Stage, face: CounterFace, x: float, y: float, scale: float) -> None:
    _lay(painter, stage, face, x, y, 96, scale)
    _lay(painter, stage, face, x + 106, y, 48, scale)
    _lay(painter, stage, face, x + 106, y + 64, 24, scale)


def _stack(painter: QPainter, stage: Stage, face: CounterFace, x: float, y: float, scale: float) -> None:
    for part in stack_offsets(4):
        _lay(painter, stage, face, x + part * 80, y + 14 - part * 80, 80, scale)


def _all(painter: QPainter, stage: Stage, state: GameState, y: float, scale: float) -> None:
    """One counter of each body and type of the game."""
    _say(painter, stage, "Sides, formations and types", 24, y)
    seen: dict[tuple[str, str], CounterFace] = {}
    for unit in state.units.values():
        face = stage.plain_face(unit)
        seen.setdefault((face.body, unit.counter.kind), face)
    for n, face in enumerate(list(seen.values())[:56]):
        _lay(painter, stage, face, 24 + (n % 28) * 56, y + 20 + (n // 28) * 62, 48, scale)
