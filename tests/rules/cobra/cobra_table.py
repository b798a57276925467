"""Small positions of Cobra 1977 for rule tests: plain clear ground, a few units, scripted dice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from at_the_table import act, cleared, do, hex_of, in_phase, listed, refused

from hexcore.board import Board
from hexcore.events import PhaseBegan, Placed, StepsLost
from hexcore.game import Game
from hexcore.maps import HexMap
from hexcore.ruleset import OFF
from hexcore_cobra import COBRA_1977

CLEAR = ("A2003", "A2712")
"""Rule tests play on this rectangle, made plain clear ground: no rivers, no roads."""


@cache
def clear_map() -> HexMap:
    """The map with the test rectangle laid clear."""
    return cleared(COBRA_1977.map, *CLEAR)


def ground(
    terrain: Mapping[str, str] | None = None,
    rivers: Iterable[tuple[str, str, str]] = (),
    roads: Iterable[tuple[str, str, str]] = (),
    bocage: Iterable[str] = (),
) -> HexMap:
    """The clear map with some of it changed: terrain words by hex, (hex, hex, word) for rivers and roads."""
    m = clear_map()
    return m.with_ground(
        {m.hex(n): frozenset(words.split()) for n, words in (terrain or {}).items()},
        {m.hex(n): frozenset({"bocage"}) for n in bocage},
        {m.side(m.hex(a), m.hex(b)): frozenset({word}) for a, b, word in rivers},
        {m.side(m.hex(a), m.hex(b)): word for a, b, word in roads},
    )


def board(hex_map: HexMap | None = None, options: Mapping[str, str] | None = None, **kw: Any) -> Board:
    """A board on the clear map (or one made by `ground`), with options."""
    if hex_map is not None or kw:
        return COBRA_1977.board("breakout", options or {}, hex_map=hex_map or clear_map(), **kw)
    return _kept(tuple(sorted((options or {}).items())), os.environ.get(OFF, ""))


@cache
def _kept(options: tuple[tuple[str, str], ...], off: str) -> Board:
    """A board on the clear map, made once: nothing in it depends on a game."""
    return COBRA_1977.board("breakout", dict(options), hex_map=clear_map())


def table(
    units: Mapping[str, str],
    phase: str,
    *,
    turn: int = 3,
    dice: Iterable[int] = (),
    lost: Mapping[str, int] | None = None,
    tracks: Mapping[str, int | str] | None = None,
    on: HexMap | None = None,
    options: Mapping[str, str] | None = None,
) -> Game:
    """A game in a phase: unit id -> hex (or a box: `arrivals`), scripted dice, tracks, steps lost.

    Weather is storms (full German movement, no air points) and each army has 9 supply points unless said.
    Units not named are not in the game. The phase's own beginning (questions, dice) has happened.
    """
    given = {"turn": turn, "weather": "storms", "us_supply": 9, "british_supply": 9, "air_points": 0}
    return in_phase(board(on, options), units, phase, {**given, **(tracks or {})}, dice, lost)


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
