"""Profiles side by side: phases aligned and moved, tables cell by cell, one table found moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

import crossing
import hill
import pytest

from hexcore.charts import CombatResultsTable
from hexcore.lab.changes import with_shift
from hexcore.lab.diff import Diff, diff_of
from hexcore.lab.profile import profile_of
from hexcore.lab.profile_facts import Fact, Grid, Profile, Spot, Step
from hexcore.lab.profile_pages import diff_page
from hexcore.rules import rule
from hexcore.ruleset import Ruleset, find
from hexcore.state import Combat, GameState

Run = Callable[..., tuple[int, str, str]]


@cache
def of(id: str) -> Profile:
    return profile_of({"hill": hill.RULESET, "crossing": crossing.RULESET}.get(id) or find(id))


def with_table(table: CombatResultsTable) -> Ruleset:
    """Hold the Hill fought on another table."""
    module = ModuleType("another_table")

    @rule({"hill": "7.1"}, hook="combat_table")
    def another(state: GameState, combat: Combat) -> CombatResultsTable:
        return table

    another.__module__ = module.__name__
    vars(module)["another"] = another
    return replace(hill.RULESET, load_modules=lambda: [hill, module])


# ------------------------------------------------------------------ the same, and one change
def test_a_game_and_itself() -> None:
    found = diff_of(of("hill"), of("hill"))
    assert found.findings == ()
    assert {pair.change for pair in found.facts} == {"equal"}
    assert {pair.change for pair in found.steps} == {"equal"}
    assert not any(pair.cells for pair in found.grids)


@pytest.mark.parametrize("columns, told", [(1, "1 column to the right"), (-2, "2 columns to the left")])
def test_all_attacks_shifted(columns: int, told: str) -> None:
    found = diff_of(of("hill"), profile_of(with_shift(hill.RULESET, columns)))
    assert found.findings[0] == f"all attacks of B are shifted {told}"
    differing = [pair for pair in found.facts if pair.change != "equal"]
    assert {pair.key[-1] for pair in differing} == {"columns"}
    assert {pair.difference for pair in differing} == {columns}


def test_a_shift_is_one_table_moved() -> None:
    found = diff_of(of("hill"), profile_of(with_shift(hill.RULESET, 1)))
    assert (
        "An attack in the open: every column of B equals the next column to the right of A" in found.findings
    )
    printed = next(pair for pair in found.grids if pair.title == "Results of combat")
    assert (printed.equal, printed.cells) == (24, ())


def test_a_printed_table_moved_by_a_column() -> None:
    columns = hill.CRT.columns
    rows = {die: (*row[1:], row[-1]) for die, row in hill.CRT.rows.items()}
    found = diff_of(of("hill"), profile_of(with_table(CombatResultsTable(columns, rows))))
    moved = "every column of B equals the next column to the right of A"
    assert f"Results of combat: {moved}" in found.findings
    assert not any(finding.startswith("all attacks") for finding in found.findings)


def test_a_printed_table_moved_by_a_pip() -> None:
    rows = {die: hill.CRT.rows[min(die + 1, 6)] for die in hill.CRT.rows}
    found = diff_of(of("hill"), profile_of(with_table(CombatResultsTable(hill.CRT.columns, rows))))
    assert "Results of combat: every row of B equals the next row down of A" in found.findings


def test_one_cell_changed_is_one_cell_told_and_no_table_moved() -> None:
    rows = dict(hill.CRT.rows) | {3: (("9", "0"), *hill.CRT.rows[3][1:])}
    found = diff_of(of("hill"), profile_of(with_table(CombatResultsTable(hill.CRT.columns, rows))))
    printed = next(pair for pair in found.grids if pair.title == "Results of combat")
    assert [(r, c, a and a.value, b and b.value) for r, c, a, b in printed.cells] == [
        ("3", "1-2", "1/0", "9/0")
    ]
    assert found.findings == ()


def changes(found: Diff) -> Mapping[str, tuple[Any, Any]]:
    return {
        "/".join(pair.key): (pair.one and pair.one.value, pair.other and pair.other.value)
        for pair in found.facts
        if pair.change != "equal"
    }


def test_a_rule_switched_off_is_seen() -> None:
    zones = changes(diff_of(of("hill"), profile_of(hill.RULESET, off=frozenset({"6.1"}))))
    assert zones["zones/going on/infantry"] == ("no", "free")
    assert not any(key.startswith("stacking") for key in zones)
    stacking = changes(diff_of(of("hill"), profile_of(hill.RULESET, off=frozenset({"6.2"}))))
    assert stacking["stacking/most in a hex/any size (red)"] == (1, "at least 2")
    assert not any(key.startswith("zones") for key in stacking)


# ------------------------------------------------------------------ phases
def phase(id: str, side: str, kind: str, title: str) -> Step:
    return Step(id, title, side, kind, side)


def profile(*steps: Step, facts: tuple[Fact, ...] = (), grids: tuple[Grid, ...] = ()) -> Profile:
    return Profile("x", "one", ("red", "blue"), steps, facts, grids)


MOVE = phase("red-movement", "red", "movement", "Movement")
FIGHT = phase("red-combat", "red", "combat", "Combat")
ENEMY = phase("blue-movement", "blue", "movement", "Movement")


def test_phases_that_stand_elsewhere_are_moved() -> None:
    found = diff_of(profile(MOVE, FIGHT, ENEMY), profile(ENEMY, MOVE, FIGHT)).steps
    assert [(pair.change, pair.place) for pair in found] == [
        ("equal", (1, 2)),
        ("equal", (2, 3)),
        ("moved", (3, 1)),
    ]


def test_phases_added_removed_and_otherwise() -> None:
    weather = phase("weather", "red", "", "Weather")
    slow = replace(MOVE, does={"moves": "1/3 of its points"})
    found = diff_of(profile(weather, MOVE, FIGHT), profile(slow, FIGHT, ENEMY)).steps
    assert [pair.change for pair in found] == ["removed", "differs", "equal", "added"]
    assert found[1].differs == {"moves": ("", "1/3 of its points")}


def test_sides_of_other_names_are_taken_in_their_order() -> None:
    other = replace(profile(replace(MOVE, id="north-movement", side="north")), sides=("north", "south"))
    (pair,) = diff_of(profile(MOVE), other).steps
    assert pair.place == (1, 1)


# ------------------------------------------------------------------ facts and tables
def test_numbers_are_set_side_by_side() -> None:
    one, other = Fact(("supply", "limit"), 12, "hexes"), Fact(("supply", "limit"), 8, "hexes")
    (pair,) = diff_of(profile(facts=(one,)), profile(facts=(other,))).facts
    assert (pair.change, pair.difference) == ("differs", -4)


def grid(title: str, cells: Mapping[tuple[str, str], object], axis: bool = False) -> Grid:
    rows = tuple(dict.fromkeys(row for row, _ in cells))
    columns = tuple(dict.fromkeys(column for _, column in cells))
    return Grid(title, title, rows, columns, {k: Spot(v) for k, v in cells.items()}, axis=axis)  # type: ignore[arg-type]


def test_a_table_told_by_side_is_compared_with_one_told_as_a_whole() -> None:
    whole = grid("ground", {("bocage", "columns"): -1})
    parts = grid("ground", {("bocage", "columns, foot"): -1, ("bocage", "columns, mech"): -2})
    (pair,) = diff_of(profile(grids=(whole,)), profile(grids=(parts,))).grids
    assert pair.equal == 1
    assert [cell[:2] for cell in pair.cells] == [("bocage", "columns, mech")]


def test_tables_with_nothing_in_common_are_not_compared() -> None:
    numbers = grid("results", {("1", "1-1"): "1/0", ("1", "2-1"): "0/1"}, axis=True)
    words = grid("results", {("1", "1-1"): "Ae", ("1", "2-1"): "De"}, axis=True)
    (pair,) = diff_of(profile(grids=(numbers,)), profile(grids=(words,))).grids
    assert (pair.apart, pair.cells) == ("results of another kind", ())
    other = grid("turns", {("a", "b"): 1})
    (pair,) = diff_of(profile(grids=(other,)), profile(grids=(grid("turns", {("c", "d"): 1}),))).grids
    assert pair.apart == "no cell of one is in the other"


def test_costs_of_classes_of_other_names_are_compared_by_kind_of_unit() -> None:
    foot = Fact(("movement", "mobility", "infantry"), "foot")
    red, blue = (Fact(("movement", "mobility", f"infantry ({side})"), side) for side in ("red", "blue"))
    one = replace(grid("movement-costs", {("woods", "foot"): 2}), title="costs")
    other = replace(grid("movement-costs", {("woods", "red"): 2, ("woods", "blue"): 3}), title="costs")
    (pair,) = diff_of(profile(facts=(foot,), grids=(one,)), profile(facts=(red, blue), grids=(other,))).grids
    assert pair.equal == 1
    assert [(cell[:2], cell[3] and cell[3].value) for cell in pair.cells] == [
        (("woods", "infantry, blue"), 3)
    ]


def test_games_of_two_families() -> None:
    found = diff_of(of("hill"), of("crossing"))
    assert found.count("differs")
    assert found.count("added")
    page = diff_page(found, ("hill", "crossing"))
    text = "\n".join(page.blocks[0].lines)  # type: ignore[union-attr]
    assert "results of another kind" in text


# ------------------------------------------------------------------ the command
@pytest.mark.usefixtures("small_rulesets")
def test_the_command(run: Run, answer: Callable[..., Any]) -> None:
    status, out, _ = run("lab", "diff", "hill", "--change", "shift:+1")
    assert status == 0
    assert "All attacks of B are shifted 1 column to the right." in out
    found = answer("lab", "diff", "hill", "--change", "off:6.1")["diff"]
    told = {"/".join(fact["key"]): (fact["a"], fact["b"]) for fact in found["facts"]}
    assert told["zones/going on/infantry"] == ("no", "free")
    everything = answer("lab", "diff", "hill", "--change", "off:6.1", "--all")["diff"]
    assert len(everything["facts"]) == sum(found["counts"].values()) > len(found["facts"])


@pytest.mark.usefixtures("small_rulesets")
def test_a_cell_of_a_table_changed_by_name(answer: Callable[..., Any]) -> None:
    found = answer("lab", "diff", "crossing", "--change", "crt/1 1-1/result=De")["diff"]
    (results,) = [table for table in found["tables"] if table["title"] == "Results of combat"]
    assert [(cell["row"], cell["column"], cell["b"]) for cell in results["cells"]] == [("1", "1-1", "De")]


@pytest.mark.usefixtures("small_rulesets")
@pytest.mark.parametrize(
    "words, told",
    [
        (("hill",), "--change"),
        (("hill", "nowhere"), "'nowhere'"),
        (("hill", "--change", "colour:red"), "'colour:red'"),
        (("hill", "--change", "off:99"), "99"),
    ],
)
def test_wrong_input(mistake: Callable[..., str], words: tuple[str, ...], told: str) -> None:
    assert told in mistake("lab", "diff", *words)


# ------------------------------------------------------------------ the large games
@pytest.mark.soak
def test_cobra_with_every_attack_shifted() -> None:
    found = diff_of(of("cobra-1977"), profile_of(with_shift(find("cobra-1977"), 1)))
    assert found.findings == (
        "all attacks of B are shifted 1 column to the right",
        "An attack in the open: every column of B equals the next column to the right of A",
    )


@pytest.mark.soak
def test_two_editions_and_two_games() -> None:
    editions = diff_of(of("cobra-1977"), of("cobra"))
    assert [pair.one.title for pair in editions.steps if pair.change == "removed" and pair.one] == ["Weather"]
    costs = next(pair for pair in editions.grids if pair.title == "What movement costs")
    assert ("bocage", "mech") in [cell[:2] for cell in costs.cells]
    games = diff_of(of("cobra"), of("breakout-pursuit"))
    moved = {pair.one.id for pair in games.steps if pair.change == "moved" and pair.one}
    assert {"german-movement", "german-combat", "german-mechanized"} <= moved
