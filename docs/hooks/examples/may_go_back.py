"""A unit in 0304 has orders to stand: its number is met in steps."""

from __future__ import annotations

from typing import Any

from field_hands import attack
from sandbox import at

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [4], "phase": "blue-combat"}


@rule({"sandbox": "7.32"}, hook="may_go_back")
def stand_fast(state: GameState, combat: Combat, role: str, points: int, hexes: int) -> str | None:
    return "it has orders to stand" if role == "defender" else None


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    return [at(game, "r1"), game.state.units["r1"].steps_left, game.decision.kind]


WITH = ["0304", 1, "combat-phase"]
WITHOUT = ["0304", 2, "take-result"]
