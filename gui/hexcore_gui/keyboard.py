"""The keyboard beyond the map: F6 leads from part to part of the window, digits give the answers listed."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, Qt
from PyQt6.QtGui import QKeySequence, QShortcut
from PyQt6.QtWidgets import QApplication, QScrollArea, QWidget

from hexcore_gui.choice_rows import MOST_DIGITS
from hexcore_gui.pressing import press_focused

if TYPE_CHECKING:
    from hexcore_gui.choices_panel import ChoicesPanel
    from hexcore_gui.game_page import GamePage

PAUSE = 0.4
"""Seconds after a digit has brought another question in which digits do not answer that one."""
HAND_OVER = 0.6
"""Seconds after the one button has brought another phase, or the other side's question, in which it rests."""
TAB = Qt.FocusReason.TabFocusReason


class Keyboard(QObject):
    """Keys of one game page that belong to no menu entry."""

    def __init__(self, page: GamePage) -> None:
        super().__init__(page)
        self.page = page
        self._asks: object = None
        self._since = -PAUSE
        self._over = -HAND_OVER
        self._key("F6", partial(self.next_part, 1))
        self._key("Shift+F6", partial(self.next_part, -1))
        for digit in range(1, MOST_DIGITS + 1):
            self._key(str(digit), partial(self.answer, digit))
        for pressed in (page.bar.undo_pressed, page.bar.primary_pressed, page.bar.pause_pressed):
            pressed.connect(self.back_to_map)
        page.link.state_changed.connect(self.settle)
        page.hand_over.taken.connect(page.map.setFocus)
        for area in page.findChildren(QScrollArea):  # a click in a panel leaves the keys to the map
            if area.focusPolicy() != Qt.FocusPolicy.NoFocus:
                area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        page.beside.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _key(self, key: str, call: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(key), self.page)
        shortcut.activated.connect(lambda: call())

    # ---------------------------------------------------------------- answers
    @property
    def answers(self) -> ChoicesPanel:
        """The list of answers that is in front: the combat planner's, or the dock's."""
        page = self.page
        in_panel = page.panel.isVisible() and bool(page.panel.choices.buttons)
        return page.panel.choices if in_panel else page.dock.choices

    def answer(self, digit: int) -> bool:
        """Presses the listed answer with this number; False where there is none."""
        page, buttons = self.page, self.answers.buttons
        if page.hand_over.isVisible() or page.end_phase.isVisible() or digit > len(buttons):
            return False
        page.map.setFocus()  # the button goes with its question, and the focus would go anywhere
        if self._just_asked():
            page.status.say("A new question: press the digit once more to choose.")
            return False
        if buttons[digit - 1].digit != digit:
            return False
        buttons[digit - 1].click()
        self._press_kept()
        return True

    def _press_kept(self) -> None:
        """What the digits are about after a choice: where that is something new, they rest for a while."""
        asks = self.answers.asks
        if asks != self._asks:
            self._asks, self._since = asks, time.monotonic()

    def _just_asked(self) -> bool:
        """Whether a digit may be meant for the question before this one."""
        asks = self.answers.asks
        if asks != self._asks:  # not by a digit: the question was seen before a key was pressed
            self._asks = asks
            return False
        return time.monotonic() - self._since < PAUSE

    def space(self) -> None:
        """Presses the button with the focus, or the one button of the decision bar."""
        if not press_focused():
            self.primary()

    def primary(self) -> None:
        """The one button; it rests for a moment where it has just brought something else."""
        if time.monotonic() - self._over < HAND_OVER:
            self.page.status.say("Something else is asked now: press once more.")
            return
        before = self._whose()
        self.page.primary()
        if self._whose() != before:
            self._over = time.monotonic()

    def _whose(self) -> tuple[object, ...]:
        """Who is asked, and in which phase."""
        link = self.page.link
        if link.game is None or link.decision is None:
            return ()
        return link.state.turn, link.state.phase, link.decision.side

    def settle(self) -> None:
        """After an answer: a list of answers that has none left gives the focus back to the map."""
        if QApplication.focusWidget() in (self.page.dock.choices, self.page.panel.choices):
            self.page.map.setFocus(TAB)

    # ---------------------------------------------------------------- parts
    def parts(self) -> list[QWidget]:
        """The parts of the window in the order in which F6 visits them; the map is the first."""
        page = self.page
        beside = page.panel if page.panel.isVisible() else page.dock.tabs
        return [page.map, self.answers, beside, page.dock.log, page.bar, page.strip, page.rail]

    def next_part(self, step: int) -> QWidget | None:
        """The focus goes to the next part that can have it; returns what has it now."""
        parts = self.parts()
        now = QApplication.focusWidget()
        at = next((n for n, part in enumerate(parts) if now is not None and _holds(part, now)), 0)
        for k in range(1, len(parts)):
            found = first_focus(parts[(at + k * step) % len(parts)])
            if found is not None:
                found.setFocus(TAB)
                return found
        return None

    def back_to_map(self) -> bool:
        """From any other part the focus goes back to the map; False when it was there."""
        now = QApplication.focusWidget()
        if now is None or now is self.page.map or not self.page.isAncestorOf(now):
            return False
        self.page.map.setFocus(TAB)
        return True


def _holds(part: QWidget, widget: QWidget) -> bool:
    return part is widget or part.isAncestorOf(widget)


def first_focus(part: QWidget) -> QWidget | None:
    """The first widget of a part that one can reach with Tab; None when there is none in sight."""
    if not part.isVisible():
        return None
    ring = [part, *part.findChildren(QWidget)]
    ring = [w for w in ring if w.isVisible() and w.isEnabled() and not isinstance(w, QScrollArea)]
    reached = [w for w in ring if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    return min(reached, key=lambda w: _place(part, w)) if reached else None


def _place(part: QWidget, widget: QWidget) -> tuple[int, int]:
    at = widget.mapTo(part, widget.rect().topLeft()) if widget is not part else widget.rect().topLeft()
    return at.y(), at.x()
