"""Odds: what each unit counts for in a combat and why, the column, every shift, and the results by die."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from hexcore.charts import CombatResultsTable
from hexcore.customs import Custom
from hexcore.decisions import FACES
from hexcore.rules import DieModifier, Factor, Shift, general
from hexcore.state import Combat, GameState
from hexcore.units import Unit

EACH_FACE = Fraction(1, len(FACES))
"""The chance of each face of a die."""


@dataclass(frozen=True, slots=True)
class UnitStrength:
    """One unit in a combat: printed strength, strength as used, and the factors between.

    `exact` is what it adds to its side's sum: `used`, unless fractions are added up before they are rounded.
    """

    unit: str
    printed: int
    used: int
    factors: tuple[Factor, ...]
    exact: Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """A combat weighed: strengths, the ratio's column, shifts, die modifiers, the column fought on."""

    units: tuple[UnitStrength, ...]
    attack: int
    defence: int
    column: str
    shifts: tuple[Shift, ...]
    modifiers: tuple[DieModifier, ...]
    final_column: str
    table: CombatResultsTable

    def entry(self, die: int) -> tuple[str, ...]:
        """The result of an unmodified die."""
        modified = die + sum(m.amount for m in self.modifiers)
        return self.table.entry(self.table.columns.index(self.final_column), modified)

    def outcomes(self) -> list[tuple[int, tuple[str, ...], Fraction]]:
        """Every face of one die: (die, result, probability)."""
        return [(die, self.entry(die), EACH_FACE) for die in FACES]


@general("combined_strength")
def plain_sum(
    state: GameState, combat: Combat, strengths: Mapping[str, Fraction], attacking: bool
) -> Fraction:
    """The strengths added up."""
    if not state.board.rules.holds(Custom.STRENGTHS_ADD_UP):
        return max(strengths.values(), default=Fraction(0))
    return sum(strengths.values(), Fraction(0))


def rounded(state: GameState, amount: Fraction) -> int:
    """A broken strength as a whole number."""
    return math.ceil(amount) if state.board.rules.holds(Custom.FRACTIONS_UP) else math.floor(amount)


def strength_of(state: GameState, combat: Combat, unit: Unit) -> UnitStrength:
    """A unit's strength in a combat: factors by stage, fractions rounded after each (unit by unit)."""
    printed, factors = unit.step.strength, state.board.rules.strength_factors(state, combat, unit)
    if not factors:
        return UnitStrength(unit.id, printed, printed, (), Fraction(printed))
    by_itself = state.board.rules.holds(Custom.UNIT_BY_UNIT)
    factors = sorted(factors, key=lambda f: f.stage)
    used = Fraction(next((f.value for f in factors if f.value is not None), printed))
    for stage in sorted({f.stage for f in factors}):
        for factor in factors:
            if factor.stage == stage:
                used *= factor.multiplier
        if by_itself:
            used = Fraction(rounded(state, used))
    return UnitStrength(unit.id, printed, rounded(state, used), tuple(factors), used)


def weigh(state: GameState, combat: Combat) -> Odds:
    """A combat as it stands, by the rules in force."""
    rules = state.board.rules
    attackers = [strength_of(state, combat, state.units[i]) for i in combat.attackers]
    defenders = [strength_of(state, combat, state.units[i]) for i in combat.defenders]
    attack = _side(state, combat, attackers, True)
    defence = _side(state, combat, defenders, False)
    table = rules.combat_table(state, combat)
    fixed = rules.fixed_column(state, combat)
    shifts = () if fixed else tuple(rules.combat_shifts(state, combat))
    find = table.column if rules.holds(Custom.ODDS_DOWN) else table.nearest
    column = table.columns.index(fixed) if fixed else find(attack, defence)
    final = table.clamp(column + sum(s.columns for s in shifts))
    return Odds(
        tuple(attackers + defenders),
        attack,
        defence,
        table.columns[column],
        shifts,
        tuple(rules.die_modifiers(state, combat)),
        table.columns[final],
        table,
    )


def _side(state: GameState, combat: Combat, units: list[UnitStrength], attacking: bool) -> int:
    strengths = {u.unit: u.exact for u in units}
    return rounded(state, state.board.rules.combined_strength(state, combat, strengths, attacking))
