"""Who enters the minefield in 0302 loses a step."""

from __future__ import annotations

from typing import Any

from sandbox import hexes

from hexcore.actions import Move
from hexcore.events import Event, StepsLost
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Side, Unit

POSITION = """
b1 blue 0303 4-4 2
"""


@rule({"sandbox": "8.7"}, hook="entered")
def mines(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event] | None:
    return [StepsLost(unit.id, unit.losses + 1) for unit in units]


@rule({"sandbox": "8.7"}, hook="watched_hexes")
def minefields(state: GameState, side: Side) -> list[int]:
    return [state.board.map.hex("0302")]


def shown(game: Game) -> Any:
    game.submit(Move(("b1",), *hexes(game, "0302")))
    return game.state.units["b1"].steps_left


WITH = 1
WITHOUT = 2
