"""Undo and redo as a tree, what-ifs beside the game, and named places in it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import crossing
import hill
import pytest
from game_hands import begun, play, play_until

from hexcore.actions import Conceal, Done, PutDown, Take
from hexcore.game_damage import damage
from hexcore.game_tree import MAIN
from hexcore.gamefile import GameFile, read_record
from hexcore.journal_text import export, verify
from hexcore.playback import replay
from hexcore.record import DiceRecord
from hexcore.units import CHANCE
from hexcore.what_if import NoSuchPlace

pytestmark = pytest.mark.usefixtures("small_rulesets")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "g.hexgame"


# ------------------------------------------------------------------ redo
@pytest.mark.parametrize("opened_again", [False, True])
def test_redo_goes_forward_along_what_was_taken_back(path: Path, opened_again: bool) -> None:
    file = begun(path, hill.RULESET)
    hashes = [file.game.state.hash]
    for n in range(6):
        file.submit(PutDown() if n % 2 else Take(("1-guards",)))
        hashes.append(file.game.state.hash)
    for _ in range(4):
        file.undo()
    assert file.redoable == 4
    for n in range(3, 7):
        if opened_again:
            file.close()
            file = GameFile.open(path)
        assert file.redo() == (Take(("1-guards",)) if n % 2 else PutDown())
        assert file.game.state.hash == hashes[n]
        assert len(read_record(path).lines) == n
    assert file.redo() is None and file.redoable == 0
    assert len(file.tree.nodes) == 6
    file.close()


def test_what_was_taken_back_stays_as_a_side_line_when_something_else_is_done(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        file.submit(Take(("1-guards",)))
        file.submit(PutDown())
        file.take_back(2)
        file.submit(Take(("2-guards",)))
        assert file.redo() is None
        assert [node.line.action["unit"] for node in file.tree.nodes.values() if node.parent == 0] == [
            "1-guards",
            "2-guards",
        ]
        assert len(read_record(path).lines) == 1
        file.undo()
        file.submit(Take(("1-guards",)))
        assert len(file.tree.nodes) == 3, "the same answer at the same place is the same line"
    assert damage(path) == []


def test_a_secret_taken_back_comes_back_with_its_opening(path: Path) -> None:
    with begun(path, crossing.RULESET) as file:
        play_until(file, lambda f: bool(f.game.state.openings))
        assert isinstance(file.game.journal[-1].action, Conceal)
        openings, hash = file.game.state.openings, file.game.state.hash
        file.undo()
        assert not file.game.state.openings
    with GameFile.open(path) as file:
        file.redo()
        assert file.game.state.openings == openings and file.game.state.hash == hash


# ------------------------------------------------------------------ where undo stops
def test_undo_names_the_die_that_was_rolled_since(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        play_until(file, lambda f: f.game.state.rolls > 0)
        roll = file.game.journal[-1]
        why = file.why_no_undo()
    n = len(read_record(path).lines)
    assert why is not None and (why.kind, why.line) == ("die", n)
    assert roll.side == CHANCE
    rule, kind = roll.question.split()
    assert why.text == f"the die of action {n} ({rule}, {kind}) was rolled since"
    with GameFile.open(path) as again:
        assert again.why_no_undo() == why
        assert again.undo() is None


def test_undo_names_a_reveal(path: Path) -> None:
    def revealed(file: GameFile) -> bool:
        last = file.game.journal[-1:]
        return bool(last) and isinstance(last[0].action, Conceal) and not file.game.undoable

    with begun(path, crossing.RULESET) as file:
        play_until(file, revealed)
        why = file.why_no_undo()
        assert why is not None and why.kind == "reveal" and why.line == len(file.game.journal)
        assert "reveal" in why.text


def test_undo_for_a_side_names_the_answer_of_another(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        file.submit(Done())
        file.submit(Done())
        play_until(file, lambda f: f.game.journal[-1].side == "red")
        blue, red = hill.BLUE, hill.RED
        assert file.why_no_undo(red) is None
        why = file.why_no_undo(blue)
        assert why is not None and (why.kind, why.line) == ("answer", len(file.game.journal))
        assert "red has answered since" in why.text
        assert file.undo(blue) is None
        assert file.undo(red) is not None


def test_nothing_is_before_the_beginning(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        why = file.why_no_undo()
        assert why is not None and why.kind == "beginning"


# ------------------------------------------------------------------ what-ifs
def test_on_a_what_if_dice_are_free_to_try_and_the_game_is_untouched(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        play_until(file, lambda f: f.game.state.rolls > 0)
        main, at = read_record(path), file.game.state.hash
        opening, n = file.header.opening, len(file.game.journal)
        file.begin_branch("try it", 0)
        play_until(file, lambda f: f.game.state.rolls > 0)
        file.submit(file.game.legal_actions()[0])
        assert read_record(path) == main
        while file.undo() is not None:
            pass
        assert (len(file.game.journal), file.game.state.hash) == (0, opening)
        why = file.why_no_undo()
        assert why is not None and why.text == "the what-if begins here"
        hashes = []
        while file.redo() is not None:
            hashes.append(file.game.state.hash)
        assert hashes and file.game.state.rolls > 0
        file.switch(MAIN)
        assert file.game.state.hash == at
    with GameFile.open(path) as file:
        file.switch("try it")
        assert file.game.state.hash == hashes[-1]
        file.drop_branch("try it")
        assert file.game.state.hash == at and len(file.tree.nodes) == n
    assert damage(path) == [] and verify(read_record(path)).state.hash == at


def test_the_dice_of_a_what_if_tell_nothing_of_those_of_the_game(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        play(file, 3)
        seeds = {file.begin_branch(f"w{c}", 0).seed for c in "abcdefgh"}
        assert len(seeds) == 8 and file.header.dice.seed not in seeds
        with pytest.raises(NoSuchPlace, match="a what-if begins on the main line"):
            file.begin_branch("again")
        rolls = set()
        for name in [name for name in file.tree.branches if name != MAIN]:
            file.switch(name)
            play_until(file, lambda f: f.game.state.rolls > 0)
            rolls.add(next(e.action.dice for e in file.game.journal if e.side == CHANCE))
        assert len(rolls) > 1, "the same answers, other dice"


def test_a_what_if_of_a_typed_game_is_typed(path: Path) -> None:
    with begun(path, hill.RULESET, DiceRecord("typed")) as file:
        play(file, 3)
        assert file.begin_branch("typed too").seed is None
        play_until(file, lambda f: f.game.to_decide == CHANCE)
        file.undo()


def test_a_what_if_with_secrets_of_its_own(path: Path) -> None:
    with begun(path, crossing.RULESET) as file:
        file.begin_branch("plans")
        play_until(file, lambda f: bool(f.game.state.openings))
        salt = next(iter(file.game.state.openings.values()))[1]
        kept = file.game.state
        for side in (None, *crossing.RULESET.sides):
            assert salt not in "\n".join(export(read_record(path), side))
    with GameFile.open(path) as file:
        assert file.game.state == kept and file.game.state.openings == kept.openings
        file.drop_branch("plans")
    assert salt.encode() not in path.read_bytes()


def test_no_place_amid_dice(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        play_until(file, lambda f: f.game.state.rolls > 0)
        n = len(file.game.journal) - 1
        with pytest.raises(NoSuchPlace, match=f"the next place is after action {n + 1}"):
            file.begin_branch("amid", n)
        with pytest.raises(NoSuchPlace, match="none is number 99"):
            file.begin_branch("far", 99)
        for name in ("main", "7", "", "a" * 61, "x/y"):
            with pytest.raises(NoSuchPlace):
                file.begin_branch(name)


# ------------------------------------------------------------------ bookmarks
def test_bookmarks_are_places_of_the_main_line(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        play(file, 6)
        file.mark("here", text="the line holds")
        file.mark("before", 2)
        with pytest.raises(NoSuchPlace, match="there is a bookmark 'here' already"):
            file.mark("here")
    with GameFile.open(path) as file:
        assert {m.name: file.number_of(m) for m in file.bookmarks.values()} == {"here": 6, "before": 2}
        file.drop_bookmark("before")
        with pytest.raises(NoSuchPlace, match="no bookmark 'before'"):
            file.drop_bookmark("before")
    assert damage(path) == []


# ------------------------------------------------------------------ with sqlite3 alone
def test_the_views_show_the_game_without_us(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        play(file, 12)
        file.undo()
        file.mark("place", 3, "a note")
        lines = file.record().lines
        file.begin_branch("w")
        play(file, 3)
    db = sqlite3.connect(path)
    rows = db.execute("SELECT n, turn, phase, side, kind, hash FROM main_line").fetchall()
    places = db.execute("SELECT name, n, text FROM places").fetchall()
    db.close()
    wanted = [(line.n, line.turn, line.phase, line.side, line.action["kind"], line.hash) for line in lines]
    assert rows == wanted and rows[0][1:3] == (1, "blue-movement")
    assert places == [("place", 3, "a note")]


# ------------------------------------------------------------------ the command line
TAKE = '{"kind": "take", "unit": "1-guards"}'


def test_commands_act_on_the_branch_that_is_played(
    game: Path, answer: Callable[..., Any], mistake: Callable[..., str]
) -> None:
    answer("do", game, TAKE)
    assert "branch" not in answer("show", game)
    assert answer("branch", game, "try", "--from", "0")["branch"] == "try"
    assert answer("show", game)["branch"] == "try"
    answer("do", game, '{"kind": "take", "unit": "2-guards"}')
    assert answer("undo", game)["branch"] == "try"
    assert answer("redo", game)["redone"] == {"kind": "take", "unit": "2-guards"}
    listed = {row["name"]: row for row in answer("branch", game, "--list")}
    assert listed["try"]["current"] and listed["try"]["from"] == 0 and listed["main"]["actions"] == 1
    assert answer("export", game)[1]["action"] == json.loads(TAKE)
    assert "try" not in json.dumps(answer("export", game, "--as", "blue"))
    assert "there is no branch" in mistake("branch", game, "--switch", "nowhere")
    assert answer("branch", game, "--switch", "main")["actions"] == 1
    assert answer("branch", game, "--drop", "try")["branch"] == "main"
    assert "cannot be dropped" in mistake("branch", game, "--drop", "main")
    assert "one thing at a time" in mistake("branch", game, "a", "--drop", "b")
    assert "goes with a new name" in mistake("branch", game, "--from", "1")


def test_a_bookmark_is_a_place_to_replay_to(
    game: Path, answer: Callable[..., Any], mistake: Callable[..., str]
) -> None:
    answer("do", game, TAKE, '{"kind": "put-down"}', TAKE)
    assert answer("bookmark", game, "the bridge", "--at", 2, "--text", "hold it")["at"] == 2
    assert answer("bookmark", game) == [{"name": "the bridge", "at": 2, "text": "hold it"}]
    assert answer("replay", game, "--to", "the bridge")["actions"] == 2
    assert "no bookmark 'bridge'" in mistake("replay", game, "--to", "bridge")
    assert answer("bookmark", game, "--drop", "the bridge") == {"dropped": "the bridge"}
    assert answer("bookmark", game, "--list") == []


def test_undo_says_why_not_on_the_command_line(
    game: Path, answer: Callable[..., Any], mistake: Callable[..., str]
) -> None:
    assert "nothing has been done yet" in mistake("undo", game)
    answer("do", game, TAKE)
    assert "blue has answered since (action 1)" in mistake("undo", game, "--as", "red")
    assert "nothing was taken back" in mistake("redo", game)
    assert answer("undo", game, "--as", "blue")["undone"] == json.loads(TAKE)


def test_replay_of_a_record_knows_nothing_of_side_lines(path: Path) -> None:
    with begun(path, hill.RULESET) as file:
        play(file, 5)
        file.take_back(1)
        file.submit(file.game.legal_actions()[-1])
        hash = file.game.state.hash
    assert replay(read_record(path)).state.hash == hash
