"""Combat results tables typed in by hand, and their figures worked out without the engine.

Nothing of hexcore is imported here. Sources: Cobra (SPI 1977) case 9.5; The Normandy Campaign, case 8.5.1
(its own table is lost: every cell is taken over from 9.5); Breakout & Pursuit, Combat Results Table (line 0
and five cells of line 1 are printed, the rest was reconstructed; the variant is a bloodier reading of three
cells). A mark stands with each cell: p printed, r reconstructed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import icepool

_COBRA = """
     1-5 1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1 7-1 8-1 9-1 10-1
1    1/0 1/0 1/1 1/1 0/1 0/1 1/2 0/2 0/2 0/2 1/3 0/3 0/3 0/4
2    2/0 1/0 1/0 1/1 1/1 0/1 0/1 1/2 0/2 0/2 0/2 1/3 0/3 0/3
3    2/0 2/0 1/0 1/1 1/1 1/1 0/1 0/1 1/2 0/2 0/2 0/2 1/3 0/3
4    3/0 2/0 2/0 1/0 1/0 1/1 1/1 0/1 0/1 1/2 0/2 0/2 0/2 1/3
5    4/0 3/0 2/0 2/0 1/0 1/0 1/1 1/1 0/1 0/1 1/2 0/2 0/2 0/2
6    e/0 e/0 e/0 2/0 2/0 1/0 1/0 1/1 1/1 1/1 0/1 1/2 0/2 0/2
"""
_PURSUIT = """
     1-3 1-2 1-1   2-1   3-1   4-1   5-1   6-1   7-1   8-1 9-1
0    Ae  Ae  Ae    Ae    Ar    Ar    Ad-Dr Ad-Dr Ad-Dr Dr  Dr
1    Ae  Ae  Ae    Ae    Ar    Ad-Dr Ad-Dr Ad-Dr Dr    Dr  Dr
2    Ae  Ae  Ae    Ar    Ad-Dr Ad-Dr Ad-Dr Dr    Dr    Dr  Ex
3    Ae  Ae  Ar    Ar    Ad-Dr Ad-Dr Dr    Dr    Dr    Ex  De
4    Ae  Ar  Ar    Ad-Dr Ad-Dr Dr    Dr    Dr    Ex    De  De
5    Ae  Ar  Ad-Dr Ad-Dr Dr    Dr    Dr    Ex    De    De  De
6    Ar  Ar  Ad-Dr Dr    Dr    Ex    Ex    De    De    De  De
"""
_PRINTED_OF_PURSUIT = {0: 11, 1: 5}
"""How many cells of a line are printed, from the left."""
_BLOODIER = {(6, "1-1"): "Ex", (6, "2-1"): "Ex", (6, "3-1"): "Ex"}


@dataclass(frozen=True)
class Typed:
    """A table as typed: odds from left to right, entries by line of the die, marks by (die, odds)."""

    odds: tuple[str, ...]
    lines: dict[int, tuple[str, ...]]
    marks: dict[tuple[int, str], str]

    def distribution(self, column: int, shift: int = 0, modifier: int = 0) -> dict[str, Fraction]:
        """The probability of each entry in a column moved to the right by *shift*, the die by *modifier*."""
        across = min(max(column + shift, 0), len(self.odds) - 1)
        least, most = min(self.lines), max(self.lines)
        entries = icepool.d6.map(lambda die: self.lines[min(max(die + modifier, least), most)][across])
        return {entry: Fraction(weight, entries.denominator()) for entry, weight in entries.items()}


def _typed(text: str, mark: Callable[[int, int], str], other: dict[tuple[int, str], str]) -> Typed:
    head, *rows = [line.split() for line in text.strip().splitlines()]
    lines, marks = {}, {}
    for number, *cells in rows:
        die = int(number)
        assert len(cells) == len(head)
        lines[die] = tuple(other.get((die, odds), cell) for odds, cell in zip(head, cells, strict=True))
        marks.update({(die, odds): mark(die, n) for n, odds in enumerate(head)})
    return Typed(tuple(head), lines, marks)


def _pursuit_mark(die: int, n: int) -> str:
    return "p" if n < _PRINTED_OF_PURSUIT.get(die, 0) else "r"


TABLES = {
    "cobra-1977": _typed(_COBRA, lambda die, n: "p", {}),
    "cobra": _typed(_COBRA, lambda die, n: "r", {}),
    "breakout-pursuit": _typed(_PURSUIT, _pursuit_mark, {}),
    "breakout-pursuit:crt=variant": _typed(_PURSUIT, _pursuit_mark, _BLOODIER),
}

# ------------------------------------------------------------------ what the entries mean
LOSES = {"Ae": (True, False), "De": (False, True), "Ex": (True, True)}
GOES_BACK = {"Ar": (True, False), "Dr": (False, True), "Ad-Dr": (False, True)}
DISRUPTS = {"Ad-Dr": (True, False)}
NOBODY = (False, False)


def in_numbers(entry: str) -> bool:
    return "/" in entry


def points(entry: str, side: int, e: int | None) -> int | None:
    """The number of a side; an `e` counts for what it is given (None: for nothing)."""
    part = entry.split("/")[side]
    return e if part == "e" else int(part)


def removed(entry: str, side: int) -> bool:
    """Whether a side is wiped out or exchanged."""
    return entry.split("/")[side] == "e" if in_numbers(entry) else LOSES.get(entry, NOBODY)[side]


def hurt(entry: str, side: int) -> bool:
    """Whether anything befalls a side."""
    if in_numbers(entry):
        return entry.split("/")[side] != "0"
    return any(told.get(entry, NOBODY)[side] for told in (LOSES, GOES_BACK, DISRUPTS))


def vacated(entry: str) -> bool:
    """Whether a defender who gives way is gone from his hex: of any number he takes at least one hex."""
    if in_numbers(entry):
        return entry.split("/")[1] != "0"
    return removed(entry, 1) or GOES_BACK.get(entry, NOBODY)[1]


# ------------------------------------------------------------------ the figures
Chances = dict[str, Fraction]


def chance(chances: Chances, holds: Callable[[str], bool]) -> Fraction:
    return sum((share for entry, share in chances.items() if holds(entry)), Fraction(0))


def loss(chances: Chances, side: int, e: int | None) -> tuple[Fraction | None, Fraction | None]:
    """Mean and variance of what a side loses: points, or whether it is removed; None where an `e` may fall
    that counts for nothing."""
    values = [
        (points(entry, side, e) if in_numbers(entry) else int(removed(entry, side)), share)
        for entry, share in chances.items()
    ]
    if any(value is None for value, _ in values):
        return None, None
    mean = sum((Fraction(value or 0) * share for value, share in values), Fraction(0))
    square = sum((Fraction(value or 0) ** 2 * share for value, share in values), Fraction(0))
    return mean, square - mean * mean


def numbers_printed(chances: Chances, side: int) -> Fraction | None:
    """The mean of the numbers alone; None for words."""
    if not all(map(in_numbers, chances)):
        return None
    return sum(
        (Fraction(points(entry, side, 0) or 0) * share for entry, share in chances.items()), Fraction(0)
    )


def net(chances: Chances, e: int | None) -> Fraction | None:
    ours, theirs = loss(chances, 0, e)[0], loss(chances, 1, e)[0]
    return None if ours is None or theirs is None else theirs - ours


def lowest(values: list[Fraction | None], enough: Fraction) -> int | None:
    """The first place from which on no value is below *enough*."""
    for place in range(len(values)):
        rest = values[place:]
        if all(value is not None and value >= enough for value in rest):
            return place
    return None
