"""How many attempts are refused in The Normandy Campaign, and over what: no chapter is left out."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path

from attempts import Attempt, played

TABLES = [path.stem for path in sorted(Path(__file__).parent.glob("test_refused_*.py"))]
CHAPTERS = {str(number) for number in (*range(5, 15), 16)}
LEAST = 4
"""Attempts a chapter."""


def attempts() -> list[Attempt]:
    """Every attempt that a test makes in The Normandy Campaign, each once."""
    tests = [t for name in TABLES for t in vars(import_module(name)).values() if callable(t)]
    marks = [mark for test in tests for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    rows = [row.values for mark in marks if "attempt" in mark.args[0] for row in mark.args[1]]
    made = [value for row in rows if "cobra" in row for value in row if isinstance(value, Attempt)]
    return list({id(attempt): attempt for attempt in made}.values())


def chapters(attempt: Attempt) -> set[str]:
    """The chapters of the rule cited and of the case that the twin turns on."""
    return {number.partition(".")[0] for number in played(attempt)["cobra"]}


def test_attempts_are_refused_in_every_chapter():
    made = attempts()
    assert len(made) >= 180
    assert len({number for a in made for number in played(a)["cobra"]}) >= 70
    by_chapter = Counter(chapter for a in made for chapter in chapters(a))
    assert {chapter for chapter in CHAPTERS if by_chapter[chapter] < LEAST} == set()


def test_the_army_boundary_has_its_own():
    assert sum(a.rule.startswith("5.10") for a in attempts()) >= LEAST


def test_a_twin_is_another_attempt():
    assert [a for a in attempts() if a.legal() == a] == []
