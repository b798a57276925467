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

from hexcore.actions import Commit, Done

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


# ------------------------------------------------------------------ what is told of supply
def test_the_state_in_force_is_told_before_what_a_judgement_now_would_give():
    game = table({GI: "2423", SUPPLY: "2426"}, "allied-supply")
    told = game.ask("supply", unit=GI)[GI]
    assert told["state"] == "isolated" and told["holds"]["state"] == ""  # nothing is judged as yet
    do(game, "commit", what="supply", unit=SUPPLY)  # nobody else could be supplied: judged at once
    assert phase(game) == "allied-movement" and box(game, SUPPLY) == "expended"
    told = game.ask("supply", unit=GI)[GI]
    assert told["state"] == "isolated" and told["holds"]["state"] == "supplied"
    assert told["holds"]["text"].startswith("Supplied for this player turn (judged in the Supply Judgement")
    do(game, "move", unit=GI, path=["2422"])
    assert game.ask("supply", unit=GI)[GI]["holds"]["state"] == "supplied"


def test_in_the_enemys_turn_no_state_is_in_force():
    game = table({GI: "2423", INFANTRY: "2427"}, "german-combat")
    assert game.ask("supply", unit=GI)[GI]["holds"] == {
        "state": "", "text": "Judged when it is attacked", "rule": "supply.procedure"
    }  # fmt: skip
    assert game.ask("supply", unit=INFANTRY)[INFANTRY]["holds"]["state"] == "supplied"


def test_a_line_may_end_in_an_enemy_zone_and_what_is_told_of_the_ground_says_so():
    game = table({GI: "2423", INFANTRY: "2421"}, "allied-movement", on=at(bayeux="2425"))
    told = game.ask("supply", unit=GI)[GI]
    assert told["state"] == "supplied" and told["length"] == 2  # 2423 borders on the zone round 2421
    do(game, "move", unit=GI, path=["2422"])
    told = game.ask("supply", unit=GI)[GI]
    assert told["state"] == "supplied" and told["path"] == ["2422", "2423", "2424", "2425"]
    bands = {b.state: b for b in game.board.rules.supply_bands(game.state, game.state.units[GI].side)}
    numbers = game.board.map.numbers
    near = {numbers[hex] for hex in bands["supplied"].hexes}
    assert "2422" in near and "2421" not in near  # in the zone, and where the Germans stand
    assert {numbers[hex] for hex in bands["unsupplied"].hexes} >= {"2432"} and "2435" not in near


def test_what_cuts_a_line_is_named_and_a_line_too_long_is_no_line_cut():
    far = table({GI: "2436"}, "allied-supply", on=at(bayeux="2425"))
    (blocked,) = far.ask("supply", unit=GI)[GI]["blocked_by"]
    assert blocked["rule"] == "supply.F" and "11 hexes away" in blocked["reason"]
    wall = dict(zip((INFANTRY, PANZER, GRENADIERS), ("2424", "2224", "2624"), strict=True))
    cut = table({GI: "2420", **wall}, "allied-supply", on=at(bayeux="2427"))
    blocked = cut.ask("supply", unit=GI)[GI]["blocked_by"]
    assert {entry["hex"] for entry in blocked} >= {"2424"}
    assert any(entry["reason"] == "an enemy unit stands in 2424" for entry in blocked)


def test_what_each_supply_unit_would_bring_is_foretold():
    units = {GI: "2423", MORE_GI: "2522", TANKS: "2427", SUPPLY: "2426", MORE_SUPPLY: "2419"}
    game = table(units, "allied-supply", on=at(bayeux="2927"))
    state, asked = game.state, game.state.agenda[0]
    now = game.board.rules.foretold(state, asked, Done())
    assert now.text == "3 unsupplied" and not now.changed and now.supply[GI] == "unsupplied"
    spent = game.board.rules.foretold(state, asked, Commit("supply", unit=SUPPLY))
    assert spent.text == "2 supplied instead of unsupplied" and set(spent.changed) == {GI, TANKS}
    less = game.board.rules.foretold(state, asked, Commit("supply", unit=MORE_SUPPLY))
    assert set(less.changed) == {GI, MORE_GI} and less.supply[TANKS] == "unsupplied"
    assert len(spent.bands[0].hexes) > len(now.bands[0].hexes)
