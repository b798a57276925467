"""Stacking: whether units may stand together in a hex."""

from __future__ import annotations

from collections.abc import Iterable

from hexcore.rules import Refusal
from hexcore.state import GameState
from hexcore.units import Side, Unit


def friends_at(state: GameState, side: Side, hex: int, besides: Iterable[str] = ()) -> tuple[Unit, ...]:
    """The units of a side in a hex, but for some."""
    stack = state.stacks.get(hex)
    if stack is None:
        return ()
    apart, units = set(besides), state.units
    return tuple([units[i] for i in stack if i not in apart and units[i].counter.side == side])


def stack_refusal(state: GameState, units: tuple[Unit, ...], hex: int) -> Refusal | None:
    """Why *units* may not end in a hex together with the friends already there; None when they may."""
    friends = friends_at(state, units[0].side, hex, [u.counter.id for u in units])
    if not friends and len(units) == 1:
        return None
    return next(iter(state.board.rules.may_stack(state, (*friends, *units), hex)), None)


def overstacked(state: GameState, side: Side) -> list[tuple[int, Refusal]]:
    """Every hex where a side stands in excess of the stacking limits, with the rule."""
    found = []
    for hex, stack in state.stacks.items():
        if len(stack) > 1 and state.units[stack[0]].side == side:
            units = tuple(state.units[i] for i in stack)
            found += [(hex, refusal) for refusal in state.board.rules.may_stack(state, units, hex)[:1]]
    return sorted(found)
