"""Names of the ground: which hills, wood, marsh or national road lies at a hex, from the gazetteer.

Read when the map is made (see `mapmaking`), never in play.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from hexcore.hexes import Grid

SOURCES = Path(__file__).parent / "sources"

Point = tuple[float, float]
Link = tuple[str, str]
"""A road from a hex to a neighbour, or to the edge it leaves by (`EDGE_N`)."""


@cache
def features(*kinds: str) -> list[dict[str, Any]]:
    """The features of these kinds: `properties`, and `coordinates` in WGS84 (longitude, latitude)."""
    everything = json.loads((SOURCES / "gazetteer_cobra.geojson").read_text(encoding="utf-8"))["features"]
    return [
        {"properties": f["properties"], "coordinates": f["geometry"]["coordinates"]}
        for f in everything
        if f["properties"]["kind"] in kinds
    ]


def ground_names(terrain: str, hill: str, centre: Point) -> str:
    """The names at a hex: its hills, and the wood or marsh whose outline holds its centre (lon, lat)."""
    kinds = [word for word in terrain.split() if word.endswith("forest") or word == "marsh"]
    around = [f for kind in kinds for f in features(kind) if _inside(centre, f["coordinates"][0])]
    names = [hill] if hill else []
    return ", ".join(dict.fromkeys(names + [f["properties"]["name"] for f in around]))


def _inside(point: Point, ring: Sequence[Sequence[float]]) -> bool:
    (x, y), within = point, False
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            within = not within
    return within


def road_names(links: Mapping[Link, str], grid: Grid) -> dict[Link, str]:
    """The national roads: each link of a chain of towns gets its number, the first road that claims it."""
    at = {town["properties"]["name"]: town["properties"]["hexes"] for town in features("town")}
    names: dict[Link, str] = {}
    for road in features("road"):
        number = re.match(r"N\d+(bis)?", road["properties"]["name"])
        via = [at.get(town, []) for town in road["properties"]["via"]]
        if number is None:
            continue
        for start, end in pairwise(via):
            for link in _way(links, road["properties"]["cls"], start, end, grid):
                names.setdefault(link, number[0])
    return names


def _way(
    links: Mapping[Link, str], kind: str, start: Sequence[str], end: Sequence[str], grid: Grid
) -> list[Link]:
    """The links of one kind from a town to the next, or to the edge nearest to a town beyond it."""
    known = {hex for link in links for hex in link}
    if not set(start) & known:
        start, end = end, start
    if not set(start) & known or not end:
        return []
    ways = _ways([hex for hex in start if hex in known], links, kind)
    goals = [hex for hex in end if hex in ways] or [hex for hex in ways if hex.startswith("EDGE_")]
    best = min((ways[goal] for goal in goals), key=lambda way: _length(way, end, grid), default=[])
    far = min(grid.parse(one).distance(grid.parse(other)) for one in start for other in end)
    return best if best and _length(best, end, grid) <= 1.4 * far + 2 else []


def _length(way: Sequence[Link], end: Iterable[str], grid: Grid) -> int:
    last = next(hex for hex in reversed(way[-1]) if not hex.startswith("EDGE_")) if way else ""
    beyond = min(grid.parse(last).distance(grid.parse(hex)) for hex in end) if last else 0
    return len(way) + (beyond if way and way[-1][1].startswith("EDGE_") else 0)


def _ways(start: Iterable[str], links: Mapping[Link, str], kind: str) -> dict[str, list[Link]]:
    """The shortest way along roads of one kind to every hex, and to the edges under `EDGE_N A0501`."""
    reach: dict[str, list[Link]] = {}
    for link in (link for link, road in links.items() if road == kind):
        for hex in link:
            reach.setdefault(hex, []).append(link)
    ways: dict[str, list[Link]] = {hex: [] for hex in start}
    border = deque(ways)
    while border:
        hex = border.popleft()
        for link in sorted(reach.get(hex, ())):
            other = link[1] if hex == link[0] else link[0]
            goal = f"{other} {hex}" if other.startswith("EDGE_") else other
            if goal not in ways:
                ways[goal] = [*ways[hex], link]
                if goal == other:
                    border.append(other)
    return ways
