"""SPI 4.0.C, chapter 18, 21: the end of the game, victory points, the front line, and the set-up."""

from __future__ import annotations

import pytest
from cobra_table import board, cited, do, is_1977, later, ruleset, table
from fights import corners, in_each, rule

from hexcore.events import Noted, PhaseBegan, Removed, apply
from hexcore.game import Game, SeededDice, opening
from hexcore.units import ARRIVALS
from hexcore_cobra.front_line import front_line
from hexcore_cobra.victory import LEVELS, decided, first_level, shifted, total


def at_the_end(units=None, *, turn: int = 13, gone=None, **words) -> Game:
    """A position in the Allied mechanized phase; `gone` says who left, when and by which edge."""
    game = table(
        {**(units or {}), **dict.fromkeys(gone or {}, "exited")}, "allied-mechanized", turn=turn, **words
    )
    for id, left in (gone or {}).items():
        game.state = apply(game.state, Noted("game", "exited", id, (later(left[0]), left[1])))
        if "mechanized" in game.board.counters[id].traits:
            game.state = apply(game.state, Noted("game", "exited mechanized", id))
    return game


def scored(game: Game, number: str) -> int:
    """Points scored under one number of the schedule, whoever scores them."""
    found = game.board.rules.victory_points(game.state)
    return sum(v.points for v in found if v.rule == cited(number))


# ------------------------------------------------------------------ German points
LOST = {
    "18.1.vp.1": (
        [("u_inf_9_2", 1), ("b_ab_3", 1), ("b_ab_6AL", 1), ("b_arm_32_Gds", 1)],
        ["u_inf_1", "u_arm_A_2", "u_cav_4", "u_hq_V", "b_arm_5_Gds", "g_inf_986_276"],
    ),
    "18.1.vp.2": ([("u_hq_V", 2), ("b_hq_I", 2)], ["u_inf_1", "g_hq_LXXXIV"]),
    "18.1.vp.3": (
        [("u_inf_1", 3), ("b_inf_2C", 3), ("b_arm_5_Gds", 3), ("b_arm_10_Pol", 3), ("b_ind_4", 3)],
        ["u_inf_9_2", "u_arm_A_2", "b_arm_32_Gds", "g_div_331"],
    ),
}


@pytest.mark.parametrize(
    "edition, number, unit, points",
    [
        in_edition
        for number, (counted, others) in LOST.items()
        for unit, points in [*counted, *((other, 0) for other in others)]
        for in_edition in in_each(number, number, unit, points)
    ],
    indirect=["edition"],
)
def test_points_for_allied_units_eliminated(edition, number, unit, points):
    assert scored(at_the_end({unit: "eliminated"}), number) == points
    assert scored(at_the_end({unit: "A2006"}), number) == 0


@rule("18.1.vp.4")
@pytest.mark.parametrize("used, points", [(9, 0), (10, 1), (19, 1), (20, 2)])
def test_a_point_for_ten_allied_replacements(used, points):
    game = at_the_end()
    game.state = apply(game.state, Noted("game", "allied replacements", value=used))
    assert scored(game, "18.1.vp.4") == points


@rule("18.1.vp.4")
def test_replacements_are_counted_as_they_are_made():
    units = {"u_inf_1": "A2303", "g_inf_986_276": "A2310"}
    game = table(units, "allied-replacement", lost={"u_inf_1": 2})
    game.state = apply(game.state, Noted("game", "allied replacements", value=9))
    do(game, "commit", what="replacement", unit="u_inf_1")
    assert scored(game, "18.1.vp.4") == 1


DIVISIONS = {
    "u_inf_1": "A2003",
    "u_inf_4": "A2004",
    "u_inf_5": "A2104",
    "u_inf_8": "A2204",
    "u_inf_9": "A2304",
}


@rule("18.1.vp.5")
def test_us_divisions_not_gone_west_after_turn_12():
    two = {id: DIVISIONS[id] for id in ("u_inf_1", "u_inf_4")}
    assert scored(at_the_end(two), "18.1.vp.5") == 6
    assert scored(at_the_end(two, turn=12), "18.1.vp.5") == 0, "the turn is not over"
    assert scored(at_the_end(DIVISIONS), "18.1.vp.5") == 12, "twelve at most"
    one = {"u_inf_4": "A2004"}
    assert scored(at_the_end(one, gone={"u_inf_1": (12, "W")}), "18.1.vp.5") == 3
    assert scored(at_the_end(one, gone={"u_inf_1": (13, "W")}), "18.1.vp.5") == 6, "too late"
    assert scored(at_the_end(one, gone={"u_inf_1": (5, "S")}), "18.1.vp.5") == 6, "the wrong way"


@rule("18.1.vp.5")
def test_a_division_of_several_units_has_gone_when_all_have():
    gone = {"u_arm_A_2": (5, "W"), "u_arm_B_2": (6, "W")}
    assert scored(at_the_end({"u_arm_R_2": "A2004"}, gone=gone), "18.1.vp.5") == 3
    assert scored(at_the_end({"u_arm_R_2": "eliminated"}, gone=gone), "18.1.vp.5") == 0


@rule("18.1.vp.6")
def test_no_us_headquarters_gone_west_after_turn_11():
    assert scored(at_the_end({"u_hq_V": "A2004"}, turn=12), "18.1.vp.6") == 3
    assert scored(at_the_end({"u_hq_V": "A2004"}, turn=11), "18.1.vp.6") == 0
    assert scored(at_the_end({}, turn=12, gone={"u_hq_V": (11, "W")}), "18.1.vp.6") == 0
    assert scored(at_the_end({}, turn=12, gone={"u_hq_V": (12, "W")}), "18.1.vp.6") == 3
    assert scored(at_the_end({}, turn=12, gone={"b_hq_I": (11, "W")}), "18.1.vp.6") == 3


US = ("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28")
DIVISION_276 = {"g_inf_986_276": "A2010", "g_inf_987_276": "A2110", "g_inf_988_276": "A2210"}
DIVISION_2 = {"g_pz_2": "A2010", "g_pg_2_2": "A2110", "g_pg_304_2": "A2210"}


@rule("18.1.vp.7")
def test_full_german_divisions_in_supply_in_the_west():
    assert scored(at_the_end(DIVISION_276), "18.1.vp.7") == 1
    assert scored(at_the_end({"g_div_331": "A2010"}), "18.1.vp.7") == 1
    assert scored(at_the_end(DIVISION_276, lost={"g_inf_986_276": 1}), "18.1.vp.7") == 1, "reduced is whole"
    assert scored(at_the_end({**DIVISION_276, "g_inf_988_276": "eliminated"}), "18.1.vp.7") == 0
    assert scored(at_the_end({**DIVISION_276, "g_inf_988_276": "A3910"}), "18.1.vp.7") == 0, "not west of 39"
    assert scored(at_the_end({**DIVISION_276, "g_inf_988_276": "A3810"}), "18.1.vp.7") == 1
    assert scored(at_the_end(DIVISION_2), "18.1.vp.7") == 0, "a mechanized division scores under vp.8"


@rule("18.1.vp.7")
def test_a_regiment_out_of_supply_spoils_the_division():
    ring = dict(zip(US, corners("A2110"), strict=True))
    assert scored(at_the_end({**DIVISION_276, **ring}), "18.1.vp.7") == 0


@rule("18.1.vp.8")
def test_full_mechanized_divisions_score_two():
    assert scored(at_the_end(DIVISION_2), "18.1.vp.8") == 2
    assert scored(at_the_end(DIVISION_276), "18.1.vp.8") == 0
    assert scored(at_the_end({**DIVISION_2, "g_pz_2": "eliminated"}), "18.1.vp.8") == 0


# ------------------------------------------------------------------ Allied points
@rule("18.2.vp.1")
def test_german_divisions_and_headquarters_lost_in_the_west():
    fallen = dict.fromkeys(DIVISION_276, "eliminated")
    assert scored(at_the_end(fallen), "18.2.vp.1") == 1
    assert scored(at_the_end({**fallen, "g_inf_986_276": "A2010"}), "18.2.vp.1") == 0
    assert scored(at_the_end({"g_hq_LXXXIV": "eliminated"}), "18.2.vp.1") == 1
    assert scored(at_the_end({"g_hq_LXXXIV": "A2010"}), "18.2.vp.1") == 0


@rule("18.2.vp.1", "18.2.vp.2")
@pytest.mark.parametrize("hex, points", [("A4710", 1), ("A4810", 0), ("A4910", 0)])
def test_losses_count_west_of_column_48(hex, points):
    game = at_the_end({"g_hq_LXXXIV": hex, "g_tig_503": hex})
    for id in ("g_hq_LXXXIV", "g_tig_503"):
        game.state = apply(game.state, Removed(id, "eliminated"))
    assert scored(game, "18.2.vp.1") == points
    assert scored(game, "18.2.vp.2") == points


@rule("18.2.vp.2")
def test_panzer_regiments_and_tigers_lost_in_the_west():
    for unit, points in [("g_pz_2", 1), ("g_pg_2_2", 1), ("g_tig_503", 1), ("g_inf_986_276", 0)]:
        assert scored(at_the_end({unit: "eliminated"}), "18.2.vp.2") == points


@rule("18.2.vp.1", "18.2.vp.2")
def test_units_cut_off_count_like_units_lost():
    ring = dict(zip(US, corners("A2110"), strict=True))
    game = at_the_end({"g_tig_503": "A2110", "g_hq_LXXXIV": "A2110", **ring})
    assert (scored(game, "18.2.vp.1"), scored(game, "18.2.vp.2")) == (1, 1)


SECOND = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")


@pytest.mark.parametrize(
    "edition, turn, number, points",
    [
        in_edition
        for turn, number, points in [
            (1, "18.2.vp.3", 5),
            (6, "18.2.vp.3", 5),
            (7, "18.2.vp.4", 4),
            (8, "18.2.vp.5", 3),
            (9, "18.2.vp.6", 2),
            (10, "18.2.vp.6", 2),
            (11, "18.2.vp.7", 1),
            (13, "18.2.vp.7", 1),
        ]
        for in_edition in in_each(number, turn, number, points)
    ],
    indirect=["edition"],
)
def test_points_for_a_us_mechanized_division_gone_west(edition, turn, number, points):
    game = at_the_end({}, gone=dict.fromkeys(SECOND, (turn, "W")))
    numbers = [f"18.2.vp.{n}" for n in range(3, 8)]
    assert {n: scored(game, n) for n in numbers if scored(game, n)} == {number: points}


@rule("18.2.vp.3")
def test_what_is_no_exit_of_a_division():
    whole = dict.fromkeys(SECOND, (4, "W"))
    assert scored(at_the_end({}, gone={**whole, "u_arm_R_2": (4, "S")}), "18.2.vp.3") == 0
    part = {id: left for id, left in whole.items() if id != "u_arm_R_2"}
    assert scored(at_the_end({"u_arm_R_2": "A2004"}, gone=part), "18.2.vp.3") == 0
    assert scored(at_the_end({"u_arm_R_2": "eliminated"}, gone=part), "18.2.vp.3") == 5
    assert scored(at_the_end({}, gone={"u_inf_1": (4, "W")}), "18.2.vp.3") == 0, "on foot"


@rule("18.2.vp.3")
def test_a_division_on_trucks_is_mechanized():
    game = at_the_end({}, gone={"u_inf_1": (4, "W")})
    game.state = apply(game.state, Noted("game", "exited mechanized", "u_inf_1"))
    assert scored(game, "18.2.vp.3") == 5


@rule("18.2.vp.3", "18.2.vp.7")
def test_four_divisions_score_the_first_to_go():
    gone: dict[str, tuple[int, str]] = {}
    for n, turn in ((2, 11), (3, 4), (4, 4), (5, 5), (6, 6)):
        gone.update(dict.fromkeys((f"u_arm_A_{n}", f"u_arm_B_{n}", f"u_arm_R_{n}"), (turn, "W")))
    game = at_the_end({}, gone=gone)
    assert (scored(game, "18.2.vp.3"), scored(game, "18.2.vp.7")) == (20, 0)


@rule("18.2.vp.8")
def test_british_mechanized_divisions_gone_east():
    guards = ("b_arm_5_Gds", "b_arm_32_Gds")
    assert scored(at_the_end({}, gone=dict.fromkeys(guards, (12, "E"))), "18.2.vp.8") == 4
    assert scored(at_the_end({}, gone=dict.fromkeys(guards, (13, "E"))), "18.2.vp.8") == 0
    assert scored(at_the_end({}, gone=dict.fromkeys(guards, (5, "S"))), "18.2.vp.8") == 0
    assert scored(at_the_end({}, gone={"b_inf_3": (5, "E")}), "18.2.vp.8") == 0
    assert scored(at_the_end({}, gone=dict.fromkeys(SECOND, (5, "E"))), "18.2.vp.8") == 0


# ------------------------------------------------------------------ the front line
def line_of_units(game: Game) -> dict[str, str]:
    """German units on a path from A4901 to A0823, every third hex of it, or every second."""
    m = game.board.map
    start, end = m.hex("A4901"), m.hex("A0823")
    path = m.graph()
    path.remove_nodes_from([h for h in range(len(m)) if "sea" in m.terrain[h]])
    import networkx

    way = networkx.shortest_path(path, start, end)
    ids = [c.id for c in game.board.counters.values() if c.side == "german" and c.size in ("III", "XX")]
    picks = [*way[1 :: 3 if is_1977() else 2], way[-1]]
    return dict(zip(ids, (m.numbers[h] for h in picks), strict=False))


@rule("18.3.2")
def test_a_line_of_units_and_their_zones_is_a_marginal_german_victory():
    line = line_of_units(at_the_end())
    game = at_the_end(line)
    assert front_line(game.state)
    assert LEVELS[first_level(game.state, True)] == "Marginal German"
    assert decided(game.state).text.startswith("Marginal German")


@rule("18.3.1")
def test_a_gap_is_a_marginal_allied_victory():
    line = line_of_units(at_the_end())
    gap = sorted(line, key=lambda id: line[id])[len(line) // 2]
    broken = {id: hex for id, hex in line.items() if id != gap}
    game = at_the_end(broken)
    assert not front_line(game.state)
    assert decided(game.state).text.startswith("Marginal Allied")


@rule("18.3.1")
def test_allied_units_break_the_line_where_they_stand():
    line = line_of_units(at_the_end())
    game = at_the_end(line)
    way = front_line(game.state)
    free = [game.board.map.numbers[h] for h in way if h not in game.state.stacks]
    assert free
    us = [c.id for c in game.board.counters.values() if c.side == "allied" and c.size == "XX"]
    cut = at_the_end({**line, **dict(zip(us, free, strict=False))})
    assert front_line(cut.state) != way


@rule("18.3.2")
def test_both_ends_must_be_held():
    line = line_of_units(at_the_end())
    ends = {id for id, hex in line.items() if hex == "A0823"}
    open_end = {id: hex for id, hex in line.items() if id not in ends}
    game = at_the_end(open_end)
    held = set(front_line(game.state))
    assert not held or game.board.map.hex("A0823") in held


# ------------------------------------------------------------------ levels
@rule("18.3.3")
@pytest.mark.parametrize(
    "first, lead, level",
    [
        ("Marginal Allied", 0, "Marginal Allied"),
        ("Marginal Allied", 14, "Marginal Allied"),
        ("Marginal Allied", -14, "Marginal Allied"),
        ("Marginal Allied", 15, "Operational Allied"),
        ("Marginal Allied", -15, "Draw"),
        ("Marginal Allied", -29, "Draw"),
        ("Marginal Allied", -30, "Marginal German"),
        ("Marginal German", 30, "Marginal Allied"),
        ("Marginal German", -15, "Operational German"),
        ("Marginal German", -300, "Decisive German"),
        ("Marginal Allied", 300, "Decisive Allied"),
    ],
)
def test_each_full_fifteen_points_shift_the_level(first, lead, level):
    assert LEVELS[shifted(at_the_end().state, LEVELS.index(first), lead)] == level


@rule("18.0", "18.3", "18.3.3")
def test_points_are_added_up_and_subtracted():
    eliminated = dict.fromkeys(
        ("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_hq_V", "u_hq_VII"), "eliminated"
    )
    game = at_the_end(eliminated, turn=10)
    assert (total(game.state, "german"), total(game.state, "allied")) == (16, 0)
    outcome = decided(game.state)
    assert (outcome.level, outcome.winner, outcome.rule) == ("Draw", "", cited("18.3"))


@rule("18.3")
def test_points_are_shown_at_any_moment():
    game = table(
        {"u_inf_1": "A2305", "g_inf_986_276": "A2306", "u_hq_V": "eliminated"}, "allied-combat", turn=2
    )
    standing = game.board.rules.standing(game.state)
    assert standing is not None and standing.level == "Marginal Allied"


# ------------------------------------------------------------------ the end
@rule("SPI 4.0.C", "SPI 4.0", "TNC 18.3")
def test_the_game_ends_with_turn_13():
    game = at_the_end({"u_arm_A_2": "A2004"}, turn=13)
    while game.state.outcome is None:
        do(game, "done")
    assert game.state.turn == 13
    assert game.state.outcome.level in LEVELS and game.state.outcome.rule == cited("18.3")


@rule("SPI 4.0.C")
def test_the_turn_marker_goes_on_before_that():
    game = at_the_end({"u_arm_A_2": "A2004"}, turn=12)
    do(game, "done")
    assert game.state.outcome is None and game.state.tracks["turn"] == 13


def ended(turn: int, *dice: int) -> Game:
    """A game in which the Allied player has ended a turn of 1977's count; the dice roll for what follows."""
    game = at_the_end({"u_arm_A_2": "A2004"}, turn=turn, dice=dice)
    while game.decision is not None and game.decision.kind != "movement-phase":
        do(game, "done")
    before = game.state.turn
    while game.state.outcome is None and game.state.turn == before:
        do(game, "done")
    return game


@rule("DG 19.1", "DG 18.3")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_the_game_ends_with_game_turn_27_on_a_low_die(die):
    game = ended(13, die, 4)
    assert game.state.outcome is not None and game.state.turn == 27
    assert game.state.outcome.level in LEVELS and game.state.outcome.rule == "18.3"


@rule("DG 19.1")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_a_high_die_adds_game_turn_28_and_no_more(die):
    game = ended(13, die, 4)
    assert game.state.outcome is None and game.state.tracks["turn"] == 28
    over = at_the_end({"u_arm_A_2": "A2004"}, turn=14)
    over.state = apply(over.state, Noted("game", "extra turn", value=True))
    while over.state.outcome is None:
        do(over, "done")
    assert over.state.turn == 28


@rule("DG 19.1")
def test_no_die_is_rolled_before_game_turn_27():
    game = ended(12, 4)
    assert game.state.outcome is None and game.state.tracks["turn"] == 27


# ------------------------------------------------------------------ 21: the set-up
@rule("TNC 21.2", "DG 21.2")
def test_counters_of_the_later_game_stay_out(edition):
    counters = ruleset().board("breakout" if is_1977() else "breakout-original").counters
    assert not any("flak" in c.traits for c in counters.values())
    assert "g_kg_265" not in counters and "g_fj_6_91" not in counters and "g_kg_275" in counters


@rule("DG 21.2")
def test_they_belong_to_the_other_set_up():
    state = opening(ruleset().board("breakout"))
    for unit in ("g_flak_2", "g_flak_3", "g_flak_4", "g_flak_7", "g_kg_265", "g_kg_343", "g_fj_6_91"):
        assert state.units[unit].hex >= 0


@pytest.mark.parametrize(
    "edition, unit, hex, lost",
    [
        *in_each("21.3", "g_tig_102SS", "A2806", 0),
        *in_each("21.3", "b_ab_6AL", "A3903", 1),
        *in_each("21.5", "g_fj_15_5FJ", "A0608", 0),
    ],
    indirect=["edition"],
)
def test_errata_of_the_set_up(edition, unit, hex, lost):
    state = opening(ruleset().board("breakout" if is_1977() else "breakout-original"))
    assert (state.board.map.numbers[state.units[unit].hex], state.units[unit].losses) == (hex, lost)


@rule("SPI 3.31")
@pytest.mark.parametrize(
    "unit, hex",
    [("u_inf_8", "A0602"), ("g_inf_914_352", "A1606"), ("g_hq_LXXXVI", "A4005"), ("b_ab_3", "A3903")],
)
def test_units_start_in_the_hex_on_their_counter(unit, hex):
    state = opening(board())
    assert state.board.map.numbers[state.units[unit].hex] == hex


@rule("DG 3.0")
@pytest.mark.parametrize(
    "scenario, unit, hex, lost",
    [
        ("breakout", "g_tig_102SS", "A3507", 0),
        ("breakout", "b_ab_6AL", "A3903", 0),
        ("breakout", "g_kg_265", "A0503", 1),
        ("breakout-original", "u_inf_8", "A0602", 0),
        ("breakout-original", "g_hq_LXXXVI", "A4005", 0),
        ("breakout-original", "g_kg_275", "A1506", 1),
    ],
)
def test_where_and_how_strong_units_start(scenario, unit, hex, lost):
    state = opening(ruleset().board(scenario))
    assert (state.board.map.numbers[state.units[unit].hex], state.units[unit].losses) == (hex, lost)


@rule("DG 3.0")
@pytest.mark.parametrize("scenario", ["breakout", "breakout-original"])
def test_who_starts_and_who_waits(scenario):
    state = opening(ruleset().board(scenario))
    places = ruleset().scenario(scenario).set_up(state.board.map)
    assert set(places) >= {u.id for u in state.units.values() if u.hex >= 0}
    waiting = list(state.in_place(ARRIVALS))
    assert len(waiting) > 40 and all(u.losses == places[u.id][1] for u in waiting)
    assert sum(u.losses for u in state.units.values() if u.hex >= 0 and u.side == "german") > 20
    assert all(not state.board.map.numbers[u.hex].startswith("B") for u in state.units.values() if u.hex >= 0)


@rule("DG 21.added.2")
@pytest.mark.parametrize("scenario", ["breakout", "breakout-original"])
def test_102_cavalry_arrives_on_game_turn_16(scenario):
    state = opening(ruleset().board(scenario))
    assert state.units["u_cav_102"].place == ARRIVALS
    (arrival,) = [a for a in state.board.scenario.tags["arrivals"] if a.unit == "u_cav_102"]
    assert (arrival.turn, arrival.edges) == (16, ("N",))


# ------------------------------------------------------------------ 2.5, 4.0: rules and sequence
@rule("DG 2.5")
@pytest.mark.parametrize("number", ["5.9.6", "5.9.10", "6.4", "14.6.4", "15.2.1", "19.2.2", "18.1.vp.12"])
def test_rules_of_the_expanded_game_are_not_in_force(number):
    rules = board().rules
    assert not rules.active(number) and rules.active("5.9.1") and rules.active("18.1.vp.1")


@rule("DG 2.5", "DG 19.1")
def test_the_break_out_begins_with_game_turn_15():
    scenario = board().scenario
    assert (scenario.first_turn, scenario.last_turn) == (15, 28)
    game = Game.start(ruleset().board("breakout"), SeededDice(1))
    assert game.state.tracks["turn"] == 15 and game.decision.side == "german"


PHASES = [
    ("german", "german-weather"),
    ("german", "german-replacement"),
    ("german", "german-movement"),
    ("german", "german-combat"),
    ("german", "german-mechanized"),
    ("allied", "allied-supply"),
    ("allied", "allied-replacement"),
    ("allied", "allied-movement"),
    ("allied", "allied-combat"),
    ("allied", "allied-mechanized"),
    ("allied", "end-of-turn"),
]


@rule("DG 4.0")
def test_the_order_of_play():
    assert [(p.side, p.id) for p in board().sequence.phases] == PHASES


@rule("DG 4.0")
def test_a_game_turn_goes_through_all_phases():
    game = table({"u_inf_1": "A2003", "g_inf_986_276": "A2712"}, "german-movement", turn=4, dice=[3] * 9)
    seen = ["german-movement"]
    while len(seen) < len(PHASES):
        for event in do(game, "done"):
            if isinstance(event, PhaseBegan):
                seen.append(event.id)
    order = [id for _, id in PHASES]
    assert seen[: len(PHASES)] == [*order[2:], *order[:2]]
    assert game.state.tracks["turn"] == 19


# ------------------------------------------------------------------ found by an attempt to break it
@rule("DG 18.1.vp.7", "DG 18.2.vp.1")
def test_the_flak_corps_is_no_division():
    flak = ("g_flak_2", "g_flak_3", "g_flak_4", "g_flak_7")
    alive = dict(zip(flak, ("A2010", "A2110", "A2210", "A2310"), strict=True))
    assert scored(at_the_end(alive), "18.1.vp.7") == 0
    assert scored(at_the_end(dict.fromkeys(flak, "eliminated")), "18.2.vp.1") == 0


@rule("DG 18.1.vp.1")
def test_commandos_are_a_brigade_like_others():
    assert scored(at_the_end({"b_cdo_1SS": "eliminated"}), "18.1.vp.1") == 1


@rule("DG 18.3")
def test_the_level_shown_follows_from_the_points_shown():
    game = table({"u_inf_1": "A2305", "g_pz_2": "A2515", "u_hq_V": "eliminated"}, "allied-combat", turn=2)
    shown = game.ask("victory")
    assert f"lead by {shown['points']['german'] - shown['points']['allied']} points" in shown["text"]
