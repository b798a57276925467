"""Hold the Hill: the smallest ruleset of the later family. Two steps a unit, odds, a hill."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from hexcore.charts import CombatResultsTable, Costs, compile_costs
from hexcore.hexes import Grid, Sheet
from hexcore.maps import HexMap
from hexcore.rules import Mask, Shift, general, rule
from hexcore.ruleset import Ruleset, Scenario, Track
from hexcore.sequence import Phase, SequenceOfPlay
from hexcore.state import Combat, GameState, Outcome
from hexcore.units import Counter, Place, Side, Step, Unit
from hexcore.zoc import enemy_zone

BLUE, RED = Side("blue"), Side("red")
GRID = Grid("columns", "even", (Sheet("", (1, 5), (1, 4)),))
COORDS = tuple(GRID.hexes(GRID.sheets[0]))
HILL = "0302"

CRT = CombatResultsTable.read(
    [
        (die, odds, tuple(entry.split("/")))
        for die, row in {
            1: "2/0 1/0 1/1 0/1",
            2: "2/0 1/0 0/1 0/1",
            3: "1/0 1/1 0/1 0/1",
            4: "1/0 1/1 0/1 0/2",
            5: "1/1 0/1 0/1 0/2",
            6: "1/1 0/1 0/2 0/2",
        }.items()
        for odds, entry in zip(("1-2", "1-1", "2-1", "3-1"), row.split(), strict=True)
    ],
    "hill.py",
)

SET_UP = {"1-guards": "0101", "2-guards": "0102", "7-line": HILL, "8-line": "0504"}


POSITION = """ruleset = "hill"
scenario = "battle"
turn = 2
phase = "{phase}"
clear_units = true
unit = [{{id = "1-guards", hex = "0201"}}, {{id = "7-line", hex = "0302"}}]
"""
"""A position file of this game, but for its phase."""


def hill_map() -> HexMap:
    terrain = tuple(frozenset({"hill" if GRID.number(c) == HILL else "clear"}) for c in COORDS)
    empty: frozenset[str] = frozenset()
    size = len(COORDS)
    return HexMap(GRID, COORDS, terrain, (empty,) * size, (empty,) * (6 * size), ("",) * (6 * size))


def counters() -> dict[str, Counter]:
    two = (Step(4, 4), Step(2, 4))
    return {
        c.id: c
        for c in (
            Counter("1-guards", BLUE, "infantry", two, designation="1 Guards"),
            Counter("2-guards", BLUE, "infantry", two, designation="2 Guards"),
            Counter("7-line", RED, "infantry", (Step(3, 3), Step(1, 3)), designation="7 Line"),
            Counter("8-line", RED, "infantry", (Step(2, 3),), designation="8 Line"),
        )
    }


def set_up(hex_map: HexMap) -> Mapping[str, tuple[Place, int]]:
    return {id: (hex_map.hex(number), 0) for id, number in SET_UP.items()}


@rule({"hill": "5.2"}, hook="terrain_costs")
def hill_cost(hex_map: HexMap, mobility: str) -> Costs:
    """The hill costs two movement points."""
    return compile_costs(hex_map, lambda _hex, near, _side: 4 if "hill" in hex_map.terrain[near] else 2)


@rule({"hill": "6.1"}, hook="movement_masks")
def zones_stop(state: GameState, unit: Unit) -> Mask:
    """A unit stops when it enters an enemy zone of control."""
    return Mask("stop", "{hex} is in an enemy zone of control", enemy_zone(state, unit.side))


@rule({"hill": "6.2"}, hook="may_stack")
def one_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    """One unit a hex."""
    return "only one unit may stand in a hex" if len(units) > 1 else None


@rule({"hill": "7.1"}, hook="combat_table")
def the_table(state: GameState, combat: Combat) -> CombatResultsTable:
    return CRT


@rule({"hill": "7.4"}, hook="combat_shifts")
def hill_defence(state: GameState, combat: Combat) -> list[Shift]:
    """One column to the left against a defender on the hill."""
    hills = [h for h in combat.targets if "hill" in state.board.map.terrain[h]]
    return [Shift(-1, "the defender stands on the hill", hex=h) for h in hills]


@rule({"hill": "9.1"}, hook="outcome")
def holder_of_the_hill(state: GameState) -> Outcome | None:
    """After turn 4 the side on the hill wins; an empty hill is Red's."""
    if state.turn < 4 or state.phase + 1 < len(state.board.sequence.phases):
        return None
    holders = state.at(state.board.map.hex(HILL))
    winner = holders[0].side if holders else RED
    return Outcome(f"{winner} victory", winner, f"{winner} holds the hill", "9.1")


@general("worth")
def the_hill(state: GameState, side: Side) -> dict[int, float]:
    """For computer players: both sides want the hill."""
    return {state.board.map.hex(HILL): 3.0}


SEQUENCE = SequenceOfPlay(
    (
        Phase("blue-movement", BLUE, "movement", "4.1", "Blue movement", BLUE),
        Phase("blue-combat", BLUE, "combat", "4.2", "Blue combat", BLUE),
        Phase("red-movement", RED, "movement", "4.3", "Red movement", RED),
        Phase("red-combat", RED, "combat", "4.4", "Red combat", RED),
    )
)

RULESET = Ruleset(
    id="hill",
    title="Hold the Hill",
    edition="Test",
    version="1",
    folder=Path(__file__).parent / "hill",
    sides=(BLUE, RED),
    load_map=hill_map,
    load_counters=counters,
    load_sequence=lambda: SEQUENCE,
    load_scenarios=lambda: [
        Scenario("battle", "The hill", 1, 4, tracks=(Track("turn", 1, 4, start=1),), set_up=set_up)
    ],
    load_modules=lambda: [sys.modules[__name__]],
)
