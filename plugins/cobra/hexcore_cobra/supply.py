"""Supply: lines to the edges of the map, when they are judged, and what lacking one means (chapter 10)."""

from __future__ import annotations

from fractions import Fraction

from hexcore.board import Board
from hexcore.events import Event, Noted, Removed
from hexcore.reach import Exits, union
from hexcore.rules import Factor, Mask, SupplySource, general, rule
from hexcore.state import Combat, GameState
from hexcore.supply import SupplyRule, enemy_blocks, flood_from, net_of
from hexcore.units import ELIMINATED, Side, Unit
from hexcore_cobra.army_boundary import out_of_bounds
from hexcore_cobra.beach_supply import ends, supplied_without_lines
from hexcore_cobra.beaches import beach_hexes
from hexcore_cobra.cherbourg_supply import has_supplied_another
from hexcore_cobra.combat import army
from hexcore_cobra.editions import also, cite, expanded, numbers, plays
from hexcore_cobra.ground import unbridged_dives, words_of
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.supply_roads import End, joined, roads_off_the_edges, roads_to

LIMIT, RIVER_HEXES = 12, 6
UNSUPPLIED = "unsupplied"
NO_ROAD = "no supply road within twelve hexes"
NO_BEACH = "no beach, city or road from one that serves its army within twelve hexes"
"""Why a hex is cut off that nothing blocks: by what lines end on (10.4.1, 10.5.1)."""
ANY = bytes([0, *[1] * 255])
"""Makes 1 of every byte that is not 0."""


# ------------------------------------------------------------------ lines of supply
@rule(numbers("10.3.1"), hook="supply_rule")
def twelve_hexes(state: GameState, side: Side) -> SupplyRule:
    """A line is at most twelve hexes long and free of enemy units and of enemy zones no friend cancels."""
    board = state.board

    def compute() -> SupplyRule:
        why = NO_BEACH if side == ALLIED and beach_hexes(board) else NO_ROAD
        number, marsh = cite(board, "10.3.1"), off_road_marsh(board)
        return SupplyRule(LIMIT, lengths(board), _blocks(state, side), number, why, marsh)

    return state.derived("units", ("supply rule", side), compute)


def _blocks(state: GameState, side: Side) -> tuple[Mask, ...]:
    """What cuts a line: for Allied units it is case 10.3.3 that says so."""
    number = cite(state.board, "10.3.3" if side == ALLIED else "10.3.1")
    if not state.board.rules.active(number):
        return ()

    def compute() -> tuple[Mask, ...]:
        return tuple(mask._replace(rule=number) for mask in enemy_blocks(state, side))

    return state.derived("units", ("supply blocks", side), compute)


@rule(numbers("10.3.3"))
def germans_cut_allied_lines() -> None:
    """An Allied line does not pass a hex of a German unit, nor its zone unless an Allied unit cancels it."""


def lengths(board: Board) -> Exits:
    """What each hexside adds to a line: one hex, or what the cases below say; the sea carries no supply.

    A line is traced from the unit, whose own hex does not count, and the ways here lead from the source to
    the unit: the hex that a way leaves is the one that the line enters.
    """
    exits: Exits = board.once("supply exits", lambda: _over_land(board))
    return exits


def _over_land(board: Board) -> Exits:
    near, terrain, sides = board.map.neighbours, board.map.terrain, board.map.sides
    wet, shut = plays(board, "5.7.4"), unbridged_dives_shut(board)

    def open_way(side: int) -> bool:
        to = near[side]
        return (
            to >= 0
            and "sea" not in terrain[to]
            and side not in shut
            and not (wet and "all-sea" in sides[side])
        )

    def ways(hex: int) -> tuple[tuple[int, int, int], ...]:
        if "sea" in terrain[hex]:
            return ()
        into = 1 if on_a_road(board, hex) else in_bocage(board, hex)
        return tuple(
            (near[s], max(over_a_major_river(board, s), into), s)
            for s in range(6 * hex, 6 * hex + 6)
            if open_way(s)
        )

    return tuple(ways(hex) for hex in range(len(board.map)))


@rule(numbers("10.3.4"))
def in_bocage(board: Board, hex: int) -> int:
    """A bocage hex, clear ground or light forest in the bocage, counts as two; marsh there is marsh only."""
    marsh = expanded(board) and "marsh" in board.map.terrain[hex]
    return 2 if "bocage" in words_of(board.map, hex) and not marsh and plays(board, "10.3.4") else 1


@rule(numbers("10.3.5"))
def on_a_road(board: Board, hex: int) -> bool:
    """A hex with a secondary road counts as one whatever its ground; a primary road is no worse."""
    return plays(board, "10.3.5") and any(board.map.roads[6 * hex : 6 * hex + 6])


@rule(numbers("10.3.6"))
def over_a_major_river(board: Board, side: int) -> int:
    """A step over a major river counts as six hexes, unless a road goes there."""
    game_map = board.map
    wide = "major-river" in game_map.sides[side] and not game_map.roads[side]
    return RIVER_HEXES if wide and plays(board, "10.3.6") else 1


@rule(numbers("10.3.2"))
def off_road_marsh(board: Board) -> frozenset[int]:
    """A line enters one marsh hex at most by a hexside without a road, and never crosses the unbridged
    Dives."""
    if not (expanded(board) and plays(board, "10.3.2")):
        return frozenset()
    sides: frozenset[int] = board.once("supply marsh", lambda: _into_marsh(board))
    return sides


def _into_marsh(board: Board) -> frozenset[int]:
    game_map = board.map
    marsh = [hex for hex, words in enumerate(game_map.terrain) if "marsh" in words]
    return frozenset(s for hex in marsh for s in range(6 * hex, 6 * hex + 6) if not game_map.roads[s])


def unbridged_dives_shut(board: Board) -> frozenset[int]:
    """The hexsides of the Dives that no line crosses (10.3.2)."""
    return unbridged_dives(board) if plays(board, "10.3.2") else frozenset()


# ------------------------------------------------------------------ sources
@rule(numbers("10.4.1"), hook="supply_sources")
def german_sources(state: GameState, side: Side) -> list[SupplySource] | None:
    """German lines end on a major road that leads, uncut, off the eastern or southern edge; off the southern
    one only until an Allied unit has left there."""
    return roads_off_the_edges(state) if side == GERMAN else None


@rule(numbers("10.5.1"), hook="supply_sources")
def allied_sources(state: GameState, side: Side) -> list[SupplySource] | None:
    """Allied lines end on a major road that leads, uncut, off the northern edge from A0101 to A3701; in the
    expanded game that edge is no end of the map."""
    if side != ALLIED or beach_hexes(state.board):
        return None
    return roads_to(state, "north edge", side, (_north(state.board),), cite(state.board, "10.5.1"))


def _north(board: Board) -> End:
    return End("the north edge", tuple(board.map.group("north-supply")))


# ------------------------------------------------------------------ when it is judged
@rule(numbers("10.1"), hook="begin_phase")
def judged_as_the_phase_begins(state: GameState, phase: str) -> list[Event] | None:
    """For movement, a unit without supply when the phase begins lacks it for all of that phase."""
    now = state.board.sequence.phases[state.phase]
    if now.kind != "movement":
        return None
    units = list(state.on_map(now.side))
    for unit in units:
        net_of(state, unit)  # whole nets, where so many ask
    return [Noted("phase", UNSUPPLIED, unit.id) for unit in units if not supplied_now(state, unit)]


def supplied_for_movement(state: GameState, unit: Unit) -> bool:
    """Whether a unit moves as supplied in this phase (10.1); arrivals always do."""
    if not plays(state.board, "10.1"):
        return unit.hex < 0 or supplied_now(state, unit)
    return not state.note(UNSUPPLIED, unit.id)


def supplied_now(state: GameState, unit: Unit) -> bool:
    """Whether a unit can trace a line at this instant (10.2)."""
    return state.board.rules.supply_state(state, unit) == "supplied"


def supplied_in(state: GameState, combat: Combat, unit: Unit) -> bool:
    """Whether a unit counts as supplied in a combat."""
    if combat.kind == "attack" and unit.side == combat.side and not within_bounds(state, unit):
        return False
    return supplied_now(state, unit) and not has_supplied_another(state, combat, unit)


@rule(numbers("5.10"))
def within_bounds(state: GameState, unit: Unit) -> bool:
    """For an attack no line, the road to the edge included, passes hexes beyond the army boundary; that the
    unit itself stands beyond it does not matter."""
    beyond = out_of_bounds(state, unit)
    if not beyond or unit.hex < 0 or supplied_without_lines(state):
        return True
    own, of = unit.hex if beyond[unit.hex] else -1, army(unit.counter)
    return unit.hex in state.derived("units", ("bounded", of, own), lambda: _bounded(state, of, beyond, own))


def _bounded(state: GameState, of: str, beyond: bytes, own: int) -> frozenset[int]:
    """The hexes from which an Allied line can be traced past none beyond the boundary, but for one's own."""
    limit = state.board.rules.supply_rule(state, ALLIED)
    assert limit is not None
    size = len(state.board.map)
    closed = bytearray(beyond.translate(ANY))
    if own >= 0:
        closed[own] = 0
    shut = union([bytes(closed), *(mask.hexes for mask in limit.blocks)], size)
    found = ends(state, shut) if beach_hexes(state.board) else [_north(state.board)]
    serving = [end for end in found if end.army in ("", of)]
    sources = [SupplySource(h, "") for h in joined(state.board, shut, serving) if h != own]
    return frozenset(flood_from(sources, limit.exits, limit.limit, shut, limit.scarce).length)


# ------------------------------------------------------------------ what it means
@rule(numbers("10.0"))
def supply_counts(state: GameState) -> bool:
    """A unit has its full strength and allowance only in supply."""
    return plays(state.board, "10.0")


@rule(numbers("10.6.1"), hook="strength_factors", also=also("10.6.2"))
def half_strength(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """A unit out of supply has half its strength, never less than one."""
    if not supply_counts(state) or unit.counter.kind == "hq" or supplied_in(state, combat, unit):
        return None
    floor = 0 if unit.step.strength == 1 and not plays(state.board, "10.6.2") else None
    return Factor(Fraction(1, 2), "out of supply", stage=0, value=floor)


@rule(numbers("10.6.4"))
def may_attack_unsupplied() -> None:
    """Units out of supply may attack, at half strength; they may not overrun."""


@general("may_attack")
def unsupplied_hold_still(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """Without case 10.6.4 a unit out of supply does not attack."""
    if plays(state.board, "10.6.4") or supplied_now(state, unit):
        return None
    return f"{unit.counter.name} is out of supply"


@rule(numbers("10.6.3"))
def never_starved() -> None:
    """Units may stay out of supply for good; none is eliminated for it."""


@general("end_phase")
def starved(state: GameState, phase: str) -> list[Event] | None:
    """Without case 10.6.3 units out of supply at the end of the turn are lost."""
    if phase != "end-of-turn" or plays(state.board, "10.6.3"):
        return None
    lost = [u for side in (GERMAN, ALLIED) for u in state.on_map(side) if not supplied_now(state, u)]
    return [Removed(unit.id, ELIMINATED.name, why="out of supply") for unit in lost]
