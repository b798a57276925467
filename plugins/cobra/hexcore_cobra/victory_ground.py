"""Ground that counts in the expanded game: Cherbourg, the line across, the towns of the Build-Up (18.1, 18.2,
19.3.2). A hex is Allied while an Allied unit entered it last and no German stands there; else it is German.
"""

from __future__ import annotations

from hexcore.events import Event, Noted
from hexcore.rules import VictoryPoints, rule
from hexcore.state import GameState
from hexcore_cobra.beaches import held
from hexcore_cobra.front_line import line_across
from hexcore_cobra.order_of_battle import ALLIED, CHERBOURG, GERMAN
from hexcore_cobra.phases import LANDING, OPENING
from hexcore_cobra.supply_roads import EAST, SOUTH, joined_by_road, serving_edges

HELD, JOINED = "Cherbourg points", "Cherbourg road points"
"""Notes for good: the points that the Germans have had for Cherbourg so far."""
ACROSS = 15
"""What a line across the map is worth."""
TOWNS = {"bayeux": "Bayeux", "isigny": "Isigny", "carentan": "Carentan"}
"""What the Allies must hold when the Build-Up ends: groups of the map, and what players call them."""


def allied(state: GameState, ground: str) -> bool:
    """Whether every hex of a group of the map is in Allied hands."""
    return all(held(state, hex) for hex in state.board.map.group(ground))


def begins_a_turn(state: GameState, phase: str) -> bool:
    """Whether a phase is the first of its Game-Turn."""
    return phase == (LANDING if state.turn == state.board.scenario.first_turn else OPENING)


# ------------------------------------------------------------------ Cherbourg, turn by turn
@rule({"cobra": "18.1.vp.12"}, hook="begin_phase")
def cherbourg_held(state: GameState, phase: str) -> list[Event] | None:
    """From Game-Turn 2 on a turn that begins with a hex of Cherbourg in German hands is worth a point."""
    if phase != OPENING or state.turn < 2 or allied(state, CHERBOURG):
        return None
    return [Noted("game", HELD, "", state.note(HELD, default=0) + 1)]


@rule({"cobra": "18.1.vp.12"}, hook="victory_points")
def points_for_cherbourg(state: GameState) -> VictoryPoints | None:
    """The points kept for Cherbourg held."""
    turns: int = state.note(HELD, default=0)
    return VictoryPoints(GERMAN, turns, f"Cherbourg held, {_turns(turns)}") if turns else None


@rule({"cobra": "18.1.vp.13"}, hook="begin_phase")
def cherbourg_supplied_by_road(state: GameState, phase: str) -> list[Event] | None:
    """So is a turn that begins with a German line of supply, by primary roads alone, from there to an edge
    of the map: one that such lines lead to, the eastern or the southern (10.4.1)."""
    if not begins_a_turn(state, phase) or not cherbourg_joined(state, *serving_edges(state)):
        return None
    return [Noted("game", JOINED, "", state.note(JOINED, default=0) + 1)]


@rule({"cobra": "18.1.vp.13"}, hook="victory_points")
def points_for_its_road(state: GameState) -> VictoryPoints | None:
    """The points kept for its road."""
    turns: int = state.note(JOINED, default=0)
    return VictoryPoints(GERMAN, turns, f"Cherbourg supplied by road, {_turns(turns)}") if turns else None


def _turns(number: int) -> str:
    return f"{number} turn{'' if number == 1 else 's'}"


def cherbourg_joined(state: GameState, *edges: tuple[str, str]) -> bool:
    """Whether primary road, past no Allied unit nor an Allied zone that no German cancels, joins a Cherbourg
    hex in German hands to one of the edges."""
    road = joined_by_road(state, *edges)
    return any(hex in road and not held(state, hex) for hex in state.board.map.group(CHERBOURG))


# ------------------------------------------------------------------ the line across
@rule({"cobra": "18.1.vp.14"}, hook="victory_points")
def a_line_across_the_map(state: GameState) -> VictoryPoints | None:
    """Fifteen points for German units and zones without a gap from the north edge of Map A to its south."""
    return VictoryPoints(GERMAN, ACROSS, "a line from edge to edge") if line_across(state) else None


# ------------------------------------------------------------------ the Build-Up
@rule({"cobra": "18.2.vp.12"}, hook="victory_points")
def all_of_caen(state: GameState) -> VictoryPoints | None:
    """Twenty points if every hex of Caen is Allied when the Build-Up ends."""
    return _for(state, "caen", 20, "all of Caen")


@rule({"cobra": "18.2.vp.13"}, hook="victory_points")
def all_of_cherbourg(state: GameState) -> VictoryPoints | None:
    """Ten points if every hex of Cherbourg is."""
    return _for(state, CHERBOURG, 10, "all of Cherbourg")


@rule({"cobra": "18.2.vp.14"}, hook="victory_points")
def both_hexes_of_saint_lo(state: GameState) -> VictoryPoints | None:
    """Fifteen points if both hexes of Saint-Lô are."""
    return _for(state, "saint-lo", 15, "both hexes of Saint-Lô")


def _for(state: GameState, ground: str, points: int, told: str) -> VictoryPoints | None:
    return VictoryPoints(ALLIED, points, told) if allied(state, ground) else None


def aims_missed(state: GameState) -> list[str]:
    """What the Allies lack of the ground they need in the Build-Up, in words; nothing when they have it."""
    lacking = [f"{town} is not Allied" for name, town in TOWNS.items() if not allied(state, name)]
    if cherbourg_joined(state, EAST, SOUTH):
        lacking.append("a primary road joins Cherbourg to the edge")
    return lacking
