"""Whether anything can be taken back or given again, and why not: for the bar, the menu and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtGui import QKeySequence, QShortcut

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

UNDO, REDO = "Undo", "Redo"
KEYS = {UNDO: ("Ctrl+Z",), REDO: ("Ctrl+Shift+Z", "Ctrl+Y")}
SHORT = 70
"""So many letters of a reason stand in a menu; the whole is on hover."""


class Undoing:
    """Greys undo and redo where they stop. Their keys then say why, in the status line."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self._keys: dict[str, list[QShortcut]] = {UNDO: [], REDO: []}
        for name, verb in ((UNDO, self._undo), (REDO, self._redo)):
            for key in KEYS[name]:
                made = QShortcut(QKeySequence(key), window)
                made.activated.connect(verb)
                self._keys[name].append(made)
        link = window.link
        for signal in (link.opened, link.state_changed, link.taken_back, link.turned, link.players_changed):
            signal.connect(lambda *_told: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """What can be done now, and why not."""
        link = self.window.link
        self._show(UNDO, link.history.why_no_undo())
        self._show(REDO, link.history.why_no_redo())

    def _show(self, name: str, why: str) -> None:
        entry = self.window.menus.actions[name]
        shown = why if len(why) <= SHORT else f"{why[:SHORT].rstrip()}…"
        entry.setEnabled(not why)
        entry.setText(f"{name}: {shown}" if why else name)
        entry.setToolTip(why)
        for key in self._keys[name]:  # it works where the entry's own key does not
            key.setEnabled(bool(why))

    def _undo(self) -> None:
        if self.window.page is not None and not self.window.handing_over.between:
            self.window.page.undo()

    def _redo(self) -> None:
        if self.window.page is not None and not self.window.handing_over.between:
            self.window.page.redo()
