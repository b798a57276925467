"""Leaving the map over an edge, and coming back by the southern one (5.9.1, 5.9.2)."""

from __future__ import annotations

from hexcore.actions import Action, Exit, Place
from hexcore.events import Answered, Marked, Noted, Removed, Steps
from hexcore.movement import HALF, points, points_left
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import ARRIVALS, EXITED, Side, Unit
from hexcore_cobra.army_boundary import LEFT_FROM, left_from
from hexcore_cobra.combat import US, army
from hexcore_cobra.disengagement import EXTRA, leaving
from hexcore_cobra.editions import cite, expanded, numbers, plays
from hexcore_cobra.french_mutiny import open_edges
from hexcore_cobra.integrity import divisional
from hexcore_cobra.movement import phase_id
from hexcore_cobra.order_of_battle import ALLIED
from hexcore_cobra.reinforcements import entry_refusal, onto_the_edge
from hexcore_cobra.replacements import division
from hexcore_cobra.supply_roads import LEFT_IN_THE_SOUTH
from hexcore_cobra.trucks import TRUCK, carried, truck_mechanized

EDGES = {"W": "west-exit", "E": "east-edge", "S": "south-entry"}
"""The edges Allied units may leave over, and the groups of hexes that lie on them."""
SOUTH, DIVISIONS_BACK = "S", 2
LEFT_SOUTH, CAME_BACK = "left south", "came back"
"""Notes for good: turn and phase in which a US unit left by the south; the divisions that have come back."""


def edges_at(state: GameState, hex: int) -> list[str]:
    """The edges a unit in a hex may leave over."""
    groups: dict[str, frozenset[int]] = state.board.once(
        "exits", lambda: {edge: frozenset(state.board.map.group(name)) for edge, name in EDGES.items()}
    )
    return [edge for edge, hexes in groups.items() if hex in hexes]


def price(state: GameState, units: tuple[Unit, ...]) -> int:
    """Half-points to leave the map: a point, and those of disengaging for a unit that does (5.6.1)."""
    return HALF + (EXTRA if any(leaving(state, unit) for unit in units) else 0)


def held(state: GameState, units: tuple[Unit, ...]) -> Refusal | None:
    """Why units in hand go nowhere from their hex, not even off the map."""
    for unit in units:
        stopped = state.note("stopped", unit.id)
        if stopped:
            return Refusal(stopped[0], stopped[1])
        if leaving(state, unit) and not plays(state.board, "5.6.1"):
            return Refusal(
                cite(state.board, "7.3"), f"{unit.counter.name} stands in an enemy zone of control"
            )
    return None


@rule(numbers("5.9.2"), hook="hand_options")
def exits_in_hand(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """A unit at the edge leaves the map in movement for one point."""
    if units[0].side != ALLIED or left < price(state, units) or held(state, units):
        return None
    ids = tuple(u.id for u in units)
    edges = open_edges(state, units[0], edges_at(state, units[0].hex))
    return [Exit(edge, ids) for edge in edges]


@rule(numbers("5.9.2"), hook="hand_refusal")
def exit_refused(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why a unit may not leave the map."""
    if not isinstance(action, Exit):
        return None
    name, number = units[0].counter.name, state.board.map.numbers[units[0].hex]
    if units[0].side != ALLIED:
        return Refusal(
            cite(state.board, "5.9.1"), f"{name} is no Allied unit: German units do not leave the map"
        )
    if action.edge not in edges_at(state, units[0].hex):
        return Refusal(
            cite(state.board, "5.9.1"),
            f"{number} does not lie on an edge {name} may leave over ({action.edge})",
        )
    if not open_edges(state, units[0], [action.edge]):
        return Refusal(cite(state.board, "16.1"), f"{name} leaves by the east edge")
    left, needed = min(points_left(state, u) for u in units), points(price(state, units))
    reason = f"leaving the map costs {needed} movement points, {points(max(left, 0))} are left"
    return held(state, units) or Refusal(cite(state.board, "5.9.2"), reason)


@rule(numbers("5.9.2"), hook="hand_answer")
def exit_made(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """The units leave the map."""
    return _leave(state, units, action.edge) if isinstance(action, Exit) else None


def _leave(state: GameState, units: tuple[Unit, ...], edge: str) -> Steps:
    state = yield Answered()
    for unit in units:
        state = yield Noted("game", "exited", unit.id, (state.turn, edge))
        for event in left_from(state, unit):
            state = yield event
        if "mechanized" in unit.counter.traits or truck_mechanized(state, unit):
            state = yield Noted("game", "exited mechanized", unit.id)
        if carried(state, unit):
            state = yield Marked(TRUCK, unit.id, 0)
        state = yield Removed(unit.id, gone_to(state), why=f"over the {edge} edge")
    if edge == SOUTH:
        state = yield Noted("game", LEFT_IN_THE_SOUTH, "", True)
        for unit in units:
            if expanded(state.board) and of_a_us_division(unit):
                state = yield Noted("game", LEFT_SOUTH, unit.id, (state.turn, phase_id(state)))
    return state


@rule(numbers("5.9.1"))
def gone_to(state: GameState) -> str:
    """A unit that has left the map never comes back."""
    return EXITED.name if plays(state.board, "5.9.1") else ARRIVALS.name


# ------------------------------------------------------------------ back by the southern edge
def of_a_us_division(unit: Unit) -> bool:
    """Whether a unit is a US division, the French one among them, or part of one."""
    return army(unit.counter) == US and unit.counter.kind != "hq" and divisional(unit.counter)


def may_come_back(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit that has left the map does not come back now."""
    name, left = unit.counter.name, state.note(LEFT_SOUTH, unit.id)
    if left is None:
        return Refusal("5.9.1", f"{name} has left the map for good")
    if left != (state.turn - 1, phase_id(state)):
        return Refusal("5.9.1", f"{name} comes back one game turn after it left, in the same phase")
    back = {key[2] for key in state.notes if key[1] == CAME_BACK}
    if division(unit.counter) in back or len(back) < DIVISIONS_BACK:
        return None
    return Refusal("5.9.1", "two US divisions have come back already")


@rule({"cobra": "5.9.1"}, hook="arrivals")
def back_by_the_south(state: GameState, side: Side) -> list[Action] | None:
    """Up to two US divisions that left by the southern edge come back anywhere on it a game turn later, in
    the phase in which they left."""
    if side != ALLIED or not state.note(LEFT_IN_THE_SOUTH):
        return None
    return state.derived("*", "back by the south", lambda: _ways_back(state))


def _ways_back(state: GameState) -> list[Action]:
    gone = [u for u in state.in_place(EXITED) if state.note(LEFT_SOUTH, u.id)]
    edge = state.board.map.group(EDGES[SOUTH])
    units = [u for u in gone if may_come_back(state, u) is None]
    return [Place(u.id, hex) for u in units for hex in edge if entry_refusal(state, u, hex) is None]


@rule({"cobra": "5.9.1"}, hook="arrival_refusal", tryfirst=True)
def no_way_back(state: GameState, action: Place) -> Refusal | None:
    """Why a unit that has left the map is not placed."""
    unit, game_map = state.units[action.unit], state.board.map
    if unit.place != EXITED:
        return None
    refusal = may_come_back(state, unit)
    if refusal is None and action.hex not in game_map.group(EDGES[SOUTH]):
        refusal = Refusal("5.9.1", f"{game_map.numbers[action.hex]} does not lie on the south edge")
    return refusal or entry_refusal(state, unit, action.hex)


@rule({"cobra": "5.9.1"}, hook="arrival_answer", tryfirst=True)
def comes_back(state: GameState, action: Place) -> Steps | None:
    """The unit enters the map as a reinforcement does."""
    unit = state.units[action.unit]
    return _comes_back(state, unit, action.hex) if unit.place == EXITED else None


def _comes_back(state: GameState, unit: Unit, hex: int) -> Steps:
    for key in ("exited", "exited mechanized", LEFT_SOUTH, LEFT_FROM):
        state = yield Noted("game", key, unit.id, None)
    state = yield Noted("game", CAME_BACK, division(unit.counter))
    return (yield from onto_the_edge(state, unit, hex))
