"""Patton in overruns: two columns to one or one to each of two, whether he has moved or not (5.5.7)."""

from __future__ import annotations

from hexcore.actions import Action, Commit
from hexcore.events import Event, Noted
from hexcore.rules import Refusal, Shift, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side
from hexcore_cobra.editions import cite, numbers, plays
from hexcore_cobra.headquarters import cannot_help, command
from hexcore_cobra.overruns import OVERRUN, in_advance
from hexcore_cobra.patton import COLUMNS, GIVEN, PATTON, not_his_to_give, patton


def refusal_of(state: GameState, combat: Combat, side: Side, amount: int) -> Refusal | None:
    """Why Patton may not give so many columns to a side of this overrun."""
    number, hq, target = cite(state.board, "5.5.7"), patton(state), combat.targets[0]
    if not plays(state.board, "8.3.7"):
        return Refusal(number, "Patton is a headquarters like others")
    refusal = not_his_to_give(state, combat, side, amount, number)
    if refusal is not None or hq is None:
        return refusal
    far = state.board.map.distance(hq.hex, target) > hq.counter.radius
    if far or combat.origins[0] not in command(state, hq):
        return Refusal(number, f"Patton is out of range of {state.board.map.numbers[target]}")
    return cannot_help(state, hq)


def _in_movement(state: GameState, combat: Combat) -> bool:
    return combat.kind == OVERRUN and not in_advance(state)


@rule(numbers("5.5.7"), hook="combat_support")
def patton_on_offer(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """Beside a corps headquarters Patton may give an overrun one column or two; he may have moved before."""
    if not _in_movement(state, combat):
        return None
    given = range(1, COLUMNS + 1)
    return [Commit(PATTON, amount=n) for n in given if refusal_of(state, combat, side, n) is None]


@rule(numbers("5.5.7"), hook="support_refusal")
def patton_refused(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """Patton has two columns for the overruns of a movement phase."""
    if action.what != PATTON or not _in_movement(state, combat):
        return None
    return refusal_of(state, combat, side, action.amount)


@rule(numbers("5.5.7"), hook="pledged")
def columns_given(state: GameState, combat: Combat, action: Commit) -> list[Event] | None:
    """What Patton gives to an overrun he has no more in this phase."""
    hq = patton(state)
    if action.what != PATTON or not _in_movement(state, combat) or hq is None:
        return None
    return [Noted("phase", GIVEN, hq.id, state.note(GIVEN, hq.id, 0) + action.amount)]


@rule(numbers("5.5.7"), hook="combat_shifts")
def columns_of_patton(state: GameState, combat: Combat) -> list[Shift]:
    """His columns are added to the one of a headquarters."""
    pledges = combat.pledged(PATTON) if _in_movement(state, combat) else ()
    return [Shift(pledge.amount, "Patton") for pledge in pledges]
