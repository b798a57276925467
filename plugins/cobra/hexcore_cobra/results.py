"""Combat results and the steps they cost (chapter 8.5 and 21.0; SPI 9.5, 3.31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hexcore.advance import AdvanceAfterCombat, Role
from hexcore.board import Board
from hexcore.charts import CombatResultsTable
from hexcore.customs import Custom
from hexcore.decisions import Decision
from hexcore.events import Event, Noted, Steps
from hexcore.results import EndCombat, FaceResult, TakeResult, lose_step
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Counter, Unit
from hexcore_cobra.advances import victors_advance
from hexcore_cobra.charts import combat_results, combat_results_1977
from hexcore_cobra.editions import cite, expanded, numbers, plays

RESULTS = "SPI 9.5"
HIT = "hit in combat"
MOST_HEXES_ALONE = 2
"""A number above this costs at least one step."""


@rule({"cobra": "8.5.1", "cobra-1977": "SPI 9.5.table"}, hook="combat_table")
def the_table(state: GameState, combat: Combat) -> CombatResultsTable:
    """One die in fourteen columns, 1-5 to 10-1."""
    return combat_results() if expanded(state.board) else combat_results_1977()


def met_in_turn(state: GameState, combat: Combat) -> tuple[Decision, ...]:
    """The questions by which both sides meet their numbers, in the order of the edition played."""
    attacker, defender = combat.result
    enemy, number = state.enemy(combat.side), cite(state.board, "8.5.6")
    if not attacker_first(state.board):
        return (
            TakeResult(enemy, "defender", defender, number),
            TakeResult(combat.side, "attacker", attacker, number),
        )
    return (
        TakeResult(combat.side, "attacker", attacker, number),
        FaceResult(enemy, "defender", defender, number),
    )


@rule({"cobra": "8.5.7"})
def attacker_first(board: Board) -> bool:
    """Of a split result the attacker meets his part first."""
    return expanded(board) and plays(board, "8.5.7") and board.option("split-results") == "attacker-first"


def advances(state: GameState, combat: Combat) -> tuple[Decision, ...]:
    """The questions that close an attack: who advances, and its end."""
    enemy, number = state.enemy(combat.side), cite(state.board, "8.7.1")
    if not victors_advance(state.board):
        return (EndCombat(combat.side, cite(state.board, "8.5.1")),)
    return (
        AdvanceAfterCombat(combat.side, "attacker", number),
        AdvanceAfterCombat(enemy, "defender", number),
        EndCombat(combat.side, cite(state.board, "8.5.1")),
    )


@rule({"cobra-1977": RESULTS}, hook="combat_results")
def defender_first(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """The defender meets his number, then the attacker his, in steps, hexes or both; the winner advances."""
    return (*met_in_turn(state, combat), *advances(state, combat)) if combat.kind == "attack" else None


@rule({"cobra": "8.5.1"}, hook="combat_results")
def steps_or_hexes(state: GameState, combat: Combat) -> tuple[Decision, ...] | None:
    """Each side meets its number in steps, hexes or both; then the winner advances."""
    return (*met_in_turn(state, combat), *advances(state, combat)) if combat.kind == "attack" else None


@rule({"cobra": "8.5.5"}, custom=Custom.ALL_LOST)
def e_takes_every_step() -> None:
    """An `e` takes all steps of the attackers, and nobody retreats instead."""


# ------------------------------------------------------------------ what must be lost
def mandatory(board: Board) -> bool:
    """Whether some losses are mandatory, or both sides choose freely as in 1977."""
    return board.option("mandatory-losses") == "printed"


@rule({"cobra": "8.5.6"}, hook="may_go_back")
def a_step_must_be_lost(state: GameState, combat: Combat, role: Role, points: int, hexes: int) -> str | None:
    """The attacker loses a step of any number, and so does the defender of a number above two."""
    if hexes < points or not mandatory(state.board):
        return None
    if role == "attacker":
        return "the attacker loses at least one step"
    return "of a number above two at least one step is lost" if points > MOST_HEXES_ALONE else None


@rule({"cobra": "21.added.1"}, hook="may_go_back")
def overrunners_lose_a_step(
    state: GameState, combat: Combat, role: Role, points: int, hexes: int
) -> str | None:
    """Overrunning units take the first point against them as a step, in a split result too."""
    if hexes < points or role != "attacker" or combat.kind != "overrun":
        return None
    return "units that overrun take their first loss as a step"


@rule({"cobra": "8.5.6"}, hook="result_left")
def a_retreat_spares_the_defender(state: GameState, combat: Combat, role: Role, result: str) -> str | None:
    """When the attacker goes back at least one hex, the defender's number is one less."""
    if role != "defender" or not result.isdigit() or not mandatory(state.board):
        return None
    gone = any(state.note("retreated", id) == combat.id for id in combat.attackers)
    return str(max(int(result) - 1, 0)) if gone else None


@rule({"cobra": "21.added.3"}, hook="may_lose")
def losses_are_spread(state: GameState, unit: Unit, combat: Combat) -> str | None:
    """No unit loses a second step in a combat before every other of its side there has lost one."""
    if state.note(HIT, unit.id) != combat.id:
        return None
    fellows = combat.attackers if unit.side == combat.side else combat.defenders
    spared = [id for id in fellows if state.units[id].hex >= 0 and state.note(HIT, id) != combat.id]
    return f"{state.board.name(spared[0])} has not lost a step in this combat yet" if spared else None


@rule({"cobra": "21.added.3"}, hook="lost_step")
def who_was_hit(state: GameState, unit: Unit, combat: Combat | None) -> list[Event] | None:
    """Who has lost a step in a combat is kept until the phase ends."""
    return [Noted("phase", HIT, unit.id, combat.id)] if combat is not None else None


# ------------------------------------------------------------------ steps
@rule({"cobra-1977": "SPI 3.31"}, custom=Custom.STEP_BY_STEP)
def a_loss_turns_the_counter() -> None:
    """Most units have a weaker back: the first step lost turns the counter over, the last one removes it."""


@rule({"cobra": "8.5.3"}, custom=Custom.STEP_BY_STEP)
def the_back_of_the_counter() -> None:
    """Regiments, brigades and some static divisions have two steps: the first loss turns the counter."""


@rule({"cobra": "8.5.2"})
def single_steps(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """Battalions, delay units and headquarters have one step; without the case each has a second like it."""
    if "8.5.2" not in off:
        return counters
    return {id: replace(c, steps=2 * c.steps) if len(c.steps) == 1 else c for id, c in counters.items()}


@rule(numbers("8.5.4"))
def counters_as_played(counters: Mapping[str, Counter], off: frozenset[str]) -> Mapping[str, Counter]:
    """Most Allied infantry divisions have four steps; without the case they have the two of their counter."""
    counters = single_steps(counters, off)
    if not off & {"8.5.4", "TNC 8.5.4"}:
        return counters
    return {id: replace(c, steps=c.steps[:2]) for id, c in counters.items()}


# ------------------------------------------------------------------ outside combat
def steps_removed(state: GameState, id: str, steps: int, why: str) -> Steps:
    """A unit loses so many steps, or as many as it has, one after the other, outside any combat."""
    for _ in range(min(steps, state.units[id].steps_left)):
        for event in lose_step(state, id, why):
            state = yield event
        for event in state.board.rules.lost_step(state, state.units[id], None):
            state = yield event
    return state
