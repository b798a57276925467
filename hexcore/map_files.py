"""A map's data files: their rows, and reading them into a `HexMap`.

A map may extend another: `extends` in its `map.toml` names the folder of the smaller map, relative to its
own. Then its files hold only what comes in addition, and the ground both share is stated once. A road of
the smaller map that left it there and now goes on is taken away by a row with the road `none`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hexcore.corrected_words import nearest
from hexcore.hexes import Family, Grid, HexCoord, Parity, Sheet
from hexcore.maps import EdgeRoad, HexMap, Place
from hexcore.provenance import Provenance
from hexcore.tables import DataError, first_fault, read_csv, read_toml


@dataclass(frozen=True)
class HexRow:
    hex: str
    terrain: str
    features: str = ""
    provenance: Provenance = "reconstructed"
    alias: str = ""
    name: str = ""
    note: str = ""


@dataclass(frozen=True)
class HexsideRow:
    hex1: str
    hex2: str
    feature: str
    name: str = ""
    provenance: Provenance = "reconstructed"
    note: str = ""


@dataclass(frozen=True)
class RoadRow:
    hex1: str
    hex2: str
    road: str
    name: str = ""
    provenance: Provenance = "reconstructed"
    note: str = ""


@dataclass(frozen=True)
class PlaceRow:
    hex: str
    name: str
    kind: str
    provenance: Provenance = "reconstructed"
    rule: str = ""
    note: str = ""


@dataclass(frozen=True)
class GroupRow:
    group: str
    hex: str
    provenance: Provenance = "reconstructed"
    note: str = ""


def read_grid(path: Path) -> Grid:
    """The `map.toml` of a ruleset: `family`, `shoved`, `mirrored` and its `[[sheet]]` tables."""
    data = read_toml(path)
    try:
        family: Family = data["family"]
        shoved: Parity = data["shoved"]
        given = data["sheet"] if isinstance(data["sheet"], list) else [data["sheet"]]
        sheets = sheets_from([{"prefix": "", **s} if isinstance(s, dict) else s for s in given], str(path))
    except KeyError as fault:
        raise DataError(f"{path}: the grid lacks {fault}") from None
    for key, words in (("family", ("columns", "rows")), ("shoved", ("even", "odd"))):
        if data[key] not in words:
            near = nearest(str(data[key]), words)
            raise DataError(f"{path}: {key} is {' or '.join(words)}, not {data[key]!r}{near}")
    mirrored = data.get("mirrored", False)
    if not isinstance(mirrored, bool):
        raise DataError(f"{path}: mirrored is true or false")
    return Grid(family, shoved, sheets, mirrored)


MOST_SHEETS, FURTHEST = 24, 1_000


def sheets_from(data: object, where: str) -> tuple[Sheet, ...]:
    """Map sheets from plain data, of sizes a printed map can have. DataError with what is wrong in them."""
    from pydantic import TypeAdapter, ValidationError

    try:
        sheets = TypeAdapter(tuple[Sheet, ...]).validate_python(data)
    except ValidationError as fault:
        raise DataError(f"{where}: sheets: {first_fault(fault)}") from None
    if not 0 < len(sheets) <= MOST_SHEETS:
        raise DataError(f"{where}: a map has one sheet at least, and {MOST_SHEETS} at most")
    for sheet in sheets:
        if len(sheet.prefix) > 8 or max(map(abs, sheet.offset)) > FURTHEST:
            raise DataError(f"{where}: a sheet's prefix or offset is none that can be meant")
        if not all(0 <= low <= high <= 99 for low, high in (sheet.columns, sheet.rows)):
            raise DataError(f"{where}: a sheet's columns and rows go from 0 to 99 at most, the lower first")
    return sheets


NO_ROAD = "none"
"""The road of a row that takes away a road of the map this one extends."""


class Said(NamedTuple):
    """A row of a map's files, and the file and line that say it."""

    path: Path
    line: int
    row: Any


def folders(folder: Path) -> tuple[Path, ...]:
    """The folders a map is read from: the map it extends, if any, then its own."""
    found = [folder]
    while "extends" in (table := read_toml(found[0] / "map.toml")):
        base = found[0] / str(table["extends"])
        if not (base / "map.toml").is_file() or base.resolve() in {known.resolve() for known in found}:
            text = f"extends {table['extends']!r}, which is no folder of another map"
            raise DataError(f"{found[0] / 'map.toml'}: {text}")
        found.insert(0, base)
    return tuple(found)


def rows(folder: Path, name: str, kind: type[Any]) -> list[Said]:
    """All rows of one of a map's files, those of the map it extends first. Raises DataError."""
    files = [part / name for part in folders(folder)]
    said = [
        Said(path, line, row)
        for path in files
        if path.exists()
        for line, row in enumerate(read_csv(path, kind), 2)
    ]
    return _roads_left(said) if kind is RoadRow else said


def _roads_left(said: list[Said]) -> list[Said]:
    """The roads less those taken away; DataError where none is there to take away."""
    left: dict[tuple[str, str], list[Said]] = {}
    for one in said:
        link = (one.row.hex1, one.row.hex2)
        if one.row.road != NO_ROAD:
            left.setdefault(link, []).append(one)
        elif left.pop(link, None) is None:
            raise DataError(f"{one.path}:{one.line}: no road {' '.join(link)} is there to take away")
    return [one for same in left.values() for one in same]


class MapReader:
    """The files of one map. Raises DataError with file and line."""

    def __init__(self, folder: Path, grid: Grid) -> None:
        self.folder, self.grid = folder, grid
        self.rows = self._rows("hexes.csv", HexRow, needed=True)
        self.coords = tuple(self._coord(said, said.row.hex) for said in self.rows)
        self.at = {coord: i for i, coord in enumerate(self.coords)}
        if len(self.at) != len(self.coords):
            raise self._twice()
        self.marks: dict[tuple[str, int], Provenance] = {}
        self.road_names: dict[int | tuple[int, str], str] = {}

    def _twice(self) -> DataError:
        """The first hex that is listed twice, by whichever of its numbers."""
        seen: set[HexCoord] = set()
        for said, coord in zip(self.rows, self.coords, strict=True):
            if coord in seen:
                return DataError(f"{said.path}:{said.line}: hex {said.row.hex} is listed twice")
            seen.add(coord)
        raise AssertionError(self.folder)

    def map(self) -> HexMap:
        sides, names = self._sides()
        roads, edge_roads = self._roads()
        for i, said in enumerate(self.rows):
            self.marks["hex", i] = said.row.provenance
        return HexMap(
            self.grid,
            self.coords,
            tuple(frozenset(said.row.terrain.split()) for said in self.rows),
            tuple(frozenset(said.row.features.split()) for said in self.rows),
            tuple(frozenset(s) for s in sides),
            tuple(roads),
            names,
            tuple(self._places()),
            self._groups(),
            tuple(edge_roads),
            self.marks,
            self.road_names,
        )

    def _sides(self) -> tuple[list[set[str]], dict[int, str]]:
        sides: list[set[str]] = [set() for _ in range(6 * len(self.coords))]
        names: dict[int, str] = {}
        for said in self._rows("hexsides.csv", HexsideRow):
            for side in self._both(said):
                sides[side].add(said.row.feature)
                self.marks["side", side] = said.row.provenance
                if said.row.name:
                    names[side] = said.row.name
        return sides, names

    def _roads(self) -> tuple[list[str], list[EdgeRoad]]:
        roads, edges = [""] * (6 * len(self.coords)), []
        for said in self._rows("roads.csv", RoadRow):
            row = said.row
            if row.hex2.startswith("EDGE_"):
                edges.append(EdgeRoad(self._index(said, row.hex1), row.hex2[5:], row.road))
                self._named(edges[-1][:2], row.name)
                self.marks[row.hex2, edges[-1].hex] = row.provenance
                continue
            for side in self._both(said):
                roads[side] = row.road
                self._named(side, row.name)
                self.marks["road", side] = row.provenance
        return roads, edges

    def _named(self, road: int | tuple[int, str], name: str) -> None:
        if name:
            self.road_names[road] = name

    def _places(self) -> Iterator[Place]:
        for said in self._rows("places.csv", PlaceRow):
            row = said.row
            hex = self._index(said, row.hex)
            yield Place(hex, row.name, row.kind, row.provenance, row.rule, row.note)

    def _groups(self) -> dict[str, tuple[int, ...]]:
        groups: dict[str, list[int]] = {}
        for said in self._rows("groups.csv", GroupRow):
            groups.setdefault(said.row.group, []).append(self._index(said, said.row.hex))
        return {name: tuple(hexes) for name, hexes in groups.items()}

    def _rows(self, name: str, kind: type[Any], *, needed: bool = False) -> list[Said]:
        if needed and not (self.folder / name).exists():
            raise DataError(f"{self.folder / name}: no such file")
        return rows(self.folder, name, kind)

    def _coord(self, said: Said, number: str) -> HexCoord:
        try:
            return self.grid.parse(number)
        except ValueError as fault:
            raise DataError(f"{said.path}:{said.line}: {fault}") from None

    def _index(self, said: Said, number: str) -> int:
        found = self.at.get(self._coord(said, number))
        if found is None:
            raise DataError(f"{said.path}:{said.line}: hex {number!r} is not on the map")
        return found

    def _both(self, said: Said) -> tuple[int, int]:
        one, other = said.row.hex1, said.row.hex2
        a, b = self._index(said, one), self._index(said, other)
        try:
            d = self.coords[a].direction_to(self.coords[b])
        except ValueError:
            raise DataError(f"{said.path}:{said.line}: {one} and {other} do not touch") from None
        return 6 * a + d, 6 * b + d.opposite
