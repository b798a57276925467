"""Rain takes one from the attacker's die."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import DieModifier, rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.16"}, hook="die_modifiers")
def rain(state: GameState, combat: Combat) -> DieModifier:
    return DieModifier(-1, "rain")


def shown(game: Game) -> Any:
    told = game.ask("odds", target=["0304"], attackers=["b1"])
    return told["outcomes"][0]["result"], told["outcomes"][-1]["result"]


WITH = ("1/0", "0/1")
WITHOUT = ("1/0", "0/2")
