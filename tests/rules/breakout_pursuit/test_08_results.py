"""Explanation of Results; Combat J and K: what the table's words do, the way back, and the advance."""

from __future__ import annotations

from fractions import Fraction

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
    TRUCK,
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
    drive,
    finish,
    gone,
    result,
    retreat,
    rule,
    weighed,
)
from bp_table import act, board, do, ground, hex_of, listed, refused, table

from hexcore.appraisal import Appraisal
from hexcore.steady_combat import promise
from hexcore.supply import SupplySource
from hexcore_breakout_pursuit.results import standard_table, variant_table


def fight(units, *, dice=(), phase="allied-combat", **more):
    return table(units, phase, dice=dice, **more)


def around(*units):
    """Units in the hexes around HEX, from its east round."""
    return dict(zip(units, AROUND, strict=False))


# ------------------------------------------------------------------ the table
PRINTED = {
    0: "Ae Ae Ae Ae Ar Ar Ad-Dr Ad-Dr Ad-Dr Dr Dr".split(),
    1: "Ae Ae Ae Ae Ar".split(),
}


@rule("crt.table")
def test_the_printed_cells():
    found = board().rules.combat_table(fight({US13: WEST, G2: HEX}).state, None)
    assert found.columns == ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1")
    for die, words in PRINTED.items():
        assert [found.entry(n, die)[0] for n in range(len(words))] == words


@rule("crt.table")
def test_results_never_worsen_with_die_or_odds():
    order = ["Ae", "Ar", "Ad-Dr", "Dr", "Ex", "De"]
    for found in (standard_table(), variant_table()):
        rank = [[order.index(found.entry(c, d)[0]) for c in range(11)] for d in range(7)]
        if found is standard_table():
            assert all(row == sorted(row) for row in rank)
            assert all(list(column) == sorted(column) for column in zip(*rank, strict=True))


@rule("crt.table")
def test_the_bloodier_reading():
    units = {US13: WEST, G8: HEX}
    assert result(attack(fight(units, dice=[6]), HEX, US13)) == "Ad-Dr"  # 13 to 8: 1-1
    bloody = fight(units, dice=[6], options={"crt": "variant"})
    assert result(attack(bloody, HEX, US13)) == "Ex"


# ------------------------------------------------------------------ Ae, De
@rule("crt.Ae")
def test_ae_removes_every_attacker_and_nobody_else():
    game = fight({CA5: WEST, US9: "2323", US11: WEST, G15: HEX}, dice=[1])
    assert result(attack(game, HEX, CA5, US9)) == "Ae"
    assert gone(game, CA5, US9) and hex_of(game, US11) == WEST and hex_of(game, G15) == HEX


@rule("crt.De")
def test_de_removes_everything_in_the_hex():
    game = fight({US16: WEST, US17: WEST, G3: HEX, G2: HEX}, dice=[6])
    assert result(attack(game, HEX, US16, US17)) == "De"  # 33 to 5: 6-1
    assert gone(game, G3, G2)


@rule("crt.De")
def test_de_removes_non_combat_units_and_spares_the_naval_unit():
    units = {G15: WEST, G10: WEST, G9: "2323", CA5: HEX, TRUCK: HEX, SUPPLY: HEX, "JUL-A049": HEX}
    game = fight(units, dice=[6], phase="german-combat")
    attack_through(game, HEX, G15, G10, G9)
    assert game.state.combats == () and gone(game, CA5, TRUCK, SUPPLY)
    assert hex_of(game, "JUL-A049") == HEX


def attack_through(game, target, *attackers):
    """An attack, whatever the other side is asked about it meanwhile."""
    events = attack(game, target, *attackers)
    while game.state.combats and asked(game).endswith("allied") and game.decision.kind == "support":
        events += do(game, "done")
    return events


# ------------------------------------------------------------------ Ex
@rule("crt.Ex")
def test_ex_costs_the_attacker_at_least_as_much_at_face_value():
    game = fight({US16: WEST, US9: WEST, CA5: "2323", G5: HEX}, dice=[6])
    assert result(attack(game, HEX, US16, US9, CA5)) == "De"
    game = fight({US11: WEST, CA5: "2323", US9: "2323", G5: HEX}, dice=[6])
    assert result(attack(game, HEX, US11, CA5, US9)) == "Ex"  # 25 to 5: 5-1
    assert gone(game, G5) and asked(game) == "exchange allied"
    do(game, "lose", unit=CA5)
    assert gone(game, CA5) and asked(game) == "advance-after-combat allied"
    assert not gone(game, US11) and not gone(game, US9)


@rule("crt.Ex")
def test_ex_goes_on_until_enough_is_paid():
    game = fight({US13: WEST, "JUL-A032": WEST, CA5: "2323", G5: HEX, G1: HEX}, dice=[6])
    assert result(attack(game, HEX, US13, "JUL-A032", CA5)) == "Ex"  # 25 to 6: 4-1
    do(game, "lose", unit=CA5)
    assert asked(game) == "exchange allied"
    assert refused(game, "lose", unit=CA5).rule == "crt.Ex"
    do(game, "lose", unit="JUL-A032")
    assert asked(game) == "advance-after-combat allied" and hex_of(game, US13) == WEST


@rule("crt.Ex")
def test_ex_counts_face_value_whatever_the_ground_gave():
    game = fight({US13: WEST, US13F: "2323", US17: "2522", G5: HEX}, dice=[6], on=ground({HEX: "rough"}))
    assert result(attack(game, HEX, US13, US13F, US17)) == "Ex"  # 43 to 10: 4-1
    do(game, "lose", unit=US13)
    finish(game)
    assert not gone(game, US13F) and not gone(game, US17)


@rule("combat.P")
def test_a_battlegroup_is_not_taken_off_what_is_lost():
    """8-6 and 10-6 lost are 18, whatever they leave; 17-8 paid is 17, and more is owed."""
    game = fight(
        {US17: WEST, US16: WEST, US13: "2323", US13F: "2323", US11: "2522", G8: HEX, G10: HEX}, dice=[6]
    )
    events = attack(game, HEX, US17, US16, US13, US13F, US11, column="4-1") if False else []
    assert events == []
    assert weighed(game, HEX, US17, US16, US13, US13F, US11).column == "3-1"
    game = fight({US17: WEST, US16: WEST, US13: "2323", G8: HEX}, dice=[6])
    assert result(attack(game, HEX, US17, US16, US13, column="4-1") if False else attack(game, HEX, US17, US16)) == "Ex"
    assert game.decision.owed == 8
    do(game, "done") if asked(game).startswith("leave") else None
    do(game, "lose", unit=US17)
    assert asked(game) == "leave-battlegroups allied" and not gone(game, US16)
