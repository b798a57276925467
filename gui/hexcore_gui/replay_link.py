"""A table at which nothing can be answered: it shows a game as it stood, with the eyes of one side."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtCore import QObject

from hexcore.actions import Action, Edit
from hexcore.game import Game
from hexcore.retelling import Told
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import Side
from hexcore_gui.table_link import TableLink

READ_ONLY = Refusal("", "this is a replay: nothing is decided here")


class ReplayLink(TableLink):
    """Shows states one after the other. Whatever would change the game does nothing."""

    def __init__(self, state: GameState, viewer: Side | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.eyes = viewer
        self.game = Game(state.board, state)
        self.forget()

    @property
    def viewer(self) -> Side | None:
        return self.eyes

    @property
    def ours(self) -> bool:
        return False

    @property
    def stopped(self) -> bool:
        return True

    def put(self, state: GameState) -> None:
        """The game stands otherwise, without a word of how it came to that."""
        self.game = Game(state.board, state)
        self.before, self.by_computer = None, False
        self.forget()

    def step(self, told: Told) -> None:
        """An answer is shown: what followed from it, as far as these eyes see it."""
        before = self.state
        self.game = Game(told.after.board, told.after)
        self.tell(before, told.events, None, by_computer=True)

    # ---------------------------------------------------------------- nothing is changed here
    def submit(self, action: Action) -> bool:
        return False

    def propose(self, edit: Edit) -> Refusal | None:
        return READ_ONLY

    def refusal(self, action: Action) -> Refusal | None:
        return READ_ONLY

    def undo(self) -> str:
        return READ_ONLY.reason

    def redo(self) -> str:
        return READ_ONLY.reason

    def save_as(self, path: Path) -> None:
        raise AssertionError(READ_ONLY.reason)

    def stop_players(self) -> None:
        """Nobody plays here."""

    def go_on(self) -> None:
        """Nobody plays here."""

    def forget(self) -> None:
        self._choices, self._seen = None, None
