"""Blue may not end its movement while b1 stands in 0303."""

from __future__ import annotations

from typing import Any

from field_hands import why_not

from hexcore.actions import Done
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "5.8"}, hook="may_end_phase")
def the_ford_must_be_left(state: GameState, side: Side) -> str | None:
    held = state.at(state.board.map.hex("0303"))
    return "0303 must be left" if any(unit.side == side for unit in held) else None


def shown(game: Game) -> Any:
    return why_not(game, Done())


WITH = "0303 must be left [5.8]"
WITHOUT = "legal"
