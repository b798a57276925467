"""One answer of a computer player, thought of in a thread of its own: the window lives on meanwhile.

The thread is Python's, and a daemon: a player that never comes to an end cannot keep the program from ending.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from hexcore.actions import Action
from hexcore.players import Player
from hexcore.state import GameState
from hexcore.units import Side


class Thought:
    """A player asked once. `over` is called in the thread, when `answer` and `why`, or `fault`, are there."""

    def __init__(
        self,
        side: Side,
        player: Player,
        view: GameState,
        listed: Sequence[Action],
        over: Callable[[Thought], object],
    ) -> None:
        self.side, self.player, self.view, self.listed = side, player, view, listed
        self.answer: Action | None = None
        self.why = ""
        self.fault: BaseException | None = None
        self.began = time.monotonic()
        self._over: Callable[[Thought], object] | None = over
        self._thread = threading.Thread(target=self._think, name=f"{side} thinks", daemon=True)

    def begin(self) -> Thought:
        self._thread.start()
        return self

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    @property
    def seconds(self) -> float:
        """For how long it has been thought about."""
        return time.monotonic() - self.began

    def wait(self, seconds: float) -> None:
        """Waits until the thread has ended, at most so long. Nothing is told any more."""
        self._over = None
        self._thread.join(seconds)

    def _think(self) -> None:
        try:
            with self.view.board.reading():  # what it holds for is this thread
                self.answer = self.player(self.view, self.listed)
            self.why = " ".join(str(getattr(self.player, "why", "") or "").split())
        except BaseException as fault:  # another's player can fail in any way, and must not end in silence
            self.fault = fault
        over = self._over
        if over is not None:
            over(self)
