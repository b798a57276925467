"""The page of a window without a game: go on, begin, learn; the games installed and those last played."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from hexcore.ruleset import Found, installed
from hexcore_gui.desk import told_of
from hexcore_gui.lesson import Lesson
from hexcore_gui.new_game_dialog import NONE_INSTALLED
from hexcore_gui.parts import SectionHead, button, column, label, paragraph, row
from hexcore_gui.seats import usual_seats
from hexcore_gui.table_link import NewGame

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

WIDE = 720
"""Pixels, at UI scale 1, that the page takes at most."""


class StartPage(QScrollArea):
    """What there is to begin with."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.window_, self.theme = window, window.theme
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside, middle = QWidget(), QWidget()
        middle.setMaximumWidth(round(WIDE * self.theme.ui_scale))
        line = row(inside, 0, (60, 40, 40, 40))
        line.addWidget(middle, 1)
        line.addStretch(0)
        outer = column(middle, 10)
        outer.addWidget(label(self.theme, "hexcore", 28, 700))
        recent = window.preferences.recent
        outer.addLayout(self._buttons(recent))
        self._games(outer)
        if recent:
            outer.addWidget(SectionHead(self.theme, "Last played"))
        for path in recent:
            outer.addLayout(self._played(path))
        outer.addStretch(1)
        self.setWidget(inside)

    def _buttons(self, recent: list[Path]) -> QHBoxLayout:
        """Go on with the game last played, where there is one; begin another; open a file."""
        window, line = self.window_, row(gap=8)
        if recent:
            line.addWidget(
                button(self.theme, "Continue", partial(window.loading.open, recent[0]), look="primary")
            )
        line.addWidget(
            button(self.theme, "New game …", window.new_game, look="plain" if recent else "primary")
        )
        line.addWidget(button(self.theme, "Open …", window.open_game))
        line.addStretch(1)
        return line

    # ---------------------------------------------------------------- the games installed
    def _games(self, outer: QVBoxLayout) -> None:
        found = [each for each in installed(load=False) if not each.disabled]
        outer.addWidget(SectionHead(self.theme, "Games"))
        if all(each.error for each in found):
            outer.addWidget(paragraph(self.theme, NONE_INSTALLED, 14))
        for each in found:
            outer.addLayout(self._game(each))

    def _game(self, found: Found) -> QVBoxLayout:
        """A game with a line about it; to be begun, or learnt in a first turn against the computer."""
        box, head = column(gap=2), row(gap=8)
        title = " · ".join(part for part in (found.title or found.id, found.edition) if part)
        head.addWidget(label(self.theme, title, 14, 600))
        head.addStretch(1)
        if not found.error:
            learn = partial(learn_game, self.window_, found)
            head.addWidget(button(self.theme, "Learn: first turn", learn, look="chip"))
            head.addWidget(
                button(self.theme, "New game", partial(self.window_.new_game, found.id), look="chip")
            )
        box.addLayout(head)
        told = f"It cannot be played: {found.error}." if found.error else found.about
        if told:
            box.addWidget(paragraph(self.theme, told, 12.5, ink="may_not" if found.error else "ink2"))
        return box

    # ---------------------------------------------------------------- the games played
    def _played(self, path: Path) -> QVBoxLayout:
        """A game that was played, and under it what is asked there and when it was played."""
        window = self.window_
        kept, box = window.desk.told.get(str(path), {}), column(gap=0)
        called = (kept.get("game") or path.stem).replace("&", "&&")  # one alone would underline
        made = button(window.theme, called, partial(window.loading.open, path))
        made.setProperty("look", "quiet")
        made.setFont(window.theme.ui_font(13, 600))
        made.setToolTip(str(path))
        box.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        under = label(window.theme, told_of(kept) or str(path), 12, ink="ink2")
        under.setIndent(8)
        box.addWidget(under)
        return box


def learn_game(window: MainWindow, found: Found) -> None:
    """Starts the first scenario of a game against the computer, with first steps beside it."""
    ruleset = found.loaded().ruleset
    if ruleset is None or not ruleset.scenarios:
        window.complain(f"{found.title or found.id} cannot be learnt here: it has no scenario to play.")
        return
    scenario = next(iter(ruleset.scenarios.values()))

    def begun() -> None:
        window.loading.loaded.disconnect(begun)
        if window.page is not None:
            Lesson(window.page)

    window.loading.loaded.connect(begun)
    window.loading.start(NewGame(ruleset, scenario.id, players=usual_seats(ruleset.sides)))


def fill_recent(menu: QMenu, window: MainWindow, play: Callable[[Path], object]) -> None:
    """The games last played as entries of a menu."""
    menu.clear()
    told = window.desk.told
    for path in window.preferences.recent:
        kept = told.get(str(path), {})
        text = " · ".join(part for part in (kept.get("game") or path.stem, told_of(kept)) if part)
        entry = menu.addAction(text.replace("&", "&&"), partial(play, path))
        if entry is not None:
            entry.setToolTip(str(path))
    if menu.isEmpty():
        none = menu.addAction("No game was played yet")
        if none is not None:
            none.setEnabled(False)
