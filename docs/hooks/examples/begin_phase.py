"""Rain falls on turn 1: Blue's movement begins with a note of it."""

from __future__ import annotations

from typing import Any

from hexcore.events import Event, Noted
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "4.5"}, hook="begin_phase")
def rain(state: GameState, phase: str) -> list[Event] | None:
    if phase == "blue-movement" and state.turn == 1:
        return [Noted("turn", "weather", "", "rain")]
    return None


def shown(game: Game) -> Any:
    return game.state.note("weather", default="dry")


WITH = "rain"
WITHOUT = "dry"
