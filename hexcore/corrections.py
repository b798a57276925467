"""Corrections by a player who owns the printed game: one value a line, laid over a ruleset's tables.

A line names a table, the row by its key, the field, and the value as printed; `by` and `why` say who says so.
A line that states what is so already does nothing. Every fault names the file, the line and the column.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexcore.corrected_words import (
    NUMBER,
    below_nothing,
    counted,
    listed,
    nearest,
    unprintable,
    words_in,
)
from hexcore.tables import DataError, Line, first_fault

HEADINGS = ("table", "key", "field", "value", "by", "why")
NEEDED = HEADINGS[:4]
LARGEST = 4_000_000
"""Bytes of a corrections file; a larger one is none."""
ROW, NEW, NONE = "row", "new", "none"
"""The field and the values that add a whole row, or take it away."""


@dataclass(frozen=True)
class Correction:
    """One line of a corrections file; `line` is where it stands there."""

    table: str
    key: str
    field: str
    value: str
    by: str = ""
    why: str = ""
    line: int = 0

    @property
    def form(self) -> dict[str, Any]:
        """As plain data, for `show` and the client."""
        return {name: getattr(self, name) for name in (*HEADINGS, "line")}


@dataclass(frozen=True)
class Corrections:
    """The lines of one file under its name, in its order."""

    name: str
    rows: tuple[Correction, ...] = ()

    @property
    def content(self) -> bytes:
        """What a ruleset's hash takes in of them: what they say, not who says it."""
        return repr([(row.table, row.key, row.field, row.value) for row in self.rows]).encode()

    @property
    def authors(self) -> str:
        """By whom, each name once; the file's name where nobody signed."""
        return ", ".join(dict.fromkeys(row.by for row in self.rows if row.by)) or self.name

    @property
    def told(self) -> str:
        """`playing with 14 corrections by NAME`."""
        plural = "" if len(self.rows) == 1 else "s"
        return f"playing with {len(self.rows)} correction{plural} by {self.authors}"


class CorrectionFault(DataError):
    """A correction that does not hold: file, line, column, reason. `row` is the correction."""

    def __init__(self, name: str, row: Correction, column: str, reason: str) -> None:
        super().__init__(f"{name}:{row.line}: {column}: {reason}")
        self.row, self.column, self.reason = row, column, reason


# ------------------------------------------------------------------ the file
def read_corrections(path: Path) -> Corrections:
    """A corrections file. DataError with file and line when it cannot be read as one."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise DataError(f"{path}: larger than {LARGEST} bytes: this is no corrections file")
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise DataError(f"{path}: {fault}") from None
    except OSError as fault:
        raise DataError(f"{path}: {fault.strerror}") from None
    return Corrections(path.name, tuple(_rows(path, text)))


def _rows(path: Path, text: str) -> Iterator[Correction]:
    heading: list[str] = []
    for line, cells in _cells(path, text):
        if not heading:
            heading = _heading(path, line, cells)
            continue
        if len(cells) != len(heading):
            raise DataError(
                f"{path}:{line}: {len(cells)} cells, but the heading has {len(heading)}: {cells[0][:40]!r}"
            )
        row = Correction(**dict(zip(heading, map(str.strip, cells), strict=True)), line=line)
        for name in ("table", "key", "field"):
            if not getattr(row, name):
                raise DataError(f"{path}:{line}: {name}: empty")
        yield row


def unwritable(name: str, row: Correction) -> CorrectionFault | None:
    """What nobody can have written of a line of *name*: a line break, a control character, a page of text."""
    for column in HEADINGS:
        if reason := unprintable(getattr(row, column)):
            return CorrectionFault(name, row, column, reason)
    return None


def _cells(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Every line with its number, less the comments and the empty ones."""
    at = 0

    def lines() -> Iterator[str]:
        nonlocal at
        for line in text.splitlines(keepends=True):
            at += 1
            if line.strip() and not line.startswith("#"):
                yield line

    reader = csv.reader(lines(), strict=True)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as fault:
            raise DataError(f"{path}:{at}: {fault}") from None
        if cells is None:
            return
        yield at, cells


def _heading(path: Path, line: int, cells: list[str]) -> list[str]:
    names = [cell.strip() for cell in cells]
    for name in names:
        if name not in HEADINGS:
            raise DataError(f"{path}:{line}: no column {name[:40]!r}{nearest(name, HEADINGS)}")
    lacking = [name for name in NEEDED if name not in names]
    if lacking or len(set(names)) != len(names):
        raise DataError(f"{path}:{line}: the heading is {','.join(HEADINGS)}; by and why may be left out")
    return names


# ------------------------------------------------------------------ one table of a ruleset
@dataclass(frozen=True)
class Table:
    """A table that can be corrected: its lines as shipped, and what its cells may be.

    `key` names the columns that name a row; with `spell` a key is brought to one spelling. `words` holds what
    a column may say. `blank` is a column that takes the row away when it is `none`, and brings one where
    there is none.
    """

    name: str
    row: type[Any]
    headings: tuple[str, ...]
    lines: tuple[Line, ...]
    key: tuple[str, ...]
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    hexes: frozenset[str] = frozenset()
    spell: Any = None
    blank: str = ""

    @property
    def fields(self) -> tuple[str, ...]:
        """The columns that can be corrected."""
        return tuple(name for name in self.headings if not is_mark(name))

    def key_of(self, line: Line) -> str:
        return self.spelt(" ".join(line.cells.get(name, "") for name in self.key))

    def spelt(self, key: str) -> str:
        words = " ".join(key.split())
        return str(self.spell(words)) if self.spell is not None else words


def is_mark(column: str) -> bool:
    """Does a column say where values come from?"""
    return column == "provenance" or column.startswith("prov_")


def marks_of(column: str, headings: Sequence[str]) -> list[str]:
    """The columns that say where a value of *column* comes from: by their name, or all there are."""
    marks = [name for name in headings if is_mark(name)]
    words = column.split("_")
    own = [
        mark
        for mark in marks
        if any(a.startswith(b) or b.startswith(a) for a in words for b in mark.split("_")[1:])
    ]
    return own or marks


class Laid:
    """One table with corrections laid over it, one after the other."""

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name = table, name
        self.lines: list[Line] = list(table.lines)
        self.in_force: list[Correction] = []
        self.said: dict[tuple[str, str], Correction] = {}
        self.changed: dict[str, Correction] = {}
        self.hex_columns = hex_columns(table)
        self.counted = {name for name in table.fields if counted(list(self._cells(name)))}
        self.at: dict[str, list[int]] = {}
        for n, line in enumerate(self.lines):
            self.at.setdefault(table.key_of(line), []).append(n)

    def add(self, row: Correction) -> None:
        """Lay one correction over the table. CorrectionFault when it does not fit."""
        field = self._field(row)
        key = self.table.spelt(row.key)
        before = self.said.setdefault((key, field), row)
        if before is not row:
            raise self._fault(row, "key", f"its {field} is corrected in line {before.line} already")
        found = self._found(row, key, field)
        was = self.lines[found].cells.get(field, "") if found is not None else ""
        value = self._value(row, field)
        if field == ROW or (field == self.table.blank and value == ""):
            self._whole(row, key, found)
        elif found is None:
            self._new(row, key, {field: value})
        elif was != value and not (self.table.spell and _same_words(field, was, value)):
            self._set(row, found, field, value)

    def result(self) -> tuple[Line, ...]:
        """The lines as they are in force; each of them holds by itself."""
        from pydantic import TypeAdapter, ValidationError

        adapter: TypeAdapter[Any] = TypeAdapter(self.table.row)
        for line in self.lines:
            row = self.changed.get(line.where)
            if row is not None and line.cells:
                try:
                    adapter.validate_python({k: v for k, v in line.cells.items() if v != ""})
                except ValidationError as fault:
                    raise self._blamed(line, fault) from None
        return tuple(line for line in self.lines if line.cells)

    # -------------------------------------------------------------- inside
    def _fault(self, row: Correction, column: str, reason: str) -> CorrectionFault:
        return CorrectionFault(self.name, row, column, reason)

    def _blamed(self, line: Line, fault: Any) -> CorrectionFault:
        """The correction to which a row owes that it does not hold."""
        column = str(fault.errors(include_url=False)[0]["loc"][-1])
        row = self.said.get((self.table.key_of(line), column), self.changed[line.where])
        reason = first_fault(fault)
        shipped = frozenset(other.cells.get(column, "") for other in self.table.lines) - {""}
        return self._fault(row, "value", f"{reason}{nearest(row.value, shipped)}")

    def _field(self, row: Correction) -> str:
        known = (*self.table.fields, ROW)
        if row.field not in known:
            reason = f"table {self.table.name} has no field {row.field!r}{nearest(row.field, known)}"
            raise self._fault(row, "field", reason)
        return row.field

    def _found(self, row: Correction, key: str, field: str) -> int | None:
        """The row a key names; None where one may be made."""
        self._words_of_key(row, key)
        at = [n for n in self.at.get(key, ()) if self.lines[n].cells]
        if len(at) > 1:
            raise self._fault(row, "key", f"{row.key!r} names {len(at)} rows of {self.table.name}")
        if at:
            return at[0]
        made = field in (ROW, self.table.blank) or (self.table.blank and key in self.at)
        if not made:
            reason = f"table {self.table.name} has no row {row.key!r}{nearest(key, frozenset(self.at))}"
            raise self._fault(row, "key", f"{reason}; the field {ROW} with {NEW} brings one")
        return None

    def _words_of_key(self, row: Correction, key: str) -> None:
        """The words of a key in the order of its columns, where each column is one word."""
        words = key.split(" ")
        if len(words) == len(self.table.key):
            for column, word in zip(self.table.key, words, strict=True):
                self._known(row, "key", column, word)

    def _value(self, row: Correction, field: str) -> str:
        value = row.value
        if field == ROW:
            if value not in (NEW, NONE):
                raise self._fault(row, "value", f"a row is {NEW} or {NONE}, not {value!r}")
            return value
        if value == NONE and (field == self.table.blank or field in self.table.words):
            value = ""
        for word in self._words(value, field):
            self._known(row, "value", field, word)
        if field in self.counted and below_nothing(value):
            raise self._fault(row, "value", f"{field} is never below nothing here, as {value!r} is")
        return value

    def _words(self, value: str, field: str) -> list[str]:
        """The words of a value that must be known; commas part them only where the column has any."""
        if field not in self.table.words:
            return [value] if value else []
        parted = any(words_in(cell) != cell.split() for cell in self._cells(field))
        return words_in(value) if parted else value.split()

    def _cells(self, field: str) -> Iterator[str]:
        return (line.cells.get(field, "") for line in self.table.lines)

    def _known(self, row: Correction, where: str, column: str, word: str) -> None:
        words = self.table.words.get(column)
        if words is None and column in self.hex_columns:
            words = self.table.hexes
        if words is None or word in words or word.startswith("EDGE_"):
            return
        numbers = words is not self.table.hexes and any(map(NUMBER.fullmatch, words))
        if not (numbers and NUMBER.fullmatch(word)):
            what = "hex" if words is self.table.hexes else column
            raise self._fault(row, where, f"unknown {what} {word!r}{nearest(word, words) or listed(words)}")

    def _whole(self, row: Correction, key: str, found: int | None) -> None:
        """A whole row brought, or taken away."""
        if row.value == NEW:
            if found is not None:
                raise self._fault(row, "key", f"table {self.table.name} has a row {row.key!r} already")
            self._new(row, key, {})
        elif found is None:
            if row.field == ROW:
                raise self._fault(row, "key", f"table {self.table.name} has no row {row.key!r}")
        else:
            self.lines[found] = Line(self.lines[found].where, {})
            self.in_force.append(row)

    def _new(self, row: Correction, key: str, cells: dict[str, str]) -> None:
        words = key.split(" ", len(self.table.key) - 1)
        if len(words) != len(self.table.key):
            raise self._fault(row, "key", f"a row is named by its {' and '.join(self.table.key)}")
        blank = dict.fromkeys(self.table.headings, "") | dict(zip(self.table.key, words, strict=True)) | cells
        blank |= {name: "corrected" for name in self.table.headings if is_mark(name)}
        where = f"{self.name}:{row.line}"
        self.at.setdefault(key, []).append(len(self.lines))
        self.lines.append(Line(where, blank))
        self.changed[where] = row
        self.in_force.append(row)

    def _set(self, row: Correction, n: int, field: str, value: str) -> None:
        line = self.lines[n]
        marks = dict.fromkeys(marks_of(field, self.table.headings), "corrected")
        self.lines[n] = Line(line.where, {**line.cells, field: value, **marks})
        self.changed[line.where] = row
        self.in_force.append(row)


def _same_words(field: str, was: str, value: str) -> bool:
    """Do two cells of the ground say the same words, in whatever order?"""
    return field in ("terrain", "features") and set(was.split()) == set(value.split())


def hex_columns(table: Table) -> tuple[str, ...]:
    """The columns that hold hexes of the map and nothing else."""
    found = []
    for name in table.fields:
        cells = {line.cells.get(name, "") for line in table.lines} - {""}
        if len(cells) > 1 and cells <= table.hexes:
            found.append(name)
    return tuple(found)
