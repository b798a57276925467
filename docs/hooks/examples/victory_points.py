"""Five points for whoever stands in 0303."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import VictoryPoints, rule
from hexcore.state import GameState

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "10.3"}, hook="victory_points")
def the_ford(state: GameState) -> list[VictoryPoints]:
    held = state.at(state.board.map.hex("0303"))
    return [VictoryPoints(unit.side, 5, "the ford") for unit in held]


def shown(game: Game) -> Any:
    return game.ask("victory")["points"]


WITH = {"blue": 5, "red": 0}
WITHOUT = {"blue": 0, "red": 0}
