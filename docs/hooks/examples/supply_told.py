"""A unit supplied from the air says so."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0305 4-4
"""


@rule({"sandbox": "8.8"}, hook="supply_told")
def from_the_air(state: GameState, unit: Unit) -> dict[str, Any]:
    return {"state": "supplied", "note": "from the air"}


def shown(game: Game) -> Any:
    return game.ask("supply", unit="b1")["b1"].get("note", "-")


WITH = "from the air"
WITHOUT = "-"
