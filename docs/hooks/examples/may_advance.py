"""Guns do not advance after combat."""

from __future__ import annotations

from typing import Any

from field_hands import attack, listed

from hexcore.actions import Choose, Retreat
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2 guns
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [4], "phase": "blue-combat"}


@rule({"sandbox": "7.40"}, hook="may_advance")
def guns_stay(state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat) -> str | None:
    return "guns do not advance" if any(unit.counter.kind == "guns" for unit in units) else None


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("1"))
    game.submit(listed(game, Retreat)[0])
    return game.decision.kind


WITH = "combat-phase"
WITHOUT = "advance-after-combat"
