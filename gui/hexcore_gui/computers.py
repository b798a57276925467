"""The computer players at a table: who sits where, what one of them is thinking of, and pausing them."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from hexcore.actions import Action
from hexcore.events import Event
from hexcore.players import Player, UnknownPlayer, player
from hexcore.state import GameState
from hexcore.units import Side
from hexcore_gui.thinking import Thought

REPLAY = 250
"""Milliseconds that one hex of a computer player's move is shown, at the ordinary pace."""
SHOWN = {"moved": 1, "placed": 2, "removed": 2, "steps-lost": 2, "rolled": 4, "phase-began": 2}
"""How long an event is shown, in hexes of a move."""
MOST_SHOWN = 6
PATIENCE = 10.0
"""Seconds the window, already closed, waits for an answer that is still being thought of."""


def pause_after(events: Sequence[Event], pace: float) -> float:
    """Seconds for which what happened is shown; none at the pace 0, which is at once."""
    shown = sum(SHOWN.get(event.kind, 0) for event in events)
    return min(shown, MOST_SHOWN) * REPLAY / pace / 1000 if pace else 0.0


class Computers(QObject):
    """Seats of one game. At most one of them is asked at a time; `answered` brings its thought back."""

    answered = pyqtSignal(object)
    free = pyqtSignal()
    _over = pyqtSignal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kinds: dict[Side, str] = {}
        self.players: dict[Side, Player] = {}
        self.paused = self.closed = False
        self.thought: Thought | None = None
        self._given_up: list[Thought] = []
        self._due = 0.0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._bring)
        self._over.connect(self._ended)  # emitted in a thread, it is received here later

    # ---------------------------------------------------------------- seats
    def seat(self, kinds: Mapping[str, str]) -> dict[Side, str]:
        """Who plays which side: a kind of player, or nothing for a person.

        A side that keeps its kind keeps its player. Returns, by side, why a seat stays a person's.
        """
        self.give_up()
        players: dict[Side, Player] = {}
        told: dict[Side, str] = {}
        for side, kind in ((Side(name), kind) for name, kind in kinds.items() if kind):
            if self.kinds.get(side) == kind:
                players[side] = self.players[side]
                continue
            try:
                players[side] = player(kind, random.randrange(1 << 31))
            except UnknownPlayer as fault:
                told[side] = str(fault)
        self.players = players
        self.kinds = {side: kinds[side] for side in players}
        return told

    def leave(self, side: Side) -> None:
        """A side is a person's from now on."""
        self.give_up()
        self.players.pop(side, None)
        self.kinds.pop(side, None)

    def clear(self) -> None:
        """Everybody leaves the table."""
        self.give_up()
        self.players, self.kinds, self.paused, self.closed = {}, {}, False, False

    # ---------------------------------------------------------------- thinking
    @property
    def seconds(self) -> float:
        """For how long an answer has been thought about; 0 when none is being thought of."""
        return self.thought.seconds if self.thought is not None and self.thought.running else 0.0

    def think(self, side: Side, view: GameState, listed: Sequence[Action], pause: float) -> None:
        """Asks a side's player, who sees what his side sees. His answer comes after *pause* seconds or later.

        A player who is still busy with a thought that was given up is asked when he is `free` again.
        """
        who = self.players[side]
        if self.closed or any(old.player is who and old.running for old in self._given_up):
            return
        self._due = time.monotonic() + pause
        self.thought = Thought(side, who, view, listed, self._over.emit).begin()

    def give_up(self) -> None:
        """Forgets the answer on its way; if it still comes, it is thrown away."""
        self._rest.stop()
        if self.thought is not None:
            self._given_up = [old for old in self._given_up if old.running] + [self.thought]
            self.thought = None

    def close(self) -> None:
        """Gives up, asks nobody any more, and waits until no thread of this table is left."""
        self.closed = True
        self.give_up()
        end = time.monotonic() + PATIENCE
        for old in self._given_up:
            old.wait(max(0.0, end - time.monotonic()))
        self._given_up = []

    def _ended(self, thought: Thought) -> None:
        if thought is not self.thought:
            self._given_up = [old for old in self._given_up if old is not thought]
            self.free.emit()
            return
        rest = self._due - time.monotonic()
        if rest > 0:
            self._rest.start(round(rest * 1000))
        else:
            self._bring()

    def _bring(self) -> None:
        thought, self.thought = self.thought, None
        if thought is not None:
            self.answered.emit(thought)
