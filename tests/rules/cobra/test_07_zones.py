"""Chapter 7: zones of control."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, ground, hex_of, listed, refused, table
from fights import rule
from marches import cost

from hexcore.game import Game
from hexcore.zoc import negated, zone
from hexcore_cobra import COBRA
from hexcore_cobra.order_of_battle import ALLIED, GERMAN


def controlled(game: Game, side: str) -> set[str]:
    numbers = game.board.map.numbers
    return {numbers[h] for h, flag in enumerate(zone(game.state, side)) if flag}  # type: ignore[arg-type]


AROUND_A2308 = {"A2307", "A2309", "A2207", "A2208", "A2407", "A2408"}


@rule("7.1", "7.6")
def test_a_regiment_controls_all_six_hexes() -> None:
    game = table({"g_pz_2": "A2308", "u_inf_1": "A2312"}, "allied-movement")
    assert controlled(game, GERMAN) == AROUND_A2308


@rule("DG 7.1")
def test_flak_controls_nothing() -> None:
    game = table({"g_flak_1": "A2308", "u_inf_1": "A2312"}, "allied-movement")
    assert controlled(game, GERMAN) == set()


@rule("7.1")
@pytest.mark.parametrize("unit", ["g_hq_XLVIIPz", "g_tig_503"])
def test_headquarters_and_battalions_control_nothing(unit: str) -> None:
    game = table({unit: "A2308", "u_inf_1": "A2312"}, "allied-movement")
    assert controlled(game, GERMAN) == set()


@rule("5.7.4")
def test_zones_do_not_cross_all_sea_hexsides() -> None:
    wet = ground(rivers=[("A2308", "A2307", "all-sea")])
    game = table({"g_pz_2": "A2308", "u_inf_1": "A2312"}, "allied-movement", on=wet)
    assert controlled(game, GERMAN) == AROUND_A2308 - {"A2307"}


@rule("TNC 7.6")
def test_in_1977_zones_cross_major_rivers_and_reach_into_caen() -> None:
    river = ground(rivers=[("A2308", "A2307", "major-river")])
    off = {"zones-have-bounds": "off"}
    game = table({"g_pz_2": "A2308", "g_pz_9": "A3603"}, "allied-movement", on=river, options=off)
    assert {"A2307", "A3504"} <= controlled(game, GERMAN)


@rule("7.6")
def test_zones_do_not_pass_a_major_river() -> None:
    sides = [("A2308", "A2307", "major-river"), ("A2308", "A2309", "minor-river")]
    game = table({"g_pz_2": "A2308", "u_inf_1": "A2312"}, "allied-movement", on=ground(rivers=sides))
    assert controlled(game, GERMAN) == AROUND_A2308 - {"A2307"}


@rule("7.6")
def test_a_bridge_carries_no_zone_over_a_major_river() -> None:
    bridge = [("A2308", "A2307", "primary")]
    on = ground(rivers=[("A2308", "A2307", "major-river")], roads=bridge)
    game = table({"g_pz_2": "A2308", "u_inf_1": "A2312"}, "allied-movement", on=on)
    assert controlled(game, GERMAN) == AROUND_A2308 - {"A2307"}


@rule("7.6")
def test_zones_reach_out_of_caen_but_not_into_it() -> None:
    beside = table({"g_pz_2": "A3403", "u_inf_1": "A2312"}, "allied-movement")
    assert "A3503" in controlled(beside, GERMAN) and "A3504" not in controlled(beside, GERMAN)
    inside = table({"g_pz_2": "A3504", "u_inf_1": "A2312"}, "allied-movement")
    assert controlled(inside, GERMAN) == {"A3503", "A3603", "A3404", "A3403"}  # not A3505, nor over the Orne


@rule("7.6")
def test_a_zone_into_caen_does_not_stop_anybody() -> None:
    units = {"g_pz_2": "A3404", "u_arm_A_2": "A3502"}
    stopped = table(units, "allied-movement")
    do(stopped, "move", unit="u_arm_A_2", path=["A3503", "A3403"])
    assert stopped.state.note("stopped", "u_arm_A_2")[0] == cited("5.2.3")
    game = table(units, "allied-movement")
    do(game, "move", unit="u_arm_A_2", path=["A3503", "A3504"])
    assert game.state.note("stopped", "u_arm_A_2") is None


@rule("DG 7.6")
def test_zones_do_not_reach_into_a_fortress_or_cherbourg() -> None:
    fort = ground({"A2307": "clear fortress"})
    game = table({"g_pz_2": "A2308", "u_inf_1": "A2312"}, "allied-movement", on=fort)
    assert controlled(game, GERMAN) == AROUND_A2308 - {"A2307"}
    both_sheets = COBRA.map
    outside = table({"u_inf_1": "B1206", "g_pz_2": "A2312"}, "allied-movement", on=both_sheets)
    assert not {"B1207", "B1307"} & controlled(outside, ALLIED)
    inside = table({"g_pz_2": "B1308", "u_inf_1": "A2312"}, "allied-movement", on=both_sheets)
    assert controlled(inside, GERMAN) == {"B1408", "B1309", "B1208"}


@rule("7.2")
def test_entering_a_zone_costs_nothing_more() -> None:
    game = table({"g_pz_2": "A2308", "u_inf_1": "A2311"}, "allied-movement")
    do(game, "take", unit="u_inf_1")
    do(game, "move", unit="u_inf_1", path=["A2310", "A2309"])
    assert game.state.notes["phase", "spent", "u_inf_1"] == 4


@rule("7.7")
def test_two_zones_on_a_hex_are_as_one() -> None:
    game = table({"g_pz_2": "A2308", "g_pz_9": "A2408", "u_inf_1": "A2311"}, "allied-movement")
    do(game, "move", unit="u_inf_1", path=["A2310", "A2309"])
    assert hex_of(game, "u_inf_1") == "A2309" and game.state.notes["phase", "spent", "u_inf_1"] == 4


@rule("7.3")
def test_leaving_a_zone_is_disengaging() -> None:
    units = {"g_pz_2": "A2308", "u_inf_1": "A2309", "u_inf_4": "A2411"}
    game = table(units, "allied-movement")
    assert cost(game, "u_inf_1", "A2310") == 3 and cost(game, "u_inf_4", "A2511") == 1


@rule("TNC 7.3")
def test_without_disengagement_a_unit_stays_in_the_zone() -> None:
    units = {"g_pz_2": "A2308", "u_inf_1": "A2309", "u_inf_4": "A2411"}
    held = table(units, "allied-movement", options={"disengagement": "off"})
    assert refused(held, "move", unit="u_inf_1", to="A2310").rule == cited("7.3")
    do(held, "move", unit="u_inf_4", to="A2511")
    free = table(units, "allied-movement")
    do(free, "move", unit="u_inf_1", to="A2310")
    assert hex_of(free, "u_inf_1") == "A2310"


@rule("7.4")
def test_friendly_zones_never_stop_a_unit() -> None:
    game = table({"g_pz_2": "A2303", "u_inf_1": "A2311", "u_inf_4": "A2409"}, "allied-movement")
    do(game, "move", unit="u_inf_1", path=["A2310", "A2309", "A2308"])
    assert hex_of(game, "u_inf_1") == "A2308"


@rule("7.5", "9.2.6")
def test_units_but_not_headquarters_cancel_zones_where_they_stand() -> None:
    game = table({"g_pz_2": "A2308", "u_inf_1": "A2309", "u_hq_V": "A2408"}, "allied-combat")
    cancelled = negated(game.state, ALLIED)
    assert cancelled[game.board.map.hex("A2309")] and not cancelled[game.board.map.hex("A2408")]


@rule("7.5")
def test_friends_do_not_cancel_zones_for_movement() -> None:
    game = table({"g_pz_2": "A2308", "u_cav_4": "A2309", "u_inf_1": "A2311"}, "allied-movement")
    do(game, "move", unit="u_inf_1", path=["A2310", "A2309"])
    assert game.state.note("stopped", "u_inf_1")[0] == cited("5.2.3")
    assert negated(game.state, ALLIED)[game.board.map.hex("A2309")]


@rule("7.1")
def test_a_unit_stops_in_the_zone_and_may_not_go_on() -> None:
    game = table({"g_pz_2": "A2308", "u_inf_1": "A2311"}, "allied-movement")
    assert refused(game, "move", unit="u_inf_1", path=["A2310", "A2309", "A2409"]).rule == cited("5.2.3")
    beside_hq = table({"g_hq_XLVIIPz": "A2308", "u_inf_1": "A2311"}, "allied-movement")
    do(beside_hq, "move", unit="u_inf_1", path=["A2310", "A2309", "A2409"])
    assert hex_of(beside_hq, "u_inf_1") == "A2409"
    assert listed(beside_hq, "move")
