"""What a profile is made of: facts by key, tables of facts, phases; each with its rule and its mark.

Plain data, in the order found. A key is a path of words, the same for every ruleset, so that two profiles
can be laid side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

Value = str | int | float | Fraction | None
"""A fraction is exact (half points); None is what a ruleset does not tell."""
NOT_TOLD = "not told"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is so: under a key, in a unit (MP, hexes, columns ...), by a rule, from a source.

    `mark` says where the value comes from (`hexcore.provenance`), empty where it is code that states it.
    """

    key: tuple[str, ...]
    value: Value
    unit: str = ""
    rule: str = ""
    mark: str = ""

    @property
    def path(self) -> str:
        return "/".join(self.key)


@dataclass(frozen=True, slots=True)
class Spot:
    """What stands in one place of a table."""

    value: Value
    rule: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Grid:
    """A table of facts by row and column. `axis` is true where the columns stand in an order that means
    something (odds), so that one may be the other moved; `unit` is that of every cell."""

    name: str
    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], Spot]
    corner: str = ""
    unit: str = ""
    axis: bool = False
    note: str = ""

    def facts(self) -> Iterator[Fact]:
        """Each of its cells as a fact."""
        for row in self.rows:
            for column in self.columns:
                spot = self.cells.get((row, column))
                if spot is not None:
                    yield Fact((self.name, row, column), spot.value, self.unit, spot.rule, spot.mark)

    def value(self, row: str, column: str) -> Value:
        """What stands in a place; None where nothing does."""
        spot = self.cells.get((row, column))
        return spot.value if spot is not None else None


@dataclass(frozen=True)
class Step:
    """One phase of the sequence of play: whose, of what kind, what is asked in it, who may move how far.

    `does` holds what may be done, by a word (`moves`, `overruns`, `asks`), in words.
    """

    id: str
    title: str
    side: str
    kind: str
    player_turn: str = ""
    turns: tuple[int, ...] = ()
    rule: str = ""
    does: Mapping[str, str] = field(default_factory=dict)

    def facts(self, place: int) -> Iterator[Fact]:
        """The phase as facts, under its place in the sequence."""
        key = ("sequence", f"{place:02d} {self.id}")
        told = {"title": self.title, "side": self.side, "kind": self.kind, "player turn": self.player_turn}
        told |= {"turns": " ".join(map(str, self.turns)), **self.does}
        for word, value in told.items():
            if value:
                yield Fact((*key, word), value, rule=self.rule)


@dataclass(frozen=True)
class Profile:
    """What drives play in one ruleset, as one of its scenarios has it."""

    ruleset: str
    scenario: str
    sides: tuple[str, ...]
    steps: tuple[Step, ...]
    facts: tuple[Fact, ...]
    grids: tuple[Grid, ...]
    made: tuple[tuple[str, str], ...] = ()

    def fact(self, *key: str) -> Fact | None:
        """The fact of a key; None where there is none."""
        return next((fact for fact in self.facts if fact.key == key), None)

    def value(self, *key: str) -> Value:
        """Its value."""
        found = self.fact(*key)
        return found.value if found is not None else None

    def grid(self, name: str) -> Grid | None:
        """A table by its name."""
        return next((grid for grid in self.grids if grid.name == name), None)

    def all_facts(self) -> Iterator[Fact]:
        """Every fact: phases first, then those by key, then the cells of the tables."""
        for place, step in enumerate(self.steps, 1):
            yield from step.facts(place)
        yield from self.facts
        for grid in self.grids:
            yield from grid.facts()

    def form(self) -> dict[str, Any]:
        """As plain data: `hexcore lab profile --json` (docs/laboratory.md has the form)."""
        return {
            "ruleset": self.ruleset,
            "scenario": self.scenario,
            "sides": list(self.sides),
            "facts": [fact_form(fact) for fact in self.all_facts()],
            "made": dict(self.made),
        }


def by_kind(profile: Profile, grid: Grid) -> Grid:
    """A table with a column for each mobility class as one with a column for each kind of unit (`infantry`,
    or `infantry, red` where sides are of different classes): kinds are the same words in many games."""
    classes = {f.key[-1]: str(f.value) for f in profile.facts if f.key[:2] == ("movement", "mobility")}
    columns = {
        kind.replace(" (", ", ").rstrip(")"): name for kind, name in classes.items() if name in grid.columns
    }
    cells = {
        (row, column): spot
        for row in grid.rows
        for column, name in columns.items()
        if (spot := grid.cells.get((row, name))) is not None
    }
    return replace(grid, columns=tuple(columns), cells=cells)


def fact_form(fact: Fact) -> dict[str, Any]:
    """A fact as plain data; a fraction as text."""
    return {
        "key": list(fact.key),
        "value": plain(fact.value),
        "unit": fact.unit,
        "rule": fact.rule,
        "mark": fact.mark,
    }


def plain(value: Value) -> str | int | float | None:
    """A value that JSON has: a fraction as text."""
    return str(value) if isinstance(value, Fraction) else value


def points(halves: int) -> int | Fraction:
    """Half-points as movement points: 3 -> 3/2."""
    return halves // 2 if halves % 2 == 0 else Fraction(halves, 2)


def said(values: Mapping[str, Value]) -> str:
    """Who does what, those who do the same together: `armor, hq: 8; infantry: 4`."""
    by: dict[Value, list[str]] = {}
    for name, value in values.items():
        by.setdefault(value, []).append(name)
    if len(by) == 1:
        return str(next(iter(by)))
    return "; ".join(f"{', '.join(names)}: {value}" for value, names in by.items())


def alike(values: Sequence[tuple[str, str, Spot]]) -> dict[str, Spot]:
    """Answers by (kind, side), sides told apart only where they differ: `infantry (red)`."""
    by: dict[str, list[tuple[str, Spot]]] = {}
    for kind, side, spot in values:
        by.setdefault(kind, []).append((side, spot))
    found: dict[str, Spot] = {}
    for kind, answers in by.items():
        if len({spot.value for _, spot in answers}) == 1:
            found[kind] = answers[0][1]
        else:
            found |= {f"{kind} ({side})": spot for side, spot in answers}
    return found


def facts_of(chapter: Sequence[str], answers: Mapping[str, Spot], unit: str = "") -> Iterable[Fact]:
    """A fact for each answer, under a chapter."""
    for name, spot in answers.items():
        yield Fact((*chapter, name), spot.value, unit, spot.rule, spot.mark)
