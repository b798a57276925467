"""The steady player's marches: each rule of thumb beside a twin in which one fact is otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from counsel import answered, first, moved, supplied_from, wants
from sandbox import BLUE, RED, at, table

from hexcore.actions import Action, Choose, Conceal, Done, Exit, Lose, Overrun, Place, Take
from hexcore.appraisal import Appraisal
from hexcore.commitments import Secret, opens
from hexcore.decisions import Decision
from hexcore.events import Asked, Event, Placed, Removed, Steps
from hexcore.game import Game
from hexcore.movement import HALF
from hexcore.players import step
from hexcore.rules import Mask, general
from hexcore.state import GameState
from hexcore.steady import MOST_SAME, SteadyPlayer
from hexcore.steady_movement import SERVES, STAYS, _Staff
from hexcore.units import EXITED, Side, Unit
from hexcore.zoc import enemy_zone


def marched(position: str, *rules: Any, **more: Any) -> tuple[Game, Mapping[str, str]]:
    """A Blue movement phase played, and why each unit was taken in hand."""
    game = table(position, *rules, phase="blue-movement", **more)
    return game, moved(answered(game))


# ------------------------------------------------------------------ the line
@pytest.mark.parametrize("other, stays", [("", True), ("b2 blue 0404 4-4", False)])
def test_a_hex_of_the_line_is_kept_unless_another_keeps_it(other: str, stays: bool) -> None:
    """Two hexes are wanted, one of them held by b1: it goes for the other only from good hands."""
    wanted = wants(h0404=3.0, h0201=3.0)
    game, _ = marched(f"b1 blue 0404 4-4\n{other}\nr1 red 0707 1-4", wanted, quiet)
    assert "0404" in {at(game, id) for id in game.state.units if id[0] == "b"}
    assert ("0201" not in {at(game, id) for id in game.state.units}) is stays


@pytest.mark.parametrize("worth, why", [(3.0, "to hold what is wanted there"), (0.0, None)])
def test_a_wanted_hex_in_reach_is_taken(worth: float, why: str | None) -> None:
    game, reasons = marched("b1 blue 0404 4-4\nr1 red 0707 1-4", wants(h0402=worth, h0404=0.5), quiet)
    assert (at(game, "b1") == "0402") is (why is not None)
    assert reasons == ({"b1": f"b1 to 0402: {why}"} if why else {})


def test_two_units_do_not_both_go_for_one_hex() -> None:
    game, _ = marched(
        "b1 blue 0404 4-4\nb2 blue 0403 4-4\nr1 red 0707 1-4", wants(h0302=3.0, h0504=3.0), quiet
    )
    assert {at(game, "b1"), at(game, "b2")} == {"0302", "0504"}


@pytest.mark.parametrize("worth, goes", [(4.0, False), (0.2, True)])
def test_the_line_is_not_stripped_for_an_attack(worth: float, goes: bool) -> None:
    """b1 alone holds 0401; with b2 it could attack r1 at better odds."""
    position = "b1 blue 0401 6-6\nb2 blue 0404 6-4\nr1 red 0406 3-4 2"
    game, reasons = marched(position, wants(h0401=worth))
    assert ("to attack" in reasons.get("b1", "")) is goes and (at(game, "b1") == "0401") is not goes


CROWD = """
b1 blue 0404 4-4
b2 blue 0404 2-6
b3 blue 0201 3-4
b4 blue 0506 0-6
b5 blue 0601 0-4
b6 blue 0303 1-4
r1 red 0702 5-4
r2 red 0707 3-4
r3 red 0103 1-4
"""


def staff(*rules: Any) -> _Staff:
    state = table(CROWD, *rules, phase="blue-movement").state
    blue = [id for id, unit in state.units.items() if unit.side == BLUE]
    return _Staff(state, Appraisal(state, BLUE), blue)


@pytest.mark.parametrize(
    "rules",
    [(), (wants(h0404=3.0, h0402=2.0, h0605=1.0),), (wants(h0702=4.0), supplied_from(blue="0101"))],
)
def test_no_hex_that_was_passed_over_is_better(rules: tuple[Any, ...]) -> None:
    """Where a unit goes no hex in its reach is worth more, though most are not looked at in full."""
    thinks, went = staff(*rules), 0
    for unit in thinks.units:
        serves = unit.step.strength <= 0
        fighting = thinks._fighting(unit.counter.radius or SERVES)
        here = [hex for hex in thinks.reach[unit.id] if hex == unit.hex or thinks._fits(unit, hex)]
        price = {
            hex: thinks._service(unit, hex, fighting) if serves else thinks.value(unit, hex) for hex in here
        }
        price[unit.hex] += STAYS
        (thinks._follows if serves else thinks._holds)(unit)
        end = thinks.plan.orders.get(unit.id, unit.hex)
        went += end != unit.hex
        assert price[end] == max(price.values())
    assert went >= 3


# ------------------------------------------------------------------ supply
@pytest.mark.parametrize("depot, moves", [("0101", True), ("0404", False)])
def test_a_unit_goes_back_into_supply(depot: str, moves: bool) -> None:
    """Two enemy zones lie across the way to one depot and leave the other free."""
    position = "b1 blue 0404 4-4\nr1 red 0303 1-4\nr2 red 0502 1-4\nr3 red 0103 1-4\nr4 red 0702 1-4"
    _, reasons = marched(position, supplied_from(blue=depot), quiet, wants(h0707=0.1))
    assert ("back into supply" in reasons.get("b1", "")) is moves


@general("result_toll")
def quiet(state: GameState, combat: Any, result: tuple[str, ...]) -> tuple[float, float]:
    """No attack is worth anything: marches alone are looked at."""
    return 0.0, 0.0


@pytest.mark.parametrize("cut, goes", [(False, True), (True, False)])
def test_it_does_not_go_where_it_would_be_cut_off(cut: bool, goes: bool) -> None:
    """What is wanted lies in an enemy zone, in a game with supply and in one without."""
    position = "b1 blue 0104 4-9\nr1 red 0405 1-4"
    rules = [quiet, wants(h0404=3.0), *([supplied_from(blue="0101")] if cut else [])]
    game, _ = marched(position, *rules)
    assert (at(game, "b1") == "0404") is goes


# ------------------------------------------------------------------ forward, and out of danger
@pytest.mark.parametrize("goal, column", [("h0704", "05"), ("h0104", "03")])
def test_a_fighter_goes_forward_along_the_pull(goal: str, column: str) -> None:
    game, reasons = marched("b1 blue 0404 4-1\nr1 red 0401 1-4", quiet, wants(**{goal: 2.0}))
    assert at(game, "b1")[:2] == column and reasons["b1"].endswith("forward")


@pytest.mark.parametrize("strength, goes", [(4, False), (40, True)])
def test_a_fighter_goes_out_of_danger(strength: int, goes: bool) -> None:
    position = f"b1 blue 0404 4-4\nr1 red 0405 {strength}-4"
    _, reasons = marched(position, quiet, wants(h0404=0.1))
    assert ("out of danger" in reasons.get("b1", "")) is goes


# ------------------------------------------------------------------ attackers
@pytest.mark.parametrize("strength, sent", [(3, {"b1", "b2", "b3"}), (9, {"b1"})])
def test_enough_units_are_sent_and_no_more(strength: int, sent: set[str]) -> None:
    """A stronger b1 is enough by itself: six times the target."""
    others = f"b2 blue 0504 {strength}-4\nb3 blue 0304 {strength}-4"
    position = f"b1 blue 0404 {2 * strength}-4\n{others}\nr1 red 0407 3-4 2"
    game, reasons = marched(position)
    assert {id for id, why in reasons.items() if "to attack" in why} == sent
    assert answered(game)[0][1].startswith("attacks 0407")


@pytest.mark.parametrize("strength, sent", [(12, True), (1, False)])
def test_nobody_is_sent_where_the_odds_do_not_pay(strength: int, sent: bool) -> None:
    _, reasons = marched(f"b1 blue 0404 {strength}-4\nr1 red 0407 3-4 2")
    assert ("to attack" in reasons.get("b1", "")) is sent


def test_nobody_is_sent_against_what_may_not_be_attacked() -> None:
    @general("may_be_attacked")
    def truce(state: GameState, hex: int) -> str | None:
        return "a truce" if state.board.map.numbers[hex] == "0407" else None

    _, reasons = marched("b1 blue 0404 12-4\nr1 red 0407 3-4 2", truce)
    assert "to attack" not in reasons.get("b1", "")


@general("visibility")
def sly_ones_lie_face_down(state: GameState, unit: Unit, viewer: Side) -> str | None:
    return "back" if unit.counter.kind == "sly" else None


def test_nobody_is_sent_against_what_lies_face_down() -> None:
    for kind, sent in (("foot", True), ("sly", False)):
        _, reasons = marched(f"b1 blue 0404 12-4\nr1 red 0407 3-4 2 {kind}", sly_ones_lie_face_down)
        assert ("to attack" in reasons.get("b1", "")) is sent


# ------------------------------------------------------------------ headquarters
HQ = "hq1 blue 0401 0-6\n"


def test_a_headquarters_goes_near_those_who_fight_and_not_next_to_the_enemy() -> None:
    game, reasons = marched(HQ + "b1 blue 0405 9-1\nr1 red 0407 9-4 2\nr2 red 0507 9-4", quiet)
    game_map = game.board.map
    assert reasons["hq1"].endswith("near the fighting, out of its way")
    assert not enemy_zone(game.state, BLUE)[game.state.units["hq1"].hex]
    assert game_map.distance(game.state.units["hq1"].hex, game.state.units["b1"].hex) <= 3


@pytest.mark.parametrize("enemy, leaves", [("0405", True), ("0407", False)])
def test_a_headquarters_leaves_an_enemy_zone(enemy: str, leaves: bool) -> None:
    position = f"hq1 blue 0404 0-6\nb1 blue 0404 9-1\nr1 red {enemy} 1-4"
    _, reasons = marched(position, quiet, wants(h0404=1.0))
    assert ("hq1" in reasons) is leaves


def test_a_headquarters_stays_where_nobody_fights() -> None:
    _, reasons = marched(HQ + "b1 blue 0402 9-1\nr1 red 0707 9-4 2", quiet, wants(h0401=0.5))
    assert "hq1" not in reasons


def test_two_headquarters_do_not_serve_the_same_units() -> None:
    position = "hq1 blue 0404 0-9\nhq2 blue 0404 0-9\nb1 blue 0101 9-1\nb2 blue 0707 9-1\n"
    game, _ = marched(position + "r1 red 0103 9-4 2\nr2 red 0705 9-4 2", quiet, wants(h0101=1.0, h0707=1.0))
    ground, units = game.board.map, game.state.units
    near = [
        {id for id in ("b1", "b2") if ground.distance(units[id].hex, hq.hex) <= SERVES}
        for hq in (units["hq1"], units["hq2"])
    ]
    assert sorted(map(sorted, near)) == [["b1"], ["b2"]]


# ------------------------------------------------------------------ what a ruleset prices
def leaving(worth: float) -> list[Any]:
    """Units may leave by the north edge, for what that is worth."""

    @general("hand_options")
    def by_the_north(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action]:
        north = state.board.map.numbers[units[0].hex].endswith("01")
        return [Exit("N", tuple(u.id for u in units))] if north else []

    @general("hand_answer")
    def gone(state: GameState, units: tuple[Unit, ...], action: Action) -> Steps | None:
        return _leave(units) if isinstance(action, Exit) else None

    @general("answer_worth")
    def price(state: GameState, decision: Decision, action: Action) -> float | None:
        return worth if isinstance(action, Exit) else None

    return [by_the_north, gone, price]


def _leave(units: tuple[Unit, ...]) -> Steps:
    return (yield Removed(units[0].id, EXITED.name, why="exited"))


@pytest.mark.parametrize("worth, where", [(3.0, "exited"), (-1.0, "0401")])
def test_an_exit_is_taken_for_what_it_is_worth(worth: float, where: str) -> None:
    game, _ = marched(
        "b1 blue 0401 4-4\nb2 blue 0402 4-4\nr1 red 0707 1-4", *leaving(worth), wants(h0401=2.0)
    )
    assert at(game, "b1") == where and at(game, "b2") != "exited"


@pytest.mark.parametrize("strength, overruns", [(20, True), (2, False)])
def test_an_overrun_is_made_where_it_pays(strength: int, overruns: bool) -> None:
    @general("hand_options")
    def over(state: GameState, units: tuple[Unit, ...], left: int) -> list[Action]:
        around = state.board.map.around(units[0].hex)
        ids = tuple(u.id for u in units)
        return [Overrun(hex, ids) for hex in around if any(u.side == RED for u in state.at(hex))]

    game = table(f"b1 blue 0404 {strength}-4\nr1 red 0405 3-4 2", over, phase="blue-movement")
    game.submit(Take(("b1",)))
    action, why = first(game)
    assert isinstance(action, Overrun) is overruns and ("overruns 0405" in why) is overruns


# ------------------------------------------------------------------ arrivals
def arriving(*numbers: str) -> list[Any]:
    @general("arrivals")
    def from_the_box(state: GameState, side: Side) -> list[Action]:
        waiting = [u.id for u in state.units.values() if u.side == side and u.place == ("arrivals",)]
        return [Place(id, state.board.map.hex(n)) for id in waiting for n in numbers]

    @general("arrival_answer")
    def placed(state: GameState, action: Action) -> Steps | None:
        return _put(action)

    return [from_the_box, placed]


def _put(place: Place) -> Steps:
    return (yield Placed(place.unit, place.hex, "arrival"))


@pytest.mark.parametrize("enemy, where", [("0707", "0402"), ("0401", "0406")])
def test_arrivals_come_where_they_are_wanted_and_the_enemy_is_not(enemy: str, where: str) -> None:
    position = f"b1 blue - 4-4\nr1 red {enemy} 9-4"
    said = answered(table(position, *arriving("0402", "0406"), wants(h0403=1.0), phase="blue-movement"))
    assert said[0][1] == f"b1 arrives at {where}"


def test_arrivals_do_not_all_pile_into_one_hex() -> None:
    game = table("b1 blue - 4-4\nb2 blue - 4-4\nr1 red 0401 1-4", *arriving("0304", "0504"), quiet)
    placed = [action.hex for action, _ in answered(game) if isinstance(action, Place)]
    assert len(placed) == 2 and placed[0] != placed[1]


# ------------------------------------------------------------------ questions the core does not know
class Odd:
    """A question no player has heard of."""

    kind, rule, side = "odd", "", BLUE

    def __init__(self, *listed: Action) -> None:
        self.listed = listed

    def prompt(self, state: GameState) -> str:
        return "?"

    def options(self, state: GameState) -> Any:
        yield from self.listed

    def refusal(self, state: GameState, action: Action) -> None:
        return None

    def answer(self, state: GameState, action: Action) -> Steps:
        """Nothing changes: the question stays."""
        return state
        yield


def asked(*listed: Action, rules: tuple[Any, ...] = ()) -> Action:
    game = table("b1 blue 0404 4-4 2\nb2 blue 0404 2-4 1\nr1 red 0707 1-4", *rules)
    game.state = game.state.evolve(agenda=(Odd(*listed),))
    return first(game)[0]


@general("answer_worth")
def by_number(state: GameState, decision: Decision, action: Action) -> float | None:
    return float(action.option) if isinstance(action, Choose) else None


def test_a_question_nobody_knows_gets_a_sane_answer() -> None:
    assert asked(Take(("b1",)), Choose("a"), Choose("b")) == Choose("a")
    assert asked(Choose("a"), Done()) == Done()
    assert asked(Lose("b1"), Lose("b2")) == Lose("b1")
    assert asked(Take(("b1",)), Take(("b2",))) == Take(("b1",))


def test_a_question_nobody_knows_is_answered_by_its_price() -> None:
    rules = (by_number,)
    assert asked(Choose("1"), Choose("3"), Choose("2"), Done(), rules=rules) == Choose("3")
    assert asked(Choose("-1"), Choose("-3"), Done(), rules=rules) == Done()
    assert asked(Choose("-4"), Choose("-3"), rules=rules) == Choose("-3")


def test_a_price_that_never_runs_out_does_not_hold_it_up() -> None:
    game = table("b1 blue 0404 4-4 2\nr1 red 0707 1-4", by_number)
    game.state = game.state.evolve(agenda=(Odd(Choose("3"), Done()),))
    player = SteadyPlayer()
    answers = [player(game.view(BLUE), game.legal_actions()) for _ in range(MOST_SAME + 1)]
    assert answers == [*[Choose("3")] * MOST_SAME, Done()]


# ------------------------------------------------------------------ secrets
PLANS = ("left", "middle", "right")


@general("begin_phase")
def a_secret(state: GameState, phase: str) -> list[Event] | None:
    return [Asked((Secret(BLUE, "plan", PLANS),))] if phase == "blue-movement" and state.turn == 1 else None


def chosen(seed: int) -> Conceal:
    game = table("b1 blue 0404 4-4\nr1 red 0707 1-4", a_secret)
    action = step(game, {BLUE: SteadyPlayer(seed)})
    assert isinstance(action, Conceal) and opens(game.state.commitments[0], action.choice, action.salt)
    return action


def test_a_secret_is_chosen_by_seed_and_sealed_by_the_player() -> None:
    assert {chosen(seed).choice for seed in range(12)} == set(PLANS)
    assert chosen(3) == chosen(3) and chosen(3).salt != chosen(4).salt


# ------------------------------------------------------------------ zones that stop
def test_a_march_through_zones_that_stop_is_given_as_it_can_be_made() -> None:
    @general("movement_masks")
    def zones_stop(state: GameState, unit: Unit) -> Mask:
        return Mask("stop", "{hex} is in an enemy zone", enemy_zone(state, unit.side))

    game, reasons = marched(
        "b1 blue 0101 9-9\nr1 red 0303 1-4\nr2 red 0306 1-4", zones_stop, wants(h0307=3.0)
    )
    assert game.to_decide == BLUE and len(reasons) == 1
    assert HALF and at(game, "b1") != "0101"
