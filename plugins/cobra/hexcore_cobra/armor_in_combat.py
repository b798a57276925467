"""Armour in combat: British brigades alone, Tigers, and mechanized units in marsh and over the Dives
(6.6, 8.3.2, 8.3.6, 8.3.8)."""

from __future__ import annotations

from fractions import Fraction

from hexcore.rules import Factor, Shift, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_cobra.combat import BRITISH, army
from hexcore_cobra.editions import numbers
from hexcore_cobra.ground import dives_sides, is_mechanized, unbridged_dives
from hexcore_cobra.order_of_battle import GERMAN

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
WITH_INTEGRITY, IN_THE_END = 1, 2
"""Stages of the count: with the doubling of whole divisions, and after all else."""


@rule(numbers("6.6"), hook="strength_factors")
def british_armor_alone(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """An independent British armoured brigade attacks at half strength where no British infantry division
    stands with it."""
    if unit.side != combat.side or "independent_armor" not in unit.counter.traits:
        return None
    if any(u.counter.size == "XX" and army(u.counter) == BRITISH for u in state.at(unit.hex)):
        return None
    return Factor(HALF, "without a British infantry division")


@rule(numbers("8.3.2"), hook="combat_shifts")
def tigers(state: GameState, combat: Combat) -> Shift | None:
    """The Germans have one column for Tiger battalions in a combat, in attack, defense and overruns; never
    more than one."""
    fighting = (*combat.attackers, *combat.defenders)
    if not any("tiger" in state.units[id].counter.traits for id in fighting):
        return None
    return Shift(1 if combat.side == GERMAN else -1, "Tiger tanks")


# ------------------------------------------------------------------ marsh
@rule(numbers("8.3.8"), hook="strength_factors", also={"cobra": ("5.5.5",)})
def mechanized_in_marsh(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """A mechanized unit that attacks into or out of a marsh, or defends in one, has half its strength; all
    that overrun are mechanized."""
    if not is_mechanized(state, unit):
        return None
    ground = (unit.hex, *combat.targets) if unit.side == combat.side else (unit.hex,)
    if not any("marsh" in state.board.map.terrain[hex] for hex in ground):
        return None
    return Factor(HALF, "mechanized in a marsh", stage=WITH_INTEGRITY)


# ------------------------------------------------------------------ the Dives
@rule(numbers("8.3.6"), hook="strength_factors")
def across_the_dives(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """Mechanized units that attack over the Dives there end with a quarter of their strength, over a bridge
    with half."""
    if unit.side != combat.side or not is_mechanized(state, unit):
        return None
    game_map = state.board.map
    sides = {game_map.side(unit.hex, t) for t in combat.targets if t in game_map.around(unit.hex)}
    if sides & unbridged_dives(state.board):
        return Factor(QUARTER, "across the Dives", stage=IN_THE_END)
    if sides & dives_sides(state.board):
        return Factor(HALF, "over a bridge of the Dives", stage=IN_THE_END)
    return None
