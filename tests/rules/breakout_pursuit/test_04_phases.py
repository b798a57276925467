"""The sequence of play: Non-Combat units first, the second movement, markers removed, and the unit types."""

from __future__ import annotations

import pytest
from bp_fights import weighed
from bp_marches import (
    BRIGADE,
    FOOT,
    GI,
    GRENADIERS,
    LORRIED,
    PANZER,
    PARAS,
    TANKS,
    TRUCK,
    marked,
    phase,
    rule,
)
from bp_table import do, hex_of, listed, refused, table

from hexcore.events import PhaseBegan, TrackSet

FAR_TRUCK = "JUL-A045"


def begun(events) -> list[str]:
    """The phases that began, in order."""
    return [event.id for event in events if isinstance(event, PhaseBegan)]


def on_to(game, wanted: str) -> None:
    """Puts down what is in hand, and ends phases until the wanted one."""
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    do(game, "done")
    while phase(game) != wanted:
        do(game, "done")


# ------------------------------------------------------------------ A4: Non-Combat units first
@rule("sequence.A4")
def test_non_combat_units_move_before_any_combat_unit():
    game = table({TANKS: "2422", TRUCK: "2522", FAR_TRUCK: "2622"}, "allied-movement")
    do(game, "move", unit=TRUCK, path=["2521"])
    do(game, "move", unit=TANKS, path=["2421"])
    refusal = refused(game, "take", unit=FAR_TRUCK)
    assert refusal.rule == "sequence.A4" and "Truck" in refusal.reason
    assert all(FAR_TRUCK not in action.units for action in listed(game, "take"))


@rule("sequence.A4")
def test_nor_do_they_go_on_moving_afterwards():
    game = table({TANKS: "2422", TRUCK: "2522"}, "allied-movement")
    do(game, "move", unit=TRUCK, path=["2521"])
    do(game, "move", unit=TANKS, path=["2421"])  # lets the truck go
    assert refused(game, "move", unit=TRUCK, path=["2520"]).rule == "sequence.A4"
    alone = table({TANKS: "2422", TRUCK: "2522"}, "allied-movement")
    do(alone, "move", unit=TRUCK, path=["2521"])
    do(alone, "move", unit=TRUCK, path=["2520"])


@rule("sequence.A4")
def test_a_combat_unit_taken_up_and_put_down_closes_nothing():
    game = table({TANKS: "2422", TRUCK: "2522"}, "allied-movement")
    do(game, "take", unit=TANKS)
    do(game, "put-down")
    do(game, "move", unit=TRUCK, path=["2521"])
    assert hex_of(game, TRUCK) == "2521"


@rule("sequence.A4")
def test_infantry_carried_moves_as_part_of_its_trucks_order():
    spot = {PARAS: "2422", TRUCK: "2422", FAR_TRUCK: "2622", TANKS: "2722"}
    game = table(spot, "allied-movement")
    do(game, "take", unit=TRUCK)
    do(game, "embark", unit=PARAS, carrier=TRUCK)
    do(game, "move", unit=TRUCK, path=["2421", "2420"])
    do(game, "disembark", units=[PARAS])
    do(game, "move", unit=FAR_TRUCK, path=["2621"])  # nothing is closed
    do(game, "move", unit=PARAS, path=["2419"])  # the one point that boarding has left it
    assert hex_of(game, PARAS) == "2419"
    assert refused(game, "move", unit=FAR_TRUCK, path=["2620"]).rule == "sequence.A4"


@rule("sequence.A4")
def test_infantry_that_boards_of_itself_closes_nothing_and_infantry_that_walks_does():
    spot = {PARAS: "2422", TRUCK: "2422", FAR_TRUCK: "2622"}
    game = table(spot, "allied-movement")
    do(game, "take", unit=PARAS)
    do(game, "embark", unit=PARAS, carrier=TRUCK)
    do(game, "move", unit=FAR_TRUCK, path=["2621"])
    walked = table(spot, "allied-movement")
    do(walked, "move", unit=PARAS, path=["2421"])
    assert refused(walked, "move", unit=FAR_TRUCK, path=["2621"]).rule == "sequence.A4"


@rule("sequence.A4")
def test_the_closure_ends_with_the_phase():
    game = table({TANKS: "2422", TRUCK: "2522"}, "allied-movement")
    do(game, "move", unit=TANKS, path=["2421"])
    assert refused(game, "take", unit=TRUCK).rule == "sequence.A4"
    on_to(game, "german-movement")
    on_to(game, "allied-movement")
    do(game, "move", unit=TRUCK, path=["2521"])
    assert hex_of(game, TRUCK) == "2521"


@rule("sequence.A4")
def test_an_option_lets_them_move_in_any_order():
    options = {"non-combat-first": "off"}
    game = table({TANKS: "2422", TRUCK: "2522"}, "allied-movement", options=options)
    do(game, "move", unit=TANKS, path=["2421"])
    do(game, "move", unit=TRUCK, path=["2521"])
    assert hex_of(game, TRUCK) == "2521"


# ------------------------------------------------------------------ A6: the second movement
@rule("sequence.A6", "terms.mechanized")
@pytest.mark.parametrize(
    ("unit", "to_move"),
    [(TANKS, "allied-mechanized"), (PANZER, "german-mechanized"), (GRENADIERS, "german-mechanized")],
)
def test_armour_and_armoured_infantry_move_again(unit, to_move):
    game = table({unit: "2422"}, to_move)
    do(game, "move", unit=unit, path=["2421"])
    assert hex_of(game, unit) == "2421"


@rule("sequence.A6", "terms.non_mechanized", "terms.unit_type")
@pytest.mark.parametrize(
    ("unit", "to_move"),
    [
        (GI, "allied-mechanized"),
        (LORRIED, "allied-mechanized"),
        (PARAS, "allied-mechanized"),
        (FOOT, "german-mechanized"),
        ("JUL-G002", "german-mechanized"),
    ],
)
def test_infantry_of_every_sort_does_not(unit, to_move):
    game = table({unit: "2422", TANKS: "2522", PANZER: "2722"}, to_move)
    refusal = refused(game, "take", unit=unit)
    assert refusal.rule == "sequence.A6" and "not mechanized" in refusal.reason
    assert [action.units for action in listed(game, "take")] == [
        (TANKS if to_move.startswith("allied") else PANZER,)
    ]


@rule("sequence.A6")
def test_trucks_do_not_either():
    game = table({TRUCK: "2422", TANKS: "2522"}, "allied-mechanized")
    assert refused(game, "take", unit=TRUCK).rule == "sequence.A6"


@rule("terms.unit_type")
def test_the_type_of_a_unit_decides_what_an_enemy_zone_costs_it():
    spot = {TANKS: "2425", GI: "2425", FOOT: "2423"}
    game = table(spot, "allied-movement")
    assert game.ask("reach", unit=TANKS)["2424"]["mp"] == 3
    assert game.ask("reach", unit=GI)["2424"]["mp"] == 1


# ------------------------------------------------------------------ A7: markers removed
@rule("sequence.A7")
def test_the_markers_of_the_allied_judgement_come_off_after_the_allied_turn():
    game = table({TANKS: "2422", GI: "2522", PANZER: "2922"}, "allied-mechanized")
    marked(game, "unsupplied", TANKS)
    marked(game, "isolated", GI, PANZER)
    marked(game, "disrupted", GI)
    do(game, "done")
    state = game.state
    assert not state.marker("unsupplied", TANKS) and not state.marker("isolated", GI)
    assert state.marker("disrupted", GI)


@rule("sequence.B")
def test_the_german_markers_come_off_after_the_german_turn():
    game = table({TANKS: "2422", PANZER: "2922"}, "german-mechanized")
    marked(game, "isolated", PANZER)
    assert "german-removal" in begun(do(game, "done"))
    assert not game.state.marker("isolated", PANZER)


# ------------------------------------------------------------------ B and C: whose turn, and the next
@rule("sequence.general")
def test_each_player_moves_in_his_own_player_turn():
    game = table({TANKS: "2422", PANZER: "2922"}, "allied-movement")
    do(game, "move", unit=TANKS, path=["2421"])
    assert "other side" in refused(game, "take", unit=PANZER).reason
    on_to(game, "german-movement")
    assert "other side" in refused(game, "take", unit=TANKS).reason
    do(game, "move", unit=PANZER, path=["2921"])
    assert (hex_of(game, TANKS), hex_of(game, PANZER)) == ("2421", "2921")


@rule("sequence.B")
def test_the_german_turn_follows_with_the_same_phases_but_the_airdrop():
    game = table({TANKS: "2422", PANZER: "2922"}, "allied-mechanized")
    ids = []
    while not ids or ids[-1] != "allied-movement":
        ids += begun(do(game, "done"))
    german = [id for id in ids if id.startswith("german")]
    assert german == [
        "german-reinforcement",
        "german-supply",
        "german-movement",
        "german-combat",
        "german-mechanized",
        "german-removal",
    ]
    assert ids.index("allied-removal") < ids.index("german-reinforcement")
    allied = [id for id in ids[ids.index("german-removal") :] if id.startswith("allied")]
    assert allied == ["allied-reinforcement", "allied-airdrop", "allied-supply", "allied-movement"]


@rule("sequence.C")
def test_the_turn_marker_goes_on_after_the_german_turn():
    game = table({TANKS: "2422", PANZER: "2922"}, "german-mechanized", turn=3)
    events = do(game, "done")
    ids = [e.id if isinstance(e, PhaseBegan) else e for e in events if isinstance(e, (PhaseBegan, TrackSet))]
    assert ids[:3] == ["german-removal", "end-of-turn", "allied-reinforcement"]
    assert game.state.turn == 4 and game.state.tracks["turn"] == 4


# ------------------------------------------------------------------ what the counters say
@rule("terms.combat_strength")
def test_the_upper_number_is_the_strength_in_attack_and_defence():
    game = table({TANKS: "2422", GI: "2422", FOOT: "2423"}, "allied-combat")
    both = weighed(game, "2423", TANKS, GI)
    assert (both.attack, both.defence, both.final_column) == (13 + 11, 6, "4-1")
    alone = weighed(game, "2423", TANKS)
    assert (alone.attack, alone.defence, alone.final_column) == (13, 6, "2-1")


@rule("terms.unit_size")
def test_only_what_is_of_division_size_counts_as_a_division():
    """Divisions alone leave over edge D: no brigade, and no battlegroup of a division."""
    for unit, may_leave in ((TANKS, True), (BRIGADE, False), (f"{TANKS}-BG", False)):
        game = table({unit: "1053", PANZER: "2922"}, "allied-movement")
        do(game, "take", unit=unit)
        assert bool(listed(game, "exit")) is may_leave
        if not may_leave:
            assert "no division" in refused(game, "exit", unit=unit, edge="D").reason
