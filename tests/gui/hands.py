"""Hands at the window: they click hexes and buttons, press keys, and read what is shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from PyQt6.QtCore import QEvent, QPoint, Qt, QTimer
from PyQt6.QtGui import QCursor
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QAbstractButton, QApplication, QWidget

from hexcore.record import DiceRecord
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore_gui import keyboard
from hexcore_gui.game_page import GamePage
from hexcore_gui.main_window import MainWindow
from hexcore_gui.map_view import MapView
from hexcore_gui.preferences import Preferences
from hexcore_gui.replay_window import ReplayWindow
from hexcore_gui.table_link import NewGame

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier
keyboard.HAND_OVER = 0.0
"""These hands press Space again at once; a test of the rest between two phases sets it anew."""


class Hands:
    """One player at one window."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1600, 1000), tiles: Path | None = None) -> None:
        preferences = Preferences(folder / "settings.ini")
        preferences.keep_reduced_motion(True)
        preferences.keep_speed(0.0)
        self.folder = folder
        self.front: ReplayWindow | None = None
        self.window = MainWindow(preferences, folder / "games", tiles)
        self.window.resize(*size)
        QCursor.setPos(0, 0)  # where an earlier test left it, it would point at a hex
        self.window.show()
        self.in_front()

    def in_front(self) -> None:
        """The window has the focus, whatever window had it before."""
        QTest.qWaitForWindowExposed(self.window)
        self.window.activateWindow()
        handle = self.window.windowHandle()
        assert handle is not None
        handle.requestActivate()
        QTest.qWaitForWindowActive(self.window, 2000)

    def leave(self) -> None:
        self.window.close()
        self.window.deleteLater()
        # now, and not amid the events of the next window
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        self.wait(1)

    # ---------------------------------------------------------------- the game
    def start(
        self,
        ruleset: Ruleset,
        scenario: str,
        dice: str | int = 1,
        players: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """A new game: *dice* is a seed, `typed`, or a list of rolls."""
        if isinstance(dice, int):
            record = DiceRecord("seed", dice)
        elif dice == "typed":
            record = DiceRecord("typed")
        else:
            record = DiceRecord("script", 1, tuple(int(die) for die in dice.split()))
        assert self.window.start(NewGame(ruleset, scenario, options or {}, players or {}, record))
        assert self.window.page is not None, self.window.complaint
        self.wait(3)

    @property
    def page(self) -> GamePage:
        assert self.window.page is not None
        return self.window.page

    @property
    def map(self) -> MapView:
        return self.page.map

    @property
    def state(self) -> GameState:
        return self.window.link.state

    @property
    def asked(self) -> str:
        """The kind of question on the table."""
        decision = self.window.link.decision
        return decision.kind if decision is not None else ""

    def hex(self, number: str) -> int:
        return self.state.board.map.hex(number)

    def where(self, unit: str) -> str:
        """The number of the hex a unit stands in, "" when it stands in none."""
        hex = self.state.units[unit].hex
        return self.state.board.map.numbers[hex] if hex >= 0 else ""

    # ---------------------------------------------------------------- the map
    def spot(self, number: str) -> QPoint:
        """Where a hex lies in the map's widget; the map is moved until it does."""
        self.map.bring_into_view(self.hex(number))
        return self.map.point_of(self.hex(number))

    def click(self, number: str, keys: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        """A click on the middle of a hex."""
        QTest.mouseClick(self.map, button, keys, self.spot(number))
        self.wait(1)

    def point(self, number: str, rest: int = 120) -> None:
        """The pointer goes to a hex and rests there (milliseconds): until all that this brings has come."""
        at = self.spot(number)
        QTest.mouseMove(self.map, at + QPoint(2, 2))
        QTest.mouseMove(self.map, at)
        running = self.map.findChildren(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
        due = [timer for timer in running if timer.isSingleShot() and timer.interval() <= rest]
        self.until(lambda: not any(timer.isActive() for timer in due))
        self.wait(1)

    def key(self, key: Qt.Key | str, keys: Qt.KeyboardModifier = NONE) -> None:
        """A key pressed over the map."""
        self.map.setFocus()
        if isinstance(key, str):
            QTest.keyClicks(self.map, key, keys)
        else:
            QTest.keyClick(self.map, key, keys)
        self.wait(1)

    def drag(self, start: QPoint, by: QPoint) -> None:
        """The map dragged with the right button."""
        QTest.mousePress(self.map, RIGHT, NONE, start)
        QTest.mouseMove(self.map, start + by / 2)
        QTest.mouseMove(self.map, start + by)
        QTest.mouseRelease(self.map, RIGHT, NONE, start + by)
        self.wait(1)

    # ---------------------------------------------------------------- buttons
    def buttons(self, text: str, among: QWidget | None = None) -> list[QAbstractButton]:
        """The buttons one can see whose words contain a text."""
        found = (among or self.window).findChildren(QAbstractButton)
        return [b for b in found if b.isVisible() and text.lower() in b.text().lower()]

    def press(self, text: str, among: QWidget | None = None) -> None:
        """A click on the first button with these words."""
        found = self.buttons(text, among)
        assert found, f"no button {text!r}"
        QTest.mouseClick(found[0], LEFT)
        self.wait(2)
        self.until(lambda: not self.at_work)

    @property
    def at_work(self) -> bool:
        """Whether a game is being loaded or brought over."""
        changed = self.window.rules_changed
        return self.window.loading.busy or (changed is not None and changed.busy)

    def choose(self, text: str) -> None:
        """An entry of the menu the map has opened."""
        menu = self.page.map_menus.menu
        assert menu is not None
        entry = next(a for a in menu.actions() if text.lower() in a.text().lower())
        menu.close()
        entry.trigger()
        self.wait(1)

    # ---------------------------------------------------------------- time
    @contextmanager
    def unseen(self) -> Iterator[None]:
        """What is played meanwhile is not painted: on the way to what a test is about nobody looks."""
        before = self.window.updatesEnabled()
        self.window.setUpdatesEnabled(False)
        try:
            yield
        finally:
            self.window.setUpdatesEnabled(before)
        handle = self.window.windowHandle()
        if handle is not None:  # Qt takes a request that fell meanwhile for one that is still to come
            handle.requestUpdate()
        self.wait(2)

    def wait(self, rounds: int = 1) -> None:
        for _ in range(rounds):
            QApplication.processEvents()

    def until(self, done: Callable[[], bool], seconds: float = 20.0) -> None:
        """Lets the window work until something is so."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, "it did not come to that"
            QTest.qWait(5)

    def menu(self, text: str) -> None:
        """An entry of the menus, if it can be used now."""
        entry = self.window.menus.actions[text]
        assert entry.isEnabled(), f"{text!r} cannot be used now"
        entry.trigger()
        self.wait(2)

    def replay(self) -> ReplayWindow:
        """The replay that is open, read to its end, in front."""
        found = self.window.replays.replay
        assert found is not None and found.isVisible()
        self.until(lambda: found.film.whole, 120)
        self.front = found
        return found

    def log(self) -> list[str]:
        return self.page.dock.log.texts()

    def picture(self, file: Path) -> None:
        """The window as a file, or another in front of it, when all its ground is painted."""
        shown = self.front or self.window
        assert shown.page is not None
        self.until(shown.page.map.ready, 60)
        self.wait(3)
        file.parent.mkdir(parents=True, exist_ok=True)
        assert shown.grab().save(str(file))
