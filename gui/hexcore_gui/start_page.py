"""The page of a window without a game: a new one, a file, those last played with where they stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMenu, QVBoxLayout, QWidget

from hexcore.ruleset import installed
from hexcore_gui.desk import told_of
from hexcore_gui.new_game_dialog import NONE_INSTALLED
from hexcore_gui.parts import SectionHead, button, column, label, paragraph, row

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow


class StartPage(QWidget):
    """What there is to begin with."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        theme = window.theme
        outer = column(self, 12, (60, 60, 60, 60))
        outer.addWidget(label(theme, "hexcore", 28, 700))
        if all(found.error or found.disabled for found in installed(load=False)):
            outer.addWidget(paragraph(theme, NONE_INSTALLED, 14))
        line = row(gap=8)
        line.addWidget(button(theme, "New game …", window.new_game, look="primary"))
        line.addWidget(button(theme, "Open …", window.open_game))
        line.addStretch(1)
        outer.addLayout(line)
        recent, told = window.preferences.recent, window.desk.told
        if recent:
            head = SectionHead(theme, "Last played")
            head.setMaximumWidth(round(640 * theme.ui_scale))
            outer.addWidget(head)
        for path in recent:
            kept = told.get(str(path), {})
            outer.addLayout(self._game(window, path, kept))
        outer.addStretch(1)

    def _game(self, window: MainWindow, path: Path, kept: dict[str, str]) -> QVBoxLayout:
        """A game that was played, and under it what is asked there and when it was played."""
        box = column(gap=0)
        made = button(window.theme, kept.get("game") or path.stem, partial(window.loading.open, path))
        made.setProperty("look", "quiet")
        made.setFont(window.theme.ui_font(13, 600))
        made.setToolTip(str(path))
        box.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        under = label(window.theme, told_of(kept) or str(path), 12, ink="ink2")
        under.setIndent(8)
        box.addWidget(under)
        return box


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
