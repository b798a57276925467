"""Allied paratroops: they hold where they dropped, tie no ground on 6 June, and must be relieved in time
(5.9.4, 7.8, 10.6.6)."""

from __future__ import annotations

from hexcore.board import Board
from hexcore.events import Event, Removed
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import ELIMINATED, Counter, Unit
from hexcore_cobra.editions import game_turn
from hexcore_cobra.order_of_battle import ALLIED
from hexcore_cobra.phases import END_OF_TURN
from hexcore_cobra.supply import supplied_now

STANDING_TURN, ONE_HEX_TURN, LAST_TURN_CUT_OFF = 1, 2, 3
"""Game-Turns: they do not move, they go one hex, and at the end of the last they must be in supply."""


def is_paratroop(counter: Counter) -> bool:
    """Whether a counter is one of the nine Allied paratroop units; German parachute regiments are none."""
    return "paratroop" in counter.traits and counter.side == ALLIED


# ------------------------------------------------------------------ movement
@rule({"cobra": "5.9.4"}, hook="may_take")
def they_stand_where_they_dropped(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """Paratroop units do not move on Game-Turn 1; in combat they retreat and advance as others do."""
    if game_turn(state) != STANDING_TURN:
        return None
    dropped = [unit.counter.name for unit in units if is_paratroop(unit.counter)]
    return f"{dropped[0]} does not move on Game-Turn 1" if dropped else None


@rule({"cobra": "5.9.4"}, hook="movement_masks")
def one_hex_on_turn_2(state: GameState, unit: Unit) -> Mask | None:
    """On Game-Turn 2 they go one hex at most, whatever points are left."""
    if game_turn(state) != ONE_HEX_TURN or not is_paratroop(unit.counter):
        return None
    every = state.board.once("every hex", lambda: b"\1" * len(state.board.map))
    return Mask("stop", f"{unit.counter.name} goes one hex on Game-Turn 2", every)


# ------------------------------------------------------------------ zones of control
@rule({"cobra": "7.8"}, hook="exerts_zoc", tryfirst=True)
def no_zones_around_the_drop(state: GameState, unit: Unit) -> bool | None:
    """On Game-Turn 1 paratroop units exert no zone of control, nor do enemy units next to them."""
    if game_turn(state) != STANDING_TURN:
        return None
    tied = is_paratroop(unit.counter) or (unit.side != ALLIED and unit.hex in _around_the_drop(state))
    return False if tied else None


def _around_the_drop(state: GameState) -> frozenset[int]:
    """The hexes next to paratroop units, over whatever hexside."""

    def compute() -> frozenset[int]:
        dropped = [unit.hex for unit in state.on_map(ALLIED) if is_paratroop(unit.counter)]
        return frozenset(near for hex in dropped for near in state.board.map.around(hex))

    return state.derived(ALLIED, "around the drop", compute)


@rule({"cobra": "7.8"}, hook="ties_zones")
def whose_place_decides(board: Board) -> list[str]:
    """German zones depend on where the paratroop units are."""
    return [counter.id for counter in board.counters.values() if is_paratroop(counter)]


# ------------------------------------------------------------------ supply
@rule({"cobra": "10.6.6"}, hook="end_phase")
def cut_off_too_long(state: GameState, phase: str) -> list[Event] | None:
    """A paratroop unit out of supply when Game-Turn 3 ends is eliminated, and counts as any other loss."""
    if phase != END_OF_TURN or game_turn(state) != LAST_TURN_CUT_OFF:
        return None
    dropped = [unit for unit in state.on_map(ALLIED) if is_paratroop(unit.counter)]
    cut_off = [unit for unit in dropped if not supplied_now(state, unit)]
    return [Removed(unit.id, ELIMINATED.name, why="out of supply after the drop") for unit in cut_off]
