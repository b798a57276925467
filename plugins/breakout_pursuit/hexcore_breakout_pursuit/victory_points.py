"""Victory points: units destroyed, areas held, special points."""

from __future__ import annotations

from hexcore.maps import OFF_MAP
from hexcore.state import GameState
from hexcore.units import Aboard, Unit
from hexcore_breakout_pursuit.ground import sea_sides
from hexcore_breakout_pursuit.unit_types import is_combat

SURROUNDED = "surrounded"
"""A note of the game, by unit: it was surrounded when it was eliminated."""


# ------------------------------------------------------------------ surrounded
def surrounded(state: GameState, unit: Unit) -> bool:
    """Whether all six sides of a unit's hex are sea, or lead into hexes the enemy holds.

    Zones of control, the walls of a fortress and (but for an option) the map's edge do not count; nor do
    enemies that keep nobody out: Supply, Pipeline and Naval Supply units alone, and markers.
    """
    place = unit.place
    hex = state.units[place.carrier].hex if isinstance(place, Aboard) else unit.hex
    if hex < 0:
        return False
    return all(_closed(state, unit, side) for side in range(6 * hex, 6 * hex + 6))


def _closed(state: GameState, unit: Unit, side: int) -> bool:
    """Whether one hexside offers a unit no way out."""
    near = state.board.map.neighbours[side]
    if side in sea_sides(state.board):
        return True
    if near == OFF_MAP:
        return state.board.on("surrounded-by-the-edge")
    return any(u.side != unit.side and keeps_out(u) for u in state.at(near))


def keeps_out(unit: Unit) -> bool:
    """Whether no enemy enters the hex of a unit (movement.B): combat units and trucks."""
    return is_combat(unit) or unit.counter.kind == "truck"
