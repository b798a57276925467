"""Hexes: coordinates, directions, and the numbers printed on an SPI-style map.

Two numbering families are known. `columns`: flat-topped hexes numbered CCRR (column, then row).
`rows`: pointed hexes numbered RRCC (row, then column), which may be counted from right to left.
Both are laid over the same axial coordinates, so everything above this module ignores the family.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal, NamedTuple

Family = Literal["columns", "rows"]
Parity = Literal["even", "odd"]

HALF_ROOT_3 = math.sqrt(3) / 2


class Direction(IntEnum):
    """The six hexsides, clockwise; 0 is north on flat-topped hexes, north-west on pointed ones."""

    D0 = 0
    D1 = 1
    D2 = 2
    D3 = 3
    D4 = 4
    D5 = 5

    @property
    def opposite(self) -> Direction:
        return Direction((self + 3) % 6)


STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class HexCoord(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int

    def neighbour(self, direction: int) -> HexCoord:
        dq, dr = STEPS[direction]
        return HexCoord(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[HexCoord, ...]:
        return tuple(self.neighbour(direction) for direction in range(6))

    def distance(self, other: HexCoord) -> int:
        """Hexes between two hexes: 0 for the same one, 1 for neighbours."""
        dq, dr = self.q - other.q, self.r - other.r
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def direction_to(self, other: HexCoord) -> Direction:
        """The hexside shared with a neighbour; ValueError when the hexes do not touch."""
        return Direction(STEPS.index((other.q - self.q, other.r - self.r)))


class HexSide(NamedTuple):
    """One hexside. `HexSide.between` gives its one canonical name."""

    hex: HexCoord
    direction: Direction

    @classmethod
    def between(cls, one: HexCoord, other: HexCoord) -> HexSide:
        direction = one.direction_to(other)
        return cls(one, direction) if direction < 3 else cls(other, direction.opposite)


@dataclass(frozen=True)
class Sheet:
    """One printed map sheet: its prefix, how far its numbers run, and where it lies.

    `offset` is what its (column, row) numbers exceed those of the main sheet by on the same ground.
    `rows` and `columns` are inclusive; `short` columns (or rows) of the shoved parity end one earlier.
    """

    prefix: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    offset: tuple[int, int] = (0, 0)
    short: bool = False


@dataclass(frozen=True)
class Grid:
    """How numbers lie on the ground: one family, the shoved parity, the sheets in order of precedence.

    `shoved` names the parity that lies half a hex further: lower for `columns`, to the right for `rows`.
    """

    family: Family
    shoved: Parity
    sheets: tuple[Sheet, ...]
    mirrored: bool = False
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        prefixes = "|".join(re.escape(sheet.prefix) for sheet in self.sheets)
        object.__setattr__(self, "_pattern", re.compile(rf"^({prefixes})(\d\d)(\d\d)$"))

    def parse(self, number: str) -> HexCoord:
        """The hex a printed number names; ValueError for a number on no sheet."""
        match = self._pattern.match(number)
        if match is None:
            raise ValueError(f"{number!r} is not a hex number of this map")
        prefix, first, second = match[1], int(match[2]), int(match[3])
        column, row = (first, second) if self.family == "columns" else (second, first)
        for sheet in self.sheets:
            if sheet.prefix == prefix and self._on(sheet, column, row):
                return self.coord(column - sheet.offset[0], row - sheet.offset[1])
        raise ValueError(f"{number!r} lies off its map sheet")

    def number(self, hex: HexCoord) -> str:
        """The printed number of a hex, on the first sheet that holds it; ValueError when none does."""
        numbers = self.numbers(hex)
        if not numbers:
            raise ValueError(f"{hex} lies on no map sheet")
        return numbers[0]

    def numbers(self, hex: HexCoord) -> tuple[str, ...]:
        """All printed numbers of a hex, the main one first."""
        column, row = self.column_row(hex)
        return tuple(
            self._spell(sheet, column + sheet.offset[0], row + sheet.offset[1])
            for sheet in self.sheets
            if self._on(sheet, column + sheet.offset[0], row + sheet.offset[1])
        )

    def hexes(self, sheet: Sheet) -> list[HexCoord]:
        """Every hex of one sheet, by column (or row) and then along it."""
        columns = range(sheet.columns[0], sheet.columns[1] + 1)
        rows = range(sheet.rows[0], sheet.rows[1] + 1)
        pairs = (
            [(c, r) for c in columns for r in rows]
            if self.family == "columns"
            else [(c, r) for r in rows for c in columns]
        )
        return [
            self.coord(c - sheet.offset[0], r - sheet.offset[1]) for c, r in pairs if self._on(sheet, c, r)
        ]

    def coord(self, column: int, row: int) -> HexCoord:
        """Axial coordinates of a (column, row) of the main sheet."""
        if self.family == "columns":
            return HexCoord(column, row - (column + self._lean(column)) // 2)
        across = -column if self.mirrored else column
        return HexCoord(across - (row + self._lean(row)) // 2, row)

    def column_row(self, hex: HexCoord) -> tuple[int, int]:
        if self.family == "columns":
            return hex.q, hex.r + (hex.q + self._lean(hex.q)) // 2
        across = hex.q + (hex.r + self._lean(hex.r)) // 2
        return (-across if self.mirrored else across), hex.r

    def centre(self, hex: HexCoord) -> tuple[float, float]:
        """Centre of a hex, x to the right and y down, in hexes (flat side to flat side = 1)."""
        if self.family == "columns":
            return HALF_ROOT_3 * hex.q, hex.r + hex.q / 2
        return hex.q + hex.r / 2, HALF_ROOT_3 * hex.r

    def corners(self, hex: HexCoord) -> list[tuple[float, float]]:
        """The six corners, clockwise; hexside `d` runs from corner `d` to corner `d + 1`."""
        x, y = self.centre(hex)
        radius = 1 / math.sqrt(3)
        start = -120 if self.family == "columns" else -150
        angles = [math.radians(start + 60 * k) for k in range(6)]
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]

    def _lean(self, value: int) -> int:
        odd = value & 1
        return odd if self.shoved == "even" else -odd

    def _on(self, sheet: Sheet, column: int, row: int) -> bool:
        (c0, c1), (r0, r1) = sheet.columns, sheet.rows
        if sheet.short and self._shoved(column if self.family == "columns" else row):
            r1, c1 = (r1 - 1, c1) if self.family == "columns" else (r1, c1 - 1)
        return c0 <= column <= c1 and r0 <= row <= r1

    def _shoved(self, value: int) -> bool:
        return (value % 2 == 0) == (self.shoved == "even")

    def _spell(self, sheet: Sheet, column: int, row: int) -> str:
        first, second = (column, row) if self.family == "columns" else (row, column)
        return f"{sheet.prefix}{first:02d}{second:02d}"
