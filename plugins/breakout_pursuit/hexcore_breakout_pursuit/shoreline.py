"""The real shoreline along the map's coast, towards which the picture's coast is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from hexcore.tables import read_csv


@dataclass(frozen=True)
class Shore:
    """A point of a run of shore: x to the right and y down, in hexes, as `Grid.centre` has them."""

    run: int
    x: float
    y: float


def shoreline(path: Path) -> list[list[float]]:
    """The runs of a `coast.csv`, each as x, y, x, y. Raises DataError with file and line."""
    runs = groupby(read_csv(path, Shore), key=lambda point: point.run)
    return [[value for point in points for value in (point.x, point.y)] for _, points in runs]
