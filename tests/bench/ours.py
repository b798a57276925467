"""The engine's own range and supply queries on the benchmark's map."""

from __future__ import annotations

from typing import Any

from hexcore.reach import Exits, Passage, flood
from hexcore.rules import SupplySource
from hexcore.supply import flood_from


def exits_of(nbr: list[int], cost: list[int], *, lengths: bool = False) -> Exits:
    """For every hex the ways out, as the engine compiles them from a map."""
    return tuple(
        tuple((nbr[k], 1 if lengths else cost[k], k) for k in range(6 * h, 6 * h + 6) if cost[k])
        for h in range(len(nbr) // 6)
    )


class Engine:
    """hexcore.reach.flood and hexcore.supply.flood_from behind the benchmark's two questions."""

    def __init__(self, w: Any) -> None:
        self.exits = [exits_of(w.nbr, cost) for cost in w.cost]
        self.apart = exits_of(w.nbr, w.cost[1], lengths=True)
        closed, stop = bytes(w.blocked), bytes(w.zoc)
        self.free = Passage(closed=closed, stop=stop)
        self.leaving = [Passage(closed=closed, stop=stop, leave=leave) for leave in w.leave]
        self.shut = bytes(b or (z and not f) for b, z, f in zip(w.blocked, w.zoc, w.friend, strict=True))
        self.sources = [SupplySource(h, str(h)) for h in w.sources if not self.shut[h]]

    def reach(self, query: tuple[int, int, int, int]) -> dict[int, int]:
        start, cls, points, _ = query
        passage = self.leaving[cls] if self.free.stop[start] else self.free
        return flood(self.exits[cls], start, points, passage).spent

    def supply(self, query: tuple[list[int], int]) -> list[bool]:
        units, limit = query
        length = flood_from(self.sources, self.apart, limit, self.shut).length
        return [unit in length for unit in units]


def make(w: Any) -> Engine:
    """The benchmark's door (`bench.py --with ours`)."""
    return Engine(w)
