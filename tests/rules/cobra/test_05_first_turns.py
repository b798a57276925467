"""Chapters 5.9.5, 5.9.7 and 5.9.10: what is different on Game-Turns 1 and 2."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_ground, do, hex_of, listed, refused
from fights import advance, asked, attack, choose, retreat, rule
from marches import passed_to, points

from hexcore.actions import Move, Take
from hexcore.game import Game
from hexcore_cobra.beaches import BEACHES

INITIAL, LATE = "allied-movement", "allied-mechanized"
ASHORE = {
    "u_inf_1": "B3217",
    "u_cav_4": "B3117",
    "b_inf_3": "B4119",
    "b_inf_3C": "B4419",
    "b_ind_27": "A3701",
}
OTHERS = {"u_hq_V": "B3318", "b_cdo_1SS": "B4620", "u_inf_9_2": "B2415", "g_div_711": "A4309"}
PANZERS = ("g_pz_21", "g_pg_125_21", "g_pg_192_21")
TANKS = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")


def allowances(turn: int, phase: str) -> dict[str, float]:
    game = campaign({**ASHORE, **OTHERS}, phase, turn=turn, held=BEACHES)
    return {id: points(game, id) for id in (*ASHORE, "u_hq_V", "b_cdo_1SS", "u_inf_9_2")}


# ------------------------------------------------------------------ 5.9.5
@rule("DG 5.9.5")
@pytest.mark.parametrize("turn", [1, 2])
def test_all_allied_units_have_half_their_allowance_on_turns_1_and_2(turn):
    halved = {"u_inf_1": 4, "u_cav_4": 6, "b_inf_3": 5, "b_inf_3C": 5, "b_ind_27": 6, "u_hq_V": 6}
    assert allowances(turn, INITIAL) == {**halved, "b_cdo_1SS": 5, "u_inf_9_2": 4}


@rule("DG 5.9.5")
@pytest.mark.parametrize("turn", [1, 2])
def test_british_infantry_has_a_third_in_the_mechanized_phase(turn):
    found = allowances(turn, LATE)
    assert (found["b_inf_3"], found["b_inf_3C"], found["u_cav_4"], found["u_inf_1"]) == (3, 3, 6, 0)
    assert found["b_cdo_1SS"] == 1


@rule("DG 5.9.5")
def test_from_turn_3_on_they_have_all_of_it():
    first, second = allowances(3, INITIAL), allowances(3, LATE)
    assert (first["u_inf_1"], first["u_cav_4"], first["b_inf_3"], first["u_hq_V"]) == (8, 12, 9, 12)
    assert (second["b_inf_3"], second["u_cav_4"]) == (6, 12)


@rule("DG 5.9.5")
def test_a_unit_goes_half_as_far_and_no_farther():
    units = {"u_inf_1": "A2304", "g_div_711": "A4309"}
    slow = campaign(units, INITIAL, turn=2, on=campaign_ground())
    assert refused(slow, "move", unit="u_inf_1", to="A2309").rule == "5.2.4"
    do(slow, "move", unit="u_inf_1", to="A2308")
    whole = campaign({**units, "u_inf_1": "B3217"}, INITIAL, turn=3, held=BEACHES)
    assert points(whole, "u_inf_1") == 8


@rule("DG 5.9.5")
def test_germans_are_not_halved():
    game = campaign({**ASHORE, "g_pz_21": "A4012"}, "german-movement", turn=2)
    assert points(game, "g_pz_21") == 12


# ------------------------------------------------------------------ 5.9.7
def panzers(turn: int) -> Game:
    """21 Panzer Division has moved up to the Rangers in A2307, and is in hand."""
    units = {**dict.fromkeys(PANZERS, "A2305"), "u_ranger": "A2307", "u_inf_1": "A2003"}
    game = campaign(units, "german-movement", turn=turn, on=campaign_ground(), dice=[1])
    do(game, "move", units=list(PANZERS), to="A2306")
    return game


def tanks(turn: int) -> Game:
    """2 Armored Division stands before a Tiger battalion in A2307: 17 to 4, and a 3 is -/1."""
    units = {**dict.fromkeys(TANKS, "A2306"), "g_tig_503": "A2307", "g_div_711": "A4309"}
    return campaign(units, INITIAL, turn=turn, on=campaign_ground(), dice=[3])


@rule("DG 5.9.7")
def test_germans_overrun_from_turn_2_on():
    first = panzers(1)
    assert refused(first, "overrun", target="A2307", units=list(PANZERS)).rule == "5.9.7"
    assert not listed(first, "overrun")
    second = panzers(2)
    do(second, "overrun", target="A2307", units=list(PANZERS))
    assert asked(second) == "take-result allied"


@rule("DG 5.9.7")
def test_allied_units_overrun_from_turn_2_on():
    first = tanks(1)
    assert refused(first, "overrun", target="A2307", units=list(TANKS)).rule == "5.9.7"
    second = tanks(2)
    do(second, "overrun", target="A2307", units=list(TANKS))
    assert asked(second) == "take-result german"


@rule("DG 5.9.7")
@pytest.mark.parametrize(("turn", "overruns"), [(1, False), (2, True)])
def test_nor_is_anybody_overrun_in_an_advance(turn, overruns):
    """2 Armored Division drives a regiment through friends that block its advance: 10-1, and a 5 is -/2."""
    hit, walls = "g_inf_986_276", {"u_inf_4": "A2207", "u_inf_5": "A2407"}
    blocking = {"g_inf_989_277": "A2307", "g_inf_990_277": "A2308", **walls}
    units = {**dict.fromkeys(TANKS, "A2305"), hit: "A2306", **blocking}
    game = campaign(units, "allied-combat", turn=turn, on=campaign_ground(), dice=[5])
    attack(game, "A2306", *TANKS)
    choose(game, 2)
    if asked(game) == "retreat-units german":
        retreat(game, hit, "A2307", "A2308")
    advance(game, list(TANKS), "A2306")
    assert (asked(game) == "overrun-in-advance allied") is overruns


# ------------------------------------------------------------------ 5.9.10
SEVEN = {f"g_inf_{n}": f"A{20 + k}10" for k, n in enumerate(("986_276", "987_276", "988_276", "989_277"))}
SEVEN |= {f"g_inf_{n}": f"A{20 + k}11" for k, n in enumerate(("990_277", "991_277", "914_352"))}
EIGHTH, FREE = "g_inf_915_352", ("g_div_711", "g_pz_12SS")
GARRISON = {**SEVEN, EIGHTH: "A2410", "g_div_711": "A2411", "g_pz_12SS": "A2510", "u_inf_1": "A2003"}


def go_south(game: Game, unit: str) -> None:
    """One hex, and put down."""
    number = hex_of(game, unit)
    do(game, "move", unit=unit, path=[f"{number[:3]}{int(number[3:]) + 1:02}"])
    if game.decision.kind == "in-hand":
        do(game, "put-down")


def june_6(units: dict[str, str] | None = None, phase: str = "german-movement", **words) -> Game:
    return campaign(units or GARRISON, phase, on=campaign_ground(), **{"turn": 1, **words})


@rule("DG 5.9.10")
def test_seven_units_move_besides_those_of_two_divisions():
    game = june_6()
    for unit in SEVEN:
        go_south(game, unit)
    assert refused(game, "move", unit=EIGHTH, to="A2409").rule == "5.9.10"
    assert not [a for a in listed(game, "take") if isinstance(a, Take) and EIGHTH in a.units]
    for unit in FREE:
        go_south(game, unit)
    assert refused(game, "take", unit=EIGHTH).rule == "5.9.10"


@rule("DG 5.9.10")
def test_to_take_a_unit_in_hand_and_put_it_down_is_no_move():
    game = june_6()
    for unit in list(SEVEN)[:6]:
        go_south(game, unit)
    do(game, "take", unit=list(SEVEN)[6])
    do(game, "put-down")
    go_south(game, EIGHTH)
    assert refused(game, "take", unit=list(SEVEN)[6]).rule == "5.9.10"


@rule("DG 5.9.10")
def test_one_of_the_seven_may_move_on():
    game = june_6()
    for unit in SEVEN:
        go_south(game, unit)
    first = next(iter(SEVEN))
    go_south(game, first)
    assert hex_of(game, first) == "A2012"


@rule("DG 5.9.10")
def test_units_taken_together_count_each():
    units = {**GARRISON, list(SEVEN)[6]: "A2410"}
    game = june_6(units)
    for unit in list(SEVEN)[:6]:
        go_south(game, unit)
    both = [list(SEVEN)[6], EIGHTH]
    assert refused(game, "take", units=both).rule == "5.9.10"
    do(game, "take", unit=both[0])


@rule("DG 5.9.10")
def test_nobody_who_stands_next_to_an_allied_unit_is_chosen():
    game = june_6({**GARRISON, "u_ranger": "A2409"})
    assert refused(game, "take", unit=EIGHTH).rule == "5.9.10"
    apart = june_6({**GARRISON, "u_ranger": "A2408"})
    do(apart, "take", unit=EIGHTH)
    beside = june_6({**GARRISON, "u_ranger": "A2511"})  # next to A2411 and A2510
    for unit in FREE:
        do(beside, "take", unit=unit)


@rule("DG 5.9.10")
def test_the_same_seven_move_in_the_mechanized_phase():
    units = {**SEVEN, "g_pz_21": "A2410", "g_pg_125_21": "A2411", "u_inf_1": "A2003"}
    del units["g_inf_914_352"]
    game = june_6(units)
    for unit in list(SEVEN)[:6]:
        go_south(game, unit)
    go_south(game, "g_pz_21")
    passed_to(game, "german-mechanized")
    assert refused(game, "take", unit="g_pg_125_21").rule == "5.9.10"
    go_south(game, "g_pz_21")
    other = june_6(units)
    for unit in list(SEVEN)[:6]:
        go_south(other, unit)
    passed_to(other, "german-mechanized")
    go_south(other, "g_pg_125_21")
    assert refused(other, "take", unit="g_pz_21").rule == "5.9.10"


@rule("DG 5.9.10")
def test_who_enters_the_map_is_none_of_the_seven():
    units = {**GARRISON, "g_hq_ISSPz": "arrivals"}
    game = june_6(units)
    for unit in SEVEN:
        go_south(game, unit)
    do(game, "place", unit="g_hq_ISSPz", hex="A5106")
    assert [a for a in listed(game, "move") if isinstance(a, Move)]
    do(game, "move", unit="g_hq_ISSPz", to="A5006")


@rule("DG 5.9.10")
def test_from_turn_2_on_all_move():
    game = june_6({**GARRISON, "u_ranger": "A2409"}, turn=2)
    for unit in SEVEN:
        go_south(game, unit)
    do(game, "take", unit=EIGHTH)


@rule("DG 5.9.10")
def test_the_allies_move_as_many_as_they_like():
    units = ("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28", "u_inf_29", "u_inf_30")
    game = june_6({**dict(zip(units, [f"A{n}05" for n in range(20, 28)], strict=True)), **SEVEN}, INITIAL)
    for unit in units:
        go_south(game, unit)
    assert sum(hex_of(game, unit).endswith("06") for unit in units) == len(units)
