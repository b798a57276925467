"""Names on the map: placed once for each scale, the important ones first, none over another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from hexcore_gui.ground_country import Country
from hexcore_gui.ground_lines import Course
from hexcore_gui.ground_shapes import Point
from hexcore_gui.presentation import Compass, LabelLook, NameLook, Presentation
from hexcore_gui.theme import Face, MapTokens, Theme, colour, font

Style = Literal["city", "town", "village", "beach", "water", "hill", "wood", "sea"]

MIDDLE = 35.0
"""From this many pixels a hex villages and hex numbers show."""
LETTERS = 200.0
"""Outlines of names are made at this size and scaled, so that they look the same at every zoom."""


@dataclass(frozen=True)
class Lettering:
    """How a kind of name is set: face, weight, height (hexes), least height (px), spacing (%), halo (px).

    `swell` thickens thin letters, in parts of their height.
    """

    face: Face
    weight: int
    height: float
    least: float
    tracking: float = 0.0
    halo: float = 3.0
    swell: float = 0.0


LETTERINGS: dict[Style, Lettering] = {
    "city": Lettering("place", 700, 0.27, 10, 8),
    "town": Lettering("place", 700, 0.215, 8.5),
    "village": Lettering("place", 400, 0.175, 8, halo=2.6),
    "beach": Lettering("water", 400, 0.18, 8.5, halo=2.6),
    "water": Lettering("water", 400, 0.20, 10, 6, halo=2.6),
    "hill": Lettering("water", 400, 0.20, 9.5, swell=0.035),
    "wood": Lettering("water", 400, 0.20, 9.5),
    "sea": Lettering("water", 400, 0.28, 10, 34, halo=0.0),
}
RANKS: tuple[Style, ...] = ("city", "town", "village", "beach")
AROUND: tuple[Compass, ...] = ("S", "N", "E", "W", "SE", "SW", "NE", "NW")


@dataclass(frozen=True)
class Name:
    """A name to be placed: where it may stand (map units), and how it is set."""

    text: str
    style: Style
    spots: tuple[tuple[Point, Compass, float], ...]
    size: float = 1.0
    forced: bool = False


@dataclass(frozen=True)
class Placed:
    """A name at one scale: an outline in pixels from the map's origin, and how to paint it."""

    path: QPainterPath
    bounds: QRectF
    ink: str
    halo: float
    swell: float


class Names:
    """The names of one map in one theme."""

    def __init__(
        self, country: Country, looks: Presentation, theme: Theme, courses: Sequence[Course]
    ) -> None:
        self.theme = theme
        self.towns = [country.map.centres[place.hex] for place in country.map.places]
        towns = sorted(_place_names(country, looks), key=lambda n: RANKS.index(n.style))
        ground = [name for look in looks.names for name in _ground_name(country, look)]
        waters = _water_names(courses, looks)
        self.names = [
            *(n for n in ground if n.style == "sea"),
            *towns,
            *(n for n in ground if n.style != "sea"),
            *waters,
        ]
        self._placed: dict[int, list[Placed]] = {}

    def placed(self, scale: float) -> list[Placed]:
        """Every name that finds room at *scale* pixels a hex."""
        key = round(scale * 100)
        if key not in self._placed:
            self._placed[key] = list(_Placing(self.theme, scale, self.towns).place(self.names))
        return self._placed[key]

    def paint(self, painter: QPainter, view: QRectF, scale: float) -> None:
        """Paints the names in *view* (map units); the painter measures pixels from the view's corner."""
        window = QRectF(view.x() * scale, view.y() * scale, view.width() * scale, view.height() * scale)
        painter.save()
        painter.translate(-window.x(), -window.y())
        for name in self.placed(scale):
            if name.bounds.intersects(window):
                _paint(painter, name, self.theme.map)
        painter.restore()


def _paint(painter: QPainter, name: Placed, tokens: MapTokens) -> None:
    if name.halo:
        pen = QPen(colour(tokens.halo, 225), name.halo + name.swell)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(name.path, pen)
    if name.swell:
        painter.strokePath(name.path, QPen(colour(name.ink), name.swell))
    painter.fillPath(name.path, colour(name.ink))


class _Placing:
    """One round of placing at one scale."""

    def __init__(self, theme: Theme, scale: float, towns: Iterable[Point]) -> None:
        self.theme, self.scale = theme, scale
        self.built = [_round_spot(x * scale, y * scale, 0.25 * scale) for x, y in towns]
        self.taken: list[QRectF] = []

    def place(self, names: Iterable[Name]) -> Iterator[Placed]:
        for name in names:
            if self.scale < MIDDLE and name.style in ("village", "beach"):
                continue
            found = self._first_free(name)
            if found is not None:
                yield found

    def _first_free(self, name: Name) -> Placed | None:
        setting = LETTERINGS[name.style]
        px = max(setting.height * self.scale, setting.least) * self.theme.map_text * name.size
        path = _letters(name.text, setting).translated(0, 0)
        path = QTransform.fromScale(px / LETTERS, px / LETTERS).map(path)
        for number, (spot, side, turn) in enumerate(name.spots):
            lying = self._laid(path, px, spot, side, turn)
            patches = list(_patches(lying, path.boundingRect().width(), px, turn))
            last = number == len(name.spots) - 1
            if (name.forced and last) or self._free(name.style, patches):
                self.taken += patches
                halo = setting.halo * max(1.0, self.scale / 54)
                bounds = lying.boundingRect().adjusted(-halo, -halo, halo, halo)
                ink, swell = _ink(name.style, self.theme.map), setting.swell * px
                return Placed(lying, bounds, ink, halo, swell)
        return None

    def _free(self, style: Style, patches: list[QRectF]) -> bool:
        others = self.taken + (self.built if style in ("water", "hill", "wood") else [])
        return not any(patch.intersects(other) for patch in patches for other in others)

    def _laid(self, path: QPainterPath, px: float, spot: Point, side: Compass, turn: float) -> QPainterPath:
        box, rise = path.boundingRect(), px * 0.36
        x, y = spot[0] * self.scale, spot[1] * self.scale
        x += box.width() / 2 * (("E" in side) - ("W" in side))
        move = QTransform().translate(x, y).rotate(turn).translate(-box.center().x(), rise)
        return move.map(path)


def _patches(path: QPainterPath, width: float, px: float, turn: float) -> Iterator[QRectF]:
    """What a name covers, as rectangles: one for level lettering, several along a turned one."""
    box = path.boundingRect()
    if not turn:
        yield box.adjusted(-2, -1, 2, 1)
        return
    c, s, centre = math.cos(math.radians(turn)), math.sin(math.radians(turn)), box.center()
    count = max(2, round(width / px))
    for k in range(count + 1):
        along = width * (k / count - 0.5)
        x, y = centre.x() + along * c, centre.y() + along * s
        yield _round_spot(x, y, px * 0.4)


def _round_spot(x: float, y: float, reach: float) -> QRectF:
    return QRectF(x - reach, y - reach, 2 * reach, 2 * reach)


def _letters(text: str, setting: Lettering) -> QPainterPath:
    path = QPainterPath()
    path.addText(QPointF(0, 0), _font(setting), text)
    return path


def _font(setting: Lettering) -> QFont:
    return font(setting.face, LETTERS, setting.weight, tracking=setting.tracking)


def _ink(style: Style, tokens: MapTokens) -> str:
    inks = {"village": tokens.village, "beach": tokens.water_name, "water": tokens.water_name}
    inks |= {"hill": tokens.hill_name, "wood": tokens.wood_name, "sea": tokens.sea_name}
    return inks.get(style, tokens.name)


def _place_names(country: Country, looks: Presentation) -> Iterator[Name]:
    """One name a place, below or beside all hexes that carry it."""
    held: dict[tuple[str, str], list[int]] = {}
    for place in country.map.places:
        held.setdefault((place.name, place.kind), []).append(place.hex)
    for (name, kind), hexes in held.items():
        look, label = looks.place_look(kind), looks.labels.get(name, LabelLook())
        text = name if label.text is None else label.text
        if look.rank == 3 or not text:
            continue
        style: Style = "beach" if look.face == "water" else RANKS[look.rank]
        spots = _round([country.map.centres[h] for h in hexes], label.at, look.rank)
        yield Name(text.upper() if style == "city" else text, style, spots, forced=style in ("city", "town"))


def _round(centres: Sequence[Point], wanted: Compass, rank: int) -> tuple[tuple[Point, Compass, float], ...]:
    """Where a place's name may stand; a wanted side is kept to, whatever is there already."""
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    below, above = max(ys) + (0.46 if rank == 0 else 0.43), min(ys) - 0.44
    left, right = min(xs) - 0.42, max(xs) + 0.42
    spots: dict[Compass, Point] = {
        "C": (middle_x, middle_y), "S": (middle_x, below), "N": (middle_x, above),
        "E": (right, middle_y), "W": (left, middle_y), "SE": (middle_x + 0.12, below),
        "SW": (middle_x - 0.12, below), "NE": (middle_x + 0.12, above), "NW": (middle_x - 0.12, above),
    }  # fmt: skip
    sides = (wanted,) if wanted else (*AROUND, "S") if rank < 2 else AROUND
    return tuple((spots[side], side, 0.0) for side in sides if side)


def _ground_name(country: Country, look: NameLook) -> Iterator[Name]:
    index = country.map.index
    centres = [country.map.centres[index[n]] for n in look.hexes if n in index]
    if not centres:
        return
    x, y = sum(c[0] for c in centres) / len(centres), sum(c[1] for c in centres) / len(centres)
    low = max(c[1] for c in centres) + 0.55
    y = {"S": low, "N": min(c[1] for c in centres) - 0.45}.get(look.at, y + 0.08)
    shifts = (0.0,) if look.kind == "sea" else (0.0, 0.25, -0.25, 0.5)
    spots: tuple[tuple[Point, Compass, float], ...] = tuple(((x, y + s), "C", look.turn) for s in shifts)
    yield Name(look.text, look.kind, spots, look.size, forced=look.kind == "sea")


# ------------------------------------------------------------------ names along water


def _water_names(courses: Sequence[Course], looks: Presentation) -> list[Name]:
    """A river's name along its longest stretch, and along others if they are far from it."""
    names: list[Name] = []
    for course in sorted(courses, key=lambda c: -len(c.line)):
        label = looks.labels.get(course.name, LabelLook())
        text = course.name if label.text is None else label.text
        if not text or len(course.line) < 60:
            continue
        near = [n for n in names if n.text == text]
        spots = [
            spot
            for part in (0.3, 0.5, 0.7, 0.2, 0.8, 0.4, 0.6, 0.15, 0.85)
            for spot in _beside(course.line, part)
            if all(math.dist(spot[0], s[0]) > 7 for n in near for s in n.spots)
        ]
        if spots:
            names.append(Name(text, "water", tuple(spots)))
    return names


def _beside(line: Sequence[Point], part: float) -> Iterator[tuple[Point, Compass, float]]:
    middle = int(len(line) * part)
    (ax, ay), (x, y) = line[max(0, middle - 12)], line[middle]
    bx, by = line[min(len(line) - 1, middle + 12)]
    turn = math.degrees(math.atan2(by - ay, bx - ax))
    turn = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
    s, c = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    for off in (-0.2, 0.2):
        yield (x - off * s, y + off * c), "C", turn or 0.01


def number_font(scale: float, theme: Theme) -> tuple[QFont, QFontMetricsF]:
    """The lettering of hex numbers at *scale* pixels a hex."""
    setting = font("figures", max(7.0, scale * (0.135 if scale < 80 else 0.12)) * theme.map_text)
    return setting, QFontMetricsF(setting)
