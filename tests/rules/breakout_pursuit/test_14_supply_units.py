"""Supply units: landed or withheld, moved by pipeline, shuttle and Truck, taken by the enemy."""

from __future__ import annotations

import pytest
from bp_fights import advance, attack, drive, finish
from bp_supply import (
    GI,
    INFANTRY,
    LANDED,
    LANDED_NEXT,
    MORE_GI,
    MORE_SUPPLY,
    PANZER,
    PIPES,
    SECOND_TRUCK,
    SUPPLY,
    TANKS,
    THIRD_TRUCK,
    TRUCK,
    WEAK,
    at,
    box,
    coast,
    moved,
    phase,
    rule,
)
from bp_table import do, ground, hex_of, listed, refused, table

ON = at(bayeux="2427")
CHAIN = dict(zip(PIPES, ("2427", "2426", "2425", "2424"), strict=False))


def move(units, **more):
    return table(units, "allied-movement", **{"on": ON, **more})


# ------------------------------------------------------------------ landed
@rule("noncombat.J", "noncombat.procedure")
def test_supply_lands_on_bayeux_cherbourg_and_the_active_pipeline():
    gap = {**{k: v for k, v in CHAIN.items() if v != "2425"}, LANDED: "arrivals"}
    on = at(bayeux="2427", cherbourg="2019")
    game = table(gap, "allied-reinforcement", on=on)
    numbers = game.board.map.numbers
    assert {numbers[a.hex] for a in listed(game, "place")} == {"2427", "2426", "2019"}
    refusal = refused(game, "place", unit=LANDED, hex="2424")  # inactive: nothing joins it to Bayeux
    assert refusal.rule == "noncombat.J" and "2424" in refusal.reason
    do(game, "place", unit=LANDED, hex="2426")
    assert hex_of(game, LANDED) == "2426"


@rule("noncombat.J")
def test_a_supply_unit_may_be_withheld_and_landed_in_any_later_turn():
    game = table({LANDED: "arrivals", GI: "2422"}, "allied-reinforcement", on=ON)
    do(game, "done")
    assert box(game, LANDED) == "staging"
    later = table({LANDED: "staging"}, "allied-reinforcement", on=ON, turn=5)
    do(later, "place", unit=LANDED, hex="2427")
    assert hex_of(later, LANDED) == "2427"


@rule("noncombat.J")
def test_not_before_its_turn_and_not_among_germans():
    early = table({LANDED: "arrivals", LANDED_NEXT: "arrivals"}, "allied-reinforcement", on=ON)
    assert refused(early, "place", unit=LANDED_NEXT, hex="2427").rule == "noncombat.J"
    do(early, "place", unit=LANDED, hex="2427")
    held = table({LANDED: "arrivals", WEAK: "2427"}, "allied-reinforcement", on=ON)
    assert refused(held, "place", unit=LANDED, hex="2427").rule == "noncombat.J"


@rule("noncombat.J")
def test_other_units_are_not_landed_so():
    game = table({LANDED: "arrivals", GI: "arrivals"}, "allied-reinforcement", on=ON)
    refused(game, "place", unit=GI, hex="2427")
    do(game, "place", unit=LANDED, hex="2427")


# ------------------------------------------------------------------ no movement of their own
@rule("noncombat.K")
def test_a_supply_unit_does_not_march():
    game = move({SUPPLY: "2422", TRUCK: "2420"})
    refusal = refused(game, "move", unit=SUPPLY, path=["2421"])
    assert refusal.rule == "noncombat.K" and "Truck" in refusal.reason
    do(game, "take", unit=SUPPLY)
    assert listed(game, "move") == []
    do(game, "commit", what="shuttle", unit=TRUCK)
    assert hex_of(game, SUPPLY) == "2420"


@rule("errata.allied_supply_units")
@pytest.mark.parametrize("when", ["allied-mechanized"])
def test_they_move_in_initial_movement_only(when):
    late = table({SUPPLY: "2422", TRUCK: "2420", TANKS: "2522"}, when, on=ON)
    assert refused(late, "take", unit=SUPPLY).rule == "errata.allied_supply_units"
    early = move({SUPPLY: "2422", TRUCK: "2420"})
    do(early, "take", unit=SUPPLY)


@rule("noncombat.K")
def test_an_order_without_a_goal_is_refused():
    game = move({SUPPLY: "2427", **CHAIN, TRUCK: "2420"})
    do(game, "take", unit=SUPPLY)
    assert refused(game, "commit", what="shuttle").rule == "noncombat.K"
    assert refused(game, "commit", what="pipeline").rule == "noncombat.K"
    do(game, "commit", what="pipeline", hex="2424")


# ------------------------------------------------------------------ along the pipeline
@rule("noncombat.K.2", "errata.allied_supply_units.1")
def test_any_distance_along_the_chain():
    game = move({SUPPLY: "2427", **CHAIN})
    do(game, "take", unit=SUPPLY)
    do(game, "commit", what="pipeline", hex="2424")
    assert hex_of(game, SUPPLY) == "2424"


@rule("noncombat.K.2")
def test_only_from_and_to_active_pipeline_units():
    game = move({SUPPLY: "2427", MORE_SUPPLY: "2423", **{k: v for k, v in CHAIN.items() if v != "2425"}})
    do(game, "take", unit=SUPPLY)
    assert refused(game, "commit", what="pipeline", hex="2424").rule == "noncombat.K.2"
    do(game, "commit", what="pipeline", hex="2426")
    do(game, "put-down")
    do(game, "take", unit=MORE_SUPPLY)
    refusal = refused(game, "commit", what="pipeline", hex="2426")
    assert refusal.rule == "noncombat.K.2" and "2423" in refusal.reason


@rule("errata.allied_supply_units.1")
def test_any_number_of_supply_units_use_the_pipeline():
    game = move({SUPPLY: "2427", MORE_SUPPLY: "2427", LANDED: "2426", **CHAIN})
    for unit in (SUPPLY, MORE_SUPPLY, LANDED):
        do(game, "take", unit=unit)
        do(game, "commit", what="pipeline", hex="2424")
    assert {hex_of(game, u) for u in (SUPPLY, MORE_SUPPLY, LANDED)} == {"2424"}


@rule("noncombat.K.2")
def test_germans_beside_the_chain_do_not_stop_it():
    game = move({SUPPLY: "2427", **CHAIN, INFANTRY: "2325"})
    do(game, "take", unit=SUPPLY)
    do(game, "commit", what="pipeline", hex="2424")
    assert hex_of(game, SUPPLY) == "2424"


@rule("movement.procedure")
def test_a_supply_unit_put_down_after_an_order_has_had_it():
    game = move({SUPPLY: "2427", **CHAIN, TRUCK: "2422", SECOND_TRUCK: "2924"})
    do(game, "take", unit=SUPPLY)
    do(game, "commit", what="pipeline", hex="2424")
    do(game, "commit", what="shuttle", unit=TRUCK)  # still in hand: orders combine
    do(game, "put-down")
    assert refused(game, "take", unit=SUPPLY).rule == "movement.procedure"


# ------------------------------------------------------------------ by shuttle
@rule("noncombat.K.1", "errata.allied_supply_units.2")
@pytest.mark.parametrize(("from_", "goes"), [("2428", True), ("2429", False)])
def test_ten_hexes_to_a_truck_and_no_more(from_, goes):
    game = move({SUPPLY: from_, TRUCK: "2418"})
    do(game, "take", unit=SUPPLY)
    if goes:
        do(game, "commit", what="shuttle", unit=TRUCK)
        assert hex_of(game, SUPPLY) == "2418"
    else:
        assert refused(game, "commit", what="shuttle", unit=TRUCK).rule == "noncombat.K.1"


@rule("noncombat.K.1")
def test_over_any_ground_at_no_other_cost():
    hard = {f"24{c}": "rough west-wall" for c in range(19, 27)}
    rivers = [(f"24{c}", f"24{c - 1}", "river") for c in range(20, 27)]
    game = move({SUPPLY: "2427", TRUCK: "2418"}, on=moved(ground(terrain=hard, rivers=rivers), bayeux="2027"))
    do(game, "take", unit=SUPPLY)
    do(game, "commit", what="shuttle", unit=TRUCK)
    assert hex_of(game, SUPPLY) == "2418"


@rule("noncombat.K.1")
def test_not_through_germans_or_their_zones():
    straight = move({SUPPLY: "2428", TRUCK: "2418"})
    do(straight, "take", unit=SUPPLY)
    do(straight, "commit", what="shuttle", unit=TRUCK)
    round_about = move({SUPPLY: "2428", TRUCK: "2418", INFANTRY: "2422"})
    do(round_about, "take", unit=SUPPLY)
    assert refused(round_about, "commit", what="shuttle", unit=TRUCK).rule == "noncombat.K.1"
    beset = move({SUPPLY: "2425", TRUCK: "2421", INFANTRY: "2420"})
    do(beset, "take", unit=SUPPLY)
    assert refused(beset, "commit", what="shuttle", unit=TRUCK).rule == "noncombat.K.1"


@rule("noncombat.K.1")
def test_to_an_active_pipeline_unit_without_a_truck():
    game = move({SUPPLY: "2421", **CHAIN})
    do(game, "take", unit=SUPPLY)
    assert refused(game, "commit", what="shuttle", hex="2422").rule == "noncombat.K.1"
    do(game, "commit", what="shuttle", hex="2424")
    assert hex_of(game, SUPPLY) == "2424"


@rule("errata.allied_supply_units.2")
def test_ten_hexes_are_for_the_whole_phase():
    game = move({SUPPLY: "2427", TRUCK: "2421", SECOND_TRUCK: "2418", THIRD_TRUCK: "2817"})
    do(game, "take", unit=SUPPLY)
    do(game, "commit", what="shuttle", unit=TRUCK)  # six
    refusal = refused(game, "commit", what="shuttle", unit=THIRD_TRUCK)
    assert refusal.rule == "noncombat.K.1" and "4 are left" in refusal.reason
    do(game, "commit", what="shuttle", unit=SECOND_TRUCK)
    assert hex_of(game, SUPPLY) == "2418"


@rule("errata.allied_supply_units.2")
def test_a_truck_that_shuttles_stands_still():
    game = move({SUPPLY: "2425", TRUCK: "2420", SECOND_TRUCK: "2520"})
    do(game, "take", unit=SUPPLY)
    do(game, "commit", what="shuttle", unit=TRUCK)
    do(game, "put-down")
    assert refused(game, "move", unit=TRUCK, path=["2419"]).rule == "errata.allied_supply_units.2"
    do(game, "move", unit=SECOND_TRUCK, path=["2519"])


@rule("errata.allied_supply_units.2")
def test_a_truck_that_has_moved_does_not_shuttle():
    game = move({SUPPLY: "2425", TRUCK: "2420", SECOND_TRUCK: "2521"})
    do(game, "move", unit=TRUCK, path=["2421"])
    do(game, "put-down")
    do(game, "take", unit=SUPPLY)
    refusal = refused(game, "commit", what="shuttle", unit=TRUCK)
    assert refusal.rule == "errata.allied_supply_units.2" and "2421" in refusal.reason
    do(game, "commit", what="shuttle", unit=SECOND_TRUCK)


@rule("errata.allied_supply_units.2")
def test_one_truck_serves_several_supply_units():
    game = move({SUPPLY: "2425", MORE_SUPPLY: "2424", TRUCK: "2420"})
    for unit in (SUPPLY, MORE_SUPPLY):
        do(game, "take", unit=unit)
        do(game, "commit", what="shuttle", unit=TRUCK)
    assert hex_of(game, SUPPLY) == hex_of(game, MORE_SUPPLY) == "2420"


# ------------------------------------------------------------------ in a Truck
@rule("noncombat.K.3", "errata.allied_supply_units.3")
def test_a_truck_carries_a_supply_unit_for_nothing():
    game = move({SUPPLY: "2427", TRUCK: "2427"}, on=at(bayeux="2918"))
    do(game, "take", unit=TRUCK)
    do(game, "embark", carrier=TRUCK, units=[SUPPLY])
    do(game, "move", unit=TRUCK, path=[f"24{c}" for c in range(26, 17, -1)])
    do(game, "disembark", units=[SUPPLY])
    assert hex_of(game, SUPPLY) == "2418"
    do(game, "move", unit=TRUCK, path=["2417", "2416", "2415"])  # the points left
    assert hex_of(game, TRUCK) == "2415"


@rule("errata.allied_supply_units.3")
def test_never_by_a_second_truck_in_one_phase():
    game = move({SUPPLY: "2427", TRUCK: "2427", SECOND_TRUCK: "2425"})
    do(game, "take", unit=TRUCK)
    do(game, "embark", carrier=TRUCK, units=[SUPPLY])
    do(game, "move", unit=TRUCK, path=["2426", "2425"])
    do(game, "disembark", units=[SUPPLY])
    do(game, "take", unit=SECOND_TRUCK)
    assert listed(game, "embark") == []
    refusal = refused(game, "embark", carrier=SECOND_TRUCK, units=[SUPPLY])
    assert refusal.rule == "errata.allied_supply_units.3"
    fresh = move({SUPPLY: "2425", SECOND_TRUCK: "2425"})
    do(fresh, "embark", carrier=SECOND_TRUCK, units=[SUPPLY])


@rule("errata.allied_supply_units.1")
def test_shuttle_and_transfer_are_never_combined():
    game = move({SUPPLY: "2427", TRUCK: "2424", SECOND_TRUCK: "2424"})
    do(game, "take", unit=SUPPLY)
    do(game, "commit", what="shuttle", unit=TRUCK)
    assert (
        refused(game, "embark", carrier=SECOND_TRUCK, units=[SUPPLY]).rule == "errata.allied_supply_units.1"
    )
    other = move({SUPPLY: "2427", TRUCK: "2427", SECOND_TRUCK: "2423"})
    do(other, "take", unit=TRUCK)
    do(other, "embark", carrier=TRUCK, units=[SUPPLY])
    do(other, "move", unit=TRUCK, path=["2426"])
    do(other, "disembark", units=[SUPPLY])
    do(other, "take", unit=SUPPLY)
    assert refused(other, "commit", what="shuttle", unit=SECOND_TRUCK).rule == "errata.allied_supply_units.1"


@rule("errata.allied_supply_units.1")
def test_the_pipeline_goes_with_either():
    game = move({SUPPLY: "2427", **CHAIN, TRUCK: "2424"})
    do(game, "take", unit=SUPPLY)
    do(game, "commit", what="pipeline", hex="2424")
    do(game, "embark", carrier=TRUCK, units=[SUPPLY])
    do(game, "move", unit=TRUCK, path=["2423"])
    do(game, "disembark", units=[SUPPLY])
    assert hex_of(game, SUPPLY) == "2423"
    shuttle = move({SUPPLY: "2427", **CHAIN, TRUCK: "2418"})
    do(shuttle, "take", unit=SUPPLY)
    do(shuttle, "commit", what="pipeline", hex="2424")
    do(shuttle, "commit", what="shuttle", unit=TRUCK)
    assert hex_of(shuttle, SUPPLY) == "2418"


# ------------------------------------------------------------------ lost
@rule("errata.allied_supply_units.loss")
def test_a_german_who_enters_its_hex_takes_a_supply_unit():
    game = table({SUPPLY: "2422", MORE_SUPPLY: "2522", PANZER: "2424"}, "german-movement", on=ON)
    do(game, "move", unit=PANZER, path=["2423", "2422"])
    assert box(game, SUPPLY) == "eliminated" and hex_of(game, MORE_SUPPLY) == "2522"
    do(game, "move", unit=PANZER, path=["2421"])
    assert hex_of(game, PANZER) == "2421"


@rule("errata.allied_supply_units.loss", "noncombat.A")
def test_a_supply_unit_with_a_guard_is_safe_from_being_walked_over():
    game = table({SUPPLY: "2422", TRUCK: "2422", PANZER: "2424"}, "german-movement", on=ON)
    refused(game, "move", unit=PANZER, path=["2423", "2422"])
    do(game, "move", unit=PANZER, path=["2423"])
    assert hex_of(game, SUPPLY) == "2422"


@rule("errata.allied_supply_units.loss")
def test_a_german_advance_takes_what_the_retreat_left():
    def driven_back():
        units = {GI: "2422", SUPPLY: "2422", "JUL-G034": "2421", "JUL-G037": "2421", "JUL-G031": "2522"}
        game = table(units, "german-combat", on=at(bayeux="2427"), dice=[5])
        attack(game, "2422", "JUL-G034", "JUL-G037", "JUL-G031")  # 38 to 11: Dr
        do(game, "commit", what="supply", unit=SUPPLY)
        drive(game)
        return game

    game = driven_back()
    assert hex_of(game, GI) != "2422" and hex_of(game, SUPPLY) == "2422"
    advance(game, "JUL-G034", "2422")
    assert box(game, SUPPLY) == "eliminated"
    spared = driven_back()
    finish(spared)
    assert hex_of(spared, SUPPLY) == "2422"


@rule("errata.allied_supply_units.loss")
def test_it_goes_with_the_last_combat_unit_of_its_hex():
    units = {
        GI: "2422",
        SUPPLY: "2422",
        MORE_GI: "2523",
        MORE_SUPPLY: "2523",
        PANZER: "2421",
        INFANTRY: "2421",
    }
    game = table(units, "allied-combat", on=at(bayeux="2423"), dice=[1])
    attack(game, "2421", GI)  # 11 to 15: Ae
    assert box(game, GI) == "eliminated"
    assert box(game, SUPPLY) == "eliminated" and hex_of(game, MORE_SUPPLY) == "2523"


@rule("errata.allied_supply_units.loss")
@pytest.mark.parametrize("guard", [MORE_GI, TRUCK])
def test_another_combat_unit_or_a_truck_in_the_hex_keeps_it(guard):
    units = {GI: "2422", SUPPLY: "2422", guard: "2422", PANZER: "2421", INFANTRY: "2421"}
    game = table(units, "allied-combat", on=at(bayeux="2423"), dice=[1])
    attack(game, "2421", GI)
    assert box(game, GI) == "eliminated" and hex_of(game, SUPPLY) == "2422"


@rule("terms.non_combat")
def test_non_combat_units_alone_are_not_attacked():
    game = table({SUPPLY: "2422", PANZER: "2421"}, "german-combat", on=coast("2922"))
    refused(game, "declare", targets=["2422"])
    truck = table({SUPPLY: "2422", TRUCK: "2422", PANZER: "2421"}, "german-combat")
    do(truck, "declare", targets=["2422"])
    assert truck.state.combat.defenders == (TRUCK,)
    assert phase(game) == "german-combat"
