"""Leaving the map over an edge (5.9.1, 5.9.2)."""

from __future__ import annotations

from hexcore.actions import Action, Exit
from hexcore.events import Answered, Marked, Noted, Removed, Steps
from hexcore.movement import HALF, points, points_left
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import ARRIVALS, EXITED, Unit
from hexcore_cobra.disengagement import EXTRA, leaving
from hexcore_cobra.editions import cite, numbers, plays
from hexcore_cobra.order_of_battle import ALLIED
from hexcore_cobra.trucks import TRUCK, carried, truck_mechanized

EDGES = {"W": "west-exit", "E": "east-edge", "S": "south-entry"}
"""The edges Allied units may leave over, and the groups of hexes that lie on them."""


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
    return [Exit(edge, ids) for edge in edges_at(state, units[0].hex)]


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
        if "mechanized" in unit.counter.traits or truck_mechanized(state, unit):
            state = yield Noted("game", "exited mechanized", unit.id)
        if carried(state, unit):
            state = yield Marked(TRUCK, unit.id, 0)
        state = yield Removed(unit.id, gone_to(state), why=f"over the {edge} edge")
    if edge == "S":
        state = yield Noted("game", "south edge", "", True)
    return state


@rule(numbers("5.9.1"))
def gone_to(state: GameState) -> str:
    """A unit that has left the map never comes back."""
    return EXITED.name if plays(state.board, "5.9.1") else ARRIVALS.name
