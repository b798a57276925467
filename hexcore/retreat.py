"""Retreats: the paths a unit may take, and whether all units of a combat can complete theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexcore.events import Moved, apply
from hexcore.reach import Passage, forbidding, overlay
from hexcore.rules import Mask, Rank, Refusal, general
from hexcore.stacking import stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore.zoc import occupied

MOST_HEXES = 4
"""No result of an SPI-era table drives a unit back further than this many hexes at once."""


@general("retreat_masks")
def not_into_the_enemy(state: GameState, unit: Unit) -> Mask:
    """No unit retreats into a hex in which an enemy unit stands."""
    return Mask("closed", "an enemy unit stands in {hex}", occupied(state, state.enemy(unit.side)))


@general("may_retreat")
def within_stacking(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> list[Refusal] | None:
    """A retreat does not end in excess of the stacking limits."""
    refusal = stack_refusal(state, (unit,), path[-1])
    return [refusal] if refusal is not None else None


def _passage(state: GameState, unit: Unit) -> Passage:
    def compute() -> Passage:
        return overlay(state.board.rules.retreat_masks(state, unit), len(state.board.map))

    return state.derived("*", ("retreat", unit.id), compute)


def _ways(state: GameState, unit: Unit, hexes: int) -> Iterator[tuple[int, ...]]:
    """Every open path of so many hexes that ends that far from where it began."""
    passage, start = _passage(state, unit), unit.hex
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    game_map = state.board.map

    def extend(path: tuple[int, ...], here: int) -> Iterator[tuple[int, ...]]:
        if len(path) == hexes:
            yield path
            return
        for near, _, side in exits[here]:
            if game_map.distance(start, near) == len(path) + 1:
                if forbidding(passage, start, here, near, side) is None:
                    yield from extend((*path, near), near)

    return extend((), start)


def retreat_paths(state: GameState, unit: Unit, hexes: int, combat: Combat) -> list[tuple[int, ...]]:
    """Every path of retreat the rules allow a unit, best-ranked only."""
    key = ("retreat paths", unit.id, hexes, combat.id)
    return state.derived("*", key, lambda: _allowed(state, unit, hexes, combat))


def _allowed(state: GameState, unit: Unit, hexes: int, combat: Combat) -> list[tuple[int, ...]]:
    rules = state.board.rules
    paths = [p for p in _ways(state, unit, hexes) if not rules.may_retreat(state, unit, p, combat)]
    ranked = [(tuple(r.level for r in rules.retreat_ranks(state, unit, p, combat)), p) for p in paths]
    best = min((levels for levels, _ in ranked), default=())
    return [path for levels, path in ranked if levels == best]


def retreat_refusal(
    state: GameState, unit: Unit, path: tuple[int, ...], hexes: int, combat: Combat
) -> Refusal | None:
    """Why a unit may not retreat along a path; None when it may."""
    if path in retreat_paths(state, unit, hexes, combat):
        return None
    name, numbers = unit.counter.name, state.board.map.numbers
    if len(path) != hexes:
        return Refusal("", f"{name} must retreat {hexes} hexes, the path has {len(path)}")
    blocked = _blocked(state, unit, path)
    if blocked is not None:
        return blocked
    if state.board.map.distance(unit.hex, path[-1]) != hexes:
        return Refusal("", f"{numbers[path[-1]]} is not {hexes} hexes from where {name} stood")
    refusals = state.board.rules.may_retreat(state, unit, path, combat)
    if refusals:
        return refusals[0]
    return _outranked(state, unit, path, hexes, combat)


def _blocked(state: GameState, unit: Unit, path: tuple[int, ...]) -> Refusal | None:
    passage, here, numbers = _passage(state, unit), unit.hex, state.board.map.numbers
    exits = state.board.costs(state.board.rules.mobility(state, unit)).exits
    for near in path:
        way = [side for other, _, side in exits[here] if other == near]
        if not way:
            return Refusal("", f"no way leads from {numbers[here]} to {numbers[near]}")
        mask = forbidding(passage, unit.hex, here, near, way[0])
        if mask is not None:
            return Refusal(mask.rule, mask.reason.format(hex=numbers[near]))
        here = near
    return None


def _outranked(state: GameState, unit: Unit, path: tuple[int, ...], hexes: int, combat: Combat) -> Refusal:
    best = retreat_paths(state, unit, hexes, combat)
    rules = state.board.rules
    better: Sequence[Rank] = rules.retreat_ranks(state, unit, best[0], combat) if best else ()
    for rank, other in zip(rules.retreat_ranks(state, unit, path, combat), better, strict=False):
        if rank.level > other.level:
            return Refusal(rank.rule, rank.text)
    return Refusal("", "that is no path of retreat")


def completion(
    state: GameState, ids: tuple[str, ...], hexes: int, combat: Combat
) -> dict[str, tuple[int, ...]] | None:
    """One way for all of these units to retreat so many hexes together; None when there is none."""
    if not ids:
        return {}
    unit = state.units[ids[0]]
    tried: set[int] = set()
    for path in retreat_paths(state, unit, hexes, combat):
        if path[-1] in tried:
            continue
        tried.add(path[-1])
        rest = completion(apply(state, Moved((unit.id,), path[-1], "retreat")), ids[1:], hexes, combat)
        if rest is not None:
            return {unit.id: path, **rest}
    return None


def deepest(state: GameState, ids: tuple[str, ...], most: int, combat: Combat) -> list[int]:
    """The numbers of hexes, 0 to *most*, that all of these units can retreat together."""
    found = [0]
    for hexes in range(1, min(most, MOST_HEXES) + 1):
        if completion(state, ids, hexes, combat) is not None:
            found.append(hexes)
    return found
