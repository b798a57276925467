"""The fort in 0304 defends itself: it can be attacked though nobody stands in it."""

from __future__ import annotations

from typing import Any

from field_hands import listed, numbers
from sandbox import RED

from hexcore.actions import Declare
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4
r1 red 0707 4-4
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.5"}, hook="defended_hexes")
def the_fort(state: GameState, side: Side) -> list[int]:
    return [state.board.map.hex("0304")] if side == RED else []


def shown(game: Game) -> Any:
    return [numbers(game, declare.targets) for declare in listed(game, Declare)]


WITH = [["0304"]]
WITHOUT = []
