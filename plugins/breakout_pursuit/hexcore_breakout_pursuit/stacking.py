"""Stacking: three combat units to a hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from hexcore.actions import Action, Lose
from hexcore.customs import Custom
from hexcore.decisions import unless_listed
from hexcore.events import Answered, Asked, Event, Removed, Steps
from hexcore.maps import HexIndex
from hexcore.movement import reach_of
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import ELIMINATED, Aboard, Side, Unit
from hexcore_breakout_pursuit.unit_types import called, is_combat

MOST = 3
"""Combat units that may end a movement phase, or stand in a combat phase, in one hex."""


# ------------------------------------------------------------------ what counts
@rule({"breakout-pursuit": "stacking.N"})
def counting(state: GameState, units: tuple[Unit, ...]) -> list[Unit]:
    """Combat units, those aboard trucks among them; Non-Combat units and markers stack free."""
    aboard = [c for u in units if u.counter.kind == "truck" for c in state.in_place(Aboard(u.id))]
    together = [*units, *aboard]
    return [u for u in together if is_combat(u)] if state.board.rules.active("stacking.N") else together


@rule({"breakout-pursuit": "stacking.M"}, hook="may_stack")
def three_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    """At most three combat units of a side end in a hex."""
    found = counting(state, units)
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
    stacks: dict[int, list[Unit]] = {}
    for unit in state.on_map(side):
        stacks.setdefault(unit.hex, []).append(unit)
    counted = {hex: counting(state, tuple(units)) for hex, units in sorted(stacks.items())}
    return {hex: units for hex, units in counted.items() if len(units) > MOST}


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
        hex != unit.hex and hex not in crowded and not _fills(state, unit, hex)
        for hex in reach_of(state, (unit,)).spent
    )


def _fills(state: GameState, unit: Unit, hex: int) -> bool:
    """Whether a unit would be one too many in a hex."""
    there = tuple(u for u in state.at(hex) if u.side == unit.side)
    return len(counting(state, (*there, unit))) > MOST


@rule({"breakout-pursuit": "stacking.M"}, hook="end_phase")
def excess_is_lost(state: GameState, phase: str) -> list[Event] | None:
    """What cannot move away when its movement phase ends is lost, the owner choosing."""
    now = state.board.sequence.phases[state.phase]
    if now.kind != "movement":
        return None
    over = tuple(Excess(now.side, hex, "stacking.M") for hex in in_excess(state, now.side))
    return [Asked(over)] if over else None


@dataclass(frozen=True, slots=True)
class Excess:
    """Too many units in a hex, and none can leave: the owner chooses which is lost, one by one."""

    side: Side
    hex: HexIndex
    rule: str = ""
    kind: Literal["excess"] = "excess"

    def prompt(self, state: GameState) -> str:
        return f"Too many units in {state.board.map.numbers[self.hex]}: which one is lost?"

    def stale(self, state: GameState) -> bool:
        return self.hex not in in_excess(state, self.side)

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Lose(unit.id) for unit in in_excess(state, self.side).get(self.hex, ()))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        number = state.board.map.numbers[self.hex]
        return unless_listed(self, state, action, f"name a unit that counts in {number}")

    def answer(self, state: GameState, action: Any) -> Steps:
        state = yield Removed(action.unit, ELIMINATED.name, why="stacked in excess")
        if self.stale(state):
            state = yield Answered()
        return state


DECISIONS = (Excess,)
