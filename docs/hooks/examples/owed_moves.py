"""b1 has to leave 0303 before the phase ends: the computer player sees to it first."""

from __future__ import annotations

from typing import Any

from counsel import first

from hexcore.actions import Action, Move
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4
b2 blue 0101 4-4
"""


@rule({"sandbox": "5.8"}, hook="owed_moves")
def leave_the_ford(state: GameState, side: Side) -> list[Action]:
    ford, way_out = state.board.map.hex("0303"), state.board.map.hex("0302")
    owing = [unit for unit in state.at(ford) if unit.side == side]
    return [Move((unit.id,), way_out) for unit in owing]


def shown(game: Game) -> Any:
    return first(game)[1]


WITH = "the rules ask for it before the phase ends"
WITHOUT = "all is where it should be"
