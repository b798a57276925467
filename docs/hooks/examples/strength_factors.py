"""Guards attack with double strength."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hexcore.game import Game
from hexcore.rules import Factor, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2 guards
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.12"}, hook="strength_factors")
def guards_are_doubled(state: GameState, combat: Combat, unit: Unit) -> Factor | None:
    attacks = unit.id in combat.attackers and unit.counter.kind == "guards"
    return Factor(Fraction(2), "guards attack doubled") if attacks else None


def shown(game: Game) -> Any:
    return game.ask("odds", target=["0304"], attackers=["b1"])["ratio"]


WITH = "8-4"
WITHOUT = "4-4"
