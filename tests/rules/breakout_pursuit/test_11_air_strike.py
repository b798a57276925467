"""Allied Air-Strike: twenty points on Germans in one hex, once, before the first combat."""

from __future__ import annotations

import pytest
from bp_fights import EAST, G2, G3, G5, G8, G9, G10, HEX, US13, WEST, asked, attack, drive, gone, result, rule
from bp_table import do, ground, hex_of, listed, refused, table

from hexcore.actions import Commit, Declare
from hexcore.steady import SteadyPlayer


def opening(units, *, dice=(), **more):
    return table({US13: "2427", **units}, "allied-combat", turn=1, dice=dice, **more)


def strike(game, *units):
    """The strike on these units."""
    events = []
    for unit in units:
        if asked(game) == "air-strike allied":
            events += do(game, "commit", what="air-strike", unit=unit)
    if asked(game) == "air-strike allied":
        events += do(game, "done")
    return events


# ------------------------------------------------------------------ when
@rule("air_strike.general")
def test_the_first_combat_phase_begins_with_it():
    game = opening({G5: HEX}, dice=[6])
    assert asked(game) == "air-strike allied"
    refusal = refused(game, "done")
    assert refusal.rule == "air_strike.general"
    assert result(do(game, "declare", targets=[HEX])) == "Ex"  # 20 to 5: 4-1
    assert gone(game, G5) and asked(game) == "combat-phase allied"


@rule("air_strike.A")
def test_there_is_none_on_later_turns():
    game = table({US13: "2427", G5: HEX}, "allied-combat", turn=2)
    assert asked(game) == "combat-phase allied"
    assert asked(opening({G5: HEX})) == "air-strike allied"


@rule("air_strike.A")
def test_the_pursuit_scenarios_have_none_unless_an_option_says_so():
    units = {"AUG-A001": "2427", "AUG-G001": HEX}
    game = table(units, "allied-combat", turn=11, scenario="2.1")
    assert asked(game) == "combat-phase allied"
    game = table(units, "allied-combat", turn=11, scenario="2.1", options={"pursuit-air-strike": "on"})
    assert asked(game) == "air-strike allied"


@rule("air_strike.general")
def test_it_comes_before_any_other_attack():
    game = table({US13: WEST, G3: HEX}, "allied-combat", turn=1, dice=[4, 6])
    refusal = refused(game, "attack", targets=[HEX], attackers=[US13])
    assert refusal.rule == "air_strike.general"
    do(game, "declare", targets=[HEX])
    drive(game)
    assert asked(game) == "combat-phase allied"


# ------------------------------------------------------------------ on whom
@rule("air_strike.B")
def test_one_unit_of_a_stack_may_be_struck_alone():
    game = opening({G3: HEX, G10: HEX}, dice=[6])
    assert result(strike(game, G3)) == "De"  # 20 to 3: 6-1
    assert gone(game, G3) and hex_of(game, G10) == HEX


@rule("air_strike.B")
def test_several_units_of_a_hex_are_struck_as_one():
    game = opening({G3: HEX, G2: HEX, G10: HEX}, dice=[6])
    events = strike(game, G3, G2)
    assert result(events) == "Ex"  # 20 to 5: 4-1
    assert gone(game, G3, G2) and hex_of(game, G10) == HEX


@rule("air_strike.B")
def test_no_more_than_one_hex():
    game = opening({G3: HEX, G2: HEX, G5: EAST}, dice=[6])
    do(game, "commit", what="air-strike", unit=G3)
    refusal = refused(game, "commit", what="air-strike", unit=G5)
    assert refusal.rule == "air_strike.B" and EAST in refusal.reason
    do(game, "commit", what="air-strike", unit=G2)


@rule("air_strike.B")
def test_only_german_units_on_the_map():
    game = opening({G3: HEX, G9: "arrivals"})
    for unit in (US13, G9):
        assert refused(game, "commit", what="air-strike", unit=unit).rule == "air_strike.B"
    assert refused(game, "declare", targets=["2427"]).rule == "air_strike.B"
    assert {a.unit for a in listed(game, "commit")} == {G3}


@rule("air_strike.C")
def test_its_strength_goes_into_one_attack():
    game = opening({G3: HEX, G5: EAST}, dice=[6])
    strike(game, G3)
    assert asked(game) == "combat-phase allied" and hex_of(game, G5) == EAST


# ------------------------------------------------------------------ odds and results
@rule("air_strike.D")
def test_the_ground_does_not_count():
    on = ground({HEX: "rough"})
    game = opening({G5: HEX}, dice=[6], on=on)
    assert result(do(game, "declare", targets=[HEX])) == "Ex"  # 20 to 5, not to 10


@rule("air_strike.D")
def test_a_fortress_neither_helps_nor_falls():
    game = opening({G5: HEX}, dice=[6], on=ground({HEX: "clear fortress"}))
    assert result(do(game, "declare", targets=[HEX])) == "Ex"
    assert gone(game, G5) and not game.state.marker("destroyed", HEX)


@rule("air_strike.D", "fortresses.D")
def test_nobody_is_driven_out_of_a_fortress_from_the_air():
    for words, goes in (("clear fortress", False), ("clear", True)):
        game = opening({G5: HEX}, dice=[4], on=ground({HEX: words}))
        assert result(do(game, "declare", targets=[HEX])) == "Dr"
        drive(game)
        assert (hex_of(game, G5) != HEX) == goes


@pytest.mark.parametrize(("die", "word"), [(1, "Ae"), (2, "Ar"), (4, "Ad-Dr")])
@rule("air_strike.D")
def test_the_attackers_part_of_a_result_falls_away(die, word):
    game = opening({G10: HEX}, dice=[die])
    assert result(do(game, "declare", targets=[HEX])) == word  # 20 to 10: 2-1
    drive(game)
    assert asked(game) == "combat-phase allied" and not game.state.markers
    assert (hex_of(game, G10) == HEX) == (word != "Ad-Dr")


@rule("air_strike.general", "combat.L")
def test_a_unit_struck_may_leave_a_battlegroup():
    game = opening({G8: HEX, G5: HEX}, dice=[6])
    strike(game, G8)  # 20 to 8: 2-1, a 6 is Dr
    drive(game)
    game = opening({"JUL-G029": HEX}, dice=[6])
    strike(game, "JUL-G029")  # 20 to 5: 4-1, a 6 is Ex
    do(game, "commit", what="battlegroup", unit="JUL-G029")
    assert hex_of(game, "JUL-G029-BG") == HEX


# ------------------------------------------------------------------ and then
@rule("air_strike.general")
def test_who_was_struck_may_be_attacked_again():
    units = {US13: WEST, G10: HEX}
    game = table(units, "allied-combat", turn=1, dice=[1, 6])
    do(game, "declare", targets=[HEX])
    assert result(attack(game, HEX, US13)) == "Ad-Dr"
    game = table(units, "allied-combat", turn=1, dice=[1, 6], options={"air-strike-target": "is-done"})
    do(game, "declare", targets=[HEX])
    assert refused(game, "declare", targets=[HEX]).rule == "air_strike.general"


@rule("air_strike.general")
def test_what_it_may_do_can_be_asked_beforehand():
    game = opening({G5: HEX})
    found = game.ask("odds", target=[HEX], attackers=[], kind="air-strike")
    assert (found["attack"], found["defence"], found["column"]) == (20, 5, "4-1")
    assert found["expected"]["exchanged"] == {"attacker": "0", "defender": "1/6"}


def test_a_computer_player_strikes_where_it_pays():
    game = opening({G3: HEX, "JUL-G034": EAST})
    move = SteadyPlayer(1)(game.view("allied"), game.legal_actions())
    whole = Declare((game.board.map.hex(HEX),))
    assert move in (whole, Commit("air-strike", unit=G3))
