"""A player is told of the air support he might think of, and why it stays away."""

from __future__ import annotations

from typing import Any

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


@rule({"sandbox": "7.8"}, hook="support_known")
def air(state: GameState, combat: Combat, side: Side) -> list[Action]:
    return [Commit("air")] if side == BLUE else []


@rule({"sandbox": "7.9"}, hook="support_refusal")
def it_rains(state: GameState, combat: Combat, side: Side, action: Action) -> Refusal | None:
    return Refusal("7.9", "no air support in rain") if action == Commit("air") else None


def shown(game: Game) -> Any:
    told = game.ask("odds", target=["0304"], attackers=["b1"])
    return [(each["what"], each["refused"]["reason"]) for each in told["could_come"]]


WITH = [("air", "no air support in rain")]
WITHOUT = []
