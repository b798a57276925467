"""Whole games in processes: the same tables whatever the number of jobs, and nothing is lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import crossing
import pytest
from hill import BLUE, RED, RULESET as HILL
from kept_games import rows, tables

from hexcore import simultaneous
from hexcore.ledger import Fault, LedgerError
from hexcore.players import BUILT_IN, RandomPlayer, UnknownPlayer
from hexcore.ruleset import Ruleset, UnknownName
from hexcore.simulate import Finished, SimulationFault, play_one, run

RANDOM = {BLUE: "random", RED: "random"}
HERE = 0
"""Jobs: no process but this one."""


def simulated(path: Path, games: int, jobs: int = HERE, seed: int = 5, **given: Any) -> Finished:
    return run(HILL, "battle", games, given.pop("players", RANDOM), jobs, seed, path, **given)


def played(path: Path, games: int, jobs: int = HERE, seed: int = 5) -> dict[str, list[Any]]:
    simulated(path, games, jobs, seed)
    return tables(path)


# ------------------------------------------------------------------ what is kept
def test_one_row_a_game(tmp_path: Path) -> None:
    found = played(tmp_path / "results.db", 3)
    assert [(row["game"], row["seed"]) for row in found["games"]] == [(0, 5), (1, 6), (2, 7)]
    assert all(row["level"] and row["turns"] == 4 and row["actions"] for row in found["games"])
    assert {row["what"] for row in found["counts"]} >= {"move", "moved:move", "combat:attack", "rolled"}
    assert rows(tmp_path / "results.db", "SELECT min(seconds) AS s FROM games")[0]["s"] > 0


def test_a_row_for_every_turn_and_side(tmp_path: Path) -> None:
    turns = played(tmp_path / "results.db", 2)["turns"]
    expected = {(game, turn, side) for game in (0, 1) for turn in (1, 2, 3, 4) for side in (BLUE, RED)}
    assert {(row["game"], row["turn"], row["side"]) for row in turns} == expected


def test_points_at_the_end_are_those_of_the_last_turn(tmp_path: Path) -> None:
    """In a game with victory points; its sides name the columns."""
    sides = crossing.RULESET.sides
    run(crossing.RULESET, "ford", 4, dict.fromkeys(sides, "random"), HERE, 1, tmp_path / "r.db")
    found = tables(tmp_path / "r.db")
    last = {(t["game"], t["side"]): t["points"] for t in found["turns"] if t["turn"] == 5}
    assert last == {(g["game"], side): g[f"points_{side}"] for g in found["games"] for side in sides}
    assert any(last.values())


def test_the_views_sum_up(tmp_path: Path) -> None:
    found = played(tmp_path / "r.db", 6)
    levels = rows(tmp_path / "r.db", "SELECT * FROM levels")
    assert sum(row["games"] for row in levels) == 6
    assert sum(row["share"] for row in levels) == pytest.approx(1)
    lost = [t["steps_lost"] for t in found["turns"] if (t["turn"], t["side"]) == (2, RED)]
    query = f"SELECT steps_lost, games FROM averages WHERE turn = 2 AND side = '{RED}'"
    (average,) = rows(tmp_path / "r.db", query)
    assert average == {"steps_lost": pytest.approx(sum(lost) / 6), "games": 6}


def test_a_game_is_the_same_by_its_seed() -> None:
    one, two = (play_one(HILL.board("battle"), RANDOM, 11) for _ in range(2))
    assert (one.hash, one.counts, one.by_turn) == (two.hash, two.counts, two.by_turn)


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    assert played(tmp_path / "one.db", 2, seed=5) != played(tmp_path / "other.db", 2, seed=50)


def test_passive_players_move_nothing() -> None:
    result = play_one(HILL.board("battle"), {BLUE: "passive", RED: "passive"}, 1)
    assert result.winner == RED and "move" not in result.counts
    assert [turn.hexes_entered for turn in result.by_turn] == [0] * 8


# ------------------------------------------------------------------ jobs, going on, more games
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_any_number_of_jobs_gives_the_same_tables(tmp_path: Path, jobs: int) -> None:
    assert played(tmp_path / "here.db", 6) == played(tmp_path / "jobs.db", 6, jobs)


@pytest.mark.parametrize("jobs", [HERE, 2])
def test_a_run_broken_off_goes_on(tmp_path: Path, jobs: int) -> None:
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"

    def stop(done: int, _games: int, _news: object) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulated(broken, 5, jobs, progress=stop)
    assert len(tables(broken)["games"]) == 2
    assert played(broken, 5, jobs) == played(whole, 5)


def test_more_games_extend_a_run_and_fewer_leave_it(tmp_path: Path) -> None:
    played(tmp_path / "r.db", 2)
    assert played(tmp_path / "r.db", 5) == played(tmp_path / "whole.db", 5)
    assert len(simulated(tmp_path / "r.db", 1).rows) == 5


def test_progress_counts_the_games_done(tmp_path: Path) -> None:
    seen: list[tuple[int, int, bool]] = []

    def note(done: int, games: int, news: object) -> None:
        seen.append((done, games, news is not None))

    finished = simulated(tmp_path / "r.db", 2, progress=note)
    assert [(row["game"], row["seed"]) for row in finished.rows] == [(0, 5), (1, 6)]
    simulated(tmp_path / "r.db", 4, progress=note)
    assert seen == [
        (0, 2, False), (1, 2, True), (2, 2, True), (2, 4, False), (3, 4, True), (4, 4, True)
    ]  # fmt: skip


def test_who_watches_hears_of_a_game_that_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simultaneous, "TICK", 0.0)
    idle: list[int] = []
    simulated(tmp_path / "r.db", 1, 1, progress=lambda done, games, news: idle.append(done))
    assert len(idle) > 3 and idle[-1] == 1 and set(idle[:-1]) == {0}


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be forked here")
def test_a_ruleset_that_is_not_installed_is_played_here_where_nothing_forks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexcore.simulate.start_method", lambda: "spawn")
    monkeypatch.setattr("hexcore.simulate.play_all", None)
    assert played(tmp_path / "here.db", 2, jobs=2)["games"]


# ------------------------------------------------------------------ what goes wrong
@pytest.mark.parametrize(
    "players, scenario, options, fault",
    [
        ({BLUE: "random"}, "battle", {}, UnknownName),
        ({BLUE: "random", RED: "genius"}, "battle", {}, UnknownPlayer),
        (RANDOM, "siege", {}, UnknownName),
        (RANDOM, "battle", {"fog": "on"}, UnknownName),
    ],
)
def test_unknown_names_are_refused_at_once(
    tmp_path: Path, players: Any, scenario: str, options: dict[str, str], fault: type[Exception]
) -> None:
    with pytest.raises(fault):
        run(HILL, scenario, 2, players, 1, 5, tmp_path / "r.db", options=options)
    assert not (tmp_path / "r.db").exists()


def test_a_failing_rule_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    board = HILL.board("battle")

    def broken(*_given: Any, **_named: Any) -> Any:
        raise ZeroDivisionError("a rule divides by nothing")

    monkeypatch.setattr(board.rules, "outcome", broken)
    with pytest.raises(SimulationFault, match=r"game 3 \(seed 9\): ZeroDivisionError"):
        play_one(board, RANDOM, 9, 3)


def fails(_seed: int) -> Any:
    raise ZeroDivisionError("it divides by nothing")


def dies(_seed: int) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def leaves(_seed: int) -> Any:
    os._exit(7)


@pytest.fixture
def in_one_game(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int], Any]], None]:
    """Something happens when a player is made for the third game of a run with seed 5: seed 7, side 0."""

    def happens(what: Callable[[int], Any]) -> None:
        def made(seed: int) -> Any:
            return what(seed) if seed == 14 else RandomPlayer(seed)

        monkeypatch.setitem(BUILT_IN, "random", made)  # type: ignore[arg-type]

    return happens


FATES = [
    (fails, HERE, "ZeroDivisionError: it divides by nothing"),
    (fails, 2, "ZeroDivisionError: it divides by nothing"),
    (dies, 1, "the process that played it was killed by SIGKILL"),
    (dies, 2, "the process that played it was killed by SIGKILL"),
    (leaves, 2, "the process that played it ended with status 7"),
]


@pytest.mark.skipif(sys.platform != "linux", reason="what a test does to a player reaches a fork only")
@pytest.mark.parametrize("what, jobs, text", FATES)
def test_a_game_that_fails_is_told_and_the_others_are_kept(
    tmp_path: Path,
    in_one_game: Callable[[Callable[[int], Any]], None],
    monkeypatch: pytest.MonkeyPatch,
    what: Callable[[int], Any],
    jobs: int,
    text: str,
) -> None:
    seen: list[object] = []
    in_one_game(what)
    finished = simulated(tmp_path / "r.db", 6, jobs, progress=lambda *told: seen.append(told[2]))
    assert finished.faults == [Fault(2, 7, text)] and Fault(2, 7, text) in seen
    assert str(finished.faults[0]) == f"game 2 (seed 7): {text}"
    assert [row["game"] for row in finished.rows] == [0, 1, 3, 4, 5]

    monkeypatch.undo()
    again = simulated(tmp_path / "r.db", 6, jobs)
    assert again.faults == []
    assert tables(tmp_path / "r.db") == played(tmp_path / "whole.db", 6)


@pytest.mark.skipif(sys.platform != "linux", reason="what a test does to a ruleset reaches a fork only")
def test_what_cannot_be_set_up_in_a_process_is_a_fault_of_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = os.getpid()
    really = Ruleset.board

    def board(self: Ruleset, *given: Any, **named: Any) -> Any:
        if os.getpid() != here:
            raise OSError("the data are gone")
        return really(self, *given, **named)

    monkeypatch.setattr(Ruleset, "board", board)
    finished = simulated(tmp_path / "r.db", 2, 1)
    assert [fault.text for fault in finished.faults] == ["OSError: the data are gone"] * 2


# ------------------------------------------------------------------ the file
def test_a_file_of_another_run_is_left_alone_and_all_that_differs_is_named(tmp_path: Path) -> None:
    before = played(tmp_path / "r.db", 2)
    with pytest.raises(LedgerError) as refused:
        simulated(tmp_path / "r.db", 2, seed=6, players={BLUE: "random", RED: "passive"})
    assert str(refused.value) == (
        f"{tmp_path / 'r.db'}: it holds another run: its players is 'blue=random,red=random', "
        "not 'blue=random,red=passive'; its seed is '5', not '6'"
    )
    assert tables(tmp_path / "r.db") == before


def test_rules_switched_off_make_another_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path / "r.db", 1)
    monkeypatch.setenv("HEXCORE_OFF", "5.2")
    with pytest.raises(LedgerError, match=r"its rules off is '', not '5\.2'"):
        simulated(tmp_path / "r.db", 1)


def letter(path: Path) -> None:
    path.write_text("Dear Sir, " * 1000)


def cut_short(path: Path) -> None:
    played(path, 8)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def scratched(path: Path) -> None:
    played(path, 8)
    data = bytearray(path.read_bytes())
    data[4096 * 2 : 4096 * 3] = b"\xff" * 4096
    path.write_bytes(data)


def sql(*statements: str) -> Callable[[Path], None]:
    """A database with something done to it; of a run, but for the first statement."""

    def make(path: Path) -> None:
        if statements[0] != "new":
            played(path, 1)
        with closing(sqlite3.connect(path)) as db, db:
            for statement in statements[1:]:
                db.execute(statement)

    return make


UNUSABLE: dict[str, tuple[Callable[[Path], None], str]] = {
    "a letter": (letter, "it is no file of simulated games"),
    "a folder": (Path.mkdir, "it cannot be opened"),
    "another database": (
        sql("new", "CREATE TABLE addresses (name TEXT)"),
        "it is no file of simulated games",
    ),
    "cut short": (cut_short, "it is damaged or cut short"),
    "scratched": (scratched, "it is damaged or cut short"),
    "no column": (sql("", "ALTER TABLE games DROP COLUMN hash"), "its table games has no hash"),
    "no table": (sql("", "DROP TABLE faults"), "its table faults has no game"),
    "no run": (sql("", "DELETE FROM run"), "it does not say what was simulated"),
    "later format": (sql("", "PRAGMA user_version = 3"), "it has format 3"),
}


@pytest.mark.parametrize("kind", UNUSABLE)
def test_a_file_that_cannot_be_used_is_refused_in_one_line_and_left_alone(tmp_path: Path, kind: str) -> None:
    make, reason = UNUSABLE[kind]
    path = tmp_path / "r.db"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(LedgerError) as refused:
        simulated(path, 9)
    told = str(refused.value)
    assert told.startswith(f"{path}: ") and reason in told and "\n" not in told
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    (tmp_path / "r.db").touch()
    assert played(tmp_path / "r.db", 2) == played(tmp_path / "other.db", 2)


def test_a_file_that_another_program_writes_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexcore.ledger.PATIENCE", 0.05)
    played(tmp_path / "r.db", 1)
    with closing(sqlite3.connect(tmp_path / "r.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerError, match="another program is using it"):
            simulated(tmp_path / "r.db", 2)


def test_two_runs_into_one_file_do_not_mix(tmp_path: Path) -> None:
    """The second one keeps all games while the first plays: the first says so, and nothing is lost."""
    path = tmp_path / "r.db"

    def meanwhile(done: int, _games: int, news: object) -> None:
        if done == 1 and news is not None:
            simulated(path, 4)

    with pytest.raises(LedgerError, match="another program is writing games to it"):
        simulated(path, 4, progress=meanwhile)
    assert tables(path) == played(tmp_path / "other.db", 4)
