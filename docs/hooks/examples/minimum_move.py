"""A unit may always move one hex, though the ground costs more than it has."""

from __future__ import annotations

from typing import Any

from field_hands import reach

from hexcore.charts import Costs, compile_costs
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-1
"""


@rule({"sandbox": "5.6"}, hook="minimum_move")
def one_hex_at_least(state: GameState, unit: Unit) -> bool:
    return True


@rule({"sandbox": "5.3"}, hook="terrain_costs")
def mud(hex_map: HexMap, mobility: str) -> Costs:
    return compile_costs(hex_map, lambda _hex, _near, _side: 4)


def shown(game: Game) -> Any:
    return sorted(reach(game, "b1"))


WITH = ["0202", "0203", "0302", "0304", "0402", "0403"]
WITHOUT = []
