"""Disengagement: leaving an enemy zone in movement (chapter 5.6, 7.3)."""

from __future__ import annotations

from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_cobra.editions import numbers, plays
from hexcore_cobra.friedenthal import zone_against
from hexcore_cobra.movement import on_a_raid
from hexcore_cobra.order_of_battle import GERMAN
from hexcore_cobra.overruns import overrunning
from hexcore_cobra.zones_of_control import began_in_zone

EXTRA = 4
"""Half-points that leaving a zone costs beyond the hex entered."""
COVER = frozenset({"light-forest", "heavy-forest"})


def leaving(state: GameState, unit: Unit) -> bool:
    """Whether the unit is still where it began, in an enemy zone, and may leave it."""
    still = state.note("from", unit.id) is None
    return still and unit.hex >= 0 and bool(zone_against(state, unit)[unit.hex])


@rule(numbers("5.6.1"), hook="movement_masks")
def leaving_costs_two(state: GameState, unit: Unit) -> Mask | None:
    """A unit may leave an enemy zone in movement for two points beyond the cost of the hex."""
    if not leaving(state, unit) or not plays(state.board, "7.3") or on_a_raid(state, unit):
        return None
    return Mask("leave", "leaving an enemy zone costs two points more", points=EXTRA)


@rule(numbers("7.3"), hook="movement_masks")
def held_in_a_zone(state: GameState, unit: Unit) -> Mask | None:
    """A unit leaves an enemy zone only by combat, overrun or disengagement."""
    if not leaving(state, unit) or plays(state.board, "5.6.1"):
        return None
    told = f"{unit.counter.name} stands in an enemy zone of control and may not leave it"
    return Mask("held", f"{told}: disengagement is off in this game")


@rule(numbers("5.6.2"), hook="movement_masks")
def into_the_open(state: GameState, unit: Unit) -> Mask | None:
    """A unit that disengages goes to a hex free of enemy zones, and enters none again in that phase."""
    if unit.hex < 0 or not began_in_zone(state, unit) or overrunning(state, unit) or on_a_raid(state, unit):
        return None
    reason = f"{{hex}} is in an enemy zone of control, and {unit.counter.name} began in one"
    return Mask("closed", reason, zone_against(state, unit))


def in_zone(state: GameState, unit: Unit) -> bool:
    """Whether the unit stands in an enemy zone, from which the one hex every unit may move does not help."""
    return bool(zone_against(state, unit)[unit.hex]) and not on_a_raid(state, unit)


@rule(numbers("5.6.3"), hook="may_move_at_least")
def only_if_paid(state: GameState, unit: Unit, hex: int) -> str | None:
    """A unit disengages only if it has the points; the one hex every unit may move does not help it."""
    if not in_zone(state, unit) or under_cover(state, unit):
        return None
    return f"{unit.counter.name} has not the points to disengage"


@rule(numbers("5.6.4"))
def under_cover(state: GameState, unit: Unit) -> bool:
    """A German unit in bocage, light or heavy forest may disengage whatever its points."""
    return unit.side == GERMAN and covered(state, unit.hex) and plays(state.board, "5.6.4")


@rule(numbers("5.6.4"), hook="may_move_at_least")
def from_cover_to_cover(state: GameState, unit: Unit, hex: int) -> str | None:
    """It goes one hex, into bocage, light or heavy forest too, and never from zone to zone."""
    if not in_zone(state, unit) or not under_cover(state, unit) or not plays(state.board, "5.6.3"):
        return None
    number = state.board.map.numbers[hex]
    if zone_against(state, unit)[hex]:
        return f"{number} is in an enemy zone of control, as {unit.counter.name} is now"
    if not covered(state, hex):
        return f"{number} is no bocage and no forest, and {unit.counter.name} has not the points to disengage"
    return None


def covered(state: GameState, hex: int) -> bool:
    """Whether a hex has bocage, light or heavy forest."""
    game_map = state.board.map
    return "bocage" in game_map.features[hex] or bool(COVER & game_map.terrain[hex])
