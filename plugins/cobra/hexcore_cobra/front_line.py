"""Front lines: German units and their zones in an unbroken chain of hexes (18.1, 18.3.1, 18.3.2)."""

from __future__ import annotations

from collections.abc import Iterable

from hexcore.board import Board
from hexcore.state import GameState
from hexcore.zoc import occupied, zone
from hexcore_cobra.boundary_line import spot
from hexcore_cobra.ground import sea_sides
from hexcore_cobra.order_of_battle import ALLIED, GERMAN


def front_line(state: GameState) -> tuple[int, ...]:
    """A German line without a gap from A4901 to A0823, both in it: units or their zones. Empty if none is."""
    group = state.board.map.group
    return state.derived(
        "*", "front line", lambda: chain_between(state, group("front-line-north"), group("front-line-south"))
    )


def line_across(state: GameState) -> tuple[int, ...]:
    """Such a line from any hex of the north edge of Map A to any hex of its south edge. Empty if none is."""
    south = state.board.map.group("south-edge")
    return state.derived("*", "line across", lambda: chain_between(state, north_edge(state.board), south))


def north_edge(board: Board) -> tuple[int, ...]:
    """The hexes of the north edge of Map A, on whichever sheets the game is played."""

    def compute() -> tuple[int, ...]:
        spots = ((hex, *spot(board.map, hex)) for hex in range(len(board.map)))
        return tuple(hex for hex, column, row in spots if row == 1 and column >= 1)

    edge: tuple[int, ...] = board.once("north edge of Map A", compute)
    return edge


def chain_between(state: GameState, starts: Iterable[int], ends: Iterable[int]) -> tuple[int, ...]:
    """A shortest chain of hexes that German units or their zones hold, from one of *ends* back to one of
    *starts*; empty if there is none."""
    game_map, goals = state.board.map, frozenset(ends)
    ours, controlled, theirs = occupied(state, GERMAN), zone(state, GERMAN), occupied(state, ALLIED)

    def holds(hex: int) -> bool:
        return bool((ours[hex] or controlled[hex]) and not theirs[hex]) and "sea" not in game_map.terrain[hex]

    ring = [hex for hex in starts if holds(hex)]
    came, sea = {hex: hex for hex in ring}, sea_sides(state.board)
    while ring and goals.isdisjoint(ring):
        ahead = []
        for hex in ring:
            for side in range(6 * hex, 6 * hex + 6):
                near = game_map.neighbours[side]
                if near >= 0 and near not in came and side not in sea and holds(near):
                    came[near] = hex
                    ahead.append(near)
        ring = ahead
    return _way_back(came, next((hex for hex in ring if hex in goals), -1))


def _way_back(came: dict[int, int], end: int) -> tuple[int, ...]:
    if end not in came:
        return ()
    line = [end]
    while came[line[-1]] != line[-1]:
        line.append(came[line[-1]])
    return tuple(line)
