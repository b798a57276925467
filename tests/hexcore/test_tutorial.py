"""docs/tutorial: each page leaves a ruleset that reads and plays, the last a sound one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tutorial import NAME, PACKAGE, PAGES, Reader, Run, forget

from hexcore.game import Game
from hexcore.players import seated, step
from hexcore.ruleset_folder import faults, read_ruleset


@pytest.fixture
def reader(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / NAME))
    yield Reader(tmp_path / NAME, run)
    forget()


def plays(folder: Path, answers: int = 40) -> None:
    """A random game of what is there so far, as far as some answers."""
    forget()
    sys.modules.pop(f"{PACKAGE}_rules", None)
    ruleset = read_ruleset(folder)
    game = Game.start(ruleset.board(next(iter(ruleset.scenarios))))
    players: dict[Any, Any] = seated("random", game.board.sides, 1)
    for _ in range(answers):
        if game.state.outcome is not None:
            break
        step(game, players)


def test_the_tutorial_builds_a_sound_game(reader: Reader) -> None:
    """Page by page; the commands of the last prove the whole."""
    assert len(PAGES) == 12
    for page in PAGES:
        reader.read(page)
        assert faults(reader.home / PACKAGE) == [], page.name
        plays(reader.home / PACKAGE)


def test_its_pages_lead_to_each_other_and_its_pictures_are_there() -> None:
    for page, following in zip(PAGES, [*PAGES[1:], None], strict=True):
        links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
        assert following is None or following.name in links, page.name
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name
