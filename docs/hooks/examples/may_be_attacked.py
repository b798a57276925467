"""A hospital is not attacked."""

from __future__ import annotations

from typing import Any

from field_hands import why_not
from sandbox import hexes

from hexcore.actions import Declare
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2 hospital
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.3"}, hook="may_be_attacked")
def not_a_hospital(state: GameState, hex: int) -> str | None:
    return "a hospital is not attacked" if any(u.counter.kind == "hospital" for u in state.at(hex)) else None


def shown(game: Game) -> Any:
    return why_not(game, Declare(hexes(game, "0304")))


WITH = "a hospital is not attacked [7.3]"
WITHOUT = "legal"
