"""The draft of both map sheets: the geography snapped to hexes, and what the rulebooks print about a hex.

Read when a map is made (see `mapmaking` and `both_sheets`), never in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hexcore.hexes import Grid
from hexcore.map_drafts import DraftSide, Ground, Spot
from hexcore.map_files import read_grid
from hexcore.provenance import Provenance
from hexcore.tables import read_csv
from hexcore_cobra.gazetteer import SOURCES


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

    @property
    def number(self) -> str:
        """The number of Map A where the hex has one."""
        return self.hex_a or self.hex_b

    @property
    def size(self) -> str:
        """The place as a word of the map: the draft counts the hexes of a city (`city4`)."""
        return self.place_size.rstrip("0123456789")


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


@cache
def grid() -> Grid:
    return read_grid(SOURCES / "map.toml")


@cache
def draft_hexes() -> dict[str, DraftHex]:
    """The land hexes of the draft by number."""
    return {row.number: row for row in read_csv(SOURCES / "draft_cobra_hexes.csv", DraftHex)}


@cache
def printed() -> list[Printed]:
    return read_csv(SOURCES / "places.csv", Printed)


def printed_at(number: str) -> list[Printed]:
    """What the rulebooks print about a hex, under its own number or its other one."""
    named = (p for p in printed() if number in (p.hex, p.same_hex_on_other_map))
    return [p for p in named if p.hex_provenance == "printed"]


@cache
def numbers(prefix: str) -> list[str]:
    """Every hex whose main number is of one sheet, column by column."""
    sheet = next(sheet for sheet in grid().sheets if sheet.prefix == prefix)
    named = (grid().number(coord) for coord in grid().hexes(sheet))
    return [number for number in named if number[0] == prefix]


def draft() -> Ground:
    """Both sheets as the draft has them, without groups; a hex it does not list is sea."""
    ground: Ground = {Spot("hex", number): "sea" for prefix in "AB" for number in numbers(prefix)}
    for row in draft_hexes().values():
        ground[Spot("hex", row.number)] = _hex_text(row)
        for name, kind in _places(row):
            ground[Spot("place", row.number, name)] = kind
    for side in read_csv(SOURCES / "draft_cobra_hexsides.csv", DraftSide):
        ground[Spot.between("hexside", side.hex1, side.hex2)] = f"{side.kind} {side.name}".strip()
    for road in read_csv(SOURCES / "draft_cobra_roads.csv", DraftRoad):
        spot = Spot.between("road", road.hex1, road.hex2)
        ground[spot] = min(road.cls, ground.get(spot, road.cls))
    return ground


def _hex_text(row: DraftHex) -> str:
    """Hills alone where the draft has hills on clear ground: such a hex is not a clear one."""
    words = [row.terrain] if row.terrain != "clear" or not row.hill else []
    words += ["hills"] if row.hill else []
    words += [row.size] if row.size in ("town", "city") else []
    words += [row.special.partition(":")[0]] if row.special else []
    bocage = row.bocage and row.terrain != "marsh"  # a marsh hex is treated as only marsh (8.3.4)
    return " ".join(words) + ("; bocage" if bocage else "")


def _places(row: DraftHex) -> Iterator[tuple[str, str]]:
    """The named places of a hex, each with its kind."""
    special, _, name = row.special.partition(":")
    if row.place:
        yield row.place, row.size
    if special == "beach":
        yield f"{name} Beach", special
    elif name:
        yield name, special
