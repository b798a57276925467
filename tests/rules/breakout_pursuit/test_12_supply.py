"""Supply: lines and sources, the states they give, when they are judged, and what they do to strength."""

from __future__ import annotations

import pytest
from bp_fights import used, weighed
from bp_supply import (
    CANADIANS,
    DELAY,
    GI,
    GRENADIERS,
    GUARD,
    INFANTRY,
    LORRIED,
    MORE_GI,
    NAVAL,
    PANZER,
    PARAS,
    PIPES,
    SUPPLY,
    TANKS,
    UK,
    UK_TANKS,
    WEAK,
    at,
    coast,
    judged,
    moved,
    phase,
    rule,
    state_of,
)
from bp_table import do, ground, hex_of, refused, table


# ------------------------------------------------------------------ how far a line reaches
@rule(
    "supply.F",
    "supply_chart.allies_supplied",
    "supply_chart.allies_unsupplied",
    "supply_chart.allies_isolated",
)
@pytest.mark.parametrize(
    ("hex", "word"),
    [
        ("2427", "supplied"),
        ("2426", "supplied"),
        ("2423", "supplied"),  # four hexes
        ("2422", "unsupplied"),  # five
        ("2419", "unsupplied"),  # eight
        ("2418", "isolated"),  # nine
    ],
)
def test_four_hexes_supply_eight_do_not_quite_nine_isolate(hex, word):
    game = table({GI: hex}, "allied-supply", on=at(bayeux="2427"))
    assert judged(game, GI) == word
    assert state_of(game, GI) == word


@rule("supply.F")
def test_the_limits_hold_for_a_supply_unit_as_well():
    near = table({GI: "2423", SUPPLY: "2427"}, "allied-supply")
    do(near, "commit", what="supply", unit=SUPPLY)
    do(near, "done")
    assert judged(near, GI) == "supplied"
    far = table({GI: "2422", SUPPLY: "2427"}, "allied-supply")
    do(far, "commit", what="supply", unit=SUPPLY)
    do(far, "done")
    assert judged(far, GI) == "unsupplied"


@rule("supply.A")
def test_no_line_passes_an_enemy_unit():
    on = at(bayeux="2427")
    row = {GI: "2423", WEAK: "2425"}
    game = table(row, "allied-supply", on=on)
    assert judged(game, GI) == "unsupplied"  # a detour round the unit and its zone
    assert judged(table({GI: "2423"}, "allied-supply", on=on), GI) == "supplied"


@rule("supply.A", "zoc.L")
def test_no_line_passes_an_enemy_zone_though_it_may_end_in_one():
    on = at(bayeux="2427")
    through = table({GI: "2422", WEAK: "2525"}, "allied-supply", on=on)
    path = through.ask("supply", unit=GI)[GI]
    assert path["length"] == 6 and not {"2424", "2425"} & set(path["path"])
    assert table({GI: "2422"}, "allied-supply", on=on).ask("supply", unit=GI)[GI]["length"] == 5
    ends = table({GI: "2423", WEAK: "2422"}, "allied-supply", on=on)
    assert judged(ends, GI) == "supplied"
    assert ends.ask("supply", unit=GI)[GI]["path"] == ["2423", "2424", "2425", "2426", "2427"]


@rule("supply.A")
def test_friends_do_not_open_a_zone():
    on = at(bayeux="2427")
    wall = {WEAK: "2325", INFANTRY: "2525", GRENADIERS: "2125", PANZER: "2725", GUARD: "2925"}
    game = table({GI: "2423", **wall, TANKS: "2424", MORE_GI: "2425"}, "allied-supply", on=on)
    assert judged(game, GI) == "isolated"
    open_way = {k: v for k, v in wall.items() if k not in (WEAK, INFANTRY)}
    game = table({GI: "2423", **open_way, TANKS: "2424", MORE_GI: "2425"}, "allied-supply", on=on)
    assert judged(game, GI) == "supplied"


@rule("supply.A")
def test_no_line_crosses_a_sea_hexside():
    water = [("2423", near, "all-sea") for near in ("2422", "2424", "2323", "2324", "2523", "2524")]
    dry = table({GI: "2423"}, "allied-supply", on=moved(ground(), bayeux="2427"))
    wet = table({GI: "2423"}, "allied-supply", on=moved(ground(rivers=water), bayeux="2427"))
    river = [(a, b, "river") for a, b, _ in water]
    crossed = table({GI: "2423"}, "allied-supply", on=moved(ground(rivers=river), bayeux="2427"))
    assert [judged(game, GI) for game in (dry, wet, crossed)] == ["supplied", "isolated", "supplied"]


@rule("supply.A")
def test_markers_of_the_enemy_block_nothing():
    on = at(bayeux="2427")
    game = table({GI: "2423", DELAY: "2425"}, "allied-supply", on=on)
    assert judged(game, GI) == "supplied"


@rule("supply.A")
def test_a_source_in_an_enemy_zone_serves_its_own_hex_alone():
    on = at(bayeux="2427")
    game = table({GI: "2427", MORE_GI: "2425", WEAK: "2426"}, "allied-supply", on=on)
    assert (judged(game, GI), judged(game, MORE_GI)) == ("supplied", "isolated")
    free = table({GI: "2427", MORE_GI: "2425"}, "allied-supply", on=on)
    assert judged(free, MORE_GI) == "supplied"


@rule("supply.B")
def test_any_number_of_units_draw_on_one_source():
    units = {GI: "2423", MORE_GI: "2423", TANKS: "2424", PARAS: "2524"}
    game = table({**units, SUPPLY: "2426"}, "allied-supply")
    do(game, "commit", what="supply", unit=SUPPLY)
    do(game, "done")
    assert {judged(game, unit) for unit in units} == {"supplied"}


@rule("supply.C")
def test_the_best_of_several_states_counts():
    both = table({GI: "2422"}, "allied-supply", on=at(bayeux="2424", cherbourg="2427"))
    assert judged(both, GI) == "supplied"
    one = table({GI: "2422"}, "allied-supply", on=at(cherbourg="2427"))
    assert judged(one, GI) == "unsupplied"


# ------------------------------------------------------------------ where lines end
@rule("supply.G", "supply_chart.sources")
@pytest.mark.parametrize("town", ["bayeux", "cherbourg"])
def test_cherbourg_and_bayeux_supply_everybody(town):
    game = table({GI: "2423", UK: "2424"}, "allied-supply", on=at(**{town: "2426"}))
    assert judged(game, GI) == judged(game, UK) == "supplied"
    none = table({GI: "2423", UK: "2424"}, "allied-supply")
    assert judged(none, GI) == judged(none, UK) == "isolated"


@rule("supply.G", "supply_chart.sources")
def test_the_active_pipeline_supplies_everybody():
    on = at(bayeux="2427")
    chain = dict(zip(PIPES, ("2427", "2426", "2425", "2424"), strict=False))
    game = table({GI: "2420", **chain}, "allied-supply", on=on)
    assert judged(game, GI) == "supplied"
    assert "2424" in game.ask("supply", unit=GI)[GI]["source"]["name"]
    bare = table({GI: "2420"}, "allied-supply", on=on)
    assert judged(bare, GI) == "unsupplied"


@rule("supply.G")
def test_the_enemy_traces_the_same_lines_though_some_units_are_hidden_from_him():
    """A German moves Allied units back: he looks for their lines, and sees no airdrop marker of theirs."""
    state = table({GI: "2425", SUPPLY: "2427"}, "german-combat").state
    hidden = {id: unit for id, unit in state.units.items() if not id.startswith("MRK-")}
    seen = state.evolve(units=hidden)
    sources = state.board.rules.supply_sources
    assert len(hidden) < len(state.units) and sources(seen, "allied") == sources(state, "allied")
    assert any("2427" in source.name for source in sources(seen, "allied"))


@rule("supply.G", "noncombat.P", "terms.unit_designation")
def test_the_naval_unit_supplies_british_and_canadians_only():
    units = {UK: "2425", CANADIANS: "2525", GI: "2426"}
    game = table({**units, NAVAL: "2427"}, "allied-supply", on=coast("2427"))
    assert [judged(game, unit) for unit in units] == ["supplied", "supplied", "isolated"]
    inland = table({**units, NAVAL: "2427"}, "allied-supply")
    assert [judged(inland, unit) for unit in units] == ["isolated"] * 3


@rule("supply.D", "supply_chart.germans_supplied")
def test_german_lines_of_any_length_end_on_edge_a():
    game = table({PANZER: "2427", INFANTRY: "3846"}, "german-supply")
    assert judged(game, PANZER) == judged(game, INFANTRY) == "supplied"
    line = game.ask("supply", unit=INFANTRY)[INFANTRY]
    assert line["length"] > 40 and line["path"][-1][2:] == "00"


AROUND = ("2421", "2423", "2322", "2323", "2522", "2523")


@rule("supply.E", "supply.D", "supply_chart.germans_isolated")
def test_a_german_unit_cut_off_is_isolated_never_unsupplied():
    ring = dict(zip((GI, MORE_GI, TANKS, PARAS), ("2420", "2223", "2424", "2622"), strict=True))
    cut = table({PANZER: "2422", **ring, UK: "2324", UK_TANKS: "2621", CANADIANS: "2321"}, "german-supply")
    assert judged(cut, PANZER) == "isolated"
    assert not any(kind == "unsupplied" for kind, _ in cut.state.markers)
    open_side = table({PANZER: "2422", **{k: v for k, v in ring.items() if k != GI}}, "german-supply")
    assert judged(open_side, PANZER) == "supplied"


@rule("supply.D", "fortresses.C")
def test_germans_in_a_fortress_are_supplied_whatever_surrounds_them():
    ring = dict(zip((GI, MORE_GI, TANKS, PARAS, UK, CANADIANS), AROUND, strict=True))
    inside = table({INFANTRY: "2422", **ring}, "german-supply", on=ground(terrain={"2422": "clear fortress"}))
    assert judged(inside, INFANTRY) == "supplied"
    outside = table({INFANTRY: "2422", **ring}, "german-supply")
    assert judged(outside, INFANTRY) == "isolated"


@rule("errata.german_fortresses", "supply.D")
def test_the_west_wall_supplies_nobody():
    ring = dict(zip((GI, MORE_GI, TANKS, PARAS, UK, CANADIANS), AROUND, strict=True))
    wall = table({INFANTRY: "2422", **ring}, "german-supply", on=ground(terrain={"2422": "clear west-wall"}))
    assert judged(wall, INFANTRY) == "isolated"


@rule("supply.D")
def test_a_unit_on_edge_a_is_supplied_in_the_midst_of_the_enemy():
    game = table({INFANTRY: "2400", GI: "2401", MORE_GI: "2300", TANKS: "2500"}, "german-supply")
    assert judged(game, INFANTRY) == "supplied"


# ------------------------------------------------------------------ when it is judged
@rule("sequence.A3", "supply.procedure")
def test_allied_units_are_judged_in_their_supply_phase():
    game = table({GI: "2422", TANKS: "2425"}, "allied-supply", on=at(bayeux="2427"))
    assert (judged(game, GI), judged(game, TANKS)) == ("unsupplied", "supplied")
    assert phase(game) == "allied-movement"  # nothing to decide


@rule("sequence.B")
def test_german_units_are_judged_in_theirs():
    on = moved(ground(), edge_a="2400")
    game = table({PANZER: "2422", GI: "2401", MORE_GI: "2300", TANKS: "2500"}, "german-supply", on=on)
    assert judged(game, PANZER) == "isolated"
    assert judged(table({PANZER: "2422"}, "german-supply", on=on), PANZER) == "supplied"


@rule("supply.K")
def test_the_state_judged_holds_through_the_player_turn():
    game = table({TANKS: "2422", INFANTRY: "2421"}, "allied-supply", on=at(bayeux="2427"))
    assert judged(game, TANKS) == "unsupplied"
    assert max(a["mp"] for a in game.ask("reach", unit=TANKS).values()) == 4
    do(game, "done")
    assert used(weighed(game, "2421", TANKS), TANKS) == 7
    while phase(game) != "allied-mechanized":
        do(game, "done")
    assert judged(game, TANKS) == "unsupplied"
    assert max(a["mp"] for a in game.ask("reach", unit=TANKS).values()) == 4


@rule("supply.K")
def test_a_unit_that_comes_into_supply_is_not_judged_anew():
    game = table({TANKS: "2422", INFANTRY: "2323"}, "allied-supply", on=at(bayeux="2427"))
    do(game, "move", unit=TANKS, path=["2423"])
    do(game, "done")
    assert phase(game) == "allied-combat"
    assert (judged(game, TANKS), state_of(game, TANKS)) == ("unsupplied", "supplied")
    assert used(weighed(game, "2323", TANKS), TANKS) == 7
    fresh = table({TANKS: "2423", INFANTRY: "2323"}, "allied-combat", on=at(bayeux="2427"))
    assert used(weighed(fresh, "2323", TANKS), TANKS) == 13


@rule("supply.procedure")
def test_defenders_are_judged_at_the_moment_of_combat():
    units = {PANZER: "2422", TANKS: "2421", GI: "2523"}
    on = moved(ground(), edge_a="2400")
    game = table(units, "allied-combat", on=on)
    assert used(weighed(game, "2422", TANKS), PANZER) == 10
    shut = table({**units, MORE_GI: "2401", LORRIED: "2300", PARAS: "2500"}, "allied-combat", on=on)
    assert used(weighed(shut, "2422", TANKS), PANZER) == 5  # no marker lies on it


@rule("supply.L")
def test_no_unit_is_lost_for_lack_of_supply():
    game = table({GI: "2422", PANZER: "3940"}, "allied-supply")
    assert judged(game, GI) == "isolated"
    for _ in range(8):
        if phase(game) == "german-reinforcement" or game.decision is None:
            break
        do(game, "done")
    assert hex_of(game, GI) == "2422"


# ------------------------------------------------------------------ what it does to strength
@rule("supply.general", "supply_chart.allies_unsupplied")
def test_unsupplied_allies_attack_at_half_rounded_up_and_defend_in_full():
    near = table({GI: "2422", INFANTRY: "2421"}, "allied-supply", on=at(bayeux="2427"))
    assert judged(near, GI) == "unsupplied"
    do(near, "done")
    assert used(weighed(near, "2421", GI), GI) == 6  # half of eleven
    defence = table({GI: "2422", INFANTRY: "2421"}, "german-combat", on=at(bayeux="2427"))
    assert used(weighed(defence, "2422", INFANTRY), GI) == 11


@rule("supply.general", "supply_chart.allies_isolated")
def test_isolated_allies_do_not_attack_and_defend_at_half_rounded_up():
    game = table({GI: "2422", INFANTRY: "2421"}, "allied-supply")
    do(game, "done")
    assert phase(game) == "allied-combat"
    refused(game, "attack", targets=["2421"], attackers=[GI])
    defence = table({GI: "2422", INFANTRY: "2421"}, "german-combat")
    assert used(weighed(defence, "2422", INFANTRY), GI) == 6
    supplied = table({GI: "2422", INFANTRY: "2421"}, "allied-combat")
    do(supplied, "declare", targets=["2421"])


@rule("supply.general", "supply_chart.germans_isolated")
def test_isolated_germans_fight_at_half_both_ways():
    on = moved(ground(), edge_a="2400")
    guards = {MORE_GI: "2401", LORRIED: "2300", PARAS: "2500"}
    game = table({INFANTRY: "2422", WEAK: "2521", GI: "2423", **guards}, "german-supply", on=on)
    do(game, "done")
    assert phase(game) == "german-combat"
    assert used(weighed(game, "2423", INFANTRY), INFANTRY) == 3  # half of five
    defence = table({INFANTRY: "2422", GI: "2423", **guards}, "allied-combat", on=on)
    assert used(weighed(defence, "2422", GI), INFANTRY) == 3


@rule("supply_chart.germans_isolated")
def test_by_an_option_isolated_germans_do_not_attack():
    on = moved(ground(), edge_a="2400")
    units = {INFANTRY: "2422", GI: "2423", MORE_GI: "2401", LORRIED: "2300", PARAS: "2500"}
    game = table(units, "german-supply", on=on, options={"isolated-german-attack": "zero"})
    do(game, "done")
    refused(game, "attack", targets=["2423"], attackers=[INFANTRY])
    half = table(units, "german-supply", on=on)
    do(half, "done")
    do(half, "declare", targets=["2423"])


@rule("supply.general", "combat.F")
def test_supply_counts_before_the_ground():
    rough = moved(ground(terrain={"2422": "rough"}), edge_a="2400")
    units = {INFANTRY: "2422", GI: "2423", MORE_GI: "2401", LORRIED: "2300", PARAS: "2500"}
    game = table(units, "allied-combat", on=rough)
    assert used(weighed(game, "2422", GI), INFANTRY) == 6  # half of five is three, doubled


@rule("supply_chart.fractions")
@pytest.mark.parametrize(("hex", "word"), [("2422", "unsupplied"), ("2418", "isolated")])
def test_half_of_five_movement_points_is_two_and_half_of_eleven_strength_is_six(hex, word):
    game = table({GI: hex}, "allied-supply", on=at(bayeux="2427"))
    assert judged(game, GI) == word
    assert max(a["mp"] for a in game.ask("reach", unit=GI).values()) == 2
    do(game, "move", unit=GI, path=["2322", "2222"] if hex == "2422" else ["2318", "2218"])
    fight = table({GI: "2422", INFANTRY: "2421"}, "german-combat")
    assert used(weighed(fight, "2422", INFANTRY), GI) == 6
