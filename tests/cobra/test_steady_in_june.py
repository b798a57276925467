"""The steady player in the expanded game: what its counsel in June makes it want, commit and use."""

from __future__ import annotations

import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "rules" / "cobra"))

from cobra_table import campaign, campaign_board
from counsel import answered
from fights import declared

from hexcore.actions import Commit
from hexcore.events import Asked, Controlled, apply
from hexcore.game import Game, SeededDice
from hexcore.players import seated, step
from hexcore.state import Combat, GameState
from hexcore.units import Side
from hexcore_cobra.beach_counsel import expected, failing, landed_on
from hexcore_cobra.beach_defense import BeachCommitment
from hexcore_cobra.beaches import beach_hexes, friendly_beaches
from hexcore_cobra.june_counsel import (
    distances,
    line_before_the_beaches,
    line_round_the_beachhead,
    roads_of_the_peninsula,
    west_coast,
)
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

US, TOMMIES, FOOT = "u_inf_1", "b_inf_3", "g_inf_986_276"
LANDED_HERE = {US: "B3117", "u_inf_4": "B2416", TOMMIES: "A3701", FOOT: "A2504"}


def wants(state: GameState, side: object) -> dict[str, float]:
    """What a side wants, by printed hex."""
    found = state.board.rules.worth(state, side)
    return {state.board.map.numbers[hex]: worth for hex, worth in found.items()}


def on_the_map(units: dict[str, str], phase: str = "allied-movement", **words) -> GameState:
    return campaign(units, phase, **words).state


# ------------------------------------------------------------------ what the Allies want
def test_a_town_is_wanted_until_it_is_held_and_no_german_is_near() -> None:
    def wanted(foot: str, hands: Side) -> float:
        state = on_the_map({**LANDED_HERE, FOOT: foot})
        return wants(apply(state, Controlled(state.board.map.hex("B2619"), hands)), ALLIED).get("B2619", 0.0)

    assert wanted("A2010", GERMAN) >= 5.0
    assert wanted("A2010", ALLIED) < 1.0
    assert wanted("B2820", ALLIED) >= 5.0


def test_beaches_are_guarded_where_germans_are_near() -> None:
    def wanted(foot: str) -> float:
        state = on_the_map({**LANDED_HERE, FOOT: foot})
        return wants(apply(state, Controlled(state.board.map.hex("B3117"), ALLIED)), ALLIED).get("B3117", 0.0)

    assert wanted("B3119") >= 1.5 and wanted("A2010") < 1.5


def test_from_game_turn_15_on_the_aims_are_those_of_the_break_out() -> None:
    june, july = (wants(on_the_map(LANDED_HERE, turn=turn), ALLIED) for turn in (14, 15))
    assert "A0823" not in june and june["B2619"] == 5.0
    assert july["A0823"] > 0 and "B2619" not in july


def test_the_roads_to_cherbourg_are_wanted_until_they_are_cut() -> None:
    units = {US: "B2416", FOOT: "A2010"}
    state = on_the_map(units)
    roads = roads_of_the_peninsula(state)
    assert roads and all("B" in state.board.map.numbers[hex] for hex in roads)
    city, distance = state.board.map.group("cherbourg"), state.board.map.distance
    ring = [hex for hex in roads if min(distance(hex, one) for one in city) == 4]
    wall = [id for id, c in state.board.counters.items() if c.side == ALLIED and c.kind == "infantry"]
    fourth = {id: state.board.map.numbers[hex] for id, hex in zip(wall, ring, strict=False)}
    assert roads_of_the_peninsula(on_the_map({**fourth, FOOT: "A2010"})) == []


# ------------------------------------------------------------------ lines
def is_chain(state: GameState, line: list[int]) -> bool:
    return len(set(line)) == len(line) > 2 and all(b in state.board.map.around(a) for a, b in pairwise(line))


@cache
def ashore() -> GameState:
    """The position after a landing, as the first German player turn begins."""
    game = Game.start(campaign_board(scenario="buildup"), SeededDice(1))
    players = seated("steady", game.board.sides, 1)
    while game.board.sequence.phases[game.state.phase].id == "allied-landing":
        step(game, players)
    return game.state


def test_the_german_line_runs_round_the_beachhead_to_cherbourg() -> None:
    state = ashore()
    line, game_map = line_round_the_beachhead(state), state.board.map
    assert is_chain(state, line)
    assert line[-1] in game_map.group("german-north-entry") and line[0] in game_map.group("cherbourg")
    assert not any(unit.side == ALLIED for hex in line for unit in state.at(hex))


def test_it_ends_on_the_west_coast_when_cherbourg_has_fallen() -> None:
    state = ashore()
    city, away = state.board.map.group("cherbourg"), state.board.map.hex("A2010")
    state = state.with_units([unit.put(away) for hex in city for unit in state.at(hex)])
    for hex in city:
        state = apply(state, Controlled(hex, ALLIED))
    line = line_round_the_beachhead(state)
    assert is_chain(state, line) and line[0] in west_coast(state.board)


def test_it_keeps_near_the_allies() -> None:
    state = ashore()
    near = distances(state.board, (unit.hex for unit in state.on_map(ALLIED)))
    middle = [hex for hex in line_round_the_beachhead(state) if near[hex] < 16]
    assert sorted(near[hex] for hex in middle)[len(middle) // 2] <= 6


def test_the_allied_line_lies_before_the_beaches() -> None:
    state = ashore()
    line, game_map = line_before_the_beaches(state), state.board.map
    assert is_chain(state, line)
    assert line[-1] in game_map.group("sword") and line[0] in game_map.group("utah")


# ------------------------------------------------------------------ ships
def supports(points: int, target: str, attacker: str) -> bool:
    """Whether naval points are committed to an attack, by a player who may."""
    units = {TOMMIES: attacker, FOOT: target}
    game = campaign(units, "allied-combat", tracks={"naval_points": points, "weather": "clear"})
    declared(game, target, TOMMIES)
    return any(isinstance(a, Commit) and a.what == "naval" for a, _ in answered(game))


@pytest.mark.parametrize("points, used", [(6, True), (0, False)])
def test_ships_are_used_where_they_better_the_attack(points: int, used: bool) -> None:
    assert supports(points, "A3101", "A3001") is used


def test_an_attack_is_thought_of_with_the_support_that_will_come() -> None:
    units = {TOMMIES: "A3001", FOOT: "A3101", "b_hq_I": "A2902"}

    def hoped(phase: str, side: str = "allied", **tracks: int) -> int:
        state = on_the_map(units, phase, tracks={"weather": "clear", **tracks})
        ends = (state.units[TOMMIES], state.units[FOOT])
        own, other = ends if side == "allied" else reversed(ends)
        combat = Combat(0, "attack", own.side, (other.hex,), (own.id,), (other.id,))
        return state.board.rules.hoped_shift(state, combat)

    assert hoped("allied-movement", air_points=6, naval_points=3) == 3
    assert hoped("allied-movement", air_points=0, naval_points=3) == 2
    assert hoped("allied-movement") == 1
    assert hoped("german-movement", "german", air_points=6, naval_points=3) == 0


# ------------------------------------------------------------------ steps against a beach
def landing(units: dict[str, str], lost: dict[str, int] | None = None) -> GameState:
    """A moment in the landing before the dice of attrition, with what has come ashore."""
    state = campaign(units, "german-weather", turn=1, lost=lost).state
    return state


def test_the_chance_that_a_beach_is_given_up_grows_with_the_steps_against_it() -> None:
    state = landing({"u_ranger": "B3117", FOOT: "B3118"})
    hex = state.board.map.hex("B3117")
    units = landed_on(state, "omaha")
    chances = [failing(state, units, hex, more) for more in range(4)]
    assert [u.id for u in units] == ["u_ranger"]
    assert chances == sorted(chances) and 0 < chances[0] <= 1
    assert expected(state, units[0], 1) >= expected(state, units[0], 0)


def worth_of(state: GameState, steps: int, unit: str = FOOT, beach: str = "B3117") -> float:
    commit = Commit("beach-defense", unit=unit, hex=state.board.map.hex(beach), amount=steps)
    found = state.board.rules.answer_worth(state, BeachCommitment(GERMAN, unit, "19.2.2.step.5"), commit)
    assert found is not None
    return found


def test_steps_go_where_they_may_throw_a_landing_back() -> None:
    """A whole division ashore is hardly to be thrown back; two regiments that lost half are."""
    strong = landing({US: "B3117", "u_inf_29": "B3217", FOOT: "B3118"})
    weak = landing({US: "B3117", FOOT: "B3118"}, lost={US: 2})
    assert worth_of(weak, 1) > worth_of(strong, 1)


def test_the_answer_given_is_the_dearest() -> None:
    state = landing({US: "B3117", FOOT: "B3118"}, lost={US: 2})
    question = BeachCommitment(GERMAN, FOOT, "19.2.2.step.5")
    game = Game(state.board, apply(state, Asked((question,))), SeededDice(1))
    prices = {n: worth_of(state, n) for n in (1, 2)}
    action, _ = answered(game)[0]
    best = max(prices, key=lambda n: prices[n])
    assert getattr(action, "amount", 0) == (best if prices[best] > 0 else 0)


# ------------------------------------------------------------------ the first turns, played
def test_the_landing_succeeds_and_the_beaches_are_joined() -> None:
    """Two turns from 6 June: most of the army is ashore and on most beach hexes, and a town is taken."""
    board = campaign_board(scenario="buildup")
    game = Game(board, ashore(), SeededDice(1))
    players = seated("steady", board.sides, 1)
    while game.state.turn <= 2:
        step(game, players)
    beaches = friendly_beaches(game.state)
    assert len(beaches) > len(beach_hexes(board)) / 2
    steps = {side: sum(u.steps_left for u in game.state.on_map(side)) for side in (ALLIED, GERMAN)}
    assert steps[ALLIED] > 60 and steps[GERMAN] > 40
    towns = [h for name in ("carentan", "isigny", "bayeux", "caen") for h in board.map.group(name)]
    assert any(game.state.control.get(hex) == ALLIED for hex in towns)
