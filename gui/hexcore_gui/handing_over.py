"""The table changes hands: nothing that one side has seen, done or asked for is left when the other looks.

While the page between them stands, everything under it is dead to mouse and keys, the replay is closed, and
the log is told anew with the other side's eyes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, Qt
from PyQt6.QtWidgets import QDialog, QToolTip, QWidget

from hexcore_gui.overlays import NOWHERE

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage
    from hexcore_gui.main_window import MainWindow


class HandingOver(QObject):
    """Watches the page of a window's game."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._hidden: list[QWidget] = []

    def watch(self, page: GamePage) -> None:
        page.hand_over.asked.connect(self._asked)
        page.hand_over.taken.connect(self._taken)

    @property
    def between(self) -> bool:
        """Whether the page between two players stands."""
        return self.window.page is not None and self.window.page.hand_over.isVisible()

    def begin(self) -> None:
        """A game in which something is hidden was opened: whoever sits here first says that it is he.

        In one that nobody has answered in yet nothing can have been hidden.
        """
        link, page = self.window.link, self.window.page
        played = link.game is not None and bool(link.game.journal)
        if page is not None and link.viewer is not None and played and link.hidden_here:
            page.hand_over.ask(link.viewer)

    # ---------------------------------------------------------------- between the two
    def _asked(self) -> None:
        window, page = self.window, self.window.page
        if page is None:
            return
        window.replays.close()
        for dialog in window.findChildren(QDialog):
            dialog.close()
        QToolTip.hideText()
        forgotten(page)
        self._dead(page, True)
        window.telling.change_eyes(window.link.viewer)

    def _taken(self) -> None:
        if self.window.page is not None:
            self._dead(self.window.page, False)

    def _dead(self, page: GamePage, on: bool) -> None:
        bar = self.window.menuBar()
        if bar is not None:
            bar.setEnabled(not on)
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        for part in page.findChildren(QWidget, options=direct):
            if part is not page.hand_over and not part.isWindow():
                part.setEnabled(not on)
        if page.beside.isWindow() and on:
            page.beside.hide()
            self._hidden.append(page.beside)
        while not on and self._hidden:
            self._hidden.pop().show()
        if on:
            page.hand_over.setFocus()


def forgotten(page: GamePage) -> None:
    """What one side had chosen, pointed at or looked for is no business of the other."""
    page.pointing.picked, page.pointing.trails, page.following.trails = (), (), []
    page.pointing.select(NOWHERE, "")
    page.bubble.put_away()
    page.following.news.put_away()
    page.map.fan = None
    page.map.motion.finish()
    page.end_phase.hide()
    page.fault.put_away()
    page.status.say("")
    page.dock.order.search.clear()
    page.dock.log.search.clear()
    page.room.drafting.leave()
    page.room.lingers = False
