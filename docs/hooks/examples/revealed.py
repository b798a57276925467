"""Blue's secret plan is opened: from now on it is in force."""

from __future__ import annotations

from typing import Any

from sandbox import BLUE

from hexcore.actions import Conceal
from hexcore.commitments import Reveal, Secret
from hexcore.events import Asked, Event, Noted
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "13.2"}, hook="revealed")
def the_plan_holds(state: GameState, what: str, choice: str) -> list[Event]:
    return [Noted("game", "plan", "", choice)]


@rule({"sandbox": "13.1"}, hook="begin_phase")
def a_plan_is_made(state: GameState, phase: str) -> list[Event] | None:
    made, opened = (
        Secret(BLUE, "plan", ("left", "right"), "13.1"),
        Reveal(BLUE, "plan", ("left", "right"), "13.2"),
    )
    return [Asked((made, opened))] if phase == "blue-movement" and state.turn == 1 else None


def shown(game: Game) -> Any:
    game.submit(Conceal("plan", "left"))
    game.submit(game.legal_actions()[0])
    return game.state.note("plan", default="unknown")


WITH = "left"
WITHOUT = "unknown"
