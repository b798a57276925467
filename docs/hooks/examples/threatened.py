"""Guns in 0707 threaten the whole south-east corner."""

from __future__ import annotations

from typing import Any

from sandbox import BLUE, hexes

from hexcore.appraisal import Appraisal
from hexcore.game import Game
from hexcore.rules import general
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4
r1 red 0707 4-4 1 guns
"""


@general("threatened")
def guns_reach_far(state: GameState, side: Side) -> dict[int, float]:
    guns = [unit for unit in state.on_map(state.enemy(side)) if unit.counter.kind == "guns"]
    return {hex: 4.0 for unit in guns for hex in state.board.map.within(unit.hex, 5)}


def shown(game: Game) -> Any:
    threat = Appraisal(game.state, BLUE).threat
    return [threat.get(hex, 0.0) for hex in hexes(game, "0707", "0505", "0404")]


WITH = [4.0, 4.0, 4.0]
WITHOUT = [4.0, 1.6, 0.0]
