"""Fortresses (5.9.3), and the ground of Map B where rules name it: 5.5.3, 7.6, 8.3.1, 8.7.9."""

from __future__ import annotations

import pytest
from at_the_table import act
from cobra_table import campaign, campaign_board, campaign_ground, do, hex_of, listed, refused
from fights import advance, attack, rule, weighed

from hexcore.events import Marked, Placed, apply, run
from hexcore.game import Game
from hexcore.movement import entering, watched_by
from hexcore.zoc import enemy_zone
from hexcore_cobra.airdrop import drifted
from hexcore_cobra.fortresses import DESTROYED, ground_words, standing, standing_fortresses
from hexcore_cobra.headquarters import command

GI, OTHER, GERMAN, DELAY = "u_inf_1", "u_inf_4", "g_inf_986_276", "g_delay_1"
TANKS = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
WORKS = ("fortress", "marsh", "defense-zone")


def fort(word: str = "fortress"):
    """The clear rectangle with a fortress (or other works) in A2306."""
    return campaign_ground(terrain={"A2306": f"clear {word}"})


def stands(game: Game, number: str = "A2306") -> bool:
    return standing(game.state, game.board.map.hex(number))


def taken(game: Game, number: str = "A2306") -> Game:
    """The same game after the fortress was destroyed."""
    game.state = apply(game.state, Marked(DESTROYED, number))
    return game


def zone_at(game: Game, number: str, side: str) -> bool:
    """Whether a hex lies in the zone of the enemies of a side."""
    return bool(enemy_zone(game.state, side)[game.board.map.hex(number)])


def ends(game: Game, unit: str) -> set[str]:
    do(game, "take", unit=unit)
    found = {game.board.map.numbers[a.to] for a in listed(game, "move")}
    do(game, "put-down")
    return found


# ------------------------------------------------------------------ 5.9.3
@rule("DG 5.9.3")
def test_the_map_has_its_fortresses_and_the_break_out_none():
    board = campaign_board()
    game = campaign({GI: "B2213"}, "allied-movement")
    found = {board.map.numbers[h] for h in standing_fortresses(game.state)}
    assert found == {board.map.numbers[h] for h in board.map.group("fortresses")} and "B2114" in found


@rule("DG 5.9.3")
def test_the_first_allied_unit_stops_in_it_and_destroys_it_the_next_goes_through():
    game = campaign({GI: "A2305", OTHER: "A2305", GERMAN: "A2012"}, "allied-movement", on=fort())
    refusal = refused(game, "move", unit=GI, path=["A2306", "A2307"])
    assert refusal.rule == "5.9.3" and "A2306" in refusal.reason and stands(game)
    do(game, "move", unit=GI, to="A2306")
    assert not stands(game) and hex_of(game, GI) == "A2306"
    assert refused(game, "move", unit=GI, to="A2307").rule == "5.9.3"
    do(game, "move", unit=OTHER, path=["A2306", "A2307"])
    assert hex_of(game, OTHER) == "A2307"


@rule("DG 5.9.3")
def test_a_way_is_found_around_it_and_the_fortress_stands():
    game = campaign({GI: "A2305", GERMAN: "A2012"}, "allied-movement", on=fort())
    assert {"A2306", "A2307"} <= ends(game, GI)
    do(game, "move", unit=GI, to="A2307")
    assert hex_of(game, GI) == "A2307" and stands(game)


@rule("DG 5.9.3")
def test_on_the_real_ground_the_fortress_of_the_east_coast():
    game = campaign({GI: "B2213", OTHER: "B2214", GERMAN: "B1616"}, "allied-movement")
    assert refused(game, "move", unit=GI, path=["B2114", "B2014"]).rule == "5.9.3"
    do(game, "move", unit=GI, to="B2114")
    assert not stands(game, "B2114") and stands(game, "B1706")
    do(game, "move", unit=OTHER, path=["B2114", "B2014"])


@rule("DG 5.9.3")
def test_germans_go_through_and_destroy_nothing():
    game = campaign({GERMAN: "A2305", GI: "A2012"}, "german-movement", on=fort())
    do(game, "move", unit=GERMAN, path=["A2306", "A2307"])
    assert hex_of(game, GERMAN) == "A2307" and stands(game)


@rule("DG 5.9.3")
@pytest.mark.parametrize("how", ["move", "retreat", "advance"])
def test_it_is_destroyed_however_it_is_entered(how):
    game = campaign({GI: "A2305", GERMAN: "A2012"}, "allied-combat", on=fort())
    state, hex = game.state, game.board.map.hex("A2306")
    game.state, _ = run(state, entering(state, (GI,), hex, how, watched_by(state, "allied")))
    assert not stands(game)


@rule("DG 5.9.3")
@pytest.mark.parametrize(("unit", "left"), [(GI, False), ("u_hq_V", False), (GERMAN, True)])
def test_one_put_into_it_has_entered_it_too(unit, left):
    units = {GI: "A2305", "u_hq_V": "A2305", GERMAN: "A2012"}
    game = campaign(units, "allied-supply", on=fort())
    game.state = apply(game.state, Placed(unit, game.board.map.hex("A2306"), "displaced"))
    before = game.state.phase
    while game.state.phase == before:
        do(game, "done")
    assert stands(game) == left


@rule("DG 5.9.3")
@pytest.mark.parametrize(("garrison", "left"), [("B1616", False), ("B2114", True)])
def test_paratroops_who_drift_into_one_destroy_it_unless_germans_stand_there(garrison, left):
    game = campaign({"u_par_502": "B2215", GERMAN: garrison}, "allied-combat", turn=1)
    state, hex = game.state, game.board.map.hex("B2114")
    game.state, _ = run(state, drifted(state, state.units["u_par_502"], hex))
    assert hex_of(game, "u_par_502") == "B2114" and stands(game, "B2114") == left


@rule("DG 5.9.3")
def test_what_it_gave_its_hex_goes_with_it():
    game = campaign({GI: "A2305", GERMAN: "A2306"}, "allied-combat", on=fort())
    hex = game.board.map.hex("A2306")
    assert [s.columns for s in weighed(game, "A2306", GI).shifts if "fortress" in s.text] == [-3]
    assert ground_words(game.state, hex) == {"clear", "fortress"} and not zone_at(game, "A2306", "german")
    taken(game)
    assert not weighed(game, "A2306", GI).shifts
    assert ground_words(game.state, hex) == {"clear"} and zone_at(game, "A2306", "german")


@rule("DG 5.9.3")
def test_destroyed_it_stops_nobody_in_later_turns():
    game = taken(campaign({GI: "A2305", GERMAN: "A2012"}, "allied-movement", on=fort()))
    do(game, "move", unit=GI, path=["A2306", "A2307"])
    assert hex_of(game, GI) == "A2307"


# ------------------------------------------------------------------ 7.6
@rule("DG 7.6")
def test_no_zone_reaches_into_a_fortress_and_zones_reach_out_of_it():
    game = campaign({GI: "A2305", GERMAN: "A2306"}, "allied-combat", on=fort())
    assert not zone_at(game, "A2306", "german") and zone_at(game, "A2305", "allied")
    plain = campaign({GI: "A2305", GERMAN: "A2306"}, "allied-combat", on=fort("town"))
    assert zone_at(plain, "A2306", "german")


@rule("DG 7.6")
@pytest.mark.parametrize(
    ("unit", "hex", "walled"),
    [
        ("B1309", "B1308", True),
        ("B1209", "B1208", False),
        ("B2213", "B2114", True),
        ("B1806", "B1706", True),
        ("B1206", "B1207", True),
    ],
)
def test_cherbourg_and_its_forts_are_walled_its_defense_zone_is_not(unit, hex, walled):
    game = campaign({GI: unit, GERMAN: hex}, "allied-combat")
    assert zone_at(game, hex, "german") != walled
    assert zone_at(game, unit, "allied")


@rule("DG 7.6")
def test_caen_is_walled_in_the_campaign_as_well():
    game = campaign({"b_inf_3": "A3503", GERMAN: "A3504"}, "allied-combat")
    assert not zone_at(game, "A3504", "german") and zone_at(game, "A3503", "allied")


@rule("DG 7.6")
def test_a_command_is_traced_into_a_standing_fortress_past_the_enemy():
    """A headquarters in A2307: a German next to the fortress does not close it while it stands."""
    units = {"u_hq_V": "A2307", GERMAN: "A2206", GI: "A2012"}
    game = campaign(units, "allied-combat", on=fort())
    inside = game.board.map.hex("A2306")
    assert inside in command(game.state, game.state.units["u_hq_V"])
    taken(game)
    assert inside not in command(game.state, game.state.units["u_hq_V"])


# ------------------------------------------------------------------ 8.3.1: the ground of Map B
@rule("DG 8.3.1")
@pytest.mark.parametrize(
    ("terrain", "columns"),
    [("clear fortress", -3), ("clear defense-zone", -1), ("clear marsh", -1), ("clear beach", 0)],
)
def test_columns_of_the_ground_of_map_b(terrain, columns):
    on = campaign_ground(terrain={"A2306": terrain})
    game = campaign({GERMAN: "A2305", GI: "A2306"}, "german-combat", on=on)
    found = [s for s in weighed(game, "A2306", GERMAN).shifts if s.rule == "8.3.1"]
    assert sum(s.columns for s in found) == columns


@rule("DG 8.3.1")
def test_bocage_and_the_fortress_of_the_east_coast_count_together():
    game = campaign({GI: "B2213", GERMAN: "B2114"}, "allied-combat")
    found = {s.text.split(" in ")[0]: s.columns for s in weighed(game, "B2114", GI).shifts}
    assert found == {"bocage": -2, "fortress": -3}


@rule("DG 5.2.1")
@pytest.mark.parametrize(
    ("terrain", "foot", "mech"),
    [("clear fortress", 2, 2), ("clear defense-zone", 2, 2), ("clear beach", 2, 2), ("marsh", 6, 6)],
)
def test_what_the_ground_of_map_b_costs(terrain, foot, mech):
    board = campaign_board(campaign_ground(terrain={"A2306": terrain}))
    m = board.map
    side = m.side(m.hex("A2305"), m.hex("A2306"))
    assert [board.costs(mobility).halves[side] for mobility in ("foot", "mech")] == [foot, mech]


# ------------------------------------------------------------------ 8.7.9
def beaten(word: str) -> Game:
    """A delay unit in A2306 is eliminated by two divisions; they may advance two hexes."""
    units = {GI: "A2305", OTHER: "A2205", DELAY: "A2306", GERMAN: "A2012"}
    game = campaign(units, "allied-combat", turn=2, dice=[1], on=fort(word))
    attack(game, "A2306", GI, OTHER)
    while game.decision.kind != "advance-after-combat":
        kinds = [a for a in listed(game, "choose") if a.option == "0"]
        game.submit(kinds[0] if kinds else game.legal_actions()[0])
    return game


@rule("DG 8.7.9")
@pytest.mark.parametrize("word", WORKS)
def test_an_advance_ends_in_works_and_in_marsh(word):
    game = beaten(word)
    assert refused(game, "advance", units=[GI], path=["A2306", "A2307"]).rule == "8.7.9"
    advance(game, GI, "A2306")
    assert hex_of(game, GI) == "A2306"
    if word == "fortress":
        assert not stands(game)


@rule("DG 8.7.9")
def test_elsewhere_it_goes_on_and_past_a_destroyed_fortress_too():
    advance(beaten("town"), GI, "A2306", "A2307")
    game = taken(beaten("fortress"))
    advance(game, GI, "A2306", "A2307")
    assert hex_of(game, GI) == "A2307"


# ------------------------------------------------------------------ 5.5.3
def overrun_bars(game: Game) -> list[str]:
    """The rules that keep 2 Armored Division from overrunning A2306."""
    units = tuple(game.state.units[id] for id in TANKS)
    refusals = game.board.rules.may_overrun(game.state, units, game.board.map.hex("A2306"))
    return [r.rule for r in refusals]


@rule("DG 5.5.3")
def test_no_overrun_enters_a_fortress_that_stands():
    units = {**dict.fromkeys(TANKS, "A2305"), GERMAN: "A2306"}
    game = campaign(units, "allied-movement", turn=2, on=fort())
    assert "5.5.3" in overrun_bars(game)
    assert "5.5.3" not in overrun_bars(taken(game.fork()))
    assert "5.5.3" not in overrun_bars(campaign(units, "allied-movement", turn=2, on=fort("defense-zone")))
    do(game, "take", units=list(TANKS))
    assert game.refusal(act(game, "overrun", units=list(TANKS), target="A2306")).rule == "5.5.3"
