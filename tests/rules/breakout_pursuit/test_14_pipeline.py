"""The Supply Pipeline: laid, cut, switched on again."""

from __future__ import annotations

import pytest
from bp_fights import attack
from bp_supply import (
    GI,
    INFANTRY,
    PANZER,
    PIPES,
    SUPPLY,
    TANKS,
    UK,
    WEAK,
    at,
    box,
    judged,
    moved,
    phase,
    rule,
)
from bp_table import do, ground, hex_of, listed, refused, table

from hexcore.events import Marked, apply

ONE, TWO, THREE, FOUR, FIVE, SIX = PIPES
ON = at(bayeux="2427")
CHAIN = {ONE: "2427", TWO: "2426", FOUR: "2425"}
NOW, NEXT = THREE, FOUR
"""The Pipeline units of turn 3 and of turn 4."""


def placing(units, **more):
    return table(units, "allied-reinforcement", **{"on": ON, **more})


def inactive(game):
    return {id for kind, id in game.state.markers if kind == "inactive"}


# ------------------------------------------------------------------ laid
@rule("noncombat.F", "noncombat.procedure")
def test_a_unit_is_laid_on_bayeux_or_next_to_an_active_one():
    game = placing({ONE: "2427", TWO: "2426", NOW: "arrivals"})
    numbers = game.board.map.numbers
    open_to_it = {numbers[a.hex] for a in listed(game, "place")}
    assert "2425" in open_to_it and "2427" in open_to_it and "2424" not in open_to_it
    refusal = refused(game, "place", unit=NOW, hex="2424")
    assert refusal.rule == "noncombat.F" and "2424" in refusal.reason
    do(game, "place", unit=NOW, hex="2425")
    assert hex_of(game, NOW) == "2425"


@rule("noncombat.F")
def test_with_no_pipeline_it_begins_on_bayeux():
    game = placing({NOW: "arrivals"})
    assert [game.board.map.numbers[a.hex] for a in listed(game, "place")] == ["2427"]
    assert refused(game, "place", unit=NOW, hex="2426").rule == "noncombat.F"
    do(game, "place", unit=NOW, hex="2427")


@rule("noncombat.F")
def test_never_on_a_hex_held_by_germans():
    game = placing({**CHAIN, NOW: "arrivals", WEAK: "2424"})
    refusal = refused(game, "place", unit=NOW, hex="2424")
    assert refusal.rule == "noncombat.F" and "German" in refusal.reason
    do(game, "place", unit=NOW, hex="2325")


@rule("errata.allied_supply_pipeline_units")
def test_it_may_be_laid_in_a_german_zone():
    game = placing({**CHAIN, NOW: "arrivals", WEAK: "2423"})
    do(game, "place", unit=NOW, hex="2424")
    assert hex_of(game, NOW) == "2424"


@rule("errata.allied_supply_pipeline_units")
def test_it_is_not_withheld():
    game = placing({**CHAIN, NOW: "arrivals"})
    refusal = refused(game, "done")
    assert refusal.rule == "errata.allied_supply_pipeline_units"
    do(game, "place", unit=NOW, hex="2424")
    assert phase(game) != "allied-reinforcement"


@rule("noncombat.F")
def test_it_arrives_in_its_own_turn_and_is_lost_if_it_finds_no_hex():
    early = placing({ONE: "2427", TWO: "2426", NEXT: "arrivals", SUPPLY: "staging"})
    assert "turn 4" in refused(early, "place", unit=NEXT, hex="2425").reason
    nowhere = placing({NOW: "arrivals", WEAK: "2427"})
    assert phase(nowhere) != "allied-reinforcement"
    assert box(nowhere, NOW) == "eliminated"


@rule("noncombat.F")
def test_one_unit_is_laid_in_a_phase():
    game = placing({ONE: "2427", TWO: "arrivals", NOW: "arrivals", SUPPLY: "staging"})
    do(game, "place", unit=NOW, hex="2426")
    assert refused(game, "place", unit=TWO, hex="2425").rule == "noncombat.F"


@rule("noncombat.procedure")
def test_units_are_placed_in_the_first_phase_and_no_later():
    first = placing({NOW: "arrivals"})
    assert first.decision.kind == "supply-arrivals"
    later = table({NOW: "arrivals", GI: "2422"}, "allied-movement", on=ON)
    assert listed(later, "place") == []
    refused(later, "place", unit=NOW, hex="2427")


# ------------------------------------------------------------------ active or not
@rule("noncombat.E")
def test_a_unit_is_active_while_a_chain_joins_it_to_bayeux():
    joined = table({GI: "2421", ONE: "2427", TWO: "2426", FOUR: "2425"}, "allied-supply", on=ON)
    assert judged(joined, GI) == "supplied"
    gap = table({GI: "2421", ONE: "2427", FOUR: "2425"}, "allied-supply", on=ON)
    assert judged(gap, GI) == "unsupplied"  # six hexes to Bayeux; 2425 feeds nobody
    headless = table(
        {GI: "2421", TWO: "2426", FOUR: "2425"}, "allied-supply", on=moved(ground(), bayeux="2927")
    )
    assert judged(headless, GI) == "unsupplied"  # eight to Bayeux itself


@rule("errata.allied_supply_pipeline_units")
def test_german_zones_do_not_touch_the_pipeline():
    game = table({UK: "2422", **CHAIN, INFANTRY: "2325"}, "allied-supply", on=ON)
    assert judged(game, UK) == "supplied"
    assert game.ask("supply", unit=UK)[UK]["source"]["hex"] == "2425"


# ------------------------------------------------------------------ cut
@rule("noncombat.H", "errata.allied_supply_pipeline_units")
def test_a_german_who_enters_destroys_it_and_what_lies_beyond_turns_inactive():
    game = table({**CHAIN, FIVE: "2424", PANZER: "2326"}, "german-movement", on=ON)
    do(game, "move", unit=PANZER, path=["2426"])
    assert box(game, TWO) == "eliminated"
    assert inactive(game) == {FOUR, FIVE}
    assert hex_of(game, ONE) == "2427"


@rule("noncombat.H")
def test_going_through_is_enough_and_passing_by_is_not():
    game = table({**CHAIN, PANZER: "2326"}, "german-movement", on=ON)
    do(game, "move", unit=PANZER, path=["2426"])
    do(game, "move", unit=PANZER, path=["2526"])
    assert box(game, TWO) == "eliminated" and hex_of(game, PANZER) == "2526"
    beside = table({**CHAIN, PANZER: "2326"}, "german-movement", on=ON)
    do(beside, "move", unit=PANZER, path=["2325", "2324"])
    assert inactive(beside) == set() and hex_of(beside, TWO) == "2426"


@rule("noncombat.H")
def test_the_head_on_bayeux_lost_the_whole_chain_is_dead():
    game = table({**CHAIN, PANZER: "2328"}, "german-movement", on=ON)
    do(game, "move", unit=PANZER, path=["2427"])
    assert inactive(game) == {TWO, FOUR}


@rule("noncombat.H")
def test_it_is_never_moved():
    game = table({**CHAIN, GI: "2422"}, "allied-movement", on=ON)
    refusal = refused(game, "move", unit=TWO, path=["2326"])
    assert refusal.rule == "noncombat.H" and "2426" in refusal.reason
    assert all(TWO not in a.units for a in listed(game, "take"))
    do(game, "move", unit=GI, path=["2421"])


@rule("noncombat.H")
def test_lost_with_the_units_it_lay_among_it_cuts_the_chain_too():
    units = {
        **CHAIN,
        GI: "2426",
        "JUL-G034": "2326",
        "JUL-G031": "2327",
        "JUL-G037": "2327",
        "JUL-G036": "2526",
    }
    game = table(units, "german-combat", on=ON, dice=[6])
    attack(game, "2426", "JUL-G034", "JUL-G031", "JUL-G037", "JUL-G036")  # 49 to 11: Ex
    assert box(game, GI) == box(game, TWO) == "eliminated"
    assert inactive(game) == {FOUR}


# ------------------------------------------------------------------ switched on again
def cut(*up, **more):
    """The chain with a gap at 2426 that is filled again; beyond it the others are inactive."""
    beyond = {FOUR: "2425", FIVE: "2424", SIX: "2423", "ARR-A029": "2422"}
    game = placing({ONE: "2427", TWO: "2426", **beyond, SUPPLY: "staging"}, **more)
    for id in beyond:
        game.state = apply(game.state, Marked("inactive", id))
    return game


@rule("noncombat.G")
def test_three_touching_units_are_turned_up_from_the_active_end():
    game = cut()
    assert [a.unit for a in listed(game, "commit")] == [FOUR]
    refusal = refused(game, "commit", what="activate", unit=FIVE)
    assert refusal.rule == "noncombat.G" and "2424" in refusal.reason
    for unit in (FOUR, FIVE, SIX):
        do(game, "commit", what="activate", unit=unit)
    assert "3 units" in refused(game, "commit", what="activate", unit="ARR-A029").reason
    assert inactive(game) == {"ARR-A029"}
    do(game, "done")


@rule("noncombat.G")
def test_fewer_may_be_turned_up():
    game = cut()
    do(game, "commit", what="activate", unit=FOUR)
    do(game, "done")
    assert inactive(game) == {FIVE, SIX, "ARR-A029"}


@rule("noncombat.G")
def test_they_are_one_group():
    game = placing({ONE: "2427", TWO: "2426", FOUR: "2425", FIVE: "2527", SUPPLY: "staging"})
    for id in (FOUR, FIVE):
        game.state = apply(game.state, Marked("inactive", id))
    do(game, "commit", what="activate", unit=FOUR)
    refusal = refused(game, "commit", what="activate", unit=FIVE)  # active ground beside it, but apart
    assert refusal.rule == "noncombat.G" and "2527" in refusal.reason


@rule("noncombat.G", "noncombat.F")
def test_a_new_unit_fills_the_gap_before_the_rest_is_turned_up():
    game = placing({ONE: "2427", FOUR: "2425", NOW: "arrivals"})
    game.state = apply(game.state, Marked("inactive", FOUR))
    assert refused(game, "commit", what="activate", unit=FOUR).rule == "noncombat.G"
    do(game, "place", unit=NOW, hex="2426")
    do(game, "commit", what="activate", unit=FOUR)
    assert inactive(game) == set()


@rule("noncombat.G")
@pytest.mark.parametrize("unit", [ONE, SUPPLY, GI])
def test_only_inactive_pipeline_units_are_turned_up(unit):
    game = cut()
    assert refused(game, "commit", what="activate", unit=unit).rule == "noncombat.G"
    do(game, "commit", what="activate", unit=FOUR)


def test_pipeline_units_do_not_stack_and_tanks_stand_on_them():
    game = table({**CHAIN, TANKS: "2422"}, "allied-movement", on=ON)
    do(game, "move", unit=TANKS, path=["2423", "2424", "2425"])
    assert hex_of(game, TANKS) == "2425"
