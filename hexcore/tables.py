"""The one door for data files: CSV and TOML, each row checked, each fault named with file and line."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

Row = TypeVar("Row")
Held = TypeVar("Held")


class Line(NamedTuple):
    """One line of a table: where it was written (`file:line`), and its cells by heading."""

    where: str
    cells: Mapping[str, str]


class Door(Protocol):
    """What lies over a ruleset's data while it is read. `kept` holds its tables, by reader."""

    kept: dict[Callable[[], Any], Any]

    def lines(self, path: Path, row: type[Any], lines: Sequence[Line]) -> Sequence[Line]:
        """The lines of a file as they are in force."""


_DOOR: ContextVar[Door | None] = ContextVar("door", default=None)
READERS: list[Callable[[], Any]] = []
"""Every reader marked as a `table`, of any ruleset imported so far."""


class DataError(ValueError):
    """A data file that does not hold: its message names the file, the line and the reason."""


def read_csv(path: Path, row: type[Row]) -> list[Row]:
    """Every line of a CSV file as a validated *row* (a dataclass or NamedTuple of its columns).

    Empty cells take the row type's default. Raises DataError with file and line.
    """
    from pydantic import ValidationError

    adapter = adapter_of(row)
    door, rows = _DOOR.get(), []
    lines: Sequence[Line] | Iterator[Line] = _lines(path)
    if door is not None:
        lines = door.lines(path, row, list(lines))
    for where, cells in lines:
        try:
            rows.append(adapter.validate_python({k: v for k, v in cells.items() if v != ""}))
        except ValidationError as fault:
            raise DataError(f"{where}: {first_fault(fault)}") from None
    return rows


def adapter_of(row: type[Row]) -> TypeAdapter[Row]:
    """What validates the rows of a type; making one takes longer than reading a small file."""
    key: Any = row
    found: TypeAdapter[Row] = _adapter(key)
    return found


@lru_cache(maxsize=256)
def _adapter(row: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(row)


def read_lines(path: Path) -> list[Line]:
    """Every line of a CSV file as it stands there. Raises DataError with file and line."""
    return list(_lines(path))


def through(door: Door | None) -> AbstractContextManager[None]:
    """While this lasts, data files are read and tables are looked up through *door* (None: as they are)."""
    return _PLAIN if door is None else _opened(door)


@contextmanager
def _opened(door: Door) -> Iterator[None]:
    token = _DOOR.set(door)
    try:
        yield
    finally:
        _DOOR.reset(token)


_PLAIN: AbstractContextManager[None] = nullcontext()


def table(reader: Callable[[], Held]) -> Callable[[], Held]:
    """Marks a reader of data whose answer is kept: read once, and once for each door it is read through.

    A ruleset keeps its charts with this, never with `functools.cache`: only so do they take corrections.
    """
    kept = kept_by_door(reader)
    READERS.append(kept)
    return kept


def laid_over(path: Path, row: type[Any], lines: Sequence[Line]) -> Sequence[Line]:
    """The lines of a file as they are in force: as they stand there, or as the door in use has them."""
    door = _DOOR.get()
    return lines if door is None else door.lines(path, row, lines)


def kept_by_door(reader: Callable[[], Held]) -> Callable[[], Held]:
    """A reader whose answer is kept as that of a `table` is, and that nobody else calls."""
    plain: list[Held] = []

    @wraps(reader)
    def kept() -> Held:
        door = _DOOR.get()
        if door is None:
            if not plain:
                plain.append(reader())
            return plain[0]
        if kept not in door.kept:
            door.kept[kept] = reader()
        found: Held = door.kept[kept]
        return found

    return kept


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as plain data. Raises DataError with the file and the parser's line."""
    import tomllib

    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except (ValueError, OSError) as fault:
        raise DataError(f"{path}: {fault}") from None
    except RecursionError as fault:
        raise DataError(f"{path}: {beyond_reading(fault)}") from None


def beyond_reading(fault: Exception) -> str:
    """Why a parser gave up on a text that is no fault of form."""
    return "it is nested too deep" if isinstance(fault, RecursionError) else str(fault)


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


def _lines(path: Path) -> Iterator[Line]:
    try:
        with path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file, strict=True)
            for cells in reader:
                if None in cells or None in cells.values():
                    raise DataError(
                        f"{path}:{reader.line_num}: the line has not as many cells as the heading"
                    )
                yield Line(f"{path}:{reader.line_num}", cells)
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except (csv.Error, UnicodeDecodeError, OSError) as fault:
        raise DataError(f"{path}: {fault}") from None
