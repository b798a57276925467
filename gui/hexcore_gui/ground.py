"""The ground of a map: all its geometry made once, then painted at any scale, as a whole or in parts.

Order: sea, lining, land, ground, coast, rivers, grid, roads, towns, off-map, numbers, names.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from threading import RLock
from typing import TypeVar

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QPainter, QPainterPath

from hexcore.hexes import HexCoord
from hexcore.maps import HexMap
from hexcore_gui.ground_country import Country
from hexcore_gui.ground_flat import FlatGround
from hexcore_gui.ground_lines import Course, coast_marks, edge_of_paper, grid_marks, hexside_marks, sea_marks
from hexcore_gui.ground_marks import Mark, filled, show
from hexcore_gui.ground_names import MIDDLE, Names, number_font
from hexcore_gui.ground_places import glyph_marks
from hexcore_gui.ground_roads import road_marks
from hexcore_gui.ground_shapes import Point
from hexcore_gui.ground_textures import BUILT, MAKERS, ground_marks
from hexcore_gui.presentation import GroundLook, Presentation, Texture, titled
from hexcore_gui.theme import Theme, colour

Part = TypeVar("Part")
OPAQUE: frozenset[Texture] = frozenset({"plain", "strips", "hedged-fields"})
NO_AREA: frozenset[Texture] = frozenset({"none", "outline", "hatch", "stipple"})
NAMED: Mapping[str, Texture] = {
    **{texture: texture for texture in MAKERS},
    **dict.fromkeys(("lake", "ocean", "water"), "sea"),
    **dict.fromkeys(("wood", "woods", "forest"), "trees-open"),
    **dict.fromkeys(("town", "village"), "blocks"),
    **dict.fromkeys(("city", "cities"), "blocks-dense"),
    **dict.fromkeys(("marsh", "swamp"), "tufts"),
}
SPARE: tuple[Texture, ...] = (
    "trees-open",
    "hachures",
    "blocks",
    "tufts",
    "trees-dense",
    "hatch",
    "strips",
    "stipple",
)
"""Textures for words that a ruleset says nothing of, in the order in which they are given out."""


def ground_looks(hex_map: HexMap, looks: Presentation) -> dict[str, GroundLook]:
    """A look for every word on the map, in painting order.

    A word without one takes the texture of that name, or the one that maps mostly give it; the commonest is
    plain; the others take textures nothing else has, the commoner first.
    """
    counted = Tally(w for words in (*hex_map.terrain, *hex_map.features) for w in words)
    declared = {**looks.terrain, **looks.features}
    found = {w: declared[w] for w in counted if w in declared}
    used = {look.texture for look in declared.values()} | {NAMED[w] for w in counted if w in NAMED}
    spare = [t for t in SPARE if t not in used]
    plain = "plain" not in used and "strips" not in used
    for word, _ in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
        if word in found:
            continue
        if word in NAMED:
            found[word] = GroundLook(titled(word), NAMED[word])
        elif plain:
            found[word], plain = GroundLook(titled(word), "plain", order=0), False
        else:
            found[word] = GroundLook(titled(word), spare.pop(0) if spare else "outline", order=50)
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


class Abandoned(Exception):
    """Nobody waits for the picture any more."""


class GroundPainter:
    """Paints the ground of one map in one theme. Safe to call from several threads, one at a time works."""

    def __init__(self, hex_map: HexMap, presentation: Presentation, theme: Theme) -> None:
        self.map, self.presentation, self.theme = hex_map, presentation, theme
        self.looks = ground_looks(hex_map, presentation)
        sea = {w for w, look in self.looks.items() if look.texture == "sea"}
        unlisted = presentation.scale.unlisted == "sea"
        self.country = Country(hex_map, sea, unlisted, presentation.coast)
        self._lock = RLock()
        self._made: list[Mark] | None = None

    @cached_property
    def bounds(self) -> QRectF:
        """The whole map with a narrow margin, in map units."""
        return self.country.border.boundingRect().adjusted(-0.15, -0.15, 0.15, 0.15)

    def paint(
        self,
        painter: QPainter,
        view: QRectF,
        scale: float,
        *,
        numbers: bool = True,
        names: bool = True,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Paints the part *view* (map units) at *scale* pixels a hex, its corner at the painter's origin.

        It stops midway, and raises `Abandoned`, as soon as it is not *wanted* any more.
        """
        with self._lock:
            marks = self._marks(wanted)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            try:
                self._paint_marks(painter, view, scale, _while(wanted, marks))
                if numbers and scale >= MIDDLE:
                    self._paint_numbers(painter, view, scale)
                if names and scale >= 18:
                    self._names.paint(painter, view, scale)
            finally:
                painter.restore()

    def _paint_marks(self, painter: QPainter, view: QRectF, scale: float, marks: Iterable[Mark]) -> None:
        painter.save()
        painter.setClipRect(
            QRectF(0, 0, view.width() * scale, view.height() * scale), Qt.ClipOperation.IntersectClip
        )
        painter.scale(scale, scale)
        painter.translate(-view.topLeft())
        painter.fillRect(view, colour(self.theme.map.sea))
        try:
            show(marks, painter, view, scale)
            painter.fillPath(self._off_map(view), colour(self.theme.map.off_map))
            show([edge_of_paper(self.country, self.theme.map)], painter, view, scale)
        finally:
            painter.restore()

    def paint_flat(self, painter: QPainter, view: QRectF, scale: float) -> None:
        """Fills each hex with the colour of its ground: what shows until the textures are ready."""
        painter.save()
        painter.fillRect(
            QRectF(0, 0, view.width() * scale, view.height() * scale), colour(self.theme.map.off_map)
        )
        painter.scale(scale, scale)
        painter.translate(-view.topLeft())
        self._flat.paint(painter, view, scale)
        painter.restore()

    def paint_small(self, painter: QPainter, view: QRectF, scale: float) -> None:
        """Fills *view* from a small picture of the whole map in flat colours: quick, and coarse near by."""
        part = view & self.bounds
        corner, size = (part.topLeft() - view.topLeft()) * scale, part.size() * scale
        painter.drawImage(QRectF(corner, size), self._flat.picture, self._flat.in_picture(part))

    def prepare_flat(self) -> None:
        """Makes the flat colours beforehand, for the first frame that needs them at once; in any thread."""
        assert not self._flat.picture.isNull()

    def _main_colour(self, wet: bool, words: frozenset[str]) -> str:
        if wet:
            return self.theme.map.sea
        shown = [look for w, look in self.looks.items() if w in words and look.texture not in NO_AREA]
        return self.theme.ground(shown[-1])[0] if shown else self.theme.map.land

    def _off_map(self, view: QRectF) -> QPainterPath:
        """All that lies off the sheets, over what spills beyond them."""
        around = QPainterPath()
        around.addRect(view.united(self.country.bounds))
        around.addPath(self.country.border)
        return around

    @cached_property
    def _waters(self) -> tuple[list[Mark], list[Course]]:
        return hexside_marks(self.country, self.presentation, self.theme)

    @cached_property
    def _names(self) -> Names:
        return Names(self.country, self.presentation, self.theme, self._waters[1])

    @cached_property
    def _flat(self) -> FlatGround:
        country, known = self.country, dict[tuple[bool, frozenset[str]], QColor]()
        inks = {}
        for hex in country.sheet:
            kind = (hex in country.wet, country.words[hex])
            if kind not in known:
                known[kind] = colour(self._main_colour(*kind))
            inks[hex] = known[kind]
        return FlatGround(country.grid, inks, self.bounds, colour(self.theme.map.off_map))

    @cached_property
    def _numbers(self) -> list[tuple[Point, str, bool]]:
        country = self.country
        return [(country.centre(c), country.grid.number(c), c in country.wet) for c in sorted(country.sheet)]

    def _marks(self, wanted: Callable[[], bool]) -> list[Mark]:
        if self._made is None:
            parts = _while(wanted, self._parts())
            self._made = [mark for part in parts for mark in part]
        return self._made

    def _parts(self) -> Iterator[list[Mark]]:
        country, tokens = self.country, self.theme.map
        yield sea_marks(country, tokens)
        yield [filled(country.land, colour(tokens.land))]
        yield from self._grounds(built=False)
        yield coast_marks(country, tokens)
        yield self._waters[0]
        yield grid_marks(country, tokens)
        yield road_marks(country, self.presentation, self.theme)
        yield from self._grounds(built=True)
        yield self._glyphs()

    def _grounds(self, built: bool) -> Iterator[list[Mark]]:
        covered = self._covered()
        for word, look in self.looks.items():
            if (look.texture in BUILT) == built:
                hexes = self.country.having(word) - covered.get(word, set())
                yield ground_marks(self.country, hexes, self.theme.ground(look), look)

    def _covered(self) -> dict[str, set[HexCoord]]:
        """For each ground the hexes where another hides it altogether."""
        opaque = [w for w, look in self.looks.items() if look.texture in OPAQUE]
        hexes = {w: self.country.having(w) for w in opaque}
        above = {w: (hexes[v] for v in opaque[k + 1 :]) for k, w in enumerate(opaque)}
        return {w: set().union(*above[w]) for w in opaque}

    def _glyphs(self) -> list[Mark]:
        blocks = [w for w, look in self.looks.items() if look.texture in ("blocks", "blocks-dense")]
        built_up = {h for w in blocks for h in self.country.having(w)}
        return glyph_marks(self.country, self.presentation, self.theme, built_up)

    def _paint_numbers(self, painter: QPainter, view: QRectF, scale: float) -> None:
        setting, metrics = number_font(scale, self.theme)
        painter.setFont(setting)
        near = view.adjusted(-1, -1, 1, 1)
        for (x, y), number, wet in self._numbers:
            if near.contains(x, y):
                painter.setPen(colour(self.theme.map.sea_number if wet else self.theme.map.number))
                left = (x - view.x()) * scale - metrics.horizontalAdvance(number) / 2
                painter.drawText(
                    QPointF(left, (y - 0.41 - view.y()) * scale + metrics.ascent() / 2 - 1), number
                )


def _while(wanted: Callable[[], bool], parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of a picture, one after the other, as long as it is wanted."""
    for part in parts:
        if not wanted():
            raise Abandoned
        yield part
