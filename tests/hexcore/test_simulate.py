"""Whole games in processes: the same table whatever the number of jobs, and what is counted."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hill import BLUE, RED, RULESET as HILL

from hexcore.actions import Commit
from hexcore.events import Fought, Moved, Removed, StepsLost
from hexcore.game import Game
from hexcore.players import UnknownPlayer
from hexcore.ruleset import UnknownName
from hexcore.simulate import SimulationFault, Tally, play_one, run
from hexcore.state import Combat, Pledge

RANDOM = {BLUE: "random", RED: "random"}


def rows(path: Path, query: str) -> list[Any]:
    file = sqlite3.connect(path)
    try:
        return file.execute(query).fetchall()
    finally:
        file.close()


def tables(path: Path) -> tuple[list[Any], list[Any]]:
    """Everything that must not depend on how it was computed: all but the seconds."""
    games = rows(path, "SELECT game, seed, level, winner, turns, actions, hash FROM games ORDER BY game")
    return games, rows(path, "SELECT * FROM counts ORDER BY game, what")


def played(path: Path, games: int, jobs: int = 1, seed: int = 5) -> tuple[list[Any], list[Any]]:
    run(HILL, "battle", games, RANDOM, jobs, seed, path)
    return tables(path)


def test_one_row_a_game(tmp_path: Path) -> None:
    games, counts = played(tmp_path / "results.db", 3)
    assert [(game, seed) for game, seed, *_ in games] == [(0, 5), (1, 6), (2, 7)]
    assert all(level and turns == 4 and actions for _, _, level, _, turns, actions, _ in games)
    assert {what for _, what, _ in counts} >= {"move", "moved:move", "combat:attack", "rolled"}
    seconds = rows(tmp_path / "results.db", "SELECT min(seconds) FROM games")[0][0]
    assert seconds > 0


def test_one_job_and_two_give_the_same_table(tmp_path: Path) -> None:
    assert played(tmp_path / "one.db", 6, jobs=1) == played(tmp_path / "two.db", 6, jobs=2)


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    assert played(tmp_path / "one.db", 2, seed=5) != played(tmp_path / "other.db", 2, seed=50)


def test_a_run_broken_off_goes_on(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"

    def stop(done: int, _total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(HILL, "battle", 5, RANDOM, 1, 5, broken, stop)
    assert len(tables(broken)[0]) == 2
    assert played(broken, 5) == played(whole, 5)


def test_progress_counts_the_games_done(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    rows = run(HILL, "battle", 2, RANDOM, 1, 5, tmp_path / "r.db", lambda *n: seen.append(n))
    assert [(row["game"], row["seed"]) for row in rows] == [(0, 5), (1, 6)]
    run(HILL, "battle", 4, RANDOM, 1, 5, tmp_path / "r.db", lambda *n: seen.append(n))
    assert seen == [(1, 2), (2, 2), (3, 4), (4, 4)]


def test_a_file_with_other_games_is_left_alone(tmp_path: Path) -> None:
    before = played(tmp_path / "r.db", 2)
    with pytest.raises(SimulationFault, match="another run: its seed is '5'"):
        run(HILL, "battle", 2, RANDOM, 1, 6, tmp_path / "r.db")
    assert tables(tmp_path / "r.db") == before


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir, " * 1000)
    with pytest.raises(SimulationFault, match="cannot be written"):
        run(HILL, "battle", 2, RANDOM, 1, 6, path)
    assert path.read_text() == "Dear Sir, " * 1000


@pytest.mark.parametrize(
    "players, scenario, fault",
    [
        ({BLUE: "random"}, "battle", UnknownName),
        ({BLUE: "random", RED: "genius"}, "battle", UnknownPlayer),
        (RANDOM, "siege", UnknownName),
    ],
)
def test_unknown_names_are_refused_at_once(
    tmp_path: Path, players: Any, scenario: str, fault: type[Exception]
) -> None:
    with pytest.raises(fault):
        run(HILL, scenario, 2, players, 1, 5, tmp_path / "r.db")
    assert not (tmp_path / "r.db").exists()


def test_a_failing_rule_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    board = HILL.board("battle")

    def broken(*_given: Any, **_named: Any) -> Any:
        raise ZeroDivisionError("a rule divides by nothing")

    monkeypatch.setattr(board.rules, "outcome", broken)
    with pytest.raises(SimulationFault, match=r"game 3 \(seed 9\): ZeroDivisionError"):
        play_one(board, RANDOM, 9, 3)


def test_a_game_is_the_same_by_its_seed() -> None:
    one, two = (play_one(HILL.board("battle"), RANDOM, 11) for _ in range(2))
    assert (one.hash, one.counts) == (two.hash, two.counts)


def test_passive_players_move_nothing() -> None:
    result = play_one(HILL.board("battle"), {BLUE: "passive", RED: "passive"}, 1)
    assert result.winner == RED and "move" not in result.counts


def test_what_is_counted() -> None:
    tally = Tally(Game.start(HILL.board("battle")).state)
    tally.answered(Commit("air", amount=2))
    combat = Combat(0, "attack", BLUE, (3,))
    for event in (
        Moved(("1-guards", "2-guards"), 4, "retreat"),
        StepsLost("1-guards", 1),
        StepsLost("1-guards", 0),
        Removed("2-guards", "eliminated"),
        Removed("2-guards", aboard="1-guards"),
        Fought(combat),
        Fought(Combat(0, "attack", BLUE, (3,), pledges=(Pledge("air", BLUE, amount=2),))),
        Fought(Combat(0, "attack", BLUE, (3,), pledges=(Pledge("air", BLUE, amount=2),), stage="over")),
        Fought(Combat(1, "overrun", BLUE, (3,))),
    ):
        tally.happened(event)
    assert {k: n for k, n in tally.counts.items() if ":" in k or k.startswith("steps")} == {
        "commit:air": 2,
        "moved:retreat": 2,
        "steps-lost": 1,
        "steps-regained": 1,
        "removed:eliminated": 1,
        "removed:aboard": 1,
        "combat:attack": 1,
        "combat:overrun": 1,
        "pledge:air": 2,
    }
