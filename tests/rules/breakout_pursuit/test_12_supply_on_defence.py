"""Supply H: when a German attack makes its defenders draw on a Supply unit, and which one."""

from __future__ import annotations

import pytest
from bp_fights import asked, attack, finish, used, weighed
from bp_supply import (
    GI,
    GUARD,
    INFANTRY,
    MORE_GI,
    MORE_SUPPLY,
    NAVAL,
    PANZER,
    SUPPLY,
    TRUCK,
    UK_TANKS,
    WEAK,
    at,
    box,
    coast,
    phase,
    rule,
    state_of,
)
from bp_table import do, ground, hex_of, listed, refused, table

from hexcore.actions import Commit
from hexcore.events import Fought, Marked, apply

HIT, FROM = "2422", "2421"


def german(units, **more):
    return table({GI: HIT, **units}, "german-combat", **more)


# ------------------------------------------------------------------ when it must be used
@rule("supply.H")
def test_attacked_at_even_odds_a_unit_draws_on_a_supply_unit_within_eight():
    game = german({GUARD: FROM, SUPPLY: "2425"}, dice=[6])  # 15 to 11
    attack(game, HIT, GUARD)
    assert asked(game) == "support allied"
    assert listed(game, "done") == []
    refusal = refused(game, "done")
    assert refusal.rule == "supply.H" and "US 79" in refusal.reason
    do(game, "commit", what="supply", unit=SUPPLY)
    finish(game)
    assert hex_of(game, SUPPLY) == "2425"
    do(game, "done")
    assert box(game, SUPPLY) == "expended"


@rule("supply.H")
def test_at_worse_odds_it_need_not():
    game = german({PANZER: FROM, SUPPLY: "2425"}, on=at(bayeux="2426"))  # 10 to 11
    attack(game, HIT, PANZER)
    assert asked(game) != "support allied"
    assert hex_of(game, SUPPLY) == "2425"


@rule("supply.H")
def test_the_odds_are_taken_against_supplied_defenders():
    """Isolated, the defenders would count half and the attack would be at 1-1."""
    game = german({PANZER: FROM, SUPPLY: "2919"})
    assert state_of(game, GI) == "isolated"
    assert weighed(game, HIT, PANZER).column == "1-1"
    attack(game, HIT, PANZER)
    assert asked(game) == "support allied"
    assert game.refusal(listed(game, "done")[0]) is None  # free to go on, isolated


@rule("supply.H")
def test_an_attack_made_at_lower_odds_by_choice_counts_as_made():
    game = german({GUARD: FROM, SUPPLY: "2425"}, on=at(bayeux="2426"))
    attack(game, HIT, GUARD, column="1-2")
    assert asked(game) != "support allied"
    full = german({GUARD: FROM, SUPPLY: "2425"}, on=at(bayeux="2426"))
    attack(full, HIT, GUARD)
    assert asked(full) == "support allied"


@rule("supply.H")
@pytest.mark.parametrize(("away", "owed"), [("2426", True), ("2427", False)])
def test_it_is_waived_five_hexes_off_with_another_source_within_four(away, owed):
    game = german({GUARD: FROM, SUPPLY: away}, on=at(bayeux="2424"))
    attack(game, HIT, GUARD)
    assert (asked(game) == "support allied") is owed
    if owed:
        refused(game, "done")


@rule("supply.H")
def test_it_is_not_waived_where_the_other_source_is_five_hexes_off_too():
    game = german({GUARD: FROM, SUPPLY: "2427"}, on=at(bayeux="2427"))
    attack(game, HIT, GUARD)
    assert refused(game, "done").rule == "supply.H"


@rule("supply.H")
def test_by_an_option_it_is_never_waived():
    always = {"supply-unit-forced": "always"}
    game = german({GUARD: FROM, SUPPLY: "2427"}, on=at(bayeux="2424"), options=always)
    attack(game, HIT, GUARD)
    assert refused(game, "done").rule == "supply.H"


@rule("supply.H")
def test_a_supply_unit_beyond_eight_hexes_is_not_asked_for():
    game = table({GI: "2427", GUARD: "2428", SUPPLY: "2418"}, "german-combat")
    attack(game, "2427", GUARD)
    assert asked(game) != "support allied"


@rule("supply.H", "terms.unit_designation")
def test_the_naval_unit_waives_it_for_british_units_only():
    def asked_of(unit: str) -> bool:
        game = table(
            {unit: HIT, GUARD: FROM, NAVAL: "2424", SUPPLY: "2427"}, "german-combat", on=coast("2424")
        )
        attack(game, HIT, GUARD)
        return asked(game) == "support allied"

    assert (asked_of(UK_TANKS), asked_of(MORE_GI)) == (False, True)


@rule("supply.H")
def test_ground_and_walls_count_in_the_odds_of_the_test():
    game = german({GUARD: FROM, SUPPLY: "2425"}, on=ground(terrain={HIT: "rough"}))  # 15 to 22
    attack(game, HIT, GUARD)
    do(game, "done")
    assert hex_of(game, SUPPLY) == "2425"


@rule("supply.H")
def test_the_allied_attack_asks_nothing_of_the_sort():
    game = table({GI: HIT, PANZER: FROM, SUPPLY: "2425"}, "allied-combat")
    attack(game, FROM, GI)
    assert asked(game) != "support allied"


@rule("supply.H")
def test_a_lone_truck_draws_on_nothing():
    game = table({TRUCK: HIT, GUARD: FROM, SUPPLY: "2425"}, "german-combat")
    attack(game, HIT, GUARD)
    assert asked(game) != "support allied"


# ------------------------------------------------------------------ which one, and how long it serves
@rule("supply.H")
def test_the_allied_player_chooses_among_those_within_eight():
    game = german({GUARD: FROM, SUPPLY: "2425", MORE_SUPPLY: "2523", TRUCK: "2525"}, dice=[6])
    attack(game, HIT, GUARD)
    assert {a.unit for a in listed(game, "commit")} == {SUPPLY, MORE_SUPPLY}
    assert refused(game, "commit", what="supply", unit=TRUCK).rule == "supply.H"
    do(game, "commit", what="supply", unit=MORE_SUPPLY)
    finish(game)
    do(game, "done")
    assert (hex_of(game, SUPPLY), box(game, MORE_SUPPLY)) == ("2425", "expended")


@rule("supply.H", "supply.J")
def test_one_supply_unit_serves_every_attack_of_the_phase():
    units = {GUARD: FROM, SUPPLY: "2425", MORE_GI: "2622", "JUL-G031": "2621", "JUL-G037": "2621"}
    game = german(units, dice=[6, 6])
    attack(game, HIT, GUARD)
    do(game, "commit", what="supply", unit=SUPPLY)
    finish(game)
    attack(game, "2622", "JUL-G031", "JUL-G037")  # 23 to 13
    assert asked(game) != "support allied"
    finish(game)
    assert hex_of(game, SUPPLY) == "2425"
    do(game, "done")
    assert box(game, SUPPLY) == "expended"


@rule("supply.J")
def test_by_an_option_it_serves_one_attack():
    units = {GUARD: FROM, SUPPLY: "2425", MORE_SUPPLY: "2426", MORE_GI: "2622"}
    more = {"JUL-G031": "2621", "JUL-G037": "2621"}
    game = german({**units, **more}, dice=[6, 6], options={"supply-unit-spent": "attack"})
    attack(game, HIT, GUARD)
    do(game, "commit", what="supply", unit=SUPPLY)
    finish(game)
    assert box(game, SUPPLY) == "expended"
    attack(game, "2622", "JUL-G031", "JUL-G037")
    assert refused(game, "done").rule == "supply.H"


@rule("supply.H", "errata.supply")
def test_one_may_be_used_freely_to_end_isolation():
    game = german({PANZER: FROM, SUPPLY: "2919"}, dice=[6])
    attack(game, HIT, PANZER)
    assert used(weighed(game, HIT, PANZER), GI) == 6
    events = do(game, "commit", what="supply", unit=SUPPLY)
    fought = [e.combat for e in events if isinstance(e, Fought) and e.combat.result]
    assert fought[0].strengths == (10, 11)


def test_what_a_supply_unit_would_do_can_be_asked_before():
    game = german({PANZER: FROM, SUPPLY: "2919"})
    attack(game, HIT, PANZER)
    bare = game.ask("odds", target=[HIT], attackers=[PANZER])
    helped = game.ask("odds", target=[HIT], attackers=[PANZER], support={"supply": SUPPLY})
    assert bare["defence"] == 6
    assert game.ask("supply", unit=GI)[GI]["spending"][SUPPLY] == {"state": "unsupplied", "length": 7}
    assert helped["defence"] == 11


@rule("supply.H")
def test_unsupplied_allies_defend_in_full():
    game = german({INFANTRY: FROM, WEAK: "2322"}, on=at(bayeux="2427"))
    assert state_of(game, GI) == "unsupplied"
    assert used(weighed(game, HIT, INFANTRY), GI) == 11
    assert phase(game) == "german-combat"


# ------------------------------------------------------------------ interplay
@rule("supply.H")
def test_a_mixed_stack_draws_if_one_of_its_units_must():
    """The Naval unit waives it for the British unit, not for the American beside it."""
    units = {UK_TANKS: HIT, GI: HIT, GUARD: FROM, "JUL-G037": FROM, NAVAL: "2424", SUPPLY: "2427"}
    game = table(units, "german-combat", on=coast("2424"))
    attack(game, HIT, GUARD, "JUL-G037")  # 27 to 18
    refusal = refused(game, "done")
    assert refusal.rule == "supply.H" and "US 79" in refusal.reason
    do(game, "commit", what="supply", unit=SUPPLY)


@rule("supply.H", "crt.Ad")
def test_disruption_counts_in_the_odds_of_the_test():
    def asks(*, disrupted):
        game = german({PANZER: FROM, SUPPLY: "2425"}, on=at(bayeux="2426"))
        if disrupted:
            game.state = apply(game.state, Marked("disrupted", GI))
        attack(game, HIT, PANZER)  # 10 to 11, or to 6
        return asked(game) == "support allied"

    assert (asks(disrupted=False), asks(disrupted=True)) == (False, True)


@rule("supply.H")
def test_a_supply_unit_behind_german_zones_cannot_be_asked_for():
    ring = {"JUL-G031": "2324", "JUL-G037": "2524", INFANTRY: "2124", WEAK: "2724"}
    game = german({GUARD: FROM, SUPPLY: "2426", **ring})
    attack(game, HIT, GUARD)
    assert asked(game) != "support allied"
    open_way = german({GUARD: FROM, SUPPLY: "2426"})
    attack(open_way, HIT, GUARD)
    assert asked(open_way) == "support allied"


@rule("supply.H", "errata.allied_supply_units.loss")
def test_a_supply_unit_lost_in_the_combat_it_served_stays_lost():
    units = {SUPPLY: HIT, GUARD: FROM, "JUL-G037": "2322", "JUL-G031": "2523", "JUL-G036": "2522"}
    game = german(units, dice=[6])
    attack(game, HIT, GUARD, "JUL-G037", "JUL-G031", "JUL-G036")  # 49 to 11: Ex
    do(game, "commit", what="supply", unit=SUPPLY)
    assert box(game, SUPPLY) == "eliminated"


def test_a_supply_unit_that_helps_nobody_is_named_and_why():
    far = german({GUARD: FROM, SUPPLY: "2425", MORE_SUPPLY: "3940"}, dice=[6])
    attack(far, HIT, GUARD)
    reason = refused(far, "commit", what="supply", unit=MORE_SUPPLY).reason
    assert reason.startswith("Supply unit 2 in 3940 is more than 8 hexes of open line away from 2422")
    told = far.board.rules.foretold(far.state, far.state.agenda[0], Commit("supply", unit=SUPPLY))
    assert told.changed == (GI,) and told.supply == {GI: "supplied"}
