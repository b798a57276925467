"""Counsel for computer players: what each side wants to hold, and what its points and exits are worth.

Nothing here is a rule. The worths are in steps and follow the victory conditions of chapter 18.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from hexcore.actions import Action, Choose, Commit, Exit
from hexcore.appraisal import Appraisal
from hexcore.attacks import attackers_of, targets_of
from hexcore.board import Board
from hexcore.decisions import Decision
from hexcore.rules import general
from hexcore.state import GameState
from hexcore.steady_combat import a_column_further, best_attack
from hexcore.units import Side, Unit
from hexcore.zoc import occupied, zone
from hexcore_cobra.air_power import AIR
from hexcore_cobra.combat import BRITISH, US, army
from hexcore_cobra.editions import game_turn
from hexcore_cobra.ground import sea_sides
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.replacements import REPLACEMENT
from hexcore_cobra.supply_points import AttackSupply
from hexcore_cobra.trucks import TRUCK, UNLOAD
from hexcore_cobra.victory_points import (
    LAST_TURN_EAST,
    LAST_TURN_FOR_DIVISIONS,
    MOST_DIVISIONS,
    mechanized_exits,
)

LINE, LINE_END = 1.6, 3.0
BREAK, WAY_OUT = 8.0, 6.0
AIR_PAYS = 0.35
"""An air point goes where the attack is worth this much with it."""


@general("worth")
def german_line(state: GameState, side: Side) -> dict[int, float] | None:
    """The hexes of the front line that costs least to hold, from A4901 to A0823, and its ends."""
    if side != GERMAN:
        return None
    line = state.derived("units", "line to hold", lambda: line_to_hold(state))
    worth = dict.fromkeys(line, LINE)
    for name in ("front-line-north", "front-line-south"):
        worth.update(dict.fromkeys(state.board.map.group(name), LINE_END))
    return worth


@general("worth")
def allied_aims(state: GameState, side: Side) -> dict[int, float] | None:
    """The ends of the German line, and the western edge while divisions that leave by it score."""
    if side != ALLIED:
        return None
    game_map = state.board.map
    aims = {hex: BREAK for name in ("front-line-south", "front-line-north") for hex in game_map.group(name)}
    if game_turn(state) <= LAST_TURN_FOR_DIVISIONS:
        aims.update(dict.fromkeys(game_map.group("west-exit"), WAY_OUT))
    return aims


def line_to_hold(state: GameState) -> list[int]:
    """The cheapest chain of hexes between the ends: cheap where Germans stand, dear in an enemy zone."""
    (start,), (end,) = (state.board.map.group(name) for name in ("front-line-north", "front-line-south"))
    return cheapest_chain(state.board, costs_to_hold(state), [start], {end: 0.0})


def cheapest_chain(
    board: Board, cost: Sequence[float], starts: Iterable[int], ends: Mapping[int, float]
) -> list[int]:
    """A chain of land hexes from one of the *starts*, whose own cost does not count, to one of the *ends*, at
    its price: the one that costs least, written from its end back to its start; empty where there is none."""
    land, starts = land_ways(board), tuple(starts)
    best, came = [math.inf] * len(cost), {start: start for start in starts}
    waiting, open_ends = [(0.0, start) for start in starts], dict(ends)
    for start in starts:
        best[start] = 0.0
    while waiting and open_ends:
        spent, hex = heappop(waiting)
        if spent > best[hex]:
            continue
        open_ends.pop(hex, None)
        for near in land[hex]:
            total = spent + cost[near]
            if total < best[near]:
                best[near], came[near] = total, hex
                heappush(waiting, (total, near))
    reached = [hex for hex in ends if hex in came]
    line = [min(reached, key=lambda hex: (best[hex] + ends[hex], hex))] if reached else []
    while line and came[line[-1]] != line[-1]:
        line.append(came[line[-1]])
    return line


def costs_to_hold(state: GameState, side: Side = GERMAN) -> list[float]:
    """What each hex costs in a side's line; infinite where the enemy stands."""
    ours, controlled, enemy = occupied(state, side), zone(state, side), state.enemy(side)
    theirs, their_zone = occupied(state, enemy), zone(state, enemy)
    return [
        math.inf if t else 0.3 if o else (0.6 if c else 1.5) + (1.0 if z else 0.0)
        for o, c, t, z in zip(ours, controlled, theirs, their_zone, strict=True)
    ]


def land_ways(board: Board) -> tuple[tuple[int, ...], ...]:
    """The neighbours of every hex that are land and joined to it by land."""

    def compute() -> tuple[tuple[int, ...], ...]:
        near, terrain, sea = board.map.neighbours, board.map.terrain, sea_sides(board)
        return tuple(
            tuple(
                near[side]
                for side in range(6 * hex, 6 * hex + 6)
                if near[side] >= 0 and side not in sea and "sea" not in terrain[near[side]]
            )
            for hex in range(len(board.map))
        )

    ways: tuple[tuple[int, ...], ...] = board.once("land ways", compute)
    return ways


# ------------------------------------------------------------------ units and answers
@general("unit_worth")
def steps_strength_and_points(state: GameState, unit: Unit) -> float:
    """Steps and strength, and the victory points that go with a headquarters or a German division."""
    worth = unit.steps_left + unit.step.strength / 3
    if unit.counter.kind == "hq":
        return worth + 2
    return worth + 0.5 if unit.side == GERMAN and unit.counter.formation and unit.steps_left else worth


@general("answer_worth")
def priced(state: GameState, decision: Decision, action: Action) -> float | None:
    """Exits, replacements, trucks, air points, and the attacks supplied."""
    if isinstance(decision, AttackSupply) and isinstance(action, Choose):
        return _supply_worth(state, decision, int(action.option))
    if isinstance(action, Exit):
        return exit_worth(state, state.units[action.units[0]], action.edge)
    if isinstance(action, Commit) and action.what == REPLACEMENT:
        unit = state.units[action.unit]
        return 1 + (unit.counter.steps[unit.losses - 1].strength - unit.step.strength) / 3
    if isinstance(action, Commit) and action.what in (TRUCK, UNLOAD):
        return _truck_worth(state, state.units[action.unit]) if action.what == TRUCK else -1.0
    if isinstance(action, Commit) and action.what == AIR and action.hex is not None:
        return _air_worth(state, decision.side, action.hex)
    return None


def exit_worth(state: GameState, unit: Unit, edge: str) -> float:
    """West for American mechanized divisions that still score and one headquarters, east for the British."""
    mechanized = "mechanized" in unit.counter.traits
    if edge == "W" and army(unit.counter) == US and game_turn(state) <= LAST_TURN_FOR_DIVISIONS:
        if unit.counter.kind == "hq":
            gone = [u for u in state.units.values() if u.counter.kind == "hq" and state.note("exited", u.id)]
            return -1.0 if gone else 3.0
        return 3.0 if mechanized and len(mechanized_exits(state)) < MOST_DIVISIONS else -1.0
    if edge == "E" and army(unit.counter) == BRITISH and mechanized and game_turn(state) <= LAST_TURN_EAST:
        return 3.0
    return -1.0


def _supply_worth(state: GameState, decision: AttackSupply, number: int) -> float:
    """As many as there are hexes to attack, and no more than that where points set aside are lost."""
    useful = min(number, len(targets_of(state, decision.side)))
    lost = state.board.option("points-of-attacks-not-made") == "spent"
    return useful - (number - useful if lost else 0.0)


def _truck_worth(state: GameState, unit: Unit) -> float:
    """Wheels for a division that is not in the line."""
    return -1.0 if unit.hex < 0 or zone(state, GERMAN)[unit.hex] else 0.2


def _air_worth(state: GameState, side: Side, hex: int) -> float:
    """What the column is worth to the attack that would be made on a hex.

    While points are allotted nothing moves, and a point elsewhere does not change it: it is kept.
    """

    def compute() -> tuple[float, float]:
        eyes = Appraisal(state, side)
        found = best_attack(state, eyes, hex, attackers_of(state, side, (hex,)))
        return (found.worth, a_column_further(state, eyes, found)) if found is not None else (0.0, 0.0)

    allotted = state.note(AIR, state.board.map.numbers[hex], 0)
    key = ("attack on", hex, state.turn, state.phase, allotted)
    worth, further = state.derived(side, key, compute)
    return further - worth if further >= AIR_PAYS else -1.0
