"""Counsel for computer players: what they want follows what scores."""

from __future__ import annotations

from bp_fights import EAST, G1, G15, HEX, SUPPLY, TRUCK, US11, US13, US17, rule
from bp_scores import held, noted
from bp_table import GAME, act, table

from hexcore.players import seated, step
from hexcore_breakout_pursuit.breakout import CROSSED
from hexcore_breakout_pursuit.counsel import FAR, to_the_enemy


def wants(game, side):
    found = game.board.rules.worth(game.state, side)
    return {game.board.map.numbers[hex]: worth for hex, worth in found.items()}


def test_the_allies_want_what_they_do_not_hold():
    game = table({}, "allied-movement")
    assert wants(game, "allied")["2220"] > 0 and wants(game, "allied")["1405"] > 0
    there = held(game, "allied", "2220", "1405")
    assert "2220" not in wants(there, "allied") and "1405" not in wants(there, "allied")
    assert "2220" in wants(there, "german") and "1405" in wants(there, "german")


def test_the_way_west_is_wanted_while_it_pays():
    assert "0953" in wants(table({}, "allied-movement"), "allied")
    late = noted(table({}, "allied-movement", turn=8), CROSSED, value=2)
    assert "0953" not in wants(late, "allied")
    assert "0953" not in wants(table({}, "allied-movement", turn=12, scenario="2.1"), "allied")


def test_the_germans_go_for_depots():
    game = table({SUPPLY: HEX, TRUCK: EAST}, "german-movement")
    assert wants(game, "german")[HEX] > wants(game, "german")[EAST] > 0
    assert HEX not in wants(game, "allied")


def test_units_are_worth_their_strength_and_points():
    game = table({}, "allied-movement")
    worth = {
        id: game.board.rules.unit_worth(game.state, game.state.units[id]) for id in (US17, US11, G15, G1)
    }
    assert worth[US17] > worth[US11] > worth[G1] and worth[G15] > worth[G1]


def test_an_exit_pays_until_three_have_left():
    game = table({US13: "0953"}, "allied-movement", turn=5)
    leaving = act(game, "exit", unit=US13, edge="D")
    assert game.board.rules.answer_worth(game.state, game.decision, leaving) > 0
    late = noted(table({US13: "0953"}, "allied-movement", turn=8), CROSSED, value=2)
    assert late.board.rules.answer_worth(late.state, late.decision, leaving) < 0


def test_how_far_the_enemy_is():
    game = table({US13: HEX, G1: "2425"}, "allied-movement")
    at = game.board.map.hex
    assert to_the_enemy(game.state, "allied", at(HEX)) == 3
    assert to_the_enemy(game.state, "german", at(HEX)) == 0
    assert to_the_enemy(table({}, "allied-movement").state, "german", at(HEX)) == FAR


@rule("game_length.general")
def test_steady_players_bring_a_short_game_to_its_end():
    game = table({US13: "2422", US11: "2522", G15: "2426", G1: "2526"}, "allied-movement", turn=9)
    players = seated("steady", game.board.sides, 1)
    for _ in range(200):
        if game.to_decide is None:
            break
        step(game, players)
    assert game.state.outcome is not None and game.state.turn == 9
    assert game.board.ruleset.id == GAME.id
