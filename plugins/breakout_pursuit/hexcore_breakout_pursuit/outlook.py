"""What players look ahead to, told and not ruled: who comes in which turn, and the ground that victory asks
for."""

from __future__ import annotations

from hexcore.rules import Due, Objective, general
from hexcore.state import GameState
from hexcore.units import ARRIVALS
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN, rows
from hexcore_breakout_pursuit.reinforcements import kept_away
from hexcore_breakout_pursuit.scenarios import Arrival, sheet
from hexcore_breakout_pursuit.victory_points import holder, objective_value, objectives, points_for


@general("due_units")
def time_record(state: GameState) -> list[Due]:
    """Who the Time Record still brings, and where."""
    waiting = [a for a in sheet(state).arrivals if a.unit in state.units]
    waiting = [a for a in waiting if state.units[a.unit].place == ARRIVALS]
    coming = [a for a in waiting if state.units[a.unit].side == ALLIED or not kept_away(state, a.unit)]
    return [_coming(state, arrival) for arrival in coming]


def _coming(state: GameState, arrival: Arrival) -> Due:
    number = f"time_record.{state.units[arrival.unit].side}_arrivals"
    mark = rows()[arrival.unit].prov_hex
    return Due(arrival.unit, arrival.turn, _where(state, arrival), number, mark)


def _where(state: GameState, arrival: Arrival) -> str:
    """The edge or the harbour of an arrival, in words."""
    game_map = state.board.map
    if arrival.edge in game_map.index:
        place = game_map.place_at.get(game_map.index[arrival.edge])
        return f"{place.name} ({arrival.edge})" if place is not None else arrival.edge
    return f"Over edge {arrival.edge}" if arrival.edge else ""


@general("objectives")
def areas(state: GameState) -> list[Objective]:
    """The areas of the schedule, and the West Wall."""
    board = state.board
    found = [
        Objective(o.name, o.hexes, holder(state, o) or "", _points(objective_value(board, o)), "victory.F")
        for o in objectives(board)
        if objective_value(board, o)
    ]
    wall = tuple(board.map.group("west-wall"))
    if wall and board.rules.active("victory.D"):
        taken = ALLIED if any(state.control.get(hex) == ALLIED for hex in wall) else GERMAN
        points = points_for("area", "West Wall", ALLIED)
        worth = f"{points} points for the Allies who have been in a hex of it"
        found.append(Objective("the West Wall", wall, taken, worth, "victory.D"))
    return found


def _points(number: int) -> str:
    return f"{number} points for the side that was there last"
