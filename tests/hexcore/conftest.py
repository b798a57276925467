"""What tests of the core share: a game file of the hill; folders of data, and what is changed in them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import hill
import pytest
from ford_as_data import write_ford

from hexcore.gamefile import GameFile
from hexcore.new_ruleset import new_ruleset
from hexcore.record import DiceRecord


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of the hill in its file, seeded."""
    path = tmp_path / "g.hexgame"
    GameFile.create(path, hill.RULESET, "battle", dice=DiceRecord("seed", 1)).close()
    return path


# ------------------------------------------------------------------ folders of data
@pytest.fixture(scope="module")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `new-ruleset` writes: numbers for results, zones that stop, retreats by their owner."""
    home = new_ruleset("some-bridge", tmp_path_factory.mktemp("new") / "some-bridge")
    return home / "some_bridge"


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_ford(tmp_path_factory.mktemp("ford"))


@pytest.fixture
def changed(bridge: Path, tmp_path: Path) -> Callable[..., Path]:
    """changed((file, old, new), …): a copy of the folder with some text replaced."""

    def changed(*changes: tuple[str, str, str]) -> Path:
        folder = tmp_path / "copy"
        shutil.copytree(bridge, folder)
        for name, old, new in changes:
            text = (folder / name).read_text(encoding="utf-8")
            assert text.count(old) >= 1, (name, old)
            (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder

    return changed
