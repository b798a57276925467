"""SPI 6.48 (air points), chapter 14: Allied air power."""

from __future__ import annotations

import pytest
from cobra_table import act, do, listed, refused, table
from fights import asked, attack, choose, rule, shifts, weighed

from hexcore.state import Combat, Pledge

PAIRS = {
    "u_inf_1": "A2305",
    "b_inf_3": "A2605",
    "g_inf_986_276": "A2306",
    "g_inf_987_276": "A2606",
    "g_inf_988_276": "A2610",
}
ONE_BY_ONE = {"air-allotted-first": "off"}


def skies(**words):
    return table(PAIRS, "allied-combat", tracks={"air_points": 3}, **words)


# ------------------------------------------------------------------ how many
@rule("SPI 6.48.allied")
@pytest.mark.parametrize("die, weather, points", [(3, "clear", 6), (2, "overcast", 3), (1, "storms", 0)])
def test_points_by_allied_weather(die, weather, points):
    game = table(PAIRS, "allied-weather", dice=[die], tracks={"weather": "clear", "air_points": 2})
    assert (game.state.tracks["weather"], game.state.tracks["air_points"]) == (weather, points)


# ------------------------------------------------------------------ allotted first (14.3.2)
@rule("TNC 14.3.2")
def test_points_are_allotted_before_any_attack():
    game = skies()
    assert asked(game) == "air-allotment allied"
    assert refused(game, "declare", targets=["A2306"]).rule == "TNC 14.3.2"
    do(game, "commit", what="air", hex="A2306")
    do(game, "done")
    assert shifts(weighed(game, "A2306", "u_inf_1")) == {"TNC 14.3.1": 1}
    assert shifts(weighed(game, "A2606", "b_inf_3")) == {}


@rule("TNC 14.3.2")
def test_points_left_over_are_lost():
    game = skies()
    do(game, "commit", what="air", hex="A2306")
    assert game.state.tracks["air_points"] == 2
    do(game, "done")
    assert game.state.tracks["air_points"] == 0


@rule("TNC 14.3.2")
def test_no_point_is_added_later():
    game = skies()
    do(game, "done")
    attack_with_air = {"targets": ["A2306"], "attackers": ["u_inf_1"], "with": {"air": 1}}
    assert refused(game, "attack", **attack_with_air).rule == "TNC 14.3.2"
    game = skies(options=ONE_BY_ONE)
    assert game.refusal(act(game, "attack", **attack_with_air)) is None


@rule("TNC 14.3.2")
def test_without_points_nothing_is_asked():
    game = table(PAIRS, "allied-combat")
    assert asked(game) == "combat-phase allied"


@rule("SPI 6.48.allied")
def test_no_more_points_than_there_are():
    game = table(PAIRS, "allied-combat", tracks={"air_points": 1})
    do(game, "commit", what="air", hex="A2306")
    assert asked(game) == "combat-phase allied"


# ------------------------------------------------------------------ what a point does
@rule("TNC 14.3.1")
def test_a_point_is_one_column_to_the_right():
    game = skies(dice=[6])
    do(game, "commit", what="air", hex="A2306")
    do(game, "done")
    attack(game, "A2306", "u_inf_1")
    assert game.state.combat.column == "5-1"


@rule("TNC 14.4.1")
def test_one_point_an_attack():
    game = skies()
    do(game, "commit", what="air", hex="A2306")
    assert refused(game, "commit", what="air", hex="A2306").rule == "TNC 14.4.1"
    assert refused(game, "commit", what="air", hex="A2606", amount=2).rule == "TNC 14.4.1"
    do(game, "commit", what="air", hex="A2606")


@rule("TNC 14.4.1")
def test_two_points_on_two_hexes_of_one_attack_are_one_column():
    units = {"u_inf_1": "A2405", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat", tracks={"air_points": 2})
    do(game, "commit", what="air", hex="A2306")
    do(game, "commit", what="air", hex="A2406")
    assert shifts(weighed(game, ["A2306", "A2406"], "u_inf_1")) == {"TNC 14.3.1": 1}


@rule("TNC 14.4.1")
def test_air_does_not_attack_alone():
    game = skies()
    assert refused(game, "commit", what="air", hex="A2610").rule == "TNC 14.4.1"
    assert refused(game, "commit", what="air", hex="A2010").rule == "TNC 14.4.1"
    do(game, "commit", what="air", hex="A2606")


@rule("TNC 14.4.1")
def test_no_column_in_an_overrun():
    game = skies()
    do(game, "commit", what="air", hex="A2306")
    target = game.board.map.hex("A2306")
    overrun = Combat(0, "overrun", "allied", (target,), ("u_inf_1",), ("g_inf_986_276",))
    rules = {s.rule for s in game.board.rules.combat_shifts(game.state, overrun)}
    assert "TNC 14.3.1" not in rules
    assert shifts(weighed(game, "A2306", "u_inf_1"))["TNC 14.3.1"] == 1


# ------------------------------------------------------------------ one by one (option off)
@rule("TNC 14.3.1")
def test_switched_off_points_are_added_one_by_one():
    game = skies(options=ONE_BY_ONE, dice=[6, 6])
    assert asked(game) == "combat-phase allied"
    attack(game, "A2306", "u_inf_1", air=1)
    assert (game.state.combat.column, game.state.tracks["air_points"]) == ("5-1", 2)
    choose(game, 0), choose(game, 0)
    do(game, "declare", targets=["A2606"])
    do(game, "add-attacker", unit="b_inf_3")
    do(game, "done")
    assert len(listed(game, "commit")) == 1
    do(game, "commit", what="air")
    assert game.state.tracks["air_points"] == 1


@rule("TNC 14.4.1")
def test_switched_off_still_one_point_an_attack():
    game = skies(options=ONE_BY_ONE)
    do(game, "declare", targets=["A2306"])
    do(game, "add-attacker", unit="u_inf_1")
    do(game, "done")
    assert refused(game, "commit", what="air", amount=2).rule == "TNC 14.4.1"
    do(game, "commit", what="air")


@rule("TNC 14.3.1")
def test_no_air_for_the_germans():
    game = table(PAIRS, "german-combat", tracks={"air_points": 3}, options=ONE_BY_ONE)
    with_air = {"targets": ["A2305"], "attackers": ["g_inf_986_276"], "with": {"air": 1}}
    assert refused(game, "attack", **with_air).rule == "TNC 14.3.1"
    del with_air["with"]
    assert game.refusal(act(game, "attack", **with_air)) is None


@rule("TNC 14.3.1")
def test_a_pledged_point_counts_for_what_if():
    game = table(PAIRS, "allied-combat")
    odds = weighed(game, "A2306", "u_inf_1", pledges=(Pledge("air", "allied"),))
    assert shifts(odds) == {"TNC 14.3.1": 1}
