"""Changes of ground for one game: cleared rectangles, hexes and hexsides of a position file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexcore.maps import HexMap
from hexcore.ruleset import Ruleset
from hexcore.toml_text import Fault

Entry = Mapping[str, Any]
NONE = "none"
"""What takes a river or a road away."""


@dataclass(frozen=True)
class GroundWords:
    """The words of a ruleset's ground: what its map and its presentation know."""

    terrain: frozenset[str]
    features: frozenset[str]
    sides: frozenset[str]
    rivers: frozenset[str]
    roads: frozenset[str]


def words_of(ruleset: Ruleset) -> GroundWords:
    """Every word of ground that a ruleset knows."""
    game_map, shown = ruleset.map, ruleset.presentation

    def words(table: str, used: Sequence[frozenset[str]]) -> frozenset[str]:
        return frozenset(shown.get(table, ())).union(*used)

    sides = words("hexsides", game_map.sides)
    tools = ruleset.map_tools
    return GroundWords(
        terrain=words("terrain", game_map.terrain) | {ruleset.clear_ground},
        features=words("features", game_map.features),
        sides=sides,
        rivers=tools.words.rivers if tools is not None else sides,
        roads=words("roads", ()) | (frozenset(game_map.roads) - {""}),
    )


class GroundChanges:
    """Changes gathered over one map; each entry of a position file is checked as it is added."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.map, self.words = ruleset.map, words_of(ruleset)
        self._clear = frozenset({ruleset.clear_ground})
        self.terrain: dict[int, frozenset[str]] = {}
        self.features: dict[int, frozenset[str]] = {}
        self.sides: dict[int, frozenset[str]] = {}
        self.roads: dict[int, str] = {}
        self.cleared: set[int] = set()

    def changed(self) -> HexMap:
        """The map with all changes made."""
        game_map = self.map.with_ground(self.terrain, self.features, self.sides, self.roads)
        edge_roads = tuple(road for road in game_map.edge_roads if road.hex not in self.cleared)
        return replace(game_map, edge_roads=edge_roads)

    def clear(self, corners: Sequence[str]) -> None:
        """The rectangle between two corner hexes becomes clear ground, all sides of its hexes included."""
        if len(corners) != 2:
            raise Fault("clear_ground names two corner hexes", "clear_ground")
        one, other = (self._hex(number, "", 0) for number in corners)
        (c1, r1), (c2, r2) = (self.map.grid.column_row(self.map.coords[hex]) for hex in (one, other))
        columns, rows = range(min(c1, c2), max(c1, c2) + 1), range(min(r1, r2), max(r1, r2) + 1)
        for hex, coord in enumerate(self.map.coords):
            column, row = self.map.grid.column_row(coord)
            if column in columns and row in rows:
                self._clear_hex(hex)

    def _clear_hex(self, hex: int) -> None:
        self.cleared.add(hex)
        self.terrain[hex], self.features[hex] = self._clear, frozenset()
        for side in range(6 * hex, 6 * hex + 6):
            self.sides[self._whole(side)], self.roads[self._whole(side)] = frozenset(), ""

    def ground(self, n: int, entry: Entry) -> None:
        """One `[[ground]]`: the terrain of a hex, and its features switched on or off."""
        hex = self._hex(entry.get("hex", ""), "ground", n)
        features = set(self.features.get(hex, self.map.features[hex]))
        for key, value in entry.items():
            if key == "terrain":
                self.terrain[hex] = self._terrain(value, n)
            elif key != "hex":
                self._switch(features, key, value, self.words.features, "ground", n)
        self.features[hex] = frozenset(features)

    def _terrain(self, value: object, n: int) -> frozenset[str]:
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not words:
            raise Fault("terrain is a word or a list of words", "terrain", "ground", n)
        for word in words:
            if word not in self.words.terrain:
                raise Fault(f"unknown terrain {word!r}", str(word), "ground", n)
        return frozenset(words)

    def hexside(self, n: int, entry: Entry) -> None:
        """One `[[hexside]]`: the river and the road across it, and its features switched on or off."""
        side = self._side(entry.get("between"), n)
        words = set(self.sides.get(side, self.map.sides[side]))
        for key, value in entry.items():
            if key == "river":
                words = (words - self.words.rivers) | self._named(key, value, self.words.rivers, n)
            elif key == "road":
                self.roads[side] = next(iter(self._named(key, value, self.words.roads, n)), "")
            elif key != "between":
                self._switch(words, key, value, self.words.sides, "hexside", n)
        self.sides[side] = frozenset(words)

    def _named(self, key: str, value: object, known: frozenset[str], n: int) -> set[str]:
        if value == NONE:
            return set()
        if not isinstance(value, str) or value not in known:
            raise Fault(f"unknown {key} {value!r}", str(value), "hexside", n)
        return {value}

    def _switch(
        self, words: set[str], key: str, value: object, known: frozenset[str], table: str, n: int
    ) -> None:
        if key not in known:
            raise Fault(f"unknown word {key!r}", key, table, n)
        if not isinstance(value, bool):
            raise Fault(f"{key} is true or false, not {value!r}", key, table, n)
        (words.add if value else words.discard)(key)

    def _side(self, between: object, n: int) -> int:
        if not isinstance(between, list) or len(between) != 2:
            raise Fault("a hexside lies between two hexes", "between", "hexside", n)
        one, other = (self._hex(number, "hexside", n) for number in between)
        try:
            return self._whole(self.map.side(one, other))
        except ValueError:
            raise Fault(
                f"{between[0]} and {between[1]} do not touch", str(between[0]), "hexside", n
            ) from None

    def _hex(self, number: object, table: str, n: int) -> int:
        try:
            return self.map.index[str(number)]
        except KeyError:
            raise Fault(f"no hex {number!r} on this map", str(number), table, n) from None

    def _whole(self, side: int) -> int:
        """One name for a hexside that has two."""
        mirror = self.map.mirror(side)
        return side if mirror < 0 else min(side, mirror)
