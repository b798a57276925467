"""Of several shifts the best for each side alone counts."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import Shift, rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.15"}, hook="shifts_that_count")
def the_greatest(state: GameState, combat: Combat, shifts: list[Shift]) -> list[Shift]:
    return [max(shifts, key=lambda shift: abs(shift.columns))]


@rule({"sandbox": "7.14"}, hook="combat_shifts")
def ground_and_works(state: GameState, combat: Combat) -> list[Shift]:
    return [Shift(-1, "rough ground"), Shift(-2, "works")]


def shown(game: Game) -> Any:
    told = game.ask("odds", target=["0304"], attackers=["b1"])
    return [shift["columns"] for shift in told["shifts"]]


WITH = [-2]
WITHOUT = [-1, -2]
