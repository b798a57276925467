"""A stack spread in a fan: every counter with its name, and the markers of the hex, inside the window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PyQt6.QtCore import QPointF, QRectF, QSizeF, Qt
from PyQt6.QtGui import QColor, QPainter, QPen

from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.counter_parts import MARGIN
from hexcore_gui.hex_markers import lying_at, paint_sign
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

ROW, GAP = 4, 6
LEAST, CELL = 46.0, 66.0
"""The least side of a counter in a fan, and the least width of one with its name."""
HEAD, NAME, SIGN, EDGE = 24.0, 17.0, 22.0, 4.0
"""Heights of the title, of a name under its counter and of a marker's line; room to the window's edge."""


@dataclass(frozen=True)
class Fan:
    """A stack spread out: its hex, and where each unit's counter lies on the screen (top unit first)."""

    hex: int
    size: float
    box: QRectF
    spots: tuple[tuple[str, QRectF], ...]

    def unit_at(self, point: QPointF) -> str:
        return next((id for id, box in self.spots if box.contains(point)), "")


def fan_of(
    hex: int, units: Sequence[Unit], markers: int, at: QPointF, side: float, window: QSizeF,
    covered: Iterable[QRectF] = (), scale: float = 1.0,
) -> Fan:  # fmt: skip
    """A fan beside a stack of counters *side* pixels wide at a point, towards the middle of the window.

    It keeps off what covers the map and inside the window; `scale` is that of the window's text.
    """
    size, name = max(LEAST * scale, side), NAME * scale
    cell = max(size, CELL * scale)
    fitting = max(1, int((window.width() - 2 * EDGE - GAP) // (cell + GAP)))
    columns = min(ROW, len(units), fitting)
    rows = -(-len(units) // columns)
    wide = max(columns * (cell + GAP) + GAP, 150 * scale if markers else 0)
    box = QRectF(0, 0, wide, HEAD * scale + rows * (size + name + GAP) + GAP + markers * SIGN * scale)
    left, up = at.x() >= window.width() / 2, at.y() >= window.height() / 2
    x = at.x() + side * 0.6 - box.width() if left else at.x() - side * 0.6
    y = at.y() - side * 0.7 - box.height() if up else at.y() + side * 0.7
    box.moveTo(x, y)
    box = _placed(box, window, covered)
    spots = []
    for n, unit in enumerate(units):
        x = box.left() + GAP + n % columns * (cell + GAP) + (cell - size) / 2
        y = box.top() + HEAD * scale + n // columns * (size + name + GAP)
        spots.append((unit.id, QRectF(x, y, size, size)))
    return Fan(hex, size, box, tuple(spots))


def _placed(box: QRectF, window: QSizeF, covered: Iterable[QRectF]) -> QRectF:
    """A box moved inside the window, and off everything covered, by the shortest way on which that can be."""
    inside = QRectF(EDGE, EDGE, window.width() - 2 * EDGE, window.height() - 2 * EDGE)
    box, shut = _within(box, inside), list(covered)
    if not any(cover.intersects(box) for cover in shut):
        return box
    across = {box.left(), *(c.right() + EDGE for c in shut), *(c.left() - EDGE - box.width() for c in shut)}
    down = {box.top(), *(c.bottom() + EDGE for c in shut), *(c.top() - EDGE - box.height() for c in shut)}
    spots = [QRectF(x, y, box.width(), box.height()) for x in across for y in down]

    def worth(spot: QRectF) -> tuple[float, float]:
        hidden = sum(_area(spot.intersected(cover)) for cover in shut)
        return hidden, (spot.topLeft() - box.topLeft()).manhattanLength()

    return min((spot for spot in spots if inside.contains(spot)), key=worth, default=box)


def _area(box: QRectF) -> float:
    return box.width() * box.height() if box.isValid() else 0.0


def _within(box: QRectF, inside: QRectF) -> QRectF:
    box = QRectF(box)
    box.moveLeft(max(inside.left(), min(box.left(), inside.right() - box.width())))
    box.moveTop(max(inside.top(), min(box.top(), inside.bottom() - box.height())))
    return box


class FanPainter:
    """Paints a fan of one stage."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def paint(
        self, painter: QPainter, state: GameState, fan: Fan, pointed: str, held: tuple[str, ...], dpr: float
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._board(painter, fan)
        self._line(painter, self._title(state, fan, pointed), self._head(fan), 600)
        for id, box in fan.spots:
            face = self.stage.face(state, state.units[id], in_hand=id in held)
            pixmap = self.stage.counters.pixmap(face, fan.size, dpr)
            painter.drawPixmap(box.topLeft() - QPointF(fan.size, fan.size) * MARGIN, pixmap)
            self._name(painter, f"{face.number}/{face.formation}" if face.formation else face.number, box)
            if id == pointed:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(self.stage.theme.tokens.may), 2.4))
                painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4)
        self._markers(painter, state, fan)

    def _board(self, painter: QPainter, fan: Fan) -> None:
        tokens = self.stage.theme.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        for k in range(6):
            painter.setBrush(QColor(0, 0, 0, 14))
            painter.drawRoundedRect(fan.box.adjusted(-k, 1 - k, k, 3 + k), 6 + k, 6 + k)
        painter.setBrush(colour(tokens.panel))
        painter.setPen(QPen(colour(tokens.ink3), 1))
        painter.drawRoundedRect(fan.box, 6, 6)

    def _head(self, fan: Fan) -> QRectF:
        return QRectF(fan.box.left() + 8, fan.box.top(), fan.box.width() - 14, self.stage.px(HEAD - 2))

    def _title(self, state: GameState, fan: Fan, pointed: str) -> str:
        """The hex, or the unit pointed at with its markers in words."""
        if not pointed:
            return f"{self.stage.hex_name(fan.hex)}, top first"
        looks = [self.stage.presentation.marker_look(kind) for kind in self.stage.markers(state, pointed)]
        return " · ".join([self.stage.unit_name(pointed), *(look.text for look in looks)])

    def _name(self, painter: QPainter, name: str, box: QRectF) -> None:
        wide = max(CELL * self.stage.theme.ui_scale, box.width()) + 2
        under = QRectF(box.center().x() - wide / 2, box.bottom() + 2, wide, self.stage.px(NAME - 2))
        self._line(painter, name, under, 500, Qt.AlignmentFlag.AlignHCenter, 10.5)

    def _markers(self, painter: QPainter, state: GameState, fan: Fan) -> None:
        """What else lies in the hex, in words."""
        lying, high = lying_at(self.stage, state, fan.hex), self.stage.px(SIGN)
        y = fan.box.bottom() - len(lying) * high - 2
        for look, count in lying:
            paint_sign(painter, self.stage, look, count, QPointF(fan.box.left() + 17, y + high / 2), high - 6)
            words = QRectF(fan.box.left() + 34, y, fan.box.width() - 40, high)
            self._line(painter, look.told(count), words, 400)
            y += high

    def _line(
        self, painter: QPainter, text: str, box: QRectF, weight: int,
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft, px: float = 11.5,
    ) -> None:  # fmt: skip
        painter.setPen(colour(self.stage.theme.tokens.ink))
        painter.setFont(self.stage.theme.ui_font(px, weight))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, shown)
