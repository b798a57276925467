"""Movement under air attack: German units that regain what the weather took, and what it may cost (5.4.4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from hexcore.actions import Action, Commit
from hexcore.decisions import OneDie
from hexcore.events import Answered, Asked, Event, Marked, Noted, Rolled, Steps
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import CHANCE, Side, Unit
from hexcore_cobra.order_of_battle import GERMAN
from hexcore_cobra.results import steps_removed
from hexcore_cobra.weather import fraction_left, german_fraction

RISK = "air-risk"
"""What is committed, and the marker that lies on a unit until its move is over: the thirds it has added."""
THIRD = Fraction(1, 3)
RISKED = "risked air attack"
HITS = {1: 2, 2: 4}
"""The highest die that costs a step, by thirds added."""
WORDS = {1: "one third", 2: "two thirds"}
THIRDS = {word: thirds for thirds, word in WORDS.items()}


@rule({"cobra": "5.4.4"})
def risked(state: GameState, unit: Unit) -> Fraction:
    """The part of its printed allowance that a unit has added for this phase."""
    return state.marker(RISK, unit.id) * THIRD


def risk_refusal(state: GameState, units: tuple[Unit, ...], action: Commit) -> Refusal | None:
    """Why a unit in hand may not add so many thirds to its allowance now."""
    unit = next((u for u in units if u.id == action.unit), None)
    if unit is None:
        return Refusal("5.4.4", "name a unit in hand that risks air attack")
    reason = _why_not(state, unit, action.word)
    return Refusal("5.4.4", f"{unit.counter.name} {reason}") if reason else None


def _why_not(state: GameState, unit: Unit, word: str) -> str:
    thirds = THIRDS.get(word, 0)
    if unit.side != GERMAN:
        return "is no German unit: only these risk air attack to move farther"
    if state.note("stopped", unit.id) or state.note(RISKED, unit.id):
        return "has ended its movement in this phase"
    if state.note("overruns", unit.id):
        return "has overrun in this phase and does not move under air attack as well"
    if thirds <= state.marker(RISK, unit.id):
        return f"adds `one third` or `two thirds`, more than it has added already, not {word!r}"
    if fraction_left(state, unit) + thirds * THIRD > 1:
        return f"would have more than its printed allowance with {word} added"
    return ""


# ------------------------------------------------------------------ in hand
@rule({"cobra": "5.4.4"}, hook="hand_options")
def risks_in_hand(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action] | None:
    """A German unit that is moved may add one third or two to its allowance, at the risk of air attack."""
    if units[0].side != GERMAN or german_fraction(state) == 1:
        return None
    offered = [Commit(RISK, unit=u.id, word=word) for u in units for word in THIRDS]
    return [offer for offer in offered if risk_refusal(state, units, offer) is None]


@rule({"cobra": "5.4.4"}, hook="hand_refusal")
def risk_refused(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    """Why this is refused."""
    if not isinstance(action, Commit) or action.what != RISK:
        return None
    return risk_refusal(state, units, action)


@rule({"cobra": "5.4.4"}, hook="hand_answer")
def risk_taken(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    """It is announced, and moves on."""
    return _announced(action) if isinstance(action, Commit) and action.what == RISK else None


def _announced(action: Commit) -> Steps:
    return (yield Marked(RISK, action.unit, THIRDS[action.word]))


# ------------------------------------------------------------------ until the die is rolled
def running(state: GameState, unit: Unit) -> bool:
    """Whether a unit is on the move under air attack: it is in hand, and its die is still to be rolled."""
    return state.marker(RISK, unit.id) > 0


@rule({"cobra": "5.4.4"}, hook="may_take")
def one_at_a_time(state: GameState, units: tuple[Unit, ...]) -> str | None:
    """A unit that moves under air attack ends its move, and its die is rolled, before another is taken."""
    bold = next((id for (kind, id), thirds in state.markers.items() if kind == RISK and thirds), None)
    return f"{state.board.name(bold)} moves under air attack: put it down first" if bold else None


@rule({"cobra": "5.4.4"}, hook="may_overrun")
def no_overrun_at_risk(state: GameState, units: tuple[Unit, ...], target: int) -> str | None:
    """A unit that has added to its allowance does not overrun in that phase."""
    bold = next((u for u in units if running(state, u)), None)
    return f"{bold.counter.name} moves under air attack in this phase" if bold is not None else None


@rule({"cobra": "5.4.4"}, hook="put_down")
def dice_when_the_move_is_over(state: GameState, units: tuple[Unit, ...]) -> list[Event] | None:
    """When such a unit has finished its move the die is rolled, unit by unit."""
    bold = tuple(AirAttack(u.id, state.marker(RISK, u.id)) for u in units if running(state, u))
    return [Asked(bold)] if bold else None


@dataclass(frozen=True, slots=True)
class AirAttack(OneDie):
    """The die decides whether a unit that moved under air attack loses a step."""

    unit: str
    thirds: int
    rule: str = "5.4.4"
    side: Side = CHANCE
    kind: Literal["air-attack"] = "air-attack"

    def prompt(self, state: GameState) -> str:
        return f"Roll for the air attack on {state.board.name(self.unit)}."

    def stale(self, state: GameState) -> bool:
        return state.units[self.unit].hex < 0

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        hit = action.dice[0] <= HITS[self.thirds]
        name, loss = state.board.name(self.unit), "a step lost" if hit else "no loss"
        told = f"{name}, {WORDS[self.thirds]} added: {loss}"
        state = yield Rolled(action.dice, "air attack", told, self.rule)
        state = yield Marked(RISK, self.unit, 0)
        state = yield Noted("phase", RISKED, self.unit)
        state = yield Noted("phase", "stopped", self.unit, (self.rule, "it has moved under air attack"))
        return (yield from steps_removed(state, self.unit, 1, "air attack")) if hit else state
