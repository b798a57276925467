"""A player is told, before he ends his movement, what he leaves behind."""

from __future__ import annotations

from typing import Any

from hexcore.actions import Action, Done
from hexcore.decisions import Decision
from hexcore.game import Game
from hexcore.rules import Foretold, rule
from hexcore.state import GameState

POSITION = """
b1 blue 0305 4-4
"""


@rule({"sandbox": "5.9"}, hook="foretold")
def left_behind(state: GameState, decision: Decision, action: Action) -> Foretold | None:
    waiting = tuple(unit.id for unit in state.on_map(decision.side))
    return Foretold("leaves units behind", changed=waiting) if isinstance(action, Done) else None


def shown(game: Game) -> Any:
    told = game.board.rules.foretold(game.state, game.state.agenda[0], Done())
    return told.text if told is not None else "-"


WITH = "leaves units behind"
WITHOUT = "-"
