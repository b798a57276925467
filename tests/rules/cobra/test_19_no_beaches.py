"""The landing thrown back: an Allied player turn without a friendly beach ends the game (19.2.2, 19.3.3)."""

from __future__ import annotations

import pytest
from cobra_table import campaign, do
from few_words import go
from fights import asked, rule
from landings import landed

from hexcore.events import Controlled, Noted, apply
from hexcore.game import Game
from hexcore_cobra.abandoned_beaches import given_up
from hexcore_cobra.beaches import WRECKED, friendly_beaches
from hexcore_cobra.order_of_battle import GERMAN

FAR = {"u_inf_1": "B3018", "g_inf_919_709": "B1815"}
CAMPAIGN, BUILD_UP = "19.2.2#2", "19.3.3"


def last_german_phase(scenario: str, units: dict[str, str] | None = None, **words) -> Game:
    return campaign({**FAR, **(units or {})}, "german-mechanized", scenario=scenario, **words)


def to_the_allied_turn(game: Game) -> Game:
    """The German player turn is over."""
    while game.state.outcome is None and game.board.sequence.phases[game.state.phase].player_turn == GERMAN:
        do(game, "done")
    return game


def decided(game: Game, number: str) -> bool:
    """Whether the game has ended by a rule, and then in a decisive German victory."""
    outcome = game.state.outcome
    if outcome is not None and outcome.rule == number:
        assert (outcome.level, outcome.winner) == ("Decisive German", "german")
        return True
    assert outcome is None
    return False


# ------------------------------------------------------------------ the campaign
@rule(CAMPAIGN)
@pytest.mark.parametrize("held, over", [((), True), (("B4119",), False), (("omaha", "sword"), False)])
def test_the_campaign_ends_when_an_allied_turn_begins_without_a_beach(held, over):
    """One hex of one beach is enough."""
    game = to_the_allied_turn(last_german_phase("campaign", held=held))
    assert decided(game, CAMPAIGN) is over


@rule(BUILD_UP)
@pytest.mark.parametrize("held, over", [((), True), (("A3701",), False)])
def test_so_does_the_build_up(held, over):
    game = to_the_allied_turn(last_german_phase("buildup", held=held))
    assert decided(game, BUILD_UP) is over


@rule(CAMPAIGN)
@pytest.mark.parametrize("turn", [1, 27])
def test_in_whatever_turn(turn):
    assert decided(to_the_allied_turn(last_german_phase("campaign", turn=turn)), CAMPAIGN)


@rule(BUILD_UP)
@pytest.mark.parametrize("turn", [1, 14])
def test_in_whatever_turn_of_the_build_up(turn):
    assert decided(to_the_allied_turn(last_german_phase("buildup", turn=turn)), BUILD_UP)


@rule(CAMPAIGN)
def test_it_is_not_over_before_the_german_turn_is():
    """The last beach is lost in the initial movement; the Germans play on to the end of their turn."""
    units = {"g_inf_726_716": "B4020"}
    game = campaign({**FAR, **units}, "german-movement", held=("B4019",))
    do(game, **go("g_inf_726_716", "B4019"))
    assert not friendly_beaches(game.state)
    do(game, "put-down")
    do(game, "done")
    assert game.state.outcome is None
    assert decided(to_the_allied_turn(game), CAMPAIGN)


@rule(CAMPAIGN)
def test_nor_while_the_allied_turn_lasts():
    """A beach lost and not yet retaken when an Allied turn has begun is looked at when the next one does."""
    game = campaign({**FAR, "u_inf_4": "B2315"}, "allied-movement")
    assert not friendly_beaches(game.state)
    do(game, **go("u_inf_4", "B2415"))
    do(game, "put-down")
    do(game, "done")
    assert game.state.outcome is None and len(friendly_beaches(game.state)) == 1


@rule(CAMPAIGN)
@pytest.mark.parametrize("beach, over", [("gold", True), ("juno", False)])
def test_an_abandoned_beach_is_none(beach, over):
    """British units stand in one hex of Gold: that does not make it friendly again."""
    game = last_german_phase("campaign", held=("gold",))
    for event in given_up(game.state, beach):
        game.state = apply(game.state, event)
    for hex in game.board.map.group("gold")[:1]:
        game.state = apply(game.state, Controlled(hex, "allied"))
    assert decided(to_the_allied_turn(game), CAMPAIGN) is over


@rule(CAMPAIGN)
def test_a_wrecked_beach_in_allied_hands_is_one_still():
    """It serves nobody, but it is friendly."""
    game = last_german_phase("campaign", held=("B4019",))
    game.state = apply(game.state, Noted("game", WRECKED, "B4019"))
    assert not decided(to_the_allied_turn(game), CAMPAIGN)


@rule(BUILD_UP, "19.2.2.step.7")
def test_a_landing_that_fails_everywhere_ends_the_game_in_its_first_turn():
    game = landed({"u_ranger": "B3117", "b_inf_3C": "A2815"}, (3,), scenario="buildup", held=("omaha",))
    assert asked(game) == "movement-phase german"
    assert decided(to_the_allied_turn(game), BUILD_UP)
