"""Blue wants 0101: the computer player goes there, away from the enemy."""

from __future__ import annotations

from typing import Any

from counsel import answered
from sandbox import at

from hexcore.game import Game
from hexcore.rules import general
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4
r1 red 0707 4-4
"""


@general("worth")
def the_village(state: GameState, side: Side) -> dict[int, float]:
    return {state.board.map.hex("0101"): 3.0}


def shown(game: Game) -> Any:
    answered(game)
    return at(game, "b1")


WITH = "0101"
WITHOUT = "0705"
