"""A defender who is hit is disrupted at once, before he goes back."""

from __future__ import annotations

from typing import Any

from field_hands import attack

from hexcore.events import Event, Marked
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [4], "phase": "blue-combat"}


@rule({"sandbox": "7.41"}, hook="result_falls")
def disrupted(state: GameState, combat: Combat) -> list[Event]:
    return [Marked("disrupted", id) for id in combat.defenders if combat.result[1] != "0"]


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    return game.state.marker("disrupted", "r1")


WITH = 1
WITHOUT = 0
