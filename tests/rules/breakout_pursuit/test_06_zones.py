"""Zones of control: who has one, where it ends, and what it costs to go through one."""

from __future__ import annotations

import pytest
from bp_marches import (
    FALLSCHIRM,
    FOOT,
    GI,
    GRENADIERS,
    LORRIED,
    MORE_FOOT,
    NAVAL,
    PANZER,
    PARAS,
    PIPE,
    SUPPLY,
    TANKS,
    TRUCK,
    forbidden,
    marked,
    price,
    rule,
)
from bp_table import do, ground, hex_of, refused, table

AROUND = {"2421", "2423", "2322", "2323", "2522", "2523"}
"""The six hexes around 2422."""


def zone(game, side: str) -> set[str]:
    return set(game.ask("zoc", side=side))


# ------------------------------------------------------------------ who has one
@rule("zoc.G")
@pytest.mark.parametrize("unit", [TANKS, GI, LORRIED, PARAS])
def test_combat_units_control_the_six_hexes_around_them(unit):
    assert zone(table({unit: "2422"}, "allied-movement"), "allied") == AROUND


@rule("zoc.G")
@pytest.mark.parametrize("unit", [SUPPLY, NAVAL, PIPE, TRUCK, "MRK-A001"])
def test_non_combat_units_and_markers_control_nothing(unit):
    assert zone(table({unit: "2422"}, "allied-movement"), "allied") == set()


@rule("zoc.G")
def test_a_stack_has_one_zone_and_delay_markers_none():
    assert zone(table({PANZER: "2422", FOOT: "2422"}, "german-movement"), "german") == AROUND
    assert zone(table({"ARR-G022": "2422"}, "german-movement"), "german") == set()


@rule("zoc.G")
def test_zones_cross_rivers_and_no_open_water():
    rivers = [("2422", "2421", "all-sea"), ("2422", "2423", "river")]
    assert zone(table({TANKS: "2422"}, "allied-movement", on=ground(rivers=rivers)), "allied") == AROUND - {
        "2421"
    }


# ------------------------------------------------------------------ fortresses and the West Wall
@rule("zoc.G", "fortresses.B")
def test_no_zone_comes_out_of_a_fortress():
    walls = ground(terrain={"2422": "clear fortress"})
    assert zone(table({PANZER: "2422"}, "german-movement", on=walls), "german") == set()
    assert zone(table({PANZER: "2422"}, "german-movement"), "german") == AROUND


@rule("zoc.G", "errata.zones_of_control", "errata.terrain_effects_chart")
def test_no_allied_zone_reaches_into_a_fortress():
    walls = ground(terrain={"2421": "clear fortress"})
    assert zone(table({TANKS: "2422"}, "allied-movement", on=walls), "allied") == AROUND - {"2421"}


@rule("errata.zones_of_control")
def test_a_german_may_slip_into_a_fortress_past_the_enemy():
    walls, spot = ground(terrain={"2421": "clear fortress"}), {FOOT: "2422", TANKS: "2322"}
    into = table(spot, "german-movement", on=walls)
    assert price(into, FOOT, "2421") == 1  # 2421 is next to 2322, but walls keep its zone out
    assert forbidden(table(spot, "german-movement"), FOOT, "2421").rule == "zoc.K"


@rule("zoc.G", "errata.zones_of_control")
def test_a_fortress_destroyed_is_open_to_zones():
    walls = ground(terrain={"2421": "clear fortress"})
    game = marked(table({TANKS: "2422", PANZER: "2421"}, "allied-movement", on=walls), "destroyed", "2421")
    assert zone(game, "allied") == AROUND
    assert "2422" in zone(game, "german")


@rule("errata.terrain_effects_chart")
@pytest.mark.parametrize(("side", "unit"), [("allied", TANKS), ("german", PANZER)])
def test_zones_reach_into_the_west_wall_and_out_of_it(side, unit):
    wall = ground(terrain={"2421": "clear west-wall", "2422": "clear west-wall"})
    assert zone(table({unit: "2422"}, f"{side}-movement", on=wall), side) == AROUND


# ------------------------------------------------------------------ friends do not help
@rule("zoc.H")
def test_a_friend_in_the_hex_takes_no_zone_away():
    spot = {TANKS: "2421", GI: "2422", PANZER: "2423"}
    game = table(spot, "allied-movement")
    assert price(game, TANKS, "2422") == 3  # one for the hex, two for the panzers' zone
    assert price(table({TANKS: "2421", GI: "2422", PANZER: "2424"}, "allied-movement"), TANKS, "2422") == 1


@rule("zoc.H")
def test_nor_for_those_who_may_not_go_from_zone_to_zone():
    spot = {GI: "2422", TANKS: "2523", FOOT: "2423"}  # 2422 and 2523 both touch 2423
    assert forbidden(table(spot, "allied-movement"), GI, "2523").rule == "zoc.K"
    assert price(table({GI: "2422", TANKS: "2421", FOOT: "2423"}, "allied-movement"), GI, "2421") == 1


# ------------------------------------------------------------------ those who pay
PAYING = [
    (TANKS, "allied-movement", PANZER),
    (LORRIED, "allied-movement", PANZER),
    (TRUCK, "allied-movement", PANZER),
    (PANZER, "german-movement", TANKS),
    (GRENADIERS, "german-movement", TANKS),
]


@rule("zoc.J", "tec.zoc_summary")
@pytest.mark.parametrize(("unit", "to_move", "enemy"), PAYING)
def test_two_points_to_enter_one_to_leave_three_from_one_to_the_next(unit, to_move, enemy):
    game = table({unit: "2425", enemy: "2423"}, to_move)
    assert price(game, unit, "2424") == 1 + 2
    inside = table({unit: "2424", enemy: "2423"}, to_move)
    assert price(inside, unit, "2425") == 1 + 1
    assert price(inside, unit, "2324") == 1 + 3  # from 2424 straight to another hex of the same zone
    assert price(table({unit: "2425", enemy: "2822"}, to_move), unit, "2424") == 1


@rule("zoc.J")
def test_a_zone_is_gone_through_for_three_points_a_hex():
    spot = {TANKS: "2425", LORRIED: "2425", FOOT: "2423"}
    through = ("2424", "2324", "2323", "2322")
    game = table(spot, "allied-movement")
    assert price(game, LORRIED, *through) == (1 + 2) + (1 + 3) + (1 + 3) + (1 + 1)
    assert refused(game, "move", unit=TANKS, path=through).rule == "movement.E"
    do(game, "move", unit=TANKS, path=through[:2])
    assert hex_of(game, TANKS) == "2324"


@rule("zoc.J")
def test_the_zones_are_paid_for_out_of_the_allowance():
    game = table({PANZER: "2425", TANKS: "2423"}, "german-movement")
    assert refused(game, "move", unit=PANZER, path=["2424", "2324"]).rule == "movement.E"  # 3 + 4 of 6
    do(game, "move", unit=PANZER, path=["2424"])
    far = table({PANZER: "2425", TANKS: "2423"}, "german-movement")
    do(far, "move", unit=PANZER, path=["2424", "2425"])  # 3 + 2
    assert hex_of(far, PANZER) == "2425"


@rule("errata.allied_truck_units")
def test_trucks_pay_as_motorized_units_do():
    game = table({TRUCK: "2424", FOOT: "2423"}, "allied-movement")
    assert price(game, TRUCK, "2324") == 1 + 3


@rule("zoc.J")
def test_two_zones_cost_no_more_than_one():
    assert (
        price(table({TANKS: "2425", FOOT: "2423", MORE_FOOT: "2324"}, "allied-movement"), TANKS, "2424") == 3
    )


# ------------------------------------------------------------------ those who do not
OTHERS = [
    (GI, "allied-movement", PANZER),
    (PARAS, "allied-movement", PANZER),
    (FOOT, "german-movement", TANKS),
    (FALLSCHIRM, "german-movement", TANKS),
]


@rule("zoc.K", "tec.zoc_summary")
@pytest.mark.parametrize(("unit", "to_move", "enemy"), OTHERS)
def test_others_pay_nothing_and_never_go_from_zone_to_zone(unit, to_move, enemy):
    assert price(table({unit: "2425", enemy: "2423"}, to_move), unit, "2424") == 1
    inside = table({unit: "2424", enemy: "2423"}, to_move)
    refusal = refused(inside, "move", unit=unit, path=["2324"])
    assert refusal.rule == "zoc.K" and "2324" in refusal.reason
    do(inside, "move", unit=unit, path=["2425"])
    assert hex_of(inside, unit) == "2425"


@rule("zoc.K")
def test_they_may_leave_and_enter_again():
    game = table({GI: "2424", PANZER: "2423"}, "allied-movement")
    do(game, "move", unit=GI, path=["2425", "2424"])
    assert hex_of(game, GI) == "2424"
    refused(game, "move", unit=GI, path=["2324"])
    do(game, "move", unit=GI, path=["2425", "2325", "2324"])
    assert hex_of(game, GI) == "2324"


@rule("zoc.K")
def test_two_zones_of_different_units_bar_them_as_one_does():
    game = table({GI: "2422", FOOT: "2420", MORE_FOOT: "2424"}, "allied-movement")
    assert price(game, GI, "2421") == 1  # from open ground into the zone of the one
    inside = table({GI: "2421", FOOT: "2420", MORE_FOOT: "2423"}, "allied-movement")
    assert forbidden(inside, GI, "2422").rule == "zoc.K"


@rule("zoc.K")
def test_sea_hexsides_keep_the_zone_off():
    spot, water = {GI: "2424", PANZER: "2423"}, ground(rivers=[("2423", "2324", "all-sea")])
    assert forbidden(table(spot, "allied-movement"), GI, "2324").rule == "zoc.K"
    assert price(table(spot, "allied-movement", on=water), GI, "2324") == 1


@rule("zoc.J")
def test_nobody_has_to_stop_in_a_zone_and_supply_units_have_none():
    game = table({LORRIED: "2425", FOOT: "2423"}, "allied-movement")
    do(game, "move", unit=LORRIED, path=["2424"])
    do(game, "move", unit=LORRIED, path=["2425"])  # 3, then 2 of its 16
    assert hex_of(game, LORRIED) == "2425"
    assert price(table({SUPPLY: "2423", PANZER: "2425"}, "german-movement"), PANZER, "2424") == 1
