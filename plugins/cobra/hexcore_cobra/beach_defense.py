"""Beach defense: German units near the beaches give up steps against the landing (19.2.2, step 5).

The dice are rolled for the German units in the order of their hexes. A unit may defend any one beach hex that
is within two hexes of it and has an Allied unit in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hexcore.actions import Action, Commit, Done
from hexcore.decisions import Decision, OneDie, Settled, not_an_answer
from hexcore.events import Answered, Asked, Noted, Rolled, Steps
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import CHANCE, Side, Unit
from hexcore_cobra.beaches import beach_hexes
from hexcore_cobra.landing_attrition import COMMITTED, committed
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.results import steps_removed

STEP_5 = "19.2.2.step.5"
REACH, READY = 2, 5
"""How many hexes away a beach may be, the beach hex counted; the least roll that lets a unit commit steps."""
DEFENSE = "beach-defense"
"""What is committed, with the beach hex and a number of steps."""


@rule({"cobra": STEP_5})
def german_rolls(state: GameState) -> list[Decision]:
    """Step 5: a die for each German unit within two hexes of an occupied beach hex."""
    return [BeachDefense(GERMAN, STEP_5)]


def occupied_beaches(state: GameState) -> list[int]:
    """The beach hexes in which an Allied unit stands, landed or dropped, from west to east."""
    return [h for h in beach_hexes(state.board) if any(u.side == ALLIED for u in state.at(h))]


def in_reach(state: GameState, unit: Unit) -> list[int]:
    """The occupied beach hexes that a unit may defend."""
    distance = state.board.map.distance
    return [hex for hex in occupied_beaches(state) if distance(unit.hex, hex) <= REACH]


@dataclass(frozen=True, slots=True)
class BeachDefense(Settled):
    """The dice of the German units near the beaches fall one by one."""

    side: Side
    rule: str = ""
    kind: Literal["beach-defense"] = "beach-defense"

    def prompt(self, state: GameState) -> str:
        return "Roll for the units near the beaches."

    def answer(self, state: GameState, action: Action) -> Steps:
        units = sorted(state.on_map(GERMAN), key=lambda unit: unit.hex)
        rolls = tuple(BeachDefenseRoll(unit.id, self.rule) for unit in units if in_reach(state, unit))
        state = yield Answered()
        return (yield Asked(rolls)) if rolls else state


@dataclass(frozen=True, slots=True)
class BeachDefenseRoll(OneDie):
    """The die decides whether a unit may commit steps to the beaches."""

    unit: str
    rule: str = ""
    side: Side = CHANCE
    kind: Literal["beach-defense-roll"] = "beach-defense-roll"

    def prompt(self, state: GameState) -> str:
        return f"Roll for {state.board.name(self.unit)} near the beach."

    def answer(self, state: GameState, action: Action) -> Steps:
        ready = action.dice[0] >= READY
        text = f"{state.board.name(self.unit)} {'may' if ready else 'may not'} defend a beach"
        state = yield Answered()
        state = yield Rolled(action.dice, "beach defense", text, self.rule)
        return (yield Asked((BeachCommitment(GERMAN, self.unit, self.rule),))) if ready else state


@dataclass(frozen=True, slots=True)
class BeachCommitment:
    """Give up steps of a unit to defend one beach hex, or none; the next die waits for the answer."""

    side: Side
    unit: str
    rule: str = ""
    kind: Literal["beach-commitment"] = "beach-commitment"

    def prompt(self, state: GameState) -> str:
        return f"Commit steps of {state.board.name(self.unit)} to a beach."

    def options(self, state: GameState) -> Iterator[Action]:
        unit = state.units[self.unit]
        yield Done()
        for hex in in_reach(state, unit):
            for steps in range(1, unit.steps_left + 1):
                yield Commit(DEFENSE, unit=self.unit, hex=hex, amount=steps)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Commit):
            return not_an_answer(self, action, "commit", "done")
        if action.what != DEFENSE or action.hex is None:
            return Refusal(self.rule, f"commit `{DEFENSE}`: so many steps of the unit, to a beach hex")
        reason = self._not_its_to_give(state, action) or self._not_its_to_defend(state, action.hex)
        return Refusal(self.rule, reason) if reason else None

    def _not_its_to_give(self, state: GameState, action: Commit) -> str:
        name, left = state.board.name(self.unit), state.units[self.unit].steps_left
        if action.unit != self.unit:
            return f"the die was rolled for {name}"
        if 1 <= action.amount <= left:
            return ""
        return f"{name} has {left} step{'s' if left > 1 else ''} to commit"

    def _not_its_to_defend(self, state: GameState, hex: int) -> str:
        number = state.board.map.numbers[hex]
        if hex not in beach_hexes(state.board):
            return f"{number} is no beach hex"
        if hex not in occupied_beaches(state):
            return f"no Allied unit stands in {number}"
        if hex not in in_reach(state, state.units[self.unit]):
            return f"{number} is not within two hexes of {state.board.name(self.unit)}"
        return ""

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        if isinstance(action, Done):
            return state
        number = state.board.map.numbers[action.hex]
        state = yield Noted("phase", COMMITTED, number, committed(state, action.hex) + action.amount)
        return (yield from steps_removed(state, self.unit, action.amount, "beach defense"))
