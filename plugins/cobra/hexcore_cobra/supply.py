"""Supply: lines to the edges of the map, when they are judged, and what lacking one means (chapter 10)."""

from __future__ import annotations

from fractions import Fraction
from operator import itemgetter

from hexcore.board import Board
from hexcore.events import Event, Noted, Removed
from hexcore.reach import Exits, union
from hexcore.rules import Factor, Mask, SupplySource, general, rule
from hexcore.state import Combat, GameState
from hexcore.supply import SupplyRule, enemy_blocks, in_net, net
from hexcore.units import ELIMINATED, Side, Unit
from hexcore_cobra.editions import also, cite, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

LIMIT = 12
UNSUPPLIED = "unsupplied"


# ------------------------------------------------------------------ lines of supply
@rule(numbers("10.3.1"), hook="supply_rule")
def twelve_hexes(state: GameState, side: Side) -> SupplyRule:
    """A line is at most twelve hexes long and free of enemy units and of enemy zones no friend cancels."""
    exits = _dry_exits(state.board)
    return SupplyRule(
        LIMIT, exits, _blocks(state, side), cite(state.board, "10.3.1"), "no supply road within twelve hexes"
    )


def _blocks(state: GameState, side: Side) -> tuple[Mask, ...]:
    """What cuts a line: for Allied units it is case 10.3.3 that says so."""
    number = cite(state.board, "10.3.3" if side == ALLIED else "10.3.1")
    if not state.board.rules.active(number):
        return ()
    return tuple(Mask(m.effect, m.reason, m.hexes, rule=number) for m in enemy_blocks(state, side))


@rule(numbers("10.3.3"))
def germans_cut_allied_lines() -> None:
    """An Allied line does not pass a hex of a German unit, nor its zone unless an Allied unit cancels it."""


def _dry_exits(board: Board) -> Exits:
    """Every hexside one hex long; the sea and, by case 5.7.4, all-sea hexsides carry no supply."""
    exits: Exits = board.once("supply exits", lambda: _over_land(board))
    return exits


def _over_land(board: Board) -> Exits:
    near, terrain, sides = board.map.neighbours, board.map.terrain, board.map.sides
    wet = plays(board, "5.7.4")

    def ways(hex: int) -> tuple[tuple[int, int, int], ...]:
        if "sea" in terrain[hex]:
            return ()
        out = [(near[s], 1, s) for s in range(6 * hex, 6 * hex + 6) if near[s] >= 0]
        return tuple(
            way for way in out if "sea" not in terrain[way[0]] and not (wet and "all-sea" in sides[way[2]])
        )

    return tuple(ways(hex) for hex in range(len(board.map)))


# ------------------------------------------------------------------ sources
@rule(numbers("10.4.1"), hook="supply_sources")
def german_sources(state: GameState, side: Side) -> list[SupplySource] | None:
    """German lines end on a major road that leads, uncut, off the eastern or southern edge; off the southern
    one only until an Allied unit has left there."""
    if side != GERMAN:
        return None
    edges = {"east-supply": "the east edge", "south-supply": "the south edge"}
    if state.note("south edge"):
        del edges["south-supply"]
    return _roads_to(state, side, edges, cite(state.board, "10.4.1"))


@rule(numbers("10.5.1"), hook="supply_sources")
def allied_sources(state: GameState, side: Side) -> list[SupplySource] | None:
    """Allied lines end on a major road that leads, uncut, off the northern edge from A0101 to A3701."""
    edges = {"north-supply": "the north edge"}
    return _roads_to(state, side, edges, cite(state.board, "10.5.1")) if side == ALLIED else None


def _roads_to(state: GameState, side: Side, ends: dict[str, str], number: str) -> list[SupplySource]:
    """Every hex joined by open major road to one of the road's ends at the edge."""
    size = len(state.board.map)
    shut = union([mask.hexes for mask in _blocks(state, side)], size) or bytes(size)
    blocked = _road_hexes(state.board)(shut)
    kept = state.board.notebook.get(("supply roads", side))
    if kept is None or kept[:2] != (blocked, ends):
        sources = [SupplySource(h, name, number) for h, name in _joined(state.board, shut, ends).items()]
        kept = state.board.notebook["supply roads", side] = (blocked, ends, sources)
    found: list[SupplySource] = kept[2]
    return found


def _joined(board: Board, shut: bytes, ends: dict[str, str]) -> dict[int, str]:
    """The hexes joined to the ends of roads, and to which of them."""
    game_map, links = board.map, _major_roads(board)
    found: dict[int, str] = {}
    for group, name in ends.items():
        wave = [h for h in game_map.group(group) if not shut[h] and h not in found]
        found.update(dict.fromkeys(wave, name))
        while wave:
            near = {n for h in wave for n in links[h] if n not in found and not shut[n]}
            wave = sorted(near)
            found.update(dict.fromkeys(wave, name))
    return found


def _major_roads(board: Board) -> dict[int, list[int]]:
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
        return itemgetter(*sorted(ends | {hex for hex, links in _major_roads(board).items() if links}))

    hexes: itemgetter[tuple[int, ...]] = board.once("road hexes", compute)
    return hexes


# ------------------------------------------------------------------ when it is judged
@rule(numbers("10.1"), hook="begin_phase")
def judged_as_the_phase_begins(state: GameState, phase: str) -> list[Event] | None:
    """For movement, a unit without supply when the phase begins lacks it for all of that phase."""
    now = state.board.sequence.phases[state.phase]
    if now.kind != "movement":
        return None
    supplied = net(state, now.side).length
    units = [u for u in state.on_map(now.side) if u.hex not in supplied]
    return [Noted("phase", UNSUPPLIED, unit.id) for unit in units]


def supplied_for_movement(state: GameState, unit: Unit) -> bool:
    """Whether a unit moves as supplied in this phase (10.1); arrivals always do."""
    if not plays(state.board, "10.1"):
        return unit.hex < 0 or in_net(state, unit.side, unit.hex)
    return not state.note(UNSUPPLIED, unit.id)


def supplied_now(state: GameState, unit: Unit) -> bool:
    """Whether a unit can trace a line at this instant (10.2)."""
    return state.board.rules.supply_state(state, unit) == "supplied"


# ------------------------------------------------------------------ what it means
@rule(numbers("10.0"))
def supply_counts(state: GameState) -> bool:
    """A unit has its full strength and allowance only in supply."""
    return plays(state.board, "10.0")


@rule(numbers("10.6.1"), hook="strength_factors", also=also("10.6.2"))
def half_strength(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """A unit out of supply has half its strength, never less than one."""
    if not supply_counts(state) or supplied_now(state, unit) or unit.counter.kind == "hq":
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
