"""Chapter 13 in the expanded game: reinforcements land on the beaches (13.2.2, 13.3.4-13.3.8, 21.7)."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_board, do, hex_of, listed, refused
from fights import rule
from marches import passed_to, points

from hexcore.actions import Place
from hexcore.events import Noted, apply
from hexcore.game import Game
from hexcore_cobra.beaches import ABANDONED, BEACHES, WRECKED

INITIAL, LATE = "allied-movement", "allied-mechanized"
AWAY = {"g_div_711": "A4309"}
"""A German division that is in nobody's way."""
UTAH, OMAHA = {"B2415", "B2416"}, {"B3117", "B3217", "B3318"}
GOLD, JUNO, SWORD = {"B4019", "B4119"}, {"B4319", "B4419"}, {"A3701", "B4620"}
FULL = dict(zip(("u_inf_1", "u_inf_29", "u_inf_4"), sorted(OMAHA), strict=True))
"""A division in every hex of Omaha Beach."""


def landing(
    *units: str, turn: int = 4, phase: str = INITIAL, at: dict[str, str] | None = None, **words
) -> Game:
    """Units wait off the beaches, all of which are in Allied hands unless it is said which."""
    waiting = dict.fromkeys(units, "arrivals")
    return campaign({**AWAY, **waiting, **(at or {})}, phase, turn=turn, **{"held": BEACHES, **words})


def entries(game: Game, unit: str) -> set[str]:
    numbers = game.board.map.numbers
    return {numbers[a.hex] for a in listed(game, "place") if isinstance(a, Place) and a.unit == unit}


def no_entry(game: Game, unit: str, hex: str) -> str:
    return refused(game, "place", unit=unit, hex=hex).rule


def noted(game: Game, key: str, subject: str) -> Game:
    """The game with something noted for good."""
    game.state = apply(game.state, Noted("game", key, subject))
    return game


def left_after_landing(unit: str, hex: str, turn: int) -> float:
    """Movement points a unit has when it has landed."""
    game = landing(unit, turn=turn)
    do(game, "place", unit=unit, hex=hex)
    return points(game, unit)


# ------------------------------------------------------------------ 13.2.2
@rule("DG 13.2.2")
@pytest.mark.parametrize(
    ("unit", "turn", "hexes"),
    [
        ("u_inf_30", 4, UTAH | OMAHA),
        ("f_arm_GTD", 20, UTAH | OMAHA),
        ("b_ind_33", 4, GOLD | JUNO | SWORD),
        ("b_arm_4_4C", 18, GOLD | JUNO | SWORD),
        ("b_arm_10_Pol", 21, GOLD | JUNO | SWORD),
        ("u_arm_A_7", 27, UTAH | OMAHA),
    ],
)
def test_each_army_lands_on_its_beaches_to_the_end(unit, turn, hexes):
    game = landing(unit, turn=turn)
    assert entries(game, unit) == hexes
    assert no_entry(game, unit, "A0501") == "13.2.2"
    assert no_entry(game, unit, min(set.union(UTAH, OMAHA, GOLD, JUNO, SWORD) - hexes)) == "13.2.2"
    do(game, "place", unit=unit, hex=max(hexes))
    assert hex_of(game, unit) == max(hexes)


@rule("DG 13.2.2")
def test_only_a_beach_hex_in_allied_hands_lands_anybody():
    game = landing("u_inf_30", held=["omaha", "B2415"], at={"g_flak_1": "B3117"})
    assert entries(game, "u_inf_30") == {"B2415", "B3217", "B3318"}
    assert no_entry(game, "u_inf_30", "B2416") == no_entry(game, "u_inf_30", "B3117") == "13.2.2"


@rule("DG 13.2.2")
def test_neither_a_wrecked_hex_nor_an_abandoned_beach_lands_anybody():
    game = noted(noted(landing("u_inf_30"), WRECKED, "B3117"), ABANDONED, "utah")
    assert entries(game, "u_inf_30") == {"B3217", "B3318"}
    assert no_entry(game, "u_inf_30", "B3117") == "10.5.4"
    assert no_entry(game, "u_inf_30", "B2415") == "19.2.2.step.7"


@rule("DG 13.2.2")
def test_the_landing_costs_a_point_and_there_is_no_column_on_a_beach():
    game = landing("u_hq_VIII", "u_hq_XIX", "u_inf_30", turn=4)
    for unit in ("u_hq_VIII", "u_hq_XIX", "u_inf_30"):
        do(game, "place", unit=unit, hex="B3217")
        assert game.state.notes["phase", "spent", unit] == 2
        do(game, "put-down")


@rule("DG 13.2.2")
def test_stacks_on_the_beach_are_limited():
    game = landing("u_inf_30", at={"u_inf_1": "B3217", "u_hq_V": "B3117"})
    assert entries(game, "u_inf_30") == UTAH | OMAHA - {"B3217"}
    assert no_entry(game, "u_inf_30", "B3217") == "6.1"


# ------------------------------------------------------------------ 13.3.4
@rule("DG 13.3.4")
def test_allied_units_land_in_an_enemy_zone_and_stay():
    game = landing("u_inf_30", at={"g_inf_916_352": "B3218"})
    assert {"B3217", "B3318"} <= entries(game, "u_inf_30")
    do(game, "place", unit="u_inf_30", hex="B3217")
    assert refused(game, "move", unit="u_inf_30", to="B3117").rule == "5.2.3"
    do(game, "put-down")
    assert refused(game, "take", unit="u_inf_30").rule == "5.2.3"
    free = landing("u_inf_30", at={"g_inf_916_352": "B3220"})
    do(free, "place", unit="u_inf_30", hex="B3217")
    do(free, "move", unit="u_inf_30", to="B3118")


@rule("DG 13.3.4")
def test_who_landed_in_a_zone_attacks_from_there():
    game = landing("u_inf_30", at={"g_inf_916_352": "B3218"})
    do(game, "place", unit="u_inf_30", hex="B3217")
    passed_to(game, "allied-combat")
    do(game, "declare", targets=["B3218"])
    do(game, "add-attacker", unit="u_inf_30")


@rule("DG 13.3.4")
def test_germans_do_not_enter_in_a_zone():
    units = {"g_tig_101SS": "arrivals", "u_inf_1": "A5107"}
    assert no_entry(campaign(units, "german-movement", turn=3), "g_tig_101SS", "A5106") == "13.2.1"
    far = campaign({**units, "u_inf_1": "A5108"}, "german-movement", turn=3)
    do(far, "place", unit="g_tig_101SS", hex="A5106")


@rule("DG 13.3.4")
def test_a_division_that_comes_back_by_the_south_is_no_reinforcement():
    """It left over that edge the turn before (5.9.1), and comes back in no enemy zone."""
    units = {"u_inf_1": "A2734", "u_inf_4": "B3217", "g_inf_986_276": "A2933"}
    game = campaign(units, INITIAL, turn=16, held=BEACHES)
    do(game, "exit", unit="u_inf_1", edge="S")
    passed_to(game, "german-mechanized")
    later = passed_to(game, INITIAL)
    assert no_entry(later, "u_inf_1", "A2934") == "13.2.1"
    do(later, "place", unit="u_inf_1", hex="A2734")


@rule("DG 13.3.4")
@pytest.mark.parametrize(
    ("unit", "turn", "edge"),
    [("g_tig_101SS", 3, "east-edge"), ("g_div_346", 2, "german-north-entry"), ("g_kg_275", 2, "south-entry")],
)
def test_the_german_edges_are_those_of_map_a_on_both_sheets(unit, turn, edge):
    m = campaign_board().map
    game = campaign({unit: "arrivals", "u_inf_1": "B3217"}, "german-movement", turn=turn)
    assert entries(game, unit) == {m.numbers[h] for h in m.group(edge) if "sea" not in m.terrain[h]}
    assert all(-1 in m.neighbours[6 * h : 6 * h + 6] for h in m.group(edge))


# ------------------------------------------------------------------ 13.3.6, 21.7
@rule("DG 13.3.6")
def test_allied_reinforcements_wait_as_long_as_they_like():
    game = landing("u_inf_30", turn=4)
    do(game, "done")
    assert hex_of(game, "u_inf_30") == "arrivals"
    passed_to(game, "allied-combat")
    later = passed_to(game, INITIAL)
    assert later.state.turn == 5 and entries(later, "u_inf_30") == UTAH | OMAHA


@rule("DG 13.3.6")
def test_the_first_wave_may_not_be_held_back():
    game = landing("u_ranger", turn=1)
    assert refused(game, "done").rule == "13.3.6"
    do(game, "place", unit="u_ranger", hex="B3217")
    do(game, "put-down")
    do(game, "done")
    second = landing("u_cav_102", turn=2)
    do(second, "done")
    assert hex_of(second, "u_cav_102") == "arrivals"


@rule("DG 13.3.6")
def test_the_first_wave_waits_only_where_there_is_no_room():
    game = landing("b_cdo_1SS", turn=1, at={"b_inf_3": "A3701", "b_inf_50": "B4620"})
    assert not entries(game, "b_cdo_1SS")
    do(game.fork(), "done")
    do(game, "move", unit="b_inf_3", to="A3601")
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    assert refused(game, "done").rule == "13.3.6"
    assert entries(game, "b_cdo_1SS") == {"A3701"}


@rule("DG 21.7", "DG 13.3.6")
def test_27_armored_brigade_lands_in_the_mechanized_phase_of_turn_1():
    early = landing("b_ind_27", turn=1)
    assert not entries(early, "b_ind_27") and no_entry(early, "b_ind_27", "A3701") == "21.7"
    game = landing("b_ind_27", turn=1, phase=LATE)
    assert entries(game, "b_ind_27") == SWORD
    waits = game.fork()
    do(game, "place", unit="b_ind_27", hex="A3701")
    assert points(game, "b_ind_27") == 5
    do(waits, "done")
    assert hex_of(waits, "b_ind_27") == "arrivals"
    passed_to(waits, "allied-replacement")
    assert entries(passed_to(waits, INITIAL), "b_ind_27") == SWORD


@rule("DG 21.7")
def test_nobody_else_lands_in_a_mechanized_phase():
    first = landing("b_ind_27", "u_ranger", turn=1, phase=LATE)
    assert not entries(first, "u_ranger") and no_entry(first, "u_ranger", "B3217") == "13.1"
    second = landing("b_ind_27", turn=2, phase=LATE)
    assert no_entry(second, "b_ind_27", "A3701") == "13.1"


# ------------------------------------------------------------------ 13.3.8: the named beach
@rule("DG 13.3.8")
@pytest.mark.parametrize(
    ("unit", "hexes", "other"),
    [("u_cav_102", OMAHA, "B2415"), ("u_cav_4", UTAH, "B3217"), ("b_ind_4", JUNO, "A3701")],
)
def test_units_due_on_turn_2_land_on_the_beach_named_for_them(unit, hexes, other):
    game = landing(unit, turn=2)
    assert entries(game, unit) == hexes
    assert no_entry(game, unit, other) == "13.3.8"


@rule("DG 13.3.8")
def test_without_room_a_unit_waits_for_turn_3_and_lands_where_it_likes():
    game = landing("u_inf_9_2", turn=2, at=FULL)
    assert not entries(game, "u_inf_9_2") and no_entry(game, "u_inf_9_2", "B2415") == "13.3.8"
    do(game, "done")
    passed_to(game, "allied-combat")
    later = passed_to(game, INITIAL)
    assert later.state.turn == 3 and entries(later, "u_inf_9_2") == UTAH
    do(later, "move", unit="u_inf_1", to="B3118")
    if later.decision.kind == "in-hand":
        do(later, "put-down")
    assert entries(later, "u_inf_9_2") == UTAH | {"B3117"}


@rule("DG 13.3.8")
def test_it_need_not_wait_when_its_beach_has_room_before():
    game = landing("u_inf_9_2", turn=2, at=FULL)
    do(game, "move", unit="u_inf_1", to="B3118")
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    assert entries(game, "u_inf_9_2") == {"B3117"}


@rule("DG 13.3.8")
def test_who_is_held_back_by_choice_still_lands_on_the_named_beach_if_possible():
    game = landing("u_inf_9_2", turn=2)
    do(game, "done")
    passed_to(game, "allied-combat")
    later = passed_to(game, INITIAL)
    assert later.state.turn == 3 and entries(later, "u_inf_9_2") == OMAHA
    assert no_entry(later, "u_inf_9_2", "B2415") == "13.3.8"
    full = landing("u_inf_9_2", turn=3, at=FULL)
    assert entries(full, "u_inf_9_2") == UTAH


@rule("DG 13.3.8")
def test_a_beach_lost_to_the_enemy_has_no_room_and_an_abandoned_one_sends_on():
    lost = landing("u_inf_9_2", turn=2, held=["utah"])
    assert not entries(lost, "u_inf_9_2")
    given_up = noted(landing("u_inf_9_2", turn=2, held=["utah"]), ABANDONED, "omaha")
    assert entries(given_up, "u_inf_9_2") == UTAH


@rule("DG 13.3.8")
def test_units_due_later_have_no_beach_of_their_own():
    game = landing("u_inf_9", turn=3)
    assert entries(game, "u_inf_9") == UTAH | OMAHA


# ------------------------------------------------------------------ 13.3.8: half the allowance
@rule("DG 13.3.8")
@pytest.mark.parametrize(
    ("unit", "hex", "turn", "left"),
    [
        ("b_arm_22_7", "B4119", 2, 5),
        ("u_inf_30", "B3217", 4, 3),
        ("b_inf_15", "B4119", 5, 4),
        ("u_arm_A_4", "B3217", 13, 5),
        ("u_arm_A_4", "B3217", 14, 5),
        ("u_arm_A_4", "B3217", 15, 11),
        ("u_arm_A_6", "B3217", 16, 11),
    ],
)
def test_to_turn_14_a_unit_lands_with_half_its_allowance(unit, hex, turn, left):
    assert left_after_landing(unit, hex, turn) == left


@rule("DG 13.3.8")
def test_it_is_half_in_both_movement_phases_of_the_turn_and_whole_in_the_next():
    game = landing("u_arm_A_2", "b_inf_49", turn=3)
    do(game, "place", unit="u_arm_A_2", hex="B3217")
    do(game, "put-down")
    do(game, "place", unit="b_inf_49", hex="B4119")
    do(game, "put-down")
    passed_to(game, LATE)
    assert (points(game, "u_arm_A_2"), points(game, "b_inf_49")) == (6, 3)
    passed_to(game, "allied-replacement")
    passed_to(game, INITIAL)
    assert (points(game, "u_arm_A_2"), points(game, "b_inf_49")) == (12, 9)


@rule("DG 13.3.8")
def test_who_stood_ashore_has_his_whole_allowance():
    game = landing("u_inf_30", at={"u_inf_1": "B3217"})
    assert points(game, "u_inf_1") == 8
