"""Fortresses: which still stand, what ends with them, and the Allied unit that enters first (5.9.3)."""

from __future__ import annotations

from hexcore.board import Board
from hexcore.events import Event, Marked
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore_cobra.editions import plays
from hexcore_cobra.order_of_battle import ALLIED

FORTRESS = "fortress"
"""The word of the terrain effects chart."""
DESTROYED = "fortress-destroyed"
"""Marker for good, on the number of the hex."""


def fortress_hexes(board: Board) -> tuple[int, ...]:
    """The fortress hexes of the ground played on; none on Map A."""

    def compute() -> tuple[int, ...]:
        return tuple(hex for hex, words in enumerate(board.map.terrain) if FORTRESS in words)

    hexes: tuple[int, ...] = board.once("fortress hexes", compute)
    return hexes


def standing(state: GameState, hex: int) -> bool:
    """Whether a hex is a fortress that has not been destroyed."""
    return hex in fortress_hexes(state.board) and not state.marker(DESTROYED, state.board.map.numbers[hex])


def standing_fortresses(state: GameState) -> list[int]:
    """The fortresses that have not been destroyed."""
    return [hex for hex in fortress_hexes(state.board) if standing(state, hex)]


def ground_words(state: GameState, hex: int) -> frozenset[str]:
    """The terrain of a hex as it now is: a destroyed fortress is only the ground it stood on."""
    words = state.board.map.terrain[hex]
    return words - {FORTRESS} if FORTRESS in words and not standing(state, hex) else words


def destroyed_by(state: GameState, unit: Unit, hex: int) -> list[Event]:
    """What follows when a unit comes into a hex, by whatever way: an Allied one destroys a fortress there."""
    falls = unit.side == ALLIED and standing(state, hex) and plays(state.board, "5.9.3")
    return [Marked(DESTROYED, state.board.map.numbers[hex])] if falls else []


# ------------------------------------------------------------------ the first to enter
@rule({"cobra": "5.9.3"}, hook="movement_masks")
def a_fortress_stops_the_allies(state: GameState, unit: Unit) -> Mask | None:
    """An Allied unit stops when it enters a fortress that still stands."""
    hexes = standing_fortresses(state) if unit.side == ALLIED else []
    if not hexes:
        return None
    return Mask("stop", "{hex} was a fortress when it was entered", _flags(state, hexes))


def _flags(state: GameState, hexes: list[int]) -> bytes:
    def compute() -> bytes:
        flags = bytearray(len(state.board.map))
        for hex in hexes:
            flags[hex] = 1
        return bytes(flags)

    return state.derived("phase", "standing fortresses", compute)


@rule({"cobra": "5.9.3"}, hook="watched_hexes")
def fortresses_are_watched(state: GameState, side: Side) -> list[int] | None:
    """Whoever enters one in movement, retreat or advance is heard of."""
    return standing_fortresses(state) if side == ALLIED else None


@rule({"cobra": "5.9.3"}, hook="entered")
def the_first_to_enter_destroys_it(
    state: GameState, units: tuple[Unit, ...], hex: int, how: str
) -> list[Event] | None:
    """The first Allied unit to enter destroys a fortress at once, and what it gave its hex is gone."""
    return destroyed_by(state, units[0], hex)


@rule({"cobra": "5.9.3"}, hook="end_phase")
def destroyed_from_the_air(state: GameState, phase: str) -> list[Event] | None:
    """An Allied unit that was put into one, by a drop or a displacement, has entered it as well."""
    held = [hex for hex in standing_fortresses(state) if any(u.side == ALLIED for u in state.at(hex))]
    return [Marked(DESTROYED, state.board.map.numbers[hex]) for hex in held]
