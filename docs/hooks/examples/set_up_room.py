"""One unit to a hex in the set-up."""

from __future__ import annotations

from typing import Any

from field_hands import listed, numbers
from sandbox import BLUE, hexes

from hexcore.actions import Place
from hexcore.events import Asked, Event
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.setup import Area, SetUp
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue -
b2 blue -
"""


@rule({"sandbox": "3.4"}, hook="set_up_room")
def one_to_a_hex(state: GameState, side: Side, hex: int) -> int:
    return 1


@rule({"sandbox": "3.2"}, hook="set_up_areas")
def on_the_road(state: GameState, side: Side) -> list[Area] | None:
    hexes = tuple(state.board.map.hex(number) for number in ("0101", "0102"))
    return [Area(("b1", "b2"), hexes, "on the road")] if side == BLUE else None


@rule({"sandbox": "3.3"}, hook="begin_phase")
def blue_sets_up(state: GameState, phase: str) -> list[Event] | None:
    return [Asked((SetUp(BLUE, "3.3"),))] if phase == "blue-movement" and state.turn == 1 else None


def shown(game: Game) -> Any:
    game.submit(Place("b1", *hexes(game, "0101")))
    return numbers(game, tuple(place.hex for place in listed(game, Place)))


WITH = ["0102"]
WITHOUT = ["0101", "0102"]
