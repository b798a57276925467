"""Chapters 5.8 and 5.9: American trucks, and leaving the map."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, ground, hex_of, is_1977, listed, refused, table
from fights import attack as fight, choose, corners, retreat, rule
from marches import APART, FOOT, FOUR, GI, PANZER, SECOND, TANKS, on_trucks, passed_to

from hexcore.events import Removed, apply
from hexcore.game import Game


# ------------------------------------------------------------------ 5.8, 8.6.6
def trucks(game: Game) -> set[str]:
    """The units a truck marker lies on."""
    return {id for (kind, id), count in game.state.markers.items() if kind == "truck" and count}


@rule("5.8.1")
def test_three_divisions_get_trucks_in_the_replacement_phase():
    game = table(FOUR, "allied-replacement")
    for unit in (GI, "u_inf_4", "u_inf_5"):
        do(game, "commit", what="truck", unit=unit)
    assert trucks(game) == {GI, "u_inf_4", "u_inf_5"}
    assert refused(game, "commit", what="truck", unit="u_inf_8").rule == cited("5.8.1")
    later = passed_to(game, "allied-movement")
    assert refused(later, "commit", what="truck", unit="u_inf_8")


@rule("5.8.1")
def test_a_division_that_arrives_this_turn_may_have_a_truck():
    game = table({FOOT: "A2012", GI: "A2303", "u_inf_80": "arrivals"}, "allied-replacement", turn=13)
    do(game, "commit", what="truck", unit="u_inf_80")
    assert trucks(game) == {"u_inf_80"}
    early = table({FOOT: "A2012", GI: "A2303", "u_inf_80": "arrivals"}, "allied-replacement", turn=1)
    assert refused(early, "commit", what="truck", unit="u_inf_80").rule == cited("5.8.1")


@rule("5.8.2")
def test_a_division_on_trucks_moves_in_the_mechanized_phase():
    game = on_trucks(GI, APART, "allied-mechanized")
    do(game, "move", unit=GI, to="A2307")
    assert hex_of(game, GI) == "A2307"


@rule("5.8.2")
def test_a_division_on_trucks_overruns():
    units = {GI: "A2307", FOOT: "A2308", "u_inf_4": "A2703"}
    game = on_trucks(GI, units, dice=[2], lost={FOOT: 1})  # 12 to 2, 6-1
    do(game, "take", unit=GI)
    do(game, "overrun", target="A2308", units=[GI])
    assert game.state.combat is not None
    plain = table(units, "allied-movement")
    do(plain, "take", unit=GI)
    assert refused(plain, "overrun", target="A2308", units=[GI]).rule == cited("6.5.3")


@rule("5.8.3")
def test_a_marker_goes_to_another_division_in_a_later_phase():
    game = on_trucks(GI, FOUR, "allied-mechanized", dice=[1, 1])
    assert refused(game, "commit", what="truck-off", unit=GI)
    do(game, "done")
    passed_to(game, "allied-replacement")
    assert trucks(game) == {GI}
    do(game, "commit", what="truck-off", unit=GI)
    do(game, "commit", what="truck", unit="u_inf_8")
    assert trucks(game) == {"u_inf_8"}


def attacked_on_trucks(die: int, division: str = GI, drop: tuple[str, ...] = (), **words) -> Game:
    """A panzer division attacks a division on trucks, which has lost the units dropped before."""
    pz = ("g_pz_2", "g_pg_2_2", "g_pg_304_2")
    units = {
        **dict.fromkeys(pz, "A2306"),
        **dict.fromkeys(SECOND if division in SECOND else (division,), "A2305"),
    }
    weather = [1, 1] if is_1977() else [1]
    game = on_trucks(division, {**units, "u_cav_4": "A2703"}, "german-combat", dice=[*weather, die], **words)
    for id in drop:
        game.state = apply(game.state, Removed(id, "eliminated"))
    fight(game, "A2305", *pz)
    return game


@rule("5.8.3", "8.6.6")
def test_a_division_that_retreats_loses_its_trucks():
    game = attacked_on_trucks(1)  # 28 to 12, 2-1: -/1
    choose(game, 1)
    retreat(game, GI, "A2304")
    assert trucks(game) == set()


@rule("5.8.3")
def test_a_division_that_stands_keeps_its_trucks():
    game = attacked_on_trucks(1)
    choose(game, 0)
    assert trucks(game) == {GI}


@rule("5.8.4")
def test_only_supplied_divisions_get_trucks():
    ring = dict(zip(GERMANS, corners("A2308"), strict=True))
    game = table({GI: "A2308", "u_inf_4": "A2303", **ring}, "allied-replacement")
    assert game.board.rules.supply_state(game.state, game.state.units[GI]) != "supplied"
    assert refused(game, "commit", what="truck", unit=GI).rule == cited("5.8.4")
    do(game, "commit", what="truck", unit="u_inf_4")


GERMANS = (
    "g_inf_986_276",
    "g_inf_987_276",
    "g_inf_988_276",
    "g_inf_989_277",
    "g_inf_990_277",
    "g_inf_991_277",
)


@rule("5.8.4")
def test_an_enemy_zone_does_not_keep_trucks_away():
    game = table({GI: "A2306", FOOT: "A2307", "u_inf_4": "A2303"}, "allied-replacement")
    do(game, "commit", what="truck", unit=GI)
    assert trucks(game) == {GI}


@rule("5.8.4")
def test_the_second_division_needs_all_its_regiments_in_one_hex():
    apart = table(
        {SECOND[0]: "A2303", SECOND[1]: "A2303", SECOND[2]: "A2304", FOOT: "A2012"}, "allied-replacement"
    )
    assert refused(apart, "commit", what="truck", unit=SECOND[0]).rule == cited("5.8.4")
    fallen = table(
        {SECOND[0]: "A2303", SECOND[1]: "A2303", SECOND[2]: "eliminated", FOOT: "A2012"}, "allied-replacement"
    )
    assert refused(fallen, "commit", what="truck", unit=SECOND[0]).rule == cited("5.8.4")
    game = on_trucks(SECOND[0], {**dict.fromkeys(SECOND, "A2303"), FOOT: "A2012"})
    assert trucks(game) == set(SECOND)
    assert refused(game, "move", unit=SECOND[0], to="A2304").rule == cited("5.8.4")
    do(game, "move", units=list(SECOND), to="A2304")
    assert {hex_of(game, u) for u in SECOND} == {"A2304"}


@rule("5.8.5")
def test_trucks_outlast_their_division():
    game = attacked_on_trucks(1, lost={GI: 3})
    choose(game, 0)
    assert game.state.units[GI].hex < 0 and trucks(game) == set()


@rule("5.8.4", "5.8.2")
def test_regiments_that_share_a_truck_are_offered_together():
    game = on_trucks(SECOND[0], {**dict.fromkeys(SECOND, "A2303"), FOOT: "A2012"}, "allied-mechanized")
    assert [set(a.units) for a in listed(game, "take")] == [set(SECOND)]
    do(game, "move", units=list(SECOND), to="A2306")
    assert {hex_of(game, u) for u in SECOND} == {"A2306"}
    first = on_trucks(SECOND[0], {**dict.fromkeys(SECOND, "A2303"), FOOT: "A2012"})
    assert [set(a.units) for a in listed(first, "take")] == [set(SECOND)], "once, though it may overrun too"


@rule("5.8.4")
@pytest.mark.parametrize("attackers", [SECOND, SECOND[:2]])
def test_regiments_that_share_a_truck_advance_together(attackers):
    units = {**dict.fromkeys(SECOND, "A2305"), FOOT: "A2306", "g_tig_503": "A2012"}
    game = on_trucks(SECOND[0], units, "allied-combat", dice=[1], lost={FOOT: 1})
    fight(game, "A2306", *attackers)  # 24 to 2, or 16 to 2: the regiment is lost
    choose(game, 0)
    if attackers == SECOND:
        assert refused(game, "advance", units=list(SECOND[:2]), path=["A2306"]).rule == cited("5.8.4")
        do(game, "advance", units=list(SECOND), path=["A2306"])
        assert {hex_of(game, u) for u in SECOND} == {"A2306"}
    else:
        assert game.decision.kind == "combat-phase", "nobody is asked to advance"


@rule("5.8.5")
def test_the_marker_stays_while_a_regiment_is_left():
    game = attacked_on_trucks(1, SECOND[0], lost=dict.fromkeys(SECOND, 1))  # 28 to 12: -/1
    choose(game, 0)
    do(game, "lose", unit=SECOND[0])
    assert game.state.units[SECOND[0]].hex < 0 and trucks(game) == set(SECOND)
    last = attacked_on_trucks(1, SECOND[0], lost=dict.fromkeys(SECOND, 1), drop=SECOND[1:])
    choose(last, 0)
    assert last.state.units[SECOND[0]].hex < 0 and trucks(last) == set()


# ------------------------------------------------------------------ 5.9
EDGE = {TANKS: "A0128", "u_cav_4": "A0129", "u_inf_1": "A2303", FOOT: "A2712"}


@rule("5.9.1")
def test_who_leaves_the_map_is_gone_for_good():
    game = table(EDGE, "allied-movement")
    do(game, "exit", unit=TANKS, edge="W")
    assert game.state.units[TANKS].place.name == "exited"
    assert TANKS not in {u for a in listed(game, "place") for u in [a.unit]}


@rule("5.9.1")
def test_germans_do_not_leave_the_map():
    game = table({PANZER: "A0128", GI: "A2303"}, "german-movement")
    assert refused(game, "exit", unit=PANZER, edge="W").rule == cited("5.9.1")
    do(game, "move", unit=PANZER, to="A0129")


@rule("5.9.2")
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


@rule("5.9.2")
def test_leaving_the_map_from_an_enemy_zone_is_disengaging():
    units = {TANKS: "A0128", GI: "A2303", FOOT: "A0129"}
    do(table(units, "allied-movement"), "exit", unit=TANKS, edge="W")
    if is_1977():
        held = table(units, "allied-movement", options={"disengagement": "off"})
        assert refused(held, "exit", unit=TANKS, edge="W").rule == cited("7.3")
    stopped = table({**units, TANKS: "A0126"}, "allied-movement")
    do(stopped, "move", unit=TANKS, to="A0128")
    assert refused(stopped, "exit", unit=TANKS, edge="W").rule == cited("5.2.3")
