"""10.5.1 on both sheets: Isigny, Bayeux and the roads joined to them as Allied sources of supply."""

from __future__ import annotations

import pytest
from at_the_table import do
from cobra_table import campaign
from fights import rule
from lines import (
    AWAY,
    BY_SAINT_LO,
    FOE,
    FOE_2,
    FOE_STAFF,
    FRENCH,
    GI,
    INLAND,
    PANZER,
    POLES,
    STAFF,
    TOMMY,
    after,
    landed,
    supplied,
    traces,
    visit,
)

from hexcore.events import Noted, apply
from hexcore.game import Game
from hexcore.supply import blockers, net, part_of
from hexcore_cobra.beaches import WRECKED
from hexcore_cobra.order_of_battle import ALLIED
from hexcore_cobra.supply import supplied_for_movement


# ------------------------------------------------------------------ 10.5.1: Isigny, Bayeux, roads
@rule("DG 10.5.1")
@pytest.mark.parametrize(("unit", "served"), [(GI, True), (FRENCH, True), (TOMMY, False), (POLES, False)])
def test_the_roads_of_isigny_serve_the_us_and_the_french(unit: str, served: bool) -> None:
    assert traces(unit, INLAND, "omaha", "isigny") == served
    assert not traces(unit, INLAND, "omaha"), "the beach alone is too far away"


@rule("DG 10.5.1")
@pytest.mark.parametrize(("unit", "served"), [(TOMMY, True), (POLES, True), (GI, False), (FRENCH, False)])
def test_the_roads_of_bayeux_serve_the_british(unit: str, served: bool) -> None:
    assert traces(unit, BY_SAINT_LO, "gold", "bayeux") == served
    assert not traces(unit, BY_SAINT_LO, "gold")


@rule("DG 10.5.1")
def test_the_city_is_the_source_that_is_named() -> None:
    told = landed({GI: INLAND}, "omaha", "isigny").ask("supply", unit=GI)[GI]
    assert (told["source"]["name"], told["source"]["rule"], told["length"]) == ("Isigny", "10.5.1", 0)


@rule("DG 10.5.1")
def test_the_north_edge_of_map_a_is_no_source_where_map_b_lies_beyond_it() -> None:
    assert not traces(GI, INLAND)
    assert not traces(TOMMY, "A2403")


@rule("DG 10.5.1")
@pytest.mark.parametrize(
    "beach, reached", [("omaha", True), ("utah", True), ("gold", False), ("sword", False)]
)
def test_isigny_needs_a_beach_within_twelve_hexes(beach: str, reached: bool) -> None:
    assert traces(GI, BY_SAINT_LO, beach, "isigny") == reached


@rule("DG 10.5.1")
def test_a_city_without_a_clear_path_to_a_beach_serves_nobody() -> None:
    """German units at B3017 and B3118 shut Omaha in; Isigny has no other beach near."""
    open_way = landed({GI: BY_SAINT_LO}, "omaha", "isigny", **{FOE: "B3119"})
    assert supplied(open_way.state, GI)
    ring = {FOE: "B3118", FOE_2: "B3319", "g_inf_988_276": "B3017"}
    shut = landed({GI: BY_SAINT_LO, **ring}, "omaha", "isigny")
    assert not supplied(shut.state, GI)
    assert supplied(landed({GI: BY_SAINT_LO, **ring}, "omaha", "utah", "isigny").state, GI)


@rule("DG 10.5.1", "10.5.3")
def test_an_unwatched_hex_of_the_beach_is_enough_for_the_city() -> None:
    """B3117 and B3217 lie in the zone of the German unit at B3118, B3318 does not."""
    game = landed({GI: BY_SAINT_LO, FOE: "B3118"}, "omaha", "isigny")
    assert supplied(game.state, GI)
    assert not supplied(landed({GI: BY_SAINT_LO, FOE: "B3118"}, "B3117", "B3217", "isigny").state, GI)


@rule("DG 10.5.1")
def test_a_wrecked_beach_does_not_feed_a_city() -> None:
    game = landed({GI: BY_SAINT_LO}, "omaha", "isigny")
    gone = after(game, *(Noted("game", WRECKED, n) for n in ("B3117", "B3217", "B3318")))
    assert supplied(game.state, GI) and not supplied(gone, GI)


@rule("DG 10.5.1")
@pytest.mark.parametrize("missing", ["B3620", "A2601", "A2702"])
def test_bayeux_serves_only_when_all_of_it_is_allied(missing: str) -> None:
    held = [hex for hex in ("B3620", "A2601", "A2702") if hex != missing]
    assert not traces(TOMMY, BY_SAINT_LO, "gold", *held)
    assert traces(TOMMY, BY_SAINT_LO, "gold", *held, missing)


@rule("DG 10.5.1")
def test_a_german_in_a_hex_of_bayeux_closes_the_city() -> None:
    assert not traces(TOMMY, BY_SAINT_LO, "gold", "bayeux", **{FOE: "A2702"})
    assert not traces(TOMMY, BY_SAINT_LO, "gold", "bayeux", **{FOE_STAFF: "A2702"})


@rule("DG 10.5.1")
@pytest.mark.parametrize(
    ("takers", "serves"),
    [
        ((TOMMY, TOMMY, TOMMY), True),
        ((GI, GI, GI), True),
        ((TOMMY, POLES, TOMMY), True),
        ((TOMMY, GI, TOMMY), False),
        ((GI, GI, TOMMY), False),
    ],
)
def test_bayeux_must_be_in_the_hands_of_one_army(takers: tuple[str, ...], serves: bool) -> None:
    game = landed({TOMMY: BY_SAINT_LO, GI: "B3219", POLES: "B3219"}, "gold")
    hexes = ("B3620", "A2601", "A2702")
    taken = after(
        game,
        *(event for unit, hex in zip(takers, hexes, strict=True) for event in visit(game, unit, hex)),
    )
    assert supplied(taken, TOMMY) == serves
    whole = taken
    for event in visit(game, TOMMY, *hexes):
        whole = apply(whole, event)
    assert supplied(whole, TOMMY), "once the British have been in every hex"


@rule("DG 10.5.1")
def test_an_hq_takes_no_city_from_the_other_army() -> None:
    game = landed({TOMMY: BY_SAINT_LO, STAFF: "B3219"}, "gold")
    taken = after(game, *visit(game, TOMMY, "B3620", "A2601", "A2702"), *visit(game, STAFF, "A2601"))
    assert supplied(taken, TOMMY)


FAR = {GI: "A0904"}
"""On the road that leads from Isigny to Carentan and on, and the other way round by Bayeux and Saint-Lo."""


@rule("DG 10.5.1", "DG 10.3.3")
@pytest.mark.parametrize(
    ("germans", "joined"),
    [
        ({}, True),
        ({FOE_STAFF: "B2519"}, True),
        ({FOE_STAFF: "B2719"}, True),
        ({FOE_STAFF: "B2519", "g_hq_LXXXI": "B2719"}, False),
        ({FOE_STAFF: "B2519", "g_hq_LXXXI": "B2720"}, True),
    ],
)
def test_the_road_must_be_uncut_one_way_or_the_other(germans: dict[str, str], joined: bool) -> None:
    """HQs, which have no zones, cut the road in their own hexes only."""
    assert supplied(landed({**FAR, **germans}, "omaha", "isigny").state, GI) == joined


@rule("DG 10.5.1", "DG 10.3.1")
def test_friends_in_the_zone_keep_the_road_open() -> None:
    """The regiments in B2618 and B2520 have Isigny and the road on both sides of it in their zones."""
    watched = {**FAR, FOE: "B2618", FOE_2: "B2520"}
    assert not supplied(landed(watched, "omaha", "isigny").state, GI)
    in_the_city = {**watched, "u_inf_4": "B2619"}
    assert not supplied(landed(in_the_city, "omaha", "isigny").state, GI)
    assert supplied(landed({**in_the_city, "u_inf_5": "B2719"}, "omaha", "isigny").state, GI)
    assert not supplied(landed({**in_the_city, STAFF: "B2719"}, "omaha", "isigny").state, GI)


@rule("DG 10.5.1")
def test_supply_for_movement_goes_by_army_as_the_phase_begins() -> None:
    game = landed({GI: INLAND, TOMMY: INLAND}, "omaha", "isigny")
    units = game.state.units
    assert supplied_for_movement(game.state, units[GI]) and not supplied_for_movement(
        game.state, units[TOMMY]
    )


@rule("DG 10.5.1")
def test_what_cuts_a_unit_off_is_told_for_its_own_army() -> None:
    game = landed({TOMMY: INLAND}, "omaha", "isigny")
    unit = game.state.units[TOMMY]
    assert part_of(game.state, unit) == "British"
    told = game.ask("supply", unit=TOMMY)[TOMMY]
    assert told["state"] == "unsupplied" and told["blocked_by"][0]["rule"] == "10.3.1"
    assert blockers(game.state, ALLIED, unit.hex, "US")[0][1].reason.startswith("the open lines")
    assert unit.hex in net(game.state, ALLIED).length, "the side as a whole reaches there"


@rule("DG 10.5.1", "DG 12.2.1")
def test_replacements_ask_for_the_supply_of_the_army() -> None:
    units = {GI: INLAND, TOMMY: INLAND, PANZER: AWAY}
    lost = {GI: 1, TOMMY: 1}
    game = campaign(units, "allied-replacement", held=["omaha", "isigny"], lost=lost)
    do(game, "commit", what="replacement", unit=GI)
    assert game.state.units[GI].losses == 0
    assert game.decision is None or game.decision.kind != "replacements" or not options(game)


def options(game: Game) -> list[str]:
    return [a.unit for a in game.legal_actions() if a.kind == "commit"]
