"""What players look ahead to, told and not ruled: who comes and who had better go in which turn, and the
ground that victory asks for."""

from __future__ import annotations

from collections.abc import Iterator

from hexcore.board import Board
from hexcore.rules import Due, Objective, general
from hexcore.state import GameState
from hexcore.units import ARRIVALS, Unit
from hexcore_cobra.beach_entry import lands
from hexcore_cobra.beaches import title
from hexcore_cobra.editions import cite, game_turn, plays, turn_of
from hexcore_cobra.exits import EDGES
from hexcore_cobra.order_of_battle import ALLIED, CHERBOURG, GERMAN, Arrival
from hexcore_cobra.victory_ground import TOWNS, allied
from hexcore_cobra.withdrawals import (
    COMMANDOS_BY,
    PARATROOPS_BEFORE,
    PARATROOPS_BY,
    RAIDERS_BEFORE,
    is_commando,
    is_ranger,
    is_us_paratroop,
)

EDGE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
CITIES = {"caen": ("all of Caen", 20, "18.2.vp.12"), "saint-lo": ("both hexes of Saint-Lô", 15, "18.2.vp.14")}
"""What the Allies score for when the Build-Up ends, by group of the map: besides Cherbourg."""


# ------------------------------------------------------------------ who comes, and who had better go
@general("due_units")
def reinforcements(state: GameState) -> list[Due]:
    """The reinforcements that have not come yet, with the edge or the beach each comes over."""
    every: list[Arrival] = state.board.scenario.tags["arrivals"]
    waiting = [a for a in every if a.unit in state.units and state.units[a.unit].place == ARRIVALS]
    return [_coming(state.board, arrival) for arrival in waiting]


def _coming(board: Board, arrival: Arrival) -> Due:
    if lands(board, arrival):
        where = one_of([title(beach) for beach in arrival.beaches])
        return Due(arrival.unit, arrival.turn, f"Lands at {where}", cite(board, "13.2.2"), arrival.provenance)
    edges = one_of([EDGE_NAMES[edge] for edge in arrival.edges])
    where = f"Over the {edges} edge" if edges else ""
    return Due(arrival.unit, arrival.turn, where, cite(board, "13.2.1"), arrival.provenance)


def one_of(names: list[str]) -> str:
    """`Gold, Juno or Sword`."""
    return " or ".join(part for part in (", ".join(names[:-1]), names[-1]) if part) if names else ""


@general("due_units")
def last_days(state: GameState) -> list[Due] | None:
    """The Allied units on the map that score by going by the end of a turn, or for the Germans by staying."""
    if not plays(state.board, "5.9.8"):
        return None
    return [due for unit in state.on_map(ALLIED) for due in _leaving(state, unit)]


def _leaving(state: GameState, unit: Unit) -> Iterator[Due]:
    scored, kept = "Withdrawn by then: a point", "On the map later: a point for the Germans"
    dates: list[tuple[int, str, str]] = []
    if is_us_paratroop(unit):
        same = PARATROOPS_BY == PARATROOPS_BEFORE - 1
        dates = [(PARATROOPS_BY, f"{scored}; {kept[0].lower()}{kept[1:]}" if same else scored, "18.2.vp.11")]
    elif is_commando(unit):
        dates = [(COMMANDOS_BY, scored, "18.2.vp.10"), (RAIDERS_BEFORE - 1, kept, "18.1.vp.9")]
    elif is_ranger(unit):
        dates = [(RAIDERS_BEFORE - 1, kept, "18.1.vp.9")]
    for turn, told, number in dates:
        if game_turn(state) <= turn and plays(state.board, number):
            yield Due(unit.id, turn_of(state.board, turn), told, number, "printed", leaves=True)


# ------------------------------------------------------------------ the ground of victory
@general("objectives")
def towns(state: GameState) -> list[Objective]:
    """The towns that count in the expanded game, and in whose hands they are."""
    board, found = state.board, []
    for group, (name, points, number) in CITIES.items():
        if plays(board, number):
            found.append(_town(state, group, name, f"{points} points for the Allies at the end", number))
    if plays(board, "18.2.vp.13"):
        told = "10 points for the Allies at the end"
        found.append(_town(state, CHERBOURG, "all of Cherbourg", told, "18.2.vp.13"))
    elif plays(board, "18.1.vp.12"):
        told = "a point a turn for the Germans who hold a hex of it"
        found.append(_town(state, CHERBOURG, "all of Cherbourg", told, "18.1.vp.12"))
    if plays(board, "19.3.2"):
        needed = "the Allies need it for a victory"
        found += [_town(state, group, name, needed, "19.3.2") for group, name in TOWNS.items()]
    return found


def _town(state: GameState, group: str, name: str, worth: str, number: str) -> Objective:
    holder = ALLIED if allied(state, group) else GERMAN
    return Objective(name, tuple(state.board.map.group(group)), holder, worth, number)


@general("objectives")
def edges(state: GameState) -> list[Objective]:
    """The edges that Allied divisions score by leaving over."""
    board, found = state.board, []
    for edge, who, number in (("W", "US mechanized", "18.2.vp.3"), ("E", "British mechanized", "18.2.vp.8")):
        if plays(board, number):
            worth = f"points for each {who} division that leaves here"
            hexes = tuple(board.map.group(EDGES[edge]))
            found.append(Objective(f"the {EDGE_NAMES[edge]} edge", hexes, "", worth, cite(board, number)))
    return found
