"""Paratroops in their first turns: where they go, what they control, how long they hold out (5.9.4, 7.8,
10.6.6)."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_ground, do, hex_of, listed, refused
from fights import advance, asked, attack, choose, lost, retreat, rule
from marches import points

from hexcore.events import Controlled, Placed, apply
from hexcore.game import Game
from hexcore.zoc import controllers, zone
from hexcore_cobra.order_of_battle import ALLIED, GERMAN

PARATROOPS, GLIDERS, BRIGADE = "u_par_505", "b_ab_6AL", "b_ab_3"
DIVISION, FOE, OTHER, PANZERS = "u_inf_1", "g_inf_986_276", "g_inf_989_277", "g_pz_2"
FAR = {FOE: "A4830"}


def march(units: dict[str, str], turn: int, phase: str = "allied-movement", **words) -> Game:
    """A movement phase on clear ground; the turn's supply is traced on turn 3 and later."""
    return campaign({**FAR, **units}, phase, turn=turn, on=campaign_ground(), **words)


def reached(game: Game, unit: str) -> set[str]:
    """The hexes that a unit may move to now."""
    do(game, "take", unit=unit)
    return {game.board.map.numbers[move.to] for move in listed(game, "move")}


def around(game: Game, hex: str) -> set[str]:
    m = game.board.map
    return {m.numbers[near] for near in m.around(m.hex(hex))}


# ------------------------------------------------------------------ 5.9.4: movement
@rule("DG 5.9.4")
@pytest.mark.parametrize("unit", [PARATROOPS, GLIDERS, BRIGADE])
def test_they_do_not_move_on_turn_1(unit):
    game = march({unit: "A2306", DIVISION: "A2309"}, 1)
    refusal = refused(game, "take", unit=unit)
    assert refusal.rule == "5.9.4" and "does not move" in refusal.reason
    assert refused(game, "move", unit=unit, to="A2307").rule == "5.9.4"
    do(game, "move", unit=DIVISION, to="A2308")
    assert hex_of(game, DIVISION) == "A2308", "others do"


@rule("DG 5.9.4")
def test_nor_together_with_others():
    game = march({PARATROOPS: "A2306", "u_ranger": "A2306"}, 1)
    assert refused(game, "take", units=["u_ranger", PARATROOPS]).rule == "5.9.4"
    do(game, "move", unit="u_ranger", to="A2307")


@rule("DG 5.9.4")
def test_one_hex_on_turn_2_whatever_points_are_left():
    game = march({PARATROOPS: "A2306"}, 2)
    assert reached(game, PARATROOPS) == around(game, "A2306")
    too_far = refused(game, "move", unit=PARATROOPS, path=["A2307", "A2308"])
    assert too_far.rule == "5.9.4" and "one hex" in too_far.reason
    before = points(game, PARATROOPS)
    do(game, "move", unit=PARATROOPS, to="A2307")
    assert 0 < points(game, PARATROOPS) < before
    again = refused(game, "move", unit=PARATROOPS, to="A2308")
    assert again.rule == "5.9.4" and hex_of(game, PARATROOPS) == "A2307"


@rule("DG 5.9.4")
def test_others_go_on_and_so_do_they_from_turn_3():
    second = march({PARATROOPS: "A2306", DIVISION: "A2506"}, 2)
    do(second, "move", unit=DIVISION, path=["A2507", "A2508"])
    assert hex_of(second, DIVISION) == "A2508"
    third = march({PARATROOPS: "A2306"}, 3)
    do(third, "move", unit=PARATROOPS, path=["A2307", "A2308"])
    assert hex_of(third, PARATROOPS) == "A2308"


@rule("DG 5.9.4")
def test_a_hex_is_a_hex_when_they_disengage():
    """From the zone of a German regiment north of it one hex south, out of the zone, and no second one."""
    units = {PARATROOPS: "A2306", FOE: "A2305"}
    game = march(units, 2)
    assert refused(game, "move", unit=PARATROOPS, path=["A2307", "A2308"]).rule == "5.9.4"
    do(game, "move", unit=PARATROOPS, to="A2307")
    assert refused(game, "move", unit=PARATROOPS, to="A2308").rule == "5.9.4"
    later = march(units, 3, tracks={"turn": 3})
    do(later, "move", unit=PARATROOPS, path=["A2307"])
    assert hex_of(later, PARATROOPS) == "A2307"


@rule("DG 5.9.4")
def test_and_none_in_the_mechanized_phase():
    game = march({PARATROOPS: "A2306", "u_ranger": "A2506"}, 2, "allied-mechanized")
    assert refused(game, "take", unit=PARATROOPS).rule == "4.0"
    do(game, "move", unit="u_ranger", to="A2507")


def attacked(turn: int, **others: str) -> Game:
    """Three panzer regiments attack 505 in A2306 from the north and win one point."""
    strong = {PANZERS: "A2305", "g_pz_9SS": "A2405", "g_pz_1SS": "A2205"}
    units = {PARATROOPS: "A2306", **strong, **others}
    game = campaign(units, "german-combat", turn=turn, dice=[3], on=campaign_ground())
    attack(game, "A2306", *strong)
    return game


@rule("DG 5.9.4")
def test_in_combat_they_retreat_as_others_do():
    """On Game-Turn 1: 505 has 4, 2 Panzer Regiment attacks and the number is met in hexes."""
    game = attacked(1)
    choose(game, 1)
    retreat(game, PARATROOPS, "A2307")
    assert hex_of(game, PARATROOPS) == "A2307" and lost(game, PARATROOPS) == 0


@rule("DG 5.9.4")
@pytest.mark.parametrize("turn", [1, 2])
def test_and_they_advance_as_others_do(turn):
    game = campaign(
        {PARATROOPS: "A2306", "u_par_507": "A2306", "u_inf_4": "A2205", "g_inf_919_709": "A2305"},
        "allied-combat",
        turn=turn,
        dice=[1],
        on=campaign_ground(),
    )
    attack(game, "A2305", PARATROOPS, "u_par_507", "u_inf_4")
    while asked(game).endswith("german"):
        game.submit(game.legal_actions()[0])
    assert asked(game) == "advance-after-combat allied" and lost(game, "g_inf_919_709") == 99
    advance(game, PARATROOPS, "A2305", "A2304")
    assert hex_of(game, PARATROOPS) == "A2304", "two hexes after a unit that is gone"


# ------------------------------------------------------------------ 7.8: zones
def zone_from(game: Game, side: str) -> set[str]:
    return {game.board.map.numbers[h] for h, flag in enumerate(zone(game.state, side)) if flag}


@rule("DG 7.8")
@pytest.mark.parametrize("turn, none", [(1, True), (2, False)])
def test_neither_they_nor_the_enemy_next_to_them_have_zones_on_turn_1(turn, none):
    game = campaign({PARATROOPS: "A2306", FOE: "A2305", OTHER: "A2609"}, "german-movement", turn=turn)
    assert zone_from(game, ALLIED) == (set() if none else around(game, "A2306"))
    theirs = set() if none else around(game, "A2305")
    assert zone_from(game, GERMAN) == theirs | around(game, "A2609"), "one that is not next to them has his"
    (hex,) = [game.board.map.hex("A2304")]
    assert bool(controllers(game.state, GERMAN, hex)) == (not none)


@rule("DG 7.8")
def test_others_next_to_each_other_keep_theirs():
    game = campaign({DIVISION: "A2306", FOE: "A2305", PARATROOPS: "A2510"}, "german-movement", turn=1)
    assert zone_from(game, GERMAN) == around(game, "A2305")
    assert zone_from(game, ALLIED) == around(game, "A2306")


@rule("DG 7.8")
def test_a_river_between_them_does_not_matter():
    """Adjacent is adjacent: A3803 lies over the Orne from A3703."""
    game = campaign({GLIDERS: "A3803", FOE: "A3703"}, "german-movement", turn=1)
    assert zone_from(game, GERMAN) == set()


@rule("DG 7.8")
def test_the_enemys_zones_come_back_when_they_are_gone():
    game = campaign({PARATROOPS: "A2306", FOE: "A2305"}, "german-movement", turn=1)
    assert zone_from(game, GERMAN) == set()
    m = game.board.map
    game.state = apply(game.state, Placed(PARATROOPS, m.hex("A2309"), "retreat"))
    assert zone_from(game, GERMAN) == around(game, "A2305")


@rule("DG 7.8")
def test_movement_goes_by_it():
    """A German regiment marches past paratroops, and an Allied division past the Germans next to them."""
    past = ["A2204", "A2205", "A2206", "A2207"]
    game = march({PARATROOPS: "A2306", FOE: "A2304"}, 1, "german-movement")
    do(game, "move", unit=FOE, path=past)
    assert hex_of(game, FOE) == "A2207"
    stopped = march({DIVISION: "A2306", FOE: "A2304"}, 1, "german-movement")
    assert refused(stopped, "move", unit=FOE, path=past).rule == "5.2.3"
    by = ["A2404", "A2403", "A2402"]
    beside = march({DIVISION: "A2405", PARATROOPS: "A2305", FOE: "A2304"}, 1)
    do(beside, "move", unit=DIVISION, path=by)
    assert hex_of(beside, DIVISION) == "A2402"
    held = march({DIVISION: "A2405", "u_ranger": "A2305", FOE: "A2304"}, 1)
    assert refused(held, "move", unit=DIVISION, path=by).rule == "5.2.3"


@rule("DG 7.8")
def test_retreats_go_by_it():
    """505 goes back between two regiments that would close the way if they had zones."""
    open_ways = attacked(1, **{FOE: "A2308"})
    choose(open_ways, 1)
    assert goals(open_ways) == {"A2206", "A2406"}, "next to panzer regiments that are next to 505"
    shut = attacked(2, **{FOE: "A2308"})
    assert lost(shut, PARATROOPS) == 1 and hex_of(shut, PARATROOPS) == "A2306", "nothing else is left to it"


def goals(game: Game) -> set[str]:
    """Where a retreat may end."""
    return {game.board.map.numbers[action.path[-1]] for action in listed(game, "retreat")}


@rule("DG 7.8")
def test_lines_of_supply_go_by_it():
    """No supply is traced on turn 1; asked all the same, the hexes next to such a regiment are open."""
    units = {PARATROOPS: "A2306", FOE: "A2305", DIVISION: "A2301"}
    for turn, blocked in ((1, False), (2, True)):
        game = campaign(units, "allied-movement", turn=turn)
        m, limit = game.board.map, game.board.rules.supply_rule(game.state, ALLIED)
        shut = any(mask.hexes and mask.hexes[m.hex("A2304")] for mask in limit.blocks)
        assert shut == blocked


# ------------------------------------------------------------------ 10.6.6: supply at the end of turn 3
RINGED = {
    PARATROOPS: "A2306",
    "g_inf_986_276": "A2303",
    "g_inf_987_276": "A2604",
    "g_inf_988_276": "A2607",
    "g_inf_989_277": "A2309",
    "g_inf_990_277": "A2008",
    "g_inf_991_277": "A2005",
}
"""Paratroops in a ring of six regiments whose zones close it."""


BEHIND_OMAHA = {"u_par_502": "B3218", FOE: "A4830"}


def ended(units: dict[str, str], turn: int = 3, held: str = "") -> Game:
    """A turn brought to its end from the last movement phase; a beach hex is in Allied hands."""
    game = campaign(units, "allied-mechanized", turn=turn)
    if held:
        game.state = apply(game.state, Controlled(game.board.map.hex(held), ALLIED))
    do(game, "done")
    for _ in range(10):
        if game.state.turn > turn:
            break
        do(game, "done")
    return game


@rule("DG 10.6.6")
@pytest.mark.parametrize("turn, lives", [(2, True), (3, False), (4, True)])
def test_out_of_supply_when_turn_3_ends_they_are_eliminated(turn, lives):
    game = ended(RINGED, turn)
    assert hex_of(game, PARATROOPS) == ("A2306" if lives else "eliminated")


@rule("DG 10.6.6")
def test_others_are_not_and_who_is_in_supply_lives():
    game = ended({**RINGED, "u_ranger": "A2306"})
    assert hex_of(game, PARATROOPS) == "eliminated" and hex_of(game, "u_ranger") == "A2306"
    assert hex_of(ended(BEHIND_OMAHA, held="B3217"), "u_par_502") == "B3218"
    assert hex_of(ended(BEHIND_OMAHA), "u_par_502") == "eliminated", "the same, but that no beach is held"


@rule("DG 10.6.6")
def test_it_counts_for_the_germans_as_any_loss():
    after = ended(RINGED)
    points = [p for p in after.board.rules.victory_points(after.state) if p.side == GERMAN]
    assert any("eliminated" in p.text and after.board.name(PARATROOPS) in p.text for p in points)
    assert after.state.note("fell", PARATROOPS) == "A2306"
