"""`hexcore lab diff`: two profiles side by side: phases aligned, tables cell by cell, numbers with their
difference; and what a whole table comes to, where one is the other moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Any, Literal

from hexcore.lab.profile_facts import Fact, Grid, Profile, Spot, Step, Value, by_kind, plain

Change = Literal["equal", "differs", "added", "removed", "moved"]
LIKE_ENOUGH = 2.0
"""Phases with so many points in common are the same phase."""
COSTS = "movement-costs"
MOST_MOVED = 4
"""So many columns or rows at most is one table looked for in the other."""


@dataclass(frozen=True)
class FactPair:
    """A fact in both profiles, or in one of them alone."""

    key: tuple[str, ...]
    one: Fact | None
    other: Fact | None

    @property
    def change(self) -> Change:
        if self.one is None or self.other is None:
            return "added" if self.one is None else "removed"
        return "equal" if self.one.value == self.other.value else "differs"

    @property
    def difference(self) -> Value:
        """The second less the first, where both are numbers."""
        return difference(self.one.value if self.one else None, self.other.value if self.other else None)


@dataclass(frozen=True)
class StepPair:
    """A phase in both sequences, or in one; `place` is where it stands in each, from 1. `differs` names what
    is otherwise in it."""

    change: Change
    one: Step | None
    other: Step | None
    place: tuple[int, int]
    differs: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class GridPair:
    """Two tables of one title. `moved` says in words how one is the other moved, where it is; `apart` why two
    are not compared cell by cell."""

    title: str
    one: Grid | None
    other: Grid | None
    cells: tuple[tuple[str, str, Spot | None, Spot | None], ...] = ()
    equal: int = 0
    moved: str = ""
    apart: str = ""

    @property
    def differing(self) -> tuple[tuple[str, str, Spot, Spot], ...]:
        """The cells of both that say otherwise."""
        return tuple(
            (row, column, a, b) for row, column, a, b in self.cells if a is not None and b is not None
        )

    def alone(self, *, first: bool) -> str:
        """The rows and columns that the first, or the second, has alone."""
        if self.one is None or self.other is None:
            return ""
        own, else_ = (self.one, self.other) if first else (self.other, self.one)
        rows = [row for row in own.rows if row not in else_.rows]
        columns = [c for c in own.columns if c not in else_.columns and ", " not in c and _whole(c, else_)]
        return ", ".join((*rows, *columns))


@dataclass(frozen=True)
class Diff:
    """Everything that two profiles have in common or not."""

    one: Profile
    other: Profile
    steps: tuple[StepPair, ...]
    facts: tuple[FactPair, ...]
    grids: tuple[GridPair, ...]

    def count(self, change: Change) -> int:
        """How many facts (by key) are so."""
        return sum(pair.change == change for pair in self.facts)

    @property
    def findings(self) -> tuple[str, ...]:
        """What whole tables, and all attacks, come to."""
        shifted = _all_shifted(self.facts)
        return (*shifted, *(f"{pair.title}: {pair.moved}" for pair in self.grids if pair.moved))

    def form(self, *, everything: bool = False) -> dict[str, Any]:
        """As plain data: `hexcore lab diff --json` (docs/laboratory.md has the form)."""
        return {
            "a": {"ruleset": self.one.ruleset, "scenario": self.one.scenario},
            "b": {"ruleset": self.other.ruleset, "scenario": self.other.scenario},
            "counts": {word: self.count(word) for word in ("equal", "differs", "added", "removed")},
            "findings": list(self.findings),
            "phases": [_step_form(pair) for pair in self.steps],
            "facts": [_fact_form(p) for p in self.facts if everything or p.change != "equal"],
            "tables": [_grid_form(pair) for pair in self.grids],
        }


def diff_of(one: Profile, other: Profile) -> Diff:
    """Two profiles compared."""
    names = dict(zip(other.sides, one.sides, strict=False)) if set(one.sides) != set(other.sides) else {}
    return Diff(
        one,
        other,
        tuple(_steps(one.steps, other.steps, names)),
        tuple(_facts(one.facts, other.facts)),
        tuple(_grids(one, other)),
    )


# ------------------------------------------------------------------ facts
def _facts(one: Sequence[Fact], other: Sequence[Fact]) -> Iterator[FactPair]:
    """By key: in the order of the first, what only the second has behind its chapter's last."""
    first = {fact.key: fact for fact in one}
    second = {fact.key: fact for fact in other}
    chapters = dict.fromkeys((*(key[0] for key in first), *(key[0] for key in second)))
    for chapter in chapters:
        keys = dict.fromkeys((*_of(first, chapter), *_of(second, chapter)))
        yield from (FactPair(key, first.get(key), second.get(key)) for key in keys)


def _of(facts: Mapping[tuple[str, ...], Fact], chapter: str) -> Iterator[tuple[str, ...]]:
    return (key for key in facts if key[0] == chapter)


def _all_shifted(facts: Sequence[FactPair]) -> tuple[str, ...]:
    """Whether every attack in the open is shifted by the same number of columns more."""
    pairs = [p for p in facts if p.key[1:2] == ("in the open",) and p.key[-1] == "columns"]
    by = {p.difference for p in pairs}
    only = next(iter(by)) if len(by) == 1 else None
    if not isinstance(only, Fraction) or not only:
        return ()
    many, way = abs(only), "right" if only > 0 else "left"
    return (f"all attacks of B are shifted {many} column{'s' if many > 1 else ''} to the {way}",)


def difference(one: Value, other: Value) -> Value:
    """The second less the first, where both are numbers; None elsewhere."""
    numbers = (int, float, Fraction)
    if not isinstance(one, numbers) or not isinstance(other, numbers):
        return None
    exact = not isinstance(one, float) and not isinstance(other, float)
    return Fraction(other) - Fraction(one) if exact else round(float(other) - float(one), 4)


# ------------------------------------------------------------------ the sequence of play
def _steps(one: Sequence[Step], other: Sequence[Step], names: Mapping[str, str]) -> Iterator[StepPair]:
    """Phases that are the same, in the order of the first sequence; those that stand elsewhere as moved."""
    pairs = _matched(one, other, names)
    kept = _longest_run([pairs.get(n, -1) for n in range(len(one))])
    taken = set(pairs.values())
    told = 0
    for n, step in enumerate(one):
        if n not in pairs:
            yield StepPair("removed", step, None, (n + 1, 0), {})
            continue
        at = pairs[n]
        if at in kept:
            yield from _added(other, range(told, at), taken)
            told = at + 1
        differs = _differs(step, other[at], names)
        change: Change = "moved" if at not in kept else "differs" if differs else "equal"
        yield StepPair(change, step, other[at], (n + 1, at + 1), differs)
    yield from _added(other, range(told, len(other)), taken)


def _added(other: Sequence[Step], places: range, taken: set[int]) -> Iterator[StepPair]:
    for at in places:
        if at not in taken:
            yield StepPair("added", None, other[at], (0, at + 1), {})


def _matched(one: Sequence[Step], other: Sequence[Step], names: Mapping[str, str]) -> dict[int, int]:
    """Place in the first by place in the second: the most alike first."""
    scored = [
        (-_likeness(a, b, names), abs(n - m), n, m) for n, a in enumerate(one) for m, b in enumerate(other)
    ]
    pairs: dict[int, int] = {}
    for score, _, n, m in sorted(scored):
        if -score >= LIKE_ENOUGH and n not in pairs and m not in pairs.values():
            pairs[n] = m
    return pairs


def _likeness(one: Step, other: Step, names: Mapping[str, str]) -> float:
    """How much two phases have in common; nothing where side or kind forbids it."""
    between = not (one.player_turn or other.player_turn or one.kind)
    if one.kind != other.kind or (one.side != names.get(other.side, other.side) and not between):
        return 0.0
    title = SequenceMatcher(None, one.title.lower(), other.title.lower()).ratio()
    mechanized = one.does.get("moves", "") == other.does.get("moves", "")
    return (
        3.0 * (one.id == other.id)
        + (1.5 if one.kind else 0.0)
        + (2.0 * title if title > 0.4 else 0.0)
        + 0.5 * (mechanized and bool(one.kind))
    )


def _longest_run(places: Sequence[int]) -> set[int]:
    """Of places in the second sequence the most that stand in order."""
    best: list[tuple[int, ...]] = [()]
    for place in [one for one in places if one >= 0]:
        runs = [run for run in best if not run or run[-1] < place]
        before = max(runs, key=len)
        best.append((*before, place))
    longest = max(best, key=len)
    return set(longest)


def _differs(one: Step, other: Step, names: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """What is otherwise in a phase: when it is played, what is done in it."""
    told = [
        {
            "turns": " ".join(map(str, step.turns)),
            "player turn": names.get(step.player_turn, step.player_turn)
            if step is other
            else step.player_turn,
            **step.does,
        }
        for step in (one, other)
    ]
    words = dict.fromkeys((*told[0], *told[1]))
    found = {word: (told[0].get(word, ""), told[1].get(word, "")) for word in words}
    return {word: both for word, both in found.items() if both[0] != both[1]}


# ------------------------------------------------------------------ tables
def _grids(one: Profile, other: Profile) -> Iterator[GridPair]:
    """Tables by their names, or their titles where these differ."""
    left = list(other.grids)
    for grid in one.grids:
        twin = next((g for g in left if g.name == grid.name), None)
        twin = twin or next((g for g in left if g.title == grid.title), None)
        if twin is None:
            yield GridPair(grid.title, grid, None)
            continue
        left.remove(twin)
        if grid.name == COSTS and not set(grid.columns) & set(twin.columns):
            grid, twin = by_kind(one, grid), by_kind(other, twin)
        yield _compared(grid, twin)
    yield from (GridPair(grid.title, None, grid) for grid in left)


def _compared(one: Grid, other: Grid) -> GridPair:
    """Two tables cell by cell: in the order of the first, and then what only the second has."""
    rows = tuple(dict.fromkeys((*one.rows, *other.rows)))
    columns = _columns(one, other)
    cells, equal = [], 0
    for row in rows:
        for column in columns:
            a, b = _at(one, row, column), _at(other, row, column)
            if a is None and b is None:
                continue
            if a is not None and b is not None and a.value == b.value:
                equal += 1
            else:
                cells.append((row, column, a, b))
    if not any(a and b for *_, a, b in cells) and not equal:
        return GridPair(one.title, one, other, apart="no cell of one is in the other")
    if one.axis and other.axis and not _values(one) & _values(other):
        return GridPair(one.title, one, other, apart="results of another kind")
    return GridPair(one.title, one, other, tuple(cells), equal, moved_by(one, other) if cells else "")


def _values(grid: Grid) -> set[Value]:
    return {spot.value for spot in grid.cells.values()}


def _columns(one: Grid, other: Grid) -> tuple[str, ...]:
    """The columns of both. Where one tells a thing by side (`columns, mech attacking`) and the other as a
    whole (`columns`), it is the parts that are compared."""
    both = dict.fromkeys((*one.columns, *other.columns))
    parts = {column.partition(", ")[0] for column in both if ", " in column}
    return tuple(column for column in both if column not in parts)


def _whole(column: str, grid: Grid) -> bool:
    """Whether a table has no part of a column either."""
    return not any(other.startswith(f"{column}, ") for other in grid.columns)


def _at(grid: Grid, row: str, column: str) -> Spot | None:
    found = grid.cells.get((row, column))
    return found or grid.cells.get((row, column.partition(", ")[0]))


# ------------------------------------------------------------------ one table as the other moved
def moved_by(one: Grid, other: Grid) -> str:
    """How every column (or row) of the second equals another of the first; empty where that is not so."""
    if not one.axis or not other.axis:
        return ""
    columns = [c for c in other.columns if c in one.columns]
    by = _offset(one.columns, columns, lambda a, b: _column(one, a) == _column(other, b))
    if by:
        return _in_words("column", by, "to the right" if by > 0 else "to the left", columns[-1])
    rows = [row for row in other.rows if row in one.rows]
    by = _offset(one.rows, rows, lambda a, b: _row(one, a) == _row(other, b))
    return _in_words("row", by, "down" if by > 0 else "up", rows[-1]) if by else ""


def _column(grid: Grid, column: str) -> list[Value]:
    return [grid.value(row, column) for row in grid.rows]


def _row(grid: Grid, row: str) -> list[Value]:
    return [grid.value(row, column) for column in grid.columns]


def _offset(names: Sequence[str], looked_at: Sequence[str], same: Any) -> int:
    """By how many places every one of some names lies off its like; 0 where there is no such number.

    At the ends a place off the table is the last one on it, as play has it, or nothing at all.
    """
    where = {name: n for n, name in enumerate(names)}
    for by in sorted(range(-MOST_MOVED, MOST_MOVED + 1), key=abs):
        if by == 0:
            continue
        inside = [name for name in looked_at if 0 <= where[name] + by < len(names)]
        if len(inside) >= 3 and all(same(names[where[name] + by], name) for name in inside):
            return by
    return 0


def _in_words(what: str, by: int, way: str, last: str) -> str:
    many = abs(by)
    if many == 1:
        return f"every {what} of B equals the next {what} {way} of A"
    return f"every {what} of B equals the {what} {many} places {way} of A"


# ------------------------------------------------------------------ plain data
def _step_form(pair: StepPair) -> dict[str, Any]:
    return {
        "change": pair.change,
        "a": pair.one.id if pair.one else None,
        "b": pair.other.id if pair.other else None,
        "place": {"a": pair.place[0] or None, "b": pair.place[1] or None},
        "differs": {word: {"a": a, "b": b} for word, (a, b) in pair.differs.items()},
        "rule": {"a": pair.one.rule if pair.one else "", "b": pair.other.rule if pair.other else ""},
    }


def _fact_form(pair: FactPair) -> dict[str, Any]:
    known = pair.one or pair.other
    return {
        "key": list(pair.key),
        "change": pair.change,
        "a": plain(pair.one.value) if pair.one else None,
        "b": plain(pair.other.value) if pair.other else None,
        "difference": plain(pair.difference),
        "unit": known.unit if known else "",
        "rule": {"a": pair.one.rule if pair.one else "", "b": pair.other.rule if pair.other else ""},
        "mark": {"a": pair.one.mark if pair.one else "", "b": pair.other.mark if pair.other else ""},
    }


def _grid_form(pair: GridPair) -> dict[str, Any]:
    known = pair.one or pair.other
    return {
        "title": pair.title,
        "table": known.name if known else "",
        "in": "both" if pair.one and pair.other else "a" if pair.one else "b",
        "equal": pair.equal,
        "moved": pair.moved,
        "apart": pair.apart,
        "cells": [
            {
                "row": row,
                "column": column,
                "a": plain(a.value) if a else None,
                "b": plain(b.value) if b else None,
                "difference": plain(difference(a.value if a else None, b.value if b else None)),
            }
            for row, column, a, b in pair.cells
        ],
    }
