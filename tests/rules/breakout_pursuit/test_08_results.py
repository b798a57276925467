"""Explanation of Results; Combat J and K: what the table's words do, the way back, and the advance."""

from __future__ import annotations

from fractions import Fraction

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
from bp_table import board, do, ground, hex_of, listed, refused, table

from hexcore.appraisal import Appraisal
from hexcore.events import Marked, Removed, apply
from hexcore.rules import SupplySource
from hexcore.state import Combat
from hexcore.steady_combat import drawn, promise
from hexcore_breakout_pursuit import results
from hexcore_breakout_pursuit.results import standard_table, variant_table

UK6 = "JUL-A005"


def fight(units, *, dice=(), phase="allied-combat", **more):
    return table(units, phase, dice=dice, **more)


# ------------------------------------------------------------------ the table
PRINTED = {
    0: ["Ae", "Ae", "Ae", "Ae", "Ar", "Ar", "Ad-Dr", "Ad-Dr", "Ad-Dr", "Dr", "Dr"],
    1: ["Ae", "Ae", "Ae", "Ae", "Ar"],
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
    ranks = [
        [[order.index(found.entry(column, die)[0]) for column in range(11)] for die in range(7)]
        for found in (standard_table(), variant_table())
    ]
    assert all(row == sorted(row) for row in ranks[0])
    assert all(list(column) == sorted(column) for column in zip(*ranks[0], strict=True))
    bloodier = [(s, v) for one, other in zip(*ranks, strict=True) for s, v in zip(one, other, strict=True)]
    assert all(v >= s for s, v in bloodier) and any(v > s for s, v in bloodier)


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
    units = {G15: WEST, G10: WEST, G8: WEST, G9: "2323", CA5: HEX, TRUCK: HEX, SUPPLY: HEX, "JUL-A049": HEX}
    game = fight(units, dice=[6], phase="german-combat")
    attack_through(game, HEX, G15, G10, G8, G9)
    assert asked(game) == "advance-after-combat german" and gone(game, CA5, TRUCK, SUPPLY)
    assert hex_of(game, "JUL-A049") == HEX


def attack_through(game, target, *attackers):
    """An attack, whatever the other side is asked about it meanwhile."""
    events = attack(game, target, *attackers)
    while asked(game) == "support allied":
        supply = listed(game, "commit")
        events += game.submit(supply[0]) if supply else do(game, "done")
    return events


# ------------------------------------------------------------------ Ex
@rule("crt.Ex")
def test_ex_costs_the_attacker_at_least_as_much_at_face_value():
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
    game = fight({US13: WEST, US13F: WEST, US17: WEST, G5: HEX}, dice=[6], on=ground({HEX: "rough"}))
    assert result(attack(game, HEX, US13, US13F, US17)) == "Ex"  # 43 to 10: 4-1
    do(game, "lose", unit=US13)
    finish(game)
    assert not gone(game, US13F) and not gone(game, US17)


@rule("combat.P")
def test_a_battlegroup_is_not_taken_off_what_is_lost():
    """An 8-6 costs eight, though it leaves a 2-6: six are not enough."""
    game = fight({US17: WEST, US13: WEST, UK6: "2323", G8: HEX}, dice=[6])
    assert result(attack(game, HEX, US17, US13, UK6)) == "Ex"  # 36 to 8: 4-1
    do(game, "commit", what="battlegroup", unit=G8)
    do(game, "lose", unit=UK6)
    assert asked(game) == "exchange allied"
    do(game, "lose", unit=US13)
    assert asked(game) == "leave-battlegroups allied"


# ------------------------------------------------------------------ Dr, Ar
@rule("crt.Dr")
def test_dr_is_moved_one_hex_by_the_attacker():
    game = fight({US13: WEST, G3: HEX}, dice=[5])
    assert result(attack(game, HEX, US13, column="3-1")) == "Dr"
    assert asked(game) in ("retreat-units allied", "advance-after-combat allied")
    drive(game)
    assert game.board.map.distance(game.state.units[G3].hex, game.board.map.hex(HEX)) == 1


@rule("crt.Dr")
def test_all_units_of_the_hex_go_back():
    game = fight({US16: WEST, G3: HEX, G2: HEX}, dice=[5])
    assert result(attack(game, HEX, US16)) == "Dr"  # 3-1
    drive(game)
    assert hex_of(game, G3) != HEX and hex_of(game, G2) != HEX and not gone(game, G3)


def with_source(monkeypatch, number):
    """The one source of a side's supply."""
    monkeypatch.setattr(
        results, "sources_for", lambda state, unit: (SupplySource(state.board.map.hex(number), "depot"),)
    )


@rule("crt.Dr")
def test_dr_goes_toward_the_source_of_supply(monkeypatch):
    """From 2422 an attacker to the west may send him to three hexes; the one nearest to 2418 is 2421."""
    with_source(monkeypatch, "2418")
    game = fight({US13: WEST, G3: HEX}, dice=[5])
    attack(game, HEX, US13, column="3-1")
    assert hex_of(game, G3) == EAST and asked(game) == "advance-after-combat allied"


@rule("crt.Dr")
def test_the_attacker_chooses_between_hexes_equally_close(monkeypatch):
    with_source(monkeypatch, "2418")
    game = fight({US13: WEST, G3: HEX, G4: EAST, G5: EAST, G9: EAST}, dice=[5])
    attack(game, HEX, US13, column="3-1")
    assert asked(game) == "retreat-units allied"
    numbers = game.board.map.numbers
    assert {numbers[a.path[0]] for a in listed(game, "retreat")} == {"2322", "2522"}
    retreat(game, G3, "2522")
    assert hex_of(game, G3) == "2522"


@rule("crt.Dr")
def test_a_hex_farther_from_supply_is_refused(monkeypatch):
    """Of the hexes away from the attacker two are equally close to 2320, the third is farther."""
    with_source(monkeypatch, "2320")
    game = fight({US13: WEST, G3: HEX}, dice=[5])
    attack(game, HEX, US13, column="3-1")
    assert sorted(listed_hexes(game)) == ["2322", "2421"]
    refusal = refused(game, "retreat", unit=G3, path=["2522"])
    assert refusal.rule == "crt.Dr" and "2522" in refusal.reason
    retreat(game, G3, "2322")


@rule("crt.Ar")
def test_ar_is_moved_by_the_defender(monkeypatch):
    with_source(monkeypatch, "2426")
    game = fight({US13: WEST, US11: WEST, G8: HEX}, dice=[3])
    assert result(attack(game, HEX, US13)) == "Ar"  # 13 to 8: 1-1
    assert hex_of(game, US13) == "2424" and hex_of(game, US11) == WEST


@rule("crt.Ar")
def test_the_defender_chooses_among_equals(monkeypatch):
    with_source(monkeypatch, "2426")
    wall = {"JUL-A017": "2424", "JUL-A018": "2424", "JUL-A019": "2424"}
    game = fight({US13: WEST, G8: HEX, **wall}, dice=[3])
    attack(game, HEX, US13)
    assert asked(game) == "retreat-units german"
    retreat(game, US13, listed_hexes(game)[0])
    assert hex_of(game, US13) in ("2324", "2524")


def listed_hexes(game):
    return [game.board.map.numbers[a.path[-1]] for a in listed(game, "retreat")]


@rule("crt.Dr")
def test_trucks_go_back_and_supply_units_stay():
    """Who cannot move by himself is left behind, and does not keep the attacker out."""
    units = {G15: WEST, G10: WEST, CA5: HEX, TRUCK: HEX, SUPPLY: HEX}
    game = fight(units, dice=[4], phase="german-combat")
    attack_through(game, HEX, G15, G10)  # 25 to 6: 4-1
    drive(game)
    assert hex_of(game, CA5) != HEX and hex_of(game, TRUCK) != HEX and hex_of(game, SUPPLY) == HEX
    advance(game, G10, HEX)
    assert hex_of(game, G10) == HEX and gone(game, SUPPLY)


@rule("crt.Dr", "crt.Ar")
def test_on_the_map_germans_go_back_toward_edge_a():
    """Three ways are open; the one toward Germany is a hex shorter."""
    game = fight({US13: WEST, G3: HEX}, dice=[5])
    attack(game, HEX, US13, column="3-1")
    assert asked(game) == "advance-after-combat allied"
    assert hex_of(game, G3) == EAST


# ------------------------------------------------------------------ no way back
@rule("combat.J", "zoc.L")
def test_no_retreat_into_an_enemy_zone():
    """Allies west, south-west and north-west: their zones cover all but 2421."""
    units = {US13: WEST, US11: "2323", US9: "2523", G3: HEX}
    game = fight(units, dice=[5])
    assert result(attack(game, HEX, US13, column="3-1")) == "Dr"
    assert hex_of(game, G3) == EAST


@rule("combat.J", "zoc.L")
def test_friends_do_not_open_an_enemy_zone():
    """2421 is covered too, and a German stands in it: who is driven back there is destroyed."""
    units = {US13: WEST, US11: "2323", US9: "2523", US16: "2321", G3: HEX, G4: EAST}
    game = fight(units, dice=[5])
    attack(game, HEX, US13, column="3-1")
    assert gone(game, G3) and hex_of(game, G4) == EAST
    twin = {**units, US16: "2320"}
    game = fight(twin, dice=[5])
    attack(game, HEX, US13, column="3-1")
    assert hex_of(game, G3) == EAST


@rule("combat.J", "tec.sea_hex-side")
def test_no_retreat_over_the_sea():
    units = {US13: WEST, US11: "2323", US9: "2523", G3: HEX}
    game = fight(units, dice=[5], on=ground(rivers=[(HEX, EAST, "all-sea")]))
    attack(game, HEX, US13, column="3-1")
    assert gone(game, G3)


@rule("crt.Dr", "stacking.M")
def test_a_fourth_unit_is_destroyed_and_the_mover_names_it():
    """Three driven back into 2421, where one stands: two go, one is destroyed, as the attacker says."""
    units = {US17: WEST, US11: "2323", US9: "2523", G3: HEX, G2: HEX, G1: HEX, G4: EAST}
    game = fight(units, dice=[5])
    assert result(attack(game, HEX, US17, US11)) == "Dr"  # 28 to 6: 4-1
    assert asked(game) == "no-way-back allied"
    assert refused(game, "lose", unit=G4).rule == "crt.Dr"
    do(game, "lose", unit=G3)
    drive(game)
    assert gone(game, G3) and {hex_of(game, u) for u in (G2, G1, G4)} == {EAST}


@rule("crt.Ar")
def test_attackers_without_a_way_are_destroyed():
    ring = {G10: HEX, G4: "2322", G3: "2523"}
    units = {CA5: WEST, **ring, G2: "2425", G1: "2525", G5: "2325"}
    game = fight(units, dice=[6])
    assert result(attack(game, HEX, CA5)) == "Ar"  # 5 to 10: 1-2
    assert gone(game, CA5)
    del units[G2], units[G1], units[G5]
    game = fight(units, dice=[6])
    attack(game, HEX, CA5)
    drive(game)
    assert not gone(game, CA5) and hex_of(game, CA5) != WEST


def note(game, unit):
    return game.state.note("surrounded", unit)


@rule("crt.De", "crt.Ae")
def test_who_falls_surrounded_is_remembered():
    men = dict(zip((US9, US11, US13, US13F, US16, US17), AROUND, strict=True))
    game = fight({**men, G2: HEX}, dice=[6])
    attack(game, HEX, US17, US16)
    assert gone(game, G2) and note(game, G2)
    del men[US9]
    game = fight({**men, G2: HEX}, dice=[6])
    attack(game, HEX, US17, US16)
    assert gone(game, G2) and not note(game, G2)


# ------------------------------------------------------------------ disruption
def shaken(dice=(), **units):
    """US13 attacks G4 at 3-1 and is disrupted, while G4 goes back."""
    game = fight({US13: WEST, G4: HEX, **units}, dice=[2, *dice])
    assert result(attack(game, HEX, US13)) == "Ad-Dr"
    drive(game)
    return game


@rule("crt.Ad")
def test_disrupted_units_do_not_advance():
    game = shaken()
    assert game.state.marker("disrupted", US13) and asked(game) == "combat-phase allied"
    assert hex_of(game, US13) == WEST


@rule("crt.Ad")
def test_a_disrupted_unit_stays_through_both_movement_phases():
    game = shaken(**{US11: "2427", US17: "2526"})
    play_to(game, "movement-phase allied")
    assert phase(game) == "allied-mechanized"
    refusal = refused(game, "take", unit=US13)
    assert refusal.rule == "crt.Ad" and "disrupted" in refusal.reason
    do(game, "take", unit=US17)
    do(game, "put-down")
    play_to_phase(game, "allied-movement")
    assert game.state.turn == 4 and refused(game, "take", unit=US13).rule == "crt.Ad"
    play_to_phase(game, "allied-combat")
    assert not game.state.marker("disrupted", US13)
    play_to_phase(game, "allied-mechanized")
    do(game, "take", unit=US13)


@rule("crt.Ad")
def test_a_disrupted_unit_defends_at_half_in_the_enemy_phase():
    game = shaken()
    play_to_phase(game, "german-combat")
    odds = weighed(game, WEST, G4)
    factors = [f for u in odds.units if u.unit == US13 for f in u.factors]
    assert [f.multiplier for f in factors if f.rule == "crt.Ad"] == [Fraction(1, 2)]
    play_to_phase(game, "allied-combat")
    play_to_phase(game, "german-combat")
    odds = weighed(game, WEST, G4)
    assert not [f for u in odds.units for f in u.factors if f.rule == "crt.Ad"]


@rule("crt.Ad")
def test_a_disrupted_unit_keeps_its_zone_and_may_attack_in_its_next_phase():
    game = shaken()
    assert US13 in game.ask("zoc", side="allied")[HEX]
    play_to_phase(game, "allied-combat")
    hex = game.state.units[G4].hex
    free = game.board.rules.may_attack(game.state, game.state.units[US13], (hex,), None)
    assert "crt.Ad" not in {r.rule for r in free}


@rule("crt.Ad")
def test_a_disrupted_unit_is_not_carried_away():
    for marker in (0, 1):
        game = fight({TRUCK: WEST, US11: WEST, G3: "2918"}, phase="allied-movement")
        for event in (Removed(US11, aboard=TRUCK), Marked("disrupted", US11, marker)):
            game.state = apply(game.state, event)
        if marker:
            assert refused(game, "move", unit=TRUCK, to="2424").rule == "crt.Ad"
        else:
            do(game, "move", unit=TRUCK, to="2424")
            assert hex_of(game, TRUCK) == "2424"


@rule("crt.Ad")
def test_by_an_option_it_may_not_attack_in_its_next_phase():
    game = fight({US13: WEST, G4: HEX}, dice=[2], options={"disrupted-attack": "may-not"})
    attack(game, HEX, US13)
    drive(game)
    play_to_phase(game, "allied-combat")
    hex = game.state.units[G4].hex
    barred = game.board.rules.may_attack(game.state, game.state.units[US13], (hex,), None)
    assert "crt.Ad" in {r.rule for r in barred}
    play_to_phase(game, "german-combat")
    assert not game.state.marker("recovering", US13) and not game.state.marker("disrupted", US13)


def phase(game):
    return game.board.sequence.phases[game.state.phase].id


def play_to(game, question):
    """Say `done` to everything until a question is asked."""
    for _ in range(60):
        if asked(game) == question:
            return
        settle(game)
    raise AssertionError(f"{question} is never asked")


def play_to_phase(game, id):
    """Say `done` to everything until a phase is reached (the next one of that name)."""
    settle(game)
    for _ in range(200):
        if phase(game) == id and game.decision is not None:
            return
        settle(game)
    raise AssertionError(f"{id} is never reached")


def settle(game):
    """The answer that changes least."""
    actions = game.legal_actions()
    done = [a for a in actions if a.kind in ("done", "put-down")]
    game.submit((done or actions)[0])


# ------------------------------------------------------------------ advance
@rule("combat.K")
def test_attackers_may_advance_into_the_cleared_hex_or_stay():
    for goes in (True, False):
        game = fight({US17: WEST, US16: WEST, G3: HEX}, dice=[6])
        attack(game, HEX, US17, US16)
        assert asked(game) == "advance-after-combat allied"
        if goes:
            advance(game, US17, HEX)
        do(game, "done")
        assert hex_of(game, US17) == (HEX if goes else WEST) and hex_of(game, US16) == WEST


@rule("combat.K")
def test_three_units_advance_and_no_more():
    units = {US17: WEST, US16: WEST, US13: "2323", US11: "2323", G15: HEX}
    game = fight(units, dice=[6])
    assert result(attack(game, HEX, US17, US16, US13, US11)) == "Dr"  # 57 to 15: 3-1
    drive(game)
    advance(game, [US17, US16], HEX)
    advance(game, US13, HEX)
    if asked(game) == "advance-after-combat allied":
        assert refused(game, "advance", unit=US11, path=[HEX]).rule == "combat.K"
    assert hex_of(game, US11) == "2323"
    found = game.board.rules.may_advance(
        game.state, (game.state.units[US11],), (game.board.map.hex(HEX),), last(game)
    )
    assert "combat.K" in {r.rule for r in found}


def last(game):
    """The combat just fought, as it was."""
    return Combat(0, "attack", "allied", (game.board.map.hex(HEX),), (US17, US16, US13, US11), (G15,))


@rule("combat.K")
def test_an_advance_is_one_hex():
    game = fight({US17: WEST, US16: WEST, G3: HEX}, dice=[6])
    attack(game, HEX, US17, US16)
    refusal = refused(game, "advance", unit=US17, path=[HEX, EAST])
    assert refusal.rule == "combat.K" and HEX in refusal.reason
    advance(game, US17, HEX)


@rule("combat.K")
def test_only_units_of_the_combat_advance():
    game = fight({US17: WEST, US16: WEST, US11: "2323", G3: HEX}, dice=[6])
    attack(game, HEX, US17, US16)
    assert refused(game, "advance", unit=US11, path=[HEX]).rule == "combat.K"
    advance(game, US16, HEX)


@rule("combat.K")
def test_no_advance_into_a_hex_that_is_not_cleared():
    game = fight({CA5: WEST, US11: WEST, G15: HEX}, dice=[1])
    attack(game, HEX, CA5)
    assert gone(game, CA5) and asked(game) == "combat-phase allied"


@rule("combat.K")
def test_the_defender_advances_where_the_attackers_left():
    game = fight({CA5: WEST, G15: HEX}, dice=[1])
    attack(game, HEX, CA5)
    assert asked(game) == "advance-after-combat german"
    advance(game, G15, WEST)
    assert hex_of(game, G15) == WEST


@rule("combat.K", "crt.Ar")
def test_the_defender_advances_after_ar_unless_someone_stood_by():
    for bystander in (False, True):
        units = {US13: WEST, G8: HEX, **({US11: WEST} if bystander else {})}
        game = fight(units, dice=[3])
        assert result(attack(game, HEX, US13)) == "Ar"
        drive(game)
        if bystander:
            assert asked(game) == "combat-phase allied"
        else:
            advance(game, G8, WEST)
            assert hex_of(game, G8) == WEST


@rule("combat.K")
def test_an_advance_goes_into_an_enemy_zone_and_over_a_river():
    rivers = [(WEST, HEX, "river")]
    units = {US17: WEST, US16: WEST, US13: "2323", G3: HEX, G15: EAST}
    game = fight(units, dice=[6], on=ground(rivers=rivers))
    assert result(attack(game, HEX, US17, US16, US13)) == "De"
    assert HEX in game.ask("zoc", side="german")
    advance(game, US17, HEX)
    assert hex_of(game, US17) == HEX


@rule("combat.E")
def test_a_unit_joins_an_attack_once():
    game = fight({US13: WEST, US11: WEST, G3: HEX})
    do(game, "declare", targets=[HEX])
    do(game, "add-attacker", unit=US13)
    assert refused(game, "add-attacker", unit=US13).rule == "combat.E"
    do(game, "add-attacker", unit=US11)


@rule("crt.Ar", "combat.J")
def test_attackers_of_two_hexes_go_back_each_from_his_own():
    game = fight({US9: WEST, CA5: "2323", G10: HEX}, dice=[3])
    assert result(attack(game, HEX, US9, CA5)) == "Ar"  # 14 to 10: 1-1
    drive(game)
    m = game.board.map
    assert m.distance(game.state.units[US9].hex, m.hex(WEST)) == 1
    assert m.distance(game.state.units[CA5].hex, m.hex("2323")) == 1
    assert all(m.distance(game.state.units[u].hex, m.hex(HEX)) == 2 for u in (US9, CA5))


@rule("combat.K")
def test_the_advance_comes_before_the_next_attack():
    game = fight({US17: WEST, US16: WEST, US11: "2320", G3: HEX, G4: "2319"}, dice=[6])
    attack(game, HEX, US17, US16)
    assert refused(game, "declare", targets=["2319"]).rule == "combat.K"
    do(game, "done")
    do(game, "declare", targets=["2319"])


# ------------------------------------------------------------------ what players and questions hear
@rule("crt.table")
def test_the_odds_say_what_the_words_do():
    game = fight({US16: WEST, US9: WEST, G5: HEX})
    found = game.ask("odds", target=[HEX], attackers=[US16, US9])  # 25 to 5: 5-1
    assert (found["ratio"], found["column"]) == ("25-5", "5-1")
    words = [o["result"] for o in found["outcomes"]]
    assert words == ["Ad-Dr", "Ad-Dr", "Dr", "Dr", "Dr", "Ex"]
    assert all(o["probability"] == "1/6" for o in found["outcomes"])
    expected = found["expected"]
    assert expected["eliminated"] == {"attacker": "0", "defender": "0"}
    assert expected["exchanged"] == {"attacker": "1/6", "defender": "1/6"}
    assert expected["retreated"] == {"attacker": "0", "defender": "5/6"}
    assert expected["disrupted"] == {"attacker": "1/3", "defender": "0"}
    assert expected["defender_points"] == "5/6" and expected["attacker_points"] == "3/2"
    assert expected["hex_taken"] == {"least": "2/3", "most": "2/3"}
    lower = game.ask("odds", target=[HEX], attackers=[US16, US9], support={"column": "1-1"})
    assert lower["final_column"] == "1-1" and lower["expected"]["eliminated"]["attacker"] == "1/3"


@rule("crt.table")
def test_a_computer_player_prices_the_words():
    game = fight({US16: WEST, US17: WEST, G3: HEX, CA5: "2425", G15: "2426"})
    eyes = Appraisal(game.state, "allied")
    good = promise(game.state, eyes, drawn(game.state, "allied", game.board.map.hex(HEX), (US16, US17)))
    bad = promise(game.state, eyes, drawn(game.state, "allied", game.board.map.hex("2426"), (CA5,)))
    assert good.worth > 0 > bad.worth
