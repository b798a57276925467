"""SPI 9.5 and 3.31, chapter 8.5: the table, how its results are met, and the steps units have."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, hex_of, listed, refused, table
from fights import advance, asked, attack, choose, lost, result, retreat, rule

from hexcore_cobra.charts import combat_results

THREE = ("g_inf_986_276", "g_inf_987_276", "g_inf_988_276")

PRINTED = """
1/- 1/- 1/1 1/1 -/1 -/1 1/2 -/2 -/2 -/2 1/3 -/3 -/3 -/4
2/- 1/- 1/- 1/1 1/1 -/1 -/1 1/2 -/2 -/2 -/2 1/3 -/3 -/3
2/- 2/- 1/- 1/1 1/1 1/1 -/1 -/1 1/2 -/2 -/2 -/2 1/3 -/3
3/- 2/- 2/- 1/- 1/- 1/1 1/1 -/1 -/1 1/2 -/2 -/2 -/2 1/3
4/- 3/- 2/- 2/- 1/- 1/- 1/1 1/1 -/1 -/1 1/2 -/2 -/2 -/2
e/- e/- e/- 2/- 2/- 1/- 1/- 1/1 1/1 1/1 -/1 1/2 -/2 -/2
"""


def stack(game) -> list[int]:
    return [lost(game, id) for id in THREE]


@rule("SPI 9.5.table", "DG 8.5.1")
def test_the_table_as_printed():
    crt = combat_results()
    rows = [line.replace("-", "0").split() for line in PRINTED.split("\n") if line]
    assert crt.columns == ("1-5", "1-4", "1-3", "1-2", *(f"{n}-1" for n in range(1, 11)))
    for die, row in enumerate(rows, 1):
        assert ["/".join(crt.entry(n, die)) for n in range(14)] == row


@rule("SPI 9.5.table", "DG 8.5.1")
@pytest.mark.parametrize(
    "die, expected", [(1, "0/2"), (2, "1/2"), (3, "0/1"), (4, "0/1"), (5, "1/1"), (6, "1/1")]
)
def test_a_die_at_4_to_1(die, expected):
    game = table({"u_inf_1": "A2305", "g_inf_986_276": "A2306"}, "allied-combat", dice=[die])
    attack(game, "A2306", "u_inf_1")
    assert result(game) == expected


# ------------------------------------------------------------------ -/2 for three units: the printed choices
def minus_2():
    """Three German regiments that have drawn -/2: 24 to 9 in open ground is 2-1, so 36 to 9, 4-1, a 1."""
    units = {"u_inf_1": "A2305", "u_inf_4": "A2305", "u_inf_5": "A2405", **dict.fromkeys(THREE, "A2306")}
    game = table(units, "allied-combat", dice=[1])
    attack(game, "A2306", "u_inf_1", "u_inf_4", "u_inf_5")
    assert result(game) == "0/2" and asked(game) == "take-result german"
    return game


@rule("SPI 9.5")
def test_one_unit_may_take_both_losses():
    game = minus_2()
    choose(game, 0)
    do(game, "lose", unit=THREE[0])
    do(game, "lose", unit=THREE[0])
    assert stack(game) == [99, 0, 0]


@rule("SPI 9.5", "DG 8.5.6")
def test_two_units_may_take_one_loss_each():
    game = minus_2()
    choose(game, 0)
    do(game, "lose", unit=THREE[0])
    do(game, "lose", unit=THREE[2])
    assert stack(game) == [1, 0, 1]


@rule("SPI 9.5", "DG 8.5.1", "DG 8.5.6")
def test_one_hex_and_one_step():
    game = minus_2()
    choose(game, 1)
    do(game, "lose", unit=THREE[1])
    retreat(game, list(THREE), "A2307")
    assert stack(game) == [0, 1, 0] and hex_of(game, THREE[2]) == "A2307"


@rule("SPI 9.5", "DG 8.5.6")
def test_two_hexes_and_no_step():
    game = minus_2()
    choose(game, 2)
    retreat(game, list(THREE), "A2307", "A2308")
    assert stack(game) == [0, 0, 0] and hex_of(game, THREE[0]) == "A2308"


@rule("SPI 9.5", "DG 8.5.6", "DG 8.6.2")
def test_all_units_in_the_combat_go_back_when_one_does():
    game = minus_2()
    choose(game, 1)
    do(game, "lose", unit=THREE[0])
    retreat(game, THREE[0], "A2307")
    assert asked(game) == "retreat-units german"
    retreat(game, list(THREE[1:]), "A2206")
    assert [hex_of(game, i) for i in THREE] == ["A2307", "A2206", "A2206"]


@rule("SPI 9.5", "DG 8.5.6")
def test_a_number_is_for_the_force_and_not_for_each_unit():
    game = minus_2()
    choose(game, 0)
    do(game, "lose", unit=THREE[0])
    do(game, "lose", unit=THREE[1])
    assert not asked(game).startswith(("take-result", "lose-steps", "retreat-units"))


@rule("SPI 9.5", "DG 8.5.6")
def test_more_hexes_than_the_number_are_refused():
    game = minus_2()
    assert refused(game, "choose", option="3").rule == cited("8.5.6")
    choose(game, 2)


@rule("SPI 9.5", "DG 8.5.6")
def test_only_units_of_the_combat_pay():
    game = minus_2()
    choose(game, 0)
    assert refused(game, "lose", unit="u_inf_1").rule == cited("8.5.6")
    do(game, "lose", unit=THREE[0])


# ------------------------------------------------------------------ splits, e
@rule("SPI 9.5")
def test_in_a_split_result_the_defender_acts_first():
    units = {"u_inf_1": "A2305", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[2])
    attack(game, "A2306", "u_inf_1")
    assert result(game) == "1/2" and asked(game) == "take-result german"
    choose(game, 2)
    retreat(game, "g_inf_986_276", "A2307", "A2308")
    assert asked(game) == "take-result allied"
    choose(game, 0)
    assert lost(game, "u_inf_1") == 1
    advance(game, "u_inf_1", "A2306", "A2307")


@rule("SPI 9.5")
def test_an_attacker_that_goes_back_does_not_advance():
    units = {"u_inf_1": "A2305", "u_inf_4": "A2405", "g_div_331": "A2306"}
    game = table(units, "allied-combat", dice=[4])
    attack(game, "A2306", "u_inf_1", "u_inf_4")  # 24 to 8: 3-1, a 4: 1/1
    assert result(game) == "1/1"
    choose(game, 1)
    retreat(game, "g_div_331", "A2307")
    choose(game, 1)
    retreat(game, "u_inf_1", "A2304")
    retreat(game, "u_inf_4", "A2404")
    assert asked(game) == "combat-phase allied"


@rule("SPI 9.5")
def test_the_defender_never_advances_after_a_split():
    units = {"u_inf_1": "A2305", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[5])
    attack(game, "A2306", "u_inf_1")  # 4-1, a 5: 1/1
    choose(game, 0)
    choose(game, 1)
    retreat(game, "u_inf_1", "A2304")
    assert asked(game) == "combat-phase allied"


@rule("SPI 9.5")
def test_the_defender_advances_when_only_the_attacker_goes_back():
    units = {"u_inf_9_2": "A2305", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[4])
    attack(game, "A2306", "u_inf_9_2")  # 4 to 3: 1-1, a 4: 1/-
    choose(game, 1)
    retreat(game, "u_inf_9_2", "A2304")
    assert asked(game) == "advance-after-combat german"
    advance(game, "g_inf_986_276", "A2305")
    assert hex_of(game, "g_inf_986_276") == "A2305"


@rule("SPI 9.5", "DG 8.5.5")
def test_e_takes_every_attacker_and_no_retreat_helps():
    units = {
        "u_inf_9_2": "A2305",
        "u_inf_23_2": "A2405",
        "g_div_331": "A2306",
        "g_div_708": "A2306",
        "g_pz_1SS": "A2306",
    }
    game = table(units, "allied-combat", dice=[6], lost={"u_inf_9_2": 1, "u_inf_23_2": 1})
    attack(game, "A2306", "u_inf_9_2", "u_inf_23_2")
    assert (lost(game, "u_inf_9_2"), lost(game, "u_inf_23_2")) == (99, 99)


@rule("SPI 9.5")
def test_no_effect_is_no_question():
    units = {"u_inf_9_2": "A2305", "u_inf_23_2": "A2305", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[5])
    attack(game, "A2306", "u_inf_9_2", "u_inf_23_2")  # 8 to 3: 2-1, a 5: 1/-
    assert asked(game) == "take-result allied"


# ------------------------------------------------------------------ steps
@rule("SPI 3.31", "DG 8.5.3")
def test_a_loss_turns_the_counter_and_the_second_removes_it():
    units = {"u_inf_1": "A2305", "u_inf_4": "A2405", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[3])
    attack(game, "A2306", "u_inf_1")  # 4-1, a 3: -/1
    choose(game, 0)
    assert lost(game, "g_inf_986_276") == 1 and game.state.units["g_inf_986_276"].step.strength == 2
    game = table(units, "allied-combat", dice=[3], lost={"g_inf_986_276": 1})
    attack(game, "A2306", "u_inf_1")  # 6-1, a 3: -/2
    choose(game, 0)
    assert lost(game, "g_inf_986_276") == 99


@rule("SPI 3.31", "DG 8.5.2")
def test_a_tiger_battalion_dies_of_one_step():
    game = table({"u_inf_1": "A2305", "g_tig_503": "A2306"}, "allied-combat", dice=[2])
    attack(game, "A2306", "u_inf_1")  # 12 to 4: 3-1, a 2: -/1
    choose(game, 0)
    assert lost(game, "g_tig_503") == 99


@rule("8.5.4")
def test_an_allied_division_has_four_steps():
    game = table({"u_inf_1": "A2305", "g_div_331": "A2306"}, "german-combat")
    assert [s.strength for s in game.state.units["u_inf_1"].counter.steps] == [12, 9, 6, 3]


@rule("TNC 8.5.4")
def test_without_the_option_a_division_has_the_two_faces_of_its_counter():
    off = table({"u_inf_1": "A2305"}, "german-combat", options={"four-step-divisions": "off"})
    assert [s.strength for s in off.state.units["u_inf_1"].counter.steps] == [12, 9]


@rule("8.5.4")
def test_the_third_and_fourth_step_of_a_division():
    units = {"u_inf_1": "A2305", "g_pz_1SS": "A2306", "g_div_331": "A2306"}
    game = table(units, "german-combat", dice=[1], lost={"u_inf_1": 2})
    attack(game, "A2305", "g_pz_1SS", "g_div_331")
    assert result(game).endswith("/1") and not listed(game, "lose")
    choose(game, 0)
    assert game.state.units["u_inf_1"].step.strength == 3
