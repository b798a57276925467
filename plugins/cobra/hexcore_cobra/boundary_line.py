"""The ground as the Allied army boundary parts it: its line of hexes, whose side a hex lies on, how far."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hexcore.board import Board
from hexcore.hexes import HexCoord
from hexcore.maps import HexMap
from hexcore_cobra.combat import BRITISH, US

ON_THE_LINE = (US, BRITISH)
SOUTHWARD = Fraction(1, 10**6)
"""Midway between two hexes the line takes the southern one: between A2117 and A5117 all hexes end in 17."""


class Parted(NamedTuple):
    """The ground under one boundary: the hexes of its wall, whose side each hex lies on, and for each army
    how many hexes too far a unit of it would stand there (one byte a hex)."""

    wall: frozenset[int]
    fronts: tuple[tuple[str, ...], ...]
    beyond: dict[str, bytes]


def spot(game_map: HexMap, hex: int) -> tuple[int, int]:
    """The printed column and row of a hex."""
    column, row = game_map.grid.column_row(game_map.coords[hex])
    return column, row


def line_between(game_map: HexMap, one: int, other: int) -> tuple[int, ...]:
    """The hexes of the map on the straight line between two hexes, both in it."""
    a, b, far = game_map.coords[one], game_map.coords[other], game_map.distance(one, other)
    parts = [Fraction(n, far) if far else Fraction(0) for n in range(far + 1)]
    coords = [_nearest(a.q + (b.q - a.q) * t, a.r + (b.r - a.r) * t + SOUTHWARD) for t in parts]
    return tuple(game_map.at_coord[coord] for coord in coords if coord in game_map.at_coord)


def _nearest(q: Fraction, r: Fraction) -> HexCoord:
    """The hex that a point lies in."""
    s = -q - r
    near = [round(q), round(r), round(s)]
    off = [abs(near[0] - q), abs(near[1] - r), abs(near[2] - s)]
    if off[0] == max(off):
        near[0] = -near[1] - near[2]
    elif off[1] == max(off):
        near[1] = -near[0] - near[2]
    return HexCoord(near[0], near[1])


def parted(board: Board, one: int, other: int) -> Parted:
    """The ground as the markers in two hexes part it, the western (or northern) first."""
    found: Parted = board.once(("army boundary", one, other), lambda: _parted(board.map, one, other))
    return found


def _parted(game_map: HexMap, one: int, other: int) -> Parted:
    wall = wall_of(game_map, one, other)
    fronts = tuple(_fronts(game_map, one, other, wall))
    away = _distances(game_map, wall)
    beyond = {army: _too_far(army, fronts, away) for army in ON_THE_LINE}
    return Parted(frozenset(wall), fronts, beyond)


def _too_far(army: str, fronts: tuple[tuple[str, ...], ...], away: list[int]) -> bytes:
    """A unit may stand one hex beyond the line."""
    return bytes(0 if army in front else max(far - 1, 0) for front, far in zip(fronts, away, strict=True))


def wall_of(game_map: HexMap, one: int, other: int) -> list[int]:
    """The line with what goes on beyond its markers: a column all the way down the map, and, once the
    boundary has swung, from the western marker north as the old one did."""
    column, row = spot(game_map, one)
    whole = spot(game_map, other)[0] == column
    spots = [(hex, *spot(game_map, hex)) for hex in range(len(game_map))]
    stem = [hex for hex, c, r in spots if c == column and (whole or r <= row)]
    return stem if whole else [*stem, *line_between(game_map, one, other)]


def _fronts(game_map: HexMap, one: int, other: int, wall: list[int]) -> list[tuple[str, ...]]:
    """West of the wall and south of it is the US side, east and north of it the British one."""
    first, swung = spot(game_map, one)[0], spot(game_map, one)[0] != spot(game_map, other)[0]
    south: dict[int, int] = {}
    for hex in wall:
        column, row = spot(game_map, hex)
        south[column] = max(south.get(column, row), row)
    on = set(wall)

    def front(hex: int) -> tuple[str, ...]:
        column, row = spot(game_map, hex)
        if hex in on:
            return ON_THE_LINE
        ours = column < first or (swung and column in south and row > south[column])
        return (US,) if ours else (BRITISH,)

    return [front(hex) for hex in range(len(game_map))]


def _distances(game_map: HexMap, wall: list[int]) -> list[int]:
    """How many hexes each hex is from the wall."""
    away, ring, far = dict.fromkeys(wall, 0), list(wall), 0
    while ring:
        far += 1
        near = {n for hex in ring for n in game_map.around(hex) if n not in away}
        away.update(dict.fromkeys(near, far))
        ring = sorted(near)
    return [away.get(hex, 0) for hex in range(len(game_map))]
