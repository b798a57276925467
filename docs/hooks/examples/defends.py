"""A headquarters alone in a hex does not defend it: nothing is there to be attacked."""

from __future__ import annotations

from typing import Any

from field_hands import listed, numbers

from hexcore.actions import Declare
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2 hq
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.4"}, hook="defends")
def not_headquarters(state: GameState, unit: Unit) -> bool | None:
    return False if unit.counter.kind == "hq" else None


def shown(game: Game) -> Any:
    return [numbers(game, declare.targets) for declare in listed(game, Declare)]


WITH = []
WITHOUT = [["0304"]]
