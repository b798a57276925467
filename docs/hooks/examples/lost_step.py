"""A unit that loses a step is shaken."""

from __future__ import annotations

from typing import Any

from field_hands import attack

from hexcore.actions import Choose
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


@rule({"sandbox": "7.43"}, hook="lost_step")
def shaken(state: GameState, unit: Unit, combat: Combat | None) -> list[Event]:
    return [Marked("shaken", unit.id)] if unit.hex >= 0 else []


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("0"))
    return game.state.marker("shaken", "r1")


WITH = 1
WITHOUT = 0
