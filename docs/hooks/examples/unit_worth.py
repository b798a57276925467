"""The Old Guard is worth more than anything it could win: it does not attack."""

from __future__ import annotations

from typing import Any

from counsel import first

from hexcore.game import Game
from hexcore.rules import general
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 6-4 2 guard
r1 red 0304 3-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@general("unit_worth")
def not_the_guard(state: GameState, unit: Unit) -> float | None:
    return 500.0 if unit.counter.kind == "guard" else None


def shown(game: Game) -> Any:
    return first(game)[0].kind


WITH = "done"
WITHOUT = "declare"
