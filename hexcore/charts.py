"""Charts: combat results, terrain effects, tables by die. Read from data, asked by rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property

from hexcore.hexes import Direction
from hexcore.maps import HexMap
from hexcore.tables import DataError

PROHIBITED = 0
"""In compiled costs: the hexside may not be crossed."""


@dataclass(frozen=True)
class Costs:
    """What it costs one mobility class to cross every hexside: half-points, PROHIBITED where it may not.

    Indexed by `6 * hex + direction`.
    """

    hex_map: HexMap
    halves: tuple[int, ...]

    @cached_property
    def exits(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For every hex the ways out: (neighbour, half-points, hexside)."""
        near, halves = self.hex_map.neighbours, self.halves
        return tuple(
            tuple((near[s], halves[s], s) for s in range(6 * h, 6 * h + 6) if halves[s] and near[s] >= 0)
            for h in range(len(self.hex_map))
        )


def compile_costs(hex_map: HexMap, cost: Callable[[int, int, int], int | None]) -> Costs:
    """Costs from a function (hex, neighbour, hexside) -> half-points, None for prohibited."""
    near = hex_map.neighbours
    return Costs(hex_map, tuple(PROHIBITED if n < 0 else cost(s // 6, n, s) or 0 for s, n in enumerate(near)))


@dataclass(frozen=True)
class CombatResultsTable:
    """Rows by die, columns by odds from the attacker's worst to his best; entries `(attacker, defender)`.

    An entry is a number of steps or hexes, or a word of the ruleset (`e`, `Dr`). `marks` say where cells come
    from, by die and odds, as `hexcore.provenance` has it; they drive nothing.
    """

    columns: tuple[str, ...]
    rows: Mapping[int, tuple[tuple[str, ...], ...]]
    marks: Mapping[tuple[int, str], str] = field(default_factory=dict, compare=False)

    @classmethod
    def read(
        cls,
        cells: Sequence[tuple[int, str, tuple[str, ...]]],
        source: str,
        marks: Mapping[tuple[int, str], str] | None = None,
    ) -> CombatResultsTable:
        """From (die, odds, entry) cells; DataError when one is missing or given twice."""
        columns = tuple(dict.fromkeys(odds for _, odds, _ in cells))
        table = {(die, odds): entry for die, odds, entry in cells}
        dice = sorted({die for die, _, _ in cells})
        missing = [(d, c) for d in dice for c in columns if (d, c) not in table]
        if missing or len(table) != len(cells):
            raise DataError(f"{source}: the table has holes or doubles, the first at {missing[:1]}")
        ordered = tuple(sorted(columns, key=ratio_of))
        return cls(ordered, {d: tuple(table[d, c] for c in ordered) for d in dice}, marks or {})

    def column(self, attack: int, defence: int) -> int:
        """The column of a ratio, rounded in the defender's favour and kept on the table."""
        exact = Fraction(attack, max(defence, 1))
        fitting = [i for i, name in enumerate(self.columns) if ratio_of(name) <= exact]
        return max(fitting, default=0)

    def nearest(self, attack: int, defence: int) -> int:
        """The column nearest to a ratio."""
        exact = Fraction(attack, max(defence, 1))
        return min(range(len(self.columns)), key=lambda i: abs(ratio_of(self.columns[i]) - exact))

    def clamp(self, column: int) -> int:
        return min(max(column, 0), len(self.columns) - 1)

    def entry(self, column: int, die: int) -> tuple[str, ...]:
        """The result of a column (kept on the table) and a die (kept on the table)."""
        dice = self.dice
        return self.rows[min(max(die, dice[0]), dice[-1])][self.clamp(column)]

    @cached_property
    def dice(self) -> tuple[int, ...]:
        return tuple(sorted(self.rows))


_ODDS = re.compile(r"^(\d+)[-:](\d+)$")


@cache
def ratio_of(odds: str) -> Fraction:
    """`2-1` or `1:3` as a number. DataError for anything else."""
    match = _ODDS.match(odds)
    if match is None or int(match[2]) == 0:
        raise DataError(f"{odds!r} is not an odds column")
    return Fraction(int(match[1]), int(match[2]))


@dataclass(frozen=True)
class DieTable:
    """A table by a column word and a die: weather by previous weather, and the like."""

    entries: Mapping[tuple[str, int], str]

    def result(self, column: str, die: int) -> str:
        """The entry, the die kept within the column."""
        dice = sorted(d for c, d in self.entries if c == column)
        return self.entries[column, min(max(die, dice[0]), dice[-1])]


@dataclass(frozen=True)
class TerrainEffect:
    """One row of a terrain effects chart. Costs in half-points by mobility class, None for prohibited.

    `adds` rows (rivers) come on top of the hex; `replaces` rows (roads) stand for it and what is added.
    """

    word: str
    on: str
    costs: Mapping[str, int | None]
    columns_left: int = 0
    rule: str = ""
    adds: bool = False
    replaces: bool = False


@dataclass(frozen=True)
class TerrainEffectsChart:
    """The chart by its words. Rows on a `hex` (terrain or feature), a `side`, a `road`."""

    rows: tuple[TerrainEffect, ...]
    by_word: Mapping[tuple[str, str], TerrainEffect] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_word", {(row.on, row.word): row for row in self.rows})

    def without(self, off: frozenset[str]) -> TerrainEffectsChart:
        """The chart less the rows whose rule is not in force."""
        return TerrainEffectsChart(tuple(row for row in self.rows if row.rule not in off)) if off else self

    def row(self, on: str, word: str) -> TerrainEffect | None:
        return self.by_word.get((on, word))


def direction_name(direction: int, family: str) -> str:
    """A compass word for a hexside, for messages."""
    flat = ("north", "north-east", "south-east", "south", "south-west", "north-west")
    pointed = ("north-west", "north-east", "east", "south-east", "south-west", "west")
    return (flat if family == "columns" else pointed)[Direction(direction)]
