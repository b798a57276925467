"""Buttons by keyboard: Tab reaches them, Enter and Space press them, whatever else the keys are for."""

from __future__ import annotations

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def press_focused() -> bool:
    """Presses the button that has the focus; False when no button has it.

    Space is a shortcut of the window, which comes before the button.
    """
    focus = QApplication.focusWidget()
    if isinstance(focus, QAbstractButton):
        focus.click()
        return True
    return False


class Button(QPushButton):
    """A button that Tab leads to and that Enter and Space press; a click leaves the focus where it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)
