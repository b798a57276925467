"""A part of a map by itself: what a scenario that uses one sheet of two is played on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from hexcore.maps import EdgeRoad, HexMap


def part_of(whole: HexMap, hexes: Iterable[int], edge: str) -> HexMap:
    """The map of some hexes of another; roads that are cut off run over the *edge* named (`N`)."""
    return _Part(whole, hexes, edge).map()


class _Part:
    """Hexes and hexsides of a part by their indices in the whole map."""

    def __init__(self, whole: HexMap, hexes: Iterable[int], edge: str) -> None:
        self.whole, self.edge = whole, edge
        self.hexes = sorted(set(hexes))
        self.hex = {old: new for new, old in enumerate(self.hexes)}
        self.all_sides = [6 * old + d for old in self.hexes for d in range(6)]
        near = whole.neighbours
        self.side = {s: n for n, s in enumerate(self.all_sides) if near[s] < 0 or near[s] in self.hex}

    def map(self) -> HexMap:
        whole = self.whole
        return HexMap(
            whole.grid,
            tuple(whole.coords[h] for h in self.hexes),
            tuple(whole.terrain[h] for h in self.hexes),
            tuple(whole.features[h] for h in self.hexes),
            tuple(whole.sides[s] if s in self.side else frozenset() for s in self.all_sides),
            tuple(whole.roads[s] if s in self.side else "" for s in self.all_sides),
            {self.side[s]: name for s, name in whole.side_names.items() if s in self.side},
            tuple(place._replace(hex=self.hex[place.hex]) for place in whole.places if place.hex in self.hex),
            {name: self._inside(group) for name, group in whole.groups.items()},
            self._edge_roads(),
            {now: mark for at, mark in whole.provenance.items() if (now := self._marked(*at)) is not None},
            self._road_names(),
        )

    @cached_property
    def _cut(self) -> list[int]:
        """The hexsides with a road that leads out of the part."""
        return [s for s in self.all_sides if s not in self.side and self.whole.roads[s]]

    def _edge_roads(self) -> tuple[EdgeRoad, ...]:
        kept = [r._replace(hex=self.hex[r.hex]) for r in self.whole.edge_roads if r.hex in self.hex]
        return (*kept, *(EdgeRoad(self.hex[s // 6], self.edge, self.whole.roads[s]) for s in self._cut))

    def _marked(self, kind: str, at: int) -> tuple[str, int] | None:
        now = self.side.get(at) if kind in ("side", "road") else self.hex.get(at)
        return None if now is None else (kind, now)

    def _inside(self, hexes: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.hex[h] for h in hexes if h in self.hex)

    def _road_names(self) -> dict[int | tuple[int, str], str]:
        named = {self._named(at): name for at, name in self.whole.road_names.items()}
        return {at: name for at, name in named.items() if at is not None}

    def _named(self, at: int | tuple[int, str]) -> int | tuple[int, str] | None:
        """What a road's name is kept under: its hexside, or its hex and edge."""
        if isinstance(at, tuple):
            return (self.hex[at[0]], at[1]) if at[0] in self.hex else None
        if at in self._cut:
            return self.hex[at // 6], self.edge
        return self.side.get(at)
