"""What `make bench` measures. Only ratios of one run travel between machines.

Every comparison runs its sides in turn, round after round, so that a busy machine hits all alike, and keeps
the least time of each: what the work costs when nothing disturbs it.
"""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import bench
import chess
import hexmap
import hexref
import ours

from hexcore.actions import Action, Move, PutDown, Take
from hexcore.game import Game, SeededDice
from hexcore.ruleset import find
from hexcore.simulate import play_one
from hexcore.state import GameState
from hexcore.units import Side

GAME, SCENARIO, PHASE = "cobra-1977", "breakout", "german-movement"
NOT_IMPORTED = ("networkx", "numpy", "PyQt6", "sqlite_utils")


def least(jobs: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Least processor seconds of each job, all run in turn."""
    took = dict.fromkeys(jobs, float("inf"))
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, job in jobs.items():
                began = time.process_time()
                job()
                took[name] = min(took[name], time.process_time() - began)
                gc.collect()
    finally:
        gc.enable()
    return took


# ------------------------------------------------------------------ range and supply
def queries(kind: str, n: int, rounds: int = 3) -> dict[str, float]:
    """Seconds a query for C, networkx and the engine; AssertionError when any answer differs.

    Range is measured against C leaving its answers in place, as a caller in C would read them.
    """
    world = hexmap.build()
    asked = hexmap.reach_queries(world, n) if kind == "reach" else hexmap.supply_queries(world, n)
    kernel, others = hexref.Kernel(world), {"networkx": bench.NetworkX(world), "hexcore": ours.make(world)}
    right = [getattr(kernel, kind)(query) for query in asked]
    for name, other in others.items():
        assert [getattr(other, kind)(query) for query in asked] == right, f"{name}: {kind} differs from C"
    sides = {"C": kernel.reach_in_place if kind == "reach" else kernel.supply}
    sides |= {name: getattr(other, kind) for name, other in others.items()}
    took = least({name: _all(ask, asked) for name, ask in sides.items()}, rounds)
    return {name: seconds / n for name, seconds in took.items()}


def _all(ask: Callable[[Any], object], asked: list[Any]) -> Callable[[], object]:
    def job() -> None:
        for query in asked:
            ask(query)

    return job


# ------------------------------------------------------------------ orders and plies
def random_plies(n: int, seed: int = 1) -> None:
    """Random games of chess: every legal move listed, one chosen, pushed."""
    source, board = random.Random(seed), chess.Board()
    for _ in range(n):
        moves = list(board.legal_moves)
        if not moves or board.ply() > 200:
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(source.choice(moves))


def movement_phase() -> Game:
    """The opening position, at its first movement phase."""
    board = find(GAME).board(SCENARIO)
    game = Game.start(board, SeededDice(1))
    while game.decision is not None and board.sequence.phases[game.state.phase].id != PHASE:
        game.submit(game.legal_actions()[0])
    return game


def random_orders(game: Game, seed: int = 1) -> list[Move]:
    """An order for every unit that may be taken in hand: one of its destinations, chosen at random."""
    source, tried = random.Random(seed), game.fork()
    units = [a.units for a in tried.legal_actions() if isinstance(a, Take) and len(a.units) == 1]
    orders = []
    for hand in units:
        take: Action = Take(hand)
        if tried.refusal(take) is None:
            tried.submit(take)
            moves = [a for a in tried.legal_actions() if isinstance(a, Move)]
            if moves:
                orders.append(source.choice(moves))
                tried.submit(orders[-1])
            put_down(tried)
    return orders


def put_down(game: Game) -> None:
    if game.decision is not None and game.decision.kind == "in-hand":
        game.submit(PutDown())


def forgetful(state: GameState) -> GameState:
    """The state with nothing derived from it yet."""
    return state.evolve(caches={name: {} for name in state.caches})


def give(game: Game, orders: list[Move], *, listed: bool) -> None:
    """Every order in turn: unit taken in hand, (answers listed,) path found, hex after hex entered."""
    played = Game.at(forgetful(game.state), game.dice)
    for order in orders:
        if listed:
            played.submit(Take(order.units))
            played.legal_actions()
        played.submit(order)
        put_down(played)


def orders_and_plies(rounds: int = 5, plies: int = 1000) -> dict[str, float]:
    """Seconds of a ply, of an order, and of an order whose answers are listed first."""
    game = movement_phase()
    orders = random_orders(game)
    assert len(orders) > 30
    took = least(
        {
            "ply": lambda: random_plies(plies),
            "order": lambda: give(game, orders, listed=False),
            "order, listed": lambda: give(game, orders, listed=True),
        },
        rounds,
    )
    return {name: seconds / (plies if name == "ply" else len(orders)) for name, seconds in took.items()}


def whole_games(seeds: range) -> list[dict[str, Any]]:
    """Whole games by random players: seconds (the least of three), plies in that time, answers, level."""
    board = find(GAME).board(SCENARIO)
    kinds: dict[Side, str] = dict.fromkeys(board.sides, "random")
    found = []
    for seed in seeds:
        took = least(
            {"ply": lambda: random_plies(1000), "game": lambda s=seed: play_one(board, kinds, s)},  # type: ignore[misc]
            3,
        )
        result = play_one(board, kinds, seed)
        ply = took["ply"] / 1000
        told = {"seed": seed, "seconds": took["game"], "plies": took["game"] / ply}
        found.append({**told, "answers": result.actions, "level": result.level})
    return found


# ------------------------------------------------------------------ imports and memory
def _alone(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def imports(rounds: int = 5) -> dict[str, float]:
    """Least seconds to import the core, and the two libraries beneath it, each in a fresh interpreter."""
    took: dict[str, float] = {}
    for _ in range(rounds):
        for what in ("pydantic, pluggy", "hexcore.game"):
            code = f"import time; t = time.process_time(); import {what}; print(time.process_time() - t)"
            took[what] = min(took.get(what, float("inf")), float(_alone(code)))
    return took


def imported_too_much() -> list[str]:
    """Libraries the core must not bring with it, and does."""
    modules = _alone("import sys, hexcore.game; print(*sys.modules)").split()
    return [name for name in NOT_IMPORTED if name in modules]


MEMORY = f"""
import json, resource
from pathlib import Path
def now():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
got = {{"python": now()}}
import hexcore.game, hexcore.simulate
from hexcore.ruleset import find
got["core imported"] = now()
board = find({GAME!r}).board({SCENARIO!r})
got["board made"] = now()
hexcore.simulate.play_one(board, dict.fromkeys(board.sides, "random"), 1)
got["after a whole game"] = now()
got["most"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
print(json.dumps(got))
"""


def memory() -> dict[str, float]:
    """MiB in use by a fresh interpreter step by step (Linux; elsewhere nothing)."""
    if not sys.platform.startswith("linux"):
        return {}
    found: dict[str, float] = json.loads(_alone(MEMORY))
    return found
