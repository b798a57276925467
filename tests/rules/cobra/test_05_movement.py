"""Chapter 5 and SPI 6.8: what ground costs, who moves how, disengaging, rivers, trucks, leaving the map."""

from __future__ import annotations

import pytest
from attempts import Attempt, Words, check
from cobra_table import do, ground, hex_of, listed, refused, table
from fights import attack as fight, choose, corners, retreat, rule

from hexcore.game import Game
from hexcore.movement import points_left

FOOT, PANZER, GI, TANKS, ENEMY = "g_inf_986_276", "g_pz_2", "u_inf_1", "u_arm_A_2", "g_inf_989_277"
SECOND = ("u_inf_9_2", "u_inf_23_2", "u_inf_38_2")
APART = {GI: "A2306", "u_inf_4": "A2406", FOOT: "A2012"}
ONE_STEP = {GI: "A2306", TANKS: "A2306", FOOT: "A2012"}


def points(game: Game, unit: str) -> float:
    return points_left(game.state, game.state.units[unit]) / 2


def cost(game: Game, unit: str, *path: str) -> float:
    """What a move costs, on a fork of the game."""
    fork = game.fork()
    before = points(fork, unit)
    do(fork, "move", unit=unit, path=list(path))
    return before - points(fork, unit)


def costs(**words) -> tuple[float, float]:
    """What the step from A2306 to A2307 costs on foot, and mechanized."""
    game = table(ONE_STEP, "allied-movement", on=ground(**words))
    return cost(game, GI, "A2307"), cost(game, TANKS, "A2307")


def on_trucks(unit: str, units: dict[str, str], phase: str = "allied-movement", **words) -> Game:
    """A game in which a truck marker was put on a division in the replacement phase."""
    game = table(units, "allied-replacement", **words)
    do(game, "commit", what="truck", unit=unit)
    return passed_to(game, phase)


def passed_to(game: Game, wanted: str) -> Game:
    """Everybody says he is done until a phase is reached."""
    for _ in range(40):
        if game.board.sequence.phases[game.state.phase].id == wanted:
            return game
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    raise AssertionError(f"{wanted} was not reached")


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
@rule("TNC 5.1.1")
def test_all_some_or_none():
    units = {GI: "A2303", "u_inf_4": "A2503", TANKS: "A2703", FOOT: "A2012"}
    game = table(units, "allied-movement")
    for unit, to in ((GI, "A2304"), ("u_inf_4", "A2504"), (TANKS, "A2704")):
        do(game, "move", unit=unit, to=to)
    assert [hex_of(game, u) for u in (GI, "u_inf_4", TANKS)] == ["A2304", "A2504", "A2704"]
    idle = table(units, "allied-movement")
    do(idle, "done")
    assert hex_of(idle, GI) == "A2303"


@rule("TNC 5.2.2")
def test_no_entry_into_the_enemy():
    game = table({GI: "A2306", FOOT: "A2307"}, "allied-movement")
    assert refused(game, "move", unit=GI, path=["A2307"]).rule == "TNC 5.2.2"


@rule("TNC 5.2.2")
def test_headquarters_alone_keep_nobody_out():
    alone = table({GI: "A2306", "g_hq_ISSPz": "A2307", FOOT: "A2012"}, "allied-movement")
    do(alone, "move", unit=GI, path=["A2307"])
    assert hex_of(alone, GI) == "A2307" and alone.decision.kind == "displacement"
    guarded = table({GI: "A2306", "g_hq_ISSPz": "A2307", FOOT: "A2307"}, "allied-movement")
    assert refused(guarded, "move", unit=GI, path=["A2307"]).rule == "TNC 5.2.2"


@rule("TNC 5.2.3")
def test_a_zone_ends_the_move():
    game = table({GI: "A2303", FOOT: "A2306"}, "allied-movement")
    refusal = refused(game, "move", unit=GI, path=["A2304", "A2305", "A2205"])
    assert refusal.rule == "TNC 5.2.3"
    do(game, "move", unit=GI, path=["A2304", "A2305"])
    assert refused(game, "move", unit=GI, to="A2304").rule == "TNC 5.2.3"
    assert refused(game, "take", unit=GI).rule == "TNC 5.2.3"


@rule("TNC 5.2.5")
def test_an_advance_costs_no_points_of_the_mechanized_phase():
    game = table({TANKS: "A2305", FOOT: "A2306"}, "allied-combat", dice=[1], lost={FOOT: 1})
    fight(game, "A2306", TANKS)  # 6 to 2, 3-1: 1/2
    while game.board.sequence.phases[game.state.phase].id == "allied-combat":
        first = next(a for a in game.legal_actions() if a.kind != "attack")
        wanted = [a for a in game.legal_actions() if a.kind == "advance"]
        game.submit(wanted[0] if wanted else first)
    assert hex_of(game, TANKS) != "A2305", "it has advanced"
    assert points(game, TANKS) == 12


@rule("TNC 5.2.5")
def test_no_movement_in_combat_phases():
    game = table({GI: "A2303", FOOT: "A2304"}, "allied-combat")
    assert refused(game, "move", unit=GI, to="A2302")


@rule("TNC 5.2.6")
@pytest.mark.parametrize(("unit", "full", "half"), [(FOOT, 8, 4), ("g_fj_13_5FJ", 9, 5)])
def test_half_the_allowance_out_of_supply(unit, full, half):
    assert points(table({unit: "A2308", GI: "A2703"}, "german-movement"), unit) == full
    game = table({unit: "A2308", **cut_off()}, "german-movement")
    assert game.board.rules.supply_state(game.state, game.state.units[unit]) != "supplied"
    assert points(game, unit) == half
    refusal = refused(game, "move", unit=unit, path=["A2309", "A2308"] * 3)
    assert refusal.rule == "SPI 3.34"


def cut_off() -> dict[str, str]:
    """US divisions around A2308, three hexes off, whose zones close the ring."""
    ring = ("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28")
    return dict(zip(ring, corners("A2308"), strict=True))


DEAR = {"terrain": {"A2307": "hills"}, "rivers": [("A2306", "A2307", "major-river")]}
"""The step from A2306 to A2307 costs eight points mechanized, four on foot."""


@rule("TNC 5.2.7")
def test_one_hex_is_always_possible():
    clear = {"tracks": {"weather": "clear"}}
    game = table({PANZER: "A2306", GI: "A2703"}, "german-movement", on=ground(**DEAR), **clear)
    assert points(game, PANZER) == 4
    do(game, "move", unit=PANZER, to="A2307")
    assert hex_of(game, PANZER) == "A2307" and points(game, PANZER) == 0
    moved = table({PANZER: "A2305", GI: "A2703"}, "german-movement", on=ground(**DEAR), **clear)
    assert refused(moved, "move", unit=PANZER, path=["A2306", "A2307"]).rule == "SPI 3.34"


# ------------------------------------------------------------------ 5.3
@rule("TNC 5.3.1")
@pytest.mark.parametrize(
    ("unit", "price"),
    [(PANZER, 4), ("g_pg_2_2", 4), ("g_tig_503", 4), ("g_hq_ISSPz", 4), (FOOT, 2), ("g_fj_13_5FJ", 2)],
)
def test_which_germans_are_mechanized(unit, price):
    game = table({unit: "A2306", GI: "A2703"}, "german-movement", on=ground({"A2307": "hills"}))
    assert cost(game, unit, "A2307") == price


@rule("TNC 5.3.2")
@pytest.mark.parametrize(
    ("unit", "price"),
    [(TANKS, 4), ("u_cav_4", 4), ("u_hq_V", 4), ("b_arm_32_Gds", 4), (GI, 2), ("b_inf_3", 2), ("b_ab_3", 2)],
)
def test_which_allies_are_mechanized(unit, price):
    game = table({unit: "A2306", FOOT: "A2703"}, "allied-movement", on=ground({"A2307": "hills"}))
    assert cost(game, unit, "A2307") == price


@rule("TNC 5.3.4")
def test_a_truck_makes_a_division_mechanized():
    game = on_trucks(GI, APART, "allied-mechanized")
    do(game, "move", unit=GI, to="A2307")
    assert refused(game, "move", unit="u_inf_4", to="A2405").rule == "SPI 4.0.B6"


@rule("TNC 5.3.4")
def test_a_division_on_trucks_pays_mechanized_costs():
    game = on_trucks(GI, APART, on=ground({"A2307": "hills"}))
    assert (cost(game, GI, "A2307"), cost(game, "u_inf_4", "A2307")) == (4, 2)


# ------------------------------------------------------------------ 5.6
ZONE = {FOOT: "A2306", GI: "A2307", TANKS: "A2703"}
"""The German regiment stands in the zone of the US division below it."""


@rule("TNC 5.6.1")
def test_disengaging_costs_two_points_more():
    game = table(ZONE, "german-movement")
    assert cost(game, FOOT, "A2305") == 3
    assert cost(game, FOOT, "A2305", "A2304") == 4, "once, not at every step"


@rule("TNC 5.6.1")
def test_disengagement_switched_off():
    game = table(ZONE, "german-movement", options={"disengagement": "off"})
    assert refused(game, "move", unit=FOOT, to="A2305").rule == "TNC 7.3"


@rule("TNC 5.6.2")
def test_a_unit_disengages_into_the_open():
    game = table({**ZONE, "u_inf_4": "A2104"}, "german-movement")
    assert refused(game, "move", unit=FOOT, path=["A2206"]).rule == "TNC 5.6.2"
    do(game, "move", unit=FOOT, path=["A2305"])
    assert refused(game, "move", unit=FOOT, path=["A2204"]).rule == "TNC 5.6.2", "nor later"


@rule("TNC 5.6.2")
def test_a_unit_disengages_into_a_zone_when_that_is_switched_off():
    game = table(ZONE, "german-movement", options={"disengage-into-the-open": "off"})
    do(game, "move", unit=FOOT, path=["A2206"])
    assert hex_of(game, FOOT) == "A2206"
    assert points(game, FOOT) == 5, "the two points are paid all the same"


@rule("TNC 5.6.3", "TNC 5.2.7")
def test_a_unit_disengages_only_if_it_can_pay():
    game = table({**ZONE, FOOT: "A2306"}, "german-movement", tracks={"weather": "clear"})
    assert points(game, FOOT) == 3
    do(game.fork(), "move", unit=FOOT, to="A2305")
    hilly = table(ZONE, "german-movement", tracks={"weather": "clear"}, on=ground({"A2305": "hills"}))
    assert refused(hilly, "move", unit=FOOT, to="A2305").rule == "SPI 3.34"


@rule("TNC 5.6.3")
def test_anybody_disengages_when_that_is_switched_off():
    words = {"tracks": {"weather": "clear"}, "on": ground({"A2305": "hills"})}
    game = table(ZONE, "german-movement", options={"disengage-only-if-paid": "off"}, **words)
    do(game, "move", unit=FOOT, to="A2305")
    assert hex_of(game, FOOT) == "A2305" and points(game, FOOT) == 0


# ------------------------------------------------------------------ 5.7
RIVER = [("A2306", "A2307", "major-river")]
ACROSS = {GI: "A2306", FOOT: "A2206", ENEMY: "A2712"}
"""The regiment in A2206 controls both A2306 (no river between) and A2307 over the river."""
BY_RIVER = [*RIVER, ("A2206", "A2307", "major-river")]
OPEN = {"disengage-into-the-open": "off"}


def over_the_river(units: dict[str, str], rivers=BY_RIVER, **words) -> Game:
    options = {**OPEN, **words.pop("options", {})}
    return table(units, "allied-movement", on=ground(rivers=rivers), options=options, **words)


@rule("TNC 5.7.2")
def test_not_over_a_major_river_from_zone_to_zone():
    game = over_the_river(ACROSS)
    assert refused(game, "move", unit=GI, path=["A2307"]).rule == "TNC 5.7.2"
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


@rule("TNC 5.7.4")
def test_no_movement_over_an_all_sea_hexside():
    wet = table(ONE_STEP, "allied-movement", on=ground(rivers=[("A2306", "A2307", "all-sea")]))
    assert refused(wet, "move", unit=GI, path=["A2307"]).rule == "SPI 6.8"
    do(wet, "move", unit=GI, path=["A2305"])


# ------------------------------------------------------------------ 5.8, 8.6.6
def trucks(game: Game) -> set[str]:
    """The units a truck marker lies on."""
    return {id for (kind, id), count in game.state.markers.items() if kind == "truck" and count}


FOUR = {GI: "A2303", "u_inf_4": "A2403", "u_inf_5": "A2503", "u_inf_8": "A2603", FOOT: "A2012"}


@rule("TNC 5.8.1")
def test_three_divisions_get_trucks_in_the_replacement_phase():
    game = table(FOUR, "allied-replacement")
    for unit in (GI, "u_inf_4", "u_inf_5"):
        do(game, "commit", what="truck", unit=unit)
    assert trucks(game) == {GI, "u_inf_4", "u_inf_5"}
    assert refused(game, "commit", what="truck", unit="u_inf_8").rule == "TNC 5.8.1"
    later = passed_to(game, "allied-movement")
    assert refused(later, "commit", what="truck", unit="u_inf_8")


@rule("TNC 5.8.1")
def test_a_division_that_arrives_this_turn_may_have_a_truck():
    game = table({FOOT: "A2012", GI: "A2303", "u_inf_80": "arrivals"}, "allied-replacement", turn=13)
    do(game, "commit", what="truck", unit="u_inf_80")
    assert trucks(game) == {"u_inf_80"}
    early = table({FOOT: "A2012", GI: "A2303", "u_inf_80": "arrivals"}, "allied-replacement", turn=1)
    assert refused(early, "commit", what="truck", unit="u_inf_80").rule == "TNC 5.8.1"


@rule("TNC 5.8.2")
def test_a_division_on_trucks_moves_in_the_mechanized_phase():
    game = on_trucks(GI, APART, "allied-mechanized")
    do(game, "move", unit=GI, to="A2307")
    assert hex_of(game, GI) == "A2307"


@rule("TNC 5.8.2")
def test_a_division_on_trucks_overruns():
    units = {GI: "A2307", FOOT: "A2308", "u_inf_4": "A2703"}
    game = on_trucks(GI, units, dice=[2], lost={FOOT: 1})  # 12 to 2, 6-1
    do(game, "take", unit=GI)
    do(game, "overrun", target="A2308", units=[GI])
    assert game.state.combat is not None
    plain = table(units, "allied-movement")
    do(plain, "take", unit=GI)
    assert refused(plain, "overrun", target="A2308", units=[GI]).rule == "TNC 6.5.3"


@rule("TNC 5.8.3")
def test_a_marker_goes_to_another_division_in_a_later_phase():
    game = on_trucks(GI, FOUR, "allied-mechanized", dice=[1, 1])
    assert refused(game, "commit", what="truck-off", unit=GI)
    do(game, "done")
    passed_to(game, "allied-replacement")
    assert trucks(game) == {GI}
    do(game, "commit", what="truck-off", unit=GI)
    do(game, "commit", what="truck", unit="u_inf_8")
    assert trucks(game) == {"u_inf_8"}


def attacked_on_trucks(die: int, division: str = GI, **words) -> Game:
    """A panzer division and two others attack a division on trucks."""
    pz = ("g_pz_2", "g_pg_2_2", "g_pg_304_2")
    units = {
        **dict.fromkeys(pz, "A2306"),
        **dict.fromkeys(SECOND if division in SECOND else (division,), "A2305"),
    }
    game = on_trucks(division, {**units, "u_cav_4": "A2703"}, "german-combat", dice=[1, 1, die], **words)
    fight(game, "A2305", *pz)
    return game


@rule("TNC 5.8.3", "TNC 8.6.6")
def test_a_division_that_retreats_loses_its_trucks():
    game = attacked_on_trucks(1)  # 28 to 12, 2-1: -/1
    choose(game, 1)
    retreat(game, GI, "A2304")
    assert trucks(game) == set()


@rule("TNC 5.8.3")
def test_a_division_that_stands_keeps_its_trucks():
    game = attacked_on_trucks(1)
    choose(game, 0)
    assert trucks(game) == {GI}


@rule("TNC 5.8.4")
def test_only_supplied_divisions_get_trucks():
    ring = dict(zip(GERMANS, corners("A2308"), strict=True))
    game = table({GI: "A2308", "u_inf_4": "A2303", **ring}, "allied-replacement")
    assert game.board.rules.supply_state(game.state, game.state.units[GI]) != "supplied"
    assert refused(game, "commit", what="truck", unit=GI).rule == "TNC 5.8.4"
    do(game, "commit", what="truck", unit="u_inf_4")


GERMANS = (
    "g_inf_986_276",
    "g_inf_987_276",
    "g_inf_988_276",
    "g_inf_989_277",
    "g_inf_990_277",
    "g_inf_991_277",
)


@rule("TNC 5.8.4")
def test_an_enemy_zone_does_not_keep_trucks_away():
    game = table({GI: "A2306", FOOT: "A2307", "u_inf_4": "A2303"}, "allied-replacement")
    do(game, "commit", what="truck", unit=GI)
    assert trucks(game) == {GI}


@rule("TNC 5.8.4")
def test_the_second_division_needs_all_its_regiments_in_one_hex():
    apart = table(
        {SECOND[0]: "A2303", SECOND[1]: "A2303", SECOND[2]: "A2304", FOOT: "A2012"}, "allied-replacement"
    )
    assert refused(apart, "commit", what="truck", unit=SECOND[0]).rule == "TNC 5.8.4"
    game = on_trucks(SECOND[0], {**dict.fromkeys(SECOND, "A2303"), FOOT: "A2012"})
    assert trucks(game) == set(SECOND)
    assert refused(game, "move", unit=SECOND[0], to="A2304").rule == "TNC 5.8.4"
    do(game, "move", units=list(SECOND), to="A2304")
    assert {hex_of(game, u) for u in SECOND} == {"A2304"}


@rule("TNC 5.8.5")
def test_trucks_outlast_their_division():
    game = attacked_on_trucks(1, lost={GI: 3})
    choose(game, 0)
    assert game.state.units[GI].hex < 0 and trucks(game) == set()


# ------------------------------------------------------------------ 5.9
EDGE = {TANKS: "A0128", "u_cav_4": "A0129", "u_inf_1": "A2303", FOOT: "A2712"}


@rule("TNC 5.9.1")
def test_who_leaves_the_map_is_gone_for_good():
    game = table(EDGE, "allied-movement")
    do(game, "exit", unit=TANKS, edge="W")
    assert game.state.units[TANKS].place.name == "exited"
    assert TANKS not in {u for a in listed(game, "place") for u in [a.unit]}


@rule("TNC 5.9.1")
def test_germans_do_not_leave_the_map():
    game = table({PANZER: "A0128", GI: "A2303"}, "german-movement")
    assert refused(game, "exit", unit=PANZER, edge="W").rule == "TNC 5.9.1"
    do(game, "move", unit=PANZER, to="A0129")


@rule("TNC 5.9.2")
def test_leaving_the_map_costs_a_point():
    path = [f"A{column:02}28" for column in range(2, 0, -1)]
    game = table(
        {GI: "A0228", FOOT: "A2712"}, "allied-movement", on=ground(dict.fromkeys(("A0128", "A0228"), "clear"))
    )
    do(game, "take", unit=GI)
    do(game, "move", unit=GI, path=path[1:])
    do(game, "exit", unit=GI, edge="W")
    assert game.state.units[GI].hex < 0
    combat = table(EDGE, "allied-combat")
    assert refused(combat, "exit", unit=TANKS, edge="W")


@rule("TNC 5.9.2")
def test_leaving_the_map_from_an_enemy_zone_is_disengaging():
    units = {TANKS: "A0128", GI: "A2303", FOOT: "A0129"}
    do(table(units, "allied-movement"), "exit", unit=TANKS, edge="W")
    held = table(units, "allied-movement", options={"disengagement": "off"})
    assert refused(held, "exit", unit=TANKS, edge="W").rule == "TNC 7.3"
    stopped = table({**units, TANKS: "A0126"}, "allied-movement")
    do(stopped, "move", unit=TANKS, to="A0128")
    assert refused(stopped, "exit", unit=TANKS, edge="W").rule == "TNC 5.2.3"


# ------------------------------------------------------------------ refused, and the legal twin
def go(unit: str, *path: str) -> Words:
    return {"kind": "move", "units": [unit], "path": list(path)}


def load(unit: str) -> Words:
    return {"kind": "commit", "what": "truck", "unit": unit}


def off(unit: str, edge: str) -> Words:
    return {"kind": "exit", "units": [unit], "edge": edge}


def south(start: int, steps: int) -> list[str]:
    return [f"A23{start + n:02}" for n in range(1, steps + 1)]


ALLIED, GERMAN, TRUCKS = "allied-movement", "german-movement", "allied-replacement"
FAR = {FOOT: "A2712"}
WALK = {GI: "A2303", FOOT: "A2706"}
CLEAR_SKY: Words = {"tracks": {"weather": "clear"}}
HILLS = {"ground": {"terrain": {"A2304": "hills", "A2305": "hills"}}}
WOODS = {"ground": {"terrain": dict.fromkeys(south(3, 8), "light-forest")}}
WET: Words = {"ground": {"rivers": [("A2306", "A2307", "all-sea")]}}
DRY: Words = {"ground": {"rivers": [("A2306", "A2307", "minor-river")]}}
FORD: Words = {"ground": {"rivers": BY_RIVER}, "options": OPEN}

ATTEMPTS = [
    Attempt("SPI 3.34", WALK, go(GI, *south(3, 9)), {"action": {"path": south(3, 8)}}, ALLIED),
    Attempt(
        "SPI 3.34",
        {GI: "A2303", TANKS: "A2303", **FAR},
        {**go(GI, *south(3, 9)), "units": [GI]},
        {"action": {"units": [TANKS]}},
        ALLIED,
    ),
    Attempt(
        "SPI 3.34",
        {FOOT: "A2303", GI: "A2712"},
        go(FOOT, *south(3, 4)),
        {"tracks": {}},
        GERMAN,
        table=CLEAR_SKY,
    ),
    Attempt(
        "SPI 3.34",
        {FOOT: "A2303", GI: "A2712"},
        go(FOOT, *south(3, 7)),
        {"action": {"path": south(3, 6)}},
        GERMAN,
        table={"tracks": {"weather": "overcast"}},
    ),
    Attempt(
        "SPI 3.34",
        {TANKS: "A2303", **FAR},
        go(TANKS, *south(3, 6), "A2308"),
        {"ground": {}},
        ALLIED,
        table=WOODS,
    ),
    Attempt(
        "SPI 3.34",
        {TANKS: "A2303", **FAR},
        go(TANKS, *south(3, 7)),
        {"units": {TANKS: "", GI: "A2303"}, "action": {"units": [GI]}},
        ALLIED,
        table=WOODS,
    ),
    Attempt("SPI 3.34", {GI: "A2303", **FAR}, go(GI, *south(3, 7)), {"ground": {}}, ALLIED, table=HILLS),
    Attempt("TNC 5.2.2", {GI: "A2306", FOOT: "A2307"}, go(GI, "A2307"), {"units": {FOOT: "A2309"}}, ALLIED),
    Attempt("TNC 5.2.2", {FOOT: "A2306", GI: "A2307"}, go(FOOT, "A2307"), {"units": {GI: "A2309"}}, GERMAN),
    Attempt(
        "TNC 5.2.2",
        {GI: "A2306", FOOT: "A2307", "g_hq_ISSPz": "A2307"},
        go(GI, "A2307"),
        {"units": {FOOT: "A2712"}},
        ALLIED,
    ),
    Attempt(
        "TNC 5.2.3",
        {GI: "A2303", FOOT: "A2306"},
        go(GI, *south(3, 2), "A2205"),
        {"units": {FOOT: "A2308"}},
        ALLIED,
    ),
    Attempt(
        "TNC 5.2.3",
        {GI: "A2303", FOOT: "A2306"},
        go(GI, "A2405"),
        {"units": {FOOT: "A2308"}},
        ALLIED,
        before=(go(GI, *south(3, 2)),),
    ),
    Attempt(
        "TNC 5.2.3",
        {GI: "A2303", FOOT: "A2306"},
        go(GI, *south(3, 2), "A2304"),
        {"units": {FOOT: "", "g_tig_503": "A2306"}},
        ALLIED,
    ),
    Attempt(
        "SPI 4.0.B6",
        {GI: "A2303", **FAR},
        go(GI, "A2304"),
        {"units": {GI: "", TANKS: "A2303"}, "action": {"units": [TANKS]}},
        "allied-mechanized",
    ),
    Attempt(
        "SPI 4.0.A5",
        {FOOT: "A2303", PANZER: "A2403", GI: "A2712"},
        go(FOOT, "A2304"),
        {"action": {"units": [PANZER]}},
        "german-mechanized",
    ),
    Attempt(
        "SPI 4.0.A5",
        {"g_fj_13_5FJ": "A2303", "g_hq_ISSPz": "A2303", GI: "A2712"},
        go("g_fj_13_5FJ", "A2304"),
        {"action": {"units": ["g_hq_ISSPz"]}},
        "german-mechanized",
    ),
    Attempt(
        "TNC 7.3",
        ZONE,
        go(FOOT, "A2305"),
        {"options": {}},
        GERMAN,
        table={"options": {"disengagement": "off"}},
    ),
    Attempt("TNC 5.6.2", ZONE, go(FOOT, "A2206"), {"action": {"path": ["A2305"]}}, GERMAN),
    Attempt("TNC 5.6.2", ZONE, go(FOOT, "A2206"), {"units": {GI: "A2308"}}, GERMAN),
    Attempt(
        "TNC 5.6.2",
        {**ZONE, "u_inf_4": "A2104"},
        go(FOOT, "A2305", "A2204"),
        {"units": {"u_inf_4": "A2103"}, "action": {"path": ["A2305", "A2204"]}},
        GERMAN,
    ),
    Attempt(
        "SPI 3.34", ZONE, go(FOOT, "A2305", "A2304"), {"action": {"path": ["A2305"]}}, GERMAN, table=CLEAR_SKY
    ),
    Attempt("TNC 5.7.2", ACROSS, go(GI, "A2307"), {"units": {"u_cav_4": "A2307"}}, ALLIED, table=FORD),
    Attempt("TNC 5.7.2", ACROSS, go(GI, "A2307"), {"units": {FOOT: "A2308"}}, ALLIED, table=FORD),
    Attempt("TNC 5.7.2", ACROSS, go(GI, "A2307"), {"ground": {"rivers": RIVER}}, ALLIED, table=FORD),
    Attempt("SPI 6.8", {GI: "A2306", **FAR}, go(GI, "A2307"), DRY, ALLIED, table=WET),
    Attempt(
        "TNC 5.3.4",
        {"b_inf_3": "A2303", GI: "A2403", **FAR},
        load("b_inf_3"),
        {"action": {"unit": GI}},
        TRUCKS,
    ),
    Attempt("TNC 5.3.4", {TANKS: "A2303", GI: "A2403", **FAR}, load(TANKS), {"action": {"unit": GI}}, TRUCKS),
    Attempt("TNC 5.8.1", FOUR, load(GI), {"action": {"unit": "u_inf_4"}}, TRUCKS, before=(load(GI),)),
    Attempt(
        "TNC 5.8.1",
        FOUR,
        load("u_inf_8"),
        {"before": (load(GI), load("u_inf_4"))},
        TRUCKS,
        before=(load(GI), load("u_inf_4"), load("u_inf_5")),
    ),
    Attempt("TNC 5.8.3", FOUR, {**load(GI), "what": "truck-off"}, {"before": (load(GI),)}, TRUCKS),
    Attempt(
        "TNC 5.8.4",
        {SECOND[0]: "A2303", SECOND[1]: "A2303", SECOND[2]: "A2304", **FAR},
        load(SECOND[0]),
        {"units": {SECOND[2]: "A2303"}},
        TRUCKS,
    ),
    Attempt("TNC 5.9.1", {TANKS: "A0228", **FAR}, off(TANKS, "W"), {"units": {TANKS: "A0128"}}, ALLIED),
    Attempt("TNC 5.9.1", {TANKS: "A0128", **FAR}, off(TANKS, "S"), {"action": {"edge": "W"}}, ALLIED),
    Attempt("TNC 5.9.1", {GI: "A0133", **FAR}, off(GI, "S"), {"units": {GI: "A0134"}}, ALLIED),
    Attempt(
        "TNC 7.3",
        {TANKS: "A0128", FOOT: "A0129"},
        off(TANKS, "W"),
        {"options": {}},
        ALLIED,
        table={"options": {"disengagement": "off"}},
    ),
]


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(a, marks=pytest.mark.rule("cobra-1977", a.rule), id=f"{n:02}-{a.rule}")
        for n, a in enumerate(ATTEMPTS)
    ],
)
def test_refused_and_twin(attempt):
    check(attempt)
