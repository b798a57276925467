"""Smoke on a hex keeps zones of control out of it for as long as the marker lies there."""

from __future__ import annotations

from typing import Any

from hexcore.events import Event, Marked
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "6.4"}, hook="zone_walls")
def smoke(state: GameState) -> list[int]:
    ground = state.board.map
    clouds = [ground.hex(number) for kind, number in state.markers if kind == "smoke"]
    return [ground.side(near, hex) for hex in clouds for near in ground.around(hex)]


@rule({"sandbox": "6.5"}, hook="begin_game")
def a_shell_falls(state: GameState) -> list[Event]:
    return [Marked("smoke", "0302")]


def shown(game: Game) -> Any:
    return "0302" in game.ask("zoc", side="blue")


WITH = False
WITHOUT = True
