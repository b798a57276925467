"""Rule coverage: the rule index, the code, the tables and the tests of a ruleset joined by rule number.

A test says which rule it plays: `@pytest.mark.rule(ruleset, number)`. What pytest collects of these marks is
kept in a file of the ruleset (`Ruleset.test_record`), so that coverage is known where no tests are installed:

    python -m hexcore.coverage --collect RULESET    writes that file, from the tests below the current folder
    python -m hexcore.coverage --page RULESET       writes docs/rules/RULESET.md (see `rules_page`)

With `--check` nothing is written: exit status 2 when the file is not up to date.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from hexcore.map_files import folders
from hexcore.rules import RuleMark, marked
from hexcore.ruleset import OFF, Ruleset, UnknownName, find

if TYPE_CHECKING:
    import pytest

OF_PLAY = ("case", "table")
"""Kinds of rules that need code and a test; headings, notes and components need neither."""
UNKNOWN = "unknown"
"""The kind of a row whose number the ruleset does not have."""
INDEX_FILES = ("rule_index", "tests")
"""CSV files whose `rule` column lists rules, and does not play them."""


class NoTests(ValueError):
    """The tests named in the record are not here, or cannot be collected."""


@dataclass
class Row:
    """One rule of a ruleset: what it is called, what plays it, what tests it, why it may go without."""

    rule: str
    title: str = ""
    kind: str = "case"
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    waiver: str = ""

    @property
    def needs_proof(self) -> bool:
        return self.kind in OF_PLAY and not self.waiver


# ------------------------------------------------------------------ the report
def report(ruleset: Ruleset) -> list[dict[str, Any]]:
    """One row a rule, in the order of the index; numbers that the ruleset does not have come last."""
    return [asdict(row) for row in rows(ruleset)]


def rows(ruleset: Ruleset) -> list[Row]:
    """The report as `Row`s."""
    known = {row.rule: row for row in _index(ruleset)}
    own_index = bool(known)
    for number, place in (*_in_code(ruleset), *_in_sequence(ruleset), *_in_scenarios(ruleset)):
        _row(known, number, own_index).code.append(place)
    for number, place in (*_in_data(ruleset), *_in_options(ruleset)):
        if number in known:
            known[number].code.append(place)
    for number, test in recorded_tests(ruleset):
        _row(known, number, own_index).tests.append(test)
    return sorted(known.values(), key=lambda row: row.kind == UNKNOWN)


def _row(known: dict[str, Row], number: str, own_index: bool) -> Row:
    """The row of a number. Where a ruleset has no list of its rules, the numbers in its code are the list."""
    return known.setdefault(number, Row(number, kind=UNKNOWN if own_index else "case"))


def _index(ruleset: Ruleset) -> Iterator[Row]:
    texts = ruleset.rule_texts
    index = ruleset.load_rule_index()
    if not index:
        yield from (Row(id, text.title, text.kind, waiver=text.waiver) for id, text in texts.items())
    for entry in index:
        id = ruleset.spelling(entry)
        if id is not None:
            text = texts.get(id)
            kind = entry.get("kind", "case")
            yield Row(id, text.title if text else "", kind, waiver=text.waiver if text else "")


def modules_of(ruleset: Ruleset) -> list[ModuleType | object]:
    """The ruleset's modules and those its scenarios add, each once."""
    modules = list(ruleset.load_modules())
    for scenario in ruleset.scenarios.values():
        modules += [module for module in scenario.modules if module not in modules]
    return modules


def _in_code(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Numbers on functions, on classes, and on the methods of classes."""
    for module in modules_of(ruleset):
        home = str(getattr(module, "__name__", type(module).__name__))
        for _, marked_thing, mark in marked([module]):
            yield from _numbers(mark, ruleset.id, f"{home}:{marked_thing.__name__}")
        for cls in [value for value in vars(module).values() if isinstance(value, type)]:
            if cls.__module__ == home:
                for name, method in vars(cls).items():
                    own = getattr(method, "__dict__", {}).get("hexcore_rule")
                    if own is not None:
                        yield from _numbers(own, ruleset.id, f"{home}:{cls.__name__}.{name}")


def _numbers(mark: RuleMark, edition: str, place: str) -> Iterator[tuple[str, str]]:
    own = mark.numbers.get(edition)
    for number in (*([own] if own else ()), *mark.also.get(edition, ())):
        yield number, place


def _in_sequence(ruleset: Ruleset) -> list[tuple[str, str]]:
    phases = ruleset.sequence.phases
    return [(rule, f"sequence:{phase.id}") for phase in phases for rule in phase.rules if rule]


def _in_scenarios(ruleset: Ruleset) -> list[tuple[str, str]]:
    """The number by which a scenario leaves rules out."""
    scenarios = ruleset.scenarios.values()
    return [(s.scope_rule, f"scenario:{s.id}") for s in scenarios if s.scope_rule]


def _in_options(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    options = {option.id: option for scenario in ruleset.scenarios.values() for option in scenario.options}
    return ((option.rule, f"option:{option.id}") for option in options.values())


def _in_data(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Lines of data files that name their rule."""
    for path in sorted(ruleset.folder.rglob("*.csv")):
        if path.stem.startswith(INDEX_FILES) or _of_another_map(ruleset, path):
            continue
        with path.open(newline="", encoding="utf-8") as file:
            lines = csv.DictReader(file)
            if "rule" in (lines.fieldnames or ()):
                place = path.relative_to(ruleset.folder).as_posix()
                yield from ((line["rule"], f"{place}:{lines.line_num}") for line in lines if line["rule"])


def _of_another_map(ruleset: Ruleset, path: Path) -> bool:
    """Does a file belong to a map that another ruleset of the same folder is played on?"""
    tools = ruleset.map_tools
    if tools is None or not (path.parent / "map.toml").exists():
        return False
    return path.parent.resolve() not in {folder.resolve() for folder in folders(tools.folder)}


def problems(report: Iterable[Mapping[str, Any]]) -> list[str]:
    """What a report finds: unknown numbers, and rules of play without code or without a test."""
    found = []
    for row in report:
        rule, kind = row["rule"], row["kind"]
        if kind == UNKNOWN:
            found.append(f"{rule}: no rule of this game; named by {', '.join([*row['code'], *row['tests']])}")
        elif kind in OF_PLAY and not row["waiver"]:
            if not any(_plays(place, kind) for place in row["code"]):
                found.append(f"{rule}: no code plays it")
            if not row["tests"]:
                found.append(f"{rule}: no test plays it")
    return found


def _plays(place: str, kind: str) -> bool:
    """Whether a place plays a rule: an option only switches it; a line of data is a table, not a case."""
    if place.startswith("option:"):
        return False
    return kind == "table" or ".csv:" not in place


# ------------------------------------------------------------------ which tests play which rule
def recorded_tests(ruleset: Ruleset) -> list[tuple[str, str]]:
    """(rule, test) as recorded in the ruleset's file; nothing when it has none."""
    path = ruleset.folder / ruleset.test_record
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [(line["rule"], line["test"]) for line in csv.DictReader(file)]


class Collector:
    """A pytest plugin: which collected tests are marked with which rules of a ruleset."""

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self.marked: dict[tuple[str, str], list[str]] = {}
        self.variants: dict[str, int] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            test = item.nodeid.partition("[")[0]
            self.variants[test] = self.variants.get(test, 0) + 1
            numbers = {n for m in item.iter_markers("rule") if m.args[0] == self.edition for n in m.args[1:]}
            for number in numbers:
                self.marked.setdefault((number, test), []).append(item.nodeid)

    def lines(self) -> list[tuple[str, str]]:
        """(rule, test): a test in one line when all its variants play the rule, else a line a variant."""
        found: list[tuple[str, str]] = []
        for (number, test), variants in self.marked.items():
            whole = len(variants) == self.variants[test]
            found += [(number, test)] if whole else [(number, variant) for variant in variants]
        return sorted(found)


def collected_tests(edition: str, tests: str = "tests") -> list[tuple[str, str]]:
    """(rule, test) as pytest collects them below the current folder. For a process of its own."""
    return collected([edition], tests)[edition]


def collected(editions: Sequence[str], tests: str = "tests") -> dict[str, list[tuple[str, str]]]:
    """The same for several rulesets at once."""
    import pytest

    collectors, output = [Collector(edition) for edition in editions], io.StringIO()
    arguments = ["--collect-only", "-qq", "--no-header", "-m", "", "-p", "no:cacheprovider", tests]
    arguments += ["--assert=plain"]  # nothing is run: no assert has to tell what it saw
    arguments += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hexcore is imported already: it asks
    with redirect_stdout(output):
        status = pytest.main(arguments, plugins=collectors)
    if status != 0:
        raise NoTests(f"pytest cannot collect {tests}:\n{output.getvalue()}")
    return {collector.edition: collector.lines() for collector in collectors}


def record_text(lines: Sequence[tuple[str, str]]) -> str:
    """The text of a test record."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerows([("rule", "test"), *lines])
    return output.getvalue()


# ------------------------------------------------------------------ the proof
class Proof(NamedTuple):
    """One rule switched off: whether one of its tests failed, in how many seconds; else why that proves
    nothing, in words."""

    rule: str
    proved: bool
    seconds: float
    why: str = ""


def to_prove(ruleset: Ruleset, rules: Iterable[str] | None = None) -> list[Row]:
    """What `prove` goes through: every rule of play that has tests and no waiver, or those of *rules*."""
    wanted = None if rules is None else set(rules)
    return [
        row
        for row in rows(ruleset)
        if row.tests and (row.needs_proof if wanted is None else row.rule in wanted)
    ]


def prove(
    ruleset: Ruleset, rules: Iterable[str] | None = None, jobs: int = 2, root: Path | None = None
) -> Iterator[Proof]:
    """Switch each rule off in turn and run its tests, which lie below *root*, or below the current folder."""
    root = root or Path.cwd()
    scope = to_prove(ruleset, rules)
    files = {test.partition("::")[0] for row in scope for test in row.tests}
    missing = sorted(name for name in files if not (root / name).exists())
    if missing:
        raise NoTests(f"the tests are not here: {root / missing[0]} is missing")
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda row: _proved(row, root), scope)


def _proved(row: Row, root: Path) -> Proof:
    command = [sys.executable, "-m", "pytest", "-x", "-qq", "--no-header", "-m", "", "-p", "no:cacheprovider"]
    command += ["--assert=plain"]  # whether a test failed is all that is asked
    began = time.perf_counter()
    environment = {**os.environ, OFF: row.rule, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([*command, *row.tests], cwd=root, env=environment, capture_output=True, text=True)
    proved = done.returncode == FAILED
    why = "" if proved else _unproved(row, done.returncode, done.stdout + done.stderr)
    return Proof(row.rule, proved, time.perf_counter() - began, why)


PASSED, FAILED = 0, 1
"""How pytest ends when all tests pass, and when one fails."""


def _unproved(row: Row, status: int, said: str) -> str:
    """Why a proof came to nothing."""
    if status == PASSED:
        return f"without it pass {', '.join(row.tests)}"
    last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "it says nothing")
    return f"pytest cannot run {', '.join(row.tests)} (exit status {status}): {last}"


# ------------------------------------------------------------------ generated files
def main(arguments: Sequence[str] | None = None) -> int:
    """Write, or check, the generated files of rulesets."""
    parser = argparse.ArgumentParser(prog="hexcore.coverage", description="generated files of rule coverage")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--collect", metavar="RULESET", nargs="+", help="write which tests play which rule")
    what.add_argument("--page", metavar="RULESET", nargs="+", help="write docs/rules/RULESET.md")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 2 when one is out of date")
    given = parser.parse_args(arguments)
    try:
        rulesets = [find(id) for id in given.collect or given.page]
        files = _records(rulesets) if given.collect else _pages(rulesets)
    except (NoTests, UnknownName) as fault:
        print(fault, file=sys.stderr)
        return 2
    if given.check:
        late = [path for path, text in files if not path.exists() or path.read_text(encoding="utf-8") != text]
        for path in late:
            print(f"{path} is out of date: run {parser.prog} without --check", file=sys.stderr)
        return 2 if late else 0
    for path, text in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


def _records(rulesets: Sequence[Ruleset]) -> list[tuple[Path, str]]:
    tests = collected([ruleset.id for ruleset in rulesets])
    return [(r.folder / r.test_record, record_text(tests[r.id])) for r in rulesets]


def _pages(rulesets: Sequence[Ruleset]) -> list[tuple[Path, str]]:
    from hexcore.rules_page import page

    return [(Path("docs/rules") / f"{ruleset.id}.md", page(ruleset)) for ruleset in rulesets]


if __name__ == "__main__":
    sys.exit(main())
