"""Units that move in the rule tests, and what their moves cost."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hexcore.events import Marked, apply
from hexcore.game import Game
from hexcore.movement import HALF, trace
from hexcore.rules import Refusal

TANKS, MORE_TANKS, THIRD_TANKS, FOURTH_TANKS = "JUL-A001", "JUL-A002", "JUL-A004", "JUL-A006"
GI, MORE_GI = "JUL-A003", "JUL-A008"
LORRIED = "JUL-A022"
PARAS = "JUL-A032"
BRIGADE = "JUL-A013"
TRUCK, SUPPLY, NAVAL, PIPE = "JUL-A044", "JUL-A047", "JUL-A049", "ARR-A023"
PANZER, GRENADIERS = "JUL-G019", "JUL-G035"
FOOT, MORE_FOOT, SLOW_FOOT, STATIC = "JUL-G004", "JUL-G005", "JUL-G003", "JUL-G001"
FALLSCHIRM = "JUL-G002"
DELAY, SECOND_DELAY, THIRD_DELAY, LATE_DELAY = "ARR-G022", "ARR-G023", "ARR-G024", "ARR-G025"
ZONE_MARKER = "MRK-A001"

ROW = ("2421", "2422", "2423", "2424", "2425", "2426")
"""A row of clear hexes, one beside the other."""


def rule(*numbers: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("breakout-pursuit", *numbers)


def price(game: Game, unit: str, *path: str) -> float:
    """Movement points a path costs a unit; the path must be open to it."""
    points, refusal = trace(game.state, game.state.units[unit], hexes(game, path))
    assert refusal is None, refusal
    return points / HALF


def forbidden(game: Game, unit: str, *path: str) -> Refusal:
    """The first thing that forbids a path to a unit."""
    refusal = trace(game.state, game.state.units[unit], hexes(game, path))[1]
    assert refusal is not None
    return refusal


def hexes(game: Game, numbers: Iterable[str]) -> tuple[int, ...]:
    return tuple(game.board.map.hex(n) for n in numbers)


def marked(game: Game, marker: str, *units: str) -> Game:
    """The same position with a marker on some units."""
    for unit in units:
        game.state = apply(game.state, Marked(marker, unit))
    return game


def phase(game: Game) -> str:
    return game.board.sequence.phases[game.state.phase].id
