"""Rail movement, an option (17.0): how many units go by train, along which roads, and who never does."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_board, campaign_ground, do, hex_of, listed, refused
from fights import asked, rule
from marches import passed_to

from hexcore.game import Game
from hexcore_cobra.rail import near_the_sea, railways

REGIMENT, OTHERS = "g_inf_986_276", ("g_inf_987_276", "g_inf_988_276", "g_inf_989_277", "g_inf_990_277")
PANZER, HQ, GI, DELAY = "g_pz_2", "g_hq_LXXXIV", "u_inf_1", "g_delay_1"
SOUTH, VIRE, EAST = "A2734", "A2116", "A5119"
"""Hexes of major roads: on the south edge, in Vire, on the east edge."""
COASTAL = "A1101"
"""On a major road, within six hexes of the northern sea."""


def yard(units: dict[str, str], turn: int = 2, **words) -> Game:
    """The German initial movement phase, rail on."""
    options = {"rail": "on", **words.pop("options", {})}
    return campaign(units, "german-movement", turn=turn, options=options, **words)


def rail(game: Game, unit: str, hex: str) -> None:
    do(game, "take", unit=unit)
    do(game, "commit", what="rail", unit=unit, hex=hex)


def refusal(game: Game, unit: str, hex: str):
    do(game, "take", unit=unit)
    found = refused(game, "commit", what="rail", unit=unit, hex=hex)
    do(game, "put-down")
    return found


def stations(game: Game, unit: str) -> set[str]:
    """The hexes a unit is offered by rail."""
    do(game, "take", unit=unit)
    found = {game.board.map.numbers[a.hex] for a in listed(game, "commit") if a.what == "rail"}
    do(game, "put-down")
    return found


# ------------------------------------------------------------------ the option, and who
@rule("DG 17.0.para.1")
def test_it_is_an_option_and_off_unless_chosen():
    assert campaign_board(options={"rail": "off"}).option("rail") == "off"
    option = next(o for o in campaign_board().ruleset.scenario("campaign").options if o.id == "rail")
    assert option.default == "off"


@rule("DG 17.0.para.1")
def test_with_it_a_german_unit_goes_any_distance_without_it_none():
    game = yard({REGIMENT: SOUTH, GI: "B2215"})
    rail(game, REGIMENT, VIRE)
    assert hex_of(game, REGIMENT) == VIRE and asked(game) == "movement-phase german"
    off = yard({REGIMENT: SOUTH, GI: "B2215"}, options={"rail": "off"})
    assert not stations(off, REGIMENT)


@rule("DG 17.0.para.1")
def test_by_choice_units_go_by_rail():
    """The position of the test of options."""
    assert VIRE in stations(yard({REGIMENT: SOUTH, GI: "B2215"}), REGIMENT)


@rule("DG 17.0.para.1")
def test_allied_units_never_do():
    game = campaign({GI: SOUTH, REGIMENT: EAST}, "allied-movement", turn=2, options={"rail": "on"})
    assert not stations(game, GI)
    found = refusal(game, GI, VIRE)
    assert found.rule == "17.0.para.1" and "German" in found.reason


@rule("DG 17.0.para.1")
def test_it_takes_the_place_of_the_initial_movement():
    game = yard({REGIMENT: SOUTH, GI: "B2215"})
    moved = game.fork()
    do(moved, "move", unit=REGIMENT, to="A2733")
    assert refused(moved, "commit", what="rail", unit=REGIMENT, hex=VIRE).rule == "17.0.para.1"
    rail(game, REGIMENT, VIRE)
    assert refused(game, "move", unit=REGIMENT, to="A2117").rule == "17.0.para.1"
    panzers = campaign({PANZER: SOUTH, GI: "B2215"}, "german-mechanized", turn=2, options={"rail": "on"})
    assert refusal(panzers, PANZER, VIRE).rule == "17.0.para.1"


@rule("DG 17.0.para.1")
def test_a_reinforcement_that_has_just_entered_may_take_a_train():
    game = yard({"g_kg_275": "arrivals", REGIMENT: VIRE, GI: "B2215"})
    do(game, "place", unit="g_kg_275", hex=SOUTH)
    marched = game.fork()
    do(marched, "move", unit="g_kg_275", to="A2733")
    found = refused(marched, "commit", what="rail", unit="g_kg_275", hex="A2725")
    assert found.rule == "17.0.para.1"
    do(game, "commit", what="rail", unit="g_kg_275", hex="A2725")
    assert hex_of(game, "g_kg_275") == "A2725"


@rule("DG 17.0.para.1")
def test_railed_tanks_may_still_move_in_the_mechanized_phase():
    game = yard({PANZER: SOUTH, GI: "B2215"}, held=["omaha"])
    rail(game, PANZER, "A2725")
    passed_to(game, "german-mechanized")
    do(game, "move", unit=PANZER, to="A2724")
    assert hex_of(game, PANZER) == "A2724"


# ------------------------------------------------------------------ 17.1
@rule("DG 17.1.1")
@pytest.mark.parametrize(("turn", "trains"), [(1, 0), (2, 4), (3, 2), (4, 1), (5, 0)])
def test_so_many_units_are_railed_by_turn(turn, trains):
    ids = (REGIMENT, *OTHERS)
    spots = dict(zip(ids, ("A2734", "A2733", "A2732", "A2731", "A2730"), strict=True))
    game = yard({**spots, GI: "B2215"}, turn=turn)
    for id in ids[:trains]:
        rail(game, id, "A2725")
    found = refusal(game, ids[trains], VIRE)
    assert found.rule == "17.1.1" and not stations(game, ids[trains])


@rule("DG 17.1.1")
def test_each_turn_counts_anew():
    game = yard(
        {REGIMENT: SOUTH, OTHERS[0]: "A2733", OTHERS[1]: "A2732", GI: "B2215"}, turn=3, held=["omaha"]
    )
    for id in (REGIMENT, OTHERS[0]):
        rail(game, id, "A2725")
    assert not stations(game, OTHERS[1])
    passed_to(game, "allied-mechanized")
    do(game, "done")
    passed_to(game, "german-movement")
    assert game.state.turn == 4
    rail(game, OTHERS[1], "A2726")
    assert refusal(game, REGIMENT, VIRE).rule == "17.1.1"


@rule("DG 17.1.2")
@pytest.mark.parametrize("unit", [PANZER, "g_pg_2_2", HQ])
def test_a_mechanized_unit_counts_as_two(unit):
    game = yard({unit: SOUTH, REGIMENT: "A2733", GI: "B2215"}, turn=3)
    rail(game, unit, "A2725")
    assert refusal(game, REGIMENT, VIRE).rule == "17.1.1"


@rule("DG 17.1.2")
def test_and_finds_no_train_when_only_one_place_is_left():
    game = yard({PANZER: SOUTH, REGIMENT: "A2733", GI: "B2215"}, turn=4)
    found = refusal(game, PANZER, VIRE)
    assert found.rule == "17.1.2" and not stations(game, PANZER)
    rail(game, REGIMENT, VIRE)
    three = yard({PANZER: SOUTH, REGIMENT: "A2733", GI: "B2215"}, turn=3)
    rail(three, REGIMENT, "A2725")
    assert refusal(three, PANZER, VIRE).rule == "17.1.2"


@rule("DG 17.1.2")
@pytest.mark.parametrize("unit", ["g_flak_1", "g_tig_102SS", DELAY])
def test_whoever_is_not_mechanized_counts_as_one(unit):
    game = yard({unit: SOUTH, REGIMENT: EAST, GI: "B2215"}, turn=3)
    mechanized = "mechanized" in game.state.units[unit].counter.traits
    rail(game, unit, "A2725")
    assert (stations(game, REGIMENT) == set()) == mechanized


# ------------------------------------------------------------------ 17.2
@rule("DG 17.2.1")
def test_railways_run_along_the_major_roads():
    game = yard({REGIMENT: SOUTH, GI: "B2215"})
    m, ways = game.board.map, railways(game.board)
    found = stations(game, REGIMENT)
    assert VIRE in found and EAST in found and SOUTH not in found
    assert all(m.hex(number) in ways for number in found)
    assert "A2633" not in found and refusal(game, REGIMENT, "A2633").rule == "17.2.1"


@rule("DG 17.2.1")
def test_a_unit_boards_on_a_railway_only():
    game = yard({REGIMENT: "A2633", GI: "B2215"})
    assert not stations(game, REGIMENT)
    found = refusal(game, REGIMENT, VIRE)
    assert found.rule == "17.2.1" and "A2633" in found.reason


@rule("DG 17.2.1")
def test_no_part_of_the_journey_comes_within_six_hexes_of_the_northern_sea():
    game = yard({REGIMENT: SOUTH, OTHERS[0]: COASTAL, GI: "B2215"})
    m, coast = game.board.map, near_the_sea(game.board)
    sea = m.group("northern-sea")
    assert min(m.distance(m.hex(COASTAL), hex) for hex in sea) <= 6 and m.hex(COASTAL) in railways(game.board)
    found = stations(game, REGIMENT)
    assert COASTAL not in found and not any(coast[m.hex(number)] for number in found)
    assert "sea" in refusal(game, REGIMENT, COASTAL).reason
    assert not stations(game, OTHERS[0])
    assert refusal(game, OTHERS[0], VIRE).rule == "17.2.1"


@rule("DG 17.2.1")
def test_seven_hexes_from_the_sea_a_train_may_run():
    game = yard({REGIMENT: SOUTH, GI: "B2215"})
    m = game.board.map
    nearest = {
        n: min(m.distance(m.hex(n), s) for s in m.group("northern-sea")) for n in stations(game, REGIMENT)
    }
    assert min(nearest.values()) == 7


@rule("DG 17.2.1")
def test_a_journey_that_would_have_to_pass_the_coast_is_none():
    """The major road through A4007 is joined to the rest past the coast only."""
    game = yard({REGIMENT: "A4007", GI: "B2215"})
    assert "A4207" in stations(game, REGIMENT) and VIRE not in stations(game, REGIMENT)
    found = refusal(game, REGIMENT, VIRE)
    assert found.rule == "17.2.1" and "no railway free" in found.reason


def line(units: dict[str, str], turn: int = 2) -> Game:
    """A railway from A2305 south to A2310 on the clear rectangle, and no other there."""
    road = [(f"A23{row:02}", f"A23{row + 1:02}", "primary") for row in range(5, 10)]
    return yard(units, turn=turn, on=campaign_ground(roads=road))


@rule("DG 17.2.1")
def test_no_train_runs_through_an_enemy_or_his_zone():
    free = line({REGIMENT: "A2305", GI: "A2012"})
    assert stations(free, REGIMENT) == {f"A23{row:02}" for row in range(6, 11)}
    controlled = line({REGIMENT: "A2305", GI: "A2508"})
    zone = line({REGIMENT: "A2305", GI: "A2408"})
    assert stations(controlled, REGIMENT) == stations(free, REGIMENT)
    assert stations(zone, REGIMENT) == {"A2306", "A2307"}
    held = line({REGIMENT: "A2305", GI: "A2308"})
    assert stations(held, REGIMENT) == {"A2306"}
    assert refusal(held, REGIMENT, "A2310").rule == "17.2.1"


@rule("DG 17.2.1")
def test_nor_does_one_start_in_an_enemy_zone():
    game = line({REGIMENT: "A2305", OTHERS[0]: "A2306", GI: "A2304"})
    assert not stations(game, REGIMENT) and "A2310" in stations(game, OTHERS[0])


@rule("DG 17.2.1", "DG 15.3.2")
def test_friends_do_not_bar_the_line_but_to_a_delay_unit():
    game = line({REGIMENT: "A2305", DELAY: "A2306", OTHERS[0]: "A2308", GI: "A2012"})
    assert "A2310" in stations(game, REGIMENT)
    assert stations(game, DELAY) == {"A2307"}


@rule("DG 17.2.1")
def test_a_road_of_the_other_kind_carries_no_train():
    road = [("A2305", "A2306", "secondary"), ("A2306", "A2307", "primary")]
    game = yard({REGIMENT: "A2305", OTHERS[0]: "A2306", GI: "A2012"}, on=campaign_ground(roads=road))
    assert not stations(game, REGIMENT) and stations(game, OTHERS[0]) == {"A2307"}


@rule("DG 17.2.1")
def test_every_journey_listed_is_accepted():
    game = yard({REGIMENT: SOUTH, GI: "B2215"})
    do(game, "take", unit=REGIMENT)
    assert all(game.refusal(action) is None for action in listed(game, "commit"))


@rule("DG 17.0.para.1")
def test_a_computer_player_rails_a_unit_nearer_to_the_front():
    game = yard({REGIMENT: SOUTH, GI: "A2012"}, turn=3)
    do(game, "take", unit=REGIMENT)
    price = game.board.rules.answer_worth
    worth = {
        game.board.map.numbers[a.hex]: price(game.state, game.decision, a) for a in listed(game, "commit")
    }
    best = max(worth, key=worth.__getitem__)
    m = game.board.map
    assert worth[best] > 0 and 3 <= m.distance(m.hex(best), m.hex("A2012")) <= 10
    assert worth["A2733"] < 0
