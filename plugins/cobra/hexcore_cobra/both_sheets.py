"""How the map of both sheets is made: what Map B adds to Map A, its groups of hexes, its folder.

The folder extends that of Map A (`extends` in its map.toml) and holds nothing of Map A's ground. The roads
that leave Map A by its north edge and go on are taken away there, and stand here as links over the seam.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from hexcore.hexes import HexCoord
from hexcore.map_drafts import Ground, Recipe, Spot
from hexcore.map_files import NO_ROAD
from hexcore.mapcheck import MapTools, read_words
from hexcore.provenance import Provenance
from hexcore_cobra import drafts
from hexcore_cobra.drafts import grid, numbers
from hexcore_cobra.gazetteer import SOURCES, Link
from hexcore_cobra.ground_rows import DERIVED, GroundRows, members, road_links
from hexcore_cobra.mapmaking import MAP, MAP_A
from hexcore_cobra.order_of_battle import BRITISH_BEACHES, US_BEACHES

BOTH_SHEETS = MAP.with_name("map_both_sheets")
NAVAL_LIMIT = 38
"""The last column (of Map A) from which ships support: column 48 of Map B (14.6.2)."""
FIFTEENTH_ARMY = [f"A{column}01" for column in range(42, 51)] + [f"A51{row:02d}" for row in range(1, 20)]
"""The north edge of Map A east of the Dives, and its east edge above row 20 (16.2)."""
WEST_COAST = 10
"""Columns of Map A up to this one touch the sea of its west coast only (14.6.2)."""


def draft() -> Ground:
    """What the draft has beyond Map A: every hex of Map B alone, and all that touches one."""
    whole = drafts.draft()
    ground = {s: t for s, t in whole.items() if s.hex1[0] == "B" or (s.kind != "place" and s.hex2[:1] == "B")}
    north = {spot.hex1 for spot in ground if spot.kind == "road" and spot.hex1[0] == "A"}
    gone = (s for s in MAP_A.read(MAP) if s.kind == "road" and s.hex2 == "EDGE_N" and s.hex1 in north)
    ground.update(dict.fromkeys(gone, NO_ROAD))
    return ground


def dry(ground: Ground) -> set[str]:
    """Every land hex of both sheets, given what lies beyond Map A."""
    both = {**MAP_A.read(MAP), **ground}
    return {spot.hex1 for spot, text in both.items() if spot.kind == "hex" and text != "sea"}


def land(ground: Ground) -> set[HexCoord]:
    return {grid().parse(number) for number in dry(ground)}


def links(ground: Ground) -> dict[Link, str]:
    """The roads of both sheets."""
    both = {**road_links(MAP_A.read(MAP)), **road_links(ground)}
    return {link: road for link, road in both.items() if road != NO_ROAD}


def groups(ground: Ground) -> Ground:
    """The groups of hexes that rules of the expanded game name; those of Map A stand in its own folder."""
    places = [s for g in (ground, MAP_A.read(MAP)) for s in g if s.kind == "place"]
    terrain = {s.hex1: set(t.split("; ")[0].split()) for s, t in ground.items() if s.kind == "hex"}
    beaches = {b: _at(places, f"{b.title()} Beach") for b in (*US_BEACHES, *BRITISH_BEACHES)}
    every_beach = [number for hexes in beaches.values() for number in hexes]
    north = _northern_sea(ground)
    named: dict[str, list[str]] = {
        **beaches,
        "cherbourg": _at(places, "Cherbourg"),
        "defense-zone": [n for n, words in terrain.items() if "defense-zone" in words],
        "fortresses": [n for n, words in terrain.items() if "fortress" in words],
        "isigny": _at(places, "Isigny-sur-Mer"),
        "carentan": _at(places, "Carentan"),
        "bayeux": [n for n in _at(places, "Bayeux") if n[0] == "B"],
        "us-supply": every_beach + _at(places, "Isigny-sur-Mer"),
        "british-supply": every_beach + _at(places, "Bayeux"),
        "northern-sea": north,
        "naval-support": [n for n in north if _ships_reach(n)],
        "army-boundary-start": ["A2519", "B3518"],
        "army-boundary-west": _column("B3301"),
        "army-boundary-east": _column("B4001"),
        "naval-limit": _column("B4801"),
        "fifteenth-army-entry": FIFTEENTH_ARMY,
        **DROPS,
    }
    return members(named)


def _at(places: list[Spot], name: str) -> list[str]:
    return [spot.hex1 for spot in places if spot.hex2 == name]


def _northern_sea(ground: Ground) -> list[str]:
    """The sea hexes of Map B, those it shares with Map A among them."""
    shared = [number for number in numbers("A") if len(grid().numbers(grid().parse(number))) > 1]
    both = dry(ground)
    return [number for number in [*numbers("B"), *shared] if number not in both]


def _ships_reach(number: str) -> bool:
    column, _ = grid().column_row(grid().parse(number))
    return column <= NAVAL_LIMIT and not (number[0] == "A" and column <= WEST_COAST)


def _column(number: str) -> list[str]:
    """The column of ground that a hex lies in, over both sheets from north to south."""
    column, _ = grid().column_row(grid().parse(number))
    every = [*numbers("B"), *numbers("A")]
    return [n for n in every if grid().column_row(grid().parse(n))[0] == column]


DROPS: Mapping[str, list[str]] = {
    "drop-82nd-airborne": ["B1815", "B1817", "B2015"],
    "drop-101st-airborne": ["B2215", "B2216", "B2218"],
    "drop-6th-airborne": ["A3803", "A3902", "A3905"],
}
"""Where paratroop units land before they scatter (19.2.2); the British ones are printed (21.0)."""

GROUP_RULES: Mapping[str, tuple[Provenance, str]] = {
    **dict.fromkeys((*US_BEACHES, *BRITISH_BEACHES), ("reconstructed", "TNC 13.2.2")),
    "cherbourg": ("printed", "TNC 18.1"),
    "defense-zone": ("reconstructed", "TNC 5.9.11"),
    "fortresses": ("reconstructed", "TNC 5.9.3"),
    "isigny": ("printed", "TNC 10.5.1"),
    "carentan": ("reconstructed", "TNC 19.3.2"),
    "bayeux": ("printed", "TNC 10.5.1"),
    "us-supply": ("reconstructed", "TNC 10.5.1, 10.5.3"),
    "british-supply": ("reconstructed", "TNC 10.5.1, 10.5.3"),
    "northern-sea": ("reconstructed", "TNC 14.6.4"),
    "naval-support": ("reconstructed", "TNC 14.6.2"),
    "army-boundary-start": ("printed", "TNC 5.10"),
    "army-boundary-west": ("printed", "TNC 5.10.1"),
    "army-boundary-east": ("printed", "TNC 5.10.1"),
    "naval-limit": ("printed", "TNC 14.6.2"),
    "fifteenth-army-entry": ("printed", "TNC 16.2"),
    "drop-82nd-airborne": ("reconstructed", "TNC 19.2.2"),
    "drop-101st-airborne": ("reconstructed", "TNC 19.2.2"),
    "drop-6th-airborne": ("printed", "TNC 21.0"),
}

RECIPE = Recipe(
    BOTH_SHEETS,
    SOURCES / "map_both_sheets.toml",
    draft,
    groups,
    GroundRows(land, links, GROUP_RULES),
    DERIVED,
)


def build(folder: Path) -> None:
    """Write the map into *folder*; where Map A does not lie beside it, it is named by its whole path."""
    RECIPE.build(folder)
    if not (folder / ".." / MAP.name / "hexes.csv").exists():
        text = (folder / "map.toml").read_text(encoding="utf-8")
        far = json.dumps(MAP.resolve().as_posix(), ensure_ascii=False)
        (folder / "map.toml").write_text(text.replace('"../map"', far), encoding="utf-8")


MAP_TOOLS = MapTools(BOTH_SHEETS, read_words(BOTH_SHEETS), build, RECIPE.differences)
