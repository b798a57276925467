"""The town in 0303, and who holds it."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import Objective, rule
from hexcore.state import GameState

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "10.4"}, hook="objectives")
def the_town(state: GameState) -> Objective:
    town = state.board.map.hex("0303")
    holder = next((unit.side for unit in state.at(town)), "")
    return Objective("Town", (town,), holder, "5 points")


def shown(game: Game) -> Any:
    return [(each.name, each.holder) for each in game.board.rules.objectives(game.state)]


WITH = [("Town", "blue")]
WITHOUT = []
