"""A river between 0303 and 0302 stops zones of control, both ways."""

from __future__ import annotations

from typing import Any

from hexcore.board import Board
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.rules import rule

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "6.3"}, hook="zone_barriers")
def the_river(board: Board, hex_map: HexMap) -> list[int]:
    one, other = hex_map.hex("0303"), hex_map.hex("0302")
    return [hex_map.side(one, other), hex_map.side(other, one)]


def shown(game: Game) -> Any:
    return "0302" in game.ask("zoc", side="blue")


WITH = False
WITHOUT = True
