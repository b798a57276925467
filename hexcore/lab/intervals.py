"""Intervals of 95% for what was measured in games: shares, means, differences of pairs.

Shares: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209. Differences of shares in pairs: R. G. Newcombe,
Statistics in Medicine 17 (1998) 2635, method 10. Means: Student's t, its probability by the finite series
26.7.3 and 26.7.4 of Abramowitz and Stegun, Handbook of Mathematical Functions.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

CONFIDENCE = 0.95
Z = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Interval(NamedTuple):
    """An estimate and the ends of its interval; None where there are too few games for one."""

    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def half(self) -> float:
        """Half its width; infinite where it has no ends."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def clear(self) -> bool:
        """Whether it leaves nought out."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def wilson(successes: int, games: int) -> Interval:
    """The share of games in which something happened, by Wilson's score."""
    if games < 1:
        return Interval(None)
    share, square = successes / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == games else min(1.0, middle + half)
    return Interval(share, low, high)


def mean(values: Sequence[float], least: float = -math.inf) -> Interval:
    """The mean of independent values, by Student's t; no value, and so no mean, is below *least*."""
    if len(values) < 2:
        return Interval(values[0] if values else None)
    middle = statistics.fmean(values)
    half = student(len(values) - 1) * statistics.stdev(values, middle) / math.sqrt(len(values))
    return Interval(middle, max(least, middle - half), middle + half)


def paired_shares(pairs: Iterable[tuple[bool, bool]]) -> Interval:
    """How much more often something happened in the second game of a pair than in the first."""
    count = {(one, other): 0 for one in (True, False) for other in (True, False)}
    for pair in pairs:
        count[pair] += 1
    both, neither = count[True, True], count[False, False]
    first, second = count[True, False], count[False, True]
    games = both + first + second + neither
    if games < 1:
        return Interval(None)
    before, after = wilson(both + first, games), wilson(both + second, games)
    margins = math.prod((both + first, second + neither, both + second, first + neither))
    turned: float = both * neither - first * second
    turned = max(turned - games / 2, 0) if turned > 0 else turned
    phi = turned / math.sqrt(margins) if margins else 0.0
    down = _hybrid(after.value - after.low, before.high - before.value, phi)  # type: ignore[operator]
    up = _hybrid(after.high - after.value, before.value - before.low, phi)  # type: ignore[operator]
    value = (second - first) / games
    return Interval(value, value - down, value + up)


def _hybrid(one: float, other: float, phi: float) -> float:
    return math.sqrt(max(one * one - 2 * phi * one * other + other * other, 0.0))


@lru_cache(maxsize=4096)
def student(degrees: int, confidence: float = CONFIDENCE) -> float:
    """The t within which so much of Student's distribution lies; at least one degree of freedom."""
    low, high = 0.0, 1.0
    while within(high, degrees) < confidence:
        low, high = high, high * 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if within(middle, degrees) < confidence else (low, middle)
    return high


def within(t: float, degrees: int) -> float:
    """The chance that Student's t of so many degrees lies between -t and t."""
    angle = math.atan(t / math.sqrt(degrees))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = degrees % 2
    term = total = cosine if odd else 1.0
    if degrees == 1:
        total = 0.0
    for n in range(2 + odd, degrees - 1, 2):
        term *= cosine * cosine * (n - 1) / n
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
