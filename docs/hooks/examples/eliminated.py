"""A unit lost to excess goes into captivity, not into the box of the eliminated."""

from __future__ import annotations

from typing import Any

from sandbox import BLUE, at

from hexcore.actions import Done, Lose
from hexcore.events import Asked, Event, Removed, Steps
from hexcore.game import Game
from hexcore.rules import general, rule
from hexcore.stacking import excess
from hexcore.state import GameState
from hexcore.units import Unit

POSITION = """
b1 blue 0303 4-4
b2 blue 0303 4-4
"""


@general("eliminated")
def taken_prisoner(state: GameState, unit: Unit, why: str) -> Steps:
    return (yield Removed(unit.id, "prison", why=why))


@rule({"sandbox": "6.2"}, hook="may_stack")
def one_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "only one unit stands in a hex" if len(units) > 1 else None


@rule({"sandbox": "6.10"}, hook="end_phase")
def excess_is_lost(state: GameState, phase: str) -> list[Event]:
    return [Asked(excess(state, BLUE, "6.10"))]


def shown(game: Game) -> Any:
    game.submit(Done())
    game.submit(Lose("b2"))
    return at(game, "b2")


WITH = "prison"
WITHOUT = "eliminated"
