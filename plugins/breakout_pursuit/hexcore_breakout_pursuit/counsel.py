"""Counsel for computer players: what each side wants to hold, what its units are worth, and its choices.

Nothing here is a rule. The worths are in steps and follow the points of the victory conditions.
"""

from __future__ import annotations

from hexcore.actions import Action, Choose, Commit, Exit, Place
from hexcore.decisions import Decision
from hexcore.rules import general
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore_breakout_pursuit.breakout import DIVISIONS, EDGE, gone_in_time, over
from hexcore_breakout_pursuit.delay_markers import is_delay
from hexcore_breakout_pursuit.order_of_battle import ALLIED, GERMAN
from hexcore_breakout_pursuit.paratroops import PlaceZones
from hexcore_breakout_pursuit.pipeline import ACTIVATE
from hexcore_breakout_pursuit.rhine import NameBridgeheads
from hexcore_breakout_pursuit.scenarios import sheet
from hexcore_breakout_pursuit.supply import SpendSupply, gained
from hexcore_breakout_pursuit.supply_units import PIPE, SHUTTLE
from hexcore_breakout_pursuit.unit_types import is_combat, is_unit
from hexcore_breakout_pursuit.victory_points import objective_value, objectives, unit_value

A_POINT = 0.25
"""A victory point for ground, in steps."""
WALL, GROUND_BEYOND, WAY_OUT = 2.0, 0.8, 3.0
DEPOTS = {"supply": 3.0, "truck": 2.0, "pipeline": 1.5}
"""What the loss of a non-combat unit costs, and a part of it what its hex is worth to the Germans."""
FAR = 60
SAFE = 3
"""Hexes that supply keeps from the enemy."""


# ------------------------------------------------------------------ ground
@general("worth")
def aims(state: GameState, side: Side) -> dict[int, float]:
    """Areas that score and the West Wall; beyond it for the Allies, Allied depots for the Germans."""
    return _areas(state, side) | (_beyond(state) if side == ALLIED else _depots(state))


def _areas(state: GameState, side: Side) -> dict[int, float]:
    """Each hex of an area its part; for the Allies what they do not hold yet."""
    found: dict[int, float] = {}
    for objective in objectives(state.board):
        part = A_POINT * objective_value(state.board, objective) / len(objective.hexes)
        for hex in objective.hexes:
            if side == GERMAN or state.control.get(hex) != ALLIED:
                found[hex] = part
    wall = state.board.map.group("west-wall")
    if side == GERMAN or not any(state.control.get(hex) == ALLIED for hex in wall):
        found.update(dict.fromkeys(wall, WALL))
    return found


def _beyond(state: GameState) -> dict[int, float]:
    """The far bank of the Rhine, and the western edge while divisions that leave there score."""
    found = dict.fromkeys(state.board.map.group("bridgehead-ground"), GROUND_BEYOND)
    if _west_pays(state):
        found.update(dict.fromkeys(state.board.map.group("edge-d"), WAY_OUT))
    return found


def _depots(state: GameState) -> dict[int, float]:
    """Allied supply that can be overrun."""
    return {u.hex: DEPOTS[u.counter.kind] / 2 for u in state.on_map(ALLIED) if u.counter.kind in DEPOTS}


def _west_pays(state: GameState) -> bool:
    """Whether a division that leaves over edge D can still score."""
    return not sheet(state).pursuit and not over(state) and len(gone_in_time(state)) < DIVISIONS


# ------------------------------------------------------------------ units
@general("unit_worth")
def strength_and_points(state: GameState, unit: Unit) -> float | None:
    """A step, its strength, and the points that its loss gives away; supply by what it does."""
    if is_combat(unit):
        return 1 + unit.step.strength / 4 + unit_value(state, unit) / 8
    return DEPOTS.get(unit.counter.kind, 1.0) if is_unit(unit) or is_delay(unit) else None


# ------------------------------------------------------------------ answers
@general("answer_worth")
def priced(state: GameState, decision: Decision, action: Action) -> float | None:
    """Arrivals, supply, exits and bridgeheads."""
    if isinstance(decision, NameBridgeheads) and isinstance(action, Choose):
        return 10.0
    if isinstance(action, Exit):
        return WAY_OUT if action.edge == EDGE and _west_pays(state) else -1.0
    if isinstance(action, Place) and not isinstance(decision, PlaceZones):
        return _placed_worth(state, decision.side, action) if _is_arrival(state, action) else None
    if isinstance(action, Commit):
        return _commit_worth(state, decision, action)
    return None


def _is_arrival(state: GameState, action: Place) -> bool:
    """Whether a unit is placed in play, not in a set-up."""
    return bool(state.board.sequence.phases[state.phase].player_turn)


def _placed_worth(state: GameState, side: Side, action: Place) -> float:
    """A unit is better on the map than off it, and nearer to the enemy; depots keep away from him."""
    unit, far = state.units[action.unit], to_the_enemy(state, side, action.hex)
    if not is_combat(unit) and not is_delay(unit) and far < SAFE:
        return 0.1
    return 0.5 + unit.step.strength / 10 + (FAR - far) / FAR


def to_the_enemy(state: GameState, side: Side, hex: int) -> int:
    """Hexes to the nearest enemy combat unit, FAR where there is none."""
    enemy, distance = state.enemy(side), state.board.map.distance
    theirs = state.derived(
        enemy, "where they stand", lambda: sorted({u.hex for u in state.on_map(enemy) if is_combat(u)})
    )
    return state.derived(
        enemy, ("to", hex), lambda: min((distance(hex, other) for other in theirs), default=FAR)
    )


def _commit_worth(state: GameState, decision: Decision, action: Commit) -> float | None:
    """Supply is spent where it helps several units, and is brought up behind the front."""
    if isinstance(decision, SpendSupply):
        return sum(0.3 for _ in gained(state, action.unit)) - 1.0
    if action.what == ACTIVATE:
        return 1.0
    if action.what not in (PIPE, SHUTTLE):
        return None
    hex = state.units[action.unit].hex if action.hex is None else action.hex
    moving = getattr(decision, "units", ())
    if not moving:
        return None
    here = to_the_enemy(state, ALLIED, state.units[moving[0]].hex)
    there = to_the_enemy(state, ALLIED, hex)
    return (here - there) / 10 if there >= SAFE else -1.0
