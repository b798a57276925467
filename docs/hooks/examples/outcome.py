"""Blue wins at once when it enters 0303."""

from __future__ import annotations

from typing import Any

from sandbox import BLUE, hexes

from hexcore.actions import Done, Move, PutDown
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState, Outcome

POSITION = """
b1 blue 0302 4-4
"""


@rule({"sandbox": "10.1"}, hook="outcome")
def the_town_falls(state: GameState) -> Outcome | None:
    held = state.at(state.board.map.hex("0303"))
    return Outcome("Blue victory", BLUE, "the town has fallen", "10.1") if held else None


def shown(game: Game) -> Any:
    game.submit(Move(("b1",), *hexes(game, "0303")))
    game.submit(PutDown())
    game.submit(Done())
    return game.state.outcome.level if game.state.outcome else "goes on"


WITH = "Blue victory"
WITHOUT = "goes on"
