"""A move may not run on through the minefield in 0302: what it does comes first."""

from __future__ import annotations

from typing import Any

from field_hands import why_not
from sandbox import hexes

from hexcore.actions import Move
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "8.7"}, hook="watched_hexes")
def minefields(state: GameState, side: Side) -> list[int]:
    return [state.board.map.hex("0302")]


def shown(game: Game) -> Any:
    return why_not(game, Move(("b1",), path=hexes(game, "0302", "0301")))


WITH = "the move must stop in 0302: what entering it brings comes first []"
WITHOUT = "legal"
