"""In a bombardment nothing is asked: the defender loses steps, nobody moves."""

from __future__ import annotations

from typing import Any

from field_hands import attack
from sandbox import at

from hexcore.decisions import Decision
from hexcore.game import Game
from hexcore.results import EndCombat, LoseSteps
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [5], "phase": "blue-combat"}


@rule({"sandbox": "7.19"}, hook="combat_results")
def steps_only(state: GameState, combat: Combat) -> tuple[Decision, ...]:
    loss = LoseSteps(state.enemy(combat.side), "defender", int(combat.result[1]), "7.19")
    return (loss, EndCombat(combat.side, "7.19"))


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    return [game.decision.kind, at(game, "r1"), game.state.units["r1"].steps_left]


WITH = ["combat-phase", "0304", 1]
WITHOUT = ["take-result", "0304", 2]
