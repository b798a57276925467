"""The dock in a window of its own, and back beside the map when that window is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QEvent, QObject, Qt

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage


class Detaching(QObject):
    """Takes what lies beside the map of one page out of its window, and brings it back."""

    def __init__(self, page: GamePage) -> None:
        super().__init__(page)
        self.page = page
        page.beside.installEventFilter(self)

    @property
    def detached(self) -> bool:
        return self.page.beside.parent() is not self.page.split

    def toggle(self) -> None:
        """Out of the window, or back into it."""
        if self.detached:
            self.bring_back()
        else:
            self.take_out()

    def take_out(self) -> None:
        page = self.page
        page.beside.setParent(page, Qt.WindowType.Tool)
        page.beside.setWindowTitle(page.stage.title)
        page.beside.resize(max(page.beside.width(), page.stage.px(WIDE)), page.height())
        page.beside.show()

    def bring_back(self) -> None:
        page = self.page
        page.split.addWidget(page.beside)
        page.beside.show()
        page.fit_dock()
        page.window().activateWindow()  # type: ignore[union-attr]
        page.map.setFocus()

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        if event is not None and event.type() == QEvent.Type.Close and self.detached:
            event.ignore()
            self.bring_back()
            return True
        return False


WIDE = 352
"""Pixels, at UI scale 1, that a dock in a window of its own is wide at least."""
