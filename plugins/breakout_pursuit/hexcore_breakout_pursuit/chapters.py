"""The rulebook's chapters as modules, in the order of play, and what they add to the core."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from hexcore.sequence import SequenceOfPlay, read_sequence
from hexcore.tables import read_toml
from hexcore.units import Counter
from hexcore_breakout_pursuit import (
    air_strike,
    airdrop_counsel,
    battlegroups,
    breakout,
    combat,
    combat_counsel,
    counsel,
    delay_markers,
    fortresses,
    free_set_ups,
    ground,
    losses,
    movement,
    naval_supply,
    outlook,
    paratroops,
    phases,
    pipeline,
    reinforcements,
    replacements,
    results,
    rhine,
    set_up,
    special_rules,
    stacking,
    supply,
    supply_foretold,
    supply_lines,
    supply_on_defence,
    supply_told,
    supply_units,
    take_part,
    trucks,
    unit_types,
    victory,
    victory_points,
    zones_of_control,
)
from hexcore_breakout_pursuit.order_of_battle import COMBAT, DATA

MODULES: tuple[ModuleType, ...] = (
    take_part,
    set_up,
    free_set_ups,
    reinforcements,
    replacements,
    paratroops,
    supply_lines,
    supply,
    supply_on_defence,
    supply_told,
    supply_foretold,
    supply_units,
    pipeline,
    naval_supply,
    unit_types,
    ground,
    movement,
    zones_of_control,
    stacking,
    phases,
    trucks,
    delay_markers,
    air_strike,
    combat,
    losses,
    results,
    battlegroups,
    combat_counsel,
    fortresses,
    special_rules,
    breakout,
    rhine,
    victory_points,
    victory,
    counsel,
    airdrop_counsel,
    outlook,
)


def sequence() -> SequenceOfPlay:
    path = DATA / "sequence.toml"
    return read_sequence(read_toml(path)["phase"], str(path))


def modules() -> Sequence[ModuleType]:
    return MODULES


def own(kind: str) -> tuple[type[Any], ...]:
    """The classes of decisions, or of actions, that the chapters add: each module lists its own."""
    return tuple(cls for module in MODULES for cls in getattr(module, kind, ()))


def takes_ground(counter: Counter) -> bool:
    """Combat units hold what they enter (victory.F)."""
    return COMBAT in counter.traits
