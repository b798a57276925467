"""Air in the expanded game: none on 6 June (14.2), and how many carpet bombings there are (14.5.4)."""

from __future__ import annotations

import pytest
from cobra_table import campaign, do, listed, refused
from fights import asked, rule

from hexcore.events import Noted, TrackSet, apply
from hexcore.game import Game, SeededDice
from hexcore.state import Combat
from hexcore_cobra.carpet_bombing import BEFORE_COBRA, FLOWN

BOMBED, OTHER = "A3101", "A3102"
UNITS = {
    "g_inf_986_276": BOMBED,
    "g_inf_987_276": OTHER,
    "b_inf_3": "A3001",
    "b_inf_15": "B4119",
}


def what(game: Game, ahead: int = 0) -> str:
    return f"carpet bombing {game.state.turn + ahead}"


def evening(turn: int, *noted: Noted, scenario: str = "campaign", weather: str = "storms") -> Game:
    """The Allied combat phase of a Game-Turn is about to begin, some missions having been flown before."""
    game = campaign(UNITS, "allied-movement", held=("gold",), turn=turn, scenario=scenario, supplied=False)
    for event in (*noted, TrackSet("weather", weather), TrackSet("air_points", 6 * (weather == "clear"))):
        game.state = apply(game.state, event)
    return to_the_combat(game)


def to_the_combat(game: Game) -> Game:
    while game.board.sequence.phases[game.state.phase].id != "allied-combat":
        do(game, "done")
    return game


def flown(number: int, early: bool = False) -> Noted:
    return Noted("game", FLOWN, BEFORE_COBRA if early else "", number)


def plan(game: Game, choice: str) -> None:
    do(game, "conceal", what=what(game, 1), choice=choice)


def next_day(game: Game, weather: str = "clear") -> Game:
    """Everybody passes until the Allied combat phase of the next turn, whose weather is as wished."""
    turn = game.state.turn + 1
    while (game.board.sequence.phases[game.state.phase].id, game.state.turn) != ("allied-replacement", turn):
        do(game, "done")
    for event in (TrackSet("weather", weather), TrackSet("air_points", 6 * (weather == "clear"))):
        game.state = apply(game.state, event)
    game.dice = SeededDice(0, (1,) * game.state.rolls + (6,))
    return to_the_combat(game)


def fly(game: Game) -> None:
    (mission,) = listed(game, "conceal")
    game.submit(mission)


# ------------------------------------------------------------------ no air on 6 June (14.2, 14.1)
@rule("DG 14.2")
@pytest.mark.parametrize("turn, points", [(1, 0), (4, 6)])
def test_no_air_points_on_the_first_turn(turn, points):
    game = campaign(
        UNITS,
        "german-weather",
        held=("gold",),
        turn=turn,
        dice=[3],
        tracks={"weather": "clear", "air_points": 2},
    )
    assert (game.state.tracks["weather"], game.state.tracks["air_points"]) == ("clear", points)


@rule("DG 14.2")
@pytest.mark.parametrize("turn, allotted", [(1, False), (4, True)])
def test_so_none_are_allotted(turn, allotted):
    words = {"options": {"carpet-bombing": "off"}, "supplied": False, "dice": [3] * 4}
    game = campaign(UNITS, "german-weather", held=("gold",), turn=turn, tracks={"weather": "clear"}, **words)
    kinds = set()
    while game.decision.kind != "combat-phase" or game.decision.side != "allied":
        kinds.add(game.decision.kind)
        do(game, "done")
    assert ("air-allotment" in kinds) == allotted


@rule("DG 14.2")
def test_nor_any_used_against_german_attacks():
    words = {"options": {"carpet-bombing": "off"}, "dice": [3] * 4, "tracks": {"weather": "clear"}}
    for turn, offered in ((1, False), (4, True)):
        game = campaign(UNITS, "german-weather", held=("gold",), turn=turn, **words)
        while game.board.sequence.phases[game.state.phase].id != "german-combat":
            do(game, "done")
        hexes = (game.board.map.hex("A3001"),)
        combat = Combat(0, "attack", "german", hexes, ("g_inf_986_276",), ("b_inf_3",))
        found = [a.what for a in game.board.rules.combat_support(game.state, combat, "allied")]
        assert ("air" in found) == offered


# ------------------------------------------------------------------ carpet bombings (14.5.4)
@rule("DG 14.5.4")
@pytest.mark.parametrize("turn, planned", [(2, False), (3, False), (4, True), (5, True), (13, True)])
def test_the_first_mission_is_planned_on_game_turn_4(turn, planned):
    assert (asked(evening(turn)) == "carpet-plan allied") == planned


@rule("DG 14.5.4")
def test_one_mission_before_game_turn_15():
    game = evening(6)
    plan(game, BOMBED)
    next_day(game)
    assert asked(game) == "carpet-bombing allied"
    fly(game)
    assert game.state.note(FLOWN, BEFORE_COBRA) == 1 and game.state.note(FLOWN) is None
    while game.decision.kind != "carpet-plan":
        game.submit(game.legal_actions()[0])
    refusal = refused(game, "conceal", what=what(game, 1), choice=OTHER)
    assert refusal.rule == "14.5.4" and len(listed(game, "conceal")) == 1
    plan(game, "none")


@rule("DG 14.5.4")
def test_then_no_more_is_asked_until_it_is_time_to_plan_for_game_turn_15():
    assert "carpet" not in asked(evening(9, flown(1, early=True)))
    assert "carpet" not in asked(evening(13, flown(1, early=True)))
    assert asked(evening(14, flown(1, early=True))) == "carpet-plan allied"


@rule("DG 14.5.4")
def test_a_mission_planned_on_game_turn_14_is_one_of_the_two_from_15():
    game = evening(14, flown(1, early=True))
    plan(game, BOMBED)
    next_day(game)
    assert (game.state.turn, asked(game)) == (15, "carpet-bombing allied")
    fly(game)
    assert (game.state.note(FLOWN, BEFORE_COBRA), game.state.note(FLOWN)) == (1, 1)


@rule("DG 14.5.4")
@pytest.mark.parametrize("late, question", [(1, "carpet-plan allied"), (2, "")])
def test_two_more_from_game_turn_15(late, question):
    found = asked(evening(20, flown(1, early=True), flown(late)))
    assert found == question if question else "carpet" not in found


@rule("DG 14.5.4")
def test_the_one_of_june_is_not_saved_for_later():
    assert "carpet" not in asked(evening(20, flown(2)))
    assert asked(evening(20, flown(1))) == "carpet-plan allied"


@rule("DG 14.5.4")
def test_the_two_are_not_drawn_on_before():
    assert "carpet" not in asked(evening(9, flown(1, early=True), flown(0)))
    assert asked(evening(9)) == "carpet-plan allied"


@rule("DG 14.5.4")
def test_a_cancelled_mission_does_not_count():
    game = evening(6)
    plan(game, BOMBED)
    next_day(game)
    do(game, "done")
    assert game.state.note(FLOWN, BEFORE_COBRA) is None
    plan(game, "none")
    next_day(game, "storms")
    plan(game, BOMBED)
    next_day(game)
    fly(game)
    assert game.state.note(FLOWN, BEFORE_COBRA) == 1


@rule("DG 14.5.4")
def test_cancelled_on_game_turn_14_the_next_waits_until_16():
    game = evening(13)
    plan(game, BOMBED)
    next_day(game)
    do(game, "done")
    assert refused(game, "conceal", what=what(game, 1), choice=BOMBED).rule == "14.5.1"
    plan(game, "none")
    next_day(game)
    assert [a.kind for a in game.legal_actions()] == ["done"]
    do(game, "done")
    plan(game, BOMBED)
    next_day(game)
    assert (game.state.turn, asked(game)) == (16, "carpet-bombing allied")


@rule("DG 14.5.4")
def test_the_build_up_ends_without_a_plan_for_15():
    assert "carpet" not in asked(evening(14, scenario="buildup"))
    assert asked(evening(14)) == "carpet-plan allied"
