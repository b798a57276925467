"""A unit on the north edge with a movement point left may leave the map."""

from __future__ import annotations

from typing import Any

from hexcore.actions import Action, Exit, Take
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0301 4-4
"""


@rule({"sandbox": "11.1"}, hook="hand_options")
def off_the_north_edge(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action]:
    on_the_edge = state.board.map.numbers[units[0].hex].endswith("01")
    return [Exit("north")] if on_the_edge and left >= 2 else []


def shown(game: Game) -> Any:
    game.submit(Take(("b1",)))
    return [action.kind for action in game.legal_actions() if action.kind != "move"]


WITH = ["put-down", "exit"]
WITHOUT = ["put-down"]
