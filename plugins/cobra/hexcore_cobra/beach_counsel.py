"""Counsel for computer players on the beaches: in which hex to land, and which steps to give up against it.

Nothing here is a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from hexcore.actions import Action, Commit, Place
from hexcore.decisions import FACES, Decision
from hexcore.results import ALL
from hexcore.rules import general
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_cobra.beach_defense import REACH, BeachCommitment
from hexcore_cobra.beaches import beach_of, hexes_of
from hexcore_cobra.charts import combat_results
from hexcore_cobra.landing import LandingDeployment
from hexcore_cobra.landing_attrition import final_column
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.paratroops import is_paratroop

Chances = dict[int, Fraction]
"""How likely each number of steps lost is."""
STEP_AND_SHIFT = 1.7
"""What a step lost in landing is worth to the Germans: itself, and the column it costs attacks from there."""
BEACH = 8.0
"""What the points for an abandoned beach are worth in steps, besides all units on it."""
ASHORE, OBSERVED, TOGETHER = 5.0, 0.3, 0.3
"""What landing in a hex is worth, less for each German unit near by, more beside units of its division."""


@general("answer_worth")
def on_the_beaches(state: GameState, decision: Decision, action: Action) -> float | None:
    """Where to land, and how many steps to give up for a beach."""
    if isinstance(action, Place) and isinstance(decision, LandingDeployment):
        return _ashore(state, state.units[action.unit], action.hex)
    if isinstance(action, Commit) and isinstance(decision, BeachCommitment) and action.hex is not None:
        return _defense_worth(state, action, action.hex)
    return None


def _ashore(state: GameState, unit: Unit, hex: int) -> float:
    distance, formation = state.board.map.distance, unit.counter.formation
    watching = sum(distance(other.hex, hex) <= REACH for other in state.on_map(GERMAN))
    fellows = sum(bool(formation) and other.counter.formation == formation for other in state.at(hex))
    return ASHORE - OBSERVED * watching + TOGETHER * fellows


# ------------------------------------------------------------------ steps against a beach
def _defense_worth(state: GameState, commit: Commit, hex: int) -> float:
    """What the steps committed gain over none: losses in the hex, the chance that the beach is given up."""
    unit = state.units[commit.unit]
    here = [u for u in state.at(hex) if u.side == ALLIED]
    more = sum(float(expected(state, u, commit.amount) - expected(state, u, 0)) for u in here)
    beach = landed_on(state, beach_of(state.board, hex))
    likelier = float(failing(state, beach, hex, commit.amount) - failing(state, beach, hex, 0))
    at_stake = BEACH + sum(state.board.rules.unit_worth(state, u) for u in beach)
    return STEP_AND_SHIFT * more + likelier * at_stake - _price(state, unit, commit.amount)


def _price(state: GameState, unit: Unit, steps: int) -> float:
    """What a German unit is worth less by so many steps."""
    worth, after = state.board.rules.unit_worth, unit.with_losses(unit.losses + steps)
    return worth(state, unit) - (worth(state, after) if after.steps_left > 0 else 0.0)


def landed_on(state: GameState, beach: str) -> list[Unit]:
    """The units that came from the sea onto a beach."""
    units = (unit for hex in hexes_of(state.board, beach) for unit in state.at(hex) if unit.side == ALLIED)
    return [unit for unit in units if not is_paratroop(unit.counter)]


def losses(state: GameState, unit: Unit, more: int) -> Chances:
    """What the die will cost a unit, with so many steps *more* committed against it."""
    results, found = combat_results(), Chances()
    column = results.clamp(final_column(state, unit) + more)
    for die in FACES:
        result = results.entry(column, die)[1]
        steps = unit.steps_left if result == ALL else min(int(result), unit.steps_left)
        found[steps] = found.get(steps, Fraction(0)) + Fraction(1, len(FACES))
    return found


def expected(state: GameState, unit: Unit, more: int) -> Fraction:
    """The steps a unit may be expected to lose."""
    return sum((steps * chance for steps, chance in losses(state, unit, more).items()), Fraction(0))


def failing(state: GameState, units: Iterable[Unit], hex: int, more: int) -> Fraction:
    """The chance that a beach is given up, with so many steps more committed to one of its hexes."""
    units, total = tuple(units), Chances({0: Fraction(1)})
    for unit in units:
        own = losses(state, unit, more if unit.hex == hex else 0)
        after = Chances()
        for lost, chance in total.items():
            for steps, other in own.items():
                after[lost + steps] = after.get(lost + steps, Fraction(0)) + chance * other
        total = after
    landed = sum(unit.steps_left for unit in units)
    return sum((chance for lost, chance in total.items() if 2 * lost > landed), Fraction(0))
