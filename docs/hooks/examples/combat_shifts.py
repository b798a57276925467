"""A hill shifts the odds one column for its defender."""

from __future__ import annotations

from typing import Any

from counsel import hills

from hexcore.game import Game
from hexcore.rules import Shift, rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"hex_map": hills("0304"), "phase": "blue-combat"}


@rule({"sandbox": "7.14"}, hook="combat_shifts")
def hills_help(state: GameState, combat: Combat) -> list[Shift]:
    on_hills = [hex for hex in combat.targets if "hill" in state.board.map.terrain[hex]]
    return [Shift(-1, "the defender stands on a hill", hex=hex) for hex in on_hills]


def shown(game: Game) -> Any:
    told = game.ask("odds", target=["0304"], attackers=["b1"])
    return [told["column"], told["final_column"]]


WITH = ["1-1", "1-2"]
WITHOUT = ["1-1", "1-1"]
