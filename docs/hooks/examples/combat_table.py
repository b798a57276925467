"""Assaults are resolved on a table of their own."""

from __future__ import annotations

from typing import Any

from hexcore.charts import CombatResultsTable
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


ASSAULT = CombatResultsTable.read(
    [(die, "1-1", ("0", "e") if die > 3 else ("e", "0")) for die in range(1, 7)], "assault"
)


@rule({"sandbox": "7.1"}, hook="combat_table")
def all_or_nothing(state: GameState, combat: Combat) -> CombatResultsTable:
    return ASSAULT


def shown(game: Game) -> Any:
    told = game.ask("odds", target=["0304"], attackers=["b1"])
    return [outcome["result"] for outcome in told["outcomes"]]


WITH = ["e/0", "e/0", "e/0", "0/e", "0/e", "0/e"]
WITHOUT = ["1/0", "1/1", "0/1", "0/1", "0/1", "0/2"]
