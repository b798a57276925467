"""Disengagement: leaving an enemy zone in movement (chapter 5.6, 7.3)."""

from __future__ import annotations

from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import enemy_zone
from hexcore_cobra.editions import numbers, plays
from hexcore_cobra.overruns import overrunning
from hexcore_cobra.zones_of_control import began_in_zone

EXTRA = 4
"""Half-points that leaving a zone costs beyond the hex entered."""


def leaving(state: GameState, unit: Unit) -> bool:
    """Whether the unit is still where it began, in an enemy zone, and may leave it."""
    still = state.note("from", unit.id) is None
    return still and unit.hex >= 0 and bool(enemy_zone(state, unit.side)[unit.hex])


@rule(numbers("5.6.1"), hook="movement_masks")
def leaving_costs_two(state: GameState, unit: Unit) -> Mask | None:
    """A unit may leave an enemy zone in movement for two points beyond the cost of the hex."""
    if not leaving(state, unit) or not plays(state.board, "7.3"):
        return None
    return Mask("leave", "leaving an enemy zone costs two points more", points=EXTRA)


@rule(numbers("7.3"), hook="movement_masks")
def held_in_a_zone(state: GameState, unit: Unit) -> Mask | None:
    """A unit leaves an enemy zone only by combat, overrun or disengagement."""
    if not leaving(state, unit) or plays(state.board, "5.6.1"):
        return None
    return Mask("held", f"{unit.counter.name} stands in an enemy zone of control and may not leave it")


@rule(numbers("5.6.2"), hook="movement_masks")
def into_the_open(state: GameState, unit: Unit) -> Mask | None:
    """A unit that disengages goes to a hex free of enemy zones, and enters none again in that phase."""
    if unit.hex < 0 or not began_in_zone(state, unit) or overrunning(state, unit):
        return None
    reason = f"{{hex}} is in an enemy zone of control, and {unit.counter.name} began in one"
    return Mask("closed", reason, enemy_zone(state, unit.side))


@rule(numbers("5.6.3"))
def only_if_paid() -> None:
    """A unit disengages only if it has the points; the one hex every unit may move does not help it."""
