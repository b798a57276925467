"""Guns that are committed have fired for this turn."""

from __future__ import annotations

from typing import Any

from field_hands import attack
from sandbox import BLUE

from hexcore.actions import Action, Commit
from hexcore.events import Event, Noted
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState
from hexcore.units import Side

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.11"}, hook="pledged")
def they_have_fired(state: GameState, combat: Combat, action: Action) -> list[Event]:
    return [Noted("turn", "fired", "", combat.side)]


@rule({"sandbox": "7.7"}, hook="combat_support")
def guns(state: GameState, combat: Combat, side: Side) -> list[Action]:
    return [Commit("guns")] if side == BLUE and not combat.pledged("guns") else []


def shown(game: Game) -> Any:
    attack(game, "0304", "b1")
    game.submit(Commit("guns"))
    return game.state.note("fired", default="nobody")


WITH = "blue"
WITHOUT = "nobody"
