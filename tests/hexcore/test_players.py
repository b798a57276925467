"""Computer players: uniform, reproducible, secret-keeping; the registry; games played out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import metadata
from typing import Any

import pytest
from crossing import RULESET as CROSSING
from hill import RULESET as HILL
from sandbox import BLUE, RED, table

from hexcore.actions import Action, Choose, Conceal, Done, PutDown, Take
from hexcore.commitments import own_salt, sealed
from hexcore.game import Game, SeededDice
from hexcore.players import (
    GameTooLong,
    NothingToAnswer,
    PassivePlayer,
    RandomPlayer,
    UnknownPlayer,
    kinds,
    play_out,
    player,
    seated,
    step,
)
from hexcore.state import GameState

CHI_SQUARE_999 = {6: 22.46, 19: 43.82}
"""What a chi-square of so many degrees of freedom exceeds once in a thousand times."""


def chi_square(counts: Counter[Any], faces: int, draws: int) -> float:
    expected = draws / faces
    return sum((counts[n] - expected) ** 2 / expected for n in range(faces))


def options(number: int) -> list[Action]:
    return [Choose(str(n)) for n in range(number)]


@pytest.mark.parametrize("number, draws", [(7, 7000), (20, 10000)])
def test_random_is_uniform_over_what_is_listed(number: int, draws: int) -> None:
    state = table("b1 blue 0101 1-4").state
    answers = RandomPlayer(5)
    counts = Counter(int(answers(state, options(number)).option) for _ in range(draws))
    assert chi_square(counts, number, draws) < CHI_SQUARE_999[number - 1]


def test_every_seed_is_as_good_as_the_others() -> None:
    """The first answer of many players at one question of a real game, each with its own seed."""
    game = table("\n".join(f"b{n} blue 010{n + 1} 1-4" for n in range(6)))
    listed = game.legal_actions()
    assert len(listed) == 7
    counts = Counter(listed.index(RandomPlayer(seed)(game.state, listed)) for seed in range(3500))
    assert chi_square(counts, 7, 3500) < CHI_SQUARE_999[6]


def test_the_same_seed_plays_the_same_game() -> None:
    hashes = []
    for seed in (4, 4, 5):
        game = Game.start(CROSSING.board("ford"), SeededDice(seed))
        play_out(game, seated("random", game.board.sides, seed))
        hashes.append(game.state.hash)
    assert hashes[0] == hashes[1] != hashes[2]


def test_the_sides_of_a_game_do_not_play_alike() -> None:
    players = seated("random", (BLUE, RED), 3)
    listed = options(1000)
    state = table("b1 blue 0101 1-4").state
    assert [players[BLUE](state, listed) for _ in range(3)] != [players[RED](state, listed) for _ in range(3)]
    others = seated("random", (BLUE, RED), 4)
    assert len({p.source.getstate() for p in (*players.values(), *others.values())}) == 4  # type: ignore[attr-defined]


def test_a_secret_gets_a_salt_of_its_players_own() -> None:
    state = table("b1 blue 0101 1-4").state
    secret: list[Action] = [Conceal("plan", "left")]
    first, again = RandomPlayer(1), RandomPlayer(1)
    one, two = first(state, secret), first(state, secret)
    assert one == sealed(Conceal("plan", "left"), own_salt(1, 1)) and one.salt != two.salt
    assert again(state, secret) == one and RandomPlayer(2)(state, secret) != one
    assert own_salt(1, 11) != own_salt(11, 1)
    other_table = Conceal("plan", commitment="f" * 64)
    assert first(state, [other_table]) == other_table


def test_passive_ends_whatever_may_be_ended() -> None:
    state = table("b1 blue 0101 1-4").state
    passive = PassivePlayer()
    assert passive(state, [Take(("b1",)), Done()]) == Done()
    assert passive(state, [Take(("b1",)), PutDown()]) == PutDown()
    assert passive(state, options(3)) == Choose("0")


def test_a_passive_game_is_one_answer_a_phase() -> None:
    game = Game.start(HILL.board("battle"))
    assert play_out(game, seated("passive", game.board.sides, 0)) == 4 * 4
    assert game.state.outcome is not None and game.state.outcome.winner == "red"


def test_passive_sets_up_and_keeps_secrets_too() -> None:
    game = Game.start(CROSSING.board("ford"))
    play_out(game, seated("passive", game.board.sides, 0))
    assert game.state.outcome is not None
    assert {entry.action.kind for entry in game.journal} == {"place", "conceal", "done"}


@pytest.mark.parametrize("ruleset, scenario", [(HILL, "battle"), (CROSSING, "ford")])
def test_random_games_end(ruleset: Any, scenario: str) -> None:
    board = ruleset.board(scenario)
    for seed in range(3):
        game = Game.start(board, SeededDice(seed))
        assert play_out(game, seated("random", board.sides, seed)) == sum(
            entry.side != "chance" for entry in game.journal
        )
        assert game.state.outcome is not None and game.state.agenda == ()


# ------------------------------------------------------------------ the table
class Watching:
    """A player that writes down what it is shown."""

    def __init__(self) -> None:
        self.seen: list[GameState] = []

    def __call__(self, view: GameState, listed: Sequence[Action]) -> Action:
        self.seen.append(view)
        return listed[0]


def test_a_player_sees_what_its_side_sees() -> None:
    game = Game.start(CROSSING.board("ford"))
    players = {**seated("passive", game.board.sides, 0), "green": Watching()}
    while game.to_decide == "grey":
        step(game, players)
    step(game, players)
    (view,) = players["green"].seen
    assert "x-ambush" not in view.units and "hidden-1" in view.units and view.openings == {}


def test_a_question_without_answers_and_a_game_without_an_end() -> None:
    game = table("b1 blue 0101 1-4\nb2 blue 0102 1-4")
    with pytest.raises(GameTooLong, match="no end after 5 answers"):
        play_out(game, {BLUE: lambda view, listed: listed[-1], RED: Watching()}, most=5)
    empty = game.fork()
    empty.legal_actions = list  # type: ignore[method-assign]
    with pytest.raises(NothingToAnswer, match="nothing is listed"):
        step(empty, seated("random", game.board.sides, 0))


# ------------------------------------------------------------------ the registry
def installed(monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    found = [metadata.EntryPoint(name, value, "hexcore.players") for name, value in points.items()]
    monkeypatch.setattr(metadata, "entry_points", lambda group: found)


def test_players_are_known_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, idle="hexcore.players:PassivePlayer", broken="no.such.module:X")
    assert kinds() == ["broken", "idle", "passive", "random", "steady"]
    assert isinstance(player("random", 3), RandomPlayer)
    idle = player("idle", 3)
    assert isinstance(idle, PassivePlayer) and idle.seed == 3
    with pytest.raises(UnknownPlayer, match=r"'broken' is broken: ModuleNotFoundError"):
        player("broken")
    with pytest.raises(UnknownPlayer, match="no player 'grandmaster'; there are: broken, idle, passive"):
        player("grandmaster")
