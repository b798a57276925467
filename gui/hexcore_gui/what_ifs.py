"""What-ifs in the window: begun, gone over to, dropped, and left for the game again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject
from PyQt6.QtGui import QCursor
from PyQt6.QtWidgets import QMenu, QMessageBox

from hexcore_gui.name_dialog import NameDialog

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

BEGIN = (
    "Something is tried out from here, beside the game. Its dice are its own, everything in it can be taken"
    " back, and the game stays where it is until you go back to it."
)


class WhatIfs(QObject):
    """The verbs behind the menu and the sign over the map."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.naming: NameDialog | None = None
        self.menu: QMenu | None = None
        self.asking: QMessageBox | None = None

    def begin(self) -> None:
        """Asks for a name and begins a what-if from here."""
        window = self.window
        if window.link.file is None or window.link.history.what_if:
            return
        self.naming = dialog = NameDialog(window.theme, "What if", BEGIN, "Try it out", window)
        dialog.named.connect(lambda name, _note: self._begun(dialog, name))
        dialog.open()

    def _begun(self, dialog: NameDialog, name: str) -> None:
        why = self.window.link.history.begin(name)
        if why:
            dialog.refuse(why)
        else:
            dialog.accept()

    def go_to(self, name: str) -> None:
        """Another what-if, or the game again for an empty name."""
        why = self.window.link.history.go_to(name)
        if why:
            self.window.complain(why)
        elif self.window.page is not None:
            self.window.page.status.say(f"What if: {name}" if name else "Back to the game.")

    def back(self) -> None:
        self.go_to("")

    def drop(self, name: str) -> None:
        """Asks once more, then forgets a what-if."""
        buttons = QMessageBox.StandardButton
        text = f"Drop the what-if “{name}”, and all that was played in it?"
        box = QMessageBox(QMessageBox.Icon.NoIcon, "What if", text, buttons.Cancel, self.window)
        yes = box.addButton("Drop it", QMessageBox.ButtonRole.DestructiveRole)
        assert yes is not None
        yes.clicked.connect(partial(self._dropped, name))
        box.setModal(False)
        box.show()
        self.asking = box

    def _dropped(self, name: str, _on: bool = False) -> None:
        why = self.window.link.history.drop(name)
        if why:
            self.window.complain(why)
        elif self.window.page is not None:
            self.window.page.status.say(f"Dropped: {name}")

    # ---------------------------------------------------------------- menus
    def fill(self, menu: QMenu) -> None:
        """Every way there is: the game, and each what-if."""
        menu.clear()
        history = self.window.link.history
        played = history.what_if
        game = menu.addAction("The game itself", self.back)
        entries = [(game, not played)]
        for name in history.what_ifs:
            entries.append((menu.addAction(name, partial(self.go_to, name)), name == played))
        for entry, on in entries:
            assert entry is not None
            entry.setCheckable(True)
            entry.setChecked(on)

    def ask_way(self) -> None:
        """The menu of the sign over the map."""
        played = self.window.link.history.what_if
        self.menu = menu = QMenu(self.window)
        if played:
            menu.addAction("Back to the game", self.back)
            menu.addAction(f"Drop “{played}” …", partial(self.drop, played))
            menu.addSeparator()
            for name in self.window.link.history.what_ifs:
                if name != played:
                    menu.addAction(f"What if: {name}", partial(self.go_to, name))
        menu.popup(QCursor.pos())
