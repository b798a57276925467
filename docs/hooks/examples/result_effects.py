"""What the words of a table do: the defender eliminated, or the attacker."""

from __future__ import annotations

from typing import Any

from hexcore.charts import CombatResultsTable
from hexcore.game import Game
from hexcore.rules import Effects, rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.18"}, hook="result_effects")
def what_words_do(state: GameState, combat: Combat, result: tuple[str, ...]) -> Effects:
    if result == ("DE",):
        return Effects(points=(0, 4), eliminated=(False, True), taken=True)
    return Effects(points=(4, 0), eliminated=(True, False))


WORDS = CombatResultsTable.read(
    [(die, "1-1", ("DE",) if die > 3 else ("AE",)) for die in range(1, 7)], "words"
)


@rule({"sandbox": "7.1"}, hook="combat_table")
def in_words(state: GameState, combat: Combat) -> CombatResultsTable:
    return WORDS


def shown(game: Game) -> Any:
    return game.ask("odds", target=["0304"], attackers=["b1"])["expected"]["hex_taken"]


WITH = {"least": "1/2", "most": "1/2"}
WITHOUT = {"least": None, "most": None}
