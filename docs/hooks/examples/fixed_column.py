"""A surprise attack is resolved at 4 to 1, whatever the odds."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.17"}, hook="fixed_column")
def surprise(state: GameState, combat: Combat) -> str | None:
    return "4-1" if state.turn == 1 else None


def shown(game: Game) -> Any:
    return game.ask("odds", target=["0304"], attackers=["b1"])["column"]


WITH = "4-1"
WITHOUT = "1-1"
