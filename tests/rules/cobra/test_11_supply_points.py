"""SPI 4.0.B2 and B5, 8.1.1, chapter 11, 19.1.1: supply points gained, set aside and spent."""

from __future__ import annotations

import json

import pytest
from cobra_table import board, cited, do, is_1977, listed, refused, table
from fights import asked, attack, choose, declared, rule, weighed
from marches import passed_to

from hexcore.codec import StateForm
from hexcore.events import Event, Fought
from hexcore.game import Game, opening

PAIRS = {"u_inf_1": "A2305", "b_inf_3": "A2605", "g_inf_986_276": "A2306", "g_inf_987_276": "A2606"}


def held(game) -> tuple[int, int]:
    return game.state.tracks["us_supply"], game.state.tracks["british_supply"]


@rule("19.1.1")
def test_three_and_four_points_at_the_start():
    tracks = opening(board()).tracks
    assert (tracks["us_supply"], tracks["british_supply"]) == (3, 4)


@rule("SPI 4.0.B2", "11.1.2")
@pytest.mark.parametrize("turn, gained", [(1, (4, 4)), (9, (4, 4)), (10, (5, 4)), (13, (5, 4))])
def test_points_gained_in_the_supply_phase(turn, gained):
    tracks = {"us_supply": 1, "british_supply": 2, "weather": "clear"}
    game = table({}, "allied-supply", turn=turn, tracks=tracks)
    assert held(game) == (1 + gained[0], 2 + gained[1])


@rule("11.1.2")
def test_points_are_kept_from_turn_to_turn():
    tracks = {"us_supply": 20, "british_supply": 0, "weather": "overcast"}
    game = table({}, "allied-supply", tracks=tracks)
    assert held(game) == (24, 4)


@rule("11.1.1")
def test_two_markers_count_apart():
    tracks = {"us_supply": 2, "british_supply": 2}
    game = table(PAIRS, "allied-combat", dice=[6], tracks=tracks, supplied=False)
    if not is_1977():
        do(game, "choose", option="0")
        do(game, "choose", option="1")
    attack(game, "A2606", "b_inf_3")
    assert held(game) == (2, 1)


@rule("SPI 4.0.B5")
def test_every_allied_attack_costs_a_point_when_it_is_made():
    game = table(PAIRS, "allied-combat", dice=[6, 6], tracks={"us_supply": 2, "british_supply": 2})
    do(game, "declare", targets=["A2306"])
    do(game, "add-attacker", unit="u_inf_1")
    assert held(game) == (2, 2)
    do(game, "done")
    assert held(game) == (1, 2)


@rule("SPI 4.0.B5")
def test_no_attack_without_a_point():
    poor = {"us_supply": 0, "british_supply": 0}
    game = table(PAIRS, "allied-combat", tracks=poor)
    assert refused(game, "declare", targets=["A2306"]).rule == "SPI 4.0.B5"
    game = table(PAIRS, "allied-combat", tracks={**poor, "us_supply": 1})
    do(game, "declare", targets=["A2306"])


@rule("SPI 4.0.B5")
def test_the_last_point_makes_one_attack():
    units = {**PAIRS, "u_inf_4": "A2105", "g_inf_989_277": "A2106"}
    game = table(units, "allied-combat", dice=[6, 6], tracks={"us_supply": 1})
    attack(game, "A2306", "u_inf_1")
    choose(game, 0), choose(game, 0)
    assert asked(game) == "combat-phase allied"
    assert refused(game, "declare", targets=["A2106"]).rule == cited("11.2.1")
    do(game, "declare", targets=["A2606"])


@rule("TNC 11.2.1")
def test_british_points_do_not_pay_for_us_attacks():
    game = table(PAIRS, "allied-combat", tracks={"us_supply": 0, "british_supply": 5})
    assert refused(game, "declare", targets=["A2306"]).rule == cited("11.2.1")
    do(game, "declare", targets=["A2606"])
    game = table(PAIRS, "allied-combat", tracks={"us_supply": 5, "british_supply": 0})
    assert refused(game, "declare", targets=["A2606"]).rule == cited("11.2.1")
    do(game, "declare", targets=["A2306"])


@rule("11.2.1")
def test_the_french_attack_with_us_points():
    units = {"f_arm_GTD": "A2305", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", dice=[6], tracks={"us_supply": 1, "british_supply": 0})
    declared(game, "A2306", "f_arm_GTD")
    assert held(game) == (0, 0)


@rule("SPI 4.0.A4")
def test_german_attacks_cost_nothing():
    game = table(PAIRS, "german-combat", dice=[6], tracks={"us_supply": 1, "british_supply": 1})
    attack(game, "A2305", "g_inf_986_276")
    assert held(game) == (1, 1)


@rule("11.2.2")
def test_an_overrun_costs_nothing():
    second = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
    game = table({**dict.fromkeys(second, "A2305"), "g_inf_986_276": "A2307"}, "allied-movement", dice=[3])
    do(game, "take", units=list(second))
    do(game, "move", units=list(second), path=["A2306"])
    do(game, "overrun", units=list(second), target="A2307")
    assert game.state.combats and held(game) == (9, 9)


# ------------------------------------------------------------------ 8.1.1: set aside as the phase begins
def german_points(game: Game) -> int:
    return int(game.state.tracks["german_supply"])


def set_aside(game: Game, *numbers: int) -> Game:
    """The questions at the start of the combat phase, answered."""
    for number in numbers:
        assert game.decision.kind == "attack-supply"
        do(game, "choose", option=str(number))
    return game


def german(points: int, *numbers: int, **words) -> Game:
    """The German combat phase, with so many points, so many attacks supplied."""
    tracks = {"german_supply": points}
    game = table(PAIRS, "german-combat", tracks=tracks, supplied=False, **words)
    return set_aside(game, *numbers)


def strength(events: list[Event]) -> int:
    """The attack strength of the combat fought among these events."""
    fought = [e.combat for e in events if isinstance(e, Fought) and e.combat.result]
    return fought[0].strengths[0]


def over(game: Game) -> None:
    """All questions of the combat are answered."""
    while game.decision.kind != "combat-phase":
        game.submit(game.legal_actions()[0])


@rule("DG 19.1.1")
def test_the_germans_begin_with_four_points():
    assert opening(board()).tracks["german_supply"] == 4


@rule("DG 8.1.1")
def test_as_the_combat_phase_begins_points_are_set_aside_two_for_each_german_attack():
    game = german(9)
    assert asked(game) == "attack-supply german"
    assert [a.option for a in listed(game, "choose")] == ["4", "3", "2", "1", "0"]
    set_aside(game, 3)
    assert german_points(game) == 3 and asked(game) == "combat-phase german"


@rule("DG 8.1.1")
def test_each_allied_army_sets_aside_its_own_points_one_for_each_attack():
    tracks = {"us_supply": 3, "british_supply": 2}
    game = table(PAIRS, "allied-combat", tracks=tracks, supplied=False)
    assert asked(game) == "attack-supply allied" and game.decision.army == "US"
    set_aside(game, 2)
    assert game.decision.army == "British"
    set_aside(game, 1)
    assert held(game) == (1, 1) and asked(game) == "combat-phase allied"


@rule("DG 8.1.1")
def test_done_sets_aside_whatever_the_points_pay_for():
    game = german(7)
    do(game, "done")
    assert german_points(game) == 1


@rule("DG 8.1.1")
def test_nothing_is_asked_without_points_or_without_anybody_to_attack():
    assert asked(german(1)) == "combat-phase german"
    apart = {"u_inf_1": "A2303", "g_inf_986_276": "A2310"}
    game = table(apart, "allied-combat", supplied=False)
    assert held(game) == (9, 9) and asked(game) != "attack-supply allied"


@rule("DG 8.1.1")
def test_an_attack_beyond_those_set_aside_has_half_strength_though_points_are_left():
    game = german(9, 1, dice=[6, 6])
    assert weighed(game, "A2305", "g_inf_986_276").attack == 3
    attack(game, "A2305", "g_inf_986_276")
    over(game)
    assert german_points(game) == 7
    assert weighed(game, "A2605", "g_inf_987_276").attack == 2, "3 halved, rounded up"
    assert strength(attack(game, "A2605", "g_inf_987_276")) == 2


@rule("DG 8.1.1")
def test_points_set_aside_for_an_attack_that_is_not_made_are_returned():
    game = german(9, 2, dice=[6])
    attack(game, "A2305", "g_inf_986_276")
    over(game)
    do(game, "done")
    assert german_points(game) == 7
    tracks = {"us_supply": 3, "british_supply": 2}
    allied = set_aside(table(PAIRS, "allied-combat", tracks=tracks, supplied=False), 3, 2)
    do(allied, "done")
    assert held(allied) == (3, 2)


@rule("DG 8.1.1")
def test_by_choice_they_are_spent_all_the_same():
    game = german(9, 2, dice=[6], options={"points-of-attacks-not-made": "spent"})
    attack(game, "A2305", "g_inf_986_276")
    over(game)
    do(game, "done")
    assert german_points(game) == 5


@rule("DG 8.1.1")
def test_the_question_survives_its_file():
    game = german(9)
    form = StateForm(game.board)
    loaded = form.load(json.loads(json.dumps(form.dump(game.state))))
    assert loaded.agenda == game.state.agenda and loaded.hash == game.state.hash


# ------------------------------------------------------------------ 11.0, 11.1.4, 11.1.6: gains
@rule("DG 11.1.6")
@pytest.mark.parametrize(("die", "weather", "gain"), [(4, "clear", 1), (2, "overcast", 2), (1, "storms", 3)])
def test_german_points_by_the_weather(die, weather, gain):
    tracks = {"german_supply": 3, "weather": "clear"}
    game = table({}, "german-weather", tracks=tracks, dice=[die])
    assert game.state.tracks["weather"] == weather and german_points(game) == 3 + gain


@rule("DG 11.0")
@pytest.mark.parametrize(("before", "after"), [(8, 11), (9, 12), (10, 12), (12, 12)])
def test_the_germans_never_have_more_than_twelve(before, after):
    game = table({}, "german-weather", tracks={"german_supply": before, "weather": "clear"}, dice=[1])
    assert game.state.tracks["weather"] == "storms" and german_points(game) == after


@rule("DG 11.1.6")
def test_by_choice_the_germans_need_no_points():
    free = {"german-supply-points": "none"}
    game = table(
        {}, "german-weather", tracks={"german_supply": 3, "weather": "clear"}, dice=[4], options=free
    )
    assert german_points(game) == 3
    game = german(0, options=free)
    assert weighed(game, "A2305", "g_inf_986_276").attack == 3
    assert weighed(german(0), "A2305", "g_inf_986_276").attack == 2


@rule("11.1.4")
@pytest.mark.parametrize(("turn", "half"), [(1, (2, 2)), (10, (3, 2))])
def test_the_first_storm_turn_brings_nothing_and_later_ones_half(turn, half):
    tracks = {"us_supply": 1, "british_supply": 2, "weather": "storms"}
    units = {"u_inf_1": "A2303", "g_inf_986_276": "A2310"}
    game = table(units, "allied-supply", turn=turn, tracks=tracks, dice=[1, 1])
    assert held(game) == (1, 2)
    passed_to(game, "german-movement")
    passed_to(game, "allied-movement")
    assert game.state.tracks["weather"] == "storms"
    assert held(game) == (1 + half[0], 2 + half[1])


# ------------------------------------------------------------------ 11.1.5: attacks without points
def poor(us: int = 0, british: int = 0, **words) -> Game:
    tracks = {"us_supply": us, "british_supply": british}
    return table(PAIRS, "allied-combat", tracks=tracks, **words)


@rule("11.1.5")
def test_an_attack_without_a_point_has_half_strength():
    assert weighed(poor(us=1), "A2306", "u_inf_1").attack == 12
    game = poor(dice=[6])
    assert weighed(game, "A2306", "u_inf_1").attack == 6
    assert strength(attack(game, "A2306", "u_inf_1")) == 6 and held(game) == (0, 0)


@rule("11.1.5")
def test_the_attacker_may_keep_his_point():
    units = {**PAIRS, "u_inf_4": "A2105", "g_inf_989_277": "A2106"}
    game = table(units, "allied-combat", dice=[6, 6], tracks={"us_supply": 1})
    assert strength(attack(game, "A2306", "u_inf_1", unsupplied=True)) == 6
    over(game)
    assert strength(attack(game, "A2106", "u_inf_4")) == 12
    over(game)
    do(game, "done")
    assert held(game)[0] == 0


@rule("11.1.5")
def test_it_is_offered_with_the_attackers_and_shown_beforehand():
    game = poor(us=1)
    do(game, "declare", targets=["A2306"])
    do(game, "add-attacker", unit="u_inf_1")
    assert [a.what for a in listed(game, "commit")] == ["unsupplied"]
    do(game, "commit", what="unsupplied")
    assert not listed(game, "commit")
    told = poor(us=1).ask("odds", target=["A2306"], attackers=["u_inf_1"], support={"unsupplied": True})
    assert told["attack"] == 6 and told["factors"][0]["why"][0]["rule"] == cited("11.1.5")


@rule("11.1.5")
def test_all_attackers_are_halved_each_rounded_up_and_no_defender():
    units = {"u_cav_4": "A2305", "u_cav_106": "A2305", "u_inf_1": "A2206", "g_inf_986_276": "A2306"}
    game = table(units, "allied-combat", tracks={"us_supply": 0}, lost={"u_cav_4": 1})
    odds = weighed(game, "A2306", "u_cav_4", "u_cav_106", "u_inf_1")
    assert (odds.attack, odds.defence) == (1 + 1 + 6, 3)


@rule("DG 11.1.5", "DG 10.6.1")
def test_lack_of_points_and_lack_of_supply_halve_once():
    around = ("A2310", "A2508", "A2106", "A2406", "A2109")
    panzers = ("g_pz_2", "g_pz_9", "g_pz_21", "g_pz_116", "g_pz_1SS")
    units = {"u_inf_1": "A2308", **dict(zip(panzers, around, strict=True)), "g_pz_12SS": "A2307"}
    for points in (0, 5):
        game = table(units, "allied-combat", tracks={"us_supply": points})
        assert game.board.rules.supply_state(game.state, game.state.units["u_inf_1"]) == "unsupplied"
        assert weighed(game, "A2307", "u_inf_1").attack == 6


@rule("DG 10.0")
def test_the_division_in_an_unpaid_attack_is_not_whole():
    pz = ("g_pz_2", "g_pg_2_2", "g_pg_304_2")
    units = {**dict.fromkeys(pz, "A2306"), "u_inf_1": "A2305"}
    supplied = table(units, "german-combat", tracks={"german_supply": 2})
    assert weighed(supplied, "A2305", *pz).attack == 28
    unpaid = table(units, "german-combat", tracks={"german_supply": 1})
    assert weighed(unpaid, "A2305", *pz).attack == sum((s + 1) // 2 for s in printed(unpaid, pz))
    assert weighed(table(units, "allied-combat", tracks={"us_supply": 0}), "A2306", "u_inf_1").defence == 28


def printed(game: Game, ids: tuple[str, ...]) -> list[int]:
    return [game.state.units[id].step.strength for id in ids]


@rule("DG 11.2.1")
def test_british_points_leave_a_us_attack_at_half_strength():
    assert weighed(poor(british=5), "A2306", "u_inf_1").attack == 6
    assert weighed(poor(british=5), "A2606", "b_inf_3").attack == 12
    assert weighed(poor(us=5), "A2606", "b_inf_3").attack == 6
