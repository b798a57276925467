"""A retreat goes south where it can."""

from __future__ import annotations

from typing import Any

from field_hands import attack
from sandbox import at

from hexcore.actions import Choose
from hexcore.game import Game
from hexcore.rules import Rank, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [4], "phase": "blue-combat"}


@rule({"sandbox": "7.34"}, hook="retreat_ranks")
def southward(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> Rank:
    row = int(state.board.map.numbers[path[-1]][2:])
    return Rank(0 if row > 4 else 1, "a retreat goes south where it can")


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("1"))
    return at(game, "r1")


WITH = "0305"
WITHOUT = "0304"
