"""The garrison of Cherbourg: it stays around the city until Allied units come near (5.9.11)."""

from __future__ import annotations

from hexcore.board import Board
from hexcore.events import Event, Noted
from hexcore.rules import Mask, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_cobra.editions import plays
from hexcore_cobra.order_of_battle import ALLIED, CHERBOURG, GERMAN

GARRISON = "cherbourg_garrison"
"""The trait of its counters."""
ZONE = "defense-zone"
"""The group of hexes of the Cherbourg Defense Zone; there is none on Map A alone."""
RELEASED = "Cherbourg garrison released"
"""Note for good: the turn in which the garrison was released."""
NEAR_THE_CITY, NEAR_THE_ZONE = 3, 4
"""How many hexes the garrison goes from the city; how near Allied units come to a defense zone to free it."""


def bound(state: GameState, unit: Unit) -> bool:
    """Whether a unit belongs to the garrison and has not been released."""
    if GARRISON not in unit.counter.traits or state.note(RELEASED) is not None:
        return False
    return plays(state.board, "5.9.11")


def from_cherbourg(board: Board) -> tuple[int, ...]:
    """How many hexes each hex is from the nearest city hex of Cherbourg."""

    def compute() -> tuple[int, ...]:
        game_map, city = board.map, board.map.group(CHERBOURG)
        return tuple(min(game_map.distance(hex, near) for near in city) for hex in range(len(game_map)))

    away: tuple[int, ...] = board.once("hexes from Cherbourg", compute)
    return away


def beyond(state: GameState, unit: Unit) -> bytes:
    """A byte for every hex: 1 where a unit of the garrison may not go, too far and no nearer than it was.

    A unit that a retreat has driven out comes back hex by hex.
    """
    away, start = from_cherbourg(state.board), state.note("from", unit.id, unit.hex)
    least = max(NEAR_THE_CITY + 1, away[start])
    hexes: bytes = state.board.once(("beyond Cherbourg", least), lambda: bytes(far >= least for far in away))
    return hexes


def _too_far(unit: Unit) -> str:
    return f"{{hex}} lies more than three hexes from Cherbourg, and {unit.counter.name} is of its garrison"


@rule({"cobra": "5.9.11"}, hook="movement_masks")
def it_stays_around_the_city(state: GameState, unit: Unit) -> Mask | None:
    """No unit of the garrison moves more than three hexes from a city hex until it is released."""
    if unit.hex < 0 or not bound(state, unit):
        return None
    return Mask("closed", _too_far(unit), beyond(state, unit))


@rule({"cobra": "5.9.11"}, hook="may_advance")
def nor_does_it_advance_away(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """An advance is voluntary, and does not lead it away either; a retreat may."""
    for unit in units:
        gone = next((hex for hex in path if bound(state, unit) and beyond(state, unit)[hex]), None)
        if gone is not None:
            return _too_far(unit).format(hex=state.board.map.numbers[gone])
    return None


@rule({"cobra": "5.9.11"})
def moves_freely(state: GameState, unit: Unit) -> bool:
    """Around the city neither the weather nor want of supply nor a replacement shortens its march."""
    start = state.note("from", unit.id, unit.hex)
    return start >= 0 and bound(state, unit) and from_cherbourg(state.board)[start] <= NEAR_THE_CITY


# ------------------------------------------------------------------ released
@rule({"cobra": "5.9.11"}, hook="begin_phase")
def released_when_the_allies_are_near(state: GameState, phase: str) -> list[Event] | None:
    """It is released, once for all, when a German movement phase begins with an Allied unit within four hexes
    of a defense-zone hex."""
    now = state.board.sequence.phases[state.phase]
    if now.kind != "movement" or now.side != GERMAN or state.note(RELEASED) is not None:
        return None
    if ZONE not in state.board.map.groups:
        return None
    near = _near_the_zone(state.board)
    there = any(unit.hex in near for unit in state.on_map(ALLIED))
    return [Noted("game", RELEASED, "", state.turn)] if there else None


def _near_the_zone(board: Board) -> frozenset[int]:
    """The hexes within four of a defense-zone hex."""

    def compute() -> frozenset[int]:
        zone = board.map.group(ZONE)
        return frozenset(near for hex in zone for near in board.map.within(hex, NEAR_THE_ZONE))

    near: frozenset[int] = board.once("near the defense zone", compute)
    return near
