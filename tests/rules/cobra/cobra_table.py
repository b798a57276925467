"""Small positions of Cobra 1977 for rule tests: plain clear ground, a few units, scripted dice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from hexcore.actions import Action
from hexcore.board import Board
from hexcore.events import Event, PhaseBegan, Placed, StepsLost, TrackSet, apply, run
from hexcore.game import Game, IllegalAction, SeededDice, begin
from hexcore.maps import HexMap
from hexcore.rules import Refusal
from hexcore.ruleset import OFF
from hexcore.state import first_state
from hexcore_cobra import COBRA_1977

CLEAR = ("A2003", "A2712")
"""Rule tests play on this rectangle, made plain clear ground: no rivers, no roads."""


@cache
def clear_map() -> HexMap:
    """The map with the test rectangle laid clear."""
    return _clear(COBRA_1977.map, *CLEAR)


def _clear(hex_map: HexMap, one: str, other: str) -> HexMap:
    (c0, r0), (c1, r1) = (hex_map.grid.column_row(hex_map.grid.parse(n)) for n in (one, other))
    inside = [
        i
        for i, coord in enumerate(hex_map.coords)
        if c0 <= hex_map.grid.column_row(coord)[0] <= c1 and r0 <= hex_map.grid.column_row(coord)[1] <= r1
    ]
    nothing: frozenset[str] = frozenset()
    sides = {6 * h + d: nothing for h in inside for d in range(6)}
    return hex_map.with_ground(
        {h: frozenset({"clear"}) for h in inside},
        dict.fromkeys(inside, nothing),
        sides,
        dict.fromkeys(sides, ""),
    )


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
    from hexcore.units import Box

    b = board(on, options)
    places = {}
    for id, where in units.items():
        places[id] = (b.map.hex(where) if where in b.map.index else Box(where), (lost or {}).get(id, 0))
    state = first_state(b, places)
    given = {"turn": turn, "weather": "storms", "us_supply": 9, "british_supply": 9, "air_points": 0}
    for event in b.rules.begin_game(state):
        state = apply(state, event)
    for name, value in {**given, **(tracks or {})}.items():
        state = apply(state, TrackSet(name, value))
    state, _ = run(state, begin(state, b.sequence.index[phase], turn))
    game = Game(b, state, SeededDice(0, tuple(dice)))
    game._settle([])
    return game


def act(game: Game, kind: str, **words: Any) -> Action:
    """An action as a player would write it in JSON."""
    from hexcore.actions import ActionForm

    form = ActionForm(game.board.map, frozenset(game.board.counters), game.board.ruleset.actions)
    return form.parse({"kind": kind, **words})


def do(game: Game, kind: str, **words: Any) -> list[Event]:
    """Submit an action written as in JSON."""
    return game.submit(act(game, kind, **words))


def refused(game: Game, kind: str, **words: Any) -> Refusal:
    """The refusal of an action written as in JSON; the state must be untouched."""
    before = game.state
    try:
        game.submit(act(game, kind, **words))
    except IllegalAction as fault:
        assert game.state is before
        return fault.refusal
    raise AssertionError(f"{kind} {words} was accepted")


def hex_of(game: Game, unit: str) -> str:
    """The printed number of a unit's hex, or the name of its box."""
    u = game.state.units[unit]
    return game.board.map.numbers[u.hex] if u.hex >= 0 else str(getattr(u.place, "name", u.place))


def listed(game: Game, kind: str) -> list[Action]:
    """The listed answers of one kind."""
    return [a for a in game.legal_actions() if a.kind == kind]


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
