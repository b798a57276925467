"""19.2, 19.3: when the campaign and the Build-Up end, and what decides the Build-Up."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_board, do
from fights import rule

from hexcore.events import Noted, apply
from hexcore.game import Game, SeededDice
from hexcore_cobra import COBRA
from hexcore_cobra.victory import LEVELS, decided

US, GUARD = "u_inf_1", "g_inf_986_276"
APART = {US: "A2006", GUARD: "A2012"}
LAST = "allied-mechanized"


def over(game: Game) -> bool:
    """Everybody is done until a game turn is over: whether the game is."""
    turn = game.state.turn
    while game.state.outcome is None and game.state.turn == turn:
        do(game, "done")
    return game.state.outcome is not None


# ------------------------------------------------------------------ 19.2: the campaign
@rule("DG 19.2")
def test_the_campaign_runs_from_6_june_to_game_turn_27_or_28():
    scenario = COBRA.scenario("campaign")
    assert (scenario.first_turn, scenario.last_turn) == (1, 28)
    game = Game.start(campaign_board(), SeededDice(1))
    assert (game.state.turn, game.board.sequence.phases[game.state.phase].id) == (1, "allied-landing")
    numbers = ("5.9.6", "13.2.2", "14.6.2", "15.2.1", "18.1.vp.12", "19.2.2.step.1", "5.9.1", "18.3.1")
    assert all(game.board.rules.active(number) for number in numbers)


@rule("DG 19.2")
@pytest.mark.parametrize("die, ends", [(1, True), (3, True), (4, False), (6, False)])
def test_after_game_turn_27_of_the_campaign_a_die_may_add_one(die, ends):
    game = campaign(APART, LAST, turn=27, dice=[die, 3, 3], held=["omaha"])
    assert over(game) == ends
    assert game.state.turn == (27 if ends else 28)
    if ends:
        assert game.state.outcome.level in LEVELS and game.state.outcome.rule == "18.3"


@rule("DG 19.2")
@pytest.mark.parametrize("turn, ends", [(13, False), (14, False), (26, False), (28, True)])
def test_no_other_turn_ends_the_campaign(turn, ends):
    game = campaign(APART, LAST, turn=turn, dice=[3] * 3, held=["omaha"])
    if turn == 28:
        game.state = apply(game.state, Noted("game", "extra turn", value=True))
    assert over(game) == ends
    assert not any("last turn" in str(entry) for entry in game.journal)


# ------------------------------------------------------------------ 19.3: the Build-Up
@rule("DG 19.3")
def test_the_build_up_runs_from_6_june_to_15_july():
    scenario = COBRA.scenario("buildup")
    assert (scenario.first_turn, scenario.last_turn) == (1, 14)
    game = Game.start(campaign_board(scenario="buildup"), SeededDice(1))
    assert (game.state.turn, game.board.sequence.phases[game.state.phase].id) == (1, "allied-landing")
    same = COBRA.scenario("campaign").set_up(COBRA.map)
    assert scenario.set_up(COBRA.map) == same, "it starts where the campaign does"
    numbers = ("5.9.6", "13.2.2", "14.6.2", "15.2.1", "18.1.vp.12", "19.2.2.step.1", "18.2.vp.12", "19.3.2")
    assert all(game.board.rules.active(number) for number in numbers)


@rule("DG 19.3")
@pytest.mark.parametrize("turn, ends", [(13, False), (14, True)])
def test_the_build_up_ends_with_game_turn_14_without_a_die(turn, ends):
    game = campaign(APART, LAST, turn=turn, dice=[6, 6, 6], scenario="buildup", held=["omaha"])
    assert over(game) == ends
    if ends:
        assert (game.state.turn, game.state.outcome.rule) == (14, "18.3")
        assert not game.journal or all(entry.side != "chance" for entry in game.journal)


# ------------------------------------------------------------------ 19.3.2: what decides it
TOWNS = ("bayeux", "isigny", "carentan")
HELD = {US: "B2219", "u_inf_4": "A1606", GUARD: "A2012"}
"""An American division in Carentan, by which every primary road from Cherbourg passes."""


def at_the_end(units: dict[str, str] | None = None, held: tuple[str, ...] = TOWNS, **words) -> Game:
    place = {id: hex for id, hex in {**HELD, **(units or {})}.items() if hex}
    return campaign(place, LAST, turn=14, scenario="buildup", held=held, **words)


@rule("DG 19.3.2")
def test_with_the_towns_and_cherbourg_cut_off_it_is_a_marginal_allied_victory():
    outcome = decided(at_the_end().state)
    assert (outcome.level, outcome.winner, outcome.rule) == ("Marginal Allied", "allied", "18.3")
    assert outcome.text.startswith("Marginal Allied: the Allies hold all they need")


def _all_but(hex: str) -> tuple[str, ...]:
    m = campaign_board().map
    every = [m.numbers[h] for town in TOWNS for h in m.group(town)]
    assert hex in every
    return tuple(number for number in every if number != hex)


@rule("DG 19.3.2")
@pytest.mark.parametrize(
    "missing, town",
    [
        ("B3620", "Bayeux"),
        ("A2601", "Bayeux"),
        ("A2702", "Bayeux"),
        ("B2619", "Isigny"),
        ("B2219", "Carentan"),
    ],
)
def test_one_hex_short_it_is_a_marginal_german_one(missing, town):
    """All three hexes of Bayeux, Isigny, and Carentan."""
    outcome = decided(at_the_end(held=_all_but(missing)).state)
    assert (outcome.level, outcome.winner) == ("Marginal German", "german")
    assert outcome.text.startswith(f"Marginal German: {town} is not Allied;")


@rule("DG 19.3.2")
def test_a_german_back_in_a_town_takes_it():
    assert decided(at_the_end({GUARD: "B2619"}).state).level == "Marginal German"
    assert decided(at_the_end({GUARD: "B2721"}).state).level == "Marginal Allied"


@rule("DG 19.3.2")
@pytest.mark.parametrize(
    "units, level",
    [
        ({US: "A2008"}, "Marginal German"),
        ({US: "B2220"}, "Marginal Allied"),
        ({US: "B2014"}, "Marginal Allied"),
        ({US: "B2220", GUARD: "B2219", "g_inf_987_276": "B2320"}, "Marginal German"),
    ],
    ids=["open", "zone", "north", "Carentan-back"],
)
def test_a_primary_road_that_joins_cherbourg_to_the_edge_denies_it(units, level):
    outcome = decided(at_the_end(units).state)
    assert outcome.level == level
    if units == {US: "A2008"}:
        assert "a primary road joins Cherbourg to the edge" in outcome.text


@rule("DG 19.3.2")
def test_cherbourg_itself_taken_is_cut_off():
    outcome = decided(at_the_end({US: "A2008"}, held=(*TOWNS, "cherbourg")).state)
    assert outcome.text.startswith("Marginal Allied"), "and ten points for it do not shift the level"
    assert outcome.level == "Marginal Allied"


@rule("DG 19.3.2", "DG 18.3.3")
def test_points_shift_the_level_as_usual():
    """Caen is worth 20 points, Saint-Lô 15: one place for 15, two for 30. East of column 39 the German guard
    is worth nothing."""
    east = {GUARD: "A4012"}
    for more, level in [
        (("saint-lo",), "Operational Allied"),
        (("caen",), "Operational Allied"),
        (("caen", "saint-lo"), "Decisive Allied"),
    ]:
        assert decided(at_the_end(east, held=(*TOWNS, *more)).state).level == level
    one_more = at_the_end({US: "A2008", **east}, held=(*TOWNS, "caen", "saint-lo"))
    assert decided(one_more.state).level == "Marginal Allied", "two places up from marginal German"
    assert decided(at_the_end(held=(*TOWNS, "saint-lo")).state).level == "Marginal Allied", "by 14 only"


@rule("DG 19.3.2")
def test_the_front_line_decides_nothing_in_the_build_up():
    """Nor does the ground of the Build-Up in the campaign."""
    game = at_the_end()
    assert "front line" not in decided(game.state).text
    same = campaign(HELD, LAST, turn=14, held=TOWNS)
    assert "front line is broken" in decided(same.state).text
    short = campaign(HELD, LAST, turn=14)
    assert decided(short.state).level == decided(same.state).level


@rule("DG 19.3.2")
def test_the_client_shows_it_at_any_moment():
    game = campaign(HELD, "allied-combat", turn=9, scenario="buildup", held=("bayeux", "carentan"))
    shown = game.ask("victory")
    assert shown["level"] == "Marginal German" and "Isigny is not Allied" in shown["text"]
