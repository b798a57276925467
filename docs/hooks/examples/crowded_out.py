"""Two go back, and there is room for one: the other is eliminated."""

from __future__ import annotations

from typing import Any

from field_hands import attack, listed

from hexcore.actions import Choose
from hexcore.game import Game
from hexcore.rules import Mask, rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 9-4 2
r1 red 0304 2-4 2
r2 red 0304 2-4 2
"""
SETTING: dict[str, Any] = {"dice": [2], "phase": "blue-combat"}


@rule({"sandbox": "7.37"}, hook="crowded_out")
def no_room_no_mercy(state: GameState, unit: Unit, combat: Combat) -> bool:
    return True


@rule({"sandbox": "7.38"}, hook="retreat_masks")
def one_way(state: GameState, unit: Unit) -> Mask:
    open_hex = state.board.map.hex("0305")
    return Mask("closed", "{hex} is shut", bytes(hex != open_hex for hex in range(len(state.board.map))))


@rule({"sandbox": "6.2"}, hook="may_stack")
def one_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "only one unit stands in a hex" if len(units) > 1 and hex == state.board.map.hex("0305") else None


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    return [choose.option for choose in listed(game, Choose)]


WITH = ["0", "1"]
WITHOUT = []
