"""A map as the rows of its data files, and back: for writing a map, and for changing one row by row."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hexcore.hexes import Grid
from hexcore.map_files import GroupRow, HexRow, HexsideRow, MapReader, PlaceRow, RoadRow, Said
from hexcore.maps import HexMap
from hexcore.tables import DataError, Line, first_fault

FILES: Mapping[str, type[Any]] = {
    "hexes": HexRow,
    "hexsides": HexsideRow,
    "roads": RoadRow,
    "places": PlaceRow,
    "groups": GroupRow,
}
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("hex", "terrain", "features", "provenance", "alias"),
    "hexsides": ("hex1", "hex2", "feature", "name", "provenance"),
    "roads": ("hex1", "hex2", "road", "name", "provenance"),
    "places": ("hex", "name", "kind", "provenance", "rule", "note"),
    "groups": ("group", "hex"),
}
EDGE = "EDGE_"

Rows = Mapping[str, Sequence[Line]]


def map_rows(hex_map: HexMap) -> dict[str, list[Line]]:
    """The rows of all five files of a map; a hexside is told once, by its lower hex."""
    cells = {
        "hexes": _hexes(hex_map),
        "hexsides": _hexsides(hex_map),
        "roads": _roads(hex_map),
        "places": _places(hex_map),
        "groups": _groups(hex_map),
    }
    return {
        name: [
            Line(f"{name}.csv:{n}", dict(zip(HEADINGS[name], row, strict=True)))
            for n, row in enumerate(found, 2)
        ]
        for name, found in cells.items()
    }


def _hexes(game: HexMap) -> Iterator[tuple[str, ...]]:
    for hex, coord in enumerate(game.coords):
        number, *others = game.grid.numbers(coord)
        mark = game.provenance.get(("hex", hex), "reconstructed")
        yield number, _words(game.terrain[hex]), _words(game.features[hex]), mark, " ".join(others)


def _hexsides(game: HexMap) -> Iterator[tuple[str, ...]]:
    for side, one, other in whole_sides(game):
        mark = game.provenance.get(("side", side), "reconstructed")
        for word in sorted(game.sides[side]):
            yield one, other, word, game.side_names.get(side, ""), mark


def _roads(game: HexMap) -> Iterator[tuple[str, ...]]:
    for side, one, other in whole_sides(game):
        if game.roads[side]:
            mark = game.provenance.get(("road", side), "reconstructed")
            yield one, other, game.roads[side], game.road_names.get(side, ""), mark
    for road in game.edge_roads:
        name = game.road_names.get((road.hex, road.edge), "")
        mark = game.provenance.get((EDGE + road.edge, road.hex), "reconstructed")
        yield game.numbers[road.hex], EDGE + road.edge, road.road, name, mark


def _places(game: HexMap) -> Iterator[tuple[str, ...]]:
    for place in game.places:
        yield game.numbers[place.hex], place.name, place.kind, place.provenance, place.rule, place.note


def _groups(game: HexMap) -> Iterator[tuple[str, ...]]:
    for name, hexes in game.groups.items():
        yield from ((name, game.numbers[hex]) for hex in hexes)


def whole_sides(game: HexMap) -> Iterator[tuple[int, str, str]]:
    """Every hexside between two hexes of the map once: the side, and the numbers of its hexes."""
    for side, across in enumerate(game.neighbours):
        if across > side // 6:
            yield side, game.numbers[side // 6], game.numbers[across]


def _words(words: frozenset[str]) -> str:
    return " ".join(sorted(words))


# ------------------------------------------------------------------ and back
class _Rows(MapReader):
    """A map from rows at hand instead of files."""

    def __init__(self, given: Rows, grid: Grid) -> None:
        self.given = given
        super().__init__(Path(), grid)

    def _rows(self, name: str, kind: type[Any], *, needed: bool = False) -> list[Said]:
        from pydantic import TypeAdapter, ValidationError

        adapter: TypeAdapter[Any] = TypeAdapter(kind)
        said = []
        for where, cells in self.given.get(Path(name).stem, ()):
            try:
                row = adapter.validate_python({k: v for k, v in cells.items() if v != ""})
            except ValidationError as fault:
                raise DataError(f"{where}: {first_fault(fault)}") from None
            path, _, line = where.rpartition(":")
            said.append(Said(Path(path), int(line), row))
        return said


def map_from(rows: Rows, grid: Grid) -> HexMap:
    """The map that rows tell. DataError where a row was written, with what is wrong in it."""
    return _Rows(rows, grid).map()


# ------------------------------------------------------------------ files
def write_map(hex_map: HexMap, folder: Path, words: str = "") -> list[Path]:
    """All files of a map into an existing folder; *words* is TOML that goes under its grid."""
    grid = folder / "map.toml"
    grid.write_text(grid_text(hex_map.grid) + words, encoding="utf-8")
    return [grid, *write_tables(hex_map, folder)]


def write_tables(hex_map: HexMap, folder: Path) -> list[Path]:
    """The tables of a map that have something in them, into an existing folder."""
    written = []
    for name, lines in map_rows(hex_map).items():
        if lines or name == "hexes":
            written.append(folder / f"{name}.csv")
            write_lines(written[-1], HEADINGS[name], lines)
    return written


def write_lines(path: Path, headings: Sequence[str], lines: Sequence[Line]) -> None:
    """A table as a CSV file; one that is there already keeps its line ends."""
    ends = "\r\n" if path.exists() and b"\r\n" in path.read_bytes()[:4096] else "\n"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, headings, lineterminator=ends)
        writer.writeheader()
        writer.writerows(line.cells for line in lines)


def grid_text(grid: Grid) -> str:
    """A grid as the text of a `map.toml`."""
    lines = [f'family = "{grid.family}"', f'shoved = "{grid.shoved}"']
    lines += ["mirrored = true"] if grid.mirrored else []
    for sheet in grid.sheets:
        lines += ["", "[[sheet]]", f"prefix = {_quoted(sheet.prefix)}"]
        lines += [f"columns = {list(sheet.columns)}", f"rows = {list(sheet.rows)}"]
        lines += [f"offset = {list(sheet.offset)}"] if sheet.offset != (0, 0) else []
        lines += ["short = true"] if sheet.short else []
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    import json

    return json.dumps(text)
