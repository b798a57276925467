"""Movement by way of chosen hexes: where units can go on from the end of a path they have not yet gone."""

from __future__ import annotations

from hexcore.movement import passage_of, points_left, reach_of, trace, watched_by
from hexcore.reach import Reach, flood, stopping_in, union
from hexcore.state import GameState
from hexcore.units import Unit


def onward(state: GameState, units: tuple[Unit, ...], gone: tuple[int, ...]) -> Reach:
    """Where units in hand can go after a path: a reach from its last hex, points spent from its first on.

    A path that is refused leads nowhere. The way on does not lead back through the hex they stand in.
    """
    if not gone:
        return reach_of(state, units)
    ids = tuple([unit.id for unit in units])
    return state.derived("*", ("onward", ids, gone), lambda: _onward(state, units, gone))


def path_by(state: GameState, units: tuple[Unit, ...], by: tuple[int, ...]) -> tuple[int, ...] | None:
    """The cheapest path through some hexes in their order, ending in the last; None when there is none."""
    gone: tuple[int, ...] = ()
    for hex in by:
        reach = onward(state, units, gone)
        if hex not in reach.spent or hex == reach.start:
            return None
        gone = (*gone, *reach.path(hex))
    return gone


def cost_of(state: GameState, units: tuple[Unit, ...], path: tuple[int, ...]) -> int:
    """Half-points that a path costs the units in hand, the dearest of them, as when it is gone."""
    return max(trace(state, unit, path)[0] for unit in units)


def _onward(state: GameState, units: tuple[Unit, ...], gone: tuple[int, ...]) -> Reach:
    if any(trace(state, unit, gone)[1] is not None for unit in units):
        return Reach(gone[-1])
    reaches = [_onward_one(state, unit, gone) for unit in units]
    if len(reaches) == 1:
        return reaches[0]
    slowest = min(reaches, key=lambda reach: len(reach.spent))
    spent = {
        hex: max(reach.spent[hex] for reach in reaches)
        for hex in slowest.spent
        if all(hex in reach.spent for reach in reaches)
        and all(trace(state, unit, (*gone, *slowest.path(hex)))[1] is None for unit in units)
    }
    return Reach(slowest.start, spent, slowest.came)


def _onward_one(state: GameState, unit: Unit, gone: tuple[int, ...]) -> Reach:
    """The same flood as from the unit's own hex, begun at the end of the path with what is left there."""
    here, already = gone[-1], trace(state, unit, gone)[0]
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    passage, size = passage_of(state, unit), len(exits)
    watched = watched_by(state, unit.side)
    if watched:
        passage = stopping_in(passage, watched, size)
    left = points_left(state, unit) - already
    if left <= 0 or (passage.stop and passage.stop[here]):
        return Reach(here, {here: already})
    own = bytearray(size)
    own[unit.hex] = 1
    shut = union([mask for mask in (passage.closed, bytes(own)) if mask], size)
    further = flood(exits, here, left, passage._replace(leave=0, closed=shut))
    return Reach(here, {hex: already + spent for hex, spent in further.spent.items()}, further.came)
