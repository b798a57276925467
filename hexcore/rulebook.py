"""The rulebook of one game: the one typed window on pluggy, which every rule call goes through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hexcore.plugged import Plugged
from hexcore.rules import (
    DieModifier,
    DrawnLine,
    Due,
    Effects,
    Factor,
    Foretold,
    Mask,
    Objective,
    Rank,
    Refusal,
    Shift,
    SupplyBand,
    SupplySource,
    Told,
    VictoryPoints,
)
from hexcore.tables import Door, through
from hexcore.units import Counter, Side, Unit

if TYPE_CHECKING:
    from hexcore.actions import Action
    from hexcore.board import Board
    from hexcore.charts import CombatResultsTable, Costs
    from hexcore.decisions import Decision
    from hexcore.events import Event, Steps
    from hexcore.setup import Area
    from hexcore.state import Combat, GameState, Outcome
    from hexcore.supply import SupplyRule


class Rules(Plugged):
    """The rules in force, by hook."""

    # ---------------------------------------------------------------- the sequence of play
    def begin_game(self, state: GameState) -> list[Event]:
        return self._gather("begin_game", state)

    def begin_phase(self, state: GameState, phase: str) -> list[Event]:
        return self._gather("begin_phase", state, phase)

    def end_phase(self, state: GameState, phase: str) -> list[Event]:
        return self._gather("end_phase", state, phase)

    def may_end_phase(self, state: GameState, side: Side) -> list[Refusal]:
        return self._refuse("may_end_phase", state, side)

    def outcome(self, state: GameState) -> Outcome | None:
        found: Outcome | None = self._first("outcome", state)
        return found

    def standing(self, state: GameState) -> Outcome | None:
        found: Outcome | None = self._first("standing", state)
        return found

    def victory_points(self, state: GameState) -> list[VictoryPoints]:
        return self._gather("victory_points", state)

    # ---------------------------------------------------------------- setting up
    def set_up_areas(self, state: GameState, side: Side) -> list[Area]:
        return self._gather("set_up_areas", state, side)

    def set_up_room(self, state: GameState, side: Side, hex: int) -> int | None:
        found: int | None = self._first("set_up_room", state, side, hex)
        return found

    # ---------------------------------------------------------------- units and the ground
    def mobility(self, state: GameState, unit: Unit) -> str:
        return str(self._first("mobility", state, unit))

    def terrain_costs(self, board: Board, mobility: str) -> Costs:
        found: Costs = self._first("terrain_costs", board, board.map, mobility)
        return found

    def exerts_zoc(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("exerts_zoc", state, unit))

    def zone_barriers(self, board: Board) -> frozenset[int]:
        return frozenset(self._gather("zone_barriers", board, board.map))

    def zone_walls(self, state: GameState) -> frozenset[int]:
        return frozenset(self._gather("zone_walls", state))

    def ties_zones(self, board: Board) -> frozenset[str]:
        return frozenset(self._gather("ties_zones", board))

    def negates_zone(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("negates_zone", state, unit))

    def bars_entry(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("bars_entry", state, unit))

    def may_stack(self, state: GameState, units: tuple[Unit, ...], hex: int) -> list[Refusal]:
        return self._refuse("may_stack", state, units, hex)

    def can_stack(self, state: GameState, units: tuple[Unit, ...], hex: int) -> bool:
        return not self._forbids("may_stack", state, units, hex)

    def counts_in_stack(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("counts_in_stack", state, unit))

    # ---------------------------------------------------------------- movement
    def movement_allowance(self, state: GameState, unit: Unit) -> int:
        return int(self._first("movement_allowance", state, unit))

    def may_take(self, state: GameState, units: tuple[Unit, ...]) -> list[Refusal]:
        return self._refuse("may_take", state, units)

    def movement_groups(self, state: GameState, side: Side) -> list[tuple[str, ...]]:
        return self._gather("movement_groups", state, side)

    def movement_masks(self, state: GameState, unit: Unit) -> list[Mask]:
        return self._gather("movement_masks", state, unit)

    def minimum_move(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("minimum_move", state, unit))

    def may_move_at_least(self, state: GameState, unit: Unit, hex: int) -> list[Refusal]:
        return self._refuse("may_move_at_least", state, unit, hex)

    def ordered(self, state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event]:
        return self._gather("ordered", state, units, action)

    def entered(self, state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event]:
        return self._gather("entered", state, units, hex, how)

    def watched_hexes(self, state: GameState, side: Side) -> frozenset[int]:
        return frozenset(self._gather("watched_hexes", state, side))

    def hand_options(self, state: GameState, units: tuple[Unit, ...], left: int) -> list[Action]:
        return self._gather("hand_options", state, units, left)

    def hand_refusal(self, state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
        found: Refusal | None = self._first("hand_refusal", state, units, action)
        return found

    def hand_answer(self, state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
        found: Steps | None = self._first("hand_answer", state, units, action)
        return found

    def put_down(self, state: GameState, units: tuple[Unit, ...]) -> list[Event]:
        return self._gather("put_down", state, units)

    def owed_moves(self, state: GameState, side: Side) -> list[Action]:
        return self._gather("owed_moves", state, side)

    def arrivals(self, state: GameState, side: Side) -> list[Action]:
        return self._gather("arrivals", state, side)

    def arrival_refusal(self, state: GameState, action: Action) -> Refusal | None:
        found: Refusal | None = self._first("arrival_refusal", state, action)
        return found

    def arrival_answer(self, state: GameState, action: Action) -> Steps | None:
        found: Steps | None = self._first("arrival_answer", state, action)
        return found

    # ---------------------------------------------------------------- combat
    def may_attack(
        self, state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
    ) -> list[Refusal]:
        return self._refuse("may_attack", state, unit, targets, combat)

    def can_attack(
        self, state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
    ) -> bool:
        return not self._forbids("may_attack", state, unit, targets, combat)

    def may_be_attacked(self, state: GameState, hex: int) -> list[Refusal]:
        return self._refuse("may_be_attacked", state, hex)

    def can_be_attacked(self, state: GameState, hex: int) -> bool:
        return not self._forbids("may_be_attacked", state, hex)

    def defends(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("defends", state, unit))

    def defended_hexes(self, state: GameState, side: Side) -> frozenset[int]:
        return frozenset(self._gather("defended_hexes", state, side))

    def may_overrun(self, state: GameState, units: tuple[Unit, ...], target: int) -> list[Refusal]:
        return self._refuse("may_overrun", state, units, target)

    def overrun_cost(self, state: GameState, units: tuple[Unit, ...], target: int) -> int | None:
        found: int | None = self._first("overrun_cost", state, units, target)
        return found

    def declaration(self, state: GameState, combat: Combat) -> list[Action]:
        return self._gather("declaration", state, combat)

    def combat_support(self, state: GameState, combat: Combat, side: Side) -> list[Action]:
        return self._gather("combat_support", state, combat, side)

    def support_known(self, state: GameState, combat: Combat, side: Side) -> list[Action]:
        return self._gather("support_known", state, combat, side)

    def support_refusal(self, state: GameState, combat: Combat, side: Side, action: Action) -> Refusal | None:
        found: Refusal | None = self._first("support_refusal", state, combat, side, action)
        return found

    def owes_support(self, state: GameState, combat: Combat, side: Side) -> list[Refusal]:
        return self._refuse("owes_support", state, combat, side)

    def pledged(self, state: GameState, combat: Combat, action: Action) -> list[Event]:
        return self._gather("pledged", state, combat, action)

    def combat_opens(self, state: GameState, combat: Combat) -> list[Event]:
        return self._gather("combat_opens", state, combat)

    def strength_factors(self, state: GameState, combat: Combat, unit: Unit) -> list[Factor]:
        return self._gather("strength_factors", state, combat, unit)

    def combined_strength(
        self, state: GameState, combat: Combat, strengths: Mapping[str, Fraction], attacking: bool
    ) -> Fraction:
        found = self._first("combined_strength", state, combat, strengths, attacking)
        return Fraction(found)

    def combat_shifts(self, state: GameState, combat: Combat) -> list[Shift]:
        shifts = self._gather("combat_shifts", state, combat)
        counted = self._first("shifts_that_count", state, combat, shifts)
        return shifts if counted is None else list(counted)

    def die_modifiers(self, state: GameState, combat: Combat) -> list[DieModifier]:
        return self._gather("die_modifiers", state, combat)

    def combat_table(self, state: GameState, combat: Combat) -> CombatResultsTable:
        found: CombatResultsTable = self._first("combat_table", state, combat)
        return found

    def fixed_column(self, state: GameState, combat: Combat) -> str | None:
        found: str | None = self._first("fixed_column", state, combat)
        return found

    def result_effects(self, state: GameState, combat: Combat, result: tuple[str, ...]) -> Effects | None:
        found: Effects | None = self._first("result_effects", state, combat, result)
        return found

    def combat_results(self, state: GameState, combat: Combat) -> tuple[Decision, ...]:
        found: tuple[Decision, ...] = self._first("combat_results", state, combat)
        return found

    def result_left(self, state: GameState, combat: Combat, role: str, result: str) -> str:
        return str(self._first("result_left", state, combat, role, result))

    def may_go_back(
        self, state: GameState, combat: Combat, role: str, points: int, hexes: int
    ) -> list[Refusal]:
        return self._refuse("may_go_back", state, combat, role, points, hexes)

    def retreat_masks(self, state: GameState, unit: Unit) -> list[Mask]:
        return self._gather("retreat_masks", state, unit)

    def retreat_ranks(
        self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
    ) -> list[Rank]:
        return self._gather("retreat_ranks", state, unit, path, combat)

    def may_retreat(
        self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
    ) -> list[Refusal]:
        return self._refuse("may_retreat", state, unit, path, combat)

    def can_retreat(self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> bool:
        return not self._forbids("may_retreat", state, unit, path, combat)

    def may_pass(self, state: GameState, units: tuple[Unit, ...], hex: int) -> list[Refusal]:
        return self._refuse("may_pass", state, units, hex)

    def crowded_out(self, state: GameState, unit: Unit, combat: Combat) -> bool:
        return bool(self._first("crowded_out", state, unit, combat))

    def spared(self, state: GameState, combat: Combat, unit: Unit) -> bool:
        return bool(self._first("spared", state, combat, unit))

    def may_go_along(
        self, state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
    ) -> list[Refusal]:
        return self._refuse("may_go_along", state, units, path, combat)

    def may_advance(
        self, state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
    ) -> list[Refusal]:
        return self._refuse("may_advance", state, units, path, combat)

    def result_falls(self, state: GameState, combat: Combat) -> list[Event]:
        return self._gather("result_falls", state, combat)

    def may_lose(self, state: GameState, unit: Unit, combat: Combat) -> list[Refusal]:
        return self._refuse("may_lose", state, unit, combat)

    def eliminated(self, state: GameState, unit: Unit, why: str) -> Steps:
        found: Steps = self._first("eliminated", state, unit, why)
        return found

    def lost_step(self, state: GameState, unit: Unit, combat: Combat | None) -> list[Event]:
        return self._gather("lost_step", state, unit, combat)

    def retreated(self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> list[Event]:
        return self._gather("retreated", state, unit, path, combat)

    def combat_closes(self, state: GameState, combat: Combat) -> list[Event]:
        return self._gather("combat_closes", state, combat)

    # ---------------------------------------------------------------- supply, hidden things, players
    def supply_rule(self, state: GameState, side: Side) -> SupplyRule | None:
        found: SupplyRule | None = self._first("supply_rule", state, side)
        return found

    def supply_sources(self, state: GameState, side: Side) -> list[SupplySource]:
        return self._gather("supply_sources", state, side)

    def supply_part(self, board: Board, counter: Counter) -> str:
        return str(self._first("supply_part", board, counter))

    def supply_state(self, state: GameState, unit: Unit) -> str:
        return str(self._first("supply_state", state, unit))

    def supply_told(self, state: GameState, unit: Unit) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self._first("supply_told", state, unit)
        return found

    def supply_bands(self, state: GameState, side: Side) -> tuple[SupplyBand, ...]:
        found: tuple[SupplyBand, ...] = self._first("supply_bands", state, side) or ()
        return found

    def foretold(self, state: GameState, decision: Decision, action: Action) -> Foretold | None:
        found: Foretold | None = self._first("foretold", state, decision, action)
        return found

    def visibility(self, state: GameState, unit: Unit, viewer: Side) -> str:
        return str(self._first("visibility", state, unit, viewer))

    def drawn_lines(self, state: GameState) -> list[DrawnLine]:
        return self._gather("drawn_lines", state)

    def unit_told(self, state: GameState, unit: Unit) -> list[Told]:
        return self._gather("unit_told", state, unit)

    def due_units(self, state: GameState) -> list[Due]:
        return self._gather("due_units", state)

    def objectives(self, state: GameState) -> list[Objective]:
        return self._gather("objectives", state)

    def revealed(self, state: GameState, what: str, choice: str) -> list[Event]:
        return self._gather("revealed", state, what, choice)

    def worth(self, state: GameState, side: Side) -> dict[int, float]:
        found: dict[int, float] | None = self._first("worth", state, side)
        return found or {}

    def unit_worth(self, state: GameState, unit: Unit) -> float:
        return float(self._first("unit_worth", state, unit))

    def threatened(self, state: GameState, side: Side) -> dict[int, float]:
        found: dict[int, float] = self._first("threatened", state, side)
        return found

    def result_toll(
        self, state: GameState, combat: Combat, result: tuple[str, ...]
    ) -> tuple[float, float] | None:
        found: tuple[float, float] | None = self._first("result_toll", state, combat, result)
        return found

    def hoped_shift(self, state: GameState, combat: Combat) -> int:
        return int(self._first("hoped_shift", state, combat) or 0)

    def answer_worth(self, state: GameState, decision: Decision, action: Action) -> float | None:
        found: float | None = self._first("answer_worth", state, decision, action)
        return found


class CorrectedRules(Rules):
    """The rules of a game with corrections: each is asked with the door of these open."""

    def __init__(self, door: Door, edition: str, modules: Sequence[object], off: frozenset[str]) -> None:
        super().__init__(edition, modules, off)
        self.door = door

    def _first(self, hook: str, *given: Any) -> Any:
        with through(self.door):
            return super()._first(hook, *given)

    def _gather(self, hook: str, *given: Any) -> list[Any]:
        with through(self.door):
            return super()._gather(hook, *given)

    def _forbids(self, hook: str, *given: Any) -> bool:
        with through(self.door):
            return super()._forbids(hook, *given)
