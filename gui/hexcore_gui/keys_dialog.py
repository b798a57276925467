"""Mouse and keys, as a table in the window's own style."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QDialog, QGridLayout, QScrollArea, QWidget

from hexcore_gui.parts import SectionHead, button, column, label, paragraph, row
from hexcore_gui.theme import Theme

TABLE: dict[str, tuple[tuple[str, str], ...]] = {
    "Mouse": (
        ("Click", "take the top unit; a blue hex: go there; an enemy: attack or look"),
        ("Shift + click", "the whole stack"),
        ("Ctrl + click", "the division"),
        ("Rest on a stack", "spread it out; so does a click on its number"),
        ("Right click", "with a unit in hand: a way-point, again takes it back; else what can be done there"),
        ("Middle or right drag", "move the map"),
        ("Wheel", "zoom at the pointer"),
    ),
    "Units": (
        ("N, Shift+N", "next, previous unit that may act"),
        ("Tab", "next unit of the stack"),
        ("[ ]", "the hexes that may be chosen, nearest first"),
        ("1 to 9", "the choices in the list"),
        ("Esc", "put down, close, back to the map"),
        ("Space", "end the phase, or go on"),
        ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo"),
    ),
    "Hex cursor": (
        ("Arrows, Home, End, PgUp, PgDn", "to the six neighbours"),
        ("Enter", "a click there; with Shift the whole stack"),
        ("Menu key", "what can be done there"),
        ("F6, Shift+F6", "the parts of the window; Tab goes on within one"),
    ),
    "Map": (
        ("Z S R F V", "zones, supply, command radius, front line, victory"),
        ("H, T", "hide counters, bare ground: held to peek, tapped to toggle"),
        ("+ - 0", "nearer, farther, the whole map"),
        ("Ctrl+F, Ctrl+G", "find a unit, a hex"),
    ),
    "Panels": (
        ("P", "combat planner"),
        ("O, C, L", "order of battle, charts, log"),
        ("F1", "the rule under the pointer"),
        ("Ctrl+R, Ctrl+B", "replay (there: arrows, Home, End, Space), bookmark"),
    ),
}
"""What each key and each click does, the mouse first."""
KEY_WIDE = 190


class KeysDialog(QDialog):
    """All of the table; Esc or the button closes it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setWindowTitle("Mouse and keys")
        self.setModal(False)
        outer = column(self, 8, (18, 12, 18, 14))
        area, inside = QScrollArea(), QWidget()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = column(inside, 6, (0, 0, 10, 0))
        for title, rows in TABLE.items():
            body.addWidget(SectionHead(theme, title))
            body.addLayout(self._rows(rows))
        body.addStretch(1)
        area.setWidget(inside)
        outer.addWidget(area, 1)
        foot = row()
        foot.addStretch(1)
        foot.addWidget(button(theme, "Close   Esc", self.close, look="primary"))
        outer.addLayout(foot)
        self.resize(round(640 * theme.ui_scale), round(660 * theme.ui_scale))

    def _rows(self, rows: tuple[tuple[str, str], ...]) -> QGridLayout:
        made = QGridLayout()
        made.setHorizontalSpacing(12)
        made.setVerticalSpacing(3)
        made.setColumnMinimumWidth(0, round(KEY_WIDE * self.theme.ui_scale))
        made.setColumnStretch(1, 1)
        for n, (keys, does) in enumerate(rows):
            made.addWidget(label(self.theme, keys, 12.5, 600), n, 0, Qt.AlignmentFlag.AlignTop)
            made.addWidget(paragraph(self.theme, does, 12.5, ink="ink"), n, 1)
        return made
