"""No minimum move leads into an enemy zone of control."""

from __future__ import annotations

from typing import Any

from field_hands import reach

from hexcore.charts import Costs, compile_costs
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import enemy_zone

POSITION = """
b1 blue 0303 4-1
r1 red 0301 4-4
"""


@rule({"sandbox": "5.7"}, hook="may_move_at_least")
def not_into_a_zone(state: GameState, unit: Unit, hex: int) -> str | None:
    return "no minimum move into an enemy zone" if enemy_zone(state, unit.side)[hex] else None


@rule({"sandbox": "5.6"}, hook="minimum_move")
def one_hex_at_least(state: GameState, unit: Unit) -> bool:
    return True


@rule({"sandbox": "5.3"}, hook="terrain_costs")
def mud(hex_map: HexMap, mobility: str) -> Costs:
    return compile_costs(hex_map, lambda _hex, _near, _side: 4)


def shown(game: Game) -> Any:
    return "0302" in reach(game, "b1")


WITH = False
WITHOUT = True
