"""Measuring by turns: what is compared runs in turn, round after round, so that a busy machine hits all.

A ratio is taken within each round, and the median over the rounds counts: a round that was disturbed does
not. Times are processor time of this process, unless they say otherwise.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Job = Callable[[int], Callable[[], object]]
"""Makes ready what a round (by its number) times."""


@dataclass(frozen=True)
class Times:
    """Seconds of each job, round by round; `each` says how many things a round of a job did."""

    seconds: Mapping[str, list[float]]
    each: Mapping[str, int]

    def one(self, name: str) -> float:
        """Seconds of one thing, in the median."""
        return statistics.median(self.seconds[name]) / self.each[name]

    def ratio(self, name: str, base: str) -> float:
        """How many times *base* one thing takes, in the median of the rounds."""
        pairs = zip(self.seconds[name], self.seconds[base], strict=True)
        return statistics.median(a / b for a, b in pairs) * self.each[base] / self.each[name]


def in_turn(
    jobs: Mapping[str, tuple[Job, int]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> Times:
    """Every job (and how many things a round of it does) in turn, so many rounds, garbage left alone."""
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    collected = gc.isenabled()
    try:
        for number in range(rounds):
            for name, (job, _) in jobs.items():
                run = job(number)
                gc.collect()
                gc.disable()
                began = clock()
                run()
                seconds[name].append(clock() - began)
                gc.enable()
    finally:
        if not collected:
            gc.disable()
    return Times(seconds, {name: each for name, (_, each) in jobs.items()})


def plain(run: Callable[[], object]) -> Job:
    """A job that needs nothing made ready."""
    return lambda _round: run
