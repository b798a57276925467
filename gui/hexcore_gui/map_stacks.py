"""Counters on the map: stacks in their hexes, a stack spread in a fan, the counter under a point."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QPointF, QRectF, QSizeF, Qt
from PyQt6.QtGui import QColor, QPainter, QPen

from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.camera import Camera, Geometry
from hexcore_gui.counter_face import CounterFace
from hexcore_gui.counter_painter import MARGIN, SMALL, stack_offsets
from hexcore_gui.motion import Motion
from hexcore_gui.overlay_paint import COUNTER, pill
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

FAN_ROW, FAN_GAP = 4, 6
TAB_FROM = 4
"""From so many counters on a stack shows their number."""


@dataclass(frozen=True)
class Fan:
    """A stack spread out: its hex, and where each unit's counter lies on the screen (top unit first)."""

    hex: int
    size: float
    box: QRectF
    spots: tuple[tuple[str, QRectF], ...]

    def unit_at(self, point: QPointF) -> str:
        return next((id for id, box in self.spots if box.contains(point)), "")


class StackPainter:
    """Paints all counters of a state through a camera."""

    def __init__(self, stage: Stage, shapes: Geometry, camera: Camera, motion: Motion) -> None:
        self.stage, self.shapes, self.camera, self.motion = stage, shapes, camera, motion
        self.in_hand: tuple[str, ...] = ()
        self._state: GameState | None = None
        self._faces: dict[tuple[str, bool], CounterFace] = {}

    @property
    def size(self) -> float:
        """The side of a counter in pixels."""
        return round(self.camera.scale * COUNTER)

    def order(self, state: GameState, hex: int) -> list[Unit]:
        """The units of a hex, bottom first; what is in hand lies on top."""
        units = state.at(hex)
        return [u for u in units if u.id not in self.in_hand] + [u for u in units if u.id in self.in_hand]

    def paint(self, painter: QPainter, state: GameState, dpr: float) -> None:
        """All stacks in view, the northern ones first; then what is on its way."""
        near = self.camera.view.adjusted(-1, -1, 1, 1)
        shown = [
            (self.shapes.centre(hex), hex) for hex in state.stacks if near.contains(self.shapes.centre(hex))
        ]
        held = {state.units[i].hex for i in self.in_hand if i in state.units}
        for middle, hex in sorted(shown, key=lambda item: (item[0].y(), item[0].x())):
            if hex not in held:
                self._at(painter, state, hex, middle, dpr)
        if self.motion.moving:
            for unit in state.units.values():
                place = self.motion.place_of(unit.id)
                if place is not None:
                    self._stack(painter, state, [unit], self.camera.to_screen(place), dpr)

    def paint_hand(self, painter: QPainter, state: GameState, dpr: float) -> None:
        """The stack with the units in hand, over everything else."""
        for hex in {state.units[i].hex for i in self.in_hand if i in state.units}:
            if hex >= 0:
                self._at(painter, state, hex, self.shapes.centre(hex), dpr)

    def _at(self, painter: QPainter, state: GameState, hex: int, middle: QPointF, dpr: float) -> None:
        units = [u for u in self.order(state, hex) if self.motion.place_of(u.id) is None]
        self._stack(painter, state, units, self.camera.to_screen(middle), dpr)

    def _stack(self, painter: QPainter, state: GameState, units: list[Unit], at: QPointF, dpr: float) -> None:
        if units:
            faces = [self._face(state, u) for u in units]
            self.stage.counters.paint_stack(painter, faces, at.x(), at.y(), self.size, dpr)

    def _face(self, state: GameState, unit: Unit) -> CounterFace:
        """A unit's face, made once for a state."""
        if state is not self._state:
            self._state, self._faces = state, {}
        key = (unit.id, unit.id in self.in_hand)
        if key not in self._faces:
            self._faces[key] = self.stage.face(state, unit, in_hand=key[1])
        return self._faces[key]

    def on_tab(self, state: GameState, hex: int, point: QPointF) -> bool:
        """Whether a point lies on the tab of a tall stack."""
        if len(state.stacks.get(hex, ())) < TAB_FROM or self.size < SMALL:
            return False
        side = self.size
        corner = self.camera.to_screen(self.shapes.centre(hex)) + QPointF(side * 0.4, side * 0.5)
        return QRectF(corner - QPointF(side * 0.22, side * 0.22), QSizeF(side * 0.44, side * 0.44)).contains(
            point
        )

    def on_counter(self, state: GameState, hex: int, point: QPointF) -> str:
        """The unit whose counter lies under a point of a hex: the top one, or one that peeps out below it."""
        units = self.order(state, hex)
        if not units:
            return ""
        offsets, side = stack_offsets(len(units)), self.size
        at = self.camera.to_screen(self.shapes.centre(hex))
        left, top = at.x() - side / 2 - offsets[0] * side / 2, at.y() - side / 2 + offsets[0] * side / 2
        for unit, offset in reversed(list(zip(units, offsets, strict=True))):
            if QRectF(left + offset * side, top - offset * side, side, side).contains(point):
                return unit.id
        return ""

    # ---------------------------------------------------------------- the fan
    def fan(self, state: GameState, hex: int) -> Fan:
        """A stack spread towards the middle of the window, so that no edge hides it."""
        units = list(reversed(self.order(state, hex)))
        side = max(46.0, self.size)
        columns = min(FAN_ROW, len(units))
        rows = -(-len(units) // columns)
        width = columns * (side + FAN_GAP) + FAN_GAP + 6
        height = rows * (side + FAN_GAP) + FAN_GAP + 24
        at, window = self.camera.to_screen(self.shapes.centre(hex)), self.camera.size
        x = at.x() - side * 0.6 if at.x() < window.width() / 2 else at.x() + side * 0.6 - width
        y = at.y() + side * 0.7 if at.y() < window.height() / 2 else at.y() - side * 0.7 - height
        box = QRectF(x, y, width, height)
        spots = []
        for n, unit in enumerate(units):
            left = x + 3 + FAN_GAP + n % columns * (side + FAN_GAP)
            top = y + 22 + n // columns * (side + FAN_GAP)
            spots.append((unit.id, QRectF(left, top, side, side)))
        return Fan(hex, side, box, tuple(spots))

    def paint_fan(self, painter: QPainter, state: GameState, fan: Fan, pointed: str, dpr: float) -> None:
        tokens = self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for k in range(6):
            painter.setBrush(QColor(0, 0, 0, 14))
            painter.drawRoundedRect(fan.box.adjusted(-k, 1 - k, k, 3 + k), 6 + k, 6 + k)
        painter.setBrush(colour(tokens.panel))
        painter.setPen(QPen(colour(tokens.ink3), 1))
        painter.drawRoundedRect(fan.box, 6, 6)
        title = self.stage.unit_name(pointed) if pointed else f"{self.stage.hex_name(fan.hex)}, top first"
        painter.setPen(colour(tokens.ink))
        painter.setFont(self.stage.theme.ui_font(11.5, 600))
        line = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, int(fan.box.width() - 16))
        painter.drawText(fan.box.adjusted(9, 4, -6, 0), Qt.AlignmentFlag.AlignTop, line)
        for id, box in fan.spots:
            unit = state.units[id]
            face = self.stage.face(state, unit, in_hand=id in self.in_hand)
            pixmap = self.stage.counters.pixmap(face, fan.size, dpr)
            painter.drawPixmap(box.topLeft() - QPointF(fan.size, fan.size) * MARGIN, pixmap)
            if id == pointed:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(tokens.may), 2.4))
                painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4)

    def name_tag(self, painter: QPainter, text: str, at: QPointF) -> None:
        """A name beside a counter pointed at."""
        tokens = self.stage.theme.tokens
        pill(painter, text, at, self.stage.theme.ui_font(11.5, 600), colour(tokens.panel), colour(tokens.ink))
