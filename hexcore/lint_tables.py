"""Tables that cannot be meant: combat results with gaps, arrivals that cannot enter, units placed twice."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from hexcore.charts import CombatResultsTable
from hexcore.checkup import Flaw, Section
from hexcore.coverage import modules_of
from hexcore.game import Game
from hexcore.rules import Due
from hexcore.schema_check import data_files
from hexcore.sources_of_data import Spots
from hexcore.state import Combat, GameState
from hexcore.tables import READERS
from hexcore.units import Unit

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset

Cell = tuple[int, str]
"""A die and a column of odds."""
MOST_TOLD = 8
"""So many units that come too late are told one by one."""
ARRIVAL_FILES = ("arrivals*.csv", "reinforcements*.csv", "set*up*.csv", "*.csv", "*.py")


def table_flaws(ruleset: Ruleset, found: Section) -> Iterator[Flaw]:
    """What is wrong with the tables of combat results, the arrivals and the set-ups."""
    state = _first_state(ruleset)
    tables = list(results_tables(ruleset, state))
    for name, table in tables:
        yield from gaps(ruleset, name, table)
        values = tolls(table, state)
        if values is None:
            found.checked.append(f"{name} ({len(table.dice)} x {len(table.columns)}; words without a toll)")
        else:
            found.checked.append(f"{name} ({len(table.dice)} x {len(table.columns)})")
            yield from falls(ruleset, name, table, values)
    for scenario in ruleset.scenarios:
        yield from _late(ruleset, scenario)
    yield from _shut_out(ruleset, state) if state is not None else ()
    for path in data_files(ruleset.folder):
        if path.suffix == ".csv" and path.stem.replace("-", "").replace("_", "").startswith("setup"):
            yield from placed_twice(path)


def _first_state(ruleset: Ruleset) -> GameState | None:
    scenario = next(iter(ruleset.scenarios), None)
    return Game.start(ruleset.board(scenario)).state if scenario is not None else None


# ------------------------------------------------------------------ combat results
def results_tables(ruleset: Ruleset, state: GameState | None) -> Iterator[tuple[str, CombatResultsTable]]:
    """The tables of combat results of a ruleset: kept as tables, or in its modules; each once."""
    seen: list[CombatResultsTable] = []
    modules = modules_of(ruleset)
    names = {str(getattr(module, "__name__", "")) for module in modules}
    packages = {name.rpartition(".")[0] or name for name in names} | names
    kept = [(value.__name__, value()) for value in _readers(packages)]
    held = [(name, value) for module in modules for name, value in list(vars(module).items())]
    for name, value in (*kept, *held, *_answered(state)):
        if isinstance(value, CombatResultsTable) and all(value != other for other in seen):
            seen.append(value)
            yield name, value


def _readers(packages: set[str]) -> Iterator[Callable[[], object]]:
    for reader in READERS:
        if reader.__module__ in sys.modules and any(
            reader.__module__ == package or reader.__module__.startswith(f"{package}.")
            for package in packages
        ):
            yield reader


def _answered(state: GameState | None) -> Iterator[tuple[str, object]]:
    """The table that an attack of the first units on each other would be fought on."""
    if state is None:
        return
    combat = _some_combat(state)
    try:
        found = state.board.rules.combat_table(state, combat) if combat is not None else None
    except Exception:  # it wants a combat that is really fought
        return
    yield "the combat results table", found


def _some_combat(state: GameState) -> Combat | None:
    """An attack of the unit with most steps of one side on that of the other: `all` is more than one step."""
    sides = state.board.sides
    units = [
        max((u for u in state.units.values() if u.side == side and u.counter.steps), key=_steps, default=None)
        for side in sides
    ]
    if len(units) < 2 or units[0] is None or units[1] is None:
        return None
    target = max(units[1].hex, 0)
    return Combat(0, "attack", sides[0], (target,), (units[0].id,), (units[1].id,))


def _steps(unit: Unit) -> int:
    return len(unit.counter.steps)


def gaps(ruleset: Ruleset, name: str, table: CombatResultsTable) -> Iterator[Flaw]:
    """Dice that no row has, between those that have one."""
    for one, other in pairwise(table.dice):
        for die in range(one + 1, other):
            yield _at(ruleset, f"{name}: no row for the die {die}", (other, table.columns[0]))


Toll = tuple[float, float]
"""What a result costs attacker and defender."""


def tolls(table: CombatResultsTable, state: GameState | None) -> dict[Cell, Toll] | None:
    """What each cell costs either side. None where nobody knows."""
    found: dict[Cell, Toll] = {}
    for die in table.dice:
        for odds, entry in zip(table.columns, table.rows[die], strict=True):
            toll = _counted(entry) or _told_toll(state, entry)
            if toll is None:
                return None
            found[die, odds] = toll
    return found


def _counted(entry: Sequence[str]) -> tuple[float, float] | None:
    """Results in numbers; `e` is more than any number of steps."""
    if len(entry) != 2 or not all(word.isdigit() or word == "e" for word in entry):
        return None
    own, other = (9.0 if word == "e" else float(word) for word in entry)
    return own, other


def _told_toll(state: GameState | None, entry: tuple[str, ...]) -> tuple[float, float] | None:
    combat = _some_combat(state) if state is not None else None
    if state is None or combat is None:
        return None
    try:
        found: tuple[float, float] | None = state.board.rules.result_toll(state, combat, entry)
    except Exception:  # it wants a combat that is really fought
        return None
    return found


def falls(ruleset: Ruleset, name: str, table: CombatResultsTable, values: dict[Cell, Toll]) -> Iterator[Flaw]:
    """Cells in which higher odds do worse than lower, or a die falls out of the order of its column.

    Worse for the attacker is what costs him no less and the defender no more: an exchange is no worse than a
    retreat, it costs both more.
    """
    told = set()
    for die in table.dice:
        for before, odds in pairwise(table.columns):
            if _worse(values[die, odds], values[die, before]):
                told.add((die, odds))
                text = f"{name}: with a die of {die}, {_said(table, die, odds)} at {odds} is worse than "
                yield _at(ruleset, f"{text}{_said(table, die, before)} at {before}", (die, odds))
    rising = _rising(table, values)
    for odds in table.columns:
        for last, die in pairwise(table.dice):
            one, other = values[die, odds], values[last, odds]
            if rising and (die, odds) not in told and _worse(*((one, other) if rising > 0 else (other, one))):
                text = (
                    f"{name}: at {odds}, {_said(table, die, odds)} for a die of {die} is out of order after "
                )
                yield _at(ruleset, f"{text}{_said(table, last, odds)} for {last}", (die, odds))


def _worse(one: Toll, other: Toll) -> bool:
    """Whether the attacker does worse with one toll than with the other, whatever he is out for."""
    return one != other and one[0] >= other[0] and one[1] <= other[1]


def _rising(table: CombatResultsTable, values: dict[Cell, Toll]) -> int:
    """Whether high dice are good (1) or bad (-1) for the attacker; 0 where the table has no such order."""
    pairs = [(values[c, o], values[d, o]) for o in table.columns for c, d in pairwise(table.dice)]
    up, down = sum(_worse(c, d) for c, d in pairs), sum(_worse(d, c) for c, d in pairs)
    return 1 if up > 2 * down else -1 if down > 2 * up else 0


def _said(table: CombatResultsTable, die: int, odds: str) -> str:
    return "/".join(table.rows[die][table.columns.index(odds)])


def _at(ruleset: Ruleset, text: str, cell: Cell) -> Flaw:
    """A flaw at the line of a cell, in whichever table file has it."""
    for path in data_files(ruleset.folder):
        if path.suffix == ".csv" and "crt" in path.stem:
            with path.open(newline="", encoding="utf-8") as file:
                lines = csv.DictReader(file)
                for line in lines:
                    if (line.get("die"), line.get("odds")) == (str(cell[0]), cell[1]):
                        return Flaw(text, path, lines.line_num)
            return Flaw(text, path)
    return Flaw(text)


# ------------------------------------------------------------------ arrivals
def _late(ruleset: Ruleset, scenario: str) -> Iterator[Flaw]:
    """Units that come before the first turn or after the last one."""
    board = ruleset.board(scenario)
    first, last = board.scenario.first_turn, board.scenario.last_turn
    state, spots = Game.start(board).state, Spots(ruleset)
    dues: list[Due] = board.rules.due_units(state)
    for due in (due for due in dues if due.unit not in board.counters):
        yield spots.flaw(f"{scenario}: {due.unit!r} is due and no counter", due.unit, *ARRIVAL_FILES)
    known = [due for due in dues if due.unit in board.counters and not due.leaves]
    astray = [due for due in known if not first <= due.turn <= last]
    if len(astray) > MOST_TOLD:
        text = f"{scenario}: {len(astray)} units come outside turns {first} to {last}, the first: "
        yield spots.flaw(f"{text}{astray[0].unit!r}", astray[0].unit, *ARRIVAL_FILES)
        return
    for due in astray:
        text = f"{scenario}: {due.unit!r} comes in turn {due.turn}; the game goes from {first} to {last}"
        yield spots.flaw(text, due.unit, *ARRIVAL_FILES)


def _shut_out(ruleset: Ruleset, state: GameState) -> Iterator[Flaw]:
    """Of a folder's arrivals.csv: units none of whose hexes they can come into or leave."""
    path = ruleset.folder / "arrivals.csv"
    if not path.exists():
        return
    with path.open(newline="", encoding="utf-8") as file:
        lines = csv.DictReader(file)
        for line in lines:
            shut = _closed_to(state, line.get("unit") or "", (line.get("where") or "").split())
            if shut:
                text = f"{line['unit']!r} cannot enter at {line['where']}: {shut}"
                yield Flaw(text, path, lines.line_num)


def _closed_to(state: GameState, id: str, where: Sequence[str]) -> str:
    game_map = state.board.map
    if id not in state.units or not where:
        return ""
    hexes = [h for word in where for h in game_map.groups.get(word, ()) or [game_map.index[word]]]
    arm = state.board.rules.mobility(state, state.units[id])
    costs = state.board.costs(arm)
    for hex in hexes:
        ways_in = [s for s in range(6 * hex, 6 * hex + 6) if game_map.neighbours[s] >= 0]
        if costs.exits[hex] and any(costs.halves[game_map.mirror(side)] for side in ways_in):
            return ""
    return (
        f"no {arm} unit can cross any side of it"
        if len(hexes) == 1
        else f"no {arm} unit can enter any of them"
    )


# ------------------------------------------------------------------ set-ups
def placed_twice(path: Path) -> Iterator[Flaw]:
    """Units that a table of set-ups places twice in one scenario."""
    with path.open(newline="", encoding="utf-8") as file:
        lines = csv.DictReader(file)
        names = lines.fieldnames or []
        unit = next((name for name in ("unit", "unit_id", "id") if name in names), "")
        if not unit or "scenario" not in names:
            return
        seen: dict[tuple[str, str], int] = {}
        for line in lines:
            key = (line["scenario"], line[unit])
            first = seen.setdefault(key, lines.line_num)
            if first != lines.line_num:
                yield Flaw(f"{key[0]}: {key[1]!r} is set up already in line {first}", path, lines.line_num)
