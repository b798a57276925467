"""The game's title in the middle of the menus' bar, and when it was saved, at its right."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QLabel, QMenuBar

from hexcore_gui.fitted import cut

LEAST = 120
"""A room of so many pixels between menus and time is too small for a title."""


class MenuTitle(QLabel):
    """A title that ends in … where the menus leave it no room, whole on hover."""

    def __init__(self) -> None:
        super().__init__("hexcore")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.whole = "hexcore"

    def show_title(self, title: str) -> None:
        self.whole = title
        self.setText(title)

    def place(self, bar: QMenuBar, saved: QLabel) -> None:
        """Puts both where they belong in a bar of this width."""
        self.setText(self.whole)
        self.adjustSize()
        saved.adjustSize()
        high, end = bar.height(), bar.width() - saved.width() - 14
        saved.move(end, (high - saved.height()) // 2)
        menus = max((bar.actionGeometry(menu).right() for menu in bar.actions()), default=0) + 16
        room = max(end - 16 - menus, 0)  # between the menus and the time of saving
        if self.width() > room:
            self.setText(cut(self.font(), self.whole, room, 1))
            self.resize(room, self.height())
        self.setToolTip(self.whole if self.text() != self.whole else "")
        left = max(menus, min((bar.width() - self.width()) // 2, end - 16 - self.width()))
        self.move(left, (high - self.height()) // 2)
        self.setVisible(room > LEAST)
