"""German Fortresses: their own five, a garrison tripled, no zone, always supplied, and how they fall."""

from __future__ import annotations

import pytest
from bp_fights import (
    EAST,
    G2,
    G3,
    G5,
    G5M,
    G8,
    G10,
    HEX,
    US9,
    US11,
    US13,
    US13F,
    US16,
    US17,
    WEST,
    advance,
    asked,
    attack,
    finish,
    gone,
    result,
    rule,
    used,
    weighed,
)
from bp_table import clear_map, do, ground, hex_of, listed, refused, table

from hexcore.events import Marked, apply
from hexcore_breakout_pursuit.fortresses import standing

US4 = "JUL-A002"
SIEGE = {US17: WEST, US16: WEST, US13: "2323", US13F: "2323", US11: "2523", US9: "2523"}
"""79 points around HEX."""
WALLS = {HEX: "clear fortress"}


def fight(units, *, dice=(), phase="allied-combat", walls=None, **more):
    return table(units, phase, dice=dice, on=ground(walls or WALLS), **more)


def stands(game, number=HEX):
    return standing(game.state, game.board.map.hex(number))


# ------------------------------------------------------------------ strength
@rule("fortresses.A", "tec.fortress")
def test_five_are_added_to_three_times_the_garrison():
    odds = weighed(fight({US13: WEST, G2: HEX, G3: HEX}), HEX, US13)
    assert (used(odds, G2), used(odds, G3), odds.defence) == (6, 9, 20)


@rule("fortresses.general")
def test_the_garrison_is_tripled():
    odds = weighed(fight({US13: WEST, G5: HEX}), HEX, US13)
    assert used(odds, G5) == 15
    assert [f.rule for u in odds.units for f in u.factors] == ["fortresses.general"]
    plain = fight({US13: WEST, G5: HEX}, walls={EAST: "clear fortress"})
    assert used(weighed(plain, HEX, US13), G5) == 5


@rule("fortresses.A")
def test_an_empty_fortress_defends_with_five():
    game = fight(SIEGE, dice=[4])
    assert len(listed(game, "declare")) == 1
    odds = weighed(game, HEX, US17, US11)
    assert (odds.attack, odds.defence, odds.column) == (28, 5, "5-1")
    assert result(attack(game, HEX, US17, US11)) == "Dr"
    assert stands(game) and asked(game) == "combat-phase allied"
    bare = fight(SIEGE, walls={"2818": "clear fortress"})
    assert not listed(bare, "declare")


@rule("fortresses.A")
def test_it_does_not_attack_and_lends_nothing_to_attackers():
    game = fight({G5: HEX, US13: WEST}, phase="german-combat")
    odds = weighed(game, WEST, G5)
    assert odds.attack == 5 and used(odds, G5) == 5


@rule("combat.E")
def test_an_empty_fortress_is_attacked_once_a_phase():
    game = fight(SIEGE, dice=[4, 4])
    attack(game, HEX, US17)
    finish(game)
    refusal = refused(game, "declare", targets=[HEX])
    assert refusal.rule == "combat.E" and HEX in refusal.reason


# ------------------------------------------------------------------ zones and supply
@rule("fortresses.B", "fortresses.general")
def test_no_zone_goes_out_of_it():
    game = fight({G10: HEX, US13: "2426"})
    assert WEST not in game.ask("zoc", side="german")
    plain = fight({G10: HEX, US13: "2426"}, walls={EAST: "clear fortress"})
    assert WEST in plain.ask("zoc", side="german")


@rule("fortresses.C", "fortresses.general")
def test_who_is_in_it_is_always_supplied():
    """Shut in by zones on all sides and supplied nevertheless; in open country he would be isolated."""
    men = (US17, US16, US13, US13F, US11, US9, "JUL-A017", "JUL-A018")
    ring = dict(zip(men, ("2420", "2424", "2221", "2223", "2621", "2623", "2222", "2622"), strict=True))
    for walls, word, strength in ((HEX, "supplied", 30), ("2818", "isolated", 5)):
        game = fight({**ring, US4: WEST, G10: HEX}, walls={walls: "clear fortress"})
        assert game.ask("supply", unit=G10)[G10]["state"] == word
        assert used(weighed(game, HEX, US4), G10) == strength


# ------------------------------------------------------------------ no Ally in it
@rule("fortresses.general")
def test_no_allied_unit_enters_while_it_stands():
    game = fight({US13: WEST, G2: "2919"}, phase="allied-movement")
    refusal = refused(game, "move", unit=US13, to=HEX)
    assert refusal.rule == "fortresses.general" and HEX in refusal.reason
    game.state = apply(game.state, Marked("destroyed", HEX))
    do(game, "move", unit=US13, to=HEX)
    assert hex_of(game, US13) == HEX


@rule("fortresses.general")
def test_no_allied_unit_retreats_into_it():
    """Only 2424 and the fortress 2423 lie open behind the attacker in 2422."""
    units = {US9: HEX, G8: EAST, G2: "2220", G3: "2620"}
    game = fight(units, dice=[1], walls={WEST: "clear fortress"})
    assert result(attack(game, EAST, US9)) == "Ae"
    game = fight(units, dice=[3], walls={WEST: "clear fortress"})
    assert result(attack(game, EAST, US9)) == "Ar"
    assert asked(game) in ("retreat-units german", "advance-after-combat german")
    ways = {game.board.map.numbers[a.path[0]] for a in listed(game, "retreat")}
    assert WEST not in ways and hex_of(game, US9) != WEST


# ------------------------------------------------------------------ results
@rule("fortresses.D")
def test_dr_does_nothing_to_it():
    game = fight({**SIEGE, G2: HEX}, dice=[6])
    assert result(attack(game, HEX, US17, US16)) == "Dr"  # 33 to 11: 3-1
    assert hex_of(game, G2) == HEX and stands(game) and asked(game) == "combat-phase allied"


@rule("fortresses.D", "crt.Ad")
def test_ad_dr_disrupts_the_attacker_only():
    game = fight({**SIEGE, G2: HEX}, dice=[3])
    assert result(attack(game, HEX, US17, US16)) == "Ad-Dr"
    assert hex_of(game, G2) == HEX and stands(game)
    assert game.state.marker("disrupted", US17) and game.state.marker("disrupted", US16)


@rule("fortresses.D", "crt.De")
def test_de_destroys_it_and_the_hex_is_a_city():
    game = fight({**SIEGE, G2: HEX}, dice=[6])
    assert result(attack(game, HEX, *SIEGE)) == "De"  # 79 to 11: 7-1
    assert gone(game, G2) and not stands(game)
    advance(game, US17, HEX)
    finish(game)
    assert hex_of(game, US17) == HEX
    factors = [f.rule for u in weighed(game, HEX, G8).units for f in u.factors if u.unit == US17]
    assert "tec.town_or_city_hex" in factors and "fortresses.general" not in factors


@rule("fortresses.D", "crt.Ex")
def test_ex_costs_the_garrison_and_five():
    game = fight({**SIEGE, G2: HEX}, dice=[6])
    assert result(attack(game, HEX, US17, US13, US13F, US11)) == "Ex"  # 54 to 11: 4-1
    assert game.decision.owed == 2 + 5 and not stands(game)
    do(game, "lose", unit=US11)
    finish(game)
    assert gone(game, US11) and not gone(game, US13)


@rule("fortresses.D")
def test_an_empty_fortress_costs_five():
    game = fight({**SIEGE, "JUL-A021": "2522"}, dice=[6])
    assert result(attack(game, HEX, US16, "JUL-A021")) == "Ex"  # 21 to 5: 4-1
    do(game, "lose", unit="JUL-A021")
    assert asked(game) == "advance-after-combat allied" and not stands(game)
    advance(game, US16, HEX)
    assert hex_of(game, US16) == HEX


@rule("fortresses.D")
def test_a_destroyed_fortress_has_no_strength_left():
    game = fight({US13: WEST, G5: HEX})
    game.state = apply(game.state, Marked("destroyed", HEX))
    odds = weighed(game, HEX, US13)
    assert odds.defence == 10 and used(odds, G5) == 10


@rule("fortresses.D")
def test_a_remnant_stands_in_the_city():
    game = fight({**SIEGE, "JUL-A021": "2522", "JUL-A017": "2522", "JUL-A018": "2522", G5M: HEX}, dice=[6])
    events = attack(game, HEX, *SIEGE, "JUL-A021", "JUL-A017", "JUL-A018")
    assert result(events) == "Ex"  # 108 to 20: 5-1
    do(game, "commit", what="battlegroup", unit=G5M)
    assert hex_of(game, f"{G5M}-BG") == HEX and not stands(game)


# ------------------------------------------------------------------ which hexes
@pytest.mark.parametrize("scenario", ["1.4", "2.1"])
@rule("fortresses.general", "fortresses.D")
def test_the_five_fortresses(scenario):
    game = table({}, "german-movement", scenario=scenario, turn=11 if scenario == "2.1" else 3)
    numbers = clear_map().numbers
    found = {n for h, n in enumerate(numbers) if standing(game.state, h)}
    five = {"0847", "0936", "0425", "0323", "0420"}
    assert found == (five if scenario == "1.4" else five - {"0847"})


@rule("fortresses.general")
def test_ostend_by_an_option():
    for value in ("off", "on"):
        game = table({}, "german-movement", options={"ostend-fortress": value})
        assert standing(game.state, game.board.map.hex("0417")) == (value == "on")
