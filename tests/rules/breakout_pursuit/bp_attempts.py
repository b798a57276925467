"""Refused attempts and their legal twins: what one is made of, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from bp_set_ups import at_phase
from bp_supply import coast, moved
from bp_table import act, ground, refused, table
from few_words import Words

from hexcore.events import Asked, Event, Marked, Noted, apply
from hexcore.game import Game


@dataclass(frozen=True)
class Attempt:
    """An action refused by a rule; its `twin` differs from it in one fact, and is legal.

    `marks` are markers on units or hexes, `notes` lasting notes (key, unit, value), `asks` questions that
    stand on top. `table` takes the words of `bp_table.table`, and `ground`, `coast` or `groups` for the clear
    map changed. With `set_up` the game is that scenario's own, `units` standing elsewhere than in history.
    """

    rule: str
    units: dict[str, str]
    action: Words
    twin: Words
    phase: str = "allied-combat"
    before: tuple[Words, ...] = ()
    table: Words = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    notes: tuple[tuple[str, str, Any], ...] = ()
    asks: tuple[Any, ...] = ()
    set_up: str = ""

    def legal(self) -> Attempt:
        """The twin."""
        twin = dict(self.twin)
        units = {**self.units, **twin.pop("units", {})}
        units = {id: hex for id, hex in units.items() if hex}
        action = {**self.action, **twin.pop("action", {})}
        own = {
            name: twin.pop(name) for name in ("phase", "before", "marks", "notes", "set_up") if name in twin
        }
        return replace(self, units=units, action=action, table={**self.table, **twin}, **own)

    def one_fact(self) -> bool:
        """Whether the twin differs in one fact: a word, a unit's place, or which unit it is about."""
        units, action = self.twin.get("units", {}), self.twin.get("action", {})
        if set(self.twin) == {"units", "action"}:
            return sorted(map(bool, units.values())) == [False, True] and len(action) == 1
        gone = [unit for unit, hex in units.items() if not hex]
        return len(self.twin) == 1 and len(units) - bool(gone) <= 1 and len(action) <= 1

    def game(self) -> Game:
        game = self._laid()
        events: list[Event] = [Marked(marker, subject) for subject, marker in self.marks.items()]
        events += [Noted("game", key, subject, value) for key, subject, value in self.notes]
        for event in (*events, Asked(self.asks)):
            game.state = apply(game.state, event)
        for answer in self.before:
            game.submit(act(game, **answer))
        return game

    def _laid(self) -> Game:
        words = dict(self.table)
        if self.set_up:
            return at_phase(self.set_up, self.phase, self.units, **words)
        on = None
        for name, made in (("ground", ground), ("coast", coast)):
            given = words.pop(name, None)
            if given is not None:
                on = made(**given) if isinstance(given, dict) else made(*given)
        groups = words.pop("groups", None)
        if groups is not None:
            on = moved(on or ground(), **groups)
        return table(self.units, self.phase, on=on, **words)


def check(attempt: Attempt) -> None:
    """The attempt is refused by its rule, with a reason; its twin differs in one fact and is played."""
    assert attempt.one_fact(), "more than one fact differs"
    refusal = refused(attempt.game(), **attempt.action)
    assert refusal.rule == attempt.rule and refusal.reason, refusal
    twin = attempt.legal()
    game = twin.game()
    before = game.state
    game.submit(act(game, **twin.action))
    assert game.state is not before


def rows(attempts: Iterable[Attempt]) -> Any:
    """The attempts of a table as parameters, each marked with the rule that refuses it; no two are alike."""
    attempts = list(attempts)
    assert all(one != other for n, one in enumerate(attempts) for other in attempts[:n]), "the same twice"
    return pytest.mark.parametrize(
        "attempt",
        [
            pytest.param(
                a,
                id=f"{n:02}-{a.rule}-{a.action['kind']}",
                marks=pytest.mark.rule("breakout-pursuit", a.rule),
            )
            for n, a in enumerate(attempts, 1)
        ],
    )


# ------------------------------------------------------------------ actions of this game in few words
def load(truck: str, unit: str) -> Words:
    return {"kind": "embark", "carrier": truck, "units": [unit]}


def unload(unit: str) -> Words:
    return {"kind": "disembark", "units": [unit]}


def off(unit: str, edge: str = "D") -> Words:
    return {"kind": "exit", "units": [unit], "edge": edge}
