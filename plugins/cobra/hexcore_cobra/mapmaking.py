"""How Map A is made: its part of the draft, its groups of hexes, its folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hexcore.hexes import HexCoord
from hexcore.map_drafts import Ground, Recipe, Spot
from hexcore.mapcheck import MapTools, read_words
from hexcore.provenance import Provenance
from hexcore_cobra import drafts
from hexcore_cobra.drafts import Printed, grid, numbers, printed
from hexcore_cobra.gazetteer import SOURCES
from hexcore_cobra.ground_rows import DERIVED, GroundRows, members, road_links

MAP = Path(__file__).parent / "data" / "map"


def draft() -> Ground:
    """Map A as the draft has it, without its groups; a road to Map B leaves it over its north edge."""
    ground: Ground = {}
    for spot, text in drafts.draft().items():
        beyond = spot.kind in ("hexside", "road") and spot.hex2[0] == "B"
        if spot.hex1[0] == "A" and not beyond:
            ground[spot] = text
        elif spot.hex1[0] == "A" and spot.kind == "road":
            leaving = Spot("road", spot.hex1, "EDGE_N")
            ground[leaving] = min(text, ground.get(leaving, text))
    return ground


def land(ground: Ground) -> set[HexCoord]:
    """The land of Map A, and of Map B as the draft has it."""
    dry = {number for number in drafts.draft_hexes() if number[0] == "B"}
    dry |= {spot.hex1 for spot, text in ground.items() if spot.kind == "hex" and text != "sea"}
    return {grid().parse(number) for number in dry}


def groups(ground: Mapping[Spot, str]) -> Ground:
    """The groups of hexes that the rules name, as this ground has them."""
    land = [n for n in numbers("A") if ground[Spot("hex", n)] != "sea"]
    off = {(s.hex2[-1], s.hex1) for s, road in ground.items() if "EDGE_" in s.hex2 and road == "primary"}
    at = [(number, int(number[1:3]), int(number[3:])) for number in land]
    named: dict[str, list[str]] = {
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
        named[town.lower()] = [s.hex1 for s in ground if s.kind == "place" and s.hex2 == town]
    return members(named)


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

MAP_A = Recipe(MAP, SOURCES / "map.toml", draft, groups, GroundRows(land, road_links, GROUP_RULES), DERIVED)
build, differences = MAP_A.build, MAP_A.differences
MAP_TOOLS = MapTools(MAP, read_words(SOURCES), build, differences)

__all__ = ["MAP", "MAP_A", "MAP_TOOLS", "Printed", "build", "differences", "draft", "printed"]
