"""Starts the client: `python -m hexcore_gui [FILE | RULESET SCENARIO]`."""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow
    from hexcore_gui.table_link import NewGame

USAGE = "usage: hexcore play [FILE | RULESET SCENARIO]"
PROBE = "from PyQt6.QtWidgets import QApplication; QApplication([])"
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


class CannotStart(Exception):
    """Why the client does not start, in one line."""


def main(argv: list[str]) -> int:
    """Opens the window, perhaps with a game; 2, with one line on stderr, when it cannot."""
    try:
        if len(argv) > 2 or any(word.startswith("-") for word in argv):
            raise CannotStart(USAGE)
        new = _new_game(argv)
        file = _file(argv)
        _need_display()
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
    _need_display()
    from hexcore_gui.table_link import NewGame

    return NewGame(ruleset, scenario.id)


def _need_display() -> None:
    """Qt ends the whole process when it finds no display, so another process tries it first."""
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in DISPLAYS):
        raise CannotStart("there is no display: DISPLAY and WAYLAND_DISPLAY are not set")
    tried = subprocess.run(
        [sys.executable, "-c", PROBE], capture_output=True, text=True, check=False, timeout=60
    )
    if tried.returncode:
        lines = [line.strip() for line in tried.stderr.splitlines() if line.strip()]
        wanted = [line for line in lines if "could not" in line.lower() or "error" in line.lower()]
        reason = (wanted or lines or ["Qt does not say why"])[-1]
        raise CannotStart(f"the window cannot be opened: {reason}")


def _run(new: NewGame | None, file: Path | None) -> int:
    from PyQt6.QtWidgets import QApplication

    from hexcore_gui.main_window import MainWindow
    from hexcore_gui.theme import load_fonts
    from hexcore_gui.tiles import cache_folder

    application = QApplication(sys.argv[:1])
    application.setApplicationName("hexcore")
    application.setStyle("Fusion")
    load_fonts()
    window = MainWindow(tiles=cache_folder())
    application.setFont(window.theme.ui_font(13))
    sys.excepthook = _reporter(window)
    window.show()
    if new is not None:
        window.start(new)
    elif file is not None:
        window.open_file(file)
    return application.exec()


def _reporter(window: MainWindow):  # type: ignore[no-untyped-def]
    """Faults of the window itself are shown in it and kept for a report: the game goes on."""
    from hexcore.report import keep_fault

    def report(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        details = "".join(traceback.format_exception(kind, fault, trace))
        print(details, file=sys.stderr)
        keep_fault(fault)
        if window.page is not None:
            from hexcore_gui.faults import Fault

            window.page.fault.show_fault(Fault(f"The window failed: {kind.__name__}: {fault}", "", details))

    return report


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
