"""Ways by way of chosen hexes: they cost what they cost when gone, and lead no further than allowed."""

from __future__ import annotations

import pytest
from sandbox import BLUE, hexes, table

from hexcore.actions import Move, Take
from hexcore.game import Game
from hexcore.movement import points_left, reach_of, trace
from hexcore.rules import Mask, rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.way_points import cost_of, onward, path_by
from hexcore.zoc import enemy_zone

POSITION = "b1 blue 0303 1-6\nb2 blue 0303 1-5\nr1 red 0505 1-6\nr2 red 0107 1-6"


@rule({"sandbox": "5.1"}, hook="movement_masks")
def stops(state: GameState, unit: Unit) -> list[Mask]:
    """Enemy zones stop; the first hex costs a point more to leave, a column half a point to enter."""
    size, rows = len(state.board.map), state.board.map.numbers
    column = bytes(number.startswith("04") for number in rows)
    return [
        Mask("stop", "{hex} is in an enemy zone of control", enemy_zone(state, unit.side)),
        Mask("leave", "leaving costs more", bytes([1]) * size, points=2),
        Mask("toll", "mud", column, points=1),
    ]


def units_of(game: Game, *ids: str) -> tuple[Unit, ...]:
    return tuple(game.state.units[id] for id in ids)


@pytest.mark.parametrize("ids", [("b1",), ("b1", "b2")])
def test_every_way_by_way_of_a_hex_costs_what_it_costs_when_gone(ids: tuple[str, ...]) -> None:
    game = table(POSITION, stops)
    state, units = game.state, units_of(game, *ids)
    seen = 0
    for bend in reach_of(state, units).spent:
        gone = path_by(state, units, (bend,)) if bend != units[0].hex else None
        if gone is None:
            continue
        for hex, spent in onward(state, units, gone).spent.items():
            path = path_by(state, units, (bend,) if hex == bend else (bend, hex))
            assert path is not None and path[-1] == hex and bend in path
            assert all(trace(state, unit, path)[1] is None for unit in units)
            assert cost_of(state, units, path) == spent <= min(points_left(state, u) for u in units)
            seen += 1
    assert seen > 150


def test_the_way_that_is_found_is_the_way_that_is_gone() -> None:
    game = table(POSITION, stops)
    state, units = game.state, units_of(game, "b1")
    path = path_by(state, units, hexes(game, "0202", "0301"))
    assert path is not None
    shown = cost_of(state, units, path)
    game.submit(Move(("b1",), path[-1], path))
    assert game.state.units["b1"].hex == hexes(game, "0301")[0]
    assert game.state.note("spent", "b1") == shown


def test_no_way_leads_on_from_where_a_move_stops_nor_through_a_hex_out_of_reach() -> None:
    game = table(POSITION, stops)
    state, units = game.state, units_of(game, "b1")
    near, beyond, far = hexes(game, "0404", "0405", "0707")
    assert enemy_zone(state, BLUE)[near]
    gone = path_by(state, units, (near,))
    assert gone is not None and set(onward(state, units, gone).spent) == {near}
    assert path_by(state, units, (near, beyond)) is None
    assert path_by(state, units, (far,)) is None
    assert path_by(state, units, ()) == ()


def test_without_a_path_gone_it_is_the_plain_reach_and_asking_changes_nothing() -> None:
    game = table(POSITION, stops)
    game.submit(Take(("b1",)))
    before, units = game.state, units_of(game, "b1")
    assert onward(before, units, ()) == reach_of(before, units)
    path_by(before, units, hexes(game, "0202", "0301"))
    assert game.state is before
