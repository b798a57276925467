"""5.9.6, 19.2.1, 19.3.1: the weather of Game-Turns 1 and 2, and the storm of Game-Turn 6."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from at_the_table import do, in_phase
from cobra_table import campaign, campaign_board
from fights import rule

from hexcore.board import Board
from hexcore.events import Noted, Rolled, apply
from hexcore.game import Game, SeededDice
from hexcore_cobra.order_of_battle import ALLIED

FEW = {"g_inf_986_276": "A4020", "u_inf_1": "B3118"}
WORDS = {"s": "storms", "o": "overcast", "c": "clear"}


def end_of_turn(turn: int, before: str, dice: Iterable[int] = (), **more: object) -> Game:
    """A campaign as a Game-Turn ends: the weathers up to its own, by first letters."""
    words = [WORDS[letter] for letter in before]
    tracks = {"weather": words[-1]}
    game = campaign(FEW, "allied-mechanized", turn=turn, dice=dice, tracks=tracks, held=["omaha"], **more)
    for back, word in enumerate(reversed(words)):
        game.state = apply(game.state, Noted("game", "weather", str(turn - back), word))
    return game


def next_turn(game: Game) -> list[object]:
    """Both players do nothing until the next Game-Turn's weather is known; what happened then."""
    turn, events = game.state.turn, []
    while game.state.turn == turn:
        events = do(game, "done")
    return events


def weathers(game: Game, turns: int) -> str:
    found = ""
    for _ in range(turns):
        next_turn(game)
        found += str(game.state.tracks["weather"])[0]
    return found


def rolled(events: list[object]) -> list[tuple[int, ...]]:
    return [e.dice for e in events if isinstance(e, Rolled) and e.purpose == "weather"]


# ------------------------------------------------------------------ Game-Turns 1 and 2
@rule("5.9.6", "19.2.1")
@pytest.mark.parametrize(("turn", "weather"), [(1, "clear"), (2, "overcast")])
@pytest.mark.parametrize("before", ["clear", "overcast", "storms"])
def test_game_turn_1_is_clear_and_2_overcast(turn: int, weather: str, before: str) -> None:
    game = campaign(FEW, "german-weather", turn=turn, tracks={"weather": before}, held=["omaha"])
    assert (game.state.tracks["weather"], game.state.rolls) == (weather, 0)
    assert game.state.note("weather", str(turn)) == weather


@rule("5.9.6", "19.3.1")
@pytest.mark.parametrize(("turn", "weather"), [(1, "clear"), (2, "overcast")])
def test_so_they_are_in_the_build_up(turn: int, weather: str) -> None:
    words = {"weather": "storms"}
    game = campaign(FEW, "german-weather", turn=turn, tracks=words, held=["omaha"], scenario="buildup")
    assert (game.state.tracks["weather"], game.state.rolls) == (weather, 0)


@rule("19.3.1", "19.2.1")
def test_the_scenario_alone_has_their_weather() -> None:
    """Without case 5.9.6 the set-up still says what the weather of the first two turns is."""
    board = campaign_board(scenario="buildup", also_off=frozenset({"5.9.6"}))
    assert begun(board, 2, "clear") == "overcast"


def begun(board: Board, turn: int, before: str) -> str:
    """The weather with which a turn begins."""
    words = {"turn": turn, "weather": before, "us_supply": 0, "british_supply": 0, "german_supply": 6}
    control = {"B3117": ALLIED}
    return str(in_phase(board, FEW, "german-weather", words, (), None, control).state.tracks["weather"])


@rule("5.9.6", "DG 5.4.1")
def test_game_turn_3_is_rolled_for() -> None:
    game = end_of_turn(2, "co", [1])
    assert rolled(next_turn(game)) == [(1,)] and game.state.tracks["weather"] == "storms"


@rule("5.9.6")
def test_a_game_from_its_beginning_has_them() -> None:
    game = Game.start(campaign_board(), SeededDice(1))
    assert game.state.tracks["weather"] == "clear" and game.state.turn == 1


@rule("5.9.6", "11.1.6")
def test_the_germans_gain_by_the_fixed_weather() -> None:
    words = {"weather": "storms", "german_supply": 6}
    game = campaign(FEW, "german-weather", turn=2, tracks=words, held=["omaha"])
    assert game.state.tracks["german_supply"] == 8


# ------------------------------------------------------------------ the storm of Game-Turn 6
@rule("5.9.6")
@pytest.mark.parametrize(
    ("before", "found", "rolls"),
    [
        ("coooo", "storms", 0),
        ("coccc", "storms", 0),
        ("cosoo", "clear", 1),
        ("cooos", "clear", 1),
        ("coscc", "clear", 1),
    ],
)
def test_game_turn_6_is_a_storm_if_none_has_been(before: str, found: str, rolls: int) -> None:
    game = end_of_turn(5, before, [6])
    assert len(rolled(next_turn(game))) == rolls
    assert game.state.tracks["weather"] == found


@rule("5.9.6")
@pytest.mark.parametrize(("turn", "rolls"), [(4, 1), (5, 0), (6, 1)])
def test_only_game_turn_6(turn: int, rolls: int) -> None:
    game = end_of_turn(turn, "co" + "c" * (turn - 2), [6])
    assert len(rolled(next_turn(game))) == rolls


@rule("5.9.6", "DG 5.4.3")
def test_the_storm_counts_as_a_storm_turn() -> None:
    """A second storm on Game-Turn 7 closes column A, and a third one is overcast: with the forced one."""
    game = end_of_turn(5, "coccc", [1, 1])
    assert weathers(game, 2) == "ss" and game.state.note("no storm column")
    assert weathers(end_of_turn(5, "coccc", [1, 1, 1]), 3) == "sso"


@rule("5.9.6", "DG 5.4.3")
def test_it_ends_a_run_of_clear_weather() -> None:
    """Three clear turns would take one from the die of Game-Turn 6; on 7 the die stands as it falls."""
    game = end_of_turn(5, "coccc", [2])
    next_turn(game)
    assert rolled(next_turn(game)) == [(2,)]
    assert game.state.tracks["weather"] == "storms", "column A, a 2"


@rule("5.9.6", "DG 5.4.3")
def test_it_goes_on_with_a_run_of_weather_that_is_not_clear() -> None:
    """Overcast on 2 to 5, the storm on 6: five turns without clear weather add three to the die of 7."""
    game = end_of_turn(5, "coooo", [2])
    next_turn(game)
    next_turn(game)
    assert game.state.tracks["weather"] == "clear", "column A, 2 and 3 more"


@rule("5.9.6", "DG 11.1.4")
def test_as_the_first_storm_turn_it_brings_the_allies_no_points() -> None:
    game = end_of_turn(5, "coccc")
    next_turn(game)
    had = game.state.tracks["us_supply"]
    phases = game.board.sequence
    while phases.phases[game.state.phase].id != "allied-movement":
        do(game, "done")
    assert game.state.tracks["us_supply"] == had and game.state.note("stormed")


@rule("5.9.6", "DG 5.4.1")
@pytest.mark.parametrize(("turn", "before", "rolls"), [(5, "coccc", 0), (3, "coc", 2)])
def test_the_allied_player_does_not_roll_against_it(turn: int, before: str, rolls: int) -> None:
    """By choice each player rolls for his own turn: not on a turn whose weather is fixed."""
    options: Mapping[str, str] = {"weather-roll": by_player()}
    game = end_of_turn(turn, before, [6, 6], options=options)
    events = next_turn(game)
    while game.board.sequence.phases[game.state.phase].id != "allied-movement":
        events += do(game, "done")
    assert len(rolled(events)) == rolls


def by_player() -> str:
    values = next(o.values for o in campaign_board().scenario.options if o.id == "weather-roll")
    return next(value for value in values if value != "once")
