"""Chapters 8.7 and 5.5.8: where an advance ends, and overruns in it; 5.5.7: Patton in overruns."""

from __future__ import annotations

import pytest
from cobra_table import act, cited, do, ground, hex_of, listed, refused, table
from fights import advance, asked, attack, choose, lost, result, retreat, rule, shifts

from hexcore.events import Noted, Removed, apply
from hexcore.game import Game
from hexcore.odds import weigh

HIT, GI = "g_inf_986_276", "u_inf_1"
DIVISION = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
FRIENDS, OTHERS = "g_inf_989_277", "g_inf_990_277"
WALLS = {"u_inf_4": "A2207", "u_inf_5": "A2407"}
"""On both sides of the way back from A2306, so that it leads through A2307."""


def driven_back(*path: str, units: dict[str, str] | None = None, on=None, dice=(1,), **words) -> Game:
    """A regiment goes back from A2306 along a path; 1 Infantry Division stands in A2305: 4-1, a 1 is -/2."""
    game = table({GI: "A2305", HIT: "A2306", **(units or {})}, "allied-combat", dice=dice, on=on, **words)
    attack(game, "A2306", GI)
    choose(game, len(path))
    if asked(game) == "retreat-units german":
        retreat(game, HIT, *path)
    assert hex_of(game, HIT) == path[-1]
    return game


def all_die(game: Game) -> None:
    """Whoever has a number to meet loses steps until it is met."""
    while asked(game).split()[0] in ("take-result", "lose-steps"):
        stand = [a for a in listed(game, "choose") if a.option == "0"]
        game.submit(stand[0] if stand else listed(game, "lose")[0])


def goes(game: Game, unit: str = GI) -> set[tuple[str, ...]]:
    numbers = game.board.map.numbers
    return {tuple(numbers[h] for h in a.path) for a in listed(game, "advance") if a.units == (unit,)}


# ------------------------------------------------------------------ 8.7.7
@rule("DG 8.7.7")
def test_a_defender_advances_where_the_attackers_are_gone_and_overruns_nobody():
    panzers = ("g_pz_2", "g_pg_2_2", "g_pg_304_2")
    units = {"u_inf_9_2": "A2305", **dict.fromkeys(panzers, "A2306"), "u_inf_4": "A2304"}
    game = table(units, "allied-combat", dice=[6], lost={"u_inf_9_2": 1})
    assert result(game, attack(game, "A2306", "u_inf_9_2")) == "e/0"
    advance(game, list(panzers), "A2305")
    assert hex_of(game, "g_pz_2") == "A2305" and asked(game) == "combat-phase allied"


@rule("DG 8.7.7")
def test_a_defender_stays_after_a_split_result():
    game = table({"u_inf_9_2": "A2305", HIT: "A2306"}, "allied-combat", dice=[3], lost={"u_inf_9_2": 1})
    attack(game, "A2306", "u_inf_9_2")  # 2 to 3: 1-2
    while asked(game) != "combat-phase allied":
        assert not listed(game, "advance")
        game.submit(game.legal_actions()[0])


# ------------------------------------------------------------------ 8.7.8, 8.7.9
@rule("8.7.8")
@pytest.mark.parametrize(
    ("words", "further"),
    [
        ({}, True),
        ({"bocage": ["A2306"]}, False),
        ({"bocage": ["A2307"]}, True),
        ({"rivers": [("A2305", "A2306", "major-river")]}, False),
        ({"rivers": [("A2305", "A2306", "minor-river")]}, True),
        ({"rivers": [("A2306", "A2307", "major-river")]}, True),
    ],
)
def test_an_advance_ends_in_bocage_and_over_a_major_river(words, further):
    units = {GI: "A2305", "u_inf_4": "A2205", HIT: "A2306"}
    game = table(units, "allied-combat", dice=[3], on=ground(**words))
    attack(game, "A2306", GI, "u_inf_4")  # 24 to 3: 8-1, down to 6-1 in the bocage; a 3 is -/2 there too
    choose(game, 2)
    retreat(game, HIT, "A2307", "A2308")
    assert (("A2306", "A2307") in goes(game)) == further
    if not further:
        assert refused(game, "advance", unit=GI, path=["A2306", "A2307"]).rule == cited("8.7.8")
    advance(game, GI, *(("A2306", "A2307") if further else ("A2306",)))


@rule("8.7.8")
def test_nor_does_it_go_a_second_hex_after_an_elimination():
    for bocage in ([], ["A2306"]):
        units = {GI: "A2305", HIT: "A2306", "u_inf_4": "A2205"}
        game = table(units, "allied-combat", dice=[3], lost={HIT: 1}, on=ground(bocage=bocage))
        attack(game, "A2306", GI, "u_inf_4")  # 24 to 2: 10-1, less in the bocage
        all_die(game)
        assert lost(game, HIT) == 99
        if bocage:
            assert refused(game, "advance", unit=GI, path=["A2306", "A2307"]).rule == cited("8.7.8")
        else:
            advance(game, GI, "A2306", "A2307")


@rule("DG 8.7.9")
@pytest.mark.parametrize("word", ["marsh", "fortress", "defense-zone", "light-forest"])
def test_an_advance_ends_in_marsh_and_works(word):
    units = {GI: "A2305", "u_inf_4": "A2205", "u_inf_5": "A2405", HIT: "A2306"}
    game = table(units, "allied-combat", dice=[3], lost={HIT: 1}, on=ground({"A2306": word}))
    attack(game, "A2306", GI, "u_inf_4", "u_inf_5")
    all_die(game)
    assert lost(game, HIT) == 99
    if word == "light-forest":
        advance(game, GI, "A2306", "A2307")
    else:
        assert refused(game, "advance", unit=GI, path=["A2306", "A2307"]).rule == "8.7.9"
        advance(game, GI, "A2306")


# ------------------------------------------------------------------ 5.5.3
@rule("DG 5.5.3")
@pytest.mark.parametrize("word", ["fortress", "city"])
def test_no_overrun_into_a_fortress(word):
    units = {**dict.fromkeys(DIVISION, "A2307"), HIT: "A2308"}
    game = table(units, "allied-movement", on=ground({"A2308": word}), dice=[4])
    do(game, "take", units=list(DIVISION))
    if word == "fortress":
        assert refused(game, "overrun", target="A2308", units=list(DIVISION)).rule == "5.5.3"
    else:
        do(game, "overrun", target="A2308", units=list(DIVISION))


# ------------------------------------------------------------------ 5.5.8
def before_blockers(
    on=None, dice=(5, 4), advancing=DIVISION, with_them=(), made: int = 0, **more: str
) -> Game:
    """2 Armored Division has driven a regiment from A2306 through friends in A2307 to others in A2308, and
    has advanced to A2306. It was 34 to 3, 10-1, and a 5 is -/2."""
    blocking = {HIT: "A2306", FRIENDS: "A2307", OTHERS: "A2308", **WALLS}
    units = {**dict.fromkeys(DIVISION, "A2305"), **blocking, **more}
    game = table(units, "allied-combat", dice=dice, on=on)
    for id in DIVISION:
        game.state = apply(game.state, Noted("phase", "overruns", id, made))
    attack(game, "A2306", *DIVISION, *with_them)
    choose(game, 2)
    if asked(game) == "retreat-units german":
        retreat(game, HIT, "A2307", "A2308")
    do(game, "advance", units=list(advancing), path=["A2306"])
    while asked(game) == "advance-after-combat allied":
        do(game, "done")
    return game


def overrun(game: Game, target: str = "A2307"):
    return do(game, "overrun", target=target, units=list(DIVISION))


@rule("DG 5.5.8")
def test_a_whole_division_overruns_those_who_block_its_advance():
    game = before_blockers()
    assert asked(game) == "overrun-in-advance allied"
    assert [a.target for a in listed(game, "overrun")] == [game.board.map.hex("A2307")]
    overrun(game)
    combat = game.state.combat
    assert (combat.kind, combat.defenders, combat.attackers) == ("overrun", (FRIENDS,), DIVISION)


@rule("DG 5.5.8")
def test_at_face_value_without_headquarters_or_air():
    game = before_blockers(u_hq_VII="A2304")
    for event in overrun(game):
        if getattr(event, "combat", None) is not None and event.combat.kind == "overrun":
            odds = weigh(game.state, event.combat)
            assert (odds.attack, odds.defence) == (17, 3)
            assert shifts(odds) == {}
            break
    assert asked(game) != "support allied"


@rule("DG 5.5.8")
def test_where_it_wins_it_goes_in():
    game = before_blockers(dice=(5, 4))  # 5-1: a 4 is -/1
    overrun(game)
    choose(game, 1)
    while asked(game).startswith("retreat-units"):
        game.submit(listed(game, "retreat")[-1])
    assert {hex_of(game, u) for u in DIVISION} == {"A2307"}


@rule("DG 5.5.8")
def test_where_it_does_not_it_stays_and_tries_no_more():
    game = before_blockers(dice=(5, 4))
    overrun(game)
    choose(game, 0)  # they stand and lose a step
    assert {hex_of(game, u) for u in DIVISION} == {"A2306"} and lost(game, FRIENDS) == 1
    assert asked(game) == "combat-phase allied"


@rule("DG 5.5.8")
def test_it_may_halt_instead():
    game = before_blockers()
    do(game, "done")
    assert asked(game) == "combat-phase allied" and hex_of(game, DIVISION[0]) == "A2306"


@rule("DG 5.5.8")
def test_only_as_far_as_it_could_advance():
    """Two regiments end among friends in A2307: that hex is no part of an advance."""
    units = {**dict.fromkeys(DIVISION, "A2305"), HIT: "A2306", OTHERS: "A2306", FRIENDS: "A2307", **WALLS}
    game = table(units, "allied-combat", dice=[4])
    attack(game, "A2306", *DIVISION)  # -/2: one hex, and a step
    choose(game, 1)
    do(game, "lose", unit=HIT)
    if asked(game) == "retreat-units german":
        retreat(game, [HIT, OTHERS], "A2307")
    do(game, "advance", units=list(DIVISION), path=["A2306"])
    while asked(game) == "advance-after-combat allied":
        do(game, "done")
    assert asked(game) == "combat-phase allied"


@rule("DG 5.5.8")
def test_part_of_a_division_overruns_nobody():
    assert asked(before_blockers(advancing=DIVISION[:2])) == "combat-phase allied"
    assert asked(before_blockers()) == "overrun-in-advance allied"


@rule("DG 5.5.8")
def test_infantry_overruns_nobody():
    game = driven_back("A2307", "A2308", units={FRIENDS: "A2307", OTHERS: "A2308", **WALLS})
    advance(game, GI, "A2306")
    assert asked(game) == "combat-phase allied"


@rule("DG 5.5.8")
@pytest.mark.parametrize(
    ("words", "stopped"),
    [
        ({"bocage": ["A2307"]}, "5.5.8"),
        ({"rivers": [("A2306", "A2307", "major-river")]}, "5.5.3"),
        ({"rivers": [("A2306", "A2307", "minor-river")]}, ""),
        ({"terrain": {"A2307": "hills"}}, ""),
    ],
)
def test_none_into_bocage_or_over_a_major_river(words, stopped):
    game = before_blockers(on=ground(**words))
    if stopped:
        assert asked(game) == "combat-phase allied", "nothing is left to ask"
    else:
        overrun(game)


@rule("DG 5.5.8", "DG 8.7.8")
def test_none_where_the_advance_has_ended():
    """In the bocage the attack is 37 to 3 less two columns: 8-1, and a 5 is -/2 as well."""
    for bocage in ([], ["A2306"]):
        game = before_blockers(on=ground(bocage=bocage))
        assert (asked(game) == "overrun-in-advance allied") == (not bocage)


@rule("DG 5.5.8", "DG 8.7.4")
def test_the_whole_division_against_the_next_hex_of_the_path():
    game = before_blockers()
    assert refused(game, "overrun", target="A2307", units=list(DIVISION[:2])).rule == "5.5.8"
    assert refused(game, "overrun", target="A2207", units=list(DIVISION)).rule == "5.5.8"
    assert refused(game, "advance", units=list(DIVISION), path=["A2307"]).rule == "5.5.8"
    assert refused(game, "advance", units=list(DIVISION), path=["A2406"]).rule == "8.7.4"
    overrun(game)


@rule("DG 5.5.8", "DG 5.5.1")
def test_two_overruns_in_a_phase_and_no_third():
    assert asked(before_blockers(made=1)) == "overrun-in-advance allied"
    assert asked(before_blockers(made=2)) == "combat-phase allied"


@rule("DG 5.5.8")
def test_where_the_loser_stands_no_advance_goes():
    game = before_blockers(dice=(5, 1))
    overrun(game)  # 17 to 3: 5-1, a 1 is -/2
    choose(game, 0)
    assert lost(game, FRIENDS) == 99 and {hex_of(game, u) for u in DIVISION} == {"A2307"}
    assert asked(game) == "combat-phase allied", "the rest of the path is where the loser stands"


def gone_three(dice=(1, 1)) -> Game:
    """The regiment has lost a step of a -/4 and gone back three hexes, through friends in A2307 and A2308;
    2 Armored Division has overrun those in A2307."""
    units = {**dict.fromkeys(DIVISION, "A2305"), HIT: "A2306", FRIENDS: "A2307", OTHERS: "A2308", **WALLS}
    game = table(units, "allied-combat", dice=dice)
    attack(game, "A2306", *DIVISION)
    choose(game, 3)
    while asked(game) == "lose-steps german":
        do(game, "lose", unit=HIT)
    if asked(game) == "retreat-units german":
        retreat(game, HIT, "A2307", "A2308", "A2309")
    do(game, "advance", units=list(DIVISION), path=["A2306"])
    while asked(game) == "advance-after-combat allied":
        do(game, "done")
    overrun(game)
    choose(game, 0)
    assert {hex_of(game, u) for u in DIVISION} == {"A2307"}
    return game


@rule("DG 5.5.8")
def test_it_goes_on_to_the_next_who_block_the_path():
    game = gone_three(dice=(1, 1, 1))
    assert asked(game) == "overrun-in-advance allied"
    overrun(game, "A2308")
    assert game.state.combat.defenders == (OTHERS,)
    choose(game, 0)
    assert {hex_of(game, u) for u in DIVISION} == {"A2308"} and asked(game) == "combat-phase allied"


@rule("DG 5.5.8", "DG 8.7.4")
def test_it_goes_on_along_the_path_where_nobody_blocks_it():
    game = gone_three()
    assert game.decision.prompt(game.state) == "Overrun the units in A2308 in the advance, or halt."
    game.state = apply(game.state, Removed(OTHERS, "eliminated"))
    assert game.decision.prompt(game.state) == "Go on with the advance to A2308, or halt."
    assert refused(game, "overrun", target="A2308", units=list(DIVISION)).rule == "5.5.8"
    assert refused(game, "advance", units=list(DIVISION), path=["A2308", "A2309"]).rule == "8.7.4"
    do(game, "advance", units=list(DIVISION), path=["A2308"])
    assert {hex_of(game, u) for u in DIVISION} == {"A2308"} and asked(game) == "combat-phase allied"


# ------------------------------------------------------------------ 5.5.7: Patton
PATTON = "u_hq_Patton"


def patton_at(hex: str, *, phase: str = "allied-movement", **more: str) -> Game:
    units = {**dict.fromkeys(DIVISION, "A2307"), HIT: "A2308", PATTON: hex, **more}
    game = table(units, phase, dice=[4, 4])
    do(game, "take", units=list(DIVISION))
    return game


def columns(game: Game) -> int:
    return sum(shifts(weigh(game.state, game.state.combat)).values())


@rule("DG 5.5.7")
def test_patton_gives_two_columns_or_one_beside_a_corps():
    game = patton_at("A2305", u_hq_VII="A2304")
    overrun(game, "A2308")
    assert {a.amount for a in listed(game, "commit") if a.what == "patton"} == {1, 2}
    do(game, "commit", what="patton", amount=2)
    do(game, "commit", what="hq", unit="u_hq_VII")
    assert columns(game) == 3
    again = patton_at("A2305", u_hq_VII="A2304")
    overrun(again, "A2308")
    do(again, "commit", what="patton", amount=1)
    assert refused(again, "commit", what="patton", amount=1).rule == "5.5.7"
    do(again, "commit", what="hq", unit="u_hq_VII")
    assert columns(again) == 2


@rule("DG 5.5.7")
def test_patton_may_have_moved_and_has_two_columns_a_phase():
    game = table({**dict.fromkeys(DIVISION, "A2307"), HIT: "A2308", PATTON: "A2304"}, "allied-movement")
    do(game, "move", unit=PATTON, to="A2305")
    game.state = apply(game.state, Noted("phase", "columns of Patton", PATTON, 1))
    do(game, "take", units=list(DIVISION))
    overrun(game, "A2308")
    assert refused(game, "commit", what="patton", amount=2).rule == "5.5.7"
    do(game, "commit", what="patton", amount=1)
    assert columns(game) == 1


@rule("DG 5.5.7")
def test_patton_out_of_range_gives_nothing():
    radius = table({PATTON: "A2305"}, "allied-movement").board.counters[PATTON].radius
    assert radius < 8
    far = patton_at("A2015")
    overrun(far, "A2308")
    assert not [a for a in listed(far, "commit") if a.what == "patton"]
    assert far.refusal(act(far, "commit", what="patton", amount=1)) is not None
