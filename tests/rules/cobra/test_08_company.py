"""8.6.1-8.6.5 of The Normandy Campaign: who opens a way, who finds room, who goes along."""

from __future__ import annotations

import pytest
from cobra_table import do, hex_of, listed, refused, table
from fights import asked, attack, choose, dealt, lost, result, retreat, rule, weighed

from hexcore.codec import DecisionForm
from hexcore.events import Marked, apply
from hexcore.game import Game
from hexcore.results import FaceResult

HIT, F0, F1, F2 = "g_inf_986_276", "g_inf_989_277", "g_inf_990_277", "g_inf_991_277"
FULL = "g_div_331"
US, SMALL, FELLOW = "u_inf_1", "u_inf_9_2", "u_inf_38_2"
WAY = {"u_inf_4": "A2106", "u_inf_5": "A2507"}
"""US zones on both sides of A2306: A2307, and A2308 behind it, alone are open."""
PAIR = {US: "A2305", "u_inf_4": "A2205", "u_inf_5": "A2407", HIT: "A2306", F0: "A2306"}
"""Two regiments attacked in A2306, with A2307 alone open where a friend stands in it."""


def driven(hexes: int, units: dict[str, str], **words) -> Game:
    """HIT in A2306 has to go back so many hexes (12 to 3, 4-1: a 1 is -/2, a 3 is -/1)."""
    die = {1: 3, 2: 1}[hexes]
    game = table({US: "A2305", HIT: "A2306", **units}, "allied-combat", dice=[die], **words)
    attack(game, "A2306", US)
    assert result(game) == f"0/{hexes}"
    return game


def gone_back(units: dict[str, str], **words) -> Game:
    game = driven(2, units, **words)
    choose(game, 2)
    assert asked(game) == "retreat-units german"
    return game


def options(game: Game) -> set[str]:
    return {a.option for a in listed(game, "choose")}


def along(game: Game) -> set[tuple[str, ...]]:
    """Who may be listed to retreat together."""
    return {a.units for a in listed(game, "retreat")}


# ------------------------------------------------------------------ 8.6.1
@rule("DG 8.6.1")
@pytest.mark.parametrize("friend, open", [(F0, True), ("g_hq_LXXXIV", False), ("g_delay_1", False)])
def test_a_headquarters_or_delay_unit_opens_no_way(friend, open):
    units = {US: "A2305", HIT: "A2306", "u_inf_4": "A2207", "u_inf_5": "A2407", friend: "A2307"}
    game = dealt("0/1", units, (US,), "A2306")
    assert options(game) == ({"0", "1"} if open else set())
    if open:
        choose(game, 1)
        assert hex_of(game, HIT) == "A2307"
    else:
        assert (hex_of(game, HIT), lost(game, HIT)) == ("A2306", 1)


@rule("DG 8.6.1")
def test_beside_a_regiment_a_delay_unit_does_no_harm():
    units = {US: "A2305", HIT: "A2306", "u_inf_4": "A2207", "u_inf_5": "A2407"}
    game = dealt("0/1", {**units, "g_delay_1": "A2307", F0: "A2307"}, (US,), "A2306")
    assert options(game) == {"0", "1"}


@rule("DG 8.6.1")
def test_a_retreat_is_a_choice():
    game = driven(1, {})
    assert options(game) == {"0", "1"}
    choose(game, 0)
    assert (hex_of(game, HIT), lost(game, HIT)) == ("A2306", 1)


# ------------------------------------------------------------------ 8.6.3: room
@rule("DG 8.6.3")
def test_the_stacking_limits_hold_on_the_way():
    walls = {"u_inf_4": "A2207", F1: "A2308", F0: "A2406"}
    game = gone_back({**walls, FULL: "A2307"})
    refusal = refused(game, "retreat", unit=HIT, path=["A2307", "A2308"])
    assert refusal.rule == "8.6.3" and "on the way" in refusal.reason
    retreat(game, HIT, "A2406", "A2407")
    game = gone_back({**walls, F2: "A2307"})
    retreat(game, HIT, "A2307", "A2308")


@rule("DG 8.6.3")
def test_a_stack_needs_room_on_the_way_too():
    """Two regiments do not pass two others together, but one after the other they do."""
    held = dict.fromkeys(("g_inf_977_271", "g_inf_978_271"), "A2307")
    units = {US: "A2305", HIT: "A2306", F0: "A2306", **WAY, **held}
    game = dealt("0/2", units, (US,), "A2306")
    choose(game, 2)
    assert refused(game, "retreat", units=[HIT, F0], path=["A2307", "A2308"]).rule == "8.6.3"
    retreat(game, HIT, "A2307", "A2308")
    retreat(game, F0, "A2307", "A2308")
    assert hex_of(game, HIT) == hex_of(game, F0) == "A2308"


@rule("DG 8.6.3")
def test_who_finds_no_room_is_eliminated():
    game = dealt("0/1", {**PAIR, F1: "A2307", F2: "A2307"}, (US, "u_inf_4"), "A2306")
    assert options(game) == {"0", "1"}
    choose(game, 1)
    assert refused(game, "retreat", units=[HIT, F0], path=["A2307"]).rule == "6.1"
    retreat(game, F0, "A2307")
    assert (hex_of(game, F0), lost(game, HIT)) == ("A2307", 99)
    assert not asked(game).startswith(("lose", "retreat"))


@rule("DG 8.6.3")
def test_nobody_is_eliminated_while_there_is_room_for_all():
    game = dealt("0/1", {**PAIR, F1: "A2307"}, (US, "u_inf_4"), "A2306")
    choose(game, 1)
    retreat(game, F0, "A2307")
    assert hex_of(game, HIT) == "A2307", "the other follows"


@rule("DG 8.6.3", "8.6.7")
def test_a_retreat_for_nobody_is_none():
    game = dealt("0/1", {**PAIR, FULL: "A2307"}, (US, "u_inf_4"), "A2306")
    assert asked(game) == "lose-steps german"


@rule("DG 8.6.3", "8.6.7")
def test_who_is_kept_by_zones_holds_all_of_them():
    """No way at all for one unit is paid in steps: only want of room eliminates."""
    units = {US: "A2305", "u_inf_4": "A2205", "u_inf_5": "A2407", "u_inf_8": "A2607", "u_inf_9": "A2505"}
    game = dealt("0/1", {**units, HIT: "A2306", F0: "A2506", F1: "A2307"}, (US, "u_inf_4"), "A2306")
    assert options(game) == {"0", "1"}


# ------------------------------------------------------------------ 8.6.4: company
@rule("DG 8.6.4")
def test_a_bystander_on_the_path_may_go_along_or_stay():
    game = gone_back({**WAY, F0: "A2307"})
    assert (HIT, F0) in along(game) and (HIT,) in along(game)
    stays = game.fork()
    retreat(stays, HIT, "A2307", "A2308")
    assert (hex_of(stays, HIT), hex_of(stays, F0)) == ("A2308", "A2307")
    retreat(game, [HIT, F0], "A2307", "A2308")
    assert (hex_of(game, HIT), hex_of(game, F0)) == ("A2308", "A2308")
    assert (lost(game, HIT), lost(game, F0)) == (0, 0)


@rule("DG 8.6.4")
def test_who_goes_along_leaves_the_path_open():
    game = gone_back({**WAY, F0: "A2307"})
    stays = game.fork()
    retreat(stays, HIT, "A2307", "A2308")
    retreat(game, [HIT, F0], "A2307", "A2308")
    ends = [{game.board.map.numbers[a.path[-1]] for a in listed(g, "advance")} for g in (stays, game)]
    assert "A2307" not in ends[0] and "A2307" in ends[1]


@rule("DG 8.6.4")
def test_only_bystanders_on_the_path_before_its_end():
    """F1 stands where the retreat ends, F2 beyond it, and US is an enemy."""
    game = gone_back({**WAY, F0: "A2307", F1: "A2308", F2: "A2309"})
    for other in (F1, F2, US):
        assert refused(game, "retreat", units=[HIT, other], path=["A2307", "A2308"]).rule == "8.6.4"
    assert refused(game, "retreat", unit=F0, path=["A2308", "A2309"]).rule == "8.5.6"
    retreat(game, [HIT, F0], "A2307", "A2308")


@rule("DG 8.6.4")
def test_company_keeps_the_stacking_limits():
    crowd = {F1: "A2308", F2: "A2308"}
    game = gone_back({**WAY, F0: "A2307", **crowd})
    assert refused(game, "retreat", units=[HIT, F0], path=["A2307", "A2308"]).rule == "6.1"
    retreat(game, HIT, "A2307", "A2308")
    game = gone_back({**WAY, F0: "A2307", F1: "A2308"})
    retreat(game, [HIT, F0], "A2307", "A2308")
    assert {hex_of(game, id) for id in (HIT, F0, F1)} == {"A2308"}


@rule("DG 8.6.4")
def test_some_of_a_stack_or_all_of_it():
    game = gone_back({**WAY, F0: "A2307", F1: "A2307"})
    assert {(HIT,), (HIT, F0), (HIT, F1), (HIT, F0, F1)} == along(game)
    retreat(game, [HIT, F1], "A2307", "A2308")
    assert [hex_of(game, id) for id in (HIT, F0, F1)] == ["A2308", "A2307", "A2308"]


@rule("DG 8.6.4")
def test_the_attacker_s_stack_mates_may_go_along_from_the_start():
    units = {SMALL: "A2305", FELLOW: "A2305", FULL: "A2306"}
    game = dealt("2/0", units, (SMALL,), "A2306")
    choose(game, 1)
    assert refused(game, "retreat", unit=FELLOW, path=["A2304"]).rule == "8.5.6"
    retreat(game, [SMALL, FELLOW], "A2304")
    assert (lost(game, SMALL), lost(game, FELLOW)) == (1, 0)
    assert hex_of(game, SMALL) == hex_of(game, FELLOW) == "A2304"


@rule("DG 8.6.4", "DG 8.6.5")
def test_together_in_a_vacant_hex_nobody_is_helpless():
    game = gone_back({**WAY, F0: "A2307"})
    retreat(game, [HIT, F0], "A2307", "A2308")
    assert {game.state.note("retreated among", id) for id in (HIT, F0)} == {None}


@rule("DG 8.8.2", "DG 8.6.4")
@pytest.mark.parametrize("friend, joins", [("b_ind_4", False), ("u_inf_23_2", True)])
def test_the_other_army_does_not_go_along(friend, joins):
    walls = {"g_inf_987_276": "A2105", "g_inf_988_276": "A2505"}
    units = {FULL: "A2306", SMALL: "A2305", friend: "A2304", **walls}
    game = dealt("0/2", units, (FULL,), "A2305", side="german")
    choose(game, 2)
    words = {"units": [SMALL, friend], "path": ["A2304", "A2303"]}
    if joins:
        do(game, "retreat", **words)
    else:
        assert refused(game, "retreat", **words).rule == "8.8.2"
        retreat(game, SMALL, "A2304", "A2303")
    assert hex_of(game, friend) == ("A2303" if joins else "A2304")


@rule("DG 5.8.4", "DG 8.6.4")
def test_regiments_on_one_truck_marker_go_along_together():
    second = ("u_inf_9_2", "u_inf_23_2", "u_inf_38_2")
    walls = {"g_inf_987_276": "A2105", "g_inf_988_276": "A2505"}
    units = {FULL: "A2306", "u_cav_4": "A2305", **dict.fromkeys(second, "A2304"), **walls}
    game = dealt("0/2", units, (FULL,), "A2305", side="german")
    choose(game, 2)
    for id in second:
        game.state = apply(game.state, Marked("truck", id))
    path = ["A2304", "A2303"]
    assert refused(game, "retreat", units=["u_cav_4", second[0]], path=path).rule == "5.8.4"
    do(game, "retreat", units=["u_cav_4", *second], path=path)
    assert {hex_of(game, id) for id in second} == {"A2303"}
    assert game.state.marker("truck", second[0]) == 1, "nobody forced them"


# ------------------------------------------------------------------ 8.6.5
@rule("DG 8.6.5")
def test_driven_among_friends_by_an_overrun_it_is_no_help_in_the_combat_that_follows():
    division = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")
    held = {F0: "A2309", "u_inf_4": "A2108", "u_inf_5": "A2509", US: "A2310"}
    units = {**dict.fromkeys(division, "A2307"), HIT: "A2308", **held}
    game = table(units, "allied-movement", dice=[4])
    do(game, "take", units=list(division))
    do(game, "overrun", target="A2308", units=list(division))
    choose(game, 1)
    if asked(game) == "retreat-units german":
        retreat(game, HIT, "A2309")
    assert hex_of(game, HIT) == "A2309"
    while game.board.sequence.phases[game.state.phase].id != "allied-combat":
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    while game.decision.kind != "combat-phase":
        do(game, "done")
    used = {u.unit: u.used for u in weighed(game, "A2309", US).units}
    assert (used[HIT], used[F0] > 0) == (0, True)


# ------------------------------------------------------------------ kept in a file
@rule("DG 8.5.7")
def test_the_question_that_waits_survives_a_save():
    game = dealt("2/2", {US: "A2305", HIT: "A2306"}, (US,), "A2306")
    waiting = next(d for d in game.state.agenda if isinstance(d, FaceResult))
    form = DecisionForm(game.board)
    assert form.load(form.dump(waiting)) == waiting and len(waiting.prompt(game.state)) <= 60
