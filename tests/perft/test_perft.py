"""Perft: how many sequences of answers there are, the first depths counted by hand."""

from __future__ import annotations

import pytest
from sandbox import BLUE, plain, table

from hexcore.events import Asked, Event
from hexcore.game import Game, TypedDice
from hexcore.rules import rule
from hexcore.setup import Area, SetUp
from hexcore.state import GameState
from hexcore.testing import perft
from hexcore.units import Side


def four_hexes(blue: str, red: str, phase: str) -> Game:
    """0101 touches 0102 and 0201; 0202 touches 0201 and 0102; those two touch each other.

    One unit a side, one movement point each; dice are typed, so that a roll is an answer like any other.
    """
    position = f"b1 blue {blue} 2-1\nr1 red {red} 2-1"
    return table(position, phase=phase, hex_map=plain(2, 2), dice=TypedDice())


@pytest.mark.parametrize(
    "depth, count",
    [
        # done, or take b1 in hand
        (1, 1 + 1),
        # done: nobody stands next to an enemy, so done again | take: put down, to 0102, to 0201
        (2, 1 + 3),
        # done done: Red is done, or takes r1 | take, put down: done, or take again
        # take, move (twice): the point is spent, done alone is left
        (3, 2 + 2 + 1 * 2),
        # done done: done -> done alone (1); take -> put down, to 0201, to 0102 (3)
        # take, put down: done -> done alone (1); take -> 3 as before
        # take, move, done (twice): next to r1 now, so done, or declare
        (4, (1 + 3) + (1 + 3) + 2 * 2),
    ],
)
def test_movement(depth: int, count: int) -> None:
    assert perft(four_hexes("0101", "0202", "blue-movement"), depth) == count


@pytest.mark.parametrize(
    "depth, count",
    [
        # done, or declare on 0102
        (1, 1 + 1),
        # done: Red is done, or takes r1 | declare: add b1
        (2, 2 + 1),
        # done done: Red attacks 0101, or is done | done take: put down, to 0201, to 0202
        # declare, add: done
        (3, 2 + 3 + 1),
        # done done: done -> a new turn, done or take (2); declare -> add r1 (1)
        # done take: put down -> done or take (2); a move (twice) -> done (1 each)
        # declare, add, done: six faces of the die
        (4, (2 + 1) + (2 + 1 * 2) + 6),
    ],
)
def test_combat(depth: int, count: int) -> None:
    assert perft(four_hexes("0101", "0102", "blue-combat"), depth) == count


@rule({"sandbox": "3.1"}, hook="begin_phase")
def blue_sets_up(state: GameState, phase: str) -> list[Event] | None:
    return [Asked((SetUp(BLUE, "3.1"),))] if phase == "blue-movement" and state.turn == 1 else None


@rule({"sandbox": "3.2"}, hook="set_up_areas")
def one_on_each_of_three(state: GameState, side: Side) -> list[Area]:
    return [Area(("b1", "b2"), (hex,), most=1) for hex in range(3)]


@pytest.mark.parametrize(
    "depth, count",
    [
        # b1 on any of three hexes, or b2
        (1, 3 + 3),
        # the other one on either of the two hexes left
        (2, 6 * 2),
        # done, or pick up either of the two
        (3, 12 * 3),
        # done -> the movement phase: done, take b1, take b2 | picked up (twice): placed on either of the
        # two hexes the other leaves free
        (4, 12 * (3 + 2 * 2)),
    ],
)
def test_set_up(depth: int, count: int) -> None:
    position = "b1 blue - 2-1\nb2 blue - 2-1"
    game = table(position, blue_sets_up, one_on_each_of_three, hex_map=plain(2, 2))
    assert perft(game, depth) == count


def test_a_game_that_ends_has_nothing_beyond_its_end() -> None:
    """Without units each of the 3 turns is four phases to be ended: one sequence of 12 answers, no more."""
    game = table("b1 blue - 1-1")
    assert [perft(game, depth) for depth in (0, 1, 12, 13)] == [1, 1, 1, 0]


def test_counting_leaves_the_game_as_it_is() -> None:
    game = four_hexes("0101", "0102", "blue-combat")
    state, journal = game.state, list(game.journal)
    perft(game, 3)
    assert game.state is state and game.journal == journal
