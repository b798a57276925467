"""`lab sensitivity`: what a change changes, told in pairs; the ranking of values that nobody has printed."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hill
import pytest
import varn
from crossing import RULESET as CROSSING
from kept_games import rows, tables

from hexcore import in_hand
from hexcore.lab import commands_games
from hexcore.lab.asked_changes import asked, moved
from hexcore.lab.changes import Change, changed_board, with_shift
from hexcore.lab.order import PAIRS, playing
from hexcore.lab.unit_columns import arrivals_told, due, quality_told
from hexcore.lab.unknown import Group, unknown_groups
from hexcore.odds import weigh
from hexcore.ruleset import Ruleset, find
from hexcore.state import Combat
from hexcore.tables import DataError

pytestmark = pytest.mark.usefixtures("small_rulesets")
FORD = ("lab", "sensitivity", "crossing", "ford", "--seed", 3)


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    playing.cache_clear()
    yield
    playing.cache_clear()


@pytest.fixture
def varn_in_hand() -> Iterator[Ruleset]:
    in_hand.take(varn.RULESET)
    yield varn.RULESET
    in_hand.put_down(varn.RULESET.id)


def named(told: Any, name: str) -> list[dict[str, Any]]:
    found = next(one for one in told["tables"] if one["name"] == name)
    return [dict(zip(found["head"], row, strict=True)) for row in found["rows"]]


# ------------------------------------------------------------------ changes
def column(ruleset: Ruleset) -> tuple[str, str]:
    """The columns at which 1 Guards attack 7 Line on the hill: by strength, and as fought."""
    board = ruleset.board("battle")
    from hexcore.game import opening

    state = opening(board)
    combat = Combat(0, "attack", hill.BLUE, (board.map.hex(hill.HILL),), ("1-guards",), ("7-line",))
    odds = weigh(state, combat)
    return odds.column, odds.final_column


def test_every_attack_is_shifted() -> None:
    """4 against 3 on the hill: 1-1, a column left for the hill; the shift stands beside it."""
    assert column(hill.RULESET) == ("1-1", "1-2")
    assert column(with_shift(hill.RULESET, 1)) == ("1-1", "1-1")
    assert column(with_shift(hill.RULESET, 2)) == ("1-1", "2-1")
    assert column(with_shift(hill.RULESET, -1)) == ("1-1", "1-2"), "the table has no column further left"
    assert column(with_shift(with_shift(hill.RULESET, 1), 1)) == ("1-1", "2-1"), "shifts add up"


def test_what_a_change_changes() -> None:
    """Each kind of change by what the board then has; its form says it to another process."""

    def board(text: str) -> Any:
        change = asked(text, CROSSING, "ford", {})
        assert Change.of(json.loads(json.dumps(change.form))) == change
        return changed_board(CROSSING, "ford", {}, change)

    strengths = {id: unit.steps[0].strength for id, unit in CROSSING.counters.items()}

    def raised(text: str) -> dict[str, int]:
        now = {id: unit.steps[0].strength for id, unit in board(text).counters.items()}
        return {id: now[id] - strengths[id] for id in now if now[id] != strengths[id]}

    assert raised("strength:3-rifles=+1") == {"3-rifles": 1} and raised("strength:3-rifles=7") == {
        "3-rifles": 4
    }
    assert set(raised("strength:armour=-1").items()) == {
        ("1-lancers", -1),
        ("2-lancers", -1),
        ("14-hussars", -1),
    }
    assert raised("strength:green armour=+2") == {"1-lancers": 2, "2-lancers": 2}
    assert raised("strength:truck=+1") == {}, "what has no strength gets none"
    assert board("movement:g-truck=-3").counters["g-truck"].steps[0].movement == 5
    assert board("option:river=off").options == {"river": "off"}
    assert board("off:7.2").rules.off == {"7.2"} and not board("off:7.2").rules.active("7.2")
    crt = board("crt/1 1-1/result=De")
    with crt.reading():
        from crossing.pieces import results_table

        assert results_table().entry(1, 1) == ("De",)


def test_a_file_of_corrections_is_a_change(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("table,key,field,value\ncounters,3-rifles,strength,9\n")
    change = asked(f"corrections:{path}", CROSSING, "ford", {})
    assert changed_board(CROSSING, "ford", {}, change).counters["3-rifles"].steps[0].strength == 9
    path.write_text("table,key,field,value\ncounters,nobody,strength,9\n")
    with pytest.raises(DataError, match=r"mine\.csv:2: key: table counters has no row 'nobody'"):
        asked(f"corrections:{path}", CROSSING, "ford", {})


def test_the_turn_in_which_a_unit_comes(varn_in_hand: Ruleset) -> None:
    scenario = next(iter(varn_in_hand.scenarios))
    coming = due(varn_in_hand.board(scenario))
    told = arrivals_told(varn_in_hand, coming)
    assert told is not None and (told.table.name, told.unit, told.turn, told.beyond) == (
        "arrivals",
        "unit",
        "turn",
        0,
    )
    for text, turn in (("arrival:o-10=+2", coming["o-10"] + 2), ("arrival:o-10=5", 5)):
        change = asked(text, varn_in_hand, scenario, {})
        now = due(changed_board(varn_in_hand, scenario, {}, change))
        assert now == {**coming, "o-10": turn}


def test_columns_are_found_by_what_they_say(varn_in_hand: Ruleset) -> None:
    strength = quality_told(varn_in_hand, "strength")
    assert strength is not None and strength.columns == ("strength", "reduced_strength")
    steps = asked("strength:o-10=5|3", varn_in_hand, next(iter(varn_in_hand.scenarios)), {})
    assert [cell[2:] for cell in steps.cells] == [("strength", "5"), ("reduced_strength", "3")]
    cobra = find("cobra-1977")
    for quality, name in (("strength", "strength_per_step"), ("movement", "ma")):
        told = quality_told(cobra, quality)  # type: ignore[arg-type]
        assert told is not None and (told.table.name, told.columns) == ("units", (name,))
    coming = due(cobra.board("breakout"))
    arrivals = arrivals_told(cobra, coming)
    assert arrivals is not None and (arrivals.turn, arrivals.beyond) == ("game_turn", -14)
    assert all(arrivals.lines(unit, turn) for unit, turn in coming.items())


@pytest.mark.parametrize(
    "cell, amount, found",
    [("6|3", 1, "7|4"), ("1|0", -1, "0|0"), ("2", -5, "0"), ("1.5", 1, "2.5"), ("0", 3, "0")],
)
def test_numbers_of_a_cell_moved(cell: str, amount: float, found: str) -> None:
    assert moved(cell, amount) == found


MISTAKES = [
    ("more of it", "'more of it' is no change: it begins with strength:, movement:"),
    (
        "strength:nobody=+1",
        "'nobody' is no unit of crossing (table counters), no kind (ambush, armour, foot, truck)",
    ),
    ("strength:3-rifles", "it is written strength:WHO=+1"),
    ("strength:3-rifles=much", "it is written strength:WHO=+1"),
    ("arrival:3-rifles=+1", "'3-rifles' does not come later in ford of crossing"),
    ("arrival:3-rifles=soon", "it is written arrival:UNIT=+1"),
    ("option:fog=on", "has no option 'fog'"),
    ("option:river", "it is written option:ID=VALUE"),
    ("off:99", "crossing has no rule '99' that could be switched off"),
    ("shift:0", "it is written shift:+1"),
    ("crt/1 1-1/result=Xx", "unknown result 'Xx'"),
    ("crt/1 9-1/result=De", "table crt has no row '1 9-1'"),
    ("corrections:nowhere.csv", "nowhere.csv: No such file"),
]


@pytest.mark.parametrize("text, reason", MISTAKES, ids=[text for text, _ in MISTAKES])
def test_a_change_that_cannot_be_is_refused_in_one_line(
    mistake: Callable[..., str], tmp_path: Path, text: str, reason: str
) -> None:
    assert reason in mistake(*FORD, "--change", text, "-o", tmp_path / "r.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments, reason",
    [
        ((), "name what is changed: --change CHANGE, as often as you like, or --unknown N"),
        (("--change", "shift:+1", "--unknown", 3), "name what is changed"),
        (("--change", "shift:+1", "--pairs", 0), "--pairs is at least 1"),
        (("--unknown", 0), "--unknown is at least 1"),
        (("--unknown", 3), "crossing marks no number as reconstructed or recovered"),
    ],
)
def test_what_is_asked_wrongly(
    mistake: Callable[..., str], tmp_path: Path, arguments: tuple[Any, ...], reason: str
) -> None:
    assert reason in mistake(*FORD, *arguments, "-o", tmp_path / "r.db")
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ effects
def test_every_effect_worked_out_anew(answer: Callable[..., Any], tmp_path: Path) -> None:
    """And the games as they are those of `lab balance`; two processes give the same."""
    path, two, plain = tmp_path / "one.db", tmp_path / "two.db", tmp_path / "plain.db"
    asked_for = ("--change", "shift:+1", "--change", "counters/3-rifles/strength=3", "--pairs", 5)
    told = answer(*FORD, *asked_for, "-o", path)
    assert answer(*FORD, *asked_for, "--jobs", 2, "-o", two) == told
    assert tables(path) == tables(two)
    answer("lab", "balance", "crossing", "ford", "--seed", 3, "--games", 5, "-o", plain)
    games = tables(path)["games"]
    assert games[:5] == tables(plain)["games"] and len(games) == 15
    assert [game["game"] for game in games[5:10]] == [PAIRS + n for n in range(5)]
    assert {g["seed"] for g in games} == set(range(3, 8))
    leads = [[g["points_green"] - g["points_grey"] for g in games[at : at + 5]] for at in (0, 5)]
    changes = [after - before for before, after in zip(*leads, strict=True)]
    (shift, same) = named(told, "effects-by-side")
    half = 2.7764 * statistics.stdev(changes) / math.sqrt(5)
    assert shift["green less grey, points"] == pytest.approx(statistics.mean(changes))
    assert shift["low"] is not None and shift["clear"] == (
        "yes" if abs(statistics.mean(changes)) > half else "no"
    )
    (first, _) = named(told, "effects")
    assert (first["effect, low"], first["effect, high"]) == pytest.approx(
        (statistics.mean(changes) - half, statistics.mean(changes) + half), abs=1e-3
    )
    assert (same["change"], same["pairs"], same["same end"], same["other level"]) == (asked_for[3], 5, 5, 0)
    assert same["green less grey, points"] == 0 and same["clear"] == "no", "it says what is so already"
    assert shift["same end"] < 5 and shift["go together"] == pytest.approx(statistics.correlation(*leads))
    view = rows(path, "SELECT * FROM pairs WHERE variant = 1 ORDER BY pair")
    assert [row["change_green"] - row["change_grey"] for row in view] == changes


def test_a_strong_change_is_found_in_few_pairs(answer: Callable[..., Any], tmp_path: Path) -> None:
    """Where no points are scored, by the share of wins. A line of strength 30 keeps the hill."""
    changes = ("--change", "strength:8-line=3", "--change", "strength:7-line=30|30")
    game = ("lab", "sensitivity", "hill", "battle", "--players", "blue=steady,red=passive", "--pairs", 10)
    told = answer(*game, *changes, "-o", tmp_path / "r.db")
    strong, weak = named(told, "effects")
    assert (strong["change"], weak["change"]) == (changes[3], changes[1])
    assert strong["effect"] == 1 and strong["effect, low"] > 0.5 and weak["effect"] == 0
    strong, weak = named(told, "effects-by-side")
    assert (strong["clear"], weak["clear"]) == ("yes", "no") and "green less grey, points" not in strong
    assert strong["share of wins of blue"] == -1 and strong["other level"] == 10


def test_a_change_under_which_a_rule_breaks_is_told_beside_the_others(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that cannot bear a strength of 9: its games are faults, those of the other change count."""
    really = hill.Shift

    def broken(columns: int, text: str, **given: Any) -> Any:
        if broken_by in playing_now:
            raise KeyError("no row for 9")
        return really(columns, text, **given)

    broken_by, playing_now = "strength", set[str]()
    made = changed_board

    def board(ruleset: Ruleset, scenario: str, options: Any, change: Any = None) -> Any:
        playing_now.clear()
        if change is not None and "=9" in change.name:
            playing_now.add(broken_by)
        return made(ruleset, scenario, options, change)

    monkeypatch.setattr(hill, "Shift", broken)
    monkeypatch.setattr("hexcore.lab.order.changed_board", board)
    changes = ("--change", "shift:+1", "--change", "strength:7-line=9|9", "--pairs", 2)
    players = ("--players", "blue=steady,red=passive")
    status, out, err = run(
        "lab", "sensitivity", "hill", "battle", *players, *changes, "--json", "-o", tmp_path / "r.db"
    )
    told = json.loads(out)
    assert status == 1 and err.startswith("hexcore: 2 games could not be played (table faults of ")
    (fault,) = named(told, "faults")
    assert (fault["change"], fault["games"]) == ("strength:7-line=9|9", 2)
    assert fault["why the first one has none"].startswith("KeyError: ")
    found = {row["change"]: row["pairs"] for row in named(told, "effects-by-side")}
    assert found == {"shift:+1": 2, "strength:7-line=9|9": 0}


def test_more_changes_and_pairs_go_on_with_the_games_there_are(
    run: Callable[..., Any], tmp_path: Path
) -> None:
    path, whole = tmp_path / "r.db", tmp_path / "whole.db"
    one, other = ("--change", "shift:+1"), ("--change", "option:river=off")
    assert run(*FORD, *one, "--pairs", 2, "-o", path)[2].startswith("0 of 4 games")
    assert run(*FORD, *one, *other, "--pairs", 2, "-o", path)[2].startswith("4 of 6 games")
    later = run(*FORD, *other, *one, "--pairs", 3, "-o", path)
    assert later[2].startswith("6 of 9 games")
    assert run(*FORD, *one, *other, "--pairs", 3, "-o", whole)[1] == later[1]
    assert tables(path) == tables(whole)


def test_a_change_travels_to_a_cluster(answer: Callable[..., Any], tmp_path: Path) -> None:
    from distributed import LocalCluster

    asked_for = ("--change", "shift:-1", "--change", "strength:foot=+2", "--pairs", 3)
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://"
    ) as local:
        there = answer(*FORD, *asked_for, "--scheduler", local.scheduler_address, "-o", tmp_path / "there.db")
    assert there == answer(*FORD, *asked_for, "-o", tmp_path / "here.db")
    assert tables(tmp_path / "there.db") == tables(tmp_path / "here.db")


# ------------------------------------------------------------------ values nobody has printed
def test_the_unknown_values_of_a_real_game_in_groups() -> None:
    cobra = find("cobra-1977")
    groups = {group.name: group for group in unknown_groups(cobra, "breakout", {}, 100)}
    assert not any(name.startswith("results at") for name in groups), "the table of 1977 is printed"
    strength = groups["strength of german armor"]
    marks = {
        id: c.provenance["strength"]
        for id, c in cobra.counters.items()
        if (c.side, c.kind) == ("german", "armor")
    }
    played = {cell[1] for cell in strength.up}
    assert played <= {id for id, mark in marks.items() if mark != "printed"} and len(played) == strength.count
    assert ("units", "g_pz_10SS", "strength_per_step", "6|4") in strength.up
    assert ("units", "g_pz_10SS", "strength_per_step", "4|2") in strength.down
    assert len(unknown_groups(cobra, "breakout", {}, 5)) == 5
    normandy = {group.name: group for group in unknown_groups(find("cobra"), "campaign", {}, 100)}
    table = {(line.cells["die"], line.cells["odds"]): line.cells for line in _crt("cobra")}
    for step, beside in ((normandy["results at 1-1"].up, "2-1"), (normandy["results at 1-1"].down, "1-2")):
        assert step
        for _, key, column, value in step:
            die = key.split()[0]
            assert value == table[die, beside][column] != table[die, "1-1"][column]


def _crt(id: str) -> Any:
    from hexcore.shipped import shipped

    return shipped(find(id)).tables["crt"].lines


def test_no_step_makes_nothing_of_a_number_or_something_of_nothing() -> None:
    cobra = find("cobra")
    for group in unknown_groups(cobra, "campaign", {}, 200):
        if group.name.startswith("results at"):
            continue
        for *_, value in (*group.up, *group.down):
            assert all(float(part) >= 0 for part in value.split("|"))
        downs = [value for *_, value in group.down if "|" not in value]
        assert all(float(value) > 0 for value in downs), group.name


def test_unknown_values_are_ranked_by_what_they_surely_change(
    answer: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two groups of the hill, one of which decides the game, and a step that its reader refuses."""

    def cells(unit: str, value: str) -> Any:
        return (("counters", unit, "strength", value),)

    groups = [
        Group("what hardly matters", 1, cells("8-line", "3"), ()),
        Group("what matters", 2, cells("7-line", "30|30"), cells("7-line", "2|1")),
        Group("what cannot be", 1, cells("7-line", "3|2|1"), ()),
    ]
    monkeypatch.setattr(commands_games, "unknown_groups", lambda *_given: groups)
    game = ("lab", "sensitivity", "hill", "battle", "--players", "blue=steady,red=passive", "--pairs", 10)
    told = answer(*game, "--unknown", 3, "-o", tmp_path / "r.db")
    first, *others = named(told, "ranking")
    assert (first["values"], first["rank"], first["how many"]) == ("what matters", 1, 2)
    assert first["changes at least"] > 0 and first["a step up"] is not None
    assert {row["values"] for row in others} == {"what hardly matters", "what cannot be"}
    (refused,) = named(told, "refused")
    assert (
        refused["step"] == "what cannot be, a step up"
        and "3 strengths and 2 movements" in refused["why it was not played"]
    )
    assert [row["values"] for row in named(told, "unknown")] == [
        row["values"] for row in named(told, "ranking")
    ]
    assert answer(*game, "--unknown", 3, "-o", tmp_path / "r.db") == told
