"""Chapter 8.1, 8.2, 8.4, 8.8: who attacks whom, and from strengths to odds. SPI 6.8: terrain in combat."""

from __future__ import annotations

import pytest
from cobra_table import board, cited, do, ground, hex_of, is_1977, listed, refused, table
from fights import asked, attack, choose, declared, lost, result, rule, shifts, stand, weighed

from hexcore.actions import Done

GERMANS = ("g_inf_986_276", "g_inf_987_276", "g_inf_988_276")
AROUND = ("A2305", "A2405", "A2406", "A2307", "A2206", "A2205")
"""The six hexes around A2306, clockwise from the north."""


# ------------------------------------------------------------------ 8.1
@rule("8.1.2")
def test_strengths_of_both_sides_are_added_up():
    game = table(
        {"u_inf_1": "A2305", "u_inf_4": "A2405", "g_inf_986_276": "A2306", "g_inf_987_276": "A2306"},
        "allied-combat",
    )
    odds = weighed(game, "A2306", "u_inf_1", "u_inf_4")
    assert (odds.attack, odds.defence, odds.column) == (24, 6, "4-1")


@rule("8.1.2")
def test_a_result_is_carried_out_before_the_next_attack():
    game = table(
        {"u_inf_1": "A2305", "u_inf_4": "A2505", "g_inf_986_276": "A2306", "g_inf_987_276": "A2506"},
        "allied-combat",
        dice=[1],
    )
    attack(game, "A2306", "u_inf_1")
    assert result(game) == "0/2"
    assert refused(game, "declare", targets=["A2506"]).rule == cited("8.5.6")
    choose(game, 0)
    assert asked(game) == "advance-after-combat allied"
    do(game, "done")
    attack(game, "A2506", "u_inf_4")


@rule("8.1.3")
def test_only_adjacent_units_attack():
    units = {"u_inf_1": "A2304", "u_inf_4": "A2305", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat")
    do(game, "declare", targets=["A2306"])
    assert refused(game, "add-attacker", unit="u_inf_1").rule == cited("8.1.3")
    do(game, "add-attacker", unit="u_inf_4")


@rule("8.1.3", "SPI 4.0.B5", "SPI 4.0.A4")
def test_only_the_phasing_side_attacks():
    units = {"u_inf_1": "A2305", "g_inf_986_276": "A2306"}
    allied, german = table(units, "allied-combat"), table(units, "german-combat")
    assert asked(allied) == "combat-phase allied" and asked(german) == "combat-phase german"
    assert refused(allied, "attack", targets=["A2305"], attackers=["g_inf_986_276"])
    attack(german, "A2305", "g_inf_986_276")


@rule("8.1.4")
def test_nobody_has_to_attack():
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat")
    assert Done() in game.legal_actions()
    do(game, "done")
    assert lost(game, "g_inf_986_276") == 0


@rule("8.1.5")
def test_all_six_hexes_may_join_in_one_attack():
    attackers = ["u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28"]
    units = dict(zip(attackers, AROUND, strict=True))
    game = table({**units, "g_div_331": "A2306"}, "allied-combat", dice=[1])
    attack(game, "A2306", *attackers)
    assert game.state.combat.strengths[0] == sum(game.state.units[i].step.strength for i in attackers)


@rule("8.1.6")
def test_one_attack_a_phase_for_attacker_and_defender():
    units = {"u_inf_1": "A2305", "u_inf_4": "A2405", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat", dice=[6, 6])
    attack(game, "A2306", "u_inf_1")  # 4-1, a 6: 1/1
    stand(game)
    assert refused(game, "attack", targets=["A2306"], attackers=["u_inf_4"]).rule == cited("8.1.6")
    attack(game, "A2406", "u_inf_4")


@rule("8.1.6")
def test_a_unit_that_has_attacked_does_not_attack_another_hex():
    units = {"u_inf_1": "A2405", "u_inf_4": "A2506", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat", dice=[6, 6])
    attack(game, "A2306", "u_inf_1")
    stand(game)
    do(game, "declare", targets=["A2406"])
    assert refused(game, "add-attacker", unit="u_inf_1").rule == cited("8.1.6")
    do(game, "add-attacker", unit="u_inf_4")


# ------------------------------------------------------------------ 8.2
@rule("8.2.1")
def test_a_hex_defends_with_everything_in_it():
    game = table({"u_inf_1": "A2305", **dict.fromkeys(GERMANS, "A2306")}, "allied-combat", dice=[6])
    declared(game, "A2306", "u_inf_1")
    assert set(game.state.combat.defenders) == set(GERMANS)
    assert game.state.combat.strengths == (12, 9)


@rule("8.2.2")
def test_units_of_one_stack_attack_different_hexes():
    units = {"u_inf_9_2": "A2405", "u_inf_23_2": "A2405", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat", dice=[2, 6])
    attack(game, "A2306", "u_inf_9_2")  # 4 to 3, a 2: 1/1
    stand(game)
    assert (lost(game, "u_inf_9_2"), lost(game, "u_inf_23_2")) == (1, 0)
    attack(game, "A2406", "u_inf_23_2")


@rule("8.2.2")
def test_who_stays_out_of_an_attack_does_not_suffer_from_it():
    units = {"u_inf_9_2": "A2305", "u_inf_23_2": "A2305", "g_div_331": "A2306", "g_pz_1SS": "A2306"}
    game = table(units, "allied-combat", dice=[6])
    attack(game, "A2306", "u_inf_9_2")  # 4 to 15 or worse: 1-4, a 6: e
    assert (lost(game, "u_inf_9_2"), lost(game, "u_inf_23_2")) == (99, 0)


@rule("8.2.3")
def test_one_attack_on_two_hexes():
    units = {"u_inf_1": "A2405", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat", dice=[1])
    attack(game, ["A2306", "A2406"], "u_inf_1")
    assert game.state.combat.strengths == (12, 6)
    assert game.state.combat.column == "2-1"


@rule("8.2.3")
def test_every_attacker_touches_every_hex_attacked():
    units = {"u_inf_1": "A2405", "u_inf_4": "A2305", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat")
    do(game, "declare", targets=["A2306"])
    do(game, "declare", targets=["A2406"])
    assert refused(game, "add-attacker", unit="u_inf_4").rule == cited("8.2.3")
    do(game, "add-attacker", unit="u_inf_1")


@rule("8.2.3")
def test_a_hex_is_not_added_when_an_attacker_does_not_touch_it():
    units = {"u_inf_1": "A2405", "u_inf_4": "A2305", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    game = table(units, "allied-combat")
    do(game, "declare", targets=["A2306"])
    do(game, "add-attacker", unit="u_inf_1")
    fork = game.fork()
    do(fork, "declare", targets=["A2406"])
    do(game, "add-attacker", unit="u_inf_4")
    assert refused(game, "declare", targets=["A2406"]).rule == cited("8.2.3")


@rule("8.2.3")
def test_of_two_hexes_the_one_with_most_columns_decides():
    on = ground({"A2306": "clear town", "A2406": "hills"})
    units = {"u_inf_1": "A2405", "g_inf_986_276": "A2306", "g_inf_987_276": "A2406"}
    odds = weighed(table(units, "allied-combat", on=on), ["A2306", "A2406"], "u_inf_1")
    assert shifts(odds) == {"SPI 6.8.heavy-forest-hills" if is_1977() else "8.3.1": -2}
    assert (odds.column, odds.final_column) == ("2-1", "1-2")


@rule("8.2.4")
def test_a_unit_counts_once_in_a_combat():
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat", dice=[1])
    twice = {"targets": ["A2306"], "attackers": ["u_inf_1", "u_inf_1"]}
    assert refused(game, "attack", **twice).rule == cited("8.2.4")
    attack(game, "A2306", "u_inf_1")
    assert game.state.combat.strengths == (12, 3)


# ------------------------------------------------------------------ 8.4, 2.6, 21
@rule("8.4.1")
def test_26_to_9_is_2_to_1():
    units = {"u_inf_1": "A2305", "u_inf_4": "A2405", "u_cav_4": "A2405", **dict.fromkeys(GERMANS, "A2306")}
    odds = weighed(table(units, "allied-combat"), "A2306", "u_inf_1", "u_inf_4", "u_cav_4")
    assert (odds.attack, odds.defence, odds.column) == (26, 9, "2-1")


@rule("8.4.1")
def test_odds_below_one_to_one_also_drop():
    units = {"g_inf_986_276": "A2306", "u_inf_1": "A2305"}
    odds = weighed(table(units, "german-combat", lost={"u_inf_1": 2}), "A2305", "g_inf_986_276")
    assert (odds.attack, odds.defence, odds.column) == (3, 6, "1-2")
    odds = weighed(table(units, "german-combat", lost={"u_inf_1": 1}), "A2305", "g_inf_986_276")
    assert (odds.attack, odds.defence, odds.column) == (3, 9, "1-3")
    mixed = {**units, "g_inf_987_276": "A2306"}
    odds = weighed(table(mixed, "german-combat"), "A2305", "g_inf_986_276", "g_inf_987_276")
    assert (odds.attack, odds.defence, odds.column) == (6, 12, "1-2")


MIXED = {"u_inf_1": "A2305", "b_ab_6AL": "A2305", "g_div_331": "A2306"}
"""A US division of 9 and a British brigade of 5 in one hex."""


@rule("2.6", "8.8.2")
def test_a_halved_strength_goes_up():
    odds = weighed(table(MIXED, "german-combat", lost={"u_inf_1": 1}), "A2305", "g_div_331")
    assert {u.unit: u.used for u in odds.units if u.unit != "g_div_331"} == {"u_inf_1": 5, "b_ab_6AL": 3}


@rule("21.added.4")
def test_each_unit_is_halved_before_they_are_added():
    odds = weighed(table(MIXED, "german-combat", lost={"u_inf_1": 1}), "A2305", "g_div_331")
    assert odds.defence == 8  # 5 and 3, not half of 14


# ------------------------------------------------------------------ 8.8, 5.7.4
@rule("8.8.1")
@pytest.mark.parametrize(
    "fellow, together",
    [("f_arm_GTV", True), ("u_inf_4", True), ("b_inf_3", False), ("b_inf_2C", False), ("b_arm_3_Pol", False)],
)
def test_us_and_french_attack_together_and_apart_from_the_british(fellow, together):
    game = table({"u_inf_1": "A2305", fellow: "A2405", "g_inf_986_276": "A2306"}, "allied-combat")
    do(game, "declare", targets=["A2306"])
    do(game, "add-attacker", unit="u_inf_1")
    if together:
        do(game, "add-attacker", unit=fellow)
    else:
        assert refused(game, "add-attacker", unit=fellow).rule == cited("8.8.1")


@rule("8.8.1")
def test_british_canadians_and_poles_attack_together():
    units = {"b_inf_3": "A2305", "b_inf_2C": "A2405", "b_arm_3_Pol": "A2205", "g_div_331": "A2306"}
    game = table(units, "allied-combat", dice=[1])
    attack(game, "A2306", "b_inf_3", "b_inf_2C", "b_arm_3_Pol")


@rule("8.8.2")
def test_units_of_one_army_defend_whole():
    units = {"u_inf_1": "A2305", "u_cav_4": "A2305", "g_div_331": "A2306"}
    assert weighed(table(units, "german-combat"), "A2305", "g_div_331").defence == 14


@rule("8.8.2")
def test_the_two_armies_do_not_stack():
    def stacking(one: str, other: str) -> list[str]:
        game = table({one: "A2305", other: "A2404"}, "allied-movement")
        units = tuple(game.state.units[i] for i in (one, other))
        return [r.rule for r in game.board.rules.may_stack(game.state, units, game.board.map.hex("A2305"))]

    assert cited("8.8.2") in stacking("u_cav_4", "b_ind_4")
    assert cited("8.8.2") not in stacking("f_arm_GTV", "u_cav_4")


@rule("5.7.4")
def test_no_attack_over_an_all_sea_hexside():
    units = {"u_inf_1": "A2305", "u_inf_4": "A2405", "g_inf_986_276": "A2306"}
    on = ground(rivers=[("A2305", "A2306", "all-sea")])
    game = table(units, "allied-combat", on=on)
    do(game, "declare", targets=["A2306"])
    assert refused(game, "add-attacker", unit="u_inf_1").rule == cited("5.7.4")
    do(game, "add-attacker", unit="u_inf_4")


# ------------------------------------------------------------------ SPI 6.8
@pytest.mark.parametrize(
    "terrain, bocage, expected",
    [
        pytest.param("clear", False, {}, marks=pytest.mark.rule("cobra-1977", "SPI 6.8")),
        pytest.param("light-forest", False, {}, marks=pytest.mark.rule("cobra-1977", "SPI 6.8")),
        pytest.param(
            "clear", True, {"SPI 6.8.bocage": -1}, marks=pytest.mark.rule("cobra-1977", "SPI 6.8.bocage")
        ),
        pytest.param(
            "light-forest",
            True,
            {"SPI 6.8.bocage": -1},
            marks=pytest.mark.rule("cobra-1977", "SPI 6.8.bocage"),
        ),
        pytest.param(
            "hills",
            True,
            {"SPI 6.8.heavy-forest-hills": -2},
            marks=pytest.mark.rule("cobra-1977", "SPI 6.8.heavy-forest-hills"),
        ),
        pytest.param(
            "heavy-forest",
            False,
            {"SPI 6.8.heavy-forest-hills": -2},
            marks=pytest.mark.rule("cobra-1977", "SPI 6.8.heavy-forest-hills"),
        ),
        pytest.param(
            "clear town", False, {"SPI 6.8.town": -1}, marks=pytest.mark.rule("cobra-1977", "SPI 6.8.town")
        ),
        pytest.param(
            "clear city", False, {"SPI 6.8.city": -2}, marks=pytest.mark.rule("cobra-1977", "SPI 6.8.city")
        ),
        pytest.param(
            "marsh", True, {"SPI 6.8.bocage": -1}, marks=pytest.mark.rule("cobra-1977", "SPI 6.8.bocage")
        ),
    ],
)
def test_columns_for_the_defenders_terrain(terrain, bocage, expected):
    on = ground({"A2306": terrain}, bocage=["A2306"] if bocage else [])
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat", on=on)
    assert shifts(weighed(game, "A2306", "u_inf_1")) == expected


@rule("SPI 6.8")
def test_city_in_heavy_forest_and_hills_is_six_columns():
    on = ground({"A2306": "heavy-forest hills city"})
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat", on=on)
    odds = weighed(game, "A2306", "u_inf_1")
    assert sum(shifts(odds).values()) == -6
    assert (odds.column, odds.final_column) == ("4-1", "1-4")


@rule("SPI 6.8", "SPI 6.8.bocage", "SPI 6.8.city")
def test_clear_bocage_and_a_city_are_three_columns():
    on = ground({"A2306": "clear city"}, bocage=["A2306"])
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat", on=on)
    assert sum(shifts(weighed(game, "A2306", "u_inf_1")).values()) == -3


@rule("SPI 6.8", "SPI 6.8.minor-river", "SPI 6.8.heavy-forest-hills")
def test_a_hill_behind_a_minor_river_is_three_columns():
    on = ground({"A2306": "hills"}, rivers=[("A2305", "A2306", "minor-river")])
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat", on=on)
    assert sum(shifts(weighed(game, "A2306", "u_inf_1")).values()) == -3


@pytest.mark.parametrize(
    "north, northeast, expected",
    [
        pytest.param(
            "minor-river",
            "minor-river",
            {"SPI 6.8.minor-river": -1},
            marks=pytest.mark.rule("cobra-1977", "SPI 6.8.minor-river"),
        ),
        pytest.param(
            "major-river",
            "major-river",
            {"SPI 6.8.major-river": -2},
            marks=pytest.mark.rule("cobra-1977", "SPI 6.8.major-river"),
        ),
        pytest.param(
            "major-river",
            "minor-river",
            {"SPI 6.8.minor-river": -1},
            marks=pytest.mark.rule("cobra-1977", "SPI 6.8.minor-river"),
        ),
        pytest.param("major-river", "", {}, marks=pytest.mark.rule("cobra-1977", "SPI 6.8")),
    ],
)
def test_a_river_helps_when_every_attacker_is_across_one(north, northeast, expected):
    rivers = [("A2305", "A2306", north), ("A2405", "A2306", northeast)]
    on = ground(rivers=[r for r in rivers if r[2]])
    game = table({"u_inf_1": "A2305", "u_inf_4": "A2405", "g_inf_986_276": "A2306"}, "allied-combat", on=on)
    assert shifts(weighed(game, "A2306", "u_inf_1", "u_inf_4")) == expected


@rule("SPI 6.8.minor-river")
def test_a_bridge_does_not_take_the_river_away():
    on = ground(rivers=[("A2305", "A2306", "minor-river")], roads=[("A2305", "A2306", "primary")])
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat", on=on)
    assert shifts(weighed(game, "A2306", "u_inf_1")) == {"SPI 6.8.minor-river": -1}


@rule("SPI 9.5")
def test_columns_end_at_1_5_and_10_1():
    many = dict(zip(("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8"), AROUND, strict=False))
    game = table({**many, "g_inf_986_276": "A2306"}, "allied-combat", lost={"g_inf_986_276": 1})
    assert weighed(game, "A2306", *many).final_column == "10-1"
    on = ground({"A2305": "heavy-forest hills city"})
    game = table({"g_inf_986_276": "A2306", "u_inf_1": "A2305"}, "german-combat", on=on)
    assert weighed(game, "A2305", "g_inf_986_276").final_column == "1-5"
    assert board().rules.active("SPI 9.5")


@rule("8.1.4")
def test_an_attack_declared_needs_an_attacker():
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat")
    do(game, "declare", targets=["A2306"])
    assert not listed(game, "done") and refused(game, "done").rule == ("SPI 4.0.B5" if is_1977() else "4.0")
    do(game, "add-attacker", unit="u_inf_1")
    assert listed(game, "done")
    assert hex_of(game, "u_inf_1") == "A2305"
