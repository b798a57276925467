"""Chapter 8.6 and SPI 9.5: where a retreat may go, and what becomes of units among friends."""

from __future__ import annotations

from cobra_table import act, cited, do, ground, hex_of, is_1977, listed, refused, table
from fights import asked, attack, choose, lost, result, retreat, rule, weighed

from hexcore.events import Marked, StepsLost, apply

HIT = "g_inf_986_276"
FRIENDS = ("g_inf_989_277", "g_inf_990_277", "g_inf_991_277")


def driven_back(hexes: int, units: dict[str, str] | None = None, *, cut_off: bool = False, **words):
    """A German regiment in A2306, attacked by one US division from A2305, has to go back so many hexes.

    12 to 3 is 4-1: a 3 is -/1, a 1 is -/2. Out of supply 12 to 2 is 6-1: a 5 is -/1.
    """
    units = {"u_inf_1": "A2305", HIT: "A2306", **(units or {})}
    die = 1 if hexes == 2 else 5 if cut_off else 3
    game = table(units, "allied-combat", dice=[die, *words.pop("dice", [])], **words)
    events = attack(game, "A2306", "u_inf_1")
    assert result(game, events) == f"0/{hexes}"
    return game


def both_driven_back():
    """Two regiments in A2306, attacked from A2305 and A2205, have to go back one hex."""
    units = {"u_inf_1": "A2305", "u_inf_4": "A2205", HIT: "A2306", FRIENDS[0]: "A2306"}
    game = table(units, "allied-combat", dice=[3])
    attack(game, "A2306", "u_inf_1", "u_inf_4")  # 24 to 6: 4-1
    choose(game, 1)
    return game


def retreats(game) -> set[str]:
    """Where the listed retreats end."""
    return {game.board.map.numbers[a.path[-1]] for a in listed(game, "retreat")}


# ------------------------------------------------------------------ where
@rule("SPI 9.5", "DG 8.6.1")
def test_not_into_an_enemy_zone():
    game = driven_back(1)
    choose(game, 1)
    assert retreats(game) == {"A2206", "A2307", "A2406"}
    assert refused(game, "retreat", unit=HIT, path=["A2405"]).rule == cited("8.6.1")
    retreat(game, HIT, "A2406")


@rule("SPI 9.5", "DG 8.6.1")
def test_not_through_an_enemy_zone():
    game = driven_back(2, {"u_inf_9": "A2508"})  # its zone covers A2407
    choose(game, 2)
    assert refused(game, "retreat", unit=HIT, path=["A2406", "A2407"]).rule == cited("8.6.1")
    retreat(game, HIT, "A2307", "A2308")


@rule("SPI 9.5", "DG 8.6.1")
def test_not_into_an_enemy_unit():
    game = driven_back(1, {"u_hq_V": "A2307"})
    choose(game, 1)
    assert refused(game, "retreat", unit=HIT, path=["A2307"]).rule == cited("8.6.1")
    assert "A2307" not in retreats(game)
    retreat(game, HIT, sorted(retreats(game))[0])


@rule("SPI 9.5", "DG 8.6.1")
def test_a_friendly_unit_cancels_the_zone_in_its_hex():
    ring = {"u_inf_4": "A2207", "u_inf_5": "A2508"}  # with u_inf_1 they control every hex around A2306
    surrounded = driven_back(1, {**ring, "u_inf_8": "A2407"}, cut_off=True)
    assert lost(surrounded, HIT) == 1, "no way back, so the step is lost"
    game = driven_back(1, {**ring, "u_inf_8": "A2407", FRIENDS[0]: "A2307"}, cut_off=True)
    choose(game, 1)
    assert hex_of(game, HIT) == "A2307", "the only way back takes itself"


@rule("SPI 9.5", "DG 8.6.2")
def test_the_owner_directs_his_retreats():
    game = driven_back(1)
    assert asked(game) == "take-result german"
    choose(game, 1)
    assert asked(game) == "retreat-units german"
    assert len(retreats(game)) == 3


@rule("SPI 9.5", "DG 8.6.2")
def test_units_of_a_stack_go_different_ways():
    game = both_driven_back()
    retreat(game, HIT, "A2307")
    retreat(game, FRIENDS[0], "A2406")
    assert (hex_of(game, HIT), hex_of(game, FRIENDS[0])) == ("A2307", "A2406")


@rule("5.7.4")
def test_not_over_an_all_sea_hexside():
    game = driven_back(1, on=ground(rivers=[("A2306", "A2307", "all-sea")]))
    choose(game, 1)
    assert refused(game, "retreat", unit=HIT, path=["A2307"]).rule == cited("5.7.4")
    retreat(game, HIT, "A2206")


@rule("SPI 9.5", "DG 8.6.1")
def test_not_off_the_map():
    game = table({"u_inf_1": "A0131", HIT: "A0132"}, "allied-combat", dice=[1, 1])
    declared = act(game, "attack", targets=["A0132"], attackers=["u_inf_1"])
    assert game.refusal(declared) is None


# ------------------------------------------------------------------ 8.6.3
@rule("8.6.3")
def test_a_vacant_hex_comes_first():
    game = driven_back(1, {FRIENDS[0]: "A2307"})
    choose(game, 1)
    assert refused(game, "retreat", unit=HIT, path=["A2307"]).rule == cited("8.6.3")
    assert retreats(game) == {"A2206", "A2406"}
    retreat(game, HIT, "A2206")


@rule("8.6.3")
def test_among_friends_when_no_hex_is_vacant():
    held = dict(zip(FRIENDS, ("A2206", "A2307", "A2406"), strict=True))
    game = driven_back(1, held)
    choose(game, 1)
    assert retreats(game) == {"A2206", "A2307", "A2406"}
    retreat(game, HIT, "A2307")


@rule("8.6.3")
def test_fellows_from_the_same_combat_do_not_fill_a_hex():
    game = both_driven_back()
    retreat(game, HIT, "A2307")
    retreat(game, FRIENDS[0], "A2307")
    assert hex_of(game, FRIENDS[0]) == "A2307"


@rule("8.6.3")
def test_through_vacant_hexes_too_when_they_are_open():
    game = driven_back(2, {FRIENDS[0]: "A2307"})
    choose(game, 2)
    assert refused(game, "retreat", unit=HIT, path=["A2307", "A2308"]).rule == cited("8.6.3")
    retreat(game, HIT, "A2206", "A2207")


# ------------------------------------------------------------------ 8.6.4
CORRIDOR = {"u_inf_4": "A2207", "u_inf_5": "A2407", FRIENDS[0]: "A2307"}
"""US zones on every hex behind A2306; only a friend in A2307 holds a way open."""


@rule("8.6.4")
def test_through_friends_who_are_not_disturbed():
    game = driven_back(2, {**CORRIDOR, FRIENDS[1]: "A2308"})
    assert "2" in {a.option for a in listed(game, "choose")}
    choose(game, 2)
    if not is_1977():  # there the friend in A2307 might go along
        retreat(game, HIT, "A2307", "A2308")
    assert hex_of(game, HIT) == "A2308"
    assert (hex_of(game, FRIENDS[0]), hex_of(game, FRIENDS[1])) == ("A2307", "A2308")


@rule("TNC 8.6.4")
def test_bystanders_do_not_join_a_retreat():
    game = driven_back(1, {FRIENDS[0]: "A2307"})
    choose(game, 1)
    assert refused(game, "retreat", units=[HIT, FRIENDS[0]], path=["A2206"]).rule == cited("8.5.6")
    retreat(game, HIT, "A2206")


# ------------------------------------------------------------------ 8.6.7
@rule("8.6.7")
def test_a_retreat_ends_as_far_away_as_it_is_long():
    game = driven_back(2)
    choose(game, 2)
    assert refused(game, "retreat", unit=HIT, path=["A2206", "A2307"]).rule == cited("8.6.7")
    retreat(game, HIT, "A2206", "A2207")


@rule("8.6.7")
def test_what_cannot_be_retreated_is_paid_in_steps():
    far_side = {"u_inf_8": "A2208", "u_inf_9": "A2408", "u_inf_28": "A2006", "u_inf_29": "A2606"}
    game = driven_back(2, far_side)
    assert {a.option for a in listed(game, "choose")} == {"0", "1"}
    assert refused(game, "choose", option="2").rule == cited("8.5.6")
    choose(game, 1)
    assert lost(game, HIT) == 1


@rule("8.6.7")
def test_a_shorter_path_is_no_retreat():
    game = driven_back(2)
    choose(game, 2)
    assert refused(game, "retreat", unit=HIT, path=["A2307"]).rule == cited("8.5.6")
    retreat(game, HIT, "A2307", "A2308")


# ------------------------------------------------------------------ joint retreats
@rule("8.6.3")
def test_no_unit_takes_the_last_way_of_another():
    """Attackers in two hexes go back: whoever goes first leaves the other a way."""
    units = {"u_inf_9_2": "A2305", "u_inf_23_2": "A2405", "g_div_331": "A2306"}
    game = table(units, "allied-combat", dice=[6])
    attack(game, "A2306", "u_inf_9_2", "u_inf_23_2")  # 8 to 8: 1-1, a 6 is 2/-
    choose(game, 2 if is_1977() else 1)
    if asked(game) == "lose-steps allied":
        do(game, "lose", unit="u_inf_9_2")
    while asked(game) == "retreat-units allied":
        game.submit(listed(game, "retreat")[0])
    assert (lost(game, "u_inf_9_2"), lost(game, "u_inf_23_2")) == (0 if is_1977() else 1, 0)
    assert not {hex_of(game, "u_inf_9_2"), hex_of(game, "u_inf_23_2")} & {"A2305", "A2405"}


# ------------------------------------------------------------------ 8.6.5
def among_friends(**words):
    """The regiment retreated onto a friend in A2307, the only way open; that hex is attacked next."""
    units = {"u_inf_4": "A2207", "u_inf_5": "A2407", FRIENDS[0]: "A2307", FRIENDS[1]: "A2308"}
    game = driven_back(1, units, **words)
    choose(game, 1)
    assert hex_of(game, HIT) == "A2307"
    if asked(game).startswith("advance"):
        do(game, "done")
    return game


@rule("8.6.5")
def test_a_unit_that_retreated_among_friends_adds_no_strength():
    odds = weighed(among_friends(), "A2307", "u_inf_4")
    assert odds.defence == 3
    assert {u.unit: u.used for u in odds.units}[HIT] == 0


@rule("8.6.5", "8.1.6")
def test_it_does_not_shield_its_friends_and_dies_of_their_loss():
    game = among_friends(dice=[3])
    attack(game, "A2307", "u_inf_4")  # 12 to 3: 4-1, a 3 is -/1
    assert (lost(game, HIT), lost(game, FRIENDS[0])) == (99, 0), "its end meets nothing of the result"
    choose(game, 0)
    assert lost(game, FRIENDS[0]) == 1


@rule("8.6.5")
def test_it_lives_when_its_friends_suffer_nothing():
    game = among_friends(dice=[6], lost={"u_inf_4": 2})
    events = attack(game, "A2307", "u_inf_4")  # 6 to 3: 2-1, a 6 is 1/-
    assert result(game, events) == "1/0" and lost(game, HIT) == 0


@rule("TNC 8.6.5")
def test_switched_off_it_defends_with_its_strength():
    game = among_friends(options={"retreated-units-helpless": "off"})
    assert weighed(game, "A2307", "u_inf_4").defence == 6


# ------------------------------------------------------------------ 8.6.6
def on_trucks(unit: str = "u_inf_1"):
    """A US division on trucks has been hit: 8 to 6 or so, and its owner is asked."""
    game = table({unit: "A2305", "g_div_331": "A2306"}, "german-combat", dice=[1], lost={unit: 2})
    game.state = apply(game.state, Marked("truck", unit))
    return game


@rule("8.6.6")
def test_trucks_come_off_in_a_retreat():
    game = on_trucks()
    events = attack(game, "A2305", "g_div_331")  # 8 to 6, or to 12 doubled: a 1 takes a point either way
    assert result(game, events).endswith("/1")
    choose(game, 1)
    retreat(game, "u_inf_1", "A2304")
    assert game.state.marker("truck", "u_inf_1") == 0


@rule("8.6.6")
def test_trucks_stay_with_a_division_that_stands():
    game = on_trucks()
    attack(game, "A2305", "g_div_331")
    choose(game, 0)
    assert (lost(game, "u_inf_1"), game.state.marker("truck", "u_inf_1")) == (3, 1)


@rule("8.6.6")
def test_trucks_come_off_an_eliminated_division():
    game = on_trucks()
    game.state = apply(game.state, StepsLost("u_inf_1", 3))
    attack(game, "A2305", "g_div_331")
    choose(game, 0)
    assert (lost(game, "u_inf_1"), game.state.marker("truck", "u_inf_1")) == (99, 0)


# ------------------------------------------------------------------ 8.8.2
@rule("8.8.2")
def test_a_retreat_onto_the_other_army_is_the_last_resort():
    base = {"g_div_331": "A2306", "u_inf_9_2": "A2305", "b_ind_4": "A2304"}
    game = table(base, "german-combat", dice=[1])
    attack(game, "A2305", "g_div_331")
    choose(game, 1)
    assert refused(game, "retreat", unit="u_inf_9_2", path=["A2304"]).rule == cited("8.8.2")
    walls = {"g_inf_986_276": "A2105", "g_inf_987_276": "A2505"}
    game = table({**base, **walls}, "german-combat", dice=[1])
    attack(game, "A2305", "g_div_331")  # 8 to 4: 2-1, a 1 is -/1
    choose(game, 1)
    assert hex_of(game, "u_inf_9_2") == "A2304"


@rule("8.8.2")
def test_among_friends_one_s_own_army_comes_first():
    held = {"b_ind_4": "A2204", "u_inf_23_2": "A2304", "b_ind_8": "A2404"}
    game = table({"g_div_331": "A2306", "u_inf_9_2": "A2305", **held}, "german-combat", dice=[1])
    attack(game, "A2305", "g_div_331")
    choose(game, 1)
    if asked(game) == "retreat-units allied":
        assert refused(game, "retreat", unit="u_inf_9_2", path=["A2204"]).rule == cited("8.8.2")
        retreat(game, "u_inf_9_2", "A2304")
    assert hex_of(game, "u_inf_9_2") == "A2304"
