"""The Friedenthal Jagdverband of the variant sheet: Commandos whom no zone and no aircraft holds."""

from __future__ import annotations

from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore.zoc import enemy_zone
from hexcore_cobra.editions import plays
from hexcore_cobra.order_of_battle import GERMAN

BATTALION = "g_cdo_FJV"
NUMBER = "variant.friedenthaler"


def is_the_battalion(state: GameState, unit: Unit) -> bool:
    """Whether a unit is the battalion, and its abilities are played."""
    return unit.counter.id == BATTALION and plays(state.board, NUMBER)


@rule({"cobra": NUMBER}, hook="supply_state", tryfirst=True)
def always_supplied(state: GameState, unit: Unit) -> str | None:
    """It is always in supply."""
    return "supplied" if is_the_battalion(state, unit) else None


@rule({"cobra": NUMBER}, hook="exerts_zoc", tryfirst=True)
def no_zone_of_its_own(state: GameState, unit: Unit) -> bool | None:
    """It has no zone of control."""
    return False if is_the_battalion(state, unit) else None


@rule({"cobra": NUMBER})
def zone_against(state: GameState, unit: Unit) -> bytes:
    """The enemy zone that a unit meets, a byte for every hex: the battalion disregards all Allied zones."""
    if is_the_battalion(state, unit):
        return no_zone(state)
    return enemy_zone(state, unit.side)


def no_zone(state: GameState) -> bytes:
    """A byte for every hex, and no zone in any."""
    nothing: bytes = state.board.once("no zone", lambda: bytes(len(state.board.map)))
    return nothing


# ------------------------------------------------------------------ under the aircraft
@rule({"cobra": NUMBER})
def untouched(state: GameState, hex: int) -> bool:
    """Whether Allied air and naval power do nothing to a hex: the battalion is the only German unit there."""
    unit = state.units.get(BATTALION)
    if unit is None or unit.hex != hex or hex < 0 or not plays(state.board, NUMBER):
        return False
    return sum(other.side == GERMAN for other in state.at(hex)) == 1


def unseen(state: GameState, combat: Combat) -> bool:
    """Whether aircraft and ships have no part in a combat: all German units in it are untouched by them."""
    if combat.side != GERMAN:
        return all(untouched(state, hex) for hex in combat.targets)
    return combat.attackers == (BATTALION,) and untouched(state, state.units[BATTALION].hex)
