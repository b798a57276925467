"""A field for what real dice show: the numbers as they lie on the table, Enter gives them."""

from __future__ import annotations

import re

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QLineEdit

from hexcore.actions import Roll
from hexcore_gui.choices import Choices
from hexcore_gui.stage import Stage


def asks_for_dice(choices: Choices) -> int:
    """How many dice are to be typed in, 0 where something else is asked."""
    offers = choices.offers
    if not offers or any(not isinstance(offer.action, Roll) for offer in offers):
        return 0
    action = offers[0].action
    return len(action.dice) if isinstance(action, Roll) else 0


class DiceField(QLineEdit):
    """`typed` gives the throw, whatever the numbers: the rules say whether a die can show them."""

    typed = pyqtSignal(object)

    def __init__(self, stage: Stage, dice: int) -> None:
        super().__init__()
        self.setFont(stage.theme.ui_font(13, 600))
        what = "The die shows …" if dice == 1 else f"The {dice} dice show …"
        self.setPlaceholderText(f"{what} (Enter)")
        self.setAccessibleName(what)
        self.returnPressed.connect(self._give)

    def _give(self) -> None:
        text = self.text()
        numbers = [int(part) for part in re.findall(r"\d+", text)]
        plain = not re.search(r"[^\d\s,;+]", text)
        self.selectAll()
        self.typed.emit(Roll(tuple(numbers) if plain else ()))
