"""Movement and stacking as the tables of a ruleset folder choose them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from hexcore.board import Board
from hexcore.charts import Costs, TerrainEffect, TerrainEffectsChart, compile_costs
from hexcore.customs import Custom
from hexcore.events import Asked, Event
from hexcore.folder_models import Movement, Stacking
from hexcore.folder_rows import PROHIBITED, CostRow, classes_of, half_points
from hexcore.maps import HexMap
from hexcore.movement import HALF
from hexcore.rule_sheet import RuleSheet
from hexcore.stacking import counted, excess
from hexcore.state import GameState
from hexcore.units import Counter, Side, Unit

BOUNDLESS = 1_000
"""The half-points of a unit where no rule bounds them: the one that does is switched off."""


class GroundChart(NamedTuple):
    """costs.csv: what each word costs each mobility class, and its rows as they stand there."""

    chart: TerrainEffectsChart
    rows: tuple[CostRow, ...]
    classes: tuple[str, ...]

    def cost(self, board: Board, hex_map: HexMap, mobility: str) -> Callable[[int, int, int], int | None]:
        """Half-points to cross a hexside into a hex, None for prohibited."""
        chart = self.chart.without(board.rules.off)

        def priced(on: str, words: Iterable[str]) -> list[tuple[TerrainEffect, int | None]]:
            rows = [row for word in words if (row := chart.row(on, word)) is not None]
            return [(row, row.costs[mobility]) for row in rows if mobility in row.costs]

        def cost(_hex: int, near: int, side: int) -> int | None:
            road = priced("road", (hex_map.roads[side],))
            if road:
                return road[0][1]
            ground = priced("hex", (*hex_map.terrain[near], *hex_map.features[near]))
            parts = [*ground, *priced("side", hex_map.sides[side])]
            if any(halves is None for _, halves in parts):
                return None
            plain = max((h or 0 for row, h in ground if not row.adds), default=HALF)
            added = [h or 0 for row, h in parts if row.adds or row.on == "side"]
            return plain + sum(added)

        return cost


def ground_chart(rows: Iterable[CostRow]) -> GroundChart:
    """The chart of some rows of costs.csv, one row type."""
    kept = tuple(rows)
    classes = classes_of(type(kept[0])) if kept else ()
    return GroundChart(TerrainEffectsChart(tuple(_effect(row, classes) for row in kept)), kept, classes)


def _effect(row: CostRow, classes: tuple[str, ...]) -> TerrainEffect:
    cells = {name: getattr(row, name) for name in classes if getattr(row, name)}
    costs = {name: None if cell == PROHIBITED else half_points(cell) for name, cell in cells.items()}
    adds = any(cell.startswith("+") for cell in cells.values())
    return TerrainEffect(row.word, row.on, costs, -row.shift, row.cost_rule, adds, row.on == "road")


def add_movement(
    sheet: RuleSheet, said: Movement, ground: Callable[[], GroundChart], mobility: Classes
) -> None:
    """The rules of [movement] and costs.csv."""

    def by_counter(state: GameState, unit: Unit) -> str:
        return mobility.of(unit.counter)

    def costs(board: Board, hex_map: HexMap, mobility: str) -> Costs:
        return compile_costs(hex_map, ground().cost(board, hex_map, mobility))

    if ground().classes:
        sheet.add("costs", "mobility", by_counter)
        sheet.add("costs", "terrain_costs", costs, said.terrain_rule)
    if said.minimum == "one-hex":
        sheet.add("movement", "minimum_move", lambda state, unit: True, said.minimum_rule)
    if said.rule:
        sheet.add("movement", "movement_allowance", lambda state, unit: BOUNDLESS)
        sheet.add("movement", "movement_allowance", lambda state, unit: unit.step.movement * HALF, said.rule)
    if said.frozen:
        _add_frozen(sheet, frozenset(said.frozen), said.frozen_rule)


def _add_frozen(sheet: RuleSheet, kinds: frozenset[str], number: str) -> None:
    def stays(state: GameState, units: tuple[Unit, ...]) -> str | None:
        never = next((u for u in units if u.counter.kind in kinds), None)
        return f"{never.counter.name} never moves" if never is not None else None

    def nothing(state: GameState, unit: Unit) -> int | None:
        return 0 if unit.counter.kind in kinds else None

    sheet.add("movement", "may_take", stays, number)
    sheet.add("movement", "movement_allowance", nothing, number)


class Classes(NamedTuple):
    """The mobility class of each counter, by id."""

    own: dict[str, str]
    plain: str

    def of(self, counter: Counter) -> str:
        return self.own.get(counter.id, self.plain)


# ------------------------------------------------------------------ stacking
class _Limit:
    """So many units, or so many points of them."""

    def __init__(self, said: Stacking, points: dict[str, int]) -> None:
        self.most, self.points = said.limit or 0, points

    @cached_property
    def in_points(self) -> bool:
        return any(points != 1 for points in self.points.values())

    def used(self, state: GameState, units: Iterable[Unit]) -> int:
        return sum(self.points.get(unit.id, 1) for unit in counted(state, units))


def add_stacking(sheet: RuleSheet, said: Stacking, points: dict[str, int]) -> None:
    """The rules of [stacking]; *points* are what each counter counts for."""
    free, alone = frozenset(said.free), frozenset(said.alone)
    if free:
        sheet.add("stacking", "counts_in_stack", lambda state, unit: unit.counter.kind not in free)
    if said.limit is not None:
        _add_limit(sheet, said, _Limit(said, points))
    if alone:

        def apart(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
            one = next((u for u in units if u.counter.kind in alone), None)
            if one is None or len(units) < 2:
                return None
            return f"{one.counter.name} stands with no other unit"

        sheet.add("stacking", "may_stack", apart, said.alone_rule)


def _add_limit(sheet: RuleSheet, said: Stacking, limit: _Limit) -> None:
    what = "stacking points" if limit.in_points else "unit" if limit.most == 1 else "units"

    def within(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
        return f"at most {limit.most} {what} to a hex" if limit.used(state, units) > limit.most else None

    def room(state: GameState, side: Side, hex: int) -> int | None:
        return None if limit.in_points else limit.most

    sheet.add("stacking", "may_stack", within, said.rule)
    sheet.add("stacking", "set_up_room", room, said.rule)
    if said.judged == "phase":
        sheet.state(Custom.EXCESS_WAITS, said.rule)
        sheet.add("stacking", "end_phase", _cured(said.rule), said.rule)


def _cured(number: str) -> Callable[..., Any]:
    def cured(state: GameState, phase: str) -> list[Event] | None:
        now = state.board.phase(state.phase)
        questions = excess(state, now.side, number) if now.kind == "movement" else ()
        return [Asked(questions)] if questions else None

    return cured
