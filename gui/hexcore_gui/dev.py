"""Starts the client on a ruleset that is being edited: `hexcore dev RULESET [SCENARIO] [--file GAME]`."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hexcore.authored import Unreadable
from hexcore.edited_game import EditedGame
from hexcore.gamefile import GameFile, GameFileError
from hexcore.ruleset import UnknownName
from hexcore.tables import DataError

if TYPE_CHECKING:
    from hexcore_gui.editing import Editing
    from hexcore_gui.main_window import MainWindow
    from hexcore_gui.preferences import Preferences


def begun(name: str, scenario: str, game: str, scratch: Path) -> tuple[EditedGame, GameFile, str]:
    """The edited ruleset, its game in *scratch*, and what is to be said of it. CannotStart, with why."""
    from hexcore_gui.__main__ import CannotStart
    from hexcore_gui.editing import prove_looks

    try:
        edited = EditedGame(name, scratch, prove_looks)
        try:
            if game:
                return edited, *edited.begin_from(Path(game))
            return edited, edited.begin(scenario, random.randrange(1 << 31)), ""
        except BaseException:
            edited.close()
            raise
    except (Unreadable, UnknownName, DataError, GameFileError, OSError) as fault:
        raise CannotStart(" ".join(str(fault).split())) from None


def main(name: str, scenario: str, game: str) -> int:
    """Opens the window; 2, with one line on stderr, when it cannot. Scratch files go when it is closed."""
    from hexcore_gui.__main__ import CannotStart, Display, _reporter, application

    with TemporaryDirectory(prefix="hexcore-dev-", ignore_cleanup_errors=True) as folder:
        try:
            with Display() as display:
                edited, file, said = begun(name, scenario, game, Path(folder))
                display.must_open()
        except CannotStart as reason:
            print(f"hexcore: {reason}", file=sys.stderr)
            return 2
        running = application()
        window, editing = opened(edited, file, said)
        sys.excepthook = _reporter(window)
        status = running.exec()
        editing.close()
        return status


def opened(
    edited: EditedGame,
    file: GameFile,
    said: str = "",
    preferences: Preferences | None = None,
    tiles: Path | None = None,
) -> tuple[MainWindow, Editing]:
    """The window over the scratch game, and what watches the ruleset's files for it."""
    from PyQt6.QtWidgets import QApplication

    from hexcore_gui.edit_strip import DONE
    from hexcore_gui.editing import Editing
    from hexcore_gui.main_window import MainWindow
    from hexcore_gui.tiles import cache_folder

    window = MainWindow(preferences, edited.folder, tiles or cache_folder())
    QApplication.setFont(window.theme.ui_font(13))
    window.show()
    editing = Editing(window, edited)
    window.link.adopt(file.game, file)
    if said:
        editing.strip.say(DONE, f"A copy of the game: {said}.")
    return window, editing
