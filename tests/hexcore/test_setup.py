"""Setting up: nothing misplaced is taken, and nothing is listed that leaves the rest impossible."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from crossing import RULESET as CROSSING
from hypothesis import given, settings, strategies as st
from sandbox import BLUE, at, hexes, table

from hexcore.actions import Action, Commit, Done, Move, Place, Take
from hexcore.events import Asked, Event
from hexcore.flow import Flow
from hexcore.game import Game
from hexcore.rules import Refusal, rule
from hexcore.setup import ANY_NUMBER, Area, Plan, SetUp, lifted
from hexcore.state import GameState
from hexcore.tables import DataError
from hexcore.units import Side, Unit

UNITS = ("a", "b", "c", "d")
HEXES = tuple(range(6))


# ------------------------------------------------------------------ the oracle: every way tried
def possible(plan: Plan) -> set[tuple[tuple[str, int | str], ...]]:
    """Every complete set-up that goes on from a plan, found by trying all."""
    choices = [[plan.placed[u]] if u in plan.placed else _hexes_of(plan, u) for u in plan.units]
    return {
        tuple(zip(plan.units, where, strict=True))
        for where in itertools.product(*choices)
        if _allowed(plan, dict(zip(plan.units, where, strict=True)))
    }


def _hexes_of(plan: Plan, unit: str) -> list[int | str]:
    """The hexes of a unit's areas, and their boxes by name."""
    own = [area for area in plan.areas if unit in area.units]
    return [*sorted({hex for area in own for hex in area.hexes}), *sorted({a.box for a in own if a.box})]


def _allowed(plan: Plan, where: dict[str, int | str]) -> bool:
    """Whether each unit can be counted for one of its areas so that all numbers are met."""
    options = [
        [n for n, a in enumerate(plan.areas) if unit in a.units and a.holds(hex)]
        for unit, hex in where.items()
    ]
    return any(_fits(plan, where, counted) for counted in itertools.product(*options))


def _fits(plan: Plan, where: dict[str, int | str], counted: tuple[int, ...]) -> bool:
    for n, area in enumerate(plan.areas):
        if not area.least <= counted.count(n) <= area.most:
            return False
    crowd = [
        where[unit]
        for unit, n in zip(where, counted, strict=True)
        if unit not in plan.placed and plan.areas[n].crowded and not plan.areas[n].box
    ]
    return all(crowd.count(hex) <= plan.room.get(hex, ANY_NUMBER) for hex in set(crowd))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Areas of two groups of units, which may overlap, ground elsewhere for some of both, perhaps a box."""
    split, among = draw(st.integers(1, 3)), tuple(draw(st.permutations(UNITS)))
    elsewhere = among[: draw(st.integers(1, 3))]
    areas = []
    for units, ground in ((UNITS[:split], HEXES[:4]), (UNITS[split:], HEXES[:4]), (elsewhere, HEXES[4:])):
        for _ in range(draw(st.integers(1, 2))):
            hexes = tuple(sorted(draw(st.sets(st.sampled_from(ground), min_size=1))))
            least = draw(st.integers(0, 1))
            most = draw(st.sampled_from([1, 2, ANY_NUMBER]))
            areas.append(Area(units, hexes, least=least, most=max(least, most)))
    if draw(st.booleans()):
        areas.append(Area(among[: draw(st.integers(1, 4))], (), most=draw(st.integers(0, 2)), box="rest"))
    room = {hex: draw(st.integers(0, 2)) for hex in HEXES}
    plan = Plan(tuple(areas), {}, room)
    return _some_placed(draw, plan)


def _some_placed(draw: st.DrawFn, plan: Plan) -> Plan:
    """A plan on which the first units of some complete set-up stand already."""
    ways = sorted(possible(plan), key=repr)
    if not ways:
        return plan
    way = dict(draw(st.sampled_from(ways)))
    placed = {unit: way[unit] for unit in UNITS[: draw(st.integers(0, 3))]}
    room = dict(plan.room)
    for hex in placed.values():
        if not isinstance(hex, str):
            room[hex] -= 1
    return Plan(plan.areas, placed, room)


@settings(max_examples=70, deadline=None)
@given(plans())
def test_every_placement_that_leaves_a_way_is_found_and_no_other(plan: Plan) -> None:
    ways = possible(plan)
    assert (plan.filled is not None) == bool(ways)
    for unit in plan.units:
        if unit not in plan.placed:
            assert plan.places_for(unit) == {dict(way)[unit] for way in ways}
    assert plan.complete() == (len(plan.placed) == len(UNITS) and bool(ways))


def test_a_unit_picked_up_gives_its_room_back() -> None:
    area = Area(("a", "b"), (1, 2))
    plan = Plan((area,), {"a": 1, "b": 2}, {1: 0, 2: 0})
    assert lifted(plan, "a") == Plan((area,), {"b": 2}, {1: 1, 2: 0})
    assert lifted(plan, "a").hexes_for("a") == {1}


def test_areas_that_overlap_for_different_units_are_a_fault() -> None:
    apart = Area(("a",), (1,)), Area(("b",), (1,))
    assert Plan(apart, {}, {1: 2}).filled is not None
    with pytest.raises(DataError, match="overlap and name different units"):
        Plan((Area(("a", "b"), (1, 2), "here"), Area(("a",), (1,), "there")), {}, {})


def test_a_screen_of_posts_is_always_met() -> None:
    """Nine posts, twelve units, forty hexes: whoever looks only at allowed hexes misses it for sure."""
    units = tuple(f"u{n}" for n in range(12))
    posts = tuple(Area(units, (4 * n, 4 * n + 1), least=1) for n in range(9))
    rest = Area(units, tuple(h for h in range(40) if h % 4 > 1 or h >= 36), "the coast")
    source = random.Random(1)
    placed: dict[str, int] = {}
    room = dict.fromkeys(range(40), 3)
    for unit in units:
        plan = Plan((*posts, rest), dict(placed), dict(room))
        hex = source.choice(sorted(plan.hexes_for(unit)))
        placed[unit], room[hex] = hex, room[hex] - 1
    assert Plan((*posts, rest), placed, room).complete()
    assert all(any(placed[u] in post.hexes for u in units) for post in posts)


def test_flow_keeps_to_least_and_most() -> None:
    flow = Flow("s", "t")
    flow.add("s", "x", 0, 3)
    flow.add("x", "y", 2, 2)
    flow.add("y", "t", 0, 1)
    assert flow.fill() is None
    flow.add("y", "t", 0, 5)
    filled = flow.fill()
    assert filled is not None and filled.carried("x", "y") == filled.carried("y", "t") == 2
    flow.add("y", "t", 4, 3)
    assert flow.fill() is None


# ------------------------------------------------------------------ the decision
@rule({"sandbox": "3.1"}, hook="begin_phase")
def blue_sets_up(state: GameState, phase: str) -> list[Event] | None:
    return [Asked((SetUp(BLUE, "3.1"),))] if phase == "blue-movement" and state.turn == 1 else None


@rule({"sandbox": "3.2"}, hook="set_up_areas")
def two_rows(state: GameState, side: Side) -> list[Area]:
    ground = state.board.map
    units = tuple(u for u in state.board.counters if u.startswith("b"))
    left = [ground.hex(f"01{row:02d}") for row in (1, 2)]
    return [
        Area(units, tuple(left), "on the west edge"),
        Area(units, (ground.hex("0404"),), "one of them on the hill", least=1, most=1),
    ]


@rule({"sandbox": "3.3"}, hook="set_up_room")
def one_each(state: GameState, side: Side, hex: int) -> int:
    return 1


@rule({"sandbox": "9.1"}, hook="may_stack")
def alone(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "one unit to a hex"


def field(*rules: Any) -> Game:
    position = "b1 blue - 1-4\nb2 blue - 1-4\nb3 blue - 1-4\nr1 red 0505 1-4"
    return table(position, blue_sets_up, two_rows, *(rules or (one_each,)))


def place(game: Game, unit: str, number: str) -> Place:
    return Place(unit, hexes(game, number)[0])


def refused(game: Game, action: Action) -> Refusal:
    found = game.refusal(action)
    assert found is not None and found.reason
    return found


def test_a_side_is_led_through_its_set_up() -> None:
    game = field()
    numbers = ("0101", "0102", "0404")
    assert set(game.legal_actions()) == {place(game, u, n) for u in ("b1", "b2", "b3") for n in numbers}
    game.submit(place(game, "b1", "0101"))
    assert place(game, "b2", "0101") not in game.legal_actions()  # it has room for one
    assert "the rest could not be set up" in refused(game, place(game, "b2", "0101")).reason
    game.submit(place(game, "b2", "0102"))
    assert game.legal_actions() == [place(game, "b3", "0404")]
    assert "not set up yet" in refused(game, Done()).reason
    game.submit(place(game, "b3", "0404"))
    assert game.legal_actions() == [Done(), Take(("b1",)), Take(("b2",)), Take(("b3",))]
    game.submit(Done())
    assert game.decision.kind == "movement-phase"


@pytest.mark.parametrize(
    "action, rule_id, reason",
    [
        (("b1", "0303"), "3.2", "does not set up in 0303: on the west edge; or one of them on the hill"),
        (("r1", "0101"), "3.1", "not yours to set up"),
        (Take(("b1",)), "3.1", "pick up one unit that you have set up"),
        (Take(("b2", "b3")), "3.1", "pick up one unit"),
        (Move(("b1",), 0), "3.1", "takes place or take or done"),
    ],
)
def test_what_is_misplaced_is_refused(action: Any, rule_id: str, reason: str) -> None:
    game = field()
    answer = place(game, *action) if isinstance(action, tuple) else action
    found = refused(game, answer)
    assert found.rule == rule_id and reason in found.reason


def test_a_placement_that_leaves_the_rest_impossible_is_refused_with_its_rule() -> None:
    game = field()
    game.submit(place(game, "b1", "0404"))
    found = refused(game, place(game, "b2", "0404"))
    assert found.rule == "3.2" and "the rest could not be set up" in found.reason
    assert game.refusal(place(game, "b2", "0101")) is None


def test_stacking_limits_hold_in_a_set_up() -> None:
    game = field(alone)
    game.submit(place(game, "b1", "0101"))
    assert refused(game, place(game, "b2", "0101")) == Refusal("9.1", "one unit to a hex")
    assert place(game, "b2", "0101") not in game.legal_actions()


def test_a_unit_is_picked_up_and_placed_again_without_a_trace() -> None:
    game = field()
    empty = game.state
    game.submit(place(game, "b1", "0101"))
    first = game.state
    assert at(game, "b1") == "0101" and game.state.control[0] == BLUE
    game.submit(Take(("b1",)))
    assert at(game, "b1") == "arrivals" and game.state.hash == empty.hash and game.state == empty
    game.submit(place(game, "b1", "0404"))
    game.submit(place(game, "b1", "0101"))  # moved at once
    assert game.state.hash == first.hash and 0 in game.state.control


def test_a_hex_taken_from_the_enemy_by_mistake_is_given_back() -> None:
    game = field()
    game.state = game.state.with_item("control", "control", 0, Side("red"))
    before = game.state.hash
    game.submit(place(game, "b1", "0101"))
    assert game.state.control[0] == BLUE
    game.submit(Take(("b1",)))
    assert game.state.control[0] == "red" and game.state.hash == before


@rule({"sandbox": "3.2"}, hook="set_up_areas")
def a_row_or_the_rear(state: GameState, side: Side) -> list[Area]:
    ground = state.board.map
    units = tuple(u for u in state.board.counters if u.startswith("b"))
    row = tuple(ground.hex(f"01{row:02d}") for row in (1, 2))
    return [Area(units, row, "on the edge"), Area(units, (), "one in the rear", most=1, box="rear")]


def test_units_are_set_up_in_a_box_and_picked_up_from_it() -> None:
    game = table("b1 blue - 1-4\nb2 blue - 1-4\nb3 blue - 1-4", blue_sets_up, a_row_or_the_rear, one_each)
    before = game.state.hash
    assert Commit("rear", "b1") in game.legal_actions()
    game.submit(Commit("rear", "b1"))
    assert at(game, "b1") == "rear" and Commit("rear", "b2") not in game.legal_actions()
    assert "the rest could not be set up" in refused(game, Commit("rear", "b2")).reason
    assert "is not set up in 'front'" in refused(game, Commit("front", "b2")).reason
    assert "that unit is not set up" in refused(game, Commit("rear", "nobody")).reason
    game.submit(Take(("b1",)))
    assert at(game, "b1") == "arrivals" and game.state.hash == before
    game.submit(Commit("rear", "b1"))
    game.submit(place(game, "b1", "0101"))  # from the box into a hex at once
    game.submit(Commit("rear", "b1"))  # and back
    game.submit(place(game, "b2", "0101"))
    game.submit(place(game, "b3", "0102"))
    game.submit(Done())
    assert at(game, "b1") == "rear" and game.decision.kind == "movement-phase"


@pytest.mark.parametrize("seed", range(5))
def test_a_random_set_up_of_the_crossing_is_complete_and_legal(seed: int) -> None:
    game = Game.start(CROSSING.board("ford"))
    source = random.Random(seed)
    steps = 0
    while game.decision.kind == "set-up" and game.to_decide == "grey":
        game.submit(source.choice(game.legal_actions()))
        steps += 1
    where = {id: at(game, id) for id in ("11-guard", "12-guard", "13-guard", "14-hussars")}
    for post in ("0504", "0405", "0403"):
        assert post in where.values()
    assert {at(game, id) for id in ("x-ambush", "y-ambush")} <= {"0401", "0402", "0404", "0406"}
    assert steps < 200
