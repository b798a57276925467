"""`hexcore simulate` as processes: jobs, kills, interruptions; what a terminal and a program see."""

from __future__ import annotations

import json
import os
import pty
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from kept_games import rows, tables

from hexcore import cli_simulate
from hexcore.cli_simulate import clock, standing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes, signals and terminals of Linux")

MAIN = "import sys; from hexcore.cli import main; sys.exit(main())"
SPAWNING = f"""import hexcore.simulate, hexcore.simultaneous
hexcore.simulate.start_method = hexcore.simultaneous.start_method = lambda: "spawn"
{MAIN}"""
MANY = 300
"""Games enough for a signal to come in between."""


@pytest.fixture
def command(
    installed_rulesets: Mapping[str, str], tmp_path: Path
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`hexcore simulate hill battle`, whole, with further arguments, each process with hashes of its own."""

    def called(*arguments: object, program: str = MAIN) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            order(*arguments, program=program),
            env=dict(installed_rulesets) | {"PYTHONHASHSEED": "random"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stdout + done.stderr
        return done

    return called


def order(*arguments: object, program: str = MAIN) -> list[str]:
    given = ("simulate", "hill", "battle", "--seed", 3, *arguments)
    return [sys.executable, "-W", "error", "-c", program, *map(str, given)]


def _hears_ctrl_c() -> None:
    """Ctrl-C reaches the command even where the tests run in the background, which ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def running(environment: Mapping[str, str], *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """The same, with a session of its own, while it runs."""
    process = subprocess.Popen(
        order(*arguments),
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hears_ctrl_c,
    )
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def kept(path: Path) -> int:
    """How many games a file holds, while another program writes to it."""
    if not path.exists() or not path.stat().st_size:
        return 0
    with closing(sqlite3.connect(path, timeout=10)) as db:
        try:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # its tables are not there yet
            return 0


def wait_for(what: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)


def children(process: int) -> list[int]:
    return [int(n) for n in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def alive(process: int) -> bool:
    """Whether a process is there, and not only waiting to be buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


# ------------------------------------------------------------------ the same whatever happens
def test_one_job_two_jobs_and_other_processes_give_the_same_tables(
    command: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    one, two, other = (tmp_path / name for name in ("one.db", "two.db", "other.db"))
    assert command("--games", 12, "--jobs", 1, "-o", one).returncode == 0
    assert command("--games", 12, "--jobs", 2, "-o", two).returncode == 0
    assert command("--games", 12, "--jobs", 2, "-o", other, program=SPAWNING).returncode == 0
    assert len(tables(one)["games"]) == 12
    assert tables(one) == tables(two) == tables(other)


def test_a_run_killed_half_way_goes_on_and_gives_the_same_tables(
    command: Callable[..., subprocess.CompletedProcess[str]],
    installed_rulesets: Mapping[str, str],
    tmp_path: Path,
) -> None:
    whole, killed = tmp_path / "whole.db", tmp_path / "killed.db"
    with running(installed_rulesets, "--games", MANY, "--jobs", 2, "-o", killed) as process:
        wait_for(lambda: kept(killed) >= 10)
        players = children(process.pid)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert len(players) == 2
    wait_for(lambda: not any(map(alive, players)))
    held = kept(killed)
    assert 10 <= held < MANY
    assert command("--games", held + 20, "--jobs", 2, "-o", killed).returncode == 0
    assert command("--games", held + 20, "--jobs", 1, "-o", whole).returncode == 0
    assert tables(killed) == tables(whole) and kept(killed) == held + 20


def test_a_run_interrupted_says_so_and_goes_on(
    command: Callable[..., subprocess.CompletedProcess[str]],
    installed_rulesets: Mapping[str, str],
    tmp_path: Path,
) -> None:
    path = tmp_path / "r.db"
    with running(installed_rulesets, "--games", MANY, "--jobs", 2, "-o", path) as process:
        wait_for(lambda: kept(path) >= 10)
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does: to every process of the group
        out, told = process.communicate()
    assert (process.returncode, out) == (1, "")
    assert told.endswith(f"hexcore: interrupted; the games played so far are in {path}, "
                         "the same command goes on\n")  # fmt: skip
    assert "Traceback" not in told
    held = kept(path)
    assert 10 <= held < MANY
    done = command("--games", held + 3, "-o", path)
    assert done.stderr.startswith(f"{held} of {held + 3} games") and kept(path) == held + 3


# ------------------------------------------------------------------ what is told
def test_a_program_gets_one_value_and_nothing_else(
    command: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    done = command("--games", 3, "-o", tmp_path / "r.db", "--json")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    held = rows(tmp_path / "r.db", "SELECT * FROM games ORDER BY game")
    assert json.loads(done.stdout) == held


def test_where_there_is_no_terminal_lines_tell_how_far_it_is(
    command: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    done = command("--games", 20, "-o", tmp_path / "r.db")
    lines = done.stderr.splitlines()
    assert [line.split(",")[0] for line in lines] == [f"{n} of 20 games" for n in range(0, 21, 2)]
    assert all("left" in line for line in lines[1:-1]) and "\r" not in done.stderr
    assert done.stdout.startswith(f"{tmp_path / 'r.db'}: 20 games\n\nlevel")
    games = rows(tmp_path / "r.db", "SELECT * FROM games")
    last = statistics.fmean(game["turns"] for game in games)
    share = 100 * sum(game["winner"] == "red" for game in games) / 20
    assert f"\nred wins {share:.3g}% (" in done.stdout
    assert done.stdout.splitlines()[-1].startswith(f"ends in turn {last:.3g}")
    again = command("--games", 20, "-o", tmp_path / "r.db")
    assert (again.stderr, again.stdout) == ("", done.stdout)


def test_a_terminal_shows_a_bar(installed_rulesets: Mapping[str, str], tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with open(ours, "rb", buffering=0) as screen:
        arguments = order("--games", 4, "-o", tmp_path / "r.db")
        environment = dict(installed_rulesets) | {"COLUMNS": "80"}
        subprocess.run(arguments, env=environment, stdout=subprocess.PIPE, stderr=theirs, check=True)
        os.close(theirs)
        shown = screen.read(100_000).decode()
    bars = [bar.split("\033")[0] for bar in shown.replace("\r\n", "").split("\r") if bar]
    assert bars[0] == f"[{'.' * 30}] 0 of 4 games, 0:00 gone"
    assert bars[-1].startswith(f"[{'#' * 30}] 4 of 4 games, 0:0")
    assert any(bar.startswith(f"[{'#' * 15}{'.' * 15}] 2 of 4") and "left" in bar for bar in bars)
    assert all(len(bar) < 80 for bar in bars)


def test_time_left_is_reckoned_from_the_games_of_this_run() -> None:
    assert standing(40, 100, 0, 0.2) == "40 of 100 games, 0:00 gone"
    assert standing(50, 100, 10, 30) == "50 of 100 games, 0:30 gone, 2:30 left"
    assert standing(100, 100, 60, 4000) == "100 of 100 games, 1:06:40 gone"
    assert [clock(s) for s in (0, 59.6, 3599, 3600)] == ["0:00", "1:00", "59:59", "1:00:00"]


# ------------------------------------------------------------------ what is asked wrongly, and what fails
@pytest.mark.parametrize(
    "arguments, reason",
    [
        (("--players", "green=random"), "a player is written SIDE=KIND, with a side of blue, red"),
        (("--players", "red"), "SIDE=KIND"),
        (("--players", "red=random,red=passive"), "two players are named for red: random and passive"),
        (("--players", "red=genius"), "genius"),
        (("--games", "0"), "at least 1"),
        (("--jobs", "0"), "at least 1"),
        (("--seed", str(1 << 63)), "--seed is a number of at most"),
        (("--option", "fog"), "an option is written ID=VALUE, not 'fog'"),
        (("--option", "fog=on"), "scenario 'battle' has no option 'fog'"),
    ],
)
@pytest.mark.usefixtures("small_rulesets")
def test_a_mistake_is_told_and_nothing_is_made(
    mistake: Callable[..., str], tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    assert reason in mistake("simulate", "hill", "battle", "-o", tmp_path / "r.db", *arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("small_rulesets")
def test_a_file_that_is_no_file_of_games_is_told_in_one_line(
    mistake: Callable[..., str], game: Path, tmp_path: Path
) -> None:
    before = game.read_bytes()
    told = mistake("simulate", "hill", "battle", "-o", game)
    assert told == f"hexcore: {game}: it is no file of simulated games\n"
    assert game.read_bytes() == before
    assert "no folder" in mistake("simulate", "hill", "battle", "-o", tmp_path / "nowhere" / "r.db")


@pytest.mark.usefixtures("small_rulesets")
def test_an_option_is_part_of_the_run(
    answer: Callable[..., Any], mistake: Callable[..., str], tmp_path: Path
) -> None:
    """As is its default, whether or not it is named."""
    on, off = tmp_path / "on.db", tmp_path / "off.db"
    games = ("simulate", "crossing", "ford", "--games", 1, "-o")
    answer(*games, off, "--option", "river=off")
    assert rows(off, "SELECT value FROM run WHERE key = 'options'") == [{"value": "river=off"}]
    assert "its options is 'river=off', not 'river=on'" in mistake(*games, off)
    assert answer(*games, on) == answer(*games, on, "--option", "river=on")


@pytest.mark.usefixtures("small_rulesets")
def test_failed_games_are_counted_and_the_status_says_so(
    run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_given: object) -> None:
        raise ZeroDivisionError("a rule divides by nothing")

    monkeypatch.setattr("hill.Outcome", broken)
    status, out, err = run("simulate", "hill", "battle", "--games", 2, "--seed", 4, "-o", tmp_path / "r.db",
                           "--json")  # fmt: skip
    assert (status, json.loads(out)) == (cli_simulate.FAULT, [])
    assert err == (
        f"hexcore: 2 games could not be played (table faults of {tmp_path / 'r.db'}), "
        "the first: game 0 (seed 4): ZeroDivisionError: a rule divides by nothing\n"
    )
