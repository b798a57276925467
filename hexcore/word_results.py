"""Results in words, the tail of a combat in the earlier SPI manner: eliminated, driven back, exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Lose
from hexcore.advance import in_combat
from hexcore.decisions import unless_listed
from hexcore.events import Asked, Steps
from hexcore.results import LoseSteps
from hexcore.retreat import completion
from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import Side, Unit

Role = Literal["attacker", "defender"]
NO_PART = "that unit takes no part in this combat"


def worth(units: tuple[Unit, ...]) -> int:
    """The strength of some units as they now show it."""
    return sum(u.step.strength for u in units)


def losing(state: GameState, question: MakeRoom | Exchange, action: Action, again: Role) -> Steps:
    """A step goes, and the question stands again until it is settled."""
    state = yield from LoseSteps(question.side, again, 1, question.rule).answer(state, action)
    return (yield Asked((question,)))


@dataclass(frozen=True, slots=True)
class MakeRoom:
    """Not all can be driven back so far: their owner loses steps until the others can."""

    side: Side
    role: Role
    hexes: int
    rule: str = ""
    kind: Literal["make-room"] = "make-room"

    def prompt(self, state: GameState) -> str:
        return "Not all can be driven back: lose a unit."

    def stale(self, state: GameState) -> bool:
        ids = tuple(u.id for u in in_combat(state, self.role))
        return completion(state, ids, self.hexes, state.combat) is not None

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Lose(unit.id) for unit in in_combat(state, self.role))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, NO_PART)

    def answer(self, state: GameState, action: Action) -> Steps:
        return (yield from losing(state, self, action, self.role))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Lose units worth at least what the other side has lost."""

    side: Side
    role: Role
    owed: int
    rule: str = ""
    kind: Literal["exchange"] = "exchange"

    def prompt(self, state: GameState) -> str:
        return f"Exchange: lose units worth {self.owed} or more."

    def stale(self, state: GameState) -> bool:
        return self.owed <= 0 or not in_combat(state, self.role)

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Lose(unit.id) for unit in in_combat(state, self.role))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, NO_PART)

    def answer(self, state: GameState, action: Action) -> Steps:
        unit = state.units[action.unit]
        left = unit.with_losses(unit.losses + 1)
        lost = unit.step.strength - (left.step.strength if left.steps_left else 0)
        return (yield from losing(state, replace(self, owed=self.owed - lost), action, self.role))
