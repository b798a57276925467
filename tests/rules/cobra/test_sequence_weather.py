"""SPI 4.0 and 6.48: what is done in which phase, and the weather."""

from __future__ import annotations

import pytest
from cobra_table import board, cited, do, hex_of, is_1977, listed, refused, table
from fights import rule

from hexcore.game import Game, SeededDice
from hexcore.movement import points_left

FOOT, PANZER, GI, TANKS = "g_inf_986_276", "g_pz_2", "u_inf_1", "u_arm_A_2"
BOTH = {FOOT: "A2312", PANZER: "A2012", GI: "A2303", TANKS: "A2703"}
PANZERS = (PANZER, "g_pg_2_2", "g_pg_304_2")
DIVISIONS = {n: [f"u_arm_{x}_{n}" for x in "ABR"] for n in (2, 3, 4)}


def points(game: Game, unit: str) -> float:
    return points_left(game.state, game.state.units[unit]) / 2


def phase(game: Game) -> str:
    return str(game.board.sequence.phases[game.state.phase].id)


def passed_to(game: Game, wanted: str) -> Game:
    """Everybody says he is done until a phase is reached, at most one turn later."""
    for _ in range(40):
        if phase(game) == wanted:
            return game
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    raise AssertionError(f"{wanted} was not reached")


# ------------------------------------------------------------------ SPI 4.0
@rule("SPI 4.0")
def test_the_german_player_turn_comes_first():
    game = table(BOTH, "german-movement")
    seen = [phase(game)]
    while game.state.turn == 3:
        do(game, "done")
        if phase(game) != seen[-1]:
            seen.append(phase(game))
    order = [p.id for p in game.board.sequence.phases if p.id in seen]
    assert seen[:-1] == order[order.index("german-movement") :][: len(seen) - 1]
    assert seen[-1].startswith("german") and game.state.turn == 4


@rule("SPI 4.0")
def test_thirteen_turns_and_no_more():
    game = table(BOTH, "allied-mechanized", turn=12)
    do(game, "done")
    assert game.decision is not None and game.state.turn == 13
    last = table(BOTH, "allied-mechanized", turn=13)
    do(last, "done")
    assert last.decision is None


@rule("SPI 4.0", "DG 4.0")
def test_nobody_moves_in_the_enemy_player_turn():
    game = table(BOTH, "german-movement")
    assert refused(game, "move", unit=GI, to="A2304")
    do(game, "move", unit=FOOT, to="A2311")


@rule("SPI 4.0.A1")
def test_the_german_weather_is_rolled_as_the_turn_begins():
    game = passed_to(table(BOTH, "allied-mechanized", dice=[3]), "german-movement")
    assert game.state.tracks["weather"] == "overcast"


@rule("SPI 4.0.B1")
def test_the_allied_weather_is_rolled_too():
    game = passed_to(table(BOTH, "german-mechanized", dice=[6]), "allied-movement")
    assert (game.state.tracks["weather"], game.state.tracks["air_points"]) == ("clear", 6)


@rule("SPI 4.0.A3")
def test_all_germans_move_after_their_replacements():
    game = table(BOTH, "allied-mechanized", dice=[1])
    do(game, "done")
    while phase(game) == "german-replacement":
        do(game, "done")
    do(game, "move", unit=FOOT, to="A2311")
    do(game, "move", unit=PANZER, to="A2011")
    assert (hex_of(game, FOOT), hex_of(game, PANZER)) == ("A2311", "A2011")


@rule("SPI 4.0.B4")
def test_all_allies_move_after_their_replacements():
    game = table(BOTH, "allied-replacement")
    while phase(game) == "allied-replacement":
        do(game, "done")
    do(game, "move", unit=GI, to="A2304")
    do(game, "move", unit=TANKS, to="A2704")
    assert (hex_of(game, GI), hex_of(game, TANKS)) == ("A2304", "A2704")


@rule("SPI 4.0.A5", "DG 4.0", "DG 5.3.1")
@pytest.mark.parametrize("unit", [PANZER, "g_pg_2_2", "g_hq_XLVIIPz"])
def test_german_mechanized_units_move_again(unit):
    game = table({FOOT: "A2312", GI: "A2303", unit: "A2012"}, "german-movement")
    do(game, "move", unit=unit, to="A2011")
    passed_to(game, "german-mechanized")
    assert refused(game, "move", unit=FOOT, to="A2311").rule == ("SPI 4.0.A5" if is_1977() else "4.0")
    do(game, "move", unit=unit, to="A2010")
    assert hex_of(game, unit) == "A2010"


@rule("SPI 4.0.B6", "DG 4.0", "DG 5.3.2")
@pytest.mark.parametrize("unit", [TANKS, "u_cav_4", "u_hq_V", "b_arm_32_Gds", "b_ind_4"])
def test_allied_mechanized_units_move_again(unit):
    game = table({FOOT: "A2312", GI: "A2303", unit: "A2703"}, "allied-movement")
    do(game, "move", unit=unit, to="A2704")
    passed_to(game, "allied-mechanized")
    assert refused(game, "move", unit=GI, to="A2304").rule == ("SPI 4.0.B6" if is_1977() else "4.0")
    do(game, "move", unit=unit, to="A2705")
    assert hex_of(game, unit) == "A2705"


@rule("SPI 4.0.A5", "SPI 4.0.B6", "DG 4.0")
@pytest.mark.parametrize(
    ("when", "units", "target"),
    [
        ("german", {**dict.fromkeys(PANZERS, "A2309"), "u_cav_4": "A2308"}, "A2308"),
        ("allied", {**dict.fromkeys(DIVISIONS[2], "A2307"), "g_inf_920_243": "A2308"}, "A2308"),
    ],
)
def test_no_overruns_in_the_mechanized_phase(when, units, target):
    first = table(units, f"{when}-movement")
    division = [u for u in units if u not in ("u_cav_4", "g_inf_920_243")]
    do(first, "take", units=division)
    assert listed(first, "overrun")
    later = table(units, f"{when}-mechanized")
    do(later, "take", units=division)
    assert not listed(later, "overrun")
    assert refused(later, "overrun", units=division, target=target).rule == cited("5.5")


# ------------------------------------------------------------------ SPI 6.48
@rule("SPI 6.48")
@pytest.mark.parametrize(
    ("before", "after"), [("storms", "storms"), ("overcast", "overcast"), ("clear", "overcast")]
)
def test_the_column_is_the_weather_of_the_player_turn_before(before, after):
    game = table(BOTH, "german-mechanized", dice=[2], tracks={"weather": before})
    passed_to(game, "allied-movement")
    assert (game.state.rolls, game.state.tracks["weather"]) == (1, after)


@rule("SPI 6.48")
def test_the_allied_weather_decides_the_next_german_column():
    game = table(BOTH, "german-mechanized", dice=[3, 3])
    passed_to(game, "allied-movement")
    assert game.state.tracks["weather"] == "overcast"
    passed_to(game, "german-movement")
    assert (game.state.rolls, game.state.tracks["weather"]) == (2, "overcast")


@rule("SPI 6.48")
@pytest.mark.parametrize(("die", "weather"), [(2, "overcast"), (3, "clear")])
def test_the_first_roll_of_the_game_is_on_the_clear_column(die, weather):
    game = Game.start(board(), SeededDice(0, (die,)))
    assert game.state.rolls == 1 and game.state.tracks["weather"] == weather


TABLE = {"storms": "ssoocc", "overcast": "sooccc", "clear": "socccc"}
WORDS = {"s": "storms", "o": "overcast", "c": "clear"}


@rule("SPI 6.48.table")
@pytest.mark.parametrize("before", TABLE)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_weather_table(before, die):
    game = table(BOTH, "german-mechanized", dice=[die], tracks={"weather": before})
    passed_to(game, "allied-movement")
    assert game.state.tracks["weather"] == WORDS[TABLE[before][die - 1]]


MOVES = [("clear", 3, 4), ("overcast", 6, 8), ("storms", 8, 12)]


@rule("SPI 6.48.german")
@pytest.mark.parametrize(("weather", "foot", "panzer"), MOVES[:2])
def test_german_movement_by_weather(weather, foot, panzer):
    game = table(BOTH, "german-movement", tracks={"weather": weather})
    assert (points(game, FOOT), points(game, PANZER)) == (foot, panzer)
    refusal = refused(game, "move", unit=FOOT, path=[f"A23{12 - n:02}" for n in range(1, foot + 2)])
    assert refusal.rule == "SPI 3.34"
    do(game, "move", unit=FOOT, path=[f"A23{12 - n:02}" for n in range(1, foot + 1)])


@rule("SPI 6.48.german")
def test_all_of_it_in_storms_and_none_of_it_for_the_allies():
    stormy = table(BOTH, "german-movement")
    assert (points(stormy, FOOT), points(stormy, PANZER)) == (8, 12)
    fair = table(BOTH, "german-mechanized", tracks={"weather": "clear"})
    assert points(fair, PANZER) == 4, "in the mechanized phase too"
    ours = table(BOTH, "allied-movement", tracks={"weather": "clear"})
    assert (points(ours, GI), points(ours, TANKS)) == (8, 12)


def gone_west(edges: str) -> Game:
    """Three armoured divisions have left the map, the last unit over the last edge named."""
    units = [unit for division in DIVISIONS.values() for unit in division]
    at = {unit: f"A01{23 + n // 3}" for n, unit in enumerate(units[:-1])}
    game = table({FOOT: "A2312", GI: "A2303", **at, units[-1]: "A0134"}, "allied-mechanized", dice=[6])
    for unit, edge in zip(units, edges, strict=True):
        do(game, "exit", units=[unit], edge=edge)
    return passed_to(game, "german-movement")


@rule("SPI 6.48.note")
def test_three_mechanized_divisions_gone_west_free_the_germans():
    game = gone_west("W" * 9)
    assert game.state.tracks["weather"] == "clear" and points(game, FOOT) == 6


@rule("SPI 6.48.note")
def test_a_unit_that_left_south_does_not_count():
    game = gone_west("W" * 8 + "S")
    assert game.state.tracks["weather"] == "clear" and points(game, FOOT) == 3


@rule("SPI 6.48.note")
def test_a_division_with_a_unit_left_on_the_map_does_not_count():
    units = [unit for division in DIVISIONS.values() for unit in division]
    at = {unit: f"A01{23 + n // 3}" for n, unit in enumerate(units)}
    game = table({FOOT: "A2312", GI: "A2303", **at}, "allied-mechanized", dice=[6])
    for unit in units[:-1]:
        do(game, "exit", units=[unit], edge="W")
    assert points(passed_to(game, "german-movement"), FOOT) == 3


@rule("SPI 6.48.note")
def test_staffs_and_cavalry_gone_west_are_no_division():
    units = [unit for n in (2, 3) for unit in DIVISIONS[n]]
    others = ["u_hq_V", "u_cav_4", "b_ind_4"]
    at = {unit: f"A01{23 + n}" for n, unit in enumerate([*units, *others])}
    game = table({FOOT: "A2312", GI: "A2303", **at}, "allied-mechanized", dice=[6])
    for unit in (*units, *others):
        do(game, "exit", units=[unit], edge="W")
    assert points(passed_to(game, "german-movement"), FOOT) == 3


# ------------------------------------------------------------------ SPI 3.34, TNC 2.6
@rule("SPI 3.34")
def test_the_allowance_is_the_most_a_unit_spends():
    column = [f"A23{n:02}" for n in range(4, 13)]
    game = table({GI: "A2303", FOOT: "A2706"}, "allied-movement")
    assert refused(game, "move", unit=GI, path=column).rule == "SPI 3.34"
    do(game, "move", unit=GI, path=column[:5])
    assert refused(game, "move", unit=GI, path=column[5:]).rule == "SPI 3.34"
    do(game, "move", unit=GI, path=column[5:8])
    assert hex_of(game, GI) == "A2311"


@rule("SPI 3.34", "DG 5.2.4")
def test_points_are_not_kept_for_the_next_phase():
    game = table({TANKS: "A2303", FOOT: "A2706"}, "allied-movement")
    do(game, "move", unit=TANKS, to="A2304")
    assert points(game, TANKS) == 11
    assert points(passed_to(game, "allied-mechanized"), TANKS) == 12


@rule("2.6")
@pytest.mark.parametrize(("weather", "foot"), [("clear", 3), ("overcast", 6)])
def test_a_fraction_of_movement_goes_up(weather, foot):
    game = table(BOTH, "german-movement", tracks={"weather": weather})
    assert points(game, FOOT) == foot, "a third of 8 is 2 2/3, two thirds are 5 1/3"
