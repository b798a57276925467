"""The Laboratory of a window: opened once, kept while the looks change; its modules are loaded when it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject

if TYPE_CHECKING:
    from hexcore_gui.lab_window import LaboratoryWindow
    from hexcore_gui.main_window import MainWindow


class Laboratory(QObject):
    """At most one Laboratory of a window is open."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.shown: LaboratoryWindow | None = None

    def open(self) -> None:
        if self.shown is None:
            self.shown = self._made()
        self.shown.show()
        self.shown.raise_()
        self.shown.activateWindow()

    def dress(self) -> None:
        """The looks have changed: a window that is open is made anew, with all that stands in it."""
        old = self.shown
        if old is None:
            return
        self.shown = self._made()
        self.shown.take_over(old)
        if old.isVisible():
            self.shown.show()
        old.close()
        old.deleteLater()

    def _made(self) -> LaboratoryWindow:
        from hexcore_gui.lab_window import LaboratoryWindow

        return LaboratoryWindow(self.window.theme, self.window)
