"""Supply is good near the depot in 0303 and poor a little farther off."""

from __future__ import annotations

from typing import Any

from hexcore.game import Game
from hexcore.rules import SupplyBand, rule
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue 0305 4-4
"""


@rule({"sandbox": "8.9"}, hook="supply_bands")
def round_the_depot(state: GameState, side: Side) -> tuple[SupplyBand, ...]:
    ground = state.board.map
    near, far = (frozenset(ground.within(ground.hex("0303"), hexes)) for hexes in (1, 2))
    return SupplyBand("supplied", near, "next to the depot"), SupplyBand("poor", far - near, "2 hexes off")


def shown(game: Game) -> Any:
    bands = game.board.rules.supply_bands(game.state, game.state.units["b1"].side)
    return [(band.state, band.text) for band in bands]


WITH = [("supplied", "next to the depot"), ("poor", "2 hexes off")]
WITHOUT = []
