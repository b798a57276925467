"""Air support will come for three columns: an attack at poor odds is worth declaring."""

from __future__ import annotations

from typing import Any

from counsel import first

from hexcore.game import Game
from hexcore.rules import general
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 2-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@general("hoped_shift")
def planes_will_come(state: GameState, combat: Combat) -> int:
    return 3


def shown(game: Game) -> Any:
    return first(game)[0].kind


WITH = "declare"
WITHOUT = "done"
