"""Games played simultaneously, each by a process of its own, as a master plays a room of boards.

Every process has a pipe of its own to the one that hands out the games, so a process that dies takes
exactly one known game with it.
"""

from __future__ import annotations

import math
import multiprocessing
import signal
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any

from hexcore.ledger import Fault, Result

Playing = Callable[[int, int], Result | Fault]
"""Plays a game by its number and seed."""

TICK = 1.0
"""Seconds after which somebody who watches hears that nothing has come."""
GRACE = 2.0
"""Seconds a process gets to end when it is told to."""


def start_method() -> str:
    """`fork` where that is safe and quick, `spawn` elsewhere."""
    return "fork" if sys.platform == "linux" else "spawn"


class Chair:
    """A process that plays one game after the other. `make` gives it what plays, once it sits."""

    def __init__(self, make: Callable[..., Playing], given: tuple[Any, ...]) -> None:
        context: Any = multiprocessing.get_context(start_method())
        self.pipe, theirs = context.Pipe()
        inherited = self.pipe if start_method() == "fork" else None
        self.process = context.Process(target=_sit, args=(theirs, inherited, make, given), daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a fork beside threads: none is used in it
            self.process.start()
        theirs.close()
        self.game, self.seed, self.began = -1, 0, 0.0

    def play(self, game: int, seed: int) -> None:
        """Begin a game. One that cannot even be begun is told by `came`."""
        self.game, self.seed, self.began = game, seed, time.monotonic()
        try:
            self.pipe.send((game, seed))
        except OSError:
            self.process.join(GRACE)

    def came(self) -> Result | Fault | None:
        """What came of the game; None when the process has died over it."""
        try:
            found: Result | Fault = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return found

    def death(self) -> Fault:
        """How the process ended, told as the fault of its game."""
        self.process.join(GRACE)
        status = self.process.exitcode
        if status is not None and status < 0:
            how = f"was killed by {_signal_name(-status)}"
        else:
            how = f"ended with status {status}"
        return Fault(self.game, self.seed, f"the process that played it {how}")

    def end(self) -> None:
        """Break off whatever it plays."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def play_all(
    todo: Sequence[tuple[int, int]],
    jobs: int,
    make: Callable[..., Playing],
    given: tuple[Any, ...],
    seconds: float = math.inf,
) -> Iterator[Result | Fault | None]:
    """What comes of games (number, seed), as it comes, played by *jobs* processes; None every idle TICK.

    A game that kills its process is a Fault, and a new process goes on with the others; so is one that hangs
    for longer than *seconds*.
    """
    waiting = deque(todo)
    chairs = [Chair(make, given) for _ in range(min(jobs, len(todo)))]
    try:
        for chair in chairs:
            chair.play(*waiting.popleft())
        while chairs:
            ready = wait([chair.pipe for chair in chairs], TICK)
            if not ready:
                yield None
            for chair in [chair for chair in chairs if chair.pipe in ready]:
                news = chair.came()
                if news is None:
                    news = chair.death()
                    _leave(chairs, chair)
                    if waiting:
                        chairs.append(chair := Chair(make, given))
                if waiting:
                    chair.play(*waiting.popleft())
                elif chair in chairs:
                    _leave(chairs, chair)
                yield news
            for chair in [chair for chair in chairs if time.monotonic() > chair.began + seconds + GRACE]:
                chair.process.kill()
                _leave(chairs, chair)
                if waiting:
                    chairs.append(fresh := Chair(make, given))
                    fresh.play(*waiting.popleft())
                yield Fault(chair.game, chair.seed, f"its process hung: no end after {seconds:g} seconds")
    finally:
        for chair in chairs:
            chair.end()


def _leave(chairs: list[Chair], chair: Chair) -> None:
    chairs.remove(chair)
    chair.end()


# ------------------------------------------------------------------ in the process
def _sit(
    pipe: Connection[Any, Any],
    inherited: Connection[Any, Any] | None,
    make: Callable[..., Playing],
    given: tuple[Any, ...],
) -> None:
    """Play what comes through the pipe, until the other end closes it or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever handed out the games
    if inherited is not None:
        inherited.close()
    playing: Playing | None = None
    try:
        while True:
            game, seed = pipe.recv()
            try:
                playing = playing or make(*given)
                news = playing(game, seed)
            except Exception as fault:  # what cannot be set up is told like what cannot be played
                news = Fault(game, seed, f"{type(fault).__name__}: {fault}")
            pipe.send(news)
    except (EOFError, OSError):
        return
