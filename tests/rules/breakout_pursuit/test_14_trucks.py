"""Trucks: what they carry, what boarding costs, and how they and their cargo fight."""

from __future__ import annotations

import pytest
from bp_fights import advance, asked, attack, drive, used, weighed
from bp_marches import price
from bp_supply import (
    DELAY,
    GI,
    INFANTRY,
    LORRIED,
    MORE_GI,
    PANZER,
    PARAS,
    SECOND_TRUCK,
    SUPPLY,
    TANKS,
    THIRD_TRUCK,
    TRUCK,
    UK_TANKS,
    WEAK,
    at,
    box,
    judged,
    phase,
    rule,
    state_of,
)
from bp_table import do, hex_of, listed, refused, table

from hexcore.actions import Take
from hexcore.events import Marked, apply
from hexcore.units import Aboard

ON = at(bayeux="2427")
AIRLANDING = "JUL-A042"


def move(units, **more):
    return table(units, "allied-movement", **{"on": ON, **more})


def aboard(game, unit):
    """The Truck a unit is aboard, empty for none."""
    return getattr(game.state.units[unit].place, "carrier", "")


def left(game, unit):
    """Movement points a unit can still spend."""
    return max((a["mp"] for a in game.ask("reach", unit=unit).values()), default=0)


def load(game, unit, truck=TRUCK):
    do(game, "take", unit=truck)
    do(game, "embark", carrier=truck, units=[unit])


# ------------------------------------------------------------------ what it carries
@rule("noncombat.B", "noncombat.general")
@pytest.mark.parametrize("cargo", [GI, PARAS, AIRLANDING, SUPPLY])
def test_a_truck_carries_infantry_paratroops_airlanding_units_and_supply(cargo):
    game = move({TRUCK: "2425", cargo: "2425"}, options={"airlanding": "on"})
    load(game, cargo)
    assert game.state.units[cargo].place == Aboard(TRUCK)
    do(game, "move", unit=TRUCK, path=["2424", "2423"])
    do(game, "disembark", units=[cargo])
    assert hex_of(game, cargo) == "2423"


@rule("noncombat.B")
@pytest.mark.parametrize("cargo", [TANKS, UK_TANKS, LORRIED, SECOND_TRUCK])
def test_nothing_mechanized_or_motorized(cargo):
    game = move({TRUCK: "2425", cargo: "2425", GI: "2425"})
    do(game, "take", unit=TRUCK)
    assert [a.units for a in listed(game, "embark")] == [(GI,)]
    assert refused(game, "embark", carrier=TRUCK, units=[cargo]).rule == "noncombat.B"
    do(game, "embark", carrier=TRUCK, units=[GI])


@rule("noncombat.B")
def test_one_unit_at_a_time():
    game = move({TRUCK: "2425", GI: "2425", SUPPLY: "2425"})
    load(game, SUPPLY)
    assert listed(game, "embark") == []
    refusal = refused(game, "embark", carrier=TRUCK, units=[GI])
    assert refusal.rule == "noncombat.B" and "one unit at a time" in refusal.reason
    do(game, "disembark", units=[SUPPLY])
    do(game, "embark", carrier=TRUCK, units=[GI])
    assert aboard(game, GI) == TRUCK


@rule("noncombat.B")
def test_only_in_the_trucks_own_hex():
    game = move({TRUCK: "2425", GI: "2424"})
    do(game, "take", unit=TRUCK)
    assert refused(game, "embark", carrier=TRUCK, units=[GI]).rule == "noncombat.B"
    do(game, "move", unit=TRUCK, path=["2424"])
    do(game, "embark", carrier=TRUCK, units=[GI])
    assert aboard(game, GI) == TRUCK


@rule("noncombat.B")
def test_it_picks_up_and_sets_down_anywhere_on_its_way():
    """Supply, then infantry, in one move: there is no limit but the points."""
    game = move({TRUCK: "2427", SUPPLY: "2427", GI: "2424"})
    load(game, SUPPLY)
    do(game, "move", unit=TRUCK, path=["2426", "2425"])
    do(game, "disembark", units=[SUPPLY])
    do(game, "move", unit=TRUCK, path=["2424"])
    do(game, "embark", carrier=TRUCK, units=[GI])
    do(game, "move", unit=TRUCK, path=["2423", "2422"])
    do(game, "disembark", units=[GI])
    assert (hex_of(game, SUPPLY), hex_of(game, GI), hex_of(game, TRUCK)) == ("2425", "2422", "2422")
    assert left(game, TRUCK) == 15 - 5 - 5


@rule("noncombat.B")
def test_a_unit_may_board_from_its_own_hand_and_another_be_set_down():
    game = move({TRUCK: "2425", GI: "2425", MORE_GI: "2425"})
    do(game, "take", unit=GI)
    do(game, "embark", carrier=TRUCK, units=[GI])
    do(game, "take", unit=TRUCK)
    assert refused(game, "disembark", units=[MORE_GI]).rule == "noncombat.B"
    do(game, "disembark", units=[GI])
    assert hex_of(game, GI) == "2425"


# ------------------------------------------------------------------ what it costs
@rule("noncombat.C", "errata.allied_truck_units")
def test_boarding_costs_unit_and_truck_five_points_each():
    game = move({TRUCK: "2425", PARAS: "2425"})
    load(game, PARAS)
    assert left(game, TRUCK) == 10
    do(game, "disembark", units=[PARAS])
    do(game, "put-down")
    assert left(game, PARAS) == 1  # of six


@rule("noncombat.C", "errata.allied_truck_units")
def test_the_passenger_must_have_the_five_points():
    fresh = move({TRUCK: "2425", GI: "2425"})
    load(fresh, GI)
    tired = table({TRUCK: "2425", GI: "2425"}, "allied-supply", on=at(bayeux="2020"))
    assert judged(tired, GI) == "unsupplied"  # two points
    do(tired, "take", unit=TRUCK)
    refusal = refused(tired, "embark", carrier=TRUCK, units=[GI])
    assert refusal.rule == "noncombat.C" and "5" in refusal.reason and "2" in refusal.reason


@rule("noncombat.C")
def test_so_must_the_truck():
    game = move({TRUCK: "2427", GI: "2416", SUPPLY: "2416"})
    do(game, "move", unit=TRUCK, path=[f"24{c}" for c in range(26, 15, -1)])  # four points left
    assert refused(game, "embark", carrier=TRUCK, units=[GI]).rule == "noncombat.C"
    do(game, "embark", carrier=TRUCK, units=[SUPPLY])


@rule("errata.allied_truck_units")
def test_a_unit_is_not_carried_time_and_again():
    game = move({TRUCK: "2425", GI: "2425"})
    load(game, GI)
    do(game, "move", unit=TRUCK, path=["2424"])
    do(game, "disembark", units=[GI])
    assert refused(game, "embark", carrier=TRUCK, units=[GI]).rule == "noncombat.C"
    assert aboard(game, GI) == ""


@rule("noncombat.C")
def test_supply_boards_and_everybody_leaves_for_nothing():
    game = move({TRUCK: "2425", SUPPLY: "2425"})
    load(game, SUPPLY)
    assert left(game, TRUCK) == 15
    do(game, "disembark", units=[SUPPLY])
    assert left(game, TRUCK) == 15


@rule("noncombat.D")
def test_cargo_moves_by_the_trucks_allowance():
    game = move({TRUCK: "2427", GI: "2427"})
    load(game, GI)
    path = [f"24{c}" for c in range(26, 16, -1)]  # ten hexes
    do(game, "move", unit=TRUCK, path=path)
    do(game, "disembark", units=[GI])
    assert hex_of(game, GI) == "2417"


@rule("sequence.A4", "noncombat.B")
def test_a_carried_unit_may_spend_what_it_has_left_and_closes_nothing():
    game = move({TRUCK: "2425", PARAS: "2425", SECOND_TRUCK: "2527", THIRD_TRUCK: "2627"})
    load(game, PARAS)
    do(game, "move", unit=TRUCK, path=["2424"])
    do(game, "disembark", units=[PARAS])
    do(game, "move", unit=SECOND_TRUCK, path=["2526"])
    do(game, "move", unit=PARAS, path=["2423"])  # its sixth point
    assert hex_of(game, PARAS) == "2423"
    assert refused(game, "move", unit=THIRD_TRUCK, path=["2626"]).rule == "sequence.A4"


@rule("noncombat.D")
def test_a_carried_unit_has_moved_and_has_no_free_hex():
    from bp_table import ground

    rivers = [("2424", near, "river") for near in ("2423", "2425", "2324", "2325", "2524", "2525")]
    game = move({TRUCK: "2425", PARAS: "2425"}, on=ground(rivers=rivers))
    load(game, PARAS)
    do(game, "move", unit=TRUCK, path=["2424"])
    do(game, "disembark", units=[PARAS])
    do(game, "put-down")
    assert refused(game, "move", unit=PARAS, path=["2423"]).rule == "movement.E"


@rule("noncombat.B")
def test_trucks_load_in_initial_movement_only():
    late = table({TRUCK: "2425", GI: "2425", TANKS: "2422"}, "allied-mechanized", on=ON)
    assert listed(late, "embark") == []
    refused(late, "embark", carrier=TRUCK, units=[GI])


# ------------------------------------------------------------------ zones, supply
@rule("errata.allied_truck_units", "zoc.J")
def test_a_truck_pays_for_zones_as_motorized_units_do():
    game = move({TRUCK: "2425", WEAK: "2423"})
    assert price(game, TRUCK, "2424") == 3
    assert price(game, TRUCK, "2424", "2425") == 5
    assert price(move({TRUCK: "2425"}), TRUCK, "2424") == 1


@rule("errata.allied_truck_units", "noncombat.A")
def test_a_truck_has_a_zone_only_while_it_carries_a_combat_unit():
    def zone_of(cargo):
        game = move({TRUCK: "2425", cargo: "2425"})
        load(game, cargo)
        do(game, "done" if game.decision.kind == "movement-phase" else "put-down")
        while phase(game) == "allied-movement":
            do(game, "done")
        rules = game.board.rules
        return rules.exerts_zoc(game.state, game.state.units[TRUCK]), game.ask("zoc", side="allied")

    carrying, zone = zone_of(GI)
    assert carrying and set(zone) == {"2424", "2426", "2325", "2326", "2525", "2526"}
    assert zone_of(SUPPLY) == (False, {})


@rule("errata.allied_truck_units")
def test_trucks_are_always_supplied():
    game = table({TRUCK: "2919", GI: "2919"}, "allied-supply", on=at(bayeux="2027"))
    assert (judged(game, TRUCK), judged(game, GI)) == ("supplied", "isolated")
    assert left(game, TRUCK) == 15
    assert state_of(game, TRUCK) == "supplied"


@rule("noncombat.A", "delay.A")
def test_delay_zones_hold_trucks_up():
    game = move({TRUCK: "2425", DELAY: "2423"})
    assert price(game, TRUCK, "2424") == 3


# ------------------------------------------------------------------ in combat
@rule("noncombat.A")
def test_a_truck_defends_with_one_and_keeps_germans_out():
    game = table({TRUCK: "2422", SUPPLY: "2422", PANZER: "2421"}, "german-combat")
    assert used(weighed(game, "2422", PANZER), TRUCK) == 1
    moving = table({TRUCK: "2422", SUPPLY: "2422", PANZER: "2421"}, "german-movement")
    refused(moving, "move", unit=PANZER, path=["2422"])
    alone = table({SUPPLY: "2422", PANZER: "2421"}, "german-movement")
    do(alone, "move", unit=PANZER, path=["2422"])


@rule("noncombat.A")
def test_a_truck_never_attacks():
    game = table({TRUCK: "2422", GI: "2422", WEAK: "2421"}, "allied-combat")
    do(game, "declare", targets=["2421"])
    refusal = refused(game, "add-attacker", unit=TRUCK)
    assert refusal.rule == "noncombat.A"
    do(game, "add-attacker", unit=GI)


@rule("noncombat.D", "errata.allied_truck_units")
def test_a_passenger_attacks_with_its_own_strength_from_the_truck():
    game = move({TRUCK: "2425", GI: "2425", INFANTRY: "2421"})
    load(game, GI)
    do(game, "move", unit=TRUCK, path=["2424", "2423", "2422"])
    while phase(game) == "allied-movement":
        do(game, "done" if game.decision.kind == "movement-phase" else "put-down")
    assert (phase(game), hex_of(game, GI)) == ("allied-combat", "2422")
    assert weighed(game, "2421", GI).attack == 11
    do(game, "declare", targets=["2421"])
    do(game, "add-attacker", unit=GI)


@rule("noncombat.D", "errata.allied_truck_units")
def test_defending_the_truck_adds_one_to_its_passenger():
    game = table({TRUCK: "2422", GI: "2422", PANZER: "2421"}, "german-combat", on=ON)
    odds = weighed(game, "2422", PANZER)
    assert odds.defence == 12


@rule("noncombat.D")
def test_a_passenger_that_stays_aboard_rides_on_in_the_next_turn_for_nothing():
    game = move({TRUCK: "2425", GI: "2425"})
    load(game, GI)
    for _ in range(40):
        if phase(game) == "allied-movement" and game.state.turn == 4:
            break
        kind = game.decision.kind
        do(game, "put-down" if kind == "in-hand" else "done")
    assert aboard(game, GI) == TRUCK
    do(game, "take", unit=TRUCK)
    assert left(game, TRUCK) == 15
    do(game, "disembark", units=[GI])
    assert hex_of(game, GI) == "2425"


@rule("errata.allied_truck_units")
def test_a_truck_does_not_advance_after_combat():
    units = {TRUCK: "2422", GI: "2422", WEAK: "2421"}
    game = table(units, "german-combat", on=ON, dice=[2])
    attack(game, "2422", WEAK)  # 1 to 12: Ae
    assert asked(game) == "advance-after-combat allied"
    assert [a.units for a in listed(game, "advance")] == [(GI,)]
    refusal = refused(game, "advance", units=[TRUCK], path=["2421"])
    assert refusal.rule == "errata.allied_truck_units" and "Truck" in refusal.reason
    advance(game, GI, "2421")
    assert (hex_of(game, GI), hex_of(game, TRUCK)) == ("2421", "2422")


@rule("noncombat.D")
def test_supply_carried_goes_back_with_its_truck():
    def driven_back(*, loaded):
        game = move({TRUCK: "2422", SUPPLY: "2422", WEAK: "2420"}, dice=[6])
        if loaded:
            load(game, SUPPLY)
        while phase(game) != "german-combat":
            do(game, "put-down" if game.decision.kind == "in-hand" else "done")
            if phase(game) == "german-movement" and hex_of(game, WEAK) == "2420":
                do(game, "move", unit=WEAK, path=["2421"])
        attack(game, "2422", WEAK)  # 1 to 1: Ad-Dr
        drive(game)
        return hex_of(game, TRUCK), hex_of(game, SUPPLY)

    truck, supply = driven_back(loaded=True)
    assert truck == supply != "2422"
    truck, supply = driven_back(loaded=False)
    assert truck != supply == "2422"


# ------------------------------------------------------------------ interplay
@rule("noncombat.B", "crt.Ad")
def test_a_disrupted_unit_is_not_picked_up():
    game = move({TRUCK: "2425", GI: "2425", MORE_GI: "2425"})
    game.state = apply(game.state, Marked("disrupted", GI))
    do(game, "take", unit=TRUCK)
    assert [a.units for a in listed(game, "embark")] == [(MORE_GI,)]
    assert refused(game, "embark", carrier=TRUCK, units=[GI]).rule == "crt.Ad"
    do(game, "embark", carrier=TRUCK, units=[MORE_GI])


@rule("supply.G", "noncombat.K.3")
def test_a_supply_unit_in_its_truck_is_a_source_where_the_truck_stands():
    game = move({TRUCK: "2927", SUPPLY: "2927", GI: "2922"}, on=at(bayeux="2018"))
    load(game, SUPPLY)
    do(game, "move", unit=TRUCK, path=["2926", "2925"])
    told = game.ask("supply", unit=GI)[GI]["spending"]
    assert told == {SUPPLY: {"state": "supplied", "length": 3}}
    do(game, "put-down")
    while phase(game) != "allied-supply":
        do(game, "done")
    do(game, "commit", what="supply", unit=SUPPLY)
    assert judged(game, GI) == "supplied" and box(game, SUPPLY) == "expended"


@rule("noncombat.D", "supply.K")
def test_a_passenger_is_judged_for_itself_not_by_its_truck():
    game = move({TRUCK: "2927", GI: "2927"}, on=at(bayeux="2018"))
    load(game, GI)
    do(game, "put-down")
    while game.state.turn == 3 or phase(game) != "allied-movement":
        do(game, "done")
    assert judged(game, GI) == "isolated" and left(game, TRUCK) == 15


@rule("special.A")
def test_trucks_and_supply_stand_still_too_where_nobody_moves_first():
    def taken(scenario, unit):
        units = {TRUCK: "2425", SUPPLY: "2425", GI: "2422"}
        game = table(units, "allied-movement", on=ON, scenario=scenario, turn=1)
        return game.refusal(Take((unit,)))

    assert {taken("1.1", unit).rule for unit in (TRUCK, SUPPLY)} == {"special.A"}
    assert taken("1.4", TRUCK) is None and taken("1.4", SUPPLY) is None
