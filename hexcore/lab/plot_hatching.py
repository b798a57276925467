"""Hatching: what keeps the series of a plot apart where there are more of them than colours.

The first so many series are plain, the next are striped one way, then the other way, then across, then both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

Spot = tuple[float, float]
Line = tuple[Spot, Spot]
COLOURS = 6
"""Colours of series: as many as stay apart for every eye."""
APART, FEWEST = 6.0, 3
"""Pixels between two stripes; a small area has at least so many, closer together."""
TURNS: tuple[tuple[float, ...], ...] = ((), (45.0,), (-45.0,), (0.0,), (45.0, -45.0), (0.0, 90.0))
"""The directions of the stripes, in degrees, round by round of the colours."""


def hatching(box: Sequence[Spot], series: int) -> tuple[Line, ...]:
    """The stripes over an upright box of a series (by number); none for the first of each colour."""
    turns = TURNS[series // COLOURS % len(TURNS)]
    left, right = min(x for x, _ in box), max(x for x, _ in box)
    top, bottom = min(y for _, y in box), max(y for _, y in box)
    if right - left <= 0 or bottom - top <= 0:
        return ()
    return tuple(line for turn in turns for line in _stripes(left, top, right, bottom, turn))


def _stripes(left: float, top: float, right: float, bottom: float, turn: float) -> Iterator[Line]:
    """Parallel lines in a box, cut at its edges."""
    angle = math.radians(turn)
    along = (math.cos(angle), -math.sin(angle))
    across = (-along[1], along[0])
    reach = [x * across[0] + y * across[1] for x in (left, right) for y in (top, bottom)]
    low, high = min(reach), max(reach)
    step = min(APART, (high - low) / FEWEST)
    for n in range(max(int((high - low) / step + 1e-9), 1)):
        away = low + step * (n + 0.5)
        cut = _cut((away * across[0], away * across[1]), along, (left, top, right, bottom))
        if cut is not None:
            yield cut


def _cut(at: Spot, along: Spot, box: tuple[float, float, float, float]) -> Line | None:
    """The part of a line within a box (Liang and Barsky)."""
    first, last = -math.inf, math.inf
    for axis in (0, 1):
        low, high = box[axis], box[axis + 2]
        if abs(along[axis]) < 1e-9:
            if not low <= at[axis] <= high:
                return None
            continue
        ends = sorted(((low - at[axis]) / along[axis], (high - at[axis]) / along[axis]))
        first, last = max(first, ends[0]), min(last, ends[1])
    if last - first < 1.0:
        return None
    return (
        (at[0] + along[0] * first, at[1] + along[1] * first),
        (at[0] + along[0] * last, at[1] + along[1] * last),
    )
