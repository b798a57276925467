"""A unit stops when it enters an enemy zone of control."""

from __future__ import annotations

from typing import Any

from field_hands import why_not
from sandbox import hexes

from hexcore.actions import Move
from hexcore.game import Game
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import enemy_zone

POSITION = """
b1 blue 0301 4-4
r1 red 0303 4-4
"""


@rule({"sandbox": "6.1"}, hook="movement_masks")
def zones_stop(state: GameState, unit: Unit) -> Mask:
    return Mask("stop", "{hex} is in an enemy zone of control", enemy_zone(state, unit.side))


def shown(game: Game) -> Any:
    path = hexes(game, "0302", "0202")
    return why_not(game, Move(("b1",), path=path))


WITH = "0302 is in an enemy zone of control [6.1]"
WITHOUT = "legal"
