"""Counters on the map: stacks in their hexes, a stack spread in a fan, the counter under a point."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QPointF, QRectF, QSizeF
from PyQt6.QtGui import QPainter, QPixmap

from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.camera import Camera, Geometry, snapped
from hexcore_gui.counter_face import CounterFace
from hexcore_gui.counter_painter import SMALL, stack_offsets
from hexcore_gui.hex_markers import lying_at
from hexcore_gui.motion import Motion
from hexcore_gui.overlay_paint import COUNTER
from hexcore_gui.overlay_shapes import pill
from hexcore_gui.stack_fan import Fan, FanPainter, fan_of
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

TAB_FROM = 4
"""From so many counters on a stack shows their number."""


class StackPainter:
    """Paints all counters of a state through a camera."""

    def __init__(self, stage: Stage, shapes: Geometry, camera: Camera, motion: Motion) -> None:
        self.stage, self.shapes, self.camera, self.motion = stage, shapes, camera, motion
        self.in_hand: tuple[str, ...] = ()
        self.covered: Callable[[], list[QRectF]] = list
        self._state: GameState | None = None
        self._faces: dict[str, tuple[object, CounterFace]] = {}
        self._markers: dict[str, list[str]] = {}
        self._key: object = None
        self._heaps: dict[int, tuple[QPixmap, float]] = {}
        self._places: list[tuple[float, float, int]] = []

    @property
    def size(self) -> float:
        """The side of a counter in pixels."""
        return round(self.camera.scale * COUNTER)

    def order(self, state: GameState, hex: int) -> list[Unit]:
        """The units of a hex, bottom first: assets such as supplies undermost, what is in hand on top."""
        units = self.stage.lying(state, hex)
        return [u for u in units if u.id not in self.in_hand] + [u for u in units if u.id in self.in_hand]

    def paint(self, painter: QPainter, state: GameState, dpr: float, part: QRectF | None = None) -> None:
        """All stacks in view, or in a *part* of it, the northern ones first; then what is on its way."""
        self._look_at(state, dpr)
        held = {state.units[i].hex for i in self.in_hand if i in state.units}
        shown = [(x, y, hex) for x, y, hex in self._in_view(part) if hex not in held]
        if not self.motion.moving:
            self._lying(painter, state, shown, dpr)
        else:
            for x, y, hex in shown:
                self._at(painter, state, hex, QPointF(x, y), dpr)
            for unit in state.units.values():
                place = self.motion.place_of(unit.id)
                if place is not None:
                    self._stack(painter, state, [unit], self.camera.to_screen(place), dpr)

    def paint_hand(self, painter: QPainter, state: GameState, dpr: float) -> None:
        """The stack with the units in hand, over everything else."""
        for hex in {state.units[i].hex for i in self.in_hand if i in state.units}:
            if hex >= 0:
                self._at(painter, state, hex, self.shapes.centre(hex), dpr)

    def _in_view(self, part: QRectF | None = None) -> list[tuple[float, float, int]]:
        """The stacks in view, or in a *part* of it, from north to south, with their middles in map units."""
        view = self.camera.view
        if part is not None:
            view = QRectF(self.camera.to_map(part.topLeft()), part.size() / self.camera.scale)
        near = view.adjusted(-1, -1, 1, 1)
        left, right, top, bottom = near.left(), near.right(), near.top(), near.bottom()
        return [(x, y, hex) for x, y, hex in self._places if left <= x <= right and top <= y <= bottom]

    def _lying(
        self, painter: QPainter, state: GameState, shown: list[tuple[float, float, int]], dpr: float
    ) -> None:
        """Stacks that nothing glides from or to, each as one pixmap."""
        corner, scale = self.camera.view.topLeft(), self.camera.scale
        left, top = corner.x(), corner.y()
        for x, y, hex in shown:
            heap, half = self._heaps.get(hex) or self._heap(state, hex, dpr)
            across = snapped(((x - left) * scale - half) * dpr)
            down = snapped(((y - top) * scale - half) * dpr)
            painter.drawPixmap(QPointF(across / dpr, down / dpr), heap)

    def _heap(self, state: GameState, hex: int, dpr: float) -> tuple[QPixmap, float]:
        """A stack as one pixmap, with half its side in logical pixels; kept when it is sharp."""
        faces = [self._face(state, u) for u in self.order(state, hex)]
        heap, sharp = self.stage.counters.heap(faces, self.size, dpr)
        found = (heap, heap.width() / dpr / 2)
        if sharp:
            self._heaps[hex] = found
        return found

    def paint_bodies(self, painter: QPainter, state: GameState, beside: QRectF, dpr: float) -> None:
        """The bodies of all stacks in view *beside* a part of the map: what shows for a moment."""
        self._look_at(state, dpr)
        side, corner, scale = self.size, self.camera.view.topLeft(), self.camera.scale
        for x, y, hex in self._in_view():
            if not beside.contains(x, y):
                left, top = (x - corner.x()) * scale - side / 2, (y - corner.y()) * scale - side / 2
                body = self._face(state, state.units[state.stacks[hex][-1]]).body
                painter.fillRect(QRectF(left, top, side, side), colour(body))

    def _at(self, painter: QPainter, state: GameState, hex: int, middle: QPointF, dpr: float) -> None:
        units = [u for u in self.order(state, hex) if self.motion.place_of(u.id) is None]
        self._stack(painter, state, units, self.camera.to_screen(middle), dpr)

    def _stack(self, painter: QPainter, state: GameState, units: list[Unit], at: QPointF, dpr: float) -> None:
        if units:
            faces = [self._face(state, u) for u in units]
            self.stage.counters.paint_stack(painter, faces, at.x(), at.y(), self.size, dpr)

    def _look_at(self, state: GameState, dpr: float) -> None:
        """Forgets the stacks of another zoom, and of another position unless all counters lie and show as
        they did. Faces are kept by what they show.
        """
        key = (self.size, dpr, dict(self.stage.signs))
        if self._state is not None and self._key == key and _alike(self._state, state):
            self._state = state
            return
        if self._state is None or self._state.stacks is not state.stacks:
            middles = ((*self.shapes.map.centres[hex], hex) for hex in state.stacks if hex >= 0)
            self._places = sorted(middles, key=lambda place: (place[1], place[0]))
        self._state, self._key, self._heaps = state, key, {}
        self._markers = {}
        for (kind, subject), number in state.markers.items():
            if number and subject in state.units:
                self._markers.setdefault(subject, []).append(kind)

    def _face(self, state: GameState, unit: Unit) -> CounterFace:
        held = unit.id in self.in_hand
        shows = (
            bool(unit.counter.steps),
            unit.losses,
            self.stage.has_moved(state, unit),
            bool(state.note("fought", unit.id)),
            held,
            tuple(self._markers.get(unit.id, ())),
            self.stage.signs.get(unit.id),
        )
        kept = self._faces.get(unit.id)
        if kept is None or kept[0] != shows:
            kept = self._faces[unit.id] = (shows, self.stage.face(state, unit, in_hand=held))
        return kept[1]

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
        at, window = self.camera.to_screen(self.shapes.centre(hex)), self.camera.size
        markers = len(lying_at(self.stage, state, hex))
        scale = self.stage.theme.ui_scale
        return fan_of(hex, units, markers, at, self.size, window, self.covered(), scale)

    def paint_fan(self, painter: QPainter, state: GameState, fan: Fan, pointed: str, dpr: float) -> None:
        FanPainter(self.stage).paint(painter, state, fan, pointed, self.in_hand, dpr)

    def name_tag(self, painter: QPainter, text: str, at: QPointF) -> None:
        """A name beside a counter pointed at."""
        tokens = self.stage.theme.tokens
        pill(painter, text, at, self.stage.theme.ui_font(11.5, 600), colour(tokens.panel), colour(tokens.ink))


def _alike(one: GameState, other: GameState) -> bool:
    """Whether nothing has happened to counters between two positions: a unit was taken in hand, say."""
    parts = ((one.units, other.units), (one.stacks, other.stacks), (one.markers, other.markers))
    return one is other or all(a is b for a, b in (*parts, (one.notes, other.notes)))
