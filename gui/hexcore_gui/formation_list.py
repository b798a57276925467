"""The rows of the order of battle, painted: headings of commands, formations with counters and places."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QToolTip, QWidget

from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.counter_parts import MARGIN
from hexcore_gui.formations import Formation, Heading
from hexcore_gui.parts import Links
from hexcore_gui.stage import SIZES, Stage
from hexcore_gui.theme import colour
from hexcore_gui.wording import count

ROW, HEAD, MINI = 27, 22, 23
CLOSE = 3
"""Pixels less for a row, and for its counters, in a low list."""
MIDDLE = Qt.AlignmentFlag.AlignVCenter
RIGHT = MIDDLE | Qt.AlignmentFlag.AlignRight
EMPTY = "No unit matches. Clear the filter."


class FormationList(QWidget):
    """A click on a counter shows that unit, one on a row its first; `pointed` gives the units pointed at.

    `chosen` is the unit selected on the map: its row is lit, and brought into sight by whoever scrolls.
    """

    pointed = pyqtSignal(tuple)
    chosen_moved = pyqtSignal(int, int)

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links
        self.state: GameState | None = None
        self.rows: list[Formation | Heading] = []
        self.chosen, self.close_rows = "", False
        self._spots: list[tuple[QRectF, str]] = []
        self._pointed: tuple[str, ...] = ()
        self._signs: dict[str, str] = {}
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Formations")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_rows(self, state: GameState, found: list[Formation | Heading]) -> None:
        same, before, signs = found is self.rows, self.state, self._signs
        self.state, self.rows, self._signs = state, found, dict(self.stage.signs)
        if not same:
            self._spots = []
            self._measure()
        elif before is None or signs != self._signs or not _looks_alike(before, state):
            self.update()

    def set_close(self, close: bool) -> None:
        """Rows close together, where the list is low."""
        if close != self.close_rows:
            self.close_rows = close
            self._measure()

    def _measure(self) -> None:
        self.setMinimumHeight(max(self._top(len(self.rows)), 40))
        self.update()

    def choose(self, unit: str) -> None:
        """A unit was selected: its row is lit and shown."""
        before, self.chosen, at = self.row_of(self.chosen), unit, self.row_of(unit)
        if at >= 0:
            self.chosen_moved.emit(self._top(at), self._height(self.rows[at]))
        for n in {before, at} - {-1}:
            self.update(0, self._top(n), self.width(), self._height(self.rows[n]))

    def _top(self, n: int) -> int:
        """Where a row begins."""
        return sum(map(self._height, self.rows[:n]))

    def row_of(self, unit: str) -> int:
        """The row a unit stands in, -1 for none."""
        return next((n for n, row in enumerate(self.rows) if unit and unit in _ids(row)), -1)

    def _height(self, row: Formation | Heading) -> int:
        return self.stage.px(HEAD if isinstance(row, Heading) else ROW - CLOSE * self.close_rows)

    def sizeHint(self) -> QSize:
        return QSize(260, self.minimumHeight())

    # ---------------------------------------------------------------- painting
    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        shown = event.rect() if event is not None else self.rect()
        if not self.rows:
            painter.setPen(colour(tokens.ink3))
            painter.setFont(self.stage.theme.ui_font(12.5))
            painter.drawText(QPointF(0, 22), EMPTY)
        y = 0
        for row in self.rows:
            high = self._height(row)
            if y + high > shown.top() and y <= shown.bottom():
                self._spots = [spot for spot in self._spots if not y <= spot[0].center().y() < y + high]
                if self.chosen and self.chosen in _ids(row):
                    painter.fillRect(QRectF(0, y, self.width(), high), colour(tokens.may_tint))
                if isinstance(row, Heading):
                    self._heading(painter, row, y, high)
                else:
                    self._formation(painter, row, y, high)
            y += high

    def _heading(self, painter: QPainter, row: Heading, y: int, high: int) -> None:
        """A command with where its headquarters is, as a link to it; a nation by its name."""
        assert self.state is not None
        theme, hq = self.stage.theme, self.state.units.get(row.hq)
        painter.setPen(colour(theme.tokens.ink))
        painter.setFont(theme.ui_font(12.5, 700))
        room = QRectF(0, y, self.width() - self.stage.px(64), high)
        text = painter.fontMetrics().elidedText(row.text, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, MIDDLE, text)
        if hq is not None and hq.alive:
            self._place(painter, hq.hex, self.stage.place_name(hq.place), y, high)
            self._spots.append((QRectF(0, y, self.width(), high), hq.id))

    def _formation(self, painter: QPainter, row: Formation, y: int, high: int) -> None:
        assert self.state is not None
        theme, px = self.stage.theme, self.stage.px
        side = MINI - CLOSE * self.close_rows
        mini, step, total = px(side), px(side + 3), px(58)
        most = max((len(r.units) for r in self.rows if isinstance(r, Formation)), default=1)
        left = min(px(136), self.width() // 2 - 20)
        left = max(left, self.width() - total - px(34) - most * step)
        fitting = max(1, (self.width() - left - total - px(34)) // step)
        painter.setPen(colour(theme.tokens.ink))
        painter.setFont(theme.ui_font(12.5))
        short = row.name.removeprefix(f"{row.nation} ").replace(f" {SIZES['XX']}", "", 1)
        short = short.replace(f" {SIZES['BG']}", " BG", 1)
        name = painter.fontMetrics().elidedText(short, Qt.TextElideMode.ElideRight, left - px(12))
        painter.drawText(QRectF(px(8), y, left, high), MIDDLE, name)
        for n, unit in enumerate(row.units[:fitting]):
            self._counter(painter, unit, QRectF(left + n * step, y + (high - mini) / 2, mini, mini))
        painter.setFont(theme.ui_font(12.5, 700, tabular=True))
        painter.setPen(colour(theme.tokens.ink))
        box = QRectF(self.width() - 4 - total - px(30), y, px(28), high)
        painter.drawText(box, RIGHT, str(row.strength or "–"))
        self._place(painter, row.units[0].hex, self._where(row), y, high)
        self._spots.append((QRectF(0, y, self.width(), high), row.units[0].id))

    def _counter(self, painter: QPainter, unit: Unit, box: QRectF) -> None:
        assert self.state is not None
        size = box.width()
        face = self.stage.face(self.state, unit)
        pixmap = self.stage.counters.pixmap(face, size, self.devicePixelRatioF())
        painter.drawPixmap(box.topLeft() - QPointF(size, size) * MARGIN, pixmap)
        self._spots.append((box, unit.id))

    def _place(self, painter: QPainter, hex: int, text: str, y: int, high: int) -> None:
        """Where something is, at the right: blue where a click leads to the map."""
        tokens, wide = self.stage.theme.tokens, self.stage.px(58)
        painter.setFont(self.stage.theme.ui_font(12))
        painter.setPen(colour(tokens.may if hex >= 0 else tokens.ink3))
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QRectF(self.width() - 4 - wide, y, wide, high), RIGHT, text)

    def _where(self, row: Formation) -> str:
        hexes = {u.hex for u in row.units}
        if len(hexes) > 1:
            return count(len(hexes - {-1}), "hex", "hexes")
        place = row.units[0].place
        return self.stage.place_name(place) if place is not None else "off map"

    # ---------------------------------------------------------------- pointing
    def unit_at(self, point: QPointF) -> str:
        return next((id for box, id in self._spots if box.contains(point)), "")

    def _units_at(self, point: QPointF) -> tuple[str, ...]:
        """The counter pointed at, or all units of its row."""
        found = [id for box, id in self._spots if box.contains(point)]
        if len(found) != 1:
            return tuple(found[:1])
        at = self.row_of(found[0])
        return _ids(self.rows[at]) if at >= 0 else tuple(found)

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and (id := self.unit_at(event.position())):
            self.links.unit.emit(id)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        self._point_at(self._units_at(event.position()) if event is not None else ())

    def leaveEvent(self, event: QEvent | None) -> None:
        self._point_at(())

    def _point_at(self, units: tuple[str, ...]) -> None:
        if units != self._pointed:
            self._pointed = units
            self.pointed.emit(units)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Up and Down choose the row before or after, Enter shows it again."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Return: 0, Qt.Key.Key_Enter: 0}
        key = Qt.Key(event.key()) if event is not None else None
        if key not in steps:
            super().keyPressEvent(event)
            return
        firsts = [ids[0] for row in self.rows if (ids := _ids(row))]
        at = self.row_of(self.chosen)
        now = _ids(self.rows[at])[0] if at >= 0 else ""
        n = firsts.index(now) + steps[key] if now in firsts else 0
        if firsts:
            self.links.unit.emit(firsts[max(0, min(n, len(firsts) - 1))])

    def event(self, event: QEvent | None) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tip(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def _tip(self, point: QPointF) -> str:
        """The whole name and place of what is pointed at; of a command, where its grouping comes from."""
        id = self.unit_at(point)
        at = self.row_of(id)
        row = self.rows[at] if at >= 0 else None
        if isinstance(row, Heading):
            return row.note
        unit = self.state.units.get(id) if self.state is not None else None
        return f"{self.stage.unit_name(id)}, {self.stage.place_name(unit.place)}" if unit is not None else ""


def _looks_alike(before: GameState, now: GameState) -> bool:
    """Whether every counter looks the same: only the question on the table has changed."""
    shown = ("units", "markers", "notes", "tracks", "phase", "turn")
    return all(getattr(before, name) is getattr(now, name) for name in shown)


def _ids(row: Formation | Heading) -> tuple[str, ...]:
    if isinstance(row, Heading):
        return (row.hq,) if row.hq else ()
    return tuple(unit.id for unit in row.units)
