"""Decisions: the questions on the agenda. Frozen, plain data; they ask rules, and never roll or remember."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from hexcore.actions import Action, Done, Roll
from hexcore.rules import Refusal
from hexcore.units import Side

if TYPE_CHECKING:
    from hexcore.events import Steps
    from hexcore.state import GameState


class Decision(Protocol):
    """A question on the table: who answers, by which rule, what may be answered, what follows.

    A decision is a frozen dataclass with a literal `kind`; its fields are plain data (its JSON form is its
    fields). `options` lists what a client lights up; `refusal` is the truth and also takes unlisted answers.
    One with `hides` true in its class is answered from a secret: a computer player gives no reason for it.
    """

    @property
    def kind(self) -> str: ...
    @property
    def side(self) -> Side: ...
    @property
    def rule(self) -> str: ...

    def prompt(self, state: GameState) -> str:
        """The question in at most 60 characters, imperative."""

    def options(self, state: GameState) -> Iterator[Action]:
        """The listed answers; every one of them is accepted."""

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        """Why *action* is no answer, or None when it is one."""

    def answer(self, state: GameState, action: Action) -> Steps:
        """What follows. The first event settles or replaces this decision (`Answered`)."""


FACES = range(1, 7)
"""The faces of one die."""


class Settled:
    """The part of a decision that nobody need answer: `done` is its one answer, and it answers itself."""

    __slots__ = ()

    def forced(self, state: GameState) -> Action | None:
        return Done()

    def options(self, state: GameState) -> Iterator[Action]:
        yield Done()

    def refusal(self: Decision, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action)


class OneDie:
    """The part of a decision that chance answers with one die."""

    __slots__ = ()

    def options(self, state: GameState) -> Iterator[Action]:
        yield from (Roll((die,)) for die in FACES)

    def refusal(self: Decision, state: GameState, action: Action) -> Refusal | None:
        return unless_listed(self, state, action, "one die is rolled, 1 to 6")


NOT_AN_ANSWER = "this decision is not answered by {kind!r}; it takes {takes}"


def not_an_answer(decision: Decision, action: Action, *takes: str) -> Refusal:
    """The refusal of an action of a kind this decision does not take."""
    kind = getattr(action, "kind", action)
    return Refusal(decision.rule, NOT_AN_ANSWER.format(kind=kind, takes=" or ".join(takes) or "nothing"))


def unless_listed(decision: Decision, state: GameState, action: Any, reason: str = "") -> Refusal | None:
    """The refusal of decisions whose list is complete: whatever is not listed."""
    listed = list(decision.options(state))
    if action in listed:
        return None
    kinds = sorted({a.kind for a in listed})
    if getattr(action, "kind", "") not in kinds:
        return not_an_answer(decision, action, *kinds)
    return Refusal(decision.rule, reason or "that is not one of the choices")
