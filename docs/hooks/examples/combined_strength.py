"""No more than six strength points attack together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4
b2 blue 0303 4-4
r1 red 0304 4-4
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.13"}, hook="combined_strength")
def six_at_most(
    state: GameState, combat: Combat, strengths: Mapping[str, Fraction], attacking: bool
) -> Fraction | None:
    return min(sum(strengths.values(), Fraction(0)), Fraction(6)) if attacking else None


def shown(game: Game) -> Any:
    return game.ask("odds", target=["0304"], attackers=["b1", "b2"])["ratio"]


WITH = "6-4"
WITHOUT = "8-4"
