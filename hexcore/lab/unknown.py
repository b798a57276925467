"""The values of a ruleset that nobody has printed for us, in groups, each a step up and a step down.

Unknown is what carries the mark `reconstructed` or `recovered` (`hexcore.provenance`): strengths and movement
of each kind of units, the turns in which units come, columns of combat results, and any other number of the
ruleset's tables. Only what the scenario has in play counts; the ground is left out, for its hexes are too
many to be asked one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from hexcore.charts import ratio_of
from hexcore.corrections import Table, marks_of
from hexcore.game import Game
from hexcore.lab.changes import Change
from hexcore.lab.data_lines import DataLines, weakest
from hexcore.lab.unit_columns import PARTS, Arrivals, arrivals_told, due, quality_told
from hexcore.ruleset import Ruleset
from hexcore.shipped import COUNTERS
from hexcore.tables import DataError, Line

UNKNOWN = frozenset(("reconstructed", "recovered"))
WHOLE = re.compile(r"\d+(?:\.5)?")
UP, DOWN = 1, -1
Cells = tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class Group:
    """Some values that are stepped together: how many, and their cells a step up and a step down (empty
    where there is no such step)."""

    name: str
    count: int
    up: Cells
    down: Cells

    def changes(self) -> dict[int, Change]:
        """Its changes by direction."""
        told = {UP: self.up, DOWN: self.down}
        return {
            step: Change(f"{self.name}, a step {'up' if step == UP else 'down'}", cells)
            for step, cells in told.items()
            if cells
        }


def unknown_groups(ruleset: Ruleset, scenario: str, options: Mapping[str, str], most: int) -> list[Group]:
    """At most so many groups: of each sort the largest first, the sorts in turn."""
    data = DataLines(ruleset)
    board = ruleset.board(scenario, options)
    coming = due(board)
    state = Game.start(board).state
    inside = {unit.id for unit in state.units.values() if unit.place is not None} | set(coming)
    arrivals = arrivals_told(ruleset, coming)
    told_already = {COUNTERS, arrivals.table.name if arrivals else ""}
    told_already |= {t.table.name for q in ("strength", "movement") if (t := quality_told(ruleset, q))}
    charts = list(_results(data))
    told_already |= {name for name, _ in charts}
    sorts: list[list[Group]] = [
        [group for _, groups in charts for group in groups],
        list(_qualities(ruleset, data, "strength", inside)),
        list(_coming(ruleset, data, arrivals, coming, board.scenario.first_turn)),
        list(_other(data, told_already)),
        list(_qualities(ruleset, data, "movement", inside)),
    ]
    for groups in sorts:
        groups.sort(key=lambda group: (-group.count, group.name))
    in_turn = chain.from_iterable(zip_longest(*sorts))
    return [group for group in in_turn if group is not None and (group.up or group.down)][:most]


# ------------------------------------------------------------------ units
def _qualities(ruleset: Ruleset, data: DataLines, quality: Any, inside: set[str]) -> Iterator[Group]:
    """Strength or movement of each side's kinds of units."""
    told = quality_told(ruleset, quality)
    if told is None:
        return
    kinds: dict[tuple[str, str], list[tuple[Line, str]]] = {}
    for unit in sorted(inside & told.lines.keys()):
        counter, line = ruleset.counters[unit], told.lines[unit]
        for column in told.columns:
            if data.mark_of(told.table, line, column) in UNKNOWN and _steps(line.cells.get(column, "")):
                kinds.setdefault((counter.side, counter.kind), []).append((line, column))
    for (side, kind), cells in kinds.items():
        yield _stepped(f"{quality} of {side} {kind}", told.table, cells)


def _coming(
    ruleset: Ruleset, data: DataLines, arrivals: Arrivals | None, coming: Mapping[str, int], first: int
) -> Iterator[Group]:
    """The turns in which each side's units come: a turn later, or earlier where that is after the first."""
    if arrivals is None:
        return
    table, by_side = arrivals.table, dict[str, list[tuple[Line, int]]]()
    for unit, turn in sorted(coming.items()):
        for line in arrivals.lines(unit, turn):
            if _turn_mark(table, line, arrivals.turn) in UNKNOWN:
                by_side.setdefault(ruleset.counters[unit].side, []).append((line, turn))
    for side, lines in by_side.items():

        def at(step: int, lines: list[tuple[Line, int]] = lines) -> Cells:
            return tuple(
                (table.name, table.key_of(line), arrivals.turn, str(turn + step - arrivals.beyond))
                for line, turn in lines
                if turn + step > first
            )

        yield Group(f"turn in which {side} units come", len(lines), at(UP), at(DOWN))


def _turn_mark(table: Table, line: Line, column: str) -> str:
    """The mark of a turn that stands in the key, where `DataLines.mark_of` asks for none."""
    return weakest({line.cells.get(mark, "") for mark in marks_of(column, table.headings)})


# ------------------------------------------------------------------ combat results
def _results(data: DataLines) -> Iterator[tuple[str, list[Group]]]:
    """Each column of odds of the charts of combat results, with the results of the next column instead."""
    for look in data.looks():
        table = data.tables.get(look.get("table", ""))
        if table is None or not _of_odds(table, look.get("columns", "")):
            continue
        columns, rows, cells = look["columns"], look["rows"], tuple(look["cells"])
        grid = {(line.cells[columns], line.cells[rows]): line for line in table.lines}
        odds = sorted({column for column, _ in grid}, key=ratio_of)
        groups = []
        for n, column in enumerate(odds):
            lines = [line for (name, _), line in grid.items() if name == column]
            unknown = [
                line
                for line in lines
                if any(data.mark_of(table, line, cell, look.get("mark", "")) in UNKNOWN for cell in cells)
            ]
            if unknown:
                beside = [
                    _like(table, grid, unknown, cells, columns, rows, odds, n + step) for step in (UP, DOWN)
                ]
                groups.append(Group(f"results at {column}", len(unknown), *beside))
        yield table.name, groups


def _like(
    table: Table,
    grid: Mapping[tuple[str, str], Line],
    lines: Sequence[Line],
    cells: Sequence[str],
    columns: str,
    rows: str,
    odds: Sequence[str],
    n: int,
) -> Cells:
    """Cells of some lines as the column of number *n* has them; none beyond the table."""
    if not 0 <= n < len(odds):
        return ()
    return tuple(
        (table.name, table.key_of(line), cell, other.cells[cell])
        for line in lines
        for cell in cells
        if (other := grid[odds[n], line.cells[rows]]).cells[cell] != line.cells[cell]
    )


def _of_odds(table: Table, column: str) -> bool:
    words = {line.cells.get(column, "") for line in table.lines}
    try:
        return bool(words) and all(map(ratio_of, words))
    except DataError:
        return False


# ------------------------------------------------------------------ any other number
def _other(data: DataLines, told_already: set[str]) -> Iterator[Group]:
    """Numbers of other tables, together by the words of their keys; where keys are numbers, by column."""
    for name, table in data.tables.items():
        if name in told_already:
            continue
        groups: dict[str, list[tuple[Line, str]]] = {}
        for line in table.lines:
            for column in table.fields:
                cell = line.cells.get(column, "")
                if column in table.key or not WHOLE.fullmatch(cell) or not _a_number(table, column):
                    continue
                if data.mark_of(table, line, column) in UNKNOWN:
                    groups.setdefault(_called(table, line, column), []).append((line, column))
        for called, cells in groups.items():
            yield _stepped(f"{name}: {called}", table, cells)


def _a_number(table: Table, column: str) -> bool:
    """Whether a column counts something: most of its cells are numbers."""
    cells = [cell for line in table.lines if (cell := line.cells.get(column, ""))]
    return 2 * sum(bool(WHOLE.fullmatch(cell)) for cell in cells) > len(cells)


def _called(table: Table, line: Line, column: str) -> str:
    words = [line.cells[key] for key in (table.key[:-1] or table.key)]
    words = [word for word in words if word and not WHOLE.fullmatch(word)]
    values = [field for field in table.fields if field not in table.key and _a_number(table, field)]
    return " ".join(words if words and len(values) == 1 else [*words, column])


def _stepped(name: str, table: Table, cells: Sequence[tuple[Line, str]]) -> Group:
    def at(step: Callable[[str], str]) -> Cells:
        return tuple(
            (table.name, table.key_of(line), column, value)
            for line, column in cells
            if (value := step(line.cells[column])) != line.cells[column]
        )

    return Group(name, len(cells), at(_raised), at(_lowered))


def _steps(cell: str) -> bool:
    return all(map(WHOLE.fullmatch, cell.split(PARTS))) and any(map(float, cell.split(PARTS)))


def _raised(cell: str) -> str:
    return _parts(cell, UP)


def _lowered(cell: str) -> str:
    return _parts(cell, DOWN)


def _parts(cell: str, step: int) -> str:
    """Each number of a cell a step on; what is nought stays so, and nothing becomes it."""
    return PARTS.join(_one(part, step) for part in cell.split(PARTS))


def _one(part: str, step: int) -> str:
    number = float(part)
    moved = number + step
    return part if not number or moved <= 0 else f"{moved:g}"
