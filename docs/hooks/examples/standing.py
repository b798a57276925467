"""If the game ended now, the side with more units would have it."""

from __future__ import annotations

from typing import Any

from sandbox import BLUE, RED

from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState, Outcome

POSITION = """
b1 blue 0302 4-4
"""


@rule({"sandbox": "10.2"}, hook="standing")
def who_has_more(state: GameState) -> Outcome:
    ahead = len(list(state.on_map(BLUE))) > len(list(state.on_map(RED)))
    return Outcome("Blue is ahead", BLUE, "more units") if ahead else Outcome("even", "", "")


def shown(game: Game) -> Any:
    return game.ask("victory")["level"]


WITH = "Blue is ahead"
WITHOUT = "drawn"
