"""A game opened from its file told again, so that the log is whole: played beside the game on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, QTimer

from hexcore.gamefile import GameFile
from hexcore.playback import Playback
from hexcore.retelling import Told, beginning, heard, retold, seen
from hexcore.units import CHANCE, Side
from hexcore_gui.log_panel import Kept
from hexcore_gui.wording import log_lines

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

SLICE = 20
"""Answers told again at once while a game that was opened tells its log."""


def told_again(file: GameFile, viewer: Side | None, since: int = 0) -> Iterator[Told]:
    """The answers of a game file after the first *since*, one after the other, as a side may see them."""
    if not since:
        yield from (seen(told, viewer) for told in beginning(file.setting, file.header.dice.dice()))
    playback = Playback(file.record(), file.setting, check=False)
    game = heard(file.game_after(since) if since else playback.start())
    yield from (seen(told, viewer) for told in retold(playback, game))


class LogTelling(QObject):
    """Brings the lines of what was played before into a window's log, some at a time."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._telling: Iterator[Told] | None = None
        self._told: list[Kept] = []
        self._eyes: Side | None = None
        self._put_by: dict[Side | None, tuple[list[Kept], int]] = {}
        window.link.taken_back.connect(self._fewer)
        window.link.turned.connect(self._fewer)
        window.link.opened.connect(self._put_by.clear)

    def _fewer(self, common: int | None = None) -> None:
        """What was put by for other eyes holds only as far as the game is the same."""
        game = self.window.link.game
        stays = common if common is not None else len(game.journal) if game is not None else 0
        for eyes, (lines, since) in self._put_by.items():
            self._put_by[eyes] = ([k for k in lines if k.answers <= stays], min(since, stays))

    def change_eyes(self, viewer: Side | None) -> None:
        """The log as another side may see it takes the place of the one that lies here."""
        window, page = self.window, self.window.page
        game = window.link.game
        if page is None or game is None:
            return
        log = page.dock.log
        if self._telling is None and self._eyes != viewer:
            last = (n for n in range(len(game.journal) - 1, -1, -1) if game.journal[n].side != CHANCE)
            since = next(last, 0)  # what the last answer led to was told with other eyes
            self._put_by[self._eyes] = ([k for k in log.list.lines if k.answers <= since], since)
        first = log.list.lines[:1] if log.list.lines and not log.list.lines[0].answers else []
        lines, since = self._put_by.get(viewer, (first, 0))
        log.show_lines([])
        if window.link.file is not None:
            self.begin(list(lines), since)

    def begin(self, before: list[Kept], since: int = 0) -> None:
        """Tells of the answers after the first *since*; *before* are the lines up to there."""
        file = self.window.link.file
        assert file is not None
        self._eyes = self.window.link.viewer
        self._telling, self._told = told_again(file, self._eyes, since), before
        self._tell_on()

    def again(self, common: int) -> None:
        """Another way of the game is told, as far as its first *common* answers are not told already."""
        page = self.window.page
        assert page is not None
        if self._telling is not None:
            self.begin(self._told[:1])
            return
        before = page.dock.log.list.lines
        page.dock.log.show_lines([])
        self.begin(before, common)

    @property
    def busy(self) -> bool:
        """Whether there are more lines to come."""
        return self._telling is not None

    def stop(self) -> None:
        self._telling = None

    def _tell_on(self) -> None:
        page = self.window.page
        if self._telling is None or page is None:
            return
        try:
            for _ in range(SLICE):
                told = next(self._telling)
                lines = log_lines(page.stage, told.before, told.events)
                self._told += [Kept(line, "", told.actions) for line in lines]
        except StopIteration:
            page.dock.log.show_lines(self._told + page.dock.log.list.lines)
            page.following.news.begun([kept.line for kept in page.dock.log.list.lines])
            self._telling = None
            return
        except (
            Exception
        ) as fault:  # a ruleset that changed since can fail in any way; the game itself is open
            page.status.say(f"The log could not be told again: {fault}")
            self._telling = None
            return
        QTimer.singleShot(0, self._tell_on)
