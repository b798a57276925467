"""What a part of the laboratory answers: a page of words, tables and plots, with how it was made.

A page is plain data, the same from the same seed; it knows neither HTML nor Qt.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from hexcore import cli_text

Cell = str | int | float | Fraction | None
"""What stands in a table: a fraction is exact, a float was measured, None has no counterpart."""


@dataclass(frozen=True, slots=True)
class Words:
    """Paragraphs, each a line of plain text."""

    lines: tuple[str, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; *name* is what its CSV file is called (a short word with dashes)."""

    name: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """One line, or the bars of one colour: a value for every place on the axis, None where there is none.
    *low* and *high* are the ends of its interval, as many as values or none at all."""

    name: str
    values: tuple[float | None, ...]
    low: tuple[float | None, ...] = ()
    high: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """Series over one axis of named or numbered places.

    *lines*: values joined from place to place; *bars*: side by side; *stacked*: on top of each other;
    *tornado*: horizontal bars from nought, a row for every place, the largest first as they are given.
    """

    name: str
    title: str
    kind: Literal["lines", "bars", "stacked", "tornado"]
    x: str
    y: str
    places: tuple[str, ...]
    series: tuple[Series, ...]
    note: str = ""
    drawn_from: str = ""
    """The name of the table on the page whose figures it draws; they are not told again then."""

    def table(self) -> Table:
        """The figures behind it."""
        head, columns = [self.x], []
        for one in self.series:
            head.append(one.name)
            columns.append(one.values)
            if one.low:
                head += [f"{one.name}, low", f"{one.name}, high"]
                columns += [one.low, one.high]
        rows = tuple((place, *(c[n] for c in columns)) for n, place in enumerate(self.places))
        return Table(self.name, self.title, tuple(head), rows, self.note)


Block = Words | Table | Plot


@dataclass(frozen=True, slots=True)
class PositionFile:
    """A position that a reader may open: a text of the form of `hexcore.positions`, and the options its game
    is to be begun with. *about* says what it is, and what holds on the page but is not in it."""

    text: str
    about: str = ""
    ruleset: str = ""
    scenario: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    def command(self, name: str) -> str:
        """How a game is begun from it on the command line, where it is kept in a file of this name."""
        stem = name.removesuffix(".toml")
        words = ["hexcore", "new", self.ruleset, self.scenario, "-o", f"{stem}.hexgame", "--position", name]
        words += [word for id, value in self.options.items() for word in ("--option", f"{id}={value}")]
        return shlex.join(words)


@dataclass(frozen=True, slots=True)
class Page:
    """A whole answer. *made* says how: method, seeds, versions, hashes, in pairs of a word and what it is.
    *positions* are those that a reader may open, by the names of their files.
    """

    title: str
    blocks: tuple[Block, ...]
    made: tuple[tuple[str, str], ...] = ()
    positions: dict[str, PositionFile] = field(default_factory=dict)

    def tables(self) -> Iterator[Table]:
        """Every table, those behind plots among them that no table of the page tells."""
        for block in self.blocks:
            if isinstance(block, Table):
                yield block
            elif isinstance(block, Plot) and not block.drawn_from:
                yield block.table()


# ------------------------------------------------------------------ read on a terminal, and by programs
def cell_text(cell: Cell) -> str:
    """As people read it: fractions exact, measured values with three digits after the point at most."""
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.3f}".rstrip("0").rstrip(".")
    return str(cell)


def page_text(page: Page) -> str:
    """The page for a terminal."""
    parts = [page.title]
    for block in page.blocks:
        if isinstance(block, Words):
            parts.append("\n".join(filter(None, (block.title, *block.lines))))
            continue
        if isinstance(block, Plot) and block.drawn_from:
            continue
        table = block if isinstance(block, Table) else block.table()
        rows = [tuple(map(cell_text, row)) for row in table.rows]
        parts.append("\n".join(filter(None, (table.title, cli_text.table(rows, table.head), table.note))))
    if page.made:
        parts.append("\n".join(f"{word}: {what}" for word, what in page.made))
    return "\n\n".join(parts)


def page_json(page: Page) -> dict[str, object]:
    """The page as one JSON value; fractions as text."""
    return {
        "title": page.title,
        "words": [list(b.lines) for b in page.blocks if isinstance(b, Words)],
        "tables": [
            {
                "name": table.name,
                "title": table.title,
                "head": list(table.head),
                "rows": [[str(c) if isinstance(c, Fraction) else c for c in row] for row in table.rows],
                "note": table.note,
            }
            for table in page.tables()
        ],
        "made": dict(page.made),
    }
