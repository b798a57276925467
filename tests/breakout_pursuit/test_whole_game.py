"""One whole game of Breakout & Pursuit, steady against steady, replayed to the same hash; conformance."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hexcore.players import seated, step
from hexcore_breakout_pursuit import BREAKOUT_PURSUIT

sys.path.insert(0, str(Path(__file__).parents[1] / "soak"))

import every_scenario
import whole_games

LEVELS = {
    f"{side} {degree}" for side in ("Allied", "German") for degree in ("Marginal", "Substantive", "Decisive")
}


def is_on_record(game: whole_games.WholeGame) -> bool:
    record = Path(__file__).parents[2] / "docs" / "soak-breakout-pursuit.md"
    return game.hash in record.read_text(encoding="utf-8")


def test_a_steady_game_ends_with_a_level_and_its_record_replays(tmp_path: Path) -> None:
    id, happened = BREAKOUT_PURSUIT.id, every_scenario.HAPPENED
    game = whole_games.recorded(id, "2.1", every_scenario.SEED, tmp_path, "steady", happened)
    assert game.level in LEVELS and game.turns == 16 and game.verified
    assert game.counts["attacks"] and game.counts["hexes retreated"] and game.counts["arrivals"]
    assert is_on_record(game), "docs/soak-breakout-pursuit.md is of other rules: make soak"


def test_the_cases_of_a_game_are_counted_as_it_is_played() -> None:
    start, game = every_scenario.begun("2.1")
    players = seated("steady", start.board.sides, every_scenario.SEED)
    while game.state.turn < 13:
        step(game, players)
    cases = game.observer.cases
    assert cases.did("scenario.2.1") and not cases.did("scenario.1.8")
    assert cases.refused["movement.procedure"] and cases.gone_by["movement.E"]
    assert cases.asked["spend-supply"] == 2  # from turn 11 on


@pytest.mark.soak
def test_the_cases_of_a_whole_game_are_counted(tmp_path: Path) -> None:
    played = every_scenario.play("1.9", tmp_path)
    game, cases = played.game, played.cases
    assert game.level in LEVELS and game.turns == 9 and game.verified
    assert game.counts["attacks"] and game.counts["hexes retreated"] and game.counts["arrivals"]
    assert cases.did("scenario.1.9") and not cases.did("scenario.1.8")
    assert cases.refused["movement.procedure"] and cases.gone_by["movement.E"]
    assert cases.asked["spend-supply"] == game.turns
    assert is_on_record(game), "docs/soak-breakout-pursuit.md is of other rules: make soak"


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["2.1", "3.4"])
def test_breakout_pursuit_conforms(scenario: str, conforms: Callable[..., None]) -> None:
    conforms(BREAKOUT_PURSUIT, scenarios=[scenario], seeds=[3], scale=6)
