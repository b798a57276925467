"""Retreats: where they may go and what they leave behind (SPI 9.5, chapter 8.6)."""

from __future__ import annotations

from fractions import Fraction

from hexcore.board import Board
from hexcore.customs import Custom
from hexcore.events import Event, Removed
from hexcore.retreat import strangers_at
from hexcore.rules import Factor, Mask, Rank, rule
from hexcore.stacking import friends_at
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Unit
from hexcore.zoc import open_enemy_zone
from hexcore_cobra.combat import army
from hexcore_cobra.editions import numbers


# ------------------------------------------------------------------ where
@rule({"cobra-1977": "SPI 9.5"}, hook="retreat_masks")
def not_into_an_enemy_zone(state: GameState, unit: Unit) -> Mask:
    """No unit retreats into an enemy zone of control that no friendly unit cancels."""
    return Mask("closed", "{hex} is in an enemy zone of control", open_enemy_zone(state, unit.side))


@rule(numbers("5.7.4"), hook="retreat_masks")
def not_over_the_sea(state: GameState, unit: Unit) -> Mask:
    """No retreat passes an all-sea hexside."""
    return Mask("barred", "the sea lies before {hex}", sides=sea_sides(state.board))


def sea_sides(board: Board) -> frozenset[int]:
    """The all-sea hexsides, by both their names."""
    found: frozenset[int] = board.once(
        "sea sides", lambda: frozenset(s for s, words in enumerate(board.map.sides) if "all-sea" in words)
    )
    return found


@rule(numbers("8.6.3"), hook="retreat_ranks")
def a_vacant_hex_first(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> Rank:
    """A unit retreats into and through vacant hexes while such a way is open; fellows do not fill a hex."""
    held = [hex for hex in path if strangers_at(state, combat, unit.side, hex)]
    if not held:
        return Rank(0, "")
    number = state.board.map.numbers[held[0]]
    return Rank(1, f"friendly units stand in {number}, and {unit.counter.name} has a vacant way")


@rule(numbers("8.8.2"), hook="retreat_ranks")
def the_other_army_last(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> Rank:
    """A retreat ends among units of the other army only where no other way is left."""
    friends = friends_at(state, unit.side, path[-1], (unit.id,))
    mixed = [u for u in friends if army(u.counter) != army(unit.counter)]
    if not mixed:
        return Rank(0, "")
    name, number = mixed[0].counter.name, state.board.map.numbers[path[-1]]
    return Rank(1, f"{name} of the other army stands in {number}, and there is another way")


@rule(numbers("8.6.4"), custom=Custom.THROUGH_FRIENDS)
def through_friends() -> None:
    """A retreat may pass through friendly units, which are not disturbed and stay where they are."""


@rule(numbers("8.6.7"), custom=Custom.GAINING_DISTANCE)
def a_retreat_gains_distance() -> None:
    """A retreat of so many hexes ends so many hexes away; what cannot be retreated is paid in steps."""


# ------------------------------------------------------------------ among friends
def helpless(state: GameState, unit: Unit) -> bool:
    """Whether a unit stands among friends it had to retreat to in this phase."""
    return unit.hex >= 0 and state.note("retreated among", unit.id) == unit.hex


@rule(numbers("8.6.5"), hook="strength_factors")
def retreated_units_do_not_help(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """A unit that had to retreat among friends adds nothing to their defense."""
    if unit.side == combat.side or not helpless(state, unit):
        return None
    return Factor(Fraction(0), "it retreated into this hex")


@rule(numbers("8.6.5"), hook="result_falls")
def retreated_units_fall(state: GameState, combat: Combat) -> list[Event] | None:
    """If those friends then lose a step or retreat it is eliminated, which meets nothing of their result."""
    if combat.result[1] == "0":
        return None
    lost = [id for id in combat.defenders if helpless(state, state.units[id])]
    return [Removed(id, ELIMINATED.name, why="it had retreated among the defenders") for id in lost]
