"""Patton: two columns to one US attack or one to each of two, beside those of a corps headquarters
(8.3.7, 9.0)."""

from __future__ import annotations

from hexcore.actions import Action, Commit
from hexcore.events import Event, Noted
from hexcore.rules import Refusal, Shift, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side, Unit
from hexcore_cobra.combat import US, army
from hexcore_cobra.editions import cite, expanded, numbers, plays
from hexcore_cobra.headquarters import ATTACK, cannot_help, fighters, is_patton, out_of_command
from hexcore_cobra.order_of_battle import ALLIED

PATTON, GIVEN = "patton", "columns of Patton"
COLUMNS = 2


def patton(state: GameState) -> Unit | None:
    """Patton's headquarters where it stands on the map."""
    return next((u for u in state.on_map(ALLIED) if is_patton(u)), None)


@rule(numbers("9.0"))
def on_offense_only(state: GameState, combat: Combat, side: Side) -> Refusal | None:
    """Corps headquarters help in attack and in defense, Patton in attack only."""
    if combat.side == side or (expanded(state.board) and not plays(state.board, "9.0")):
        return None
    number = "9.0" if expanded(state.board) else cite(state.board, "8.3.7")
    return Refusal(number, "Patton helps in attack only")


def not_his_to_give(state: GameState, combat: Combat, side: Side, amount: int, number: str) -> Refusal | None:
    """Why Patton has not so many columns for a side of a combat, wherever he stands."""
    hq = patton(state)
    if hq is None or hq.side != side:
        return Refusal(number, "Patton's headquarters is not yours, or not on the map")
    refusal = on_offense_only(state, combat, side)
    if refusal is not None:
        return refusal
    units = fighters(state, combat, side)
    stranger = next((u for u in units if army(u.counter) != US), None)
    if stranger is not None:
        return Refusal(number, f"Patton does not serve {stranger.counter.name} ({stranger.counter.nation})")
    if combat.pledged(PATTON, side):
        return Refusal(number, f"Patton has given his columns to this {combat.kind}")
    left = COLUMNS - state.note(GIVEN, hq.id, 0)
    if not 1 <= amount <= left:
        return Refusal(number, f"of {COLUMNS} columns a phase Patton has {left} left")
    return None


def patton_refusal(state: GameState, combat: Combat, side: Side, amount: int) -> Refusal | None:
    """Why Patton may not give so many columns to a side of this attack."""
    refusal, hq = not_his_to_give(state, combat, side, amount, cite(state.board, "8.3.7")), patton(state)
    if refusal is not None or hq is None:
        return refusal
    missed = out_of_command(state, hq, [u.hex for u in fighters(state, combat, side)])
    if missed is not None:
        where = state.board.map.numbers[missed]
        return Refusal(cite(state.board, "9.1"), f"{where} is outside the command radius of Patton")
    return cannot_help(state, hq)


@rule(numbers("8.3.7"), hook="combat_support")
def patton_on_offer(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """To a US attack with all its units in his radius Patton may give one column, or two."""
    if combat.kind != ATTACK:
        return None
    given = range(1, COLUMNS + 1)
    return [Commit(PATTON, amount=n) for n in given if patton_refusal(state, combat, side, n) is None]


@general("support_known")
def patton_comes_to_mind(state: GameState, combat: Combat, side: Side) -> list[Action] | None:
    """Patton, for an attack of US units."""
    units = fighters(state, combat, side)
    us = bool(units) and all(army(unit.counter) == US for unit in units)
    if combat.kind != ATTACK or combat.side != side or not us or patton(state) is None:
        return None
    return None if combat.pledged(PATTON, side) else [Commit(PATTON)]


@rule(numbers("8.3.7"), hook="support_refusal")
def patton_refused(state: GameState, combat: Combat, side: Side, action: Commit) -> Refusal | None:
    """Patton has two columns for the US attacks of a combat phase, and none for a defense."""
    if action.what != PATTON or combat.kind != ATTACK:
        return None
    return patton_refusal(state, combat, side, action.amount)


@rule(numbers("8.3.7"), hook="pledged")
def columns_given(state: GameState, combat: Combat, action: Commit) -> list[Event] | None:
    """What Patton gives to an attack he has no more in this phase."""
    hq = patton(state)
    if action.what != PATTON or combat.kind != ATTACK or hq is None:
        return None
    return [Noted("phase", GIVEN, hq.id, state.note(GIVEN, hq.id, 0) + action.amount)]


@rule(numbers("8.3.7"), hook="combat_shifts")
def columns_of_patton(state: GameState, combat: Combat) -> list[Shift]:
    """His columns are added to those of the headquarters that helps the attack."""
    pledges = combat.pledged(PATTON) if combat.kind == ATTACK else ()
    return [Shift(p.amount if p.side == combat.side else -p.amount, "Patton") for p in pledges]
