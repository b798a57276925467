"""Guns do not move."""

from __future__ import annotations

from typing import Any

from field_hands import why_not

from hexcore.actions import Take
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 1 guns
"""


@rule({"sandbox": "5.4"}, hook="may_take")
def guns_stay(state: GameState, units: tuple[Unit, ...]) -> str | None:
    return "guns do not move" if any(unit.counter.kind == "guns" for unit in units) else None


def shown(game: Game) -> Any:
    return why_not(game, Take(("b1",)))


WITH = "guns do not move [5.4]"
WITHOUT = "legal"
