"""A hill costs two movement points (four half-points)."""

from __future__ import annotations

from typing import Any

from counsel import hills
from field_hands import reach

from hexcore.charts import Costs, compile_costs
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.rules import rule

POSITION = """
b1 blue 0303 4-4
"""
SETTING: dict[str, Any] = {"hex_map": hills("0302")}


@rule({"sandbox": "5.3"}, hook="terrain_costs")
def hills_cost_two(hex_map: HexMap, mobility: str) -> Costs:
    return compile_costs(hex_map, lambda _hex, near, _side: 4 if "hill" in hex_map.terrain[near] else 2)


def shown(game: Game) -> Any:
    return reach(game, "b1")["0302"]


WITH = 2
WITHOUT = 1
