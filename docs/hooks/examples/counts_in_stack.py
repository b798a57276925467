"""A leader takes no room: only units that count are counted by the limit."""

from __future__ import annotations

from typing import Any

from field_hands import why_not
from sandbox import hexes

from hexcore.actions import Move
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.stacking import counted
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4
b2 blue 0302 1-4 1 leader
"""


@rule({"sandbox": "6.9"}, hook="counts_in_stack")
def leaders_are_free(state: GameState, unit: Unit) -> bool | None:
    return False if unit.counter.kind == "leader" else None


@rule({"sandbox": "6.2"}, hook="may_stack")
def one_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "only one unit stands in a hex" if len(counted(state, units)) > 1 else None


def shown(game: Game) -> Any:
    return why_not(game, Move(("b1",), *hexes(game, "0302")))


WITH = "legal"
WITHOUT = "only one unit stands in a hex [6.2]"
