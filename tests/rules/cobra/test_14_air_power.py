"""SPI 6.48 (air points), chapter 14: Allied air power."""

from __future__ import annotations

import pytest
from cobra_table import act, cited, do, is_1977, listed, refused, table
from fights import asked, attack, choose, declared, fought, rule, shifts, stand, weighed
from marches import passed_to

from hexcore.actions import Commit
from hexcore.odds import weigh
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
    return table(PAIRS, "allied-combat", tracks={"weather": "clear", "air_points": 3}, **words)


# ------------------------------------------------------------------ how many
@rule("SPI 6.48.allied")
@pytest.mark.parametrize("die, weather, points", [(3, "clear", 6), (2, "overcast", 3), (1, "storms", 0)])
def test_points_by_allied_weather(die, weather, points):
    game = table(PAIRS, "allied-weather", dice=[die], tracks={"weather": "clear", "air_points": 2})
    assert (game.state.tracks["weather"], game.state.tracks["air_points"]) == (weather, points)


# ------------------------------------------------------------------ allotted first (14.3.2)
@rule("14.3.2")
def test_points_are_allotted_before_any_attack():
    game = skies()
    assert asked(game) == "air-allotment allied"
    assert refused(game, "declare", targets=["A2306"]).rule == cited("14.3.2")
    do(game, "commit", what="air", hex="A2306")
    do(game, "done")
    assert shifts(weighed(game, "A2306", "u_inf_1")) == {cited("14.3.1"): 1}
    assert shifts(weighed(game, "A2606", "b_inf_3")) == {}


@rule("14.3.2")
def test_points_left_over_are_lost():
    game = skies()
    do(game, "commit", what="air", hex="A2306")
    assert game.state.tracks["air_points"] == 2
    do(game, "done")
    assert game.state.tracks["air_points"] == 0


@rule("14.3.2")
def test_no_point_is_added_later():
    game = skies()
    do(game, "done")
    attack_with_air = {"targets": ["A2306"], "attackers": ["u_inf_1"], "with": {"air": 1}}
    assert refused(game, "attack", **attack_with_air).rule == cited("14.3.2")
    if is_1977():
        game = skies(options=ONE_BY_ONE)
        assert game.refusal(act(game, "attack", **attack_with_air)) is None


@rule("14.3.2")
def test_without_points_nothing_is_asked():
    game = table(PAIRS, "allied-combat")
    assert asked(game) == "combat-phase allied"


@rule("SPI 6.48.allied")
def test_no_more_points_than_there_are():
    game = table(PAIRS, "allied-combat", tracks={"air_points": 1})
    do(game, "commit", what="air", hex="A2306")
    assert asked(game) == "combat-phase allied"


# ------------------------------------------------------------------ what a point does
@rule("14.3.1")
def test_a_point_is_one_column_to_the_right():
    game = skies(dice=[6])
    do(game, "commit", what="air", hex="A2306")
    do(game, "done")
    attack(game, "A2306", "u_inf_1")
    assert game.state.combat.column == "5-1"


@rule("14.4.1")
def test_one_point_an_attack():
    game = skies()
    do(game, "commit", what="air", hex="A2306")
    assert refused(game, "commit", what="air", hex="A2306").rule == cited("14.4.1")
    assert refused(game, "commit", what="air", hex="A2606", amount=2).rule == cited("14.4.1")
    do(game, "commit", what="air", hex="A2606")


@rule("14.4.1")
def test_two_points_on_two_hexes_of_one_attack_are_one_column():
    units = {"u_inf_1": "A2405", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat", tracks={"air_points": 2})
    do(game, "commit", what="air", hex="A2306")
    do(game, "commit", what="air", hex="A2406")
    assert shifts(weighed(game, ["A2306", "A2406"], "u_inf_1")) == {cited("14.3.1"): 1}


@rule("14.4.1")
def test_air_does_not_attack_alone():
    game = skies()
    assert refused(game, "commit", what="air", hex="A2610").rule == cited("14.4.1")
    assert refused(game, "commit", what="air", hex="A2010").rule == cited("14.4.1")
    do(game, "commit", what="air", hex="A2606")


@rule("14.4.1")
def test_no_column_in_an_overrun():
    game = skies()
    do(game, "commit", what="air", hex="A2306")
    target = game.board.map.hex("A2306")
    overrun = Combat(0, "overrun", "allied", (target,), ("u_inf_1",), ("g_inf_986_276",))
    rules = {s.rule for s in game.board.rules.combat_shifts(game.state, overrun)}
    assert cited("14.3.1") not in rules
    assert shifts(weighed(game, "A2306", "u_inf_1"))[cited("14.3.1")] == 1


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
    assert refused(game, "commit", what="air", amount=2).rule == cited("14.4.1")
    do(game, "commit", what="air")


@rule("TNC 14.3.1")
def test_no_air_for_the_germans():
    game = table(PAIRS, "german-combat", tracks={"air_points": 3}, options=ONE_BY_ONE)
    with_air = {"targets": ["A2305"], "attackers": ["g_inf_986_276"], "with": {"air": 1}}
    assert refused(game, "attack", **with_air).rule == cited("14.3.1")
    del with_air["with"]
    assert game.refusal(act(game, "attack", **with_air)) is None


@rule("14.3.1")
def test_a_pledged_point_counts_for_what_if():
    game = table(PAIRS, "allied-combat")
    odds = weighed(game, "A2306", "u_inf_1", pledges=(Pledge("air", "allied"),))
    assert shifts(odds) == {cited("14.3.1"): 1}


@rule("14.3.1")
@pytest.mark.parametrize("weather", ["storms", "clear"])
def test_in_storms_it_is_the_weather_that_keeps_the_points_away(weather):
    """Before the attack is declared and after, the reason is the same."""
    game = table(PAIRS, "allied-combat", tracks={"weather": weather, "air_points": 0})
    combat = Combat(0, "attack", "allied", (game.board.map.hex("A2306"),), ("u_inf_1",), stage="made")
    why = game.board.rules.support_refusal(game.state, combat, "allied", Commit("air"))
    assert ("no air points in storms" in why.reason) == (weather == "storms")


# ------------------------------------------------------------------ points of the later game (14.1)
@rule("DG 14.1")
@pytest.mark.parametrize("die, weather, points", [(3, "clear", 6), (2, "overcast", 3), (1, "storms", 0)])
def test_points_by_the_weather_of_the_turn(die, weather, points):
    game = table(PAIRS, "german-weather", dice=[die], tracks={"weather": "clear", "air_points": 2})
    assert (game.state.tracks["weather"], game.state.tracks["air_points"]) == (weather, points)


@rule("DG 14.1")
def test_points_of_the_turn_before_are_not_kept():
    game = table(PAIRS, "german-weather", dice=[2], tracks={"weather": "clear", "air_points": 6})
    assert game.state.tracks["air_points"] == 3


@rule("DG 14.1")
def test_with_two_rolls_the_allied_weather_counts_for_the_allied_turn():
    words = {"dice": [3, 1], "tracks": {"weather": "clear"}, "options": {"weather-roll": "each player turn"}}
    game = table(PAIRS, "german-weather", **words)
    assert game.state.tracks["air_points"] == 6
    passed_to(game, "allied-replacement")
    assert (game.state.tracks["weather"], game.state.tracks["air_points"]) == ("storms", 0)


@rule("DG 14.1")
def test_points_used_in_defence_are_gone_with_two_rolls_too():
    words = {"dice": [3, 6, 3], "tracks": {"weather": "clear"}}
    words["options"] = {"weather-roll": "each player turn"}
    game = passed_to(table({**PAIRS, **FOES}, "german-weather", **words), "german-combat")
    under_attack(game)
    do(game, "commit", what="air")
    do(game, "done"), stand(game)
    passed_to(game, "allied-replacement")
    assert (game.state.tracks["weather"], game.state.tracks["air_points"]) == ("clear", 5)


# ------------------------------------------------------------------ in defence (14.4.1.para.2)
FOES = {"u_inf_4": "A2405", "g_inf_989_277": "A2406", "b_inf_15": "A2603", "g_inf_990_277": "A2604"}
STAFF = "u_hq_VII"
"""A US headquarters, so that the Allied player is asked about US units in any case."""
FIGHTS = (
    ("A2605", "g_inf_987_276"),
    ("A2603", "g_inf_990_277"),
    ("A2405", "g_inf_989_277"),
    ("A2305", "g_inf_986_276"),
)


def defence(points: int = 6, **words):
    return table({**PAIRS, **FOES}, "german-combat", tracks={"air_points": points}, **words)


def under_attack(game, target="A2305", attacker="g_inf_986_276"):
    """The attack is made, and the Germans add nothing: the Allied player is asked."""
    while game.decision.kind == "advance-after-combat":
        do(game, "done")
    declared(game, target, attacker)
    while game.decision is not None and game.decision.side == "german":
        do(game, "done")


@rule("DG 14.4.1.para.2")
def test_a_point_in_defence_is_one_column_for_the_allies():
    plain, helped = defence(dice=[6]), defence(dice=[6])
    for game in (plain, helped):
        under_attack(game)
        assert asked(game) == "support allied"
    do(helped, "commit", what="air")
    assert shifts(weigh(helped.state, helped.state.combat)) == {"14.3.1": -1}
    before, after = fought(do(plain, "done")), fought(do(helped, "done"))
    columns = plain.board.rules.combat_table(plain.state, before).columns
    assert columns.index(after.column) == columns.index(before.column) - 1
    assert helped.state.tracks["air_points"] == 5


@rule("DG 14.4.1.para.2")
@pytest.mark.parametrize("points, most", [(6, 3), (3, 2)])
def test_half_of_the_points_rounded_up_and_then_no_more(points, most):
    units = {**PAIRS, **FOES, STAFF: "A2503"}
    game = table(units, "german-combat", tracks={"air_points": points}, dice=[6] * 4)
    for target, attacker in FIGHTS[:most]:
        under_attack(game, target, attacker)
        do(game, "commit", what="air"), do(game, "done"), stand(game)
    assert game.state.tracks["air_points"] == points - most
    under_attack(game, *FIGHTS[most])
    assert asked(game) == "support allied"  # the headquarters may still help
    refusal = refused(game, "commit", what="air")
    assert refusal.rule == "14.4.1.para.2" and f"{most}, are used" in refusal.reason
    do(game, "commit", what="hq", unit=STAFF)


@rule("DG 14.4.1.para.2")
def test_what_is_used_in_defence_is_gone_for_the_attacks_of_the_turn():
    game = defence(dice=[6])
    under_attack(game)
    do(game, "commit", what="air"), do(game, "done"), stand(game)
    passed_to(game, "allied-combat")
    assert asked(game) == "air-allotment allied" and game.state.tracks["air_points"] == 5


@rule("DG 14.4.1")
def test_one_point_a_defence():
    game = defence()
    under_attack(game)
    do(game, "commit", what="air")
    assert game.decision is None or game.decision.kind != "support" or not listed(game, "commit")


@rule("DG 14.4.1")
def test_no_point_against_a_german_overrun():
    game = defence()
    target = game.board.map.hex("A2305")
    state = game.state
    for kind, there in (("attack", True), ("overrun", False)):
        combat = Combat(0, kind, "german", (target,), ("g_inf_986_276",), ("u_inf_1",))
        offered = [a.what for a in state.board.rules.combat_support(state, combat, "allied")]
        assert ("air" in offered) == there


@rule("DG 14.3.1")
def test_the_germans_have_no_air_points():
    game = defence()
    declared(game, "A2305", "g_inf_986_276")
    while game.decision is not None and game.decision.side == "german":
        assert refused(game, "commit", what="air").rule
        do(game, "done")
    do(game, "commit", what="air")
