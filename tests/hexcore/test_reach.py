"""How far a unit goes, against networkx on random maps: tolls, stops, closed hexes, barred sides, zones."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st
from sandbox import plain

from hexcore.reach import Exits, Passage, flood, forbidding, overlay, step_cost, union
from hexcore.rules import Mask

GROUND = plain(5, 5)
SIZE = len(GROUND)
HEX_BYTES = st.lists(st.booleans(), min_size=SIZE, max_size=SIZE).map(bytes)
SIDES = st.frozensets(st.integers(0, 6 * SIZE - 1), max_size=20)
MASKS = st.one_of(
    st.builds(lambda h: Mask("closed", "closed", h), HEX_BYTES),
    st.builds(lambda h: Mask("stop", "stop", h), HEX_BYTES),
    st.builds(lambda h, p: Mask("toll", "toll", h, points=p), HEX_BYTES, st.integers(1, 4)),
    st.builds(lambda h, p: Mask("leave-toll", "toll", h, points=p), HEX_BYTES, st.integers(1, 4)),
    st.builds(lambda h: Mask("zone-to-zone", "zones", h), HEX_BYTES),
    st.builds(lambda s: Mask("barred", "barred", sides=s), SIDES),
    st.builds(lambda p: Mask("leave", "leave", points=p), st.integers(1, 4)),
)


@st.composite
def grounds(draw: st.DrawFn) -> Exits:
    """Ways out of every hex at random costs, some of them missing, dearer one way than the other."""
    costs = draw(st.lists(st.sampled_from([0, 1, 2, 2, 3, 4, 6]), min_size=6 * SIZE, max_size=6 * SIZE))
    near = GROUND.neighbours
    return tuple(
        tuple((near[s], costs[s], s) for s in range(6 * h, 6 * h + 6) if near[s] >= 0 and costs[s])
        for h in range(SIZE)
    )


def oracle(exits: Exits, start: int, points: int, masks: list[Mask]) -> dict[int, int]:
    """What each mask does, said again edge by edge, and a shortest path by networkx."""
    graph = nx.DiGraph()
    graph.add_node(start)
    for hex, ways in enumerate(exits):
        for near, cost, side in ways:
            length, shut = cost, False
            for mask in masks:
                match mask.effect:
                    case "closed":
                        shut |= bool(mask.hexes[near])
                    case "stop":
                        shut |= bool(mask.hexes[hex]) and hex != start
                    case "zone-to-zone":
                        shut |= bool(mask.hexes[hex] and mask.hexes[near])
                    case "barred":
                        shut |= side in mask.sides
                    case "toll":
                        length += mask.points * mask.hexes[near]
                    case "leave-toll":
                        length += mask.points * mask.hexes[hex]
                    case "leave":
                        length += mask.points if hex == start else 0
            if not shut:
                graph.add_edge(hex, near, weight=length)
    return dict(nx.single_source_dijkstra_path_length(graph, start, cutoff=points))


@settings(max_examples=150, deadline=None)
@given(grounds(), st.integers(0, SIZE - 1), st.integers(0, 16), st.lists(MASKS, max_size=4))
def test_reach_is_what_networkx_finds(exits: Exits, start: int, points: int, masks: list[Mask]) -> None:
    passage = overlay(masks, SIZE)
    reach = flood(exits, start, points, passage)
    assert reach.spent == oracle(exits, start, points, masks)
    for hex in reach.spent:
        assert _walked(exits, passage, start, reach.path(hex)) == (hex, reach.spent[hex])


def _walked(exits: Exits, passage: Passage, start: int, path: tuple[int, ...]) -> tuple[int, int]:
    """Where a path ends and what it costs, one step at a time; nothing on it may be forbidden."""
    here, spent = start, 0
    for near in path:
        side = GROUND.side(here, near)
        assert forbidding(passage, start, here, near, side) is None
        cost = step_cost(exits, passage, start, here, near)
        assert cost is not None
        here, spent = near, spent + cost
    return here, spent


@settings(max_examples=60, deadline=None)
@given(grounds(), st.integers(0, SIZE - 1), st.lists(MASKS, min_size=1, max_size=4))
def test_what_is_forbidden_has_its_mask(exits: Exits, start: int, masks: list[Mask]) -> None:
    """At the edge of an unlimited reach every way out is forbidden by a mask that says so."""
    passage = overlay(masks, SIZE)
    reach = flood(exits, start, 400, passage)
    for hex in reach.spent:
        for near, _, side in exits[hex]:
            if near not in reach.spent:
                assert forbidding(passage, start, hex, near, side) in masks


@settings(max_examples=30, deadline=None)
@given(grounds(), st.integers(0, SIZE - 1), st.integers(0, 12))
def test_more_points_never_reach_less(exits: Exits, start: int, points: int) -> None:
    less, more = flood(exits, start, points, Passage()), flood(exits, start, points + 1, Passage())
    assert less.spent.items() <= more.spent.items()


@pytest.fixture
def even() -> Exits:
    near = GROUND.neighbours
    return tuple(tuple((near[s], 2, s) for s in range(6 * h, 6 * h + 6) if near[s] >= 0) for h in range(SIZE))


def bytes_at(*numbers: str) -> bytes:
    hexes = {GROUND.hex(number) for number in numbers}
    return bytes(h in hexes for h in range(SIZE))


def test_two_to_enter_one_to_leave_three_through(even: Exits) -> None:
    """The zone of a single enemy in 0303: in costs 2 points more, out 1, along it 3 (here in halves)."""
    start = GROUND.hex("0301")
    zone = bytes_at("0302", "0202", "0203", "0304", "0402", "0403")
    masks = [Mask("toll", "", zone, points=4), Mask("leave-toll", "", zone, points=2)]
    masks.append(Mask("closed", "", bytes_at("0303")))
    spent = flood(even, start, 60, overlay(masks, SIZE)).spent
    assert spent[GROUND.hex("0302")] == 2 + 4
    assert spent[GROUND.hex("0203")] == 2 + 2 + 2 + 2 + 4  # round the zone and in; through it would be 14
    passage = overlay(masks, SIZE)
    inside, beside = GROUND.hex("0202"), GROUND.hex("0203")
    assert step_cost(even, passage, start, inside, beside) == 2 + 2 + 4


def test_tolls_add_up_and_a_stop_is_entered_and_not_left(even: Exits) -> None:
    twice = overlay([Mask("toll", "", bytes_at("0302"), points=1)] * 2, SIZE)
    assert flood(even, GROUND.hex("0301"), 4, twice).spent[GROUND.hex("0302")] == 4
    wall = overlay([Mask("stop", "", bytes_at("0102", "0202", "0302", "0402", "0502"))], SIZE)
    spent = flood(even, GROUND.hex("0301"), 20, wall).spent
    assert GROUND.hex("0302") in spent and GROUND.hex("0303") not in spent


def test_nothing_is_reached_without_points(even: Exits) -> None:
    assert flood(even, 3, 0, Passage()).spent == {3: 0}
    assert flood(even, 3, 1, Passage()).spent == {3: 0}


@given(st.lists(HEX_BYTES, max_size=4))
def test_masks_joined(parts: list[bytes]) -> None:
    joined = union(parts, SIZE)
    assert joined == (bytes(map(any, zip(*parts, strict=True))) if parts else b"")
