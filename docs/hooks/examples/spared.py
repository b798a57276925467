"""Guns fire from behind: of two attackers, the other one takes the loss."""

from __future__ import annotations

from typing import Any

from field_hands import attack, listed

from hexcore.actions import Choose, Lose
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 2-4 2 guns
b2 blue 0303 2-4 2
r1 red 0304 8-4 2
"""
SETTING: dict[str, Any] = {"dice": [1], "phase": "blue-combat"}


@rule({"sandbox": "7.55"}, hook="spared")
def guns_from_behind(state: GameState, combat: Combat, unit: Unit) -> bool:
    return unit.counter.kind == "guns" and unit.id in combat.attackers


def shown(game: Game) -> Any:
    attack(game, "0304", "b1", "b2")
    game.submit(Choose("0"))
    losers = [lose.unit for lose in listed(game, Lose)]
    return losers or [unit.id for unit in game.state.units.values() if unit.losses]


WITH = ["b2"]
WITHOUT = ["b1", "b2"]
