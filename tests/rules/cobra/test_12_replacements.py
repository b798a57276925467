"""SPI 4.0.A2 and B3, chapter 12: replacements."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, is_1977, listed, refused, table
from fights import asked, corners, lost, rule
from marches import passed_to, points

REDUCED = {"g_inf_986_276": 1, "g_inf_989_277": 1, "g_inf_914_352": 1, "g_pz_2SS": 1, "g_pg_37_17SS": 1}
BEHIND = {
    "g_inf_986_276": "A2110",
    "g_inf_989_277": "A2211",
    "g_inf_914_352": "A2310",
    "g_pz_2SS": "A2411",
    "g_pg_37_17SS": "A2510",
}
"""Reduced German units well behind the front: three of infantry, a panzer and a panzergrenadier regiment."""


def germans(**units: str):
    return table({**BEHIND, "u_inf_1": "A2303", **units}, "german-replacement", lost=REDUCED)


def give(game, unit: str) -> None:
    do(game, "commit", what="replacement", unit=unit)


def refused_to(game, unit: str) -> str:
    return refused(game, "commit", what="replacement", unit=unit).rule


# ------------------------------------------------------------------ 12.1
@rule("12.1", "SPI 4.0.A2")
def test_a_reduced_unit_gets_a_step_back():
    game = germans()
    assert asked(game) == "replacements german"
    give(game, "g_inf_986_276")
    assert lost(game, "g_inf_986_276") == 0
    assert game.state.units["g_inf_986_276"].step.strength == 3


@rule("12.1")
def test_an_allied_division_gets_one_of_its_four_steps():
    units = {"u_inf_1": "A2303", "g_inf_986_276": "A2310"}
    game = table(units, "allied-replacement", lost={"u_inf_1": 3})
    give(game, "u_inf_1")
    assert game.state.units["u_inf_1"].step.strength == 6


@rule("12.1")
def test_a_whole_unit_needs_no_step():
    game = germans(g_inf_977_271="A2012")
    assert refused_to(game, "g_inf_977_271") == cited("12.1")
    give(game, "g_inf_986_276")


@rule("SPI 4.0.A2", "SPI 4.0.B3")
def test_only_one_s_own_units():
    game = table({**BEHIND, "u_inf_1": "A2303"}, "german-replacement", lost={**REDUCED, "u_inf_1": 1})
    assert refused_to(game, "u_inf_1") == "SPI 4.0.A2"
    game = table({**BEHIND, "u_inf_1": "A2303"}, "allied-replacement", lost={**REDUCED, "u_inf_1": 1})
    assert refused_to(game, "g_inf_986_276") == "SPI 4.0.B3"
    give(game, "u_inf_1")


@rule("12.1")
def test_nothing_is_asked_where_nobody_is_reduced():
    game = table({"g_inf_986_276": "A2310", "u_inf_1": "A2303"}, "german-replacement")
    assert asked(game) != "replacements german"


# ------------------------------------------------------------------ how many
@rule("SPI 4.0.A2")
def test_two_infantry_units_a_turn():
    game = germans()
    give(game, "g_inf_986_276")
    give(game, "g_inf_989_277")
    assert refused_to(game, "g_inf_914_352") == "SPI 4.0.A2"
    give(game, "g_pz_2SS")


@rule("SPI 4.0.A2")
def test_one_panzer_unit_a_turn():
    game = germans()
    give(game, "g_pg_37_17SS")
    assert refused_to(game, "g_pz_2SS") == "SPI 4.0.A2"
    give(game, "g_inf_914_352")


@rule("12.3.3", "SPI 4.0.B3")
def test_any_number_of_allied_units():
    reduced = dict.fromkeys(("u_inf_1", "u_inf_4", "u_inf_5", "b_inf_3"), 1)
    places = ("A2003", "A2103", "A2303", "A2503")
    units = {**dict(zip(reduced, places, strict=True)), "g_inf_986_276": "A2310"}
    game = table(units, "allied-replacement", lost=reduced)
    for id in reduced:
        give(game, id)
    assert [lost(game, id) for id in reduced] == [0, 0, 0, 0]
    assert game.state.note("allied replacements") == 4


# ------------------------------------------------------------------ 12.2
@rule("12.2.1")
@pytest.mark.parametrize(
    "enemy, given", [("A2305", False), ("A2306", False), ("A2307", False), ("A2308", True)]
)
def test_three_hexes_from_the_enemy(enemy, given):
    units = {"u_inf_1": "A2305", "u_inf_4": "A2003", "g_inf_986_276": enemy}
    if enemy == "A2305":
        units["u_inf_1"] = "A2304"
    game = table(units, "allied-replacement", lost={"u_inf_1": 1, "u_inf_4": 1})
    if given:
        give(game, "u_inf_1")
    else:
        assert refused_to(game, "u_inf_1") == cited("12.2.1")
        give(game, "u_inf_4")


@rule("12.2.1")
def test_an_enemy_headquarters_is_an_enemy_too():
    units = {"u_inf_1": "A2305", "u_inf_4": "A2003", "g_hq_LXXXIV": "A2307"}
    game = table(units, "allied-replacement", lost={"u_inf_1": 1, "u_inf_4": 1})
    assert refused_to(game, "u_inf_1") == cited("12.2.1")
    give(game, "u_inf_4")


REGIMENTS = tuple(f"g_inf_{n}" for n in ("986_276", "987_276", "988_276", "989_277", "990_277", "991_277"))


@rule("12.2.1")
def test_only_in_supply():
    units = {"u_inf_1": "A2308", "u_inf_4": "A2003", **dict(zip(REGIMENTS, corners("A2308"), strict=True))}
    game = table(units, "allied-replacement", lost={"u_inf_1": 1, "u_inf_4": 1})
    assert refused_to(game, "u_inf_1") == cited("12.2.1")
    del units["g_inf_988_276"], units["g_inf_986_276"]
    game = table(units, "allied-replacement", lost={"u_inf_1": 1, "u_inf_4": 1})
    give(game, "u_inf_1")


@rule("12.2.2")
def test_one_step_a_division_of_one_counter():
    units = {"u_inf_1": "A2303", "u_inf_4": "A2003", "g_inf_986_276": "A2310"}
    game = table(units, "allied-replacement", lost={"u_inf_1": 3, "u_inf_4": 1})
    give(game, "u_inf_1")
    assert refused_to(game, "u_inf_1") == cited("12.2.2")
    give(game, "u_inf_4")


@rule("12.2.2")
def test_one_step_a_division_of_several_counters():
    fellows = {"g_inf_987_276": "A2012"}
    game = table(
        {**BEHIND, **fellows, "u_inf_1": "A2303"}, "german-replacement", lost={**REDUCED, "g_inf_987_276": 1}
    )
    give(game, "g_inf_986_276")
    assert refused_to(game, "g_inf_987_276") == cited("12.2.2")
    give(game, "g_inf_989_277")


@rule("12.2.2")
def test_units_of_no_division_stand_for_themselves():
    units = {"u_cav_4": "A2303", "u_cav_106": "A2003", "g_inf_986_276": "A2310"}
    game = table(units, "allied-replacement", lost={"u_cav_4": 1, "u_cav_106": 1})
    give(game, "u_cav_4")
    give(game, "u_cav_106")


@rule("SPI 4.0.A2")
def test_listed_is_what_may_be_had():
    game = germans()
    assert {a.unit for a in listed(game, "commit")} == set(BEHIND)
    give(game, "g_inf_986_276")
    give(game, "g_inf_989_277")
    assert {a.unit for a in listed(game, "commit")} == {"g_pz_2SS", "g_pg_37_17SS"}


# ------------------------------------------------------------------ 12.3.1: the German rate
def germans_on(turn: int, **units: str):
    """The reduced units in a replacement phase: turn 1 is Game-Turn 15."""
    return table({**BEHIND, "u_inf_1": "A2303", **units}, "german-replacement", turn=turn, lost=REDUCED)


def next_turn(game):
    """The same phase a turn later, with nothing more done in this one."""
    passed_to(game, "german-movement")
    return passed_to(game, "german-replacement")


@rule("DG 12.3.1")
def test_two_infantry_steps_a_turn_to_turn_20():
    game = germans_on(2)
    give(game, "g_inf_986_276")
    give(game, "g_inf_989_277")
    assert refused_to(game, "g_inf_914_352") == "12.3.1"
    give(game, "g_pz_2SS")


@rule("DG 12.3.1")
@pytest.mark.parametrize(
    ("turn", "due"), [(1, False), (2, True), (3, False), (4, True), (8, True), (9, False)]
)
def test_a_panzer_step_every_second_turn_also_after_turn_20(turn, due):
    game = germans_on(turn)
    if due:
        give(game, "g_pg_37_17SS")
    assert refused_to(game, "g_pz_2SS") == "12.3.1"


@rule("DG 12.3.1")
def test_one_infantry_step_a_turn_from_turn_21():
    game = germans_on(8)
    give(game, "g_inf_986_276")
    assert refused_to(game, "g_inf_989_277") == "12.3.1"
    give(game, "g_pz_2SS")
    give(germans_on(7), "g_inf_986_276")
    before = germans_on(6)
    give(before, "g_inf_986_276")
    give(before, "g_inf_989_277")


@rule("DG 12.3.1")
def test_a_panzer_step_that_is_not_used_waits():
    game = next_turn(germans_on(2))
    give(game, "g_pz_2SS")
    assert refused_to(game, "g_pg_37_17SS") == "12.3.1"


@rule("DG 12.3.1")
def test_no_more_than_one_is_kept_and_no_more_than_one_used():
    game = next_turn(next_turn(germans_on(2)))
    assert "1 panzer and 2 infantry" in game.decision.prompt(game.state), "two are there, one may be used"
    give(game, "g_pz_2SS")
    assert refused_to(game, "g_pg_37_17SS") == "12.3.1"
    later = next_turn(game)
    give(later, "g_pg_37_17SS")


@rule("DG 12.3.1")
def test_three_idle_turns_leave_one_step_and_not_two():
    units = {**BEHIND, "g_pz_21": "A2610", "u_inf_1": "A2303"}
    game = table(units, "german-replacement", turn=2, lost={**REDUCED, "g_pz_21": 1})
    game = next_turn(next_turn(next_turn(game)))
    assert game.state.turn == 19
    give(game, "g_pz_2SS")
    game = next_turn(game)
    give(game, "g_pg_37_17SS")
    assert refused_to(next_turn(game), "g_pz_21") == "12.3.1"


@rule("DG 12.3.1")
def test_one_infantry_step_saved_makes_two_of_one_and_never_three_of_two():
    saved = next_turn(germans_on(6))
    give(saved, "g_inf_986_276")
    give(saved, "g_inf_989_277")
    assert refused_to(saved, "g_inf_914_352") == "12.3.1"
    full = next_turn(germans_on(2))
    give(full, "g_inf_986_276")
    give(full, "g_inf_989_277")
    assert refused_to(full, "g_inf_914_352") == "12.3.1"


@rule("DG 12.3.1")
def test_a_step_used_is_not_kept():
    game = germans_on(2)
    give(game, "g_pz_2SS")
    assert refused_to(next_turn(game), "g_pg_37_17SS") == "12.3.1"


# ------------------------------------------------------------------ 12.3.2
@rule("DG 12.3.2")
def test_sturm_flak_takes_infantry_steps_and_is_a_corps_and_no_division():
    places = ("A2110", "A2211", "A2310", "A2411")
    reduced = ("g_flak_1", "g_flak_2", "g_inf_986_276", "g_pz_2SS")
    units = {**dict(zip(reduced, places, strict=True)), "u_inf_1": "A2303"}
    game = table(units, "german-replacement", turn=2, lost=dict.fromkeys(reduced, 1))
    give(game, "g_flak_1")
    give(game, "g_flak_2")
    assert refused_to(game, "g_inf_986_276") == "12.3.1"


# ------------------------------------------------------------------ 12.3.4
SHORT = {"b_inf_3": "A2003", "b_inf_15": "A2103", "b_inf_3C": "A2203", "b_ind_4": "A2303", "u_inf_1": "A2403"}


def british(turn: int):
    units = {**SHORT, "g_inf_986_276": "A2310"}
    return table(units, "allied-replacement", turn=turn, lost=dict.fromkeys(SHORT, 1))


@rule("12.3.4")
def test_two_british_infantry_steps_a_turn_from_august():
    game = british(6)
    give(game, "b_inf_3")
    give(game, "b_inf_3C")
    assert refused_to(game, "b_inf_15") == cited("12.3.4")
    give(game, "b_ind_4")
    give(game, "u_inf_1")


@rule("12.3.4")
def test_before_august_the_british_have_what_they_want():
    game = british(5)
    for unit in ("b_inf_3", "b_inf_3C", "b_inf_15"):
        give(game, unit)
    assert game.state.note("allied replacements") == 3


# ------------------------------------------------------------------ 12.2.3
@rule("DG 12.2.3")
@pytest.mark.parametrize(
    ("unit", "weather", "whole", "half"),
    [("g_inf_986_276", "storms", 8, 4), ("g_pz_2SS", "storms", 12, 6), ("g_inf_986_276", "clear", 3, 2)],
)
def test_a_unit_that_got_a_step_has_half_of_what_it_would_have(unit, weather, whole, half):
    for given, allowance in ((True, half), (False, whole)):
        tracks = {"weather": weather}
        game = table(
            {**BEHIND, "u_inf_1": "A2303"}, "german-replacement", turn=2, lost=REDUCED, tracks=tracks
        )
        if given:
            give(game, unit)
        passed_to(game, "german-movement")
        assert points(game, unit) == allowance


@rule("DG 12.2.3")
def test_in_the_mechanized_phase_it_moves_as_ever():
    game = germans_on(2)
    give(game, "g_pz_2SS")
    assert points(passed_to(game, "german-movement"), "g_pz_2SS") == 6
    assert points(passed_to(game, "german-mechanized"), "g_pz_2SS") == 12


@rule("DG 12.2.3")
def test_the_allies_are_slowed_too_and_only_the_unit_itself():
    units = {"u_inf_1": "A2303", "u_inf_4": "A2403", "g_inf_986_276": "A2310"}
    game = table(units, "allied-replacement", lost={"u_inf_1": 1})
    give(game, "u_inf_1")
    passed_to(game, "allied-movement")
    assert (points(game, "u_inf_1"), points(game, "u_inf_4")) == (4, 8)
    far = ["A2304", "A2305", "A2306", "A2307"]
    assert refused(game, "move", unit="u_inf_1", path=[*far, "A2308"]).rule == cited("5.2.4")
    do(game, "move", unit="u_inf_1", path=far)


@rule("TNC 12.1")
def test_in_1977_a_step_costs_no_movement():
    assert is_1977()
    game = germans()
    give(game, "g_inf_986_276")
    assert points(passed_to(game, "german-movement"), "g_inf_986_276") == 8
