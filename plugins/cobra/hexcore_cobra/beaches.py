"""Beaches: the hexes of each, in whose hands they are, and which of them still serve the Allies.

What closes one is stated elsewhere: a German in it when an Allied player turn ends wrecks it for good
(10.5.4), too many losses in the landing have it abandoned (19.2.2).
"""

from __future__ import annotations

from hexcore.board import Board
from hexcore.state import GameState
from hexcore.units import Counter
from hexcore_cobra.combat import US, army
from hexcore_cobra.order_of_battle import ALLIED, BRITISH_BEACHES, GERMAN, US_BEACHES

BEACHES = (*US_BEACHES, *BRITISH_BEACHES)
"""Groups of hexes of the map, from west to east."""
WRECKED, ABANDONED = "wrecked beach", "abandoned beach"
"""Notes for good: by number of the hex, and by beach."""


def hexes_of(board: Board, beach: str) -> tuple[int, ...]:
    """The hexes of a beach."""
    return tuple(board.map.group(beach))


def beach_of(board: Board, hex: int) -> str:
    """The beach that a hex belongs to, empty where there is none."""
    return beach_hexes(board).get(hex, "")


def beach_hexes(board: Board) -> dict[int, str]:
    """Every beach hex of the ground played on, with its beach; none on Map A alone, which has a hex of
    Sword."""

    def compute() -> dict[int, str]:
        known = {beach: board.map.groups.get(beach, ()) for beach in BEACHES}
        return {hex: beach for beach in BEACHES for hex in known[beach]} if all(known.values()) else {}

    found: dict[int, str] = board.once("beach hexes", compute)
    return found


def beaches_for(counter: Counter) -> tuple[str, ...]:
    """The beaches of an army: Utah and Omaha, or Gold, Juno and Sword (13.2.2)."""
    return US_BEACHES if army(counter) == US else BRITISH_BEACHES


def title(beach: str) -> str:
    """A beach as players call it: `Omaha`."""
    return beach.title()


def held(state: GameState, hex: int) -> bool:
    """Whether a hex is in Allied hands: an Allied unit entered it last, and no German stands there."""
    return state.control.get(hex) == ALLIED and not any(unit.side == GERMAN for unit in state.at(hex))


def wrecked(state: GameState, hex: int) -> bool:
    """Whether a beach hex gives no supply and lands nobody for the rest of the game (10.5.4)."""
    return bool(state.note(WRECKED, state.board.map.numbers[hex]))


def abandoned(state: GameState, beach: str) -> bool:
    """Whether a beach is abandoned, and not yet taken back (19.2.2)."""
    return bool(state.note(ABANDONED, beach))


def friendly(state: GameState, hex: int) -> bool:
    """Whether a beach hex is friendly to the Allies: theirs, of a beach that is not abandoned."""
    beach = beach_of(state.board, hex)
    return bool(beach) and held(state, hex) and not abandoned(state, beach)


def serves(state: GameState, hex: int) -> bool:
    """Whether a friendly beach hex may still give supply and land units: it is not wrecked."""
    return friendly(state, hex) and not wrecked(state, hex)


def friendly_beaches(state: GameState) -> list[int]:
    """Every beach hex friendly to the Allies, from west to east."""
    return [hex for hex in beach_hexes(state.board) if friendly(state, hex)]
