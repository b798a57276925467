"""Lines of supply, against networkx on random maps, and past the enemy in a game."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from sandbox import BLUE, RED, at, hexes, plain, table

from hexcore.actions import Move
from hexcore.board import Board
from hexcore.events import Controlled, apply
from hexcore.reach import Exits
from hexcore.rules import SupplySource, rule
from hexcore.state import GameState
from hexcore.supply import (
    SupplyRule,
    blockers,
    enemy_blocks,
    even_exits,
    flood_from,
    in_net,
    net,
    net_of,
    part_of,
)
from hexcore.units import Counter, Side, Unit

GROUND = plain(5, 5)
SIZE = len(GROUND)
SHUT = st.lists(st.sampled_from([0, 0, 0, 1]), min_size=SIZE, max_size=SIZE).map(bytes)


@st.composite
def grounds(draw: st.DrawFn) -> Exits:
    lengths = draw(st.lists(st.sampled_from([0, 1, 1, 2, 3]), min_size=6 * SIZE, max_size=6 * SIZE))
    near = GROUND.neighbours
    return tuple(
        tuple((near[s], lengths[s], s) for s in range(6 * h, 6 * h + 6) if near[s] >= 0 and lengths[s])
        for h in range(SIZE)
    )


def oracle(sources: list[int], exits: Exits, limit: int, shut: bytes) -> dict[int, int]:
    graph = nx.DiGraph()
    graph.add_nodes_from(sources)
    for hex, ways in enumerate(exits):
        graph.add_weighted_edges_from((hex, near, length) for near, length, _ in ways if not shut[near])
    return dict(nx.multi_source_dijkstra_path_length(graph, set(sources), cutoff=limit)) if sources else {}


@settings(max_examples=150, deadline=None)
@given(grounds(), st.lists(st.integers(0, SIZE - 1), max_size=4), st.integers(0, 12), SHUT)
def test_the_net_is_what_networkx_finds(exits: Exits, starts: list[int], limit: int, shut: bytes) -> None:
    sources = [SupplySource(hex, f"{n}") for n, hex in enumerate(starts) if not shut[hex]]
    found = flood_from(sources, exits, limit, shut)
    assert found.length == oracle([s.hex for s in sources], exits, limit, shut)
    for hex, length in found.length.items():
        line = found.line(hex)
        assert line[0] == hex and line[-1] == found.source[hex].hex
        steps = zip(line[1:], line, strict=False)
        assert sum(next(n for near, n, _ in exits[a] if near == b) for a, b in steps) == length


def scarce_oracle(
    sources: list[int], exits: Exits, limit: int, shut: bytes, scarce: set[int]
) -> dict[int, int]:
    """The same on a graph of (hex, whether the line has its scarce hexside)."""
    graph = nx.DiGraph()
    graph.add_nodes_from((hex, False) for hex in sources)
    for hex, ways in enumerate(exits):
        for near, length, side in ways:
            if shut[near]:
                continue
            if side not in scarce:
                graph.add_edge((hex, False), (near, False), weight=length)
                graph.add_edge((hex, True), (near, True), weight=length)
            else:
                graph.add_edge((hex, False), (near, True), weight=length)
    starts = {(hex, False) for hex in sources}
    found = nx.multi_source_dijkstra_path_length(graph, starts, cutoff=limit) if sources else {}
    length: dict[int, int] = {}
    for (hex, _), long in found.items():
        length[hex] = min(long, length.get(hex, long))
    return length


@settings(max_examples=150, deadline=None)
@given(
    grounds(),
    st.lists(st.integers(0, SIZE - 1), max_size=3),
    st.integers(0, 12),
    SHUT,
    st.sets(st.integers(0, 6 * SIZE - 1), min_size=1, max_size=60),
)
def test_a_line_has_one_scarce_hexside_at_most(
    exits: Exits, starts: list[int], limit: int, shut: bytes, scarce: set[int]
) -> None:
    sources = [SupplySource(hex, f"{n}") for n, hex in enumerate(starts) if not shut[hex]]
    found = flood_from(sources, exits, limit, shut, frozenset(scarce))
    assert found.length == scarce_oracle([s.hex for s in sources], exits, limit, shut, scarce)
    for hex, length in found.length.items():
        line = found.line(hex)
        assert line[0] == hex and line[-1] == found.source[hex].hex
        ways = [
            next((n, s) for near, n, s in exits[a] if near == b) for a, b in zip(line[1:], line, strict=False)
        ]
        assert sum(n for n, _ in ways) == length and sum(s in scarce for _, s in ways) <= 1


# ------------------------------------------------------------------ in a game
@rule({"sandbox": "12.1"}, hook="supply_sources")
def west_edge(state: GameState, side: Side) -> list[SupplySource]:
    return [SupplySource(state.board.map.hex("0104"), "the west edge")] if side == BLUE else []


@rule({"sandbox": "12.3"}, hook="negates_zone")
def friends_negate(state: GameState, unit: Unit) -> bool:
    return True


def row(*reds: str) -> str:
    lines = [f"r{n} red {number} 1-4" for n, number in enumerate(reds)]
    return "\n".join(["b1 blue 0604 3-4", *lines])


def state_of(unit: str, game: Any) -> str:
    return game.board.rules.supply_state(game.state, game.state.units[unit])


def test_a_unit_is_supplied_along_an_open_line() -> None:
    game = table(row(), west_edge)
    assert state_of("b1", game) == "supplied"
    assert net(game.state, BLUE).line(hexes(game, "0604")[0])[-1] == hexes(game, "0104")[0]
    assert blockers(game.state, BLUE, hexes(game, "0604")[0])[0][1].reason.startswith("the open lines")


def test_without_a_source_nobody_is_supplied() -> None:
    game = table(row("0204"), west_edge)
    assert state_of("r0", game) == "unsupplied"
    assert "no source within" in blockers(game.state, RED, hexes(game, "0204")[0])[0][1].reason


WALL = ("0402", "0404", "0406")
"""With their zones these shut column 4 from 0401 to 0407."""
THROUGH_THE_WALL = row(*WALL) + "\nb2 blue 0403 1-4\nb3 blue 0303 1-4\nb4 blue 0503 1-4"


def test_enemy_units_and_zones_cut_the_line_and_are_named() -> None:
    game = table(row(*WALL), west_edge)
    assert state_of("b1", game) == "unsupplied"
    hex, refusal = blockers(game.state, BLUE, hexes(game, "0604")[0])[0]
    assert "zone of control" in refusal.reason or "enemy unit" in refusal.reason
    assert game.board.map.numbers[hex] in refusal.reason


def test_a_friendly_unit_cancels_a_zone() -> None:
    """0403 lies in two zones and is no enemy's hex: a unit in it opens the way through the wall."""
    assert state_of("b1", table(THROUGH_THE_WALL, west_edge)) == "unsupplied"
    game = table(THROUGH_THE_WALL, west_edge, friends_negate)
    assert state_of("b1", game) == "supplied"
    line = net(game.state, BLUE).line(hexes(game, "0604")[0])
    assert hexes(game, "0403")[0] in line


def test_the_net_follows_the_units() -> None:
    game = table(THROUGH_THE_WALL, west_edge, friends_negate)
    assert in_net(game.state, BLUE, hexes(game, "0604")[0])
    game.submit(Move(("b2",), hexes(game, "0302")[0]))
    assert at(game, "b2") == "0302"
    assert not in_net(game.state, BLUE, hexes(game, "0604")[0])
    game.undo()
    assert in_net(game.state, BLUE, hexes(game, "0604")[0])


@rule({"sandbox": "12.2"}, hook="supply_rule")
def four_hexes(state: GameState, side: Side) -> SupplyRule:
    return SupplyRule(4, even_exits(state), enemy_blocks(state, side), "12.2", "supply is traced four hexes")


@pytest.mark.parametrize("number, expected", [("0504", "supplied"), ("0604", "unsupplied")])
def test_a_limit_of_hexes(number: str, expected: str) -> None:
    game = table(f"b1 blue {number} 3-4", west_edge, four_hexes)
    assert state_of("b1", game) == expected
    if expected == "unsupplied":
        assert blockers(game.state, BLUE, hexes(game, number)[0])[0][1].rule == "12.2"


@rule({"sandbox": "12.2"}, hook="supply_rule")
def one_of_column_two_or_four(state: GameState, side: Side) -> SupplyRule:
    """A line enters one hex at most in columns 2 and 4, as it is followed from its source."""
    near, numbers = state.board.map.neighbours, state.board.map.numbers
    scarce = frozenset(s for s in range(6 * SIZE) if near[s] >= 0 and numbers[near[s]][:2] in ("02", "04"))
    return SupplyRule(12, even_exits(state), enemy_blocks(state, side), "12.2", scarce=scarce)


@pytest.mark.parametrize("number, expected", [("0304", "supplied"), ("0404", "unsupplied")])
def test_a_line_through_what_is_scarce(number: str, expected: str) -> None:
    game = table(f"b1 blue {number} 3-4", west_edge, one_of_column_two_or_four)
    assert state_of("b1", game) == expected, "asked from the unit alone"
    net(game.state, BLUE)
    assert state_of("b1", game) == expected, "and of the net"


def test_a_source_under_the_enemy_is_none() -> None:
    game = table("b1 blue 0404 3-4\nr1 red 0104 1-4", west_edge)
    assert state_of("b1", game) == "unsupplied"


# ------------------------------------------------------------------ a side in parts
@rule({"sandbox": "12.4"}, hook="supply_sources")
def one_for_all_two_for_some(state: GameState, side: Side) -> list[SupplySource]:
    hex = state.board.map.hex
    return [
        SupplySource(hex("0101"), "the beach", "12.4"),
        SupplySource(hex("0107"), "the port", "12.4", "foot"),
        SupplySource(hex("0701"), "the station", "12.4", "horse"),
    ]


@rule({"sandbox": "12.4"}, hook="supply_part")
def by_kind(board: Board, counter: Counter) -> str:
    return counter.kind


FOOT_AND_HORSE = "b1 blue {0} 3-4 1 foot\nb2 blue {0} 3-4 1 horse"
NEAR = (four_hexes, one_for_all_two_for_some, by_kind)


@pytest.mark.parametrize(
    "where, foot, horse",
    [
        ("0103", "supplied", "supplied"),
        ("0206", "supplied", "unsupplied"),
        ("0703", "unsupplied", "supplied"),
        ("0707", "unsupplied", "unsupplied"),
    ],
)
def test_a_source_may_serve_a_part_of_its_side_only(where: str, foot: str, horse: str) -> None:
    game = table(FOOT_AND_HORSE.format(where), *NEAR)
    assert (state_of("b1", game), state_of("b2", game)) == (foot, horse), "asked from the unit alone"
    for unit in game.state.units.values():
        net_of(game.state, unit)
    assert (state_of("b1", game), state_of("b2", game)) == (foot, horse), "and of the nets"


def test_the_net_of_a_side_is_that_of_all_its_sources() -> None:
    game = table(FOOT_AND_HORSE.format("0707"), *NEAR)
    foot, horse = (net_of(game.state, game.state.units[id]) for id in ("b1", "b2"))
    assert set(net(game.state, BLUE).length) == {*foot.length, *horse.length}
    assert {source.name for source in foot.sources.values()} == {"the beach", "the port"}
    assert game.ask("supply", unit="b1")["b1"]["blocked_by"][0]["rule"] == "12.2"


def test_undivided_sides_have_no_parts() -> None:
    game = table(row(), west_edge)
    unit = game.state.units["b1"]
    assert part_of(game.state, unit) == "" and net_of(game.state, unit) is net(game.state, BLUE)


def test_the_net_follows_who_holds_a_hex() -> None:
    @rule({"sandbox": "12.5"}, hook="supply_sources")
    def held_hexes(state: GameState, side: Side) -> list[SupplySource]:
        return [SupplySource(hex, "held") for hex, holder in state.control.items() if holder == side]

    game = table("b1 blue 0604 3-4", held_hexes)
    there = hexes(game, "0101")[0]
    assert there not in net(game.state, BLUE).sources
    taken = apply(game.state, Controlled(there, BLUE))
    assert there in net(taken, BLUE).sources
    assert there not in net(apply(taken, Controlled(there, RED)), BLUE).sources
