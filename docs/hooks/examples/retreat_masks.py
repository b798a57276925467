"""No retreat leads into an enemy zone of control."""

from __future__ import annotations

from typing import Any

from field_hands import attack, listed, numbers

from hexcore.actions import Choose, Retreat
from hexcore.game import Game
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import enemy_zone

POSITION = """
b1 blue 0303 4-4 2
b2 blue 0505 4-4
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [4], "phase": "blue-combat"}


@rule({"sandbox": "7.33"}, hook="retreat_masks")
def not_into_zones(state: GameState, unit: Unit) -> Mask:
    return Mask("closed", "{hex} is in an enemy zone", enemy_zone(state, unit.side))


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("1"))
    return sorted({numbers(game, retreat.path)[-1] for retreat in listed(game, Retreat)})


WITH = ["0204", "0305"]
WITHOUT = ["0203", "0204", "0305", "0403", "0404"]
