"""The one door for data files: CSV and TOML, each row checked, each fault named with file and line."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from pydantic import ValidationError

Row = TypeVar("Row")


class DataError(ValueError):
    """A data file that does not hold: its message names the file, the line and the reason."""


def read_csv(path: Path, row: type[Row]) -> list[Row]:
    """Every line of a CSV file as a validated *row* (a dataclass or NamedTuple of its columns).

    Empty cells take the row type's default. Raises DataError with file and line.
    """
    from pydantic import TypeAdapter, ValidationError

    adapter: TypeAdapter[Row] = TypeAdapter(row)
    rows = []
    for line, cells in _lines(path):
        try:
            rows.append(adapter.validate_python({k: v for k, v in cells.items() if v != ""}))
        except ValidationError as fault:
            raise DataError(f"{path}:{line}: {first_fault(fault)}") from None
    return rows


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as plain data. Raises DataError with the file and the parser's line."""
    import tomllib

    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as fault:
        raise DataError(f"{path}: {fault}") from None


def first_fault(fault: ValidationError) -> str:
    """The first complaint of a validation, as one line: where, what, and the offending text."""
    first = fault.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    given = first.get("input")
    shown = (
        f" (given {given!r})" if isinstance(given, (str, int, float)) and repr(given) not in message else ""
    )
    return f"{where}: {message}{shown}" if where else f"{message}{shown}"


def _lines(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        with path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file, strict=True)
            for cells in reader:
                if None in cells or None in cells.values():
                    raise DataError(
                        f"{path}:{reader.line_num}: the line has not as many cells as the heading"
                    )
                yield reader.line_num, cells
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except (csv.Error, UnicodeDecodeError, OSError) as fault:
        raise DataError(f"{path}: {fault}") from None
