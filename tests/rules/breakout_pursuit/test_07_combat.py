"""Combat A to H, and the terrain chart's effect on combat: who attacks whom, and from strengths to odds."""

from __future__ import annotations

import pytest
from bp_fights import (
    AROUND,
    CA5,
    EAST,
    G1,
    G2,
    G3,
    G4,
    G5,
    G8,
    G9,
    G10,
    G15,
    HEX,
    SUPPLY,
    UK7,
    UK7B,
    US9,
    US11,
    US13,
    US13F,
    US16,
    US17,
    WEST,
    asked,
    attack,
    column,
    drive,
    finish,
    gone,
    result,
    rule,
    used,
    weighed,
)
from bp_table import board, do, ground, hex_of, listed, refused, table

from hexcore.actions import Commit
from hexcore.events import Fought, Marked, Placed, apply


def fight(units, *, dice=(), phase="allied-combat", **more):
    return table(units, phase, dice=dice, **more)


def marked(game, marker, unit):
    """The same game with a marker on a unit."""
    game.state = apply(game.state, Marked(marker, unit))
    return game


# ------------------------------------------------------------------ who attacks whom
@rule("combat.general", "combat.B")
def test_nobody_has_to_attack():
    game = fight({US13: WEST, G2: HEX})
    assert len(listed(game, "declare")) == 1
    do(game, "done")
    assert game.state.units[G2].hex >= 0 and asked(game) != "combat-phase allied"


@rule("combat.A")
def test_only_units_next_to_the_enemy_attack_him():
    game = fight({US13: WEST, US11: "2425", G2: HEX})
    do(game, "declare", targets=[HEX])
    refusal = refused(game, "add-attacker", unit=US11)
    assert refusal.rule == "combat.A" and HEX in refusal.reason
    do(game, "add-attacker", unit=US13)


@rule("combat.A")
def test_a_hex_without_an_attacker_next_to_it_is_not_attacked():
    game = fight({US13: WEST, G2: HEX, G3: "2418"})
    refusal = refused(game, "declare", targets=["2418"])
    assert "2418" in refusal.reason
    do(game, "declare", targets=[HEX])


@rule("combat.B")
def test_units_of_one_hex_do_not_attack_two_hexes():
    units = {US13: WEST, US11: WEST, US9: "2323", G2: "2422", G3: "2524"}
    game = fight(units, dice=[5])
    attack(game, "2422", US13)  # 13 to 2: 6-1, a 5 is Ex: 2 points, the only attacker
    finish(game)
    refusal = refused(game, "attack", targets=["2524"], attackers=[US11])
    assert refusal.rule == "combat.B" and "2422" in refusal.reason and WEST in refusal.reason


@rule("combat.B")
def test_a_unit_of_another_hex_may_attack_the_second_one():
    units = {US13: WEST, US11: "2424", G2: "2422", G3: "2524"}
    game = fight(units, dice=[5, 5])
    attack(game, "2422", US13)
    finish(game)
    assert result(attack(game, "2524", US11)) == "Dr"  # 11 to 3: 3-1, a 5


@rule("combat.B")
def test_who_stays_out_of_an_attack_does_not_suffer():
    game = fight({US9: WEST, US11: WEST, G10: HEX}, dice=[1])
    assert result(attack(game, HEX, US9)) == "Ae"  # 9 to 10: 1-2
    assert gone(game, US9) and hex_of(game, US11) == WEST


@rule("combat.C")
def test_attackers_from_all_six_hexes():
    men = dict(zip((US9, US11, US13, US13F, US16, US17), AROUND, strict=True))
    game = fight({**men, G15: HEX})
    do(game, "declare", targets=[HEX])
    for unit in men:
        do(game, "add-attacker", unit=unit)
    assert set(game.state.combat.attackers) == set(men)


@rule("combat.D")
def test_all_units_in_a_hex_defend_together():
    game = fight({US16: WEST, G5: HEX, G3: HEX})
    assert weighed(game, HEX, US16).defence == 8
    do(game, "declare", targets=[HEX])
    assert set(game.state.combat.defenders) == {G5, G3}


@rule("combat.procedure")
def test_strengths_are_added_up():
    game = fight({US13: WEST, US11: "2323", G5: HEX, G3: HEX}, dice=[5])
    odds = weighed(game, HEX, US13, US11)
    assert (odds.attack, odds.defence, odds.column) == (24, 8, "3-1")
    assert column(attack(game, HEX, US13, US11)) == "3-1"


@rule("combat.procedure")
def test_an_attack_strikes_one_hex():
    game = fight({US13: WEST, G2: "2422", G3: "2524"})
    refusal = refused(game, "declare", targets=["2422", "2524"])
    assert refusal.rule == "combat.procedure" and "2422" in refusal.reason and "2524" in refusal.reason
    do(game, "declare", targets=["2422"])
    do(game, "add-attacker", unit=US13)
    assert refused(game, "declare", targets=["2524"]).rule == "combat.procedure"
    assert not listed(game, "declare")


@rule("combat.E")
def test_no_unit_attacks_twice():
    units = {US9: WEST, G3: "2422", G2: "2524", US11: "2424"}
    game = fight(units, dice=[2, 5])
    assert result(attack(game, "2422", US9)) == "Ad-Dr"  # 3-1
    drive(game)
    found = game.board.rules.may_attack(
        game.state, game.state.units[US9], (game.board.map.hex("2524"),), None
    )
    assert "combat.E" in {r.rule for r in found}
    attack(game, "2524", US11)


@rule("combat.E")
def test_no_hex_is_attacked_twice():
    game = fight({US9: WEST, US11: "2323", G10: HEX}, dice=[1, 6])
    attack(game, HEX, US9)  # 1-2, a 1 is Ae
    finish(game)
    refusal = refused(game, "declare", targets=[HEX])
    assert refusal.rule == "combat.E" and game.board.name(G10) in refusal.reason


@rule("combat.E")
def test_a_fresh_hex_may_still_be_attacked():
    game = fight({US9: WEST, US11: "2321", G10: HEX, G8: EAST}, dice=[1, 6])
    attack(game, HEX, US9)
    finish(game)
    attack(game, EAST, US11)


@rule("errata.combat")
def test_who_retreats_among_friends_shares_their_fate():
    """Driven back into a fortress, where no Allied zone lies, it is attacked again with its new fellows."""
    siege = {US17: "2321", US13: "2321", US13F: "2321", US11: "2521", US9: "2521"}
    game = fight({US16: WEST, G2: HEX, G1: EAST, **siege}, dice=[4, 6], on=ground({EAST: "clear fortress"}))
    assert result(attack(game, HEX, US16, column="6-1")) == "Dr"  # 16 to 2 would be 8-1
    drive(game, EAST)
    finish(game)
    assert hex_of(game, G2) == EAST
    assert result(attack(game, EAST, *siege)) == "Ex"  # 63 to 5 and three times 3: 4-1
    assert gone(game, G2, G1)


@rule("errata.combat")
def test_who_retreats_to_an_empty_fortress_is_not_attacked_again():
    siege = {US17: "2321", US13: "2321"}
    game = fight({US16: WEST, G2: HEX, **siege}, dice=[4], on=ground({EAST: "clear fortress"}))
    attack(game, HEX, US16, column="6-1")
    drive(game, EAST)
    finish(game)
    assert hex_of(game, G2) == EAST
    refusal = refused(game, "declare", targets=[EAST])
    assert refusal.rule == "combat.E" and game.board.name(G2) in refusal.reason


# ------------------------------------------------------------------ strengths
@rule("combat.F")
def test_half_of_nine_is_five():
    game = marked(fight({US13: WEST, G9: HEX}), "disrupted", G9)
    assert used(weighed(game, HEX, US13), G9) == 5


@rule("combat.F")
def test_the_ground_comes_last():
    """Half of five is three, doubled six; doubled first it would be five."""
    on = ground({HEX: "rough"})
    game = marked(fight({US13: WEST, G5: HEX}, on=on), "disrupted", G5)
    assert used(weighed(game, HEX, US13), G5) == 6


@rule("combat.F")
def test_each_unit_is_halved_by_itself():
    game = fight({US13: WEST, G5: HEX, G3: HEX})
    for unit in (G5, G3):
        marked(game, "disrupted", unit)
    assert weighed(game, HEX, US13).defence == 3 + 2


@rule("errata.combat", "combat.F")
def test_disruption_and_want_of_supply_add_up():
    """A cut-off and disrupted 9-12: half of nine is five, half of five is three."""
    ring = {US17: "2420", US16: "2424", UK7: "2221", CA5: "2223", US11: "2621", UK7B: "2623", US9: "2222"}
    game = fight({**ring, "JUL-A017": "2622", US13: WEST, G9: HEX})
    assert used(weighed(game, HEX, US13), G9) == 5
    marked(game, "disrupted", G9)
    odds = weighed(game, HEX, US13)
    assert used(odds, G9) == 3
    assert [f.text for u in odds.units if u.unit == G9 for f in u.factors] == ["isolated", "disrupted"]


@rule("combat.F")
def test_an_unsupplied_attacker_is_halved_by_itself():
    game = marked(marked(fight({US13: WEST, US9: WEST, G2: HEX}), "unsupplied", US13), "unsupplied", US9)
    assert weighed(game, HEX, US13, US9).attack == 7 + 5


@rule("sequence.A5")
def test_the_combat_phase_lies_between_the_movements():
    ids = [phase.id for phase in board().sequence.phases]
    at = ids.index("allied-combat")
    assert ids[at - 1 : at + 2] == ["allied-movement", "allied-combat", "allied-mechanized"]
    assert asked(fight({US13: WEST, G2: HEX})) == "combat-phase allied"


@rule("sequence.A5")
def test_a_defender_is_judged_when_he_is_attacked():
    """Cut off by an advance in the same phase, he fights at half strength a moment later."""
    ring = {US17: "2420", US16: "2424", UK7: "2221", CA5: "2223", UK7B: "2623", US9: "2222"}
    game = fight({**ring, US13: WEST, G9: HEX})
    assert used(weighed(game, HEX, US13), G9) == 9
    game.state = apply(game.state, Placed(US11, game.board.map.hex("2621"), "advance"))
    game.state = apply(game.state, Placed("JUL-A017", game.board.map.hex("2622"), "advance"))
    assert used(weighed(game, HEX, US13), G9) == 5


@rule("combat.G")
def test_twenty_six_to_nine_is_two_to_one():
    game = fight({US13: WEST, US13F: "2323", G9: HEX}, dice=[6])
    odds = weighed(game, HEX, US13, US13F)
    assert (odds.attack, odds.defence, odds.column) == (26, 9, "2-1")
    assert column(attack(game, HEX, US13, US13F)) == "2-1"


@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [((US9,), (G9,), "1-1"), ((US9,), (G10,), "1-2"), ((US17,), (G8,), "2-1"), ((CA5,), (G15,), "1-3")],
)
@rule("combat.G")
def test_odds_are_rounded_for_the_defender(attackers, defenders, odds):
    game = fight({**dict.fromkeys(attackers, WEST), **dict.fromkeys(defenders, HEX)})
    assert weighed(game, HEX, *attackers).column == odds


# ------------------------------------------------------------------ lower odds
@rule("combat.H")
def test_the_attacker_may_lower_his_odds():
    units = {US16: WEST, G3: HEX}
    assert column(attack(fight(units, dice=[4]), HEX, US16)) == "5-1"
    game = fight(units, dice=[4])
    events = attack(game, HEX, US16, column="3-1")
    assert column(events) == "3-1" and result(events) == "Ad-Dr"
    assert game.state.marker("disrupted", US16)


@rule("combat.H")
def test_odds_are_not_raised():
    game = fight({US16: WEST, G3: HEX})
    for word in ("6-1", "5-1"):
        refusal = refused(game, "attack", targets=[HEX], attackers=[US16], **{"with": {"column": word}})
        assert refusal.rule == "combat.H" and "5-1" in refusal.reason
    assert (
        refused(game, "attack", targets=[HEX], attackers=[US16], **{"with": {"column": "8-2"}}).rule
        == "combat.H"
    )
    do(game, "declare", targets=[HEX])
    assert listed(game, "commit") == []
    do(game, "add-attacker", unit=US16)
    words = [a.word for a in listed(game, "commit")]
    assert words == ["4-1", "3-1", "2-1", "1-1", "1-2", "1-3"]
    do(game, "commit", what="column", word="4-1")
    assert column(do(game, "done")) == "4-1"


@rule("combat.H")
def test_nobody_is_asked_whether_he_wants_lower_odds():
    game = fight({US16: WEST, G3: HEX}, dice=[4])
    do(game, "declare", targets=[HEX])
    do(game, "add-attacker", unit=US16)
    events = do(game, "done")
    assert column(events) == "5-1" and asked(game) != "support allied"


@rule("combat.H")
def test_odds_are_lowered_once_and_by_the_attacker():
    game = fight({US16: WEST, G3: HEX})
    do(game, "declare", targets=[HEX])
    do(game, "add-attacker", unit=US16)
    do(game, "commit", what="column", word="4-1")
    assert listed(game, "commit") == []
    assert refused(game, "commit", what="column", word="3-1").rule == "combat.H"
    state, combat = game.state, game.state.combat
    refusal = game.board.rules.support_refusal(state, combat, "german", Commit("column", word="1-1"))
    assert refusal is not None and refusal.rule == "combat.H"


@rule("combat.H")
def test_who_joins_after_the_odds_were_lowered_follows_the_results_at_them():
    game = fight({US16: WEST, US13: WEST, G3: HEX}, dice=[4])
    do(game, "declare", targets=[HEX])
    do(game, "add-attacker", unit=US16)
    do(game, "commit", what="column", word="3-1")
    do(game, "add-attacker", unit=US13)
    events = do(game, "done")
    assert column(events) == "3-1" and result(events) == "Ad-Dr"
    assert game.state.marker("disrupted", US16) and game.state.marker("disrupted", US13)


@rule("combat.H")
def test_odds_that_sink_below_the_column_chosen_are_not_raised_to_it():
    """79 Infantry, isolated, is attacked by 25 to 6 at 3-1 for choice; supplied in time it stands at 11."""
    game = fight({US11: HEX, G15: EAST, G10: EAST, SUPPLY: "2425"}, phase="german-combat", dice=[4])
    attack(game, HEX, G15, G10, column="3-1")
    assert asked(game) == "support allied"
    assert column(do(game, "commit", what="supply", unit=SUPPLY)) == "2-1"


# ------------------------------------------------------------------ the ground
@pytest.mark.parametrize(
    ("words", "counts", "number"),
    [
        ("rough", 10, "tec.rough_terrain_hex"),
        ("clear town", 10, "tec.town_or_city_hex"),
        ("clear city", 10, "tec.town_or_city_hex"),
        ("clear west-wall", 15, "tec.german_west_wall_hex"),
        ("clear", 5, ""),
    ],
)
@rule("tec.rough_terrain_hex", "tec.town_or_city_hex", "tec.german_west_wall_hex")
def test_the_ground_multiplies_the_defender(words, counts, number):
    game = fight({US13: WEST, G5: HEX}, on=ground({HEX: words}))
    odds = weighed(game, HEX, US13)
    assert used(odds, G5) == counts and odds.attack == 13
    assert [f.rule for u in odds.units if u.unit == G5 for f in u.factors] == [number][: bool(number)]


@rule("tec.rough_terrain_hex", "tec.town_or_city_hex")
def test_the_ground_does_nothing_for_the_attacker():
    game = fight({US13: WEST, G5: HEX}, on=ground({WEST: "rough", "2323": "clear city"}))
    assert weighed(game, HEX, US13).attack == 13


@rule("errata.german_fortresses", "tec.german_west_wall_hex")
def test_the_west_wall_triples_germans_only():
    on = ground({HEX: "clear west-wall", EAST: "clear west-wall"})
    game = fight({US13: WEST, G5: HEX}, on=on)
    assert used(weighed(game, HEX, US13), G5) == 15
    game = fight({UK7: EAST, US13: HEX, G5: WEST}, on=on, phase="german-combat")
    factors = next(u.factors for u in weighed(game, HEX, G5).units if u.unit == US13)
    assert not [f for f in factors if f.rule == "tec.german_west_wall_hex"]


@rule("errata.german_fortresses")
def test_dr_holds_in_the_west_wall():
    game = fight({US16: WEST, US17: WEST, G2: HEX}, dice=[4], on=ground({HEX: "clear west-wall"}))
    events = attack(game, HEX, US16, US17)  # 33 to 6: 5-1
    assert result(events) == "Dr" and defence(events) == 6
    drive(game)
    assert hex_of(game, G2) != HEX


def defence(events):
    """The defence as fought."""
    return [e.combat.strengths[1] for e in events if isinstance(e, Fought)][-1]


@rule("tec.multiple_terrain")
def test_effects_of_the_ground_do_not_combine():
    game = fight({US13: WEST, G5: HEX}, on=ground({HEX: "rough west-wall"}))
    assert used(weighed(game, HEX, US13), G5) == 15
    game = fight({US13: WEST, G5: HEX}, on=ground({HEX: "rough city"}))
    assert used(weighed(game, HEX, US13), G5) == 10


@rule("tec.river_hex-side")
def test_the_die_is_lowered_when_all_attack_over_the_river():
    rivers = [(WEST, HEX, "river"), ("2323", HEX, "river")]
    game = fight({US13: WEST, US11: "2323", US9: "2322", G8: HEX}, on=ground(rivers=rivers), dice=[3])
    assert [m.amount for m in weighed(game, HEX, US13, US11).modifiers] == [-1]
    assert not weighed(game, HEX, US13, US11, US9).modifiers
    events = attack(game, HEX, US13, US11)  # 24 to 8: 3-1, a 3 less one is a 2
    assert result(events) == "Ad-Dr"


@rule("tec.river_hex-side")
def test_the_die_goes_down_to_zero():
    game = fight({US16: WEST, G4: HEX}, on=ground(rivers=[(WEST, HEX, "river")]), dice=[1])
    assert result(attack(game, HEX, US16)) == "Ar"  # 4-1: a 1 is Ad-Dr, a 0 is Ar


@rule("tec.river_hex-side")
def test_river_and_ground_add_to_each_other():
    on = ground({HEX: "rough"}, [(WEST, HEX, "river")])
    odds = weighed(fight({US16: WEST, G4: HEX}, on=on), HEX, US16)
    assert odds.defence == 8 and [m.amount for m in odds.modifiers] == [-1]


@rule("tec.sea_hex-side")
def test_no_attack_over_the_sea():
    on = ground(rivers=[(WEST, HEX, "all-sea")])
    game = fight({US13: WEST, US11: "2323", G2: HEX}, on=on)
    do(game, "declare", targets=[HEX])
    refusal = refused(game, "add-attacker", unit=US13)
    assert refusal.rule == "tec.sea_hex-side" and WEST in refusal.reason
    do(game, "add-attacker", unit=US11)


# ------------------------------------------------------------------ the limits of the table
@rule("crt.limits")
def test_no_attack_without_strength():
    """An isolated Allied unit attacks with nothing; a Supply unit never has any strength."""
    game = marked(fight({US11: WEST, US13: WEST, SUPPLY: "2323", G2: HEX}), "isolated", US11)
    do(game, "declare", targets=[HEX])
    for unit in (US11, SUPPLY):
        assert refused(game, "add-attacker", unit=unit).rule == "crt.limits"
    do(game, "add-attacker", unit=US13)


@rule("crt.limits")
def test_odds_beyond_the_table_are_fought_at_its_ends():
    game = fight({US16: WEST, US17: WEST, G1: HEX, CA5: "2425", G15: "2426"})
    assert weighed(game, HEX, US16, US17).column == "9-1"  # 33 to 1
    assert weighed(game, "2426", CA5).column == "1-3"
    game = fight({CA5: WEST, G15: HEX, G10: HEX})
    assert weighed(game, HEX, CA5).column == "1-3"  # 5 to 25
