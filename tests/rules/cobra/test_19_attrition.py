"""Landing attrition: a die for every Allied unit on the map, in steps (19.2.2, step 6).

The defender's numbers of the combat results table, by die from 1 to 6, are: 1-3 1 0 0 0 0 0; 1-2 and 1-1
1 1 1 0 0 0; 2-1 1 1 1 1 0 0; 3-1 2 1 1 1 1 0; 4-1 2 2 1 1 1 1; 5-1 2 2 2 1 1 1; 10-1 4 3 3 3 2 2.
"""

from __future__ import annotations

import pytest
from cobra_table import campaign_board, campaign_ground, hex_of
from few_words import Words
from fights import asked, lost, rule
from landings import column, landed, said

from hexcore_cobra.beaches import beach_hexes
from hexcore_cobra.landing_attrition import landing_columns

PARATROOPS = {"82": "u_par_505", "101": "u_par_501", "6": "b_ab_3"}
HERE = "B2010"
"""A hex far from beaches and Germans, laid as a test likes."""


def dropped(unit: str, terrain: str = "clear", **ground) -> str:
    """The column of a paratroop unit in a hex of some terrain."""
    ground = campaign_ground({HERE: terrain}, clear=("B1909", "B2111"), **ground)
    return column({unit: HERE}, unit, on=ground)


# ------------------------------------------------------------------ the columns printed
@rule("19.2.2.step.6")
@pytest.mark.parametrize(
    "unit, hex, odds",
    [
        ("u_inf_1", "B3117", "4-1"),
        ("u_ranger", "B3318", "4-1"),
        ("u_inf_4", "B2415", "1-1"),
        ("b_inf_50", "B4119", "1-2"),
        ("b_inf_3C", "B4419", "1-2"),
        ("b_inf_3", "B4620", "1-3"),
        ("b_cdo_1SS", "A3701", "1-3"),
    ],
)
def test_what_comes_by_sea_rolls_in_the_column_of_its_beach(unit, hex, odds):
    assert column({unit: hex}, unit) == odds


@rule("19.2.2.step.6")
@pytest.mark.parametrize(
    "unit, odds",
    [(f"u_par_{n}", "1-3") for n in (501, 502, 506)]
    + [(f"u_par_{n}", "1-2") for n in (505, 507, 508)]
    + [("b_ab_3", "1-3"), ("b_ab_5", "1-3"), ("b_ab_6AL", "1-3")],
)
def test_what_comes_by_air_rolls_in_the_column_of_its_division(unit, odds):
    """The 82nd one column worse than the 101st and the British, gliders as paratroops."""
    assert dropped(unit) == odds


@rule("19.2.2.step.6")
@pytest.mark.parametrize("unit, odds", [("u_par_505", "1-2"), ("u_par_501", "1-3")])
def test_paratroops_on_a_beach_keep_the_column_of_their_division(unit, odds):
    """Utah is 1-1 for whoever lands there."""
    assert column({unit: "B2415"}, unit) == odds


@rule("19.2.2.step.6")
def test_the_printed_columns_are_data():
    assert len(landing_columns()) == 8
    names = {name for group, name in landing_columns() if group == "beach"}
    assert names == set(beach_hexes(campaign_board()).values())


# ------------------------------------------------------------------ what a die costs
@rule("19.2.2.step.6")
@pytest.mark.parametrize(
    "units, steps",
    [
        ({"u_inf_1": "B3117"}, (2, 2, 1, 1, 1, 1)),
        ({"u_inf_4": "B2415"}, (1, 1, 1, 0, 0, 0)),
        ({"b_inf_50": "B4019"}, (1, 1, 1, 0, 0, 0)),
        ({"b_inf_3C": "B4419"}, (1, 1, 1, 0, 0, 0)),
        ({"b_inf_3": "B4620"}, (1, 0, 0, 0, 0, 0)),
        ({"u_par_505": "B1815"}, (1, 1, 1, 0, 0, 0)),
        ({"u_par_501": "B2218"}, (1, 0, 0, 0, 0, 0)),
        ({"b_ab_5": "A3902"}, (1, 0, 0, 0, 0, 0)),
    ],
)
def test_it_loses_the_number_of_the_defender_in_steps(units, steps):
    """Two of four steps are half of a beach and not more: nobody is taken off."""
    (unit,) = units
    for die, number in enumerate(steps, 1):
        game = landed(units, (die,))
        assert lost(game, unit) == number, die
        assert hex_of(game, unit) == units[unit]


@rule("19.2.2.step.6")
def test_every_unit_ashore_or_dropped_rolls_once():
    units = {"u_inf_1": "B3117", "u_inf_29": "B3117", "b_inf_3": "A3701", "u_par_508": "B1817"}
    game = landed({**units, "g_inf_919_709": "B1517"}, (3, 4, 5, 6))
    assert game.state.rolls == 4
    assert [lost(game, id) for id in units] == [1, 1, 0, 0]


@rule("19.2.2.step.6")
def test_nobody_is_asked_to_go_back_and_no_german_suffers():
    """A 2 at 4-1 costs an attacker a step, and the defender two, that he might take as hexes in combat."""
    game = landed({"u_inf_1": "B3117", "g_inf_916_352": "B3118"}, (1, 2))
    assert asked(game) == "movement-phase german"
    assert lost(game, "g_inf_916_352") == 0
    assert lost(game, "u_inf_1") == 2 and hex_of(game, "u_inf_1") == "B3117"


@rule("19.2.2.step.6")
@pytest.mark.parametrize("before, now", [(0, 1), (1, 99)])
def test_its_last_step_eliminates_it(before, now):
    game = landed({"u_par_505": "B1815"}, (3,), lost={"u_par_505": before})
    assert lost(game, "u_par_505") == now
    scored = [p for p in game.board.rules.victory_points(game.state) if p.rule == "18.1.vp.1"]
    assert len(scored) == (1 if now == 99 else 0)


@rule("19.2.2.step.6")
def test_more_than_all_its_steps_it_does_not_lose():
    """The rangers' one step, of a number of two; the division next to them makes up the beach."""
    game = landed({"u_ranger": "B3117", "u_inf_1": "B3217", "u_inf_29": "B3217"}, (3, 3, 1))
    assert hex_of(game, "u_ranger") == "eliminated"
    assert game.state.units["u_ranger"].losses == 1


# ------------------------------------------------------------------ (a) the steps committed
@rule("19.2.2.step.6")
@pytest.mark.parametrize("steps, odds", [(0, "1-3"), (1, "1-2"), (2, "1-1"), (3, "2-1"), (4, "3-1")])
def test_each_step_committed_is_a_column(steps, odds):
    told = said({"b_inf_3": "A3701"}, (3,), committed={"A3701": steps})
    assert told == [f"{shifted('1-3', steps, odds)} → {1 if steps else 0}"]


def shifted(start: str, columns: int, odds: str) -> str:
    told = f"{start}, {columns} right: {odds}" if columns else odds
    return f"3 Infantry Division in A3701, {told}"


@rule("19.2.2.step.6")
def test_only_in_the_hex_they_defend():
    game = landed({"b_inf_3": "A3701", "b_cdo_1SS": "B4620"}, (2, 2), committed={"A3701": 1})
    assert (lost(game, "b_inf_3"), lost(game, "b_cdo_1SS")) == (1, 0)


@rule("19.2.2.step.6")
@pytest.mark.parametrize("hex, steps", [("B2415", 1), ("B2315", 0)])
def test_they_count_against_paratroops_on_that_beach_hex(hex, steps):
    """A 2 at 1-3 is nothing, at 1-2 a step; the twin dropped in the next hex, on clear ground."""
    game = landed({"u_par_501": hex}, (2,), committed={"B2415": 1})
    assert lost(game, "u_par_501") == steps


@rule("19.2.2.step.6")
def test_the_table_ends_with_ten_to_one():
    """Nine columns right of 4-1 would lie beyond it."""
    landing: Words = {"units": {"u_inf_1": "B3117", "u_inf_29": "B3318"}, "dice": (2, 6)}
    told = "1 Infantry Division in B3117, 4-1, 9 right: 10-1 → 3"
    assert said(**landing, committed={"B3117": 9})[0] == told
    assert lost(landed(**landing, committed={"B3117": 9}), "u_inf_1") == 3


# ------------------------------------------------------------------ (b) the ground of paratroops
@rule("19.2.2.step.6")
@pytest.mark.parametrize("division, start, town", [("82", "1-2", "1-1"), ("101", "1-3", "1-2")])
def test_a_town_is_a_column_to_the_right(division, start, town):
    """The printed example: a town gives a defender one column left, so the landing is one column worse."""
    unit = PARATROOPS[division]
    assert dropped(unit) == start and dropped(unit, "town") == town


@rule("19.2.2.step.6")
@pytest.mark.parametrize("die, clear, town", [(1, 1, 1), (2, 0, 1), (3, 0, 1), (4, 0, 0)])
def test_what_the_town_costs(die, clear, town):
    for terrain, steps in (("clear", clear), ("town", town)):
        ground = campaign_ground({HERE: terrain}, clear=("B1909", "B2111"))
        game = landed({"u_par_501": HERE}, (die,), on=ground)
        assert lost(game, "u_par_501") == steps


@rule("19.2.2.step.6")
@pytest.mark.parametrize(
    "terrain, odds",
    [("light-forest", "1-3"), ("heavy-forest", "1-1"), ("hills", "1-1"), ("city", "1-1"), ("marsh", "1-2")],
)
def test_other_ground_counts_as_it_would_for_a_defender(terrain, odds):
    assert dropped("u_par_501", terrain) == odds


@rule("19.2.2.step.6", "8.3.3")
def test_all_the_ground_of_a_hex_counts_together():
    """A town on a hill: three columns."""
    assert dropped("u_par_501", "hills town") == "2-1"


@rule("19.2.2.step.6")
@pytest.mark.parametrize("terrain, odds", [("clear", "1-3"), ("light-forest", "1-3"), ("clear town", "1-2")])
def test_bocage_never_counts(terrain, odds):
    """Two columns for any defender; a town there is a town still."""
    assert dropped("u_par_501", terrain, bocage=[HERE]) == odds


@rule("19.2.2.step.6")
def test_nor_does_a_river():
    """It is a side of the hex and no ground in it."""
    around = ("B2009", "B2110", "B2111", "B2011", "B1911", "B1910")
    assert dropped("u_par_501", rivers=[(HERE, near, "major-river") for near in around]) == "1-3"


@rule("19.2.2.step.6")
def test_the_ground_does_not_count_for_what_comes_by_sea():
    """Juno has a town in one of its two hexes."""
    assert column({"b_inf_3C": "B4319"}, "b_inf_3C") == column({"b_inf_3C": "B4419"}, "b_inf_3C") == "1-2"


@rule("19.2.2.step.6")
def test_on_a_beach_with_a_town_both_count_for_paratroops():
    told = said({"b_ab_5": "B4319"}, (4,), committed={"B4319": 1})
    assert told[0].endswith("1-3, 2 right: 1-1 → 0")
