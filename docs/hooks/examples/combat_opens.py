"""Every attack takes an ammunition marker from its attackers."""

from __future__ import annotations

from typing import Any

from field_hands import attack

from hexcore.events import Event, Marked
from hexcore.game import Game, TypedDice
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": TypedDice(), "phase": "blue-combat"}


@rule({"sandbox": "8.2"}, hook="combat_opens")
def ammunition(state: GameState, combat: Combat) -> list[Event]:
    return [Marked("empty", id) for id in combat.attackers]


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    return game.state.marker("empty", "b1")


WITH = 1
WITHOUT = 0
