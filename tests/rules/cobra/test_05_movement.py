"""Chapter 5 and SPI 6.8: what ground costs, who moves how, disengaging, rivers."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, ground, hex_of, is_1977, refused, table
from fights import attack as fight, choose, corners, retreat, rule
from marches import (
    ACROSS,
    APART,
    BY_RIVER,
    ENEMY,
    FOOT,
    GI,
    OPEN,
    PANZER,
    RIVER,
    TANKS,
    ZONE,
    cost,
    on_trucks,
    points,
)

from hexcore.game import Game

ONE_STEP = {GI: "A2306", TANKS: "A2306", FOOT: "A2012"}


def costs(**words) -> tuple[float, float]:
    """What the step from A2306 to A2307 costs on foot, and mechanized."""
    game = table(ONE_STEP, "allied-movement", on=ground(**words))
    return cost(game, GI, "A2307"), cost(game, TANKS, "A2307")


# ------------------------------------------------------------------ SPI 6.8: what ground costs
@pytest.mark.parametrize(
    ("words", "foot", "mech"),
    [
        pytest.param({"terrain": {"A2307": terrain}}, *price, marks=rule_mark)
        for terrain, price, rule_mark in [
            ("light-forest", (1, 2), pytest.mark.rule("cobra-1977", "SPI 6.8.light-forest")),
            ("heavy-forest", (2, 4), pytest.mark.rule("cobra-1977", "SPI 6.8.heavy-forest-hills")),
            ("hills", (2, 4), pytest.mark.rule("cobra-1977", "SPI 6.8.heavy-forest-hills")),
            ("hills light-forest", (2, 4), pytest.mark.rule("cobra-1977", "SPI 6.8.heavy-forest-hills")),
        ]
    ],
)
@rule("SPI 6.8")
def test_what_a_hex_costs(words, foot, mech):
    assert costs(**words) == (foot, mech)


@rule("SPI 6.8.clear")
def test_clear_ground_costs_a_point():
    assert costs() == (1, 1)


@rule("SPI 6.8.bocage")
@pytest.mark.parametrize("terrain", ["clear", "light-forest"])
def test_bocage_costs_two_points_whoever_comes(terrain):
    assert costs(terrain={"A2307": terrain}, bocage=["A2307"]) == (2, 2)


@rule("SPI 6.8.town")
@pytest.mark.parametrize(("other", "price"), [("clear", (1, 1)), ("light-forest", (1, 2)), ("hills", (2, 4))])
def test_a_town_costs_what_the_rest_of_its_hex_costs(other, price):
    assert costs(terrain={"A2307": f"town {other}"}) == price


@rule("SPI 6.8.city")
def test_a_city_costs_the_rest_of_its_hex_and_from_city_to_city_half_a_point():
    assert costs(terrain={"A2307": "city hills"}) == (2, 4)
    assert costs(terrain={"A2306": "city", "A2307": "city hills"}) == (0.5, 0.5)


@rule("SPI 6.8.minor-road")
def test_a_minor_road_costs_a_point_whatever_the_ground():
    words = {"terrain": {"A2307": "hills"}, "rivers": [("A2306", "A2307", "major-river")]}
    assert costs(**words, roads=[("A2306", "A2307", "secondary")]) == (1, 1)


@rule("SPI 6.8.major-road")
def test_a_major_road_costs_half_a_point_whatever_the_ground():
    words = {"terrain": {"A2307": "hills"}, "rivers": [("A2306", "A2307", "major-river")]}
    assert costs(**words, roads=[("A2306", "A2307", "primary")]) == (0.5, 0.5)


@rule("SPI 6.8.minor-river")
def test_a_minor_river_adds_its_cost():
    assert costs(rivers=[("A2306", "A2307", "minor-river")]) == (2, 3)


@rule("SPI 6.8.major-river")
def test_a_major_river_adds_its_cost():
    assert costs(rivers=[("A2306", "A2307", "major-river")]) == (3, 5)


@rule("SPI 6.8")
def test_the_dearest_terrain_only_and_the_river_besides():
    words = {"terrain": {"A2307": "hills heavy-forest"}, "rivers": [("A2306", "A2307", "minor-river")]}
    assert costs(**words) == (3, 6)


# ------------------------------------------------------------------ 5.1, 5.2
@rule("5.1.1")
def test_all_some_or_none():
    units = {GI: "A2303", "u_inf_4": "A2503", TANKS: "A2703", FOOT: "A2012"}
    game = table(units, "allied-movement")
    for unit, to in ((GI, "A2304"), ("u_inf_4", "A2504"), (TANKS, "A2704")):
        do(game, "move", unit=unit, to=to)
    assert [hex_of(game, u) for u in (GI, "u_inf_4", TANKS)] == ["A2304", "A2504", "A2704"]
    idle = table(units, "allied-movement")
    do(idle, "done")
    assert hex_of(idle, GI) == "A2303"


@rule("5.2.2")
def test_no_entry_into_the_enemy():
    game = table({GI: "A2306", FOOT: "A2307"}, "allied-movement")
    assert refused(game, "move", unit=GI, path=["A2307"]).rule == cited("5.2.2")


@rule("5.2.2")
def test_headquarters_alone_keep_nobody_out():
    alone = table({GI: "A2306", "g_hq_ISSPz": "A2307", FOOT: "A2012"}, "allied-movement")
    do(alone, "move", unit=GI, path=["A2307"])
    assert hex_of(alone, GI) == "A2307" and alone.decision.kind == "displacement"
    guarded = table({GI: "A2306", "g_hq_ISSPz": "A2307", FOOT: "A2307"}, "allied-movement")
    assert refused(guarded, "move", unit=GI, path=["A2307"]).rule == cited("5.2.2")


@rule("5.2.3")
def test_a_zone_ends_the_move():
    game = table({GI: "A2303", FOOT: "A2306"}, "allied-movement")
    refusal = refused(game, "move", unit=GI, path=["A2304", "A2305", "A2205"])
    assert refusal.rule == cited("5.2.3")
    do(game, "move", unit=GI, path=["A2304", "A2305"])
    assert refused(game, "move", unit=GI, to="A2304").rule == cited("5.2.3")
    assert refused(game, "take", unit=GI).rule == cited("5.2.3")


@rule("5.2.5")
def test_an_advance_costs_no_points_of_the_mechanized_phase():
    game = table({TANKS: "A2305", FOOT: "A2306"}, "allied-combat", dice=[1], lost={FOOT: 1})
    fight(game, "A2306", TANKS)  # 6 to 2, 3-1: 1/2
    while game.board.sequence.phases[game.state.phase].id == "allied-combat":
        first = next(a for a in game.legal_actions() if a.kind != "attack")
        wanted = [a for a in game.legal_actions() if a.kind == "advance"]
        game.submit(wanted[0] if wanted else first)
    assert hex_of(game, TANKS) != "A2305", "it has advanced"
    assert points(game, TANKS) == 12


@rule("5.2.5")
def test_no_movement_in_combat_phases():
    game = table({GI: "A2303", FOOT: "A2304"}, "allied-combat")
    assert refused(game, "move", unit=GI, to="A2302")


@rule("5.2.6")
@pytest.mark.parametrize(("unit", "full", "half"), [(FOOT, 8, 4), ("g_fj_13_5FJ", 9, 5)])
def test_half_the_allowance_out_of_supply(unit, full, half):
    assert points(table({unit: "A2308", GI: "A2703"}, "german-movement"), unit) == full
    game = table({unit: "A2308", **cut_off()}, "german-movement")
    assert game.board.rules.supply_state(game.state, game.state.units[unit]) != "supplied"
    assert points(game, unit) == half
    refusal = refused(game, "move", unit=unit, path=["A2309", "A2308"] * 3)
    assert refusal.rule == cited("5.2.4")


def cut_off() -> dict[str, str]:
    """US divisions around A2308, three hexes off, whose zones close the ring."""
    ring = ("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28")
    return dict(zip(ring, corners("A2308"), strict=True))


DEAR = {"terrain": {"A2307": "hills"}, "rivers": [("A2306", "A2307", "major-river")]}
"""The step from A2306 to A2307 costs eight points mechanized, four on foot."""


@rule("5.2.7")
def test_one_hex_is_always_possible():
    clear = {"tracks": {"weather": "clear"}}
    game = table({PANZER: "A2306", GI: "A2703"}, "german-movement", on=ground(**DEAR), **clear)
    assert points(game, PANZER) == 4
    do(game, "move", unit=PANZER, to="A2307")
    assert hex_of(game, PANZER) == "A2307" and points(game, PANZER) == 0
    moved = table({PANZER: "A2305", GI: "A2703"}, "german-movement", on=ground(**DEAR), **clear)
    assert refused(moved, "move", unit=PANZER, path=["A2306", "A2307"]).rule == cited("5.2.4")


# ------------------------------------------------------------------ 5.3
@rule("5.3.1")
@pytest.mark.parametrize(
    ("unit", "price"),
    [(PANZER, 4), ("g_pg_2_2", 4), ("g_tig_503", 4), ("g_hq_ISSPz", 4), (FOOT, 2), ("g_fj_13_5FJ", 2)],
)
def test_which_germans_are_mechanized(unit, price):
    game = table({unit: "A2306", GI: "A2703"}, "german-movement", on=ground({"A2307": "hills"}))
    assert cost(game, unit, "A2307") == price


@rule("5.3.2")
@pytest.mark.parametrize(
    ("unit", "price"),
    [(TANKS, 4), ("u_cav_4", 4), ("u_hq_V", 4), ("b_arm_32_Gds", 4), (GI, 2), ("b_inf_3", 2), ("b_ab_3", 2)],
)
def test_which_allies_are_mechanized(unit, price):
    game = table({unit: "A2306", FOOT: "A2703"}, "allied-movement", on=ground({"A2307": "hills"}))
    assert cost(game, unit, "A2307") == price


@rule("5.3.4")
def test_a_truck_makes_a_division_mechanized():
    game = on_trucks(GI, APART, "allied-mechanized")
    do(game, "move", unit=GI, to="A2307")
    number = "SPI 4.0.B6" if is_1977() else "4.0"
    assert refused(game, "move", unit="u_inf_4", to="A2405").rule == number


@rule("5.3.4")
def test_a_division_on_trucks_pays_mechanized_costs():
    game = on_trucks(GI, APART, on=ground({"A2307": "hills"}))
    assert (cost(game, GI, "A2307"), cost(game, "u_inf_4", "A2307")) == (4, 2)


# ------------------------------------------------------------------ 5.6
@rule("5.6.1")
def test_disengaging_costs_two_points_more():
    game = table(ZONE, "german-movement")
    assert cost(game, FOOT, "A2305") == 3
    assert cost(game, FOOT, "A2305", "A2304") == 4, "once, not at every step"


@rule("TNC 5.6.1")
def test_disengagement_switched_off():
    game = table(ZONE, "german-movement", options={"disengagement": "off"})
    assert refused(game, "move", unit=FOOT, to="A2305").rule == cited("7.3")


@rule("5.6.2")
def test_a_unit_disengages_into_the_open():
    game = table({**ZONE, "u_inf_4": "A2104"}, "german-movement")
    assert refused(game, "move", unit=FOOT, path=["A2206"]).rule == cited("5.6.2")
    do(game, "move", unit=FOOT, path=["A2305"])
    assert refused(game, "move", unit=FOOT, path=["A2204"]).rule == cited("5.6.2"), "nor later"


@rule("TNC 5.6.2")
def test_a_unit_disengages_into_a_zone_when_that_is_switched_off():
    game = table(ZONE, "german-movement", options={"disengage-into-the-open": "off"})
    do(game, "move", unit=FOOT, path=["A2206"])
    assert hex_of(game, FOOT) == "A2206"
    assert points(game, FOOT) == 5, "the two points are paid all the same"


PANZERS = (PANZER, "g_pg_2_2", "g_pg_304_2")


@rule("5.6.2")
@pytest.mark.parametrize(("start", "enters"), [("A2306", False), ("A2206", False), ("A2106", True)])
def test_what_a_unit_left_is_remembered_when_the_zone_is_gone(start, enters):
    units = {**dict.fromkeys(PANZERS, "A2308"), FOOT: start, "u_cav_4": "A2307", GI: "A2503"}
    game = table(units, "german-movement", dice=[1], lost={"u_cav_4": 1})
    do(game, "move", unit=FOOT, to="A2205")
    do(game, "overrun", units=list(PANZERS), target="A2307")  # 14 to 1, 10-1: -/4
    while game.decision.kind != "in-hand":
        game.submit(game.legal_actions()[0])
    assert hex_of(game, PANZER) == "A2307", "nobody controls the hex that was left"
    path = ["A2305", "A2404", "A2403"]
    if enters:
        do(game, "move", unit=FOOT, path=path)
    else:
        assert refused(game, "move", unit=FOOT, path=path).rule == cited("5.6.2")


@rule("5.6.2")
def test_a_zone_that_comes_later_does_not_bind_who_set_out_before():
    units = {**dict.fromkeys(PANZERS, "A2307"), FOOT: "A2311", "u_cav_4": "A2308", GI: "A2703"}
    game = table(units, "german-movement", dice=[3])
    do(game, "move", unit=FOOT, to="A2411")
    do(game, "overrun", units=list(PANZERS), target="A2308")  # 14 to 2, 7-1: -/2
    choose(game, 2)
    retreat(game, "u_cav_4", "A2309", "A2310")  # and controls A2311 from there
    do(game, "move", unit=FOOT, to="A2410")
    assert hex_of(game, FOOT) == "A2410"


@rule("5.6.3", "5.2.7")
def test_a_unit_disengages_only_if_it_can_pay():
    game = table({**ZONE, FOOT: "A2306"}, "german-movement", tracks={"weather": "clear"})
    assert points(game, FOOT) == 3
    do(game.fork(), "move", unit=FOOT, to="A2305")
    hilly = table(ZONE, "german-movement", tracks={"weather": "clear"}, on=ground({"A2305": "hills"}))
    assert refused(hilly, "move", unit=FOOT, to="A2305").rule == cited("5.6.3")


@rule("TNC 5.6.3")
def test_anybody_disengages_when_that_is_switched_off():
    words = {"tracks": {"weather": "clear"}, "on": ground({"A2305": "hills"})}
    game = table(ZONE, "german-movement", options={"disengage-only-if-paid": "off"}, **words)
    do(game, "move", unit=FOOT, to="A2305")
    assert hex_of(game, FOOT) == "A2305" and points(game, FOOT) == 0


# ------------------------------------------------------------------ 5.7
def over_the_river(units: dict[str, str], rivers=BY_RIVER, **words) -> Game:
    options = {**OPEN, **words.pop("options", {})}
    return table(units, "allied-movement", on=ground(rivers=rivers), options=options, **words)


@rule("TNC 5.7.2")
def test_not_over_a_major_river_from_zone_to_zone():
    game = over_the_river(ACROSS)
    assert refused(game, "move", unit=GI, path=["A2307"]).rule == cited("5.7.2")
    minor = over_the_river(ACROSS, [(a, b, "minor-river") for a, b, _ in BY_RIVER])
    do(minor, "move", unit=GI, path=["A2307"])


@rule("TNC 5.7.2")
def test_a_friend_in_the_hex_lets_it_cross():
    game = over_the_river({**ACROSS, "u_cav_4": "A2307"})
    do(game, "move", unit=GI, path=["A2307"])
    assert hex_of(game, GI) == "A2307"


@rule("TNC 5.7.2")
def test_an_enemy_away_from_the_river_does_not_bar_it():
    game = over_the_river(ACROSS, RIVER)
    do(game, "move", unit=GI, path=["A2307"])
    assert hex_of(game, GI) == "A2307"


@rule("TNC 5.7.2")
def test_from_outside_all_zones_the_river_is_no_bar():
    game = over_the_river({GI: "A2306", FOOT: "A2308", ENEMY: "A2712"})
    do(game, "move", unit=GI, path=["A2307"])
    assert hex_of(game, GI) == "A2307"


@rule("TNC 5.7.2")
def test_the_river_rule_switched_off():
    game = over_the_river(ACROSS, options={"major-river-into-zone": "off"})
    do(game, "move", unit=GI, path=["A2307"])
    assert hex_of(game, GI) == "A2307"


@rule("5.7.4")
def test_no_movement_over_an_all_sea_hexside():
    wet = table(ONE_STEP, "allied-movement", on=ground(rivers=[("A2306", "A2307", "all-sea")]))
    assert refused(wet, "move", unit=GI, path=["A2307"]).rule == cited("5.7.4")
    do(wet, "move", unit=GI, path=["A2305"])
