"""What single actions cost: orders, undo, hashes, views, saving; in plies of chess."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chess_plies import Plies
from timing import Times, in_turn, plain

from hexcore.actions import Action, Move, PutDown, Take
from hexcore.game import Game, SeededDice
from hexcore.gamefile import GameFile
from hexcore.record import DiceRecord
from hexcore.ruleset import find
from hexcore.state import GameState, item_hash
from hexcore.units import Side
from hexcore.views import digest_of

GAME, SCENARIO, PHASE = "cobra-1977", "breakout", "german-movement"
PLIES = 400

Submit = Callable[[Action], object]


def to_movement(game: Game, submit: Submit) -> None:
    """The first answer listed to everything, until the first movement phase."""
    phases = game.board.sequence.phases
    while game.decision is not None and phases[game.state.phase].id != PHASE:
        submit(game.legal_actions()[0])


def movement_phase() -> Game:
    """The opening position, at its first movement phase."""
    game = Game.start(find(GAME).board(SCENARIO), SeededDice(1))
    to_movement(game, game.submit)
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
            put_down(tried, tried.submit)
    return orders


def put_down(game: Game, submit: Submit) -> None:
    if game.decision is not None and game.decision.kind == "in-hand":
        submit(PutDown())


def forgetful(state: GameState) -> GameState:
    """The state with nothing derived from it yet."""
    return state.evolve(caches={name: {} for name in state.caches})


def give(game: Game, submit: Submit, orders: list[Move], *, listed: bool = False) -> Iterator[GameState]:
    """Every order in turn: unit taken in hand, (answers listed,) path found, hex after hex entered."""
    for order in orders:
        submit(Take(order.units))
        if listed:
            game.legal_actions()
        submit(order)
        put_down(game, submit)
        yield game.state


class Orders:
    """The orders of one movement phase, and the states they lead through."""

    def __init__(self) -> None:
        self.game = movement_phase()
        self.given = random_orders(self.game)
        assert len(self.given) > 30
        self.after = self.game.fork()
        self.states = list(give(self.after, self.after.submit, self.given))
        self.side: Side = self.game.board.sides[0]

    def fresh(self) -> Game:
        return Game.at(forgetful(self.game.state), self.game.dice)

    def ordered(self, *, listed: bool) -> Callable[[int], Callable[[], object]]:
        def ready(_round: int) -> Callable[[], object]:
            game = self.fresh()
            return lambda: list(give(game, game.submit, self.given, listed=listed))

        return ready

    def undone(self, _round: int) -> Callable[[], object]:
        game = self.after.fork()

        def run() -> None:
            while game.undo() is not None:
                pass

        return run

    def viewed(self, _round: int) -> Callable[[], object]:
        states = [Game.at(forgetful(state)) for state in self.states]
        return lambda: [game.view(self.side) for game in states]

    def hashed(self, _round: int) -> Callable[[], object]:
        item_hash.cache_clear()
        return lambda: [state.hash for state in self.states]

    def counted_afresh(self, _round: int) -> Callable[[], object]:
        item_hash.cache_clear()
        return lambda: [digest_of(state) for state in self.states]


def single_actions(rounds: int = 7) -> Times:
    """A ply of chess and, measured beside it, an order, an undo, a view and a hash."""
    of, plies = Orders(), Plies()
    n = len(of.given)
    return in_turn(
        {
            "ply": (plain(lambda: plies.push(PLIES)), PLIES),
            "order": (of.ordered(listed=False), n),
            "order, listed": (of.ordered(listed=True), n),
            "undo": (of.undone, of.after.undoable),
            "view": (of.viewed, n),
            "hash": (of.hashed, n),
            "hash, afresh": (of.counted_afresh, n),
        },
        rounds,
    )


# ------------------------------------------------------------------ saving
@contextmanager
def game_file() -> Iterator[GameFile]:
    """A game file at its first movement phase."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.hexgame"
        with GameFile.create(path, find(GAME), SCENARIO, dice=DiceRecord("seed", 1)) as file:
            to_movement(file.game, file.submit)
            yield file


def saving(rounds: int = 5, clock: Callable[[], float] = time.process_time) -> Times:
    """An action in memory, one of a game file (on disk when it returns), and an undo there."""
    of, plies = Orders(), Plies()
    actions = of.after.undoable
    seconds: dict[str, list[float]] = {}
    for _ in range(rounds):
        with game_file() as file:
            jobs: dict[str, Any] = {
                "ply": (plain(lambda: plies.push(PLIES)), PLIES),
                "action": (of.ordered(listed=False), actions),
                "saved": (plain(lambda f=file: list(give(f.game, f.submit, of.given))), actions),
                "undone": (plain(lambda f=file: [f.undo() for _ in range(actions)]), actions),
            }
            times = in_turn(jobs, 1, clock)
        for name, took in times.seconds.items():
            seconds.setdefault(name, []).extend(took)
    return Times(seconds, times.each)


def commands(rounds: int = 5) -> Times:
    """Whole processes, by the clock on the wall: the core imported, and commands on a game file."""
    with game_file() as file:
        take = json.dumps({"kind": "take", "unit": random_orders(file.game)[0].units[0]})
        path, main = str(file.path), "import sys; from hexcore.cli import main; sys.exit(main())"
        file.close()

        def process(*words: str) -> Callable[[], object]:
            return lambda: subprocess.run([sys.executable, "-c", *words], check=True, capture_output=True)

        jobs: dict[str, Any] = {
            "import": (plain(process("import hexcore.game")), 1),
            "show": (plain(process(main, "show", path)), 1),
            "do": (plain(process(main, "do", path, take)), 1),
            "undo": (plain(process(main, "undo", path)), 1),
        }
        return in_turn(jobs, rounds, time.perf_counter)
