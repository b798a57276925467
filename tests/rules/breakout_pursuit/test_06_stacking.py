"""Stacking: three combat units to a hex, counted when movement ends; what stacks free."""

from __future__ import annotations

import pytest
from bp_fights import AROUND
from bp_marches import (
    DELAY,
    FOURTH_TANKS,
    GI,
    GRENADIERS,
    LORRIED,
    MORE_GI,
    MORE_TANKS,
    NAVAL,
    PANZER,
    PIPE,
    SUPPLY,
    TANKS,
    THIRD_TANKS,
    TRUCK,
    phase,
    rule,
)
from bp_supply import coast
from bp_table import do, hex_of, listed, refused, table

from hexcore.events import Asked, Marked, Removed, apply
from hexcore.stacking import Excess, stack_refusal

THREE = {TANKS: "2422", MORE_TANKS: "2422", GI: "2422"}


def fits(game, unit: str, hex: str):
    return stack_refusal(game.state, (game.state.units[unit],), game.board.map.hex(hex))


# ------------------------------------------------------------------ how many
@rule("stacking.M")
def test_three_combat_units_stand_in_a_hex_and_no_fourth():
    game = table({**THREE, LORRIED: "2423"}, "allied-movement")
    refusal = fits(game, LORRIED, "2422")
    assert refusal.rule == "stacking.M" and "2422" in refusal.reason and "British 49" in refusal.reason
    pair = table({TANKS: "2422", GI: "2422", LORRIED: "2423"}, "allied-movement")
    assert fits(pair, LORRIED, "2422") is None


@rule("stacking.M")
def test_a_full_hex_is_passed_through_and_not_listed_as_an_end():
    game = table({**THREE, LORRIED: "2423"}, "allied-movement")
    do(game, "take", unit=LORRIED)
    ends = {game.board.map.numbers[action.to] for action in listed(game, "move")}
    assert "2422" not in ends and "2421" in ends
    do(game, "move", unit=LORRIED, path=["2422", "2421"])
    assert hex_of(game, LORRIED) == "2421"


# ------------------------------------------------------------------ when it counts
@rule("stacking.M")
def test_a_fourth_may_come_before_another_has_gone():
    game = table({**THREE, LORRIED: "2423"}, "allied-movement")
    do(game, "move", unit=LORRIED, path=["2422"])
    do(game, "put-down")
    refusal = refused(game, "done")
    assert refusal.rule == "stacking.M" and "2422" in refusal.reason and "US" in refusal.reason
    do(game, "move", unit=TANKS, path=["2421"])
    do(game, "put-down")
    do(game, "done")
    assert phase(game) != "allied-movement"
    assert all(game.state.units[u].hex >= 0 for u in (*THREE, LORRIED))


@rule("stacking.M")
def test_what_cannot_go_away_is_lost_when_the_phase_ends():
    """Four have moved into one hex: none can leave it, and the owner chooses."""
    spot = {TANKS: "2322", MORE_TANKS: "2421", THIRD_TANKS: "2423", FOURTH_TANKS: "2522"}
    game = table(spot, "allied-movement")
    for unit in spot:
        do(game, "move", unit=unit, path=["2422"])
    do(game, "put-down")
    do(game, "done")
    assert game.decision.kind == "excess" and "2422" in game.decision.prompt(game.state)
    assert {action.unit for action in listed(game, "lose")} == set(spot)
    do(game, "lose", unit=THIRD_TANKS)
    assert hex_of(game, THIRD_TANKS) == "eliminated"
    assert {hex_of(game, u) for u in spot if u != THIRD_TANKS} == {"2422"}


CROWD = {TANKS: "2322", MORE_TANKS: "2421", THIRD_TANKS: "2423", FOURTH_TANKS: "2522"}
RING = dict(zip(("JUL-G001", "JUL-G004", "JUL-G005", "JUL-G019", "JUL-G035"), AROUND[1:], strict=True))


def crowded(units, *moves, **more):
    """Four units in 2422 when the Allied movement ends, and no way out: the owner is asked."""
    game = table({**CROWD, **units}, "allied-movement", **more)
    for unit in CROWD:
        do(game, "move", unit=unit, path=["2422"])
    do(game, "put-down")
    do(game, "done")
    assert game.decision.kind == "excess" and game.decision.rule == "stacking.M"
    return game


@rule("stacking.M")
def test_a_unit_lost_to_excess_scores_and_leaves_no_battlegroup():
    game = crowded({})
    do(game, "lose", unit=TANKS)
    assert game.state.note("times destroyed", TANKS) == 1 and not game.state.note("surrounded", TANKS)
    assert game.state.units[f"{TANKS}-BG"].hex < 0 and phase(game) == "allied-combat"


@rule("stacking.M", "victory.B")
def test_a_unit_lost_to_excess_among_enemies_all_round_counts_as_surrounded():
    """Four tanks in one hex, five of its sides held by Germans: before and after the sixth is closed."""
    for sixth, closed in (("2421", True), ("2420", False)):
        units = {TANKS: "2422", MORE_TANKS: "2422", THIRD_TANKS: "2422", FOURTH_TANKS: "2422"}
        game = table({**units, **RING, "JUL-G006": sixth}, "allied-movement")
        game.state = apply(game.state, Asked((Excess("allied", game.board.map.hex("2422"), "stacking.M"),)))
        do(game, "lose", unit=TANKS)
        assert bool(game.state.note("surrounded", TANKS)) is closed


@rule("stacking.M")
def test_a_unit_lost_to_excess_takes_its_disruption_with_it_and_leaves_supply_guarded():
    game = crowded({SUPPLY: "2422"})
    game.state = apply(game.state, Marked("disrupted", TANKS))
    do(game, "lose", unit=TANKS)
    assert not game.state.marker("disrupted", TANKS) and hex_of(game, SUPPLY) == "2422"


@rule("stacking.M", "stacking.N")
def test_only_units_that_count_are_lost_to_excess():
    """A unit aboard a truck is one of them, its truck is not."""
    game = crowded({TRUCK: "2422", SUPPLY: "2422", PIPE: "2422", DELAY: "2422"})
    assert {action.unit for action in listed(game, "lose")} == set(CROWD)
    assert refused(game, "lose", unit=TRUCK).rule == "stacking.M"
    assert refused(game, "lose", unit=DELAY).rule == "stacking.M"
    units = {TANKS: "2422", MORE_TANKS: "2422", THIRD_TANKS: "2422", TRUCK: "2422", GI: "2422"}
    loaded = table(units, "allied-movement")
    loaded.state = apply(loaded.state, Removed(GI, aboard=TRUCK))
    loaded.state = apply(loaded.state, Asked((Excess("allied", loaded.board.map.hex("2422"), "stacking.M"),)))
    assert {action.unit for action in listed(loaded, "lose")} == {TANKS, MORE_TANKS, THIRD_TANKS, GI}
    do(loaded, "lose", unit=GI)
    assert hex_of(loaded, GI) == "eliminated" and hex_of(loaded, TRUCK) == "2422"


@rule("stacking.M")
def test_an_enemy_counter_in_the_hex_hides_no_excess():
    """The Naval Supply unit lies undermost in a hex that four Germans come to."""
    spot = {PANZER: "2322", GRENADIERS: "2421", "JUL-G034": "2423", "JUL-G033": "2522"}
    game = table({NAVAL: "2422", **spot}, "german-movement", on=coast("2422"))
    for unit in spot:
        do(game, "move", unit=unit, path=["2422"])
    do(game, "put-down")
    do(game, "done")
    assert game.decision.kind == "excess"
    assert {action.unit for action in listed(game, "lose")} == set(spot)


@rule("stacking.M")
def test_three_that_have_moved_together_stay():
    spot = {TANKS: "2322", MORE_TANKS: "2421", THIRD_TANKS: "2423"}
    game = table(spot, "allied-movement")
    for unit in spot:
        do(game, "move", unit=unit, path=["2422"])
    do(game, "put-down")
    do(game, "done")
    assert {hex_of(game, u) for u in spot} == {"2422"} and phase(game) != "allied-movement"


@rule("stacking.M")
def test_the_mechanized_phase_counts_too():
    game = table(
        {PANZER: "2422", GRENADIERS: "2423", "JUL-G004": "2422", "JUL-G005": "2422"}, "german-mechanized"
    )
    do(game, "move", unit=GRENADIERS, path=["2422"])
    do(game, "put-down")
    assert refused(game, "done").rule == "stacking.M"  # the panzers can still leave
    do(game, "move", unit=PANZER, path=["2421"])
    do(game, "put-down")
    do(game, "done")
    assert hex_of(game, GRENADIERS) == "2422"


# ------------------------------------------------------------------ what stacks free
@rule("stacking.N")
@pytest.mark.parametrize("extra", [SUPPLY, PIPE, NAVAL, TRUCK, "MRK-A001"])
def test_non_combat_units_and_markers_take_no_room(extra):
    game = table({**THREE, extra: "2422", LORRIED: "2423"}, "allied-movement")
    do(game, "done")
    assert phase(game) != "allied-movement" and {hex_of(game, u) for u in THREE} == {"2422"}
    pair = table({TANKS: "2422", GI: "2422", extra: "2422", LORRIED: "2423"}, "allied-movement")
    assert fits(pair, LORRIED, "2422") is None
    assert fits(game, LORRIED, "2422").rule == "stacking.M"


@rule("stacking.N")
def test_delay_markers_take_no_room():
    game = table({PANZER: "2422", "JUL-G004": "2422", DELAY: "2422", GRENADIERS: "2423"}, "german-movement")
    do(game, "move", unit=GRENADIERS, path=["2422"])
    do(game, "put-down")
    do(game, "done")
    assert hex_of(game, GRENADIERS) == "2422"


@rule("stacking.N")
def test_a_combat_unit_aboard_a_truck_counts_and_its_truck_does_not():
    game = table(
        {TANKS: "2422", MORE_TANKS: "2422", MORE_GI: "2423", TRUCK: "2423", GI: "2423"}, "allied-movement"
    )
    game.state = apply(game.state, Removed(GI, aboard=TRUCK))
    assert fits(game, TRUCK, "2422") is None  # two, and the infantry aboard
    full = table({**THREE, MORE_GI: "2423", TRUCK: "2423"}, "allied-movement")
    assert fits(full, TRUCK, "2422") is None
    full.state = apply(full.state, Removed(MORE_GI, aboard=TRUCK))
    assert fits(full, TRUCK, "2422").rule == "stacking.M"
