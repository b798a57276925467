"""Retreats: where they may go, who goes along and what they leave behind (chapter 8.6; SPI 9.5)."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction

from hexcore.customs import Custom
from hexcore.events import Event, Noted, Removed
from hexcore.retreat import strangers_at
from hexcore.rules import Factor, Mask, Rank, Refusal, rule
from hexcore.stacking import friends_at, stack_refusal
from hexcore.state import Combat, GameState
from hexcore.units import ELIMINATED, Side, Unit
from hexcore.zoc import enemy_zone, occupied, open_enemy_zone
from hexcore_cobra.combat import army
from hexcore_cobra.editions import numbers
from hexcore_cobra.friedenthal import is_the_battalion, no_zone
from hexcore_cobra.ground import sea_sides
from hexcore_cobra.order_of_battle import DELAY
from hexcore_cobra.trucks import split

AMONG = "retreated among"


# ------------------------------------------------------------------ where
@rule({"cobra-1977": "SPI 9.5"}, hook="retreat_masks")
def not_into_an_enemy_zone(state: GameState, unit: Unit) -> Mask:
    """No unit retreats into an enemy zone of control that no friendly unit cancels."""
    return Mask("closed", "{hex} is in an enemy zone of control", open_enemy_zone(state, unit.side))


@rule({"cobra": "8.6.1"}, hook="retreat_masks")
def past_no_enemy(state: GameState, unit: Unit) -> list[Mask]:
    """No unit retreats into or through enemy units, nor their zones where no fit friend stands."""
    enemies = occupied(state, state.enemy(unit.side))
    zone = no_zone(state) if is_the_battalion(state, unit) else zone_against_retreats(state, unit.side)
    return [
        Mask("closed", "an enemy unit stands in {hex}", enemies),
        Mask("closed", "{hex} is in an enemy zone of control", zone),
    ]


def zone_against_retreats(state: GameState, side: Side) -> bytes:
    """The enemy's zone less the hexes where a unit cancels it that is no HQ and no delay unit."""
    return state.derived("units", ("zone against retreats", side), lambda: _uncancelled(state, side))


def _uncancelled(state: GameState, side: Side) -> bytes:
    zone = bytearray(open_enemy_zone(state, side))
    for unit in state.on_map(side):
        if unit.counter.kind == DELAY and enemy_zone(state, side)[unit.hex]:
            others = friends_at(state, side, unit.hex)
            fit = (u for u in others if u.counter.kind != DELAY and state.board.rules.negates_zone(state, u))
            zone[unit.hex] = not any(fit)
    return bytes(zone)


@rule({"cobra": "8.6.2"}, custom=Custom.APART)
def the_owner_moves_his_units() -> None:
    """A player moves his own retreating units, those of a stack in different directions if he likes."""


@rule(numbers("5.7.4"), hook="retreat_masks")
def not_over_the_sea(state: GameState, unit: Unit) -> Mask:
    """No retreat passes an all-sea hexside."""
    return Mask("barred", "the sea lies before {hex}", sides=sea_sides(state.board))


@rule(numbers("8.6.3"), hook="retreat_ranks")
def a_vacant_hex_first(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> Rank:
    """A unit retreats into and through vacant hexes while such a way is open; fellows do not fill a hex."""
    held = [hex for hex in path if strangers_at(state, combat, unit.side, hex)]
    if not held:
        return Rank(0, "")
    number = state.board.map.numbers[held[0]]
    return Rank(1, f"friendly units stand in {number}, and {unit.counter.name} has a vacant way")


@rule(numbers("8.6.3"), hook="may_pass")
def within_stacking_on_the_way(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    """The stacking limits hold in every hex of a retreat."""
    full = stack_refusal(state, units, hex)
    return f"on the way {full.reason}" if full is not None else None


@rule(numbers("8.6.3"), hook="crowded_out")
def no_room_no_unit(state: GameState, unit: Unit, combat: Combat) -> bool:
    """A unit that could go back only beyond the stacking limits is eliminated, while others go."""
    return True


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


@rule({"cobra": "8.6.4"}, hook="may_go_along", wrapper=True)
def bystanders_may_join(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> Generator[None, list[Refusal], list[Refusal]]:
    """Units that had no part in the combat may join the retreating stack anywhere on its path."""
    refusals = yield
    return [found for found in refusals if found.rule]


@rule({"cobra": "8.8.2"}, hook="may_go_along")
def nobody_joins_the_other_army(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """Who goes along does so by choice, and so not to where it would stand with the other army."""
    losers = combat.attackers if units[0].side == combat.side else combat.defenders
    gone = [state.units[id] for id in losers if state.units[id].hex >= 0]
    there = [*friends_at(state, units[0].side, path[-1]), *gone[:1], *units]
    mixed = next((u for u in there if army(u.counter) != army(units[0].counter)), None)
    return f"{mixed.counter.name} is of the other army" if mixed is not None else None


@rule({"cobra": "5.8.4"}, hook="may_go_along")
def regiments_on_trucks_go_together(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> str | None:
    """Regiments that share a truck marker go along together or not at all."""
    return split(state, units)


@rule(numbers("8.6.7"), custom=Custom.GAINING_DISTANCE)
def a_retreat_gains_distance() -> None:
    """A retreat of so many hexes ends so many hexes away; what cannot be retreated is paid in steps."""


# ------------------------------------------------------------------ among friends
def helpless(state: GameState, unit: Unit) -> bool:
    """Whether a unit stands among friends it had to retreat to in this phase."""
    return unit.hex >= 0 and state.note(AMONG, unit.id) == unit.hex


@rule({"cobra": "8.6.5"}, hook="retreated")
def helpless_for_the_player_turn(
    state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat
) -> list[Event] | None:
    """Driven among friends by an overrun, a unit is still no help in the combat phase that follows."""
    return [Noted("player-turn", AMONG, unit.id, unit.hex)] if helpless(state, unit) else None


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
