"""Mechanized units and marsh: they fight, go back and come on by road only (8.5.9)."""

from __future__ import annotations

from itertools import pairwise

from hexcore.board import Board
from hexcore.rules import Mask, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

MECHANIZED = "mech"


def roadless_marsh(board: Board) -> frozenset[int]:
    """The hexsides into and out of marsh that no road crosses, by both their names."""
    game_map = board.map

    def compute() -> frozenset[int]:
        wet = [hex for hex, words in enumerate(game_map.terrain) if "marsh" in words]
        sides = {side for hex in wet for near in game_map.around(hex) for side in _both(board, hex, near)}
        return frozenset(side for side in sides if not game_map.roads[side])

    found: frozenset[int] = board.once("roadless marsh", compute)
    return found


def _both(board: Board, hex: int, near: int) -> tuple[int, int]:
    return board.map.side(hex, near), board.map.side(near, hex)


def bogged(state: GameState, unit: Unit, way: tuple[int, ...]) -> int | None:
    """The first hex on a way of adjacent hexes that a mechanized unit may not go or strike into."""
    game_map, shut = state.board.map, roadless_marsh(state.board)
    if state.board.rules.mobility(state, unit) != MECHANIZED:
        return None
    steps = [(here, near) for here, near in pairwise(way) if near in game_map.around(here)]
    return next((near for here, near in steps if game_map.side(here, near) in shut), None)


def _told(state: GameState, unit: Unit, hex: int) -> str:
    return f"no road leads {unit.counter.name} past the marsh to {state.board.map.numbers[hex]}"


@rule({"cobra": "8.5.9"}, hook="may_attack")
def attacks_by_road(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """A mechanized unit attacks into and out of marsh over a road only."""
    for target in targets:
        if bogged(state, unit, (unit.hex, target)) is not None:
            return _told(state, unit, target)
    return None


@rule({"cobra": "8.5.9"}, hook="may_overrun")
def overruns_by_road(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """A mechanized unit overruns into and out of marsh over a road only."""
    slow = next((u for u in units if bogged(state, u, (u.hex, target)) is not None), None)
    return _told(state, slow, target) if slow is not None else None


@rule({"cobra": "8.5.9"}, hook="retreat_masks")
def retreats_by_road(state: GameState, unit: Unit) -> Mask | None:
    """A mechanized unit goes back into and out of marsh over a road only."""
    if state.board.rules.mobility(state, unit) != MECHANIZED:
        return None
    return Mask("barred", "no road leads past the marsh to {hex}", sides=roadless_marsh(state.board))


@rule({"cobra": "8.5.9"}, hook="may_advance")
def advances_by_road(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """A mechanized unit advances into and out of marsh over a road only."""
    for unit in units:
        hex = bogged(state, unit, (unit.hex, *path))
        if hex is not None:
            return _told(state, unit, hex)
    return None
