"""Maps for the map editor Tiled (`.tmx`): a hexagonal tile layer, hexsides, roads and places as objects.

Each ground (terrain and features together) is one tile. Tiled numbers tiles from 0 at the upper left, and
its `staggerindex` names the shoved tiles by these numbers: so it turns over where the lowest column (or row)
printed on the map is odd. The grid, the groups and the marks of hexes are properties of the map.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from hexcore.exchange import grid_form
from hexcore.map_rows import EDGE, HEADINGS, map_rows
from hexcore.maps import HexMap
from hexcore.tables import Line
from hexcore.tiled_reading import GRID, GROUP, MARK, OBJECTS, ORIGIN, read, stagger
from hexcore.tiled_tiles import LONG, SHORT, SIDE, colours, strip

__all__ = ["read", "write"]

Ground = tuple[str, str]
OUTWARD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def write(hex_map: HexMap, presentation: Mapping[str, Any], path: Path) -> list[Path]:
    """A map as a `.tmx` file and the picture of its tiles. OSError when they cannot be written."""
    grounds = sorted({*_grounds(map_rows(hex_map)["hexes"])})
    picture = path.with_name(f"{path.stem}-tiles.png")
    columns = hex_map.grid.family == "columns"
    picture.write_bytes(strip(colours(grounds, presentation), columns))
    path.write_text(_Writer(hex_map, grounds, picture.name).text(), encoding="utf-8")
    return [path, picture]


def _grounds(rows: list[Line]) -> Iterator[Ground]:
    return ((cells["terrain"], cells["features"]) for _, cells in rows)


class Placing:
    """Where the hexes of a map lie among Tiled's tiles, and on its picture, in pixels."""

    def __init__(self, hex_map: HexMap) -> None:
        self.map, grid = hex_map, hex_map.grid
        self.columns = grid.family == "columns"
        at = [grid.column_row(coord) for coord in hex_map.coords]
        self.sign = -1 if grid.mirrored else 1
        self.left = min(self.sign * column for column, _ in at)
        self.top = min(row for _, row in at)
        self.tiles = [(self.sign * column - self.left, row - self.top) for column, row in at]
        self.width = max(x for x, _ in self.tiles) + 1
        self.height = max(y for _, y in self.tiles) + 1

    @property
    def stagger(self) -> str:
        """Which tiles lie half a tile further, by Tiled's own numbers."""
        return stagger(self.map.grid, self.left, self.top)

    def centre(self, hex: int) -> tuple[int, int]:
        x, y = self.tiles[hex]
        half = SHORT // 2 * ((x if self.columns else y) % 2 == (0 if self.stagger == "even" else 1))
        step = (LONG + SIDE) // 2
        if self.columns:
            return x * step + LONG // 2, y * SHORT + SHORT // 2 + half
        return x * SHORT + SHORT // 2 + half, y * step + LONG // 2

    def corners(self, hex: int) -> list[tuple[int, int]]:
        """The corners in the order of `Grid.corners`."""
        x, y = self.centre(hex)
        a, b, c = SHORT // 2, SIDE // 2, LONG // 2
        flat = ((-b, -a), (b, -a), (c, 0), (b, a), (-b, a), (-c, 0))
        pointed = ((-a, -b), (0, -c), (a, -b), (a, b), (0, c), (-a, b))
        return [(x + dx, y + dy) for dx, dy in (flat if self.columns else pointed)]


class _Writer:
    def __init__(self, hex_map: HexMap, grounds: list[Ground], picture: str) -> None:
        self.map, self.grounds, self.picture = hex_map, grounds, picture
        self.rows, self.placing, self.objects = map_rows(hex_map), Placing(hex_map), 0

    def text(self) -> str:
        place = self.placing
        tile = (LONG, SHORT) if place.columns else (SHORT, LONG)
        layers = ["\n".join(self._objects(n, name)) for n, name in enumerate(OBJECTS, 2)]
        head = (
            f'<map version="1.10" orientation="hexagonal" renderorder="right-down" width="{place.width}" '
            f'height="{place.height}" tilewidth="{tile[0]}" tileheight="{tile[1]}" infinite="0" '
            f'hexsidelength="{SIDE}" staggeraxis="{"x" if place.columns else "y"}" '
            f'staggerindex="{place.stagger}" nextlayerid="5" nextobjectid="{self.objects + 1}">'
        )
        parts = ['<?xml version="1.0" encoding="UTF-8"?>', head, *self._properties()]
        return "\n".join([*parts, *self._tileset(tile), *self._layer(), *layers, "</map>"]) + "\n"

    def _properties(self) -> Iterator[str]:
        said = {GRID: json.dumps(grid_form(self.map.grid))}
        said[ORIGIN] = f"{self.placing.left} {self.placing.top}"
        for _, cells in self.rows["groups"]:
            name = GROUP + cells["group"]
            said[name] = f"{said[name]} {cells['hex']}" if name in said else cells["hex"]
        for _, cells in self.rows["hexes"]:
            name = MARK + cells["provenance"]
            said[name] = f"{said[name]} {cells['hex']}" if name in said else cells["hex"]
        yield from _properties(said)

    def _tileset(self, tile: tuple[int, int]) -> Iterator[str]:
        count = len(self.grounds)
        size = f'tilewidth="{tile[0]}" tileheight="{tile[1]}" tilecount="{count}" columns="{count}"'
        yield f'<tileset firstgid="1" name="ground" {size}>'
        wide = f'width="{tile[0] * count}" height="{tile[1]}"'
        yield f"<image source={quoteattr(self.picture)} {wide}/>"
        for n, (terrain, features) in enumerate(self.grounds):
            yield f'<tile id="{n}">'
            yield from _properties({"terrain": terrain, "features": features})
            yield "</tile>"
        yield "</tileset>"

    def _layer(self) -> Iterator[str]:
        place, at = self.placing, dict(zip(self.placing.tiles, _grounds(self.rows["hexes"]), strict=True))
        yield f'<layer id="1" name="hexes" width="{place.width}" height="{place.height}">'
        lines = (
            ",".join(str(self.grounds.index(at[x, y]) + 1 if (x, y) in at else 0) for x in range(place.width))
            for y in range(place.height)
        )
        yield '<data encoding="csv">\n' + ",\n".join(lines) + "\n</data>\n</layer>"

    def _objects(self, n: int, table: str) -> Iterator[str]:
        yield f'<objectgroup id="{n}" name="{table}">'
        for _, cells in self.rows[table]:
            self.objects += 1
            (x, y), *others = self._points(table, cells)
            shape = "<point/>"
            if others:
                ends = " ".join(f"{ox - x},{oy - y}" for ox, oy in ((x, y), *others))
                shape = f'<polyline points="{ends}"/>'
            yield f'<object id="{self.objects}" x="{x}" y="{y}">'
            yield from _properties({name: cells[name] for name in HEADINGS[table]})
            yield f"{shape}</object>"
        yield "</objectgroup>"

    def _points(self, table: str, cells: Mapping[str, str]) -> list[tuple[int, int]]:
        game, place = self.map, self.placing
        hex = game.index[cells["hex" if table == "places" else "hex1"]]
        x, y = place.centre(hex)
        if table == "places":
            return [(x, y)]
        other = cells["hex2"]
        if other.startswith(EDGE):
            dx, dy = OUTWARD.get(other.removeprefix(EDGE), (1, 1))
            return [(x, y), (x + dx * SHORT // 2, y + dy * SHORT // 2)]
        if table == "roads":
            return [(x, y), place.centre(game.index[other])]
        side, corners = game.side(hex, game.index[other]) % 6, place.corners(hex)
        return [corners[side], corners[(side + 1) % 6]]


def _properties(said: Mapping[str, str]) -> Iterator[str]:
    """Properties that say something, as Tiled writes them."""
    lines = [f"<property name={quoteattr(k)} value={quoteattr(v)}/>" for k, v in said.items() if v]
    if lines:
        yield "<properties>" + "".join(lines) + "</properties>"
