"""An empty truck does not keep the enemy out of its hex."""

from __future__ import annotations

from typing import Any

from field_hands import reach

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4
r1 red 0302 0-4 1 truck
"""


@rule({"sandbox": "6.8"}, hook="bars_entry")
def trucks_bar_nobody(state: GameState, unit: Unit) -> bool | None:
    return False if unit.counter.kind == "truck" else None


def shown(game: Game) -> Any:
    return "0302" in reach(game, "b1")


WITH = True
WITHOUT = False
