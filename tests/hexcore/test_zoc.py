"""Zones of control: where they lie, what keeps them out, and that they follow the units."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st
from sandbox import BLUE, RED, hexes, table

from hexcore.actions import Move
from hexcore.board import Board
from hexcore.events import Marked, Placed, apply
from hexcore.maps import HexMap
from hexcore.rules import rule
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore.zoc import controllers, enemy_zone, negated, occupied, open_enemy_zone, zone

NUMBERS = [f"{c:02d}{r:02d}" for c in range(1, 8) for r in range(1, 8)]


@rule({"sandbox": "6.2"}, hook="exerts_zoc")
def not_the_train(state: GameState, unit: Unit) -> bool | None:
    return False if unit.counter.kind == "train" else None


@rule({"sandbox": "6.3"}, hook="negates_zone")
def all_but_trains_negate(state: GameState, unit: Unit) -> bool:
    return unit.counter.kind != "train"


@rule({"sandbox": "6.4"}, hook="zone_barriers")
def not_out_to_the_north(hex_map: HexMap) -> list[int]:
    return [6 * hex for hex in range(len(hex_map))]


@rule({"sandbox": "6.5"}, hook="zone_walls")
def not_out_of_marked_hexes(state: GameState) -> list[int]:
    walled = [state.board.map.hex(number) for kind, number in state.markers if kind == "wall"]
    return [6 * hex + d for hex in walled for d in range(6)]


@rule({"sandbox": "6.6"}, hook="exerts_zoc")
def not_beside_a_blue_train(state: GameState, unit: Unit) -> bool:
    beside = [other for hex in state.board.map.around(unit.hex) for other in state.at(hex)]
    return not any(u.counter.kind == "train" and u.side != unit.side for u in beside)


@rule({"sandbox": "6.6"}, hook="ties_zones")
def trains_tie_zones(board: Board) -> list[str]:
    return [counter.id for counter in board.counters.values() if counter.kind == "train"]


def marked(zone_bytes: bytes, ground: HexMap) -> set[str]:
    return {ground.numbers[h] for h, flag in enumerate(zone_bytes) if flag}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=6, unique=True))
def test_a_zone_is_the_neighbours_of_those_who_exert_it(where: list[str]) -> None:
    game = table("\n".join(f"r{n} red {number} 1-4" for n, number in enumerate(where)))
    ground = game.board.map
    expected = {ground.numbers[near] for number in where for near in ground.around(ground.hex(number))}
    assert marked(zone(game.state, RED), ground) == expected
    assert marked(occupied(game.state, RED), ground) == set(where)
    assert marked(zone(game.state, BLUE), ground) == set()
    for hex in range(len(ground)):
        assert bool(controllers(game.state, RED, hex)) == bool(zone(game.state, RED)[hex])


def test_who_exerts_none() -> None:
    game = table("r1 red 0404 1-4 1 train\nr2 red 0101 1-4", not_the_train)
    assert marked(zone(game.state, RED), game.board.map) == {"0102", "0201"}
    assert controllers(game.state, RED, hexes(game, "0403")[0]) == []


def test_walls_stand_while_their_marker_lies() -> None:
    game = table("r1 red 0404 1-4\nr2 red 0101 1-4", not_out_of_marked_hexes)
    ground = game.board.map
    (hex,) = hexes(game, "0404")
    north = ground.around(hex)[0]
    before = marked(zone(game.state, RED), ground)
    walled = apply(game.state, Marked("wall", "0404"))
    assert marked(zone(walled, RED), ground) == {"0102", "0201"}
    assert controllers(walled, RED, north) == []
    again = apply(walled, Marked("wall", "0404", 0))
    assert marked(zone(again, RED), ground) == before > {"0102", "0201"}
    assert [u.id for u in controllers(again, RED, north)] == ["r1"]


def test_zones_follow_the_enemy_who_ties_them() -> None:
    game = table(
        "r1 red 0404 1-4\nb1 blue 0504 1-4 1 train\nb2 blue 0101 1-4",
        not_beside_a_blue_train,
        trains_tie_zones,
    )
    ground = game.board.map
    beside, away = hexes(game, "0504", "0701")
    assert beside in ground.around(game.state.units["r1"].hex)
    assert marked(zone(game.state, RED), ground) == set()
    gone = apply(game.state, Placed("b1", away))
    assert len(marked(zone(gone, RED), ground)) == 6
    elsewhere = apply(gone, Placed("b2", away))
    assert elsewhere.caches[RED] is gone.caches[RED]
    assert marked(zone(apply(elsewhere, Placed("b1", beside)), RED), ground) == set()


def test_barriers_are_one_way() -> None:
    game = table("r1 red 0404 1-4", not_out_to_the_north)
    ground = game.board.map
    (hex,) = hexes(game, "0404")
    north, south = ground.neighbours[6 * hex], ground.neighbours[6 * hex + 3]
    assert not zone(game.state, RED)[north] and zone(game.state, RED)[south]
    assert not controllers(game.state, RED, north)


def test_friends_cancel_a_zone_for_supply_and_not_for_movement() -> None:
    game = table("r1 red 0404 1-4\nb1 blue 0403 1-4\nb2 blue 0405 1-4 1 train", all_but_trains_negate)
    here, there = hexes(game, "0403", "0405")
    assert enemy_zone(game.state, BLUE)[here] and not open_enemy_zone(game.state, BLUE)[here]
    assert enemy_zone(game.state, BLUE)[there] and open_enemy_zone(game.state, BLUE)[there]
    assert marked(negated(game.state, BLUE), game.board.map) == {"0403"}
    plain = table("r1 red 0404 1-4\nb1 blue 0403 1-4")
    assert open_enemy_zone(plain.state, BLUE) == enemy_zone(plain.state, BLUE)  # unless a rule says so


def test_a_zone_moves_with_its_unit_and_back_again() -> None:
    game = table("b1 blue 0202 1-4\nr1 red 0606 1-4")
    before = zone(game.state, BLUE)
    game.submit(Move(("b1",), *hexes(game, "0404")))
    after = zone(game.state, BLUE)
    assert marked(after, game.board.map) == {
        game.board.map.numbers[n] for n in game.board.map.around(*hexes(game, "0404"))
    }
    game.undo()
    assert zone(game.state, BLUE) == before
    assert zone(game.state, RED) is zone(game.state, RED)
