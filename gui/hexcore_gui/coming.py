"""Who comes in which turn, and who should go: in the words of the turn track and of the list of arrivals."""

from __future__ import annotations

from collections.abc import Iterable

from hexcore.rules import Due
from hexcore.state import GameState
from hexcore_gui.stage import Stage

MOST_TOLD = 12


def due(state: GameState) -> list[Due]:
    """Everything due, of units that this window may see."""
    return [one for one in state.board.rules.due_units(state) if one.unit in state.units]


def by_turn(found: Iterable[Due]) -> dict[int, list[Due]]:
    """By the turn they are due in; those that leave after those that come."""
    turns: dict[int, list[Due]] = {}
    for one in sorted(found, key=lambda d: (d.turn, d.leaves)):
        turns.setdefault(one.turn, []).append(one)
    return turns


def told(stage: Stage, found: list[Due]) -> list[str]:
    """Units due in one turn, a line for each place they come to, or for each reason to go, with its rule."""
    groups: dict[tuple[bool, str, str], list[str]] = {}
    for one in found:
        groups.setdefault((one.leaves, one.where, one.rule), []).append(stage.unit_name(one.unit))
    lines = []
    for (leaves, where, rule), names in groups.items():
        more = f" and {len(names) - MOST_TOLD} more" if len(names) > MOST_TOLD else ""
        what = "Should go" if leaves else "Due"
        place = f" · {where}" if where else ""
        by = f" ({stage.cited(rule)})" if rule else ""
        lines.append(f"{what}: {', '.join(names[:MOST_TOLD])}{more}{place}{by}")
    return lines


def span(stage: Stage, turn: int) -> str:
    """A turn with its days, as the track has them."""
    days = stage.presentation.track_look("turn").words.get(str(turn), "")
    return f"turn {turn}, {days}" if days else f"turn {turn}"
