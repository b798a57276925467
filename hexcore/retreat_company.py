"""Units that retreat together, and bystanders of the combat that go along where the rules let them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from hexcore.customs import Custom
from hexcore.events import Fought, Noted, Steps
from hexcore.movement import entering, watched_by
from hexcore.retreat import blocked, strangers_at
from hexcore.rules import Refusal
from hexcore.stacking import stack_refusal
from hexcore.state import GameState
from hexcore.units import Unit

Path = tuple[int, ...]


def bystanders(state: GameState, way: Path, mover: Unit) -> list[Unit]:
    """The units of a retreating unit's side, strangers to the combat, on the way before its end."""
    combat = state.combat
    apart = {*combat.attackers, *combat.defenders}
    return [u for hex in way[:-1] for u in state.at(hex) if u.side == mover.side and u.id not in apart]


def companies(state: GameState, path: Path, mover: Unit) -> Iterator[tuple[str, ...]]:
    """Those who may be listed to go along: each bystander alone, and all of them."""
    near = bystanders(state, (mover.hex, *path), mover)
    free = [u for u in near if not state.board.rules.may_go_along(state, (u,), path, state.combat)]
    yield from ((u.id,) for u in free)
    if len(free) > 1:
        yield tuple(u.id for u in free)


def company_refusal(
    state: GameState, ids: tuple[str, ...], along: tuple[str, ...], path: Path
) -> Refusal | None:
    """Why other units may not go along with units that retreat along a path."""
    mover, joining = state.units[ids[0]], tuple(state.units[i] for i in along)
    refusals = state.board.rules.may_go_along(state, joining, path, state.combat)
    if refusals:
        return refusals[0]
    way = (mover.hex, *path)
    near = bystanders(state, way, mover)
    for unit in joining:
        if unit not in near:
            number = state.board.rules.cites(Custom.THROUGH_FRIENDS)
            return Refusal(number, f"{unit.counter.name} is no bystander on the path of this retreat")
        shut = blocked(state, unit, way[way.index(unit.hex) + 1 :])
        if shut is not None:
            return shut
    return _no_room(state, ids, joining, way)


def _no_room(state: GameState, ids: tuple[str, ...], joining: tuple[Unit, ...], way: Path) -> Refusal | None:
    """The first hex of the way that is too full for the units as they are by then."""
    going = tuple(state.units[i] for i in ids)
    for before, hex in pairwise(way):
        going = (*going, *(u for u in joining if u.hex == before))
        if hex == way[-1]:
            return stack_refusal(state, going, hex)
        passing = state.board.rules.may_pass(state, going, hex) if hex in state.stacks else ()
        if passing:
            return passing[0]
    return None


def retreat_along(
    state: GameState, ids: tuple[str, ...], path: tuple[int, ...], along: tuple[str, ...] = ()
) -> Steps:
    """Units retreat together; the path they leave behind is noted in the combat, and where they end.

    Those that go *along* join them in the hex they stand in.
    """
    combat = state.combat
    start, side = state.units[ids[0]].hex, state.units[ids[0]].side
    among = strangers_at(state, combat, side, path[-1])
    for before, hex in pairwise((start, *path)):
        going = (*ids, *(i for i in along if state.units[i].hex == before))
        state = yield from entering(state, going, hex, "retreat", watched_by(state, side))
    way = (start, *path)
    if way not in combat.paths:
        state = yield Fought(replace(state.combat, paths=(*state.combat.paths, way)))
    for id in ids:
        state = yield Noted("phase", "retreated", id, combat.id)
        if among:
            state = yield Noted("phase", "retreated among", id, path[-1])
        for event in state.board.rules.retreated(state, state.units[id], path, state.combat):
            state = yield event
    return state
