"""A map as a plain SVG picture, without a window: flat grounds, rivers, roads, towns, names, numbers.

Colours and order come from the tables `[terrain]`, `[features]`, `[hexsides]`, `[roads]`, `[places]`,
`[labels]` and `[scale]` of a ruleset's `presentation.toml`; what they leave out gets a plain default,
so a map with no presentation at all is still drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

from hexcore.maps import HexMap, Place
from hexcore.svg_parts import (
    HALO,
    Box,
    Point,
    Taken,
    box as _box,
    line as _line,
    middle as _middle,
    polygon as _polygon,
    polygons as _polygons,
    ring as _ring,
    shrunk as _shrunk,
    stroke as _stroke,
    units as _n,
    words as _words,
)

Table = Mapping[str, Any]

PALETTE = ("#F3ECD6", "#9CC27A", "#D9B36C", "#A7DCE0", "#D58F7C", "#8E6A5A", "#B39BD0", "#6E8B4E", "#7FA8D8")
INK, NUMBER, WATER_NAME, GRID = "#1A1A18", "#5B6051", "#114B78", "#3F4636"
NUMBER_UP, NUMBER_HIGH = 0.33, 0.15
"""How far above the middle of its hex a number stands, and how high it is."""
OUTWARD: Mapping[str, Point] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
TEXTURES: Mapping[str, str] = {
    "trees-open": "M.15 .2h.1v.1h-.1z M.65 .7h.1v.1h-.1z",
    "trees-dense": "M.05 .1h.22v.22h-.22z M.55 .1h.22v.22h-.22z M.3 .6h.22v.22h-.22z M.8 .6h.18v.22h-.18z",
    "hachures": "M.1 .1l.05 .35h.04l-.02 -.35z M.6 .5l.05 .35h.04l-.02 -.35z",
    "tufts": "M.1 .4h.4v.05h-.4z M.2 .2h.04v.2h-.04z M.34 .2h.04v.2h-.04z M.55 .85h.4v.05h-.4z",
    "hedged-fields": "M0 0h1v.06h-1z M.3 0h.06v.5h-.06z M0 .5h1v.06h-1z M.75 .5h.06v.5h-.06z",
    "strips": "M0 .2l1 -.1v.03l-1 .1z M0 .7l1 -.1v.03l-1 .1z",
    "stipple": "M.2 .2h.08v.08h-.08z M.7 .45h.08v.08h-.08z M.35 .75h.08v.08h-.08z",
    "hatch": "M0 0h.08l.92 .92v.08h-.08l-.92 -.92z",
}
"""What a texture draws in a square of a third of a hex, with the last colour of its ground."""
FAMILIAR: Mapping[str, tuple[str, ...]] = {
    "#BFD5E2": ("sea", "lake", "water", "ocean", "bay"),
    "#F3ECD6": ("clear", "open", "grass", "plain", "field"),
    "#9CC27A": ("wood", "forest", "tree", "jungle"),
    "#D9B36C": ("hill", "rough", "mountain", "ridge", "slope"),
    "#CFA697": ("town", "city", "village", "urban"),
    "#B59A86": ("fort", "castle", "work", "entrenchment"),
    "#A7DCE0": ("marsh", "swamp", "bog", "flooded"),
    "#EBD9A0": ("beach", "sand", "desert", "dune"),
}
"""Colours of words that most maps share, for a ruleset that says nothing of its looks."""
LINES = ("river", "stream", "road", "railroad", "rail", "track", "bridge")
WATER = ("#BFD5E2", "#A9C6D8")
ROADS = (("#FBF7EA", "#5F5340"), ("#FFD56A", "#6E4A17"))
SIDES = ("#5C9CC5", "#3E78A0")
NAMES: Mapping[str, str] = {"hill": "#4F3410", "wood": "#1F4016"}


class Ground(NamedTuple):
    """How one word of terrain or feature is drawn; the lowest order lies undermost."""

    word: str
    label: str
    fill: str
    ink: str
    texture: str
    order: float


class Entry(NamedTuple):
    """One entry of the legend: where it stands, and the ground or the strokes (colour, width) it explains."""

    x: float
    y: float
    label: str
    ground: Ground | None
    line: list[tuple[str, float]]


def svg(hex_map: HexMap, presentation: Mapping[str, Any], size: float = 54.0) -> str:
    """The whole map as SVG text, *size* pixels from flat side to flat side of a hex."""
    return _Drawing(hex_map, presentation, size).text()


class _Drawing:
    def __init__(self, hex_map: HexMap, presentation: Mapping[str, Any], size: float) -> None:
        self.map, self.size = hex_map, size
        self.tables = {
            name: presentation.get(name, {})
            for name in ("terrain", "features", "hexsides", "roads", "places", "labels", "scale")
        }
        self.names: Sequence[Table] = presentation.get("names", ())
        words = sorted({w for terrain in hex_map.terrain for w in terrain})
        styled = {w for w, style in self.tables["features"].items() if style.get("texture", "none") != "none"}
        marks = sorted({w for features in hex_map.features for w in features} & styled)
        self.terrain = {word: self._ground("terrain", word, n) for n, word in enumerate(words)}
        self.features = {word: self._ground("features", word, n) for n, word in enumerate(marks)}
        corners = [p for coord in hex_map.coords for p in hex_map.grid.corners(coord)]
        self.left, self.top = min(x for x, _ in corners) - 0.6, min(y for _, y in corners) - 0.6
        self.wide = max(x for x, _ in corners) + 0.6 - self.left
        self.high = max(y for _, y in corners) + 0.6 - self.top
        self.taken = Taken()

    def _ground(self, table: str, word: str, n: int) -> Ground:
        style: Table = self.tables[table].get(word, {})
        texture, order = str(style.get("texture", "")), float(style.get("order", n))
        colours = self._colours(table, word, WATER if texture == "sea" else (_usual(word, n),))
        return Ground(word, self._label(table, word), colours[0], colours[-1], texture, order)

    def text(self) -> str:
        entries = list(self._legend_entries())
        legend = entries[-1].y - self.top - self.high + 1.5 if entries else 1.5
        wide, high = self.wide * self.size, (self.high + legend) * self.size
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
            f'viewBox="{_n(self.left)} {_n(self.top)} {_n(self.wide)} {_n(self.high + legend)}" '
            'font-family="Heros, Helvetica, Arial, sans-serif">',
            f'<path d="{self._sheet(legend)}" fill="#E6E7E3"/>',
            "<defs>",
            *self._patterns(),
            "</defs>",
            *self._grounds(),
            *self._rivers(),
            *self._roads(),
            *self._towns(),
            *self._names(),
            *self._numbers(),
            *self._legend(),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def _sheet(self, legend: float) -> str:
        right, bottom = self.left + self.wide, self.top + self.high + legend
        return _polygon(((self.left, self.top), (right, self.top), (right, bottom), (self.left, bottom)))

    def _patterns(self) -> Iterator[str]:
        for ground in (*self.terrain.values(), *self.features.values()):
            if ground.texture in TEXTURES:
                yield (
                    f'<pattern id={quoteattr(ground.word)} width="1" height="1" '
                    f'patternUnits="userSpaceOnUse" patternTransform="scale({_n(0.34)})">'
                    f'<path d="{TEXTURES[ground.texture]}" fill="{ground.ink}"/></pattern>'
                )

    def layers(self, hex: int) -> list[Ground]:
        """The grounds of a hex from the outside in; a feature counts where it lies over the lowest."""
        words = sorted((self.terrain[w] for w in self.map.terrain[hex]), key=lambda g: g.order)
        built = [g for g in words if not g.texture.startswith("blocks")] or words
        over = [self.features[w] for w in self.map.features[hex] if w in self.features]
        over = [g for g in over if built and g.order > built[0].order]
        return [max(over, key=lambda g: g.order), *built[1:]] if over else built

    def _grounds(self) -> Iterator[str]:
        for hex, coord in enumerate(self.map.coords):
            corners, centre = self.map.grid.corners(coord), self.map.centres[hex]
            for depth, ground in enumerate(self.layers(hex)):
                path = _polygon(_shrunk(corners, centre, 1 - 0.4 * depth))
                yield f'<path d="{path}" fill="{ground.fill}"/>'
                if ground.texture in TEXTURES:
                    yield f'<path d="{path}" fill={_pattern(ground.word)}/>'
        for coord in self.map.coords:
            yield (
                f'<path d="{_polygon(self.map.grid.corners(coord))}" fill="none" '
                f'stroke="{GRID}" stroke-opacity=".45" stroke-width="{_n(0.015)}"/>'
            )

    def _label(self, table: str, word: str) -> str:
        return str(self.tables[table].get(word, {}).get("label", word.replace("-", " ").capitalize()))

    def _colours(self, table: str, word: str, default: Sequence[str]) -> list[str]:
        given = self.tables[table].get(word, {}).get("light", default)
        return [given] if isinstance(given, str) else [str(colour) for colour in given] or list(default)

    def _weight(self, table: str, word: str) -> float:
        return float(self.tables[table].get(word, {}).get("weight", 1))

    def _side_lines(self, word: str) -> list[tuple[str, float]]:
        """The strokes of a hexside, from below: colour and width."""
        weight = self._weight("hexsides", word)
        bar = self.tables["hexsides"].get(word, {}).get("style") == "bar"
        colour = self._colours("hexsides", word, ["#0B3A6B"] if bar else SIDES[weight > 1 :])[0]
        return [(colour, 0.18 if bar else 0.075 * weight)]

    def _road_lines(self, word: str) -> list[tuple[str, float]]:
        """The strokes of a road, from below: its case, then its body."""
        weight = self._weight("roads", word)
        body, *case = self._colours("roads", word, ROADS[weight > 1])
        return [(colour, 0.055 + 0.045 * weight) for colour in case[:1]] + [(body, 0.015 + 0.03 * weight)]

    def _rivers(self) -> Iterator[str]:
        for side, words in sorted(enumerate(self.map.sides), key=lambda pair: len(pair[1])):
            if not words or 0 <= self.map.mirror(side) < side:
                continue
            corners = self.map.grid.corners(self.map.coords[side // 6])
            path = _line((corners[side % 6], corners[(side % 6 + 1) % 6]))
            for word in sorted(words):
                yield from (_stroke(path, colour, width) for colour, width in self._side_lines(word))

    def _roads(self) -> Iterator[str]:
        kinds = {r for r in self.map.roads if r} | {e.road for e in self.map.edge_roads}
        for kind in sorted(kinds, key=lambda k: (self._weight("roads", k), k)):
            paths = " ".join(_line(line) for line in self._links(kind))
            yield from (_stroke(paths, colour, width) for colour, width in self._road_lines(kind))

    def _links(self, kind: str) -> Iterator[tuple[Point, Point]]:
        for side, road in enumerate(self.map.roads):
            across = self.map.neighbours[side]
            if road == kind and across > side // 6:
                yield self.map.centres[side // 6], self.map.centres[across]
        for edge in self.map.edge_roads:
            if edge.road == kind:
                yield self._way_out(edge.hex, edge.edge)

    def _way_out(self, hex: int, edge: str) -> tuple[Point, Point]:
        """From the middle of a hex half a hex outward: towards its edge, or the nearest way off the map."""
        x, y = self.map.centres[hex]
        dx, dy = OUTWARD.get(edge, (0.0, 0.0))
        if (dx, dy) == (0.0, 0.0):
            off = [d for d in range(6) if self.map.neighbours[6 * hex + d] < 0]
            beyond = self.map.grid.centre(self.map.coords[hex].neighbour(off[0] if off else 0))
            dx, dy = beyond[0] - x, beyond[1] - y
        return (x, y), (x + 0.62 * dx, y + 0.62 * dy)

    def _towns(self) -> Iterator[str]:
        for place in self.map.places:
            rank = self._rank(place)
            x, y = self.map.centres[place.hex]
            glyph = str(self.tables["places"].get(place.kind, {}).get("glyph", "ring"))
            if glyph.startswith("blocks"):
                reach = min(0.38 - 0.12 * rank, 0.3)
                fill, ink = self._town_colours(place)
                y += 0.05  # clear of the number above it
                shape = _polygon(_ring((x, y), reach))
                yield f'<path d="{shape}" fill="{fill}" stroke="{ink}" stroke-width="{_n(0.03)}"/>'
                yield _polygons(((x + a * reach, y + b * reach) for a, b in BLOCKS), reach * 0.3, ink)
            elif glyph == "ring":
                yield (
                    f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(0.075)}" fill="{HALO}" '
                    f'stroke="{INK}" stroke-width="{_n(0.035)}"/>'
                )

    def _town_colours(self, place: Place) -> tuple[str, str]:
        ground = self.terrain.get(place.kind)
        return (ground.fill, ground.ink) if ground and ground.fill != ground.ink else ("#C9A99B", "#7C4A3F")

    def _rank(self, place: Place) -> int:
        return int(self.tables["places"].get(place.kind, {}).get("rank", 1))

    def _names(self) -> Iterator[str]:
        """Each name once, the important ones first, where it covers none before it."""
        done: set[str] = set()
        for number, (x, y) in zip(self.map.numbers, self.map.centres, strict=True):
            self.taken.add(_box((x, y - NUMBER_UP), 0.29 * NUMBER_HIGH * len(number), NUMBER_HIGH / 2))
        for place in self.map.places:
            self.taken.add(_box(self.map.centres[place.hex], 0.3, 0.25))
        for place in sorted(self.map.places, key=self._rank):
            if place.name in done:
                continue
            done.add(place.name)
            label: Table = self.tables["labels"].get(place.name, {})
            height = (0.34, 0.27, 0.21)[min(self._rank(place), 2)]
            text = str(label.get("text", place.name))
            at = self._free(self.map.centres[place.hex], text, height, str(label.get("at", "")))
            yield _words(text, at, height, INK, "700" if self._rank(place) < 2 else "400")
        for middle, text, colour in (*self._river_names(), *self._ground_names()):
            yield _words(text, self._free(middle, text, 0.24, ""), 0.24, colour, "400", "italic")

    def _free(self, centre: Point, text: str, height: float, at: str) -> Point:
        """Where a name goes: the wanted side, else the first side where it covers nothing."""
        half = 0.29 * height * len(text)
        spots = {"S": (0, 0.42), "N": (0, -0.58), "E": (half + 0.3, -0.06), "W": (-half - 0.3, -0.06)}
        spots |= {"SE": (half, 0.42), "SW": (-half, 0.42), "NE": (half, -0.58), "NW": (-half, -0.58)}
        order = [at, *spots] if at in spots else list(spots)
        boxes = {s: _box((centre[0] + spots[s][0], centre[1] + spots[s][1]), half, height / 2) for s in spots}
        best = min(order, key=lambda s: self._off(boxes[s]) + self.taken.covered(boxes[s]))
        self.taken.add(boxes[best])
        return centre[0] + spots[best][0], centre[1] + spots[best][1]

    def _off(self, box: Box) -> float:
        """How far a box hangs over the left or right of the sheet."""
        return max(self.left - box[0], 0) + max(box[2] - self.left - self.wide, 0)

    def _river_names(self) -> Iterator[tuple[Point, str, str]]:
        """The name of each river at a hexside in its middle."""
        sides: dict[str, list[int]] = {}
        for side, name in sorted(self.map.side_names.items()):
            sides.setdefault(name, []).append(side)
        for name, found in sorted(sides.items()):
            side = found[len(found) // 2]
            corners = self.map.grid.corners(self.map.coords[side // 6])
            text = str(self.tables["labels"].get(name, {}).get("text", name))
            yield _middle((corners[side % 6], corners[(side % 6 + 1) % 6])), text, WATER_NAME

    def _ground_names(self) -> Iterator[tuple[Point, str, str]]:
        """The names of hills and woods that the presentation lays over its `[[names]]` hexes."""
        for name in self.names:
            at = [self.map.centres[self.map.index[n]] for n in name.get("hexes", ()) if n in self.map.index]
            if at:
                yield _middle(at), str(name["text"]), NAMES.get(str(name.get("kind")), INK)

    def _numbers(self) -> Iterator[str]:
        for number, (x, y) in zip(self.map.numbers, self.map.centres, strict=True):
            yield _words(number, (x, y - NUMBER_UP), NUMBER_HIGH, NUMBER, "400", halo=False)

    def _legend(self) -> Iterator[str]:
        y = self.top + self.high
        for x, y, label, ground, line in self._legend_entries():
            if ground is not None:
                box = f'x="{_n(x)}" y="{_n(y - 0.3)}" width="{_n(0.8)}" height="{_n(0.6)}"'
                yield f'<rect {box} fill="{ground.fill}" stroke="{GRID}" stroke-width="{_n(0.02)}"/>'
                if ground.texture in TEXTURES:
                    yield f"<rect {box} fill={_pattern(ground.word)}/>"
            yield from (_stroke(_line(((x, y), (x + 0.8, y))), colour, width) for colour, width in line)
            yield _words(label, (x + 1, y), 0.34, INK, "400", anchor="start")
        yield from self._scale_bar(self.left + 0.8, y + 0.9)

    def _legend_entries(self) -> Iterator[Entry]:
        """Where each entry of the legend stands, its label, and the ground or the line it explains."""
        start, x, row = self.left + 0.8, self.left + 0.8, 0
        grounds = sorted((*self.terrain.values(), *self.features.values()), key=lambda g: (g.order, g.word))
        entries: list[tuple[str, Ground | None, list[tuple[str, float]]]] = [
            (g.label, g, []) for g in grounds
        ]
        entries += [(self._label("hexsides", w), None, self._side_lines(w)) for w in self._used_sides()]
        entries += [(self._label("roads", w), None, self._road_lines(w)) for w in self._used_roads()]
        for label, ground, line in entries:
            wide = 1.6 + 0.2 * len(label)
            if x > start and x + wide > self.left + self.wide:
                x, row = start, row + 1
            yield Entry(x, self.top + self.high + 0.6 + 0.9 * row, label, ground, line)
            x += wide

    def _used_sides(self) -> list[str]:
        return sorted({word for words in self.map.sides for word in words})

    def _used_roads(self) -> list[str]:
        return sorted({road for road in self.map.roads if road})

    def _scale_bar(self, x: float, y: float) -> Iterator[str]:
        km = float(self.tables["scale"].get("km_per_hex", 0))
        length = 5.0 if not km else next(k for k in (1, 2, 5, 10, 20, 50, 100, 200, 500) if k >= 4 * km) / km
        text = f"{length * km:g} km, {km:g} km a hex" if km else f"{length:g} hexes"
        yield _stroke(_line(((x, y), (x + length, y))), INK, 0.08)
        yield _words(text, (x + length + 0.3, y), 0.34, INK, "400", anchor="start")


BLOCKS = ((-0.45, -0.4), (0.2, -0.5), (-0.1, 0.05), (0.5, 0.15), (-0.5, 0.4), (0.15, 0.55))


def _pattern(word: str) -> str:
    return quoteattr(f"url(#{word})")


def _usual(word: str, n: int) -> str:
    """The colour a word usually has on maps; one of the palette for a word of the ruleset's own."""
    return _colour_of(word) or PALETTE[n % len(PALETTE)]


def _colour_of(word: str) -> str:
    parts = [part.removesuffix("s") for part in word.split("-")]
    return next((fill for fill, words in FAMILIAR.items() if any(part in words for part in parts)), "")


def familiar(word: str) -> bool:
    """Whether most maps have this word, of ground or of a line: it needs no look of its own."""
    return bool(_colour_of(word)) or word.removesuffix("s") in LINES
