"""Points, notes and phases in the tests of victory."""

from __future__ import annotations

from typing import Any

from bp_fights import finish
from bp_table import do

from hexcore.events import Controlled, Event, Marked, Noted, apply
from hexcore.game import Game
from hexcore.units import Side


def scored(game: Game, number: str, side: str = "") -> int:
    """Points scored under one rule, by one side or by both."""
    found = game.board.rules.victory_points(game.state)
    return sum(v.points for v in found if v.rule == number and side in ("", v.side))


def happen(game: Game, *events: Event) -> Game:
    """The same position after these events."""
    for event in events:
        game.state = apply(game.state, event)
    return game


def held(game: Game, side: str, *numbers: str) -> Game:
    """The same position with hexes held by a side."""
    return happen(game, *(Controlled(game.board.map.hex(n), Side(side)) for n in numbers))


def noted(game: Game, key: str, subject: str = "", value: Any = True) -> Game:
    """The same position with a note of the game."""
    return happen(game, Noted("game", key, subject, value))


def marked(game: Game, marker: str, *subjects: str) -> Game:
    """The same position with markers on units or hexes."""
    return happen(game, *(Marked(marker, subject) for subject in subjects))


def phase(game: Game) -> str:
    return str(game.board.sequence.phases[game.state.phase].id)


def go_on(game: Game, to: str, turn: int) -> None:
    """Nobody does anything more until a phase of a turn."""
    while (game.state.turn, phase(game)) != (turn, to) and game.state.outcome is None:
        do(game, "done")


def fought(game: Game, target: str, *attackers: str) -> Game:
    """The position after an attack and all that follows from it."""
    do(game, "attack", targets=[target], attackers=list(attackers))
    finish(game)
    return game
