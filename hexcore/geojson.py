"""Maps as GeoJSON: hexes as polygons, hexsides and roads as lines, places as points.

Coordinates are on the plane, in hexes from flat side to flat side, x to the east and y to the north. What a
feature means stands in its properties: `table` and the columns of that table of a map folder. Reading goes by
the properties alone; the member `hexcore` holds the grid and the groups.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hexcore.exchange import WORDS, cells_of, grid_form, grid_from, map_of, opened
from hexcore.map_rows import EDGE, map_rows
from hexcore.maps import HexMap
from hexcore.tables import DataError, Line

LARGEST = 8_000_000
FORMAT = 1
SHAPES = {"hexes": "Polygon", "hexsides": "LineString", "roads": "LineString", "places": "Point"}
TOP = ("type", "hexcore", "features", "name", "crs", "bbox")
OUTWARD = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
NEAR = 0.6
"""Hexes that the middle of a feature may lie from where its properties put it."""
Point = tuple[float, float]


# ------------------------------------------------------------------ writing
def write(hex_map: HexMap, _presentation: Mapping[str, Any], path: Path) -> list[Path]:
    """A map as a GeoJSON file. OSError when it cannot be written."""
    path.write_text(text(hex_map), encoding="utf-8")
    return [path]


def text(hex_map: HexMap) -> str:
    """A map as GeoJSON, a feature a line."""
    rows = map_rows(hex_map)
    groups: dict[str, list[str]] = {}
    for _, cells in rows["groups"]:
        groups.setdefault(cells["group"], []).append(cells["hex"])
    own = {"format": FORMAT, "grid": grid_form(hex_map.grid), "groups": groups}
    features = (
        json.dumps(_feature(hex_map, table, line.cells), ensure_ascii=False)
        for table in SHAPES
        for line in rows[table]
    )
    head = (
        f'{{"type": "FeatureCollection",\n"hexcore": {json.dumps(own, ensure_ascii=False)},\n"features": [\n'
    )
    return head + ",\n".join(features) + "\n]}\n"


def _feature(hex_map: HexMap, table: str, cells: Mapping[str, str]) -> dict[str, Any]:
    said = {name: value.split() if name in WORDS else value for name, value in cells.items() if value}
    points = [[round(x, 4), round(-y, 4)] for x, y in _points(hex_map, table, cells)]
    shape = SHAPES[table]
    coordinates: Any = {"Polygon": [points], "LineString": points, "Point": points[0]}[shape]
    return {
        "type": "Feature",
        "properties": {"table": table, **said},
        "geometry": {"type": shape, "coordinates": coordinates},
    }


def _points(game: HexMap, table: str, cells: Mapping[str, str]) -> list[Point]:
    hex = game.index[cells["hex" if "hex" in cells else "hex1"]]
    corners = game.grid.corners(game.coords[hex])
    if table == "hexes":
        return [*reversed(corners), corners[-1]]
    if table == "places":
        return [game.centres[hex]]
    other = cells["hex2"]
    if other.startswith(EDGE):
        (x, y), (dx, dy) = game.centres[hex], OUTWARD.get(other.removeprefix(EDGE), (0.5, 0.5))
        return [(x, y), (x + dx / 2, y + dy / 2)]
    if table == "roads":
        return [game.centres[hex], game.centres[game.index[other]]]
    side = game.side(hex, game.index[other]) % 6
    return [corners[side], corners[(side + 1) % 6]]


# ------------------------------------------------------------------ reading
def read(path: Path) -> HexMap:
    """A map from GeoJSON. DataError naming the file, and the feature, of any fault."""
    data = _json(path, opened(path, LARGEST))
    if not isinstance(data, dict) or data.get("type") != "FeatureCollection":
        raise DataError(f"{path}: no GeoJSON FeatureCollection")
    for name in data:
        if name not in TOP:
            raise DataError(f"{path}: unknown member {name[:40]!r}")
    own = data.get("hexcore")
    if not isinstance(own, dict) or set(own) != {"format", "grid", "groups"} or own["format"] != FORMAT:
        raise DataError(f"{path}: the member hexcore has format {FORMAT}, grid and groups")
    features = data.get("features")
    if not isinstance(features, list):
        raise DataError(f"{path}: features is no list")
    rows: dict[str, list[Line]] = {table: [] for table in (*SHAPES, "groups")}
    for n, feature in enumerate(features, 1):
        table, line = _row(feature, f"{path}: feature {n}")
        rows[table].append(line)
    rows["groups"] = list(_groups(own["groups"], path))
    made = map_of(rows, grid_from(own["grid"], f"{path}: hexcore.grid"), path)
    for n, feature in enumerate(features, 1):
        _lies(made, feature, f"{path}: feature {n}")
    return made


def _lies(made: HexMap, feature: Any, where: str) -> None:
    """A feature lies where its properties say; DataError for one that was moved, and its properties not."""
    said = feature["properties"]
    wanted = _points(made, said["table"], said)
    found = feature["geometry"]["coordinates"]
    points = [found] if said["table"] == "places" else found[0] if said["table"] == "hexes" else found
    middles = [
        [sum(axis) / len(axis) for axis in zip(*shape, strict=False)][:2] for shape in (wanted, points)
    ]
    if math.dist(middles[0], (middles[1][0], -middles[1][1])) > NEAR:
        name = " ".join(str(said[key]) for key in ("hex", "hex1", "hex2", "name") if key in said)
        raise DataError(f"{where}: {said['table']} {name} lies elsewhere: change its properties or its place")


def _json(path: Path, content: bytes) -> Any:
    try:
        return json.loads(content, parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as fault:
        raise DataError(f"{path}:{fault.lineno}:{fault.colno}: {fault.msg}") from None
    except (ValueError, RecursionError) as fault:
        raise DataError(f"{path}: {fault}") from None


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of GeoJSON")


def _finite(word: str) -> float:
    value = float(word)
    if not math.isfinite(value):
        raise ValueError(f"{word} is no finite number")
    return value


def _row(feature: Any, where: str) -> tuple[str, Line]:
    """The row a feature stands for, its shape looked at too."""
    known = {"type", "properties", "geometry", "id", "bbox"}
    if not isinstance(feature, dict) or feature.get("type") != "Feature" or not set(feature) <= known:
        raise DataError(f"{where}: no feature with type, properties and geometry alone")
    said, geometry = feature.get("properties"), feature.get("geometry")
    table = said.get("table") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(table, str) or table not in SHAPES:
        raise DataError(f"{where}: table is one of {', '.join(SHAPES)}, not {table!r}"[:300])
    if not isinstance(geometry, dict) or geometry.get("type") != SHAPES[table]:
        raise DataError(f"{where}: the geometry of {table} is a {SHAPES[table]}")
    if not _numbers(geometry.get("coordinates"), {"Polygon": 3, "LineString": 2, "Point": 1}[SHAPES[table]]):
        raise DataError(f"{where}: its coordinates are no {SHAPES[table]}")
    return table, cells_of(table, {k: v for k, v in said.items() if k != "table"}, where)


def _numbers(value: object, depth: int) -> bool:
    """Lists in lists, *depth* deep, of numbers."""
    if not isinstance(value, list) or not value:
        return False
    if depth > 1:
        return all(_numbers(part, depth - 1) for part in value)
    return len(value) in (2, 3) and all(type(part) in (int, float) for part in value)


def _groups(given: object, path: Path) -> Iterator[Line]:
    for name, hexes in given.items() if isinstance(given, dict) else ():
        if not isinstance(hexes, list):
            raise DataError(f"{path}: group {name!r} is no list of hexes")
        yield from (cells_of("groups", {"group": name, "hex": hex}, f"{path}: groups") for hex in hexes)
    if not isinstance(given, dict):
        raise DataError(f"{path}: groups is no object")
