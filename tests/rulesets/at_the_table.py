"""What rule tests of every game do at the table: clear ground, a small position, act, be refused."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from hexcore.actions import Action, ActionForm
from hexcore.board import Board
from hexcore.events import Controlled, Event, TrackSet, apply, run
from hexcore.game import Game, IllegalAction, SeededDice, begin
from hexcore.maps import HexMap
from hexcore.rules import Refusal
from hexcore.ruleset import OFF, Ruleset
from hexcore.state import first_state
from hexcore.units import Box, Side

BOARDS_KEPT = 60

_boards: dict[Hashable, Board] = {}


def cleared(hex_map: HexMap, one: str, other: str) -> HexMap:
    """A map with the rectangle between two hexes laid clear: no rivers, no roads."""
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


def ground_of(
    hex_map: HexMap,
    terrain: Mapping[str, str] | None,
    rivers: Iterable[tuple[str, str, str]] = (),
    roads: Iterable[tuple[str, str, str]] = (),
    bocage: Iterable[str] = (),
) -> HexMap:
    """A map with some of it changed: terrain words by hex, (hex, hex, word) for rivers and roads.

    The same changes of the same map are the same map again, so that its board is too (`kept_board`).
    """
    return _changed(_Same(hex_map), *map(tuple, ((terrain or {}).items(), rivers, roads, bocage)))


class _Same:
    """A map by itself, not by what it holds, which is slow to compare."""

    def __init__(self, hex_map: HexMap) -> None:
        self.map = hex_map

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.map is self.map

    def __hash__(self) -> int:
        return id(self.map)


@lru_cache(maxsize=BOARDS_KEPT)
def _changed(on: _Same, *changes: tuple[Any, ...]) -> HexMap:
    m, (terrain, rivers, roads, bocage) = on.map, changes
    return m.with_ground(
        {m.hex(n): frozenset(words.split()) for n, words in terrain},
        {m.hex(n): frozenset({"bocage"}) for n in bocage},
        {m.side(m.hex(a), m.hex(b)): frozenset({word}) for a, b, word in rivers},
        {m.side(m.hex(a), m.hex(b)): word for a, b, word in roads},
    )


def kept_board(
    ruleset: Ruleset, scenario: str, options: Mapping[str, str] | None, hex_map: HexMap | None
) -> Board:
    """A board, made once while it is among the last asked for: nothing in it depends on a game, and what it
    has worked out of its ground costs more than most tests.
    """
    given = tuple(sorted((options or {}).items()))
    key = id(ruleset), scenario, given, os.environ.get(OFF, ""), id(hex_map)
    found = _boards.pop(key, None) or ruleset.board(scenario, options, hex_map=hex_map)
    _boards[key] = found
    if len(_boards) > BOARDS_KEPT:
        del _boards[next(iter(_boards))]
    return found


def in_phase(
    board: Board,
    units: Mapping[str, str],
    phase: str,
    tracks: Mapping[str, int | str],
    dice: Iterable[int] = (),
    lost: Mapping[str, int] | None = None,
    control: Mapping[str, Side] | None = None,
) -> Game:
    """A game in a phase: unit id -> hex or box, tracks (`turn` among them), scripted dice, steps lost, and in
    whose hands hexes are.

    Units not named are not in the game. The phase's own beginning (questions, dice) has happened.
    """
    places = {
        id: (board.map.hex(where) if where in board.map.index else Box(where), (lost or {}).get(id, 0))
        for id, where in units.items()
    }
    state = first_state(board, places)
    for event in board.rules.begin_game(state):
        state = apply(state, event)
    for name, value in tracks.items():
        state = apply(state, TrackSet(name, value))
    for number, side in (control or {}).items():
        state = apply(state, Controlled(board.map.hex(number), side))
    state, _ = run(state, begin(state, board.sequence.index[phase], int(tracks["turn"])))
    game = Game(board, state, SeededDice(0, tuple(dice)))
    game._settle([])
    return game


def act(game: Game, kind: str, **words: Any) -> Action:
    """An action as a player would write it in JSON."""
    board = game.board
    form = board.once(
        "action form", lambda: ActionForm(board.map, frozenset(board.counters), board.ruleset.actions)
    )
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
