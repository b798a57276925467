"""The draft of the map: the geography snapped to hexes, and what the rulebook prints about a hex.

Read when the map is made (see `mapmaking`), never in play.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import Field

from hexcore.hexes import Grid
from hexcore.map_drafts import DraftSide, Ground, Spot, side_text
from hexcore.map_files import read_grid
from hexcore.provenance import Provenance
from hexcore.tables import read_csv
from hexcore_breakout_pursuit.gazetteer import SOURCES

LINES = {"front-25jul": "front-line", "breakout-line-guess": "breakout-line"}
"""What the draft calls the lines printed on the map, and the words of the map for them."""
PRINTED_GROUND = re.compile(r"(?:^|; )(?:town or city[^;(]*|city|town|fortress)\(printed(?: by|;|\))")
"""The rulebook says what the ground of a hex is, not only that there is such a hex."""


@dataclass(frozen=True)
class DraftHex:
    hex: str
    terrain: str
    coastal: int = 0
    zuider_zee: Annotated[int, Field(alias="zuider-zee")] = 0
    rough_name: str = ""
    west_wall: Annotated[int, Field(alias="west-wall")] = 0
    edge: str = ""
    place: str = ""
    place_size: str = ""

    @property
    def text(self) -> str:
        """The ground as the map spells it: what lies there, then what stands on it."""
        wall = "west-wall" if self.west_wall else ""
        words = " ".join(filter(None, (self.terrain, self.place_size, wall)))
        return f"{words}; coastal" if self.coastal else words


@dataclass(frozen=True)
class Printed:
    """A hex number of the rulebook, or a real place put on the map."""

    hex: str
    hex_provenance: Provenance
    name: str
    name_provenance: Provenance
    rule_context: str = ""
    facts: Annotated[str, Field(alias="facts_with_provenance")] = ""

    @property
    def tells_the_ground(self) -> bool:
        return bool(PRINTED_GROUND.search(self.facts))


@cache
def grid() -> Grid:
    return read_grid(SOURCES / "map.toml")


@cache
def numbers() -> tuple[str, ...]:
    """Every hex of the sheet, row by row."""
    return tuple(grid().number(coord) for coord in grid().hexes(grid().sheets[0]))


@cache
def draft_hexes() -> dict[str, DraftHex]:
    """The land of the draft; a hex it does not list is all sea."""
    return {row.hex: row for row in read_csv(SOURCES / "draft_bp_hexes.csv", DraftHex)}


@cache
def printed() -> dict[str, Printed]:
    """What the rulebook prints about a hex, by its number."""
    rows = read_csv(SOURCES / "places.csv", Printed)
    return {row.hex: row for row in rows if row.hex_provenance == "printed"}


def draft() -> Ground:
    """The map as the draft has it, without its groups."""
    ground: Ground = {Spot("hex", number): "sea" for number in numbers()}
    for number, row in draft_hexes().items():
        ground[Spot("hex", number)] = row.text
        if row.place:
            ground[Spot("place", number, row.place)] = row.place_size
    for side in read_csv(SOURCES / "draft_bp_hexsides.csv", DraftSide):
        spot = Spot.between("hexside", side.hex1, side.hex2)
        found = {*filter(None, ground.get(spot, "").split("; "))}
        found.add(side_text(LINES.get(side.kind, side.kind), side.name))
        ground[spot] = "; ".join(sorted(found))
    return ground
