"""Chapter 5.5: overruns."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, ground, hex_of, is_1977, listed, refused, table
from fights import asked, choose, corners, lost, result, retreat, rule, shifts

from hexcore.events import Noted, apply
from hexcore.game import Game
from hexcore.movement import points_left
from hexcore.odds import weigh

DIVISION = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
THIRD = ("u_arm_A_3", "u_arm_B_3", "u_arm_R_3")
HIT, OTHER, GI, TIGERS = "g_inf_986_276", "g_inf_989_277", "u_inf_1", "g_tig_503"
RING = ("g_inf_977_271", "g_inf_978_271", "g_inf_979_271", "g_inf_751_326", "g_inf_752_326", "g_inf_753_326")


def position(at: str = "A2307", target: str = "A2308", **more: str) -> dict[str, str]:
    return {**dict.fromkeys(DIVISION, at), HIT: target, **more}


def battalion(at: str) -> dict[str, str]:
    """The same with a Tiger battalion, which has no zone, in the regiment's place."""
    return {**dict.fromkeys(DIVISION, at), TIGERS: "A2308"}


def ready(units: dict[str, str] | None = None, phase: str = "allied-movement", **words) -> Game:
    """2 Armored Division in A2307, in hand, beside a regiment in A2308: 17 to 3, 5-1 (a 1 is -/2)."""
    game = table(units or position(), phase, **words)
    do(game, "take", units=list(DIVISION))
    return game


def overrun(game: Game, target: str = "A2308", units: tuple[str, ...] = DIVISION):
    return do(game, "overrun", target=target, units=list(units))


def no_overrun(game: Game, target: str = "A2308", units: tuple[str, ...] = DIVISION) -> str:
    return refused(game, "overrun", target=target, units=list(units)).rule


def points(game: Game, unit: str = DIVISION[0]) -> float:
    return points_left(game.state, game.state.units[unit]) / 2


def driven_out(units: dict[str, str] | None = None, target: str = "A2308", **words) -> Game:
    """The overrun is made with a 4 (-/1), and the regiment goes back a hex."""
    game = ready(units, dice=[4, 4], **words)
    overrun(game, target)
    assert result(game) == "0/1"
    choose(game, 1)
    while asked(game).startswith("retreat-units"):
        game.submit(listed(game, "retreat")[-1])
    return game


# ------------------------------------------------------------------ 5.5
@rule("5.5")
def test_only_in_initial_movement():
    assert [a.target for a in listed(ready(), "overrun")]
    later = ready(phase="allied-mechanized")
    assert no_overrun(later) == cited("5.5") and not listed(later, "overrun")


@rule("5.5")
def test_one_division_with_all_its_units():
    game = table(position(), "allied-movement")
    assert no_overrun(game, units=DIVISION[:2]) == cited("5.5")
    overrun(game)
    two = {**position(), **dict.fromkeys(THIRD, "A2306")}
    assert no_overrun(table(two, "allied-movement"), units=DIVISION[:1]) == cited("5.5")


# ------------------------------------------------------------------ 5.5.1
@rule("5.5.1")
def test_three_points_and_the_ground():
    game = driven_out()
    assert {hex_of(game, u) for u in DIVISION} == {"A2308"} and points(game) == 12 - 3 - 1
    hills = ready(on=ground({"A2308": "hills"}), dice=[4])
    overrun(hills)
    assert points(hills) == 12 - 3 - 4
    road = {"terrain": {"A2308": "hills"}, "roads": [("A2307", "A2308", "primary")]}
    along = ready(on=ground(**road), dice=[4])
    overrun(along)
    assert points(along) == 12 - 3.5


@rule("5.5.1")
@pytest.mark.parametrize(("hilly", "left"), [(["A2304", "A2305"], 2), (["A2304"], 5)])
def test_a_division_needs_the_points(hilly, left):
    on = ground(dict.fromkeys(hilly, "hills"))
    game = ready(battalion("A2303"), on=on)
    do(game, "move", units=list(DIVISION), path=["A2304", "A2305", "A2306", "A2307"])
    assert points(game) == left
    if left < 4:
        assert no_overrun(game) == cited("5.5.1")
    else:
        overrun(game)


@rule("5.5.1")
def test_only_an_adjacent_hex_with_an_enemy():
    game = ready()
    assert no_overrun(game, "A2306") == cited("5.5.1")
    far = ready(position("A2306"))
    assert no_overrun(far) == cited("5.5.1")


@rule("5.5.1")
def test_a_zone_stops_it_where_it_has_won():
    game = ready(dice=[4])
    overrun(game)
    choose(game, 1)
    retreat(game, HIT, "A2309")
    assert hex_of(game, DIVISION[0]) == "A2308"
    assert refused(game, "move", units=list(DIVISION), to="A2208").rule == cited("5.2.3")


@rule("5.5.1")
def test_it_moves_on_where_no_zone_holds_it():
    game = ready(dice=[1])  # -/2
    overrun(game)
    choose(game, 2)
    retreat(game, HIT, "A2309", "A2310")
    do(game, "move", units=list(DIVISION), path=["A2208"])
    assert hex_of(game, DIVISION[0]) == "A2208" and points(game) == 7


@rule("5.5.1")
def test_two_overruns_and_no_third():
    game = ready(dice=[1, 1], lost={HIT: 1}, units=position(**{OTHER: "A2310", "g_inf_990_277": "A2312"}))
    overrun(game)  # 17 to 2: 8-1, a 1 is -/3
    choose(game, 0)
    assert lost(game, HIT) == 99 and hex_of(game, DIVISION[0]) == "A2308"
    do(game, "move", units=list(DIVISION), path=["A2309"])
    overrun(game, "A2310")
    choose(game, 0)
    assert game.state.note("overruns", DIVISION[0]) == 2
    assert no_overrun(game, "A2311") == cited("5.5.1")


@rule("5.5.1")
def test_a_third_overrun_is_refused_whatever_points_are_left():
    for made, rule_id in ((1, None), (2, cited("5.5.1"))):
        game = ready()
        for id in DIVISION:
            game.state = apply(game.state, Noted("phase", "overruns", id, made))
        if rule_id:
            assert no_overrun(game) == rule_id
        else:
            overrun(game)


@rule("5.5.1")
def test_a_division_on_trucks_overruns_once():
    for made in (0, 1):
        game = on_trucks({GI: "A2307", HIT: "A2308", "u_inf_4": "A2703"})
        if made:
            game.state = apply(game.state, Noted("phase", "overruns", GI, 1))
            assert no_overrun(game, units=(GI,)) == cited("5.5.1")
        else:
            overrun(game, units=(GI,))


def on_trucks(units: dict[str, str], **words) -> Game:
    game = table(units, "allied-replacement", **words)
    do(game, "commit", what="truck", unit=GI)
    while game.board.sequence.phases[game.state.phase].id != "allied-movement":
        do(game, "done")
    do(game, "take", unit=GI)
    return game


# ------------------------------------------------------------------ 5.5.2
@rule("5.5.2")
def test_a_failed_overrun_ends_the_movement():
    game = ready(dice=[4])
    overrun(game)
    choose(game, 0)  # the regiment stands and loses a step
    assert hex_of(game, DIVISION[0]) == "A2307" and lost(game, HIT) == 1
    assert refused(game, "take", units=list(DIVISION)).rule == cited("5.5.2")
    assert refused(game, "move", unit=DIVISION[0], to="A2306").rule == cited("5.5.2")


@rule("5.5.2")
def test_a_failed_overrun_is_not_tried_again():
    game = ready(dice=[4])
    overrun(game)
    choose(game, 0)
    assert no_overrun(game) == cited("5.5.2")


@rule("5.5.2")
def test_after_a_split_result_the_division_stays_and_takes_its_loss():
    game = ready(dice=[3])  # 5-1: 1/2
    overrun(game)
    assert result(game) == "1/2"
    if is_1977():
        choose(game, 2)
        retreat(game, HIT, "A2309", "A2310")
        choose(game, 0)
        do(game, "lose", unit=DIVISION[0])
    else:
        do(game, "lose", unit=DIVISION[0])  # the overrunners first, and no hex instead of the step
        choose(game, 2)
        retreat(game, HIT, "A2309", "A2310")
    assert {hex_of(game, u) for u in DIVISION} == {"A2307"}
    assert refused(game, "move", unit=DIVISION[1], to="A2306").rule == cited("5.5.2")


# ------------------------------------------------------------------ 5.5.3, 5.5.4, 5.5.5
@rule("5.5.3")
@pytest.mark.parametrize("roads", [[], [("A2307", "A2308", "primary")]])
def test_not_over_a_major_river(roads):
    words = {"roads": roads}
    assert no_overrun(ready(on=ground(rivers=[("A2307", "A2308", "major-river")], **words))) == cited("5.5.3")
    overrun(ready(on=ground(rivers=[("A2307", "A2308", "minor-river")], **words)))


@rule("5.5.4")
def test_two_divisions_overrun_the_same_hex():
    units = position(**dict.fromkeys(THIRD, "A2208"), **{OTHER: "A2308"})
    game = ready(units, dice=[4, 4])
    overrun(game)
    while game.decision.kind != "in-hand" and game.decision.kind != "movement-phase":
        game.submit(game.legal_actions()[0])
    assert game.state.stacks.get(game.board.map.hex("A2308"))
    do(game, "take", units=list(THIRD))
    overrun(game, units=THIRD)
    assert game.state.combat is not None


@rule("5.5.4")
def test_all_enemies_in_the_hex_are_overrun():
    game = ready(position(**{OTHER: "A2308"}), dice=[4])
    overrun(game)
    assert set(game.state.combat.defenders) == {HIT, OTHER}


@rule("5.5.5")
def test_at_face_value():
    game = ready(position(**{OTHER: "A2308"}), dice=[6])
    overrun(game)
    odds = weigh(game.state, game.state.combat)
    assert (odds.attack, odds.defence, odds.column) == (17, 6, "2-1")


# ------------------------------------------------------------------ 5.5.6
@rule("5.5.6")
def test_zones_of_the_units_overrun_do_not_count():
    game = ready(position("A2305"), dice=[4])
    do(game, "move", units=list(DIVISION), path=["A2306", "A2307"])
    overrun(game)
    assert game.state.combat is not None


@rule("5.5.6")
def test_not_from_the_zone_of_another():
    game = ready(position(**{OTHER: "A2206"}))
    assert no_overrun(game) == cited("5.5.6")
    overrun(ready(position(**{OTHER: "A2205"})))


@rule("5.5.6")
def test_no_overrun_after_disengaging():
    units = {**dict.fromkeys(DIVISION, "A2307"), TIGERS: "A2305", OTHER: "A2308"}
    game = ready(units)
    do(game, "move", units=list(DIVISION), path=["A2306"])
    assert no_overrun(game, "A2305") == cited("5.5.6")
    free = ready({**units, OTHER: "A2309"})
    do(free, "move", units=list(DIVISION), path=["A2306"])
    overrun(free, "A2305")


# ------------------------------------------------------------------ 5.5.7
@rule("5.5.7")
def test_a_headquarters_gives_either_side_a_column():
    units = position(u_hq_V="A2305", g_hq_ISSPz="A2310")
    game = ready(units)
    overrun(game)
    assert asked(game) == "support allied"
    do(game, "commit", what="hq", unit="u_hq_V")
    assert refused(game, "commit", what="hq", unit="u_hq_V").rule == cited("5.5.7")
    assert sum(shifts(weigh(game.state, game.state.combat)).values()) == 1


@rule("5.5.7")
def test_the_defender_too():
    game = ready(position(g_hq_ISSPz="A2310"))
    overrun(game)
    assert asked(game) == "support german"
    do(game.fork(), "commit", what="hq", unit="g_hq_ISSPz")


@rule("5.5.7")
def test_one_column_a_side():
    game = ready(position(u_hq_V="A2305", u_hq_VII="A2304"))
    overrun(game)
    other = game.fork()
    do(other, "commit", what="hq", unit="u_hq_V")
    assert not [a for a in listed(other, "commit") if a.unit == "u_hq_VII"]
    do(game, "commit", what="hq", unit="u_hq_VII")


@rule("5.5.7")
def test_not_a_headquarters_that_has_moved_or_is_out_of_range():
    units = position(u_hq_V="A2304", u_hq_VII="A2303", u_hq_VIII="A2305")
    game = table(units, "allied-movement")
    do(game, "move", unit="u_hq_V", to="A2305")
    do(game, "take", units=list(DIVISION))
    overrun(game)
    assert refused(game, "commit", what="hq", unit="u_hq_V").rule == cited("5.5.7")
    do(game, "commit", what="hq", unit="u_hq_VIII")
    far = ready(position(u_hq_V="A2302", u_hq_VIII="A2305"))
    overrun(far)
    assert refused(far, "commit", what="hq", unit="u_hq_V").rule == cited("5.5.7")


# ------------------------------------------------------------------ 6.5.3
@rule("6.5.3")
def test_no_overrun_by_a_division_that_came_together_on_the_way():
    game = table({**battalion("A2306"), DIVISION[2]: "A2305"}, "allied-movement")
    do(game, "move", unit=DIVISION[2], to="A2306")
    do(game, "move", units=list(DIVISION), to="A2307")
    assert no_overrun(game) == cited("6.5.3")
    whole = table(battalion("A2306"), "allied-movement")
    do(whole, "move", units=list(DIVISION), to="A2307")
    overrun(whole)


@rule("6.5.3")
def test_infantry_never_overruns():
    game = table({GI: "A2307", HIT: "A2308"}, "allied-movement")
    assert no_overrun(game, units=(GI,)) == cited("6.5.3")


# ------------------------------------------------------------------ 10.6.4, 10.6.5
def surrounded(**more: str) -> dict[str, str]:
    """2 Armored in A2307 and the regiment in A2308, in a ring of German zones closed but for friends."""
    return {**position(), **dict(zip(RING, corners("A2307"), strict=True)), **more}


@rule("10.6.4")
def test_out_of_supply_a_unit_attacks_but_never_overruns():
    game = table(surrounded(), "allied-combat")
    assert game.board.rules.supply_state(game.state, game.state.units[DIVISION[0]]) != "supplied"
    do(game, "attack", targets=["A2308"], attackers=list(DIVISION))
    moving = table(surrounded(), "allied-movement")
    assert no_overrun(moving) == cited("6.5.3")
    overrun(table(position(), "allied-movement"))


@rule("10.6.5")
@pytest.mark.parametrize("leaves", [True, False])
def test_supply_is_judged_when_the_overrun_is_made(leaves):
    game = table(surrounded(**{GI: "A2404"}), "allied-movement")
    unit = game.state.units[DIVISION[0]]
    assert game.board.rules.supply_state(game.state, unit) == "supplied", (
        "the friend in A2404 holds the ring open"
    )
    if leaves:
        do(game, "move", unit=GI, to="A2405")
        assert no_overrun(game) == cited("10.6.5")
    else:
        overrun(game)
