"""A retreat does not end in the mud of 0305."""

from __future__ import annotations

from typing import Any

from field_hands import attack, listed, numbers

from hexcore.actions import Choose, Retreat
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"dice": [4], "phase": "blue-combat"}


@rule({"sandbox": "7.35"}, hook="may_retreat")
def not_into_the_mud(state: GameState, unit: Unit, path: tuple[int, ...], combat: Combat) -> str | None:
    return "no retreat ends in the mud" if path[-1] == state.board.map.hex("0305") else None


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("1"))
    return sorted({numbers(game, retreat.path)[-1] for retreat in listed(game, Retreat)})


WITH = ["0203", "0204", "0403", "0404"]
WITHOUT = ["0203", "0204", "0305", "0403", "0404"]
