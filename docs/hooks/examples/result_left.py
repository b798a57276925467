"""An attacker whose foe has gone back need not meet his own number."""

from __future__ import annotations

from typing import Any

from field_hands import attack, settle

from hexcore.actions import Choose
from hexcore.decisions import Decision
from hexcore.game import Game
from hexcore.results import EndCombat, FaceResult, TakeResult
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [2], "phase": "blue-combat"}


@rule({"sandbox": "7.30"}, hook="result_left")
def none_when_he_has_gone(state: GameState, combat: Combat, role: str, result: str) -> str | None:
    return "0" if role == "attacker" and combat.paths else None


@rule({"sandbox": "7.31"}, hook="combat_results")
def the_defender_before(state: GameState, combat: Combat) -> tuple[Decision, ...]:
    attacker, defender = combat.result
    first = TakeResult(state.enemy(combat.side), "defender", defender)
    return (first, FaceResult(combat.side, "attacker", attacker), EndCombat(combat.side))


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("1"))
    settle(game)
    return game.state.units["b1"].steps_left


WITH = 2
WITHOUT = 1
