"""An attack that is over has worn out its attackers for the turn."""

from __future__ import annotations

from typing import Any

from field_hands import attack, settle

from hexcore.events import Event, Noted
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [4], "phase": "blue-combat"}


@rule({"sandbox": "7.45"}, hook="combat_closes")
def worn_out(state: GameState, combat: Combat) -> list[Event]:
    return [Noted("turn", "worn out", id) for id in combat.attackers]


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    settle(game)
    return game.state.note("worn out", "b1", False)


WITH = True
WITHOUT = False
