"""Which columns of a ruleset's tables say how strong units are, how far they go, and when they come.

A ruleset names its columns as it likes. So the column is found by what it says: that of a table of counters
whose cells are the strengths the counters have in play, and of a table of units whose numbers are, all less
by the same, the turns in which the units come in play.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from hexcore.board import Board
from hexcore.corrections import Table
from hexcore.game import Game
from hexcore.ruleset import Ruleset
from hexcore.shipped import shipped
from hexcore.tables import Line
from hexcore.units import Counter

Quality = Literal["strength", "movement"]
PARTS = "|"
"""What parts the numbers of several steps in one cell."""
MOST = 0.8
"""The part of the counters that a column must tell as they are."""


class Place(NamedTuple):
    """Where a value stands: the table, the key of its row, the columns (one, or one a step)."""

    table: Table
    line: Line
    columns: tuple[str, ...]

    @property
    def key(self) -> str:
        return self.table.key_of(self.line)


@dataclass(frozen=True)
class Told:
    """What a table says of one quality of the counters: its columns, full strength first."""

    table: Table
    columns: tuple[str, ...]
    lines: Mapping[str, Line]


@lru_cache(maxsize=16)
def quality_told(ruleset: Ruleset, quality: Quality) -> Told | None:
    """The table and columns that say a quality of the counters; None where no table does."""
    best: tuple[int, Told] | None = None
    for table in shipped(ruleset).tables.values():
        if len(table.key) != 1:
            continue
        lines = {key: line for line in table.lines if (key := table.key_of(line)) in ruleset.counters}
        if not lines:
            continue
        for column in table.fields:
            count = sum(
                _tells(ruleset.counters[id], quality, line.cells[column]) for id, line in lines.items()
            )
            if count >= MOST * len(lines) and (best is None or count > best[0]):
                best = (count, Told(table, (column, *_of_steps(table, column)), lines))
    return best[1] if best else None


def _of_steps(table: Table, column: str) -> Iterator[str]:
    """Columns that say the same of reduced steps: those whose names end alike."""
    return (other for other in table.fields if other != column and other.endswith(f"_{column}"))


def _tells(counter: Counter, quality: Quality, cell: str) -> bool:
    numbers = [str(getattr(step, quality)) for step in counter.steps]
    return bool(numbers) and cell in (PARTS.join(numbers), numbers[0])


# ------------------------------------------------------------------ when units come
def due(board: Board) -> dict[str, int]:
    """The turn in which each unit comes that comes later, as the game tells it at its start."""
    told = board.rules.due_units(Game.start(board).state)
    return {one.unit: one.turn for one in told if not one.leaves}


@dataclass(frozen=True)
class Arrivals:
    """A table that says when units come: its columns of the unit and the turn, and what the turn in play
    exceeds the number written there by."""

    table: Table
    unit: str
    turn: str
    beyond: int

    def lines(self, unit: str, turn: int) -> list[Line]:
        """The lines that bring a unit in a turn."""
        wanted = {self.unit: unit, self.turn: str(turn - self.beyond)}
        return [line for line in self.table.lines if wanted.items() <= line.cells.items()]


def arrivals_told(ruleset: Ruleset, coming: Mapping[str, int]) -> Arrivals | None:
    """The table that says when these units come; None where no table does."""
    votes: Tally[tuple[str, str, str, int]] = Tally()
    for table in shipped(ruleset).tables.values():
        for line in table.lines:
            for column, turn in _units_in(line, coming):
                for other, cell in line.cells.items():
                    if cell.isdecimal():
                        votes[table.name, column, other, turn - int(cell)] += 1
    (found, count), *_ = votes.most_common(1) or [(("", "", "", 0), 0)]
    if not coming or count < MOST * len(coming):
        return None
    name, column, turn_column, beyond = found
    return Arrivals(shipped(ruleset).tables[name], column, turn_column, beyond)


def _units_in(line: Line, coming: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    return ((column, coming[cell]) for column, cell in line.cells.items() if cell in coming)
