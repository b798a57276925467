"""On turn 1 every unit has what it carries."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0305 4-4
"""


@rule({"sandbox": "8.6"}, hook="supply_state")
def at_the_start(state: GameState, unit: Unit) -> str | None:
    return "supplied" if state.turn == 1 else None


def shown(game: Game) -> Any:
    return game.ask("supply", unit="b1")["b1"]["state"]


WITH = "supplied"
WITHOUT = "unsupplied"
