"""Spots on a ruleset's own map where the laboratory lays out ground and sets units up."""

from __future__ import annotations

from collections.abc import Iterable

from hexcore.board import Board
from hexcore.game import opening
from hexcore.maps import HexMap
from hexcore.positions import emptied
from hexcore.state import GameState
from hexcore.supply import net
from hexcore.units import Unit


class NoSpot(ValueError):
    """A map on which nothing of the size asked for can be laid out."""


def spot(board: Board, radius: int) -> int:
    """The middle of a spot of open ground so far in every direction, with as few places and named groups on
    it as can be, where both sides' supply reaches if it reaches any such spot. NoSpot where the map has none.
    """
    with board.reading():
        state = emptied(opening(board), set())
        open_hexes = _passable(state)
        middles = list(_middles(board.map, open_hexes, radius))
        if not middles:
            middles = list(_middles(board.map, open_hexes, 1))
        if not middles:
            raise NoSpot(f"{board.ruleset.id}: the map has no hex with open ground all round")
        nets = [net(state, side).length for side in board.sides]
    served = [hex for hex in middles if all(hex in lines for lines in nets)]
    named = _named(board.map)
    return min(served or middles, key=lambda hex: (sum(named[h] for h in board.map.within(hex, radius)), hex))


def _middles(game_map: HexMap, open_hexes: frozenset[int], radius: int) -> Iterable[int]:
    whole = 3 * radius * (radius + 1) + 1
    for hex in sorted(open_hexes):
        near = list(game_map.within(hex, radius))
        if len(near) == whole and open_hexes.issuperset(near):
            yield hex


def _passable(state: GameState) -> frozenset[int]:
    """The hexes that every class of mobility can leave."""
    exits = [state.board.costs(mobility).exits for mobility in mobilities(state)]
    return frozenset(h for h in range(len(state.board.map)) if exits and all(ways[h] for ways in exits))


def mobilities(state: GameState) -> tuple[str, ...]:
    """The classes of mobility of the units that move."""
    moving: list[Unit] = [u for u in state.units.values() if u.counter.steps and u.counter.steps[0].movement]
    return tuple(sorted({state.board.rules.mobility(state, unit) for unit in moving}))


def _named(game_map: HexMap) -> list[int]:
    """How many places and named groups each hex is in."""
    found = [len(words) for words in game_map.features]
    for place in game_map.places:
        found[place.hex] += 1
    for hexes in game_map.groups.values():
        for hex in hexes:
            found[hex] += 1
    return found


# ------------------------------------------------------------------ when
def combat_phase(board: Board, side: str) -> str:
    """The id of the first combat phase of a side; empty where it has none."""
    return next((p.id for p in board.sequence.phases if p.kind == "combat" and p.side == side), "")


def turn_of(board: Board, phase: str) -> int:
    """A turn in the middle of the scenario in which a phase is played."""
    scenario = board.scenario
    middle = (scenario.first_turn + scenario.last_turn) // 2
    turns = board.sequence.phases[board.sequence.index[phase]].turns
    return middle if not turns or middle in turns else turns[0]
