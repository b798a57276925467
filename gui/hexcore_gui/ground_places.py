"""Towns as groups of blocks, and the glyphs of smaller places."""

from __future__ import annotations

import math
from collections.abc import Set

from PyQt6.QtCore import QPointF
from PyQt6.QtGui import QPainterPath

from hexcore.hexes import HexCoord
from hexcore_gui.ground_country import Country
from hexcore_gui.ground_marks import TEXTURES_FROM, Mark, Shape, filled
from hexcore_gui.ground_shapes import Mask, Point, inset, noise, path_of, wobbled
from hexcore_gui.presentation import Colours, GroundLook, LineLook, Presentation
from hexcore_gui.theme import GROUNDS, Theme, colour

VILLAGES_FROM = 35.0


def block_marks(country: Country, hexes: Set[HexCoord], colours: Colours, look: GroundLook) -> list[Mark]:
    """Built-up hexes: a tinted patch and its houses."""
    dense = look.texture == "blocks-dense"
    marks: list[Mark] = []
    for hex in sorted(hexes & country.sheet):
        halo = wobbled(inset(country.outline({hex}), 0.07 if dense else 0.21), 0.05, 0.12)
        marks.append(filled(halo, colour(colours[0], 215 if dense else 190)))
        houses = town_blocks(country.centre(hex), hex, dense, country.land_mask)
        marks.append(filled(houses, colour(colours[1]), TEXTURES_FROM))
    return marks


def town_blocks(centre: Point, hex: HexCoord, dense: bool, land: Mask) -> QPainterPath:
    """A group of blocks round a spot, turned by chance, with gaps for the main streets."""
    radius, reach, step = (0.44, 4, 0.135) if dense else (0.27, 2, 0.135)
    turn = math.radians(noise(hex.q, hex.r, 3) * 50)
    c, s = math.cos(turn), math.sin(turn)
    path = QPainterPath()
    for i in range(-reach, reach + 1):
        for j in range(-reach, reach + 1):
            gap = 0.5 if i == 0 or j == 0 else (0.12 if dense else 0.25)
            seed = hex.q * 31 + i * 7 + 1000
            if math.hypot(i, j) * step > radius or noise(seed, hex.r * 11 + j, 2) < gap:
                continue
            x = i * step + (noise(seed, j, 6) - 0.5) * 0.03
            y = j * step + (noise(seed, j, 7) - 0.5) * 0.03
            w, h = 0.0325 + 0.0225 * noise(seed, j, 4), 0.03 + 0.0225 * noise(seed, j, 5)
            box = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
            turned = [(centre[0] + u * c - v * s, centre[1] + u * s + v * c) for u, v in box]
            if land.has(*turned[0]):
                path.addPath(path_of(turned))
    return path


def glyph_marks(country: Country, looks: Presentation, theme: Theme, built_up: Set[HexCoord]) -> list[Mark]:
    """The glyph of every place that is not drawn as ground already."""
    marks: list[Mark] = []
    case, body = theme.line(_ROAD)
    for place in country.map.places:
        look, hex = looks.place_look(place.kind), country.map.coords[place.hex]
        if look.glyph == "none" or hex in built_up:
            continue
        if look.glyph == "ring" or look.glyph == "dot":
            marks.append(_ring(country.centre(hex), case, body if look.glyph == "ring" else case))
        else:
            dense = look.glyph == "blocks-dense"
            ink = GROUNDS[look.glyph][theme.is_dark][1]
            marks.append(filled(town_blocks(country.centre(hex), hex, dense, country.land_mask), colour(ink)))
    return marks


_ROAD = LineLook(style="cased")


def _ring(centre: Point, case: str, body: str) -> Mark:
    path = QPainterPath()
    path.addEllipse(QPointF(*centre), 0.075, 0.075)
    bounds = path.boundingRect().adjusted(-0.1, -0.1, 0.1, 0.1)
    return Shape(path, bounds, colour(body), colour(case), 0.03, from_scale=VILLAGES_FROM)
