"""The ratios of `make bench`, each in a generous band. A busy machine gets another try."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import measure
import opened_games
import orders
import pytest
import record
import timed_games
import timing
from hill import RULESET as HILL

TRIES = 4
needs_c = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler to measure against")


def within(measured: Callable[[], dict[str, float]]) -> None:
    """Each ratio is, in some try out of a few, as wanted and near the last release's: noise only adds."""
    _, then = record.last()
    found: dict[str, list[float]] = {}
    for _ in range(TRIES):
        for name, ratio in measured().items():
            found.setdefault(name, []).append(ratio)
        wrong = {name: ratios for name, ratios in found.items() if min(ratios) > record.most(name, then)}
        if not wrong:
            return
    limits = {name: record.most(name, then) for name in wrong}
    pytest.fail(f"{wrong}, wanted at most {limits}")


@needs_c
@pytest.mark.parametrize("kind, name, n", [("reach", "range", 60), ("supply", "supply", 20)])
def test_queries_are_near_c_and_far_from_networkx(kind: str, name: str, n: int) -> None:
    def ratios() -> dict[str, float]:
        took = measure.queries(kind, n, rounds=4)
        return {
            f"{name}, times C": took.ratio("hexcore", "C"),
            f"{name}, times networkx": took.ratio("hexcore", "networkx"),
        }

    within(ratios)


@pytest.mark.soak
def test_single_actions_cost_a_few_plies_of_chess_or_a_part_of_one() -> None:
    def ratios() -> dict[str, float]:
        took = orders.single_actions(rounds=3)
        return {
            "order, plies": took.ratio("order", "ply"),
            "order with its list, plies": took.ratio("order, listed", "ply"),
            "undo, plies": took.ratio("undo", "ply"),
            "view, plies": took.ratio("view", "ply"),
            "hash, plies": took.ratio("hash", "ply"),
        }

    within(ratios)


def test_saving_costs_a_few_times_what_playing_does() -> None:
    within(lambda: {"action saved, times one in memory": orders.saving(2).ratio("saved", "action")})


def test_the_opening_of_a_whole_game_costs_a_few_plies_an_answer() -> None:
    board = orders.movement_phase().board

    def ratios() -> dict[str, float]:
        game = timed_games.whole_game(board, "random", 1, most=600)
        assert game.answers == 600
        return {"answer by random, plies": game.plies / game.answers}

    within(ratios)


def test_the_core_is_imported_quickly() -> None:
    name = "import, times the libraries beneath"
    within(lambda: {name: measure.imports(rounds=3).ratio("hexcore.game", measure.BENEATH)})


def test_the_core_brings_no_heavy_library() -> None:
    assert measure.imported_too_much() == []


# ------------------------------------------------------------------ the measuring itself
def test_a_ratio_is_the_median_of_its_rounds() -> None:
    times = timing.Times({"a": [2.0, 90.0, 4.0], "b": [1.0, 30.0, 0.5]}, {"a": 10, "b": 5})
    assert times.one("a") == 0.4
    assert times.ratio("a", "b") == 1.5  # 2, 3 and 8 times, of twice as many things


def test_jobs_take_turns_and_each_round_is_made_ready_outside_its_time() -> None:
    happened: list[str] = []

    def job(name: str) -> timing.Job:
        def ready(number: int) -> Callable[[], object]:
            time.sleep(0.02)
            return lambda: happened.append(f"{name}{number}")

        return ready

    times = timing.in_turn({"a": (job("a"), 1), "b": (job("b"), 1)}, 2, time.perf_counter)
    assert happened == ["a0", "b0", "a1", "b1"]
    assert all(seconds < 0.01 for took in times.seconds.values() for seconds in took)


def test_a_whole_game_is_the_game_of_its_seed() -> None:
    board = HILL.board("battle")
    one, two = (timed_games.whole_game(board, "random", 4) for _ in range(2))
    assert (one.answers, one.level) == (two.answers, two.level)
    assert one.level and one.cpu > 0 and one.plies > 0


# ------------------------------------------------------------------ the record
def test_what_is_wanted_is_measured_and_recorded() -> None:
    release, ratios = record.last()
    assert release and set(record.WANTED) <= set(ratios)


def test_a_release_is_written_as_the_last_one(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    assert record.last(file) == ("", {})
    record.write({"order, plies": 6.123456}, "0.1.0", file)
    record.write({"order, plies": 7}, "0.2.0", file)
    assert record.last(file) == ("0.2.0", {"order, plies": 7.0})
    record.write({"order, plies": 8}, "0.1.0", file)
    assert record.last(file) == ("0.1.0", {"order, plies": 8.0})
    assert list(json.loads(file.read_text())) == ["0.2.0", "0.1.0"]


def test_a_ratio_is_bound_by_what_is_wanted_and_by_the_last_release() -> None:
    wanted = record.WANTED["order, plies"]
    assert record.most("order, plies", {}) == wanted
    assert record.most("order, plies", {"order, plies": 2.0}) == 2.0 * record.BAND
    assert record.most("order, plies", {"order, plies": wanted}) == wanted


@pytest.mark.parametrize("text", ["{", "[]", '{"0.1.0": [1]}', '{"0.1.0": {"order, plies": "much"}}'])
def test_a_damaged_record_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "record.json").write_text(text)
    with pytest.raises(record.RecordError, match=r"record\.json"):
        record.last(tmp_path / "record.json")


def test_a_game_is_replayed_as_recorded_in_a_part_of_the_time_that_its_rules_take() -> None:
    """So it is opened, by its last snapshot, every proof checked; and so every byte of it is proved."""
    with opened_games.long_game(600, "steady") as path:
        found = [opened_games.measured(path) for _ in range(3)]
    assert min(each.replayed / each.asked for each in found) < 1 / 3
    assert min(each.opened / each.asked for each in found) < 0.5
    assert min(each.proved / each.asked for each in found) < 1
