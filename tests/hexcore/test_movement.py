"""Movement: units in hand, moved, put down; what stops them and why; what is carried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from crossing import RULESET as CROSSING
from sandbox import BLUE, at, hexes, plain, table

from hexcore.actions import Action, Disembark, Done, Embark, Exit, Move, Place, PutDown, Take
from hexcore.charts import Costs, compile_costs
from hexcore.events import Event, Moved, Noted, Placed, Removed, Steps, StepsLost, apply, run
from hexcore.game import Game, begin, opening
from hexcore.maps import HexMap
from hexcore.movement import points, reach_of
from hexcore.rules import Mask, Refusal, rule
from hexcore.state import GameState
from hexcore.units import Side, Unit
from hexcore.zoc import enemy_zone


def move(game: Game, unit: str, *path: str) -> list[Event]:
    return game.submit(Move((unit,), path=hexes(game, *path)))


def refused(game: Game, action: Action) -> Refusal:
    found = game.refusal(action)
    assert found is not None and found.reason
    return found


# ------------------------------------------------------------------ points and paths
def test_a_unit_goes_as_far_as_its_points() -> None:
    game = table("b1 blue 0101 1-3")
    (unit,) = game.state.on_map(BLUE)
    ground = game.board.map
    assert set(reach_of(game.state, (unit,)).spent) == set(ground.within(unit.hex, 3))
    game.submit(Move(("b1",), *hexes(game, "0103")))
    assert at(game, "b1") == "0103"
    listed = {a.to for a in game.legal_actions() if isinstance(a, Move)}
    assert listed == set(ground.within(*hexes(game, "0103"), 1)) - set(hexes(game, "0103"))
    assert "needs 2 movement points" in refused(game, Move(("b1",), *hexes(game, "0105"))).reason


def test_a_path_is_taken_hex_by_hex_and_the_longer_way_costs_more() -> None:
    game = table("b1 blue 0101 1-4")
    events = move(game, "b1", "0201", "0202", "0102")
    assert [e.to for e in events if isinstance(e, Moved)] == list(hexes(game, "0201", "0202", "0102"))
    assert game.state.note("spent", "b1") == 6
    assert game.state.note("from", "b1") == hexes(game, "0101")[0]


def test_the_last_point_puts_a_unit_down() -> None:
    game = table("b1 blue 0101 1-2\nb2 blue 0707 1-2")
    game.submit(Move(("b1",), *hexes(game, "0103")))
    assert game.decision.kind == "movement-phase"
    assert game.legal_actions() == [Done(), Take(("b2",))]
    assert "no movement points left" in refused(game, Take(("b1",))).reason


@pytest.mark.parametrize(
    "action, reason",
    [
        (Move(("b1",)), "a move needs `to`"),
        (Move(("b1",), 0), "stands there already"),
        (Move(("b1",), path=(20,)), "do not touch"),
        (Move(("b1",), 3, path=(1,)), "does not end in the hex"),
        (Move(("r1",), 1), "belongs to the other side"),
        (Move(("b2",), 1), "is not on the map"),
        (Move(("b1", "b3"), 1), "stand in one hex"),
        (Move(("b1", "b1"), 1), "each unit once"),
        (Move(()), "take or move"),
        (Take(()), "name the units"),
        (Exit("N", ("b1",)), "takes move"),
        (PutDown(), "not answered by 'put-down'"),
        (Place("b2", 3), "not answered by 'place'"),
    ],
)
def test_moves_that_are_none(action: Action, reason: str) -> None:
    game = table("b1 blue 0101 1-4\nb2 blue - 1-4\nb3 blue 0103 1-4\nr1 red 0505 1-4")
    found = refused(game, action)
    assert reason in found.reason


def test_half_points_in_words() -> None:
    assert [points(n) for n in (0, 1, 2, 3, 8)] == ["0", "½", "1", "1½", "4"]


@rule({"sandbox": "5.1"}, hook="terrain_costs")
def uphill(hex_map: HexMap, mobility: str) -> Costs:
    """Going to a higher row costs three; row 5 cannot be entered."""

    def cost(hex: int, near: int, side: int) -> int | None:
        row = int(hex_map.numbers[near][2:])
        return None if row == 5 else (6 if row > int(hex_map.numbers[hex][2:]) else 2)

    return compile_costs(hex_map, cost)


def test_ground_that_costs_more_and_ground_that_forbids() -> None:
    game = table("b1 blue 0104 1-4", uphill)
    assert game.refusal(Move(("b1",), *hexes(game, "0103"))) is None
    assert "no way over land" in refused(game, Move(("b1",), *hexes(game, "0106"))).reason
    assert "the ground forbids" in refused(game, Move(("b1",), path=hexes(game, "0105"))).reason
    spent = reach_of(game.state, tuple(game.state.on_map(BLUE))).spent
    assert spent[hexes(game, "0103")[0]] == 2


# ------------------------------------------------------------------ masks
@rule({"sandbox": "6.1"}, hook="movement_masks")
def zones_stop(state: GameState, unit: Unit) -> Mask:
    return Mask("stop", "{hex} is in an enemy zone", enemy_zone(state, unit.side))


@rule({"sandbox": "6.2"}, hook="movement_masks")
def the_guard_is_held(state: GameState, unit: Unit) -> Mask | None:
    return Mask("held", "the guard holds its post") if unit.counter.kind == "guard" else None


@rule({"sandbox": "6.3"}, hook="movement_masks")
def not_over_the_wall(state: GameState, unit: Unit) -> Mask:
    ground = state.board.map
    side = ground.side(ground.hex("0303"), ground.hex("0304"))
    return Mask("barred", "a wall stands before {hex}", sides=frozenset({side}))


def test_a_zone_ends_the_move_and_says_so_afterwards() -> None:
    game = table("b1 blue 0301 1-4\nr1 red 0304 1-4", zones_stop)
    beyond = Move(("b1",), path=hexes(game, "0302", "0303", "0203"))
    assert refused(game, beyond) == Refusal("6.1", "0303 is in an enemy zone")
    move(game, "b1", "0302", "0303")
    assert game.decision.kind == "movement-phase"
    assert refused(game, Take(("b1",))).rule == "6.1"
    assert game.state.note("stopped", "b1") == ("6.1", "0303 is in an enemy zone")


def test_enemy_hexes_are_closed() -> None:
    game = table("b1 blue 0301 1-4\nr1 red 0302 1-4")
    assert refused(game, Move(("b1",), path=hexes(game, "0302"))).reason == "an enemy unit stands in 0302"
    assert "an enemy unit stands in 0302" in refused(game, Move(("b1",), *hexes(game, "0302"))).reason


def test_a_unit_held_and_a_hexside_barred_in_one_direction() -> None:
    position = "b1 blue 0303 1-4\nb2 blue 0305 1-4\nb3 blue 0101 1-4 1 guard"
    game = table(position, the_guard_is_held, not_over_the_wall)
    assert refused(game, Move(("b3",), *hexes(game, "0102"))).rule == "6.2"
    assert refused(game, Move(("b1",), path=hexes(game, "0304"))) == Refusal(
        "6.3", "a wall stands before 0304"
    )
    assert game.refusal(Move(("b2",), path=hexes(game, "0304", "0303"))) is None
    assert game.refusal(Move(("b1",), *hexes(game, "0304"))) is None  # round the wall


@rule({"sandbox": "5.4"}, hook="minimum_move")
def one_hex_always(state: GameState, unit: Unit) -> bool:
    return True


@rule({"sandbox": "5.5"}, hook="terrain_costs")
def mud(hex_map: HexMap, mobility: str) -> Costs:
    return compile_costs(hex_map, lambda _hex, _near, _side: 10)


@pytest.mark.parametrize("start, near, next", [("0101", "0102", "0103"), ("0303", "0304", "0305")])
def test_one_hex_may_always_be_moved_but_once(start: str, near: str, next: str) -> None:
    """0101 is the first hex of the map: having come from it is having moved too."""
    assert table(f"b1 blue {start} 1-4", mud).legal_actions() != []
    stuck = table(f"b1 blue {start} 1-4", mud)
    assert "needs 5 movement points" in refused(stuck, Move(("b1",), path=hexes(stuck, near))).reason
    game = table(f"b1 blue {start} 1-4", mud, one_hex_always)
    assert refused(game, Move(("b1",), path=hexes(game, near, next)))
    move(game, "b1", near)
    assert refused(game, Take(("b1",)))


@rule({"sandbox": "5.6"}, hook="minimum_move")
def with_points_to_spare(state: GameState, unit: Unit) -> bool:
    return True


@rule({"sandbox": "5.7"}, hook="terrain_costs")
def mud_in_the_east(hex_map: HexMap, mobility: str) -> Costs:
    west = {hex for hex, number in enumerate(hex_map.numbers) if number <= "0102"}
    return compile_costs(hex_map, lambda _hex, near, _side: 2 if near in west else 20)


def test_a_unit_that_has_moved_from_the_first_hex_has_no_minimum_move_left() -> None:
    game = table("b1 blue 0101 1-4", mud_in_the_east, with_points_to_spare)
    move(game, "b1", "0102")
    assert refused(game, Move(("b1",), path=hexes(game, "0103")))
    assert Move(("b1",), *hexes(game, "0103")) not in game.legal_actions()


@rule({"sandbox": "5.8"}, hook="may_move_at_least")
def never_southward(state: GameState, unit: Unit, hex: int) -> str | None:
    number = state.board.map.numbers[hex]
    return f"{number} lies to the south" if number == "0304" else None


def test_the_minimum_move_may_be_refused_by_hex() -> None:
    game = table("b1 blue 0303 1-4", mud, one_hex_always, never_southward)
    assert refused(game, Move(("b1",), path=hexes(game, "0304"))) == Refusal("5.8", "0304 lies to the south")
    (unit,) = game.state.on_map(BLUE)
    assert hexes(game, "0304")[0] not in reach_of(game.state, (unit,)).spent
    move(game, "b1", "0302")
    assert at(game, "b1") == "0302"
    rich = table("b1 blue 0303 1-4", one_hex_always, never_southward)
    move(rich, "b1", "0304")  # it has the points


@rule({"sandbox": "4.5"}, hook="ordered")
def first_order(state: GameState, units: tuple[Unit, ...], action: Action) -> list[Event]:
    return [Noted("player-turn", "first order", value=f"{units[0].id} {action.kind}")]


def test_an_order_is_heard_of_before_it_is_carried_out() -> None:
    game = table("b1 blue 0303 1-4\nb2 blue 0505 1-4", first_order)
    game.submit(Take(("b1",)))
    assert game.state.note("first order") is None
    events = move(game, "b1", "0304")
    assert isinstance(events[0], Noted) and game.state.note("first order") == "b1 move"
    game.submit(PutDown())
    assert game.state.note("first order") == "b1 move"


# ------------------------------------------------------------------ stacks
@rule({"sandbox": "9.1"}, hook="may_stack")
def two_to_a_hex(state: GameState, units: tuple[Unit, ...], hex: int) -> str | None:
    return "only two units may stand in a hex" if len(units) > 2 else None


STACKS = "b1 blue 0303 1-4\nb2 blue 0303 1-2\nb3 blue 0304 1-4\nb4 blue 0304 1-4\nb5 blue 0302 1-4"


def test_units_of_one_hex_move_together_at_the_pace_of_the_slowest() -> None:
    game = table(STACKS)
    game.submit(Take(("b1", "b2")))
    listed = {a.to for a in game.legal_actions() if isinstance(a, Move)}
    (start,) = hexes(game, "0303")
    assert listed == set(game.board.map.within(start, 2)) - {start}
    game.submit(Move(("b1", "b2"), *hexes(game, "0503")))
    assert (at(game, "b1"), at(game, "b2")) == ("0503", "0503")
    assert game.decision.kind == "movement-phase"
    assert game.refusal(Take(("b1",))) is None


def test_a_full_hex_is_passed_through_and_not_stopped_in() -> None:
    game = table(STACKS, two_to_a_hex)
    full = hexes(game, "0304")
    assert refused(game, Move(("b5",), *full)) == Refusal("9.1", "only two units may stand in a hex")
    assert Move(("b5",), *full) not in game.fork().legal_actions()
    assert game.refusal(Move(("b5",), path=hexes(game, "0303", "0304", "0305"))) is None
    game.submit(Take(("b1", "b2")))
    assert Move(("b1", "b2"), *full) not in game.legal_actions()
    assert refused(game, Move(("b1", "b2"), *hexes(game, "0302"))).rule == "9.1"


def test_taking_another_unit_puts_the_first_one_down() -> None:
    game = table(STACKS)
    game.submit(Take(("b1",)))
    game.submit(Take(("b3",)))
    assert [d.units for d in game.state.agenda if d.kind == "in-hand"] == [("b3",)]
    game.submit(Move(("b5",), *hexes(game, "0301")))
    assert [d.units for d in game.state.agenda if d.kind == "in-hand"] == [("b5",)]
    game.submit(PutDown())
    assert game.decision.kind == "movement-phase"


# ------------------------------------------------------------------ watched hexes
@rule({"sandbox": "8.1"}, hook="watched_hexes")
def the_mine(state: GameState, side: Side) -> list[int]:
    return [state.board.map.hex("0303")]


@rule({"sandbox": "8.2"}, hook="entered")
def it_goes_off(state: GameState, units: tuple[Unit, ...], hex: int, how: str) -> list[Event]:
    assert all(unit.hex == hex for unit in units)
    first = units[0]
    lost: list[Event] = [StepsLost(first.id, 1), Removed(first.id, "eliminated", why=how)]
    return [*lost, *(Noted("phase", "shaken", unit.id) for unit in units[1:])]


def test_a_move_stops_where_something_is_asked() -> None:
    game = table("b1 blue 0301 1-4", the_mine)
    listed = {game.board.map.numbers[a.to] for a in _in_hand(game, "b1") if isinstance(a, Move)}
    assert "0303" in listed
    past = Move(("b1",), path=hexes(game, "0302", "0303", "0304"))
    assert "must stop in 0303" in refused(game, past).reason
    assert game.refusal(Move(("b1",), path=hexes(game, "0302", "0303"))) is None


def _in_hand(game: Game, unit: str) -> list[Action]:
    fork = game.fork()
    fork.submit(Take((unit,)))
    return fork.legal_actions()


def test_a_unit_lost_where_it_enters_is_no_longer_in_hand() -> None:
    game = table("b1 blue 0301 1-4\nb2 blue 0301 1-4", the_mine, it_goes_off)
    move(game, "b1", "0302", "0303")
    assert at(game, "b1") == "eliminated" and game.decision.kind == "movement-phase"


def test_the_rest_of_a_stack_goes_on() -> None:
    game = table("b1 blue 0301 1-4\nb2 blue 0301 1-4", the_mine, it_goes_off)
    game.submit(Move(("b1", "b2"), path=hexes(game, "0302", "0303")))
    assert at(game, "b1") == "eliminated" and at(game, "b2") == "0303"
    assert game.state.note("shaken", "b2")
    game.submit(Move(("b1", "b2"), *hexes(game, "0304")))
    assert at(game, "b1") == "eliminated" and at(game, "b2") == "0304"


# ------------------------------------------------------------------ arrivals
@rule({"sandbox": "11.1"}, hook="arrivals")
def at_the_corner(state: GameState, side: Side) -> list[Action]:
    corner = state.board.map.hex("0101")
    return [Place(u.id, corner) for u in state.units.values() if u.side == side and u.hex < 0]


@rule({"sandbox": "11.2"}, hook="arrival_refusal")
def only_there(state: GameState, action: Action) -> Refusal:
    return Refusal("11.2", "units arrive at the corner")


@rule({"sandbox": "11.3"}, hook="arrival_answer")
def it_arrives(state: GameState, action: Any) -> Steps:
    return _arrive(action)


def _arrive(action: Any) -> Steps:
    return (yield Placed(action.unit, action.hex, "arrival"))


def test_an_arrival_is_placed_where_it_may() -> None:
    game = table("b1 blue - 1-4", at_the_corner, only_there, it_arrives)
    assert game.legal_actions() == [Done(), Place("b1", 0)]
    assert refused(game, Place("b1", 1)) == Refusal("11.2", "units arrive at the corner")
    game.submit(Place("b1", 0))
    assert at(game, "b1") == "0101" and Take(("b1",)) in game.legal_actions()


# ------------------------------------------------------------------ zones that cost, and the truck
def crossing(**where: str) -> Game:
    """The Green movement phase of turn 2, units as given, the rest out of the game."""
    board = CROSSING.board("ford")
    state = opening(board)
    for id, number in where.items():
        state = apply(state, Placed(_id(id), board.map.hex(number)))
    phase = board.sequence.index["green-movement"]
    state, _ = run(state, begin(state, phase, 2))
    return Game(board, state)


def _id(word: str) -> str:
    ids = ("1-lancers", "3-rifles", "11-guard", "g-truck", "4-rifles-more")
    return next(id for id in ids if id.endswith(word)).removesuffix("-more")


def test_armour_pays_two_to_enter_a_zone_one_to_leave_it_and_three_within() -> None:
    """11 Guard in 0603: 0503 and 0504 lie in its zone, 0404 does not. All in half-points."""
    game = crossing(lancers="0404", guard="0603")
    assert {"0503", "0504"} <= _zone(game) and "0404" not in _zone(game)
    game.submit(Move(("1-lancers",), path=hexes(game, "0504")))
    assert game.state.note("spent", "1-lancers") == 1 + 4  # by road, and in
    found = refused(game, Move(("1-lancers",), path=hexes(game, "0503")))
    assert "needs 4 movement points to 0503 and has 3½" in found.reason  # 1 out, 1 clear, 2 in again
    game.submit(Move(("1-lancers",), path=hexes(game, "0404")))
    assert game.state.note("spent", "1-lancers") == 5 + 2 + 1  # out, and by road


def _zone(game: Game) -> set[str]:
    zone = enemy_zone(game.state, Side("green"))
    return {game.board.map.numbers[h] for h, flag in enumerate(zone) if flag}


def test_foot_does_not_go_from_zone_to_zone() -> None:
    game = crossing(rifles="0404", guard="0603")
    game.submit(Move(("3-rifles",), *hexes(game, "0504")))
    assert refused(game, Move(("3-rifles",), path=hexes(game, "0503"))).rule == "6.3"
    assert game.refusal(Move(("3-rifles",), path=hexes(game, "0404"))) is None


def test_a_truck_keeps_out_of_zones() -> None:
    game = crossing(truck="0404", guard="0603")
    assert refused(game, Move(("g-truck",), *hexes(game, "0504"))).rule == "6.4"
    assert game.refusal(Move(("g-truck",), *hexes(game, "0405"))) is None


def test_a_unit_boards_rides_and_is_set_down() -> None:
    game = crossing(rifles="0204", truck="0204")
    game.submit(Take(("3-rifles",)))
    assert Embark("g-truck", ("3-rifles",)) in game.legal_actions()
    game.submit(Embark("g-truck"))
    assert at(game, "3-rifles") == "Aboard(carrier='g-truck')" and game.decision.kind == "movement-phase"
    assert "is not on the map" in refused(game, Take(("3-rifles",))).reason
    game.submit(Move(("g-truck",), *hexes(game, "0604")))  # four hexes of road: 2 points
    assert game.state.note("spent", "g-truck") == 2 + 4
    assert Disembark(("3-rifles",)) in game.legal_actions()
    game.submit(Disembark(("3-rifles",)))
    assert at(game, "3-rifles") == "0604" and game.state.note("spent", "g-truck") == 8
    reason = "3 Rifles has ended its movement: it has just left the truck"
    assert refused(game, Take(("3-rifles",))) == Refusal("10.2", reason)


def test_setting_down_takes_the_carrier_in_hand() -> None:
    game = crossing(rifles="0204", truck="0204", more="0003")
    game.submit(Embark("g-truck", ("3-rifles",)))
    assert game.refusal(Disembark(("3-rifles",))) is None
    game.submit(Take(("4-rifles",)))
    game.submit(Disembark(("3-rifles",)))
    assert at(game, "3-rifles") == "0204" and game.decision.units == ("g-truck",)
    assert game.undo() == Disembark(("3-rifles",)) and game.decision.units == ("4-rifles",)


@pytest.mark.parametrize(
    "where, action, rule_id",
    [
        (dict(rifles="0204", truck="0205"), Embark("g-truck", ("3-rifles",)), "10.1"),
        (dict(lancers="0204", truck="0204"), Embark("g-truck", ("1-lancers",)), "10.1"),
        (dict(rifles="0204", more="0204"), Embark("4-rifles", ("3-rifles",)), "10.1"),
        (dict(rifles="0204", truck="0204"), Disembark(("3-rifles",)), "4.3"),
    ],
)
def test_boarding_that_is_refused(where: dict[str, str], action: Action, rule_id: str) -> None:
    game = crossing(**where)
    before = game.state
    assert refused(game, action).rule == rule_id
    assert game.state is before


def test_a_map_with_one_hex() -> None:
    game = table("b1 blue 0101 1-4", hex_map=plain(1, 1))
    assert reach_of(game.state, tuple(game.state.on_map(BLUE))).spent == {0: 0}
    assert _in_hand(game, "b1") == [PutDown()]


def test_listed_moves_come_without_repeats() -> None:
    game = table(STACKS)
    listed: Iterator[Action] = iter(_in_hand(game, "b1"))
    seen = list(listed)
    assert len(seen) == len(set(seen))
