"""The Allied landing phase: when it is, and its first step, the deployment (19.2.2, 13.3.7, 21.6, 21.8)."""

from __future__ import annotations

import pytest
from cobra_table import act, campaign, campaign_board, do, hex_of, listed, refused
from fights import asked, rule

from hexcore.game import Game, SeededDice
from hexcore_cobra.set_up import drop_hexes

FOE, OTHER = "g_inf_919_709", "g_inf_1058_91"
DIVISION, PARATROOPS = "u_inf_4", "u_par_502"
WITNESSES = {"u_par_507": "landing", "u_par_508": "landing"}
SEABORNE = {
    "u_inf_4": "B2415",
    "u_inf_1": "B3117",
    "u_inf_29": "B3217",
    "u_ranger": "B3217",
    "b_inf_50": "B4019",
    "b_ind_8": "B4019",
    "b_inf_3C": "B4319",
    "b_ind_2C": "B4319",
    "b_cdo_4SS": "B4419",
    "b_inf_3": "A3701",
    "b_cdo_1SS": "B4620",
}
"""Where the units of the first wave may well land."""
DROPS = {
    "u_par_501": "B2218",
    "u_par_502": "B2215",
    "u_par_506": "B2216",
    "u_par_505": "B2015",
    "u_par_507": "B1815",
    "u_par_508": "B1817",
    "b_ab_3": "A3905",
    "b_ab_5": "A3902",
    "b_ab_6AL": "A3803",
}


def opened(scenario: str = "campaign", *dice: int) -> Game:
    """A whole game, at its first question."""
    return Game.start(campaign_board(scenario=scenario), SeededDice(0, dice))


def landing(units: dict[str, str], *dice: int, **words) -> Game:
    """The landing phase with some units in their ships and aircraft; after step 1 it waits for the order in
    which two paratroop units are rolled for."""
    return campaign({**units, **WITNESSES}, "allied-landing", turn=1, dice=dice, **words)


def ashore(game: Game) -> None:
    """The whole first wave lands; who has one hex left lands of himself."""
    for unit, hex in SEABORNE.items():
        if hex_of(game, unit) == "landing":
            do(game, "place", unit=unit, hex=hex)


# ------------------------------------------------------------------ the phase
@rule("DG 19.2.2")
@pytest.mark.parametrize("scenario", ["campaign", "buildup"])
def test_the_landing_comes_before_the_first_german_player_turn(scenario):
    game = opened(scenario, *[1] * 9)
    assert asked(game) == "landing-deployment allied" and game.state.turn == 1
    ashore(game)
    while asked(game) == "scatter allied":
        game.submit(game.legal_actions()[0])
    while game.board.sequence.phases[game.state.phase].id == "allied-landing":
        do(game, "done")
    assert game.board.sequence.phases[game.state.phase].player_turn == "german"


@rule("DG 19.2.2")
@pytest.mark.parametrize("turn, lands", [(1, True), (2, False)])
def test_there_is_one_landing_phase_in_the_game(turn, lands):
    phases = campaign_board().sequence
    first = phases.phases[phases.after(-1, turn)[0]]
    assert (first.id == "allied-landing") == lands
    game = landing({DIVISION: "landing"})
    assert asked(game) == "landing-deployment allied"


# ------------------------------------------------------------------ step 1: the beaches
@rule("DG 19.2.2.step.1")
def test_eleven_units_land_and_nine_drop():
    game = opened()
    waiting = {unit.id for unit in game.state.units.values() if hex_of(game, unit.id) == "landing"}
    assert waiting == set(SEABORNE)
    assert {id: hex_of(game, id) for id in DROPS} == DROPS
    ashore(game)
    assert {id: hex_of(game, id) for id in SEABORNE} == SEABORNE
    assert all(game.state.control[game.board.map.hex(hex)] == "allied" for hex in SEABORNE.values())


@rule("DG 19.2.2.step.1")
@pytest.mark.parametrize(
    "unit, beach, another",
    [
        ("u_inf_4", ["B2415", "B2416"], "B3117"),
        ("u_inf_1", ["B3117", "B3217", "B3318"], "B2415"),
        ("u_ranger", ["B3117", "B3217", "B3318"], "B4019"),
        ("b_inf_50", ["B4019", "B4119"], "B4319"),
        ("b_cdo_4SS", ["B4319", "B4419"], "B4620"),
        ("b_cdo_1SS", ["A3701", "B4620"], "B4319"),
    ],
)
def test_each_lands_in_any_hex_of_its_own_beach(unit, beach, another):
    game = landing({unit: "landing"})
    numbers = game.board.map.numbers
    assert sorted(numbers[place.hex] for place in listed(game, "place")) == beach
    refusal = refused(game, "place", unit=unit, hex=another)
    assert refusal.rule == "19.2.2.step.1" and f"{another} is no hex of it" in refusal.reason
    do(game, "place", unit=unit, hex=beach[-1])
    assert hex_of(game, unit) == beach[-1]


@rule("DG 19.2.2.step.1")
def test_in_any_order_and_each_may_be_taken_back():
    game = landing({"u_inf_1": "landing", "u_inf_29": "landing"})
    do(game, "place", unit="u_inf_29", hex="B3117")
    assert hex_of(game, "u_inf_29") == "B3117" and asked(game) == "landing-deployment allied"
    game.undo()
    assert hex_of(game, "u_inf_29") == "landing"
    do(game, "place", unit="u_inf_1", hex="B3117")
    do(game, "place", unit="u_inf_29", hex="B3318")
    assert hex_of(game, "u_inf_29") == "B3318"


@rule("DG 19.2.2.step.1")
def test_not_where_an_enemy_stands_but_in_his_zone():
    game = landing({DIVISION: "landing", FOE: "B2315"})
    assert {game.board.map.numbers[p.hex] for p in listed(game, "place")} == {"B2415", "B2416"}
    held = landing({DIVISION: "landing", "u_inf_1": "landing", FOE: "B2415"})
    refusal = refused(held, "place", unit=DIVISION, hex="B2415")
    assert refusal.rule == "19.2.2.step.1" and "an enemy unit" in refusal.reason
    do(held, "place", unit=DIVISION, hex="B2416")


@rule("DG 19.2.2.step.1")
def test_two_divisions_do_not_share_a_hex():
    game = landing({"u_inf_1": "landing", "u_inf_29": "landing"})
    do(game, "place", unit="u_inf_1", hex="B3117")
    assert refused(game, "place", unit="u_inf_29", hex="B3117").rule == "6.1"
    do(game, "place", unit="u_inf_29", hex="B3217")


@rule("DG 19.2.2.step.1", "DG 6.2")
def test_who_stacks_free_lands_with_a_division():
    game = landing({"b_inf_50": "landing", "b_ind_8": "landing", "u_inf_1": "landing", "u_ranger": "landing"})
    do(game, "place", unit="b_inf_50", hex="B4019")
    do(game, "place", unit="b_ind_8", hex="B4019")
    do(game, "place", unit="u_inf_1", hex="B3117")
    do(game, "place", unit="u_ranger", hex="B3117")
    assert hex_of(game, "b_ind_8") == "B4019" and hex_of(game, "u_ranger") == "B3117"


@rule("DG 19.2.2.step.1")
def test_commandos_take_room():
    game = landing({"b_inf_3": "landing", "b_cdo_1SS": "landing"})
    do(game, "place", unit="b_inf_3", hex="A3701")
    assert hex_of(game, "b_cdo_1SS") == "B4620", "the only hex left"
    other = landing({"b_inf_3": "landing", "b_cdo_1SS": "landing"})
    do(other, "place", unit="b_cdo_1SS", hex="A3701")
    assert hex_of(other, "b_inf_3") == "B4620"


@rule("DG 19.2.2.step.1")
def test_it_does_not_end_while_anybody_can_land():
    game = landing({DIVISION: "landing"})
    refusal = refused(game, "done")
    assert refusal.rule == "19.2.2.step.1" and "still to land" in refusal.reason


@rule("DG 19.2.2.step.1")
def test_who_finds_no_room_waits_for_his_beach():
    blocked = {FOE: "B2415", OTHER: "B2416"}
    game = landing({DIVISION: "landing", "u_inf_1": "landing", **blocked})
    do(game, "place", unit="u_inf_1", hex="B3117")
    assert hex_of(game, DIVISION) == "arrivals"


@rule("DG 19.2.2.step.1")
def test_only_who_waits_is_put_ashore():
    game = landing({"u_inf_1": "landing", "u_inf_29": "landing", "u_inf_9": "arrivals"})
    assert "not waiting" in refused(game, "place", unit="u_inf_9", hex="B3117").reason
    do(game, "place", unit="u_inf_1", hex="B3117")
    assert "not waiting" in refused(game, "place", unit="u_inf_1", hex="B3217").reason
    assert refused(game, "choose", option="u_inf_29").rule == "19.2.2.step.1"


# ------------------------------------------------------------------ the drop hexes
@rule("DG 13.3.7")
def test_paratroops_drop_in_the_hexes_designated():
    game = landing({PARATROOPS: "landing", DIVISION: "landing"})
    assert hex_of(game, PARATROOPS) == DROPS[PARATROOPS]
    refusal = refused(game, "place", unit=PARATROOPS, hex="B2115")
    assert refusal.rule == "13.3.7" and "drops in B2215" in refusal.reason


@rule("DG 13.3.7")
def test_they_do_not_appear_where_an_enemy_holds_the_drop_hex():
    game = landing({PARATROOPS: "landing", DIVISION: "landing", FOE: DROPS[PARATROOPS]})
    assert refused(game, "place", unit=PARATROOPS, hex="B2115").rule == "13.3.7"
    assert refused(game, "place", unit=PARATROOPS, hex="B2215").rule == "19.2.2.step.1"
    do(game, "place", unit=DIVISION, hex="B2415")
    assert hex_of(game, PARATROOPS) == "never-arrived"


@rule("DG 21.8")
@pytest.mark.parametrize("unit, hex", [("b_ab_3", "A3905"), ("b_ab_6AL", "A3803"), ("b_ab_5", "A3902")])
def test_the_british_drop_where_the_errata_have_it(unit, hex):
    board = campaign_board()
    assert board.map.numbers[drop_hexes(board)[unit]] == hex
    game = landing({unit: "landing", DIVISION: "landing"})
    assert hex_of(game, unit) == hex


@rule("DG 21.6")
@pytest.mark.parametrize("scenario", ["campaign", "buildup"])
def test_lxxxiv_corps_starts_at_saint_lo(scenario):
    game = opened(scenario)
    assert hex_of(game, "g_hq_LXXXIV") == "A1606"


def test_a_placement_is_read_as_a_player_writes_it():
    game = landing({DIVISION: "landing"})
    assert act(game, "place", unit=DIVISION, hex="B2416") in game.legal_actions()
