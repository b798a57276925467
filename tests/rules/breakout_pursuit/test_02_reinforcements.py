"""Reinforcements: Cherbourg and the map edges, codes, turns, the Staging Area, and the Time Record."""

from __future__ import annotations

import pytest
from bp_marches import FOOT, GI, MORE_GI, PANZER, PARAS, TANKS, TRUCK, phase, rule
from bp_supply import PIPES, SUPPLY, at
from bp_table import do, hex_of, listed, refused, table

from hexcore.game import Game
from hexcore.movement import HALF, points_left
from hexcore.units import ARRIVALS
from hexcore_breakout_pursuit.order_of_battle import STAGING
from hexcore_breakout_pursuit.reinforcements import date_of

INFANTRY_28, CANADIANS, FRENCH, POLES, INFANTRY_80 = (f"ARR-A{n:03d}" for n in range(1, 6))
FOOT_708, FOOT_158, NINTH, SECOND_FJ, FIRST = (f"ARR-G{n:03d}" for n in range(1, 6))
SS_26, THIRD, FIFTEENTH = "ARR-G011", "ARR-G020", "ARR-G021"
AIRBORNE, AIRLANDING = "JUL-A039", "JUL-A042"
ALLIED_PHASE, GERMAN_PHASE = "allied-reinforcement", "german-reinforcement"


def placings(game: Game, unit: str) -> set[str]:
    """The hexes listed for a unit that arrives."""
    return {game.board.map.numbers[a.hex] for a in listed(game, "place") if a.unit == unit}


def edge(game: Game, code: str) -> set[str]:
    ground = game.board.map
    return {ground.numbers[h] for h in ground.group(f"edge-{code}") if "sea" not in ground.terrain[h]}


def on_to(game: Game, wanted: str) -> None:
    while phase(game) != wanted:
        do(game, "done")


# ------------------------------------------------------------------ the Allies
@rule("allied_reinforcements.1", "sequence.A1")
def test_allied_combat_units_arrive_at_cherbourg():
    game = table({INFANTRY_28: "arrivals", TANKS: "2422"}, ALLIED_PHASE, turn=2)
    assert placings(game, INFANTRY_28) == {"0342"}
    wrong = refused(game, "place", unit=INFANTRY_28, hex="0840")
    assert wrong.rule == "allied_reinforcements.1" and "Cherbourg (0342), not in 0840" in wrong.reason
    do(game, "place", unit=INFANTRY_28, hex="0342")
    assert hex_of(game, INFANTRY_28) == "0342"


@rule("allied_reinforcements.1", "time_record.allied_arrivals")
def test_nobody_arrives_before_his_turn():
    game = table({INFANTRY_28: "arrivals", CANADIANS: "arrivals", TANKS: "2422"}, ALLIED_PHASE, turn=2)
    early = refused(game, "place", unit=CANADIANS, hex="0342")
    assert early.rule == "allied_reinforcements.1" and "arrives on turn 3, this is turn 2" in early.reason
    later = table({INFANTRY_28: "arrivals", CANADIANS: "arrivals", TANKS: "2422"}, ALLIED_PHASE, turn=3)
    do(later, "place", unit=CANADIANS, hex="0342")


@rule("allied_reinforcements.1")
def test_not_while_the_germans_hold_cherbourg():
    units = {INFANTRY_28: "arrivals", CANADIANS: "arrivals", TANKS: "staging"}
    lost = table({**units, FOOT: "0342"}, ALLIED_PHASE, turn=3)
    assert phase(lost) != ALLIED_PHASE  # nothing can be placed: nobody is asked
    beside = table({**units, FOOT: "0443"}, ALLIED_PHASE, turn=3)
    assert placings(beside, INFANTRY_28) == {"0342"}  # its zone of control keeps nobody out


@rule("allied_reinforcements.1")
def test_stacking_does_not_count_when_they_are_placed():
    game = table({INFANTRY_28: "arrivals", TANKS: "0342", GI: "0342", MORE_GI: "0342"}, ALLIED_PHASE, turn=2)
    do(game, "place", unit=INFANTRY_28, hex="0342")
    assert len(game.state.at(game.board.map.hex("0342"))) == 4


@rule("allied_reinforcements.2")
def test_the_placing_costs_no_movement():
    game = table({INFANTRY_28: "arrivals"}, ALLIED_PHASE, turn=2)
    do(game, "place", unit=INFANTRY_28, hex="0342")
    on_to(game, "allied-movement")
    assert points_left(game.state, game.state.units[INFANTRY_28]) == 5 * HALF


@rule("allied_reinforcements.2")
def test_who_is_held_back_waits_in_the_staging_area_and_comes_later():
    game = table({INFANTRY_28: "arrivals", TANKS: "2422", PANZER: "2922"}, ALLIED_PHASE, turn=2)
    do(game, "done")
    assert game.state.units[INFANTRY_28].place == STAGING
    on_to(game, "german-movement")
    do(game, "done")
    on_to(game, ALLIED_PHASE)
    assert game.state.turn == 3 and placings(game, INFANTRY_28) == {"0342"}
    do(game, "place", unit=INFANTRY_28, hex="0342")
    assert hex_of(game, INFANTRY_28) == "0342"


@rule("errata.allied_paratroop_units")
def test_paratroops_of_the_staging_area_come_ashore_too():
    game = table({AIRBORNE: "staging", TRUCK: "staging", TANKS: "2422"}, ALLIED_PHASE)
    assert placings(game, AIRBORNE) == placings(game, TRUCK) == {"0342"}
    do(game, "place", unit=AIRBORNE, hex="0342")
    assert hex_of(game, AIRBORNE) == "0342"


@rule("optional.B")
def test_the_airlanding_division_never_comes_by_sea():
    units = {AIRLANDING: "staging", AIRBORNE: "staging", TANKS: "2422"}
    game = table(units, ALLIED_PHASE, options={"airlanding": "on"})
    refusal = refused(game, "place", unit=AIRLANDING, hex="0342")
    assert refusal.rule == "optional.B" and "by air" in refusal.reason
    do(game, "place", unit=AIRBORNE, hex="0342")


@rule("sequence.A1")
def test_units_in_play_are_not_placed_again():
    game = table({INFANTRY_28: "arrivals", TANKS: "2422", PARAS: "staging"}, ALLIED_PHASE, turn=2)
    assert "on the map already" in refused(game, "place", unit=TANKS, hex="0342").reason
    assert refused(game, "place", unit=PANZER, hex="0342").reason
    assert refused(game, "take", unit=TANKS).rule == "sequence.A1"
    do(game, "place", unit=PARAS, hex="0342")


# ------------------------------------------------------------------ the Germans
@rule("german_reinforcements.2", "sequence.B")
@pytest.mark.parametrize(
    ("unit", "code", "turn", "wrong"),
    [
        (FOOT_708, "c", 2, "0353"),
        (FOOT_158, "d", 2, "3950"),
        (NINTH, "b", 3, "2000"),
        (SS_26, "a", 9, "3926"),
    ],
)
def test_german_units_arrive_on_the_edge_of_their_code(unit, code, turn, wrong):
    game = table({unit: "arrivals", PANZER: "2922"}, GERMAN_PHASE, turn=turn)
    hexes = edge(game, code)
    assert placings(game, unit) == hexes
    refusal = refused(game, "place", unit=unit, hex=wrong)
    assert refusal.rule == "german_reinforcements.2"
    assert f"map edge {code.upper()}" in refusal.reason and wrong in refusal.reason
    do(game, "place", unit=unit, hex=min(hexes))
    assert hex_of(game, unit) == min(hexes)


@rule("german_reinforcements.2")
def test_in_their_turn_or_any_later_one_but_never_before():
    early = table({NINTH: "arrivals", FOOT_708: "arrivals", PANZER: "2922"}, GERMAN_PHASE, turn=2)
    refusal = refused(early, "place", unit=NINTH, hex="3926")
    assert refusal.rule == "german_reinforcements.2" and "turn 3" in refusal.reason
    late = table({NINTH: "arrivals", FOOT_708: "arrivals", PANZER: "2922"}, GERMAN_PHASE, turn=7)
    do(late, "place", unit=NINTH, hex="3926")


@rule("german_reinforcements.2")
def test_an_edge_hex_with_an_allied_unit_is_closed():
    game = table({NINTH: "arrivals", TANKS: "3926", PANZER: "2922"}, GERMAN_PHASE)
    refusal = refused(game, "place", unit=NINTH, hex="3926")
    assert refusal.rule == "german_reinforcements.2" and "an Allied unit stands in 3926" in refusal.reason
    do(game, "place", unit=NINTH, hex="3925")  # next to it, in its zone of control


@rule("german_reinforcements.2")
def test_coming_on_costs_a_movement_point():
    units = {NINTH: "arrivals", "JUL-G034": "3928", TANKS: "2422"}
    game = table(units, GERMAN_PHASE)
    do(game, "place", unit=NINTH, hex="3926")
    on_to(game, "german-movement")
    state = game.state
    assert points_left(state, state.units[NINTH]) == 5 * HALF
    assert points_left(state, state.units["JUL-G034"]) == 6 * HALF
    on_to(game, "german-mechanized")  # the second movement is not touched
    assert points_left(game.state, game.state.units[NINTH]) == 6 * HALF


@rule("german_reinforcements.2")
def test_a_unit_kept_back_may_come_later():
    game = table({NINTH: "arrivals", TANKS: "2422", PANZER: "2922"}, GERMAN_PHASE, turn=3)
    do(game, "done")
    assert game.state.units[NINTH].place == ARRIVALS
    on_to(game, "allied-movement")
    do(game, "done")
    on_to(game, GERMAN_PHASE)
    assert game.state.turn == 4
    do(game, "place", unit=NINTH, hex="3926")


@rule("options.h")
def test_the_historical_option():
    game = table({NINTH: "arrivals", PANZER: "2922"}, GERMAN_PHASE, turn=5, scenario="1.4")
    assert placings(game, NINTH) == edge(game, "b")
    assert FIRST not in game.board.counters


@rule("options.e")
def test_the_eastern_front_option():
    units = {NINTH: "arrivals", FIRST: "arrivals", PANZER: "2922"}
    game = table(units, GERMAN_PHASE, turn=5, scenario="1.6")
    assert placings(game, FIRST) == edge(game, "a") and placings(game, NINTH) == edge(game, "b")


@rule("options.r")
def test_the_redeployment_option():
    game = table({SS_26: "arrivals", PANZER: "2922"}, GERMAN_PHASE, turn=9, scenario="1.9")
    assert placings(game, SS_26) == edge(game, "a")
    assert NINTH not in game.board.counters and "JUL-G042" in game.board.counters


@rule("time_record.german_arrivals")
@pytest.mark.parametrize(("unit", "turn"), [(THIRD, 11), (FIFTEENTH, 12)])
def test_the_panzergrenadiers_from_italy_are_an_option(unit, turn):
    units = {unit: "arrivals", SS_26: "arrivals", PANZER: "2922"}
    game = table(units, GERMAN_PHASE, turn=turn, scenario="3.4")
    assert placings(game, unit) == edge(game, "b")
    without = table(units, GERMAN_PHASE, turn=turn, scenario="3.4", options={"late-panzergrenadiers": "off"})
    refusal = refused(without, "place", unit=unit, hex="3926")
    assert refusal.rule == "german_reinforcements.2" and "does not arrive in this game" in refusal.reason
    assert placings(without, SS_26)


@rule("sequence.B")
def test_nobody_is_asked_when_nobody_can_arrive():
    assert phase(table({PANZER: "2922"}, GERMAN_PHASE)) == "german-movement"
    assert phase(table({PANZER: "2922", NINTH: "arrivals"}, GERMAN_PHASE)) == GERMAN_PHASE


@rule("time_record.dates")
def test_the_dates_of_the_turns():
    assert (date_of(1), date_of(6)) == ("25-27 July", "9-11 Aug")
    assert date_of(14) == "2-4 Sep" and not date_of(17)


@rule("noncombat.H", "errata.allied_supply_units.loss", "errata.allied_supply_pipeline_units")
def test_germans_who_arrive_on_the_pipeline_cut_it_and_take_the_supply_there():
    one, two, three = PIPES[:3]
    units = {one: "3825", two: "3926", three: "3927", SUPPLY: "3926", NINTH: "arrivals", PANZER: "2922"}
    for to, cut in (("3926", True), ("3925", False)):
        game = table(units, GERMAN_PHASE, on=at(bayeux="3825"))
        assert {"3925", "3926"} <= placings(game, NINTH)
        do(game, "place", unit=NINTH, hex=to)
        assert hex_of(game, NINTH) == to and hex_of(game, one) == "3825"
        gone = {unit for unit in (two, SUPPLY) if hex_of(game, unit) == "eliminated"}
        assert gone == ({two, SUPPLY} if cut else set())
        assert bool(game.state.marker("inactive", three)) is cut
