"""Hexes: neighbours, distances, and both families of printed numbers."""

from __future__ import annotations

import math

import networkx
import pytest
from hypothesis import given, strategies as st

from hexcore.hexes import Direction, Grid, HexCoord, HexSide, Sheet

COORDS = st.builds(HexCoord, st.integers(-30, 30), st.integers(-30, 30))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    family = draw(st.sampled_from(["columns", "rows"]))
    shoved = draw(st.sampled_from(["even", "odd"]))
    first, length = draw(st.integers(0, 3)), draw(st.integers(2, 6))
    sheet = Sheet("", (first, first + length), (first, first + 5), short=draw(st.booleans()))
    mirrored = draw(st.booleans()) and family == "rows"
    return Grid(family, shoved, (sheet,), mirrored=mirrored)


def flat() -> Grid:
    return Grid("columns", "even", (Sheet("A", (1, 51), (1, 34), short=True),))


def pointed() -> Grid:
    """Rows 00 to 39, 54 hexes each, counted from right to left, odd rows shoved to the right."""
    return Grid("rows", "odd", (Sheet("", (0, 53), (0, 39)),), mirrored=True)


@given(COORDS)
def test_every_hex_is_a_neighbour_of_its_neighbours(hex: HexCoord) -> None:
    for direction in Direction:
        near = hex.neighbour(direction)
        assert hex.distance(near) == 1
        assert hex.direction_to(near) == direction
        assert near.neighbour(direction.opposite) == hex
    assert len(set(hex.neighbours())) == 6


@given(COORDS, COORDS, COORDS)
def test_distance_is_a_distance(a: HexCoord, b: HexCoord, c: HexCoord) -> None:
    assert a.distance(b) == b.distance(a)
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(c) <= a.distance(b) + b.distance(c)


def test_distance_counts_steps() -> None:
    graph = networkx.Graph()
    ground = [HexCoord(q, r) for q in range(-6, 7) for r in range(-6, 7)]
    graph.add_edges_from((hex, near) for hex in ground for near in hex.neighbours())
    steps = networkx.single_source_shortest_path_length(graph, HexCoord(0, 0), cutoff=4)
    for hex in ground:
        if hex.distance(HexCoord(0, 0)) <= 4:
            assert steps[hex] == hex.distance(HexCoord(0, 0))


def test_hexes_that_do_not_touch_share_no_side() -> None:
    with pytest.raises(ValueError):
        HexCoord(0, 0).direction_to(HexCoord(2, 0))
    with pytest.raises(ValueError):
        HexCoord(0, 0).direction_to(HexCoord(0, 0))


@given(COORDS, st.sampled_from(Direction))
def test_a_hexside_has_one_name(hex: HexCoord, direction: Direction) -> None:
    near = hex.neighbour(direction)
    assert HexSide.between(hex, near) == HexSide.between(near, hex)
    side = HexSide.between(hex, near)
    assert {side.hex, side.hex.neighbour(side.direction)} == {hex, near}


@given(grids())
def test_numbers_are_read_as_they_are_written(grid: Grid) -> None:
    hexes = grid.hexes(grid.sheets[0])
    assert len({grid.number(hex) for hex in hexes}) == len(hexes) == len(set(hexes))
    for hex in hexes:
        assert grid.parse(grid.number(hex)) == hex
        assert grid.coord(*grid.column_row(hex)) == hex


@given(grids())
def test_neighbours_lie_one_hex_apart_on_paper(grid: Grid) -> None:
    for hex in grid.hexes(grid.sheets[0])[:6]:
        x, y = grid.centre(hex)
        for near in hex.neighbours():
            nx, ny = grid.centre(near)
            assert math.hypot(nx - x, ny - y) == pytest.approx(1)


@given(grids())
def test_neighbours_share_the_corners_of_their_side(grid: Grid) -> None:
    hex = grid.hexes(grid.sheets[0])[-1]
    corners = grid.corners(hex)
    for d in Direction:
        across = grid.corners(hex.neighbour(d))
        ours = [corners[d], corners[(d + 1) % 6]]
        theirs = [across[(d.opposite + 1) % 6], across[d.opposite]]
        for (x, y), (u, v) in zip(ours, theirs, strict=True):
            assert (x, y) == pytest.approx((u, v))


@pytest.mark.parametrize(
    "number, around",
    [
        # odd column: its upper neighbours carry the row above, its lower ones its own row
        ("A2519", ["A2518", "A2618", "A2619", "A2520", "A2419", "A2418"]),
        ("A2619", ["A2618", "A2719", "A2720", "A2620", "A2520", "A2519"]),
    ],
)
def test_even_columns_lie_half_a_hex_lower(number: str, around: list[str]) -> None:
    grid = flat()
    assert [grid.number(hex) for hex in grid.parse(number).neighbours()] == around


def test_a_shoved_column_of_a_short_sheet_ends_one_row_earlier() -> None:
    grid = flat()
    assert grid.number(grid.parse("A2534")) == "A2534"
    assert grid.number(grid.parse("A2633")) == "A2633"
    with pytest.raises(ValueError, match="off its map sheet"):
        grid.parse("A2634")


@pytest.mark.parametrize(
    "one, others",
    [
        ("2029", ["2129", "2130"]),
        ("2129", ["2029", "2130"]),
        ("0840", ["0940"]),
        ("0940", ["1039"]),
        ("1039", ["1139"]),
        ("1139", ["1138"]),
    ],
)
def test_rows_counted_from_right_to_left_touch_as_printed(one: str, others: list[str]) -> None:
    grid = pointed()
    for other in others:
        assert grid.parse(one).distance(grid.parse(other)) == 1


def test_distances_printed_for_the_mirrored_grid() -> None:
    grid = pointed()
    assert grid.parse("1535").distance(grid.parse("1232")) == 4
    for number in ("2215", "2415"):
        hex = grid.parse(number)
        assert min(hex.distance(grid.coord(0, row)) for row in range(40)) == 15


def test_higher_columns_lie_further_left_and_odd_rows_further_right() -> None:
    grid = pointed()
    x = {number: grid.centre(grid.parse(number))[0] for number in ("1010", "1011", "1110")}
    assert x["1011"] == pytest.approx(x["1010"] - 1)
    assert x["1110"] == pytest.approx(x["1010"] + 0.5)


def test_overlapping_sheets_give_a_hex_two_numbers() -> None:
    grid = Grid("columns", "even", (Sheet("A", (1, 51), (1, 34)), Sheet("B", (26, 40), (1, 34), (-10, 20))))
    hex = grid.parse("A4001")
    assert grid.numbers(hex) == ("A4001", "B3021")
    assert grid.parse("B3021") == hex


@pytest.mark.parametrize("number", ["", "A25", "25199", "A251", "X2519", "A2500", "A5219", "a2519", "A2519 "])
def test_what_is_no_number_is_refused(number: str) -> None:
    with pytest.raises(ValueError):
        flat().parse(number)


def test_a_hex_off_the_sheets_has_no_number() -> None:
    with pytest.raises(ValueError, match="no map sheet"):
        flat().number(HexCoord(-5, 0))
