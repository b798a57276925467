"""The map of Breakout & Pursuit as its tests look at it."""

from __future__ import annotations

from functools import cache

from hexcore.mapfaults import Ground
from hexcore.maps import HexMap
from hexcore_breakout_pursuit import BREAKOUT_PURSUIT
from hexcore_breakout_pursuit.mapmaking import MAP, MAP_TOOLS


def the_map() -> HexMap:
    return BREAKOUT_PURSUIT.map


@cache
def the_ground() -> Ground:
    return Ground(the_map(), MAP, MAP_TOOLS.words)


def hexes(*numbers: str) -> list[int]:
    return [the_map().hex(number) for number in numbers]


def distance(one: str, other: str) -> int:
    return the_map().distance(*hexes(one, other))


def numbers(group: str) -> list[str]:
    return [the_map().numbers[hex] for hex in the_map().group(group)]


def around(number: str) -> set[str]:
    return {the_map().numbers[hex] for hex in the_map().around(the_map().hex(number))}


def across(number: str, line: str) -> set[str]:
    """The hexes across the hexsides of a hex that carry a named river, or this word."""
    game, hex = the_map(), the_map().hex(number)
    sides = (s for s in range(6 * hex, 6 * hex + 6) if line in (game.side_names.get(s), *game.sides[s]))
    return {game.numbers[game.neighbours[side]] for side in sides}


def words(number: str) -> frozenset[str]:
    return the_map().terrain[the_map().hex(number)] | the_map().features[the_map().hex(number)]
