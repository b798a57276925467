"""Reading maps of Tiled from strangers: no entities, no packed data, nothing larger than a map can be."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hexcore.exchange import cells_of, grid_from, map_of, opened
from hexcore.hexes import Family, Grid, Parity, Sheet
from hexcore.map_rows import HEADINGS
from hexcore.maps import HexMap
from hexcore.tables import DataError, Line
from hexcore.tiled_spots import Size, Spots

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LARGEST, MOST_ELEMENTS, DEEPEST = 8_000_000, 60_000, 8
WIDEST, LARGEST_TILE = 200, 4096
GRID, ORIGIN, GROUP, MARK = "grid", "origin", "group ", "mark "
OBJECTS = ("hexsides", "roads", "places")
LAYER = "hexes"
_SMALL = re.compile(r"\d{1,6}")


def read(path: Path) -> HexMap:
    """A map from a `.tmx` file. DataError naming the file, and where in it, of any fault."""
    return _Reader(path, _tree(path)).map()


def _tree(path: Path) -> Element:
    """The elements of a file; one with a document type, too many of them or too deep is refused at once."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    depth = count = 0
    root: Element | None = None
    try:
        stream = io.BytesIO(opened(path, LARGEST))
        for event, element in iterparse(stream, events=("start", "end"), forbid_dtd=True):
            root = element if root is None else root
            depth += 1 if event == "start" else -1
            count += event == "start"
            if depth > DEEPEST or count > MOST_ELEMENTS:
                raise DataError(f"{path}: more elements than a map has, or deeper ones")
    except ParseError as fault:
        line, column = fault.position
        raise DataError(f"{path}:{line}:{column + 1}: {fault}") from None
    except DefusedXmlException as fault:
        raise DataError(f"{path}: a document type or entity: {type(fault).__name__}") from None
    except (ValueError, LookupError) as fault:  # an encoding nobody knows
        raise fault if isinstance(fault, DataError) else DataError(f"{path}: {fault}") from None
    assert root is not None
    return root


class _Reader:
    def __init__(self, path: Path, root: Element) -> None:
        self.path, self.root = path, root
        self.tiles: dict[str, tuple[int, int]] = {}

    def map(self) -> HexMap:
        root = self.root
        if root.tag != "map" or root.get("orientation") != "hexagonal" or root.get("infinite", "0") != "0":
            raise self._fault("no hexagonal map of a fixed size")
        size = self._number(root, "width", WIDEST), self._number(root, "height", WIDEST)
        said = dict(self._said(root, "map"))
        grid = self._grid(said, size)
        rows: dict[str, list[Line]] = {name: [] for name in HEADINGS}
        rows["hexes"] = self._hexes(grid, size, said)
        self.spots = self._spots(grid)
        for element in root.iter("objectgroup"):
            name = element.get("name", "")
            if name not in OBJECTS:
                raise self._fault(f"unknown object layer {name!r}; there are {', '.join(OBJECTS)}")
            for n, one in enumerate(element.iter("object"), 1):
                rows[name] += self._object(name, n, one)
        rows["groups"] = [
            cells_of("groups", {"group": name.removeprefix(GROUP), "hex": hex}, str(self.path))
            for name, hexes in said.items()
            if name.startswith(GROUP)
            for hex in hexes.split()
        ]
        return map_of(rows, grid, self.path)

    # -------------------------------------------------------------- inside
    def _fault(self, reason: str) -> DataError:
        return DataError(f"{self.path}: {reason}"[:400])

    def _number(self, element: Element, name: str, most: int, least: int = 1) -> int:
        text = element.get(name, "")
        value = int(text) if _SMALL.fullmatch(text) else -1
        if not least <= value <= most:
            raise self._fault(f"{element.tag}: {name} is a number from {least} to {most}, not {text[:40]!r}")
        return value

    def _said(self, element: Element, where: str) -> Iterator[tuple[str, str]]:
        """The properties of an element, each once and each a text."""
        seen: set[str] = set()
        for one in element.findall("properties/property"):
            name, value = one.get("name", ""), one.get("value", one.text or "")
            if one.get("type", "string") != "string" or name in seen or not name:
                raise self._fault(f"{where}: property {name!r} is no text, or there twice")
            seen.add(name)
            yield name, value

    def _grid(self, said: dict[str, str], size: tuple[int, int]) -> Grid:
        """The grid the map tells, or one counted from 1 at the upper left; Tiled's own stagger must agree."""
        for name in said:
            if name not in (GRID, ORIGIN) and not name.startswith((GROUP, MARK)):
                raise self._fault(f"unknown property {name!r} of the map")
        axis, index = self.root.get("staggeraxis", ""), self.root.get("staggerindex", "")
        if axis not in ("x", "y") or index not in ("even", "odd"):
            raise self._fault("staggeraxis is x or y, staggerindex is even or odd")
        family: Family = "columns" if axis == "x" else "rows"
        if GRID not in said:
            shoved: Parity = "odd" if index == "even" else "even"
            if max(size) > 99:
                raise self._fault("a map without a grid has at most 99 columns and rows")
            return Grid(family, shoved, (Sheet("", (1, size[0]), (1, size[1])),))
        try:
            grid = grid_from(json.loads(said[GRID]), f"{self.path}: grid")
        except (json.JSONDecodeError, RecursionError) as fault:
            raise self._fault(f"grid: {fault}") from None
        if grid.family != family:
            raise self._fault(f"staggeraxis {axis!r} is none of {grid.family}")
        return grid

    def _tiles(self) -> dict[int, dict[str, str]]:
        """What each tile means, by its number in the layer."""
        found: dict[int, dict[str, str]] = {}
        for tileset in self.root.findall("tileset"):
            first = self._number(tileset, "firstgid", 999_999)
            for tile in tileset.findall("tile"):
                said = dict(self._said(tile, "tile"))
                found[first + self._number(tile, "id", 999_999, 0)] = said
        return found

    def _layer(self, size: tuple[int, int]) -> list[list[int]]:
        layers = self.root.findall("layer")
        if [layer.get("name") for layer in layers] != [LAYER]:
            raise self._fault(f"a map has one tile layer, {LAYER!r}")
        data = layers[0].find("data")
        if data is None or data.get("encoding") != "csv" or data.get("compression") or len(data):
            raise self._fault("its layer is not kept as CSV: change the layer format of the map in Tiled")
        if (
            self._number(layers[0], "width", WIDEST) != size[0]
            or len(data.text or "") > 8 * size[0] * size[1]
        ):
            raise self._fault("its layer is not as large as the map")
        rows = [row.strip().strip(",").split(",") for row in (data.text or "").strip().splitlines()]
        if [len(row) for row in rows] != [size[0]] * size[1]:
            raise self._fault(f"its layer has not {size[0]} tiles in each of {size[1]} rows")
        for word in (word for row in rows for word in row):
            if not _SMALL.fullmatch(word.strip()):
                raise self._fault(f"{word[:40]!r} is no number of a tile (turned tiles mean nothing here)")
        return [[int(word) for word in row] for row in rows]

    def _hexes(self, grid: Grid, size: tuple[int, int], said: dict[str, str]) -> list[Line]:
        layer, tiles = self._layer(size), self._tiles()
        marks = {
            hex: k.removeprefix(MARK) for k, v in said.items() if k.startswith(MARK) for hex in v.split()
        }
        numbers = dict.fromkeys(grid.number(hex) for sheet in grid.sheets for hex in grid.hexes(sheet))
        at = {number: self._cell(grid, number) for number in numbers}
        left, top = self._corner(grid, at, said.get(ORIGIN, ""))
        rows, used = [], 0
        for number, (x, y) in at.items():
            tile = layer[y - top][x - left] if 0 <= y - top < size[1] and 0 <= x - left < size[0] else 0
            if tile:
                if tile not in tiles:
                    raise self._fault(f"hex {number}: no tile {tile}")
                given = {**tiles[tile], "hex": number}
                given |= {"provenance": marks[number]} if number in marks else {}
                rows.append(cells_of("hexes", given, f"{self.path}: hex {number}"))
                self.tiles[number] = (x - left, y - top)
                used += 1
        if used != sum(1 for row in layer for tile in row if tile):
            raise self._fault("tiles lie where its grid has no hex")
        return rows

    def _cell(self, grid: Grid, number: str) -> tuple[int, int]:
        column, row = grid.column_row(grid.parse(number))
        return (-column if grid.mirrored else column), row

    def _corner(self, grid: Grid, at: dict[str, tuple[int, int]], origin: str) -> tuple[int, int]:
        """The column and row of the upper left tile: the map's `origin`, or where its sheets begin.

        Tiled's stagger must shove the tiles that the grid shoves.
        """
        if origin and not re.fullmatch(r"-?\d{1,3} -?\d{1,3}", origin):
            raise self._fault(f"origin is a column and a row, not {origin!r}")
        told = [int(word) for word in origin.split()]
        left, top = told or (min(x for x, _ in at.values()), min(y for _, y in at.values()))
        if stagger(grid, left, top) != self.root.get("staggerindex"):
            raise self._fault(
                f"staggerindex {self.root.get('staggerindex')!r} shoves other hexes than the grid"
            )
        return left, top

    def _spots(self, grid: Grid) -> Spots:
        size = Size(
            self._number(self.root, "tilewidth", LARGEST_TILE, 2),
            self._number(self.root, "tileheight", LARGEST_TILE, 2),
            self._number(self.root, "hexsidelength", LARGEST_TILE, 0),
        )
        return Spots(self.tiles, size, grid.family == "columns", self.root.get("staggerindex", ""))

    def _object(self, table: str, n: int, element: Element) -> list[Line]:
        """The rows an object stands for: one, or one for each stretch of a line that names no hexes."""
        where = f"{self.path}: {table}: object {element.get('id', n)}"[:200]
        numbers = [element.get("x", ""), element.get("y", "")]
        for line in element.findall("polyline"):
            numbers += line.get("points", "").replace(",", " ").split()
        for text in numbers:
            if not _is_number(text):
                raise self._fault(f"{table}: object {n}: {text[:40]!r} is no number of a place")
        x, y, *points = map(float, numbers)
        drawn = [(x + dx, y + dy) for dx, dy in zip(points[::2], points[1::2], strict=False)] or [(x, y)]
        cells = dict(cells_of(table, dict(self._said(element, where)), where).cells)
        try:
            return [cells_of(table, row, where) for row in self.spots.rows(table, cells, drawn)]
        except ValueError as fault:
            raise DataError(f"{where}: {fault}") from None


def stagger(grid: Grid, left: int, top: int) -> str:
    """Which tiles lie half a tile further, by Tiled's own numbers from 0 at the upper left."""
    first = (left if grid.family == "columns" else top) % 2
    return "even" if first == (0 if grid.shoved == "even" else 1) else "odd"


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text)) and abs(float(text)) < 1e7
    except ValueError:
        return False
