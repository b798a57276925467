"""Reinforcements: when, where and in what state units enter the map (chapter 13)."""

from __future__ import annotations

from hexcore.actions import Action, Place
from hexcore.board import Board
from hexcore.events import Asked, Event, Noted, Placed, Removed, Steps, StepsLost
from hexcore.movement_phase import InHand
from hexcore.rules import Refusal, general, rule
from hexcore.stacking import stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import ARRIVALS, Side, Unit
from hexcore_cobra.army_boundary import trespass
from hexcore_cobra.beach_entry import (
    LANDED,
    comes_now,
    landing_hexes,
    lands,
    lands_late,
    late_today,
    may_land_in_a_zone,
    no_landing,
)
from hexcore_cobra.beaches import beach_of
from hexcore_cobra.boundary_line import spot
from hexcore_cobra.editions import also, cite, expanded, numbers, plays
from hexcore_cobra.friedenthal import zone_against
from hexcore_cobra.movement import fighting_hexes
from hexcore_cobra.order_of_battle import ALLIED, GERMAN, Arrival

PHASES = ("german-movement", "allied-movement")
ENTRY = {
    (ALLIED, "N"): "north-entry",
    (GERMAN, "N"): "german-north-entry",
    (GERMAN, "E"): "east-edge",
    (GERMAN, "S"): "south-entry",
    (GERMAN, "W"): "west-exit",
}
FIRST_HEX, COLUMN = 2, 1
"""Half-points for the hex of entry, and for each unit before on the same road."""


def due(state: GameState, side: Side) -> list[Arrival]:
    """The reinforcements of a side that may enter in this turn."""
    all_arrivals: list[Arrival] = state.board.scenario.tags["arrivals"]
    now, units = state.turn, state.units
    named = [a for a in all_arrivals if a.turn <= now and a.unit in units]
    waiting = [a for a in named if units[a.unit].place == ARRIVALS and units[a.unit].side == side]
    return [a for a in waiting if comes_now(state, a)]


def _entry_open(state: GameState) -> bool:
    """Whether this is a phase in which somebody may enter the map."""
    return state.board.sequence.phases[state.phase].id in PHASES or lands_late(state)


@rule(numbers("13.1"), hook="arrivals", also={"cobra-1977": ("SPI 4.0.A3", "SPI 4.0.B4")})
def arrivals(state: GameState, side: Side) -> list[Action] | None:
    """Reinforcements that are due enter at any time in the initial movement phase."""
    if not _entry_open(state):
        return None
    return state.derived("*", ("arrivals", side), lambda: _placements(state, side))


def _placements(state: GameState, side: Side) -> list[Action]:
    found: list[Action] = []
    for arrival in due(state, side):
        unit = state.units[arrival.unit]
        found += [
            Place(unit.id, h) for h in entry_hexes(state, arrival) if entry_refusal(state, unit, h) is None
        ]
    return found


@rule(numbers("13.2.1"))
def entry_hexes(state: GameState, arrival: Arrival) -> list[int]:
    """Allied units enter over the north edge from A0101 to A3701, German ones over the edges listed; in the
    expanded game Allied units land (13.2.2)."""
    if lands(state.board, arrival):
        return landing_hexes(state, arrival)
    hexes: list[int] = state.board.once(("entry", arrival), lambda: _by_land(state.board, arrival))
    return hexes


def _by_land(board: Board, arrival: Arrival) -> list[int]:
    side, game_map = board.counters[arrival.unit].side, board.map
    hexes = [h for edge in arrival.edges for h in game_map.group(ENTRY[side, edge])]
    if not plays(board, "13.2.1"):
        hexes = list(range(len(game_map)))
    hexes = [h for h in dict.fromkeys(hexes) if "sea" not in game_map.terrain[h]]
    return [h for h in hexes if not arrival.above or spot(game_map, h)[1] < arrival.above]


def entry_refusal(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """Why a unit may not enter the map in a hex: an enemy, his zone, or no room."""
    number = state.board.map.numbers[hex]
    if fighting_hexes(state, unit.side)[hex] or any(u.side != unit.side for u in state.at(hex)):
        return Refusal(cite(state.board, "5.2.2"), f"an enemy unit stands in {number}")
    barred = plays(state.board, "13.2.1") and not may_land_in_a_zone(state, unit)
    if barred and zone_against(state, unit)[hex]:
        return Refusal(cite(state.board, "13.2.1"), f"{number} is in an enemy zone of control")
    beyond = trespass(state, unit, hex)
    if beyond:
        return Refusal(cite(state.board, "5.10"), beyond)
    return without_a_road(state, unit, hex) or stack_refusal(state, (unit,), hex)


@rule({"cobra": "5.3.6"})
def without_a_road(state: GameState, unit: Unit, hex: int) -> Refusal | None:
    """A mechanized reinforcement enters a marsh hex by road only, as one does that moves."""
    wet = expanded(state.board) and "marsh" in state.board.map.terrain[hex] and not _road_of(state, hex)
    if not wet or not plays(state.board, "5.3.6") or state.board.rules.mobility(state, unit) != "mech":
        return None
    name, number = unit.counter.name, state.board.map.numbers[hex]
    return Refusal("5.3.6", f"no road leads {name} into the marsh of {number}")


@rule(numbers("13.1"), hook="arrival_refusal")
def why_not(state: GameState, action: Action) -> Refusal | None:
    """Why a unit may not be placed."""
    unit, number = state.units[action.unit], state.board.map.numbers[action.hex]
    side = state.board.sequence.phases[state.phase].side
    if not _entry_open(state):
        return Refusal(cite(state.board, "13.1"), "reinforcements enter in the initial movement phase")
    arrival = next((a for a in due(state, side) if a.unit == unit.id), None)
    if arrival is None:
        return _not_due(state, unit)
    if action.hex not in entry_hexes(state, arrival):
        if lands(state.board, arrival):
            return no_landing(state, arrival, action.hex)
        edges = ", ".join(arrival.edges)
        return Refusal(
            cite(state.board, "13.2.1"),
            f"{unit.counter.name} does not enter in {number} but over the edge {edges}",
        )
    return entry_refusal(state, unit, action.hex)


def _not_due(state: GameState, unit: Unit) -> Refusal:
    """Why a unit does not enter in this phase: its turn, or the part of its turn, has not come."""
    if lands_late(state):
        return Refusal("13.1", f"{unit.counter.name} enters in the initial movement phase")
    if unit.place == ARRIVALS and unit.id in late_today(state):
        return Refusal("21.7", f"{unit.counter.name} lands in the mechanized phase of this turn")
    return Refusal(cite(state.board, "13.1"), f"{unit.counter.name} is not due in this turn")


@rule(numbers("13.3.2"), hook="arrival_answer", also=also("13.3.1", "13.3.9"))
def enter(state: GameState, action: Action) -> Steps | None:
    """The hex of entry costs one point whatever its ground, and the unit moves on with the rest."""
    return _enter(state, state.units[action.unit], action.hex)


@general("arrival_answer", trylast=True)
def enter_and_stay(state: GameState, action: Action) -> Steps | None:
    """Without case 13.3.2 a reinforcement enters and has moved."""
    return _enter(state, state.units[action.unit], action.hex)


def _enter(state: GameState, unit: Unit, hex: int) -> Steps:
    if not plays(state.board, "13.3.1"):
        state = yield StepsLost(unit.id, len(unit.counter.steps) - 1)
    return (yield from onto_the_edge(state, unit, hex))


def onto_the_edge(state: GameState, unit: Unit, hex: int) -> Steps:
    """A unit enters the map in a hex and is in hand, with what the entry has cost it."""
    state = yield Placed(unit.id, hex, "arrival")
    spent = (FIRST_HEX if plays(state.board, "13.3.2") else 100) + column_cost(state, hex)
    road = _road_of(state, hex)
    if road:
        state = yield Noted("turn", "column", road, state.note("column", road, 0) + 1)
    state = yield Noted("phase", "from", unit.id, hex)
    state = yield Noted("phase", "spent", unit.id, spent)
    state = yield Noted("turn", "arrived", unit.id)
    if beach_of(state.board, hex):
        state = yield Noted("turn", LANDED, unit.id)
    if zone_against(state, unit)[hex] and may_land_in_a_zone(state, unit):
        reason = f"{state.board.map.numbers[hex]} is in an enemy zone of control"
        state = yield Noted("phase", "stopped", unit.id, (cite(state.board, "5.2.3"), reason))
    return (yield Asked((InHand(unit.side, (unit.id,), cite(state.board, "13.1")),)))


@rule(numbers("13.3.9"))
def column_cost(state: GameState, hex: int) -> int:
    """On a road a reinforcement pays half a point for each unit that entered on it before in the turn."""
    road = _road_of(state, hex)
    if not road or not plays(state.board, "13.3.9"):
        return 0
    before: int = state.note("column", road, 0)
    return COLUMN * before


def _road_of(state: GameState, hex: int) -> str:
    """The road that leads off the map in a hex, named by the hex; empty without one."""
    roads: frozenset[int] = state.board.once(
        "edge roads", lambda: frozenset(r.hex for r in state.board.map.edge_roads)
    )
    return state.board.map.numbers[hex] if hex in roads else ""


# ------------------------------------------------------------------ must, may, and too late
@rule(numbers("13.3.6"), hook="may_end_phase")
def germans_must_enter(state: GameState, side: Side) -> str | None:
    """German reinforcements enter when they are due; Allied ones may wait."""
    if side != GERMAN or state.board.sequence.phases[state.phase].id not in PHASES:
        return None
    waiting = [a.unit for a in state.board.rules.arrivals(state, side)]
    return f"{state.board.name(waiting[0])} must enter the map in this phase" if waiting else None


@rule(numbers("13.3.6"), hook="end_phase")
def too_late(state: GameState, phase: str) -> list[Event] | None:
    """A German reinforcement that could not enter when due never does, and counts for nobody."""
    if phase != "german-movement":
        return None
    return [Removed(a.unit, "never-arrived", why="could not enter when due") for a in due(state, GERMAN)]


@rule(numbers("13.3.3"))
def arrivals_may_fight() -> None:
    """Reinforcements may fight in the turn they enter."""


@general("may_attack")
def arrivals_only_watch(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """Without case 13.3.3 they may not."""
    if plays(state.board, "13.3.3") or not state.note("arrived", unit.id):
        return None
    return f"{unit.counter.name} has entered the map in this turn"
