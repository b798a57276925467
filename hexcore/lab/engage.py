"""One battle fought to its end under one ruleset: every roll enumerated, every answer by a stated policy.

The engine's own game is played; where it waits for dice each roll that its question lists is tried, all as
likely. Positions that are the same are gone on from once. Everything is a fraction.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from hexcore.actions import Action, Roll
from hexcore.decisions import Decision
from hexcore.game import Game, TypedDice
from hexcore.lab.battle_begun import NoBattle, SetUp
from hexcore.lab.battle_file import ROLES
from hexcore.lab.policies import HOLD, answered, unused
from hexcore.odds import Odds, weigh
from hexcore.results import steps_left
from hexcore.state import GameState
from hexcore.units import CHANCE, Side, Unit

MOST_ANSWERS = 400
"""A battle that asks more than this comes to no end."""


class Outcome(NamedTuple):
    """How a battle ended.

    The hex is *taken* when an attacker stands in it, *cleared* when nobody defends it and no defender has
    left it to advance. Steps and printed strength lost by either side; how far its units have gone back (the
    farthest, in hexes); whether attackers advanced; units left with a marker (disrupted and the like).
    """

    taken: bool
    cleared: bool
    attacker_steps: int
    defender_steps: int
    attacker_strength: int
    defender_strength: int
    attacker_back: int
    defender_back: int
    advanced: bool
    attacker_marked: int = 0
    defender_marked: int = 0


Distribution = Mapping[Outcome, Fraction]


class Endless(NoBattle):
    """A battle that does not end, or ends before the dice fall."""


@dataclass(frozen=True)
class Fought:
    """The exact distribution of how a battle ends, under policies by role."""

    made: SetUp
    policies: Mapping[str, str]
    ends: Distribution

    def chance(self, holds: Callable[[Outcome], bool]) -> Fraction:
        """The probability of the ends for which something holds."""
        return sum((chance for end, chance in self.ends.items() if holds(end)), Fraction(0))

    def mean(self, value: Callable[[Outcome], int]) -> Fraction:
        return sum((chance * value(end) for end, chance in self.ends.items()), Fraction(0))


def fought(made: SetUp, policies: Mapping[str, str]) -> Fought:
    """The battle under policies, exactly."""
    known: dict[str, dict[Outcome, Fraction]] = {}
    with made.board.reading():
        ends = _ends(made, Game(made.board, made.start, TypedDice()), policies, known)
    ordered = dict(sorted(ends.items(), key=lambda item: tuple(map(int, item[0]))))
    return Fought(made, dict(policies), ordered)


def _ends(
    made: SetUp, game: Game, policies: Mapping[str, str], known: dict[str, dict[Outcome, Fraction]]
) -> dict[Outcome, Fraction]:
    """The ends from a position on, each with its probability there."""
    end = _played_to_dice(made, game, policies)
    if end is not None:
        return {end: Fraction(1)}
    hash = game.state.hash
    if hash not in known:
        rolls, spread = game.legal_actions(), dict[Outcome, Fraction]()
        share = Fraction(1, len(rolls))
        for roll in rolls:
            after = Game(made.board, game.state, TypedDice())
            after.submit(roll)
            for one, chance in _ends(made, after, policies, known).items():
                spread[one] = spread.get(one, Fraction(0)) + share * chance
        known[hash] = spread
    return known[hash]


def _played_to_dice(
    made: SetUp,
    game: Game,
    policies: Mapping[str, str],
    answers: list[tuple[str, Action]] | None = None,
) -> Outcome | None:
    """Answers given until dice are to be rolled; the end where the battle comes to one before."""
    for _ in range(MOST_ANSWERS):
        if over(made, game.state):
            return ended(made, game.state)
        assert game.decision is not None
        if game.decision.side == CHANCE:
            return None
        action = answered(made, game, policies)
        if answers is not None:
            answers.append((made.role(game.decision.side), action))
        game.submit(action)
    raise Endless(f"{made.game.label}: the battle does not end")


def over(made: SetUp, state: GameState) -> bool:
    """Whether the combat is no more on the table."""
    begun = made.start.combat.id
    return not state.agenda or all(combat.id != begun for combat in state.combats)


@dataclass(frozen=True)
class AtTheRoll:
    """The battle as the dice are to fall: the state, the odds, and what of its support went unused."""

    state: GameState
    odds: Odds
    unused: tuple[str, ...]


def at_the_roll(made: SetUp) -> AtTheRoll:
    """The battle with both sides' support in it. Endless where it does not come to dice."""
    with made.board.reading():
        game, answers = Game(made.board, made.start, TypedDice()), list(made.before)
        if _played_to_dice(made, game, dict.fromkeys(ROLES, HOLD), answers) is not None:
            raise Endless(f"{made.game.label}: the battle is over before the dice fall")
        odds = weigh(game.state, game.state.combat)
    return AtTheRoll(game.state, odds, tuple(unused(made, answers)))


# ------------------------------------------------------------------ what has become of whom
def ended(made: SetUp, state: GameState) -> Outcome:
    """How the battle has ended in a state, against how it began."""
    before, roles = made.start, {role: made.sides[role] for role in ("attacker", "defender")}
    attacker, defender = roles["attacker"], roles["defender"]
    defends = made.board.rules.defends
    there = state.at(made.target)
    gone_on = any(state.note("advanced", id) for id in made.ids["defender"])
    cleared = not gone_on and not any(u.side == defender and defends(state, u) for u in there)
    taken = cleared and any(u.side == attacker for u in there)
    steps = [_steps(before, side) - _steps(state, side) for side in roles.values()]
    strength = [_strength(before, side) - _strength(state, side) for side in roles.values()]
    back = [_back(made, state, role) for role in roles]
    marked = [_marked(made, state, role) for role in roles]
    ids = made.ids["attacker"]
    advanced = any(state.note("advanced", id) or state.units[id].hex == made.target for id in ids)
    return Outcome._make((taken, cleared, *steps, *strength, *back, advanced, *marked))


def _on_map(state: GameState, side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in state.on_map(side) if unit.counter.steps)


def _steps(state: GameState, side: Side) -> int:
    return steps_left(_on_map(state, side))


def _strength(state: GameState, side: Side) -> int:
    return sum(unit.step.strength for unit in _on_map(state, side))


def _back(made: SetUp, state: GameState, role: str) -> int:
    """How far the farthest unit of a role has gone back: those that advanced have not."""
    distance, far = made.board.map.distance, 0
    for id in made.ids[role]:
        begun, now = made.start.units[id].hex, state.units[id].hex
        if now >= 0 and now != begun and not state.note("advanced", id) and now != made.target:
            far = max(far, distance(begun, now))
    return far


def _marked(made: SetUp, state: GameState, role: str) -> int:
    """How many units of a role on the map carry a marker that they did not carry before."""
    new = {id for (kind, id), n in state.markers.items() if n and not made.start.marker(kind, id)}
    return sum(id in new and state.units[id].hex >= 0 for id in made.ids[role])


# ------------------------------------------------------------------ the same battle, rolled
class _Rolls:
    """Dice listed beforehand; after them they wait."""

    def __init__(self, listed: tuple[Roll, ...]) -> None:
        self.left = list(listed)

    def roll(self, state: GameState, decision: Decision) -> Roll | None:
        return self.left.pop(0) if self.left else None


def rolled(made: SetUp, policies: Mapping[str, str], times: int, seed: int = 0) -> Tally[Outcome]:
    """The battle played so many times with dice from a seed: how often it ended how.

    It is played anew for every new row of dice, and remembered by the row; the probabilities of the
    enumeration have no part in it.
    """
    source, ends = random.Random(seed), Tally[Outcome]()
    known: dict[tuple[tuple[int, ...], ...], Outcome | int] = {}
    with made.board.reading():
        for _ in range(times):
            row: tuple[tuple[int, ...], ...] = ()
            while True:
                if row not in known:
                    known[row] = _played(made, policies, row)
                came = known[row]
                if isinstance(came, Outcome):
                    ends[came] += 1
                    break
                row = (*row, tuple(source.randint(1, 6) for _ in range(came)))
    return ends


def _played(made: SetUp, policies: Mapping[str, str], row: tuple[tuple[int, ...], ...]) -> Outcome | int:
    """The end of the battle with these dice, or how many dice are to be rolled next."""
    game = Game.at(made.start, _Rolls(tuple(Roll(dice) for dice in row)))
    end = _played_to_dice(made, game, policies)
    if end is not None:
        return end
    assert game.decision is not None
    roll = next(iter(game.decision.options(game.state)))
    return len(roll.dice)
