"""Units off the map: arrivals by the turn they are due in, and the boxes."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from hexcore.state import GameState
from hexcore.units import ARRIVALS, Aboard, Box, Unit
from hexcore_gui.choices import Choices
from hexcore_gui.parts import CounterPicture, Flow, Links, button, column, emptied, label, paragraph, row
from hexcore_gui.stage import Stage
from hexcore_gui.track_strip import due_units
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

    def show_state(self, state: GameState, choices: Choices) -> None:
        emptied(self.body)
        theme = self.stage.theme
        now = {
            u: hexes for u, hexes in choices.units_to_pick().items() if all(self._off(state, i) for i in u)
        }
        if now:
            self.body.addWidget(label(theme, "May be placed now", 12.5, 700))
            for units, offers in now.items():
                hexes = {h for o in offers for h in o.hexes}
                self.body.addLayout(self._placeable(state, units, len(hexes), units == choices.picked))
        due = due_units(state)
        waiting = list(state.in_place(ARRIVALS))
        for turn in sorted(due):
            self.body.addWidget(label(theme, "Due now" if turn <= state.turn else f"Turn {turn}", 12.5, 700))
            for id in due[turn]:
                self.body.addLayout(self._due(state, state.units[id]))
        listed = {id for ids in due.values() for id in ids}
        for unit in [u for u in waiting if u.id not in listed]:
            self.body.addLayout(self._due(state, unit))
        if not waiting and not now:
            self.body.addWidget(paragraph(theme, "Nothing more arrives.", ink="ink3"))
        self.body.addStretch(1)

    def _off(self, state: GameState, id: str) -> bool:
        return id in state.units and state.units[id].hex < 0

    def _placeable(self, state: GameState, units: tuple[str, ...], hexes: int, on: bool) -> QHBoxLayout:
        made = self._due(state, state.units[units[0]])
        text = f"{count(hexes, 'hex', 'hexes')} lit" if on else f"Choose of {count(hexes, 'hex', 'hexes')}"
        made.addWidget(button(self.stage.theme, text, lambda: self.picked.emit(units), look="chip"))
        return made

    def _due(self, state: GameState, unit: Unit) -> QHBoxLayout:
        made = row(gap=8)
        picture = CounterPicture(self.stage, self.stage.face(state, unit), self.stage.px(27))
        picture.clicked.connect(lambda: self.links.unit.emit(unit.id))
        made.addWidget(picture)
        name = label(self.stage.theme, self.stage.unit_name(unit), 12.5)
        made.addWidget(name, 1)
        return made


class BoxesPanel(Scrolled):
    """Every box off the map, and who is carried by whom."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links

    def show_state(self, state: GameState) -> None:
        emptied(self.body)
        boxes: dict[str, list[Unit]] = {}
        for unit in state.units.values():
            if isinstance(unit.place, Box):
                boxes.setdefault(self.stage.box_name(unit.place.name), []).append(unit)
            elif isinstance(unit.place, Aboard):
                boxes.setdefault("Aboard other units", []).append(unit)
        for title, units in boxes.items():
            self.body.addWidget(label(self.stage.theme, f"{title}: {len(units)}", 12.5, 700))
            self.body.addLayout(self._box(state, units))
        if not boxes:
            self.body.addWidget(paragraph(self.stage.theme, "All boxes are empty.", ink="ink3"))
        self.body.addStretch(1)

    def _box(self, state: GameState, units: list[Unit]) -> Flow:
        made = Flow(2)
        for unit in units[:MOST_SHOWN]:
            tip = f"{self.stage.unit_name(unit)}, {self.stage.place_name(unit.place)}"
            picture = CounterPicture(self.stage, self.stage.face(state, unit), self.stage.px(30), tip)
            picture.clicked.connect(lambda id=unit.id: self.links.unit.emit(id))
            made.addWidget(picture)
        return made
