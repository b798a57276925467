"""What whole games cost, by any kind of computer player, in plies of chess played in between."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from chess_plies import Plies
from orders import GAME, SCENARIO

from hexcore.board import Board
from hexcore.game import SeededDice
from hexcore.players import kinds, seated, step
from hexcore.ruleset import find
from hexcore.simulate import patient_gc
from hexcore.tally import Watched

ANSWERS, PLIES = 100, 100
"""So many answers, then so many plies, and so on: both meet the same moods of the machine."""
SEEDS = {"random": range(1, 6), "steady": range(1, 3)}
"""The kinds of players whose games are measured, as far as they are installed, and with which seeds."""


@dataclass(frozen=True)
class WholeGame:
    """A game: processor and wall seconds of its own, answers, and what it cost in plies."""

    kind: str
    seed: int
    cpu: float
    wall: float
    answers: int
    plies: float
    level: str


def measured() -> Iterator[WholeGame]:
    """Games of every kind of player that is installed here."""
    board = find(GAME).board(SCENARIO)
    for kind, seeds in SEEDS.items():
        if kind in kinds():
            for seed in seeds:
                yield whole_game(board, kind, seed)


def whole_game(board: Board, kind: str, seed: int, most: int | None = None) -> WholeGame:
    """One game, or its first *most* answers."""
    game, players = Watched.start(board, SeededDice(seed)), seated(kind, board.sides, seed)
    chess = Plies(seed)
    cpu = wall = chess_cpu = 0.0
    answers = pushed = 0
    with patient_gc():
        while game.decision is not None and (most is None or answers < most):
            began, began_wall = time.process_time(), time.perf_counter()
            for _ in range(ANSWERS):
                if game.decision is not None:
                    step(game, players)
                    answers += 1
            cpu, wall = cpu + time.process_time() - began, wall + time.perf_counter() - began_wall
            began = time.process_time()
            chess.push(PLIES)
            chess_cpu, pushed = chess_cpu + time.process_time() - began, pushed + PLIES
    outcome = game.state.outcome
    plies = cpu * pushed / chess_cpu
    return WholeGame(kind, seed, cpu, wall, answers, plies, outcome.level if outcome else "")
