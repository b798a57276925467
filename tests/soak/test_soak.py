"""What is slow: whole random games, conformance over many seeds, every rule switched off in turn.

`make soak` runs this and writes docs/soak.md; the record is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hexcore.conformance import conformance
from hexcore.coverage import prove
from hexcore.ruleset import find

sys.path.insert(0, str(Path(__file__).parent))

import whole_games

PAGE = Path(__file__).parents[2] / "docs" / "soak.md"
HEAD = """# Soak

Written by `make soak`. Twenty whole games of `cobra-1977 breakout`, random player against random player, each
recorded as text, read back, and replayed to the same hash after every answer. `answers` counts the answers of
both sides and of the dice.

"""


@pytest.mark.soak
def test_twenty_whole_random_games_end_and_replay(tmp_path: Path) -> None:
    games = whole_games.play_all(tmp_path)
    PAGE.write_text(HEAD + "\n".join(whole_games.table(games)) + "\n", encoding="utf-8")
    assert all(game.level and game.verified for game in games)
    total = whole_games.totals(games)
    assert all(total[what] for what in whole_games.HAPPENED), total


@pytest.mark.soak
def test_cobra_conforms_over_many_seeds() -> None:
    assert conformance(find("cobra-1977"), seeds=range(1, 11), scale=15) == []


@pytest.mark.soak
def test_every_rule_switched_off_fails_one_of_its_own_tests() -> None:
    assert [rule for rule, held, _ in prove(find("cobra-1977")) if not held] == []
