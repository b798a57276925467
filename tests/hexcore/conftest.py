"""What the tests of the command line share: a game file of the hill."""

from __future__ import annotations

from pathlib import Path

import hill
import pytest

from hexcore.gamefile import GameFile
from hexcore.record import DiceRecord


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of the hill in its file, seeded."""
    path = tmp_path / "g.hexgame"
    GameFile.create(path, hill.RULESET, "battle", dice=DiceRecord("seed", 1)).close()
    return path
