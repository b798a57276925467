"""A truck has no zone of control."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 0-4 1 truck
"""


@rule({"sandbox": "6.1"}, hook="exerts_zoc")
def no_trucks(state: GameState, unit: Unit) -> bool | None:
    return False if unit.counter.kind == "truck" else None


def shown(game: Game) -> Any:
    return len(game.ask("zoc", side="blue"))


WITH = 0
WITHOUT = 6
