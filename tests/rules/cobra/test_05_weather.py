"""Chapter 5.4 of The Normandy Campaign: the weather roll, its columns and modifiers, and German movement."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from cobra_table import board, do, refused, table
from fights import rule
from marches import FOOT, GI, PANZER, TANKS, passed_to, points

from hexcore.events import Event, Rolled
from hexcore.game import Game, SeededDice

STATIC, PARAS = "g_inf_920_243", "g_fj_13_5FJ"
FEW = {FOOT: "A2312", GI: "A2303"}
BOTH = {**FEW, PANZER: "A2012", TANKS: "A2703"}
WORDS = {"s": "storms", "o": "overcast", "c": "clear"}
TABLE = {"storms": "ssoocc", "overcast": "sooccc", "clear": "socccc"}


def next_turn(game: Game) -> list[Event]:
    """Both players do nothing until the next turn's weather has been rolled; what happened then."""
    turn, events = game.state.turn, []
    while game.state.turn == turn:
        events = do(game, "done")
    return events


def weathers(dice: Iterable[int], before: str = "clear", game_turn: int = 15) -> str:
    """The weather of the turns after a Game-Turn that had the weather *before*, by first letters."""
    dice = list(dice)
    game = table(FEW, "allied-mechanized", turn=game_turn - 14, dice=dice, tracks={"weather": before})
    found = ""
    for _ in dice:
        next_turn(game)
        found += game.state.tracks["weather"][0]
    return found


# ------------------------------------------------------------------ 5.4.1, 19.1.1
@rule("DG 5.4.1")
@pytest.mark.parametrize("before", TABLE)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_weather_table(before, die):
    game = table(FEW, "allied-mechanized", dice=[die], tracks={"weather": before})
    next_turn(game)
    assert game.state.tracks["weather"] == WORDS[TABLE[before][die - 1]]


@rule("DG 5.4.1")
def test_one_roll_for_both_sides():
    game = table(BOTH, "allied-mechanized", dice=[3, 6], tracks={"weather": "overcast"})
    rolled = [e for e in next_turn(game) if isinstance(e, Rolled)]
    assert [(e.purpose, e.rule) for e in rolled] == [("weather", "5.4.1")]
    passed_to(game, "allied-mechanized")
    assert (game.state.rolls, game.state.tracks["weather"]) == (1, "overcast")


@rule("DG 5.4.1")
@pytest.mark.parametrize(
    ("option", "rolls", "weather"), [("once", 0, "storms"), ("each player turn", 1, "clear")]
)
def test_each_player_may_roll_as_in_1977(option, rolls, weather):
    game = table(BOTH, "german-mechanized", dice=[5, 2], options={"weather-roll": option})
    passed_to(game, "allied-movement")
    assert (game.state.rolls, game.state.tracks["weather"]) == (rolls, weather)


@rule("DG 5.4.1")
def test_the_allied_roll_gives_the_next_column():
    game = table(FEW, "german-mechanized", dice=[5, 2], options={"weather-roll": "each player turn"})
    next_turn(game)
    assert game.state.tracks["weather"] == "overcast", "a 2 in column C; in column A it would be storms"


@rule("DG 19.1.1")
def test_the_first_turn_is_clear_without_a_roll():
    game = Game.start(board(), SeededDice(0, (1,)))
    assert (game.state.turn, game.state.rolls, game.state.tracks["weather"]) == (15, 0, "clear")
    assert game.state.note("weather", "15") == "clear"


# ------------------------------------------------------------------ 5.4.3
@rule("DG 5.4.3")
def test_the_example_of_the_rulebook():
    game = table(FEW, "allied-mechanized", turn=1, dice=[5, 5, 5, 2, 3], tracks={"weather": "clear"})
    told = []
    for _ in range(5):
        told += [e.text for e in next_turn(game) if isinstance(e, Rolled)]
    assert told == [
        "column C: clear",
        "column C: clear",
        "column C, -1: clear",
        "column C, -2: storms",
        "column B: overcast",
    ], "turns 15 to 17 were clear; the fifth is turn 20"


@rule("DG 5.4.3")
def test_three_turns_without_clear_weather_add_one():
    assert weathers([2, 2, 3, 3]) == "oooc", "a 3 in column B with 1 more is clear"
    assert weathers([2, 2, 3]) == "ooo", "and is overcast before"


@rule("DG 5.4.3")
def test_one_more_for_each_further_turn_until_it_changes():
    assert weathers([2, 2, 2, 1, 2, 2]) == "oooo" + "c" + "o", "+1 makes 2, +2 makes 4; then no modifier"


@rule("DG 5.4.3")
def test_storms_and_overcast_together_are_no_clear_weather():
    assert weathers([1, 3, 2, 3]) == "soo" + "c"


@rule("DG 5.4.3")
def test_another_weather_ends_the_run():
    assert weathers([5, 2, 5, 5, 2]) == "cocco", "two clear turns, then two: a 2 stays a 2"
    assert weathers([5, 5, 2]) == "ccs", "three clear turns: a 2 is a 1"


@rule("DG 5.4.3")
def test_the_die_stays_on_the_table():
    assert weathers([2, 2, 2, 6]) == "oooc"
    assert weathers([5, 5, 1]) == "ccs"


@rule("DG 5.4.3")
def test_two_turns_of_storms_close_the_storm_column():
    assert weathers([1, 2], "storms") == "so", "a 2 in column A would be storms"
    assert weathers([3, 2], "storms") == "oo" and weathers([2], "storms") == "s"


@rule("DG 5.4.3")
def test_it_stays_closed_for_good():
    assert weathers([1, 4, 1, 2], "storms") == "scso"
    assert weathers([5, 1, 2], "storms") == "css", "without two turns running it is still there in turn 18"


@rule("DG 5.4.3")
def test_a_third_storm_running_is_overcast():
    assert weathers([1, 1], "storms") == "so"
    assert weathers([1, 1], "clear") == "ss", "two are not three"
    assert weathers([1, 1, 1, 1], "clear") == "ssoo", "it counts as overcast: column B, and 1 more on the die"


@rule("DG 5.4.3")
@pytest.mark.parametrize(("game_turn", "weather"), [(18, "storms"), (19, "overcast"), (22, "overcast")])
def test_no_storm_column_from_turn_20_on(game_turn, weather):
    assert WORDS[weathers([2], "storms", game_turn)] == weather


# ------------------------------------------------------------------ 5.4.2
@rule("DG 5.4.2")
@pytest.mark.parametrize(("weather", "static"), [("storms", 6), ("overcast", 4), ("clear", 2)])
def test_the_example_of_a_unit_of_six_points(weather, static):
    game = table({STATIC: "A2312", GI: "A2303"}, "german-movement", tracks={"weather": weather})
    assert points(game, STATIC) == static
    path = [f"A23{12 - n:02}" for n in range(1, static + 2)]
    assert refused(game, "move", unit=STATIC, path=path).rule == "5.2.4"
    do(game, "move", unit=STATIC, path=path[:-1])


@rule("DG 5.4.2", "2.6")
@pytest.mark.parametrize(
    ("weather", "figures"), [("storms", (8, 9, 12)), ("overcast", (6, 6, 8)), ("clear", (3, 3, 4))]
)
def test_thirds_are_rounded_up(weather, figures):
    units = {FOOT: "A2312", PARAS: "A2212", PANZER: "A2012", GI: "A2303"}
    words = {"weather": weather}
    for phase in ("german-movement", "german-mechanized"):
        game = table(units, phase, tracks=words)
        assert points(game, PANZER) == figures[2]
    game = table(units, "german-movement", tracks=words)
    assert tuple(points(game, u) for u in (FOOT, PARAS, PANZER)) == figures


@rule("DG 5.4.2")
def test_weather_does_not_slow_the_allies():
    game = table(BOTH, "allied-movement", tracks={"weather": "clear"})
    assert (points(game, GI), points(game, TANKS)) == (8, 12)


# ------------------------------------------------------------------ 5.4.4: relief
def after_an_exit(weather: str, unit: str = TANKS, edge: str = "W", **options: str) -> Game:
    hexes = {"W": "A0128", "S": "A0134"}
    game = table(
        {**FEW, unit: hexes[edge], PANZER: "A2012"},
        "allied-mechanized" if unit == TANKS else "allied-movement",
        dice=[{"clear": 6, "overcast": 2, "storms": 1}[weather]],
        tracks={"weather": "clear"},
        options=options,
    )
    do(game, "exit", unit=unit, edge=edge)
    return passed_to(game, "german-movement")


@rule("DG 5.4.4")
@pytest.mark.parametrize(
    ("weather", "foot", "panzer"), [("clear", 6, 8), ("overcast", 8, 12), ("storms", 8, 12)]
)
@pytest.mark.parametrize(("unit", "edge"), [(TANKS, "W"), ("u_inf_4", "W"), (TANKS, "S")])
def test_any_allied_exit_eases_german_movement(weather, foot, panzer, unit, edge):
    game = after_an_exit(weather, unit, edge)
    assert game.state.tracks["weather"] == weather
    assert (points(game, FOOT), points(game, PANZER)) == (foot, panzer)


@rule("DG 5.4.4")
def test_without_an_exit_there_is_no_relief():
    game = table({**FEW, TANKS: "A0128"}, "allied-mechanized", dice=[6], tracks={"weather": "clear"})
    assert points(passed_to(game, "german-movement"), FOOT) == 3


@rule("DG 5.4.4")
@pytest.mark.parametrize(("option", "foot"), [("any exit", 6), ("three divisions west", 3)])
def test_relief_by_choice_as_in_1977(option, foot):
    assert points(after_an_exit("clear", **{"german-relief": option}), FOOT) == foot


@rule("DG 5.4.4")
def test_three_divisions_gone_west_give_relief_under_either_choice():
    units = [f"u_arm_{x}_{n}" for n in (2, 3, 4) for x in "ABR"]
    at = {unit: f"A01{23 + n // 3}" for n, unit in enumerate(units)}
    words = {"tracks": {"weather": "clear"}, "options": {"german-relief": "three divisions west"}}
    game = table({**FEW, **at}, "allied-mechanized", dice=[6], **words)
    for unit in units:
        do(game, "exit", units=[unit], edge="W")
    assert points(passed_to(game, "german-movement"), FOOT) == 6
