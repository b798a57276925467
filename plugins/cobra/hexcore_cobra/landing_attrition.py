"""Landing attrition: a die for every Allied unit on the map, and the steps it costs (19.2.2, step 6).

A paratroop unit rolls in the column of its division wherever it came down, on a beach too; there the steps
committed to the hex count against it as against everybody. Its ground counts as it would for a defender:
all terrain of the hex together, bocage apart; a river is no terrain of a hex and does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action
from hexcore.decisions import Decision, OneDie, Settled
from hexcore.events import Answered, Asked, Noted, Rolled, Steps
from hexcore.provenance import Provenance
from hexcore.results import ALL
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.tables import read_csv, table
from hexcore.units import CHANCE, Side, Unit
from hexcore_cobra.beaches import beach_of
from hexcore_cobra.charts import combat_results
from hexcore_cobra.editions import plays
from hexcore_cobra.order_of_battle import ALLIED, DATA, GERMAN
from hexcore_cobra.paratroops import is_paratroop
from hexcore_cobra.results import steps_removed
from hexcore_cobra.terrain_in_combat import BOCAGE, columns_chart, words_2008

STEP_6 = "19.2.2.step.6"
COMMITTED = "beach defense"
"""Note of the phase, by number of a beach hex: how many German steps defend it."""
STEPS_LANDED, STEPS_LOST = "steps landed", "steps lost landing"
"""Notes of the phase: what went ashore by sea, by beach; what it lost there, by number of the hex."""


@dataclass(frozen=True)
class LandingColumnRow:
    """A line of landing_columns.csv: the column of the combat results table for a beach, or for a division
    of paratroops."""

    group: Literal["beach", "division"]
    name: str
    odds: str
    provenance: Provenance
    note: str = ""


@table
def landing_columns() -> dict[tuple[str, str], str]:
    """The columns of landing attrition, before any shift."""
    rows = read_csv(DATA / "landing_columns.csv", LandingColumnRow)
    return {(row.group, row.name): row.odds for row in rows}


# ------------------------------------------------------------------ the column of a unit
def printed_column(state: GameState, unit: Unit) -> str:
    """The column of a unit before shifts: of its division, or of its beach; empty where nothing is printed
    for it, and it does not roll."""
    columns = landing_columns()
    if is_paratroop(unit.counter):
        return columns.get(("division", unit.counter.formation), "")
    return columns.get(("beach", beach_of(state.board, unit.hex)), "")


def shifts_right(state: GameState, unit: Unit) -> int:
    """The columns to the right: a step committed to its beach hex is one, and so is each that the ground
    would give a defender, for paratroops."""
    against = committed(state, unit.hex)
    return against + (_ground(state, unit.hex) if is_paratroop(unit.counter) else 0)


def committed(state: GameState, hex: int) -> int:
    """How many German steps defend a beach hex in this landing."""
    steps: int = state.note(COMMITTED, state.board.map.numbers[hex], default=0)
    return steps


def _ground(state: GameState, hex: int) -> int:
    chart, words = columns_chart(state.board), words_2008(state, hex)
    columns = [row.columns_left for word in words if word != BOCAGE and (row := chart.row("hex", word))]
    return (sum if plays(state.board, "8.3.3") else max)(columns or [0])


def final_column(state: GameState, unit: Unit) -> int:
    """The column in which a unit rolls, as a place in the table; the last one is the end of it."""
    results = combat_results()
    return results.clamp(results.columns.index(printed_column(state, unit)) + shifts_right(state, unit))


# ------------------------------------------------------------------ the step
@rule({"cobra": STEP_6})
def attrition(state: GameState) -> list[Decision]:
    """Step 6: a die is rolled for each Allied unit on the map."""
    return [LandingAttrition(GERMAN, STEP_6)]


@dataclass(frozen=True, slots=True)
class LandingAttrition(Settled):
    """What went ashore is counted beach by beach; then the dice fall, unit by unit in the order listed."""

    side: Side
    rule: str = ""
    kind: Literal["landing-attrition"] = "landing-attrition"

    def prompt(self, state: GameState) -> str:
        return "Roll for the losses of the landing."

    def answer(self, state: GameState, action: Action) -> Steps:
        ashore: dict[str, int] = {}
        for unit in state.on_map(ALLIED):
            beach = beach_of(state.board, unit.hex)
            if beach and not is_paratroop(unit.counter):
                ashore[beach] = ashore.get(beach, 0) + unit.steps_left
        rolls = [AttritionRoll(u.id, self.rule) for u in state.on_map(ALLIED) if printed_column(state, u)]
        state = yield Answered()
        for beach, steps in ashore.items():
            state = yield Noted("phase", STEPS_LANDED, beach, steps)
        return (yield Asked(tuple(rolls))) if rolls else state


@dataclass(frozen=True, slots=True)
class AttritionRoll(OneDie):
    """The die decides how many steps a landing costs one unit: the defender's number, in steps only."""

    unit: str
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["attrition-roll"] = "attrition-roll"

    def prompt(self, state: GameState) -> str:
        return f"Roll for the landing of {state.board.name(self.unit)}."

    def answer(self, state: GameState, action: Action) -> Steps:
        unit, results = state.units[self.unit], combat_results()
        here, column = unit.hex, final_column(state, unit)
        result = results.entry(column, action.dice[0])[1]
        steps = unit.steps_left if result == ALL else min(int(result), unit.steps_left)
        state = yield Answered()
        state = yield Rolled(action.dice, "landing", self._told(state, column, result), self.rule)
        if steps and beach_of(state.board, here) and not is_paratroop(unit.counter):
            number = state.board.map.numbers[here]
            before: int = state.note(STEPS_LOST, number, default=0)
            state = yield Noted("phase", STEPS_LOST, number, before + steps)
        return (yield from steps_removed(state, self.unit, steps, "landing"))

    def _told(self, state: GameState, column: int, result: str) -> str:
        unit = state.units[self.unit]
        where, odds = state.board.map.numbers[unit.hex], combat_results().columns[column]
        right = shifts_right(state, unit)
        shifted = f"{printed_column(state, unit)}, {right} right: {odds}" if right else odds
        return f"{state.board.name(self.unit)} in {where}, {shifted} → {result}"
