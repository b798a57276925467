"""Nobody retreats through a hex in which guns stand."""

from __future__ import annotations

from typing import Any

from field_hands import attack, listed, numbers

from hexcore.actions import Choose, Retreat
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
r2 red 0305 1-4 1 guns
"""
SETTING: dict[str, Any] = {"dice": [6], "phase": "blue-combat"}


@rule({"sandbox": "7.36"}, hook="may_pass")
def not_past_guns(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    guns = any(unit.counter.kind == "guns" for unit in state.at(hex))
    return "guns stand in the way" if guns else None


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("2"))
    return "0305" in {numbers(game, retreat.path)[0] for retreat in listed(game, Retreat)}


WITH = False
WITHOUT = True
