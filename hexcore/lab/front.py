"""Where the front runs in many games: along the axis between the two sides, as they stood after a turn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hexcore.units import Side

Row = Mapping[str, Any]


class Axis(NamedTuple):
    """From the middle of the first side (x, y) towards that of the second, *length* hexes away, as both stood
    at the end of a turn; (dx, dy) is one hex of it."""

    turn: int
    x: float
    y: float
    dx: float
    dy: float
    length: float


def axis_of(turns: Sequence[Row], sides: Sequence[Side]) -> Axis | None:
    """The axis of the first turn at whose end both sides have fighting units on the map, over all games.

    None in a game of other than two sides, or where the sides stand in one place.
    """
    if len(sides) != 2:
        return None
    for turn in sorted({row["turn"] for row in turns}):
        ends = [_middle(turns, turn, side) for side in sides]
        if all(ends):
            (x, y), (there_x, there_y) = (end for end in ends if end)
            length = math.hypot(there_x - x, there_y - y)
            if length < 1:
                return None
            return Axis(turn, x, y, (there_x - x) / length, (there_y - y) / length, length)
    return None


def _middle(turns: Sequence[Row], turn: int, side: str) -> tuple[float, float] | None:
    rows = [r for r in turns if (r["turn"], r["side"]) == (turn, side) and r["centre_x"] is not None]
    if not rows:
        return None
    return math.fsum(r["centre_x"] for r in rows) / len(rows), math.fsum(r["centre_y"] for r in rows) / len(
        rows
    )


def along(axis: Axis, row: Row) -> float | None:
    """How far along the axis a side's units at the front stand, in hexes; None where none does."""
    if row["front_x"] is None:
        return None
    return (row["front_x"] - axis.x) * axis.dx + (row["front_y"] - axis.y) * axis.dy  # type: ignore[no-any-return]
