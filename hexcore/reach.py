"""How far a unit can go: a bucket queue over half-points, on integer hexes and compiled costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from hexcore.rules import Mask

Exits = Sequence[Sequence[tuple[int, int, int]]]
"""For every hex the ways out: (neighbour, half-points, hexside)."""

MOST_BYTE, MOST_KEPT = 255, 32

Ways = Sequence[Sequence[tuple[int, int]]]
"""The same without hexsides: (neighbour, half-points)."""

_ways: dict[int, tuple[Exits, Ways]] = {}


class Passage(NamedTuple):
    """What the rules do to one unit's movement, all masks laid over each other."""

    closed: bytes = b""
    stop: bytes = b""
    toll: bytes = b""
    leave_toll: bytes = b""
    zones: tuple[bytes, ...] = ()
    barred: frozenset[int] = frozenset()
    leave: int = 0
    held: Mask | None = None
    masks: tuple[Mask, ...] = ()
    no_end: bytes = b""


@dataclass(frozen=True)
class Reach:
    """Least half-points to every hex within reach, and the hex each is entered from."""

    start: int
    spent: dict[int, int] = field(default_factory=dict)
    came: dict[int, int] = field(default_factory=dict)

    def path(self, hex: int) -> tuple[int, ...]:
        """The hexes entered on a cheapest way to *hex*."""
        way = []
        while hex != self.start:
            way.append(hex)
            hex = self.came[hex]
        return tuple(reversed(way))


def overlay(masks: Iterable[Mask], size: int) -> Passage:
    """Masks laid over each other: closed and stop by union, tolls by sum, `leave` by sum."""
    return _overlay(tuple(masks), size)


@lru_cache(maxsize=128)
def _overlay(masks: tuple[Mask, ...], size: int) -> Passage:
    by: dict[str, list[Mask]] = {}
    for mask in masks:
        by.setdefault(mask.effect, []).append(mask)
    held = by.get("held", [None])[0]
    return Passage(
        closed=union([m.hexes for m in by.get("closed", ())], size),
        stop=union([m.hexes for m in by.get("stop", ())], size),
        toll=_sum(by.get("toll", ()), size),
        leave_toll=_sum(by.get("leave-toll", ()), size),
        zones=tuple(m.hexes for m in by.get("zone-to-zone", ())),
        barred=frozenset().union(*(m.sides for m in by.get("barred", ()))),
        leave=sum(m.points for m in by.get("leave", ())),
        held=held,
        masks=masks,
        no_end=union([m.hexes for m in by.get("no-end", ())], size),
    )


@lru_cache(maxsize=128)
def stopping_in(passage: Passage, hexes: frozenset[int], size: int) -> Passage:
    """A passage that also stops in some hexes."""
    stop = bytearray(passage.stop or bytes(size))
    for hex in hexes:
        stop[hex] = 1
    return passage._replace(stop=bytes(stop))


def union(parts: list[bytes], size: int) -> bytes:
    """Byte masks joined: set where any of them is. Empty when there are none."""
    return _union(tuple(parts), size)


@lru_cache(maxsize=64)
def _union(parts: tuple[bytes, ...], size: int) -> bytes:
    if len(parts) < 2:
        return bytes(parts[0]) if parts else b""
    joined = 0
    for part in parts:
        joined |= int.from_bytes(part, "little")
    return joined.to_bytes(size, "little")


def _sum(masks: Sequence[Mask], size: int) -> bytes:
    if not masks:
        return b""
    total = bytearray(size)
    for mask in masks:
        for hex in _indices(mask.hexes):
            total[hex] += mask.points
    return bytes(total)


def blank(closed: bytes, worst: int, size: int) -> list[int]:
    """Before a flood: *worst* for an open hex, 0 (never beaten) for a closed one."""
    return list(_blank(closed, worst, size))


@lru_cache(maxsize=128)
def _blank(closed: bytes, worst: int, size: int) -> tuple[int, ...]:
    if closed and worst <= MOST_BYTE:
        return tuple(closed.translate(bytes([worst, *[0] * MOST_BYTE])))
    best = [worst] * size
    for hex in _indices(closed):
        best[hex] = 0
    return tuple(best)


@lru_cache(maxsize=64)
def _indices(closed: bytes) -> tuple[int, ...]:
    return tuple(compress(range(len(closed)), closed))


def ways_of(exits: Exits) -> Ways:
    """The ways out without their hexsides. Kept by identity, together with what they were made from: to look
    them up by value would take longer than a flood."""
    kept = _ways.get(id(exits))
    if kept is None or kept[0] is not exits:
        if len(_ways) >= MOST_KEPT:
            _ways.clear()
        made = tuple(tuple((near, cost) for near, cost, _ in out) for out in exits)
        kept = _ways[id(exits)] = (exits, made)
    return kept[1]


def flood(exits: Exits, start: int, points: int, passage: Passage) -> Reach:
    """Every hex within *points* half-points of *start*, nearest first.

    A hex in `stop` is entered and not left; `closed` hexes and `barred` hexsides are not entered at all.
    """
    if passage.toll or passage.leave_toll or passage.zones:
        return _toll_flood(exits, start, points, passage)
    if not passage.barred:
        return _open_flood(ways_of(exits), start, points, passage)
    size = len(exits)
    stop, barred, base = passage.stop or bytes(size), passage.barred, passage.leave
    best = blank(passage.closed, points + 1, size)
    best[start] = 0
    spent, came = {start: 0}, {}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    for near, cost, side in exits[start]:
        if base + cost < best[near] and side not in barred:
            best[near], came[near] = base + cost, start
            buckets[base + cost].append(near)
    for used, bucket in enumerate(buckets):
        for hex in bucket:
            if best[hex] != used:
                continue
            spent[hex] = used
            if stop[hex] or used == points:
                continue
            for near, cost, side in exits[hex]:
                total = used + cost
                if total < best[near] and side not in barred:
                    best[near] = total
                    came[near] = hex
                    buckets[total].append(near)
    return Reach(start, spent, came)


def _open_flood(ways: Ways, start: int, points: int, passage: Passage) -> Reach:
    """The same where no hexside is barred: nothing but costs is looked at on the way."""
    size, base = len(ways), passage.leave
    stop, best = passage.stop or bytes(size), blank(passage.closed, points + 1, size)
    best[start] = 0
    spent, came = {start: 0}, {}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    for near, cost in ways[start]:
        if base + cost < best[near]:
            best[near], came[near] = base + cost, start
            buckets[base + cost].append(near)
    for used, bucket in enumerate(buckets):
        for hex in bucket:
            if best[hex] != used:
                continue
            spent[hex] = used
            if stop[hex] or used == points:
                continue
            for near, cost in ways[hex]:
                total = used + cost
                if total < best[near]:
                    best[near] = total
                    came[near] = hex
                    buckets[total].append(near)
    return Reach(start, spent, came)


def _toll_flood(exits: Exits, start: int, points: int, passage: Passage) -> Reach:
    size = len(exits)
    nothing = bytes(size)
    stop, zones, barred = passage.stop or nothing, passage.zones, passage.barred
    toll, leave_toll = passage.toll or nothing, passage.leave_toll or nothing
    best = blank(passage.closed, points + 1, size)
    best[start] = 0
    spent, came = {}, {}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    for used, bucket in enumerate(buckets):
        for hex in bucket:
            if best[hex] != used:
                continue
            spent[hex] = used
            if stop[hex] and hex != start:
                continue
            base = used + leave_toll[hex] + (passage.leave if hex == start else 0)
            from_zone = [zone for zone in zones if zone[hex]] if zones else zones
            for near, cost, side in exits[hex]:
                total = base + cost + toll[near]
                if total < best[near] and side not in barred:
                    if from_zone and any(zone[near] for zone in from_zone):
                        continue
                    best[near] = total
                    came[near] = hex
                    buckets[total].append(near)
    return Reach(start, spent, came)


def step_cost(exits: Exits, passage: Passage, start: int, hex: int, near: int) -> int | None:
    """Half-points to go from *hex* to its neighbour, tolls included; None when the ground forbids it."""
    for other, cost, _ in exits[hex]:
        if other == near:
            extra = passage.leave if hex == start else 0
            extra += passage.leave_toll[hex] if passage.leave_toll else 0
            extra += passage.toll[near] if passage.toll else 0
            return cost + extra
    return None


def forbidding(passage: Passage, start: int, hex: int, near: int, side: int) -> Mask | None:
    """The mask that forbids the step from *hex* to *near* across *side*, None when none does."""
    for mask in passage.masks:
        effect = mask.effect
        if effect == "closed" and mask.hexes[near]:
            return mask
        if effect == "barred" and side in mask.sides:
            return mask
        if effect == "held" and hex == start:
            return mask
        if effect == "stop" and hex != start and mask.hexes[hex]:
            return mask
        if effect == "zone-to-zone" and mask.hexes[hex] and mask.hexes[near]:
            return mask
    return None
