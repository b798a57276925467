"""What a player's corrections do to a game: a set-up that cannot be played is refused, a doubtful value told.

Only what a correction has brought about counts. A map or a set-up that is odd as shipped stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hexcore.corrected import Checked
from hexcore.corrected_words import NUMBER
from hexcore.corrections import NONE, ROW, Correction, Corrections, Laid
from hexcore.map_files import Said
from hexcore.map_ground import Ground, MapWords
from hexcore.map_rows import FILES, map_from
from hexcore.mapcheck import words_of_map
from hexcore.mapfaults import RULES
from hexcore.maps import HexMap
from hexcore.ruleset import Ruleset
from hexcore.shipped import shipped
from hexcore.tables import Line

FAR = 2
"""A number more than so many times the greatest of its column is doubtful."""
MOST_PROOFS = 24
"""Maps proved at most to find which correction a finding is owed to."""


class Doubt(NamedTuple):
    """What may be wrong with a correction: it is told, and played as it stands."""

    file: str
    row: Correction
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.row.line}: doubtful: {self.text}"


def doubts(ruleset: Ruleset, done: Checked) -> list[Doubt]:
    """Everything doubtful about corrections that hold, in the order of their lines."""
    name, rows = done.in_force.name, done.in_force.rows
    found = [
        *(
            Doubt(name, row, text)
            for row in rows
            for text in (*_far(ruleset, row), *_still_named(ruleset, done, row))
        ),
        *_of_the_ground(ruleset, done.in_force),
    ]
    return sorted(found, key=lambda doubt: doubt.row.line)


# ------------------------------------------------------------------ values
def _far(ruleset: Ruleset, row: Correction) -> Iterator[str]:
    """A number far beyond all others of its column."""
    lines = shipped(ruleset).tables[row.table].lines
    known = [n for line in lines for n in _numbers(line.cells.get(row.field, ""))]
    if row.table in FILES or not known:
        return
    most = max(known)
    if any(n > FAR * max(most, 1) for n in _numbers(row.value)):
        yield f"{row.field} goes up to {most:g} elsewhere, not to {row.value}"


def _numbers(cell: str) -> list[float]:
    parts = [part for word in cell.split() for part in word.split("|")]
    return [float(part) for part in parts if NUMBER.fullmatch(part) and part.replace(".", "", 1).isdecimal()]


def _still_named(ruleset: Ruleset, done: Checked, row: Correction) -> Iterator[str]:
    """A row taken away whose name other tables still have."""
    tables = shipped(ruleset).tables
    if (row.field, row.value) != (ROW, NONE) or row.table in FILES or len(tables[row.table].key) > 1:
        return
    named = [
        name
        for name, table in tables.items()
        if name != row.table
        and any(row.key in line.cells.values() for line in done.tables.get(name, table.lines))
    ]
    if named and not row.key.isdecimal():
        yield f"{row.key} is taken away, and still named in {', '.join(named)}"


# ------------------------------------------------------------------ the ground
class RowsGround(Ground):
    """A map as the rules of `map check` look at it, its rows at hand instead of in files."""

    def __init__(self, hex_map: HexMap, words: MapWords, given: Mapping[str, Sequence[Line]]) -> None:
        super().__init__(hex_map, Path(), words)
        self.given = given

    def rows(self, name: str, row: type[Any]) -> list[Said]:
        lines = self.given.get(Path(name).stem, ())
        return [Said(Path(name), n, row(**_told(line))) for n, line in enumerate(lines, 2)]


def _told(line: Line) -> dict[str, str]:
    return {name: cell for name, cell in line.cells.items() if cell != ""}


class _Proofs:
    """What `map check` finds with the first so many of the corrections of the ground."""

    def __init__(self, ruleset: Ruleset, corrections: Corrections) -> None:
        self.ruleset, self.name = ruleset, corrections.name
        self.rows = [row for row in corrections.rows if row.table in FILES]
        self.known: dict[int, frozenset[str]] = {}

    def texts(self, count: int) -> frozenset[str]:
        if count not in self.known:
            self.known[count] = _ground_texts(
                self.ruleset, self.name if count else "", tuple(self.rows[:count])
            )
        return self.known[count]

    def fresh(self) -> frozenset[str]:
        return self.texts(len(self.rows)) - self.texts(0) if self.rows else frozenset()

    def owed_to(self, text: str) -> Correction:
        """The one correction of a hex that a finding names, else the first with which it is found."""
        near = self._near(text)
        if len(near) == 1:
            return near[0]
        low, high = 0, len(self.rows)
        while high - low > 1 and len(self.known) < MOST_PROOFS:
            middle = (low + high) // 2
            low, high = (low, middle) if text in self.texts(middle) else (middle, high)
        return self.rows[high - 1]

    def _near(self, text: str) -> list[Correction]:
        index = self.ruleset.map.index
        named = {index[w] for w in text.replace("-", " ").replace(",", " ").split() if w in index}
        return [row for row in self.rows if named.intersection(index.get(w, -1) for w in row.key.split())]


@lru_cache(maxsize=64)
def _ground_texts(ruleset: Ruleset, name: str, rows: tuple[Correction, ...]) -> frozenset[str]:
    """What `map check` finds on a map with these corrections of its ground."""
    tables = shipped(ruleset).tables
    laid = {table: Laid(tables[table], name) for table in FILES}
    for row in rows:
        laid[row.table].add(row)
    given = {table: one.result() for table, one in laid.items()}
    ground = RowsGround(map_from(given, ruleset.map.grid), words_of_map(ruleset), given)
    return frozenset(finding.text for rule in RULES for finding in rule(ground))


def _of_the_ground(ruleset: Ruleset, corrections: Corrections) -> Iterator[Doubt]:
    """What `map check` finds on the corrected map and not on the shipped one."""
    proofs = _Proofs(ruleset, corrections)
    for text in sorted(proofs.fresh()):
        yield Doubt(corrections.name, proofs.owed_to(text), text)
