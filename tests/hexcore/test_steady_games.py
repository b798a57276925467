"""Whole games by the steady player: they end, repeat, keep what is hidden, and are won."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from crossing import RULESET as CROSSING
from hill import RULESET as HILL

from hexcore.actions import Action, Conceal
from hexcore.events import Moved, apply
from hexcore.game import Game, SeededDice
from hexcore.players import play_out, player, seated, step
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.steady import SteadyPlayer
from hexcore.units import Side

GAMES: Mapping[str, tuple[Ruleset, str]] = {"hill": (HILL, "battle"), "crossing": (CROSSING, "ford")}
MOST = 500
"""No game of either ruleset takes more answers."""


def started(name: str, seed: int) -> Game:
    ruleset, scenario = GAMES[name]
    return Game.start(ruleset.board(scenario), SeededDice(seed))


class Watched:
    """A steady player each of whose answers is looked at: the view it gets, the answer, and the reason."""

    def __init__(self, game: Game, side: Side, seed: int) -> None:
        self.game, self.side, self.player = game, side, SteadyPlayer(seed)

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        shown = self.game.view(self.side)
        assert (view.hash, view.units, view.openings) == (shown.hash, shown.units, shown.openings)
        answer = self.player(view, listed)
        bare = Conceal(answer.what, answer.choice) if isinstance(answer, Conceal) else answer
        assert answer in listed or bare in listed
        why = self.player.why
        assert why == why.strip() and why and "\n" not in why and len(why) <= 120, why
        return answer


# ------------------------------------------------------------------ games end, and are won
def won(name: str, kind: str, seeds: range) -> dict[Side, int]:
    """How often the steady player wins from either side; its answers watched, its opponent of a kind."""
    wins = dict.fromkeys(GAMES[name][0].sides, 0)
    for seed in seeds:
        side, winner = watched_game(name, kind, seed)
        wins[side] += winner == side
    return wins


@cache
def watched_game(name: str, kind: str, seed: int) -> tuple[Side, Side | None]:
    """The side of the steady player in one such game, and the side that has won."""
    game = started(name, seed)
    side = game.board.sides[seed % 2]
    players = {side: Watched(game, side, seed), game.state.enemy(side): player(kind, seed)}
    assert play_out(game, players, MOST) < MOST
    assert game.state.outcome is not None
    return side, game.state.outcome.winner


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "kind, seeds", [("passive", range(24)), ("steady", range(24)), ("random", range(24, 36))]
)
def test_every_game_ends_and_every_answer_is_listed_and_has_a_reason(
    name: str, kind: str, seeds: range
) -> None:
    assert sum(won(name, kind, seeds).values()) >= len(seeds) // 4


@pytest.mark.parametrize("name", GAMES)
def test_it_beats_random_more_often_than_random_does(name: str) -> None:
    """Forty games against random, each beside the same seat and seed played by random itself."""
    steady, random = won(name, "random", range(40)), dict.fromkeys(GAMES[name][0].sides, 0)
    for seed in range(40):
        game = started(name, seed)
        play_out(game, seated("random", game.board.sides, seed), MOST)
        side = game.board.sides[seed % 2]
        random[side] += game.state.outcome is not None and game.state.outcome.winner == side
    assert all(steady[side] >= random[side] for side in steady)
    assert sum(steady.values()) >= sum(random.values()) + 12, (steady, random)


# ------------------------------------------------------------------ the same again
def record(name: str, seed: int) -> str:
    """A game of two steady players as one hash: every answer, and the state at its end."""
    game = started(name, seed)
    play_out(game, seated("steady", game.board.sides, seed), MOST)
    told = repr([(entry.side, entry.action) for entry in game.journal]) + game.state.hash
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


SCRIPT = "import test_steady_games as t; print(*(t.record(n, s) for n in t.GAMES for s in (1, 2)))"


def elsewhere(hash_seed: str) -> list[str]:
    """The records of four games, in a process whose sets and dictionaries are mixed otherwise."""
    here = Path(__file__).parent
    path = os.pathsep.join((str(here), str(here.parent / "rulesets")))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_same_seed_plays_the_same_game_in_any_process() -> None:
    here = [record(name, seed) for name in GAMES for seed in (1, 2)]
    assert here == [record(name, seed) for name in GAMES for seed in (1, 2)]
    assert here == elsewhere("1") == elsewhere("77")
    assert len(set(here)) == 4


def test_games_on_one_board_do_not_change_each_other() -> None:
    """What the board keeps of one game must not be seen in the next."""
    board = CROSSING.board("ford")
    hashes = []
    for seed in (5, 1, 5):
        game = Game.start(board, SeededDice(seed))
        play_out(game, seated("steady", board.sides, seed), MOST)
        hashes.append(game.state.hash)
    assert hashes[0] == hashes[2]


# ------------------------------------------------------------------ a game taken up again
class Replaced:
    """A steady player for whom another sits down after every few answers, knowing nothing of the game."""

    def __init__(self, every: int) -> None:
        self.every, self.answers, self.player = every, 0, SteadyPlayer()

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        self.answers += 1
        if self.answers % self.every == 0:
            self.player = SteadyPlayer(self.answers)
        return self.player(view, listed)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("every", [3, 4, 11])
def test_a_game_taken_up_by_another_player_object_ends(name: str, every: int) -> None:
    for seed in range(4):
        game = started(name, seed)
        assert play_out(game, {side: Replaced(every) for side in game.board.sides}, MOST) < MOST


def test_who_takes_over_with_a_unit_in_hand_moves_it_and_the_others() -> None:
    game = started("hill", 1)
    step(game, {game.board.sides[0]: SteadyPlayer()})
    assert game.decision is not None and game.decision.kind == "in-hand"
    other = SteadyPlayer()
    while game.decision.kind in ("in-hand", "movement-phase") and game.state.phase == 0:
        step(game, {game.board.sides[0]: other})
    numbers = [game.board.map.numbers[game.state.units[id].hex] for id in ("1-guards", "2-guards")]
    assert "0101" not in numbers and "0102" not in numbers


# ------------------------------------------------------------------ nothing hidden is seen
def ambushed(seed: int) -> Game:
    """The Crossing, set up by Grey at random; Green is asked."""
    game = started("crossing", seed)
    random = seated("random", game.board.sides, seed)
    while game.to_decide == "grey":
        step(game, random)
    return game


def swapped(game: Game) -> Game:
    """The same game, but the two ambush markers have changed places: for Green there is no difference."""
    one, other = (game.state.units[id].hex for id in ("x-ambush", "y-ambush"))
    state = apply(apply(game.state, Moved(("x-ambush",), other, "swap")), Moved(("y-ambush",), one, "swap"))
    return Game(game.board, state, game.dice)


def steady_green(seed: int) -> Mapping[Side, Any]:
    return {Side("green"): SteadyPlayer(seed), Side("grey"): player("passive", seed)}


def while_alike(game: Game, twin: Game, answers: Callable[[int], Mapping[Side, Any]]) -> int:
    """Both games played on while Green sees the same in both; how many of its answers were the same."""
    one, other, count = answers(1), answers(1), 0
    while game.decision is not None and game.to_decide == twin.to_decide:
        views = [g.view(Side("green")) for g in (game, twin)]
        if views[0].hash != views[1].hash or game.legal_actions() != twin.legal_actions():
            break
        green = game.to_decide == "green"
        assert step(game, one) == step(twin, other) or not green
        count += green
    return count


@pytest.mark.parametrize("seed", range(6))
def test_games_that_differ_in_what_is_hidden_get_the_same_answers(seed: int) -> None:
    game = ambushed(seed)
    twin = swapped(game)
    assert game.state.units != twin.state.units
    assert game.view(Side("green")).units == twin.view(Side("green")).units
    assert while_alike(game, twin, steady_green) >= 10
