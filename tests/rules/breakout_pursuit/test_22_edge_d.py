"""Victory case E: the breakout line is crossed, and divisions leave the map over edge D."""

from __future__ import annotations

import pytest
from bp_fights import G1, G8, UK7, US11, US13, US13F, US16, US17, rule
from bp_scores import go_on, happen, marked, noted, phase, scored
from bp_table import do, hex_of, listed, refused, table

from hexcore.events import Noted, Placed
from hexcore_breakout_pursuit.breakout import CROSSED, LEFT, deadline, price

EDGE, BEFORE = "0953", "0952"
NORTH, SOUTH = "1240", "1341"


def west(units, phase="allied-movement", **more):
    return table(units, phase, turn=more.pop("turn", 5), **more)


# ------------------------------------------------------------------ the line
@rule("victory.E")
def test_the_first_combat_unit_south_of_the_line_starts_the_count():
    game = west({US13: NORTH}, turn=2)
    do(game, "done")
    assert game.state.note(CROSSED) is None
    moved = west({US13: NORTH}, turn=2)
    do(moved, "move", unit=US13, path=[SOUTH])
    do(moved, "put-down")
    do(moved, "done")
    assert moved.state.note(CROSSED) == 2 and deadline(moved.state) == 5


@rule("victory.E")
@pytest.mark.parametrize("option, crossed", [("combat-unit", None), ("any-unit", 2)])
def test_a_truck_counts_by_an_option_only(option, crossed):
    game = west({"JUL-A044": "1642"}, turn=2, options={"breakout-crossing": option})
    do(game, "done")
    assert game.state.note(CROSSED) == crossed


@rule("victory.E")
def test_nothing_is_counted_in_a_pursuit_scenario():
    game = noted(west({"AUG-A001": "1642"}, turn=12, scenario="2.1"), CROSSED, value=None)
    do(game, "done")
    assert game.state.note(CROSSED) is None


# ------------------------------------------------------------------ leaving
@rule("victory.E")
def test_a_supplied_division_leaves_over_edge_d_for_a_point_and_for_good():
    game = west({US13: BEFORE})
    do(game, "move", unit=US13, path=[EDGE])
    assert listed(game, "exit")
    do(game, "exit", unit=US13, edge="D")
    assert hex_of(game, US13) == "exited" and game.state.note(LEFT, US13) == 5


@rule("victory.E")
def test_who_may_not_leave():
    brigade = refused(west({UK7: EDGE}), "exit", unit=UK7, edge="D")
    assert brigade.rule == "victory.E" and "no division" in brigade.reason
    hungry = refused(marked(west({US13: EDGE}), "unsupplied", US13), "exit", unit=US13, edge="D")
    assert hungry.rule == "victory.E" and "not supplied" in hungry.reason
    inland = refused(west({US13: BEFORE}), "exit", unit=US13, edge="D")
    assert inland.rule == "victory.E" and BEFORE in inland.reason
    wrong = refused(west({US13: EDGE}), "exit", unit=US13, edge="A")
    assert wrong.rule == "victory.E" and "edge D only" in wrong.reason
    german = refused(west({G8: EDGE}, "german-movement"), "exit", unit=G8, edge="D")
    assert german.rule == "victory.E" and "no German unit" in german.reason
    pursuit = west({"AUG-A001": EDGE}, turn=12, scenario="2.1")
    assert "Pursuit" in refused(pursuit, "exit", unit="AUG-A001", edge="D").reason
    do(west({US13: EDGE}), "exit", unit=US13, edge="D")


@rule("victory.E")
def test_a_battlegroup_is_no_division():
    group = f"{US13}-BG"
    assert "no division" in refused(west({group: EDGE}), "exit", unit=group, edge="D").reason


@rule("victory.E")
def test_leaving_an_enemy_zone_costs_more():
    lorries = {"JUL-A022": EDGE}
    assert exit_price(west(lorries), "JUL-A022") == 1
    assert exit_price(west({**lorries, G1: BEFORE}), "JUL-A022") == 2
    assert exit_price(west({US11: EDGE, G1: BEFORE}), US11) == 1, "infantry pays nothing for zones"


def exit_price(game, unit):
    return price(game.state, game.state.units[unit]) / 2


@rule("victory.E")
def test_a_unit_without_a_point_left_stays():
    slow = west({US11: BEFORE})
    happen(slow, Noted("phase", "spent", US11, 8))
    do(slow, "move", unit=US11, path=[EDGE])
    assert not listed(slow, "exit") and phase(slow) == "allied-movement"
    fast = west({US13: BEFORE})
    happen(fast, Noted("phase", "spent", US13, 8))
    do(fast, "move", unit=US13, path=[EDGE])
    assert listed(fast, "exit")


# ------------------------------------------------------------------ points
def left(*units, crossed=2, turns=(3, 4, 5), **more):
    """Divisions gone over edge D, on these turns."""
    game = west(dict.fromkeys(units, "exited"), more.pop("phase", "german-movement"), **more)
    noted(game, CROSSED, value=crossed)
    for unit, turn in zip(units, turns, strict=False):
        noted(game, LEFT, unit, turn)
    return game


@rule("victory.E")
def test_three_divisions_in_time_score_for_the_allies_fewer_for_the_germans():
    three = left(US13, US17, US16)
    assert (scored(three, "victory.E", "allied"), scored(three, "victory.E", "german")) == (20, 0)
    two = left(US13, US17)
    assert (scored(two, "victory.E", "allied"), scored(two, "victory.E", "german")) == (0, 20)
    late = left(US13, US17, US16, turns=(3, 4, 6), turn=6)
    assert (scored(late, "victory.E", "allied"), scored(late, "victory.E", "german")) == (0, 20)


@rule("victory.E")
def test_it_is_judged_when_the_third_player_turn_after_the_crossing_has_ended():
    assert scored(left(US13, turn=5, phase="allied-mechanized"), "victory.E") == 0
    assert scored(left(US13, turn=5, phase="german-movement"), "victory.E") == 20
    assert scored(left(US13, turn=4, phase="german-movement"), "victory.E") == 0
    assert scored(left(US13, turn=6, phase="allied-movement"), "victory.E") == 20


@rule("victory.E")
def test_without_a_crossing_nobody_scores():
    game = west({}, "german-movement", turn=9)
    assert game.state.note(CROSSED) is None and scored(game, "victory.E") == 0


@rule("victory.E")
@pytest.mark.parametrize("option, points", [("no-points", 0), ("failure", 20)])
def test_a_game_that_ends_too_early(option, points):
    game = left(US13, crossed=7, turn=9, turns=(8,), options={"edge-d-early-end": option})
    assert scored(game, "victory.E", "german") == points


@rule("victory.E")
def test_played_from_the_crossing_to_the_points():
    game = west({US13: EDGE, US17: EDGE, US13F: "0853", US16: NORTH}, turn=3)
    do(game, "exit", unit=US13, edge="D")
    do(game, "exit", unit=US17, edge="D")
    do(game, "exit", unit=US13F, edge="D")
    happen(game, Placed(US16, game.board.map.hex("1642")))
    do(game, "done")
    assert game.state.note(CROSSED) == 3
    go_on(game, "allied-mechanized", 6)
    assert scored(game, "victory.E") == 0
    go_on(game, "german-movement", 6)
    assert scored(game, "victory.E", "allied") == 20
