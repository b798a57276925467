"""8.5.5-8.5.7 and 21.0: what must be lost, by whom first, and how losses are spread."""

from __future__ import annotations

import pytest
from cobra_table import board, do, hex_of, listed, refused, table
from fights import advance, asked, attack, choose, dealt, lost, result, retreat, rule

from hexcore.game import Game

THREE = ("g_inf_986_276", "g_inf_987_276", "g_inf_988_276")
US, MORE = "u_inf_1", "u_inf_4"
SMALL, FELLOW = "u_inf_9_2", "u_inf_23_2"
DIVISION = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
FREE = {"mandatory-losses": "free"}
DEFENDER_FIRST = {"split-results": "defender-first"}


def options(game: Game) -> set[str]:
    return {a.option for a in listed(game, "choose")}


def pair(die: int, lost: dict[str, int] | None = None, **words) -> Game:
    """Two US regiments (4 each) attack one German regiment: 8 to 3, 2-1."""
    units = {SMALL: "A2305", FELLOW: "A2405", THREE[0]: "A2306"}
    game = table(units, "allied-combat", dice=[die], lost=lost, **words)
    attack(game, "A2306", SMALL, FELLOW)
    return game


def lone(die: int, **words) -> Game:
    """One US division attacks one regiment: 12 to 3, 4-1."""
    game = table({US: "A2305", THREE[0]: "A2306"}, "allied-combat", dice=[die], **words)
    attack(game, "A2306", US)
    return game


# ------------------------------------------------------------------ the attacker must lose a step
def repulsed(**words) -> Game:
    """4 and 4 against a division of 8: 1-1, and a 6 is 2/-."""
    units = {SMALL: "A2305", FELLOW: "A2405", "g_div_331": "A2306"}
    game = table(units, "allied-combat", dice=[6], **words)
    attack(game, "A2306", SMALL, FELLOW)
    assert result(game) == "2/0"
    return game


@rule("DG 8.5.6")
def test_the_attacker_takes_one_point_as_a_step():
    game = repulsed()
    assert options(game) == {"0", "1"}
    assert refused(game, "choose", option="2").rule == "8.5.6"
    choose(game, 1)
    do(game, "lose", unit=SMALL)
    retreat(game, SMALL, "A2304")
    retreat(game, FELLOW, "A2404")
    assert (lost(game, SMALL), lost(game, FELLOW)) == (1, 0)


@rule("DG 8.5.6")
def test_the_attacker_may_lose_them_all_as_steps():
    game = repulsed()
    choose(game, 0)
    do(game, "lose", unit=SMALL)  # the other then takes the second
    assert (lost(game, SMALL), lost(game, FELLOW)) == (1, 1)
    assert {hex_of(game, SMALL), hex_of(game, FELLOW)} == {"A2305", "A2405"}


@rule("DG 8.5.6")
def test_an_attacker_hit_once_does_not_go_back():
    game = pair(5)  # 1/-
    assert asked(game) == "lose-steps allied", "there is no choice"
    do(game, "lose", unit=FELLOW)
    assert (lost(game, SMALL), lost(game, FELLOW)) == (0, 1)


@rule("DG 8.5.6")
def test_the_defender_may_go_back_all_the_way_before_a_two():
    game = lone(1)  # -/2
    assert options(game) == {"0", "1", "2"}
    choose(game, 2)
    retreat(game, THREE[0], "A2307", "A2308")
    assert lost(game, THREE[0]) == 0


# ------------------------------------------------------------------ numbers above two
@rule("DG 8.5.6")
def test_a_number_above_two_costs_a_step():
    game = dealt("0/3", {US: "A2305", THREE[0]: "A2306"}, (US,), "A2306")
    assert options(game) == {"0", "1", "2"}
    assert refused(game, "choose", option="3").rule == "8.5.6"
    choose(game, 2)
    retreat(game, THREE[0], "A2307", "A2308")
    assert lost(game, THREE[0]) == 1


@rule("DG 8.5.6")
def test_so_does_a_four_of_which_three_may_be_hexes():
    game = dealt("0/4", {US: "A2305", THREE[0]: "A2306"}, (US,), "A2306")
    assert options(game) == {"0", "1", "2", "3"}
    assert refused(game, "choose", option="4").rule == "8.5.6"


@rule("DG 8.5.6")
def test_by_choice_all_of_them_may_be_hexes():
    game = dealt("0/3", {US: "A2305", THREE[0]: "A2306"}, (US,), "A2306", options=FREE)
    assert options(game) == {"0", "1", "2", "3"}
    game = repulsed(options=FREE)
    choose(game, 2)
    retreat(game, SMALL, "A2304", "A2303")
    retreat(game, FELLOW, "A2404", "A2403")
    assert (lost(game, SMALL), lost(game, FELLOW)) == (0, 0)


# ------------------------------------------------------------------ split results
@rule("DG 8.5.7")
def test_the_attacker_meets_a_split_result_first():
    game = split_of_two()
    assert asked(game) == "lose-steps allied"
    do(game, "lose", unit=MORE)
    assert asked(game) == "take-result german"
    choose(game, 2)
    retreat(game, list(THREE[:2]), "A2307", "A2308")
    assert asked(game) == "advance-after-combat allied"
    advance(game, US, "A2306", "A2307")


def split_of_two(**words) -> Game:
    """24 and a defence of 6: 4-1, and a 2 is 1/2."""
    units = {US: "A2305", MORE: "A2405", THREE[0]: "A2306", THREE[1]: "A2306"}
    game = table(units, "allied-combat", dice=[2], **words)
    attack(game, "A2306", US, MORE)
    assert result(game) == "1/2"
    return game


@rule("DG 8.5.7")
def test_by_choice_the_defender_meets_it_first():
    game = split_of_two(options=DEFENDER_FIRST)
    assert asked(game) == "take-result german"
    choose(game, 2)
    for id in THREE[:2]:
        retreat(game, id, "A2307", "A2308")
    assert asked(game) == "lose-steps allied"


@rule("DG 8.5.7")
def test_the_defender_does_not_advance_after_a_split():
    """All attackers die of the 1 of a 1/1, and their hex stays empty."""
    units = {"u_cav_4": "A2305", "u_cav_102": "A2405", THREE[0]: "A2306"}
    game = dealt("1/1", {**units}, ("u_cav_4",), "A2306", lost={"u_cav_4": 1})
    assert lost(game, "u_cav_4") == 99 and asked(game) == "take-result german"
    choose(game, 0)
    assert asked(game) == "combat-phase allied"
    game = dealt("1/0", {**units}, ("u_cav_4",), "A2306", lost={"u_cav_4": 1})
    assert lost(game, "u_cav_4") == 99 and asked(game) == "advance-after-combat german"


@rule("DG 8.5.7")
def test_an_attacker_that_stands_advances_after_a_split():
    game = lone(5)  # 1/1
    assert (lost(game, US), asked(game)) == (1, "take-result german")
    choose(game, 1)
    retreat(game, THREE[0], "A2307")
    advance(game, US, "A2306")
    assert hex_of(game, US) == "A2306"


# ------------------------------------------------------------------ a retreat spares the defender
def both_two(**words) -> Game:
    """2/2, which the table does not print: whoever goes back a hex has a step to lose too."""
    return dealt("2/2", {US: "A2305", THREE[0]: "A2306"}, (US,), "A2306", **words)


@rule("DG 8.5.6")
def test_when_the_attacker_goes_back_the_defender_is_owed_one_less():
    game = both_two()
    choose(game, 1)
    retreat(game, US, "A2304")
    assert lost(game, US) == 1 and game.decision.result == "1"
    assert options(game) == {"0", "1"}
    choose(game, 0)
    assert lost(game, THREE[0]) == 1


@rule("DG 8.5.6")
def test_when_the_attacker_stands_the_defender_meets_it_whole():
    game = both_two()
    choose(game, 0)
    assert lost(game, US) == 2 and game.decision.result == "2"
    choose(game, 0)
    assert lost(game, THREE[0]) == 99


@rule("DG 8.5.6")
def test_one_less_than_one_is_nothing():
    game = dealt("2/1", {US: "A2305", THREE[0]: "A2306"}, (US,), "A2306")
    choose(game, 1)
    retreat(game, US, "A2304")
    assert lost(game, THREE[0]) == 0 and asked(game) == "combat-phase allied"


@rule("DG 8.5.6")
def test_a_three_cut_to_two_costs_no_step():
    game = dealt("2/3", {US: "A2305", THREE[0]: "A2306"}, (US,), "A2306")
    choose(game, 1)
    retreat(game, US, "A2304")
    assert options(game) == {"0", "1", "2"}


@rule("DG 8.5.6", "DG 8.5.7")
def test_a_defender_that_comes_first_is_not_spared():
    game = both_two(options=DEFENDER_FIRST)
    assert asked(game) == "take-result german"
    choose(game, 0)
    assert lost(game, THREE[0]) == 99
    choose(game, 1)
    retreat(game, US, "A2304")


@rule("DG 8.5.6")
def test_nor_is_he_where_losses_are_free():
    game = both_two(options=FREE)
    choose(game, 2)
    retreat(game, US, "A2304", "A2303")
    assert lost(game, US) == 0 and game.decision.result == "2"


# ------------------------------------------------------------------ spread
def three_hit(number: int, **words) -> Game:
    units = {US: "A2305", **dict.fromkeys(THREE, "A2306")}
    game = dealt(f"0/{number}", units, (US,), "A2306", **words)
    choose(game, 0)
    return game


def stack(game: Game) -> list[int]:
    return [lost(game, id) for id in THREE]


@rule("DG 21.added.3", "DG 8.5.6")
def test_no_second_loss_before_every_unit_has_had_one():
    game = three_hit(4)
    do(game, "lose", unit=THREE[0])
    assert refused(game, "lose", unit=THREE[0]).rule == "21.added.3"
    assert {a.unit for a in listed(game, "lose")} == set(THREE[1:])
    do(game, "lose", unit=THREE[2])
    assert stack(game) == [1, 1, 1], "the third loss had one taker"
    assert {a.unit for a in listed(game, "lose")} == set(THREE), "and the fourth is anybody's"
    do(game, "lose", unit=THREE[2])
    assert stack(game) == [1, 1, 99]


@rule("DG 21.added.3")
def test_the_printed_example_s_first_choice_yields_to_it():
    """-/2 for three units: both losses from one unit is what 8.5.6 says first, and then forbids."""
    game = three_hit(2)
    do(game, "lose", unit=THREE[0])
    assert {a.unit for a in listed(game, "lose")} == set(THREE[1:])
    game = three_hit(2, options=FREE)
    do(game, "lose", unit=THREE[0])
    do(game, "lose", unit=THREE[0])
    assert stack(game) == [99, 0, 0]


@rule("DG 21.added.3")
def test_losses_of_other_combats_do_not_count():
    game = three_hit(2, lost={THREE[0]: 1})
    do(game, "lose", unit=THREE[0])
    assert lost(game, THREE[0]) == 99
    assert {a.unit for a in listed(game, "lose")} == set(THREE[1:])


@rule("DG 21.added.3", "DG 9.2.3")
def test_a_headquarters_in_the_stack_is_one_of_them():
    units = {US: "A2305", THREE[0]: "A2306", "g_hq_LXXXIV": "A2306"}
    game = dealt("0/2", units, (US,), "A2306")
    choose(game, 0)
    do(game, "lose", unit=THREE[0])
    assert (lost(game, THREE[0]), lost(game, "g_hq_LXXXIV")) == (1, 99)
    game = dealt("0/2", units, (US,), "A2306", options=FREE)
    choose(game, 0)
    do(game, "lose", unit=THREE[0])
    assert {a.unit for a in listed(game, "lose")} == {THREE[0], "g_hq_LXXXIV"}


@rule("DG 21.added.3")
def test_the_attacker_spreads_his_losses_too():
    units = {SMALL: "A2305", FELLOW: "A2405", "u_inf_38_2": "A2205", "g_div_331": "A2306"}
    game = dealt("2/0", units, (SMALL, FELLOW, "u_inf_38_2"), "A2306")
    choose(game, 0)
    do(game, "lose", unit=SMALL)
    assert refused(game, "lose", unit=SMALL).rule == "21.added.3"
    do(game, "lose", unit=FELLOW)
    assert [lost(game, id) for id in (SMALL, FELLOW, "u_inf_38_2")] == [1, 1, 0]


# ------------------------------------------------------------------ e, steps, mixed
@rule("DG 8.5.5")
def test_an_e_is_every_step_and_no_choice():
    game = dealt("e/0", {US: "A2305", MORE: "A2405", THREE[0]: "A2306"}, (US, MORE), "A2306")
    assert (lost(game, US), lost(game, MORE)) == (99, 99) and lost(game, THREE[0]) == 0


@rule("DG 8.5.1", "DG 8.5.6")
def test_steps_hexes_or_both():
    for hexes in (0, 1, 2):
        game = lone(1)  # -/2
        choose(game, hexes)
        if hexes:
            retreat(game, THREE[0], *("A2307", "A2308")[:hexes])
        assert lost(game, THREE[0]) == (99 if hexes == 0 else 2 - hexes)


@rule("DG 8.5.2", "DG 8.5.3", "DG 8.5.4")
def test_how_many_steps_units_have():
    units = board().counters.values()
    ones = [c for c in units if c.size == "II" or c.kind in ("hq", "delay")]
    assert len(ones) > 30 and {len(c.steps) for c in ones} == {1}
    assert {len(c.steps) for c in units if c.size in ("III", "X")} == {2}
    static = [c for c in units if c.size == "XX" and c.kind == "static infantry"]
    assert static and {len(c.steps) for c in static} == {2}
    four = [c for c in units if len(c.steps) > 2]
    assert {c.side for c in four} == {"allied"} and {c.size for c in four} == {"XX"}
    assert {tuple(s.strength for s in c.steps[2:]) for c in four} == {(6, 3)}


@rule("DG 8.5.2")
def test_a_headquarters_dies_of_one_step():
    game = dealt("0/1", {US: "A2305", "g_hq_LXXXIV": "A2306"}, (US,), "A2306")
    choose(game, 0)
    assert lost(game, "g_hq_LXXXIV") == 99


@rule("DG 8.5.3")
def test_a_brigade_turns_over_and_then_goes():
    units = {"b_ind_8": "A2305", THREE[0]: "A2306"}
    game = dealt("1/0", units, ("b_ind_8",), "A2306")
    assert lost(game, "b_ind_8") == 1 and game.state.units["b_ind_8"].hex >= 0
    game = dealt("1/0", units, ("b_ind_8",), "A2306", lost={"b_ind_8": 1})
    assert lost(game, "b_ind_8") == 99


@rule("8.5.4")
def test_a_division_of_four_steps_dies_of_the_fourth():
    game = table({US: "A2305", THREE[0]: "A2306"}, "allied-combat", lost={US: 3})
    assert game.state.units[US].step.strength == 3 and game.state.units[US].steps_left == 1


# ------------------------------------------------------------------ overruns
def overrun(die: int, **words) -> Game:
    """A regiment is overrun by a division: 17 to 3, 5-1."""
    units = {**dict.fromkeys(DIVISION, "A2307"), THREE[0]: "A2308"}
    game = table(units, "allied-movement", dice=[die], **words)
    do(game, "take", units=list(DIVISION))
    do(game, "overrun", target="A2308", units=list(DIVISION))
    return game


@rule("DG 21.added.1")
@pytest.mark.parametrize("choice", [{}, FREE])
def test_overrunners_take_their_first_hit_as_a_step(choice):
    game = overrun(3, options=choice)  # 1/2
    assert asked(game) == "lose-steps allied"
    do(game, "lose", unit=DIVISION[0])
    assert asked(game) == "take-result german" and lost(game, DIVISION[0]) == 1
    assert {hex_of(game, id) for id in DIVISION} == {"A2307"}


@rule("DG 21.added.1")
def test_an_attack_is_free_to_go_back_where_an_overrun_is_not():
    game = pair(5, options=FREE)  # 1/-
    assert options(game) == {"0", "1"}
