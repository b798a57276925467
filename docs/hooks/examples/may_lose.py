"""The guard is lost last."""

from __future__ import annotations

from typing import Any

from field_hands import attack, listed

from hexcore.actions import Choose, Lose
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 8-4 2
r1 red 0304 2-4 2 guard
r2 red 0304 2-4 2
"""
SETTING: dict[str, Any] = {"dice": [3], "phase": "blue-combat"}


@rule({"sandbox": "7.42"}, hook="may_lose")
def the_guard_last(state: GameState, unit: Unit, combat: Combat) -> str | None:
    return "the guard is lost last" if unit.counter.kind == "guard" else None


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("0"))
    losers = [lose.unit for lose in listed(game, Lose)]
    return losers or [unit.id for unit in game.state.units.values() if unit.losses]


WITH = ["r2"]
WITHOUT = ["r1", "r2"]
