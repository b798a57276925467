"""The garrison of Cherbourg (5.9.11): where it stays, how it moves there, what releases it."""

from __future__ import annotations

import pytest
from cobra_table import campaign, do, hex_of, listed, refused, table
from fights import rule
from marches import passed_to, points

from hexcore.events import Moved, Noted, apply
from hexcore.game import Game
from hexcore_cobra.cherbourg_garrison import RELEASED, bound, from_cherbourg
from hexcore_cobra.supply import UNSUPPLIED

GARRISON = ("g_flak_932", "g_fjt", "g_flak_30", "g_inf_739_709")
FLAK, FJT, OTHER, GI = "g_flak_30", "g_fjt", "g_inf_729_709", "u_inf_1"
SOUTH = ["B1309", "B1310", "B1311", "B1312"]
"""From B1308, hex by hex away from the city."""
FAR, NEAR = "B1514", "B1513"
"""Five and four hexes from B1509."""


def away(game: Game, number: str) -> int:
    return from_cherbourg(game.board)[game.board.map.hex(number)]


def reach(game: Game, unit: str) -> set[str]:
    do(game, "take", unit=unit)
    found = {game.board.map.numbers[a.to] for a in listed(game, "move")}
    do(game, "put-down")
    return found


def free(game: Game) -> bool:
    return game.state.note(RELEASED) is not None


# ------------------------------------------------------------------ where it stays
@rule("DG 5.9.11")
@pytest.mark.parametrize("unit", GARRISON)
def test_none_of_the_four_goes_farther_than_three_hexes_from_the_city(unit):
    game = campaign({unit: "B1308", OTHER: "B1907"}, "german-movement")
    distances = {away(game, number) for number in reach(game, unit)}
    assert max(distances) <= 3 and 1 in distances


@rule("DG 5.9.11")
def test_three_hexes_are_allowed_and_four_are_not():
    game = campaign({FLAK: "B1308", OTHER: "B1907"}, "german-movement")
    assert [away(game, number) for number in SOUTH] == [1, 2, 3, 4]
    refusal = refused(game, "move", unit=FLAK, path=SOUTH)
    assert refusal.rule == "5.9.11" and "B1312" in refusal.reason and "three hexes" in refusal.reason
    do(game, "move", unit=FLAK, path=SOUTH[:3])
    assert hex_of(game, FLAK) == "B1311"


@rule("DG 5.9.11")
def test_nor_does_it_leave_and_come_back():
    game = campaign({FLAK: "B1311", OTHER: "B1907"}, "german-movement")
    assert refused(game, "move", unit=FLAK, path=["B1312", "B1311"]).rule == "5.9.11"


@rule("DG 5.9.11")
def test_other_units_of_the_same_division_go_where_they_like():
    game = campaign({"g_inf_919_709": "B1308", FLAK: "B1307"}, "german-movement")
    do(game, "move", unit="g_inf_919_709", path=SOUTH[:3])
    assert (
        max(away(game, number) for number in reach(campaign({OTHER: "B1311"}, "german-movement"), OTHER)) > 3
    )


@rule("DG 5.9.11")
def test_it_does_not_advance_out_of_the_area_and_may_be_driven_out():
    game = campaign({FLAK: "B1311", OTHER: "B1311", GI: "B1312"}, "german-combat")
    rules, m = game.board.rules, game.board.map
    path = (m.hex("B1312"),)
    for unit, bars in ((FLAK, ["5.9.11"]), (OTHER, [])):
        refusals = rules.may_advance(game.state, (game.state.units[unit],), path, None)
        assert [r.rule for r in refusals] == bars
    assert not rules.may_advance(game.state, (game.state.units[FLAK],), (m.hex("B1310"),), None)
    assert "5.9.11" not in {mask.rule for mask in rules.retreat_masks(game.state, game.state.units[FLAK])}


@rule("DG 5.9.11")
def test_driven_out_it_comes_nearer_with_every_move():
    game = campaign({FLAK: "B1311", OTHER: "B1907"}, "german-movement")
    game.state = apply(game.state, Moved((FLAK,), game.board.map.hex("B1313"), "retreat"))
    assert away(game, "B1313") == 5
    found = reach(game, FLAK)
    assert found and all(away(game, number) < 5 for number in found)
    assert refused(game, "move", unit=FLAK, to="B1314").rule == "5.9.11"
    do(game, "move", unit=FLAK, to="B1310")


# ------------------------------------------------------------------ without any penalties
@rule("DG 5.9.11")
@pytest.mark.parametrize("weather", ["clear", "overcast", "storms"])
def test_around_the_city_the_weather_takes_nothing_from_it(weather):
    units = {FJT: "B1308", OTHER: "B1907"}
    game = campaign(units, "german-movement", tracks={"weather": weather})
    assert points(game, FJT) == 9
    assert points(game, OTHER) == {"clear": 2, "overcast": 4, "storms": 6}[weather]


@rule("DG 5.9.11")
def test_nor_does_want_of_supply():
    game = campaign({FJT: "B1308", "g_inf_739_709": "B1307"}, "german-movement")
    for id in (FJT, "g_inf_739_709"):
        game.state = apply(game.state, Noted("phase", UNSUPPLIED, id))
    assert points(game, FJT) == 9 and points(game, "g_inf_739_709") == 6


@rule("DG 5.9.11")
def test_released_or_driven_out_it_moves_as_others_do():
    clear = {"tracks": {"weather": "clear"}}
    released = campaign({FJT: "B1308", GI: NEAR}, "german-movement", **clear)
    assert free(released) and points(released, FJT) == 3
    assert points(campaign({FJT: "B1313", OTHER: "B1907"}, "german-movement", **clear), FJT) == 3


@rule("DG 5.9.11")
def test_it_is_no_mechanized_unit_for_all_that():
    game = campaign({FJT: "B1308", OTHER: "B1907"}, "german-mechanized")
    assert refused(game, "move", unit=FJT, to="B1309").rule == "4.0"


@rule("DG 5.9.11", "DG 5.4.4")
def test_there_is_nothing_for_it_to_add_under_air_attack():
    game = campaign({FJT: "B1308", OTHER: "B1907"}, "german-movement", tracks={"weather": "clear"})
    do(game, "take", unit=FJT)
    assert not listed(game, "commit")
    assert refused(game, "commit", what="air-risk", unit=FJT, word="one third").rule == "5.4.4"
    do(game, "take", unit=OTHER)
    assert listed(game, "commit")


# ------------------------------------------------------------------ released
@rule("DG 5.9.11")
@pytest.mark.parametrize("phase", ["german-movement", "german-mechanized"])
@pytest.mark.parametrize(("hex", "released"), [(NEAR, True), (FAR, False), ("B1907", True), ("B1914", False)])
def test_an_allied_unit_within_four_hexes_of_the_zone_releases_it(phase, hex, released):
    game = campaign({FLAK: "B1308", GI: hex}, phase)
    m, zone = game.board.map, game.board.map.group("defense-zone")
    assert (min(m.distance(m.hex(hex), other) for other in zone) <= 4) == released
    assert free(game) == released == (not bound(game.state, game.state.units[FLAK]))
    if phase == "german-movement":
        if released:
            do(game, "move", unit=FLAK, path=SOUTH)
        else:
            assert refused(game, "move", unit=FLAK, path=SOUTH).rule == "5.9.11"


@rule("DG 5.9.11")
@pytest.mark.parametrize("phase", ["german-combat", "allied-movement", "allied-combat", "allied-mechanized"])
def test_only_german_movement_phases_count(phase):
    game = campaign({FLAK: "B1308", GI: NEAR}, phase)
    assert not free(game)


@rule("DG 5.9.11")
def test_it_is_the_start_of_the_phase_that_counts():
    """The division comes near in its own turn: the garrison is released as the German movement begins."""
    game = campaign({FLAK: "B1308", OTHER: "B2213", GI: FAR}, "allied-movement")
    do(game, "move", unit=GI, to=NEAR)
    assert not free(game) and not free(passed_to(game, "allied-mechanized"))
    passed_to(game, "german-movement")
    assert free(game)


@rule("DG 5.9.11")
def test_released_once_it_is_released_for_good():
    game = campaign({FLAK: "B1308", GI: NEAR}, "german-movement")
    turn = game.state.note(RELEASED)
    game.state = apply(game.state, Moved((GI,), game.board.map.hex("B1616"), "retreat"))
    passed_to(game, "german-mechanized")
    assert game.state.note(RELEASED) == turn and not bound(game.state, game.state.units[FLAK])


@rule("DG 5.9.11")
def test_a_headquarters_is_an_allied_unit_too():
    assert free(campaign({FLAK: "B1308", "u_hq_VII": NEAR}, "german-movement"))


@rule("DG 5.9.11")
def test_in_the_break_out_nobody_is_bound():
    game = table({FJT: "A2308", GI: "A2003"}, "german-movement")
    assert not bound(game.state, game.state.units[FJT]) and "A2309" in reach(game, FJT)
