"""A ground as the rows of a map folder: what the draft, the gazetteer and the rulebooks say of each spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hexcore.hexes import HexCoord
from hexcore.map_drafts import IN, Ground, Kind, Spot, side_rows
from hexcore.map_files import GroupRow, HexRow, PlaceRow, RoadRow
from hexcore.provenance import Provenance
from hexcore_cobra.drafts import draft_hexes, grid, printed, printed_at
from hexcore_cobra.gazetteer import Link, ground_names, road_names

DERIVED = frozenset({"coastal"})
"""Features that follow from the rest of the ground."""
PLACES = ("city", "town", "beach", "fortress", "village")
"""Kinds of places, the one that names its hex first."""


@dataclass(frozen=True)
class GroundRows:
    """The rows of one map folder, given its own ground.

    `land`: every land hex of both sheets. `links`: every road that helps to name its own. `group_rules`:
    how sure a group of hexes is, and the rule that names it.
    """

    land: Callable[[Ground], set[HexCoord]]
    links: Callable[[Ground], dict[Link, str]]
    group_rules: Mapping[str, tuple[Provenance, str]]

    def __call__(self, ground: Ground) -> Mapping[Kind, Iterable[Any]]:
        """All rows by kind, in the order in which they are written."""
        spots = {kind: [s for s in sorted(ground) if s.kind == kind] for kind in ("hexside", "road", "place")}
        names = road_names(self.links(ground), grid())
        return {
            "hex": self._hexes(ground),
            "hexside": (row for s in spots["hexside"] for row in side_rows(s, ground[s])),
            "road": (RoadRow(*s[1:], ground[s], names.get((s.hex1, s.hex2), "")) for s in spots["road"]),
            "place": sorted((_place(s, ground[s]) for s in spots["place"]), key=_rank),
            "group": self._groups(ground),
        }

    def _hexes(self, ground: Ground) -> Iterator[HexRow]:
        land = self.land(ground)
        sea = {coord for sheet in grid().sheets for coord in grid().hexes(sheet)} - land
        for number in sorted(spot.hex1 for spot in ground if spot.kind == "hex"):
            coord = grid().parse(number)
            terrain, _, features = ground[Spot("hex", number)].partition("; ")
            if coord in land and sea & set(coord.neighbours()):
                features = f"{features} coastal".strip()
            known = any(set(p.kind.split()) & set(terrain.split()) for p in printed_at(number))
            mark: Provenance = "printed" if known else "reconstructed"
            alias = " ".join(grid().numbers(coord)[1:])
            note = "; ".join(f"{p.cited}: {p.name}" for p in printed_at(number))
            yield HexRow(number, terrain, features, mark, alias, _name(number, terrain), note)

    def _groups(self, ground: Ground) -> Iterator[GroupRow]:
        for hex, group in sorted((s[1:] for s in ground if s.kind == "group"), key=lambda s: (s[1], s[0])):
            yield GroupRow(group, hex, *self.group_rules.get(group, ("reconstructed", "")))


def _name(number: str, terrain: str) -> str:
    """The hills, wood or marsh at a hex."""
    row = draft_hexes().get(number)
    return ground_names(terrain, row.hill if "hills" in terrain else "", (row.lon, row.lat)) if row else ""


def _place(spot: Spot, kind: str) -> PlaceRow:
    _, hex, name = spot
    about = [p for p in printed() if hex in (p.hex, p.same_hex_on_other_map) and p.name.startswith(name)]
    about.sort(key=lambda p: p.hex_provenance != "printed")
    if not about:
        return PlaceRow(hex, name, kind)
    rule = about[0].cited if about[0].rule[:1].isdigit() else ""
    note = about[0].name if about[0].name != name else ""
    return PlaceRow(hex, name, kind, about[0].hex_provenance, rule, note)


def _rank(row: PlaceRow) -> tuple[int, str, str]:
    return PLACES.index(row.kind), row.name, row.hex


def road_links(ground: Ground) -> dict[Link, str]:
    """The roads of a ground by their two ends."""
    return {(spot.hex1, spot.hex2): road for spot, road in ground.items() if spot.kind == "road"}


def members(groups: Mapping[str, Iterable[str]]) -> Ground:
    """Groups of hexes, name by name, as a ground."""
    return {Spot("group", number, name): IN for name, numbers in groups.items() for number in numbers}
