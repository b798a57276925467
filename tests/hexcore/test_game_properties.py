"""Random games of every installed ruleset: saved, opened, sent out and back, branched, undone: same hash."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import crossing
import hill
import pytest

from hexcore.actions import Action
from hexcore.game_damage import damage
from hexcore.game_tree import MAIN
from hexcore.gamefile import GameFile, read_record
from hexcore.journal_text import export, import_text, into_file, verify
from hexcore.record import DiceRecord
from hexcore.ruleset import Ruleset, installed

pytestmark = pytest.mark.usefixtures("small_rulesets")
SMALL = {"hill": hill.RULESET, "crossing": crossing.RULESET}
PLAYED = {"cobra-1977": "breakout", "cobra": "breakout", "breakout-pursuit": "1.1"}
"""The scenario played of a big ruleset; of any other one that is installed it is the first."""


class Case(NamedTuple):
    """A ruleset, a scenario, and how many answers are given in how many games."""

    ruleset: Ruleset
    scenario: str
    answers: int
    games: int


def cases() -> Iterator[Case]:
    for ruleset in SMALL.values():
        yield Case(ruleset, next(iter(ruleset.scenarios)), 60, 3)
    for found in installed():
        if found.ruleset is not None and found.ruleset.scenarios:
            scenario = PLAYED.get(found.id, next(iter(found.ruleset.scenarios)))
            yield Case(found.ruleset, scenario, 36, 1)


GAMES = [(case, seed) for case in cases() for seed in range(case.games)]


@pytest.mark.parametrize(("case", "seed"), GAMES, ids=[f"{c.ruleset.id}-{seed}" for c, seed in GAMES])
def test_a_game_is_the_same_whatever_is_done_to_its_file(tmp_path: Path, case: Case, seed: int) -> None:
    path, source = tmp_path / "g.hexgame", random.Random(seed)
    file = GameFile.create(path, case.ruleset, case.scenario, dice=DiceRecord("seed", 70 + seed))
    kinds = set[str]()
    for _ in range(case.answers):
        decision = file.game.decision
        if decision is None:
            break
        if decision.kind not in kinds:
            kinds.add(decision.kind)
            file = _opened_again(file)
            _there_and_back(file, source)
        file.submit(_answer(file, source))
    hash, record = file.game.state.hash, file.record()
    _undone_and_redone(file)
    file.close()
    assert len(kinds) > 1
    assert damage(path) == []
    assert verify(read_record(path)).state.hash == hash
    text = tmp_path / "g.jsonl"
    text.write_text("\n".join(export(record)) + "\n", encoding="utf-8")
    with into_file(import_text(text), tmp_path / "again.hexgame") as again:
        assert again.game.state.hash == hash and again.record() == record
        again.save_copy(tmp_path / "copy.hexgame")
    with GameFile.open(tmp_path / "copy.hexgame") as copy:
        assert copy.game.state.hash == hash


def _answer(file: GameFile, source: random.Random) -> Action:
    return source.choice(file.game.legal_actions())


def _opened_again(file: GameFile) -> GameFile:
    """The game closed and opened, at this kind of decision."""
    state, journal, undoable = file.game.state, file.game.journal, file.undoable
    file.close()
    again = GameFile.open(file.path)
    assert again.game.state == state and again.game.state.hash == state.hash
    assert (again.game.journal, again.undoable) == (journal, undoable)
    assert again.game.state.openings == state.openings
    return again


def _there_and_back(file: GameFile, source: random.Random) -> None:
    """A what-if from here, some answers on it, and back."""
    hash = file.game.state.hash
    file.begin_branch("aside")
    for _ in range(4):
        if file.game.legal_actions():
            file.submit(_answer(file, source))
    file.switch(MAIN)
    assert file.game.state.hash == hash
    file.drop_branch("aside")


def _undone_and_redone(file: GameFile) -> None:
    hash, undone = file.game.state.hash, 0
    while file.undo() is not None:
        undone += 1
    assert undone == 0 or file.game.state.hash != hash
    for _ in range(undone):
        assert file.redo() is not None
    assert file.game.state.hash == hash and file.redo() is None
