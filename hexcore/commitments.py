"""Secrets: an answer bound by a salted hash, kept by its owner, and opened later for all to check."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hexcore.actions import Action, Conceal
from hexcore.decisions import not_an_answer
from hexcore.events import Answered, Committed, Revealed, Steps
from hexcore.rules import Refusal
from hexcore.state import Commitment, GameState
from hexcore.units import Side

SALT_BYTES = 16
"""With so much salt nobody finds a choice by trying all of them."""


def commitment_of(what: str, choice: str, salt: str) -> str:
    """The hash that binds a choice. The three parts cannot run into each other."""
    text = json.dumps([what, choice, salt])
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


def opens(commitment: Commitment, choice: str, salt: str) -> bool:
    """Whether a choice and its salt are what a commitment has bound."""
    return secrets.compare_digest(commitment.hash, commitment_of(commitment.what, choice, salt))


def sealed(action: Conceal, salt: str = "") -> Conceal:
    """A secret answer with its salt (a fresh one, unless given) and the hash that binds it."""
    salt = salt or action.salt or secrets.token_hex(SALT_BYTES)
    return replace(action, salt=salt, commitment=commitment_of(action.what, action.choice, salt))


def own_salt(seed: int, number: int) -> str:
    """The salt of a computer player's n-th secret: hidden in its seed, the same for the same seed."""
    text = f"salt:{seed}:{number}"
    return hashlib.blake2b(text.encode(), digest_size=SALT_BYTES).hexdigest()


@dataclass
class Salts:
    """The salts of one computer player, in the order of his secrets."""

    seed: int
    given: int = 0

    def kept(self, action: Action) -> Action:
        """The answer with a salt of his own, where it is a secret not sealed yet."""
        if isinstance(action, Conceal) and action.choice and not action.commitment:
            self.given += 1
            return sealed(action, own_salt(self.seed, self.given))
        return action


def bare(action: Conceal) -> Conceal:
    """A secret answer as the other sides may see it: the hash alone."""
    return replace(action, choice="", salt="")


def commitment_for(state: GameState, what: str) -> Commitment | None:
    """The secret kept under a name, None when none is."""
    return next((c for c in state.commitments if c.what == what), None)


@dataclass(frozen=True, slots=True)
class Secret:
    """Choose in secret. Only the hash of the choice goes on the table.

    A listed answer carries no salt; the game adds one. A hash alone is taken from a player at another table.
    """

    side: Side
    what: str
    choices: tuple[str, ...]
    rule: str = ""
    question: str = "Choose in secret."
    kind: Literal["secret"] = "secret"

    def prompt(self, state: GameState) -> str:
        return self.question

    def options(self, state: GameState) -> Iterator[Action]:
        for choice in self.choices:
            yield Conceal(self.what, choice)

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, Conceal):
            return not_an_answer(self, action, "conceal")
        if action.what != self.what:
            return Refusal(self.rule, f"the secret asked for is {self.what!r}")
        if not action.choice:
            fits = len(action.commitment) == 64 and not action.salt
            return None if fits else Refusal(self.rule, "a secret answer is a choice, or the hash of one")
        if action.choice not in self.choices:
            return Refusal(self.rule, "that is not one of the choices")
        if action.commitment and action != sealed(action):
            return Refusal(self.rule, "the hash does not bind that choice with that salt")
        return None

    def answer(self, state: GameState, action: Action) -> Steps:
        if action.choice and not action.commitment:
            action = replace(action, commitment=commitment_of(self.what, action.choice, action.salt))
        opening = (action.choice, action.salt) if action.choice else None
        yield Answered()
        return (yield Committed(Commitment(self.side, self.what, action.commitment), opening))


@dataclass(frozen=True, slots=True)
class Reveal:
    """Open a secret: its owner says the choice and the salt, and everybody checks them.

    The answer goes into the journal, so that a table that never knew the secret can follow.
    """

    side: Side
    what: str
    choices: tuple[str, ...]
    rule: str = ""
    question: str = "Reveal what you chose in secret."
    kind: Literal["reveal"] = "reveal"

    def prompt(self, state: GameState) -> str:
        return self.question

    def options(self, state: GameState) -> Iterator[Action]:
        if self.what in state.openings:
            choice, salt = state.openings[self.what]
            yield Conceal(self.what, choice, salt, commitment_of(self.what, choice, salt))

    def refusal(self, state: GameState, action: Action) -> Refusal | None:
        if not isinstance(action, Conceal):
            return not_an_answer(self, action, "conceal")
        kept = commitment_for(state, self.what)
        if action.what != self.what or kept is None:
            return Refusal(self.rule, f"the secret to open is {self.what!r}")
        if not opens(kept, action.choice, action.salt):
            return Refusal(self.rule, "that is not what was committed")
        if action.choice not in self.choices:
            return Refusal(self.rule, "what was committed is not one of the choices")
        return None

    def answer(self, state: GameState, action: Action) -> Steps:
        state = yield Answered()
        state = yield Revealed(self.what, action.choice, action.salt)
        for event in state.board.rules.revealed(state, self.what, action.choice):
            state = yield event
        return state
