"""Who goes back is disordered."""

from __future__ import annotations

from typing import Any

from field_hands import attack, listed

from hexcore.actions import Choose, Retreat
from hexcore.events import Event, Marked
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [4], "phase": "blue-combat"}


@rule({"sandbox": "7.44"}, hook="retreated")
def disordered(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> list[Event]:
    return [Marked("disordered", unit.id)]


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("1"))
    game.submit(listed(game, Retreat)[0])
    return game.state.marker("disordered", "r1")


WITH = 1
WITHOUT = 0
