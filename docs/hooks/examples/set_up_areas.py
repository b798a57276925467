"""Blue sets b1 up in one of two hexes."""

from __future__ import annotations

from typing import Any

from field_hands import listed, numbers
from sandbox import BLUE

from hexcore.actions import Place
from hexcore.events import Asked, Event
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.setup import Area, SetUp
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue -
"""


@rule({"sandbox": "3.2"}, hook="set_up_areas")
def on_the_road(state: GameState, side: Side) -> list[Area] | None:
    hexes = tuple(state.board.map.hex(number) for number in ("0101", "0102"))
    return [Area(("b1",), hexes, "on the road")] if side == BLUE else None


@rule({"sandbox": "3.3"}, hook="begin_phase")
def blue_sets_up(state: GameState, phase: str) -> list[Event] | None:
    return [Asked((SetUp(BLUE, "3.3"),))] if phase == "blue-movement" and state.turn == 1 else None


def shown(game: Game) -> Any:
    return numbers(game, tuple(place.hex for place in listed(game, Place)))


WITH = ["0101", "0102"]
WITHOUT = []
