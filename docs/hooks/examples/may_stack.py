"""One unit to a hex."""

from __future__ import annotations

from typing import Any

from field_hands import why_not
from sandbox import hexes

from hexcore.actions import Move
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4
b2 blue 0302 4-4
"""


@rule({"sandbox": "6.2"}, hook="may_stack")
def one_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "only one unit stands in a hex" if len(units) > 1 else None


def shown(game: Game) -> Any:
    return why_not(game, Move(("b1",), *hexes(game, "0302")))


WITH = "only one unit stands in a hex [6.2]"
WITHOUT = "legal"
