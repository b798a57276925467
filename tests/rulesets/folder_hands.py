"""Hands that play rulesets made of folders: a position of a few units, a move, why it is refused."""

from __future__ import annotations

from typing import Any

from hexcore.actions import Move
from hexcore.game import Game, SeededDice
from hexcore.positions import position_from
from hexcore.ruleset import Ruleset


def at(
    ruleset: Ruleset, phase: str, units: dict[str, str], *dice: int, options: dict[str, str] | None = None
) -> Game:
    """A game of the first scenario with some units in some hexes, in a phase of turn 2."""
    scenario = next(iter(ruleset.scenarios))
    rows = ", ".join(f'{{id = "{id}", hex = "{hex}"}}' for id, hex in units.items())
    head = f'ruleset = "{ruleset.id}"\nscenario = "{scenario}"\nturn = 2\nphase = "{phase}"\n'
    position = position_from(f"{head}clear_units = true\nunit = [{rows}]\n", "position")
    return position.start(position.board(ruleset, scenario, options), SeededDice(script=dice))


def way(game: Game, unit: str, *path: str) -> Move:
    return Move((unit,), path=tuple(game.board.map.hex(number) for number in path))


def refused(game: Game, action: Any) -> str:
    """The number of the rule that refuses, nothing where none does."""
    refusal = game.refusal(action)
    return refusal.rule if refusal is not None else ""
