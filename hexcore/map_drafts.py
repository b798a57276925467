"""A map made from a draft: corrections by hand on record, files written, every difference explained.

The draft and what follows from it are the ruleset's (`Recipe`). `map-changes.csv` in the map's folder holds
what was corrected by hand, each line with what was there, what is there now, and why. `build` writes the
map's files from the two; `differences` says what a map folder holds that neither accounts for.
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from hexcore.map_files import GroupRow, HexRow, HexsideRow, PlaceRow, RoadRow
from hexcore.mapfaults import Finding
from hexcore.tables import DataError, read_csv

Kind = Literal["hex", "hexside", "road", "place", "group"]
IN = "in"
"""What a ground says of a hex and a group it belongs to."""


class Spot(NamedTuple):
    """What a value of a map is about: a hex; a hexside or road and the hex (or edge) beyond it; a place
    and its name; a hex and its group."""

    kind: Kind
    hex1: str
    hex2: str = ""

    @classmethod
    def between(cls, kind: Kind, one: str, other: str) -> Spot:
        """A hexside or a road under its one name."""
        return cls(kind, *sorted((one, other)))


@dataclass(frozen=True)
class DraftSide:
    """A line of a draft's hexsides: a kind of side (a river, the sea ...) between two hexes, and its name."""

    hex1: str
    hex2: str
    kind: str
    name: str = ""


Ground = dict[Spot, str]
"""A whole map as text: `hills town; misty`, `border; stream Brook`, `track`, `town`, `in`."""

FILES: Mapping[Kind, tuple[str, type[Any]]] = {
    "hex": ("hexes.csv", HexRow),
    "hexside": ("hexsides.csv", HexsideRow),
    "road": ("roads.csv", RoadRow),
    "place": ("places.csv", PlaceRow),
    "group": ("groups.csv", GroupRow),
}
CHANGES = "map-changes.csv"


@dataclass(frozen=True)
class Change:
    """A correction by hand: `was` in the draft, is `now` on the map (empty: nothing there)."""

    kind: Kind
    hex1: str
    reason: str
    hex2: str = ""
    was: str = ""
    now: str = ""

    @property
    def spot(self) -> Spot:
        if self.kind in ("hexside", "road"):
            return Spot.between(self.kind, self.hex1, self.hex2)
        return Spot(self.kind, self.hex1, self.hex2)


@dataclass(frozen=True)
class Recipe:
    """How one map is made.

    `folder` is where it is shipped and `numbering` the `map.toml` it is copied from. `draft` is the ground
    without its groups, `groups` what a ground's groups are by the rules, `rows` a ground as the rows of
    the map's files. `derived` are features that follow from the rest of the ground.
    """

    folder: Path
    numbering: Path
    draft: Callable[[], Ground]
    groups: Callable[[Ground], Ground]
    rows: Callable[[Ground], Mapping[Kind, Iterable[Any]]]
    derived: frozenset[str] = frozenset()

    def changes(self, folder: Path) -> Path:
        """The corrections that count for a map folder: its own, else the ones that are shipped."""
        own = folder / CHANGES
        return own if own.exists() else self.folder / CHANGES

    def corrected(self, folder: Path) -> Ground:
        """The draft with all corrections made; DataError where one does not fit what it corrects."""
        path, ground = self.changes(folder), self.draft()
        rows = list(enumerate(read_csv(path, Change), 2))
        _correct(ground, (pair for pair in rows if pair[1].kind != "group"), path)
        ground.update(self.groups(ground))
        _correct(ground, (pair for pair in rows if pair[1].kind == "group"), path)
        return ground

    def build(self, folder: Path) -> None:
        """Write the map into *folder*: map.toml and its CSV files, the same bytes on every run."""
        rows = self.rows(self.corrected(folder))
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.numbering, folder / "map.toml")
        for kind, found in rows.items():
            name, row = FILES[kind]
            write_csv(folder / name, row, found)

    def read(self, folder: Path) -> Ground:
        """A map folder's files as a ground, without what follows from the rest."""
        return {spot: text for spot, (text, _) in self._entries(folder).items()}

    def differences(self, folder: Path) -> list[Finding]:
        """What the map in *folder* holds otherwise than the draft without a correction that says why."""
        path, entries = self.changes(folder), self._entries(folder)
        built = {spot: text for spot, (text, _) in entries.items()}
        base = self.draft()
        base.update(self.groups(built))
        rows = {row.spot: (line, row) for line, row in enumerate(read_csv(path, Change), 2)}
        found = []
        for spot in sorted(base.keys() | built.keys()):
            was, now = base.get(spot, ""), built.get(spot, "")
            if was != now and (spot not in rows or (rows[spot][1].was, rows[spot][1].now) != (was, now)):
                line = entries[spot][1] if spot in entries else 0
                text = f"{_spelt(spot)} is {now or 'nothing'!r}, {was or 'nothing'!r} in the draft"
                file = folder / FILES[spot.kind][0]
                found.append(Finding(file, line, f"{text}, with no line in {CHANGES}"))
        for spot, (line, row) in rows.items():
            if built.get(spot, "") != row.now:
                found.append(Finding(path, line, f"{_spelt(spot)} is not {row.now or 'nothing'!r}"))
        return found

    def _entries(self, folder: Path) -> dict[Spot, tuple[str, int]]:
        """Everything a map folder says: what about, what, and in which line of its file."""
        entries: dict[Spot, tuple[str, int]] = {}
        for spot, text, line in _said(folder, self.derived):
            before, first = entries.get(spot, ("", line))
            entries[spot] = ("; ".join(sorted(filter(None, (*before.split("; "), text)))), first)
            if spot.kind == "hex":
                entries[spot] = (text, line)
        return entries


def _correct(ground: Ground, rows: Iterable[tuple[int, Change]], path: Path) -> None:
    for line, row in rows:
        found = ground.pop(row.spot, "")
        if found != row.was:
            raise DataError(f"{path}:{line}: {_spelt(row.spot)} was {found!r}, not {row.was!r}")
        if row.now:
            ground[row.spot] = row.now


def _spelt(spot: Spot) -> str:
    return " ".join(spot).strip()


def _said(folder: Path, derived: frozenset[str]) -> Iterator[tuple[Spot, str, int]]:
    for line, hex in _rows(folder, "hex"):
        features = " ".join(word for word in hex.features.split() if word not in derived)
        yield Spot("hex", hex.hex), hex.terrain + (f"; {features}" if features else ""), line
    for line, side in _rows(folder, "hexside"):
        yield Spot.between("hexside", side.hex1, side.hex2), side_text(side.feature, side.name), line
    for line, road in _rows(folder, "road"):
        yield Spot.between("road", road.hex1, road.hex2), road.road, line
    for line, place in _rows(folder, "place"):
        yield Spot("place", place.hex, place.name), place.kind, line
    for line, member in _rows(folder, "group"):
        yield Spot("group", member.hex, member.group), IN, line


def _rows(folder: Path, kind: Kind) -> Iterable[tuple[int, Any]]:
    name, row = FILES[kind]
    path = folder / name
    return enumerate(read_csv(path, row), 2) if path.exists() else ()


def side_text(feature: str, name: str = "") -> str:
    """One thing on a hexside as a ground says it: `stream Brook`."""
    return f"{feature} {name}".strip()


def side_rows(spot: Spot, text: str) -> Iterator[HexsideRow]:
    """The rows of everything a ground says of one hexside."""
    for part in text.split("; "):
        feature, _, name = part.partition(" ")
        yield HexsideRow(spot.hex1, spot.hex2, feature, name)


def write_csv(path: Path, kind: type[Any], rows: Iterable[Any]) -> None:
    """Rows (dataclasses of one kind) as a CSV file with a heading, the same bytes for the same rows."""
    columns = list(kind.__dataclass_fields__)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([getattr(row, column) for column in columns] for row in rows)
