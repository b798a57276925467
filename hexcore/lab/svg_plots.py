"""A plot as SVG, to stand in a page of HTML: colours by class, values read off where the mouse rests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from hexcore.lab.pages import Plot
from hexcore.lab.plot_hatching import COLOURS
from hexcore.lab.plot_shapes import Area, Hatch, Ink, Label, Mark, Picture, Shape, Spot, Stroke, picture

LIGHT = ("#1457B5", "#E26509", "#1C9372", "#81085B", "#78819A", "#3E3E00")
DARK = ("#4A7DD7", "#EB8113", "#99E1B0", "#E8B3E5", "#938C8D", "#EBFF36")
"""Colours of series that stay apart for the colour-blind: every two of them by 12 or more of CIEDE2000. Lines
differ by dash and mark as well; where the colours come again, areas differ by their hatching."""


def svg(plot: Plot, width: float = 760.0) -> str:
    """The whole picture."""
    return svg_of(picture(plot, width), plot.title)


def svg_of(sheet: Picture, title: str) -> str:
    body = "\n".join(_shape(shape) for shape in sheet.shapes)
    box = f'viewBox="0 0 {number(sheet.width)} {number(sheet.height)}"'
    return f'<svg class="plot" {box} role="img" aria-label="{escape(title, QUOTES)}">\n{body}\n</svg>'


QUOTES = {'"': "&quot;"}


def number(value: float) -> str:
    """Tenths of a pixel, so that every machine writes the same."""
    tenths = round(value * 10)
    return f"{tenths / 10:.1f}".removesuffix(".0") if tenths else "0"


def ink_class(ink: Ink) -> str:
    return f"s{ink % COLOURS}" if isinstance(ink, int) else ink


def _points(points: Sequence[Spot]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _shape(shape: Shape) -> str:
    if isinstance(shape, Stroke):
        dash = f' stroke-dasharray="{" ".join(map(number, shape.dash))}"' if shape.dash else ""
        kind = f'class="{ink_class(shape.ink)} line" stroke-width="{number(shape.width)}"{dash}'
        return f'<polyline {kind} points="{_points(shape.points)}"/>'
    if isinstance(shape, Area):
        faint = f' fill-opacity="{shape.strength:g}"' if shape.strength != 1 else ""
        return _with(
            f'polygon class="{ink_class(shape.ink)} fill"{faint} points="{_points(shape.points)}"',
            "polygon",
            shape.told,
        )
    if isinstance(shape, Mark):
        return _mark(shape)
    if isinstance(shape, Hatch):
        path = "".join("M{} {}L{} {}".format(*map(number, (*a, *b))) for a, b in shape.lines)
        kind = f'class="{ink_class(shape.ink)} line" stroke-width="{number(shape.width)}"'
        return f'<path {kind} d="{path}"/>'
    return _label(shape)


def _with(opening: str, element: str, told: str) -> str:
    if not told:
        return f"<{opening}/>"
    return f"<{opening}><title>{escape(told)}</title></{element}>"


def outline(form: str, at: Spot, radius: float) -> tuple[Spot, ...]:
    """The corners of a mark; none for a disc or ring."""
    x, y = at
    corners = {"square": (45, 4, 1.1), "diamond": (0, 4, 1.3), "triangle": (-90, 3, 1.3)}
    if form not in corners:
        return ()
    first, count, size = corners[form]
    turns = [math.radians(first + 360 / count * n) for n in range(count)]
    return tuple((x + radius * size * math.cos(t), y + radius * size * math.sin(t)) for t in turns)


RADIUS = 3.6


def _mark(mark: Mark) -> str:
    x, y = mark.at
    ink = ink_class(mark.ink)
    corners = outline(mark.form, mark.at, RADIUS)
    if corners:
        return _with(f'polygon class="{ink} fill" points="{_points(corners)}"', "polygon", mark.told)
    if mark.form == "cross":
        d = RADIUS * 0.9
        ends = [number(v) for v in (x - d, y - d, x + d, y + d, x - d, y + d, x + d, y - d)]
        path = "M{} {}L{} {}M{} {}L{} {}".format(*ends)
        return _with(f'path class="{ink} line" stroke-width="2.2" d="{path}"', "path", mark.told)
    kind = f"{ink} fill" if mark.form == "disc" else f"{ink} ring"
    return _with(
        f'circle class="{kind}" cx="{number(x)}" cy="{number(y)}" r="{number(RADIUS)}"', "circle", mark.told
    )


def _label(label: Label) -> str:
    x, y = map(number, label.at)
    turn = f' transform="rotate({number(label.turn)} {x} {y})"' if label.turn else ""
    return (
        f'<text class="{ink_class(label.ink)}" x="{x}" y="{y}" text-anchor="{label.anchor}"{turn}>'
        f"{escape(label.text)}</text>"
    )
