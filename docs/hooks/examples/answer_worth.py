"""Guns save four steps: the computer player commits them though they bring no column."""

from __future__ import annotations

from typing import Any

from counsel import first
from field_hands import attack
from sandbox import BLUE

from hexcore.actions import Action, Commit
from hexcore.decisions import Decision
from hexcore.game import Game
from hexcore.rules import general, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@general("answer_worth")
def guns_save_men(state: GameState, decision: Decision, action: Action) -> float | None:
    return 4.0 if isinstance(action, Commit) else None


@rule({"sandbox": "7.7"}, hook="combat_support")
def guns(state: GameState, combat: Combat, side: Side) -> list[Action]:
    return [Commit("guns")] if side == BLUE and not combat.pledged("guns") else []


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    return first(game)[0].kind


WITH = "commit"
WITHOUT = "done"
