"""A Red unit next to the Blue chief has no zone; so his moves change Red's zones."""

from __future__ import annotations

from typing import Any

from sandbox import RED, hexes

from hexcore.actions import Move
from hexcore.board import Board
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import zone

POSITION = """
chief blue 0302 4-4
r1 red 0303 4-4
"""


@rule({"sandbox": "6.6"}, hook="ties_zones")
def the_chief(board: Board) -> list[str]:
    return ["chief"]


@rule({"sandbox": "6.7"}, hook="exerts_zoc")
def awed_by_the_chief(state: GameState, unit: Unit) -> bool | None:
    near = state.board.map.distance(unit.hex, state.units["chief"].hex) == 1
    return False if unit.side == RED and near else None


def shown(game: Game) -> Any:
    before = sum(zone(game.state, RED))
    game.submit(Move(("chief",), *hexes(game, "0301")))
    return [before, sum(zone(game.state, RED))]


WITH = [0, 6]
WITHOUT = [0, 0]
