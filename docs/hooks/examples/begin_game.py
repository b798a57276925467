"""A bridge stands at 0404 when the game begins."""

from __future__ import annotations

from typing import Any

from hexcore.events import Event, Marked
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "3.1"}, hook="begin_game")
def the_bridge_stands(state: GameState) -> list[Event]:
    return [Marked("bridge", "0404")]


def shown(game: Game) -> Any:
    return game.state.marker("bridge", "0404")


WITH = 1
WITHOUT = 0
