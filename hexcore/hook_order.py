"""In which order hooks are asked, found by listening to real games: laid out, played, and asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

from hexcore.asking import ask, unspoilt
from hexcore.game import Game, SeededDice
from hexcore.hookspecs import HOOKS
from hexcore.players import seated, step
from hexcore.ruleset import Ruleset
from hexcore.trace import listen, state_in

STAGES = {
    "opening": "The game is laid out, up to its first question",
    "between": "A phase ends and the next one begins (at the end of a turn too)",
    "movement": "A movement phase",
    "combat": "A combat phase, from the declaration to the end of a combat",
    "own": "A phase of another kind",
    "supply": "Supply is asked about (`ask supply`)",
    "victory": "Victory is asked about (`ask victory`)",
    "view": "What one side may see is looked up",
    "computer": "A computer player thinks, besides all this",
}
SEEDS, MOST_ANSWERS = (1, 2), 400
_FIRST = {name: n for n, name in enumerate(HOOKS)}


class Ear:
    """The hooks heard at each stage, each time in the order in which they were first asked."""

    def __init__(self) -> None:
        self.stage = "opening"
        self.heard: dict[str, list[dict[str, None]]] = {stage: [{}] for stage in STAGES}

    def hear(self, hook: str, given: tuple[Any, ...]) -> None:
        state = state_in(given)
        idle = state is not None and not state.agenda and self.stage in ("movement", "combat", "own")
        self.heard["between" if idle else self.stage][-1].setdefault(hook)

    def turn_to(self, stage: str) -> None:
        """What is heard now belongs to a new occurrence of a stage."""
        self.stage = stage
        self.heard[stage].append({})

    def order(self, stage: str) -> list[str]:
        """The hooks of a stage, those first that are mostly asked before others."""
        lists = [list(names) for names in self.heard[stage]]
        before: Counter[tuple[str, str]] = Counter()
        for names in lists:
            before.update(combinations(names, 2))
        all_of_them = {name for names in lists for name in names}
        ahead = {
            one: sum(
                (before[one, other] > before[other, one]) - (before[one, other] < before[other, one])
                for other in all_of_them
            )
            for one in all_of_them
        }
        return sorted(all_of_them, key=lambda name: (-ahead[name], _FIRST[name]))


def orders(rulesets: Iterable[Ruleset]) -> dict[str, list[str]]:
    """Hooks by stage, each in order of asking, in games of all scenarios of some rulesets."""
    ear = Ear()
    for ruleset in rulesets:
        for scenario in ruleset.scenarios:
            for seed in SEEDS:
                _listened_to(ear, ruleset, scenario, seed)
                _asked_about(ear, ruleset, scenario, seed)
    return {stage: ear.order(stage) for stage in STAGES}


def _listened_to(ear: Ear, ruleset: Ruleset, scenario: str, seed: int) -> None:
    """One game by random players."""
    board = ruleset.board(scenario)
    ear.turn_to("opening")
    listen(board.rules, ear.hear)
    game = Game.start(board, SeededDice(seed))
    for _ in _phases(game, seed):
        kind = board.sequence.phases[game.state.phase].kind
        ear.turn_to(kind if kind in STAGES else "own")


def _asked_about(ear: Ear, ruleset: Ruleset, scenario: str, seed: int) -> None:
    """The same game, looked at in every phase; only the questions are heard."""
    thinking = seated("steady", ruleset.sides, seed)
    for game in _phases(Game.start(ruleset.board(scenario), SeededDice(seed)), seed):
        for question in ("supply", "victory"):
            with _heard(ear, question, game) as fresh:
                ask(fresh, question)
        side = game.to_decide
        if side not in thinking:
            continue
        with _heard(ear, "view", game) as fresh:
            view = fresh.view(side)
        with _heard(ear, "computer", game) as fresh:
            thinking[side](view, fresh.legal_actions())


@contextmanager
def _heard(ear: Ear, stage: str, game: Game) -> Iterator[Game]:
    """The same position, nothing of it remembered, whose hooks are heard while this lasts."""
    rules = game.board.rules
    own = dict(vars(rules))
    listen(rules, ear.hear)
    ear.turn_to(stage)
    try:
        yield Game.at(unspoilt(game.state), SeededDice())
    finally:
        vars(rules).clear()
        vars(rules).update(own)


def _phases(game: Game, seed: int) -> Iterator[Game]:
    """A game by random players, given at the first question of each phase."""
    players, where = seated("random", game.board.sides, seed), (-1, -1)
    for _ in range(MOST_ANSWERS):
        if game.decision is None:
            return
        if where != (game.state.turn, game.state.phase):
            where = game.state.turn, game.state.phase
            yield game
        step(game, players)
