"""Chapters 5.9.8, 5.9.9 and lines of 18.1 and 18.2: units withdrawn from the game, and units that stayed."""

from __future__ import annotations

import pytest
from cobra_table import act, campaign, campaign_board, do, hex_of, listed, refused
from fights import asked, lost, rule
from marches import passed_to

from hexcore.actions import Choose, Commit, Done
from hexcore.events import Removed, Rolled, apply
from hexcore.game import Game
from hexcore.steady import SteadyPlayer
from hexcore.units import ELIMINATED
from hexcore_cobra.beaches import BEACHES
from hexcore_cobra.order_of_battle import ALLIED

LATE = "allied-mechanized"
COMMANDO, OTHER_COMMANDO, RANGERS, PARATROOPS, GI = (
    "b_cdo_1SS",
    "b_cdo_4SS",
    "u_ranger",
    "u_par_501",
    "u_inf_1",
)
ASHORE = {COMMANDO: "B4620", RANGERS: "B3217", PARATROOPS: "B2415", GI: "B3318", "g_div_711": "A4309"}
ENEMY = "g_inf_916_352"
RINGED = {PARATROOPS: "A2306", ENEMY: "A2305", "g_inf_914_352": "A2307"}
"""Two German regiments close all six hexes around the paratroops with their zones."""


def out(unit: str) -> dict[str, str]:
    return {"kind": "commit", "what": "withdrawal", "unit": unit}


def table(units: dict[str, str] | None = None, phase: str = LATE, turn: int = 4, **words) -> Game:
    return campaign({**ASHORE, **(units or {})}, phase, turn=turn, **{"held": BEACHES, **words})


def turn_ends(units: dict[str, str] | None = None, turn: int = 4, **words) -> Game:
    """The Allied mechanized phase is over, and the Allied player is asked who is withdrawn."""
    game = table(units, turn=turn, **words)
    do(game, "done")
    return game


def offered(game: Game) -> set[str]:
    return {a.unit for a in listed(game, "commit") if isinstance(a, Commit)}


def scored(game: Game, number: str) -> int:
    """Victory points by one rule."""
    return sum(p.points for p in game.board.rules.victory_points(game.state) if p.rule == number)


# ------------------------------------------------------------------ 5.9.8
@rule("DG 5.9.8")
def test_a_unit_in_supply_leaves_as_the_allied_player_turn_ends() -> None:
    game = turn_ends()
    assert asked(game) == "withdrawals allied"
    do(game, **out(COMMANDO))
    assert hex_of(game, COMMANDO) == "withdrawn" and lost(game, COMMANDO) == 99
    assert asked(game) == "withdrawals allied" and COMMANDO not in offered(game)
    do(game, "done")
    assert game.state.turn == 5


@rule("DG 5.9.8")
def test_it_is_asked_once_a_turn_and_in_no_other_phase() -> None:
    game = table(phase="allied-movement")
    kinds = []
    while game.state.turn == 4:
        kinds.append(game.decision.kind)
        do(game, "done")
    assert kinds.count("withdrawals") == 1 and kinds[-1] == "withdrawals"


@rule("DG 5.9.8")
def test_it_never_comes_back() -> None:
    game = turn_ends()
    do(game, **out(COMMANDO))
    do(game, "done")
    passed_to(game, "allied-movement")
    assert refused(game, "place", unit=COMMANDO, hex="B4620").rule == "13.1"
    assert hex_of(game, COMMANDO) == "withdrawn"


@rule("DG 5.9.8")
def test_any_number_of_any_units_go_on_any_turn() -> None:
    game = turn_ends()
    assert offered(game) == {COMMANDO, RANGERS, PARATROOPS}
    do(game, "choose", option="others")
    assert offered(game) == {COMMANDO, RANGERS, PARATROOPS, GI}
    do(game, **out(GI))
    assert offered(game) == {COMMANDO, RANGERS, PARATROOPS}
    do(game, **out(RANGERS))
    do(game, "done")
    passed_to(game, LATE)
    do(game, "done")
    do(game, **out(PARATROOPS))
    gone = [id for id in ASHORE if hex_of(game, id) == "withdrawn"]
    assert sorted(gone) == sorted([GI, RANGERS, PARATROOPS])


@rule("DG 5.9.8")
def test_a_division_goes_without_being_listed() -> None:
    game = turn_ends()
    do(game, **out(GI))
    assert hex_of(game, GI) == "withdrawn"


@rule("DG 5.9.8")
def test_without_a_line_of_supply_nobody_goes() -> None:
    game = turn_ends(RINGED)
    assert PARATROOPS not in offered(game)
    assert refused(game, **out(PARATROOPS)).rule == "5.9.8"
    free = turn_ends({**RINGED, PARATROOPS: "B2415"})
    do(free, **out(PARATROOPS))


@rule("DG 5.9.8")
def test_on_turns_1_and_2_all_count_as_supplied() -> None:
    do(turn_ends(RINGED, turn=2), **out(PARATROOPS))
    assert refused(turn_ends(RINGED, turn=3), **out(PARATROOPS)).rule == "5.9.8"


@rule("DG 5.9.8")
def test_where_nobody_can_go_nothing_is_asked() -> None:
    game = campaign(RINGED, LATE, turn=4)
    do(game, "done")
    assert game.state.turn == 5


@rule("DG 5.9.8")
def test_only_allied_units_on_the_map_go() -> None:
    game = turn_ends({OTHER_COMMANDO: "arrivals"})
    assert refused(game, **out("g_div_711")).rule == "5.9.8"
    assert refused(game, **out(OTHER_COMMANDO)).rule == "5.9.8"
    assert refused(game, "place", unit=GI, hex="B3217").rule == "5.9.8"


@rule("DG 5.9.8")
def test_trucks_are_free_again() -> None:
    game = table(phase="allied-replacement")
    do(game, "commit", what="truck", unit=GI)
    passed_to(game, LATE)
    do(game, "done")
    do(game, **out(GI))
    assert not game.state.marker("truck", GI)


# ------------------------------------------------------------------ 5.9.9
def threatened(unit: str, die: int) -> Game:
    """A unit on Omaha Beach in a German zone is withdrawn, and a die is rolled."""
    elsewhere = {GI: "B2416", RANGERS: "B2416", PARATROOPS: "B2415"}
    game = turn_ends({**elsewhere, unit: "B3217", ENEMY: "B3218"}, dice=[die])
    do(game, **out(unit))
    return game


@rule("DG 5.9.9")
@pytest.mark.parametrize(
    ("unit", "die", "steps", "box"),
    [
        (PARATROOPS, 1, 2, "eliminated"),
        (PARATROOPS, 2, 1, "withdrawn"),
        (PARATROOPS, 5, 1, "withdrawn"),
        (PARATROOPS, 6, 0, "withdrawn"),
        (RANGERS, 3, 1, "eliminated"),
        (RANGERS, 6, 0, "withdrawn"),
        (GI, 1, 2, "withdrawn"),
    ],
)
def test_a_unit_on_a_threatened_beach_meets_an_attack_of_3_to_1(unit, die, steps, box) -> None:
    game = threatened(unit, die)
    assert (game.state.units[unit].losses, hex_of(game, unit)) == (steps, box)
    assert asked(game) == "withdrawals allied"


@rule("DG 5.9.9")
def test_nothing_shifts_it_and_the_germans_risk_nothing() -> None:
    game = turn_ends({RANGERS: "B3217", ENEMY: "B3218", "g_hq_LXXXIV": "B3220"}, dice=[4])
    rolled = [e for e in do(game, **out(RANGERS)) if isinstance(e, Rolled)]
    assert [(e.rule, e.text) for e in rolled] == [("5.9.9", "Ranger Gp, 3-1 → 1")]  # the table has 1/1
    assert game.state.units[ENEMY].losses == 0 and hex_of(game, ENEMY) == "B3218"


@rule("DG 5.9.9")
def test_who_dies_is_destroyed_and_not_withdrawn() -> None:
    units = {COMMANDO: "B4620", "g_inf_736_716": "A3601"}
    destroyed = turn_ends(units, dice=[1])
    do(destroyed, **out(COMMANDO))
    assert hex_of(destroyed, COMMANDO) == "eliminated"
    assert scored(destroyed, "18.1.vp.1") == 1 and scored(destroyed, "18.2.vp.10") == 0
    survived = turn_ends(units, dice=[2])
    do(survived, **out(COMMANDO))
    assert scored(survived, "18.1.vp.1") == 0 and scored(survived, "18.2.vp.10") == 1


@rule("DG 5.9.9")
@pytest.mark.parametrize(
    ("hex", "enemy", "rolled"),
    [
        ("B3217", "B3218", True),
        ("B3217", "B3220", False),
        ("B3118", "B3119", False),
        ("B3318", "B3218", True),
    ],
)
def test_only_on_a_beach_in_a_german_zone(hex, enemy, rolled) -> None:
    game = turn_ends({PARATROOPS: hex, RANGERS: "B3117", GI: "B2416", ENEMY: enemy}, dice=[6])
    assert any(isinstance(e, Rolled) for e in do(game, **out(PARATROOPS))) is rolled


@rule("DG 5.9.9")
def test_where_it_stood_as_the_phase_began_decides() -> None:
    units = {RANGERS: "B3217", ENEMY: "B3319", GI: "B3118", PARATROOPS: "B2415"}
    off = table({**units, ENEMY: "B3218", GI: "B2416"}, dice=[6])
    do(off, "move", unit=RANGERS, to="B3117")
    if asked(off).startswith("in-hand"):
        do(off, "put-down")
    do(off, "done")
    assert any(isinstance(e, Rolled) for e in do(off, **out(RANGERS)))
    onto = table(units, dice=[6])
    do(onto, "move", unit=RANGERS, to="B3318")
    if asked(onto).startswith("in-hand"):
        do(onto, "put-down")
    do(onto, "done")
    assert not any(isinstance(e, Rolled) for e in do(onto, **out(RANGERS)))


@rule("DG 5.9.9")
def test_each_unit_has_its_own_die() -> None:
    game = turn_ends({PARATROOPS: "B3217", RANGERS: "B3217", GI: "B2416", ENEMY: "B3218"}, dice=[6, 2])
    do(game, **out(PARATROOPS))
    do(game, **out(RANGERS))
    assert (hex_of(game, PARATROOPS), hex_of(game, RANGERS)) == ("withdrawn", "eliminated")


# ------------------------------------------------------------------ 18.2: withdrawn in time
@rule("DG 18.2.vp.10")
@pytest.mark.parametrize(("turn", "points"), [(3, 2), (5, 2), (6, 0)])
def test_commando_brigades_withdrawn_by_turn_5_score(turn, points) -> None:
    game = turn_ends({OTHER_COMMANDO: "B4419"}, turn=turn)
    for unit in (COMMANDO, OTHER_COMMANDO, RANGERS):
        do(game, **out(unit))
    assert scored(game, "18.2.vp.10") == points
    assert all(
        p.side == ALLIED for p in game.board.rules.victory_points(game.state) if p.rule == "18.2.vp.10"
    )


@rule("DG 18.2.vp.11")
@pytest.mark.parametrize(
    ("turn", "scenario", "points"),
    [(3, "buildup", 2), (14, "buildup", 2), (14, "campaign", 2), (15, "campaign", 0)],
)
def test_us_paratroop_regiments_withdrawn_by_turn_14_score(turn, scenario, points) -> None:
    game = turn_ends({"u_par_505": "B2416", "b_ab_3": "A3701"}, turn=turn, scenario=scenario)
    for unit in (PARATROOPS, "u_par_505", "b_ab_3", COMMANDO, GI):
        do(game, **out(unit))
    assert scored(game, "18.2.vp.11") == points


# ------------------------------------------------------------------ 18.1: kept too long
def next_turn(game: Game) -> Game:
    """The next game turn has begun."""
    before = game.state.turn
    do(game, "done")
    assert game.state.turn == before + 1
    return game


@rule("DG 18.1.vp.9")
def test_commandos_and_rangers_on_the_map_as_turn_8_begins_score_for_the_germans() -> None:
    game = turn_ends({OTHER_COMMANDO: "B4419"}, turn=7, dice=[3])
    do(game, **out(OTHER_COMMANDO))
    assert scored(game, "18.1.vp.9") == 0
    assert scored(next_turn(game), "18.1.vp.9") == 2


@rule("DG 18.1.vp.9")
def test_who_fell_before_is_not_counted_here() -> None:
    game = turn_ends(turn=7, dice=[3])
    game.state = apply(game.state, Removed(RANGERS, ELIMINATED.name))
    assert scored(next_turn(game), "18.1.vp.9") == 1


@rule("DG 18.1.vp.9")
def test_the_point_stays_when_they_go_later() -> None:
    game = next_turn(turn_ends(turn=7, dice=[3]))
    assert scored(game, "18.1.vp.9") == 2
    passed_to(game, LATE)
    do(game, "done")
    do(game, **out(COMMANDO))
    assert scored(game, "18.1.vp.9") == 2 and scored(game, "18.2.vp.10") == 0


@rule("DG 18.1.vp.9")
def test_no_other_turn_counts_them() -> None:
    assert scored(next_turn(turn_ends(turn=6, dice=[3])), "18.1.vp.9") == 0
    assert scored(next_turn(turn_ends(turn=8, dice=[3])), "18.1.vp.9") == 0


@rule("DG 18.1.vp.10")
def test_us_paratroops_on_the_map_as_turn_15_begins_score_for_the_germans() -> None:
    game = turn_ends({"u_par_505": "B2416", "b_ab_3": "A3701"}, turn=14, dice=[3])
    do(game, **out("u_par_505"))
    next_turn(game)
    assert game.state.turn == 15 and scored(game, "18.1.vp.10") == 1
    assert scored(next_turn(turn_ends(turn=13, dice=[3])), "18.1.vp.10") == 0


@rule("DG 18.1.vp.10")
def test_the_build_up_ends_before_that() -> None:
    assert campaign_board(scenario="campaign").rules.active("18.1.vp.10")
    assert not campaign_board(scenario="buildup").rules.active("18.1.vp.10")


# ------------------------------------------------------------------ the computer player
def counselled(game: Game) -> object:
    return SteadyPlayer(1)(game.view(ALLIED), game.legal_actions())


@rule("DG 5.9.8")
def test_the_steady_player_withdraws_on_the_last_day_and_nobody_else() -> None:
    assert counselled(turn_ends(turn=3)) == Done()
    assert counselled(turn_ends(turn=5)) == Commit("withdrawal", unit=COMMANDO)
    assert counselled(turn_ends(turn=7)) in (
        Commit("withdrawal", unit=COMMANDO),
        Commit("withdrawal", unit=RANGERS),
    )
    assert counselled(turn_ends(turn=14)) == Commit("withdrawal", unit=PARATROOPS)
    assert counselled(turn_ends(turn=15)) == Done()


@rule("DG 5.9.8")
def test_the_day_before_he_withdraws_whom_no_german_holds() -> None:
    free = turn_ends(turn=4)
    assert counselled(free) == Commit("withdrawal", unit=COMMANDO)
    held = turn_ends({"g_inf_736_716": "A3601"}, turn=4)
    assert counselled(held) == Done()


@rule("DG 5.9.8")
def test_units_that_score_stand_before_the_door_to_the_others() -> None:
    game = turn_ends()
    assert game.legal_actions()[0] == Done() and game.legal_actions()[-1] == Choose("others")
    assert game.refusal(act(game, "choose", option="others")) is None
    assert refused(game, "choose", option="tanks").rule == "5.9.8"
