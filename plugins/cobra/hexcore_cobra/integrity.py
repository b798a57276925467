"""Divisional integrity: divisions whole in one hex fight doubled (chapter 6.5)."""

from __future__ import annotations

from fractions import Fraction

from hexcore.events import Event, Noted
from hexcore.rules import Factor, Told, rule
from hexcore.state import Combat, GameState
from hexcore.units import Counter, Unit
from hexcore_cobra.combat import army
from hexcore_cobra.editions import also, numbers, plays
from hexcore_cobra.supply import supplied_in, supplied_now
from hexcore_cobra.supply_points import counts_as_cut_off
from hexcore_cobra.trucks import truck_mechanized

QUALIFIED = frozenset({"armor", "panzergrenadier", "armored infantry"})


@rule(numbers("6.5"))
def qualified(state: GameState, unit: Unit) -> bool:
    """Panzer, panzergrenadier and armoured divisions, and US infantry divisions on trucks, can be whole."""
    if not plays(state.board, "6.5"):
        return False
    if truck_mechanized(state, unit):
        return True
    return unit.counter.kind in QUALIFIED and bool(unit.counter.formation)


def division_of(state: GameState, unit: Unit) -> tuple[str, ...]:
    """The ids of all counters of the unit's division, itself first when it is a division alone."""
    if not unit.counter.formation or unit.counter.size == "XX":
        return (unit.id,)
    board = state.board
    divisions: dict[tuple[str, str], tuple[str, ...]] = board.once(
        "divisions", lambda: _divisions(board.counters)
    )
    return divisions[army(unit.counter), unit.counter.formation]


def _divisions(counters: dict[str, Counter]) -> dict[tuple[str, str], tuple[str, ...]]:
    """By army and name: there is a 7 Armored Division in two of them."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for counter in counters.values():
        key = (army(counter), counter.formation)
        found[key] = (*found.get(key, ()), counter.id)
    return found


def divisional(counter: Counter) -> bool:
    """Whether a unit is a division or part of one; a corps of regiments is none."""
    return counter.size == "XX" or bool(counter.formation and counter.kind != "flak")


def together(state: GameState, unit: Unit) -> bool:
    """Whether every unit of the division stands in the unit's hex."""
    return unit.hex >= 0 and all(state.units[id].hex == unit.hex for id in division_of(state, unit))


@rule(numbers("6.5.1"))
def alone(state: GameState, unit: Unit) -> bool:
    """Units of no other division may be in the hex; those of none at all may."""
    if not plays(state.board, "6.5.1"):
        return True
    own = division_of(state, unit)
    return not any(
        u.id not in own and divisional(u.counter) for u in state.at(unit.hex) if u.side == unit.side
    )


def has_integrity(state: GameState, unit: Unit) -> bool:
    """Whether the unit belongs to a division that is whole, alone in its hex, and in supply."""
    key = ("integrity", unit.id)
    return state.derived("*", key, lambda: _has_integrity(state, unit))


def _has_integrity(state: GameState, unit: Unit) -> bool:
    if not qualified(state, unit) or not together(state, unit) or not alone(state, unit):
        return False
    return in_supply(state, unit)


@rule(numbers("6.5.4"), hook="begin_phase")
def whole_as_the_phase_begins(state: GameState, phase: str) -> list[Event] | None:
    """A division must be in supply to be whole; for overruns it must be so when the phase begins."""
    now = state.board.sequence.phases[state.phase]
    if now.kind != "movement":
        return None
    whole = [u for u in state.on_map(now.side) if has_integrity(state, u)]
    return [Noted("phase", "whole", unit.id, unit.hex) for unit in whole]


def in_supply(state: GameState, unit: Unit) -> bool:
    """Supply as integrity asks for it (6.5.4)."""
    return not plays(state.board, "6.5.4") or supplied_now(state, unit)


@rule(numbers("6.5.2"), hook="strength_factors", also=also("5.5.5"))
def doubled(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """A whole division has twice its strength in combat and against overruns, not when it overruns."""
    face_value = plays(state.board, "5.5.5")
    overruns = combat.kind == "overrun" and unit.side == combat.side and face_value
    if overruns or not has_integrity(state, unit):
        return None
    if plays(state.board, "6.5.4"):
        if counts_as_cut_off(state, combat, unit) or not supplied_in(state, combat, unit):
            return None
    return Factor(Fraction(2), "divisional integrity", stage=1)


@rule(numbers("6.5"), hook="unit_told")
def told_of_integrity(state: GameState, unit: Unit) -> Told | None:
    """Whether the unit's division is whole, and if not, what it lacks (6.5.1, 6.5.4)."""
    if not qualified(state, unit):
        return None
    if has_integrity(state, unit):
        return Told("Integrity", "complete: twice its strength in combat")
    own = division_of(state, unit)
    here = sum(state.units[id].hex == unit.hex for id in own)
    if here < len(own):
        return Told("Integrity", f"none: {here} of {len(own)} units of the division are here")
    if not alone(state, unit):
        return Told("Integrity", "none: a unit of another division is in the hex")
    return Told("Integrity", "none: out of supply")
