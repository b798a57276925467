"""Whole games of The Normandy Campaign's Break-Out against their golden texts, and conformance.

`pytest --write-playthroughs` on this file writes the texts anew: a digest for every decision, no actions.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexcore.game import Game, SeededDice
from hexcore.players import seated
from hexcore_cobra import COBRA

TESTS = Path(__file__).parents[1]
SCENARIOS = ["breakout", "breakout-original"]


def golden_text(scenario: str) -> Path:
    return TESTS / "playthroughs" / f"cobra-{scenario}.txt"


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_known_game_is_played_as_before(scenario: str, golden: Callable[..., None]) -> None:
    """Steady against steady, seed 1."""
    board = COBRA.board(scenario)
    game = Game.start(board, SeededDice(1))
    golden(game, seated("steady", board.sides, 1), golden_text(scenario), brief=True)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_is_the_first_game_on_record(scenario: str) -> None:
    """The record is of the rules as they are, and every game there was replayed to its hash."""
    level, _, digest = golden_text(scenario).read_text(encoding="utf-8").splitlines()[-1].split("\t")
    record = (TESTS.parent / "docs" / "soak-cobra.md").read_text(encoding="utf-8")
    lines = [line for line in record.splitlines() if line.startswith(f"| 1 | {level} |")]
    assert any(digest in line for line in lines), "docs/soak-cobra.md is of other rules: make soak"


@pytest.mark.soak
def test_the_break_out_conforms(conforms: Callable[..., None]) -> None:
    conforms(COBRA, scenarios=["breakout"], seeds=[3], scale=3)
