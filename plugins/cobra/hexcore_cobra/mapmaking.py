"""How Map A is made: the draft, named by the gazetteer, with every correction by hand on record.

The draft (`sources/`) is the geography snapped to hexes. `data/map/map-changes.csv` holds what was
corrected by hand, each line with what was there, what is there now, and why. `build` writes the map's
files from the two; `differences` says what a map folder holds that neither accounts for.
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from hexcore.hexes import Grid
from hexcore.map_files import GroupRow, HexRow, HexsideRow, PlaceRow, RoadRow, read_grid
from hexcore.mapcheck import Finding, MapTools, read_words
from hexcore.provenance import Provenance
from hexcore.tables import DataError, read_csv
from hexcore_cobra.gazetteer import SOURCES, ground_names, road_names

MAP = Path(__file__).parent / "data" / "map"

Kind = Literal["hex", "hexside", "road", "place", "group"]


class Spot(NamedTuple):
    """What a value of the map is about: a hex; a hexside or road and the hex (or edge) beyond it; a
    place and its name; a hex and its group."""

    kind: Kind
    hex1: str
    hex2: str = ""


Ground = dict[Spot, str]
"""The whole map as text: `heavy-forest hills; bocage`, `major-river Vire`, `primary`, `town`, `in`."""


@dataclass(frozen=True)
class DraftHex:
    terrain: str
    lat: float
    lon: float
    hex_a: str = ""
    hex_b: str = ""
    bocage: int = 0
    hill: str = ""
    place: str = ""
    place_size: str = ""
    special: str = ""


@dataclass(frozen=True)
class DraftSide:
    hex1: str
    hex2: str
    kind: str
    name: str = ""


@dataclass(frozen=True)
class DraftRoad:
    hex1: str
    hex2: str
    cls: str


@dataclass(frozen=True)
class Printed:
    """A hex number of the rulebooks, or a place put on the map."""

    hex: str
    name: str
    kind: str
    hex_provenance: Provenance
    edition: str
    same_hex_on_other_map: str = ""
    rule: str = ""
    note: str = ""

    @property
    def cited(self) -> str:
        """The rule with the name of its text: SPI (1977) or TNC (2008)."""
        return f"{'SPI' if self.edition == 'SPI' else 'TNC'} {self.rule}"


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
        return Spot(self.kind, self.hex1, self.hex2)


@cache
def grid() -> Grid:
    return read_grid(SOURCES / "map.toml")


@cache
def draft_hexes() -> list[DraftHex]:
    return read_csv(SOURCES / "draft_cobra_hexes.csv", DraftHex)


@cache
def printed() -> list[Printed]:
    return read_csv(SOURCES / "places.csv", Printed)


# ---------------------------------------------------------------------------- the draft as a ground


def draft() -> Ground:
    """Map A as the draft has it, without its groups."""
    ground: Ground = {Spot("hex", number): "sea" for number in _numbers()}
    for row in draft_hexes():
        if row.hex_a:
            ground[Spot("hex", row.hex_a)] = _hex_text(row)
        if row.hex_a and row.place:
            ground[Spot("place", row.hex_a, row.place)] = row.place_size.rstrip("0123456789")
        if row.hex_a and row.special.startswith("beach:"):
            ground[Spot("place", row.hex_a, f"{row.special[6:]} Beach")] = "beach"
    for side in read_csv(SOURCES / "draft_cobra_hexsides.csv", DraftSide):
        if side.hex1[0] == side.hex2[0] == "A":
            ground[_pair("hexside", side.hex1, side.hex2)] = f"{side.kind} {side.name}".strip()
    ground.update(_draft_roads())
    return ground


def _hex_text(row: DraftHex) -> str:
    """Hills alone where the draft has hills on clear ground: such a hex is not a clear one."""
    words = [row.terrain] if row.terrain != "clear" or not row.hill else []
    words += ["hills"] if row.hill else []
    words += [size] if (size := row.place_size.rstrip("0123456789")) in ("town", "city") else []
    words += ["beach"] if row.special.startswith("beach:") else []
    bocage = row.bocage and row.terrain != "marsh"  # a marsh hex is treated as only marsh (8.3.4)
    return " ".join(words) + ("; bocage" if bocage else "")


def _draft_roads() -> Ground:
    """The road links of Map A; one that goes on over its north edge to Map B leaves the map there."""
    roads: Ground = {}
    for row in read_csv(SOURCES / "draft_cobra_roads.csv", DraftRoad):
        ends = sorted((row.hex1, row.hex2))
        if ends[0][0] != "A":
            continue
        spot = Spot("road", ends[0], "EDGE_N") if ends[1][0] == "B" else _pair("road", *ends)
        roads[spot] = min(row.cls, roads.get(spot, row.cls))
    return roads


def _pair(kind: Kind, one: str, other: str) -> Spot:
    return Spot(kind, *sorted((one, other)))


@cache
def _numbers() -> list[str]:
    """Every hex of Map A, column by column."""
    return [grid().number(coord) for coord in grid().hexes(grid().sheets[0])]


def groups(ground: Mapping[Spot, str]) -> Ground:
    """The groups of hexes that the rules name, as this ground has them."""
    land = [n for n in _numbers() if ground[Spot("hex", n)] != "sea"]
    off = {(s.hex2[-1], s.hex1) for s, road in ground.items() if "EDGE_" in s.hex2 and road == "primary"}
    at = [(number, int(number[1:3]), int(number[3:])) for number in land]
    members: dict[str, list[str]] = {
        "west-exit": [n for n, column, row in at if column == 1 and 23 <= row <= 34],
        "north-entry": [n for n, column, row in at if row == 1 and column <= 37],
        "north-supply": [n for n, column, row in at if ("N", n) in off and column <= 37],
        "german-north-entry": [n for n, column, row in at if row == 1 and column > 41],
        "east-edge": [n for n, column, _ in at if column == 51],
        "east-supply": [n for n in land if ("E", n) in off],
        "south-edge": [n for n, _, row in at if row in (33, 34)],
        "south-entry": [n for n, column, row in at if row == (34 if column % 2 else 33)],
        "south-supply": [n for n in land if ("S", n) in off],
        "dives-line": [f"A410{row}" for row in range(1, 7)],
        "front-line-north": ["A4901"],
        "front-line-south": ["A0823"],
    }
    for town in ("Caen", "Bayeux", "Saint-Lo", "Vire", "Mortain", "Avranches", "Falaise", "Argentan"):
        members[town.lower()] = [s.hex1 for s in ground if s.kind == "place" and s.hex2 == town]
    return {Spot("group", n, name): "in" for name, numbers in members.items() for n in numbers}


GROUP_RULES: Mapping[str, tuple[Provenance, str]] = {
    "west-exit": ("printed", "TNC 18.2"),
    "north-entry": ("printed", "TNC 13.2.1"),
    "north-supply": ("reconstructed", "TNC 10.5.1"),
    "german-north-entry": ("printed", "TNC 13.2.1"),
    "east-edge": ("printed", "TNC 10.4.1"),
    "east-supply": ("reconstructed", "TNC 10.4.1"),
    "south-edge": ("printed", "TNC 10.4.1"),
    "south-entry": ("printed", "TNC 13.2.1"),
    "south-supply": ("reconstructed", "TNC 10.4.1"),
    "dives-line": ("printed", "TNC 5.3.8"),
    "front-line-north": ("printed", "TNC 18.3.1"),
    "front-line-south": ("printed", "TNC 18.3.1"),
    "bayeux": ("printed", "TNC 10.5.1"),
    "vire": ("printed", "TNC 5.10.1"),
}


# ------------------------------------------------------------------------------- corrections by hand


def changes_file(folder: Path) -> Path:
    """The corrections that count for a map folder: its own, else the ones that are shipped."""
    own = folder / "map-changes.csv"
    return own if own.exists() else MAP / "map-changes.csv"


def corrected(folder: Path) -> Ground:
    """The draft with all corrections made; DataError where one does not fit what it corrects."""
    path, ground = changes_file(folder), draft()
    rows = list(enumerate(read_csv(path, Change), 2))
    _correct(ground, [pair for pair in rows if pair[1].kind != "group"], path)
    ground.update(groups(ground))
    _correct(ground, [pair for pair in rows if pair[1].kind == "group"], path)
    return ground


def _correct(ground: Ground, rows: Iterable[tuple[int, Change]], path: Path) -> None:
    for line, row in rows:
        found = ground.pop(row.spot, "")
        if found != row.was:
            raise DataError(f"{path}:{line}: {' '.join(row.spot)} was {found!r}, not {row.was!r}")
        if row.now:
            ground[row.spot] = row.now


def differences(folder: Path) -> list[Finding]:
    """What the map in *folder* holds otherwise than the draft without a correction that says why."""
    path, built, base = changes_file(folder), read_ground(folder), draft()
    base.update(groups(built))
    rows = {row.spot: (line, row) for line, row in enumerate(read_csv(path, Change), 2)}
    lines = {spot: line for spot, _, line in _entries(folder)}
    found = []
    for spot in sorted(base.keys() | built.keys()):
        was, now = base.get(spot, ""), built.get(spot, "")
        if was != now and (spot not in rows or (rows[spot][1].was, rows[spot][1].now) != (was, now)):
            file = folder / f"{spot.kind}{'es' if spot.kind == 'hex' else 's'}.csv"
            text = f"{' '.join(spot).strip()} is {now or 'nothing'!r}, {was or 'nothing'!r} in the draft"
            found.append(Finding(file, lines.get(spot, 0), text + ", with no line in map-changes.csv"))
    for spot, (line, row) in rows.items():
        if built.get(spot, "") != row.now:
            found.append(Finding(path, line, f"{' '.join(spot).strip()} is not {row.now or 'nothing'!r}"))
    return found


def read_ground(folder: Path) -> Ground:
    """A map folder's files as a ground. What follows from the rest (`coastal`) is left out."""
    return {spot: text for spot, text, _ in _entries(folder)}


def _entries(folder: Path) -> Iterator[tuple[Spot, str, int]]:
    """Everything a map folder says: what about, what, and in which line of its file."""
    for line, hex in enumerate(read_csv(folder / "hexes.csv", HexRow), 2):
        features = " ".join(word for word in hex.features.split() if word != "coastal")
        yield Spot("hex", hex.hex), hex.terrain + (f"; {features}" if features else ""), line
    for line, side in enumerate(read_csv(folder / "hexsides.csv", HexsideRow), 2):
        yield _pair("hexside", side.hex1, side.hex2), f"{side.feature} {side.name}".strip(), line
    for line, road in enumerate(read_csv(folder / "roads.csv", RoadRow), 2):
        yield _pair("road", road.hex1, road.hex2), road.road, line
    for line, place in enumerate(read_csv(folder / "places.csv", PlaceRow), 2):
        yield Spot("place", place.hex, place.name), place.kind, line
    for line, member in enumerate(read_csv(folder / "groups.csv", GroupRow), 2):
        yield Spot("group", member.hex, member.group), "in", line


# ------------------------------------------------------------------------------------ the map's files


def build(folder: Path) -> None:
    """Write the map into *folder*: map.toml and five CSV files, the same bytes on every run."""
    ground = corrected(folder)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(SOURCES / "map.toml", folder / "map.toml")
    by_kind: dict[Kind, list[tuple[Spot, str]]] = {}
    for spot in sorted(ground):
        by_kind.setdefault(spot.kind, []).append((spot, ground[spot]))
    names = road_names({(s.hex1, s.hex2): road for s, road in by_kind["road"]}, grid())
    roads = (RoadRow(s.hex1, s.hex2, text, names.get((s.hex1, s.hex2), "")) for s, text in by_kind["road"])
    members = (_group_row(spot) for spot, _ in sorted(by_kind["group"], key=_by_group))
    _write(folder / "hexes.csv", HexRow, _hex_rows(ground))
    _write(folder / "hexsides.csv", HexsideRow, (_side_row(s, text) for s, text in by_kind["hexside"]))
    _write(folder / "roads.csv", RoadRow, roads)
    _write(folder / "places.csv", PlaceRow, sorted(map(_place_row, by_kind["place"]), key=_rank))
    _write(folder / "groups.csv", GroupRow, members)


def _write(path: Path, kind: type[Any], rows: Iterable[Any]) -> None:
    columns = list(kind.__dataclass_fields__)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([getattr(row, column) for column in columns] for row in rows)


def _hex_rows(ground: Ground) -> Iterator[HexRow]:
    at = {grid().number(c): c for sheet in grid().sheets for c in grid().hexes(sheet)}
    dry = {grid().parse(row.hex_b) for row in draft_hexes() if row.hex_b and not row.hex_a}
    dry |= {at[n] for n in _numbers() if ground[Spot("hex", n)] != "sea"}
    wet = set(at.values()) - dry
    rows = {row.hex_a: row for row in draft_hexes() if row.hex_a}
    for number in _numbers():
        terrain, _, features = ground[Spot("hex", number)].partition("; ")
        if terrain != "sea" and wet & set(at[number].neighbours()):
            features = f"{features} coastal".strip()
        alias = " ".join(grid().numbers(at[number])[1:])
        known = [p for p in _printed_at(number) if p.kind.split(" ")[0] in terrain.split()]
        note = "; ".join(f"{p.cited}: {p.name}" for p in _printed_at(number))
        name = ""
        if row := rows.get(number):
            name = ground_names(terrain, row.hill if "hills" in terrain else "", (row.lon, row.lat))
        yield HexRow(number, terrain, features, "printed" if known else "reconstructed", alias, name, note)


def _printed_at(number: str) -> list[Printed]:
    """What the rulebooks print about a hex, under its own number or its other one."""
    named = (p for p in printed() if number in (p.hex, p.same_hex_on_other_map))
    return [p for p in named if p.hex_provenance == "printed"]


def _side_row(spot: Spot, text: str) -> HexsideRow:
    feature, _, name = text.partition(" ")
    return HexsideRow(spot.hex1, spot.hex2, feature, name)


def _place_row(entry: tuple[Spot, str]) -> PlaceRow:
    (_, hex, name), kind = entry
    about = [p for p in printed() if hex in (p.hex, p.same_hex_on_other_map) and p.name.startswith(name)]
    about.sort(key=lambda p: p.hex_provenance != "printed")
    if not about:
        return PlaceRow(hex, name, kind)
    rule = about[0].cited if about[0].rule[:1].isdigit() else ""
    note = about[0].name if about[0].name != name else ""
    return PlaceRow(hex, name, kind, about[0].hex_provenance, rule, note)


def _rank(row: PlaceRow) -> tuple[int, str, str]:
    return ("city", "town", "beach", "village").index(row.kind), row.name, row.hex


def _by_group(entry: tuple[Spot, str]) -> tuple[str, str]:
    return entry[0].hex2, entry[0].hex1


def _group_row(spot: Spot) -> GroupRow:
    provenance, rule = GROUP_RULES.get(spot.hex2, ("reconstructed", ""))
    return GroupRow(spot.hex2, spot.hex1, provenance, rule)


MAP_TOOLS = MapTools(MAP, read_words(SOURCES), build, differences)
