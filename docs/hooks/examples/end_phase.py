"""Every Blue unit loses a step to cold as its movement ends."""

from __future__ import annotations

from typing import Any

from sandbox import BLUE

from hexcore.actions import Done
from hexcore.events import Event, StepsLost
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState

POSITION = """
b1 blue 0303 4-4 2
"""


@rule({"sandbox": "4.6"}, hook="end_phase")
def cold(state: GameState, phase: str) -> list[Event] | None:
    if phase != "blue-movement":
        return None
    return [StepsLost(unit.id, unit.losses + 1) for unit in state.on_map(BLUE)]


def shown(game: Game) -> Any:
    game.submit(Done())
    return game.state.units["b1"].steps_left


WITH = 1
WITHOUT = 2
