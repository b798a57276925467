"""Whole games from the landing on against their golden texts, and conformance.

`pytest --write-playthroughs` on this file writes the texts anew: a digest for every decision, no actions.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from hexcore.game import Game, SeededDice
from hexcore.players import seated
from hexcore.playthrough import differences, lines_of, shortened
from hexcore_cobra import COBRA

TESTS = Path(__file__).parents[1]
SCENARIOS = ["buildup", "campaign"]
FIRST = 1000
"""Lines of a golden text that every run plays: the landing and the fights of the days after it."""


def golden_text(scenario: str) -> Path:
    return TESTS / "playthroughs" / f"cobra-{scenario}.txt"


def known_game(scenario: str) -> Game:
    return Game.start(COBRA.board(scenario), SeededDice(1))


def test_a_known_game_begins_as_before() -> None:
    """Steady against steady, seed 1, as far as the first lines."""
    game, path = known_game("buildup"), golden_text("buildup")
    lines = lines_of(game, seated("steady", game.board.sides, 1))
    played = [shortened(line) for line in islice(lines, FIRST)]
    known = path.read_text(encoding="utf-8").splitlines()[:FIRST]
    differ = differences("\n".join(known), "\n".join(played), path.name)
    assert not differ, differ
    assert len(played) == FIRST and any("attack" in line for line in played)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_known_game_is_played_as_before(scenario: str, golden: Callable[..., None]) -> None:
    """Steady against steady, seed 1."""
    game = known_game(scenario)
    golden(game, seated("steady", game.board.sides, 1), golden_text(scenario), brief=True)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_is_the_first_game_on_record(scenario: str) -> None:
    """The record is of the rules as they are, and every game there was replayed to its hash."""
    level, _, digest = golden_text(scenario).read_text(encoding="utf-8").splitlines()[-1].split("\t")
    record = (TESTS.parent / "docs" / "soak-normandy.md").read_text(encoding="utf-8")
    lines = [line for line in record.splitlines() if line.startswith(f"| 1 | {level} |")]
    assert any(digest in line for line in lines), "docs/soak-normandy.md is of other rules: make soak"


def test_every_scenario_is_played() -> None:
    assert list(COBRA.scenarios) == ["breakout", "breakout-original", *SCENARIOS]


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_conforms(scenario: str, conforms: Callable[..., None]) -> None:
    conforms(COBRA, scenarios=[scenario], seeds=[3], scale=3)
