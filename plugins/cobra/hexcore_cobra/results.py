"""Combat results (SPI 9.5), and the steps units have (SPI 3.31, 8.5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hexcore.advance import AdvanceAfterCombat
from hexcore.charts import CombatResultsTable
from hexcore.customs import Custom
from hexcore.decisions import Decision
from hexcore.results import EndCombat, TakeResult
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Counter
from hexcore_cobra.charts import combat_results
from hexcore_cobra.editions import numbers

RESULTS = "SPI 9.5"


@rule({"cobra-1977": "SPI 9.5.table"}, hook="combat_table")
def the_table(state: GameState, combat: Combat) -> CombatResultsTable:
    """One die in fourteen columns, 1-5 to 10-1."""
    return combat_results()


@rule({"cobra-1977": RESULTS}, hook="combat_results")
def defender_first(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """The defender meets his number, then the attacker his, in steps, hexes or both; the winner advances."""
    if combat.kind != "attack":
        return None
    attacker, defender = combat.result
    enemy = state.enemy(combat.side)
    return (
        TakeResult(enemy, "defender", defender, RESULTS),
        TakeResult(combat.side, "attacker", attacker, RESULTS),
        AdvanceAfterCombat(combat.side, "attacker", RESULTS),
        AdvanceAfterCombat(enemy, "defender", RESULTS),
        EndCombat(combat.side, RESULTS),
    )


@rule({"cobra-1977": "SPI 3.31"}, custom=Custom.STEP_BY_STEP)
def a_loss_turns_the_counter() -> None:
    """Most units have a weaker back: the first step lost turns the counter over, the last one removes it."""


@rule(numbers("8.5.4"))
def counters_as_played(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """Most Allied infantry divisions have four steps; without the case they have the two of their counter."""
    if not off & {"8.5.4", "TNC 8.5.4"}:
        return counters
    return {id: replace(c, steps=c.steps[:2]) for id, c in counters.items()}
