"""Engineers do not attack."""

from __future__ import annotations

from typing import Any

from field_hands import why_not
from sandbox import hexes

from hexcore.actions import Declare
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2 engineers
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.2"}, hook="may_attack")
def engineers_do_not(
    state: GameState, unit: Unit, targets: tuple[int, ...], combat: Combat | None
) -> str | None:
    return "engineers do not attack" if unit.counter.kind == "engineers" else None


def shown(game: Game) -> Any:
    return why_not(game, Declare(hexes(game, "0304")))


WITH = "engineers do not attack [7.2]"
WITHOUT = "legal"
