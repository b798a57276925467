"""The first two Game-Turns: half allowances, no overruns, few Germans that move (5.9.5, 5.9.7, 5.9.10)."""

from __future__ import annotations

from hexcore.actions import Action, Move
from hexcore.events import Event, Noted
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_cobra.editions import game_turn, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

FIRST, SECOND = 1, 2
MOST, AT_ONCE = 7, frozenset({"12 SS Pz HJ", "711"})
"""How many German units move on Game-Turn 1 besides those of two divisions."""
CHOSEN = "chosen on Game-Turn 1"
"""Note for the turn: German units that have moved and count among those."""


@rule({"cobra": "5.9.5"})
def half_at_first(state: GameState, unit: Unit) -> bool:
    """On Game-Turns 1 and 2 every Allied unit has half its printed allowance: British and Canadian infantry
    half of it in the initial phase, and half of two thirds in the mechanized one."""
    return unit.side == ALLIED and game_turn(state) <= SECOND and plays(state.board, "5.9.5")


@rule({"cobra": "5.9.7"}, hook="may_overrun")
def no_overruns_yet(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """Neither side overruns on Game-Turn 1, in movement or in an advance."""
    return "nobody overruns on Game-Turn 1" if game_turn(state) == FIRST else None


# ------------------------------------------------------------------ the Germans on 6 June
@rule({"cobra": "5.9.10"}, hook="may_take")
def few_germans_move(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """On Game-Turn 1 the units of 12 SS Panzer and 711 Infantry Divisions move, and seven others, each chosen
    where it does not stand next to an Allied unit; in both movement phases they are the same seven."""
    if game_turn(state) != FIRST:
        return None
    new = [u for u in units if limited(state, u) and not state.note(CHOSEN, u.id)]
    near = [u for u in new if beside_the_enemy(state, u)]
    if near:
        return f"{near[0].counter.name} stands next to an Allied unit, and does not move on Game-Turn 1"
    chosen = len(state.noted_under(CHOSEN))
    if not new or chosen + len(new) <= MOST:
        return None
    return f"{chosen} of the seven units that may move on Game-Turn 1 have been chosen"


def limited(state: GameState, unit: Unit) -> bool:
    """Whether a unit would be one of the seven: the two divisions are not, nor who enters the map in this
    turn, for the seven are chosen on the map."""
    if unit.side != GERMAN or unit.counter.formation in AT_ONCE:
        return False
    return not state.note("arrived", unit.id)


def beside_the_enemy(state: GameState, unit: Unit) -> bool:
    """Whether an Allied unit stands next to a German one."""
    around = state.board.map.around(unit.hex)
    return any(other.side == ALLIED for hex in around if hex in state.stacks for other in state.at(hex))


@rule({"cobra": "5.9.10"}, hook="ordered")
def one_of_the_seven(state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event] | None:
    """A unit is chosen when it first moves."""
    if game_turn(state) != FIRST or not isinstance(action, Move):
        return None
    return [Noted("turn", CHOSEN, u.id) for u in units if limited(state, u) and not state.note(CHOSEN, u.id)]
