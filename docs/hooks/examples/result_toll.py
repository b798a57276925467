"""What the words of a table cost: without it the computer player cannot price an attack."""

from __future__ import annotations

from typing import Any

from counsel import first

from hexcore.charts import CombatResultsTable
from hexcore.game import Game
from hexcore.rules import general, rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@general("result_toll")
def what_words_cost(state: GameState, combat: Combat, result: tuple[str, ...]) -> tuple[float, float] | None:
    return {("DE",): (0.0, 9.0), ("AE",): (0.5, 0.0)}.get(result)


WORDS = CombatResultsTable.read(
    [(die, "1-1", ("DE",) if die > 3 else ("AE",)) for die in range(1, 7)], "words"
)


@rule({"sandbox": "7.1"}, hook="combat_table")
def in_words(state: GameState, combat: Combat) -> CombatResultsTable:
    return WORDS


def shown(game: Game) -> Any:
    return first(game)[0].kind


WITH = "declare"
WITHOUT = "done"
