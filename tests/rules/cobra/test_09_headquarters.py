"""Chapter 9, 8.3.5, SPI 3.34 and 10.2: headquarters in combat, and supply at that moment."""

from __future__ import annotations

import pytest
from cobra_table import act, cited, do, ground, hex_of, listed, refused, table
from fights import asked, attack, choose, corners, declared, lost, result, retreat, rule, stand, weighed

UNITS = {"u_inf_1": "A2305", "u_hq_V": "A2303", "g_inf_986_276": "A2306", "g_hq_LXXXIV": "A2309"}


def engaged(units=None, **words):
    """A US attack on A2306 that stands before the first question of support."""
    game = table({**UNITS, **(units or {})}, "allied-combat", **words)
    declared(game, "A2306", "u_inf_1")
    return game


def offered(game) -> set[str]:
    return {a.unit for a in listed(game, "commit") if a.what == "hq"}


def hq(game, id: str):
    return do(game, "commit", what="hq", unit=id)


def decline(game) -> None:
    """Nobody commits anything more."""
    while asked(game).startswith("support"):
        do(game, "done")


def no_hq(game, id: str) -> str:
    return refused(game, "commit", what="hq", unit=id).rule


# ------------------------------------------------------------------ the column
@rule("8.3.5")
def test_a_column_for_the_attacker_and_one_for_the_defender():
    game = engaged(dice=[6])
    assert asked(game) == "support allied"
    hq(game, "u_hq_V")
    assert asked(game) == "support german"
    hq(game, "g_hq_LXXXIV")
    combat = game.state.combat
    assert [(s.columns, s.rule) for s in combat.shifts] == [(1, cited("8.3.5")), (-1, cited("8.3.5"))]
    assert combat.column == "4-1"


@rule("8.3.5")
def test_help_may_be_declined():
    game = engaged(dice=[6])
    decline(game)
    assert game.state.combat.column == "4-1" and not game.state.combat.shifts


@rule("8.3.5")
def test_one_column_from_headquarters_a_side():
    game = engaged({"u_hq_VII": "A2304"})
    assert offered(game) == {"u_hq_V", "u_hq_VII"}
    two = {"targets": ["A2306"], "attackers": ["u_inf_1"], "with": {"hq": ["u_hq_V", "u_hq_VII"]}}
    game = table({**UNITS, "u_hq_VII": "A2304"}, "allied-combat")
    assert refused(game, "attack", **two).rule == cited("8.3.5")
    assert game.refusal(act(game, "attack", **{**two, "with": {"hq": ["u_hq_VII"]}})) is None


@rule("8.3.5")
def test_one_combat_in_a_turn():
    other = {"u_inf_4": "A2504", "g_inf_987_276": "A2505"}
    game = engaged(other, dice=[6, 6])
    hq(game, "u_hq_V")
    decline(game)
    stand(game)
    again = {"targets": ["A2505"], "attackers": ["u_inf_4"], "with": {"hq": ["u_hq_V"]}}
    assert refused(game, "attack", **again).rule == cited("8.3.5")
    fresh = table({**UNITS, **other}, "allied-combat")
    declared(fresh, "A2505", "u_inf_4")
    hq(fresh, "u_hq_V")


@rule("8.3.5")
def test_one_combat_in_either_combat_phase_of_the_turn():
    game = table(UNITS, "german-combat", dice=[6, 6])
    declared(game, "A2305", "g_inf_986_276")
    hq(game, "g_hq_LXXXIV")
    hq(game, "u_hq_V")
    served = {key[2] for key, value in game.state.notes.items() if key[:2] == ("turn", "served") and value}
    assert served == {"g_hq_LXXXIV", "u_hq_V"}


@rule("8.3.5")
@pytest.mark.parametrize(
    "unit, staff, served",
    [
        ("u_inf_1", "u_hq_V", True),
        ("f_arm_GTD", "u_hq_V", True),
        ("b_inf_3", "u_hq_V", False),
        ("b_inf_3", "b_hq_I", True),
        ("b_inf_2C", "b_hq_I", True),
        ("b_arm_10_Pol", "b_hq_IIC", True),
        ("u_inf_1", "b_hq_I", False),
    ],
)
def test_headquarters_serve_their_own_army(unit, staff, served):
    game = table({unit: "A2305", staff: "A2303", "g_inf_986_276": "A2306"}, "allied-combat", dice=[6])
    do(game, "declare", targets=["A2306"])
    do(game, "add-attacker", unit=unit)
    do(game, "done")
    if served:
        hq(game, staff)
    else:
        assert asked(game) != "support allied"
        assert result(game)


@rule("8.3.5")
def test_the_wrong_army_is_refused_by_name():
    game = engaged({"b_hq_I": "A2304"})
    assert no_hq(game, "b_hq_I") == cited("8.3.5")
    hq(game, "u_hq_V")


@rule("8.3.5", "SPI 3.34", "9.1")
def test_all_units_of_the_side_must_be_in_reach():
    far = {"u_inf_4": "A2205", "u_hq_V": "A2603"}
    game = table({**UNITS, **far}, "allied-combat")
    declared(game, "A2306", "u_inf_1")
    assert "u_hq_V" in offered(game)
    spread = {"u_inf_4": "A2307", "u_hq_V": "A2302"}
    game = table({**UNITS, **spread}, "allied-combat")
    do(game, "declare", targets=["A2306"])
    do(game, "add-attacker", unit="u_inf_1")
    do(game, "add-attacker", unit="u_inf_4")
    do(game, "done")
    if asked(game) == "support allied":
        assert no_hq(game, "u_hq_V") == cited("9.1")


# ------------------------------------------------------------------ command radius
@rule("SPI 3.34", "9.1")
@pytest.mark.parametrize("hex, within", [("A2310", True), ("A2311", False)])
def test_the_radius_is_counted_in_hexes(hex, within):
    game = engaged({"u_hq_V": "A2603", "g_hq_LXXXIV": hex})
    do(game, "done")
    if within:
        hq(game, "g_hq_LXXXIV")
    else:
        assert asked(game) != "support german"


@rule("SPI 3.34", "9.1")
def test_the_path_keeps_clear_of_enemy_zones_no_friend_cancels():
    wall = {"u_inf_4": "A2108", "u_inf_5": "A2508", "u_inf_8": "A2307", "g_hq_LXXXIV": "A2309"}
    game = engaged({**wall, "g_hq_LXXXIV": "A2310"})
    do(game, "done")
    assert asked(game) != "support german", "every hex of the way is in a US zone"


@rule("SPI 3.34", "9.1", "8.3.5")
def test_friends_cancel_zones_on_the_path():
    zone = {
        "u_inf_4": "A2208",
        "u_inf_5": "A2408",
    }  # together they control A2307, A2308 and A2309 to the sides
    blocked = table({**UNITS, **zone, "g_hq_LXXXIV": "A2310"}, "allied-combat", dice=[6])
    declared(blocked, "A2306", "u_inf_1")
    do(blocked, "done") if asked(blocked) == "support allied" else None
    assert asked(blocked) != "support german"
    held = {"g_inf_989_277": "A2307", "g_inf_990_277": "A2308", "g_inf_991_277": "A2309"}
    game = table({**UNITS, **zone, **held, "g_hq_LXXXIV": "A2310"}, "allied-combat", dice=[6])
    declared(game, "A2306", "u_inf_1")
    do(game, "done")
    assert asked(game) == "support german"


# ------------------------------------------------------------------ 9.2.5
@rule("9.2.5")
def test_not_from_an_enemy_controlled_hex():
    game = engaged({"u_hq_V": "A2304", "g_inf_987_276": "A2204"})
    assert no_hq(game, "u_hq_V") == cited("9.2.5") if asked(game) == "support allied" else True
    assert "u_hq_V" not in offered(game)
    clear = engaged({"u_hq_V": "A2304", "g_inf_987_276": "A2104"})
    hq(clear, "u_hq_V")


@rule("9.2.5")
def test_a_refusal_says_that_the_hex_is_controlled():
    game = engaged({"u_hq_V": "A2304", "u_hq_VII": "A2303", "g_inf_987_276": "A2204"})
    assert no_hq(game, "u_hq_V") == cited("9.2.5")
    hq(game, "u_hq_VII")


# ------------------------------------------------------------------ 9.2.2
@rule("9.2.2")
def test_a_headquarters_never_attacks():
    game = table({"u_hq_V": "A2305", "u_inf_1": "A2405", "g_inf_986_276": "A2306"}, "allied-combat")
    do(game, "declare", targets=["A2306"])
    assert refused(game, "add-attacker", unit="u_hq_V").rule == cited("9.2.2")
    do(game, "add-attacker", unit="u_inf_1")


@rule("9.2.2")
def test_alone_it_defends_with_one_and_beside_others_with_nothing():
    alone = table({"u_inf_9_2": "A2305", "g_hq_LXXXIV": "A2306"}, "allied-combat")
    assert weighed(alone, "A2306", "u_inf_9_2").defence == 1
    units = {"u_inf_9_2": "A2305", "g_hq_LXXXIV": "A2306", "g_inf_986_276": "A2306"}
    assert weighed(table(units, "allied-combat"), "A2306", "u_inf_9_2").defence == 3


# ------------------------------------------------------------------ 9.2.3
@rule("9.2.3")
def test_a_headquarters_may_be_given_up_for_a_step():
    units = {"u_inf_1": "A2305", "g_hq_LXXXIV": "A2306", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[3])
    declared(game, "A2306", "u_inf_1")
    decline(game)
    choose(game, 0)
    do(game, "lose", unit="g_hq_LXXXIV")
    assert (lost(game, "g_hq_LXXXIV"), lost(game, "g_inf_986_276")) == (99, 0)


@rule("9.2.3")
def test_it_goes_back_with_the_units_it_stands_with():
    units = {"u_inf_1": "A2305", "g_hq_LXXXIV": "A2306", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[3])
    declared(game, "A2306", "u_inf_1")
    decline(game)
    choose(game, 1)
    retreat(game, ["g_inf_986_276", "g_hq_LXXXIV"], "A2307")
    assert hex_of(game, "g_hq_LXXXIV") == "A2307"


# ------------------------------------------------------------------ a whole attack at once
@rule("8.3.5")
def test_headquarters_named_with_the_attack():
    game = table(UNITS, "allied-combat", dice=[6])
    words = {"targets": ["A2306"], "attackers": ["u_inf_1"], "with": {"hq": ["g_hq_LXXXIV"]}}
    assert refused(game, "attack", **words).rule == cited("8.3.5")
    assert game.refusal(act(game, "attack", **{**words, "with": {"hq": ["u_hq_V"]}})) is None
    attack(game, "A2306", "u_inf_1", hq=["u_hq_V"])
    assert {s.rule for s in game.state.combat.shifts} <= {cited("8.3.5")}


# ------------------------------------------------------------------ 10.2: supply at the moment of combat
def cut_off_in_the_phase():
    """Zones close the ring around A2308 but for a German gate in A2305, which the first attack takes."""
    ring = dict(
        zip(("u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28"), corners("A2308")[1:], strict=True)
    )
    chain = {
        "g_inf_986_276": "A2305",
        "g_inf_987_276": "A2306",
        "g_inf_988_276": "A2307",
        "g_inf_989_277": "A2308",
    }
    units = {"u_inf_1": "A2405", "u_inf_29": "A2309", **chain, **ring}
    return table(units, "allied-combat", dice=[3, 6], lost={"g_inf_986_276": 1})


@rule("10.2")
def test_an_earlier_combat_of_the_phase_cuts_supply():
    game = cut_off_in_the_phase()
    assert weighed(game, "A2308", "u_inf_29").defence == 3
    attack(game, "A2305", "u_inf_1")
    choose(game, 0)
    do(game, "advance", unit="u_inf_1", path=["A2305"])
    declared(game, "A2308", "u_inf_29")
    assert game.state.combat.strengths == (12, 2), "half of 3, rounded up"


@rule("5.7.4")
def test_command_does_not_pass_an_all_sea_hexside():
    """Five hexes down one column there is one shortest way from A2303, and no other within the radius."""
    units = {"u_inf_1": "A2308", "u_hq_V": "A2303", "u_hq_VII": "A2306", "g_inf_986_276": "A2309"}

    def with_sea_before(near: str):
        on = ground(rivers=[("A2305", near, "all-sea")])
        game = table(units, "allied-combat", on=on, dice=[6])
        declared(game, "A2309", "u_inf_1")
        return game

    beside, across = with_sea_before("A2405"), with_sea_before("A2306")
    assert offered(beside) == {"u_hq_V", "u_hq_VII"}
    assert offered(across) == {"u_hq_VII"} and no_hq(across, "u_hq_V") == cited("9.1")
