"""Files of a ruleset folder, read with all their faults: file, line, column, reason, what was meant."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from hexcore.corrected_words import listed, nearest
from hexcore.tables import DataError, Line, adapter_of, beyond_reading, laid_over
from hexcore.toml_places import Places, Spot, Where

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

M = TypeVar("M", bound="BaseModel")
R = TypeVar("R")

_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_QUOTED = re.compile(r"'([^']*)'")
NOWHERE = Spot(0, 0)
_PLAIN = {
    "int_parsing": "{given!r} is no whole number",
    "int_type": "a whole number is wanted (given {given!r})",
    "float_type": "a number is wanted (given {given!r})",
    "bool_type": "true or false is wanted (given {given!r})",
    "list_type": "a list is wanted (given {given!r})",
    "model_type": "a table is wanted (given {given!r})",
    "dict_type": "a table is wanted (given {given!r})",
    "too_long": "at most {max_length} are wanted, not {actual_length}",
    "too_short": "at least {min_length} are wanted, not {actual_length}",
    "string_pattern_mismatch": "{given!r} does not fit {pattern}",
}
"""Complaints of the models in plain words, by their type."""


class Fault(NamedTuple):
    """Something wrong in a file. `line` and `column` are from 1, 0 where the whole file or line is meant."""

    path: Path
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        place = [str(self.path), *(str(n) for n in (self.line, self.column) if n)]
        return f"{':'.join(place)}: {self.text}"


class Faults(list[Fault]):
    """All that was found wrong so far."""

    def add(self, path: Path, spot: Spot, text: str) -> None:
        self.append(Fault(path, spot.line, spot.column, text))

    def must_be_none(self) -> None:
        """DataError with the first fault, and how many more there are."""
        if self:
            more = f" (and {len(self) - 1} more)" if len(self) > 1 else ""
            raise DataError(f"{self[0]}{more}")


# ------------------------------------------------------------------ TOML
@dataclass(frozen=True)
class Read(Generic[M]):
    """A TOML file as its model, and where each entry stands in it."""

    path: Path
    model: M
    places: Places

    def spot(self, where: Where) -> Spot:
        return self.places.value(where)


def read_text(path: Path, found: Faults) -> str | None:
    """The text of a file; None, with a fault, where there is none."""
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        found.add(path, NOWHERE, "no such file")
    except UnicodeDecodeError as fault:
        found.add(path, Spot(fault.object.count(b"\n", 0, fault.start) + 1, 0), "the line is not UTF-8")
    except OSError as fault:
        found.add(path, NOWHERE, str(fault.strerror))
    return None


def read_model(path: Path, model: type[M], found: Faults) -> Read[M] | None:
    """A TOML file as a model. None, with every fault of it, where it does not hold."""
    from pydantic import ValidationError

    text = read_text(path, found)
    data = None if text is None else _parsed(path, text, found)
    if text is None or data is None:
        return None
    places = Places(text)
    try:
        return Read(path, model.model_validate(data), places)
    except ValidationError as faults:
        for fault in faults.errors(include_url=False):
            found.append(_told(path, places, model, fault))
        return None


def _parsed(path: Path, text: str, found: Faults) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        reason = str(fault)
        at = _AT.search(reason)
        spot = Spot(int(at[1]), int(at[2])) if at and at[1] else Spot(text.count("\n") + 1, 0)
        found.add(path, spot, f"no TOML: {_AT.sub('', reason)}")
    except (RecursionError, ValueError) as trouble:
        found.add(path, NOWHERE, beyond_reading(trouble))
    return None


def _told(path: Path, places: Places, model: type[Any], fault: ErrorDetails) -> Fault:
    where = tuple(fault["loc"])
    if fault["type"] == "extra_forbidden":
        known = keys_at(model, where[:-1])
        text = f"no key {where[-1]!r} here{nearest(str(where[-1]), known) or listed(frozenset(known))}"
        return Fault(path, *places.key(where), text)
    if fault["type"] == "missing":
        return Fault(path, *places.key(where[:-1]), f"the key {where[-1]!r} is missing")
    where = _as_written(where, places)
    return Fault(path, *places.value(where), _reason(fault, where[-1] if where else ""))


def _as_written(where: Where, places: Places) -> Where:
    """The place as the file has it: pydantic also names the form that it tried."""
    while where and where not in places.keys:
        where = where[:-1]
    return where


def _reason(fault: ErrorDetails, key: str | int) -> str:
    given, said = fault.get("input"), fault["msg"].removeprefix("Value error, ")
    if fault["type"] == "literal_error":
        words = frozenset(_QUOTED.findall(fault["ctx"]["expected"]))
        near = nearest(str(given), words) if isinstance(given, str) else ""
        return f"{key}: {given!r} is none of {', '.join(sorted(words))}{near}"
    if fault["type"] == "string_type":
        said = "a text in quotes is wanted"
    if fault["type"] in _PLAIN:
        return f"{key}: {_PLAIN[fault['type']].format(given=given, **fault.get('ctx', {}))}"
    said = said.replace("Input should be", "it should be")
    shown = f" (given {given!r})" if isinstance(given, str | int | float) and repr(given) not in said else ""
    return f"{key}: {said}{shown}"


def keys_at(model: Any, where: Where) -> tuple[str, ...]:
    """The keys that a table of a model may have."""
    from hexcore.folder_references import inner

    for step in where:
        model = inner(model, step)
    named: Mapping[str, Any] = getattr(model, "model_fields", {})
    return tuple(info.alias or name for name, info in named.items())


# ------------------------------------------------------------------ CSV
@dataclass(frozen=True)
class TableRow(Generic[R]):
    """A row of a CSV file, and where its cells stand."""

    path: Path
    line: int
    row: R
    columns: Mapping[str, int] = field(default_factory=dict)

    def spot(self, column: str = "") -> Spot:
        return Spot(self.line, self.columns.get(column, 0))


class _Written(NamedTuple):
    line: int
    cells: list[str]
    columns: list[int]


def read_rows(
    path: Path,
    row: type[R] | Callable[[Sequence[str]], type[R]],
    found: Faults,
    *,
    needed: bool = False,
) -> list[TableRow[R]]:
    """The rows of a CSV file; with every fault of it. A file that is not *needed* may be absent.

    *row* is a dataclass of the columns, or makes one from the headings. Empty cells take its defaults.
    """
    if not needed and not path.exists():
        return []
    written = list(_written(path, found))
    if not written:
        return []
    heading = written[0]
    kind: Any = row if isinstance(row, type) else row(heading.cells)
    if not _heading_holds(path, heading, kind, found):
        return []
    lines, columns = [], dict[str, Mapping[str, int]]()
    for one in written[1:]:
        if len(one.cells) != len(heading.cells):
            text = f"{len(one.cells)} cells under {len(heading.cells)} headings"
            found.add(path, Spot(one.line, 0), text)
            continue
        where = f"{path}:{one.line}"
        columns[where] = dict(zip(heading.cells, one.columns, strict=True))
        lines.append(Line(where, dict(zip(heading.cells, one.cells, strict=True))))
    return list(_validated(path, kind, laid_over(path, kind, lines), columns, found))


def _validated(
    path: Path,
    kind: type[R],
    lines: Sequence[Line],
    columns: Mapping[str, Mapping[str, int]],
    found: Faults,
) -> Iterator[TableRow[R]]:
    from pydantic import ValidationError

    adapter = adapter_of(kind)
    for where, cells in lines:
        said, _, number = where.rpartition(":")
        line, at = int(number) if number.isdigit() else 0, columns.get(where, {})
        given = {k: v.strip() for k, v in cells.items() if v.strip() != ""}
        try:
            yield TableRow(Path(said) if said else path, line, adapter.validate_python(given), at)
        except ValidationError as faults:
            for fault in faults.errors(include_url=False):
                column = str(fault["loc"][0]) if fault["loc"] else ""
                spot = Spot(line, at.get(column, 0))
                if fault["type"] == "missing":
                    found.add(path, spot, f"{column}: the cell is empty")
                else:
                    found.add(path, spot, _reason(fault, column))


def _heading_holds(path: Path, heading: _Written, kind: type[Any], found: Faults) -> bool:
    known = {one.name: one for one in fields(kind)}
    before = len(found)
    for n, (name, column) in enumerate(zip(heading.cells, heading.columns, strict=True)):
        if name not in known:
            near = nearest(name, tuple(known)) or listed(frozenset(known))
            found.add(path, Spot(1, column), f"no column {name!r} here{near}")
        elif name in heading.cells[:n]:
            found.add(path, Spot(1, column), f"the column {name!r} stands there twice")
    for name, one in known.items():
        if name not in heading.cells and one.default is MISSING and one.default_factory is MISSING:
            found.add(path, Spot(1, 0), f"the column {name!r} is missing")
    return len(found) == before


def _written(path: Path, found: Faults) -> Iterator[_Written]:
    """The lines of a CSV file with their cells, and the column where each cell begins."""
    text = read_text(path, found)
    if text is None:
        return
    lines = text.split("\n")
    reader = csv.reader((f"{line}\n" for line in lines), strict=True)
    before = 0
    try:
        for cells in reader:
            first, before = before, reader.line_num
            if cells:
                one = reader.line_num - first == 1
                starts = _starts(lines[first]) if one else []
                yield _Written(
                    first + 1, [c.strip("\n") for c in cells], (starts + [0] * len(cells))[: len(cells)]
                )
    except csv.Error as fault:
        found.add(path, Spot(reader.line_num, 0), f"no CSV: {fault}")


def _starts(line: str) -> list[int]:
    starts, quoted = [1], False
    for n, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted
        elif letter == "," and not quoted:
            starts.append(n + 2)
    return starts
