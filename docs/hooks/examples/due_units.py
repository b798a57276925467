"""b2 is due on turn 2."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import Due, rule
from hexcore.state import GameState

POSITION = """
b1 blue 0305 4-4
b2 blue -
"""


@rule({"sandbox": "9.4"}, hook="due_units")
def reinforcements(state: GameState) -> list[Due]:
    return [Due("b2", 2, "at 0101")]


def shown(game: Game) -> Any:
    return [(due.unit, due.turn, due.rule) for due in game.board.rules.due_units(game.state)]


WITH = [("b2", 2, "9.4")]
WITHOUT = []
