"""Why a unit elsewhere may not leave."""

from __future__ import annotations

from typing import Any

from field_hands import why_not

from hexcore.actions import Action, Exit, Take
from hexcore.game import Game
from hexcore.rules import Refusal, rule
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4
"""


@rule({"sandbox": "11.2"}, hook="hand_refusal")
def from_the_edge_only(state: GameState, units: tuple[Unit, ...], action: Action) -> Refusal | None:
    return Refusal("11.2", "units leave from the north edge") if isinstance(action, Exit) else None


@rule({"sandbox": "11.1"}, hook="hand_options")
def off_the_north_edge(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action]:
    on_the_edge = state.board.map.numbers[units[0].hex].endswith("01")
    return [Exit("north")] if on_the_edge and left >= 2 else []


def shown(game: Game) -> Any:
    game.submit(Take(("b1",)))
    return why_not(game, Exit("north"))


WITH = "units leave from the north edge [11.2]"
WITHOUT = "this decision is not answered by 'exit'; it takes move or put-down [4.1]"
