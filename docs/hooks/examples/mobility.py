"""Trucks move by a mobility class of their own, for which every hex costs two points."""

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
b1 blue 0303 0-4 1 truck
"""


@rule({"sandbox": "5.2"}, hook="mobility")
def wheels(state: GameState, unit: Unit) -> str | None:
    return "wheels" if unit.counter.kind == "truck" else None


@rule({"sandbox": "5.3"}, hook="terrain_costs")
def off_the_road(hex_map: HexMap, mobility: str) -> Costs | None:
    return compile_costs(hex_map, lambda _hex, _near, _side: 4) if mobility == "wheels" else None


def shown(game: Game) -> Any:
    return reach(game, "b1")["0302"]


WITH = 2
WITHOUT = 1
