"""Why a unit does not come on elsewhere."""

from __future__ import annotations

from typing import Any

from field_hands import why_not
from sandbox import hexes

from hexcore.actions import Action, Place
from hexcore.game import Game
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import ARRIVALS, Side

POSITION = """
b1 blue -
"""


@rule({"sandbox": "9.6"}, hook="arrival_refusal")
def by_the_road_only(state: GameState, action: Action) -> Refusal | None:
    return Refusal("9.6", "reinforcements come on at 0101")


@rule({"sandbox": "9.5"}, hook="arrivals")
def at_the_road(state: GameState, side: Side) -> list[Action]:
    waiting = [unit for unit in state.in_place(ARRIVALS) if unit.side == side]
    return [Place(unit.id, state.board.map.hex("0101")) for unit in waiting]


def shown(game: Game) -> Any:
    return why_not(game, Place("b1", *hexes(game, "0303")))


WITH = "reinforcements come on at 0101 [9.6]"
WITHOUT = "this decision is not answered by 'place'; it takes take or done [4.1]"
