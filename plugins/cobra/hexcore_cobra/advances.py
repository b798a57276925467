"""Advances after combat: what SPI 9.5 leaves to the common rules of the series (chapter 8.7)."""

from __future__ import annotations

from hexcore.customs import Custom
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_cobra.editions import numbers


@rule(numbers("8.7.2"), custom=Custom.HALTING)
def an_advance_may_halt() -> None:
    """Each advancing unit may halt in whichever hex of the path of retreat its owner likes."""


@rule(numbers("8.7.3"), custom=Custom.PAST_ZONES)
def zones_do_not_stop_an_advance() -> None:
    """Enemy zones of control neither stop nor hinder units that advance after combat."""


@rule(numbers("8.7.5"), custom=Custom.UNFORCED)
def advancing_is_voluntary() -> None:
    """An advance is made at once or not at all, and it is never compulsory."""


@rule(numbers("8.7.5"), hook="may_attack")
def advanced_units_rest(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    """A unit that advanced does not attack in that phase, whoever stands next to it."""
    return f"{unit.counter.name} has advanced in this phase" if state.note("advanced", unit.id) else None


@rule(numbers("8.7.5"), hook="may_be_attacked")
def advanced_defenders_are_safe(state: GameState, hex: int) -> str | None:
    """A defender that advanced is not attacked in that phase."""
    advanced = [u for u in state.at(hex) if state.note("advanced", u.id)]
    return f"{advanced[0].counter.name} has advanced in this phase" if advanced else None
