"""Profiles and their comparison as pages: for the terminal, HTML, CSV and the client."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hexcore.lab.diff import Diff, FactPair, GridPair, StepPair, difference
from hexcore.lab.pages import Block, Cell, Page, Table, Words
from hexcore.lab.profile import CHAPTERS
from hexcore.lab.profile_facts import Fact, Grid, Profile, Spot, Step, Value

FACT_HEAD = ("what", "is", "unit", "rule", "mark")
TITLES = {
    "identity": "What it is",
    "scenarios": "Scenarios",
    "sequence": "Sequence of play",
    "zones": "Zones of control",
    "stacking": "Stacking",
    "movement": "Movement",
    "combat": "Combat",
    "support": "What may be committed to an attack in the open",
    "command": "Command",
    "supply": "Supply",
    "steps": "Steps",
    "units": "Units",
    "victory": "Victory",
    "options": "Options",
    "customs": "Customs of play",
    "rules": "Rules of play",
}
Named = tuple[str, Profile]
"""A profile and what it is called on the page."""


def profile_page(named: Sequence[Named]) -> Page:
    """One profile whole, or several side by side."""
    title = ", ".join(label for label, _ in named)
    if len(named) == 1:
        blocks = list(_one(named[0][1]))
    else:
        blocks = [*_beside(named), *(_grid_table(grid, label) for label, p in named for grid in p.grids)]
    return Page(f"Profile: {title}", tuple(blocks), _made(named))


def _made(named: Sequence[Named]) -> tuple[tuple[str, str], ...]:
    if len(named) == 1:
        return named[0][1].made
    return tuple((f"{label}, {word}", what) for label, profile in named for word, what in profile.made)


# ------------------------------------------------------------------ one profile
def _one(profile: Profile) -> Iterator[Block]:
    for chapter in CHAPTERS:
        if chapter == "sequence":
            yield _sequence(profile.steps)
            continue
        facts = [fact for fact in profile.facts if fact.key[0] == chapter]
        if facts:
            yield Table(chapter, TITLES[chapter], FACT_HEAD, tuple(_together(facts)))
    yield from (_grid_table(grid) for grid in profile.grids)


def _sequence(steps: Sequence[Step]) -> Table:
    rows = [
        (place, step.title, step.side, step.kind or None, _does(step), step.rule)
        for place, step in enumerate(steps, 1)
    ]
    head = ("", "phase", "whose", "kind", "what is done", "rule")
    return Table("sequence", TITLES["sequence"], head, tuple(rows))


def _does(step: Step) -> str | None:
    turns = f"turns {' '.join(map(str, step.turns))}; " if step.turns else ""
    return turns + "; ".join(f"{word} {what}" for word, what in step.does.items()) or None


def _together(facts: Iterable[Fact]) -> Iterator[tuple[Cell, ...]]:
    """Facts as rows: those of one heading that say the same in one row, by the names they differ in."""
    rows: dict[tuple[tuple[str, ...], Value, str, str, str], list[str]] = {}
    for fact in facts:
        key = (fact.key[1:-1], fact.value, fact.unit, fact.rule, fact.mark)
        rows.setdefault(key, []).append(fact.key[-1])
    for (above, value, unit, rule, mark), names in rows.items():
        yield (_called(above, names), value, unit or None, rule or None, mark or None)


def _called(above: tuple[str, ...], names: Sequence[str]) -> str:
    """What a row is about: a heading, and the names that it holds for."""
    return " · ".join((*above, ", ".join(names)))


def _grid_table(grid: Grid, label: str = "") -> Table:
    """A table as it stands; rules and marks in its last two columns, where its rows have any."""
    head = [grid.corner or "", *grid.columns]
    told = [(row, [grid.cells.get((row, column)) for column in grid.columns]) for row in grid.rows]
    rules = {row: _each(spot.rule for spot in spots if spot) for row, spots in told}
    marks = {row: _each(spot.mark for spot in spots if spot) for row, spots in told}
    extra = [(name, by_row) for name, by_row in (("rule", rules), ("mark", marks)) if any(by_row.values())]
    rows = tuple(
        (row, *(_cell(spot) for spot in spots), *(by_row[row] or None for _, by_row in extra))
        for row, spots in told
    )
    unit = f", {grid.unit}" if grid.unit else ""
    name = f"{_plain(label)}-{grid.name}" if label else grid.name
    title = f"{label}: {grid.title}" if label else grid.title
    return Table(name, title + unit, (*head, *(name for name, _ in extra)), rows, grid.note)


def _each(words: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(word for word in words if word))


def _cell(spot: Spot | None) -> Cell:
    return None if spot is None or spot.value == "" else spot.value


def _plain(label: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")


# ------------------------------------------------------------------ several side by side
def _beside(named: Sequence[Named]) -> Iterator[Block]:
    labels = tuple(label for label, _ in named)
    for chapter in CHAPTERS:
        if chapter == "sequence":
            yield Table("sequence", TITLES[chapter], ("", *labels), tuple(_phases([p for _, p in named])))
            continue
        by_key = [{f.key: f for f in profile.facts if f.key[0] == chapter} for _, profile in named]
        keys = dict.fromkeys(key for facts in by_key for key in facts)
        rows: dict[tuple[tuple[str, ...], tuple[str | None, ...]], list[str]] = {}
        for key in keys:
            told = tuple(_told(facts.get(key)) for facts in by_key)
            rows.setdefault((key[1:-1], told), []).append(key[-1])
        table = tuple((_called(above, names), *told) for (above, told), names in rows.items())
        if table:
            yield Table(chapter, TITLES[chapter], ("what", *labels), table)


def _phases(profiles: Sequence[Profile]) -> Iterator[tuple[Cell, ...]]:
    for n in range(max(len(profile.steps) for profile in profiles)):
        yield (
            n + 1,
            *(f"{p.steps[n].side}: {p.steps[n].title}" if n < len(p.steps) else None for p in profiles),
        )


def _told(fact: Fact | None) -> str | None:
    if fact is None or fact.value is None:
        return None
    rule = f" [{fact.rule}]" if fact.rule else ""
    unit = f" {fact.unit}" if fact.unit and not isinstance(fact.value, str) else ""
    return f"{fact.value}{unit}{rule}{f' ({fact.mark})' if fact.mark not in ('', 'printed') else ''}"


# ------------------------------------------------------------------ two compared
def diff_page(diff: Diff, labels: tuple[str, str], *, everything: bool = False) -> Page:
    """Two profiles side by side: what differs; what is equal is counted (*everything*: listed)."""
    blocks: list[Block] = [Words(tuple(_summary(diff, labels)), "In short")]
    steps = [pair for pair in diff.steps if everything or pair.change != "equal"]
    if steps:
        head = ("", f"A, {labels[0]}", f"B, {labels[1]}", "differs in", "A", "B")
        blocks.append(Table("phases", TITLES["sequence"], head, tuple(_step_rows(steps))))
    for chapter in CHAPTERS:
        facts = [p for p in diff.facts if p.key[0] == chapter and (everything or p.change != "equal")]
        if facts:
            head = ("what", *labels, "difference", "rule of A", "rule of B")
            blocks.append(Table(chapter, TITLES[chapter], head, tuple(_pair_rows(facts))))
    for pair in diff.grids:
        if pair.differing or (everything and pair.cells and pair.one and pair.other):
            blocks.append(_grid_pair(pair, labels, everything=everything))
    made = [
        (f"{side}, {word}", what)
        for side, p in zip("AB", (diff.one, diff.other), strict=True)
        for word, what in p.made
    ]
    return Page(f"{labels[0]} and {labels[1]} side by side", tuple(blocks), tuple(made))


def _summary(diff: Diff, labels: tuple[str, str]) -> Iterator[str]:
    yield f"A is {labels[0]}, B is {labels[1]}."
    yield from (f"{finding[0].upper()}{finding[1:]}." for finding in diff.findings)
    yield (
        f"Facts: {diff.count('equal')} equal, {diff.count('differs')} differ, "
        f"{diff.count('removed')} in A alone, {diff.count('added')} in B alone."
    )
    changes = [pair.change for pair in diff.steps]
    told = [(changes.count(word), word) for word in ("equal", "differs", "moved", "removed", "added")]
    names = {"differs": "differ", "removed": "in A alone", "added": "in B alone"}
    yield "Phases: " + ", ".join(f"{many} {names.get(word, word)}" for many, word in told if many) + "."
    for pair in diff.grids:
        if pair.one is None or pair.other is None:
            yield f"{pair.title}: in {'B' if pair.one is None else 'A'} alone."
        elif pair.apart:
            yield f"{pair.title}: {pair.apart}, not compared cell by cell."
        elif not pair.cells:
            yield f"{pair.title}: all {pair.equal} cells equal."
        else:
            alone = len(pair.cells) - len(pair.differing)
            rest = f", {alone} in one alone" if alone else ""
            yield f"{pair.title}: {pair.equal} cells equal, {len(pair.differing)} differ{rest}."


def _step_rows(pairs: Iterable[StepPair]) -> Iterator[tuple[Cell, ...]]:
    for pair in pairs:
        names = [_phase(step, place) for step, place in zip((pair.one, pair.other), pair.place, strict=True)]
        differs = list(pair.differs.items()) or [("", ("", ""))]
        for n, (word, (a, b)) in enumerate(differs):
            first = (pair.change, *names) if n == 0 else (None, None, None)
            yield (*first, word or None, a or None, b or None)


def _phase(step: Step | None, place: int) -> str | None:
    return f"{place} {step.side}: {step.title}" if step is not None else None


def _pair_rows(pairs: Iterable[FactPair]) -> Iterator[tuple[Cell, ...]]:
    rows: dict[tuple[tuple[str, ...], tuple[Cell, ...]], list[str]] = {}
    for pair in pairs:
        told: tuple[Cell, ...] = (
            _shown(pair.one),
            _shown(pair.other),
            pair.difference,
            (pair.one.rule if pair.one else "") or None,
            (pair.other.rule if pair.other else "") or None,
        )
        rows.setdefault((pair.key[1:-1], told), []).append(pair.key[-1])
    for (above, told), names in rows.items():
        yield (_called(above, names), *told)


def _shown(fact: Fact | None) -> Value:
    return None if fact is None else fact.value


def _grid_pair(pair: GridPair, labels: tuple[str, str], *, everything: bool) -> Table:
    """The cells that both have and that differ (*everything*: those of one alone, too)."""
    assert pair.one is not None and pair.other is not None
    cells = pair.cells if everything else pair.differing
    rows = tuple((row, column, _cell(a), _cell(b), _between(a, b)) for row, column, a, b in cells)
    head = (pair.one.corner or "row", "column", *labels, "difference")
    told = [pair.moved, f"{pair.equal} cells are equal"]
    told += [f"in {labels[n]} alone: {pair.alone(first=n == 0)}" for n in (0, 1) if pair.alone(first=n == 0)]
    unit = f", {pair.one.unit}" if pair.one.unit else ""
    return Table(pair.one.name, pair.title + unit, head, rows, "; ".join(part for part in told if part))


def _between(one: Spot | None, other: Spot | None) -> Value:
    return difference(one.value if one else None, other.value if other else None)
