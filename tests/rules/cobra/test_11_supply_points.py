"""SPI 4.0.B2 and B5, chapter 11, 19.1.1: supply points gained and spent."""

from __future__ import annotations

import pytest
from cobra_table import board, do, refused, table
from fights import asked, attack, choose, declared, rule

from hexcore.game import opening

PAIRS = {"u_inf_1": "A2305", "b_inf_3": "A2605", "g_inf_986_276": "A2306", "g_inf_987_276": "A2606"}


def held(game) -> tuple[int, int]:
    return game.state.tracks["us_supply"], game.state.tracks["british_supply"]


@rule("TNC 19.1.1")
def test_three_and_four_points_at_the_start():
    tracks = opening(board()).tracks
    assert (tracks["us_supply"], tracks["british_supply"]) == (3, 4)


@rule("SPI 4.0.B2", "TNC 11.1.2")
@pytest.mark.parametrize("turn, gained", [(1, (4, 4)), (9, (4, 4)), (10, (5, 4)), (13, (5, 4))])
def test_points_gained_in_the_supply_phase(turn, gained):
    game = table({}, "allied-supply", turn=turn, tracks={"us_supply": 1, "british_supply": 2})
    assert held(game) == (1 + gained[0], 2 + gained[1])


@rule("TNC 11.1.2")
def test_points_are_kept_from_turn_to_turn():
    game = table({}, "allied-supply", tracks={"us_supply": 20, "british_supply": 0})
    assert held(game) == (24, 4)


@rule("TNC 11.1.1")
def test_two_markers_count_apart():
    game = table(PAIRS, "allied-combat", dice=[6], tracks={"us_supply": 2, "british_supply": 2})
    attack(game, "A2606", "b_inf_3")
    assert held(game) == (2, 1)


@rule("SPI 4.0.B5")
def test_every_allied_attack_costs_a_point_when_it_is_made():
    game = table(PAIRS, "allied-combat", dice=[6, 6], tracks={"us_supply": 2, "british_supply": 2})
    do(game, "declare", targets=["A2306"])
    do(game, "add-attacker", unit="u_inf_1")
    assert held(game) == (2, 2)
    do(game, "done")
    assert held(game) == (1, 2)


@rule("SPI 4.0.B5")
def test_no_attack_without_a_point():
    poor = {"us_supply": 0, "british_supply": 0}
    game = table(PAIRS, "allied-combat", tracks=poor)
    assert refused(game, "declare", targets=["A2306"]).rule == "SPI 4.0.B5"
    game = table(PAIRS, "allied-combat", tracks={**poor, "us_supply": 1})
    do(game, "declare", targets=["A2306"])


@rule("SPI 4.0.B5")
def test_the_last_point_makes_one_attack():
    units = {**PAIRS, "u_inf_4": "A2105", "g_inf_989_277": "A2106"}
    game = table(units, "allied-combat", dice=[6, 6], tracks={"us_supply": 1})
    attack(game, "A2306", "u_inf_1")
    choose(game, 0), choose(game, 0)
    assert asked(game) == "combat-phase allied"
    assert refused(game, "declare", targets=["A2106"]).rule == "TNC 11.2.1"
    do(game, "declare", targets=["A2606"])


@rule("TNC 11.2.1")
def test_british_points_do_not_pay_for_us_attacks():
    game = table(PAIRS, "allied-combat", tracks={"us_supply": 0, "british_supply": 5})
    assert refused(game, "declare", targets=["A2306"]).rule == "TNC 11.2.1"
    do(game, "declare", targets=["A2606"])
    game = table(PAIRS, "allied-combat", tracks={"us_supply": 5, "british_supply": 0})
    assert refused(game, "declare", targets=["A2606"]).rule == "TNC 11.2.1"
    do(game, "declare", targets=["A2306"])


@rule("TNC 11.2.1")
def test_the_french_attack_with_us_points():
    units = {"f_arm_GTD": "A2305", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[6], tracks={"us_supply": 1, "british_supply": 0})
    declared(game, "A2306", "f_arm_GTD")
    assert held(game) == (0, 0)


@rule("SPI 4.0.A4")
def test_german_attacks_cost_nothing():
    game = table(PAIRS, "german-combat", dice=[6], tracks={"us_supply": 1, "british_supply": 1})
    attack(game, "A2305", "g_inf_986_276")
    assert held(game) == (1, 1)


@rule("TNC 11.2.2")
def test_an_overrun_costs_nothing():
    second = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
    game = table({**dict.fromkeys(second, "A2305"), "g_inf_986_276": "A2307"}, "allied-movement", dice=[3])
    do(game, "take", units=list(second))
    do(game, "move", units=list(second), path=["A2306"])
    do(game, "overrun", units=list(second), target="A2307")
    assert game.state.combats and held(game) == (9, 9)
