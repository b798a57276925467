"""A map drawn with letters, one a hex: `hexcore map import FILE.txt -o FOLDER`.

    shoved even                 which columns lie half a hex lower (even where nothing is said)
    provenance printed          where the map comes from (printed where nothing is said)
    . clear                     a legend: a sign, its words of terrain, and after a + words of features
    w woods
    T town + fort
    - none                      no hex there

    map                         a line a row, a sign a hex; blanks between them are for the eye
    . . w w .
    . T . w .
    . . - . .

    side river = The Ost        the banks: neighbours with different signs lie across the river,
    a a b b b                   those with a . nowhere near it
    a a a b .
    . a a b .

    side bridge 0202-0301       single hexsides, each by its two hexes
    road road EDGE_W 0101 0202 0301 EDGE_N = Ost road
    place town 0202 = Tilden    what is written where, and of which kind
    group prizes 0202 0401      hexes that have a name together

What stands after a = is a name. Hexes are flat-topped and numbered from 0101, column and row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from hexcore.corrected_words import nearest
from hexcore.exchange import cells_of, map_of, opened
from hexcore.hexes import Grid, HexCoord, Sheet
from hexcore.map_rows import EDGE
from hexcore.maps import HexMap
from hexcore.provenance import Provenance
from hexcore.tables import DataError, Line

LARGEST = 1 << 20
"""No drawing is larger, in bytes."""
MOST_ACROSS = 99
"""Columns and rows: a number has two digits for each."""
NOWHERE, NO_HEX, CALLED = ".", "none", "="


class Mark(NamedTuple):
    """A sign of a picture, or a word of a line, and where it stands, from 1."""

    text: str
    line: int
    column: int


class Part(NamedTuple):
    """A line that begins with a key: what follows it, the name after its =, and the picture below it."""

    key: Mark
    said: Sequence[Mark]
    name: str
    picture: list[list[Mark]]


class Faults(DataError):
    """What is wrong with a drawing: `all` of it, a line each, the first one as its text."""

    def __init__(self, all: Sequence[str]) -> None:
        super().__init__(all[0])
        self.all = tuple(all)


@dataclass
class Drawing:
    """What a file says, before it is a map."""

    path: Path
    shoved: Literal["even", "odd"] = "even"
    provenance: str = "printed"
    legend: dict[str, tuple[str, str]] = field(default_factory=dict)
    picture: list[list[Mark]] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    faults: list[tuple[int, int, str]] = field(default_factory=list)
    numbers: dict[str, HexCoord] = field(default_factory=dict)

    def wrong(self, reason: str, at: Mark) -> None:
        self.faults.append((at.line, at.column, reason))

    def row(self, table: str, at: Mark, **cells: str) -> Line:
        """A row of one of the map's files."""
        given = {**cells, "provenance": self.provenance} if table != "groups" else cells
        return cells_of(table, given, f"{self.path}:{at.line}:{at.column}")

    def known(self, *hexes: Mark) -> bool:
        """Whether these are hexes of the map; those that are none are told."""
        odd = [one for one in hexes if one.text not in self.numbers]
        for one in odd:
            told = (one.line, one.column, f"no hex {one.text!r} on this map")
            self.faults += [] if told in self.faults else [told]
        return not odd

    def prove(self) -> None:
        """Faults, if there are any, in the order of the file."""
        if self.faults:
            raise Faults(
                [f"{self.path}:{line}:{column}: {text}" for line, column, text in sorted(self.faults)]
            )


def read(path: Path) -> HexMap:
    """The map that a file of letters draws. Faults: all that is wrong, each with line and column."""
    try:
        text = opened(path, LARGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise DataError(f"{path}: no UTF-8 text") from None
    drawn = Drawing(path)
    _read(drawn, text)
    if not drawn.picture and not drawn.faults:
        drawn.wrong("there is no picture: a line `map`, and below it a line for each row", Mark("", 1, 1))
    drawn.prove()
    across = max(map(len, drawn.picture))
    grid = Grid("columns", drawn.shoved, (Sheet("", (1, across), (1, len(drawn.picture))),))
    rows: dict[str, list[Line]] = {"hexes": list(_hexes(drawn, grid))}
    rows["hexes"].sort(key=lambda line: line.cells["hex"])
    for key, (table, made) in MADE.items():
        rows[table] = [row for part in drawn.parts if part.key.text == key for row in made(drawn, part)]
    drawn.prove()
    return map_of(rows, grid, path)


# ------------------------------------------------------------------ the file
def _read(drawn: Drawing, text: str) -> None:
    """The parts of a file, line by line."""
    picture: list[list[Mark]] | None = None
    for n, line in enumerate(text.splitlines(), 1):
        words = [Mark(found[0], n, found.start() + 1) for found in re.finditer(r"\S+", line)]
        if not words or (picture is not None and _begins(words)):
            picture = None
        if not words:
            continue
        if picture is not None:
            picture.append([Mark(sign, n, at) for at, sign in enumerate(line, 1) if not sign.isspace()])
        elif words[0].text in KEYS:
            picture = _key(drawn, words, line)
        else:
            _legend(drawn, words)


def _begins(words: list[Mark]) -> bool:
    """Whether a line of a picture is none: a key, and words of several letters after it."""
    return words[0].text in KEYS and any(len(word.text) > 1 for word in words[1:])


def _key(drawn: Drawing, words: list[Mark], line: str) -> list[list[Mark]] | None:
    """A line that begins a part: the picture that follows it, None where none does."""
    key, *said = words
    sign = next((word for word in said if word.text == CALLED), None)
    name = line[sign.column :].strip() if sign is not None else ""
    said = [word for word in said if sign is None or word.column < sign.column]
    if key.text == "map":
        if said or drawn.picture:
            drawn.wrong("`map` stands alone, once" if said else "there is a map already", key)
        return drawn.picture if not drawn.picture else []
    if key.text in SETTINGS:
        _setting(drawn, key, said)
        return None
    asked, least = LEAST[key.text]
    if len(said) < least or (key.text == "place" and not name):
        drawn.wrong(f"`{key.text}` {asked}", said[0] if said else key)
    part = Part(key, said, name, [])
    drawn.parts.append(part)
    return part.picture if key.text == "side" and len(said) < 2 else None


def _setting(drawn: Drawing, key: Mark, said: list[Mark]) -> None:
    words = SETTINGS[key.text]
    if len(said) != 1 or said[0].text not in words:
        near = nearest(said[0].text, words) if said else ""
        drawn.wrong(f"`{key.text}` is {' or '.join(words)}{near}", said[0] if said else key)
    elif key.text == "shoved":
        drawn.shoved = "odd" if said[0].text == "odd" else "even"
    else:
        drawn.provenance = said[0].text


def _legend(drawn: Drawing, words: list[Mark]) -> None:
    sign, *said = words
    if len(sign.text) != 1:
        near = nearest(sign.text, KEYS)
        drawn.wrong(f"{sign.text!r} is more than one sign, and none of {', '.join(KEYS)}{near}", sign)
    elif sign.text in drawn.legend:
        drawn.wrong(f"the sign {sign.text!r} stands in the legend already", sign)
    else:
        terrain, _, features = " ".join(word.text for word in said).partition("+")
        if not terrain.strip():
            drawn.wrong(f"the sign {sign.text!r} has no words of terrain", sign)
        drawn.legend[sign.text] = (terrain.strip(), features.strip())


SETTINGS = {"shoved": ("even", "odd"), "provenance": tuple(sorted(set(get_args(Provenance)) - {"corrected"}))}
LEAST = {
    "side": ("and one word: what runs along the hexsides", 1),
    "road": ("and its word, then the numbers of two hexes or more", 3),
    "place": ("and its kind, the number of its hex, and after a = its name", 2),
    "group": ("and its name, then the numbers of its hexes", 2),
}
KEYS = ("map", *SETTINGS, *LEAST)


# ------------------------------------------------------------------ the map
def _hexes(drawn: Drawing, grid: Grid) -> Iterator[Line]:
    """A row of hexes.csv for each sign."""
    coords = {str(grid.number(coord)): coord for coord in grid.hexes(grid.sheets[0])}
    for number, one in _numbered(drawn, drawn.picture):
        if one.text not in drawn.legend:
            drawn.wrong(f"the sign {one.text!r} is not in the legend", one)
        terrain, features = drawn.legend.get(one.text, ("", ""))
        if terrain != NO_HEX:
            drawn.numbers[number] = coords[number]
            yield drawn.row("hexes", one, hex=number, terrain=terrain, features=features)


def _numbered(drawn: Drawing, picture: list[list[Mark]]) -> Iterator[tuple[str, Mark]]:
    """The signs of a picture with the numbers of their hexes."""
    for row, signs in enumerate(picture, 1):
        for column, one in enumerate(signs, 1):
            if column <= MOST_ACROSS and row <= MOST_ACROSS:
                yield f"{column:02}{row:02}", one
            elif column == MOST_ACROSS + 1 or (row == MOST_ACROSS + 1 and column == 1):
                drawn.wrong(f"a map of letters has at most {MOST_ACROSS} columns and rows", one)


def _sides(drawn: Drawing, part: Part) -> Iterator[Line]:
    """The hexsides that a line names, or else those between the banks below it."""
    if not part.said:
        return
    word, *pairs = part.said
    for pair in pairs:
        one, _, other = pair.text.partition("-")
        ends = (pair._replace(text=one), pair._replace(text=other, column=pair.column + len(one) + 1))
        if "-" not in pair.text:
            drawn.wrong(f"a hexside is two hexes with a - between them, not {pair.text!r}", pair)
        elif _touch(drawn, *ends):
            yield drawn.row("hexsides", pair, hex1=one, hex2=other, feature=word.text, name=part.name)
    if not pairs:
        yield from _between_banks(drawn, part, word.text)


def _between_banks(drawn: Drawing, part: Part, word: str) -> Iterator[Line]:
    """The hexsides between neighbours on different banks."""
    bank, odd, found = dict[str, Mark](), set[int](), 0
    for number, one in _numbered(drawn, part.picture):
        if number not in drawn.numbers and one.text != NOWHERE and one.line not in odd:
            odd.add(one.line)  # told once a row
            drawn.wrong(f"there is no hex {number} for this bank", one)
        bank[number] = one
    numbers = {coord: number for number, coord in drawn.numbers.items()}
    for number, coord in drawn.numbers.items():
        for other in (numbers.get(near, "") for near in coord.neighbours()):
            between = {bank[n].text for n in (number, other) if n in bank}
            if number < other and len(between) == 2 and NOWHERE not in between:
                found += 1
                yield drawn.row(
                    "hexsides", bank[number], hex1=number, hex2=other, feature=word, name=part.name
                )
    if not found:
        drawn.wrong(f"no two neighbours have different banks: there is no {word} between them", part.key)


def _road(drawn: Drawing, part: Part) -> Iterator[Line]:
    """The stretches of a road; at its ends it may leave the map."""
    word, *way = part.said or [part.key]
    for one in way[1:-1]:
        if one.text.startswith(EDGE):
            drawn.wrong(f"{one.text} stands at an end of a road: there it leaves the map", one)
    for one, other in pairwise(way):
        here, there = (other, one) if one.text.startswith(EDGE) else (one, other)
        if there.text.startswith(EDGE) or _touch(drawn, here, there):
            if drawn.known(here):
                yield drawn.row(
                    "roads", other, hex1=here.text, hex2=there.text, road=word.text, name=part.name
                )


def _touch(drawn: Drawing, one: Mark, other: Mark) -> bool:
    if not drawn.known(one, other):
        return False
    if drawn.numbers[other.text] in drawn.numbers[one.text].neighbours():
        return True
    drawn.wrong(f"{one.text} and {other.text} do not touch", other)
    return False


def _place(drawn: Drawing, part: Part) -> Iterator[Line]:
    for kind, hex in zip(part.said[:1], part.said[1:2], strict=False):
        if drawn.known(hex):
            yield drawn.row("places", hex, hex=hex.text, name=part.name, kind=kind.text)


def _group(drawn: Drawing, part: Part) -> Iterator[Line]:
    for hex in part.said[1:]:
        if drawn.known(hex):
            yield drawn.row("groups", hex, group=part.said[0].text, hex=hex.text)


MADE: dict[str, tuple[str, Callable[[Drawing, Part], Iterator[Line]]]] = {
    "side": ("hexsides", _sides),
    "road": ("roads", _road),
    "place": ("places", _place),
    "group": ("groups", _group),
}
