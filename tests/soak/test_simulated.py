"""Simulated games of a real size: the same tables on any number of jobs and through kills; no leak."""

from __future__ import annotations

import gc
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import crossing
import hill
import pytest
from kept_games import MOST_KEPT, growth, tables

from hexcore.ruleset import Ruleset, find
from hexcore.simulate import play_one

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(sys.platform != "linux", reason="processes and memory as Linux tells them"),
]

GAME, SCENARIO = "cobra-1977", "breakout"
GAMES = 6
WARM, ALL = 50, 200
"""Games until the caches of hashes are full, and games in all."""
MOST_MIB = 16.0


def order(path: Path, jobs: int) -> list[str]:
    program = "import sys; from hexcore.cli import main; sys.exit(main())"
    words = ("simulate", GAME, SCENARIO, "--games", GAMES, "--jobs", jobs, "--seed", 1, "-o", path)
    return [sys.executable, "-W", "error", "-c", program, *map(str, words)]


def kept(path: Path) -> int:
    if not path.exists() or not path.stat().st_size:
        return 0
    with closing(sqlite3.connect(path, timeout=10)) as db:
        try:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # its tables are not there yet
            return 0


def test_one_job_two_jobs_and_a_killed_run_give_the_same_tables(tmp_path: Path) -> None:
    one, two, killed = (tmp_path / f"{name}.db" for name in ("one", "two", "killed"))
    for path, jobs in ((one, 1), (two, 2)):
        subprocess.run(order(path, jobs), check=True, capture_output=True)
    with subprocess.Popen(order(killed, 2), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while kept(killed) < 2 and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert 2 <= kept(killed) < GAMES
    subprocess.run(order(killed, 2), check=True, capture_output=True)
    assert len(tables(one)["games"]) == GAMES
    assert tables(one) == tables(two) == tables(killed)


@pytest.mark.parametrize(
    "ruleset, scenario, games",
    [(hill.RULESET, "battle", 34), (crossing.RULESET, "ford", 10)],
    ids=["hill", "crossing"],
)
def test_small_games_by_the_hundred_leave_nothing_behind(ruleset: Ruleset, scenario: str, games: int) -> None:
    """Six rounds of them: 204 of the hill."""
    board, kinds = ruleset.board(scenario), dict.fromkeys(ruleset.sides, "random")
    assert growth(lambda seed: play_one(board, kinds, seed), range(games)) < MOST_KEPT


def test_two_hundred_whole_games_leave_nothing_behind() -> None:
    board = find(GAME).board(SCENARIO)
    kinds = dict.fromkeys(board.sides, "random")
    sizes = []
    for seed in range(ALL):
        play_one(board, kinds, seed)
        if (seed + 1) % WARM == 0:
            gc.collect()
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            sizes.append(pages * resource.getpagesize() / 2**20)
    assert sizes[-1] - sizes[0] < MOST_MIB, sizes
