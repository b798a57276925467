"""Intervals, against figures that others have printed."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from hexcore.lab.intervals import Interval, mean, paired_shares, student, wilson, within


@pytest.mark.parametrize(
    "degrees, t",  # two-sided, 95%: any printed table of Student's distribution
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (29, 2.045), (99, 1.984)],
)
def test_student(degrees: int, t: float) -> None:
    assert student(degrees) == pytest.approx(t, abs=5e-4)
    assert within(student(degrees), degrees) == pytest.approx(0.95, abs=1e-12)


@pytest.mark.parametrize(
    "successes, games, low, high",  # Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson(successes: int, games: int, low: float, high: float) -> None:
    found = wilson(successes, games)
    assert found.value == successes / games
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    other = wilson(games - successes, games)
    assert (other.low, other.high) == (pytest.approx(1 - high, abs=5e-5), pytest.approx(1 - low, abs=5e-5))


def test_paired_shares() -> None:
    """Newcombe's example of 36, 12, 2 and 0 pairs, by his method 10: 0.0569 to 0.3404."""
    pairs = [(True, True)] * 36 + [(False, True)] * 12 + [(True, False)] * 2
    found = paired_shares(pairs)
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == (pytest.approx(0.0569, abs=5e-5), pytest.approx(0.3404, abs=5e-5))
    turned = paired_shares((b, a) for a, b in pairs)
    assert turned.low == pytest.approx(-found.high) and turned.high == pytest.approx(-found.low)  # type: ignore[operator]
    assert found.clear and not paired_shares([(True, True)] * 9).clear


def test_the_mean_of_few_and_of_none() -> None:
    assert mean([]) == Interval(None) and mean([3.0]) == Interval(3.0)
    low, high = mean([1, 2, 3, 4])[1:]
    assert (low, high) == (pytest.approx(0.4457, abs=5e-5), pytest.approx(4.5543, abs=5e-5))
    assert mean([0, 0, 0, 1], 0).low == 0 and not mean([0, 0, 0, 1]).clear and mean([1, 1]).clear
    assert mean([5]).half == float("inf") and mean([1, 2, 3, 4]).half == pytest.approx(2.0543, abs=5e-5)


def test_the_interval_of_a_mean_holds_what_it_promises() -> None:
    """Of many samples some 95 in a hundred have the true mean within their interval."""
    source, rounds = random.Random(7), 2000
    found = [mean([source.gauss(2.0, 3.0) for _ in range(8)]) for _ in range(rounds)]
    within_it = sum(one.low <= 2.0 <= one.high for one in found)  # type: ignore[operator]
    assert within_it / rounds == pytest.approx(0.95, abs=0.015)


def test_the_interval_of_a_share_holds_what_it_promises() -> None:
    """Exactly, by the binomial distribution: 95 in a hundred over all true shares, if not for each."""
    games, true = 30, [n / 100 for n in range(5, 96)]
    ends = [wilson(n, games) for n in range(games + 1)]
    covered = [
        math.fsum(
            math.comb(games, n) * p**n * (1 - p) ** (games - n)
            for n, one in enumerate(ends)
            if one.low <= p <= one.high  # type: ignore[operator]
        )
        for p in true
    ]
    assert statistics.fmean(covered) == pytest.approx(0.95, abs=0.01) and min(covered) > 0.9
