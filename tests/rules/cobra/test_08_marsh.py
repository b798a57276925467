"""8.5.9 and 5.3.6: mechanized units attack, go back and come on past marsh by road only."""

from __future__ import annotations

import pytest
from cobra_table import do, ground, hex_of, listed, refused, table
from fights import advance, asked, attack, choose, dealt, retreat, rule

TANKS, GI, FOOT, PANZER = "u_arm_A_2", "u_inf_9_2", "g_inf_986_276", "g_pz_2SS"
DIVISION = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")


def wet(hex: str, *roads: tuple[str, str]):
    """The clear map with a marsh, and minor roads between hexes."""
    return ground({hex: "marsh"}, roads=[(a, b, "secondary") for a, b in roads])


# ------------------------------------------------------------------ attacks
@rule("DG 8.5.9")
@pytest.mark.parametrize("hex", ["A2306", "A2305"])
def test_no_attack_into_or_out_of_marsh_but_by_road(hex):
    units = {TANKS: "A2305", GI: "A2305", FOOT: "A2306"}
    game = table(units, "allied-combat", on=wet(hex))
    assert refused(game, "attack", targets=["A2306"], attackers=[TANKS]).rule == "8.5.9"
    do(game, "declare", targets=["A2306"])
    assert {a.unit for a in listed(game, "add-attacker")} == {GI}
    by_road = table(units, "allied-combat", on=wet(hex, ("A2305", "A2306")), dice=[4])
    do(by_road, "declare", targets=["A2306"])
    assert {a.unit for a in listed(by_road, "add-attacker")} == {GI, TANKS}


@rule("DG 8.5.9")
def test_a_road_over_another_hexside_is_no_help():
    units = {TANKS: "A2305", FOOT: "A2306"}
    game = table(units, "allied-combat", on=wet("A2306", ("A2405", "A2306")))
    assert refused(game, "attack", targets=["A2306"], attackers=[TANKS]).rule == "8.5.9"
    over_it = table({**units, TANKS: "A2405"}, "allied-combat", on=wet("A2306", ("A2405", "A2306")), dice=[4])
    attack(over_it, "A2306", TANKS)


# ------------------------------------------------------------------ retreats
def driven(unit: str, on) -> object:
    """A German unit in A2306 is driven a hex back; its ways are A2206, A2307 and A2406."""
    game = dealt("0/1", {"u_inf_1": "A2305", unit: "A2306"}, ("u_inf_1",), "A2306", on=on)
    return game


@rule("DG 8.5.9", "DG 5.3.6")
def test_no_retreat_into_marsh_but_by_road():
    game = driven(PANZER, wet("A2307"))
    choose(game, 1)
    assert refused(game, "retreat", unit=PANZER, path=["A2307"]).rule in ("8.5.9", "5.3.6")
    retreat(game, PANZER, "A2406")
    by_road = driven(PANZER, wet("A2307", ("A2306", "A2307")))
    choose(by_road, 1)
    retreat(by_road, PANZER, "A2307")
    on_foot = driven(FOOT, wet("A2307"))
    choose(on_foot, 1)
    retreat(on_foot, FOOT, "A2307")


@rule("DG 8.5.9")
def test_no_retreat_out_of_marsh_but_by_road():
    game = driven(PANZER, wet("A2306", ("A2306", "A2406")))
    choose(game, 1)
    assert hex_of(game, PANZER) == "A2406", "the road is the one way"
    game = driven(PANZER, wet("A2306"))
    assert (hex_of(game, PANZER), game.state.units[PANZER].losses) == ("A2306", 1)
    on_foot = driven(FOOT, wet("A2306"))
    choose(on_foot, 1)
    retreat(on_foot, FOOT, "A2307")


@rule("DG 8.5.9")
def test_nor_does_it_go_along_into_marsh():
    friend, hit = "g_pg_901_Lehr", FOOT
    units = {"u_inf_1": "A2305", hit: "A2306", friend: "A2307", "u_inf_4": "A2106", "u_inf_5": "A2507"}
    game = dealt("0/2", units, ("u_inf_1",), "A2306", on=wet("A2308"))
    choose(game, 2)
    assert refused(game, "retreat", units=[hit, friend], path=["A2307", "A2308"]).rule == "8.5.9"
    retreat(game, hit, "A2307", "A2308")


# ------------------------------------------------------------------ advances
@rule("DG 8.5.9")
def test_no_advance_into_marsh_but_by_road():
    units = {TANKS: "A2305", GI: "A2305", FOOT: "A2306"}
    for roads, who in (((), {GI}), ((("A2305", "A2306"),), {GI, TANKS})):
        game = dealt("0/1", units, (TANKS, GI), "A2306", on=wet("A2306", *roads))
        choose(game, 1)
        retreat(game, FOOT, "A2307")
        assert asked(game) == "advance-after-combat allied"
        assert {id for a in listed(game, "advance") for id in a.units} == who
        if TANKS in who:
            advance(game, TANKS, "A2306")
        else:
            assert refused(game, "advance", unit=TANKS, path=["A2306"]).rule == "8.5.9"


# ------------------------------------------------------------------ overruns
@rule("DG 8.5.9")
def test_no_overrun_out_of_marsh_but_by_road():
    units = {**dict.fromkeys(DIVISION, "A2307"), FOOT: "A2308"}
    words = {"target": "A2308", "units": list(DIVISION)}
    game = table(units, "allied-movement", on=wet("A2307"))
    do(game, "take", units=list(DIVISION))
    assert refused(game, "overrun", **words).rule == "8.5.9"
    game = table(units, "allied-movement", on=wet("A2307", ("A2307", "A2308")), dice=[4])
    do(game, "take", units=list(DIVISION))
    do(game, "overrun", **words)
