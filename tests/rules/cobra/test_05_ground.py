"""Chapter 5 of The Normandy Campaign where it differs: what ground costs, who goes where, who goes again."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, ground, hex_of, is_1977, listed, refused, table
from fights import corners, rule, weighed
from marches import FOOT, GI, PANZER, RING, TANKS, cost, on_trucks, points

from hexcore.game import Game

ONE_STEP = {GI: "A2306", TANKS: "A2306", FOOT: "A2012"}
BRITISH, CANADIANS, AIRBORNE, COMMANDO = "b_inf_3", "b_inf_2C", "b_ab_3", "b_cdo_1SS"
STEP = ("A2306", "A2307")


def costs(options: dict[str, str] | None = None, **words) -> tuple[float, float]:
    """What the step from A2306 to A2307 costs on foot, and mechanized."""
    game = table(ONE_STEP, "allied-movement", on=ground(**words), options=options)
    return cost(game, GI, "A2307"), cost(game, TANKS, "A2307")


# ------------------------------------------------------------------ 2.3.4, 5.2.1, 5.2.4
@rule("DG 2.3.4")
def test_the_figures_on_a_counter():
    game = table({GI: "A2306", FOOT: "A2307", TANKS: "A2303", "u_hq_V": "A2503"}, "allied-combat")
    assert (weighed(game, "A2307", GI).attack, weighed(game, "A2307", GI).defence) == (12, 3)
    moving = table({GI: "A2303", FOOT: "A2712"}, "allied-movement")
    assert points(moving, GI) == 8
    do(moving, "move", unit=GI, path=[f"A23{n:02}" for n in range(4, 12)])
    assert points(moving, GI) == 0


@rule("DG 5.2.1")
@pytest.mark.parametrize(
    ("terrain", "foot", "mech"),
    [
        ("clear", 1, 1),
        ("beach", 1, 1),
        ("light-forest", 1, 2),
        ("heavy-forest", 2, 4),
        ("hills", 2, 4),
        ("hills heavy-forest", 2, 4),
        ("town clear", 1, 1),
        ("town light-forest", 1, 2),
        ("city clear", 1, 1),
    ],
)
def test_what_a_hex_costs(terrain, foot, mech):
    assert costs(terrain={"A2307": terrain}) == (foot, mech)


@rule("DG 5.2.1")
@pytest.mark.parametrize(("river", "foot", "mech"), [("minor-river", 3, 6), ("major-river", 4, 8)])
def test_a_river_comes_on_top(river, foot, mech):
    assert costs(terrain={"A2307": "hills"}, rivers=[(*STEP, river)]) == (foot, mech)


@rule("DG 5.2.4")
def test_the_allowance_is_the_most_a_unit_spends():
    column = [f"A23{n:02}" for n in range(4, 13)]
    game = table({GI: "A2303", FOOT: "A2706"}, "allied-movement")
    assert refused(game, "move", unit=GI, path=column).rule == "5.2.4"
    do(game, "move", unit=GI, path=column[:5])
    assert refused(game, "move", unit=GI, path=column[5:]).rule == "5.2.4"
    do(game, "move", unit=GI, path=column[5:8])
    assert hex_of(game, GI) == "A2311"


# ------------------------------------------------------------------ 5.3.1
@rule("DG 5.3.1")
def test_flak_is_infantry_for_movement():
    game = table({"g_flak_1": "A2306", GI: "A2703"}, "german-movement", on=ground({"A2307": "hills"}))
    assert (points(game, "g_flak_1"), cost(game, "g_flak_1", "A2307")) == (12, 2)
    later = table({"g_flak_1": "A2306", PANZER: "A2306", GI: "A2703"}, "german-mechanized")
    assert refused(later, "move", unit="g_flak_1", to="A2307").rule == "4.0"
    do(later, "move", unit=PANZER, to="A2307")


# ------------------------------------------------------------------ 5.3.3
@rule("5.3.3")
@pytest.mark.parametrize("unit", [BRITISH, CANADIANS])
def test_british_infantry_moves_again_with_two_thirds(unit):
    units = {unit: "A2303", AIRBORNE: "A2403", GI: "A2503", FOOT: "A2712"}
    first = table(units, "allied-movement")
    assert points(first, unit) == 9
    game = table(units, "allied-mechanized")
    assert points(game, unit) == 6
    path = [f"A23{n:02}" for n in range(4, 11)]
    assert refused(game, "move", unit=unit, path=path).rule == cited("5.2.4")
    do(game, "move", unit=unit, path=path[:6])
    assert hex_of(game, unit) == "A2309"
    number = "SPI 4.0.B6" if is_1977() else "4.0"
    assert refused(game, "move", unit=AIRBORNE, to="A2404").rule == number
    assert refused(game, "move", unit=GI, to="A2504").rule == number


@rule("5.3.3")
def test_it_stays_infantry():
    game = table({BRITISH: "A2306", FOOT: "A2712"}, "allied-mechanized", on=ground({"A2307": "hills"}))
    assert cost(game, BRITISH, "A2307") == 2
    cut = dict(zip(RING, corners("A2308"), strict=True))
    assert points(table({BRITISH: "A2308", **cut}, "allied-mechanized"), BRITISH) == 3, "half of six"


@rule("TNC 5.3.3")
def test_british_infantry_rests_unless_that_is_chosen():
    units = {BRITISH: "A2303", TANKS: "A2403", FOOT: "A2712"}
    game = table(units, "allied-mechanized", options={"british-infantry": "off"})
    assert refused(game, "move", unit=BRITISH, to="A2304").rule == "SPI 4.0.B6"
    do(game, "move", unit=TANKS, to="A2404")


# ------------------------------------------------------------------ 5.3.5, 5.3.6
@rule("DG 5.3.5")
def test_mechanized_units_pay_mechanized_costs():
    woods = ground({"A2307": "light-forest"})
    game = table({**ONE_STEP, PANZER: "A2703"}, "allied-movement", on=woods)
    assert (cost(game, GI, "A2307"), cost(game, TANKS, "A2307")) == (1, 2)
    loaded = on_trucks(GI, {GI: "A2306", FOOT: "A2012"}, on=woods)
    assert cost(loaded, GI, "A2307") == 2


MARSH = {"A2307": "marsh"}


@rule("DG 5.3.6")
@pytest.mark.parametrize(("unit", "phase"), [(TANKS, "allied-movement"), (PANZER, "german-movement")])
def test_mechanized_units_enter_marsh_by_road_only(unit, phase):
    units = {unit: "A2306", GI if unit == PANZER else FOOT: "A2712"}
    game = table(units, phase, on=ground(MARSH))
    assert refused(game, "move", unit=unit, path=["A2307"]).rule == "5.3.6"
    assert refused(game, "move", unit=unit, to="A2307").rule == "5.3.6"
    by_road = table(units, phase, on=ground(MARSH, roads=[(*STEP, "secondary")]))
    assert cost(by_road, unit, "A2307") == 1
    elsewhere = table(units, phase, on=ground(MARSH, roads=[("A2406", "A2307", "secondary")]))
    assert refused(elsewhere, "move", unit=unit, path=["A2307"]).rule == "5.3.6"
    do(elsewhere, "move", unit=unit, path=["A2406", "A2307"])


@rule("DG 5.3.6")
def test_trucks_do_not_swim_and_infantry_wades():
    units = {GI: "A2306", "u_inf_4": "A2306", FOOT: "A2012"}
    game = on_trucks(GI, units, on=ground(MARSH))
    assert refused(game, "move", unit=GI, path=["A2307"]).rule == "5.3.6"
    assert cost(game, "u_inf_4", "A2307") == 3
    out = table({TANKS: "A2306", FOOT: "A2012"}, "allied-movement", on=ground({"A2306": "marsh"}))
    assert cost(out, TANKS, "A2307") == 1, "out of a marsh they go anywhere"


# ------------------------------------------------------------------ 5.3.7
def raid(units: dict[str, str], phase: str = "allied-mechanized", **words) -> Game:
    return table({**units, TANKS: "A2703"}, phase, **words)


@rule("DG 5.3.7")
@pytest.mark.parametrize("unit", [COMMANDO, "u_ranger"])
def test_raiders_go_one_hex_whatever_the_ground(unit):
    dear = ground({"A2307": "hills"}, rivers=[(*STEP, "major-river")])
    game = raid({unit: "A2306", AIRBORNE: "A2403", FOOT: "A2712"}, on=dear)
    do(game, "move", unit=unit, path=["A2307"])
    assert hex_of(game, unit) == "A2307"
    assert refused(game, "take", unit=unit).rule == "5.3.7"
    assert refused(game, "move", unit=AIRBORNE, to="A2404").rule == "4.0"


@rule("DG 5.3.7")
def test_raiders_go_no_second_hex_even_by_road():
    road = ground(roads=[(*STEP, "primary"), ("A2307", "A2308", "primary")])
    game = raid({COMMANDO: "A2306", FOOT: "A2712"}, on=road)
    assert {a.to for a in _moves(game, COMMANDO)} == set(game.board.map.around(game.board.map.hex("A2306")))
    assert refused(game, "move", unit=COMMANDO, path=["A2307", "A2308"]).rule == "5.3.7"
    first = raid({COMMANDO: "A2306", FOOT: "A2712"}, "allied-movement", on=road)
    do(first, "move", unit=COMMANDO, path=["A2307", "A2308"])


def _moves(game: Game, unit: str) -> list:
    fork = game.fork()
    do(fork, "take", unit=unit)
    return listed(fork, "move")


@rule("DG 5.3.7")
def test_raiders_do_not_go_from_zone_to_zone():
    units = {COMMANDO: "A2306", FOOT: "A2307"}
    game = raid(units)
    assert refused(game, "move", unit=COMMANDO, path=["A2206"]).rule == "5.3.7"
    do(game, "move", unit=COMMANDO, path=["A2305"])
    assert hex_of(game, COMMANDO) == "A2305", "out of a zone, without the price of disengaging"
    into = raid({COMMANDO: "A2305", FOOT: "A2307"})
    do(into, "move", unit=COMMANDO, path=["A2306"])
    assert hex_of(into, COMMANDO) == "A2306"


@rule("DG 5.3.7")
def test_raiders_keep_to_the_other_rules_of_movement():
    wet = raid({COMMANDO: "A2306", FOOT: "A2712"}, on=ground(rivers=[(*STEP, "all-sea")]))
    assert refused(wet, "move", unit=COMMANDO, path=["A2307"]).rule == "5.7.4"
    held = raid({COMMANDO: "A2306", FOOT: "A2307"})
    assert refused(held, "move", unit=COMMANDO, path=["A2307"]).rule == "5.2.2"
    paid = raid({COMMANDO: "A2306", FOOT: "A2307"}, "allied-movement")
    assert cost(paid, COMMANDO, "A2305") == 3, "in the initial phase they disengage like anybody"


# ------------------------------------------------------------------ 5.3.8
BANKS = {TANKS: "A4102", GI: "A4102", FOOT: "A2712"}


@rule("5.3.8")
def test_no_wheels_over_the_dives_but_at_a_bridge():
    game = table(BANKS, "allied-movement")
    assert refused(game, "move", unit=TANKS, path=["A4202"]).rule == cited("5.3.8")
    do(game, "move", unit=GI, path=["A4202"])
    assert hex_of(game, GI) == "A4202"
    bridge = table({**BANKS, TANKS: "A4101"}, "allied-movement")
    do(bridge, "move", unit=TANKS, path=["A4201"])
    assert hex_of(bridge, TANKS) == "A4201"


@rule("5.3.8")
@pytest.mark.parametrize(
    ("start", "to"), [("A4202", "A4102"), ("A4106", "A4205"), ("A4106", "A4206"), ("A4205", "A4106")]
)
def test_either_way_and_to_the_end_of_the_line(start, to):
    panzers = table({PANZER: start, FOOT: start, GI: "A2003"}, "german-movement")
    assert refused(panzers, "move", unit=PANZER, path=[to]).rule == cited("5.3.8")
    do(panzers, "move", unit=FOOT, path=[to])


@rule("TNC 5.3.8")
def test_the_dives_is_a_river_like_others_unless_that_is_chosen():
    game = table(BANKS, "allied-movement", options={"dives-bridges": "off"})
    do(game, "move", unit=TANKS, path=["A4202"])
    assert hex_of(game, TANKS) == "A4202"


# ------------------------------------------------------------------ 5.7.1, 5.7.3
@rule("DG 5.7.1")
@pytest.mark.parametrize(
    ("terrain", "foot", "mech"),
    [
        ("clear", 2, 3),
        ("light-forest", 2, 3),
        ("town clear", 2, 3),
        ("city clear", 2, 3),
        ("heavy-forest", 2, 4),
        ("hills", 2, 4),
    ],
)
def test_bocage_costs_two_points_and_three_on_wheels(terrain, foot, mech):
    words = {"terrain": {"A2307": terrain}, "bocage": ["A2307"]}
    assert costs(**words) == (foot, mech)
    assert costs(**words, rivers=[(*STEP, "minor-river")]) == (foot + 1, mech + 2)


@rule("DG 5.7.1")
def test_a_truck_pays_three_in_bocage_and_marsh_stays_dear():
    bocage = ground(MARSH | {"A2305": "clear"}, bocage=["A2307", "A2305"])
    game = on_trucks(GI, {GI: "A2306", "u_inf_4": "A2306", FOOT: "A2012"}, on=bocage)
    assert (cost(game, GI, "A2305"), cost(game, "u_inf_4", "A2305"), cost(game, "u_inf_4", "A2307")) == (
        3,
        2,
        3,
    )


@rule("DG 5.7.1")
@pytest.mark.parametrize(("option", "price"), [("2008", (2, 3)), ("1977", (2, 2))])
def test_bocage_by_choice_as_in_1977(option, price):
    assert costs({"bocage": option}, bocage=["A2307"]) == price


@rule("DG 5.7.3")
@pytest.mark.parametrize(("road", "price"), [("secondary", 1), ("primary", 0.5)])
def test_by_road_only_the_road_is_paid(road, price):
    words = {"terrain": {"A2307": "hills"}, "bocage": ["A2307"], "rivers": [(*STEP, "major-river")]}
    assert costs(**words, roads=[(*STEP, road)]) == (price, price)
    assert costs(**words, roads=[("A2307", "A2308", road)]) == (4, 8), "the road must cross the hexside"


@rule("DG 5.7.3")
def test_from_city_to_city_goes_a_primary_road():
    assert costs(terrain={"A2306": "city", "A2307": "city hills"}) == (0.5, 0.5)
    assert costs(terrain={"A2306": "town", "A2307": "city hills"}) == (2, 4)
