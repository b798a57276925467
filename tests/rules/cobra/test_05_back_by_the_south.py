"""5.9.1: up to two US divisions that left by the south edge come back on it a game turn later."""

from __future__ import annotations

import json

from cobra_table import do, hex_of, listed, refused, table
from fights import rule
from marches import passed_to, points

from hexcore.codec import StateForm
from hexcore.game import Game
from hexcore_cobra import COBRA_1977

REAL = COBRA_1977.map
FIRST, TANKS, MORE = "u_inf_1", "u_arm_A_2", "u_arm_B_2"
BASE = {"u_inf_90": "A2004", "g_inf_986_276": "A4020"}
SOUTH = {FIRST: "A2734", TANKS: "A2534", MORE: "A2334", "u_inf_4": "A2134", "u_inf_5": "A1934"}
OTHERS = {"u_cav_4": "A1734", "b_inf_3": "A1534", "f_arm_GTD": "A1334", "u_hq_V": "A1134"}


def south(*leaving: str, phase: str = "allied-movement", **units: str) -> Game:
    """Some units have left by the south edge in a movement phase."""
    game = table({**BASE, **SOUTH, **OTHERS, **units}, phase, on=REAL)
    for unit in leaving:
        do(game, "exit", unit=unit, edge="S")
    return game


def a_turn_later(game: Game) -> Game:
    """The next initial movement phase of the Allies."""
    passed_to(game, "german-movement")
    return passed_to(game, "allied-movement")


def back(game: Game, unit: str, hex: str) -> None:
    do(game, "place", unit=unit, hex=hex)
    do(game, "put-down")


def ways(game: Game, unit: str) -> set[str]:
    return {REAL.numbers[a.hex] for a in listed(game, "place") if a.unit == unit}


@rule("DG 5.9.1")
def test_a_division_comes_back_anywhere_on_the_south_edge_and_moves_on():
    game = south(FIRST)
    assert not ways(game, FIRST), "not in the turn in which it left"
    passed_to(game, "allied-mechanized")
    assert not ways(game, FIRST)
    a_turn_later(game)
    edge = {REAL.numbers[h] for h in REAL.group("south-entry")}
    taken = {*SOUTH.values(), *OTHERS.values()} - {SOUTH[FIRST]}
    assert edge - taken <= ways(game, FIRST) <= edge
    do(game, "place", unit=FIRST, hex="A4934")
    assert hex_of(game, FIRST) == "A4934" and points(game, FIRST) == 7
    assert listed(game, "move") and game.state.note("exited", FIRST) is None


@rule("DG 5.9.1")
def test_one_game_turn_later_or_never():
    game = a_turn_later(a_turn_later(south(FIRST)))
    assert not ways(game, FIRST)
    assert refused(game, "place", unit=FIRST, hex="A2734").rule == "5.9.1"


@rule("DG 5.9.1")
def test_in_the_same_phase_of_that_turn():
    game = south(TANKS, phase="allied-mechanized")
    a_turn_later(game)
    assert refused(game, "place", unit=TANKS, hex="A2534").rule == "5.9.1"
    passed_to(game, "allied-mechanized")
    do(game, "place", unit=TANKS, hex="A2534")
    assert points(game, TANKS) == 11


@rule("DG 5.9.1")
def test_two_divisions_and_no_third():
    game = a_turn_later(south(FIRST, TANKS, MORE, "u_inf_4"))
    back(game, FIRST, "A2734")
    back(game, TANKS, "A2534")
    assert refused(game, "place", unit="u_inf_4", hex="A2134").rule == "5.9.1"
    back(game, MORE, "A2334")
    assert {hex_of(game, u) for u in (FIRST, TANKS, MORE)} == {"A2734", "A2534", "A2334"}
    assert hex_of(game, "u_inf_4") == "exited"


@rule("DG 5.9.1")
def test_no_third_in_a_later_turn_either():
    game = a_turn_later(south(FIRST, "u_inf_4"))
    back(game, FIRST, "A2734")
    back(game, "u_inf_4", "A2134")
    do(game, "exit", unit="u_inf_5", edge="S")
    later = a_turn_later(game)
    assert refused(later, "place", unit="u_inf_5", hex="A1934").rule == "5.9.1"


@rule("DG 5.9.1")
def test_the_french_are_a_us_division_and_others_are_gone_for_good():
    game = a_turn_later(south("f_arm_GTD", "u_cav_4", "b_inf_3", "u_hq_V"))
    assert {a.unit for a in listed(game, "place")} == {"f_arm_GTD"}
    for unit in ("u_cav_4", "b_inf_3", "u_hq_V"):
        assert refused(game, "place", unit=unit, hex="A2734").rule == "5.9.1"


@rule("DG 5.9.1")
def test_who_left_by_another_edge_is_gone_for_good():
    game = table({**BASE, FIRST: "A0128", TANKS: "A2734"}, "allied-movement", on=REAL)
    do(game, "exit", unit=FIRST, edge="W")
    do(game, "exit", unit=TANKS, edge="S")
    a_turn_later(game)
    assert {a.unit for a in listed(game, "place")} == {TANKS}


@rule("TNC 5.9.1")
def test_in_1977_nobody_comes_back():
    game = a_turn_later(south(FIRST))
    assert not listed(game, "place")


@rule("DG 5.9.1", "DG 13.2.1")
def test_an_enemy_zone_closes_the_edge():
    game = a_turn_later(south(FIRST, g_pz_2="A4934"))
    near = next(n for n in (REAL.numbers[h] for h in REAL.around(REAL.hex("A4934"))) if n in south_edge())
    assert refused(game, "place", unit=FIRST, hex=near).rule == "13.2.1"
    assert refused(game, "place", unit=FIRST, hex="A4934").rule == "5.2.2"
    assert refused(game, "place", unit=FIRST, hex="A2004").rule == "5.9.1"


def south_edge() -> set[str]:
    return {REAL.numbers[h] for h in REAL.group("south-entry")}


@rule("DG 10.4.1", "DG 5.9.1")
def test_the_germans_have_lost_the_south_edge_though_the_division_is_back():
    game = a_turn_later(south(FIRST))
    do(game, "place", unit=FIRST, hex="A2734")
    assert game.state.note("south edge")


@rule("DG 5.9.1")
def test_what_is_remembered_survives_its_file():
    game = south(FIRST)
    form = StateForm(game.board)
    loaded = form.load(json.loads(json.dumps(form.dump(game.state))))
    assert loaded.hash == game.state.hash
    assert ways(a_turn_later(Game.at(loaded)), FIRST)
