"""Whole games of Breakout & Pursuit against their golden texts, steady against steady.

`pytest --write-playthroughs` on this file writes them anew; what changed is read as a diff.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexcore.game import Game, SeededDice
from hexcore.players import seated
from hexcore_breakout_pursuit import BREAKOUT_PURSUIT

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


LONG = [pytest.param(scenario, marks=pytest.mark.soak) for scenario in ("1.1", "3.7")]


@pytest.mark.parametrize("scenario", ["2.1", *LONG])
def test_a_known_game_is_played_as_before(scenario: str, golden: Callable[..., None]) -> None:
    board = BREAKOUT_PURSUIT.board(scenario)
    game = Game.start(board, SeededDice(1))
    golden(game, seated("steady", board.sides, 1), PLAYTHROUGHS / f"breakout-pursuit-{scenario}.txt")
