"""Where clicks on rules, hexes and units lead, anywhere in the window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PyQt6.QtCore import QPoint, QPointF
from PyQt6.QtGui import QCursor
from PyQt6.QtWidgets import QApplication

from hexcore_gui.explaining import Explanation
from hexcore_gui.parts import RuleLink
from hexcore_gui.stage import Stage

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage


def hex_found(stage: Stage, wanted: str) -> int:
    """A hex by its number or the name of its place, -1 where there is none."""
    hex_map, plain = stage.board.map, re.sub(r"\W", "", wanted).lower()
    found = next((h for n, h in hex_map.index.items() if n.lower() == plain), -1)
    if found >= 0 or not plain:
        return found
    names = {re.sub(r"\W", "", stage.hex_name(p.hex)).lower(): p.hex for p in hex_map.places}
    return next((h for name, h in names.items() if plain in name), -1)


def rule_under(point: QPoint) -> str:
    """The rule of what lies at a point of the screen: a number, a line of the log, a phase, an arrival."""
    part = QApplication.widgetAt(point)
    while part is not None:
        if isinstance(part, RuleLink):
            return part.number
        if hasattr(part, "rule_at"):
            return str(part.rule_at(QPointF(part.mapFromGlobal(point))))
        part = part.parentWidget()
    return ""


class PageLinks:
    """Looks things up on one game page."""

    def __init__(self, page: GamePage) -> None:
        self.page = page
        page.links.rule.connect(self.show_rule)
        page.links.hex.connect(self.go_to)
        page.links.unit.connect(self.go_to_unit)

    def show_rule(self, number: str) -> None:
        """The text of a rule; beside an open combat it comes as a bubble."""
        page = self.page
        if page.beside.currentWidget() is not page.panel:
            page.dock.show_rule(number)
            return
        text = page.stage.rule_text(number)
        lines = (text.text,) if text else ("There is no text for it.",)
        title = text.title if text else f"Rule {page.stage.board.ruleset.spelled(number)}"
        what = Explanation(title, number, lines, refuses=False)
        page.bubble.explain(what, QPoint(page.map.width(), 60), pinned=True)

    def rule_at_hand(self) -> None:
        """F1: the rule under the pointer, else of the refusal shown, else of the question on the table."""
        page, decision = self.page, self.page.link.decision
        under = rule_under(QCursor.pos())
        if under:
            self.show_rule(under)
            return
        shown = page.bubble.explanation if page.bubble.isVisible() else None
        number = shown.rule if shown is not None else decision.rule if decision is not None else ""
        if number:
            self.show_rule(number)

    def go_to(self, hex: int) -> None:
        page = self.page
        page.map.centre_on(hex)
        page.pointing.select(hex, "")
        page.pointing.refresh()

    def go_to_unit(self, id: str) -> None:
        """Shows a unit; one that can be placed now is picked."""
        page = self.page
        unit = page.link.state.units[id]
        if unit.hex < 0 and (id,) in page.link.choices.units_to_pick():
            page.pointing.pick((id,))
            return
        if unit.hex >= 0:
            page.map.centre_on(unit.hex)
        page.pointing.select(unit.hex, id)
        page.pointing.refresh()
