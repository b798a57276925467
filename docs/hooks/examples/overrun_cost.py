"""There are overruns in this game, at three movement points (six half-points)."""

from __future__ import annotations

from typing import Any

from hexcore.asking import AskError
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""


@rule({"sandbox": "5.20"}, hook="overrun_cost")
def three_points(state: GameState, units: tuple[Unit, ...], target: int) -> int:
    return 6


def shown(game: Game) -> Any:
    try:
        told = game.ask("odds", target=["0304"], attackers=["b1"], kind="overrun")
    except AskError as refused:
        return str(refused)
    return told["ratio"]


WITH = "4-4"
WITHOUT = "this game has no overruns [4.2]"
