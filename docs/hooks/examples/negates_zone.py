"""A unit cancels the enemy zone in its own hex: a line of supply ends there."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import SupplySource, rule
from hexcore.state import GameState
from hexcore.units import Side, Unit

POSITION = """
b1 blue 0303 4-4
r1 red 0304 4-4
"""


@rule({"sandbox": "8.4"}, hook="negates_zone")
def everyone_does(state: GameState, unit: Unit) -> bool:
    return True


@rule({"sandbox": "8.1"}, hook="supply_sources")
def the_depot(state: GameState, side: Side) -> list[SupplySource]:
    return [SupplySource(state.board.map.hex("0301"), "depot")]


def shown(game: Game) -> Any:
    return game.ask("supply", unit="b1")["b1"]["state"]


WITH = "supplied"
WITHOUT = "unsupplied"
