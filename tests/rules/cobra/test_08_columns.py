"""Case 8.3 of The Normandy Campaign: terrain, Tigers, marsh and the Dives in combat; 8.2.3 over two hexes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cobra_table import cited, do, ground, listed, table
from fights import attack, declared, fought, rule, shifts, weighed

from hexcore import attacks
from hexcore.maps import HexMap
from hexcore.odds import weigh

US, HIT, OTHER = "u_inf_1", "g_inf_986_276", "g_inf_987_276"
ONE = {US: "A2305", HIT: "A2306"}
TANKS, PANZERS = "u_arm_A_2", ("g_pz_2", "g_pg_2_2", "g_pg_304_2")
TIGERS = ("g_tig_503", "g_tig_101SS")


def columns(terrain: str = "clear", bocage: bool = False, **words) -> int:
    on = ground({"A2306": terrain}, bocage=["A2306"] if bocage else [], **words.pop("ground", {}))
    return sum(shifts(weighed(table(ONE, "allied-combat", on=on, **words), "A2306", US)).values())


# ------------------------------------------------------------------ 8.3.1, 8.3.3, 8.3.4
@pytest.mark.parametrize(
    "terrain, bocage, expected",
    [
        ("clear", False, 0),
        ("light-forest", False, 0),
        ("heavy-forest", False, -2),
        ("hills", False, -2),
        ("clear town", False, -1),
        ("clear city", False, -2),
        ("marsh", False, -1),
        ("clear fortress", False, -3),
        ("clear defense-zone", False, -1),
        ("hills", True, -2),
        ("heavy-forest", True, -2),
    ],
)
@rule("DG 8.3.1")
def test_columns_for_the_defenders_terrain(terrain, bocage, expected):
    assert columns(terrain, bocage) == expected


@rule("DG 8.3.1")
def test_3_to_1_on_a_town_is_fought_at_2_to_1():
    units = {"u_inf_1": "A2305", "u_arm_A_2": "A2305", **dict.fromkeys((HIT, OTHER), "A2306")}
    game = table(units, "allied-combat", on=ground({"A2306": "clear town"}), dice=[6])
    odds = weighed(game, "A2306", "u_inf_1", "u_arm_A_2")
    assert (odds.attack, odds.defence, odds.column) == (18, 6, "3-1")
    combat = fought(attack(game, "A2306", "u_inf_1", "u_arm_A_2"))
    assert combat.column == "2-1" and combat.result == ("1", "0")


@rule("DG 8.3.1")
def test_the_balance_of_both_sides_columns_moves_the_attack():
    """An HQ each, a town: the odds first, then one right and two left."""
    staffs = {"u_hq_V": "A2303", "g_hq_LXXXIV": "A2309"}
    game = table({**ONE, **staffs}, "allied-combat", on=ground({"A2306": "clear town"}), dice=[6])
    declared(game, "A2306", US)
    do(game, "commit", what="hq", unit="u_hq_V")
    events = do(game, "commit", what="hq", unit="g_hq_LXXXIV")
    assert fought(events).column == "3-1"  # 12 to 3


@rule("DG 8.3.1")
def test_nobody_is_asked_whether_he_wants_his_terrain_but_headquarters_may_stay_out():
    game = table({**ONE, "u_hq_V": "A2303"}, "allied-combat", on=ground({"A2306": "hills"}), dice=[6])
    declared(game, "A2306", US)
    assert {a.what for a in listed(game, "commit")} == {"hq"} and listed(game, "done")
    assert fought(do(game, "done")).column == "2-1"  # 4-1 less the hill


@rule("DG 8.3.1")
@pytest.mark.parametrize(
    "north, northeast, expected",
    [
        ("minor-river", "minor-river", -1),
        ("major-river", "major-river", -2),
        ("major-river", "minor-river", -1),
        ("major-river", "", 0),
    ],
)
def test_a_river_helps_when_every_attacker_is_across_one(north, northeast, expected):
    rivers = [("A2305", "A2306", north), ("A2405", "A2306", northeast)]
    on = ground(rivers=[r for r in rivers if r[2]])
    game = table({**ONE, "u_inf_4": "A2405"}, "allied-combat", on=on)
    assert sum(shifts(weighed(game, "A2306", US, "u_inf_4")).values()) == expected


@rule("DG 8.3.3")
def test_a_hill_behind_a_minor_river_is_three_columns():
    river = {"rivers": [("A2305", "A2306", "minor-river")]}
    assert columns("hills", ground=river) == -3
    assert columns("heavy-forest hills city") == -6


@rule("DG 8.3.3")
def test_the_hill_behind_the_river_as_fought():
    on = ground({"A2306": "hills"}, rivers=[("A2305", "A2306", "minor-river")])
    game = table(ONE, "allied-combat", on=on, dice=[6])
    assert fought(attack(game, "A2306", US)).column == "1-1"  # 12 to 3, three columns less


@rule("DG 8.3.4")
@pytest.mark.parametrize("terrain, expected", [("clear", -2), ("light-forest", -2), ("clear town", -3)])
def test_bocage_is_two_columns(terrain, expected):
    assert columns(terrain, True) == expected


@rule("DG 8.3.4")
def test_marsh_in_the_bocage_is_marsh_only():
    assert columns("marsh", True) == columns("marsh") == -1
    assert columns("clear", True) == -2 and columns("clear") == 0


@rule("DG 8.3.4")
def test_by_choice_bocage_is_one_column_as_in_1977():
    assert columns("clear", True, options={"bocage": "1977"}) == -1
    assert columns("clear", True, options={"bocage": "2008"}) == -2


# ------------------------------------------------------------------ 8.2.3
BOTH = {US: "A2405", HIT: "A2306", OTHER: "A2406"}
HARD_AND_EASY = {"A2306": "clear town", "A2406": "hills"}


@rule("DG 8.2.3")
@pytest.mark.parametrize("choice, column, total", [("most", "1-2", -2), ("fewest", "1-1", -1)])
def test_of_two_hexes_the_harder_decides_or_by_choice_the_easier(choice, column, total):
    on, options = ground(HARD_AND_EASY), {"several-hexes": choice}
    game = table(BOTH, "allied-combat", on=on, options=options, dice=[6])
    odds = weighed(game, ["A2306", "A2406"], US)
    assert (odds.column, sum(shifts(odds).values())) == ("2-1", total)
    assert fought(attack(game, ["A2306", "A2406"], US)).column == column


@rule("DG 8.2.3")
def test_a_river_before_one_of_two_hexes_is_counted_for_that_hex():
    rivers = [("A2405", "A2306", "major-river"), ("A2405", "A2406", "minor-river")]
    on = ground({"A2406": "clear town"}, rivers=rivers)
    odds = weighed(table(BOTH, "allied-combat", on=on), ["A2306", "A2406"], US)
    assert sum(shifts(odds).values()) == -2


# ------------------------------------------------------------------ 8.3.2
@rule("8.3.2")
@pytest.mark.parametrize("tigers, expected", [(0, 0), (1, -1), (2, -1)])
def test_tigers_in_defense_are_one_column_however_many(tigers, expected):
    game = table({**ONE, **dict.fromkeys(TIGERS[:tigers], "A2306")}, "allied-combat")
    assert shifts(weighed(game, "A2306", US)) == ({cited("8.3.2"): expected} if expected else {})


@rule("8.3.2")
def test_tigers_that_attack_are_a_column_to_the_right():
    units = {**ONE, **dict.fromkeys(TIGERS, "A2306")}
    game = table(units, "german-combat", dice=[6])
    assert shifts(weighed(game, "A2305", HIT, *TIGERS)) == {cited("8.3.2"): 1}
    assert shifts(weighed(game, "A2305", HIT)) == {}, "they stand by and take no part"
    combat = fought(attack(game, "A2305", HIT, *TIGERS))
    assert (combat.strengths, combat.column) == ((11, 12), "1-1")  # 1-2 and one more


@rule("8.3.2")
def test_tigers_count_in_overruns():
    units = {**dict.fromkeys(("u_arm_A_2", "u_arm_B_2", "u_arm_R_2"), "A2305"), TIGERS[0]: "A2306"}
    game = table(units, "allied-movement", dice=[1])
    division = ["u_arm_A_2", "u_arm_B_2", "u_arm_R_2"]
    combat = fought(do(game, "overrun", units=division, target="A2306"))
    assert combat.kind == "overrun"
    assert [(s.rule, s.columns) for s in combat.shifts] == [(cited("8.3.2"), -1)]


@rule("TNC 8.3.2")
def test_in_1977_tigers_are_tanks_like_others():
    game = table({**ONE, TIGERS[0]: "A2306"}, "allied-combat", options={"tigers": "off"})
    assert shifts(weighed(game, "A2306", US)) == {}


# ------------------------------------------------------------------ 8.3.8
def used(game, target, *attackers, **words) -> dict[str, int]:
    return {u.unit: u.used for u in weighed(game, target, *attackers, **words).units}


@rule("DG 8.3.8")
@pytest.mark.parametrize("marsh, strength", [("A2305", 3), ("A2306", 3), ("A2405", 6)])
def test_tanks_attack_into_and_out_of_marsh_at_half(marsh, strength):
    units = {TANKS: "A2305", US: "A2305", HIT: "A2306"}
    road = [("A2305", "A2306", "primary")]
    game = table(units, "allied-combat", on=ground({marsh: "marsh"}, roads=road), dice=[6])
    assert used(game, "A2306", TANKS, US) == {TANKS: strength, US: 12, HIT: 3}
    assert fought(attack(game, "A2306", TANKS, US)).strengths == (strength + 12, 3)


@rule("DG 8.3.8")
def test_tanks_defend_in_marsh_at_half_and_infantry_whole():
    units = {"g_pz_2": "A2306", HIT: "A2306", US: "A2305"}
    game = table(units, "allied-combat", on=ground({"A2306": "marsh"}))
    assert used(game, "A2306", US) == {US: 12, "g_pz_2": 3, HIT: 3}
    beside = table(units, "allied-combat", on=ground({"A2305": "marsh"}))
    assert used(beside, "A2306", US)["g_pz_2"] == 6


@rule("DG 8.3.8")
def test_of_two_hexes_one_in_marsh_is_enough():
    units = {TANKS: "A2405", HIT: "A2306", OTHER: "A2406"}
    game = table(units, "allied-combat", on=ground({"A2406": "marsh"}))
    assert used(game, ["A2306", "A2406"], TANKS)[TANKS] == 3
    assert used(game, "A2306", TANKS)[TANKS] == 6


@rule("DG 8.3.8")
def test_a_division_on_trucks_is_mechanized_in_marsh_too():
    game = table({US: "A2305", HIT: "A2306"}, "allied-replacement", on=ground({"A2306": "marsh"}))
    before = used(game, "A2306", US)[US]
    do(game, "commit", what="truck", unit=US)
    assert (before, used(game, "A2306", US)[US]) == (12, 12), "twice for the division, half for the marsh"


@rule("DG 8.3.8")
def test_a_whole_division_is_doubled_and_halved_at_once():
    """Five is ten and then five: nothing is rounded between."""
    units = {**dict.fromkeys(PANZERS, "A2306"), US: "A2305"}
    game = table(units, "allied-combat", on=ground({"A2306": "marsh"}))
    printed = {id: game.state.units[id].step.strength for id in PANZERS}
    assert used(game, "A2306", US) == {US: 12, **printed}


@rule("DG 8.3.8", "DG 5.5.5")
def test_an_overrun_into_marsh_is_halved_once():
    division = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
    units = {**dict.fromkeys(division, "A2305"), "g_pz_9": "A2306"}
    on = ground({"A2305": "marsh", "A2306": "marsh"}, roads=[("A2305", "A2306", "primary")])
    game = table(units, "allied-movement", on=on)
    found = overrun_strengths(game, division)
    assert found["u_arm_A_2"] == 3 and found["g_pz_9"] == 3


def overrun_strengths(game, division) -> dict[str, int]:
    combat = attacks.declared(game.state, "allied", (game.board.map.hex("A2306"),), "overrun")
    return {u.unit: u.used for u in weigh(game.state, replace(combat, attackers=division)).units}


# ------------------------------------------------------------------ 8.3.6
DEFENDER = "u_inf_1"


def dry() -> HexMap:
    """The banks of the Dives without their marshes."""
    return ground(dict.fromkeys(("A4003", "A4004", "A4103", "A4104", "A4105"), "clear"))


@rule("8.3.6")
@pytest.mark.parametrize(
    "here, target, strength",
    [
        ("A4202", "A4103", 2),  # no bridge
        ("A4004", "A4105", 2),
        ("A4201", "A4101", 3),  # by the road
        ("A4105", "A4005", 3),
        ("A4206", "A4107", 6),  # beyond A4106
        ("A4102", "A4103", 6),  # along one bank
    ],
)
def test_tanks_across_the_dives_have_a_quarter_or_by_bridge_half(here, target, strength):
    game = table({"g_pz_2": here, DEFENDER: target}, "german-combat", on=dry(), lost={DEFENDER: 2})
    assert used(game, target, "g_pz_2")["g_pz_2"] == strength


@rule("8.3.6")
def test_infantry_crosses_at_full_strength_and_tanks_defend_whole():
    game = table({HIT: "A4202", "g_pz_2": "A4202", DEFENDER: "A4103"}, "german-combat", on=dry(), dice=[6])
    assert used(game, "A4103", HIT, "g_pz_2") == {HIT: 3, "g_pz_2": 2, DEFENDER: 12}
    assert fought(attack(game, "A4103", HIT, "g_pz_2")).strengths == (5, 12)
    back = table({"g_pz_2": "A4202", DEFENDER: "A4103"}, "allied-combat", on=dry())
    assert used(back, "A4202", DEFENDER) == {DEFENDER: 12, "g_pz_2": 6}


@rule("8.3.6")
def test_it_is_the_final_strength_that_is_quartered():
    """A whole division is doubled first: six is twelve, and a quarter of that."""
    game = table({**dict.fromkeys(PANZERS, "A4202"), DEFENDER: "A4103"}, "german-combat", on=dry())
    found = used(game, "A4103", *PANZERS)
    printed = {id: game.state.units[id].step.strength for id in PANZERS}
    assert {id: found[id] for id in PANZERS} == {id: -(-2 * n // 4) for id, n in printed.items()}


@rule("8.3.6")
def test_of_two_hexes_the_one_without_a_bridge_tells():
    units = {"g_pz_2": "A4201", DEFENDER: "A4101", "u_inf_4": "A4102"}
    game = table(units, "german-combat")
    assert used(game, "A4101", "g_pz_2")["g_pz_2"] == 3
    assert used(game, ["A4101", "A4102"], "g_pz_2")["g_pz_2"] == 2


@rule("TNC 8.3.6")
def test_in_1977_the_dives_is_a_major_river_like_others():
    off = {"dives-crossed-in-combat": "off"}
    game = table({"g_pz_2": "A4202", DEFENDER: "A4103"}, "german-combat", on=dry(), options=off)
    assert used(game, "A4103", "g_pz_2")["g_pz_2"] == 6


# ------------------------------------------------------------------ 8.4.1
@rule("8.4.1")
def test_26_to_9_is_fought_at_2_to_1():
    nine = dict.fromkeys((HIT, OTHER, "g_inf_988_276"), "A2306")
    units = {"u_inf_1": "A2305", "u_inf_4": "A2405", "u_cav_4": "A2405", **nine}
    game = table(units, "allied-combat", dice=[6])
    combat = fought(attack(game, "A2306", "u_inf_1", "u_inf_4", "u_cav_4"))
    assert (combat.strengths, combat.column, combat.result) == ((26, 9), "2-1", ("1", "0"))
