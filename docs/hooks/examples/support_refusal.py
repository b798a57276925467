"""Why air support cannot be committed."""

from __future__ import annotations

from typing import Any

from field_hands import attack, why_not
from sandbox import BLUE

from hexcore.actions import Action, Commit
from hexcore.game import Game
from hexcore.rules import Refusal, rule
from hexcore.state import Combat, GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.9"}, hook="support_refusal")
def it_rains(state: GameState, combat: Combat, side: Side, action: Action) -> Refusal | None:
    return Refusal("7.9", "no air support in rain") if action == Commit("air") else None


@rule({"sandbox": "7.7"}, hook="combat_support")
def guns(state: GameState, combat: Combat, side: Side) -> list[Action]:
    return [Commit("guns")] if side == BLUE and not combat.pledged("guns") else []


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    return why_not(game, Commit("air"))


WITH = "no air support in rain [7.9]"
WITHOUT = "'air' cannot be committed to this combat [4.2]"
