"""Which units of a stack a click means: the one clicked, with Shift the stack, with Ctrl its division."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from hexcore.state import GameState
from hexcore_gui.choices import Choices


def meant_units(state: GameState, unit: str, ids: list[str], keys: Qt.KeyboardModifier) -> list[str]:
    """Of the units of a hex those that a click on one of them is about."""
    own = [i for i in ids if state.units[i].side == state.units[unit].side]
    if keys & Qt.KeyboardModifier.ShiftModifier:
        return own
    if keys & Qt.KeyboardModifier.ControlModifier:
        formation = state.units[unit].counter.formation
        return [i for i in own if state.units[i].counter.formation == formation]
    return [unit]


def picked_group(
    choices: Choices, state: GameState, unit: str, ids: list[str], keys: Qt.KeyboardModifier
) -> tuple[str, ...] | None:
    """The units of one choice that a click on a stack picks (*ids* with the top unit first); None: no choice
    with a hex is about any of them.
    """
    groups = list(choices.units_to_pick())
    able = [i for i in ids if any(i in group for group in groups)]
    if not able:
        return None
    meant = unit if unit in able else able[0]
    wanted = set(meant_units(state, meant, able, keys))
    alike = (g for g in groups if set(g) == wanted), (g for g in groups if meant in g)
    return next(alike[0], None) or min(alike[1], key=len)
