"""What coming on does: the unit stands there, a movement point spent."""

from __future__ import annotations

from typing import Any

from field_hands import reach
from sandbox import at, hexes

from hexcore.actions import Action, Place
from hexcore.events import Noted, Placed, Steps
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import ARRIVALS, Side

POSITION = """
b1 blue -
"""


@rule({"sandbox": "9.5"}, hook="arrival_answer")
def it_comes_on(state: GameState, action: Action) -> Steps | None:
    return _placed(action) if isinstance(action, Place) else None


def _placed(place: Place) -> Steps:
    yield Placed(place.unit, place.hex, "arrival")
    return (yield Noted("phase", "spent", place.unit, 2))


@rule({"sandbox": "9.5"}, hook="arrivals")
def at_the_road(state: GameState, side: Side) -> list[Action]:
    waiting = [unit for unit in state.in_place(ARRIVALS) if unit.side == side]
    return [Place(unit.id, state.board.map.hex("0101")) for unit in waiting]


def shown(game: Game) -> Any:
    try:
        game.submit(Place("b1", *hexes(game, "0101")))
    except AssertionError:
        return "nobody says what follows"
    return [at(game, "b1"), max(reach(game, "b1").values())]


WITH = ["0101", 3]
WITHOUT = "nobody says what follows"
