"""All units of a hex are listed for moving as one."""

from __future__ import annotations

from typing import Any

from field_hands import listed

from hexcore.actions import Take
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4
b2 blue 0303 4-4
"""


@rule({"sandbox": "5.5"}, hook="movement_groups")
def whole_stacks(state: GameState, side: Side) -> list[tuple[str, ...]]:
    own = [stack for stack in state.stacks.values() if state.units[stack[0]].side == side]
    return [stack for stack in own if len(stack) > 1]


def shown(game: Game) -> Any:
    return [take.units for take in listed(game, Take)]


WITH = [("b1",), ("b2",), ("b1", "b2")]
WITHOUT = [("b1",), ("b2",)]
