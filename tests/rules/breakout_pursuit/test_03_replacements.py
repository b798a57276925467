"""German replacements: points by class, map edge A, who never comes back, and the pool of August."""

from __future__ import annotations

import pytest
from bp_marches import FALLSCHIRM, FOOT, GRENADIERS, PANZER, SLOW_FOOT, STATIC, TANKS, marked, phase, rule
from bp_supply import PIPES, SUPPLY
from bp_table import do, hex_of, listed, refused, table

from hexcore.events import Noted, StepsLost, apply
from hexcore.game import Game
from hexcore.movement import HALF, points_left
from hexcore.units import ELIMINATED
from hexcore_breakout_pursuit.order_of_battle import POOL

PHASE = "german-reinforcement"
GROUP, OTHER_GROUP = f"{PANZER}-BG", f"{GRENADIERS}-BG"
LEHR, WEAK, FOUR = "JUL-G024", "JUL-G030", "JUL-G025"  # 2-6 battlegroup, 1-4, 4-5
WEAK_PANZER = "JUL-G029"  # 5-6
GONE, POOLED = ELIMINATED.name, POOL.name


def back(game: Game) -> set[str]:
    """The units listed as coming back."""
    return {action.unit for action in listed(game, "place")}


def edge_a(game: Game) -> set[str]:
    ground = game.board.map
    return {ground.numbers[h] for h in ground.group("edge-a") if "sea" not in ground.terrain[h]}


def lost(turn: int, *units: str, **more: str) -> Game:
    """A German reinforcement phase of the campaign after some units were eliminated."""
    places = dict.fromkeys(units, GONE)
    return table({**places, "JUL-G034": "2922", TANKS: "2422"}, PHASE, turn=turn, scenario="3.4", **more)


# ------------------------------------------------------------------ when
@rule("german_replacements.1")
def test_destroyed_units_come_back_from_turn_6_on():
    early = lost(5, SLOW_FOOT, "ARR-G001")
    assert phase(early) != PHASE
    game = lost(6, SLOW_FOOT)
    assert back(game) == {SLOW_FOOT}
    do(game, "place", unit=SLOW_FOOT, hex="2000")
    assert hex_of(game, SLOW_FOOT) == "2000"


@rule("german_replacements.1")
def test_a_refusal_before_turn_6_says_so():
    game = table({SLOW_FOOT: GONE, "ARR-G003": "arrivals", PANZER: "2922"}, PHASE, turn=5, scenario="3.4")
    refusal = refused(game, "place", unit=SLOW_FOOT, hex="2000")
    assert refusal.rule == "german_replacements.1" and "before turn 6" in refusal.reason


@rule("german_replacements.1")
def test_a_unit_surrounded_when_it_fell_never_comes_back():
    game = lost(6, SLOW_FOOT, STATIC)
    game.state = apply(game.state, Noted("game", "surrounded", STATIC))
    assert back(game) == {SLOW_FOOT}
    refusal = refused(game, "place", unit=STATIC, hex="2000")
    assert refusal.rule == "german_replacements.1" and "surrounded" in refusal.reason
    do(game, "place", unit=SLOW_FOOT, hex="2000")


@rule("german_replacements.1")
def test_only_german_combat_units_that_were_lost_come_back():
    game = table({TANKS: GONE, SLOW_FOOT: GONE, FOOT: "2822", PANZER: "2922"}, PHASE, turn=6, scenario="3.4")
    assert back(game) == {SLOW_FOOT}
    assert refused(game, "place", unit=FOOT, hex="2000").reason
    assert refused(game, "place", unit=TANKS, hex="2000").reason


# ------------------------------------------------------------------ points
@rule("german_replacements.2")
def test_whole_units_up_to_the_points_of_the_turn():
    game = lost(6, SLOW_FOOT, "JUL-G007", WEAK, FOUR)
    assert back(game) == {SLOW_FOOT, "JUL-G007", WEAK}  # 2-4, 2-4, 1-4: three points; a 4-5 is too dear
    dear = refused(game, "place", unit=FOUR, hex="2000")
    assert dear.rule == "german_replacements.2" and "takes 4 replacement points, 3 are left" in dear.reason
    do(game, "place", unit=SLOW_FOOT, hex="2000")
    assert back(game) == {WEAK}
    second = refused(game, "place", unit="JUL-G007", hex="2000")
    assert second.rule == "german_replacements.2" and "1 are left" in second.reason
    do(game, "place", unit=WEAK, hex="2000")
    assert phase(game) != PHASE  # no point is left, nothing can come


@rule("german_replacements.2")
def test_mechanized_points_are_counted_apart():
    game = lost(6, LEHR, OTHER_GROUP, SLOW_FOOT)
    do(game, "place", unit=LEHR, hex="2000")
    assert back(game) == {SLOW_FOOT}
    other = refused(game, "place", unit=OTHER_GROUP, hex="2000")
    assert other.rule == "german_replacements.2" and "mechanized" in other.reason
    do(game, "place", unit=SLOW_FOOT, hex="2000")


@rule("german_replacements.2")
def test_points_not_used_are_lost():
    game = lost(6, WEAK_PANZER, SLOW_FOOT)
    assert back(game) == {SLOW_FOOT}
    do(game, "done")
    while phase(game) != PHASE:
        do(game, "done")
    assert game.state.turn == 7 and back(game) == {SLOW_FOOT}  # three points again, not six


@rule("german_replacements.2")
def test_the_points_rise_unless_an_option_keeps_them_low():
    units = (WEAK_PANZER, FALLSCHIRM, SLOW_FOOT)
    assert back(lost(10, *units)) == {SLOW_FOOT}
    assert back(lost(11, *units)) == {SLOW_FOOT, WEAK_PANZER}
    assert back(lost(14, *units)) == {SLOW_FOOT, WEAK_PANZER, FALLSCHIRM}
    assert back(lost(14, *units, options={"replacements": "flat"})) == {SLOW_FOOT}


@rule("german_replacements.2")
def test_they_come_in_on_edge_a_and_pay_a_point():
    game = lost(6, SLOW_FOOT)
    assert {game.board.map.numbers[a.hex] for a in listed(game, "place")} == edge_a(game)
    wrong = refused(game, "place", unit=SLOW_FOOT, hex="3926")
    assert wrong.rule == "german_replacements.2" and "map edge A, not in 3926" in wrong.reason
    do(game, "place", unit=SLOW_FOOT, hex="2000")
    while phase(game) != "german-movement":
        do(game, "done")
    assert points_left(game.state, game.state.units[SLOW_FOOT]) == 3 * HALF


@rule("german_replacements.2")
def test_not_among_the_enemy():
    units = {SLOW_FOOT: GONE, TANKS: "2000", PANZER: "2922"}
    game = table(units, PHASE, turn=6, scenario="3.4")
    refusal = refused(game, "place", unit=SLOW_FOOT, hex="2000")
    assert refusal.rule == "german_replacements.2" and "an Allied unit stands in 2000" in refusal.reason
    do(game, "place", unit=SLOW_FOOT, hex="2100")


# ------------------------------------------------------------------ battlegroups, and as new
@rule("errata.german_replacements")
def test_battlegroups_that_were_lost_come_back_too():
    game = lost(6, PANZER, GROUP)
    assert back(game) == {GROUP}  # its parent takes ten points
    do(game, "place", unit=GROUP, hex="2000")
    assert hex_of(game, GROUP) == "2000" and game.state.units[PANZER].place == ELIMINATED


@rule("errata.german_replacements")
def test_nobody_comes_back_who_was_not_lost():
    game = lost(6, SLOW_FOOT)
    assert OTHER_GROUP not in back(game)
    assert refused(game, "place", unit=OTHER_GROUP, hex="2000").reason
    assert refused(game, "place", unit=FOUR, hex="2000").reason
    do(game, "place", unit=SLOW_FOOT, hex="2000")


@rule("german_replacements.1")
def test_a_unit_comes_back_as_new_and_its_loss_stays_scored():
    game = lost(6, SLOW_FOOT)
    for event in (StepsLost(SLOW_FOOT, 1), Noted("game", "fell", SLOW_FOOT, "2422")):
        game.state = apply(game.state, event)
    marked(game, "disrupted", SLOW_FOOT)

    def score() -> float:
        return sum(p.points for p in game.board.rules.victory_points(game.state) if p.side == "allied")

    before = score()
    do(game, "place", unit=SLOW_FOOT, hex="2000")
    unit = game.state.units[SLOW_FOOT]
    assert unit.losses == 0 and not game.state.marker("disrupted", SLOW_FOOT)
    assert not game.state.note("fell", SLOW_FOOT) and score() == before > 0


# ------------------------------------------------------------------ the pool of August
@rule("setup.GA-POOL", "setup.GA-POOL.nonmech")
@pytest.mark.parametrize(("unit", "others"), [("AUG-G051", "AUG-G043"), ("AUG-G060", "AUG-G056")])
def test_the_pool_of_august_can_be_drawn_on_at_once(unit, others):
    units = {unit: POOLED, others: POOLED, "AUG-G001": "2922", "AUG-A001": "2422"}
    game = table(units, PHASE, turn=11, scenario="2.1")
    assert back(game) == {unit}  # six points: a 5-6 or a 5-5, no 15-6 and no 9-12
    dear = refused(game, "place", unit=others, hex="2000")
    assert dear.rule == "german_replacements.2" and "6 are left" in dear.reason
    do(game, "place", unit=unit, hex="2000")
    assert hex_of(game, unit) == "2000"


@rule("noncombat.H", "errata.allied_supply_units.loss")
def test_a_unit_that_comes_back_on_the_pipeline_cuts_it():
    for to, cut in (("2000", True), ("2100", False)):
        units = {SLOW_FOOT: GONE, PIPES[0]: "2000", SUPPLY: "2000", TANKS: "2422", "JUL-G034": "2922"}
        game = table(units, PHASE, turn=6, scenario="3.4")
        do(game, "place", unit=SLOW_FOOT, hex=to)
        gone = {unit for unit in (PIPES[0], SUPPLY) if hex_of(game, unit) == "eliminated"}
        assert hex_of(game, SLOW_FOOT) == to and gone == ({PIPES[0], SUPPLY} if cut else set())
