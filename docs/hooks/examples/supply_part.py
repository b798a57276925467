"""The British draw on British ports only."""

from __future__ import annotations

from typing import Any

from hexcore.board import Board
from hexcore.game import Game
from hexcore.rules import SupplySource, rule
from hexcore.state import GameState
from hexcore.units import Counter, Side

POSITION = """
b1 blue 0305 4-4 1 british
"""


@rule({"sandbox": "8.5"}, hook="supply_part")
def by_army(board: Board, counter: Counter) -> str | None:
    return "british" if counter.kind == "british" else None


@rule({"sandbox": "8.1"}, hook="supply_sources")
def an_american_port(state: GameState, side: Side) -> list[SupplySource]:
    return [SupplySource(state.board.map.hex("0301"), "port", part="american")]


def shown(game: Game) -> Any:
    return game.ask("supply", unit="b1")["b1"]["state"]


WITH = "unsupplied"
WITHOUT = "supplied"
