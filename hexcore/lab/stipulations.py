"""What the laboratory stipulates for a set-up, as rules beside a ruleset's own: supply, columns, the die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hexcore.lab.named import Named
from hexcore.rule_sheet import RuleSheet
from hexcore.rules import DieModifier, Shift
from hexcore.ruleset import Ruleset
from hexcore.state import Combat, GameState
from hexcore.units import Unit

SUPPLIED = "supplied"


def stipulated(
    game: Named, *, shift: int = 0, modifier: int = 0, supply: Mapping[str, str] | None = None
) -> Ruleset:
    """The ruleset with so many columns more in every combat, so much on every die, and the supply state of
    some units (by id; `""` stands for every unit) as stated. It shares map and counters with the original."""
    sheet, states = RuleSheet(game.ruleset.id, "laboratory"), dict(supply or {})
    if shift:
        sheet.add("stipulated", "combat_shifts", lambda state, combat: _shift(combat, shift))
    if modifier:
        sheet.add("stipulated", "die_modifiers", lambda state, combat: DieModifier(modifier, "stipulated"))
    if states:
        sheet.add("stipulated", "supply_state", lambda state, unit: _supply(state, unit, states))
    return _with_sheet(game, sheet)


def _shift(combat: Combat, columns: int) -> Shift:
    return Shift(columns, "stipulated")


def _supply(_state: GameState, unit: Unit, states: Mapping[str, str]) -> str | None:
    return states.get(unit.id, states.get(""))


def _with_sheet(game: Named, sheet: RuleSheet) -> Ruleset:
    whole, scenario = game.ruleset, game.scenario
    stated = replace(scenario, modules=(*scenario.modules, sheet.module))
    others = tuple(stated if id == scenario.id else one for id, one in whole.scenarios.items())
    return replace(
        whole,
        load_map=lambda: whole.map,
        load_counters=lambda: whole.counters,
        load_sequence=lambda: whole.sequence,
        load_presentation=lambda: whole.presentation,
        load_map_tools=lambda: whole.map_tools,
        load_scenarios=lambda: others,
    )
