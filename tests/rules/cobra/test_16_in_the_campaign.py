"""Chapter 16 on both map sheets: Leclerc, 15th Army, the parachute division in Brest."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_board, do, hex_of, listed, refused
from fights import asked, rule

from hexcore.events import Noted, apply
from hexcore.game import Game
from hexcore_cobra.french_mutiny import clear_way

US, FOE = "u_inf_1", "g_inf_986_276"
APART = {US: "B3019", FOE: "A4012"}
ASHORE = ("omaha",)
FRENCH = ("f_arm_GTD", "f_arm_GTL", "f_arm_GTV")
SCENARIOS = ["campaign", "buildup"]


def turn_opens(units, now: int, dice: tuple[int, ...], since: int | None = None, **words) -> Game:
    """A game turn opens; the first US unit left the map on turn *since*."""
    game = campaign(units, "allied-mechanized", turn=now - 1, dice=dice, held=ASHORE, **words)
    if since is not None:
        game.state = apply(game.state, Noted("game", "US units leave", "", since))
    while game.state.turn < now:
        do(game, "done")
    return game


def on_to(game: Game, phase: str) -> Game:
    while game.board.sequence.phases[game.state.phase].id != phase:
        do(game, "done")
    return game


def entries(game: Game, *units: str) -> set[str]:
    return {game.board.map.numbers[a.hex] for a in listed(game, "place") if a.unit in units}


# ------------------------------------------------------------------ 16.1
@rule("DG 16.1")
@pytest.mark.parametrize("start", ["A4805", "A2001", "B3620", "B1512"])
@pytest.mark.parametrize("die, goes", [(1, True), (2, False)])
def test_on_a_1_the_division_heads_for_paris_from_either_sheet(start, die, goes):
    units = {**dict.fromkeys(FRENCH, start), FOE: "A0112"}
    game = campaign(units, "allied-movement", turn=22, dice=[die, 6, 6])
    assert clear_way(game.state, game.state.units[FRENCH[0]])
    assert bool(game.state.note("mutiny")) == goes


@rule("DG 16.1")
def test_from_the_beach_it_may_go_no_way_but_east():
    units = {**dict.fromkeys(FRENCH, "B3119"), FOE: "A0112"}
    game, free = (campaign(units, "allied-movement", turn=22, dice=[die, 6, 6]) for die in (1, 2))
    west = refused(game, "move", unit=FRENCH[0], path=["B3018"])
    assert west.rule == "16.1" and "east" in west.reason
    do(free, "move", unit=FRENCH[0], path=["B3018"])
    assert refused(game, "done").rule == "16.1"
    before = game.board.rules.owed_moves(game.state, "allied")
    game.submit(before[0])
    column = game.board.map.grid.column_row(game.board.map.coords[game.state.units[FRENCH[0]].hex])[0]
    assert column > 21, "B3119 is in column 21 of Map A"


@rule("DG 16.1")
def test_it_is_no_rule_of_the_build_up():
    units = {**dict.fromkeys(FRENCH, "A4805"), FOE: "A0112"}
    game = campaign(units, "allied-movement", turn=14, dice=[1, 6, 6], scenario="buildup")
    assert not game.state.note("mutiny") and not game.board.rules.active("16.1")


# ------------------------------------------------------------------ 16.2
@rule("DG 16.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(
    "since, now, may", [(None, 10, False), (9, 10, True), (10, 10, False), (3, 10, True)]
)
def test_from_the_turn_after_the_first_us_exit(scenario, since, now, may):
    game = turn_opens(APART, now, (3, 3, 3), since, scenario=scenario)
    assert (asked(game) == "release german") == may


@rule("DG 16.2")
@pytest.mark.parametrize("unit, hex, edge", [("u_inf_4", "A0124", "W"), ("u_inf_4", "A2134", "S")])
def test_an_exit_over_an_edge_of_map_a_opens_it(unit, hex, edge):
    game = campaign({**APART, unit: hex}, "allied-movement", turn=9, dice=[3] * 6, held=ASHORE)
    do(game, "exit", units=[unit], edge=edge)
    while game.state.turn == 9:
        do(game, "done")
    assert asked(game) == "release german"


@rule("DG 16.2")
def test_a_withdrawal_is_no_exit():
    game = turn_opens({**APART, "u_inf_4": "withdrawn"}, 10, (3, 3, 3))
    assert asked(game) != "release german"


@rule("DG 16.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_they_enter_by_the_north_and_east_of_map_a_above_row_20(scenario):
    game = turn_opens(APART, 10, (1, 3, 3), 8, scenario=scenario)
    do(game, "commit", what="15th Army", unit="g_div_49")
    on_to(game, "german-movement")
    group = game.board.map.group("fifteenth-army-entry")
    dry = {game.board.map.numbers[h] for h in group if "sea" not in game.board.map.terrain[h]}
    assert entries(game, "g_div_49") == dry and "A5119" in dry and "A4901" in dry
    for outside in ("A5120", "A4134", "B4820", "A3701", "B1207"):
        assert refused(game, "place", unit="g_div_49", hex=outside).rule == "13.2.1", outside
    do(game, "place", unit="g_div_49", hex="A5119")


@rule("DG 16.2")
def test_the_staff_comes_with_every_second_division():
    game = turn_opens(APART, 10, (1, 3, 1, 3), 8)
    do(game, "commit", what="15th Army", unit="g_div_49")
    assert game.state.units["g_hq_LXXXII"].place is None
    on_to(game, "german-movement")
    do(game, "place", unit="g_div_49", hex="A5119")
    while asked(game) != "release german":
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    assert refused(game, "commit", what="15th Army", unit="g_div_348").rule == "16.2"
    do(game, "commit", what="15th Army", unit="g_div_347")
    on_to(game, "german-movement")
    assert entries(game, "g_hq_LXXXII")


# ------------------------------------------------------------------ 16.3
BREST = ("g_fj_2_2FJ", "g_fj_7_2FJ")


@rule("DG 16.3")
@pytest.mark.parametrize(
    "now, die, comes",
    [(25, 1, False), (26, 2, True), (26, 3, False), (27, 3, True), (28, 4, True), (28, 5, False)],
)
def test_the_division_in_brest_is_rolled_for_from_game_turn_26(now, die, comes):
    dice = (4, die, die, die) if now == 28 else (die, die, die)
    game = turn_opens(APART, now, dice)
    assert {game.state.units[id].place is not None for id in BREST} == {comes}


@rule("DG 16.3")
@pytest.mark.parametrize("edge, comes", [("W", False), ("S", True), ("E", True)])
def test_an_exit_by_the_west_of_map_a_ends_it(edge, comes):
    hexes = {"W": "A0124", "S": "A2134", "E": "A5105"}
    units = {**APART, "u_inf_4": hexes[edge]}
    game = campaign(units, "allied-movement", turn=25, dice=[1] * 6, held=ASHORE)
    do(game, "exit", units=["u_inf_4"], edge=edge)
    while game.state.turn == 25:
        do(game, "done")
    while asked(game) == "release german":
        do(game, "done")
    assert {game.state.units[id].place is not None for id in BREST} == {comes}


@rule("DG 16.3")
def test_it_enters_by_the_west_edge_of_map_a_and_by_no_coast():
    game = on_to(turn_opens(APART, 26, (1, 3, 3)), "german-movement")
    assert entries(game, *BREST) == {f"A01{row}" for row in range(23, 35)}
    for outside in ("A5119", "B0910", "A2134"):
        assert refused(game, "place", unit=BREST[0], hex=outside).rule == "13.2.1"
    do(game, "place", unit=BREST[0], hex="A0125")
    assert hex_of(game, BREST[0]) == "A0125"


@rule("DG 16.3")
def test_brest_is_no_matter_of_the_build_up():
    assert not campaign_board(scenario="buildup").rules.active("16.3")
    assert campaign_board().rules.active("16.3")
