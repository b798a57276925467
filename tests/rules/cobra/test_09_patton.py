"""8.3.5 from Game-Turn 17, 8.3.7 and 9.0: what Allied headquarters and Patton give; 9.2.7: inactive ones."""

from __future__ import annotations

import pytest
from cobra_table import act, cited, do, hex_of, is_1977, listed, refused, table
from fights import asked, declared, fought, rule, stand
from marches import passed_to

from hexcore.events import Marked, apply

US, FRENCH, HIT, OTHER = "u_inf_1", "f_arm_GTD", "g_inf_986_276", "g_inf_987_276"
PATTON, STAFF, ENEMY_STAFF = "u_hq_Patton", "u_hq_V", "g_hq_LXXXIV"
ONE = {US: "A2305", HIT: "A2306", PATTON: "A2303"}
TWO = {**ONE, "u_inf_4": "A2505", OTHER: "A2506"}
GAME_TURN_16, GAME_TURN_17 = 2, 3
"""By the calendar of 1977."""


def engaged(units=None, target="A2306", attacker=US, phase="allied-combat", **words):
    game = table({**ONE, **(units or {})}, phase, **{"dice": [6], **words})
    declared(game, target, attacker)
    return game


def given_by(game, staff: str) -> list[int]:
    """The columns of an attack that a headquarters helps and nobody else."""
    events = do(game, "commit", what="hq", unit=staff)
    while asked(game).startswith("support"):
        events += do(game, "done")
    return [s.columns for s in fought(events).shifts]


def patton(game, amount: int = 1):
    return do(game, "commit", what="patton", amount=amount)


def no_patton(game, amount: int = 1) -> str:
    return refused(game, "commit", what="patton", amount=amount).rule


def offered(game) -> list[tuple[str, str, int]]:
    return [(a.what, a.unit, a.amount) for a in listed(game, "commit")]


# ------------------------------------------------------------------ 8.3.5: two columns from Game-Turn 17
@rule("DG 8.3.5")
@pytest.mark.parametrize("turn, given", [(GAME_TURN_16, 1), (GAME_TURN_17, 2), (13, 2)])
@pytest.mark.parametrize(
    "unit, staff", [(US, STAFF), (FRENCH, STAFF), ("b_inf_3", "b_hq_I"), ("b_arm_10_Pol", "b_hq_IIC")]
)
def test_from_game_turn_17_an_allied_headquarters_gives_an_attack_two(turn, given, unit, staff):
    units = {US: "A2003", PATTON: "A2103", unit: "A2305", staff: "A2303"}
    game = engaged(units, attacker=unit, turn=turn)
    assert given_by(game, staff) == [given]


@rule("DG 8.3.5")
def test_in_defense_it_gives_one_as_german_headquarters_always_do():
    units = {US: "A2305", HIT: "A2306", STAFF: "A2303", ENEMY_STAFF: "A2309"}
    game = table(units, "german-combat", turn=GAME_TURN_17, dice=[6])
    declared(game, "A2305", HIT)
    do(game, "commit", what="hq", unit=ENEMY_STAFF)
    events = do(game, "commit", what="hq", unit=STAFF)
    assert [s.columns for s in fought(events).shifts] == [1, -1]


@rule("DG 8.3.5")
def test_two_columns_are_still_for_one_attack_a_turn():
    game = engaged({STAFF: "A2403", "u_inf_4": "A2505", OTHER: "A2506"}, turn=GAME_TURN_17, dice=[6, 6])
    given_by(game, STAFF)
    stand(game)
    again = {"targets": ["A2506"], "attackers": ["u_inf_4"], "with": {"hq": [STAFF]}}
    assert refused(game, "attack", **again).rule == "8.3.5"


@rule("TNC 8.3.5")
def test_in_1977_it_is_always_one():
    game = engaged({STAFF: "A2303", PATTON: "A2003"}, turn=GAME_TURN_17)
    assert given_by(game, STAFF) == [1]


# ------------------------------------------------------------------ 8.3.7
@rule("8.3.7")
@pytest.mark.parametrize("amount", [1, 2])
def test_patton_gives_one_column_or_two(amount):
    game = engaged()
    assert offered(game) == [("patton", "", 1), ("patton", "", 2)]
    combat = fought(patton(game, amount))
    assert [(s.rule, s.columns) for s in combat.shifts] == [(cited("8.3.7"), amount)]
    assert combat.column == ("5-1" if amount == 1 else "6-1")  # 12 to 3


@rule("8.3.7")
def test_they_are_added_to_those_of_a_corps():
    game = engaged({STAFF: "A2303"}, turn=GAME_TURN_16)
    do(game, "commit", what="hq", unit=STAFF)
    events = patton(game, 2)
    assert sorted((s.rule, s.columns) for s in fought(events).shifts) == sorted(
        [(cited("8.3.5"), 1), (cited("8.3.7"), 2)]
    )
    assert fought(events).column == "7-1"  # 12 to 3, three columns more


@rule("8.3.7")
def test_one_column_to_each_of_two_attacks():
    game = engaged({"u_inf_4": "A2505", OTHER: "A2506"}, dice=[6, 6, 6])
    patton(game)
    stand(game)
    second = {"targets": ["A2506"], "attackers": ["u_inf_4"]}
    assert refused(game, "attack", **second, **{"with": {"patton": 2}}).rule == cited("8.3.7")
    assert game.refusal(act(game, "attack", **second, **{"with": {"patton": 1}})) is None
    declared(game, "A2506", "u_inf_4")
    assert offered(game) == [("patton", "", 1)]


@rule("8.3.7")
def test_two_columns_to_one_attack_leave_none():
    game = engaged({"u_inf_4": "A2505", OTHER: "A2506"}, dice=[6, 6])
    patton(game, 2)
    stand(game)
    second = {"targets": ["A2506"], "attackers": ["u_inf_4"]}
    assert refused(game, "attack", **second, **{"with": {"patton": 1}}).rule == cited("8.3.7")
    assert game.refusal(act(game, "attack", **second)) is None


@rule("8.3.7")
@pytest.mark.parametrize("amount", [0, 3])
def test_he_gives_no_other_number(amount):
    game = engaged()
    assert no_patton(game, amount) == cited("8.3.7")
    patton(game, 2)


@rule("8.3.7")
def test_an_attack_takes_his_columns_once():
    game = engaged({STAFF: "A2303"})
    patton(game)
    assert asked(game) == "support allied" and no_patton(game) == cited("8.3.7")
    do(game, "commit", what="hq", unit=STAFF)


@rule("8.3.7")
def test_he_serves_americans_and_french_but_no_british():
    french = engaged({US: "A2003", FRENCH: "A2305"}, attacker=FRENCH)
    patton(french)
    british = engaged({US: "A2003", "b_inf_3": "A2305", "b_hq_I": "A2304"}, attacker="b_inf_3")
    assert no_patton(british) == cited("8.3.7")
    do(british, "commit", what="hq", unit="b_hq_I")


@rule("8.3.7", "9.1", "SPI 3.34")
def test_all_attackers_are_within_his_radius():
    """From A1705 it is six hexes to A2305, his radius, and seven to A2405."""
    units = {**ONE, "u_inf_4": "A2405", STAFF: "A2304"}
    far = table({**units, PATTON: "A1705"}, "allied-combat", dice=[6])
    one = far.fork()
    declared(far, "A2306", US, "u_inf_4")
    assert no_patton(far) == cited("9.1")
    declared(one, "A2306", US)
    patton(one)
    near = table({**units, PATTON: "A1805"}, "allied-combat", dice=[6])
    declared(near, "A2306", US, "u_inf_4")
    patton(near)


@rule("8.3.7")
def test_once_a_phase_he_is_fresh_in_the_next_turn():
    game = engaged()
    patton(game, 2)
    stand(game)
    assert game.state.note("columns of Patton", PATTON) == 2
    given = [key for key in game.state.notes if key[1] == "columns of Patton"]
    assert given == [("phase", "columns of Patton", PATTON)]


@rule("8.3.7", "9.2.5")
def test_not_from_a_hex_that_the_enemy_controls():
    game = engaged({PATTON: "A2304", OTHER: "A2204", STAFF: "A2403"})
    assert no_patton(game) == cited("9.2.5")
    free = engaged({PATTON: "A2304", OTHER: "A2104", STAFF: "A2403"})
    patton(free)


@rule("8.3.7")
def test_he_is_no_corps_headquarters():
    game = engaged({STAFF: "A2303"})
    assert refused(game, "commit", what="hq", unit=PATTON).rule == cited("8.3.7")
    do(game, "commit", what="hq", unit=STAFF)


@rule("TNC 8.3.7")
def test_in_1977_he_is_a_headquarters_like_others_unless_chosen():
    game = engaged({}, options={"patton": "off"})
    assert offered(game) == [("hq", PATTON, 1)]
    do(game, "commit", what="hq", unit=PATTON)


# ------------------------------------------------------------------ 9.0
@rule("DG 9.0", "8.3.7")
def test_patton_gives_nothing_in_defense_and_a_corps_does():
    units = {US: "A2305", HIT: "A2306", PATTON: "A2303", STAFF: "A2303"}
    game = table(units, "german-combat", dice=[6])
    declared(game, "A2305", HIT)
    assert asked(game) == "support allied" and offered(game) == [("hq", STAFF, 1)]
    assert no_patton(game) == ("TNC 8.3.7" if is_1977() else "9.0")
    events = do(game, "commit", what="hq", unit=STAFF)
    assert [s.columns for s in fought(events).shifts] == [-1]


# ------------------------------------------------------------------ 9.2.7
def moved(phase: str, unit: str, path: str, units):
    """A headquarters moved in a phase."""
    game = table(units, phase)
    do(game, "move", unit=unit, path=[path])
    return game


def asked_to_defend(phase: str):
    """German headquarters are asked for a column; the first of two has moved in a phase of its own turn."""
    units = {US: "A2305", HIT: "A2306", STAFF: "A2303", ENEMY_STAFF: "A2309", "g_hq_LXXXI": "A2308"}
    game = moved(phase, ENEMY_STAFF, "A2208", units)
    passed_to(game, "allied-combat")
    while not asked(game).startswith("combat-phase"):
        do(game, "done")
    declared(game, "A2306", US)
    do(game, "done")
    assert asked(game) == "support german"
    return game


@rule("9.2.7")
def test_a_headquarters_that_moves_in_the_mechanized_phase_is_inactive():
    game = asked_to_defend("german-mechanized")
    assert game.state.marker("inactive", ENEMY_STAFF) == 1
    assert offered(game) == [("hq", "g_hq_LXXXI", 1)]
    assert refused(game, "commit", what="hq", unit=ENEMY_STAFF).rule == cited("9.2.7")
    fresh = asked_to_defend("german-movement")
    assert not fresh.state.marker("inactive", ENEMY_STAFF)
    do(fresh, "commit", what="hq", unit=ENEMY_STAFF)


@rule("9.2.7")
def test_it_is_active_again_when_its_owners_next_player_turn_begins():
    units = {US: "A2305", HIT: "A2306", STAFF: "A2303", ENEMY_STAFF: "A2309"}
    game = moved("german-mechanized", ENEMY_STAFF, "A2308", units)
    passed_to(game, "allied-mechanized")
    assert game.state.marker("inactive", ENEMY_STAFF) == 1
    do(game, "move", unit=STAFF, path=["A2302"])
    passed_to(game, "german-movement")
    assert not game.state.marker("inactive", ENEMY_STAFF) and game.state.marker("inactive", STAFF) == 1
    passed_to(game, "allied-replacement")
    assert not game.state.marker("inactive", STAFF)


@rule("9.2.7")
def test_other_units_that_move_in_the_mechanized_phase_are_not_turned():
    game = table({"g_pz_2": "A2309", US: "A2003"}, "german-mechanized")
    do(game, "move", unit="g_pz_2", path=["A2308"])
    assert not game.state.marker("inactive", "g_pz_2")


@rule("9.2.7", "8.3.7")
def test_patton_too_is_of_no_use_on_his_inactive_side():
    game = engaged({STAFF: "A2303"})
    game.state = apply(game.state, Marked("inactive", PATTON))
    assert no_patton(game) == cited("9.2.7")
    do(game, "commit", what="hq", unit=STAFF)


@rule("9.2.7", "9.2.1")
def test_a_displaced_headquarters_is_turned_over():
    units = {ENEMY_STAFF: "A2308", "u_arm_A_2": "A2310", HIT: "A2304", US: "A2303"}
    game = table(units, "allied-movement")
    do(game, "move", unit="u_arm_A_2", path=["A2309", "A2308"])
    do(game, "place", unit=ENEMY_STAFF, hex="A2305")
    assert game.state.marker("inactive", ENEMY_STAFF) == 1 and hex_of(game, ENEMY_STAFF) == "A2305"
    passed_to(game, "allied-combat")
    assert game.state.marker("inactive", ENEMY_STAFF) == 1
    passed_to(game, "german-movement")
    assert not game.state.marker("inactive", ENEMY_STAFF)


@rule("TNC 9.2.7")
def test_in_1977_headquarters_move_without_being_turned_unless_chosen():
    game = table(
        {ENEMY_STAFF: "A2309", US: "A2003"}, "german-mechanized", options={"inactive-headquarters": "off"}
    )
    do(game, "move", unit=ENEMY_STAFF, path=["A2308"])
    assert not game.state.marker("inactive", ENEMY_STAFF)
