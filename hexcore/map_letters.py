"""A map drawn with letters, one a hex: `hexcore map import FILE.txt -o FOLDER`.

    shoved even                 which columns lie half a hex lower (even where nothing is said)
    . clear                     a legend: a sign, its words of terrain, and after a + words of features
    w woods
    T town + fort
    - none                      no hex there

    map                         a line a row, a sign a hex; blanks between them are for the eye
    . . w w .
    . T . w .
    . . - . .

    side river                  the banks: neighbours with different signs lie across the river,
    a a b b b                   those with a . nowhere near it
    a a a b .
    . a a b .

    road road 0101 0202 0303    a road from hex to hex

Hexes are flat-topped and numbered from 0101, column and row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple, NoReturn

from hexcore.exchange import cells_of, map_of, opened
from hexcore.hexes import Grid, HexCoord, Sheet
from hexcore.maps import HexMap
from hexcore.tables import DataError, Line

LARGEST = 1 << 20
"""No drawing is larger, in bytes."""
MOST_ACROSS = 99
"""Columns and rows: a number has two digits for each."""
NOWHERE, NO_HEX = ".", "none"
KEYS = ("shoved", "map", "side", "road")


class Sign(NamedTuple):
    """A sign of a picture and where it stands, from 1."""

    sign: str
    line: int
    column: int


@dataclass
class Drawing:
    """What a file says, before it is a map."""

    path: Path
    shoved: Literal["even", "odd"] = "even"
    legend: dict[str, tuple[str, str]] = field(default_factory=dict)
    picture: list[list[Sign]] = field(default_factory=list)
    banks: list[tuple[str, int, list[list[Sign]]]] = field(default_factory=list)
    roads: list[tuple[str, int, list[str]]] = field(default_factory=list)

    def wrong(self, reason: str, line: int, column: int = 1) -> NoReturn:
        raise DataError(f"{self.path}:{line}:{column}: {reason}")


def read(path: Path) -> HexMap:
    """The map that a file of letters draws. DataError with line and column of what is wrong."""
    try:
        text = opened(path, LARGEST).decode("utf-8")
    except UnicodeDecodeError:
        raise DataError(f"{path}: no UTF-8 text") from None
    drawn = _drawing(path, text)
    if not drawn.picture:
        drawn.wrong("there is no picture: a line `map`, and below it a line for each row", 1)
    across = max(map(len, drawn.picture))
    grid = Grid("columns", drawn.shoved, (Sheet("", (1, across), (1, len(drawn.picture))),))
    coords = {str(grid.number(coord)): coord for coord in grid.hexes(grid.sheets[0])}
    hexes = sorted(_hexes(drawn), key=lambda line: line.cells["hex"])
    there = {line.cells["hex"]: coords[line.cells["hex"]] for line in hexes}
    sides = [line for one in drawn.banks for line in _sides(drawn, one, there)]
    roads = [line for one in drawn.roads for line in _road(drawn, one, there)]
    return map_of({"hexes": hexes, "hexsides": sides, "roads": roads, "places": [], "groups": []}, grid, path)


# ------------------------------------------------------------------ the file
def _drawing(path: Path, text: str) -> Drawing:
    """The parts of a file, line by line."""
    drawn, picture = Drawing(path), None
    for n, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            picture = None
        elif picture is not None:
            picture.append(_signs(line, n))
        elif words[0] in KEYS:
            picture = _key(drawn, n, line, words)
        else:
            _legend(drawn, n, line, words)
    return drawn


def _signs(line: str, n: int) -> list[Sign]:
    return [Sign(sign, n, column) for column, sign in enumerate(line, 1) if not sign.isspace()]


def _key(drawn: Drawing, n: int, line: str, words: list[str]) -> list[list[Sign]] | None:
    """A line that begins a part: the picture that follows it, None where none does."""
    key, *said = words
    at = line.index(said[0], line.index(key) + len(key)) + 1 if said else len(line) + 1
    if key == "map":
        if said or drawn.picture:
            drawn.wrong("`map` stands alone, once" if said else "there is a map already", n)
        return drawn.picture
    if key == "side":
        if len(said) != 1:
            drawn.wrong("`side` and one word: what runs along the hexsides", n, at)
        drawn.banks.append((said[0], n, []))
        return drawn.banks[-1][2]
    if key == "road":
        if len(said) < 3:
            drawn.wrong("`road`, its word, and the numbers of two hexes or more", n, at)
        drawn.roads.append((said[0], n, said[1:]))
    elif said == ["even"] or said == ["odd"]:
        drawn.shoved = "odd" if said == ["odd"] else "even"
    else:
        drawn.wrong("`shoved` is even or odd", n, at)
    return None


def _legend(drawn: Drawing, n: int, line: str, words: list[str]) -> None:
    sign, *said = words
    column = line.index(sign) + 1
    if len(sign) != 1:
        known = ", ".join(KEYS)
        drawn.wrong(f"{sign!r} is more than one sign, and none of {known}", n, column)
    if sign in drawn.legend:
        drawn.wrong(f"the sign {sign!r} stands in the legend already", n, column)
    terrain, _, features = " ".join(said).partition("+")
    if not terrain.strip():
        drawn.wrong(f"the sign {sign!r} has no words of terrain", n, column)
    drawn.legend[sign] = (terrain.strip(), features.strip())


# ------------------------------------------------------------------ the map
def _number(drawn: Drawing, sign: Sign, column: int, row: int) -> str:
    if column > MOST_ACROSS or row > MOST_ACROSS:
        drawn.wrong(f"a map of letters has at most {MOST_ACROSS} columns and rows", sign.line, sign.column)
    return f"{column:02}{row:02}"


def _hexes(drawn: Drawing) -> Iterator[Line]:
    """A row of hexes.csv for each sign."""
    for row, signs in enumerate(drawn.picture, 1):
        for column, one in enumerate(signs, 1):
            number = _number(drawn, one, column, row)
            if one.sign not in drawn.legend:
                drawn.wrong(f"the sign {one.sign!r} is not in the legend", one.line, one.column)
            terrain, features = drawn.legend[one.sign]
            if terrain != NO_HEX:
                where = f"{drawn.path}:{one.line}:{one.column}"
                yield cells_of("hexes", {"hex": number, "terrain": terrain, "features": features}, where)


def _sides(
    drawn: Drawing, banks: tuple[str, int, list[list[Sign]]], there: dict[str, HexCoord]
) -> Iterator[Line]:
    """The hexsides between neighbours on different banks."""
    word, at, picture = banks
    bank = dict[str, Sign]()
    for row, signs in enumerate(picture, 1):
        for column, one in enumerate(signs, 1):
            number = f"{column:02}{row:02}"
            if number not in there and one.sign != NOWHERE:
                drawn.wrong(f"there is no hex {number} for this bank", one.line, one.column)
            bank[number] = one
    numbers = {coord: number for number, coord in there.items()}
    found = 0
    for number, coord in there.items():
        for near in coord.neighbours():
            other = numbers.get(near, "")
            between = {bank[n].sign for n in (number, other) if n in bank}
            if number < other and len(between) == 2 and NOWHERE not in between:
                found += 1
                where = f"{drawn.path}:{bank[number].line}:{bank[number].column}"
                yield cells_of("hexsides", {"hex1": number, "hex2": other, "feature": word}, where)
    if not found:
        drawn.wrong(f"no two neighbours have different banks: there is no {word} between them", at)


def _road(drawn: Drawing, road: tuple[str, int, list[str]], there: dict[str, HexCoord]) -> Iterator[Line]:
    word, at, numbers = road
    for number in numbers:
        if number not in there:
            drawn.wrong(f"no hex {number!r} on this map", at)
    for one, other in pairwise(numbers):
        if there[other] not in there[one].neighbours():
            drawn.wrong(f"{one} and {other} do not touch", at)
        yield cells_of("roads", {"hex1": one, "hex2": other, "road": word}, f"{drawn.path}:{at}:1")
