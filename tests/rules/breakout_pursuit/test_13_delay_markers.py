"""German delay markers: what their zone costs, how they are lost, where they may be placed."""

from __future__ import annotations

import pytest
from bp_marches import (
    DELAY,
    FOOT,
    GI,
    LATE_DELAY,
    LORRIED,
    PANZER,
    PARAS,
    SECOND_DELAY,
    SUPPLY,
    TANKS,
    THIRD_DELAY,
    TRUCK,
    ZONE_MARKER,
    phase,
    price,
    rule,
)
from bp_table import do, ground, hex_of, listed, refused, table

EVERYBODY = [TANKS, GI, LORRIED, PARAS, TRUCK]


# ------------------------------------------------------------------ the zone
@rule("delay.A", "delay.general")
@pytest.mark.parametrize("unit", EVERYBODY)
def test_two_points_to_enter_the_zone_and_one_to_leave_it(unit):
    game = table({unit: "2425", DELAY: "2423"}, "allied-movement")
    assert price(game, unit, "2424") == 1 + 2
    inside = table({unit: "2424", DELAY: "2423"}, "allied-movement")
    assert price(inside, unit, "2425") == 1 + 1
    assert price(inside, unit, "2324") == 1 + 3
    assert price(table({unit: "2425", DELAY: "2422"}, "allied-movement"), unit, "2424") == 1


@rule("errata.german_delay_markers")
@pytest.mark.parametrize("unit", [GI, PARAS])
def test_it_delays_those_too_whom_zones_of_control_cost_nothing(unit):
    delay = table({unit: "2425", DELAY: "2423"}, "allied-movement")
    control = table({unit: "2425", FOOT: "2423"}, "allied-movement")
    assert (price(delay, unit, "2424"), price(control, unit, "2424")) == (3, 1)


@rule("delay.A")
def test_infantry_goes_from_one_hex_of_the_zone_to_the_next():
    game = table({GI: "2424", DELAY: "2423"}, "allied-movement")
    do(game, "move", unit=GI, path=["2324"])
    assert hex_of(game, GI) == "2324"


@rule("delay.A")
def test_the_hex_of_the_marker_is_in_its_zone():
    game = table({TANKS: "2425", DELAY: "2423"}, "allied-movement")
    assert price(game, TANKS, "2424", "2423") == (1 + 2) + (1 + 3)


@rule("delay.A", "movement.C")
def test_the_one_free_hex_is_free_of_the_zone_too():
    game = table(
        {GI: "2424", DELAY: "2423"}, "allied-movement", on=ground(rivers=[("2424", "2324", "river")])
    )
    assert price(game, GI, "2324") == 5  # 1, river 1, zone 3
    wall = ground(terrain={"2324": "clear west-wall"}, rivers=[("2424", "2324", "river")])
    game = table({GI: "2424", DELAY: "2423"}, "allied-movement", on=wall)
    do(game, "move", unit=GI, path=["2324"])  # six points, and it has five


@rule("delay.A")
def test_two_markers_delay_no_more_than_one():
    game = table({TANKS: "2425", DELAY: "2423", SECOND_DELAY: "2324"}, "allied-movement")
    assert price(game, TANKS, "2424") == 3


@rule("delay.B")
def test_the_germans_and_their_phases_are_not_delayed():
    game = table({PANZER: "2425", DELAY: "2423"}, "german-movement")
    assert price(game, PANZER, "2424", "2423", "2422") == 3


@rule("delay.B")
def test_it_is_no_zone_of_control():
    game = table({TANKS: "2425", DELAY: "2423"}, "allied-movement")
    assert game.ask("zoc", side="german") == {}
    assert price(table({PANZER: "2425", DELAY: "2423"}, "german-mechanized"), PANZER, "2424") == 1


@rule("delay.B", "delay.A")
def test_it_works_in_the_mechanized_phase_too():
    assert price(table({TANKS: "2425", DELAY: "2423"}, "allied-mechanized"), TANKS, "2424") == 3


@rule("delay.D")
def test_a_german_zone_of_control_counts_alone():
    spot = {TANKS: "2425", DELAY: "2423", FOOT: "2423"}
    assert price(table(spot, "allied-movement"), TANKS, "2424") == 1 + 2
    infantry = {GI: "2425", DELAY: "2423", FOOT: "2423"}
    assert price(table(infantry, "allied-movement"), GI, "2424") == 1
    assert price(table({GI: "2425", DELAY: "2423", FOOT: "2421"}, "allied-movement"), GI, "2424") == 3


@rule("delay.D")
def test_out_of_a_zone_of_control_into_one_of_delay():
    spot = {TANKS: "2424", FOOT: "2423", DELAY: "2426"}  # 2424 is controlled, 2425 only delays
    assert price(table(spot, "allied-movement"), TANKS, "2425") == 1 + 1 + 2


# ------------------------------------------------------------------ how it is lost
@rule("delay.C", "delay.general")
@pytest.mark.parametrize("unit", EVERYBODY)
def test_a_marker_goes_when_an_ally_ends_the_phase_on_it(unit):
    game = table({unit: "2424", DELAY: "2423"}, "allied-movement")
    do(game, "move", unit=unit, path=["2423"])
    assert hex_of(game, DELAY) == "2423"  # not before the phase is over
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    do(game, "done")
    assert phase(game) != "allied-movement"
    assert game.state.units[DELAY].hex < 0 and hex_of(game, DELAY) != "eliminated"


@rule("delay.C")
def test_to_go_through_it_is_not_enough():
    game = table({LORRIED: "2424", DELAY: "2423"}, "allied-movement")
    do(game, "move", unit=LORRIED, path=["2423", "2422"])
    do(game, "put-down")
    do(game, "done")
    assert hex_of(game, DELAY) == "2423"
    near = table({LORRIED: "2424", DELAY: "2423"}, "allied-movement")
    do(near, "done")
    assert hex_of(near, DELAY) == "2423"


@rule("delay.C")
def test_the_mechanized_phase_clears_it_as_well():
    game = table({TANKS: "2424", DELAY: "2423"}, "allied-mechanized")
    do(game, "move", unit=TANKS, path=["2423"])
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    do(game, "done")
    assert game.state.units[DELAY].hex < 0


# ------------------------------------------------------------------ what it never does
@rule("delay.E")
def test_a_marker_never_moves():
    game = table({DELAY: "2423", PANZER: "2425"}, "german-movement")
    refusal = refused(game, "take", unit=DELAY)
    assert refusal.rule == "delay.E" and "2423" in refusal.reason
    do(game, "take", unit=PANZER)


@rule("delay.E")
def test_a_marker_alone_is_not_attacked():
    game = table({TANKS: "2424", DELAY: "2423", FOOT: "2425"}, "allied-combat")
    assert refused(game, "declare", targets=["2423"]).rule == "delay.E"
    do(game, "declare", targets=["2425"])


@rule("delay.E")
def test_a_marker_has_no_part_in_the_defence_of_its_hex():
    game = table({TANKS: "2424", DELAY: "2425", FOOT: "2425"}, "allied-combat")
    do(game, "declare", targets=["2425"])
    assert game.state.combat.defenders == (FOOT,)


@rule("delay.E")
def test_a_marker_attacks_nobody():
    game = table({TANKS: "2424", DELAY: "2423", PANZER: "2523"}, "german-combat")
    refusals = game.board.rules.may_attack(
        game.state, game.state.units[DELAY], (game.board.map.hex("2424"),), None
    )
    assert "delay.E" in [refusal.rule for refusal in refusals]


# ------------------------------------------------------------------ where it comes from
def placing(units: dict[str, str], turn: int, **given):
    """A German reinforcement phase with all four delay markers to come."""
    waiting = dict.fromkeys((DELAY, SECOND_DELAY, THIRD_DELAY, LATE_DELAY), "arrivals")
    return table({**waiting, **units}, "german-reinforcement", turn=turn, **given)


def open_hexes(game) -> set[str]:
    return {game.board.map.numbers[action.hex] for action in listed(game, "place") if action.unit == DELAY}


@rule("delay.F", "german_reinforcements.delay")
def test_a_marker_is_placed_in_the_reinforcement_phase_of_its_turn():
    game = placing({PANZER: "2426"}, 2)
    assert game.decision.kind == "place-delay-markers"
    refusal = refused(game, "place", unit=SECOND_DELAY, hex="2424")
    assert refusal.rule == "delay.F" and "turn 3" in refusal.reason
    do(game, "place", unit=DELAY, hex="2424")
    assert hex_of(game, DELAY) == "2424"
    assert game.decision is None or game.decision.kind != "place-delay-markers"


@rule("delay.F")
def test_markers_are_kept_for_later_turns():
    game = placing({PANZER: "2426"}, 2)
    do(game, "done")
    assert hex_of(game, DELAY) == "arrivals"
    later = placing({PANZER: "2426"}, 3)
    for unit, hex in ((DELAY, "2424"), (SECOND_DELAY, "2422"), (THIRD_DELAY, "2424")):
        do(later, "place", unit=unit, hex=hex)
    assert hex_of(later, THIRD_DELAY) == "2424" and hex_of(later, LATE_DELAY) == "arrivals"


@rule("delay.F")
def test_not_before_its_turn():
    game = placing({PANZER: "2426"}, 1)
    assert game.decision is None or game.decision.kind != "place-delay-markers"


@rule("delay.F")
def test_neither_on_an_allied_unit_nor_in_an_allied_zone():
    game = placing({PANZER: "2426", TANKS: "2422", SUPPLY: "2424"}, 2)
    assert "2422" in refused(game, "place", unit=DELAY, hex="2422").reason
    assert "zone of control" in refused(game, "place", unit=DELAY, hex="2421").reason
    assert "Allied unit" in refused(game, "place", unit=DELAY, hex="2424").reason
    assert {"2422", "2421", "2424"}.isdisjoint(open_hexes(game))
    do(game, "place", unit=DELAY, hex="2425")


@rule("delay.F")
def test_an_airdrop_marker_is_no_allied_unit():
    game = placing({PANZER: "2426", ZONE_MARKER: "2424"}, 2)
    do(game, "place", unit=DELAY, hex="2424")
    seen = placing({PANZER: "2426", ZONE_MARKER: "2424"}, 2)
    theirs = list(seen.decision.options(seen.view("german")))
    assert theirs == seen.legal_actions()


@rule("delay.C")
def test_an_airdrop_marker_destroys_no_delay_marker():
    game = table({TANKS: "2428", DELAY: "2423", ZONE_MARKER: "2423"}, "allied-movement")
    do(game, "done")
    assert hex_of(game, DELAY) == "2423"


@rule("delay.F")
def test_on_a_german_unit_too():
    game = placing({PANZER: "2426"}, 2)
    do(game, "place", unit=DELAY, hex="2426")
    assert hex_of(game, DELAY) == "2426"


@rule("delay.F")
def test_the_unit_the_line_comes_from_may_be_in_an_allied_zone():
    game = placing({PANZER: "2423", TANKS: "2422"}, 2)
    assert "2423" not in open_hexes(game)
    assert "2424" in open_hexes(game)
    do(game, "place", unit=DELAY, hex="2424")


@rule("delay.F")
def test_the_line_leads_through_no_allied_zone():
    """Six Allied units around 2422 and their zones shut the panzers in."""
    ring = dict(
        zip(("JUL-A002", "JUL-A004", "JUL-A006", "JUL-A007"), ("2424", "2420", "2221", "2623"), strict=True)
    )
    wall = {**ring, "JUL-A012": "2223", "JUL-A020": "2621"}
    game = placing({PANZER: "2422", **wall}, 2)
    assert "2822" not in open_hexes(game)
    refusal = refused(game, "place", unit=DELAY, hex="2926")
    assert refusal.rule == "delay.F" and "no line" in refusal.reason
    opened = placing({PANZER: "2422", **{k: v for k, v in wall.items() if v != "2424"}}, 2)
    do(opened, "place", unit=DELAY, hex="2926")


@rule("delay.F")
def test_a_line_needs_a_combat_unit_to_come_from():
    game = placing({PANZER: "2426"}, 2)
    assert open_hexes(game)
    none = placing({TANKS: "2426"}, 2)
    assert open_hexes(none) == set()
    assert "no line" in refused(none, "place", unit=DELAY, hex="2422").reason


@rule("delay.F")
def test_no_marker_lies_on_the_sea():
    game = placing({PANZER: "2426"}, 2, on=ground(terrain={"2424": "sea"}))
    assert "sea" in refused(game, "place", unit=DELAY, hex="2424").reason


@rule("delay.E")
def test_a_marker_on_the_map_is_not_placed_again():
    game = placing({PANZER: "2426"}, 3)
    do(game, "place", unit=DELAY, hex="2424")
    assert "already" in refused(game, "place", unit=DELAY, hex="2422").reason
