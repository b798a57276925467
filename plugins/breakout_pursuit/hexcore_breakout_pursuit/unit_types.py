"""What a counter says of its unit: type, size, values, and what the rules make of them."""

from __future__ import annotations

from fractions import Fraction

from hexcore.rules import Factor, Refusal, general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit
from hexcore_breakout_pursuit.order_of_battle import COMBAT, MARKERS, MECHANIZED, MOTORIZED, NON_COMBAT

NON_MECHANIZED = "non-mechanized"
DIVISION = "XX"
NO_UNITS = MARKERS | {"hidden"}
"""Kinds of counters that are no units; the enemy sees an airdrop marker from behind."""


def is_combat(unit: Unit) -> bool:
    """Whether a unit fights and has a zone of control: no Non-Combat unit, no marker."""
    return COMBAT in unit.counter.traits


def is_mechanized(unit: Unit) -> bool:
    """Whether the counter shows a mechanized unit."""
    return MECHANIZED in unit.counter.traits


def is_motorized(unit: Unit) -> bool:
    """Whether the counter shows Allied motorized infantry, or a truck."""
    return MOTORIZED in unit.counter.traits


def is_non_combat(unit: Unit) -> bool:
    """Whether a unit is one of the Allied Non-Combat units."""
    return unit.counter.kind in NON_COMBAT


def is_unit(unit: Unit) -> bool:
    """Whether a counter is a unit at all: no marker, seen from whichever side."""
    return unit.counter.kind not in NO_UNITS


def called(unit: Unit) -> str:
    """What a refusal calls a unit: its name, and the values of a combat unit that the name does not tell."""
    name, values = unit.counter.name or unit.counter.kind, f"{unit.step.strength}-{unit.step.movement}"
    return name if not is_combat(unit) or values in name.split() else f"{name} ({values})"


@rule({"breakout-pursuit": "terms.unit_type"})
def class_of(state: GameState, unit: Unit) -> str:
    """The class of a unit, read off its type symbol; empty where no class is known."""
    rules = state.board.rules
    if not rules.active("terms.unit_type") or not (is_combat(unit) or is_non_combat(unit)):
        return ""
    if moves_as_mechanized(state, unit):
        return MECHANIZED
    return NON_MECHANIZED if moves_as_non_mechanized(state, unit) else ""


@rule({"breakout-pursuit": "terms.mechanized"})
def moves_as_mechanized(state: GameState, unit: Unit) -> bool:
    """Armour and armoured infantry are mechanized."""
    return is_mechanized(unit) and state.board.rules.active("terms.mechanized")


@rule({"breakout-pursuit": "terms.non_mechanized"})
def moves_as_non_mechanized(state: GameState, unit: Unit) -> bool:
    """Infantry of every sort is not, motorized infantry, paratroops and airlanding units among it."""
    return is_mechanized(unit) or state.board.rules.active("terms.non_mechanized")


@rule({"breakout-pursuit": "terms.unit_size"})
def is_division(state: GameState, unit: Unit) -> bool:
    """Whether a unit is of division size: bridgeheads and exits count divisions. A battlegroup is none."""
    return unit.counter.size == DIVISION or not state.board.rules.active("terms.unit_size")


@rule({"breakout-pursuit": "terms.combat_strength"})
def printed_strength() -> None:
    """The upper number of a counter is its basic strength in attack and defence."""


@general("strength_factors")
def all_alike(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    """Without the printed strengths one combat unit is as good as another."""
    if state.board.rules.active("terms.combat_strength") or not is_combat(unit):
        return None
    return Factor(Fraction(1), "no printed strength", value=1)


# ------------------------------------------------------------------ markers are no units
@general("defends")
def markers_defend_nothing(state: GameState, unit: Unit) -> bool | None:
    """A marker in a hex attacked has no part in the combat."""
    return None if is_unit(unit) else False


@general("may_be_attacked")
def markers_are_not_attacked(state: GameState, hex: int) -> Refusal | None:
    """A hex with nothing but airdrop markers is not attacked."""
    stack = state.at(hex)
    if not stack or any(u.counter.kind not in NO_UNITS - {"delay"} for u in stack):
        return None
    return Refusal("", f"only an airdrop marker lies in {state.board.map.numbers[hex]}")
