"""Several answers taken back together, and remarks beside the game that are no part of it."""

from __future__ import annotations

from pathlib import Path

import hill
import pytest

from hexcore import gamefile
from hexcore.actions import PutDown, Take
from hexcore.gamefile import GameFile, GameFileError, read_record
from hexcore.journal_text import export, verify
from hexcore.record import DiceRecord

pytestmark = pytest.mark.usefixtures("small_rulesets")
MANY = gamefile.EVERY + 8


def begun(path: Path) -> GameFile:
    return GameFile.create(path, hill.RULESET, "battle", dice=DiceRecord("seed", 5))


def taken_up_and_down(file: GameFile, times: int) -> list[str]:
    """The hashes before each answer and after the last one."""
    hashes = [file.game.state.hash]
    for n in range(times):
        file.submit(PutDown() if n % 2 else Take(("1-guards",)))
        hashes.append(file.game.state.hash)
    return hashes


@pytest.mark.parametrize("count", [1, 3, MANY])
@pytest.mark.parametrize("opened_again", [False, True])
def test_answers_are_taken_back_together(tmp_path: Path, count: int, opened_again: bool) -> None:
    path = tmp_path / "g.hexgame"
    file = begun(path)
    hashes = taken_up_and_down(file, MANY)
    if opened_again:
        file.close()
        file = GameFile.open(path)
    assert file.undoable == MANY
    taken = file.take_back(count)
    assert len(taken) == count and file.undoable == MANY - count
    assert taken[0] == (Take(("1-guards",)) if MANY % 2 else PutDown())
    assert file.game.state.hash == hashes[MANY - count]
    assert len(read_record(path).lines) == MANY - count
    for action in reversed(taken):
        file.submit(action)
    assert file.game.state.hash == hashes[-1]
    file.close()
    with GameFile.open(path) as again:
        assert again.game.state.hash == hashes[-1]


@pytest.mark.parametrize("count", [0, -1, 4])
def test_none_is_taken_back_where_not_all_can_be(tmp_path: Path, count: int) -> None:
    with begun(tmp_path / "g.hexgame") as file:
        hashes = taken_up_and_down(file, 3)
        assert file.take_back(count) == []
        assert file.game.state.hash == hashes[-1] and len(read_record(file.path).lines) == 3


def test_nothing_is_taken_back_when_it_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "g.hexgame"
    with begun(path) as file:
        hashes = taken_up_and_down(file, 3)
        with GameFile.open(path) as other:
            other.undo()
        with pytest.raises(GameFileError, match="another program"):
            file.take_back(2)
        assert file.game.state.hash == hashes[-1] and len(file.game.journal) == 3


# ------------------------------------------------------------------ remarks
def test_a_remark_is_kept_and_is_no_part_of_the_game(tmp_path: Path) -> None:
    path, copy = tmp_path / "g.hexgame", tmp_path / "copy.hexgame"
    with begun(path) as file:
        taken_up_and_down(file, 2)
        texts, hash = list(export(file.record())), file.game.state.hash
        assert file.remark("players") == ""
        file.keep_remark("players", "one")
        file.keep_remark("players", "two")
        assert list(export(file.record())) == texts
        file.save_copy(copy)
    for kept in (path, copy):
        with GameFile.open(kept) as file:
            assert file.remark("players") == "two" and file.remark("else") == ""
            assert verify(file.record()).state.hash == hash
