"""Movement: allowances and what halves them, the one hex that is always free, the enemy and the sea."""

from __future__ import annotations

import pytest
from bp_marches import (
    FALLSCHIRM,
    FOOT,
    GI,
    GRENADIERS,
    LORRIED,
    MORE_TANKS,
    NAVAL,
    PANZER,
    PIPE,
    SLOW_FOOT,
    SUPPLY,
    TANKS,
    TRUCK,
    marked,
    phase,
    rule,
)
from bp_table import do, ground, hex_of, listed, refused, table


# ------------------------------------------------------------------ how far
@rule("terms.movement_allowance")
@pytest.mark.parametrize(
    ("unit", "to_move", "points"),
    [
        (TANKS, "allied-movement", 8),
        (GI, "allied-movement", 5),
        (LORRIED, "allied-movement", 16),
        (PANZER, "german-movement", 6),
        (FALLSCHIRM, "german-movement", 12),
        (SLOW_FOOT, "german-movement", 4),
    ],
)
def test_a_unit_goes_as_far_as_the_lower_number_of_its_counter(unit, to_move, points):
    game = table({unit: "2422"}, to_move)
    assert max(answer["mp"] for answer in game.ask("reach", unit=unit).values()) == points


@rule("movement.E")
def test_no_unit_spends_more_than_its_allowance():
    game = table({GI: "2426"}, "allied-movement")
    row = ("2425", "2424", "2423", "2422", "2421", "2420")
    refusal = refused(game, "move", unit=GI, path=row)
    assert refusal.rule == "movement.E" and "6" in refusal.reason and "5" in refusal.reason
    do(game, "move", unit=GI, path=row[:5])
    assert hex_of(game, GI) == "2421"


@rule("movement.E")
def test_points_left_over_are_neither_saved_nor_lent():
    game = table({TANKS: "2426", MORE_TANKS: "2526"}, "allied-movement")
    do(game, "move", unit=TANKS, path=["2425"])  # seven points left
    for _ in range(3):
        do(game, "done" if game.decision.kind != "in-hand" else "put-down")
    assert phase(game) == "allied-mechanized"
    assert max(answer["mp"] for answer in game.ask("reach", unit=TANKS).values()) == 8
    assert max(answer["mp"] for answer in game.ask("reach", unit=MORE_TANKS).values()) == 8


@rule("errata.supply_effects_chart")
@pytest.mark.parametrize(
    ("unit", "to_move", "state", "half"),
    [
        (GI, "allied-movement", "unsupplied", 2),  # the printed example: half of five is two
        (GI, "allied-movement", "isolated", 2),
        (FOOT, "german-movement", "isolated", 2),
    ],
)
def test_half_of_five_movement_points_is_two(unit, to_move, state, half):
    game = marked(table({unit: "2422"}, to_move), state, unit)
    assert max(answer["mp"] for answer in game.ask("reach", unit=unit).values()) == half
    assert refused(game, "move", unit=unit, path=["2421", "2420", "2419"]).rule == "movement.E"
    do(game, "move", unit=unit, path=["2421", "2420"])


@rule("supply_chart.allies_unsupplied")
def test_unsupplied_allies_have_half_their_points():
    game = marked(table({TANKS: "2422", LORRIED: "2522"}, "allied-movement"), "unsupplied", TANKS, LORRIED)
    far = [max(a["mp"] for a in game.ask("reach", unit=u).values()) for u in (TANKS, LORRIED)]
    assert far == [4, 8]
    supplied = table({TANKS: "2422", LORRIED: "2522"}, "allied-movement")
    far = [max(a["mp"] for a in supplied.ask("reach", unit=u).values()) for u in (TANKS, LORRIED)]
    assert far == [8, 16]


@rule("supply_chart.allies_isolated")
@pytest.mark.parametrize("to_move", ["allied-movement", "allied-mechanized"])
def test_isolated_allied_armour_moves_one_hex_in_each_phase(to_move):
    game = marked(table({TANKS: "2422"}, to_move), "isolated", TANKS)
    assert set(game.ask("reach", unit=TANKS)) == {"2421", "2423", "2322", "2323", "2522", "2523"}
    assert refused(game, "move", unit=TANKS, path=["2421", "2420"]).rule == "movement.E"
    do(game, "move", unit=TANKS, path=["2421"])
    assert hex_of(game, TANKS) == "2421"


@rule("supply_chart.allies_isolated")
def test_isolated_allied_armour_crosses_a_river_with_its_one_hex():
    game = marked(
        table({TANKS: "2422"}, "allied-movement", on=ground(rivers=[("2422", "2421", "river")])),
        "isolated",
        TANKS,
    )
    do(game, "move", unit=TANKS, path=["2421"])
    assert hex_of(game, TANKS) == "2421"


@rule("supply_chart.germans_isolated")
def test_isolated_germans_have_half_their_points_panzers_too():
    game = marked(
        table({PANZER: "2422", SLOW_FOOT: "2522"}, "german-movement"), "isolated", PANZER, SLOW_FOOT
    )
    far = [max(a["mp"] for a in game.ask("reach", unit=u).values()) for u in (PANZER, SLOW_FOOT)]
    assert far == [3, 2]


# ------------------------------------------------------------------ one hex is always free
ALONG_THE_RIVER = [("2422", near, "river") for near in ("2421", "2423", "2322", "2323", "2522", "2523")]


@rule("movement.C")
def test_a_unit_may_always_move_one_hex():
    game = marked(
        table({SLOW_FOOT: "2422"}, "german-movement", on=ground(rivers=ALONG_THE_RIVER)),
        "isolated",
        SLOW_FOOT,
    )
    assert refused(game, "move", unit=SLOW_FOOT, path=["2421", "2420"]).rule == "movement.E"
    do(game, "move", unit=SLOW_FOOT, path=["2421"])  # two points, and the river hex costs three
    assert hex_of(game, SLOW_FOOT) == "2421"


@rule("movement.C")
def test_the_free_hex_comes_first_or_not_at_all():
    rivers = [("2421", near, "river") for near in ("2420", "2321", "2322", "2521", "2522")]
    game = marked(
        table({SLOW_FOOT: "2422"}, "german-movement", on=ground(rivers=rivers)), "isolated", SLOW_FOOT
    )
    do(game, "move", unit=SLOW_FOOT, path=["2421"])
    assert refused(game, "move", unit=SLOW_FOOT, path=["2420"]).rule == "movement.E"


@rule("movement.C")
def test_mechanized_units_have_a_free_hex_in_each_of_their_phases():
    for to_move in ("german-movement", "german-mechanized"):
        game = table({PANZER: "2422", TANKS: "2420"}, to_move, on=ground(rivers=ALONG_THE_RIVER))
        marked(game, "isolated", PANZER)
        do(game, "move", unit=PANZER, path=["2421"])  # three points: one, two for the river, two for the zone
        assert hex_of(game, PANZER) == "2421"


@rule("movement.C")
def test_the_free_hex_is_no_move_from_one_enemy_zone_to_the_next():
    spot = {PANZER: "2422", TANKS: "2323"}
    game = marked(table(spot, "german-movement", on=ground(rivers=ALONG_THE_RIVER)), "isolated", PANZER)
    refusal = refused(game, "move", unit=PANZER, path=["2423"])  # one, two for the river, three for the zones
    assert refusal.rule == "movement.C"
    assert "2422" in refusal.reason and "2423" in refusal.reason and "3 movement points" in refusal.reason
    do(game, "move", unit=PANZER, path=["2421"])  # four points, and out of the zone
    assert hex_of(game, PANZER) == "2421"


@rule("movement.C")
def test_isolated_armour_does_not_creep_from_zone_to_zone():
    spot = {TANKS: "2422", PANZER: "2323"}
    game = marked(table(spot, "allied-movement"), "isolated", TANKS)
    assert refused(game, "move", unit=TANKS, to="2423").rule == "movement.C"
    assert "2423" not in game.ask("reach", unit=TANKS)
    assert "2421" in game.ask("reach", unit=TANKS)


@rule("movement.C")
def test_supply_pipeline_and_naval_units_have_no_free_hex():
    game = table({SUPPLY: "2422", NAVAL: "2522", PIPE: "2622", TRUCK: "2722"}, "allied-movement")
    rules = game.board.rules
    assert [rules.minimum_move(game.state, game.state.units[u]) for u in (SUPPLY, NAVAL, PIPE)] == [False] * 3
    assert rules.minimum_move(game.state, game.state.units[TRUCK])


# ------------------------------------------------------------------ where nobody goes
@rule("movement.B")
@pytest.mark.parametrize("enemy", [FOOT, PANZER])
def test_no_unit_enters_a_hex_with_an_enemy_in_it(enemy):
    game = table({TANKS: "2422", enemy: "2421"}, "allied-movement")
    refusal = refused(game, "move", unit=TANKS, path=["2421"])
    assert refusal.rule == "movement.B" and "2421" in refusal.reason
    do(game, "move", unit=TANKS, path=["2423"])


@rule("movement.B")
@pytest.mark.parametrize("alone", [SUPPLY, PIPE, NAVAL])
def test_germans_enter_where_supply_units_stand_alone(alone):
    game = table({PANZER: "2422", alone: "2421"}, "german-movement")
    do(game, "move", unit=PANZER, path=["2421"])
    assert hex_of(game, PANZER) == "2421"


@rule("movement.B")
@pytest.mark.parametrize("guard", [GI, TRUCK])
def test_germans_keep_out_of_a_supply_unit_with_a_guard_or_a_truck(guard):
    game = table({PANZER: "2422", SUPPLY: "2421", guard: "2421"}, "german-movement")
    assert refused(game, "move", unit=PANZER, path=["2421"]).rule == "movement.B"


@rule("movement.B")
def test_allies_enter_where_a_delay_marker_lies_alone():
    alone = table({TANKS: "2422", "ARR-G022": "2421"}, "allied-movement")
    do(alone, "move", unit=TANKS, path=["2421"])
    assert hex_of(alone, TANKS) == "2421"
    guarded = table({TANKS: "2422", "ARR-G022": "2421", FOOT: "2421"}, "allied-movement")
    assert refused(guarded, "move", unit=TANKS, path=["2421"]).rule == "movement.B"


@rule("movement.B")
def test_germans_walk_over_airdrop_markers():
    game = table({PANZER: "2422", "MRK-A001": "2421"}, "german-movement")
    do(game, "move", unit=PANZER, path=["2421"])
    assert hex_of(game, PANZER) == "2421"


@rule("movement.B", "tec.sea_hex-side")
def test_no_unit_crosses_a_sea_hexside():
    water = ground(rivers=[("2422", "2421", "all-sea")])
    game = table({TANKS: "2422"}, "allied-movement", on=water)
    refusal = refused(game, "move", unit=TANKS, path=["2421"])
    assert refusal.rule == "movement.B" and "2421" in refusal.reason
    do(game, "move", unit=TANKS, path=["2322", "2321"])
    river = table({TANKS: "2422"}, "allied-movement", on=ground(rivers=[("2422", "2421", "river")]))
    do(river, "move", unit=TANKS, path=["2421"])


@rule("movement.B")
def test_the_sea_itself_is_not_entered():
    game = table({TANKS: "2422"}, "allied-movement", on=ground(terrain={"2421": "sea"}))
    assert refused(game, "move", unit=TANKS, path=["2421"]).rule == "movement.B"


@rule("movement.B")
def test_not_even_with_the_free_hex():
    game = table({SLOW_FOOT: "2422", GI: "2421"}, "german-movement")
    marked(game, "isolated", SLOW_FOOT)
    assert refused(game, "move", unit=SLOW_FOOT, path=["2421"]).rule == "movement.B"


# ------------------------------------------------------------------ who moves, and how often
@rule("movement.general")
def test_as_many_units_move_as_their_player_likes():
    game = table({TANKS: "2422", GI: "2522", LORRIED: "2622"}, "allied-movement")
    for unit, to in ((TANKS, "2421"), (GI, "2521"), (LORRIED, "2621")):
        do(game, "move", unit=unit, path=[to])
    assert [hex_of(game, u) for u in (TANKS, GI, LORRIED)] == ["2421", "2521", "2621"]


@rule("movement.A")
def test_nobody_has_to_move():
    game = table({TANKS: "2422", GI: "2522"}, "allied-movement")
    do(game, "done")
    assert (hex_of(game, TANKS), hex_of(game, GI)) == ("2422", "2522")
    assert phase(game) != "allied-movement"


@rule("movement.A")
def test_only_the_phasing_players_units_move_and_nobody_fights():
    game = table({TANKS: "2422", PANZER: "2421"}, "allied-movement")
    assert "other side" in refused(game, "take", unit=PANZER).reason
    refused(game, "declare", targets=["2421"])
    do(game, "take", unit=TANKS)
    assert {a.kind for a in game.legal_actions()} <= {"move", "put-down", "embark", "exit"}
    do(game, "put-down")
    do(game, "done")
    assert hex_of(game, PANZER) == "2421"


@rule("movement.procedure")
def test_a_unit_moved_and_put_down_moves_no_more():
    game = table({TANKS: "2422", GI: "2522"}, "allied-movement")
    do(game, "move", unit=TANKS, path=["2421"])
    do(game, "move", unit=TANKS, path=["2420"])  # still in hand
    do(game, "move", unit=GI, path=["2521"])  # lets the tanks go
    assert refused(game, "take", unit=TANKS).rule == "movement.procedure"
    assert refused(game, "move", unit=TANKS, path=["2419"]).rule == "movement.procedure"


@rule("movement.procedure")
def test_a_unit_looked_at_only_may_still_move():
    game = table({TANKS: "2422", GI: "2522"}, "allied-movement")
    do(game, "take", unit=TANKS)
    do(game, "put-down")
    do(game, "move", unit=TANKS, path=["2421"])
    assert hex_of(game, TANKS) == "2421"


@rule("movement.procedure")
def test_units_move_one_by_one():
    game = table({TANKS: "2422", GI: "2422"}, "allied-movement")
    refusal = refused(game, "take", units=[TANKS, GI])
    assert refusal.rule == "movement.procedure" and "US 5" in refusal.reason and "US 79" in refusal.reason
    do(game, "take", unit=TANKS)


@rule("movement.procedure")
def test_what_has_moved_may_move_again_in_the_mechanized_phase():
    game = table({GRENADIERS: "2422"}, "german-movement")
    do(game, "move", unit=GRENADIERS, path=["2421"])
    do(game, "put-down")
    assert refused(game, "take", unit=GRENADIERS).rule == "movement.procedure"
    while phase(game) != "german-mechanized":
        do(game, "done")
    do(game, "move", unit=GRENADIERS, path=["2420"])
    assert hex_of(game, GRENADIERS) == "2420"


def test_listed_moves_are_those_within_reach():
    game = table({GI: "2422", FOOT: "2419"}, "allied-movement")
    do(game, "take", unit=GI)
    numbers = game.board.map.numbers
    assert {numbers[a.to] for a in listed(game, "move")} == set(game.ask("reach", unit=GI))
