"""Units that wait come on by the road at 0101."""

from __future__ import annotations

from typing import Any

from field_hands import listed, numbers

from hexcore.actions import Action, Place
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import ARRIVALS, Side

POSITION = """
b1 blue -
"""


@rule({"sandbox": "9.5"}, hook="arrivals")
def at_the_road(state: GameState, side: Side) -> list[Action]:
    waiting = [unit for unit in state.in_place(ARRIVALS) if unit.side == side]
    return [Place(unit.id, state.board.map.hex("0101")) for unit in waiting]


def shown(game: Game) -> Any:
    return [(place.unit, *numbers(game, (place.hex,))) for place in listed(game, Place)]


WITH = [("b1", "0101")]
WITHOUT = []
