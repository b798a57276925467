"""Chance by streams: what goes otherwise in one place leaves the dice and lots of the others as they were."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hill import BLUE, RED, RULESET as HILL

from hexcore.actions import Action, Done, Roll, Take
from hexcore.game import Game
from hexcore.players import RandomPlayer
from hexcore.simulate import SimulationFault, play_one
from hexcore.state import Combat, GameState
from hexcore.streams import StreamDice, StreamPlayer, stream_players

RANDOM = {BLUE: "random", RED: "random"}


def at(turn: int, phase: int = 1, *targets: int) -> GameState:
    """A moment of a game, with a combat for some hexes where there are any."""
    combats = (Combat(0, "attack", BLUE, targets),) if targets else ()
    return Game.start(HILL.board("battle")).state.evolve(turn=turn, phase=phase, combats=combats)


def asking(kind: str = "combat-roll", dice: int = 1) -> Any:
    return SimpleNamespace(kind=kind, options=lambda _state: iter([Roll((1,) * dice)]))


def rolls(dice: StreamDice, state: GameState, count: int = 6, kind: str = "combat-roll") -> list[int]:
    return [dice.roll(state, asking(kind)).dice[0] for _ in range(count)]


# ------------------------------------------------------------------ dice
def test_each_battle_has_dice_of_its_own() -> None:
    alone = rolls(StreamDice(4), at(2, 1, 7))
    dice = StreamDice(4)
    rolls(dice, at(1, 1, 7), 9)
    rolls(dice, at(2, 1, 8), 9)
    rolls(dice, at(2), 9, kind="weather")
    assert rolls(dice, at(2, 1, 7)) == alone


@pytest.mark.parametrize(
    "seed, state, kind",
    [
        (5, at(2, 1, 7), "combat-roll"),
        (4, at(3, 1, 7), "combat-roll"),
        (4, at(2, 3, 7), "combat-roll"),
        (4, at(2, 1, 8), "combat-roll"),
        (4, at(2, 1, 7, 8), "combat-roll"),
        (4, at(2, 1, 7), "weather"),
    ],
    ids=["seed", "turn", "phase", "hex", "hexes", "question"],
)
def test_what_names_a_stream(seed: int, state: GameState, kind: str) -> None:
    assert rolls(StreamDice(seed), state, 12, kind) != rolls(StreamDice(4), at(2, 1, 7), 12)


def test_the_dice_are_fair() -> None:
    """First rolls of many streams, and one stream's many rolls: chi-square of 5 degrees, 0.1% beyond 20.5."""
    state = at(2, 1, 7)
    first = [roll for seed in range(600) for roll in rolls(StreamDice(seed), state, 1)]
    for found in (first, rolls(StreamDice(9), at(1), 600)):
        counts = Counter(found)
        assert sum((counts[face] - 100) ** 2 / 100 for face in range(1, 7)) < 20.5
    assert len(StreamDice(1).roll(at(1), asking(dice=3)).dice) == 3


# ------------------------------------------------------------------ lots
LISTED: list[Action] = [Done(), *(Take((id,)) for id in ("1-guards", "2-guards", "7-line", "8-line"))]


def choices(player: Any, state: GameState, count: int, listed: list[Action] = LISTED) -> list[Action]:
    return [player(state, listed) for _ in range(count)]


def test_every_answer_is_as_likely_as_the_others() -> None:
    """Chi-square of 4 degrees, 0.1% beyond 18.5."""
    counts = Counter(choices(StreamPlayer(3), at(2, 0), 1000))
    assert sum((counts[action] - 200) ** 2 / 200 for action in LISTED) < 18.5


def test_what_was_not_chosen_may_be_gone_and_the_choice_is_the_same() -> None:
    """The other answers keep their lots, in whatever order they are listed."""
    whole = choices(StreamPlayer(3), at(2, 0), 40)
    player = StreamPlayer(3)
    for chosen in whole:
        rest = [action for action in reversed(LISTED) if action == chosen or action.kind != "done"]
        assert player(at(2, 0), rest) == chosen


def test_a_phase_begins_anew_whatever_went_before() -> None:
    fresh, busy = StreamPlayer(3), StreamPlayer(3)
    choices(busy, at(1, 0), 17)
    assert choices(busy, at(2, 0), 9) == choices(fresh, at(2, 0), 9)
    assert choices(StreamPlayer(3), at(2, 0), 9) != choices(StreamPlayer(4), at(2, 0), 9)


def test_who_does_not_choose_at_random_is_as_always() -> None:
    players = stream_players({BLUE: "random", RED: "passive"}, (BLUE, RED), 3)
    assert isinstance(players[BLUE], StreamPlayer)
    assert isinstance(players[RED], RandomPlayer) and players[RED].seed == 7


# ------------------------------------------------------------------ whole games
def test_a_game_is_the_same_by_its_seed_and_another_than_without_streams() -> None:
    board = HILL.board("battle")
    one, two, other = (play_one(board, RANDOM, seed, streams=True) for seed in (11, 11, 12))
    assert replace(one, seconds=0.0) == replace(two, seconds=0.0)
    assert one.hash not in (other.hash, play_one(board, RANDOM, 11).hash)


def test_a_game_without_an_end_is_given_up() -> None:
    with pytest.raises(SimulationFault, match="GameTooLong: no end after 0 seconds"):
        play_one(HILL.board("battle"), RANDOM, 11, seconds=0)
