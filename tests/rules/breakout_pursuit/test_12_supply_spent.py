"""Supply units spent in the judgement of a turn, and what can be asked about supply before."""

from __future__ import annotations

from bp_supply import (
    GI,
    GRENADIERS,
    INFANTRY,
    MORE_GI,
    MORE_SUPPLY,
    NAVAL,
    PANZER,
    PIPES,
    SUPPLY,
    TANKS,
    TRUCK,
    UK,
    at,
    box,
    coast,
    judged,
    moved,
    phase,
    rule,
)
from bp_table import do, hex_of, listed, refused, table

FAR_OFF = "3940"


# ------------------------------------------------------------------ Supply units are spent
@rule("supply.J", "noncombat.L")
def test_a_supply_unit_used_is_removed_when_all_lines_are_traced():
    far = {TANKS: "3940", MORE_SUPPLY: "3941"}
    game = table({GI: "2423", MORE_GI: "2523", SUPPLY: "2426", **far}, "allied-supply")
    do(game, "commit", what="supply", unit=SUPPLY)
    assert hex_of(game, SUPPLY) == "2426"  # it serves all lines of the phase first
    do(game, "done")
    assert hex_of(game, MORE_SUPPLY) == "3941" and judged(game, TANKS) == "isolated"
    assert box(game, SUPPLY) == "expended"
    assert judged(game, GI) == judged(game, MORE_GI) == "supplied"


@rule("noncombat.L")
def test_no_other_source_is_spent():
    chain = dict(zip(PIPES, ("2427", "2426"), strict=False))
    on = moved(coast("2520"), bayeux="2427")
    game = table(
        {GI: "2424", UK: "2522", **chain, NAVAL: "2520", SUPPLY: "2920", TANKS: "2919"},
        "allied-supply",
        on=on,
    )
    do(game, "commit", what="supply", unit=SUPPLY)
    do(game, "done")
    assert [judged(game, u) for u in (GI, UK, TANKS)] == ["supplied"] * 3
    assert [hex_of(game, u) for u in (*chain, NAVAL)] == ["2427", "2426", "2520"]
    assert box(game, SUPPLY) == "expended"


@rule("errata.supply")
def test_nobody_has_to_draw_on_a_supply_unit_in_the_allied_turn():
    game = table({GI: "2423", SUPPLY: "2426"}, "allied-supply")
    assert {a.kind for a in game.legal_actions()} == {"done", "commit"}
    do(game, "done")
    assert judged(game, GI) == "isolated" and hex_of(game, SUPPLY) == "2426"


@rule("supply.J")
def test_which_supply_units_may_be_used():
    game = table({GI: "2423", SUPPLY: "2426", MORE_SUPPLY: FAR_OFF, TRUCK: "2426"}, "allied-supply")
    assert [a.unit for a in listed(game, "commit")] == [SUPPLY]
    refusal = refused(game, "commit", what="supply", unit=MORE_SUPPLY)
    assert refusal.rule == "supply.J" and FAR_OFF in refusal.reason
    assert refused(game, "commit", what="supply", unit=TRUCK).rule == "supply.J"
    do(game, "commit", what="supply", unit=SUPPLY)


@rule("supply.J")
def test_each_is_used_once_and_nothing_is_asked_where_none_helps():
    game = table({GI: "2423", MORE_GI: FAR_OFF, SUPPLY: "2426", MORE_SUPPLY: "3941"}, "allied-supply")
    do(game, "commit", what="supply", unit=SUPPLY)
    assert "used already" in refused(game, "commit", what="supply", unit=SUPPLY).reason
    do(game, "commit", what="supply", unit=MORE_SUPPLY)
    assert phase(game) == "allied-movement"  # nobody is left to supply: judged at once
    assert judged(game, MORE_GI) == "supplied"
    idle = table({GI: "2423", SUPPLY: "2426"}, "allied-supply", on=at(bayeux="2424"))
    assert phase(idle) == "allied-movement"


def test_the_preview_says_whose_state_each_supply_unit_changes():
    units = {GI: "2423", MORE_GI: "2522", TANKS: "2427", SUPPLY: "2426", MORE_SUPPLY: "2419"}
    game = table(units, "allied-supply", on=at(bayeux="2927"))
    told = game.ask("supply")
    assert [told[u]["state"] for u in (GI, MORE_GI, TANKS)] == ["unsupplied", "unsupplied", "unsupplied"]
    assert told[GI]["spending"][SUPPLY] == {"state": "supplied", "length": 3}
    assert told[GI]["spending"][MORE_SUPPLY] == {"state": "supplied", "length": 4}
    assert told[TANKS]["spending"][MORE_SUPPLY] == {"state": "unsupplied", "length": 8}


def test_asked_why_a_unit_has_no_supply_the_answer_names_what_shuts_it_in():
    ring = dict(zip((INFANTRY, PANZER, GRENADIERS), ("2420", "2424", "2223"), strict=True))
    game = table({GI: "2422", **ring}, "allied-supply", on=at(bayeux="2425"))
    blocked = game.ask("supply", unit=GI)[GI]["blocked_by"]
    assert {entry["rule"] for entry in blocked} == {"supply.A"}
    lone = table({GI: "2422"}, "allied-supply")
    assert lone.ask("supply", unit=GI)[GI]["blocked_by"][0]["rule"] == "supply.F"
    far = table({PANZER: "2422"}, "allied-supply")
    assert far.ask("supply", unit=PANZER)[PANZER]["source"]["rule"] == "supply.D"
