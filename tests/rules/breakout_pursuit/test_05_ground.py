"""The ground: what hexes and rivers cost each side, and how the costs add up."""

from __future__ import annotations

import pytest
from bp_marches import GI, PANZER, TANKS, forbidden, marked, price, rule
from bp_table import do, ground, hex_of, refused, table

EAST = ("2421", "2420", "2419", "2418")


# ------------------------------------------------------------------ what ground costs
def costs(**words) -> tuple[float, float]:
    """What the step from 2422 to 2421 costs German and Allied units."""
    on = ground(**words)
    ours = table({TANKS: "2422"}, "allied-movement", on=on)
    theirs = table({PANZER: "2422"}, "german-movement", on=on)
    return price(theirs, PANZER, "2421"), price(ours, TANKS, "2421")


@rule("movement.D", "tec.clear_hex")
def test_clear_ground_costs_a_point():
    assert costs() == (1, 1)


@rule("movement.D", "tec.river_hex-side")
def test_a_river_costs_the_germans_two_points_more_and_the_allies_one():
    assert costs(rivers=[("2422", "2421", "river")]) == (3, 2)


@rule("tec.rough_terrain_hex")
def test_rough_ground_costs_no_more_than_clear():
    assert costs(terrain={"2421": "rough"}) == (1, 1)


@rule("tec.town_or_city_hex")
@pytest.mark.parametrize("words", ["clear town", "clear city", "rough town"])
def test_towns_and_cities_cost_no_more_than_clear(words):
    assert costs(terrain={"2421": words}) == (1, 1)


@rule("movement.D", "tec.german_west_wall_hex", "errata.german_fortresses")
@pytest.mark.parametrize("words", ["clear west-wall", "rough west-wall", "clear city west-wall"])
def test_the_west_wall_costs_the_allies_a_point_more(words):
    assert costs(terrain={"2421": words}) == (1, 2)


@rule("movement.D", "tec.german_west_wall_hex")
def test_river_and_west_wall_add_up():
    words = {"terrain": {"2421": "clear west-wall"}, "rivers": [("2422", "2421", "river")]}
    assert costs(**words) == (3, 3)


@rule("tec.coastal_hex")
def test_coastal_ground_costs_a_point():
    hex_map = ground()
    coast = hex_map.with_ground({}, {hex_map.hex("2421"): frozenset({"coastal"})}, {}, {})
    assert price(table({TANKS: "2422"}, "allied-movement", on=coast), TANKS, "2421") == 1


@rule("tec.fortress")
def test_a_fortress_costs_the_germans_a_point_and_is_closed_to_the_allies():
    on = ground(terrain={"2421": "clear fortress"})
    assert price(table({PANZER: "2422"}, "german-movement", on=on), PANZER, "2421") == 1
    refusal = forbidden(table({TANKS: "2422"}, "allied-movement", on=on), TANKS, "2421")
    assert "2421" in refusal.reason
    fallen = table({TANKS: "2422"}, "allied-movement", on=on)
    marked(fallen, "destroyed", "2421")
    assert price(fallen, TANKS, "2421") == 1


@rule("movement.F")
def test_a_unit_crosses_ground_of_every_kind_in_one_move():
    terrain = {"2421": "rough", "2420": "clear town", "2419": "clear west-wall"}
    game = table(
        {TANKS: "2422"}, "allied-movement", on=ground(terrain=terrain, rivers=[("2420", "2419", "river")])
    )
    assert price(game, TANKS, *EAST) == 6
    do(game, "move", unit=TANKS, path=EAST)
    assert hex_of(game, TANKS) == "2418"


@rule("movement.F")
def test_each_kind_must_be_paid_for():
    game = table({GI: "2422"}, "allied-movement", on=ground(terrain=dict.fromkeys(EAST, "clear west-wall")))
    assert refused(game, "move", unit=GI, path=EAST[:3]).rule == "movement.E"
    do(game, "move", unit=GI, path=EAST[:2])
    game = table({GI: "2422"}, "allied-movement", on=ground(terrain={"2420": "rough"}))
    do(game, "move", unit=GI, path=EAST[:3])
