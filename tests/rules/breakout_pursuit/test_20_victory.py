"""Victory points, the ratio and its levels; the end of the game by its last turn."""

from __future__ import annotations

from fractions import Fraction

import pytest
from bp_fights import (
    AROUND,
    CA5,
    EAST,
    G1,
    G2,
    G5,
    G5M,
    G8,
    G9,
    G10,
    G15,
    HEX,
    SUPPLY,
    TRUCK,
    UK7,
    US11,
    US13,
    US13F,
    US16,
    US17,
    rule,
)
from bp_scores import fought, go_on, happen, held, marked, noted, phase, scored
from bp_table import GAME, board, do, ground, hex_of, refused, table

from hexcore.events import Noted, Placed, Removed
from hexcore.game import opening
from hexcore.lab.asked_changes import asked
from hexcore.lab.changes import changed_board
from hexcore.units import Aboard, Box
from hexcore_breakout_pursuit import victory_points
from hexcore_breakout_pursuit.paratroops import CYCLES
from hexcore_breakout_pursuit.unit_types import is_combat
from hexcore_breakout_pursuit.victory import decided, level_of, levels, total
from hexcore_breakout_pursuit.victory_points import city_named, hex_called, surrounded, unit_value

ALLIES = (US13, US17, US16, US11, US13F, UK7)
GERMANS = (G15, G10, G8, G5M, G9, G5)
DE = 3
"""The die that eliminates the defender at 9-1."""
LATER = "ARR-A002"
"""A reinforcement of the third turn."""


def ring(units, *, but=()):
    """Units around the hex in the middle, less those of some hexes."""
    return {unit: hex for unit, hex in zip(units, AROUND, strict=True) if hex not in but}


# ------------------------------------------------------------------ units destroyed
@rule("victory.A")
def test_a_german_unit_destroyed_scores_for_the_allies():
    game = table({US13: EAST, G2: HEX}, "allied-combat", dice=[DE + 2])
    assert scored(game, "victory.A") == 0
    assert scored(fought(game, HEX, US13), "victory.A", "allied") == 2


@rule("victory.A")
def test_a_surrounded_unit_scores_twice():
    around = table({**ring(ALLIES), G1: HEX}, "allied-combat", dice=[DE])
    assert scored(fought(around, HEX, US13), "victory.A", "allied") == 2
    gap = table({**ring(ALLIES, but=["2523"]), G1: HEX}, "allied-combat", dice=[DE])
    assert scored(fought(gap, HEX, US13), "victory.A", "allied") == 1


@rule("victory.B")
def test_an_allied_unit_destroyed_scores_for_the_germans():
    gap = table({**ring(GERMANS, but=["2523"]), CA5: HEX}, "german-combat", dice=[DE])
    assert scored(fought(gap, HEX, *GERMANS[:5]), "victory.B", "german") == 10
    around = table({**ring(GERMANS), CA5: HEX}, "german-combat", dice=[DE])
    assert scored(fought(around, HEX, *GERMANS[:5]), "victory.B", "german") == 20


@rule("victory.A", "victory.B")
@pytest.mark.parametrize("unit, enemies", [(G1, ALLIES), (CA5, GERMANS)])
def test_the_last_side_may_be_closed_by_sea_but_by_nothing_less(unit, enemies):
    def closed(**more):
        game = table({unit: HEX, **ring(enemies, but=["2523"])}, "allied-combat", **more)
        return surrounded(game.state, game.state.units[unit])

    assert not closed()
    assert closed(on=ground(rivers=[(HEX, "2523", "all-sea")]))
    assert not closed(on=ground(rivers=[(HEX, "2523", "river")]))
    assert closed(on=ground({"2523": "sea"}))


@rule("victory.A")
def test_who_closes_a_hexside():
    def closed(**more):
        game = table({G1: HEX, **ring(ALLIES, but=["2523"]), **more}, "allied-combat")
        return surrounded(game.state, game.state.units[G1])

    assert closed(**{TRUCK: "2523"})
    assert not closed(**{SUPPLY: "2523"}), "nobody is kept out by a Supply unit alone"
    assert not closed(**{G2: "2523"})
    assert not closed(**{US13: "2624"}), "a zone of control closes nothing"


@rule("victory.A")
@pytest.mark.parametrize("value, found", [("off", False), ("on", True)])
def test_the_edge_of_the_map_closes_by_an_option_only(value, found):
    units = dict(zip(ALLIES, ("2300", "2301", "2401", "2500", "2501"), strict=False))
    game = table({**units, G1: "2400"}, "allied-combat", options={"surrounded-by-the-edge": value})
    assert surrounded(game.state, game.state.units[G1]) is found


@rule("victory.B")
def test_a_passenger_is_surrounded_where_its_truck_is():
    game = table({**ring(GERMANS), TRUCK: HEX, US11: HEX}, "german-combat")
    carried = game.state.units[US11].put(Aboard(TRUCK))
    assert surrounded(game.state, carried)
    assert not surrounded(game.state, carried.put(Box("staging")))


@rule("victory.general")
def test_a_unit_that_comes_back_and_falls_again_scores_again():
    game = fought(table({US13: EAST, US17: "2423", G1: HEX}, "allied-combat", dice=[DE, DE]), HEX, US13)
    assert scored(game, "victory.A") == 1
    notes = [(scope, key) for scope, key, subject in game.state.notes if subject == G1 and scope == "phase"]
    happen(game, Placed(G1, game.board.map.hex(HEX)), *(Noted(*note, G1, None) for note in notes))
    assert scored(game, "victory.A") == 1, "what was scored stays scored"
    assert scored(fought(game, HEX, US17), "victory.A") == 2


@rule("victory.general")
def test_both_sides_totals():
    game = table({G15: "eliminated", CA5: "eliminated"}, "allied-movement")
    assert (total(game.state, "allied"), total(game.state, "german")) == (26, 75 + 10)


@rule("victory.A.table")
def test_german_values():
    game = table({}, "allied-movement")
    germans = [u for u in game.state.units.values() if u.side == "german" and is_combat(u)]
    found = {
        f"{u.step.strength}-{u.step.movement} {u.counter.kind}": unit_value(game.state, u) for u in germans
    }
    assert found["15-6 armor"] == 26
    assert found["8-6 armor"] == found["8-6 armored infantry"] == 12
    assert found["2-6 armor"] == 6
    assert found["9-12 parachute infantry"] == 9
    assert found["4-5 infantry"] == 4
    assert found["1-4 infantry"] == 1


@rule("victory.A.table")
def test_a_mechanized_4_5_is_worth_more_than_an_infantry_one():
    game = table({}, "allied-movement", scenario="2.1")
    values = {
        "mechanized" in u.counter.traits: unit_value(game.state, u)
        for u in game.state.units.values()
        if u.side == "german" and u.step == (4, 5)
    }
    assert values == {True: 8, False: 4}


@rule("victory.A.table", "victory.B.table")
def test_the_schedule_line_by_line_is_what_units_without_a_line_score():
    state = table({}, "allied-movement").state
    units = [u for u in state.units.values() if is_combat(u)]
    assert len(units) > 140
    apart = {u.step for u in units if victory_points.reckoned_value(state, u) != unit_value(state, u)}
    assert apart == {(2, 6)}, "one German regiment shares the line of the battlegroups"


@rule("victory.A.table", "victory.B.table")
@pytest.mark.parametrize("change", ["strength:german=+1", "strength:allied=-1", "movement:armor=+1"])
def test_units_of_corrected_strength_or_movement_score_too(change):
    board_after = changed_board(GAME, "1.1", {}, asked(change, GAME, "1.1", {}))
    state, before = opening(board_after), GAME.counters
    units = [u for u in state.units.values() if is_combat(u) and u.counter.steps != before[u.id].steps]
    assert units and all(unit_value(state, unit) > 0 for unit in units if unit.step.strength)


@rule("victory.B.table")
def test_allied_values():
    game = table({}, "allied-movement")
    value = {id: unit_value(game.state, game.state.units[id]) for id in (US17, US13, UK7, CA5, US11, SUPPLY)}
    assert value == {US17: 28, US13: 20, UK7: 14, CA5: 10, US11: 9, SUPPLY: 0}
    assert unit_value(game.state, game.state.units[f"{US17}-BG"]) == 9


@rule("victory.B.table")
@pytest.mark.parametrize("value, points", [("off", 0), ("on", 1)])
def test_a_truck_scores_by_an_option_only(value, points):
    game = table(
        {TRUCK: "eliminated", US11: "eliminated"}, "allied-movement", options={"truck-points": value}
    )
    assert scored(game, "victory.B", "german") == 9 + points


@rule("errata.explanation_of_terms")
def test_units_of_every_size_score():
    brigade = table({CA5: "eliminated"}, "allied-movement")
    assert scored(brigade, "victory.B", "german") == 10
    assert scored(table({US13: "eliminated"}, "allied-movement"), "victory.B", "german") == 20


@rule("errata.sequence_of_play")
def test_no_allied_unit_comes_back():
    game = table({US13: "eliminated", LATER: "arrivals"}, "allied-reinforcement")
    refusal = refused(game, "place", unit=US13, hex="0342")
    assert refusal.rule == "errata.sequence_of_play" and "no Allied replacements" in refusal.reason
    do(game, "place", unit=LATER, hex="0342")
    assert hex_of(game, LATER) == "0342"


# ------------------------------------------------------------------ the West Wall
@rule("victory.D")
def test_the_west_wall_scores_for_the_last_allied_visit():
    game = table({US13: "1406"}, "allied-movement")
    assert scored(game, "victory.D") == 0
    do(game, "move", unit=US13, path=["1405"])
    assert scored(game, "victory.D", "allied") == 30


@rule("victory.D")
def test_two_hexes_of_the_wall_score_no_more_and_a_german_takes_one_back():
    game = held(table({G8: "1406"}, "german-movement"), "allied", "1405")
    assert scored(game, "victory.D") == 30
    assert scored(held(table({}, "german-movement"), "allied", "1405", "1404"), "victory.D") == 30
    do(game, "move", unit=G8, path=["1405"])
    assert scored(game, "victory.D") == 0


# ------------------------------------------------------------------ areas
@rule("victory.F")
def test_an_area_is_held_by_who_was_last_there_or_went_through():
    game = table({US13: "2219"}, "allied-movement")
    do(game, "move", unit=US13, path=["2220", "2221"])
    assert hex_of(game, US13) == "2221" and scored(game, "victory.F", "allied") == 5
    passed = table({US13: "2219"}, "allied-movement")
    do(passed, "move", unit=US13, path=["2319", "2320"])
    assert scored(passed, "victory.F", "allied") == 0


@rule("victory.F")
@pytest.mark.parametrize("aboard, points", [(US11, 5), (SUPPLY, 0), ("", 0)])
def test_a_combat_unit_passes_through_aboard_a_truck(aboard, points):
    game = table({TRUCK: "2219", US11: "2219", SUPPLY: "2219"}, "allied-movement")
    if aboard:
        happen(game, Removed(aboard, aboard=TRUCK))
    do(game, "move", unit=TRUCK, path=["2220", "2221"])
    assert scored(game, "victory.F", "allied") == points


@rule("victory.F")
def test_paris_scores_whole_or_not_at_all():
    two = held(table({}, "allied-movement"), "allied", "2029", "2129")
    assert (scored(two, "victory.F", "allied"), scored(two, "victory.F", "german")) == (0, 65)
    assert scored(held(two, "allied", "2130"), "victory.F", "allied") == 10


@rule("victory.F")
def test_a_destroyed_fortress_is_still_an_area():
    game = marked(held(table({}, "allied-movement"), "allied", "0323"), "destroyed", "0323")
    assert scored(game, "victory.F", "allied") == 10
    unvisited = marked(table({}, "allied-movement"), "destroyed", "0323")
    assert scored(unvisited, "victory.F", "german") == 75


@rule("victory.F.table")
def test_what_the_areas_score():
    for hexes, points in ((["0912"], 10), (["2220"], 5), (["0936", "0847"], 20)):
        game = held(table({}, "allied-movement"), "allied", *hexes)
        assert scored(game, "victory.F", "allied") == points


@rule("victory.F.table")
@pytest.mark.parametrize("value, points", [("off", 0), ("on", 15)])
def test_further_areas_by_an_option(value, points):
    game = table({}, "allied-movement", options={"extra-areas": value})
    assert scored(held(game, "allied", "1213", "2912", "1609"), "victory.F", "allied") == points


@rule("victory.F.start")
@pytest.mark.parametrize("scenario, allied, german", [("1.4", 0, 75), ("2.1", 10, 65), ("3.5", 0, 75)])
def test_who_holds_the_areas_at_the_start(scenario, allied, german):
    state = opening(GAME.board(scenario))
    points = [(v.side, v.points) for v in state.board.rules.victory_points(state) if v.rule == "victory.F"]
    assert sum(p for side, p in points if side == "allied") == allied
    assert sum(p for side, p in points if side == "german") == german


# ------------------------------------------------------------------ airdrops
ZONES = tuple(f"MRK-A00{n}" for n in range(1, 7))


@rule("victory.G")
def test_every_cycle_begun_scores_eight():
    game = table({US13: EAST, **dict.fromkeys(ZONES, "markers")}, "allied-airdrop")
    for marker in ZONES:
        do(game, "place", unit=marker, hex="1240")
    assert scored(game, "victory.G", "german") == 8
    none = table({US13: EAST, **dict.fromkeys(ZONES, "markers")}, "allied-airdrop")
    do(none, "done")
    assert scored(none, "victory.G") == 0


@rule("victory.G")
@pytest.mark.parametrize("cycles", [0, 1, 2])
def test_each_of_several_cycles_scores(cycles):
    game = noted(table({}, "allied-movement"), CYCLES, value=cycles)
    assert scored(game, "victory.G", "german") == 8 * cycles


# ------------------------------------------------------------------ the ratio
LEVELS = [
    (99, 100, "German Decisive"),
    (100, 100, "German Substantive"),
    (149, 100, "German Substantive"),
    (150, 100, "German Marginal"),
    (199, 100, "German Marginal"),
    (200, 100, "Draw"),
    (201, 100, "Allied Marginal"),
    (300, 100, "Allied Marginal"),
    (301, 100, "Allied Substantive"),
    (400, 100, "Allied Substantive"),
    (401, 100, "Allied Decisive"),
    (1, 0, "Allied Decisive"),
    (0, 0, "Draw"),
]


@rule("victory.H.table")
@pytest.mark.parametrize("allied, german, level", LEVELS)
def test_levels(allied, german, level):
    assert level_of(table({}, "allied-movement").state, allied, german) == level


@rule("victory.H.table")
def test_every_ratio_has_one_level():
    for n in range(500):
        assert sum(holds(Fraction(n, 100)) for _, holds in levels()) == 1


@rule("victory.H")
def test_points_are_divided_and_the_level_named():
    game = held(
        table({}, "allied-movement"), "allied", "2029", "2129", "2130", "0912", "0323", "0420", "0425"
    )
    assert (total(game.state, "allied"), total(game.state, "german")) == (50, 25)
    standing = game.board.rules.standing(game.state)
    assert standing is not None
    assert (standing.level, standing.winner, standing.rule) == ("Draw", "", "victory.H")
    more = game.board.rules.standing(held(game, "allied", "2220").state)
    assert (more.level, more.winner) == ("Allied Marginal", "allied")


@rule("victory.H.title")
def test_the_war_is_over_with_supplied_units_on_the_ruhr():
    def text(units, *markers, hold=True):
        areas = ("2029", "2129", "2130", "0912", "2220", "0323", "0420", "0425", "0847", "0936")
        game = held(table(units, "allied-mechanized"), "allied", *areas[: None if hold else 3])
        marked(game, "unsupplied", *markers)
        do(game, "done")
        return decided(game.state).text

    both = {US13: "1400", US11: "1502"}
    assert "before Christmas" in text(both)
    assert "before Christmas" not in text(both, US13), "not supplied"
    assert "before Christmas" not in text({US13: "1400"}), "Essen alone"
    assert "before Christmas" not in text(both, hold=False), "no decisive victory"


# ------------------------------------------------------------------ the end by turns
@rule("game_length.A", "game_length.general")
@pytest.mark.parametrize("scenario, last", [("1.4", 9), ("2.1", 16), ("3.4", 16)])
def test_the_game_ends_after_its_last_german_phase(scenario, last):
    game = table({US13: EAST, G1: "2426"}, "german-mechanized", turn=last, scenario=scenario)
    assert game.state.outcome is None
    do(game, "done")
    assert game.state.outcome is not None and game.state.turn == last
    assert game.state.outcome.level == "German Decisive"


@rule("game_length.A")
def test_a_turn_before_the_last_one_ends_nothing():
    game = table({US13: EAST, G1: "2426"}, "german-mechanized", turn=8)
    do(game, "done")
    go_on(game, "allied-movement", 9)
    assert game.state.outcome is None and (game.state.turn, phase(game)) == (9, "allied-movement")


# ------------------------------------------------------------------ names
@rule("errata.the_map")
def test_bonn_and_remagen_change_places():
    b = board()
    assert hex_called(b, b.map.hex("1903")) == "Bonn (1903)"
    assert hex_called(b, b.map.hex("2103")) == "Remagen (2103)"
    assert city_named(b, "Reims") == "Reims"
    assert hex_called(b, b.map.hex(HEX)) == HEX
