"""Abandoned beaches: when a landing has failed, what it costs, how a beach is won back (19.2.2, step 7)."""

from __future__ import annotations

import pytest
from cobra_table import campaign, do, hex_of
from few_words import go
from fights import advance, asked, attack, lost, rule
from landings import landed

from hexcore.events import Controlled, Noted, apply
from hexcore.game import Game
from hexcore.units import ELIMINATED
from hexcore_cobra.abandoned_beaches import given_up, won_back
from hexcore_cobra.beaches import BEACHES, WRECKED, abandoned, friendly, friendly_beaches, serves
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

STEP = "19.2.2.step.7"
UTAH = ("B2415", "B2416")


def given_up_on(game: Game) -> list[str]:
    """The beaches that are abandoned now."""
    return [beach for beach in BEACHES if abandoned(game.state, beach)]


def points(game: Game) -> int:
    """What abandoned beaches have brought the Germans."""
    scored = [p for p in game.board.rules.victory_points(game.state) if p.rule == STEP]
    assert all(p.side == GERMAN for p in scored)
    return sum(p.points for p in scored)


# ------------------------------------------------------------------ more than half
@rule(STEP)
@pytest.mark.parametrize(
    "units, before, dice, gone",
    [
        pytest.param({"u_ranger": "B3117"}, 0, (3,), ["omaha"], id="one of one"),
        pytest.param({"b_cdo_1SS": "B4119"}, 0, (1,), [], id="one of two is half"),
        pytest.param({"b_cdo_1SS": "B4119"}, 1, (1,), ["gold"], id="one of the one it landed with"),
        pytest.param({"b_cdo_1SS": "B4119"}, 1, (4,), [], id="none of one"),
        pytest.param({"u_inf_1": "B3117"}, 0, (2,), [], id="two of four"),
        pytest.param({"u_inf_1": "B3117"}, 1, (2,), ["omaha"], id="two of three"),
        pytest.param({"u_inf_1": "B3117"}, 1, (3,), [], id="one of three"),
        pytest.param({"u_inf_1": "B3217", "u_ranger": "B3117"}, 0, (3, 3), [], id="two of five"),
        pytest.param({"u_inf_1": "B3217", "u_ranger": "B3117"}, 0, (1, 3), ["omaha"], id="three of five"),
        pytest.param({"b_inf_50": "B4019", "b_cdo_1SS": "B4319"}, 1, (1, 1), ["juno"], id="by beach"),
    ],
)
def test_a_beach_that_loses_more_than_half_of_the_steps_landed(units, before, dice, gone):
    """All hexes of a beach together, no others; the last unit named starts with steps lost."""
    game = landed(units, dice, lost={list(units)[-1]: before})
    assert given_up_on(game) == gone


@rule(STEP)
@pytest.mark.parametrize("unit, gone", [("u_par_501", []), ("u_ranger", ["utah"])])
def test_steps_of_paratroops_do_not_count(unit, gone):
    """A division of two steps loses one, and so does a unit of one step: one of two, or two of three."""
    units = {"u_inf_4": "B2415", unit: "B2415"}
    game = landed(units, (1, 1), lost={"u_inf_4": 2, "u_par_501": 1})
    assert lost(game, unit) == 99
    assert given_up_on(game) == gone


# ------------------------------------------------------------------ what follows
FAILED = {"u_ranger": "B3117", "u_par_501": "B3217", "u_inf_4": "B2415"}


def failure(**words) -> Game:
    """A landing that fails on Omaha and holds Utah. The dice: 4th Division, paratroops, rangers."""
    units = {"u_inf_29": "B3117", **FAILED}
    return landed(units, (6, 3, 6, 3), lost={"u_inf_29": 3}, held=("omaha", "utah"), **words)


@rule(STEP)
def test_whoever_stands_on_it_leaves_play_for_good():
    """The last of 29th Division and the rangers have fallen; paratroops in another hex of Omaha go."""
    game = failure()
    assert given_up_on(game) == ["omaha"]
    assert hex_of(game, "u_par_501") == "abandoned beach"
    assert hex_of(game, "u_inf_4") == "B2415"
    assert hex_of(game, "u_ranger") == "eliminated"


@rule(STEP)
def test_they_count_for_nobody():
    """Three points for the division that was eliminated, none for the regiment taken off, ten for Omaha."""
    game = failure()
    scored = [p for p in game.board.rules.victory_points(game.state) if p.side == GERMAN]
    texts = [p.text for p in scored]
    assert "29 Infantry Division eliminated" in texts and not any("501" in text for text in texts)
    assert "Omaha abandoned in the landing" in texts


@rule(STEP)
def test_it_is_in_german_hands_and_serves_nobody():
    game = failure()
    state, hex_at = game.state, game.board.map.hex
    for number in ("B3117", "B3217", "B3318"):
        assert state.control[hex_at(number)] == GERMAN
        assert not friendly(state, hex_at(number)) and not serves(state, hex_at(number))
        assert state.marker("abandoned-beach", number) == 1
    assert [game.board.map.numbers[hex] for hex in friendly_beaches(state)] == list(UTAH)


@rule(STEP)
@pytest.mark.parametrize(
    "units, dice, scored",
    [
        ({"u_ranger": "B3117", "b_cdo_1SS": "B4620"}, (3, 1), 20),
        ({"u_ranger": "B3117", "b_cdo_1SS": "B4620"}, (3, 2), 10),
        ({"u_inf_29": "B3117", "u_ranger": "B3318"}, (1, 3), 10),
        ({"u_inf_1": "B3117"}, (3,), 0),
    ],
)
def test_ten_points_for_each_beach_and_not_for_each_hex(units, dice, scored):
    game = landed(units, dice, lost={"b_cdo_1SS": 1, "u_inf_29": 2})
    assert points(game) == scored


@rule(STEP)
def test_nobody_is_asked_anything():
    assert asked(failure()) == "movement-phase german"


# ------------------------------------------------------------------ won back
def abandoned_utah(units: dict[str, str], phase: str = "allied-movement", **words) -> Game:
    """Turn 4 with Utah abandoned, Germans where they are put."""
    game = campaign(units, phase, **words)
    for event in given_up(game.state, "utah"):
        game.state = apply(game.state, event)
    return game


def along_the_beach(game: Game, unit: str) -> None:
    for hex in UTAH:
        do(game, **go(unit, hex))


@rule(STEP)
def test_it_is_friendly_again_when_allied_units_hold_all_its_hexes():
    game = abandoned_utah({"u_inf_4": "B2315", "u_inf_90": "B2317"})
    hexes = [game.board.map.hex(number) for number in UTAH]
    do(game, **go("u_inf_4", "B2415"))
    do(game, "put-down")
    assert given_up_on(game) == ["utah"]
    assert not any(friendly(game.state, hex) for hex in hexes)
    do(game, **go("u_inf_90", "B2416"))
    assert given_up_on(game) == []
    assert all(friendly(game.state, hex) and serves(game.state, hex) for hex in hexes)
    assert not any(game.state.marker("abandoned-beach", number) for number in UTAH)


@rule(STEP)
def test_the_germans_keep_their_points():
    game = abandoned_utah({"u_inf_4": "B2315", "u_inf_90": "B2317"})
    do(game, **go("u_inf_4", "B2415"))
    do(game, "put-down")
    assert points(game) == 10
    do(game, **go("u_inf_90", "B2416"))
    assert given_up_on(game) == [] and points(game) == 10


@rule(STEP)
def test_one_unit_may_win_both_hexes_one_after_the_other():
    game = abandoned_utah({"u_inf_4": "B2315"})
    along_the_beach(game, "u_inf_4")
    assert given_up_on(game) == []


@rule(STEP)
@pytest.mark.parametrize("unit, gone", [("u_inf_90", []), ("u_hq_VII", ["utah"])])
def test_a_headquarters_takes_no_ground(unit, gone):
    game = abandoned_utah({"u_inf_4": "B2315", unit: "B2317"})
    do(game, **go("u_inf_4", "B2415"))
    do(game, "put-down")
    do(game, **go(unit, "B2416"))
    assert given_up_on(game) == gone


@rule(STEP)
def test_it_is_won_back_in_an_advance():
    """The Germans in its last hex are eliminated, and the attacker goes in."""
    units = {"u_inf_4": "B2315", "u_inf_90": "B2315", "g_delay_1": "B2415"}
    game = abandoned_utah(units, "allied-combat", dice=(1,))
    game.state = apply(game.state, Controlled(game.board.map.hex("B2416"), ALLIED))
    attack(game, "B2415", "u_inf_4", "u_inf_90")
    while asked(game).startswith("take-result"):
        do(game, "choose", option="0")
    assert given_up_on(game) == ["utah"]
    advance(game, "u_inf_4", "B2415")
    assert given_up_on(game) == []


@rule(STEP)
def test_a_german_headquarters_driven_out_of_the_last_hex_delays_it_to_the_end_of_the_phase():
    game = abandoned_utah({"u_inf_4": "B2315", "g_hq_LXXXIV": "B2416"})
    along_the_beach(game, "u_inf_4")
    assert asked(game) == "displacement german"
    game.submit(game.legal_actions()[-1])
    do(game, "put-down")
    assert given_up_on(game) == ["utah"]
    do(game, "done")
    assert given_up_on(game) == []


@rule(STEP)
def test_a_hex_wrecked_meanwhile_stays_so():
    game = abandoned_utah({"u_inf_4": "B2315"})
    game.state = apply(game.state, Noted("game", WRECKED, "B2415"))
    along_the_beach(game, "u_inf_4")
    served = [serves(game.state, game.board.map.hex(number)) for number in UTAH]
    assert given_up_on(game) == [] and served == [False, True]


@rule(STEP)
def test_germans_who_walk_over_it_change_nothing():
    game = abandoned_utah({"g_inf_919_709": "B2315"}, "german-movement")
    along_the_beach(game, "g_inf_919_709")
    assert given_up_on(game) == ["utah"] and points(game) == 10


@rule(STEP, "10.5.4")
@pytest.mark.parametrize("there, served", [("B2415", [False, True]), ("B2315", [True, True])])
def test_germans_in_it_as_an_allied_turn_ends_wreck_the_hex(there, served):
    """The twin stands next to it. Then the Allies hold both hexes again."""
    units = {"g_inf_919_709": there, "u_inf_4": "A2003"}
    game = abandoned_utah(units, "allied-mechanized", held=("omaha",))
    while game.board.sequence.phases[game.state.phase].id == "allied-mechanized":
        do(game, "done")
    hexes = [game.board.map.hex(number) for number in UTAH]
    foe = game.state.units["g_inf_919_709"]
    game.state = game.state.with_units([foe.put(ELIMINATED)])
    for hex in hexes:
        game.state = apply(game.state, Controlled(hex, ALLIED))
    for event in won_back(game.state):
        game.state = apply(game.state, event)
    assert given_up_on(game) == []
    assert [serves(game.state, hex) for hex in hexes] == served
