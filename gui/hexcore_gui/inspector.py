"""The stack inspector: the chosen unit at large, its values with rule and origin, who else is there."""

from __future__ import annotations

from functools import partial

from PyQt6.QtCore import QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.facts import Fact, ground_text, hex_facts, unit_facts
from hexcore_gui.folding import FoldHead
from hexcore_gui.parts import (
    CounterPicture,
    Elided,
    Flow,
    Links,
    ProvenanceDot,
    RuleLink,
    column,
    emptied,
    label,
    paragraph,
    row,
)
from hexcore_gui.prospects import defence_facts, in_defence, still_may, told_facts, way_facts
from hexcore_gui.stack_buttons import StackButtons, groups_of, take_together
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.theme import colour
from hexcore_gui.wording import count

BIG, REVERSE, SMALL = 84, 50, 44
MOST_FACTS, LONGEST_RULE, NARROW = 7, 84, 290
NOTHING = "click a counter or a hex"


def _earlier(unit: Unit) -> str:
    """What the face is called that a unit showed before its last loss."""
    return "front" if unit.losses == 1 else "before"


class StepSquares(QWidget):
    """Steps as squares, hollow where lost."""

    def __init__(self, stage: Stage, steps: int, left: int) -> None:
        super().__init__()
        self.stage, self.steps, self.left = stage, steps, left
        self.setFixedSize(QSize(13 * steps + 2, 14))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, ink = QPainter(self), colour(self.stage.theme.tokens.ink)
        painter.setPen(QPen(ink, 1.2))
        for k in range(self.steps):
            painter.setBrush(ink if k < self.left else Qt.BrushStyle.NoBrush)
            painter.drawRect(1 + 13 * k, 2, 10, 10)


class FactRows(QWidget):
    """Facts as rows: name, value, rule, mark of origin."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links
        self.facts: list[Fact] = []
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(6)
        self.grid.setVerticalSpacing(3)
        self.grid.setColumnStretch(1, 1)
        self.grid.setColumnMinimumWidth(0, stage.px(58))
        self.grid.setColumnMinimumWidth(3, 12)

    def show_facts(self, facts: list[Fact]) -> None:
        if facts == self.facts:
            return
        self.facts = facts
        emptied(self.grid)
        theme = self.stage.theme
        for n, fact in enumerate(facts):
            top = Qt.AlignmentFlag.AlignTop
            self.grid.addWidget(label(theme, fact.name, 12, ink="ink3"), n, 0, top)
            value = paragraph(theme, fact.value, 12.5, 500, "ink")
            value.setMinimumWidth(self.stage.px(60))  # what a wrapped label asks for itself is too wide
            self.grid.addWidget(value, n, 1)
            if fact.rule:
                link = RuleLink(theme, self.links, fact.rule, longest=LONGEST_RULE)
                self.grid.addWidget(link, n, 2, top)
            if fact.mark:
                dot = ProvenanceDot(theme, fact.mark)
                value.setToolTip(dot.toolTip())
                self.grid.addWidget(dot, n, 3, top)

    def texts(self) -> dict[str, str]:
        """The facts shown, by name."""
        return {fact.name: fact.value for fact in self.facts}


class Inspector(QWidget):
    """Shows a hex and one of its units; `picked` when another unit of the hex is clicked."""

    picked = pyqtSignal(str)

    def __init__(self, stage: Stage, links: Links, link: TableLink) -> None:
        super().__init__()
        self.stage, self.links, self.link = stage, links, link
        self.hex, self.unit = -1, ""
        self.way: tuple[int, ...] = ()
        self._built: object = None
        """What is shown: most answers leave it as it is, and it takes long to build."""
        self.rows = FactRows(stage, links)
        self.head = FoldHead(stage.theme, "Stack")
        self.body = column(self, 4)
        self.show_nothing()

    # ---------------------------------------------------------------- what is shown
    def show_nothing(self) -> None:
        self.hex, self.unit = -1, ""
        self._begin(None)
        self.head.say("Stack", NOTHING)

    def show_hex(self, state: GameState, hex: int, unit: str = "", in_hand: tuple[str, ...] = ()) -> None:
        """A hex, with a unit chosen (its top unit unless told)."""
        units = list(reversed(self.stage.lying(state, hex))) if hex >= 0 else []
        self.hex = hex
        self.unit = unit if any(u.id == unit for u in units) else (units[0].id if units else "")
        if self.unit:
            self._unit(state, state.units[self.unit], units, in_hand)
        elif hex >= 0:
            self._ground(state, hex)
        else:
            self._begin(None)

    def show_unit(self, state: GameState, id: str) -> None:
        """A unit wherever it is, on the map or off it."""
        unit = state.units[id]
        if unit.hex >= 0:
            self.show_hex(state, unit.hex, id)
            return
        self.hex, self.unit = -1, id
        self._unit(state, unit, [], ())

    def refresh(self, state: GameState, in_hand: tuple[str, ...] = ()) -> None:
        """The same unit after something happened, or the same hex when it is gone."""
        if self.unit and self.unit in state.units and state.units[self.unit].hex >= 0:
            self.show_hex(state, state.units[self.unit].hex, self.unit, in_hand)
        elif self.hex >= 0:
            self.show_hex(state, self.hex, in_hand=in_hand)

    # ---------------------------------------------------------------- building
    def _begin(self, what: object) -> bool:
        """Makes room for something; False where just that is shown already."""
        if what is not None and what == self._built:
            return False
        self._built = what
        emptied(self.body)
        return True

    def _unit(self, state: GameState, unit: Unit, units: list[Unit], in_hand: tuple[str, ...]) -> None:
        facts = self._facts(unit)
        self.way = ()
        faces = [self.stage.face(state, u, in_hand=u.id in in_hand) for u in units]
        weighed, face = self._weighed(units), self.stage.face(state, unit)
        groups = groups_of(self.link, units, in_hand)
        if not self._begin((unit, face, units, faces, weighed, facts, groups, self._side(BIG))):
            self.rows.show_facts(facts)
            return
        where = self.stage.place_name(unit.place)
        right = (
            f"{ground_text(self.stage, unit.hex)} · {count(len(units), 'counter')}" if unit.hex >= 0 else ""
        )
        self.head.say(f"Stack {where}" if unit.hex >= 0 else where, right)
        self.body.addLayout(self._portrait(state, unit))
        self.rows = FactRows(self.stage, self.links)
        self.rows.show_facts(facts)
        self.body.addWidget(self.rows)
        if len(units) > 1:
            self.body.addLayout(self._others(state, units, in_hand, weighed))
        if groups:
            self.body.addWidget(StackButtons(self.stage, groups, partial(take_together, self.link)))
        self.body.addStretch(1)

    def _facts(self, unit: Unit) -> list[Fact]:
        """What is known of a unit, then what it counts for and may still do."""
        id, ask = unit.id, self.link.ask
        found = (ask(lambda s: unit_facts(self.stage, s, s.units[id])) or [])[:MOST_FACTS]
        if unit.hex >= 0 and unit.counter.steps:
            found += ask(lambda s: told_facts(s, s.units[id])) or []
            found += ask(lambda s: defence_facts(s, s.units[id])) or []
            found += still_may(self.stage, self.link, unit)
        return found

    def lines(self) -> list[QWidget]:
        """What stands in the panel from top to bottom: a panel that is cut is cut between two of them."""
        parts = [part for part in self.findChildren(QWidget) if part.isVisibleTo(self)]
        return [part for part in parts if not part.findChildren(QWidget)]

    def show_way(self, hand: tuple[Unit, ...], way: tuple[int, ...]) -> None:
        """The way that units in hand would go, in place of how they stand; without one, how they stand."""
        if way == self.way or not hand or self.unit not in {unit.id for unit in hand}:
            return
        self.way, ids = way, tuple(unit.id for unit in hand)
        found: list[Fact] | None = None
        if way:
            found = self.link.ask(lambda s: way_facts(self.stage, s, tuple(s.units[i] for i in ids), way))
        strength = [fact for fact in self.rows.facts if fact.name == "Strength"]
        self.rows.show_facts([*strength, *found] if found else self._facts(self.link.state.units[self.unit]))

    def _portrait(self, state: GameState, unit: Unit) -> QHBoxLayout:
        made = row(gap=2)
        face = self.stage.face(state, unit)
        made.addWidget(CounterPicture(self.stage, face, self._side(BIG)), 0, Qt.AlignmentFlag.AlignTop)
        if len(unit.counter.steps) > 1 and not unit.losses:
            made.addLayout(self._other_side(state, unit, 1, "reverse"))
        elif unit.losses:
            made.addLayout(self._other_side(state, unit, unit.losses - 1, _earlier(unit)))
        made.addLayout(self._names(unit), 1)
        return made

    def _side(self, side: int) -> int:
        """The side of a counter: smaller where the dock is narrow."""
        return self.stage.px(side if self.head.width() > self.stage.px(NARROW) else side * 0.82)

    def _other_side(self, state: GameState, unit: Unit, losses: int, word: str) -> QVBoxLayout:
        made = column(gap=0)
        face = self.stage.face(state, unit.with_losses(losses), plain=True)
        made.addWidget(CounterPicture(self.stage, face, self._side(REVERSE)))
        made.addWidget(label(self.stage.theme, word, 11, ink="ink3"), 0, Qt.AlignmentFlag.AlignHCenter)
        made.addStretch(1)
        return made

    def _names(self, unit: Unit) -> QVBoxLayout:
        theme, counter = self.stage.theme, unit.counter
        made = column(gap=2, margins=(2, 4, 0, 0))
        made.addWidget(paragraph(theme, self.stage.unit_name(unit), 14, 700, "ink"))
        formation = self.stage.formation_name(counter.formation)
        if formation and formation != self.stage.unit_name(unit):
            made.addWidget(Elided(theme, formation, 12.5, ink="ink2"))
        words = [counter.size, self.stage.kind_name(counter.kind).lower() if counter.steps else "unknown"]
        words += [w.replace("_", " ") for w in sorted(counter.traits) if w == "mechanized"]
        made.addWidget(Elided(theme, " · ".join(w for w in words if w), 12, ink="ink3"))
        if len(counter.steps) > 1:
            steps = row(gap=6)
            steps.addWidget(label(theme, "Steps", 12, ink="ink3"))
            steps.addWidget(StepSquares(self.stage, len(counter.steps), unit.steps_left))
            steps.addWidget(label(theme, f"{unit.steps_left} of {len(counter.steps)}", 12.5, 500))
            steps.addStretch(1)
            made.addLayout(steps)
        made.addStretch(1)
        return made

    def _weighed(self, units: list[Unit]) -> int | None:
        """What a stack defends with."""
        if len(units) < 2:
            return None
        return self.link.ask(lambda s: sum(found.used for found in in_defence(s, units[0].hex)))

    def _others(
        self, state: GameState, units: list[Unit], in_hand: tuple[str, ...], weighed: int | None
    ) -> QVBoxLayout:
        theme = self.stage.theme
        made = column(gap=2, margins=(0, 4, 0, 0))
        head = row()
        head.addWidget(label(theme, "In this hex, top first", 12, ink="ink3"))
        total = sum(u.step.strength for u in units if u.counter.steps)
        told = f"strength {total}" + (f", defends with {weighed}" if weighed not in (None, 0, total) else "")
        said = Elided(theme, told, 12, 500, "ink2")
        said.setAlignment(Qt.AlignmentFlag.AlignRight)
        head.addWidget(said, 1)
        made.addLayout(head)
        flow = Flow(2)
        for unit in units:
            face = self.stage.face(state, unit, in_hand=unit.id in in_hand)
            picture = CounterPicture(self.stage, face, self.stage.px(SMALL), self.stage.unit_name(unit))
            picture.clicked.connect(lambda id=unit.id: self.picked.emit(id))
            flow.addWidget(picture)
        made.addLayout(flow)
        return made

    def _ground(self, state: GameState, hex: int) -> None:
        facts = self.link.ask(lambda s: hex_facts(self.stage, s, hex)) or []
        if not self._begin((hex, facts)):
            return
        self.head.say(f"Hex {self.stage.number(hex)}", "no counters")
        rows = FactRows(self.stage, self.links)
        rows.show_facts(facts)
        self.body.addWidget(rows)
        self.body.addStretch(1)
