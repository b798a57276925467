"""A unit that is ordered to move leaves its trenches."""

from __future__ import annotations

from typing import Any

from sandbox import hexes

from hexcore.actions import Action, Move
from hexcore.events import Event, Marked
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "9.1"}, hook="ordered")
def out_of_the_trench(state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event]:
    return [Marked("trench", unit.id, 0) for unit in units if state.marker("trench", unit.id)]


@rule({"sandbox": "9.2"}, hook="begin_game")
def dug_in(state: GameState) -> list[Event]:
    return [Marked("trench", "b1")]


def shown(game: Game) -> Any:
    game.submit(Move(("b1",), *hexes(game, "0302")))
    return game.state.marker("trench", "b1")


WITH = 0
WITHOUT = 1
