"""The dice of a game counted by side, and how unusual they are, said in a plain sentence."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from hexcore.actions import Roll
from hexcore.board import Board
from hexcore.decisions import FACES
from hexcore.game import Entry
from hexcore.units import CHANCE

EXACT_UP_TO = 60
"""Up to so many dice every way in which they can fall is counted; beyond, chi-square comes close enough."""
RARE, SELDOM = Fraction(1, 100), Fraction(1, 20)
NOBODY = ""
"""Whose the dice are that fall in no player's turn."""


@dataclass(frozen=True)
class DiceCount:
    """How often each face of a die fell."""

    faces: tuple[int, ...] = (0,) * len(FACES)

    @property
    def thrown(self) -> int:
        return sum(self.faces)

    @property
    def expected(self) -> Fraction:
        """How often each face falls on average, of so many dice."""
        return Fraction(self.thrown, len(FACES))

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(face * n for face, n in zip(FACES, self.faces, strict=True)), max(self.thrown, 1))

    @property
    def unevenness(self) -> Fraction:
        """Pearson's chi-square: squared distance from what is expected, over what is expected."""
        if not self.thrown:
            return Fraction(0)
        return sum(((n - self.expected) ** 2 / self.expected for n in self.faces), Fraction(0))


def counted(board: Board, journal: Iterable[Entry], *, combats_only: bool = False) -> dict[str, DiceCount]:
    """The dice in a journal by whose player turn they fell in; all sides, though none fell."""
    owners = {phase.id: phase.player_turn or phase.side for phase in board.sequence.phases}
    found: dict[str, Counter[int]] = {side: Counter() for side in board.sides}
    for entry in journal:
        if entry.side != CHANCE or not isinstance(entry.action, Roll):
            continue
        if combats_only and not entry.question.endswith("combat-roll"):
            continue
        owner = owners.get(entry.phase, NOBODY)
        found.setdefault(owner if owner in found else NOBODY, Counter()).update(entry.action.dice)
    return {side: DiceCount(tuple(faces[face] for face in FACES)) for side, faces in found.items()}


# ------------------------------------------------------------------ how unusual
def as_uneven(count: DiceCount) -> Fraction:
    """The chance that so many fair dice fall at least as unevenly over their faces.

    Exact up to `EXACT_UP_TO` dice; beyond, by the chi-square distribution with five degrees of freedom.
    """
    if count.thrown <= EXACT_UP_TO:
        return _exact(count)
    half = float(count.unevenness) / 2
    tail = math.erfc(math.sqrt(half))
    tail += 2 * math.exp(-half) * math.sqrt(half / math.pi) * (1 + 2 * half / 3)
    return Fraction(min(tail, 1.0)).limit_denominator(10**6)


def _exact(count: DiceCount) -> Fraction:
    """Over all ways to part the dice among the faces, each with its chance."""
    squares, ways = sum(n * n for n in count.faces), 0
    for parts in _partitions(count.thrown, len(FACES), count.thrown):
        if sum(n * n for n in parts) >= squares:
            ways += _falls(parts) * _orders(parts)
    return Fraction(ways, len(FACES) ** count.thrown)


def _partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as so many numbers, none larger than the one before it."""
    if parts == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(total, most), -(-total // parts) - 1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)


def _falls(parts: tuple[int, ...]) -> int:
    """In how many orders dice fall that show the first face so often, the second so often ..."""
    found = math.factorial(sum(parts))
    for n in parts:
        found //= math.factorial(n)
    return found


def _orders(parts: tuple[int, ...]) -> int:
    """To which faces the parts can belong."""
    found = math.factorial(len(parts))
    for same in Counter(parts).values():
        found //= math.factorial(same)
    return found


def told(count: DiceCount) -> str:
    """What the count says, and no more than it says."""
    if not count.thrown:
        return "No die has been thrown yet."
    chance = as_uneven(count)
    about = "" if count.thrown <= EXACT_UP_TO else "about "
    often = f"Of 100 such series from fair dice {about}{_of_hundred(chance)} would be at least as uneven"
    if chance < RARE:
        return f"{often}: that is rare, and still no proof of a bad die."
    if chance < SELDOM:
        return f"{often}: unusual, but one series in twenty is."
    return f"{often}: nothing unusual."


def _of_hundred(chance: Fraction) -> str:
    hundredths = float(chance * 100)
    if hundredths >= 99.5:
        return "99" if chance < 1 else "100"
    return (
        f"{hundredths:.0f}"
        if hundredths >= 1.5
        else f"{hundredths:.1f}"
        if hundredths >= 0.1
        else "fewer than 0.1"
    )
