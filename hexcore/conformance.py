"""Conformance: what holds for every ruleset, tried by random games. An author writes no test harness.

    failures = conformance(RULESET, seeds=(1, 2), scale=25)

`scale` is how many positions of each game are looked into; the checks of one position are in `examination`,
those that try everything in `brute_force`.
"""

from __future__ import annotations

import inspect
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from hexcore import deprecations, hookspecs
from hexcore.actions import Action, ActionForm, Conceal
from hexcore.board import Board
from hexcore.events import Asked, Event, Revealed
from hexcore.examination import Finding, examine
from hexcore.fault_places import traced
from hexcore.game import Game, SeededDice, TypedDice
from hexcore.players import NothingToAnswer, offered, seated, step
from hexcore.rules import RuleMark, marked
from hexcore.ruleset import Ruleset
from hexcore.units import CHANCE

MOST_ANSWERS = 20_000
"""A random game that takes more answers than this is taken for one that does not end."""
MOST_IN_A_PHASE = 4_000
"""A phase that takes more answers than this is taken for one that nobody can end."""


@dataclass(frozen=True)
class Failure:
    """One thing that does not hold: which check, where (scenario, seed, number of answers given), and how.

    `path` and `line` are where in the ruleset's code it broke, where something broke.
    """

    check: str
    text: str
    scenario: str = ""
    seed: int = -1
    answers: int = 0
    path: Path | None = None
    line: int = 0

    @property
    def told(self) -> str:
        """Everything but the place in the code."""
        where = f"{self.scenario}, seed {self.seed}, after {self.answers} answers: " if self.seed >= 0 else ""
        where = where or (f"{self.scenario}: " if self.scenario else "")
        return f"[{self.check}] {where}{self.text}"

    def __str__(self) -> str:
        return self.told + (f" ({self.path}:{self.line})" if self.path is not None else "")


@dataclass
class Looked:
    """What was looked into: games, positions, kinds of questions; secrets kept, and those that were opened
    again or could have been. Secrets whose names differ in numbers only (one a turn) are one."""

    games: int = 0
    positions: int = 0
    kinds: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    """Kinds of questions that came up at all: dice roll at once, and what has one answer answers itself."""
    kept: dict[str, str] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)


def conformance(
    ruleset: Ruleset,
    *,
    seeds: Iterable[int] = (1, 2),
    scenarios: Sequence[str] | None = None,
    scale: int = 25,
    most: int | None = None,
    looked: Looked | None = None,
) -> list[Failure]:
    """Everything that does not hold of a ruleset; none when it conforms.

    Games are broken off after *most* answers, where given; *looked* keeps what was looked into.
    """
    failures = [Failure("hooks", text) for text in hook_faults(ruleset)]
    if failures:
        return failures
    seeds, looked = tuple(seeds), looked or Looked()
    for scenario in scenarios if scenarios is not None else ruleset.scenarios:
        board = ruleset.board(scenario)
        for seed in seeds:
            failures += _Trial(board, seed, scale, most, looked).failures()
    return failures + ([] if most is not None else list(_sealed_for_good(looked)))


def _sealed_for_good(looked: Looked) -> Iterator[Failure]:
    """Secrets that were kept in whole games, and could be opened in none of them."""
    for what, scenario in looked.kept.items():
        if what not in looked.opened:
            yield Failure("secrets", f"the secret {what!r} is kept and never revealed", scenario)


# ------------------------------------------------------------------ hooks
def hook_faults(ruleset: Ruleset) -> Iterator[str]:
    """Marked functions that fill no hook there is, ask for what it does not give, or cite no known rule."""
    modules: list[ModuleType | object] = list(ruleset.load_modules())
    for scenario in ruleset.scenarios.values():
        modules += [module for module in scenario.modules if module not in modules]
    known = ruleset.rule_texts
    for module, function, mark in marked(modules):
        name = f"{getattr(module, '__name__', module)}:{function.__name__}"
        if mark.hook:
            yield from (f"{name} {text}" for text in signature_faults(function, mark.hook))
        for number in _numbers(mark, ruleset.id):
            if known and number not in known:
                yield f"{name} cites {number!r}, a rule without a text"


def signature_faults(function: Callable[..., object], hook: str) -> Iterator[str]:
    """What is wrong with a function on a hook: there is no such hook, or it does not give what is asked."""
    function, hook = deprecations.brought_up(function, hook), deprecations.hook_now(hook)
    if hook not in hookspecs.HOOKS:
        yield f"fills the hook {hook!r}, which does not exist"
        return
    given = set(inspect.signature(hookspecs.HOOKS[hook]).parameters) - {"self"}
    for asked in inspect.signature(function).parameters:
        if asked not in given:
            yield f"asks for {asked!r}; {hook} gives {', '.join(sorted(given))}"


def _numbers(mark: RuleMark, edition: str) -> tuple[str, ...]:
    own = mark.numbers.get(edition)
    return (*((own,) if own else ()), *mark.also.get(edition, ()))


# ------------------------------------------------------------------ random games
class _Trial:
    """One random game, looked into at some of its positions, and what was found."""

    def __init__(self, board: Board, seed: int, scale: int, most: int | None, looked: Looked) -> None:
        self.board, self.seed, self.scale, self.most = board, seed, scale, most
        self.looked, self.phase = looked, (0, 0, 0)
        self.players = seated("random", board.sides, seed)
        self.source = random.Random(f"conformance:{seed}")
        self.kinds: set[str] = set()
        self.found: list[Failure] = []
        self.answers = 0

    def failures(self) -> list[Failure]:
        self.looked.games += 1
        try:
            game = Game.start(self.board, SeededDice(self.seed))
            self._play(game)
            self._replay(game)
        except Exception as fault:  # whatever a ruleset raises is a finding, and the other trials go on
            broken = traced(fault, self.board.ruleset)
            self._note(Finding("play", broken.text, broken.path, broken.line))
        return self.found

    def _play(self, game: Game) -> None:
        while game.decision is not None and self.answers < MOST_ANSWERS:
            if self.answers == self.most or self._hangs(game):
                return
            if self._worth_a_look(game):
                self.looked.positions += 1
                for finding in examine(game, self.source):
                    self._note(finding)
            self._could_open(game)
            try:
                step(game, self.players)
            except NothingToAnswer as fault:
                self._fail("dead end", f"{self._where(game)}: {fault}")
                return
            self.answers += 1
            self._heard(game)
        if game.decision is not None:
            self._fail("random games end", f"no end after {MOST_ANSWERS} answers")
        elif game.state.outcome is None:
            self._fail("random games end", "nothing is asked any more, and there is no outcome")

    def _hangs(self, game: Game) -> bool:
        """Whether a phase goes on and on."""
        turn, phase, begun = self.phase
        if (turn, phase) != (game.state.turn, game.state.phase):
            self.phase = (game.state.turn, game.state.phase, self.answers)
        elif self.answers - begun >= MOST_IN_A_PHASE:
            self._fail("phases end", f"{self._where(game)} is not over after {MOST_IN_A_PHASE} answers")
            return True
        return False

    def _where(self, game: Game) -> str:
        return f"{self.board.phase(game.state.phase).id} of turn {game.state.turn}"

    def _heard(self, game: Game) -> None:
        """What is kept in secret now; what was opened, and what was asked, after the last answer."""
        for secret in game.state.commitments:
            self.looked.kept.setdefault(_family(secret.what), self.board.scenario.id)
        events: list[Event] = [event for part in game.followed() for event in part]
        self.looked.asked.update(one.kind for e in events if isinstance(e, Asked) for one in e.decisions)
        self.looked.opened.update(_family(event.what) for event in events if isinstance(event, Revealed))

    def _could_open(self, game: Game) -> None:
        """A secret that may be opened now need not be: a plan is opened when it is carried out."""
        if not game.state.commitments or not getattr(game.decision, "hides", False):
            return
        kept = {secret.what for secret in game.state.commitments}
        listed: list[Action] = offered(game)
        opening = [one.what for one in listed if isinstance(one, Conceal) and one.what in kept]
        self.looked.opened.update(map(_family, opening))

    def _worth_a_look(self, game: Game) -> bool:
        """Every kind of decision at its first sight, then one in ten as long as the scale allows."""
        assert game.decision is not None
        kind = game.decision.kind
        new = kind not in self.kinds
        self.kinds.add(kind)
        self.looked.kinds.add(kind)
        if self.scale > 0 and (new or self.source.random() < 0.1):
            self.scale -= 1
            return True
        return new

    def _replay(self, game: Game) -> None:
        """The journal as text and back gives the same game."""
        form = ActionForm(self.board.map, frozenset(self.board.counters), self.board.ruleset.actions)
        again = Game.start(self.board, TypedDice())
        for entry in game.journal:
            line = json.dumps(form.dump(entry.action))
            action = form.parse(json.loads(line))
            if action != entry.action:
                self._fail("text form", f"{line} is read as {action}")
                return
            again.submit(action, entry.side)
        if again.state.hash != game.state.hash:
            self._fail("replay", "the journal played again ends in another state")
        if any(entry.side == CHANCE for entry in game.journal) != bool(game.state.rolls):
            self._fail("replay", "the journal does not hold the dice")

    def _note(self, finding: Finding) -> None:
        where = (self.board.scenario.id, self.seed, self.answers)
        self.found.append(Failure(finding.check, finding.text, *where, finding.path, finding.line))

    def _fail(self, check: str, text: str) -> None:
        self._note(Finding(check, text))


def _family(what: str) -> str:
    """The name of a secret, its numbers left out."""
    return re.sub(r"\d+", "#", what)
