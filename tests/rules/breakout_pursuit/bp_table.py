"""Small positions of Breakout & Pursuit for rule tests: plain clear ground, a few units, scripted dice."""

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
from hexcore_breakout_pursuit import BREAKOUT_PURSUIT

CLEAR = ("2018", "2927")
"""Rule tests play on this rectangle (rows 20 to 29, columns 18 to 27), made plain clear ground: no rivers."""

GAME = BREAKOUT_PURSUIT


@cache
def clear_map() -> HexMap:
    """The map with the test rectangle laid clear."""
    return _clear(GAME.map, *CLEAR)


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
) -> HexMap:
    """The clear map with some of it changed: terrain words by hex, (hex, hex, word) for hexsides."""
    m = clear_map()
    return m.with_ground(
        {m.hex(n): frozenset(words.split()) for n, words in (terrain or {}).items()},
        {},
        {m.side(m.hex(a), m.hex(b)): frozenset({word}) for a, b, word in rivers},
        {},
    )


def board(
    hex_map: HexMap | None = None, options: Mapping[str, str] | None = None, scenario: str = "1.4", **kw: Any
) -> Board:
    """A board of a scenario on the clear map (or one made by `ground`), with options."""
    if hex_map is not None or kw:
        return GAME.board(scenario, options or {}, hex_map=hex_map or clear_map(), **kw)
    return _kept(scenario, tuple(sorted((options or {}).items())), os.environ.get(OFF, ""))


@cache
def _kept(scenario: str, options: tuple[tuple[str, str], ...], off: str) -> Board:
    """A board on the clear map, made once: nothing in it depends on a game."""
    return GAME.board(scenario, dict(options), hex_map=clear_map())


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
    from hexcore.units import Box

    b = board(on, options, scenario)
    places = {}
    for id, where in units.items():
        places[id] = (b.map.hex(where) if where in b.map.index else Box(where), 0)
    state = first_state(b, places)
    given: dict[str, int | str] = {"turn": turn}
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
