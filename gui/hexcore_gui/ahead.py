"""What the first click of a phase needs is worked out while the player looks at the map: a unit taken in hand
beside the game, and where it can go. The rules keep what they find; nothing else comes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, QTimer

from hexcore.actions import Action
from hexcore.game import Game
from hexcore.state import GameState
from hexcore_gui.long_work import LongWork, Step

if TYPE_CHECKING:
    from hexcore_gui.table_link import TableLink

IDLE = 250
"""Milliseconds without anything happening after which it is begun."""


class Ahead(QObject):
    """Does so once in each phase of a table's game."""

    def __init__(self, link: TableLink, parent: QObject) -> None:
        super().__init__(parent)
        self.link = link
        self.work: LongWork | None = None
        self.done: tuple[int, int] = (-1, -1)
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE)
        self._idle.timeout.connect(self._begin)
        self.soon()

    def soon(self, *_told: object) -> None:
        self._idle.start()

    def retire(self) -> None:
        """Another page takes the place of this one."""
        self._idle.stop()
        if self.work is not None:
            self.work.give_up()

    def _begin(self) -> None:
        game = self.link.game
        if game is None or not self.link.ours or (game.state.turn, game.state.phase) == self.done:
            return
        taken = next((o.action for o in self.link.choices.offers if o.kind == "take"), None)
        if taken is None:
            return
        self.done, state = (game.state.turn, game.state.phase), game.state
        self.work = LongWork(lambda step: tried(state, taken, step), "ahead", self)
        self.work.begin()


def tried(state: GameState, action: Action, step: Step) -> None:
    """An answer given beside the game, and what could be answered then. A rule that fails says so when it is
    asked in the game."""
    step(0, 0)
    beside = Game(state.board, state)
    beside.submit(action)
    beside.legal_actions()
