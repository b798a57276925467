"""How strong a computer player is: a sequential test of the games it wins of Cobra 1977, from either side.

Wald's test: games are played until the claim that it wins at least so many of them is as good as certain, or
as good as refuted, each at five chances in a hundred. A game is won by the level of victory, a drawn one by
points.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from math import log, sqrt
from multiprocessing import get_context

from hexcore.game import Game, SeededDice
from hexcore.players import play_out, player
from hexcore.ruleset import find
from hexcore.simulate import patient_gc
from hexcore.state import GameState

RULESET, SCENARIO = "cobra-1977", "breakout"
ERROR = 0.05
"""The chance of either mistake."""
ALMOST = 0.8
"""The test tells the claim apart from a player who fails this much less often: 95 % from 99 %."""
MOST_GAMES = 400
NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Match:
    """One player against another kind, from one side; the claim is that it wins at least *wanted* of them."""

    side: str
    kind: str
    against: str
    wanted: float


@dataclass(frozen=True)
class Verdict:
    """How the test of a match ended."""

    match: Match
    won: int
    games: int
    holds: bool

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, at 95 in a hundred, for the part of games won."""
        part, n, z = self.won / self.games, self.games, NORMAL_95
        middle = (part + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(part * (1 - part) / n + z * z / (4 * n * n))
        return middle - half, min(middle + half, 1.0)


def winner(state: GameState) -> str:
    """The side that won by level, or where that is drawn by points; empty when these are even too."""
    if state.outcome is not None and state.outcome.winner:
        return state.outcome.winner
    points = dict.fromkeys(state.board.sides, 0)
    for scored in state.board.rules.victory_points(state):
        points[scored.side] += scored.points
    one, other = state.board.sides
    lead = points[one] - points[other]
    return "" if not lead else str(one if lead > 0 else other)


def won(match: Match, seed: int) -> bool:
    """Whether the game of a seed is won."""
    board = find(RULESET).board(SCENARIO, {})
    kinds = {side: match.kind if side == match.side else match.against for side in board.sides}
    seats = {side: player(kinds[side], seed * 2 + n) for n, side in enumerate(board.sides)}
    game = Game.start(board, SeededDice(seed))
    game._remember = lambda *_: None  # type: ignore[method-assign]  # nothing is taken back: keep no past
    with patient_gc():
        play_out(game, seats)
    return winner(game.state) == match.side


def judged(match: Match, results: Iterator[bool]) -> Verdict:
    """Wald's test of one match over its games as they come."""
    better = match.wanted + ALMOST * (1 - match.wanted)
    gain, loss = log(better / match.wanted), log((1 - better) / (1 - match.wanted))
    bound, score, wins = log((1 - ERROR) / ERROR), 0.0, 0
    for n, result in enumerate(islice(results, MOST_GAMES), 1):
        wins += result
        score += gain if result else loss
        if abs(score) >= bound:
            return Verdict(match, wins, n, score > 0)
    return Verdict(match, wins, MOST_GAMES, False)


def decided(match: Match, jobs: int) -> Verdict:
    """The match played in processes, seed by seed in order, until it is decided."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting = [pool.submit(won, match, seed) for seed in range(1, 2 * jobs + 1)]

        def results() -> Iterator[bool]:
            for seed in count(2 * jobs + 1):
                yield waiting.pop(0).result()
                waiting.append(pool.submit(won, match, seed))

        verdict = judged(match, results())
        pool.shutdown(cancel_futures=True)
    return verdict


def table(verdicts: list[Verdict]) -> list[str]:
    """The verdicts as lines of a Markdown table."""
    lines = [
        "| player | plays | against | claim | won | games | 95 % interval | claim holds |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for v in verdicts:
        low, high = v.interval
        m = v.match
        claim = f"at least {m.wanted:.0%}"
        told = f"{low:.1%} to {high:.1%} | {'yes' if v.holds else 'no'}"
        lines.append(f"| {m.kind} | {m.side} | {m.against} | {claim} | {v.won} | {v.games} | {told} |")
    return lines
