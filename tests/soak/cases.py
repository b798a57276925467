"""Which cases of a rulebook act, and which refuse, while a game is played: counted from outside.

The interpreter's profiler sees what the rule functions answer, so that neither the engine nor a ruleset knows
of it. What a computer player thinks of between two answers does not count.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from hexcore.actions import Action
from hexcore.board import Board
from hexcore.coverage import modules_of
from hexcore.events import Answered, Asked, Event, GameEnded, PhaseBegan, Rolled, Steps
from hexcore.hookspecs import shape
from hexcore.rules import DieModifier, Factor, Mask, Rank, Refusal, Shift, SupplySource, VictoryPoints, marked
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.tally import Watched
from hexcore.units import Side

PARTS = (DieModifier, Factor, Mask, Rank, Shift, SupplySource, VictoryPoints)
"""What rules answer with that carries a number."""


@dataclass(frozen=True)
class Cases:
    """Counts by rule number, and of decisions by kind.

    acted     questions, rolls and phases that carry the number; answers, other than nothing, of the function
              that states it; parts of any answer that carry it (masks, shifts, factors, points ...)
    refused   reasons that carry it, given for what was not listed or not taken
    gone_by   how often the game looked whether the case is in force, and it was
    asked, answered   decisions put on the agenda; those that a side or the dice answered
    """

    acted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    gone_by: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)

    def did(self, rule: str) -> bool:
        return bool(self.acted[rule] or self.refused[rule] or self.gone_by[rule])

    def __add__(self, other: Cases) -> Cases:
        both = zip(vars(self).values(), vars(other).values(), strict=True)
        return Cases(*(mine + its for mine, its in both))


class SwitchedOff(frozenset[str]):
    """The rules switched off in a game, which notes what rules the game asks after."""

    observer: Observer

    def __contains__(self, rule: object) -> bool:
        off = super().__contains__(rule)
        if not off:
            self.observer.looked_up(str(rule))
        return off

    def isdisjoint(self, rules: Iterable[Any]) -> bool:
        return all(rule not in self for rule in rules)


class Observer:
    """Counts the cases of one game of a ruleset, while it is `watching`."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.cases, self.watches = Cases(), False
        self._stating: dict[CodeType, tuple[str, str]] = {}
        for _, stated, mark in marked(modules_of(ruleset)):
            number, code = mark.numbers.get(ruleset.id), getattr(stated, "__code__", None)
            if number and code is not None:
                self._stating[code] = (number, shape(mark.hook) if mark.hook else "")
        self._parts = {_maker(part): self.cases.acted for part in PARTS} | {
            _maker(Refusal): self.cases.refused
        }

    @contextmanager
    def watching(self) -> Iterator[None]:
        """What is done meanwhile counts."""
        before, profiler = self.watches, sys.getprofile()
        self.watches = True
        sys.setprofile(self._returned)
        try:
            yield
        finally:
            sys.setprofile(profiler)
            self.watches = before

    def looked_up(self, rule: str) -> None:
        if self.watches:
            self.cases.gone_by[rule] += 1

    def happened(self, event: Event) -> None:
        """An event of the game."""
        match event:
            case Asked(decisions):
                for decision in decisions:
                    self.cases.acted[decision.rule] += 1
                    self.cases.asked[decision.kind] += 1
            case Answered(remaining) if remaining is not None:
                self.cases.asked[remaining.kind] += 1
            case Rolled():
                self.cases.acted[event.rule] += 1
            case GameEnded(outcome):
                self.cases.acted[outcome.rule] += 1

    def _returned(self, frame: FrameType, event: str, answer: Any) -> None:
        if event != "return":
            return
        code = frame.f_code
        stated = self._stating.get(code)
        if stated is not None:
            number, hook = stated
            if says_something(answer, hook):
                self.cases.acted[number] += 1
        elif code in self._parts:
            number = frame.f_locals["rule"]
            if number:
                self._parts[code][number] += 1


def _maker(part: type[Any]) -> CodeType:
    """The code that makes one."""
    made = [getattr(make, "__code__", None) for make in (part.__new__, part.__init__)]
    return next(code for code in made if code is not None)


def says_something(answer: Any, hook: str) -> bool:
    """Whether what a function answers has an effect. Reasons are counted where they are given."""
    if hook == "refusal" or isinstance(answer, Refusal):
        return False
    if hook == "answer":
        return answer is not None
    return any(answer) if isinstance(answer, bytes) else bool(answer)


@dataclass
class Observed(Watched):
    """A game whose cases are counted: its board's rules switched off are a `SwitchedOff`."""

    @property
    def observer(self) -> Observer:
        off = self.board.rules.off
        assert isinstance(off, SwitchedOff)
        return off.observer

    def view(self, side: Side | None = None) -> GameState:
        with self.observer.watching():
            return super().view(side)

    def legal_actions(self) -> list[Action]:
        with self.observer.watching():
            return super().legal_actions()

    def submit(self, action: Action, side: Side | None = None) -> list[Event]:
        with self.observer.watching():
            return super().submit(action, side)

    def _answer(self, action: Action, events: list[Event], proposer: Side | None = None) -> None:
        self.observer.cases.answered[self.state.agenda[0].kind] += 1
        super()._answer(action, events, proposer)

    def _run(self, steps: Steps, events: list[Event]) -> None:
        first = len(events)
        super()._run(steps, events)
        for event in events[first:]:
            self.observer.happened(event)
            if isinstance(event, PhaseBegan):
                self.observer.cases.acted.update(self.board.sequence.phases[event.phase].rules)


def on_observed(board: Board) -> Observer:
    """A board's game will be observed, from who takes part in it on."""
    observer = Observer(board.ruleset)
    off = SwitchedOff(board.rules.off)
    off.observer = observer
    board.rules.off = off
    with observer.watching():
        board.scenario.recount(board.ruleset.counters, off)
    return observer
