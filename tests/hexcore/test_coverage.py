"""Rule coverage: what is joined, what is found missing, how tests are collected, and the proof."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import hill
import pytest
from hill import RULESET as HILL

from hexcore.coverage import Collector, NoTests, problems, prove, record_text, report
from hexcore.rules import rule
from hexcore.rules_page import page
from hexcore.ruleset import Option, Ruleset, RuleText, Scenario

HERE = Path(__file__).parents[1]
INDEX = [
    {"rule": "4.1", "kind": "case"},
    {"rule": "5.0", "kind": "heading"},
    {"rule": "5.2", "kind": "case"},
    {"rule": "5.3", "kind": "table"},
    {"rule": "5.4", "kind": "case"},
    {"rule": "5.5", "kind": "case"},
    {"rule": "9.9", "kind": "case", "edition": "later"},
]
TEXTS = {
    "5.2": RuleText("Hills", "A hill costs two points."),
    "5.5": RuleText("Rockets", "Not yet.", waiver="with the next box"),
}


def spelling(row: Mapping[str, str]) -> str | None:
    return None if row.get("edition") == "later" else row["rule"]


def module(**functions: Any) -> ModuleType:
    made = ModuleType("rocketry")
    for name, function in functions.items():
        function.__module__ = "rocketry"
        setattr(made, name, function)
    return made


@pytest.fixture
def ruleset(tmp_path: Path) -> Ruleset:
    """Hold the Hill with an index, a data file and a record of tests."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "ground.csv").write_text("word,rule\nhill,5.3\nwood,\nhill,5.4\nroad,77.7\n")
    (tmp_path / "data" / "rule_index.csv").write_text("rule\n5.3\n")
    record = [("4.1", "tests/test_a.py::test_one"), ("5.3", "tests/test_a.py::test_two")]
    (tmp_path / "data" / "tests.csv").write_text(record_text(record))
    options = (Option("rockets", "on", ("on", "off"), "5.4", "Rockets."),)
    return replace(
        HILL,
        folder=tmp_path,
        load_modules=lambda: [module()],
        load_rules=lambda: TEXTS,
        load_rule_index=lambda: INDEX,
        load_scenarios=lambda: [Scenario("battle", "The hill", 1, 4, options=options)],
        spelling=spelling,
    )


def coded(ruleset: Ruleset, **functions: Any) -> Ruleset:
    return replace(ruleset, load_modules=lambda: [module(**functions)])


def by_rule(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    return {row["rule"]: row for row in report(ruleset)}


# ------------------------------------------------------------------ what is joined
def test_a_row_for_every_rule_of_the_edition(ruleset: Ruleset) -> None:
    known = [row["rule"] for row in report(ruleset) if row["kind"] != "unknown"]
    assert known == [
        "4.1",
        "5.0",
        "5.2",
        "5.3",
        "5.4",
        "5.5",
    ]
    assert by_rule(ruleset)["5.2"] == {
        "rule": "5.2",
        "title": "Hills",
        "kind": "case",
        "code": [],
        "tests": [],
        "waiver": "",
    }


def test_functions_classes_and_methods_are_code(ruleset: Ruleset) -> None:
    @rule({"hill": "5.2"}, also={"hill": ("5.4",), "cavern": ("6.6",)})
    def launch() -> None: ...

    @rule({"hill": "5.2"})
    class Countdown:
        @rule({"hill": "5.4", "cavern": "1.1"})
        def tick(self) -> None: ...

    rows = by_rule(coded(ruleset, launch=launch, Countdown=Countdown))
    assert rows["5.2"]["code"] == ["rocketry:launch", "rocketry:Countdown"]
    assert rows["5.4"]["code"] == [
        "rocketry:launch",
        "rocketry:Countdown.tick",
        "data/ground.csv:4",
        "option:rockets",
    ]
    assert "6.6" not in rows and "1.1" not in rows


def test_phases_data_and_options_are_joined(ruleset: Ruleset) -> None:
    rows = by_rule(ruleset)
    assert rows["4.1"]["code"] == ["sequence:blue-movement"]
    assert rows["5.3"]["code"] == ["data/ground.csv:2"]
    assert rows["5.4"]["code"] == ["data/ground.csv:4", "option:rockets"]
    assert rows["4.1"]["tests"] == ["tests/test_a.py::test_one"]


def test_the_number_by_which_a_scenario_leaves_rules_out_is_played(ruleset: Ruleset) -> None:
    scenario = Scenario("battle", "The hill", 1, 4, off_rules=frozenset({"5.5"}), scope_rule="5.2")
    narrow = replace(ruleset, load_scenarios=lambda: [scenario])
    assert by_rule(narrow)["5.2"]["code"] == ["scenario:battle"]
    assert "5.2: no code plays it" not in problems(report(narrow))
    assert by_rule(ruleset)["5.2"]["code"] == []


def test_without_an_index_the_texts_are_the_list() -> None:
    ruleset = replace(HILL, load_rules=lambda: {"5.2": TEXTS["5.2"]})
    rows = by_rule(ruleset)
    assert (rows["5.2"]["kind"], rows["6.1"]["kind"]) == ("case", "unknown")


def test_without_index_and_texts_the_code_is_the_list() -> None:
    rows = by_rule(HILL)
    assert rows["7.4"]["code"] == ["hill:hill_defence"]
    assert {row["kind"] for row in rows.values()} == {"case"}


# ------------------------------------------------------------------ what is found
def test_a_case_of_play_needs_code_and_a_test(ruleset: Ruleset) -> None:
    found = problems(report(ruleset))
    assert "5.2: no code plays it" in found and "5.2: no test plays it" in found
    assert not [text for text in found if text.startswith(("4.1", "5.3", "5.0"))]


def test_an_option_and_a_line_of_data_play_no_case(ruleset: Ruleset) -> None:
    assert "5.4: no code plays it" in problems(report(ruleset))


def test_a_waiver_excuses_both(ruleset: Ruleset) -> None:
    assert not [text for text in problems(report(ruleset)) if text.startswith("5.5")]
    bare = replace(ruleset, load_rules=dict)
    assert "5.5: no code plays it" in problems(report(bare))


def test_a_number_the_game_does_not_have(ruleset: Ruleset) -> None:
    @rule({"hill": "9.9"})
    def launch() -> None: ...

    assert not [text for text in problems(report(ruleset)) if text.startswith("9.9")]
    found = problems(report(coded(ruleset, launch=launch)))
    assert "9.9: no rule of this game; named by rocketry:launch" in found


def test_a_test_of_an_unknown_number(ruleset: Ruleset) -> None:
    (ruleset.folder / ruleset.test_record).write_text(record_text([("5.22", "tests/test_a.py::test_one")]))
    assert "5.22: no rule of this game; named by tests/test_a.py::test_one" in problems(report(ruleset))


# ------------------------------------------------------------------ tests collected
class Item:
    def __init__(self, nodeid: str, *marks: tuple[str, ...]) -> None:
        self.nodeid, self.marks = nodeid, marks

    def iter_markers(self, _name: str) -> list[Any]:
        return [pytest.mark.rule(*mark).mark for mark in self.marks]


def test_variants_are_one_line_when_all_are_marked() -> None:
    session: Any = ModuleType("session")
    session.items = [
        Item("t.py::one[a]", ("hill", "1.1")),
        Item("t.py::one[b]", ("hill", "1.1"), ("hill", "1.2")),
        Item("t.py::two", ("cavern", "1.1"), ("hill", "1.3", "1.4")),
        Item("t.py::three"),
    ]
    collector = Collector("hill")
    collector.pytest_collection_finish(session)
    assert collector.lines() == [
        ("1.1", "t.py::one"),
        ("1.2", "t.py::one[b]"),
        ("1.3", "t.py::two"),
        ("1.4", "t.py::two"),
    ]


TESTS = f"""
import sys
sys.path.insert(0, {str(Path(hill.__file__).parent)!r})
import hill, pytest

@pytest.mark.rule("hill", "6.2")
def test_two_units_do_not_stack():
    from hexcore.game import Game
    state = Game.start(hill.RULESET.board("battle")).state
    units = (state.units["1-guards"], state.units["2-guards"])
    assert state.board.rules.may_stack(state, units, 0)

@pytest.mark.rule("hill", "7.4")
def test_that_proves_nothing():
    assert hill.RULESET.board("battle")
"""


@pytest.fixture
def tests_of_hill(tmp_path: Path) -> tuple[Ruleset, Path]:
    """Hold the Hill, and a folder with two tests of it."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_hill.py").write_text(TESTS)
    return replace(HILL, folder=tmp_path / "hill"), tmp_path


def test_pytest_collects_the_marks(tests_of_hill: tuple[Ruleset, Path]) -> None:
    _, root = tests_of_hill
    code = "from hexcore.coverage import collected_tests; print(collected_tests('hill'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert eval(done.stdout) == [
        ("6.2", "tests/test_hill.py::test_two_units_do_not_stack"),
        ("7.4", "tests/test_hill.py::test_that_proves_nothing"),
    ], done.stderr


# ------------------------------------------------------------------ the proof
def test_a_rule_is_proved_by_a_test_that_misses_it(tests_of_hill: tuple[Ruleset, Path]) -> None:
    ruleset, root = tests_of_hill
    record = ruleset.folder / ruleset.test_record
    record.parent.mkdir(parents=True)
    names = ("6.2", "two_units_do_not_stack"), ("7.4", "that_proves_nothing")
    record.write_text(record_text([(number, f"tests/test_hill.py::test_{name}") for number, name in names]))
    proofs = {proof.rule: proof for proof in prove(ruleset, root=root)}
    assert {number: proof.proved for number, proof in proofs.items()} == {"6.2": True, "7.4": False}
    assert proofs["6.2"].why == ""
    assert proofs["7.4"].why == "without it pass tests/test_hill.py::test_that_proves_nothing"


def test_a_proof_that_cannot_be_run_says_so(tests_of_hill: tuple[Ruleset, Path]) -> None:
    ruleset, root = tests_of_hill
    record = ruleset.folder / ruleset.test_record
    record.parent.mkdir(parents=True)
    record.write_text(record_text([("6.2", "tests/test_hill.py::test_of_old")]))
    (proof,) = prove(ruleset, root=root)
    why = "pytest cannot run tests/test_hill.py::test_of_old (exit status 4): "
    assert not proof.proved and proof.why.startswith(why)


def test_a_proof_needs_the_tests(tests_of_hill: tuple[Ruleset, Path], tmp_path: Path) -> None:
    ruleset, root = tests_of_hill
    record = ruleset.folder / ruleset.test_record
    record.parent.mkdir(parents=True)
    record.write_text(record_text([("6.2", "tests/gone.py::test_x")]))
    with pytest.raises(NoTests, match=r"gone\.py is missing"):
        list(prove(ruleset, root=root))


# ------------------------------------------------------------------ the page
def test_the_page_tells_every_rule_of_play(ruleset: Ruleset) -> None:
    told = replace(ruleset, origin=lambda row: f"Printed, {row['kind']}.", chapter=lambda id: f"Part {id[0]}")
    text = page(told)
    assert text.index("## Part 4") < text.index("## Part 5")
    assert "### 5.2 · Hills\n\nA hill costs two points.\n\n- Printed, case.\n" in text
    assert "- Waived: with the next box." in text
    assert "- Played by `sequence:blue-movement`\n- Tested by `test_a.py::test_one`" in text
    assert "5.0" not in text
