"""Major roads as lines of supply: the hexes that an uncut one joins to the ends it leads to (10.4, 10.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import NamedTuple

from hexcore.board import Board
from hexcore.reach import union
from hexcore.rules import Cited, SupplySource
from hexcore.state import GameState
from hexcore.units import Side
from hexcore_cobra.editions import cite
from hexcore_cobra.order_of_battle import GERMAN

EAST, SOUTH = ("east-supply", "the east edge"), ("south-supply", "the south edge")
"""Where roads leave the map (groups of it), and what players call it."""
LEFT_IN_THE_SOUTH = "south edge"
"""Note for good: an Allied unit has left the map over the southern edge."""


class End(NamedTuple):
    """What roads lead to: its name, its hexes, and the army it serves (empty: both)."""

    name: str
    hexes: tuple[int, ...]
    army: str = ""


def closed(state: GameState, side: Side) -> bytes:
    """A byte for every hex: 1 where no line of a side passes."""

    def compute() -> bytes:
        limit, size = state.board.rules.supply_rule(state, side), len(state.board.map)
        return union([mask.hexes for mask in limit.blocks], size) if limit and limit.blocks else bytes(size)

    return state.derived("units", ("supply closed", side), compute)


def roads_off_the_edges(state: GameState) -> list[SupplySource]:
    """Every hex joined to an edge to which German lines lead now."""
    return _roads_off(state, serving_edges(state))


def serving_edges(state: GameState) -> tuple[tuple[str, str], ...]:
    """The edges to which German lines lead: the southern one until an Allied unit has left there (10.4.1)."""
    return (EAST,) if state.note(LEFT_IN_THE_SOUTH) else (EAST, SOUTH)


def joined_by_road(state: GameState, *edges: tuple[str, str]) -> frozenset[int]:
    """Every hex that a major road open to German lines joins to one of the edges."""
    return frozenset(source.hex for source in _roads_off(state, edges))


def _roads_off(state: GameState, edges: Iterable[tuple[str, str]]) -> list[SupplySource]:
    ends = tuple(End(name, tuple(state.board.map.group(group))) for group, name in edges)
    return roads_to(state, "edges", GERMAN, ends, cite(state.board, "10.4.1"))


def roads_to(state: GameState, key: str, side: Side, ends: Iterable[End], number: str) -> list[SupplySource]:
    """Every hex joined by open major road to one of the ends, those of each army apart.

    Found anew under *key* only when the ends have changed, or what shuts the hexes of roads.
    """
    shut, ends = closed(state, side), tuple(ends)
    rests_on = _road_hexes(state.board)(shut), ends

    def compute() -> list[SupplySource]:
        return Cited(
            SupplySource(hex, name, number, army)
            for army in dict.fromkeys(end.army for end in ends)
            for hex, name in joined(state.board, shut, [e for e in ends if e.army == army]).items()
        )

    return kept_while(state.board, ("supply roads", key), rests_on, compute)


def kept_while(
    board: Board, key: object, rests_on: object, compute: Callable[[], list[SupplySource]]
) -> list[SupplySource]:
    """The sources found under a key, until what they rest on is no longer the same."""
    kept: tuple[object, list[SupplySource]] | None = board.notebook.get(key)
    if kept is None or kept[0] != rests_on:
        kept = board.notebook[key] = (rests_on, compute())
    return kept[1]


def joined(board: Board, shut: bytes, ends: Iterable[End]) -> Mapping[int, str]:
    """The hexes joined to the ends of roads, and the name of the first that each is joined to."""
    links = major_roads(board)
    found: dict[int, str] = {}
    for end in ends:
        wave = [h for h in end.hexes if not shut[h] and h not in found]
        found.update(dict.fromkeys(wave, end.name))
        while wave:
            near = {n for h in wave for n in links[h] if n not in found and not shut[n]}
            wave = sorted(near)
            found.update(dict.fromkeys(wave, end.name))
    return found


def major_roads(board: Board) -> dict[int, list[int]]:
    """By hex the neighbours that a major road leads to."""

    def compute() -> dict[int, list[int]]:
        near, roads = board.map.neighbours, board.map.roads
        links: dict[int, list[int]] = {h: [] for h in range(len(board.map))}
        for side, road in enumerate(roads):
            if road == "primary" and near[side] >= 0:
                links[side // 6].append(near[side])
        return links

    links: dict[int, list[int]] = board.once("major roads", compute)
    return links


def _road_hexes(board: Board) -> itemgetter[tuple[int, ...]]:
    """Picks the hexes on which the sources of supply rest: those of major roads, and where these leave the
    map."""

    def compute() -> itemgetter[tuple[int, ...]]:
        ends = {hex for name, group in board.map.groups.items() if name.endswith("-supply") for hex in group}
        return itemgetter(*sorted(ends | {hex for hex, links in major_roads(board).items() if links}))

    hexes: itemgetter[tuple[int, ...]] = board.once("road hexes", compute)
    return hexes
