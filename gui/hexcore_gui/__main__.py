"""Starts the client: `python -m hexcore_gui [FILE | RULESET SCENARIO]`."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PyQt6.QtWidgets import QApplication

    from hexcore_gui.main_window import MainWindow
    from hexcore_gui.preferences import Preferences
    from hexcore_gui.table_link import NewGame

USAGE = "usage: hexcore play [FILE | RULESET SCENARIO]"
DEV = "--dev"
"""With a ruleset, a scenario and a game file (empty where not given): what `hexcore dev` starts."""
PROBE = "from PyQt6.QtWidgets import QApplication; QApplication([])"
SWITCH = 0.001
"""Seconds after which the window's thread gets its turn from one that paints tiles or thinks."""
PATIENT = (20_000, 10, 50)
"""How seldom garbage is looked for: what is read at the start stays, and a search stops a frame."""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


class CannotStart(Exception):
    """Why the client does not start, in one line."""


def main(argv: list[str]) -> int:
    """Opens the window, perhaps with a game; 2, with one line on stderr, when it cannot."""
    if argv[:1] == [DEV] and len(argv) == 4:
        from hexcore_gui.dev import main as dev

        return dev(*argv[1:])
    try:
        if len(argv) > 2 or any(word.startswith("-") for word in argv):
            raise CannotStart(USAGE)
        with Display() as display:
            new = _new_game(argv)
            file = _file(argv)
            display.must_open()
    except CannotStart as reason:
        print(f"hexcore: {reason}", file=sys.stderr)
        return 2
    return _run(new, file)


def _file(argv: list[str]) -> Path | None:
    if len(argv) != 1:
        return None
    from hexcore.gamefile import GameFile, GameFileError, RulesChanged

    path = Path(argv[0])
    try:
        GameFile.open(path).close()
    except RulesChanged:
        return path  # the window says what has changed, and what can be done
    except (GameFileError, OSError) as fault:
        raise CannotStart(str(fault)) from None
    return path


def _new_game(argv: list[str]) -> NewGame | None:
    if len(argv) != 2:
        return None
    from hexcore.ruleset import UnknownName, find

    try:
        ruleset = find(argv[0])
        scenario = ruleset.scenario(argv[1])
    except UnknownName as fault:
        raise CannotStart(str(fault)) from None
    except Exception as fault:  # a plugin's data can be broken in any way
        raise CannotStart(f"{argv[0]} cannot be read: {fault}") from None
    from hexcore_gui.table_link import NewGame

    return NewGame(ruleset, scenario.id)


class Display:
    """Whether a window can be opened: Qt ends the whole process when it finds no display, so another process
    tries it first, while this one reads its data.
    """

    def __init__(self) -> None:
        gc.set_threshold(*PATIENT)
        if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in DISPLAYS):
            raise CannotStart("there is no display: DISPLAY and WAYLAND_DISPLAY are not set")
        self._trial = subprocess.Popen(
            [sys.executable, "-c", PROBE], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Display:
        return self

    def __exit__(self, *_fault: object) -> None:
        """A trial that nobody waits for any more is ended."""
        if self._trial.poll() is None:
            self._trial.kill()
        self._trial.communicate()

    def must_open(self) -> None:
        """CannotStart, with Qt's reason, when no window can be opened."""
        if self._trial.poll() is None:  # what is needed next in any case is read meanwhile
            import hexcore_gui.main_window  # noqa: F401
        _, told = self._trial.communicate(timeout=60)
        if self._trial.returncode:
            lines = [line.strip() for line in told.splitlines() if line.strip()]
            wanted = [line for line in lines if "could not" in line.lower() or "error" in line.lower()]
            reason = (wanted or lines or ["Qt does not say why"])[-1]
            raise CannotStart(f"the window cannot be opened: {reason}")


def _run(new: NewGame | None, file: Path | None) -> int:
    running = application()
    window = window_with(new, file)
    sys.excepthook = _reporter(window)
    return running.exec()


def application() -> QApplication:
    """Qt in our style, with our fonts; to be kept as long as there are windows."""
    from PyQt6.QtWidgets import QApplication

    from hexcore_gui.theme import load_fonts

    sys.setswitchinterval(SWITCH)
    made = QApplication(sys.argv[:1])
    made.setApplicationName("hexcore")
    made.setStyle("Fusion")
    load_fonts()
    return made


def window_with(
    new: NewGame | None,
    file: Path | None,
    preferences: Preferences | None = None,
    games: Path | None = None,
    tiles: Path | None = None,
) -> MainWindow:
    """The window, open, over a new game or that of a file; settings, games and tiles lie where they always do
    unless it is said where. With neither, the game that a crash has left behind.
    """
    from PyQt6.QtWidgets import QApplication

    from hexcore_gui.main_window import MainWindow
    from hexcore_gui.tiles import cache_folder

    window = MainWindow(preferences, games, tiles or cache_folder())
    QApplication.setFont(window.theme.ui_font(13))
    window.show()
    if new is not None:
        window.start(new)
    elif file is not None:
        window.open_file(file)
    else:
        window.desk.recover()
    return window


def _reporter(window: MainWindow):  # type: ignore[no-untyped-def]
    """Faults that nothing has caught are shown in the window and kept for a report: the game goes on."""
    from hexcore_gui.faults import window_fault

    def report(_kind: type[BaseException], fault: BaseException, _trace: TracebackType | None) -> None:
        game = window.link.game
        told = window_fault(fault, game.board.ruleset if game is not None else None)
        print(told.details, file=sys.stderr)
        window.tell(told)

    return report


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
