"""The order of battle: formations with their counters, strength and hexes; found by name, side or state."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QLineEdit, QPushButton, QScrollArea, QWidget

from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.choices import Choices
from hexcore_gui.formation_list import FormationList
from hexcore_gui.formations import COMMAND, SORTED, Formation, Heading, formations, rows
from hexcore_gui.parts import Chooser, Flow, Links, button, column, row
from hexcore_gui.stage import Stage
from hexcore_gui.supply_words import state_in_force

LOW = 340
"""Pixels of height below which the list has its room for rows, and closer ones."""


class OrderOfBattle(QWidget):
    """The list with its search field, its filters, and the order it is sorted in."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links
        self.state: GameState | None = None
        self._followed = ""
        self._made: tuple[object, object, object, list[Formation | Heading]] | None = None
        self.may_move: set[str] = set()
        box = column(self, 6, (0, 4, 0, 0))
        head = row(gap=6)
        head.addWidget(self._search(), 1)
        head.addWidget(self._order())
        box.addLayout(head)
        self.sides = {side: self._chip(stage.side_name(side)) for side in stage.board.sides}
        self.pinned = self._chip("Pin")
        self.pinned.setToolTip("Keeps these sides; else the list goes to the side whose turn it is")
        self.more = self._chip("Filter ▾")
        self.movable, self.reduced = self._chip("Can act"), self._chip("Reduced")
        self.cut_off, self.off_map = self._chip("Out of supply"), self._chip("Off map")
        self.states: dict[QPushButton, Callable[[Unit], bool]] = {
            self.movable: lambda unit: unit.id in self.may_move,
            self.reduced: lambda unit: unit.losses > 0,
            self.cut_off: self._unsupplied,
            self.off_map: lambda unit: unit.hex < 0,
        }
        box.addLayout(self._line(*self.sides.values(), self.pinned, self.more))
        self.narrowing = QWidget()
        self.narrowing.setLayout(self._line(*self.states))
        box.addWidget(self.narrowing)
        self.list = FormationList(stage, links)
        self.list.chosen_moved.connect(self._into_sight)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.list)
        box.addWidget(self.area, 1)

    def _search(self) -> QLineEdit:
        self.search = QLineEdit()
        self.search.setAccessibleName("Find a unit, formation or hex")
        self.search.setPlaceholderText("Find a unit, formation or hex   (Ctrl+F)")
        self.search.setFont(self.stage.theme.ui_font(12.5))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.refresh)
        self.search.returnPressed.connect(self._first)
        return self.search

    def _order(self) -> Chooser:
        self.order = Chooser(self.stage.theme)
        self.order.setAccessibleName("Sorted")
        looks = self.stage.presentation
        for name in SORTED:
            self.order.addItem(name if name != COMMAND or looks.commands else "By nation", name)
        self.order.activated.connect(self.refresh)
        return self.order

    def _line(self, *chips: QPushButton) -> Flow:
        made = Flow(5)
        for chip in chips:
            made.addWidget(chip)
        return made

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """In a low list the states to narrow it to are behind one button, unless one of them is in use."""
        low, some = self.height() < self.stage.px(LOW), any(chip.isChecked() for chip in self.states)
        self.more.setVisible(low)
        self.more.setEnabled(not some)
        self.list.set_close(low)
        self.narrowing.setVisible(not low or some or self.more.isChecked())

    def _chip(self, text: str) -> QPushButton:
        made = button(self.stage.theme, text, look="chip")
        made.setCheckable(True)
        made.clicked.connect(self.refresh)
        return made

    # ---------------------------------------------------------------- what is shown
    def show_state(self, state: GameState, choices: Choices, side: str | None) -> None:
        self.state = state
        self.may_move = {id for offer in choices.offers for id in offer.units if not offer.ends}
        self._follow(self._whose(state) or side)
        for name, chip in self.sides.items():
            chip.setText(f"{self.stage.side_name(name)} {sum(1 for _ in state.on_map(name))}")
        self.movable.setText(f"Can act {len(self.may_move)}")
        self.refresh()

    def _whose(self, state: GameState) -> str | None:
        """Whose player turn it is; before the first, and in phases of nobody, who decides."""
        owner = self.stage.board.sequence.phases[state.phase].player_turn if state.phase >= 0 else ""
        return owner or state.to_decide

    def _follow(self, side: str | None) -> None:
        """The list goes to the side whose turn it is, unless it is pinned."""
        if side not in self.sides or side == self._followed or self.pinned.isChecked():
            return
        self._followed = side
        for name, chip in self.sides.items():
            chip.setChecked(name == side)
        self.area.verticalScrollBar().setValue(0)  # type: ignore[union-attr]

    def show_selected(self, unit: str) -> None:
        """A unit was selected, on the map or here: its row is lit and in sight."""
        self.list.choose(unit)

    def refresh(self, *_told: object) -> None:
        self._fold()
        if self.state is not None:
            self.list.show_rows(self.state, self._rows(self.state))

    def _rows(self, state: GameState) -> list[Formation | Heading]:
        """The rows, made anew only where the units or what they are chosen by are others than last time."""
        chips = (*self.sides.values(), *self.states)
        asked = (*(chip.isChecked() for chip in chips), self.search.text(), self.order.currentData())
        movable = frozenset(self.may_move) if self.movable.isChecked() else None
        known = state if self.cut_off.isChecked() else None  # supply hangs on more than the units
        made = self._made
        if made is None or made[0] is not state.units or made[1] != (*asked, movable) or made[2] is not known:
            found = formations(self.stage, filter(self._matches, state.units.values()))
            listed = rows(self.stage, found, self.order.currentData())
            made = self._made = (state.units, (*asked, movable), known, listed)
        return made[3]

    def _into_sight(self, top: int, high: int) -> None:
        self.area.ensureVisible(0, top + high // 2, 0, high)

    def _first(self) -> None:
        """Enter in the search field: the first unit found."""
        found = [unit for unit in self.state.units.values() if self._matches(unit)] if self.state else []
        if found:
            self.links.unit.emit(found[0].id)

    # ---------------------------------------------------------------- filters
    def _matches(self, unit: Unit) -> bool:
        if not unit.alive or not unit.counter.steps:
            return False
        chosen = [side for side, chip in self.sides.items() if chip.isChecked()]
        if chosen and unit.side not in chosen:
            return False
        if not all(holds(unit) for chip, holds in self.states.items() if chip.isChecked()):
            return False
        words = self.search.text().lower().split()
        text = " ".join(self._texts(unit)).lower() if words else ""
        return all(word in text for word in words)

    def _texts(self, unit: Unit) -> tuple[str, ...]:
        """What a unit is found by: its names, its command's, and where it is."""
        stage, formation = self.stage, unit.counter.formation
        key = stage.commands.get(unit.id) or stage.commands.get(f"{unit.side} {formation}", "")
        command = stage.presentation.commands.get(key)
        named = (stage.unit_name(unit), formation, stage.formation_name(formation))
        where = stage.hex_name(unit.hex) if unit.hex >= 0 else stage.place_name(unit.place)
        return (*named, where, command.name if command else "")

    def _unsupplied(self, unit: Unit) -> bool:
        state = self.state
        return state is not None and unit.hex >= 0 and state_in_force(state, unit) != "supplied"
