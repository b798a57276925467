"""Plots as shapes: what a picture of a `Plot` is made of, the same for a report and for the client.

Everything is in pixels of a sheet of the width asked for, from its top left corner. Whoever paints maps an
ink to a colour: `ink`, `faint`, `grid`, `paper`, or the number of a series. Shapes come in the order they are
painted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hexcore.lab.pages import Plot, Series, cell_text
from hexcore.lab.plot_hatching import COLOURS, Line, hatching

Ink = Literal["ink", "faint", "grid", "paper"] | int
Spot = tuple[float, float]

HEIGHT, ROW, TOP, FOOT, RIGHT = 300.0, 26.0, 14.0, 46.0, 16.0
LETTER = 6.2
"""About how wide a letter of the labels is."""
WIDEST_BAR = 72.0
LONGEST = 34
"""Letters of a place's name that are written beside its row."""
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 4), (2, 3), (9, 3, 2, 3), (4, 2), (1, 4))
MARKS = ("disc", "square", "diamond", "triangle", "cross", "ring")


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[Spot, ...]
    ink: Ink
    width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon; *told* is what is read off when the mouse rests on it."""

    points: tuple[Spot, ...]
    ink: Ink
    strength: float = 1.0
    told: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A small sign at a measured value; *told* is what is read off there."""

    at: Spot
    form: str
    ink: Ink
    told: str


@dataclass(frozen=True, slots=True)
class Label:
    """A text at its base line; *turn* in degrees."""

    at: Spot
    text: str
    anchor: Literal["start", "middle", "end"] = "middle"
    ink: Ink = "ink"
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Hatch:
    """Stripes over an area painted before; the mouse rests on the area, not on them."""

    lines: tuple[Line, ...]
    ink: Ink = "paper"
    width: float = 1.5


Shape = Stroke | Area | Mark | Label | Hatch


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot laid out on a sheet."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def picture(plot: Plot, width: float = 760.0) -> Picture:
    """A plot laid out on a sheet so many pixels wide."""
    made = _tornado(plot, width) if plot.kind == "tornado" else _upright(plot, width)
    height = max((s.at[1] for s in made if isinstance(s, Label)), default=0.0) + 10
    return Picture(width, height, tuple(made))


# ------------------------------------------------------------------ axes
def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round values from at most *low* to at least *high*."""
    span = high - low or abs(high) or 1.0
    raw = span / wanted
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(size * k for k in (1, 2, 2.5, 5, 10) if size * k >= raw * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(n * step, 10) for n in range(first, max(last, first + 1) + 1)]


def _reach(plot: Plot) -> tuple[float, float]:
    """The smallest and largest value anything is drawn at."""
    if plot.kind == "stacked":
        sums = [sum(s.values[n] or 0.0 for s in plot.series) for n in range(len(plot.places))]
        return min(0.0, 0.0, *sums), max(0.0, 0.0, *sums)
    all_ = [v for s in plot.series for row in (s.values, s.low, s.high) for v in row if v is not None]
    low, high = min(all_, default=0.0), max(all_, default=1.0)
    return (low, high) if plot.kind == "lines" else (min(low, 0.0), max(high, 0.0))


@dataclass(frozen=True, slots=True)
class _Axis:
    """Values on a stretch of the sheet."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)


def _told(plot: Plot, series: Series, n: int) -> str:
    """What is read off at one value."""
    said = f"{plot.places[n]}, {series.name}: {cell_text(series.values[n])}"
    if series.low and series.low[n] is not None:
        said += f" ({cell_text(series.low[n])} to {cell_text(series.high[n])})"
    return said


def _legend(plot: Plot, x: float, y: float, right: float) -> tuple[list[Shape], float]:
    """The names of the series, and where the plot may begin below them."""
    made: list[Shape] = []
    if len(plot.series) < 2:
        return made, y
    at = x
    for n, series in enumerate(plot.series):
        wide = 26 + LETTER * len(series.name) + 16
        if at > x and at + wide > right:
            at, y = x, y + 18
        if plot.kind == "lines":
            made.append(Stroke(((at, y), (at + 18, y)), n, 2, DASHES[_round(n)]))
            made.append(Mark((at + 9, y), MARKS[_round(n)], n, series.name))
        else:
            made += _filled(_box(at + 1, y - 6, at + 18, y + 6), n, series.name)
        made.append(Label((at + 23, y + 4), series.name, "start"))
        at += wide
    return made, y + 18


def _round(series: int) -> int:
    """Which dash and mark a series has: where colours come again, others with them."""
    return (series + series // COLOURS) % len(MARKS)


def _filled(box: tuple[Spot, ...], series: int, told: str) -> Iterator[Shape]:
    """A box in the colour of a series, and its stripes."""
    yield Area(box, series, told=told)
    lines = hatching(box, series)
    if lines:
        yield Hatch(lines)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[Spot, ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


# ------------------------------------------------------------------ values upward, places to the right
def _upright(plot: Plot, width: float) -> list[Shape]:
    made, top = _legend(plot, 50.0, TOP, width - RIGHT)
    scale = ticks(*_reach(plot))
    left = 22 + LETTER * max(len(cell_text(float(t))) for t in scale) + 8
    bottom = top + HEIGHT - FOOT
    axis = _Axis(scale[0], scale[-1], bottom, top)
    for tick in scale:
        y = axis.at(tick)
        made.append(Stroke(((left, y), (width - RIGHT, y)), "ink" if tick == 0 else "grid"))
        made.append(Label((left - 6, y + 4), cell_text(float(tick)), "end", "faint"))
    made.append(Label((11, (top + bottom) / 2), plot.y, "middle", "faint", -90))
    room = (width - RIGHT - left) / max(len(plot.places), 1)
    made += _places(plot, left, room, bottom)
    middles = [left + room * (n + 0.5) for n in range(len(plot.places))]
    painted = {"lines": _lines, "bars": _bars, "stacked": _stacked}[plot.kind]
    made += painted(plot, middles, axis, room)
    return made


def _places(plot: Plot, left: float, room: float, bottom: float) -> Iterator[Shape]:
    """The names below the axis: as many as have room, turned where they are long."""
    longest = max((len(p) for p in plot.places), default=0)
    turned = longest * LETTER > room and longest > 4
    each = max(1, math.ceil(16 / room if turned else (longest * LETTER + 8) / room))
    for n in range(0, len(plot.places), each):
        x = left + room * (n + 0.5)
        if turned:
            yield Label((x + 4, bottom + 14), plot.places[n][:LONGEST], "end", "faint", -40)
        else:
            yield Label((x, bottom + 17), plot.places[n], "middle", "faint")
    below = 20 + (min(longest, LONGEST) * LETTER * 0.66 if turned else 16)
    yield Label((left + room * len(plot.places) / 2, bottom + below + 4), plot.x, "middle", "faint")


def _lines(plot: Plot, middles: Sequence[float], axis: _Axis, room: float) -> Iterator[Shape]:
    for n, series in enumerate(plot.series):
        yield from _band(series, middles, axis, n)
    for n, series in enumerate(plot.series):
        for run in _runs(series.values):
            points = tuple((middles[k], axis.at(series.values[k] or 0.0)) for k in run)
            yield Stroke(points, n, 2, DASHES[_round(n)])
        for k, value in enumerate(series.values):
            if value is not None:
                at = (middles[k], axis.at(value))
                yield Mark(at, MARKS[_round(n)], n, _told(plot, series, k))


def _band(series: Series, middles: Sequence[float], axis: _Axis, ink: int) -> Iterator[Shape]:
    """The interval of a line."""
    for run in _runs(series.low) if series.low else ():
        over = [(middles[k], axis.at(series.high[k] or 0.0)) for k in run]
        under = [(middles[k], axis.at(series.low[k] or 0.0)) for k in reversed(run)]
        yield Area((*over, *under), ink, 0.16)


def _runs(values: Sequence[float | None]) -> Iterator[list[int]]:
    """Stretches without a gap."""
    run: list[int] = []
    for n, value in enumerate(values):
        if value is not None:
            run.append(n)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _bars(plot: Plot, middles: Sequence[float], axis: _Axis, room: float) -> Iterator[Shape]:
    wide = min(room * 0.76 / max(len(plot.series), 1), WIDEST_BAR)
    for n, series in enumerate(plot.series):
        for k, value in enumerate(series.values):
            if value is None:
                continue
            left = middles[k] + wide * (n - len(plot.series) / 2)
            box = _box(left, axis.at(value), left + wide * 0.92, axis.at(0.0))
            yield from _filled(box, n, _told(plot, series, k))
            if series.low and series.low[k] is not None:
                x = left + wide * 0.46
                ends = axis.at(series.low[k] or 0.0), axis.at(series.high[k] or 0.0)
                yield Stroke(((x, ends[0]), (x, ends[1])), "ink", 1.4)
                for end in ends:
                    yield Stroke(((x - 3, end), (x + 3, end)), "ink", 1.4)


def _stacked(plot: Plot, middles: Sequence[float], axis: _Axis, room: float) -> Iterator[Shape]:
    for k in range(len(plot.places)):
        so_far = 0.0
        for n, series in enumerate(plot.series):
            value = series.values[k]
            if not value:
                continue
            box = _box(
                middles[k] - room * 0.38, axis.at(so_far + value), middles[k] + room * 0.38, axis.at(so_far)
            )
            yield from _filled(box, n, _told(plot, series, k))
            if so_far:
                yield Hatch(((box[3], box[2]),))
            so_far += value


# ------------------------------------------------------------------ a tornado
def _tornado(plot: Plot, width: float) -> list[Shape]:
    """A row for every place, bars of all series over one another from nought."""
    left = 14 + LETTER * min(max((len(p) for p in plot.places), default=0), LONGEST) + 8
    made, top = _legend(plot, left, TOP, width - RIGHT)
    scale = ticks(*_reach(plot))
    bottom = top + ROW * len(plot.places)
    axis = _Axis(scale[0], scale[-1], left, width - RIGHT - 10)
    for tick in scale:
        x = axis.at(tick)
        made.append(Stroke(((x, top), (x, bottom)), "ink" if tick == 0 else "grid"))
        made.append(Label((x, bottom + 16), cell_text(float(tick)), "middle", "faint"))
    made.append(Label(((left + width) / 2, bottom + 36), plot.y, "middle", "faint"))
    thick = ROW * 0.72 / max(len(plot.series), 1)
    for k, place in enumerate(plot.places):
        short = place if len(place) <= LONGEST else place[: LONGEST - 1] + "…"
        made.append(Label((left - 8, top + ROW * (k + 0.5) + 4), short, "end"))
        for n, series in enumerate(plot.series):
            y = top + ROW * (k + 0.14) + thick * n
            made += _row(plot, series, k, n, axis, (y, y + thick * 0.9))
    return made


def _row(
    plot: Plot, series: Series, k: int, ink: int, axis: _Axis, across: tuple[float, float]
) -> Iterator[Shape]:
    value = series.values[k]
    if value is None:
        return
    box = _box(axis.at(0.0), across[0], axis.at(value), across[1])
    yield from _filled(box, ink, _told(plot, series, k))
    if series.low and series.low[k] is not None:
        y = sum(across) / 2
        ends = axis.at(series.low[k] or 0.0), axis.at(series.high[k] or 0.0)
        yield Stroke(((ends[0], y), (ends[1], y)), "ink", 1.4)
        for x in ends:
            yield Stroke(((x, y - 3), (x, y + 3)), "ink", 1.4)
