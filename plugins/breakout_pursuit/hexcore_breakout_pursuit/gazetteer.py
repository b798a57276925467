"""Real places on the hex grid: the fit of the printed numbers to the ground, and the gazetteer's outlines.

Read when the map is made or tested (see `mapmaking`), never in play. Plane coordinates are those of
`Grid.centre`: x to the right and y down, in hexes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hexcore.tables import read_toml

SOURCES = Path(__file__).parent / "sources"

Point = tuple[float, float]


@cache
def _fit() -> dict[str, Any]:
    fit: dict[str, Any] = read_toml(SOURCES / "calibration.toml")["breakout_pursuit"]
    return fit


def on_the_grid(lon: float, lat: float) -> Point:
    """Where a place (WGS84) lies on the grid: the similarity, then the rubber sheet over its anchors."""
    fit = _fit()
    dx, dy = lon - fit["poly_origin"][1], lat - fit["poly_origin"][0]
    x, y = (
        sum(c * dx**i * dy**j for c, (i, j) in zip(fit[key], fit["poly_exponents"], strict=True))
        for key in ("poly_cx", "poly_cy")
    )
    across, up = _rubber_sheet(x, y)
    return x + across, -(y + up)


def _rubber_sheet(x: float, y: float) -> Point:
    """How far a point of the similarity is pulled by the anchors around it (x right, y up)."""
    fit = _fit()
    spread = 2 * fit["warp_sigma"] ** 2
    weights = [math.exp(-((x - ax) ** 2 + (y - ay) ** 2) / spread) for ax, ay, _, _ in fit["warp"]]
    total = sum(weights) + fit["warp_w0"]
    across = sum(w * dx for w, (_, _, dx, _) in zip(weights, fit["warp"], strict=True))
    up = sum(w * dy for w, (_, _, _, dy) in zip(weights, fit["warp"], strict=True))
    return across / total, up / total


@cache
def features(kind: str) -> list[dict[str, Any]]:
    """The features of a kind: `properties`, and `coordinates` in WGS84 (longitude, latitude)."""
    everything = json.loads((SOURCES / "gazetteer_bp.geojson").read_text(encoding="utf-8"))["features"]
    return [
        {"properties": f["properties"], "coordinates": f["geometry"]["coordinates"]}
        for f in everything
        if f["properties"]["kind"] == kind
    ]


def shores() -> Iterator[list[Point]]:
    """The real shorelines on the grid, one ring a piece of land, and the Zuider Zee."""
    for feature in (*features("land"), *features("zuider-zee")):
        for ring in feature["coordinates"]:
            yield [on_the_grid(lon, lat) for lon, lat in ring]
