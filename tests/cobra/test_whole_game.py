"""One whole random game of Cobra 1977, from set-up to a level, replayed to the same hash; conformance."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hexcore_cobra import COBRA_1977

sys.path.insert(0, str(Path(__file__).parents[1] / "soak"))

import whole_games

LEVELS = {
    f"{degree} {side}" for degree in ("Marginal", "Operational", "Decisive") for side in ("Allied", "German")
} | {"Draw"}


def test_a_random_game_ends_with_a_level_and_its_record_replays(tmp_path: Path) -> None:
    game = whole_games.play(7, tmp_path)
    assert game.level in LEVELS and game.turns == 13 and game.verified
    assert game.counts["attacks"] and game.counts["hexes retreated"] and game.counts["arrivals"]
    record = Path(__file__).parents[2] / "docs" / "soak.md"
    assert game.hash in record.read_text(encoding="utf-8"), "docs/soak.md is of other rules: make soak"


@pytest.mark.soak
def test_cobra_conforms(conforms: Callable[..., None]) -> None:
    conforms(COBRA_1977, seeds=[3], scale=6)
