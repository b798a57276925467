"""The order of battle: formations with their counters, strength and hexes; found by name, side or state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PyQt6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QLineEdit, QPushButton, QScrollArea, QToolTip, QWidget

from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.choices import Choices
from hexcore_gui.counter_painter import MARGIN
from hexcore_gui.parts import Flow, Links, button, column
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour
from hexcore_gui.wording import count

ROW, HEAD, MINI = 27, 22, 23
EMPTY = "No unit matches. Clear the filter."


@dataclass(frozen=True)
class Formation:
    """One row: units that belong together."""

    nation: str
    name: str
    units: tuple[Unit, ...]

    @property
    def strength(self) -> int:
        return sum(u.step.strength for u in self.units if u.counter.steps)


def formations(stage: Stage, units: Iterable[Unit]) -> list[Formation]:
    """Units by nation and formation, in the order in which the counters are listed."""
    looks = stage.presentation
    groups: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        counter = unit.counter
        nation = looks.nation_of(counter.id, counter.nation or counter.side, counter.kind, counter.formation)
        key = (nation, counter.formation or counter.id)
        groups.setdefault(key, []).append(unit)
    made = []
    for (nation, formation), members in groups.items():
        one = len(members) == 1
        name = stage.unit_name(members[0]) if one else stage.formation_name(formation)
        look = looks.nations.get(nation)
        made.append(Formation((look.label if look else "") or titled(nation), name, tuple(members)))
    return sorted(made, key=lambda f: [m.nation for m in made].index(f.nation))


class FormationList(QWidget):
    """The rows, painted; a click on a counter shows that unit."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links
        self.state: GameState | None = None
        self.rows: list[Formation | str] = []
        self._spots: list[tuple[QRectF, str]] = []
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_rows(self, state: GameState, found: list[Formation]) -> None:
        self.state, self.rows, nation = state, [], ""
        for formation in found:
            if formation.nation != nation:
                nation = formation.nation
                self.rows.append(nation)
            self.rows.append(formation)
        high = sum(self._height(row) for row in self.rows)
        self.setMinimumHeight(max(high, 40))
        self.update()

    def _height(self, row: Formation | str) -> int:
        return self.stage.px(HEAD if isinstance(row, str) else ROW)

    def sizeHint(self) -> QSize:
        return QSize(260, self.minimumHeight())

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        shown = event.rect() if event is not None else self.rect()
        self._spots = []
        if not self.rows:
            painter.setPen(colour(tokens.ink3))
            painter.setFont(self.stage.theme.ui_font(12.5))
            painter.drawText(QPointF(0, 22), EMPTY)
        y = 0
        for row in self.rows:
            high = self._height(row)
            if y + high >= shown.top() and y <= shown.bottom():
                if isinstance(row, str):
                    painter.setPen(colour(tokens.ink))
                    painter.setFont(self.stage.theme.ui_font(12.5, 700))
                    painter.drawText(QRectF(0, y, self.width(), high), Qt.AlignmentFlag.AlignVCenter, row)
                else:
                    self._formation(painter, row, y, high)
            y += high

    def _formation(self, painter: QPainter, row: Formation, y: int, high: int) -> None:
        assert self.state is not None
        tokens, px = self.stage.theme.tokens, self.stage.px
        mini, step = px(MINI), px(MINI + 3)
        where, total = self._where(row), px(58)
        left = min(px(132), self.width() // 2 - 20)
        fitting = max(1, (self.width() - left - total - px(34)) // step)
        painter.setPen(colour(tokens.ink))
        painter.setFont(self.stage.theme.ui_font(12.5))
        name = painter.fontMetrics().elidedText(row.name, Qt.TextElideMode.ElideRight, left - 10)
        painter.drawText(QRectF(8, y, left, high), Qt.AlignmentFlag.AlignVCenter, name)
        for n, unit in enumerate(row.units[:fitting]):
            box = QRectF(left + n * step, y + (high - mini) / 2, mini, mini)
            pixmap = self.stage.counters.pixmap(
                self.stage.face(self.state, unit), mini, self.devicePixelRatioF()
            )
            painter.drawPixmap(box.topLeft() - QPointF(mini, mini) * MARGIN, pixmap)
            self._spots.append((box, unit.id))
        right = self.width() - 4
        painter.setFont(self.stage.theme.ui_font(12.5, 700, tabular=True))
        painter.setPen(colour(tokens.ink))
        box = QRectF(right - total - px(30), y, px(28), high)
        painter.drawText(
            box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, str(row.strength or "–")
        )
        painter.setFont(self.stage.theme.ui_font(12))
        painter.setPen(colour(tokens.may if row.units[0].hex >= 0 else tokens.ink3))
        box = QRectF(right - total, y, total, high)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, where)
        self._spots.append((QRectF(0, y, self.width(), high), row.units[0].id))

    def _where(self, row: Formation) -> str:
        hexes = {u.hex for u in row.units}
        if len(hexes) == 1:
            return self.stage.number(hexes.pop()) if row.units[0].hex >= 0 else "off map"
        return count(len(hexes), "hex", "hexes")

    def unit_at(self, point: QPointF) -> str:
        return next((id for box, id in self._spots if box.contains(point)), "")

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and (id := self.unit_at(event.position())):
            self.links.unit.emit(id)

    def event(self, event: QEvent | None) -> bool:
        if isinstance(event, QHelpEvent):
            id = self.unit_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.stage.unit_name(id) if id else "", self)
            return True
        return super().event(event)


class OrderOfBattle(QWidget):
    """The list with its search field and filters."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage = stage
        self.state: GameState | None = None
        self.may_move: set[str] = set()
        box = column(self, 6, (0, 4, 0, 0))
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a unit, formation or hex   (Ctrl+F)")
        self.search.setFont(stage.theme.ui_font(12.5))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.refresh)
        box.addWidget(self.search)
        flow = Flow(6)
        self.sides = {side: self._chip(stage.side_name(side)) for side in stage.board.sides}
        self.movable, self.reduced = self._chip("Can act"), self._chip("Reduced")
        for chip in (*self.sides.values(), self.movable, self.reduced):
            flow.addWidget(chip)
        box.addLayout(flow)
        self.list = FormationList(stage, links)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.list)
        box.addWidget(area, 1)

    def _chip(self, text: str) -> QPushButton:
        made = button(self.stage.theme, text, look="chip")
        made.setCheckable(True)
        made.clicked.connect(self.refresh)
        return made

    def show_state(self, state: GameState, choices: Choices, side: str | None) -> None:
        first = self.state is None
        self.state = state
        self.may_move = {id for offer in choices.offers for id in offer.units if not offer.ends}
        if first and side in self.sides:
            self.sides[side].setChecked(True)  # type: ignore[index]
        for name, chip in self.sides.items():
            chip.setText(f"{self.stage.side_name(name)} {sum(1 for _ in state.on_map(name))}")
        self.movable.setText(f"Can act {len(self.may_move)}")
        self.refresh()

    def refresh(self) -> None:
        if self.state is not None:
            self.list.show_rows(
                self.state, formations(self.stage, filter(self._matches, self.state.units.values()))
            )

    def _matches(self, unit: Unit) -> bool:
        if not unit.alive or not unit.counter.steps:
            return False
        chosen = [side for side, chip in self.sides.items() if chip.isChecked()]
        if chosen and unit.side not in chosen:
            return False
        if self.movable.isChecked() and unit.id not in self.may_move:
            return False
        if self.reduced.isChecked() and not unit.losses:
            return False
        words = self.search.text().lower().split()
        stage, formation = self.stage, unit.counter.formation
        named = (
            stage.unit_name(unit),
            formation,
            stage.formation_name(formation),
            stage.place_name(unit.place),
        )
        text = " ".join(named).lower()
        return all(word in text for word in words)
