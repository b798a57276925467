"""What leaving does: the unit goes to a box and does not come back."""

from __future__ import annotations

from typing import Any

from sandbox import at

from hexcore.actions import Action, Exit, Take
from hexcore.events import Removed, Steps
from hexcore.game import Game
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import EXITED, Unit

POSITION = """
b1 blue 0301 4-4
"""


@rule({"sandbox": "11.1"}, hook="hand_answer")
def it_is_gone(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
    return _leaves(units[0]) if isinstance(action, Exit) else None


def _leaves(unit: Unit) -> Steps:
    return (yield Removed(unit.id, EXITED.name, why="north"))


@rule({"sandbox": "11.1"}, hook="hand_options")
def off_the_north_edge(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action]:
    on_the_edge = state.board.map.numbers[units[0].hex].endswith("01")
    return [Exit("north")] if on_the_edge and left >= 2 else []


def shown(game: Game) -> Any:
    game.submit(Take(("b1",)))
    try:
        game.submit(Exit("north"))
    except AssertionError:
        return "nobody says what follows"
    return at(game, "b1")


WITH = "exited"
WITHOUT = "nobody says what follows"
