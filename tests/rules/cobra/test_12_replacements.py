"""SPI 4.0.A2 and B3, chapter 12: replacements."""

from __future__ import annotations

import pytest
from cobra_table import do, listed, refused, table
from fights import asked, corners, lost, rule

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
@rule("TNC 12.1", "SPI 4.0.A2")
def test_a_reduced_unit_gets_a_step_back():
    game = germans()
    assert asked(game) == "replacements german"
    give(game, "g_inf_986_276")
    assert lost(game, "g_inf_986_276") == 0
    assert game.state.units["g_inf_986_276"].step.strength == 3


@rule("TNC 12.1")
def test_an_allied_division_gets_one_of_its_four_steps():
    units = {"u_inf_1": "A2303", "g_inf_986_276": "A2310"}
    game = table(units, "allied-replacement", lost={"u_inf_1": 3})
    give(game, "u_inf_1")
    assert game.state.units["u_inf_1"].step.strength == 6


@rule("TNC 12.1")
def test_a_whole_unit_needs_no_step():
    game = germans(g_inf_977_271="A2012")
    assert refused_to(game, "g_inf_977_271") == "TNC 12.1"
    give(game, "g_inf_986_276")


@rule("SPI 4.0.A2", "SPI 4.0.B3")
def test_only_one_s_own_units():
    game = table({**BEHIND, "u_inf_1": "A2303"}, "german-replacement", lost={**REDUCED, "u_inf_1": 1})
    assert refused_to(game, "u_inf_1") == "SPI 4.0.A2"
    game = table({**BEHIND, "u_inf_1": "A2303"}, "allied-replacement", lost={**REDUCED, "u_inf_1": 1})
    assert refused_to(game, "g_inf_986_276") == "SPI 4.0.B3"
    give(game, "u_inf_1")


@rule("TNC 12.1")
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


@rule("TNC 12.3.3", "SPI 4.0.B3")
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
@rule("TNC 12.2.1")
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
        assert refused_to(game, "u_inf_1") == "TNC 12.2.1"
        give(game, "u_inf_4")


@rule("TNC 12.2.1")
def test_an_enemy_headquarters_is_an_enemy_too():
    units = {"u_inf_1": "A2305", "u_inf_4": "A2003", "g_hq_LXXXIV": "A2307"}
    game = table(units, "allied-replacement", lost={"u_inf_1": 1, "u_inf_4": 1})
    assert refused_to(game, "u_inf_1") == "TNC 12.2.1"
    give(game, "u_inf_4")


REGIMENTS = tuple(f"g_inf_{n}" for n in ("986_276", "987_276", "988_276", "989_277", "990_277", "991_277"))


@rule("TNC 12.2.1")
def test_only_in_supply():
    units = {"u_inf_1": "A2308", "u_inf_4": "A2003", **dict(zip(REGIMENTS, corners("A2308"), strict=True))}
    game = table(units, "allied-replacement", lost={"u_inf_1": 1, "u_inf_4": 1})
    assert refused_to(game, "u_inf_1") == "TNC 12.2.1"
    del units["g_inf_988_276"], units["g_inf_986_276"]
    game = table(units, "allied-replacement", lost={"u_inf_1": 1, "u_inf_4": 1})
    give(game, "u_inf_1")


@rule("TNC 12.2.2")
def test_one_step_a_division_of_one_counter():
    units = {"u_inf_1": "A2303", "u_inf_4": "A2003", "g_inf_986_276": "A2310"}
    game = table(units, "allied-replacement", lost={"u_inf_1": 3, "u_inf_4": 1})
    give(game, "u_inf_1")
    assert refused_to(game, "u_inf_1") == "TNC 12.2.2"
    give(game, "u_inf_4")


@rule("TNC 12.2.2")
def test_one_step_a_division_of_several_counters():
    fellows = {"g_inf_987_276": "A2012"}
    game = table(
        {**BEHIND, **fellows, "u_inf_1": "A2303"}, "german-replacement", lost={**REDUCED, "g_inf_987_276": 1}
    )
    give(game, "g_inf_986_276")
    assert refused_to(game, "g_inf_987_276") == "TNC 12.2.2"
    give(game, "g_inf_989_277")


@rule("TNC 12.2.2")
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
