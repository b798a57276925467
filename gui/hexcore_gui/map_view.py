"""The map: ground in tiles, overlays, counters; pointing, zooming and panning. It says what is clicked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QCursor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PyQt6.QtWidgets import QWidget

from hexcore.maps import OFF_MAP
from hexcore.state import GameState
from hexcore_gui.area_picture import AreaPicture
from hexcore_gui.camera import FULL_SCALE, Camera, Geometry
from hexcore_gui.ground import GroundPainter
from hexcore_gui.hexside_notes import SideNote, paint_notes
from hexcore_gui.map_frame import MapFrame
from hexcore_gui.map_stacks import StackPainter
from hexcore_gui.motion import Motion
from hexcore_gui.overlay_paint import OverlayPainter
from hexcore_gui.overlays import Overlays
from hexcore_gui.stack_fan import Fan
from hexcore_gui.stage import Stage
from hexcore_gui.tiles import TileCache

SPREAD_AFTER, HOVER_AFTER, EXPLAIN_AFTER = 350, 80, 420
"""Milliseconds of rest over a hex before its stack spreads, its path shows, and a refusal explains itself."""
TOGETHER = 30
"""Milliseconds for which tiles that have arrived wait for others, to be shown with them."""
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ARROWS: dict[Qt.Key, tuple[float, float]] = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Home: (-0.87, -0.5),
    Qt.Key.Key_PageUp: (0.87, -0.5),
    Qt.Key.Key_End: (-0.87, 0.5),
    Qt.Key.Key_PageDown: (0.87, 0.5),
}


class MapView(QWidget):
    """The map of one game. `clicked` gives the hex, the unit whose counter was hit or "", the keys held."""

    clicked = pyqtSignal(int, str, Qt.KeyboardModifier)
    menu_wanted = pyqtSignal(int, QPoint)
    hovered = pyqtSignal(int)
    explain = pyqtSignal(int)
    moved = pyqtSignal()

    def __init__(self, stage: Stage, tiles: Path | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stage = stage
        self.shapes = Geometry(stage.board.map)
        self.ground = GroundPainter(stage.board.map, stage.presentation, stage.theme)
        self.camera = Camera(self.ground.bounds)
        self.tiles = TileCache(self.ground, tiles, parent=self)
        self.tiles.arrived.connect(self._tile_arrived)
        self.motion = Motion(self.shapes, self.update, self)
        self.overlay_painter = OverlayPainter(stage, self.shapes, self.camera)
        self.areas = AreaPicture(self.overlay_painter, self.camera)
        self.stacks = StackPainter(stage, self.shapes, self.camera, self.motion)
        self.stacks.covered = self._covered
        self.state: GameState | None = None
        self.overlays = Overlays()
        self.fan: Fan | None = None
        self.show_counters = True
        self.hex, self.cursor_hex = OFF_MAP, OFF_MAP
        self.chosen = ""
        self.placed = True
        """Whether the view is where it stays: a frame of another part would be for nothing."""
        self._fan_unit = ""
        self._frame, self._corner = QSize(), QPointF()
        self.notes: tuple[SideNote, ...] = ()
        self.frame = MapFrame(self)
        self._grabbed: QPointF | None = None
        self._dragged = False
        self._rest = self._timer(SPREAD_AFTER, self._spread)
        self._hover = self._timer(HOVER_AFTER, lambda: self.hovered.emit(self.hex))
        self._arrivals = self._timer(TOGETHER, self.update)
        self._explain = self._timer(EXPLAIN_AFTER, lambda: self.explain.emit(self.hex))
        self.setMouseTracking(True)
        self.setAccessibleName("Map")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(240, 180)

    # ---------------------------------------------------------------- what is shown
    def show_state(self, state: GameState, in_hand: tuple[str, ...] = ()) -> None:
        same = state is self.state and in_hand == self.stacks.in_hand and self.fan is None
        self.state = state
        self.stacks.in_hand = in_hand
        if same:  # painted already: a position is shown again with every panel that changes
            return
        self.frame.rest()
        if self.fan is not None and self.fan.hex in state.stacks:
            self.fan = self.stacks.fan(state, self.fan.hex)
        else:
            self.fan = None
        self.update()

    def show_overlays(self, overlays: Overlays) -> None:
        if overlays != self.overlays:
            self.overlays = overlays
            self.update()

    def show_notes(self, notes: tuple[SideNote, ...]) -> None:
        """Notes on the hexsides of the hex looked at, shown at near zoom."""
        if notes != self.notes:
            self.notes = notes
            self.update()

    def paint_now(self) -> None:
        """Paints what has changed at once: an answer shows on the map before the panels beside it change."""
        if self.isVisible():
            self.repaint()

    def retire(self) -> None:
        """Nothing is pointed at, painted or moved any more: another map takes its place, or none."""
        for timer in (self._rest, self._hover, self._explain, self._arrivals):
            timer.stop()
        self.tiles.stop()
        self.motion.finish()

    def centre_on(self, hex: int) -> None:
        if hex >= 0:
            self.look_at(self.shapes.centre(hex))

    def look_at(self, point: QPointF) -> None:
        """Puts a point of the map in the middle."""
        self.camera.look_at(point)
        self._camera_moved()

    def fit_or_centre(self, hex: int) -> None:
        """A map that has room in the window whole and large, a greater one at 100 % about a hex."""
        self.camera.fit()
        if self.camera.scale < FULL_SCALE:
            self.camera.scale = FULL_SCALE
            self.centre_on(hex)
        else:
            self._camera_moved()
        self.tiles.expect(self.camera.view, self.camera.scale, self.devicePixelRatioF())

    def bring_into_view(self, hex: int) -> None:
        """Centres on a hex unless it is well inside the window."""
        margin = min(2.0, self.camera.view.width() / 6)
        if hex >= 0 and not self.camera.view.adjusted(margin, margin, -margin, -margin).contains(
            self.shapes.centre(hex)
        ):
            self.centre_on(hex)

    def shift_into_view(self, hex: int) -> None:
        """Moves the map no farther than it takes to have a hex and those beside it in the window."""
        if hex >= 0 and self.camera.shift_to(self.shapes.centre(hex)):
            self._camera_moved()

    def zoom(self, steps: int, about: QPointF | None = None) -> None:
        self.camera.zoom(steps, about)
        self._camera_moved()

    def zoom_to(self, scale: float) -> None:
        self.camera.scale = scale
        self.camera.look_at(self.camera.middle)
        self._camera_moved()

    def fit(self) -> None:
        self.camera.fit()
        self._camera_moved()

    def point_of(self, hex: int) -> QPoint:
        """Where the middle of a hex lies in this widget."""
        return self.camera.to_screen(self.shapes.centre(hex)).toPoint()

    @property
    def at(self) -> int:
        """The hex that is looked at: under the hex cursor, where it is set, else under the pointer."""
        return self.cursor_hex if self.cursor_hex >= 0 else self.hex

    def hex_at(self, point: QPointF) -> int:
        return self.shapes.hex_at(self.camera.to_map(point))

    def ready(self) -> bool:
        """Whether every tile in view has arrived, and every counter in it is sharp."""
        view, scale, dpr = self.camera.view, self.camera.scale, self.devicePixelRatioF()
        owed = self.frame.turning or self.stage.counters.owed or self._arrivals.isActive()
        return not owed and not self.tiles.missing(view, scale, dpr)

    # ---------------------------------------------------------------- painting
    def paintEvent(self, event: QPaintEvent | None) -> None:
        if not self.placed:
            return
        painter, dpr = QPainter(self), self.devicePixelRatioF()
        self.frame.paint(painter, dpr)
        if self.state is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.overlay_painter.above(painter, self.overlays)
        paint_notes(painter, self.stage, self.shapes, self.camera, self.notes)
        if self.show_counters:
            self.stacks.paint_hand(painter, self.state, dpr)
        if self.stage.counters.owed and not self.frame.turning:
            QTimer.singleShot(0, self.update)
        if self.fan is not None:
            self.stacks.paint_fan(painter, self.state, self.fan, self._fan_unit, dpr)

    def _tile_arrived(self) -> None:
        """Tiles that come one after the other are shown some at a time."""
        if not self._arrivals.isActive():
            self._arrivals.start()

    # ---------------------------------------------------------------- pointing
    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        assert event is not None
        self.motion.finish()
        self.frame.rest()
        if event.button() in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton):
            self._grabbed, self._dragged = event.position(), False
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press(event.position(), event.modifiers())

    def _press(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self.fan is not None:
            unit, hex = self.fan.unit_at(point), self.fan.hex
            if unit:
                self.fan = None
                self.clicked.emit(hex, unit, keys)
                self.update()
                return
            self.fan = None
            self.update()
        marked = self.overlay_painter.pill_at(self.overlays, point)
        hex = marked if marked >= 0 else self.hex_at(point)
        if hex >= 0 and self.state is not None and self.stacks.on_tab(self.state, hex, point):
            self.spread(hex)
            return
        self._click(hex, point, keys)

    def _click(self, hex: int, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        if hex < 0:
            return
        self.cursor_hex = OFF_MAP
        unit = self.stacks.on_counter(self.state, hex, point) if self.state is not None else ""
        self.clicked.emit(hex, unit, keys)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        assert event is not None
        if self._grabbed is not None:
            moved = event.position() - self._grabbed
            if self._dragged or moved.manhattanLength() > 5:
                self._dragged, self._grabbed = True, event.position()
                self.fan = None
                self.camera.pan(moved)
                self._camera_moved()
            return
        self._point_at(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        assert event is not None
        if self._grabbed is None:
            return
        clicked = not self._dragged and event.button() == Qt.MouseButton.RightButton
        self._grabbed = None
        if clicked and (hex := self.hex_at(event.position())) >= 0:
            self.menu_wanted.emit(hex, event.globalPosition().toPoint())

    def contextMenuEvent(self, event: QContextMenuEvent | None) -> None:
        if event is not None:
            event.accept()

    def leaveEvent(self, event: QEvent | None) -> None:
        self._set_hex(OFF_MAP)

    def _point_at(self, point: QPointF) -> None:
        if self.fan is not None:
            unit = self.fan.unit_at(point)
            if unit != self._fan_unit:
                self._fan_unit = unit
                self.update()
            if self.fan.box.adjusted(-24, -24, 24, 24).contains(point) or self.hex_at(point) == self.fan.hex:
                return
            self.fan = None
            self.update()
        self._set_hex(self.hex_at(point))

    def _set_hex(self, hex: int) -> None:
        if hex == self.hex:
            return
        self.hex = hex
        self._hover.start()
        self._explain.start()
        if hex >= 0 and self.state is not None and len(self.state.stacks.get(hex, ())) > 1:
            self._rest.start()
        else:
            self._rest.stop()

    def _spread(self) -> None:
        if self.hex >= 0 and not self.stacks.in_hand:
            self.spread(self.hex)

    def spread(self, hex: int) -> None:
        """Spreads a stack of several counters in a fan."""
        if self.state is not None and len(self.state.stacks.get(hex, ())) > 1:
            self.fan, self._fan_unit = self.stacks.fan(self.state, hex), ""
            self.update()

    def _covered(self) -> list[QRectF]:
        """What a fan keeps off: overview, scale; of an attack its hexes, and the pills with its odds."""
        parts = [part for part in self.children() if isinstance(part, QWidget)]
        found = [QRectF(part.geometry()) for part in parts if part.isVisible() and part.isEnabled()]
        fought = (*self.overlays.attackers, *self.overlays.targets)
        pills = [box for box, _ in self.overlay_painter.pills_of(self.overlays)]
        return [*found, *(self.overlay_painter.box(hex) for hex in fought), *pills]

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        assert event is not None
        turn = event.angleDelta().y()
        if turn:
            self.fan = None
            self.zoom(1 if turn > 0 else -1, event.position())
            self.frame.turn()

    # ---------------------------------------------------------------- keys
    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        assert event is not None
        self.motion.finish()
        key = Qt.Key(event.key())
        if key in ARROWS:
            self.move_cursor(*ARROWS[key])
        elif key in ENTER and self.cursor_hex >= 0:
            self.clicked.emit(self.cursor_hex, self._meant(self.cursor_hex), event.modifiers())
        elif key == Qt.Key.Key_Menu and self.cursor_hex >= 0:
            self.menu_wanted.emit(self.cursor_hex, self.mapToGlobal(self.point_of(self.cursor_hex)))
        else:
            super().keyPressEvent(event)

    def _meant(self, hex: int) -> str:
        """The unit that Enter means in a hex: the one chosen there by Tab or N, else the top one."""
        units = [u.id for u in self.stacks.order(self.state, hex)] if self.state is not None else []
        return self.chosen if self.chosen in units else units[-1] if units else ""

    def move_cursor(self, dx: float, dy: float) -> None:
        """The hex cursor goes to a neighbour; the first key sets it down in the middle of the view."""
        if self.cursor_hex < 0:
            at = self.overlays.selected if self.overlays.selected >= 0 else self.hex
            self.set_cursor_hex(at if at >= 0 else self.shapes.hex_at(self.camera.middle))
        else:
            self.set_cursor_hex(self.shapes.towards(self.cursor_hex, dx, dy))

    def set_cursor_hex(self, hex: int) -> None:
        if hex < 0:
            return
        self.cursor_hex = hex
        self.bring_into_view(hex)
        self.hovered.emit(hex)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return False

    # ---------------------------------------------------------------- inside
    def show_cursor(self, shape: Qt.CursorShape) -> None:
        self.setCursor(QCursor(shape))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """What opens and closes beside the map leaves every hex where it was in the window."""
        super().resizeEvent(event)
        window = self.window() or self
        frame, corner = window.size(), QPointF(self.mapTo(window, QPoint(0, 0)))
        moved = corner - self._corner if frame == self._frame else None
        self._frame, self._corner = frame, corner
        self.camera.resize(QSizeF(self.size()), moved)
        self._camera_moved()

    def closeEvent(self, event: QCloseEvent | None) -> None:
        self.tiles.stop()
        super().closeEvent(event)

    def _camera_moved(self) -> None:
        if self.fan is not None and self.state is not None:
            self.fan = self.stacks.fan(self.state, self.fan.hex)
        self.update()
        self.moved.emit()

    def _timer(self, pause: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(pause)
        timer.timeout.connect(call)
        return timer
