"""Sides of a line and stretches of a bank, found on the ground: what the map's groups are made of.

A bank of a river is all land reached without crossing it; so is each side of a line printed on the map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from hexcore.hexes import HexCoord
from hexcore.map_drafts import Spot
from hexcore_breakout_pursuit.drafts import draft_hexes, grid

Link = frozenset[str]

SEINE_TO_EDGE = (
    ("3623", "3724"),
    ("3723", "3724"),
    ("3724", "3823"),
    ("3823", "3824"),
    ("3823", "3924"),
    ("3923", "3924"),
)
"""From the spring of the Seine straight to the map's edge: where its north bank ends (our ruling)."""


class Country:
    """The land of a ground, its lines on hexsides, and what lies on which side of them."""

    def __init__(self, ground: Mapping[Spot, str]) -> None:
        hexes = {spot.hex1: text for spot, text in ground.items() if spot.kind == "hex"}
        self.words = {number: set(text.replace(";", "").split()) for number, text in hexes.items()}
        self.land = {number for number, words in self.words.items() if "sea" not in words}
        self.at: dict[HexCoord, str] = {grid().parse(number): number for number in hexes}
        self.places: dict[str, set[str]] = {}
        self.lines: dict[str, set[Link]] = {}
        for spot, text in ground.items():
            if spot.kind == "place":
                self.places.setdefault(spot.hex2, set()).add(spot.hex1)
            for part in text.split("; ") if spot.kind == "hexside" else ():
                self.lines.setdefault(part, set()).add(frozenset((spot.hex1, spot.hex2)))

    def around(self, number: str) -> list[str]:
        """The neighbours on the map, land or sea."""
        return [self.at[coord] for coord in grid().parse(number).neighbours() if coord in self.at]

    def having(self, *words: str) -> set[str]:
        """The land hexes with any of these words."""
        return {number for number in self.land if self.words[number] & set(words)}

    def beyond(
        self,
        start: str,
        *lines: str,
        also: Iterable[tuple[str, str]] = (),
        inside: Collection[str] | None = None,
    ) -> set[str]:
        """All land (*inside* these hexes) reached from a hex without crossing these lines or open water."""
        ground = self.land if inside is None else self.land & set(inside)
        shut = set(map(frozenset, also)).union(*(self.lines[line] for line in (*lines, "all-sea")))
        found, border = {start}, [start]
        while border:
            number = border.pop()
            fresh = {n for n in self.around(number) if n in ground and frozenset((number, n)) not in shut}
            border += fresh - found
            found |= fresh
        return found

    def along(self, bank: Collection[str], line: str) -> set[str]:
        """The hexes of a bank that touch the line."""
        return {number for link in self.lines[line] for number in link if number in bank}

    @cached_property
    def north_of_the_seine(self) -> set[str]:
        return self.beyond("1326", "river Seine", also=SEINE_TO_EDGE)

    @cached_property
    def behind_the_front(self) -> set[str]:
        """North of the 25 July front line."""
        return self.beyond("0342", "front-line")


def distance(one: str, other: str) -> int:
    return grid().parse(one).distance(grid().parse(other))


def row_of(number: str) -> int:
    return int(number[:2])


def column_of(number: str) -> int:
    return int(number[2:])


# ------------------------------------------------------------------ the Seine and the Loire
def north_of_the_seine_above_2000(country: Country) -> set[str]:
    """The rows above the one that begins with 2000."""
    return {n for n in country.north_of_the_seine if row_of(n) < 20}


def north_bank_of_the_seine(country: Country) -> set[str]:
    return country.along(country.north_of_the_seine, "river Seine")


def within_four_north_of_the_seine(country: Country) -> set[str]:
    """North of the Seine; a hex that touches the river is one hex from it (our ruling)."""
    bank = north_bank_of_the_seine(country)
    return {n for n in country.north_of_the_seine if any(distance(n, b) <= 3 for b in bank)}


def towns_north_of_the_seine(country: Country) -> set[str]:
    """Towns and cities, Paris left out; a fortress is neither."""
    return (country.having("town", "city") & country.north_of_the_seine) - country.places["Paris"]


def four_from_rouen_south(country: Country) -> set[str]:
    """Exactly four hexes from Rouen, on the south bank of the Seine and of the Eure."""
    near = {n for n in country.land if distance(n, "1232") <= 4}
    south = country.beyond("1535", "river Seine", "river Eure", inside=near)
    return {n for n in south if distance(n, "1232") == 4}


def south_of_the_loire(country: Country) -> set[str]:
    return country.beyond("2735", "river Loire")


# ------------------------------------------------------------------ the Rhine
def east_of_the_rhine(country: Country) -> set[str]:
    """Beyond the Rhine, and beyond the IJssel below the parting of its arms (our ruling)."""
    return country.beyond("1900", "river Rhine", "river IJssel")


def bridgehead_ground(country: Country) -> set[str]:
    """East of the Rhine and south of the Ruhr."""
    return country.beyond("1900", "river Rhine", "river Ruhr")


# ------------------------------------------------------------------ Normandy
def allied_front(country: Country) -> set[str]:
    return country.along(country.behind_the_front, "front-line")


def german_front(country: Country) -> set[str]:
    return country.along(country.land - country.behind_the_front, "front-line")


def north_of_the_breakout_line(country: Country) -> set[str]:
    return country.beyond("0342", "breakout-line")


def about_argentan(country: Country) -> set[str]:
    """Within two hexes, and no further to the right of the sheet than Argentan (our ruling)."""
    right = grid().centre(grid().parse("1439"))[0]
    near = {n for n in country.land if 0 < distance(n, "1439") <= 2}
    return {n for n in near if grid().centre(grid().parse(n))[0] <= right}


# ------------------------------------------------------------------ coasts and edges
def english_channel_coast(country: Country) -> set[str]:
    """The coast from Brittany to Dunkirk (0420, the last Channel port): its column and those to the left."""
    return {n for n in country.having("coastal") if column_of(n) >= column_of("0420")}


def zuider_zee(country: Country) -> set[str]:
    return {n for n, row in draft_hexes().items() if row.zuider_zee} & country.land


def frozen_coast(country: Country) -> set[str]:
    """What pins its garrisons: fortresses, coastal cities in German hands, Amsterdam and Rotterdam."""
    ports = country.places["Amsterdam"] | country.places["Rotterdam"]
    return country.having("fortress") | {"0417", "0930"} | ports


def edge(country: Country, code: str) -> set[str]:
    """The land hexes of a map edge code."""
    return {n for n, row in draft_hexes().items() if row.edge == code} & country.land
