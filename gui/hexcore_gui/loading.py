"""Games loaded without a halt of the window: made or opened in a thread, then put on the table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal

from hexcore.gamefile import GameFile, GameFileError, RulesChanged
from hexcore.tables import DataError
from hexcore_gui.faults import rule_fault
from hexcore_gui.long_work import Step, closed
from hexcore_gui.opponents import seats_of
from hexcore_gui.preferences import fresh_file
from hexcore_gui.table_link import NewGame
from hexcore_gui.work_bar import WorkBar

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow


class Loading(QObject):
    """What a window loads. `loaded` says that a game lies on the table, `given_up` that none came of it."""

    loaded = pyqtSignal()
    given_up = pyqtSignal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window, self.bar = window, WorkBar(window, window.theme)
        self.path: Path | None = None

    @property
    def busy(self) -> bool:
        return self.bar.busy

    def start(self, new: NewGame) -> None:
        """A new game, in a fresh file among the player's games."""
        try:
            path = fresh_file(new.ruleset.id, new.scenario, self.window.games)
        except OSError as fault:
            self.window.complain(f"The game could not be started: {fault}")
            return
        text = f"Setting up {new.ruleset.title}"
        self.bar.begin(text, partial(_made, new, path), partial(self._made, new), partial(self._not, new))

    def open(self, path: Path) -> None:
        """A game file, its players seated as they were."""
        self.path = path
        text = f"Opening {path.name}"
        self.bar.begin(text, partial(_opened, path), self._opened, partial(self._not_opened, path))

    def close(self) -> None:
        self.bar.close()

    # ---------------------------------------------------------------- when it is there
    def _made(self, new: NewGame, file: GameFile) -> None:
        self._on_the_table(file, dict(new.players))

    def _opened(self, file: GameFile) -> None:
        self._on_the_table(file, seats_of(file))

    def _on_the_table(self, file: GameFile, players: dict[str, str]) -> None:
        try:
            self.window.link.adopt(file.game, file, players)
        except Exception:
            closed(file)
            raise
        self.window.preferences.keep_recent(file.path)
        self.loaded.emit()

    def _not(self, new: NewGame, fault: BaseException) -> None:
        """Why a game was not started; what fails in a ruleset goes to the strip, where there is one."""
        window = self.window
        if isinstance(fault, GameFileError | DataError | OSError):
            window.complain(f"The game could not be started: {fault}")
        else:
            told = rule_fault(fault, "starting the game", new.ruleset)
            if window.page is not None:
                window.link.faulted.emit(told)
            else:
                window.complain(told.what)
        self.given_up.emit()

    def _not_opened(self, path: Path, fault: BaseException) -> None:
        if isinstance(fault, RulesChanged):
            self.window.ask_bringing_over(path, str(fault))
        else:
            told = str(fault) if isinstance(fault, ValueError | OSError) else f"{path}: {fault!r}"
            self.window.complain(told)
        self.given_up.emit()


# ------------------------------------------------------------------ in the thread
def _made(new: NewGame, path: Path, step: Step) -> GameFile:
    step(0, 0)
    return GameFile.create(
        path, new.ruleset, new.scenario, dice=new.dice, options=new.options, position=new.position
    )


def _opened(path: Path, step: Step) -> GameFile:
    step(0, 0)
    return GameFile.open(path)
