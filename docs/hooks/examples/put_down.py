"""A unit that is put down is marked as having moved."""

from __future__ import annotations

from typing import Any

from hexcore.actions import PutDown, Take
from hexcore.events import Event, Marked
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "5.9"}, hook="put_down")
def turned(state: GameState, units: tuple[Unit, ...]) -> list[Event]:
    return [Marked("moved", unit.id) for unit in units]


def shown(game: Game) -> Any:
    game.submit(Take(("b1",)))
    game.submit(PutDown())
    return game.state.marker("moved", "b1")


WITH = 1
WITHOUT = 0
