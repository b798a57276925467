"""Long work in a thread of its own: the window lives on meanwhile, is told how far it is, and may give it up.

The thread is Python's, and a daemon: work that never comes to an end cannot keep the program from ending.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from PyQt6.QtCore import QObject, pyqtSignal

OFTEN = 0.05
"""Seconds between two tellings of how far it is."""


class GivenUp(Exception):
    """Raised in the thread at the next step of work that was given up."""


Step = Callable[[int, int], None]
"""What work calls now and then: so much is done, of so much (0: nobody knows). Raises GivenUp."""


class LongWork(QObject):
    """One piece of work. `done` brings what it came to, `failed` the exception, `told` how far it is.

    Work that is given up is never heard of again; what it still comes to is closed where it can be.
    """

    told = pyqtSignal(int, int)
    done = pyqtSignal(object)
    failed = pyqtSignal(object)
    _over = pyqtSignal(object, object)

    def __init__(self, work: Callable[[Step], Any], name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._work, self._given_up, self._last = work, threading.Event(), 0.0
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._over.connect(self._ended)  # emitted in the thread, it is received here later

    def begin(self) -> LongWork:
        self._thread.start()
        return self

    @property
    def busy(self) -> bool:
        """Whether something is still to be heard of it."""
        return not self._given_up.is_set() and self._thread.ident is not None

    def give_up(self) -> None:
        self._given_up.set()

    def wait(self, seconds: float) -> None:
        """Gives it up and waits, at most so long, until its thread has ended."""
        self.give_up()
        if self._thread.ident is not None:
            self._thread.join(seconds)

    # ---------------------------------------------------------------- in the thread
    def step(self, done: int, of: int) -> None:
        """How far it is; told at most so often. Raises GivenUp."""
        if self._given_up.is_set():
            raise GivenUp
        now = time.monotonic()
        if now - self._last >= OFTEN:
            self._last = now
            self.told.emit(done, of)

    def _run(self) -> None:
        result: Any = None
        fault: BaseException | None = None
        try:
            result = self._work(self.step)
        except GivenUp:
            return
        except BaseException as raised:  # what a plugin does can fail in any way, and must not end in silence
            fault = raised
        if self._given_up.is_set():
            closed(result)
        else:
            self._over.emit(result, fault)

    def _ended(self, result: Any, fault: BaseException | None) -> None:
        if self._given_up.is_set():
            closed(result)
            return
        self._given_up.set()
        if fault is not None:
            self.failed.emit(fault)
        else:
            self.done.emit(result)


def closed(result: Any) -> None:
    """Lets go of what nobody wants any more."""
    if hasattr(result, "close"):
        result.close()
