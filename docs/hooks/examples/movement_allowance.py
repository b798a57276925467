"""Guards have one movement point more than is printed (the hook counts half-points)."""

from __future__ import annotations

from typing import Any

from field_hands import reach

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-2 1 guards
"""


@rule({"sandbox": "5.1"}, hook="movement_allowance")
def guards_march(state: GameState, unit: Unit) -> int | None:
    return 2 * unit.step.movement + 2 if unit.counter.kind == "guards" else None


def shown(game: Game) -> Any:
    return max(reach(game, "b1").values())


WITH = 3
WITHOUT = 2
