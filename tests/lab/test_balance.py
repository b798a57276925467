"""`lab balance`: the same tables and page whoever plays, through kills; each figure worked out anew."""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hill
import pytest
from crossing import RULESET as CROSSING
from kept_games import rows, tables

from hexcore import simultaneous
from hexcore.lab import cluster
from hexcore.lab.balance import Precision, balance_page
from hexcore.lab.book import Book
from hexcore.lab.front import along, axis_of
from hexcore.lab.order import Order, OtherRules, Playing, playing
from hexcore.lab.pages import Page, Plot, Table
from hexcore.lab.whole_games import Hands, look_points, play_games, play_until
from hexcore.ledger import LedgerError
from hexcore.players import BUILT_IN, PassivePlayer
from hexcore.units import Side

pytestmark = [
    pytest.mark.usefixtures("small_rulesets"),
    pytest.mark.skipif(sys.platform != "linux", reason="processes, signals and disks of Linux"),
]
MAIN = "import sys; from hexcore.cli import main; sys.exit(main())"
FORD = ("lab", "balance", "crossing", "ford")
HERE = Hands(0)


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """What plays an order is kept by a process: a test changes rulesets and players."""
    playing.cache_clear()
    yield
    playing.cache_clear()


def order_of(ruleset: Any = hill.RULESET, seed: int = 5, kind: str = "random", **given: Any) -> Order:
    scenario = next(iter(ruleset.scenarios))
    order = Order.of(ruleset, scenario, dict.fromkeys(ruleset.sides, kind), {}, seed)
    return replace(order, **given)


def played(path: Path, games: int, hands: Hands = HERE, order: Order | None = None) -> Page:
    order = order or order_of()
    with Book(path, order, hill.RULESET.sides) as book:
        play_games(book, order, [order.game(0, n) for n in range(games)], hands)
        return balance_page(book, order, games, games, Precision())


def table(page: Page, name: str) -> list[dict[str, Any]]:
    found = next(one for one in page.tables() if one.name == name)
    return [dict(zip(found.head, row, strict=True)) for row in found.rows]


# ------------------------------------------------------------------ the same whoever plays
def test_processes_and_a_cluster_give_the_same_tables_and_page(tmp_path: Path) -> None:
    """In this process, in two, and on a local Dask cluster: a worker of two threads."""
    from distributed import LocalCluster

    pages = {"here": played(tmp_path / "here.db", 12), "two": played(tmp_path / "two.db", 12, Hands(2))}
    quiet: dict[str, Any] = {"dashboard_address": None, "protocol": "tcp://"}
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, **quiet) as local:
        hands = Hands(scheduler=local.scheduler_address)
        pages["cluster"] = played(tmp_path / "cluster.db", 12, hands)
        fails = order_of(seconds=0)
        with Book(tmp_path / "f.db", fails, hill.RULESET.sides) as book:
            play_games(book, fails, [(0, 5)], hands)
            assert [fault.text for fault in book.failed()] == ["GameTooLong: no end after 0 seconds"]
        other = order_of(told={**order_of().told, "version": "9"})
        with pytest.raises(
            cluster.ClusterFault, match=r"cannot play it: OtherRules: its version is '1', not '9'"
        ):
            cluster.ready(hands.scheduler, other.text)
        with pytest.raises(cluster.ClusterFault, match=r"cannot play it: UnknownName: no ruleset 'moon'"):
            cluster.ready(hands.scheduler, replace(order_of(), ruleset="moon").text)
    found = {name: tables(tmp_path / f"{name}.db") for name in pages}
    assert len(found["here"]["games"]) == 12
    assert found["here"] == found["two"] == found["cluster"]
    assert pages["here"] == pages["two"] == pages["cluster"]


def test_a_run_killed_half_way_goes_on_to_the_same_answer(
    installed_rulesets: Mapping[str, str], tmp_path: Path
) -> None:
    def command(name: str, games: int, jobs: int) -> list[str]:
        words = (
            "lab",
            "balance",
            "hill",
            "battle",
            "--games",
            games,
            "--jobs",
            jobs,
            "--json",
            "-o",
            tmp_path / name,
        )
        return [sys.executable, "-W", "error", "-c", MAIN, *map(str, words)]

    def done(name: str, games: int, jobs: int) -> Any:
        order = command(name, games, jobs)
        found = subprocess.run(
            order, env=dict(installed_rulesets), capture_output=True, text=True, check=False
        )
        assert (found.returncode, found.stderr) == (0, "")
        return json.loads(found.stdout)

    with subprocess.Popen(command("killed.db", 400, 2), env=dict(installed_rulesets)) as process:
        end = time.monotonic() + 60
        while kept(tmp_path / "killed.db") < 8:
            assert time.monotonic() < end and process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    held = kept(tmp_path / "killed.db")
    assert 8 <= held < 400
    assert done("killed.db", held + 5, 2) == done("whole.db", held + 5, 1)
    assert tables(tmp_path / "killed.db") == tables(tmp_path / "whole.db")


def kept(path: Path) -> int:
    """How many games a file holds while another process writes to it."""
    if not path.exists() or not path.stat().st_size:
        return 0
    with closing(sqlite3.connect(path, timeout=10)) as db:
        try:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # its tables are not there yet
            return 0


# ------------------------------------------------------------------ early stopping
def test_it_is_looked_at_fixed_points_whether_games_are_enough() -> None:
    assert list(look_points(100)) == [20, 30, 40, 60, 90, 100]
    assert list(look_points(20)) == [20] and list(look_points(7)) == [7]


def test_it_stops_where_the_precision_is_reached_whoever_plays(tmp_path: Path) -> None:
    """More games in the file than are looked at change nothing."""
    order, precision = order_of(), Precision(share=0.11)

    def stopped(name: str, hands: Hands) -> tuple[int, Page, list[tuple[int, int]]]:
        told: list[tuple[int, int]] = []
        with Book(tmp_path / name, order, hill.RULESET.sides) as book:

            def enough(games: int) -> bool:
                return precision.reached(list(book.of_variant(0, games).values()), book.sides)

            count = play_until(
                book, order, 90, hands, enough, lambda done, all, _news: told.append((done, all))
            )
            return count, balance_page(book, order, count, 90, precision), told

    count, page, told = stopped("here.db", HERE)
    assert count in (30, 40, 60) and kept(tmp_path / "here.db") == count
    halves = [(row["high"] - row["low"]) / 2 for row in table(page, "wins")[:2]]
    assert max(halves) <= 0.11
    assert told[0] == (0, 90) and told[-1] == (count, 90) and sorted(told) == told
    played(tmp_path / "more.db", count + 7, Hands(2))
    assert stopped("more.db", Hands(2))[:2] == (count, page)


def test_a_precision_in_points_looks_at_every_mean() -> None:
    sides = CROSSING.sides
    rows = [
        {"winner": "", **{f"points_{side}": n % 2 * (4 if side == sides[1] else 0) for side in sides}}
        for n in range(20)
    ]
    half = 2.093 * statistics.stdev([0, 4] * 10) / math.sqrt(20)
    assert Precision(points=half + 0.01).reached(rows, sides)
    assert not Precision(points=half - 0.01).reached(rows, sides)
    assert not Precision(share=0.01, points=half + 0.01).reached(rows, sides)
    assert not Precision().reached(rows, sides) and not Precision()


# ------------------------------------------------------------------ the figures
def test_every_figure_worked_out_anew(answer: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "ford.db"
    told = answer(*FORD, "--games", 20, "--seed", 3, "-o", path)
    grey, green = CROSSING.sides
    found = {
        one["name"]: [dict(zip(one["head"], row, strict=True)) for row in one["rows"]]
        for one in told["tables"]
    }
    games = tables(path)["games"]
    assert [(game["game"], game["seed"]) for game in games] == [(n, 3 + n) for n in range(20)]
    for row in found["levels"]:
        count = sum((g["level"], g["winner"] or "draw") == (row["level"], row["winner"]) for g in games)
        assert (row["games"], row["share"]) == (count, count / 20)
        assert row["low"] < row["share"] < row["high"]
    assert sum(row["games"] for row in found["levels"]) == sum(row["games"] for row in found["wins"]) == 20
    scores = {
        grey: [g["points_grey"] for g in games],
        green: [g["points_green"] for g in games],
        f"{green} less {grey}": [g["points_green"] - g["points_grey"] for g in games],
    }
    for row in found["points"]:
        values = scores[row["points"]]
        half = 2.0930 * statistics.stdev(values) / math.sqrt(20)
        assert row["mean"] == pytest.approx(statistics.mean(values))
        assert (row["low"], row["high"]) == pytest.approx((row["mean"] - half, row["mean"] + half), abs=1e-3)
        assert (row["least"], row["median"], row["most"]) == (
            min(values),
            statistics.median(values),
            max(values),
        )
    turns = tables(path)["turns"]
    for row in found["steps-lost-by-turn"]:
        for side in (grey, green):
            lost = [t["steps_lost"] for t in turns if (str(t["turn"]), t["side"]) == (row["turn"], side)]
            assert len(lost) == 20 and row[side] == pytest.approx(statistics.mean(lost))
            assert 0 <= row[f"{side}, low"] <= row[side] <= row[f"{side}, high"]
    assert "units-lost-by-turn" not in found, "a unit has one step here: the figures are the same"
    assert told["made"]["seeds"] == "3 to 22" and told["made"]["ruleset hash"] == CROSSING.hash


def test_the_front_runs_along_the_axis_between_the_sides() -> None:
    """Blue begins at (0, 0), Red ten hexes to the right and none down; units off the axis count too."""

    def row(turn: int, side: str, centre: Any, front: Any) -> dict[str, Any]:
        where = dict(zip(("centre_x", "centre_y", "front_x", "front_y"), (*centre, *front), strict=True))
        return {"turn": turn, "side": side, **where}

    nowhere = (None, None)
    turns = [
        row(1, "blue", (3.0, 3.0), nowhere),
        row(1, "red", nowhere, nowhere),
        row(2, "blue", (-1.0, 1.0), (2.0, 8.0)),
        row(2, "blue", (1.0, -1.0), (4.0, -8.0)),
        row(2, "red", (10.0, 0.0), (6.0, 0.0)),
    ]
    sides = (Side("blue"), Side("red"))
    axis = axis_of(turns, sides)
    assert axis == (2, 0.0, 0.0, 1.0, 0.0, 10.0)
    assert [along(axis, one) for one in turns[1:]] == [None, 2.0, 4.0, 6.0]
    assert axis_of(turns[:2], sides) is None and axis_of(turns, (*sides, Side("green"))) is None


def test_the_front_of_a_game_is_drawn(tmp_path: Path) -> None:
    page = played(tmp_path / "r.db", 8)
    front = next(block for block in page.blocks if isinstance(block, Plot) and block.name == "front")
    assert front.places == ("1", "2", "3", "4") and "at the end of turn 1" in front.note
    turns = tables(tmp_path / "r.db")["turns"]
    axis = axis_of(turns, hill.RULESET.sides)
    assert axis is not None
    blue = [
        v for t in turns if (t["turn"], t["side"]) == (3, hill.BLUE) and (v := along(axis, t)) is not None
    ]
    assert front.series[0].values[2] == pytest.approx(statistics.mean(blue))


# ------------------------------------------------------------------ what goes wrong
def test_games_that_fail_are_kept_as_faults_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One raises, one hangs within an answer: its process is ended."""

    def made(seed: int) -> Any:
        if seed == 2 * 6:
            raise ZeroDivisionError("it divides by nothing")
        if seed == 2 * 8:
            time.sleep(60)
        return PassivePlayer(seed)

    monkeypatch.setitem(BUILT_IN, "passive", made)  # type: ignore[arg-type]
    monkeypatch.setattr(simultaneous, "GRACE", 0.1)
    monkeypatch.setattr(simultaneous, "TICK", 0.05)
    page = played(tmp_path / "r.db", 6, Hands(2), order_of(kind="passive", seconds=1))
    assert [(row["game"], row["fault"]) for row in table(page, "faults")] == [
        (1, "ZeroDivisionError: it divides by nothing"),
        (3, "its process hung: no end after 1 seconds"),
    ]
    assert [game["game"] for game in tables(tmp_path / "r.db")["games"]] == [0, 2, 4, 5]
    assert sum(row["games"] for row in table(page, "wins")) == 4
    assert "2 more could not be played to their end" in page.blocks[0].lines[1]  # type: ignore[union-attr]


def test_games_without_a_result_leave_a_page_that_says_so(tmp_path: Path) -> None:
    page = played(tmp_path / "r.db", 2, HERE, order_of(seconds=0))
    assert [block.name for block in page.blocks[1:]] == ["faults"]  # type: ignore[union-attr]


def test_a_full_disk_is_told_and_finished_games_are_kept(tmp_path: Path) -> None:
    order, path = order_of(), tmp_path / "r.db"
    games = [order.game(0, n) for n in range(60)]
    with Book(path, order, hill.RULESET.sides) as book:
        (pages,) = book._db.execute("PRAGMA page_count").fetchone()
        book._db.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(LedgerError) as refused:
            play_games(book, order, games, HERE)
        assert str(refused.value) == f"{path}: nothing was written: the disk is full"
        held = len(book.games())
        assert 0 < held < 60
    assert played(path, held + 2) == played(tmp_path / "whole.db", held + 2)
    assert tables(path) == tables(tmp_path / "whole.db")


def test_a_disk_that_takes_no_more_is_told_in_one_line(
    installed_rulesets: Mapping[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "r.db"
    played(path, 2, order=order_of(seed=0))
    size = path.stat().st_size

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 4096, size + 4096))

    words = ("lab", "balance", "hill", "battle", "--games", "90", "--json", "-o", str(path))
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *words],
        env=dict(installed_rulesets),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limited,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"hexcore: {path}: nothing was written: the disk does not take it")
    assert 2 <= kept(path) < 90


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    played(path, 1)
    path.chmod(0o444)
    before = os.geteuid()
    tmp_path.chmod(0o555)
    for folder in tmp_path.parents[:3]:  # with several workers a test's folder lies one deeper
        if "pytest" in str(folder):
            folder.chmod(0o755)
    if before == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(LedgerError, match="nothing was written: the file or its folder is read-only"):
            played(path, 2)
    finally:
        os.seteuid(before)
        tmp_path.chmod(0o755)


@pytest.mark.parametrize(
    "arguments, reason",
    [
        (("balance", "moon", "battle"), "no ruleset 'moon'"),
        (("balance", "hill", "siege"), "has no scenario 'siege'"),
        (("balance", "hill", "battle", "--games", 0), "--games is at least 1"),
        (("balance", "hill", "battle", "--jobs", 0), "--jobs is at least 1"),
        (("balance", "hill", "battle", "--precision", 0.7), "--precision is above 0 and below 0.5"),
        (("balance", "hill", "battle", "--points-precision", -1), "--points-precision is above 0"),
        (("balance", "hill", "battle", "--players", "red=genius"), "genius"),
        (("balance", "hill", "battle", "--option", "fog=on"), "has no option 'fog'"),
        (("balance", "hill", "battle", "--scheduler", "cluster"), "a scheduler is written tcp://HOST:PORT"),
        (
            ("balance", "hill", "battle", "--scheduler", "tcp://127.0.0.1:9"),
            "no scheduler at tcp://127.0.0.1:9",
        ),
    ],
)
def test_a_mistake_is_told_and_nothing_is_made(
    mistake: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[Any, ...],
    reason: str,
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    assert reason in mistake("lab", *arguments, "-o", tmp_path / "r.db")
    assert list(tmp_path.iterdir()) == []


def test_a_cluster_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=None, protocol="tcp://") as local,
        pytest.raises(cluster.ClusterFault, match="has no worker"),
    ):
        cluster.ready(local.scheduler_address, order_of().text)


HOST = """import hill, time
from distributed import LocalCluster
from hexcore import in_hand
in_hand.take(hill.RULESET)
here = LocalCluster(n_workers=1, processes=False, dashboard_address=None, protocol="tcp://")
print(here.scheduler_address, flush=True)
time.sleep(100)
"""


def test_a_cluster_that_dies_is_told_and_finished_games_are_kept(
    installed_rulesets: Mapping[str, str], tmp_path: Path
) -> None:
    order, path = order_of(), tmp_path / "r.db"
    games = [order.game(0, n) for n in range(300)]
    with (
        subprocess.Popen(
            [sys.executable, "-c", HOST], env=dict(installed_rulesets), stdout=subprocess.PIPE, text=True
        ) as host,
        Book(path, order, hill.RULESET.sides) as book,
    ):
        assert host.stdout is not None

        def dies(done: int, *_told: object) -> None:
            if done == 3:
                host.kill()

        with pytest.raises(cluster.ClusterFault, match="is gone, or has given up the games"):
            play_games(book, order, games, Hands(scheduler=host.stdout.readline().strip()), dies)
        held = book.games()
        play_games(book, order, games[: len(held) + 2], HERE)
    assert 3 <= len(held) < 300
    played(tmp_path / "whole.db", len(held) + 2)
    count = len(tables(tmp_path / "whole.db")["games"])
    assert tables(path)["games"][:count] == tables(tmp_path / "whole.db")["games"]


def test_a_run_of_simulate_and_one_of_another_order_are_refused(
    run: Callable[..., Any], mistake: Callable[..., str], tmp_path: Path
) -> None:
    plain, other = tmp_path / "plain.db", tmp_path / "other.db"
    assert run("simulate", "hill", "battle", "-o", plain, "--json")[0] == 0
    assert run("lab", "balance", "hill", "battle", "--games", 1, "--seed", 1, "-o", other, "--json")[0] == 0
    before = plain.read_bytes(), other.read_bytes()
    told = mistake("lab", "balance", "hill", "battle", "-o", plain)
    assert "it holds another run: its chance is '', not 'streams'" in told
    assert "its seed is '1', not '0'" in mistake("lab", "balance", "hill", "battle", "-o", other)
    assert (plain.read_bytes(), other.read_bytes()) == before


def test_an_order_is_played_by_the_same_rules_or_not_at_all() -> None:
    order = order_of()
    assert Order.read(order.text) == order
    with pytest.raises(OtherRules, match=r"its ruleset hash is '.*', not 'other'"):
        Playing(order_of(told={**order.told, "ruleset hash": "other"}))


# ------------------------------------------------------------------ for Datasette
def test_every_column_of_every_table_and_view_is_described(run: Callable[..., Any], tmp_path: Path) -> None:
    path, beside = tmp_path / "ford.db", tmp_path / "ford.json"
    assert run(*FORD, "--games", 2, "-o", path, "--metadata", beside, "--json")[0] == 0
    names = rows(path, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    columns = {
        (name["name"], column["name"])
        for name in names
        for column in rows(path, f"PRAGMA table_info('{name['name']}')")
    }
    told = rows(path, "SELECT * FROM columns")
    assert {(one["table"], one["column"]) for one in told} == columns and all(one["text"] for one in told)
    (database,) = json.loads(beside.read_text())["databases"].items()
    assert database[0] == "ford"
    assert {(t, c) for t, held in database[1]["tables"].items() for c in held["columns"]} == columns
    wins = rows(path, "SELECT * FROM wins")
    assert sum(row["games"] for row in wins) == 2 and sum(row["share"] for row in wins) == pytest.approx(1)


def test_a_program_that_asks_hears_how_far_it_is(tmp_path: Path) -> None:
    from hexcore.lab.report import asked

    told: list[tuple[int, int]] = []
    arguments = ["balance", "hill", "battle", "--games", "3", "-o", str(tmp_path / "r.db")]
    page = asked(arguments, lambda done, games: told.append((done, games)))
    assert page.title == "Balance of hill, battle" and told[0] == (0, 3) and told[-1] == (3, 3)
    assert isinstance(page.blocks[1], Table)


@pytest.mark.soak
def test_real_games_on_processes_and_a_cluster_of_processes(tmp_path: Path) -> None:
    from distributed import LocalCluster

    from hexcore.ruleset import find

    order, ruleset = order_of(find("cobra-1977"), seed=1), find("cobra-1977")

    def games(name: str, hands: Hands) -> SimpleNamespace:
        with Book(tmp_path / name, order, ruleset.sides) as book:
            play_games(book, order, [order.game(0, n) for n in range(6)], hands)
            return SimpleNamespace(
                page=balance_page(book, order, 6, 6, Precision()), rows=tables(tmp_path / name)
            )

    one, two = games("one.db", Hands(1)), games("two.db", Hands(2))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        third = games("cluster.db", Hands(scheduler=local.scheduler_address))
    assert one.rows == two.rows == third.rows and one.page == two.page == third.page
