"""Where the front runs: the middle of each side's fighting units, and of those of them close to the enemy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from hexcore.maps import HexMap
from hexcore.state import GameState
from hexcore.units import Side

CLOSE = 2
"""Hexes: a unit no further from an enemy stands at the front."""


class Front(TypedDict):
    """The middle of a side's fighting units, and of those at the front, in hexes to the right and down as
    `hexes.Grid.centre` has it; None where there is no such unit."""

    centre_x: float | None
    centre_y: float | None
    front_x: float | None
    front_y: float | None
    front_units: int


def front_of(state: GameState, side: Side) -> Front:
    """Where a side stands: fighting units are those on the map whose face shows a strength."""
    own = [u.hex for u in state.on_map(side) if u.counter.steps and u.step.strength]
    foes = {
        u.hex
        for other in state.board.sides
        if other != side
        for u in state.on_map(other)
        if u.counter.steps and u.step.strength
    }
    close = near(state.board.map, foes)
    front = [hex for hex in own if hex in close]
    (x, y), (front_x, front_y) = middle(state.board.map, own), middle(state.board.map, front)
    return Front(centre_x=x, centre_y=y, front_x=front_x, front_y=front_y, front_units=len(front))


def near(hex_map: HexMap, hexes: set[int]) -> set[int]:
    """The hexes at most CLOSE away from any of some hexes, these among them."""
    found, ring = set(hexes), hexes
    for _ in range(CLOSE):
        ring = {next for hex in ring for next in hex_map.around(hex)} - found
        found |= ring
    return found


def middle(hex_map: HexMap, hexes: Iterable[int]) -> tuple[float | None, float | None]:
    """The mean of the centres of hexes, each as often as it is given, to a thousandth of a hex."""
    centres = [hex_map.centres[hex] for hex in hexes]
    if not centres:
        return None, None
    x, y = (sum(part) / len(centres) for part in zip(*centres, strict=True))
    return round(x, 3), round(y, 3)
