"""What all forms of exchange share: a grid as plain data, words from strangers, and maps from their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hexcore.corrected_words import nearest
from hexcore.hexes import Grid, Sheet
from hexcore.map_rows import HEADINGS, map_from
from hexcore.maps import HexMap
from hexcore.tables import DataError, Line, first_fault

MOST_HEXES, MOST_SHEETS, FURTHEST = 20_000, 24, 1_000
WORDS = ("terrain", "features")
"""The columns that hold several words."""


def grid_form(grid: Grid) -> dict[str, Any]:
    """A grid as plain data."""
    return {
        "family": grid.family,
        "shoved": grid.shoved,
        "mirrored": grid.mirrored,
        "sheets": [
            {
                "prefix": sheet.prefix,
                "columns": list(sheet.columns),
                "rows": list(sheet.rows),
                "offset": list(sheet.offset),
                "short": sheet.short,
            }
            for sheet in grid.sheets
        ],
    }


def grid_from(data: object, where: str) -> Grid:
    """A grid from plain data. DataError with what is wrong in it."""
    from pydantic import TypeAdapter, ValidationError

    if not isinstance(data, dict) or set(data) != {"family", "shoved", "mirrored", "sheets"}:
        raise DataError(f"{where}: a grid has family, shoved, mirrored and sheets")
    if data["family"] not in ("columns", "rows") or data["shoved"] not in ("even", "odd"):
        raise DataError(f"{where}: family is columns or rows, shoved is even or odd")
    if not isinstance(data["mirrored"], bool):
        raise DataError(f"{where}: mirrored is true or false")
    try:
        sheets = TypeAdapter(tuple[Sheet, ...]).validate_python(data["sheets"])
    except ValidationError as fault:
        raise DataError(f"{where}: sheets: {first_fault(fault)}") from None
    if not 0 < len(sheets) <= MOST_SHEETS:
        raise DataError(f"{where}: a map has one sheet at least, and {MOST_SHEETS} at most")
    for sheet in sheets:
        if len(sheet.prefix) > 8 or max(map(abs, sheet.offset)) > FURTHEST:
            raise DataError(f"{where}: a sheet's prefix or offset is none that can be meant")
        if not all(0 <= low <= high <= 99 for low, high in (sheet.columns, sheet.rows)):
            raise DataError(f"{where}: a sheet's columns and rows go from 0 to 99 at most, the lower first")
    return Grid(data["family"], data["shoved"], sheets, data["mirrored"])


def cells_of(table: str, given: Mapping[str, object], where: str) -> Line:
    """A row as a stranger gives it: only known columns, only words. DataError naming the column."""
    cells = dict.fromkeys(HEADINGS[table], "")
    for name, value in given.items():
        if name not in cells:
            raise DataError(f"{where}: {table} have no {name!r}{nearest(name, HEADINGS[table])}")
        if value is None:
            continue
        words: list[object] = value if isinstance(value, list) and name in WORDS else [value]
        if not all(isinstance(word, str) for word in words):
            raise DataError(f"{where}: {name}: no word: {value!r}"[:200])
        cells[name] = " ".join(map(str, words))
    return Line(f"{where}:0", cells)


def map_of(rows: Mapping[str, Sequence[Line]], grid: Grid, path: Path) -> HexMap:
    """The map that a stranger's rows make. DataError naming the file, and where in it."""
    if not rows["hexes"] or len(rows["hexes"]) > MOST_HEXES:
        count = len(rows["hexes"])
        raise DataError(f"{path}: {count} hexes: a map has at least one, and at most {MOST_HEXES}")
    try:
        return map_from(rows, grid)
    except DataError as fault:
        raise DataError(str(fault).replace(":0: ", ": ", 1)) from None


def opened(path: Path, largest: int) -> bytes:
    """The bytes of a file of a size that can be meant. DataError when it cannot be read."""
    try:
        size = path.stat().st_size
        if size > largest:
            raise DataError(f"{path}: {size} bytes; a map has at most {largest}")
        return path.read_bytes()
    except OSError as fault:
        raise DataError(f"{path}: {fault.strerror}") from None
