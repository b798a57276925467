"""Guns that are there must fire."""

from __future__ import annotations

from typing import Any

from field_hands import attack, why_not
from sandbox import BLUE

from hexcore.actions import Action, Commit, Done
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.10"}, hook="owes_support")
def they_must_fire(state: GameState, combat: Combat, side: Side) -> str | None:
    return "the guns must fire" if side == BLUE and not combat.pledged("guns") else None


@rule({"sandbox": "7.7"}, hook="combat_support")
def guns(state: GameState, combat: Combat, side: Side) -> list[Action]:
    return [Commit("guns")] if side == BLUE and not combat.pledged("guns") else []


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    return why_not(game, Done())


WITH = "the guns must fire [7.10]"
WITHOUT = "legal"
