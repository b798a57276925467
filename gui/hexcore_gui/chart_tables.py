"""A ruleset's tables laid out as charts: plain data, each value with its mark, its note and its place in the
table, so that it can be corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hexcore.corrections import Table, marks_of
from hexcore.provenance import CERTAINTY
from hexcore.ruleset import Ruleset
from hexcore.shipped import GROUND_KEYS, SET_UPS, shipped
from hexcore.tables import Line
from hexcore_gui.list_looks import ChartLook
from hexcore_gui.own_copy import base_of
from hexcore_gui.presentation import Presentation, titled

NOTES = ("note", "basis", "rule_case_or_basis")
"""Columns that say something of a line: they are told beside a value, not as values."""
RULE = "rule"


@dataclass(frozen=True)
class Value:
    """One field of one line of a table, with where it comes from."""

    field: str
    text: str
    mark: str = ""


@dataclass(frozen=True)
class Cell:
    """What stands in one place of a chart: values of one line of the table, its key and its note."""

    values: tuple[Value, ...] = ()
    key: str = ""
    note: str = ""
    rule: str = ""

    @property
    def text(self) -> str:
        return "/".join("–" if v.text == "0" and len(self.values) > 1 else v.text for v in self.values)

    @property
    def mark(self) -> str:
        """The weakest mark of its values."""
        marks = {value.mark for value in self.values}
        return next((mark for mark in reversed(CERTAINTY) if mark in marks), "")


@dataclass(frozen=True)
class Chart:
    """A chart: its columns, what stands before each line (none where a line is itself), the lines."""

    id: str
    title: str
    table: str
    heads: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    look: ChartLook

    def head_of(self, field: str) -> str:
        return self.look.heads.get(field) or titled(field)


def charts_of(ruleset: Ruleset, looks: Presentation) -> list[Chart]:
    """All charts of a ruleset: those its looks name, else every table but its ground. Takes seconds."""
    base = base_of(ruleset)
    tables = shipped(base).tables
    fixed = ruleset.corrections.rows if ruleset.corrections is not None and base is not ruleset else ()
    corrected = {(row.table, row.key, row.field): row.value for row in fixed}
    named = {id: look for id, look in looks.charts.items() if look.only in ("", ruleset.id)}
    named = {id: look for id, look in named.items() if look.table in tables}
    if not named:
        others = [name for name in tables if name not in GROUND_KEYS and name != SET_UPS]
        named = {name: ChartLook(title=titled(name), table=name) for name in others}
    return [chart(id, look, tables[look.table], corrected) for id, look in named.items()]


def chart(id: str, look: ChartLook, table: Table, corrected: Mapping[tuple[str, str, str], str]) -> Chart:
    """One table as its look wants it."""
    fields = look.cells or tuple(f for f in table.fields if f not in NOTES)
    lines = [line for line in table.lines if not fields or line.cells.get(fields[0], "")]
    made = [(line, _values(look, table, line, fields, corrected)) for line in lines]
    if look.rows in table.headings and look.columns in table.headings:
        return _crossed(id, look, table, made)
    rows = tuple(
        tuple(Cell((value,), table.key_of(line), _note(line), line.cells.get(RULE, "")) for value in values)
        for line, values in made
    )
    heads = tuple(look.heads.get(field) or titled(field) for field in fields)
    return Chart(id, look.title or titled(table.name), table.name, heads, (), rows, look)


def _crossed(id: str, look: ChartLook, table: Table, made: list[tuple[Line, tuple[Value, ...]]]) -> Chart:
    """Laid out by two columns of the table."""
    down = tuple(dict.fromkeys(line.cells[look.rows] for line, _ in made))
    across = tuple(dict.fromkeys(line.cells[look.columns] for line, _ in made))
    found = {
        (line.cells[look.rows], line.cells[look.columns]): Cell(
            values, table.key_of(line), _note(line), line.cells.get(RULE, "")
        )
        for line, values in made
    }
    rows = tuple(tuple(found.get((row, column), Cell()) for column in across) for row in down)
    return Chart(id, look.title or titled(table.name), table.name, across, down, rows, look)


def _values(
    look: ChartLook,
    table: Table,
    line: Line,
    fields: tuple[str, ...],
    corrected: Mapping[tuple[str, str, str], str],
) -> tuple[Value, ...]:
    key = table.key_of(line)

    def value(field: str) -> Value:
        if (table.name, key, field) in corrected:
            return Value(field, corrected[table.name, key, field], "corrected")
        return Value(field, line.cells.get(field, ""), _mark(look, table, line, field))

    return tuple(value(field) for field in fields if field in table.headings)


def _mark(look: ChartLook, table: Table, line: Line, field: str) -> str:
    """Where a value comes from: by the column that says so, the weakest of several. Keys say who they are."""
    if field in table.key or field == RULE:
        return ""
    columns = [look.mark] if look.mark in table.headings else marks_of(field, table.headings)
    marks = {line.cells.get(column, "") for column in columns}
    return next((mark for mark in reversed(CERTAINTY) if mark in marks), "")


def _note(line: Line) -> str:
    return "; ".join(text for text in _notes(line) if text)


def _notes(line: Line) -> Iterator[str]:
    for name in NOTES:
        yield line.cells.get(name, "")
