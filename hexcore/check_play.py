"""The sections of `hexcore check` that play: conformance, perft, and what code and tests say of the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hexcore import coverage as covering
from hexcore.checkup import Extent, Flaw, Section, several
from hexcore.conformance import Looked, conformance, hook_faults
from hexcore.coverage import Row
from hexcore.game import Game, TypedDice
from hexcore.playthrough import perft
from hexcore.sources_of_data import Spots
from hexcore.tables import read_csv

if TYPE_CHECKING:
    from hexcore.ruleset import Ruleset
    from hexcore.state import GameState

SEEDS, FAST_SEEDS = (1, 2), (1,)
SCALE, FAST_SCALE = 25, 8
FAST_SCENARIOS = 3
FAST_ANSWERS = 150
"""After so many answers a fast check breaks off a game."""
PERFT = "perft.csv"
MOST_POSITIONS, FAST_POSITIONS = 3_000, 300
"""So many sequences of answers at most are counted by force."""
DEEPEST = 6


@dataclass(frozen=True)
class PerftRow:
    """perft.csv: how many sequences of answers of a depth a scenario has, as its author has counted them."""

    scenario: str
    depth: int
    count: int


# ------------------------------------------------------------------ conformance
def conformance_section(ruleset: Ruleset, extent: Extent) -> Section:
    """Random games, looked into; see `conformance`, `examination` and `brute_force`."""
    scenarios = list(ruleset.scenarios)
    chosen = scenarios[:: -(-len(scenarios) // FAST_SCENARIOS)] if extent.fast and scenarios else scenarios
    found = played(ruleset, extent, chosen)
    if len(chosen) < len(scenarios):
        found.checked.append(f"{len(chosen)} of {len(scenarios)} scenarios")
    return found


def played(ruleset: Ruleset, extent: Extent, scenarios: list[str]) -> Section:
    """The same of some scenarios."""
    looked, found = Looked(), Section("conformance")
    failures = conformance(
        ruleset,
        seeds=FAST_SEEDS if extent.fast else SEEDS,
        scenarios=scenarios,
        scale=FAST_SCALE if extent.fast else SCALE,
        most=FAST_ANSWERS if extent.fast else None,
        looked=looked,
    )
    found.flaws += [Flaw(failure.told, failure.path, failure.line) for failure in failures]
    found.checked.append(
        f"{several(looked.games, 'game')}, {several(looked.positions, 'position')}, "
        f"{several(len(looked.kinds), 'kind')} of question"
    )
    if not scenarios:
        found.checked = [f"{ruleset.status}: there is nothing to play"]
    never = sorted(_own_kinds(ruleset) - looked.kinds - looked.asked) if scenarios else []
    if never:
        found.checked.append(f"never asked: {', '.join(never)}")
    return found


def _own_kinds(ruleset: Ruleset) -> set[str]:
    """The kinds of the questions that a ruleset adds."""
    found = (cls.__dataclass_fields__.get("kind") for cls in ruleset.decisions)
    return {str(field.default) for field in found if field is not None}


# ------------------------------------------------------------------ perft
def perft_section(ruleset: Ruleset, extent: Extent) -> Section:
    """Sequences of answers counted twice, forking and taking back, and against the author's own count."""
    found, most = Section("perft"), FAST_POSITIONS if extent.fast else MOST_POSITIONS
    path = ruleset.folder / PERFT
    known = {
        (row.scenario, row.depth): row.count for row in (read_csv(path, PerftRow) if path.exists() else [])
    }
    for scenario in ruleset.scenarios:
        game = Game.start(ruleset.board(scenario), TypedDice())
        counts = list[int]()
        if len(game.legal_actions()) > most:
            found.checked.append(f"{scenario} more than {most}")
            continue
        for depth in range(1, DEEPEST + 1):
            count = perft(game, depth)
            again = perft_by_undo(game.fork(), depth)
            counts.append(count)
            if count != again:
                text = f"{scenario}: {count} sequences of {depth} answers, {again} when each is taken back"
                found.flaws.append(Flaw(text))
            wanted = known.get((scenario, depth), count)
            if wanted != count:
                text = f"{scenario}: {count} sequences of {depth} answers; {PERFT} says {wanted}"
                found.flaws.append(Spots(ruleset).flaw(text, scenario, PERFT))
            wider = max(1, count // max(1, counts[-2] if len(counts) > 1 else 1))
            if count * wider > most or not count:
                break
        found.checked.append(f"{scenario} {' '.join(map(str, counts))}")
    if not ruleset.scenarios:
        found.checked.append("nothing to play")
    return found


def perft_by_undo(game: Game, depth: int) -> int:
    """`perft` on one game whose answers are taken back; on a copy where a die or a reveal forbids that."""
    if depth == 0:
        return 1
    count = 0
    for action in game.legal_actions():
        before, kept = game.state, game.fork()
        game.submit(action)
        count += perft_by_undo(game, depth - 1)
        while game.state is not before:
            if game.undo() is None:
                if not _shut(before, game.state):
                    return -1
                game = kept
    return count


def _shut(before: GameState, now: GameState) -> bool:
    """Whether a die was rolled or a secret opened between two states: nobody goes back behind that."""
    return (before.rolls, before.commitments) != (now.rolls, now.commitments)


# ------------------------------------------------------------------ coverage
def coverage_section(ruleset: Ruleset, extent: Extent) -> Section:
    """Rules of play without code or without a test; numbers that no rule has."""
    found, rows = Section("coverage"), covering.rows(ruleset)
    if not any(row.tests for row in rows):
        _add_tests(rows, dict.fromkeys(tests_beside(ruleset)))
    known = any(row.tests for row in rows)
    told = {text.split("'")[-2] for text in hook_faults(ruleset) if text.endswith("a rule without a text")}
    for row in rows:
        problems = [p.partition(": ")[2] for p in covering.problems([row.__dict__])]
        problems = [p for p in problems if known or p != "no test plays it"]
        if problems and row.rule not in told:
            text = f"{row.rule!r}: {' and '.join(problems)}"
            found.flaws.append(Spots(ruleset).flaw(text, row.rule, "rules.toml", "*rule_index*", "*.py"))
    of_play = [row for row in rows if row.needs_proof]
    tested = sum(bool(row.tests) for row in of_play)
    found.checked.append(f"{len(of_play)} rules of play, {tested} with tests")
    if of_play and not known:
        found.checked.append(
            f"no tests are known: `hexcore.coverage --collect {ruleset.id}` keeps their list"
        )
    return found


def _add_tests(rows: list[Row], tests: dict[tuple[str, str], None]) -> None:
    by_rule = {row.rule: row for row in rows}
    for number, test in tests:
        if number in by_rule:
            by_rule[number].tests.append(test)
        else:
            rows.append(Row(number, kind=covering.UNKNOWN if by_rule else "case", tests=[test]))


def tests_beside(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """(rule, test) as the marks of test files beside the ruleset's package say, where no record is kept."""
    for home in (ruleset.folder / "tests", ruleset.folder.parent / "tests"):
        for path in sorted(home.rglob("test_*.py")) if home.is_dir() else ():
            yield from marks_in(path, ruleset.id)


def marks_in(path: Path, edition: str) -> Iterator[tuple[str, str]]:
    """The rules that the tests of a file are marked with, read without importing it."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("mark.rule"):
                said = [part.value for part in mark.args if isinstance(part, ast.Constant)]
                if said and said[0] == edition:
                    yield from ((str(number), f"{path.name}::{node.name}") for number in said[1:])
