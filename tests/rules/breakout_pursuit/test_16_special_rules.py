"""Special rules A and G of the July scenarios."""

from __future__ import annotations

import pytest
from bp_marches import GI, GRENADIERS, PANZER, SUPPLY, TANKS, TRUCK, phase, rule
from bp_table import do, hex_of, listed, refused, table

BY_DIEPPE, BY_ROTTERDAM, INLAND = "JUL-G016", "JUL-G008", "JUL-G005"
COAST = {BY_DIEPPE: "0931", BY_ROTTERDAM: "0408", INLAND: "1326"}


# ------------------------------------------------------------------ A
@rule("special.A")
@pytest.mark.parametrize("unit", [TANKS, GI, TRUCK, SUPPLY])
def test_no_allied_unit_moves_before_the_first_combat(unit):
    game = table({unit: "2422"}, "allied-movement", turn=1, scenario="1.1")
    refusal = refused(game, "take", unit=unit)
    assert refusal.rule == "special.A" and listed(game, "take") == []
    if unit != SUPPLY:
        do(table({unit: "2422"}, "allied-movement", turn=2, scenario="1.1"), "move", unit=unit, path=["2421"])
        do(table({unit: "2422"}, "allied-movement", turn=1, scenario="1.2"), "move", unit=unit, path=["2421"])


@rule("special.A")
def test_the_other_phases_are_played_as_ever():
    units = {TANKS: "2422", PANZER: "2423"}
    fight = table(units, "allied-combat", turn=1, scenario="1.1")
    do(fight, "declare", targets=["2423"])
    later = table(units, "allied-mechanized", turn=1, scenario="1.1")
    do(later, "move", unit=TANKS, path=["2421"])
    theirs = table(units, "german-movement", turn=1, scenario="1.1")
    do(theirs, "move", unit=PANZER, path=["2424"])
    first = table(units, "allied-movement", turn=1, scenario="1.1")
    assert refused(first, "move", unit=TANKS, path=["2421"]).rule == "special.A"


@rule("special.A")
def test_the_campaign_plays_it_too():
    game = table({TANKS: "2422"}, "allied-movement", turn=1, scenario="3.1")
    assert refused(game, "take", unit=TANKS).rule == "special.A"


# ------------------------------------------------------------------ G
@rule("special.G")
@pytest.mark.parametrize(
    ("unit", "hex", "to_move"),
    [
        (BY_DIEPPE, "0931", "german-movement"),  # beside the coastal city
        (BY_ROTTERDAM, "0408", "german-movement"),
        (BY_DIEPPE, "0936", "german-movement"),  # in a coastal fortress
        (PANZER, "0931", "german-movement"),
        (PANZER, "0931", "german-mechanized"),
    ],
)
def test_garrisons_of_the_coast_stay(unit, hex, to_move):
    game = table({unit: hex, GRENADIERS: "2422"}, to_move, scenario="1.2")
    refusal = refused(game, "take", unit=unit)
    assert refusal.rule == "special.G" and hex in refusal.reason
    do(game, "take", unit=GRENADIERS)
    inland = table({unit: "2522", GRENADIERS: "2422"}, to_move, scenario="1.2")
    do(inland, "take", unit=unit)


@rule("special.G")
def test_who_began_elsewhere_moves():
    game = table({**COAST, PANZER: "2422"}, "german-movement", scenario="1.2")
    assert "0931" in refused(game, "take", unit=BY_DIEPPE).reason
    do(game, "take", unit=INLAND)
    assert game.decision.kind == "in-hand"
    without = table({**COAST, PANZER: "2422"}, "german-movement", scenario="1.3")
    do(without, "take", unit=BY_DIEPPE)


@rule("special.G")
def test_a_unit_that_comes_to_the_coast_later_is_free():
    game = table({INLAND: "1030", PANZER: "2422"}, "german-movement", scenario="1.2")
    assert refused(game, "take", unit=INLAND).rule == "special.G"  # began next to 0930
    other = table({INLAND: "1227", PANZER: "2422"}, "german-movement", scenario="1.2")
    do(other, "move", unit=INLAND, to="1029")
    other_next = other.state.units[INLAND]
    assert other.state.note("frozen on the coast", other_next.id) is None


@rule("special.G")
def test_they_fight_where_they_stand():
    game = table({**COAST, GI: "1031"}, "german-combat", scenario="1.2")
    do(game, "declare", targets=["1031"])
    assert BY_DIEPPE in {action.unit for action in listed(game, "add-attacker")}
    moving = table({**COAST, GI: "1031"}, "german-movement", scenario="1.2")
    assert refused(moving, "take", unit=BY_DIEPPE).rule == "special.G"


def to_the_germans(game) -> None:
    """On to the German movement phase."""
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    while phase(game) != "german-movement":
        do(game, "done")


@rule("special.G")
def test_an_allied_combat_unit_beyond_the_seine_sets_them_free():
    game = table({**COAST, TANKS: "2019"}, "allied-movement", scenario="1.2")
    do(game, "move", unit=TANKS, path=["1919", "2019"])  # through one hex above row 2000, and back
    to_the_germans(game)
    do(game, "take", unit=BY_DIEPPE)
    assert hex_of(game, BY_DIEPPE) == "0931"
    below = table({**COAST, TANKS: "2019"}, "allied-movement", scenario="1.2")
    do(below, "move", unit=TANKS, path=["2020", "2019"])
    to_the_germans(below)
    assert refused(below, "take", unit=BY_DIEPPE).rule == "special.G"


@rule("special.G")
def test_a_truck_sets_nobody_free():
    game = table({**COAST, TRUCK: "2019", TANKS: "2422"}, "allied-movement", scenario="1.2")
    do(game, "move", unit=TRUCK, path=["1919"])
    to_the_germans(game)
    assert refused(game, "take", unit=BY_DIEPPE).rule == "special.G"


@rule("special.G")
def test_once_free_they_stay_free():
    game = table({**COAST, TANKS: "2019", PANZER: "1916"}, "allied-movement", scenario="1.2")
    do(game, "move", unit=TANKS, path=["1919", "2019"])
    to_the_germans(game)
    do(game, "move", unit=PANZER, to="1918")
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    do(game, "done")
    to_the_germans(game)
    do(game, "take", unit=BY_DIEPPE)
