"""Units off the map: arrivals by the turn they are due in, and the boxes."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from hexcore.rules import Due
from hexcore.state import GameState
from hexcore.units import ARRIVALS, Aboard, Box, Unit
from hexcore_gui.choices import Choices
from hexcore_gui.coming import by_turn, span
from hexcore_gui.coming_row import ComingRow
from hexcore_gui.parts import CounterPicture, Flow, Links, button, column, emptied, label, paragraph, row
from hexcore_gui.stage import Stage
from hexcore_gui.wording import count

MOST_SHOWN = 60


class Scrolled(QScrollArea):
    """A column that scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        self.body: QVBoxLayout = column(inside, 4, (0, 6, 6, 6))
        self.setWidget(inside)


class ArrivalsPanel(Scrolled):
    """Who arrives when; a unit that can be placed now is picked here, and its hexes light up on the map."""

    picked = pyqtSignal(tuple)

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links

    def show_state(self, state: GameState, choices: Choices, due: Sequence[Due] = ()) -> None:
        """Who can be placed now, and who is due in which turn: with place, rule, figures, and their mark."""
        emptied(self.body)
        now = {
            u: hexes for u, hexes in choices.units_to_pick().items() if all(self._off(state, i) for i in u)
        }
        if now:
            self._title("May be placed now")
            for units, offers in now.items():
                hexes = {h for o in offers for h in o.hexes}
                self.body.addLayout(self._placeable(state, units, len(hexes), units == choices.picked))
        first = True
        for turn, coming in by_turn(due).items():
            when = span(self.stage, turn)
            early = f"Due next: {when}" if first else when[0].upper() + when[1:]
            self._title("Due now" if turn <= state.turn else early)
            first = first and turn <= state.turn
            for one in coming:
                self.body.addWidget(self._due(state, state.units[one.unit], one))
        listed = {one.unit for one in due}
        others = [u for u in state.in_place(ARRIVALS) if u.id not in listed and (u.id,) not in now]
        if others:
            self._title("No turn named")
            for unit in others:
                self.body.addWidget(self._due(state, unit))
        if not due and not others and not now:
            self.body.addWidget(paragraph(self.stage.theme, "Nothing more arrives.", ink="ink3"))
        self.body.addStretch(1)

    def _title(self, text: str) -> None:
        self.body.addWidget(label(self.stage.theme, text, 12.5, 700))

    def _off(self, state: GameState, id: str) -> bool:
        return id in state.units and state.units[id].hex < 0

    def _placeable(self, state: GameState, units: tuple[str, ...], hexes: int, on: bool) -> QHBoxLayout:
        made = row(gap=8)
        made.addWidget(self._due(state, state.units[units[0]]), 1)
        text = f"{count(hexes, 'hex', 'hexes')} lit" if on else f"Choose of {count(hexes, 'hex', 'hexes')}"
        made.addWidget(button(self.stage.theme, text, lambda: self.picked.emit(units), look="chip"))
        return made

    def _due(self, state: GameState, unit: Unit, due: Due | None = None) -> ComingRow:
        made = ComingRow(self.stage, self.links, state, unit, due)
        made.clicked.connect(lambda: self.links.unit.emit(unit.id))
        return made


class BoxesPanel(Scrolled):
    """Every box off the map, and who is carried by whom."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links

    def show_state(self, state: GameState) -> None:
        emptied(self.body)
        looks = self.stage.presentation.boxes
        boxes: dict[str, list[Unit]] = {self.stage.box_name(box): [] for box in looks}
        for unit in state.units.values():
            if isinstance(unit.place, Box):
                boxes.setdefault(self.stage.box_name(unit.place.name), []).append(unit)
            elif isinstance(unit.place, Aboard):
                boxes.setdefault("Aboard other units", []).append(unit)
        for title, units in boxes.items():
            self._title(title, units)
            if units:
                self.body.addLayout(self._box(state, units))
        if not boxes:
            self.body.addWidget(paragraph(self.stage.theme, "All boxes are empty.", ink="ink3"))
        self.body.addStretch(1)

    def _title(self, title: str, units: list[Unit]) -> None:
        """A box with how many of each side lie in it."""
        sides = self.stage.board.sides
        tally = [(self.stage.side_name(s), sum(u.side == s for u in units)) for s in sides]
        told = " · ".join(f"{name} {n}" for name, n in tally if n) or "empty"
        line = row(gap=8)
        line.addWidget(label(self.stage.theme, title, 12.5, 700))
        line.addWidget(label(self.stage.theme, told, 12, ink="ink3" if not units else "ink2"), 1)
        self.body.addLayout(line)

    def _box(self, state: GameState, units: list[Unit]) -> Flow:
        made = Flow(2)
        for unit in sorted(units, key=lambda u: (u.side, u.counter.formation, u.id))[:MOST_SHOWN]:
            tip = f"{self.stage.unit_name(unit)}, {self.stage.place_name(unit.place)}"
            picture = CounterPicture(self.stage, self.stage.face(state, unit), self.stage.px(30), tip)
            picture.clicked.connect(lambda id=unit.id: self.links.unit.emit(id))
            made.addWidget(picture)
        return made
