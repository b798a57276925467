"""The boundary between two armies runs over the map."""

from __future__ import annotations

from typing import Any

from field_hands import numbers

from hexcore.game import Game
from hexcore.rules import DrawnLine, rule
from hexcore.state import GameState

POSITION = """
b1 blue 0305 4-4
"""


@rule({"sandbox": "12.2"}, hook="drawn_lines")
def the_boundary(state: GameState) -> DrawnLine:
    return DrawnLine("boundary", tuple(state.board.map.hex(number) for number in ("0101", "0102", "0103")))


def shown(game: Game) -> Any:
    lines = game.board.rules.drawn_lines(game.state)
    return [(line.id, numbers(game, line.hexes)) for line in lines]


WITH = [("boundary", ["0101", "0102", "0103"])]
WITHOUT = []
