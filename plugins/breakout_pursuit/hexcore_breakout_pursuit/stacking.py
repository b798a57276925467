"""Stacking: three combat units to a hex."""

from __future__ import annotations

from hexcore.customs import Custom
from hexcore.events import Asked, Event
from hexcore.movement import reach_of
from hexcore.rules import Refusal, rule
from hexcore.stacking import counted, excess, friends_at, overstacked, stack_refusal
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit.unit_types import called, is_combat

MOST = 3
"""Combat units that may end a movement phase, or stand in a combat phase, in one hex."""


# ------------------------------------------------------------------ what counts
@rule({"breakout-pursuit": "stacking.N"}, hook="counts_in_stack")
def combat_units_count(state: GameState, unit: Unit) -> bool:
    """Combat units count, those aboard trucks among them; Non-Combat units and markers stack free."""
    return is_combat(unit)


@rule({"breakout-pursuit": "stacking.M"}, hook="may_stack")
def three_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    """At most three combat units of a side end in a hex."""
    found = counted(state, units)
    if len(found) <= MOST:
        return None
    names = ", ".join(called(u) for u in found)
    return f"{names} would stand in {state.board.map.numbers[hex]}: at most {MOST} units end there together"


# ------------------------------------------------------------------ when it counts
@rule({"breakout-pursuit": "stacking.M"}, custom=Custom.EXCESS_WAITS)
def counted_at_the_end() -> None:
    """A move may end in excess: stacks are counted when the movement phase ends."""


def in_excess(state: GameState, side: Side) -> dict[int, list[Unit]]:
    """The hexes in which a side stands in excess, and the units that count there."""
    return {hex: counted(state, friends_at(state, side, hex)) for hex, _ in overstacked(state, side)}


def _moving(state: GameState, side: Side) -> bool:
    now = state.board.sequence.phases[state.phase]
    return bool(now.kind == "movement" and now.side == side)


@rule({"breakout-pursuit": "stacking.M"}, hook="may_end_phase")
def not_while_it_can_be_cured(state: GameState, side: Side) -> list[Refusal] | None:
    """A movement phase does not end while a stack in excess has a unit that can still move away."""
    if not _moving(state, side):
        return None
    for hex, units in in_excess(state, side).items():
        free = next((u for u in units if _can_leave(state, u)), None)
        if free is not None:
            number = state.board.map.numbers[hex]
            reason = f"{len(units)} units stand in {number}, {MOST} may stay: {called(free)} can still leave"
            return [Refusal("stacking.M", reason)]
    return None


def _can_leave(state: GameState, unit: Unit) -> bool:
    if unit.hex < 0 or state.board.rules.may_take(state, (unit,)):
        return False
    crowded = in_excess(state, unit.side)
    return any(
        hex != unit.hex and hex not in crowded and stack_refusal(state, (unit,), hex) is None
        for hex in reach_of(state, (unit,)).spent
    )


@rule({"breakout-pursuit": "stacking.M"}, hook="end_phase")
def excess_is_lost(state: GameState, phase: str) -> list[Event] | None:
    """What cannot move away when its movement phase ends is lost, the owner choosing."""
    now = state.board.sequence.phases[state.phase]
    if now.kind != "movement":
        return None
    over = excess(state, now.side, "stacking.M")
    return [Asked(over)] if over else None
