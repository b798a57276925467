"""The attacker may declare an attack that he does not pay for."""

from __future__ import annotations

from typing import Any

from field_hands import listed
from sandbox import hexes

from hexcore.actions import Action, AddAttacker, Commit, Declare
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import Combat, GameState

POSITION = """
b1 blue 0303 4-4 2
r1 red 0304 4-4 2
"""
SETTING: dict[str, Any] = {"phase": "blue-combat"}


@rule({"sandbox": "7.6"}, hook="declaration")
def without_supply(state: GameState, combat: Combat) -> list[Action]:
    return [] if combat.pledged("unsupplied") else [Commit("unsupplied")]


def shown(game: Game) -> Any:
    game.submit(Declare(hexes(game, "0304")))
    game.submit(AddAttacker("b1"))
    return [commit.what for commit in listed(game, Commit)]


WITH = ["unsupplied"]
WITHOUT = []
