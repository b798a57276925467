"""Refused attempts and their legal twins: what one is made of, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from cobra_table import act, campaign, campaign_ground, cited, ground, refused, table
from few_words import Words
from fights import spelt_in

from hexcore.game import Game


@dataclass(frozen=True)
class Attempt:
    """An action refused by a rule; `twin` replaces units, action or another fact, after which it is legal.

    A `scenario` in `table` puts it on the ground of both sheets (there `turn` is the Game-Turn).
    `case` is the rule that the twin turns on, where the reason given for the refusal names another.
    """

    rule: str
    units: dict[str, str]
    action: Words
    twin: Words
    phase: str = "allied-combat"
    before: tuple[Words, ...] = ()
    table: Words = field(default_factory=dict)
    case: str = ""

    def legal(self) -> Attempt:
        twin = dict(self.twin)
        units = {**self.units, **twin.pop("units", {})}
        units = {id: hex for id, hex in units.items() if hex}
        action = {**self.action, **twin.pop("action", {})}
        before = twin.pop("before", self.before)
        return replace(self, units=units, action=action, before=before, table={**self.table, **twin})

    def game(self) -> Game:
        words = dict(self.table)
        whole = "scenario" in words
        if "ground" in words:
            words["on"] = (campaign_ground if whole else ground)(**words.pop("ground"))
        game = (campaign if whole else table)(self.units, self.phase, **words)
        for answer in self.before:
            game.submit(act(game, **answer))
        return game


def hexes(number: int) -> Words:
    return {"kind": "choose", "option": str(number)}


def named(attempt: Attempt, number: int = 0) -> str:
    """A short id for one row of a table of attempts."""
    first = [str(value) for key, value in attempt.action.items() if key != "kind"][:1]
    place = f"{number:02}" if number else "".join(c for c in "".join(first) if c.isalnum() or c == "_")
    return f"{attempt.rule.replace(' ', '-')}-{attempt.action['kind']}-{place}"


def each(attempts: list[Attempt]) -> list[Any]:
    """(edition, attempt) for `parametrize(("edition", "attempt"), ..., indirect=["edition"])`."""
    return [
        pytest.param(edition, a, marks=pytest.mark.rule(edition, *rules), id=f"{edition}-{named(a, n)}")
        for n, a in enumerate(attempts, 1)
        for edition, rules in played(a).items()
    ]


def played(attempt: Attempt) -> dict[str, tuple[str, ...]]:
    """By edition the rules that an attempt plays: the one cited, and the case it turns on if it has that."""
    turns_on = spelt_in(attempt.case) if attempt.case else {}
    return {
        edition: tuple(filter(None, (spelt, turns_on.get(edition))))
        for edition, spelt in spelt_in(attempt.rule).items()
        if not attempt.case or edition in turns_on
    }


def check(attempt: Attempt) -> None:
    """The attempt is refused by its rule, with a reason, and its twin is legal."""
    refusal = refused(attempt.game(), **attempt.action)
    assert refusal.rule == cited(attempt.rule.removeprefix("DG ")) and refusal.reason
    twin = attempt.legal()
    game = twin.game()
    assert game.refusal(act(game, **twin.action)) is None
