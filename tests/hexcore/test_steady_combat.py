"""The steady player in combat: each rule of thumb beside a twin in which one fact is otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from counsel import answered, first, hills, supplied_from, wants
from sandbox import BLUE, RED, hexes, table

from hexcore.actions import Action, AddAttacker, Advance, Choose, Commit, Declare, Done, Lose, Retreat
from hexcore.advance import AdvanceAfterCombat
from hexcore.decisions import Decision
from hexcore.events import Asked, Fought, apply
from hexcore.game import Game
from hexcore.results import LoseSteps, RetreatUnits, TakeResult
from hexcore.rules import Shift, general
from hexcore.state import Combat, GameState
from hexcore.steady import SteadyPlayer
from hexcore.units import Side, Unit


def attack(position: str, *rules: Any, **more: Any) -> Game:
    return table(position, *rules, phase="blue-combat", **more)


def declares(game: Game) -> list[str]:
    """The hexes attacked at the first question of the combat phase: none, or one."""
    action, _ = first(game)
    assert isinstance(action, Declare | Done)
    return [game.board.map.numbers[hex] for hex in getattr(action, "targets", ())]


# ------------------------------------------------------------------ which attacks pay
@pytest.mark.parametrize("strength, attacked", [(3, ["0405"]), (2, [])])
def test_it_attacks_where_exact_odds_pay_and_not_a_point_below(strength: int, attacked: list[str]) -> None:
    assert declares(attack(f"b1 blue 0404 {strength}-4 2\nr1 red 0405 3-4 2")) == attacked


@general("combat_shifts")
def uphill(state: GameState, combat: Combat) -> list[Shift]:
    up = [h for h in combat.targets if "hill" in state.board.map.terrain[h]]
    return [Shift(-1, "uphill", hex=h) for h in up]


@pytest.mark.parametrize("hill, attacked", [("0707", ["0405"]), ("0405", [])])
def test_it_attacks_on_the_flat_and_not_uphill(hill: str, attacked: list[str]) -> None:
    position = "b1 blue 0404 4-4 2\nr1 red 0405 3-4 2"
    assert declares(attack(position, uphill, hex_map=hills(hill))) == attacked


@pytest.mark.parametrize("friend, attacked", [("b9 blue 0101 20-4", ["0405"]), ("", [])])
def test_the_weaker_side_needs_more(friend: str, attacked: list[str]) -> None:
    """The same attack, at odds that promise little: with a strong friend far away, and without."""
    position = f"b1 blue 0404 2-4 2\nr1 red 0405 3-4 2\n{friend}"
    assert declares(attack(position, wants(h0405=2.0))) == attacked


@pytest.mark.parametrize("worth, attacked", [(8.0, ["0405"]), (0.1, [])])
def test_wanted_ground_makes_an_attack_pay(worth: float, attacked: list[str]) -> None:
    assert declares(attack("b1 blue 0404 2-4 2\nr1 red 0405 3-4 2", wants(h0405=worth))) == attacked


@pytest.mark.parametrize("worth, attacked", [(9.0, []), (0.1, ["0405"])])
def test_what_is_dear_to_lose_is_not_risked(worth: float, attacked: list[str]) -> None:
    @general("unit_worth")
    def worth_of(state: GameState, unit: Unit) -> float | None:
        return worth if unit.side == BLUE else None

    assert declares(attack("b1 blue 0404 4-4\nr1 red 0405 4-4 3", worth_of)) == attacked


def test_the_attack_that_promises_most_comes_first() -> None:
    position = "b1 blue 0404 9-4\nr1 red 0405 4-4 2\nr2 red 0403 {}-4 2"
    assert declares(attack(position.format(9))) == ["0405"]
    assert declares(attack(position.format(3))) == ["0403"]


@pytest.mark.parametrize("columns, attacked", [(2, ["0405"]), (0, [])])
def test_support_that_may_be_hoped_for_makes_an_attack_pay(columns: int, attacked: list[str]) -> None:
    @general("hoped_shift")
    def guns_will_help(state: GameState, combat: Combat) -> int:
        return columns

    assert declares(attack("b1 blue 0404 2-4 2\nr1 red 0405 3-4 2", guns_will_help)) == attacked


def test_results_without_a_price_are_no_reason_to_attack() -> None:
    @general("result_toll")
    def words(state: GameState, combat: Combat, result: tuple[str, ...]) -> tuple[float, float]:
        return 0.0, 0.0

    position = "b1 blue 0404 15-4\nr1 red 0405 3-4 2"
    assert declares(attack(position)) == ["0405"] and declares(attack(position, words)) == []


@general("visibility")
def sly_ones_lie_face_down(state: GameState, unit: Unit, viewer: Side) -> str | None:
    return "back" if unit.counter.kind == "sly" else None


def test_nobody_attacks_what_lies_face_down() -> None:
    position = "b1 blue 0404 15-4\nr1 red 0405 3-4 2 {}"
    assert declares(attack(position.format("foot"), sly_ones_lie_face_down)) == ["0405"]
    assert declares(attack(position.format("sly"), sly_ones_lie_face_down)) == []


# ------------------------------------------------------------------ who joins
def joined(game: Game) -> list[str]:
    return [a.unit for a, _ in answered(game) if isinstance(a, AddAttacker)]


@pytest.mark.parametrize("strength, attackers", [(6, ["b1", "b2"]), (12, ["b1"])])
def test_others_join_only_if_they_better_the_attack(strength: int, attackers: list[str]) -> None:
    position = f"b1 blue 0404 {strength}-4\nb2 blue 0505 6-4\nr1 red 0405 3-4 2"
    assert joined(attack(position)) == attackers


def test_a_player_who_takes_over_at_the_muster_finds_the_attackers_himself() -> None:
    game = attack("b1 blue 0404 6-4\nb2 blue 0505 6-4\nr1 red 0405 3-4 2")
    game.submit(Declare(hexes(game, "0405")))
    assert joined(game) == ["b1", "b2"]


# ------------------------------------------------------------------ support
@general("combat_support")
def guns(state: GameState, combat: Combat, side: Side) -> list[Action]:
    return [] if combat.pledged("guns", side) else [Commit("guns")]


@general("combat_shifts")
def guns_shift(state: GameState, combat: Combat) -> list[Shift]:
    return [Shift(1 if p.side == combat.side else -1, "guns") for p in combat.pledged("guns")]


def priced_at(price: float) -> Any:
    @general("answer_worth")
    def price_of_guns(state: GameState, decision: Decision, action: Action) -> float | None:
        return -price if isinstance(action, Commit) else None

    return price_of_guns


def supported(game: Game) -> bool:
    """Whether the side asked first commits its guns, once the attack is made."""
    return any(isinstance(a, Commit) for a, _ in answered(game))


@pytest.mark.parametrize("strength, committed", [(6, True), (15, False)])
def test_support_is_committed_where_it_betters_the_combat(strength: int, committed: bool) -> None:
    game = attack(f"b1 blue 0404 {strength}-4 2\nr1 red 0405 3-4 2", guns, guns_shift)
    assert supported(game) is committed


@pytest.mark.parametrize("price, committed", [(0.5, True), (1.5, False)])
def test_support_is_not_committed_above_its_price(price: float, committed: bool) -> None:
    game = attack("b1 blue 0404 6-4 2\nr1 red 0405 3-4 2", guns, guns_shift, priced_at(price))
    assert supported(game) is committed


@pytest.mark.parametrize("strength, committed", [(6, True), (1, False)])
def test_the_defender_supports_too(strength: int, committed: bool) -> None:
    game = attack(f"b1 blue 0404 {strength}-4 2\nr1 red 0405 3-4 2", guns, guns_shift)
    for action in (Declare(hexes(game, "0405")), AddAttacker("b1"), Done(), Done()):
        game.submit(action)
    assert game.to_decide == RED and supported(game) is committed


def test_support_that_is_owed_is_given_though_it_does_not_pay() -> None:
    @general("owes_support")
    def at_least_one(state: GameState, combat: Combat, side: Side) -> str | None:
        return None if combat.pledged("guns", side) or side == RED else "somebody must fire"

    game = attack("b1 blue 0404 15-4 2\nr1 red 0405 3-4 2", guns, guns_shift, at_least_one)
    assert supported(game)


def test_support_against_what_lies_face_down_is_thought_through_as_well() -> None:
    game = attack("b1 blue 0404 6-4\nr1 red 0405 3-4 2 sly", guns, guns_shift, sly_ones_lie_face_down)
    for action in (Declare(hexes(game, "0405")), AddAttacker("b1"), Done()):
        game.submit(action)
    assert game.decision is not None and game.decision.kind == "support"
    assert first(game)[0] in game.legal_actions()


# ------------------------------------------------------------------ after the dice
def fought(game: Game, question: Any, result: tuple[str, str] = ("0", "2")) -> Game:
    """A combat of b1 in 0404 against all Reds in 0405, its dice fallen, with one question left."""
    (target,) = hexes(game, "0405")
    reds = tuple(u.id for u in game.state.at(target) if u.side == RED)
    combat = Combat(
        0, "attack", BLUE, (target,), ("b1",), reds, result=result, origins=(game.state.units["b1"].hex,)
    )
    game.state = apply(apply(game.state, Fought(combat)), Asked((question,)))
    return game


def result_taken(position: str, points: int, *rules: Any) -> str:
    game = fought(attack(position, *rules), TakeResult(RED, "defender", str(points)))
    action, _ = first(game)
    assert isinstance(action, Choose)
    return action.option


@pytest.mark.parametrize("worth, hexes_back", [(5.0, "0"), (0.0, "1")])
def test_wanted_ground_is_held_at_the_cost_of_steps(worth: float, hexes_back: str) -> None:
    position = "b1 blue 0404 9-4\nr1 red 0405 3-4 3"
    assert result_taken(position, 1, wants(h0405=worth)) == hexes_back


@pytest.mark.parametrize("steps, hexes_back", [(3, "0"), (1, "1")])
def test_but_not_by_a_unit_that_would_die_of_it(steps: int, hexes_back: str) -> None:
    position = f"b1 blue 0404 9-4\nr1 red 0405 3-4 {steps}"
    assert result_taken(position, 1, wants(h0405=2.0)) == hexes_back


@pytest.mark.parametrize(
    "weak, lost",
    [("r2 red 0405 2-4 2", "r2"), ("r2 red 0405 9-4 2", "r1")],
)
def test_the_step_is_lost_that_is_missed_least(weak: str, lost: str) -> None:
    """Both lose one point of strength; the unit worth less in all goes nowhere, so only its worth differs."""

    @general("unit_worth")
    def by_strength(state: GameState, unit: Unit) -> float:
        return unit.steps_left * unit.counter.steps[0].strength

    game = attack(f"b1 blue 0404 9-4\nr1 red 0405 5-4 2\n{weak}", by_strength)
    assert first(fought(game, LoseSteps(RED, "defender", 1)))[0] == Lose(lost)


def test_a_last_step_is_kept_while_another_can_be_lost() -> None:
    game = attack("b1 blue 0404 9-4\nr1 red 0405 1-4 1\nr2 red 0405 5-4 2")
    assert first(fought(game, LoseSteps(RED, "defender", 1)))[0] == Lose("r2")


def way_back(position: str, *rules: Any, by: Side = RED) -> str:
    """Where r1 goes back two hexes."""
    game = fought(attack(position, *rules), RetreatUnits(by, "defender", 2, ("r1",)))
    action, _ = first(game)
    assert isinstance(action, Retreat)
    return game.board.map.numbers[action.path[-1]]


@pytest.mark.parametrize("friend", ["0507", "0307"])
def test_a_retreat_ends_among_friends(friend: str) -> None:
    assert way_back(f"b1 blue 0404 9-4\nr1 red 0405 3-4 2\nr2 red {friend} 9-4") == friend


@pytest.mark.parametrize("enemy, end", [("0107", "0606"), ("0607", "0206")])
def test_a_retreat_ends_out_of_the_enemys_reach(enemy: str, end: str) -> None:
    assert way_back(f"b1 blue 0404 9-4\nr1 red 0405 3-4 2\nb2 blue {enemy} 9-4") == end


@pytest.mark.parametrize("depot, end", [("0701", "0606"), ("0107", "0204")])
def test_a_retreat_keeps_supply(depot: str, end: str) -> None:
    """A line of Blues from north to south: each depot supplies one side of it."""
    line = "b1 blue 0404 9-4\nr1 red 0405 3-4 2\nb2 blue 0306 2-4\nb3 blue 0401 2-4"
    assert way_back(line, supplied_from(red=depot)) == end


def test_an_enemy_unit_is_driven_where_it_is_worst_off() -> None:
    position = "b1 blue 0404 9-4\nr1 red 0405 3-4 2\nr2 red 0506 9-4\nb2 blue 0206 9-4"
    own, driven = way_back(position), way_back(position, by=BLUE)
    ground = table(position).board.map
    near = {n: ground.distance(ground.hex(n), ground.hex("0206")) for n in (own, driven)}
    assert near[driven] < near[own]


# ------------------------------------------------------------------ advances
def advanced(position: str, *rules: Any) -> bool:
    """Whether b1 goes into the hex that r1 has left."""
    game = attack(position, *rules)
    (left, end) = hexes(game, "0405", "0406")
    combat = Combat(
        0,
        "attack",
        BLUE,
        (left,),
        ("b1",),
        ("r1",),
        result=("0", "1"),
        origins=hexes(game, "0404"),
        paths=((left, end),),
    )
    game.state = apply(apply(game.state, Fought(combat)), Asked((AdvanceAfterCombat(BLUE, "attacker"),)))
    action, _ = first(game)
    assert isinstance(action, Advance | Done)
    return isinstance(action, Advance)


BEATEN = "b1 blue 0404 9-4\nr1 red 0406 3-4 2\n"


@pytest.mark.parametrize("goal, goes", [("h0407", True), ("h0401", False)])
def test_it_advances_where_that_opens_the_way(goal: str, goes: bool) -> None:
    assert advanced(BEATEN, wants(**{goal: 3.0})) is goes


@pytest.mark.parametrize("others, goes", [("b2 blue 0404 4-4", True), ("", False)])
def test_it_does_not_advance_out_of_ground_it_alone_holds(others: str, goes: bool) -> None:
    assert advanced(BEATEN + others, wants(h0404=3.0, h0407=3.0)) is goes


@pytest.mark.parametrize("strength, goes", [(2, True), (90, False)])
def test_it_does_not_advance_into_danger(strength: int, goes: bool) -> None:
    assert advanced(f"{BEATEN}r2 red 0407 {strength}-4", wants(h0607=3.0)) is goes


@pytest.mark.parametrize("enemy, goes", [("0407", True), ("0406", False)])
def test_it_does_not_advance_out_of_supply(enemy: str, goes: bool) -> None:
    """Two hexes away the enemy leaves the vacated hex in supply, next to it his zone cuts it off."""
    position = BEATEN.replace("0406", enemy)
    assert advanced(position, wants(h0707=3.0), supplied_from(blue="0101")) is goes


@general("negates_zone")
def all_negate(state: GameState, unit: Unit) -> bool:
    return True


@pytest.mark.parametrize("rules, goes", [((), False), ((all_negate,), True)])
def test_its_own_presence_counts_for_the_supply_of_an_advance(rules: tuple[Any, ...], goes: bool) -> None:
    assert advanced(BEATEN, wants(h0707=3.0), supplied_from(blue="0101"), *rules) is goes


def test_each_answer_in_a_combat_has_its_reason() -> None:
    game = attack("b1 blue 0404 12-4 2\nb2 blue 0505 6-4\nr1 red 0405 3-4 2", guns, guns_shift, dice=[3])
    reasons = [why for _, why in answered(game, SteadyPlayer(1))]
    assert reasons[0] == "attacks 0405 at 4-1: 6/6 that it gives way"
    assert all(reasons) and not any("\n" in why or len(why) > 120 for why in reasons)
