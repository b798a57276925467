"""Units on the way of a retreat may join it. The core forbids it, so this is an exception: a wrapper."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from field_hands import attack, listed

from hexcore.actions import Choose, Retreat
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
r2 red 0305 1-4
"""
SETTING: dict[str, Any] = {"dice": [6], "phase": "blue-combat"}


@rule({"sandbox": "7.39"}, hook="may_go_along", wrapper=True)
def all_may_join(
    state: GameState, units: tuple[Unit, ...], path: tuple[int, ...], combat: Combat
) -> Generator[None, list[Any], list[Any]]:
    yield
    return []


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Choose("2"))
    return any("r2" in retreat.units for retreat in listed(game, Retreat))


WITH = True
WITHOUT = False
