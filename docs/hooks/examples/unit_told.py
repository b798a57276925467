"""A player is told whether a unit has company."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import Told, rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0305 4-4
b2 blue 0305 4-4
"""


@rule({"sandbox": "12.3"}, hook="unit_told")
def in_company(state: GameState, unit: Unit) -> Told | None:
    return Told("Stack", "in company") if len(state.at(unit.hex)) > 1 else None


def shown(game: Game) -> Any:
    return [told.text for told in game.board.rules.unit_told(game.state, game.state.units["b1"])]


WITH = ["in company"]
WITHOUT = []
