"""The board: what does not change during one game. Map, counters, sequence, options, and the rules in force.

`Rules` is the one typed window on pluggy: every rule call in the program goes through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pluggy

from hexcore import hookspecs
from hexcore.customs import Custom
from hexcore.rules import (
    DieModifier,
    Factor,
    Mask,
    Rank,
    Refusal,
    Shift,
    SupplySource,
    VictoryPoints,
    marked,
    numbered,
)
from hexcore.units import Side, Unit

if TYPE_CHECKING:
    from hexcore.actions import Action
    from hexcore.charts import CombatResultsTable, Costs
    from hexcore.decisions import Decision
    from hexcore.events import Event, Steps
    from hexcore.maps import HexMap
    from hexcore.ruleset import Ruleset, Scenario
    from hexcore.sequence import SequenceOfPlay
    from hexcore.setup import Area
    from hexcore.state import Combat, GameState, Outcome
    from hexcore.supply import SupplyRule
    from hexcore.units import Counter

_impl = pluggy.HookimplMarker("hexcore")


class _InForce:
    """The functions of one module that are in force. Two without any are still two."""


class Rules:
    """The rules in force: the core's general ones, the ruleset's over them, less those switched off."""

    def __init__(
        self, edition: str, modules: Sequence[ModuleType | object], off: frozenset[str] = frozenset()
    ) -> None:
        self.edition, self.off = edition, off
        manager = pluggy.PluginManager("hexcore")
        manager.add_hookspecs(hookspecs.HookSpecs)
        self.shapes = {name: hookspecs.shape(name) for name in hookspecs.HOOKS}
        self._customs = _stated(edition, modules)
        for module in modules:
            manager.register(self._in_force(module), name=getattr(module, "__name__", None))
        manager.check_pending()
        self._callers: dict[str, Any] = {
            name: getattr(manager.hook, name)
            for name in hookspecs.HOOKS
            if getattr(manager.hook, name).get_hookimpls()
        }
        self._plain = {
            name: plain for name, caller in self._callers.items() if (plain := _without_wrappers(caller))
        }

    def active(self, number: str) -> bool:
        """Whether a numbered rule is in force in this game."""
        return number not in self.off

    def holds(self, custom: Custom) -> bool:
        """Whether a custom of the core holds: no rule that states it is switched off."""
        return self.off.isdisjoint(self._customs.get(custom, ()))

    def cites(self, custom: Custom) -> str:
        """The number under which the ruleset states a custom, empty when it does not."""
        return next(iter(self._customs.get(custom, ())), "")

    def _in_force(self, module: ModuleType | object) -> object:
        """The marked functions of a module that are in force, as one pluggy plugin."""
        plugin = _InForce()
        for _, function, mark in marked([module]):
            number = mark.numbers.get(self.edition, "")
            if not mark.hook or (mark.numbers and not number) or number in self.off:
                continue
            wrap = mark.options.get("wrapper", False)
            cite = number and self.shapes.get(mark.hook) != "answer" and not wrap
            called = numbered(function, number) if cite else _fresh(function)
            setattr(plugin, function.__name__, _impl(called, specname=mark.hook, **mark.options))
        return plugin

    def _first(self, hook: str, **given: Any) -> Any:
        plain = self._plain.get(hook)
        if plain is not None:
            for function, names in plain:
                answer = function(*[given[name] for name in names])
                if answer is not None:
                    return answer
            return None
        caller = self._callers.get(hook)
        return caller(**given) if caller is not None else None

    def _gather(self, hook: str, **given: Any) -> list[Any]:
        parts: list[Any] = []
        plain = self._plain.get(hook)
        if plain is not None:
            for function, names in plain:
                part = function(*[given[name] for name in names])
                if part is not None:
                    parts.extend(part) if isinstance(part, list) else parts.append(part)
            return parts
        caller = self._callers.get(hook)
        if caller is None:
            return parts
        for part in caller(**given):
            parts.extend(part) if isinstance(part, list) else parts.append(part)
        return parts

    def _refuse(self, hook: str, **given: Any) -> list[Refusal]:
        return [p if isinstance(p, Refusal) else Refusal("", str(p)) for p in self._gather(hook, **given)]

    # ---------------------------------------------------------------- the sequence of play
    def begin_game(self, state: GameState) -> list[Event]:
        return self._gather("begin_game", state=state)

    def begin_phase(self, state: GameState, phase: str) -> list[Event]:
        return self._gather("begin_phase", state=state, phase=phase)

    def end_phase(self, state: GameState, phase: str) -> list[Event]:
        return self._gather("end_phase", state=state, phase=phase)

    def may_end_phase(self, state: GameState, side: Side) -> list[Refusal]:
        return self._refuse("may_end_phase", state=state, side=side)

    def outcome(self, state: GameState) -> Outcome | None:
        found: Outcome | None = self._first("outcome", state=state)
        return found

    def standing(self, state: GameState) -> Outcome | None:
        found: Outcome | None = self._first("standing", state=state)
        return found

    def victory_points(self, state: GameState) -> list[VictoryPoints]:
        return self._gather("victory_points", state=state)

    # ---------------------------------------------------------------- setting up
    def set_up_areas(self, state: GameState, side: Side) -> list[Area]:
        return self._gather("set_up_areas", state=state, side=side)

    def set_up_room(self, state: GameState, side: Side, hex: int) -> int | None:
        found: int | None = self._first("set_up_room", state=state, side=side, hex=hex)
        return found

    # ---------------------------------------------------------------- units and the ground
    def mobility(self, state: GameState, unit: Unit) -> str:
        return str(self._first("mobility", state=state, unit=unit))

    def terrain_costs(self, board: Board, mobility: str) -> Costs:
        found: Costs = self._first("terrain_costs", board=board, hex_map=board.map, mobility=mobility)
        return found

    def exerts_zoc(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("exerts_zoc", state=state, unit=unit))

    def zone_barriers(self, board: Board) -> frozenset[int]:
        return frozenset(self._gather("zone_barriers", board=board, hex_map=board.map))

    def negates_zone(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("negates_zone", state=state, unit=unit))

    def bars_entry(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("bars_entry", state=state, unit=unit))

    def may_stack(self, state: GameState, units: tuple[Unit, ...], hex: int) -> list[Refusal]:
        return self._refuse("may_stack", state=state, units=units, hex=hex)

    # ---------------------------------------------------------------- movement
    def movement_allowance(self, state: GameState, unit: Unit) -> int:
        return int(self._first("movement_allowance", state=state, unit=unit))

    def may_take(self, state: GameState, units: tuple[Unit, ...]) -> list[Refusal]:
        return self._refuse("may_take", state=state, units=units)

    def movement_groups(self, state: GameState, side: Side) -> list[tuple[str, ...]]:
        return self._gather("movement_groups", state=state, side=side)

    def movement_masks(self, state: GameState, unit: Unit) -> list[Mask]:
        return self._gather("movement_masks", state=state, unit=unit)

    def minimum_move(self, state: GameState, unit: Unit) -> bool:
        return bool(self._first("minimum_move", state=state, unit=unit))

    def entered(self, state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event]:
        return self._gather("entered", state=state, units=units, hex=hex, how=how)

    def watched_hexes(self, state: GameState, side: Side) -> frozenset[int]:
        return frozenset(self._gather("watched_hexes", state=state, side=side))

    def hand_options(self, state: GameState, units: tuple[Unit, ...], left: int) -> list[Action]:
        return self._gather("hand_options", state=state, units=units, left=left)

    def hand_refusal(self, state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
        found: Refusal | None = self._first("hand_refusal", state=state, units=units, action=action)
        return found

    def hand_answer(self, state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
        found: Steps | None = self._first("hand_answer", state=state, units=units, action=action)
        return found

    def put_down(self, state: GameState, units: tuple[Unit, ...]) -> list[Event]:
        return self._gather("put_down", state=state, units=units)

    def arrivals(self, state: GameState, side: Side) -> list[Action]:
        return self._gather("arrivals", state=state, side=side)

    def arrival_refusal(self, state: GameState, action: Action) -> Refusal | None:
        found: Refusal | None = self._first("arrival_refusal", state=state, action=action)
        return found

    def arrival_answer(self, state: GameState, action: Action) -> Steps | None:
        found: Steps | None = self._first("arrival_answer", state=state, action=action)
        return found

    # ---------------------------------------------------------------- combat
    def may_attack(
        self, state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
    ) -> list[Refusal]:
        return self._refuse("may_attack", state=state, unit=unit, targets=targets, combat=combat)

    def may_be_attacked(self, state: GameState, hex: int) -> list[Refusal]:
        return self._refuse("may_be_attacked", state=state, hex=hex)

    def may_overrun(self, state: GameState, units: tuple[Unit, ...], target: int) -> list[Refusal]:
        return self._refuse("may_overrun", state=state, units=units, target=target)

    def overrun_cost(self, state: GameState, units: tuple[Unit, ...], target: int) -> int | None:
        found: int | None = self._first("overrun_cost", state=state, units=units, target=target)
        return found

    def combat_support(self, state: GameState, combat: Combat, side: Side) -> list[Action]:
        return self._gather("combat_support", state=state, combat=combat, side=side)

    def support_refusal(self, state: GameState, combat: Combat, side: Side, action: Action) -> Refusal | None:
        found: Refusal | None = self._first(
            "support_refusal", state=state, combat=combat, side=side, action=action
        )
        return found

    def pledged(self, state: GameState, combat: Combat, action: Action) -> list[Event]:
        return self._gather("pledged", state=state, combat=combat, action=action)

    def combat_opens(self, state: GameState, combat: Combat) -> list[Event]:
        return self._gather("combat_opens", state=state, combat=combat)

    def strength_factors(self, state: GameState, combat: Combat, unit: Unit) -> list[Factor]:
        return self._gather("strength_factors", state=state, combat=combat, unit=unit)

    def combined_strength(
        self, state: GameState, combat: Combat, strengths: Mapping[str, Fraction], attacking: bool
    ) -> Fraction:
        found = self._first(
            "combined_strength", state=state, combat=combat, strengths=strengths, attacking=attacking
        )
        return Fraction(found)

    def combat_shifts(self, state: GameState, combat: Combat) -> list[Shift]:
        shifts = self._gather("combat_shifts", state=state, combat=combat)
        counted = self._first("shifts_that_count", state=state, combat=combat, shifts=shifts)
        return shifts if counted is None else list(counted)

    def die_modifiers(self, state: GameState, combat: Combat) -> list[DieModifier]:
        return self._gather("die_modifiers", state=state, combat=combat)

    def combat_table(self, state: GameState, combat: Combat) -> CombatResultsTable:
        found: CombatResultsTable = self._first("combat_table", state=state, combat=combat)
        return found

    def fixed_column(self, state: GameState, combat: Combat) -> str | None:
        found: str | None = self._first("fixed_column", state=state, combat=combat)
        return found

    def combat_results(self, state: GameState, combat: Combat) -> tuple[Decision, ...]:
        found: tuple[Decision, ...] = self._first("combat_results", state=state, combat=combat)
        return found

    def retreat_masks(self, state: GameState, unit: Unit) -> list[Mask]:
        return self._gather("retreat_masks", state=state, unit=unit)

    def retreat_ranks(
        self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
    ) -> list[Rank]:
        return self._gather("retreat_ranks", state=state, unit=unit, path=path, combat=combat)

    def may_retreat(
        self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
    ) -> list[Refusal]:
        return self._refuse("may_retreat", state=state, unit=unit, path=path, combat=combat)

    def may_advance(
        self, state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
    ) -> list[Refusal]:
        return self._refuse("may_advance", state=state, units=units, path=path, combat=combat)

    def result_falls(self, state: GameState, combat: Combat) -> list[Event]:
        return self._gather("result_falls", state=state, combat=combat)

    def may_lose(self, state: GameState, unit: Unit, combat: Combat) -> list[Refusal]:
        return self._refuse("may_lose", state=state, unit=unit, combat=combat)

    def lost_step(self, state: GameState, unit: Unit, combat: Combat | None) -> list[Event]:
        return self._gather("lost_step", state=state, unit=unit, combat=combat)

    def retreated(self, state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> list[Event]:
        return self._gather("retreated", state=state, unit=unit, path=path, combat=combat)

    def combat_closes(self, state: GameState, combat: Combat) -> list[Event]:
        return self._gather("combat_closes", state=state, combat=combat)

    # ---------------------------------------------------------------- supply, hidden things, players
    def supply_rule(self, state: GameState, side: Side) -> SupplyRule | None:
        found: SupplyRule | None = self._first("supply_rule", state=state, side=side)
        return found

    def supply_sources(self, state: GameState, side: Side) -> list[SupplySource]:
        return self._gather("supply_sources", state=state, side=side)

    def supply_state(self, state: GameState, unit: Unit) -> str:
        return str(self._first("supply_state", state=state, unit=unit))

    def visibility(self, state: GameState, unit: Unit, viewer: Side) -> str:
        return str(self._first("visibility", state=state, unit=unit, viewer=viewer))

    def revealed(self, state: GameState, what: str, choice: str) -> list[Event]:
        return self._gather("revealed", state=state, what=what, choice=choice)

    def worth(self, state: GameState, side: Side) -> dict[int, float]:
        found: dict[int, float] | None = self._first("worth", state=state, side=side)
        return found or {}


def _stated(edition: str, modules: Sequence[ModuleType | object]) -> dict[Custom, tuple[str, ...]]:
    """The numbers under which an edition states customs of the core."""
    found: dict[Custom, tuple[str, ...]] = {}
    for _, _, mark in marked(modules):
        if mark.custom is not None and edition in mark.numbers:
            found[mark.custom] = (*found.get(mark.custom, ()), mark.numbers[edition])
    return found


def _without_wrappers(caller: Any) -> list[tuple[Callable[..., Any], tuple[str, ...]]]:
    """The functions of a hook in pluggy's order of call, empty when an exception wraps one of them.

    Most hooks have no wrapper, and calling the functions straight costs a third of a call through pluggy.
    """
    impls = caller.get_hookimpls()
    if any(impl.hookwrapper or impl.wrapper for impl in impls):
        return []
    return [(impl.function, impl.argnames) for impl in reversed(impls)]


def _fresh(function: Callable[..., Any]) -> Callable[..., Any]:
    """A copy to hang pluggy's mark on, so that boards with other rules off do not share it."""
    import types

    copy = types.FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__, copy.__doc__ = function.__kwdefaults__, function.__doc__
    return copy


class Board:
    """One game's fixed part: ruleset, scenario, options, map, counters, sequence of play, rules in force."""

    def __init__(
        self,
        ruleset: Ruleset,
        scenario: Scenario,
        options: Mapping[str, str],
        hex_map: HexMap,
        counters: Mapping[str, Counter],
        sequence: SequenceOfPlay,
        modules: Iterable[ModuleType | object],
        off: frozenset[str],
    ) -> None:
        self.ruleset, self.scenario, self.options = ruleset, scenario, dict(options)
        self.map, self.counters = hex_map, dict(counters)
        self.rules = Rules(ruleset.id, list(modules), off)
        self.sequence = sequence.without(off)
        self.sides: tuple[Side, ...] = ruleset.sides
        self.notebook: dict[Any, Any] = {}
        self._costs: dict[str, Costs] = {}

    def costs(self, mobility: str) -> Costs:
        """What every hexside costs a mobility class, compiled at the first question."""
        if mobility not in self._costs:
            self._costs[mobility] = self.rules.terrain_costs(self, mobility)
        return self._costs[mobility]

    @cached_property
    def zone_barriers(self) -> frozenset[int]:
        return self.rules.zone_barriers(self)

    def controls(self, unit: Unit) -> bool:
        """Whether a unit takes control of the hexes it enters."""
        return self.ruleset.controls(unit.counter)

    def option(self, id: str) -> str:
        """The value of a game option (`on`, `off`, or a word); KeyError for an unknown one."""
        return self.options[id]

    def on(self, id: str) -> bool:
        return self.options.get(id) == "on"

    def once(self, key: Any, compute: Callable[[], Any]) -> Any:
        """Something derived from the board alone, computed once."""
        if key not in self.notebook:
            self.notebook[key] = compute()
        return self.notebook[key]

    def name(self, unit_id: str) -> str:
        """What a player calls a unit."""
        return self.counters[unit_id].name

    def phase(self, index: int) -> Any:
        return self.sequence.phases[index]
