"""One whole game of Breakout & Pursuit, steady against steady, replayed to the same hash; conformance."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hexcore_breakout_pursuit import BREAKOUT_PURSUIT

sys.path.insert(0, str(Path(__file__).parents[1] / "soak"))

import every_scenario

LEVELS = {
    f"{side} {degree}" for side in ("Allied", "German") for degree in ("Marginal", "Substantive", "Decisive")
}


def test_a_steady_game_ends_with_a_level_and_its_record_replays(tmp_path: Path) -> None:
    played = every_scenario.play("1.9", tmp_path)
    game, cases = played.game, played.cases
    assert game.level in LEVELS and game.turns == 9 and game.verified
    assert game.counts["attacks"] and game.counts["hexes retreated"] and game.counts["arrivals"]
    assert cases.did("scenario.1.9") and not cases.did("scenario.1.8")
    assert cases.refused["movement.procedure"] and cases.gone_by["movement.E"]
    assert cases.asked["spend-supply"] == game.turns
    record = Path(__file__).parents[2] / "docs" / "soak-breakout-pursuit.md"
    assert game.hash in record.read_text(encoding="utf-8"), f"{record.name} is of other rules: make soak"


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["2.1", "3.4"])
def test_breakout_pursuit_conforms(scenario: str, conforms: Callable[..., None]) -> None:
    conforms(BREAKOUT_PURSUIT, scenarios=[scenario], seeds=[3], scale=6)
