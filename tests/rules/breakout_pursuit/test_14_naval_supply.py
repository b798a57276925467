"""The Naval Supply unit: from coast to coast, face down and up again, and never destroyed."""

from __future__ import annotations

import pytest
from bp_supply import (
    CANADIANS,
    GI,
    INFANTRY,
    NAVAL,
    PANZER,
    TANKS,
    UK,
    WEAK,
    box,
    coast,
    judged,
    moved,
    phase,
    rule,
    state_of,
)
from bp_table import board, do, ground, hex_of, listed, refused, table

from hexcore.events import Marked, apply

SHORE = ("2422", "2424", "2427", "2919", "2027")
ON = coast(*SHORE)


def sailing(units=None, **more):
    return table({NAVAL: "2424", GI: "2522", **(units or {})}, "allied-movement", **{"on": ON, **more})


def sail(game, to):
    do(game, "take", unit=NAVAL)
    do(game, "commit", what="sail", hex=to)


def turned(game, side_up):
    """The same position with the unit face down, or up."""
    game.state = apply(game.state, Marked("inverted", NAVAL, 0 if side_up else 1))
    return game


# ------------------------------------------------------------------ where it goes
@rule("noncombat.M")
def test_from_any_coastal_hex_to_any_other():
    game = sailing()
    sail(game, "2919")
    assert hex_of(game, NAVAL) == "2919"
    inland = sailing()
    do(inland, "take", unit=NAVAL)
    refusal = refused(inland, "commit", what="sail", hex="2523")
    assert refusal.rule == "noncombat.M" and "2523" in refusal.reason
    assert {inland.board.map.numbers[a.hex] for a in listed(inland, "commit")} >= {
        "2422",
        "2427",
        "2919",
        "2027",
    }


@rule("noncombat.M")
def test_enemies_on_the_way_do_not_matter():
    game = sailing({INFANTRY: "2622", PANZER: "2621", WEAK: "2725"})
    sail(game, "2919")
    assert hex_of(game, NAVAL) == "2919"


@rule("noncombat.M")
@pytest.mark.parametrize(("german", "why"), [("2919", "stands in"), ("2918", "zone of control")])
def test_not_onto_germans_or_into_their_zone(german, why):
    game = sailing({WEAK: german})
    do(game, "take", unit=NAVAL)
    refusal = refused(game, "commit", what="sail", hex="2919")
    assert refusal.rule == "noncombat.M" and why in refusal.reason
    do(game, "commit", what="sail", hex="2027")


@rule("noncombat.M")
def test_not_to_the_zuider_zee():
    game = sailing(on=moved(ON, zuider_zee="2919"))
    do(game, "take", unit=NAVAL)
    refusal = refused(game, "commit", what="sail", hex="2919")
    assert refusal.rule == "noncombat.M" and "Zuider Zee" in refusal.reason
    do(game, "commit", what="sail", hex="2027")


@rule("noncombat.M")
def test_the_real_zuider_zee_is_closed_and_the_real_coast_open():
    ground_ = board().map
    zee = ground_.group("zuider-zee")
    game = table({NAVAL: "0839", GI: "1040"}, "allied-movement")
    do(game, "take", unit=NAVAL)
    open_hexes = {a.hex for a in listed(game, "commit")}
    assert not open_hexes & set(zee)
    assert {ground_.hex("0342"), ground_.hex("0930")} <= open_hexes
    assert ground_.hex("0936") not in open_hexes  # a fortress that stands


@rule("noncombat.M")
def test_not_over_land_and_only_once_a_phase():
    game = sailing()
    assert refused(game, "move", unit=NAVAL, path=["2423"]).rule == "noncombat.M"
    sail(game, "2919")
    assert refused(game, "take", unit=NAVAL).rule == "movement.procedure"
    assert hex_of(game, NAVAL) == "2919"


@rule("noncombat.M")
def test_in_no_other_phase():
    late = table({NAVAL: "2424", TANKS: "2522"}, "allied-mechanized", on=ON)
    refused(late, "take", unit=NAVAL)
    do(late, "move", unit=TANKS, path=["2521"])


# ------------------------------------------------------------------ face down
@rule("noncombat.N")
def test_moved_it_lies_face_down_and_feeds_nobody():
    game = sailing({UK: "2920"})
    sail(game, "2919")
    assert game.state.marker("inverted", NAVAL) == 1
    assert state_of(game, UK) == "isolated"
    stood = table({NAVAL: "2919", UK: "2920"}, "allied-movement", on=ON)
    assert state_of(stood, UK) == "supplied"


@rule("noncombat.N")
def test_it_is_turned_up_when_it_has_stood_still_in_the_next_initial_movement():
    game = turned(sailing({UK: "2523"}), side_up=False)
    assert state_of(game, UK) == "isolated"
    do(game, "done")
    assert game.state.marker("inverted", NAVAL) == 0
    assert state_of(game, UK) == "supplied"
    moved_again = turned(sailing({UK: "2523"}), side_up=False)
    sail(moved_again, "2422")
    while phase(moved_again) == "allied-movement":
        do(moved_again, "done")
    assert moved_again.state.marker("inverted", NAVAL) == 1


@rule("noncombat.N", "noncombat.P")
def test_judgement_comes_before_it_is_turned_up():
    def turn_by_turn(start):
        """The unit, moved in turn 3 or not; how the British unit is judged in turn 4, and defends then."""
        game = table({UK: "2918", NAVAL: start, WEAK: "3940"}, "allied-movement", on=ON)
        if start != "2919":
            sail(game, "2919")
        while (phase(game), game.state.turn) != ("allied-movement", 4):
            do(game, "done")
        word = judged(game, UK)
        do(game, "done")
        return word, state_of(game, UK)

    assert turn_by_turn("2919") == ("supplied", "supplied")
    assert turn_by_turn("2424") == ("isolated", "supplied")


@rule("noncombat.P", "terms.unit_designation")
def test_only_british_and_canadians_draw_on_it_and_it_is_not_spent():
    game = table({UK: "2425", CANADIANS: "2525", GI: "2426", NAVAL: "2424"}, "allied-supply", on=ON)
    assert [judged(game, unit) for unit in (UK, CANADIANS, GI)] == ["supplied", "supplied", "isolated"]
    assert hex_of(game, NAVAL) == "2424"


# ------------------------------------------------------------------ Germans in its hex
@rule("errata.allied_naval_supply_unit", "noncombat.A")
def test_a_german_in_its_hex_does_not_destroy_it():
    game = table({NAVAL: "2424", PANZER: "2426"}, "german-movement", on=ON)
    do(game, "move", unit=PANZER, path=["2425", "2424"])
    assert (hex_of(game, NAVAL), hex_of(game, PANZER)) == ("2424", "2424")


@rule("errata.allied_naval_supply_unit")
def test_it_sails_away_in_the_next_allied_initial_movement():
    game = sailing({PANZER: "2424"})
    sail(game, "2919")
    assert hex_of(game, NAVAL) == "2919" and box(game, NAVAL) == ""


@rule("errata.allied_naval_supply_unit")
@pytest.mark.parametrize(("german", "fed"), [("2424", False), ("2423", False), ("2422", True)])
def test_with_a_german_on_it_or_beside_it_it_feeds_nobody(german, fed):
    game = table(
        {NAVAL: "2424", UK: "2424" if german != "2424" else "2425", WEAK: german}, "allied-supply", on=ON
    )
    assert judged(game, UK) == ("supplied" if fed else "isolated")


@rule("noncombat.M")
def test_off_the_coast_it_is_no_source():
    dry = table({UK: "2425", NAVAL: "2424"}, "allied-supply", on=ground())
    assert judged(dry, UK) == "isolated"
