"""What the use of a Supply unit would bring, told before it is used up: whose supply it changes, and how."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping

from hexcore.actions import Action, Commit, Done
from hexcore.decisions import Decision
from hexcore.rules import Foretold, general
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_breakout_pursuit.order_of_battle import ALLIED
from hexcore_breakout_pursuit.supply import (
    SUPPLY,
    WORST_FIRST,
    SpendSupply,
    at_this_moment,
    judged_units,
    spent,
)
from hexcore_breakout_pursuit.supply_lines import word_for
from hexcore_breakout_pursuit.supply_on_defence import defended
from hexcore_breakout_pursuit.supply_told import bands

BEST_FIRST = WORST_FIRST[::-1]


@general("foretold")
def use_of_supply(state: GameState, decision: Decision, action: Action) -> Foretold | None:
    """In the judgement: how every Allied unit would be supplied. In a combat: the defenders."""
    if isinstance(decision, SpendSupply):
        if isinstance(action, Done):
            return _as_lines_lie(state)
        return _with(state, action, judged_units(state)) if _uses(action) else None
    if state.combats and _uses(action):
        return _with(state, action, defended(state, state.combat, ALLIED))
    return None


def _uses(action: Action) -> bool:
    return isinstance(action, Commit) and action.what == SUPPLY


def _as_lines_lie(state: GameState) -> Foretold:
    words = {unit.id: at_this_moment(state, unit) for unit in judged_units(state)}
    return Foretold(totals(words), words, (), bands(state, ALLIED, spent(state)), "supply.F")


def _with(state: GameState, action: Action, units: Iterable[Unit]) -> Foretold:
    assert isinstance(action, Commit)
    used, words, changes = (*spent(state), action.unit), dict[str, str](), dict[str, tuple[str, str]]()
    for unit in units:
        before = at_this_moment(state, unit)
        words[unit.id] = max(before, word_for(state, unit, used), key=WORST_FIRST.index)
        if words[unit.id] != before:
            changes[unit.id] = (before, words[unit.id])
    tally = Tally(changes.values())
    parts = [f"{number} {after} instead of {before}" for (before, after), number in tally.items()]
    text = ", ".join(parts) or "changes no unit's supply"
    return Foretold(text, words, tuple(changes), bands(state, ALLIED, used), "supply.J")


def totals(words: Mapping[str, str]) -> str:
    """`31 supplied, 9 unsupplied, 2 isolated`."""
    tally = Tally(words.values())
    parts = [f"{tally[word]} {word}" for word in BEST_FIRST if tally[word]]
    return ", ".join(parts) or "no unit to judge"
