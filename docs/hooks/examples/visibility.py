"""Blue's units lie face down for Red."""

from __future__ import annotations

from typing import Any

from sandbox import BLUE, RED

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Side, Unit

POSITION = """
b1 blue 0305 4-4
"""


@rule({"sandbox": "12.1"}, hook="visibility")
def face_down(state: GameState, unit: Unit, viewer: Side) -> str | None:
    return "back" if unit.side != viewer else None


def shown(game: Game) -> Any:
    return [unit.id for unit in game.view(RED).on_map(BLUE)]


WITH = ["hidden-1"]
WITHOUT = ["b1"]
