"""A battle that has been set up under one ruleset, and its attack made: what the sides begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hexcore.actions import Action, AddAttacker, Commit, Declare, Done
from hexcore.board import Board
from hexcore.combat import CombatPhase
from hexcore.game import Game, IllegalAction
from hexcore.lab.battle_file import ROLES
from hexcore.lab.named import Named
from hexcore.odds import weigh
from hexcore.state import GameState
from hexcore.units import CHANCE, Side

MOST_QUESTIONS = 60
"""So many questions before the attack, and no more, are answered."""


class NoBattle(ValueError):
    """A battle that cannot be fought under a ruleset: one line with the reason."""


@dataclass(frozen=True)
class SetUp:
    """The battle before the dice: `start` waits for the first roll, or for the side that supports first.

    `ids` are the counters by role, `hq` the headquarters by role, `given` what each side commits; `missing`
    and `differing` say what has no counterpart and what is not as the file has it, `stipulated` what was
    laid down beside the ruleset's own rules; `before` is what was answered before the attack, by role.
    """

    game: Named
    board: Board
    start: GameState
    target: int
    sides: Mapping[str, Side]
    ids: Mapping[str, tuple[str, ...]]
    hq: Mapping[str, str]
    given: Mapping[str, Mapping[str, int]]
    position: str
    missing: tuple[str, ...]
    differing: tuple[str, ...]
    stipulated: tuple[str, ...]
    before: tuple[tuple[str, Action], ...] = ()

    def role(self, side: Side) -> str:
        return ROLES[0] if side == self.sides[ROLES[0]] else ROLES[1]


def strengths(made: SetUp) -> tuple[int, int]:
    """Attack and defence as the battle stands when it is declared."""
    with made.board.reading():
        odds = weigh(made.start, made.start.combat)
    return odds.attack, odds.defence


def attacked(made: SetUp, game: Game) -> tuple[GameState, tuple[tuple[str, Action], ...]]:
    """The attack declared with all its attackers, and what was answered before it, by role.
    NoBattle where a rule forbids it."""
    numbers = made.board.map.numbers
    try:
        before = _come_to_attack(made, game)
        game.submit(Declare((made.target,)))
        for id in made.ids["attacker"]:
            game.submit(AddAttacker(id))
        game.submit(Done())
    except IllegalAction as fault:
        where = numbers[made.target]
        raise NoBattle(f"{made.game.label}: the attack on {where} is refused: {fault}") from None
    return game.state, before


def _come_to_attack(made: SetUp, game: Game) -> tuple[tuple[str, Action], ...]:
    """What is asked before the first attack of the phase: what the battle commits, and nothing else."""
    answers: list[tuple[str, Action]] = []
    for _ in range(MOST_QUESTIONS):
        decision = game.decision
        if isinstance(decision, CombatPhase):
            return tuple(answers)
        if decision is None or decision.side == CHANCE:
            break
        answers.append((made.role(decision.side), _before(made, game)))
        game.submit(answers[-1][1])
    raise NoBattle(f"{made.game.label}: the phase does not come to an attack")


def _before(made: SetUp, game: Game) -> Action:
    decision, listed = game.decision, game.legal_actions()
    assert decision is not None
    given = made.given[made.role(decision.side)]
    for action in _wanted(listed, given, made):
        if action.hex == made.target:
            return action
    return next((a for a in listed if isinstance(a, Done)), listed[0])


def _wanted(listed: list[Action], given: Mapping[str, int], made: SetUp) -> Iterator[Commit]:
    for action in listed:
        if isinstance(action, Commit) and given.get(action.what):
            yield action
