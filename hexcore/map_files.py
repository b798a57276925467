"""A map's data files: their rows, and reading them into a `HexMap`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexcore.hexes import Family, Grid, HexCoord, Parity, Sheet
from hexcore.maps import EdgeRoad, HexMap, Place
from hexcore.provenance import Provenance
from hexcore.tables import DataError, read_csv, read_toml


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
        sheets = tuple(
            Sheet(
                prefix=s.get("prefix", ""),
                columns=(s["columns"][0], s["columns"][1]),
                rows=(s["rows"][0], s["rows"][1]),
                offset=(s.get("offset", [0, 0])[0], s.get("offset", [0, 0])[1]),
                short=s.get("short", False),
            )
            for s in data["sheet"]
        )
    except (KeyError, IndexError, TypeError) as fault:
        raise DataError(f"{path}: the grid lacks {fault}") from None
    if family not in ("columns", "rows") or shoved not in ("even", "odd") or not sheets:
        raise DataError(f"{path}: family is columns or rows, shoved is even or odd, and one sheet is needed")
    return Grid(family, shoved, sheets, bool(data.get("mirrored", False)))


class MapReader:
    """The files of one folder. Raises DataError with file and line."""

    def __init__(self, folder: Path, grid: Grid) -> None:
        self.folder, self.grid = folder, grid
        self.rows = read_csv(folder / "hexes.csv", HexRow)
        self.coords = tuple(self._coord("hexes.csv", n, row.hex) for n, row in enumerate(self.rows, 2))
        self.at = {coord: i for i, coord in enumerate(self.coords)}
        if len(self.at) != len(self.coords):
            raise DataError(f"{folder / 'hexes.csv'}: a hex is listed twice")
        self.marks: dict[tuple[str, int], Provenance] = {}

    def map(self) -> HexMap:
        sides, names = self._sides()
        roads, edge_roads = self._roads()
        for i, row in enumerate(self.rows):
            self.marks["hex", i] = row.provenance
        return HexMap(
            self.grid,
            self.coords,
            tuple(frozenset(row.terrain.split()) for row in self.rows),
            tuple(frozenset(row.features.split()) for row in self.rows),
            tuple(frozenset(s) for s in sides),
            tuple(roads),
            names,
            tuple(self._places()),
            self._groups(),
            tuple(edge_roads),
            self.marks,
        )

    def _sides(self) -> tuple[list[set[str]], dict[int, str]]:
        sides: list[set[str]] = [set() for _ in range(6 * len(self.coords))]
        names: dict[int, str] = {}
        for line, row in self._optional("hexsides.csv", HexsideRow):
            for side in self._both("hexsides.csv", line, row.hex1, row.hex2):
                sides[side].add(row.feature)
                self.marks["side", side] = row.provenance
                if row.name:
                    names[side] = row.name
        return sides, names

    def _roads(self) -> tuple[list[str], list[EdgeRoad]]:
        roads, edges = [""] * (6 * len(self.coords)), []
        for line, row in self._optional("roads.csv", RoadRow):
            if row.hex2.startswith("EDGE_"):
                edges.append(EdgeRoad(self._index("roads.csv", line, row.hex1), row.hex2[5:], row.road))
                continue
            for side in self._both("roads.csv", line, row.hex1, row.hex2):
                roads[side] = row.road
                self.marks["road", side] = row.provenance
        return roads, edges

    def _places(self) -> Iterator[Place]:
        for line, row in self._optional("places.csv", PlaceRow):
            hex = self._index("places.csv", line, row.hex)
            yield Place(hex, row.name, row.kind, row.provenance, row.rule, row.note)

    def _groups(self) -> dict[str, tuple[int, ...]]:
        groups: dict[str, list[int]] = {}
        for line, row in self._optional("groups.csv", GroupRow):
            groups.setdefault(row.group, []).append(self._index("groups.csv", line, row.hex))
        return {name: tuple(hexes) for name, hexes in groups.items()}

    def _optional(self, name: str, row: type[Any]) -> Iterable[tuple[int, Any]]:
        path = self.folder / name
        return enumerate(read_csv(path, row), 2) if path.exists() else ()

    def _coord(self, name: str, line: int, number: str) -> HexCoord:
        try:
            return self.grid.parse(number)
        except ValueError as fault:
            raise DataError(f"{self.folder / name}:{line}: {fault}") from None

    def _index(self, name: str, line: int, number: str) -> int:
        found = self.at.get(self._coord(name, line, number))
        if found is None:
            raise DataError(f"{self.folder / name}:{line}: hex {number!r} is not on the map")
        return found

    def _both(self, name: str, line: int, one: str, other: str) -> tuple[int, int]:
        a, b = self._index(name, line, one), self._index(name, line, other)
        try:
            d = self.coords[a].direction_to(self.coords[b])
        except ValueError:
            raise DataError(f"{self.folder / name}:{line}: {one} and {other} do not touch") from None
        return 6 * a + d, 6 * b + d.opposite
