"""Position files written: who stands where, on which ground, as `hexcore.positions` reads it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hexcore.ground_changes import NONE, words_of
from hexcore.maps import HexMap
from hexcore.ruleset import Ruleset


@dataclass(frozen=True)
class Placed:
    """A unit in a hex, with steps lost and markers."""

    id: str
    hex: int
    losses: int = 0
    markers: tuple[str, ...] = ()


@dataclass
class Laid:
    """Ground of some hexes: words of terrain and of features by hex, words and road by hexside."""

    terrain: dict[int, frozenset[str]] = field(default_factory=dict)
    features: dict[int, frozenset[str]] = field(default_factory=dict)
    sides: dict[int, frozenset[str]] = field(default_factory=dict)
    roads: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Written:
    """All that a position file says."""

    ruleset: Ruleset
    scenario: str
    turn: int
    phase: str
    units: tuple[Placed, ...]
    laid: Laid
    tracks: Mapping[str, int | str] = field(default_factory=dict)

    def text(self) -> str:
        """The file."""
        lines = [f"ruleset = {_quoted(self.ruleset.id)}", f"scenario = {_quoted(self.scenario)}"]
        lines += [f"turn = {self.turn}", f"phase = {_quoted(self.phase)}", "clear_units = true"]
        if self.tracks:
            lines += ["", "[tracks]", *(f"{id} = {_quoted(value)}" for id, value in self.tracks.items())]
        lines += self._units()
        lines += self._ground()
        return "\n".join(lines) + "\n"

    def _units(self) -> Iterable[str]:
        numbers = self.ruleset.map.numbers
        for unit in self.units:
            yield from ("", "[[unit]]", f"id = {_quoted(unit.id)}", f"hex = {_quoted(numbers[unit.hex])}")
            if unit.losses:
                yield f"losses = {unit.losses}"
            if unit.markers:
                yield f"markers = {_quoted(list(unit.markers))}"

    def _ground(self) -> Iterable[str]:
        game_map, words = self.ruleset.map, words_of(self.ruleset)
        for hex in sorted(self.laid.terrain.keys() | self.laid.features.keys()):
            terrain = self.laid.terrain.get(hex, game_map.terrain[hex])
            features = self.laid.features.get(hex, game_map.features[hex])
            if (terrain, features) == (game_map.terrain[hex], game_map.features[hex]):
                continue
            yield from ("", "[[ground]]", f"hex = {_quoted(game_map.numbers[hex])}")
            yield f"terrain = {_quoted(sorted(terrain))}"
            for word in sorted(features ^ game_map.features[hex]):
                yield f"{_quoted(word)} = {_quoted(word in features)}"
        for side in sorted(self.laid.sides.keys() | self.laid.roads.keys()):
            yield from self._side(game_map, side, words.rivers)

    def _side(self, game_map: HexMap, side: int, rivers: frozenset[str]) -> Iterable[str]:
        other = game_map.neighbours[side]
        found = self.laid.sides.get(side, game_map.sides[side])
        road = self.laid.roads.get(side, game_map.roads[side])
        if other < 0 or (found, road) == (game_map.sides[side], game_map.roads[side]):
            return
        numbers = [game_map.numbers[side // 6], game_map.numbers[other]]
        yield from ("", "[[hexside]]", f"between = {_quoted(numbers)}")
        if found & rivers or game_map.sides[side] & rivers:
            yield f"river = {_quoted(next(iter(sorted(found & rivers)), NONE))}"
        for word in sorted((found ^ game_map.sides[side]) - rivers):
            yield f"{_quoted(word)} = {_quoted(word in found)}"
        if road != game_map.roads[side]:
            yield f"road = {_quoted(road or NONE)}"


def cleared(ruleset: Ruleset, hexes: Iterable[int]) -> Laid:
    """Clear ground in some hexes, nothing on any side of them."""
    laid, clear = Laid(), frozenset({ruleset.clear_ground})
    for hex in hexes:
        laid.terrain[hex], laid.features[hex] = clear, frozenset()
        for side in range(6 * hex, 6 * hex + 6):
            whole = whole_side(ruleset.map, side)
            laid.sides[whole], laid.roads[whole] = frozenset(), ""
    return laid


def whole_side(game_map: HexMap, side: int) -> int:
    """One name for a hexside that has two."""
    mirror = game_map.mirror(side)
    return side if mirror < 0 else min(side, mirror)


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
