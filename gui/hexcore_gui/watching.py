"""A game of rules that have changed since, looked at as it was recorded: a replay with no game behind it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PyQt6.QtCore import QObject

from hexcore.gamefile import read_marked
from hexcore.playback import Playback
from hexcore.record import Record, Setting, setting_of
from hexcore.retelling import heard
from hexcore_gui.long_work import Step
from hexcore_gui.replay_film import Film
from hexcore_gui.replay_link import ReplayLink
from hexcore_gui.replay_window import ReplayWindow
from hexcore_gui.stage import Stage
from hexcore_gui.stylesheet import sheet

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

NOTICE = "As it was recorded. The rules have changed since."


class Recorded(NamedTuple):
    """What a file records of a game, and its bookmarks, each after so many actions."""

    path: Path
    film: Film
    marks: Mapping[str, int]


def recorded(path: Path, step: Step) -> Recorded:
    """The record of a game file, at its first question. Raises GameFileError, DataError or RecordError."""
    step(0, 0)
    record, marks = read_marked(path)
    return Recorded(path, _film(record, setting_of(record.header)), marks)


def _film(record: Record, setting: Setting) -> Film:
    """A record that is still to be read, at its first question."""
    playback = Playback(record, setting, check=False)
    return Film(playback, heard(playback.start()), None)


class Watching(QObject):
    """At most one such game of a window is looked at. When its replay is closed, what could be done with the
    game is asked again."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.shown: ReplayWindow | None = None
        self.found: Recorded | None = None

    def begin(self, found: Recorded) -> None:
        """Shows a record from its beginning."""
        self.close()
        self.found = found
        self._show(0)

    def _show(self, number: int) -> None:
        assert self.found is not None
        window, film = self.window, self.found.film
        state = film.state(0)
        assert state is not None
        stage = Stage.of(state.board, window.theme)
        self.shown = made = ReplayWindow(
            film, stage, ReplayLink(state, None), window.link.speed, window.tiles
        )
        made.setWindowTitle(f"{self.found.path.name} · {stage.title}")
        made.setStyleSheet(sheet(window.theme))
        made.resize(window.size())
        made.page.map.motion.reduced = window.preferences.reduced_motion
        made.page.leave, made.page.notice = "Close", NOTICE
        made.show_bookmarks(self.found.marks, new=False)
        made.closed.connect(self._closed)
        made.go(number)
        made.show()
        made.raise_()
        made.activateWindow()

    def dress(self) -> None:
        """The looks have changed: it is shown anew where it stood."""
        if self.shown is not None and self.found is not None:
            at, told = self.shown.at, self.found.film.playback
            self._forget()
            self.found = self.found._replace(film=_film(told.record, told.setting))
            self._show(at)

    def close(self) -> None:
        """It is put away, and nothing is asked."""
        self.found = None
        self._forget()

    def _forget(self) -> None:
        shown, self.shown = self.shown, None
        if shown is not None:
            shown.close()
            shown.deleteLater()

    def _closed(self) -> None:
        """A hand has closed it."""
        if self.shown is None:
            return
        self.shown.deleteLater()
        dialog, found = self.window.rules_changed, self.found
        self.shown = self.found = None
        if dialog is not None and found is not None and dialog.path_of_game == found.path:
            dialog.open()
