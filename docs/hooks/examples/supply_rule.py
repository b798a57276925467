"""A line of supply is at most two hexes long."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import SupplySource, rule
from hexcore.state import GameState
from hexcore.supply import SupplyRule, enemy_blocks, even_exits
from hexcore.units import Side

POSITION = """
b1 blue 0305 4-4
"""


@rule({"sandbox": "8.3"}, hook="supply_rule")
def two_hexes(state: GameState, side: Side) -> SupplyRule:
    return SupplyRule(2, even_exits(state), enemy_blocks(state, side), "8.3")


@rule({"sandbox": "8.1"}, hook="supply_sources")
def the_depot(state: GameState, side: Side) -> list[SupplySource]:
    return [SupplySource(state.board.map.hex("0301"), "depot")]


def shown(game: Game) -> Any:
    return game.ask("supply", unit="b1")["b1"]["state"]


WITH = "unsupplied"
WITHOUT = "supplied"
