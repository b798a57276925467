"""Carpet bombing (14.5): planned in secret a turn ahead, flown in clear weather before any attack."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, ground, hex_of, listed, refused, table
from fights import asked, rule

from hexcore.commitments import commitment_for
from hexcore.events import Noted, TrackSet, apply
from hexcore.game import Game, SeededDice
from hexcore.state import Combat

BOMBED, OTHER = "A2606", "A2306"
HIT, FELLOW = "g_inf_986_276", "g_inf_987_276"
UNITS = {
    HIT: BOMBED,
    FELLOW: BOMBED,
    "g_inf_988_276": OTHER,
    "u_inf_1": "A2305",
    "b_inf_3": "A2605",
    "u_arm_A_2": "A2303",
}
CLEAR = {"weather": "clear", "air_points": 6}


def what(game: Game, ahead: int = 0) -> str:
    return f"carpet bombing {game.state.turn + ahead}"


def plan(game: Game, choice: str) -> None:
    do(game, "conceal", what=what(game, 1), choice=choice)


def day_before(choice: str | None = BOMBED, units: dict[str, str] | None = None, **words) -> Game:
    """The Allied combat phase of a turn of storms, in which a mission is planned (or not yet: None)."""
    game = table({**UNITS, **(units or {})}, "allied-combat", **words)
    if choice is not None:
        plan(game, choice)
    return game


def next_day(game: Game, weather: str = "clear", points: int = 6, dice: tuple[int, ...] = ()) -> Game:
    """Everybody passes until the Allied combat phase of the next turn, whose weather is as wished."""
    turn = game.state.turn + 1
    while (game.board.sequence.phases[game.state.phase].id, game.state.turn) != ("allied-replacement", turn):
        do(game, "done")
    for event in (TrackSet("weather", weather), TrackSet("air_points", points)):
        game.state = apply(game.state, event)
    game.dice = SeededDice(0, (1,) * game.state.rolls + dice)
    while game.board.sequence.phases[game.state.phase].id != "allied-combat":
        do(game, "done")
    return game


def fly(game: Game) -> list:
    (mission,) = listed(game, "conceal")
    return game.submit(mission)


def flown(choice: str = BOMBED, dice: tuple[int, ...] = (3,), **words) -> Game:
    game = next_day(day_before(choice, **words), dice=dice)
    fly(game)
    return game


def on_to_the_attacks(game: Game) -> Game:
    """All questions before the attacks are answered: no plan, no air, supply for all attacks."""
    while game.decision.kind != "combat-phase":
        kind = game.decision.kind
        if kind == "carpet-plan":
            plan(game, "none")
        elif kind == "lose-steps":
            game.submit(game.legal_actions()[0])
        else:
            do(game, "done")
    return game


# ------------------------------------------------------------------ planned a turn ahead (14.5.1)
@rule("14.5.1")
def test_a_mission_is_planned_one_turn_and_flown_in_the_next():
    game = day_before(None)
    assert asked(game) == "carpet-plan allied"
    plan(game, BOMBED)
    assert commitment_for(game.state, what(game, 1)) is not None
    next_day(game, dice=(3,))
    assert asked(game) == "carpet-bombing allied"
    fly(game)
    assert game.state.note("carpet bombed", BOMBED) and game.state.tracks["air_points"] == 3
    assert asked(game) == "lose-steps german"


@rule("14.5.1")
def test_it_is_flown_before_any_attack():
    game = next_day(day_before())
    assert refused(game, "declare", targets=[OTHER]).rule == cited("14.5.1")
    do(game, "done")
    do(on_to_the_attacks(game), "declare", targets=[OTHER])


@rule("14.5.1")
@pytest.mark.parametrize("die, steps", [(1, 2), (2, 2), (3, 2), (4, 2), (5, 1), (6, 1)])
def test_six_to_one_and_all_of_it_in_steps(die, steps):
    game = next_day(day_before(), dice=(die,))
    fly(game)
    assert asked(game) == "lose-steps german"
    assert not listed(game, "retreat") and not listed(game, "choose")
    for _ in range(steps):
        if game.decision.kind == "lose-steps":
            game.submit(game.legal_actions()[0])
    assert game.decision.kind != "lose-steps"
    assert sum(game.state.units[id].losses for id in (HIT, FELLOW)) == steps
    assert {hex_of(game, HIT), hex_of(game, FELLOW)} <= {BOMBED, "eliminated"}


@rule("14.5.1")
def test_the_column_is_never_shifted():
    """Heavy forest behind a river, a German headquarters in range: two steps all the same."""
    rough = ground({BOMBED: "heavy-forest"}, [("A2605", BOMBED, "minor-river")], bocage=[BOMBED])
    game = next_day(day_before(units={"g_hq_LXXXIV": "A2608"}, on=rough), dice=(3,))
    fly(game)
    assert game.state.combat.column == "6-1" and game.state.combat.shifts == ()
    assert game.decision.points == 2


@rule("14.5.1")
def test_a_hex_without_germans_is_not_bombed():
    game = day_before("A2609")
    next_day(game)
    assert not listed(game, "conceal")
    choice, salt = game.state.openings[what(game)]
    refusal = refused(game, "conceal", what=what(game), choice=choice, salt=salt)
    assert refusal.rule == cited("14.5.1") and "A2609" in refusal.reason
    do(game, "done")


@rule("14.5.1")
def test_a_mission_may_be_cancelled_and_the_next_waits_a_turn():
    game = next_day(day_before())
    do(game, "done")
    assert asked(game) == "carpet-plan allied"
    refusal = refused(game, "conceal", what=what(game, 1), choice=OTHER)
    assert refusal.rule == cited("14.5.1") and "waits" in refusal.reason
    plan(game, "none")
    next_day(on_to_the_attacks(game))
    do(game, "done")
    plan(game, OTHER)


@rule("14.5.1")
def test_a_mission_missed_for_weather_waits_likewise():
    game = next_day(day_before(), "overcast", 3)
    assert asked(game) == "carpet-plan allied"
    assert refused(game, "conceal", what=what(game, 1), choice=OTHER).rule == cited("14.5.1")
    plan(game, "none")


@rule("14.5.1")
def test_after_a_mission_flown_the_next_may_follow_at_once():
    game = flown(dice=(5,))
    game.submit(game.legal_actions()[0])
    assert asked(game) == "carpet-plan allied"
    plan(game, OTHER)
    next_day(on_to_the_attacks(game), dice=(5,))
    fly(game)
    assert game.state.note("carpet bombings") == 2


@rule("14.5.1")
def test_a_table_that_knows_no_plans_is_shown_that_none_was_missed():
    game = next_day(day_before("none"))
    do(game, "done"), plan(game, BOMBED)
    next_day(on_to_the_attacks(game), dice=(5,))
    fly(game)
    assert asked(game) == "reveal allied"
    (shown,) = game.legal_actions()
    assert shown.choice == "none"
    game.submit(shown)
    assert asked(game) == "lose-steps german"


@rule("14.5.1")
def test_three_points_are_needed():
    game = next_day(day_before(), points=2)
    assert asked(game) == "carpet-plan allied"
    game = next_day(day_before(), points=3, dice=(5,))
    fly(game)
    assert game.state.tracks["air_points"] == 0


@rule("DG 14.5.1")
def test_at_will_the_hex_is_named_when_it_is_bombed():
    words = {"tracks": CLEAR, "dice": (5,), "options": {"carpet-bombing": "at will"}}
    game = table(UNITS, "allied-combat", **words)
    assert asked(game) == "carpet-bombing allied"
    assert refused(game, "commit", what="carpet bombing", hex="A2609").rule == "14.5.1"
    do(game, "commit", what="carpet bombing", hex=BOMBED)
    assert asked(game) == "lose-steps german"
    game.submit(game.legal_actions()[0])
    assert game.decision.kind != "carpet-plan"
    planned = table(UNITS, "allied-combat", tracks=CLEAR)
    assert asked(planned) == "carpet-plan allied"


@rule("DG 14.5.1")
def test_by_choice_there_is_none():
    game = table(UNITS, "allied-combat", options={"carpet-bombing": "off"})
    assert asked(game) == "combat-phase allied"


# ------------------------------------------------------------------ afterwards (14.5.2)
@rule("14.5.2")
def test_the_hex_is_not_attacked_in_that_phase():
    game = on_to_the_attacks(flown())
    refusal = refused(game, "declare", targets=[BOMBED])
    assert refusal.rule == cited("14.5.2") and BOMBED in refusal.reason
    do(game, "declare", targets=[OTHER])
    unbombed = next_day(day_before())
    do(unbombed, "done")
    do(on_to_the_attacks(unbombed), "declare", targets=[BOMBED])


@rule("14.5.2")
def test_nor_overrun_in_an_advance():
    game = on_to_the_attacks(flown())
    state, rules = game.state, game.board.rules
    units = (state.units["u_arm_A_2"],)
    bombed, other = (game.board.map.hex(number) for number in (BOMBED, OTHER))
    assert cited("14.5.2") in {r.rule for r in rules.may_overrun(state, units, bombed)}
    assert cited("14.5.2") not in {r.rule for r in rules.may_overrun(state, units, other)}


@rule("14.5.2")
def test_the_germans_attack_from_it_and_it_is_normal_in_the_next_turn():
    game = on_to_the_attacks(flown(dice=(5,)))
    next_day(game)
    do(on_to_the_attacks(game), "declare", targets=[BOMBED])


@rule("14.5.2")
def test_who_enters_it_in_the_mechanized_phase_stops():
    """The bombs have emptied the hex: each of two battle groups stood with one step."""
    units = {FELLOW: "A2612", "b_ind_4": "A2705"}
    rolled = {HIT: 1}
    bombed = flown(units=units, lost=rolled)
    while bombed.decision.kind == "lose-steps":
        bombed.submit(bombed.legal_actions()[0])
    quiet = next_day(day_before(units=units, lost=rolled))
    do(quiet, "done")
    for game, through in ((bombed, False), (quiet, True)):
        on_to_the_attacks(game)
        do(game, "done")
        assert game.board.sequence.phases[game.state.phase].id == "allied-mechanized"
        tank = game.state.units["b_ind_4"]
        mask = [m for m in game.board.rules.movement_masks(game.state, tank) if m.rule == cited("14.5.2")]
        assert bool(mask) != through
    (mask,) = [
        m
        for m in bombed.board.rules.movement_masks(bombed.state, bombed.state.units["b_ind_4"])
        if m.rule == cited("14.5.2")
    ]
    assert mask.effect == "stop" and mask.hexes[bombed.board.map.hex(BOMBED)]
    assert hex_of(bombed, HIT) == "eliminated"
    on = ["A2706", BOMBED, "A2607"]
    beyond = refused(bombed, "move", unit="b_ind_4", path=on)
    assert beyond.rule == cited("14.5.2")
    do(bombed, "move", unit="b_ind_4", path=on[:2])
    assert bombed.state.note("stopped", "b_ind_4")[0] == cited("14.5.2")


@rule("14.5.2")
@pytest.mark.parametrize(
    "target, barred, free", [(BOMBED, "A2606", "A2306"), (OTHER, "A2306", "A2606")], ids=["british", "us"]
)
def test_the_army_on_whose_front_the_bombs_fall_has_no_more_air(target, barred, free):
    """A2606 lies east of the boundary in A25, A2306 west of it; other regiments stand beside."""
    more = {"g_inf_989_277": "A2705", "g_inf_990_277": "A2204"}
    game = flown(target, dice=(5,), units=more)
    while game.decision.kind == "lose-steps":
        game.submit(game.legal_actions()[0])
    if game.decision.kind == "carpet-plan":
        plan(game, "none")
    while game.decision.kind == "attack-supply":
        do(game, "done")
    assert asked(game) == "air-allotment allied"
    beside = {"A2606": "A2705", "A2306": "A2204"}
    refusal = refused(game, "commit", what="air", hex=beside[barred])
    assert refusal.rule == cited("14.5.2")
    do(game, "commit", what="air", hex=beside[free])


@rule("14.5.2")
def test_bombs_on_the_line_bar_both_armies():
    game = flown("A2506", dice=(5,), units={HIT: "A2506", FELLOW: "A2506"})
    assert game.state.note("air barred", "US") and game.state.note("air barred", "British")
    game = flown(BOMBED, dice=(5,))
    assert game.state.note("air barred", "British") and not game.state.note("air barred", "US")


@rule("14.5.2")
def test_a_point_allotted_to_a_hex_of_both_armies_helps_the_other_one_only():
    game = flown(BOMBED, dice=(5,))
    game.state = apply(game.state, Noted("phase", "air", OTHER, 1))
    shifts = game.board.rules.combat_shifts
    target = (game.board.map.hex(OTHER),)
    us, british = (
        Combat(9, "attack", "allied", target, (id,), ("g_inf_988_276",)) for id in ("u_inf_1", "b_inf_3")
    )
    assert "air support" in {s.text for s in shifts(game.state, us)}
    assert "air support" not in {s.text for s in shifts(game.state, british)}


# ------------------------------------------------------------------ weather and number (14.5.3, 14.5.4)
@rule("14.5.3")
def test_it_is_flown_in_clear_weather_only():
    assert asked(next_day(day_before(), "overcast", 3)) == "carpet-plan allied"
    assert asked(next_day(day_before(), "clear", 3)) == "carpet-bombing allied"


@rule("14.5.3")
def test_the_weather_of_the_turn_before_does_not_matter():
    game = day_before()
    assert game.state.tracks["weather"] == "storms"
    assert asked(next_day(game)) == "carpet-bombing allied"


@rule("14.5.4")
def test_two_are_flown_at_most():
    game = day_before()
    game.state = apply(game.state, Noted("game", "carpet bombings", "", 1))
    assert asked(next_day(game)) == "carpet-bombing allied"
    game = day_before()
    game.state = apply(game.state, Noted("game", "carpet bombings", "", 2))
    assert asked(next_day(game)) != "carpet-bombing allied"
    assert commitment_for(game.state, what(game, 1)) is None


@rule("14.5.4")
def test_cancelled_ones_do_not_count():
    game = next_day(day_before())
    do(game, "done")
    assert not game.state.note("carpet bombings")
