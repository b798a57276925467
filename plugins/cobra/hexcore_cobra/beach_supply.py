"""Allied supply on both sheets: beaches, the roads of Isigny and Bayeux, Game-Turns 1 and 2 (10.5).

A beach serves both armies; Isigny serves the US and Bayeux the British, and every major road joined to one
of them, uncut, serves whom it serves. The city must be all in the hands of one army, whichever, and reach a
beach that serves within twelve hexes. An HQ alone cancels no zone (9.2.6): on a beach in a German zone it
opens no line.
"""

from __future__ import annotations

from itertools import chain
from operator import itemgetter

from hexcore.board import Board
from hexcore.events import Event, Noted, entered_by
from hexcore.rules import SupplySource, rule
from hexcore.state import GameState
from hexcore.supply import flood_from
from hexcore.units import Counter, Side, Unit
from hexcore_cobra.beaches import WRECKED, beach_hexes, held, serves, title
from hexcore_cobra.combat import BRITISH, US, army
from hexcore_cobra.editions import game_turn, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.phases import ALLIED_MECHANIZED
from hexcore_cobra.supply_roads import End, closed, kept_while, roads_to

CITIES = {US: "isigny", BRITISH: "bayeux"}
"""Groups of the map: the city that serves each army."""
UNCHECKED_TURNS = 2
"""On Game-Turns 1 and 2 nobody's supply is judged."""


# ------------------------------------------------------------------ beaches
@rule({"cobra": "10.5.3"}, hook="supply_sources")
def beaches_are_sources(state: GameState, side: Side) -> list[SupplySource] | None:
    """Beach hexes in Allied hands give supply; one in a German zone only with an Allied unit in it."""
    if side != ALLIED:
        return None
    return [
        SupplySource(hex, end.name, "10.5.3")
        for end in beaches(state, closed(state, ALLIED))
        for hex in end.hexes
    ]


def beaches(state: GameState, shut: bytes) -> list[End]:
    """The beaches that give supply, with those of their hexes that do: none that is *shut*."""
    if not plays(state.board, "10.5.3"):
        return []
    by_beach: dict[str, list[int]] = {}
    for hex, beach in beach_hexes(state.board).items():
        if not shut[hex] and serves(state, hex):
            by_beach.setdefault(beach, []).append(hex)
    return [End(f"{title(beach)} Beach", tuple(hexes)) for beach, hexes in by_beach.items()]


@rule({"cobra": "10.5.4"}, hook="end_phase")
def wrecked_by_a_german(state: GameState, phase: str) -> list[Event] | None:
    """A German unit in a beach hex as an Allied player turn ends wrecks it for the rest of the game."""
    if phase != ALLIED_MECHANIZED:
        return None
    numbers = state.board.map.numbers
    lost = [h for h in beach_hexes(state.board) if any(unit.side == GERMAN for unit in state.at(h))]
    return [Noted("game", WRECKED, numbers[hex]) for hex in lost]


# ------------------------------------------------------------------ roads and cities
@rule({"cobra": "10.5.1"}, hook="supply_sources")
def roads_from_the_beaches(state: GameState, side: Side) -> list[SupplySource] | None:
    """In the expanded game a line ends on a major road that leads, uncut, to a beach that gives supply; for
    the US also to Isigny, for the British to Bayeux."""
    if side != ALLIED or not beach_hexes(state.board):
        return None
    roads = roads_to(state, "ashore", ALLIED, ends(state, closed(state, ALLIED)), "10.5.1")
    return [source for source in roads if source.hex not in beach_hexes(state.board)]


@rule({"cobra": "10.5.1"}, hook="supply_part")
def drawn_by_army(board: Board, counter: Counter) -> str | None:
    """US units draw on what serves the US, British ones on what serves the British."""
    return army(counter) if counter.side == ALLIED and beach_hexes(board) else None


def ends(state: GameState, shut: bytes) -> list[End]:
    """What roads may lead to, for Allied lines that pass no *shut* hex."""
    ashore = beaches(state, shut)
    return [*ashore, *_cities(state, shut, ashore)] if ashore else []


def _cities(state: GameState, shut: bytes, ashore: list[End]) -> list[End]:
    group = state.board.map.group
    cities = {of: tuple(group(city)) for of, city in CITIES.items()}
    in_hand = {of: hexes for of, hexes in cities.items() if held_by_one_army(state, hexes)}
    if not in_hand:
        return []
    reached = _reached(state, shut, ashore)
    serving = {of: hexes for of, hexes in in_hand.items() if not reached.isdisjoint(hexes)}
    return [End(CITIES[of].title(), hexes, of) for of, hexes in serving.items()]


def held_by_one_army(state: GameState, hexes: tuple[int, ...]) -> bool:
    """Whether every one of some hexes is Allied, and units of one army took them all."""
    takers = {_taker(state, hex) for hex in hexes} - {""}
    return len(takers) < 2 and all(held(state, hex) for hex in hexes)


def _taker(state: GameState, hex: int) -> str:
    """The army of the Allied unit that took a hex, empty where nothing is known of it."""
    unit = state.note(entered_by(ALLIED), state.board.map.numbers[hex])
    return army(state.board.counters[unit]) if unit in state.board.counters else ""


def _reached(state: GameState, shut: bytes, ashore: list[End]) -> set[int]:
    """The city hexes from which an open line of twelve hexes at most leads to a beach."""
    limit = state.board.rules.supply_rule(state, ALLIED)
    assert limit is not None
    starts = tuple(SupplySource(hex, "") for end in ashore for hex in end.hexes)
    rests_on = starts, _around_the_cities(state.board, limit.limit)(shut)

    def compute() -> list[SupplySource]:
        found = flood_from(list(starts), limit.exits, limit.limit, shut, limit.scarce)
        return [SupplySource(hex, "") for hex in _city_hexes(state.board) if hex in found.length]

    return {source.hex for source in kept_while(state.board, "cities reached", rests_on, compute)}


def _city_hexes(board: Board) -> list[int]:
    return list(chain.from_iterable(board.map.group(city) for city in CITIES.values()))


def _around_the_cities(board: Board, radius: int) -> itemgetter[tuple[int, ...]]:
    """Picks the hexes that a line from a city can pass."""

    def compute() -> itemgetter[tuple[int, ...]]:
        cities, far = _city_hexes(board), board.map.distance
        near = [h for h in range(len(board.map)) if any(far(h, city) <= radius for city in cities)]
        return itemgetter(*near)

    found: itemgetter[tuple[int, ...]] = board.once("around the cities", compute)
    return found


# ------------------------------------------------------------------ Game-Turns 1 and 2
@rule({"cobra": "10.5.2"}, hook="supply_state")
def all_supplied_at_first(state: GameState, unit: Unit) -> str | None:
    """On Game-Turns 1 and 2 every Allied unit is in supply, even one that is surrounded."""
    return "supplied" if unit.side == ALLIED and supplied_without_lines(state) else None


def supplied_without_lines(state: GameState) -> bool:
    """Whether Allied lines are not looked at in this turn."""
    return game_turn(state) <= UNCHECKED_TURNS and plays(state.board, "10.5.2")
