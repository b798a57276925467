"""How the map is made: the draft, every correction by hand on record, and what the rules name on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hexcore.map_drafts import Ground, Kind, Recipe, Spot, side_rows, write_csv
from hexcore.map_files import GroupRow, HexRow, HexsideRow, PlaceRow
from hexcore.mapcheck import MapTools, read_words
from hexcore.maps import read_map
from hexcore_breakout_pursuit.drafts import draft, draft_hexes, printed
from hexcore_breakout_pursuit.gazetteer import SOURCES, shores
from hexcore_breakout_pursuit.named_ground import NAMED, TOWN_RULES, groups
from hexcore_breakout_pursuit.shoreline import Shore

MAP = Path(__file__).parent / "data" / "map"
RANKS = ("fortress", "city", "town")


def rows(ground: Ground) -> Mapping[Kind, Iterable[Any]]:
    """The rows of the map's files, in the order in which they are written."""
    by_kind: dict[Kind, list[tuple[Spot, str]]] = {}
    for spot in sorted(ground):
        by_kind.setdefault(spot.kind, []).append((spot, ground[spot]))
    return {
        "hex": (_hex_row(spot.hex1, text) for spot, text in by_kind["hex"]),
        "hexside": _side_rows(by_kind["hexside"]),
        "place": sorted(map(_place_row, by_kind["place"]), key=_rank),
        "group": (_group_row(spot) for spot, _ in sorted(by_kind["group"], key=_by_group)),
    }


def _hex_row(number: str, text: str) -> HexRow:
    terrain, _, features = text.partition("; ")
    row, about = draft_hexes().get(number), printed().get(number)
    name = row.rough_name if row is not None and "rough" in terrain.split() else ""
    note = f"{about.rule_context}: {about.name}" if about is not None else ""
    known = about is not None and about.tells_the_ground
    return HexRow(number, terrain, features, "printed" if known else "reconstructed", "", name, note)


def _side_rows(entries: Iterable[tuple[Spot, str]]) -> Iterator[HexsideRow]:
    for spot, text in entries:
        yield from side_rows(spot, text)


def _place_row(entry: tuple[Spot, str]) -> PlaceRow:
    """A place is printed where the rulebook gives both its name and its hex."""
    (_, hex, name), kind = entry
    about = printed().get(hex)
    known = about is not None and about.name_provenance == "printed"
    return PlaceRow(hex, name, kind, "printed" if known else "reconstructed", TOWN_RULES.get(name, ""))


def _rank(row: PlaceRow) -> tuple[int, str, str]:
    return RANKS.index(row.kind), row.name, row.hex


def _by_group(entry: tuple[Spot, str]) -> tuple[str, str]:
    return entry[0].hex2, entry[0].hex1


def _group_row(spot: Spot) -> GroupRow:
    named = NAMED.get(spot.hex2)
    if named is None:  # a group that a correction adds
        return GroupRow(spot.hex2, spot.hex1)
    return GroupRow(spot.hex2, spot.hex1, named.provenance, named.rule)


RECIPE = Recipe(MAP, SOURCES / "map.toml", draft, groups, rows)


def build(folder: Path) -> None:
    """Write the map into *folder*, and the real shoreline along its coast: what the picture is drawn to."""
    RECIPE.build(folder)
    write_csv(folder / "coast.csv", Shore, _shoreline(folder))


def _shoreline(folder: Path) -> Iterator[Shore]:
    """The real shore within a hex of the middle of a coastal hex, in runs."""
    game = read_map(folder)
    coast = [game.centres[hex] for hex, words in enumerate(game.features) if "coastal" in words]
    run = 0
    for ring in shores():
        near = False
        for point in ring:
            was, near = near, any(math.dist(point, centre) <= 1 for centre in coast)
            run += near and not was
            if near:
                yield Shore(run, round(point[0], 2), round(point[1], 2))


MAP_TOOLS = MapTools(MAP, read_words(SOURCES), build, RECIPE.differences)

__all__ = ["MAP", "MAP_TOOLS", "RECIPE", "build"]
