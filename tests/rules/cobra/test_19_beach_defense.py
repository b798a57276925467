"""Beach defense: German units near the beaches give up steps against the landing (19.2.2, step 5)."""

from __future__ import annotations

import pytest
from cobra_table import do, hex_of, listed
from fights import asked, lost, rule
from landings import landed

from hexcore.actions import Commit
from hexcore.steady import SteadyPlayer
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

FIRST, RANGERS = {"u_inf_1": "B3217"}, "u_ranger"
NEAR, OTHER = "g_inf_916_352", "g_inf_914_352"
READY, NOT_READY, SAFE = 5, 1, 6
"""Dice: a German who may commit steps, one who may not, and the cheapest landing on Omaha: one step."""


def near(hex: str, unit: str = NEAR, **more: str) -> dict[str, str]:
    return {**FIRST, unit: hex, **more}


# ------------------------------------------------------------------ who rolls
@rule("19.2.2.step.5")
@pytest.mark.parametrize("hex", ["B3218", "B3219"])
def test_a_unit_within_two_hexes_of_a_landing_rolls(hex):
    """Next to it, and with one hex between."""
    game = landed(near(hex), (READY,))
    assert asked(game) == "beach-commitment german"
    assert game.state.rolls == 1


@rule("19.2.2.step.5")
def test_with_two_hexes_between_it_does_not():
    game = landed(near("B3220"), (READY,))
    assert asked(game) == "movement-phase german"
    assert game.state.rolls == 1
    assert lost(game, "u_inf_1") == 1


@rule("19.2.2.step.5")
def test_an_empty_beach_is_not_defended():
    """Two hexes from Gold, where nobody lands; Omaha is far away."""
    game = landed({**FIRST, "g_inf_726_716": "B3920"}, (READY,))
    assert asked(game) == "movement-phase german"
    assert lost(game, "g_inf_726_716") == 0


@rule("19.2.2.step.5")
def test_paratroops_fallen_on_a_beach_make_it_occupied():
    game = landed({"u_par_501": "B2416", "g_inf_919_709": "B2417"}, (READY,))
    assert asked(game) == "beach-commitment german"
    assert {a.hex for a in listed(game, "commit")} == {game.board.map.hex("B2416")}


@rule("19.2.2.step.5")
def test_paratroops_inland_do_not():
    game = landed({"u_par_501": "B2417", "g_inf_919_709": "B2418"}, (READY,))
    assert asked(game) == "movement-phase german"


@rule("19.2.2.step.5")
def test_each_unit_of_a_stack_rolls_and_headquarters_too():
    units = near("B3219", g_hq_LXXXIV="B3219", g_pz_21="B3219")
    game = landed(units, (NOT_READY, NOT_READY, READY))
    assert game.state.rolls == 3 and asked(game) == "beach-commitment german"


@rule("19.2.2.step.5")
def test_the_dice_fall_in_the_order_of_the_hexes():
    """The western unit first, wherever it stands in the list of counters."""
    west, east = ("g_inf_914_352", "B3118"), ("g_inf_916_352", "B3318")
    for one, other in ((west, east), ((east[0], west[1]), (west[0], east[1]))):
        game = landed({"u_inf_1": "B3217", one[0]: "B3118", other[0]: "B3319"}, (READY, NOT_READY))
        assert game.decision.unit == one[0]


# ------------------------------------------------------------------ the die
@rule("19.2.2.step.5")
@pytest.mark.parametrize("die, may", [(1, False), (2, False), (3, False), (4, False), (5, True), (6, True)])
def test_five_or_six_lets_it_commit_steps(die, may):
    game = landed(near("B3219"), (die, SAFE))
    assert asked(game) == ("beach-commitment german" if may else "movement-phase german")
    assert game.state.rolls == (1 if may else 2)
    assert lost(game, NEAR) == 0


@rule("19.2.2.step.5")
def test_it_says_so_before_the_next_die_is_rolled():
    game = landed({**near("B3218"), OTHER: "B3219"}, (READY, READY, SAFE))
    assert game.state.rolls == 1 and game.decision.unit == NEAR
    do(game, "commit", what="beach-defense", unit=NEAR, hex="B3217", amount=1)
    assert game.state.rolls == 2 and game.decision.unit == OTHER
    do(game, "done")
    assert game.state.rolls == 3 and asked(game) == "movement-phase german"


# ------------------------------------------------------------------ what is committed
@rule("19.2.2.step.5")
def test_any_number_of_its_steps_to_any_occupied_beach_hex_near_it():
    """B3219 is two hexes from two of Omaha's three hexes, and from one more where nobody stands."""
    game = landed(near("B3218", u_inf_29="B3318"), (READY,))
    assert listed(game, "commit") == [
        Commit("beach-defense", NEAR, game.board.map.hex(hex), steps)
        for hex in ("B3217", "B3318")
        for steps in (1, 2)
    ]
    assert listed(game, "done")


@rule("19.2.2.step.5")
def test_the_steps_are_lost_to_the_unit():
    game = landed(near("B3219"), (READY, SAFE))
    do(game, "commit", what="beach-defense", unit=NEAR, hex="B3217", amount=1)
    assert lost(game, NEAR) == 1 and hex_of(game, NEAR) == "B3219"


@rule("19.2.2.step.5")
def test_nobody_is_obliged_to_commit_any():
    game = landed(near("B3219"), (READY, SAFE))
    do(game, "done")
    assert lost(game, NEAR) == 0 and lost(game, "u_inf_1") == 1


@rule("19.2.2.step.5")
def test_a_unit_already_reduced_has_fewer_to_give():
    game = landed(near("B3219"), (READY,), lost={NEAR: 1})
    assert [a.amount for a in listed(game, "commit")] == [1]


@rule("19.2.2.step.5")
@pytest.mark.parametrize("unit, steps", [("g_hq_LXXXIV", 1), ("g_pz_21", 2)])
def test_a_unit_used_up_is_destroyed_and_counts_for_the_allies(unit, steps):
    game = landed(near("B3219", unit), (READY, SAFE))
    do(game, "commit", what="beach-defense", unit=unit, hex="B3217", amount=steps)
    assert hex_of(game, unit) == "eliminated"
    assert game.state.note("fell", unit) == "B3219"
    scored = [p for p in game.board.rules.victory_points(game.state) if p.side == ALLIED]
    assert sum(p.points for p in scored if "eliminated" in p.text) >= 1


@rule("19.2.2.step.5", "19.2.2.step.6")
def test_the_steps_of_several_units_defend_a_hex_together():
    """Three steps move the landing on Omaha from 4-1 to 7-1, where a 1 costs three steps and not two; the
    division ashore in the next hex rolls at 4-1."""
    units = {**near("B3218", u_inf_29="B3117"), OTHER: "B3219"}
    game = landed(units, (READY, READY, 1, 3))
    do(game, "commit", what="beach-defense", unit=NEAR, hex="B3217", amount=1)
    do(game, "commit", what="beach-defense", unit=OTHER, hex="B3217", amount=2)
    assert hex_of(game, OTHER) == "eliminated" and lost(game, NEAR) == 1
    assert game.state.rolls == 4
    assert (lost(game, "u_inf_1"), lost(game, "u_inf_29")) == (3, 1)


# ------------------------------------------------------------------ computer players
@rule("19.2.2.step.5")
@pytest.mark.parametrize(
    "landing, given",
    [({"b_inf_3": "B4620", "b_cdo_1SS": "B4620", "b_ind_8": "B4620"}, 1), ({"b_inf_3": "B4620"}, 0)],
)
def test_the_steady_player_gives_a_step_where_it_costs_the_landing_more(landing, given):
    """At Sword a step moves each unit from 1-3 to 1-2, a third of a step more: one for three units."""
    game = landed({**landing, "g_inf_736_716": "B4520"}, (READY,))
    action = SteadyPlayer(1)(game.view(GERMAN), game.legal_actions())
    assert getattr(action, "amount", 0) == given
