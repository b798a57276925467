"""The replay of the game in a window: opened, kept up with it, closed when another game lies there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, QPointF, QTimer

from hexcore.game_tree import MAIN
from hexcore.record import RecordError
from hexcore_gui.name_dialog import NameDialog
from hexcore_gui.replay_film import film_of, record_of
from hexcore_gui.replay_link import ReplayLink
from hexcore_gui.replay_window import ReplayWindow
from hexcore_gui.stylesheet import sheet
from hexcore_gui.table_history import sentence

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

LATE = 200
"""Milliseconds after which a replay that is open takes in what was answered."""


class Replays(QObject):
    """At most one replay of a window's game is open."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.replay: ReplayWindow | None = None
        self.naming: NameDialog | None = None
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(LATE)
        self._late.timeout.connect(self.follow)
        link = window.link
        link.opened.connect(self.close)
        for signal in (link.state_changed, link.taken_back, link.turned, link.players_changed):
            signal.connect(self._soon)

    def open(self, actions: int | None = None) -> None:
        """The replay, at the present or after so many answers."""
        window, page = self.window, self.window.page
        if page is None or window.link.game is None:
            return
        if self.replay is None:
            self.replay = self._made()
        if self.replay is None:
            window.complain("This game has no beginning that is known here: it cannot be replayed.")
            return
        if actions is not None:
            self.replay.show_moment(actions)
        self.replay.show()
        self.replay.raise_()
        self.replay.activateWindow()

    def _made(self) -> ReplayWindow | None:
        window, page, link = self.window, self.window.page, self.window.link
        assert page is not None
        try:
            film = film_of(link)
        except RecordError as fault:
            window.complain(f"The game cannot be replayed: {fault}")
            return None
        state = film.state(0) if film is not None else None
        if film is None or state is None:
            return None
        shown = ReplayLink(state, link.viewer)
        made = ReplayWindow(film, page.stage, shown, link.speed, window.tiles)
        made.setStyleSheet(sheet(window.theme))
        made.resize(window.size())
        made.page.map.motion.reduced = window.preferences.reduced_motion
        made.page.what_if = link.history.what_if
        made.page.look_at(page.map.hex_at(QPointF(page.map.rect().center())))
        made.closed.connect(self._closed)
        made.new_bookmark.connect(self.bookmark)
        made.page.report_wanted.connect(lambda: window.reports.open())
        made.show_bookmarks(self._marks(), new=self._may_mark)
        made.go(film.last)
        return made

    # ---------------------------------------------------------------- keeping up
    def _soon(self, *_told: object) -> None:
        if self.replay is not None and not self._late.isActive():
            self._late.start()

    def follow(self) -> None:
        """What was answered since is taken in. Other eyes at the window do not see what these saw."""
        replay, link = self.replay, self.window.link
        if replay is None or link.game is None:
            return
        if replay.link.viewer != link.viewer and not link.open_handed:
            self.close()
            return
        record = record_of(link)
        if record is not None:
            replay.page.what_if = link.history.what_if
            replay.follow(record, link.game.state)
            replay.show_bookmarks(self._marks(), new=self._may_mark)

    def close(self) -> None:
        if self.replay is not None:
            self.replay.close()

    def dress(self) -> None:
        """The looks have changed: the replay is opened anew where it stood."""
        if self.replay is not None:
            actions, shown = self.replay.film.stops[self.replay.at], self.replay.isVisible()
            self.close()
            if shown:
                self.open(actions)

    def _closed(self) -> None:
        if self.replay is not None:
            self.replay.deleteLater()
        self.replay = None

    # ---------------------------------------------------------------- bookmarks
    @property
    def _may_mark(self) -> bool:
        file = self.window.link.file
        return file is not None and file.branch.name == MAIN

    def _marks(self) -> Mapping[str, int]:
        """The bookmarks on the way that is played, each after so many answers."""
        file = self.window.link.file
        if file is None:
            return {}
        way = {node.id for node in file.tree.path(file.branch.head)}
        return {
            name: file.number_of(mark)
            for name, mark in file.bookmarks.items()
            if not mark.line or mark.line in way
        }

    def bookmark(self, actions: int | None = None) -> None:
        """Asks for the name of a bookmark at the present, or after so many answers."""
        window = self.window
        where = "this place in the game" if actions is None else f"the place after its step {actions:,}"
        self.naming = dialog = NameDialog(
            window.theme, "Bookmark", f"A name for {where}. The replay goes back to it.", "Set the bookmark",
            self.replay if actions is not None else window, note=True,
        )  # fmt: skip
        dialog.named.connect(lambda name, note: self._mark(dialog, name, note, actions))
        dialog.open()

    def _mark(self, dialog: NameDialog, name: str, note: str, actions: int | None) -> None:
        file = self.window.link.file
        assert file is not None
        try:
            file.mark(name, actions, note)
        except RecordError as fault:
            dialog.refuse(sentence(str(fault)))
            return
        dialog.accept()
        if self.window.page is not None:
            self.window.page.status.say(f"Bookmark set: {name}")
        if self.replay is not None:
            self.replay.show_bookmarks(self._marks(), new=self._may_mark)
