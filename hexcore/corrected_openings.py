"""Can a corrected game be begun? Its openings, and the groups of hexes its rules ask for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexcore.game import opening
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.tables import DataError


def playable(shipped: Ruleset, made: Ruleset, sea: frozenset[str]) -> None:
    """DataError with the first thing that makes play impossible and is not so as shipped."""
    for name in shipped.map.groups:
        if not made.map.groups.get(name):
            raise DataError(f"no hex is left of the group {name}, which rules may ask for")
    for id, turns in ((s.id, (s.first_turn, s.last_turn)) for s in made.scenarios.values()):
        if turns[0] > turns[1]:
            raise DataError(f"scenario {id}: it would begin on turn {turns[0]} and end on turn {turns[1]}")
    for scenario, fault in _found(made, sea):
        if (scenario, fault) not in _faults(shipped, sea):
            raise DataError(f"scenario {scenario}: {fault}")


@lru_cache(maxsize=8)
def _faults(ruleset: Ruleset, sea: frozenset[str]) -> frozenset[tuple[str, str]]:
    return frozenset(_found(ruleset, sea))


def _found(ruleset: Ruleset, sea: frozenset[str]) -> Iterator[tuple[str, str]]:
    for id in ruleset.scenarios:
        state = opening(ruleset.board(id))
        for hex in sorted(state.stacks):
            yield from ((id, fault) for fault in stack_faults(state, hex, sea))


def stack_faults(state: GameState, hex: int, sea: frozenset[str]) -> Iterator[str]:
    """Why the units of a hex may not stand there: sea, units of both sides, more than stacking allows."""
    stack = tuple(state.at(hex))
    number, names = state.board.map.numbers[hex], ", ".join(unit.id for unit in stack)
    if state.board.map.terrain[hex] & sea:
        yield f"{names} would stand in the sea at {number}"
    if len({unit.side for unit in stack}) > 1:
        yield f"units of both sides would stand in {number}: {names}"
        return
    for refusal in state.board.rules.may_stack(state, stack, hex):
        rule = f" [{refusal.rule}]" if refusal.rule else ""
        yield f"{names} in {number}: {refusal.reason}{rule}"
