"""Exact figures of combat results tables, column by column: what to expect, how it varies, what it clears.

Everything is a fraction. A figure that a table does not tell is None, and stays None in whatever is made of
it: numbers are counted as points (a step or a hex each), words as what they do; neither is turned into the
other. What both families tell is whether a side is hurt, wholly lost, or gone from its hex.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hexcore.charts import ratio_of
from hexcore.lab.crt_reading import NUMBERS, UNTOLD, ReadTable, Result
from hexcore.results import ALL

ROLES = ("attacker", "defender")
MOST_STEPS = 4
"""Chances to clear a hex are told against defenders of up to so many steps."""
EVEN = Fraction(1, 2)
Chance = Fraction | None


@dataclass(frozen=True)
class Cell:
    """What one entry does, by role; None where the table does not tell. `points` is None for a side whose
    entry is no number."""

    points: tuple[int | None, int | None] = (None, None)
    eliminated: tuple[bool, bool] = (False, False)
    exchanged: tuple[bool, bool] = (False, False)
    retreated: tuple[bool, bool] = (False, False)
    disrupted: tuple[bool, bool] = (False, False)

    def lost(self, role: int) -> bool:
        """Whether all of a side is removed, or as much as is exchanged."""
        return self.eliminated[role] or self.exchanged[role]

    def hurt(self, role: int) -> bool:
        """Whether anything at all happens to a side."""
        marked = self.retreated[role] or self.disrupted[role] or bool(self.points[role])
        return self.lost(role) or marked

    @property
    def leaves(self) -> bool:
        """Whether the defender is gone from his hex if he gives way as far as the result lets him."""
        return self.lost(1) or self.retreated[1] or bool(self.points[1])

    def clears(self, steps: int) -> bool | None:
        """Whether a defender of so many steps who stands is destroyed; None where words decide, not steps."""
        points = self.points[1]
        return None if points is None else points >= steps


def cell(read: ReadTable, entry: Result, all_lost: int | None = None) -> Cell | None:
    """What an entry does; None where no rule tells. *all_lost* is what an `e` counts as, in points."""
    if read.family == UNTOLD:
        return None
    if read.family == NUMBERS:
        everything = (entry[0] == ALL, entry[1] == ALL)
        points = tuple(all_lost if gone else int(n) for n, gone in zip(entry, everything, strict=True))
        return Cell((points[0], points[1]), eliminated=everything)
    effect = read.effects[entry]
    return Cell((None, None), effect.eliminated, effect.exchanged, effect.retreated, effect.disrupted)


@dataclass(frozen=True)
class Column:
    """One column of a table as asked for: the outcomes of every die, and the figures made of them."""

    odds: str
    fought_on: str
    outcomes: tuple[tuple[int, Result, Fraction], ...]
    cells: tuple[tuple[Cell, Fraction], ...]
    told: bool

    # -------------------------------------------------------------- chances and means
    def chance(self, holds: Callable[[Cell], bool | None]) -> Chance:
        """The probability of the entries for which something holds; None where one does not tell."""
        if not self.told:
            return None
        total = Fraction(0)
        for cell, weight in self.cells:
            so = holds(cell)
            if so is None:
                return None
            total += weight * int(so)
        return total

    def mean(self, value: Callable[[Cell], int | None]) -> Chance:
        """The mean of a number of each entry; None where one entry has none."""
        return self._moment(value, Fraction(0), 1)

    def variance(self, value: Callable[[Cell], int | None]) -> Chance:
        middle = self.mean(value)
        return None if middle is None else self._moment(value, middle, 2)

    def _moment(self, value: Callable[[Cell], int | None], about: Fraction, power: int) -> Chance:
        if not self.told:
            return None
        values = [(value(cell), weight) for cell, weight in self.cells]
        if any(number is None for number, _ in values):
            return None
        moments = ((Fraction(number or 0) - about) ** power * weight for number, weight in values)
        return sum(moments, Fraction(0))

    # -------------------------------------------------------------- by name
    def points(self, role: int) -> Chance:
        """The mean of the numbers printed for a side; an `e` has no number and adds none. None for words."""
        numbered = [cell.points[role] is not None or cell.eliminated[role] for cell, _ in self.cells]
        if not self.told or not all(numbered) or all(cell.points == (None, None) for cell, _ in self.cells):
            return None
        return sum((weight * (cell.points[role] or 0) for cell, weight in self.cells), Fraction(0))

    def loss(self, role: int) -> Chance:
        """What a side is expected to lose: points of a table of numbers (None where an `e` may fall that
        counts for nothing), the chance to be removed or exchanged of one of words."""
        points = self.mean(lambda cell: cell.points[role])
        words = all(cell.points == (None, None) for cell, _ in self.cells)
        return self.chance(lambda cell: cell.lost(role)) if words else points

    @property
    def exchange_ratio(self) -> Chance:
        """Defender's expected loss for one of the attacker's; None where the attacker loses nothing."""
        ours, theirs = self.loss(0), self.loss(1)
        return None if not ours or theirs is None else theirs / ours

    @property
    def net(self) -> Chance:
        """Defender's expected loss less the attacker's."""
        ours, theirs = self.loss(0), self.loss(1)
        return None if ours is None or theirs is None else theirs - ours

    @property
    def leaves(self) -> Chance:
        """The chance that the defender is gone from his hex, if he gives way wherever he may or must."""
        return self.chance(lambda cell: cell.leaves)

    def clears(self, steps: int) -> Chance:
        """The chance that a defender of so many steps who stands is destroyed."""
        return self.chance(lambda cell: cell.clears(steps))

    def spread(self, role: int) -> Chance:
        """The variance of what a side loses."""
        if all(cell.points == (None, None) for cell, _ in self.cells):
            return self.variance(lambda cell: int(cell.lost(role)))
        return self.variance(lambda cell: cell.points[role])


def columns(read: ReadTable, shift: int = 0, modifier: int = 0, all_lost: int | None = None) -> list[Column]:
    """Every column of a table, moved by *shift* and the die by *modifier*, as it would be fought on."""
    return [_column(read, n, shift, modifier, all_lost) for n in range(len(read.table.columns))]


def _column(read: ReadTable, n: int, shift: int, modifier: int, all_lost: int | None) -> Column:
    odds, outcomes = read.odds(n, shift, modifier), tuple(read.outcomes(n, shift, modifier))
    found = [(cell(read, entry, all_lost), chance) for _, entry, chance in outcomes]
    cells = tuple((one, chance) for one, chance in found if one is not None)
    return Column(odds.column, odds.final_column, outcomes, cells, len(cells) == len(found))


# ------------------------------------------------------------------ where it pays, what more is worth
def break_even(found: Sequence[Column], measure: Callable[[Column], Chance], enough: Fraction) -> str | None:
    """The lowest odds from which on a measure is nowhere below *enough*; None where it never is."""
    best = None
    for column in reversed(found):
        value = measure(column)
        if value is None or value < enough:
            break
        best = column.odds
    return best


@dataclass(frozen=True)
class Worth:
    """What one more column, and one more pip, adds in a column to the net loss and to the chance to clear."""

    odds: str
    column: tuple[Chance, Chance]
    pip: tuple[Chance, Chance]


def worths(read: ReadTable, shift: int = 0, modifier: int = 0, all_lost: int | None = None) -> list[Worth]:
    """The worth of one column to the right and of one pip more on the die, in every column."""
    here = columns(read, shift, modifier, all_lost)
    right = columns(read, shift + 1, modifier, all_lost)
    higher = columns(read, shift, modifier + 1, all_lost)
    return [
        Worth(one.odds, _more(one, other), _more(one, pip))
        for one, other, pip in zip(here, right, higher, strict=True)
    ]


def _more(one: Column, other: Column) -> tuple[Chance, Chance]:
    return _less(other.net, one.net), _less(other.leaves, one.leaves)


def _less(one: Chance, other: Chance) -> Chance:
    return None if one is None or other is None else one - other


# ------------------------------------------------------------------ several tables on one axis
def odds_axis(reads: Sequence[ReadTable]) -> list[str]:
    """Every odds that some table has a column for, from the attacker's worst to his best."""
    return sorted({odds for read in reads for odds in read.table.columns}, key=ratio_of)


# ------------------------------------------------------------------ the form of the command line
def form(found: Sequence[Column]) -> dict[str, object]:
    """The table as the public form of the command line has it; probabilities as text."""
    return {"columns": [_column_form(column) for column in found]}


def _column_form(column: Column) -> dict[str, object]:
    outcomes = [
        {"die": die, "result": "/".join(entry), "probability": str(chance)}
        for die, entry, chance in column.outcomes
    ]
    expected: dict[str, object] = {f"{role}_points": _text(column.points(n)) for n, role in enumerate(ROLES)}
    for name in ("eliminated", "exchanged", "retreated", "disrupted"):
        expected[name] = {role: _text(_befalls(column, name, n)) for n, role in enumerate(ROLES)}
    return {"odds": column.odds, "outcomes": outcomes, "expected": expected}


def _befalls(column: Column, name: str, role: int) -> Chance:
    """The chance that something happens to a side, by its name in `Cell`."""
    return column.chance(lambda cell: bool(getattr(cell, name)[role]))


def _text(value: Chance) -> str | None:
    return None if value is None else str(value)
