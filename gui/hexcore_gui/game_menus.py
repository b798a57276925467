"""Menu entries about the past of a game: replay, bookmarks, what-ifs, changes by consent, reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QMenu

if TYPE_CHECKING:
    from hexcore_gui.menus import Menus

REPLAY, BOOKMARK, WHAT_IF = "Replay", "Bookmark this place …", "What if …"
BACK, DROP = "Back to the game", "Drop this what-if …"
CHANGE, REPORT = "Change the table …", "Save a report …"


class GameMenus:
    """Adds its entries to the menus of a window, and says which of them can be used."""

    def __init__(self, menus: Menus) -> None:
        self.menus, self.window = menus, menus.window
        self.ways: QMenu | None = None

    def game(self, menu: QMenu) -> None:
        """The entries of the menu Game."""
        add, window = self.menus.add, self.window
        add(menu, REPLAY, window.replays.open, "Ctrl+R")
        add(menu, BOOKMARK, window.replays.bookmark, "Ctrl+B")
        menu.addSeparator()
        add(menu, WHAT_IF, window.what_ifs.begin)
        add(menu, BACK, window.what_ifs.back)
        add(menu, DROP, lambda: window.what_ifs.drop(window.link.history.what_if))
        self.ways = menu.addMenu("What-ifs")
        assert self.ways is not None
        self.ways.aboutToShow.connect(self._ways_shown)

    def edit(self, menu: QMenu) -> None:
        self.menus.add(menu, CHANGE, self.window.referee.open)

    def help(self, menu: QMenu) -> None:
        self.menus.add(menu, REPORT, self.window.reports.open)

    def _ways_shown(self) -> None:
        if self.ways is not None:
            self.window.what_ifs.fill(self.ways)

    def refresh(self) -> None:
        """What can be done now."""
        link, history = self.window.link, self.window.link.history
        open, kept, played = link.game is not None, link.file is not None, bool(history.what_if)
        possible = {
            REPLAY: open,
            BOOKMARK: kept and not played,
            WHAT_IF: kept and not played,
            BACK: played,
            DROP: played,
            CHANGE: open,
            REPORT: kept,
        }
        for name, on in possible.items():
            self._entry(name).setEnabled(on)
        if self.ways is not None:
            self.ways.setEnabled(bool(history.what_ifs))

    def _entry(self, name: str) -> QAction:
        return self.menus.actions[name]
