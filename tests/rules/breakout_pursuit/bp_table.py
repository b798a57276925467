"""Small positions of Breakout & Pursuit for rule tests: plain clear ground, a few units, scripted dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from at_the_table import act, cleared, do, ground_of, hex_of, in_phase, kept_board, listed, refused

from hexcore.board import Board
from hexcore.events import PhaseBegan, Placed, StepsLost
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore_breakout_pursuit import BREAKOUT_PURSUIT

CLEAR = ("2018", "2927")
"""Rule tests play on this rectangle (rows 20 to 29, columns 18 to 27), made plain clear ground: no rivers."""

GAME = BREAKOUT_PURSUIT


@cache
def clear_map() -> HexMap:
    """The map with the test rectangle laid clear."""
    return cleared(GAME.map, *CLEAR)


def ground(
    terrain: Mapping[str, str] | None = None,
    rivers: Iterable[tuple[str, str, str]] = (),
) -> HexMap:
    """The clear map with some of it changed: terrain words by hex, (hex, hex, word) for hexsides."""
    return ground_of(clear_map(), terrain, rivers)


def board(
    hex_map: HexMap | None = None, options: Mapping[str, str] | None = None, scenario: str = "1.4", **kw: Any
) -> Board:
    """A board of a scenario on the clear map (or one made by `ground`), with options."""
    if kw:
        return GAME.board(scenario, options or {}, hex_map=hex_map or clear_map(), **kw)
    return kept_board(GAME, scenario, options, hex_map or clear_map())


def table(
    units: Mapping[str, str],
    phase: str,
    *,
    turn: int = 3,
    dice: Iterable[int] = (),
    scenario: str = "1.4",
    tracks: Mapping[str, int | str] | None = None,
    on: HexMap | None = None,
    options: Mapping[str, str] | None = None,
) -> Game:
    """A game in a phase: unit id -> hex (or a box: `arrivals`, `staging`), scripted dice, tracks.

    Units not named are not in the game. The phase's own beginning (questions, dice) has happened.
    """
    return in_phase(board(on, options, scenario), units, phase, {"turn": turn, **(tracks or {})}, dice)


__all__ = [
    "PhaseBegan",
    "Placed",
    "StepsLost",
    "act",
    "board",
    "do",
    "ground",
    "hex_of",
    "listed",
    "refused",
    "table",
]
