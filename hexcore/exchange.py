"""What all forms of exchange share: a grid as plain data, words from strangers, and maps from their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hexcore.corrected_words import hidden, nearest
from hexcore.hexes import Grid
from hexcore.map_files import sheets_from
from hexcore.map_rows import HEADINGS, map_from
from hexcore.maps import HexMap
from hexcore.tables import DataError, Line

MOST_HEXES = 20_000
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
    if not isinstance(data, dict) or set(data) != {"family", "shoved", "mirrored", "sheets"}:
        raise DataError(f"{where}: a grid has family, shoved, mirrored and sheets")
    if data["family"] not in ("columns", "rows") or data["shoved"] not in ("even", "odd"):
        raise DataError(f"{where}: family is columns or rows, shoved is even or odd")
    if not isinstance(data["mirrored"], bool):
        raise DataError(f"{where}: mirrored is true or false")
    return Grid(data["family"], data["shoved"], sheets_from(data["sheets"], where), data["mirrored"])


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
        if reason := hidden(cells[name]):
            raise DataError(f"{where}: {name}: {reason}")
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
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except OSError as fault:
        raise DataError(f"{path}: {fault.strerror}") from None
    if len(content) > largest:  # a pipe or a device has no size
        raise DataError(f"{path}: more than {largest} bytes, which no map has")
    return content
