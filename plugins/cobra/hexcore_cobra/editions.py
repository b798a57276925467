"""The two editions: how each spells the number of a rule, and which numbers it plays.

The code names a rule by its number in the later rulebook, The Normandy Campaign; the 1977 game writes `TNC`
before the numbers it borrows, and plays a line of its own text (`SPI 9.5`) in place of others.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache

from hexcore.board import Board
from hexcore.state import GameState
from hexcore_cobra.order_of_battle import DATA, FIRST_COBRA_TURN

SPI, TNC = "cobra-1977", "cobra"
"""The ids of the two rulesets."""
BORROWED = ("yes", "option")
PLAYED = "cases played"


@cache
def rule_index() -> tuple[Mapping[str, str], ...]:
    """Every row of the rule index, as read."""
    with (DATA / "rule_index.csv").open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


def spelt_1977(row: Mapping[str, str]) -> str | None:
    """The rule id of an index row in the 1977 game, None for a rule it does not have."""
    if row["rulebook"] == "spi":
        return row["rule"]
    return f"TNC {row['rule']}" if row["cobra_1977"] in BORROWED else None


def spelt_2008(row: Mapping[str, str]) -> str | None:
    """The rule id of an index row in The Normandy Campaign, None for a rule it does not have."""
    return row["rule"] if row["rulebook"] == "tnc" else None


@cache
def _borrowed() -> Mapping[str, str]:
    """How the 1977 game spells a number it borrows, by number of the later rulebook; empty for the others."""
    return {r["rule"]: spelt_1977(r) or "" for r in rule_index() if r["rulebook"] == "tnc"}


@cache
def _stand_ins() -> Mapping[str, str]:
    """What the 1977 game plays instead, by number of the later rulebook: `SPI 9.5` for `8.5.1`."""
    return {r["rule"]: r["cobra_1977"] for r in rule_index() if r["cobra_1977"].startswith("SPI ")}


def numbers(number: str) -> dict[str, str]:
    """For `@rule`: a case of The Normandy Campaign by ruleset, with the 1977 game where that borrows it.

    KeyError for a number that is not in the index.
    """
    return {TNC: number, **({SPI: spelt} if (spelt := _borrowed()[number]) else {})}


def also(*cases: str) -> dict[str, tuple[str, ...]]:
    """For `@rule(..., also=)`: several such cases, by ruleset."""
    every = [numbers(case) for case in cases]
    return {id: tuple(one[id] for one in every if id in one) for id in (TNC, SPI)}


def cite(board: Board, number: str) -> str:
    """The number as the edition being played spells it: `8.5.1`, or `SPI 9.5` where that stands for it."""
    if board.ruleset.id == TNC:
        return number
    return _stand_ins().get(number, f"TNC {number}")


def plays(board: Board, number: str) -> bool:
    """Whether the edition being played has this very case, by its later number, and it is in force."""
    kept = board.notebook.get(PLAYED)
    if kept is None:
        kept = board.notebook[PLAYED] = {}
    found: bool | None = kept.get(number)
    if found is None:
        found = kept[number] = _plays(board, number)
    return found


def _plays(board: Board, number: str) -> bool:
    if board.ruleset.id == TNC:
        return board.rules.active(number)
    spelt = _borrowed()[number]
    return bool(spelt) and board.rules.active(spelt)


def game_turn(state: GameState) -> int:
    """The Game-Turn of the later calendar: 15 is the first of the 1977 game."""
    return state.turn if expanded(state.board) else state.turn + FIRST_COBRA_TURN - 1


def turn_of(board: Board, game_turn: int) -> int:
    """The turn of the edition being played that is a Game-Turn of the later calendar."""
    return game_turn if expanded(board) else game_turn - FIRST_COBRA_TURN + 1


def expanded(board: Board) -> bool:
    """Whether The Normandy Campaign is played, and not the game of 1977."""
    return board.ruleset.id == TNC
