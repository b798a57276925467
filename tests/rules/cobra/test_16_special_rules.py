"""Special rules (chapter 16): the French mutiny, 15th Army, the parachute division in Brest."""

from __future__ import annotations

import pytest
from cobra_table import cited, do, hex_of, listed, refused, table
from fights import asked, rule
from marches import passed_to

from hexcore.events import Noted, apply
from hexcore.game import Game
from hexcore_cobra.french_mutiny import clear_way
from hexcore_cobra.victory import total

FRENCH = ("f_arm_GTD", "f_arm_GTL", "f_arm_GTV")
FOE = "g_inf_986_276"
US = "u_inf_1"
EAST = dict.fromkeys(FRENCH, "A4805")


def rolled(game: Game) -> list[str]:
    """What dice have been rolled for, as the journal has it."""
    return [str(entry.action) for entry in game.journal if entry.side == "chance"]


def mutiny(units: dict[str, str], die: int = 1, phase: str = "allied-movement", **words) -> Game:
    return table(units, phase, dice=[die, 6, 6], **words)


def gone(game: Game, unit: str) -> bool:
    return hex_of(game, unit) == "exited"


# ------------------------------------------------------------------ 16.1: the die
@rule("16.1")
@pytest.mark.parametrize("die, goes", [(1, True), (2, False), (6, False)])
def test_on_a_1_the_division_heads_for_paris(die, goes):
    game = mutiny({**EAST, FOE: "A0112"}, die)
    assert len(rolled(game)) == 1 and bool(game.state.note("mutiny")) == goes


@rule("16.1")
@pytest.mark.parametrize(
    "phase, rolls", [("allied-movement", 1), ("allied-mechanized", 1), ("german-combat", 0)]
)
def test_it_is_rolled_as_each_allied_movement_phase_begins(phase, rolls):
    assert len(rolled(mutiny({**EAST, FOE: "A0112"}, 6, phase))) == rolls


@rule("16.1")
def test_nothing_is_rolled_without_a_clear_way():
    """A line of German units and their zones from the sea to the south edge."""
    rows = range(1, 35, 2)
    every = table({}, "german-replacement").board.counters
    ids = [id for id in every if id.startswith(("g_inf", "g_fj", "g_pz"))]
    wall = {id: f"A49{row:02}" for id, row in zip(ids, rows, strict=False)}
    shut = mutiny({**EAST, **wall})
    assert not rolled(shut) and not clear_way(shut.state, shut.state.units[FRENCH[0]])
    gap = {id: hex for id, hex in wall.items() if hex not in ("A4915", "A4917", "A4919")}
    assert rolled(mutiny({**EAST, **gap}))


@rule("16.1")
def test_how_far_the_edge_is_does_not_matter():
    assert rolled(mutiny({**dict.fromkeys(FRENCH, "A0403"), FOE: "A0112"}))


@rule("16.1")
def test_nothing_is_rolled_for_others_nor_without_the_division():
    assert not rolled(mutiny({"u_arm_A_2": "A4805", FOE: "A0112"}))
    assert not rolled(mutiny({**dict.fromkeys(FRENCH, "arrivals"), US: "A2305", FOE: "A0112"}))


@rule("16.1")
def test_it_is_not_rolled_again_once_the_division_goes():
    game = mutiny({**dict.fromkeys(FRENCH, "A2305"), FOE: "A0112"})
    go_east(game)
    passed_to(game, "allied-mechanized")
    assert len(rolled(game)) == 1


@rule("DG 16.1")
def test_by_choice_it_is_rolled_as_every_phase_begins():
    words = {"options": {"french-mutiny-checked": "every phase"}}
    for phase in ("german-movement", "german-combat", "allied-combat", "allied-movement"):
        assert rolled(mutiny({**EAST, FOE: "A0112"}, 6, phase, **words))
    assert not rolled(mutiny({**EAST, FOE: "A0112"}, 6, "german-combat"))


# ------------------------------------------------------------------ 16.1: what follows
def go_east(game: Game) -> None:
    """The Allied player does what the mutiny asks of him in this phase."""
    for _ in range(60):
        owed = game.board.rules.owed_moves(game.state, "allied")
        if not owed:
            if game.decision.kind == "in-hand":
                do(game, "put-down")
            return
        game.submit(owed[0])
    raise AssertionError("the division never stops")


@rule("16.1")
def test_it_must_go_on_before_the_phase_ends_and_leaves_by_the_east():
    game = mutiny({**EAST, FOE: "A0112"})
    refusal = refused(game, "done")
    assert refusal.rule == cited("16.1") and "east edge" in refusal.reason
    go_east(game)
    assert all(gone(game, id) and game.state.note("exited", id) == (game.state.turn, "E") for id in FRENCH)
    do(game, "done")
    obeys = mutiny({**EAST, FOE: "A0112"}, 2)
    do(obeys, "done")


@rule("16.1")
def test_it_goes_no_other_way():
    game, free = (mutiny({**dict.fromkeys(FRENCH, "A2306"), FOE: "A0112"}, die) for die in (1, 2))
    west = refused(game, "move", unit=FRENCH[0], path=["A2206"])
    assert west.rule == cited("16.1") and "east" in west.reason
    do(free, "move", unit=FRENCH[0], path=["A2206"])
    do(game, "take", unit=FRENCH[0])
    ends = [game.board.map.numbers[a.to] for a in listed(game, "move")]
    assert ends and all(int(number[1:3]) >= 23 for number in ends)


@rule("16.1")
def test_it_leaves_by_no_other_edge():
    corner = dict.fromkeys(FRENCH, "A5134")
    game, free = (mutiny({**corner, FOE: "A0112"}, die) for die in (1, 2))
    south = refused(game, "exit", units=[FRENCH[0]], edge="S")
    assert south.rule == cited("16.1")
    do(free, "exit", units=[FRENCH[0]], edge="S")
    do(game, "exit", units=[FRENCH[0]], edge="E")


@rule("16.1")
def test_it_goes_as_far_as_it_can_and_on_in_the_next_phase():
    game = mutiny({**dict.fromkeys(FRENCH, "A2306"), FOE: "A0112"})
    go_east(game)
    first = {hex_of(game, id) for id in FRENCH}
    assert all(int(number[1:3]) > 23 for number in first)
    passed_to(game, "allied-mechanized")
    assert refused(game, "done").rule == cited("16.1")
    go_east(game)
    assert all(gone(game, id) or int(hex_of(game, id)[1:3]) > 29 for id in FRENCH)


@rule("16.1", "5.10")
def test_the_army_boundary_does_not_hold_it():
    game = mutiny({**dict.fromkeys(FRENCH, "A2606"), FOE: "A0112"})
    go_east(game)
    assert all(int(hex_of(game, id)[1:3]) > 27 for id in FRENCH)
    do(game, "done")


@rule("16.1")
def test_others_move_as_they_like():
    game = mutiny({**EAST, US: "A2306", FOE: "A0112"})
    do(game, "move", unit=US, path=["A2206"])


# ------------------------------------------------------------------ 16.2: 15th Army
ASKS = {US: "A2305", FOE: "A2012"}
ORDER = ("g_div_49", "g_div_347", "g_div_348", "g_div_245")
STAFFS = {"g_div_347": "g_hq_LXXXII", "g_div_245": "g_hq_LXXXIX"}


def opens(since: int | None, now: int, dice: tuple[int, ...] = (1, 1), **words) -> Game:
    """The German player turn of a Game-Turn opens."""
    game = table(ASKS, "allied-mechanized", turn=now - 15, dice=dice, **words)
    if since is not None:
        game.state = apply(game.state, Noted("game", "US units leave", "", since))
    do(game, "done")
    assert game.state.turn == now
    return game


@rule("DG 16.2")
@pytest.mark.parametrize(
    "since, now, may", [(None, 17, False), (16, 17, True), (17, 17, False), (16, 22, True)]
)
def test_from_the_turn_after_the_first_us_exit(since, now, may):
    game = opens(since, now)
    assert (asked(game) == "release german") == may


@rule("DG 16.2")
@pytest.mark.parametrize(
    "unit, hex, edge, counts",
    [
        ("u_arm_A_2", "A0123", "W", True),
        ("u_arm_A_2", "A2134", "S", True),
        ("f_arm_GTD", "A5105", "E", True),
        ("b_arm_22_7", "A5105", "E", False),
    ],
)
def test_any_edge_will_do_and_the_french_count_but_no_british_unit(unit, hex, edge, counts):
    game = table({**ASKS, unit: hex}, "allied-movement", dice=[6, 6, 6])
    do(game, "exit", units=[unit], edge=edge)
    turn = game.state.turn
    while game.state.turn == turn:
        do(game, "done")
    assert (asked(game) == "release german") == counts


@rule("DG 16.2")
@pytest.mark.parametrize("die, comes", [(1, True), (2, True), (3, False), (6, False)])
def test_on_1_or_2_the_division_is_released(die, comes):
    game = opens(15, 17, (die, 6))
    do(game, "commit", what="15th Army", unit=ORDER[0])
    assert (game.state.units[ORDER[0]].place is not None) == comes


@rule("DG 16.2")
@pytest.mark.parametrize("die", [1, 6])
def test_each_attempt_is_a_point_for_the_allies(die):
    game = opens(15, 17, (die, 6))
    before = total(game.state, "allied")
    do(game, "commit", what="15th Army", unit=ORDER[0])
    assert total(game.state, "allied") == before + 1
    silent = opens(15, 17)
    do(silent, "done")
    assert total(silent.state, "allied") == before


@rule("DG 16.2")
def test_one_attempt_a_turn():
    game = opens(15, 17, (6, 6))
    do(game, "commit", what="15th Army", unit=ORDER[0])
    assert game.decision.kind != "release"
    while game.state.turn == 17:
        do(game, "done")
    assert asked(game) == "release german"


@rule("DG 16.2")
def test_in_order_and_an_hq_with_every_second():
    game = opens(15, 16, (1, 6) * 6)
    for n, division in enumerate(ORDER):
        assert asked(game) == "release german"
        if n < 3:
            wrong = refused(game, "commit", what="15th Army", unit=ORDER[n + 1])
            assert wrong.rule == "16.2" and "not due" in wrong.reason
        do(game, "commit", what="15th Army", unit=division)
        staffs = [hq for hq in STAFFS.values() if game.state.units[hq].place is not None]
        assert len(staffs) == (n + 1) // 2 and staffs == list(STAFFS.values())[: len(staffs)]
        turn = game.state.turn
        while game.state.turn == turn:
            enter(game)
    assert game.decision.kind != "release"


def enter(game: Game) -> None:
    """The player is done, or must first bring a unit in."""
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    elif game.decision.kind == "movement-phase" and listed(game, "place") and not listed(game, "done"):
        game.submit(listed(game, "place")[0])
    else:
        do(game, "done")


@rule("DG 16.2")
def test_they_enter_over_the_north_and_east_edges_above_row_20():
    game = opens(15, 17, (1, 6))
    do(game, "commit", what="15th Army", unit=ORDER[0])
    passed_to(game, "german-movement")
    hexes = {game.board.map.numbers[a.hex] for a in listed(game, "place")}
    assert hexes and all(n.startswith("A51") or n.endswith("01") for n in hexes)
    assert all(int(n[3:5]) < 20 for n in hexes) and "A5119" in hexes
    refusal = refused(game, "place", unit=ORDER[0], hex="A5120")
    assert refusal.rule == "13.2.1"
    assert refused(game, "place", unit=ORDER[0], hex="A4134").rule == "13.2.1"
    do(game, "place", unit=ORDER[0], hex="A5119")


@rule("DG 16.2")
def test_before_its_release_a_division_is_nowhere():
    game = opens(15, 17, (6, 6))
    do(game, "commit", what="15th Army", unit=ORDER[0])
    passed_to(game, "german-movement")
    assert not listed(game, "place")
    assert refused(game, "place", unit=ORDER[0], hex="A5119").rule == "13.1"


@rule("DG variant.fifteenth")
@pytest.mark.parametrize("now, cost", [(17, 2), (19, 2), (20, 1), (24, 1)])
def test_by_the_variant_sheet_a_unit_a_turn_is_called(now, cost):
    words = {"options": {"fifteenth-army": "variant sheet"}}
    game = opens(None, now, (6, 6), **words)
    before = total(game.state, "allied")
    do(game, "commit", what="15th Army", unit="g_div_245")
    assert game.state.units["g_div_245"].place is not None and game.decision.kind != "release"
    assert total(game.state, "allied") == before + cost


# ------------------------------------------------------------------ 16.3: Brest
BREST = ("g_fj_2_2FJ", "g_fj_7_2FJ")


def brest(now: int, dice: tuple[int, ...], units: dict[str, str] | None = None, left: str = "") -> Game:
    game = table(
        {**ASKS, "u_arm_A_2": "A0410", **(units or {})}, "allied-mechanized", turn=now - 15, dice=dice
    )
    if left:
        game.state = apply(game.state, Noted("game", "exited", "u_arm_A_2", (now - 1, left)))
    do(game, "done")
    while game.decision is not None and game.decision.kind == "release":
        do(game, "done")
    return game


def released(game: Game) -> bool:
    found = {game.state.units[id].place is not None for id in BREST}
    assert len(found) == 1
    return found.pop()


@rule("DG 16.3")
@pytest.mark.parametrize(
    "now, die, comes",
    [(25, 1, False), (26, 1, True), (26, 2, True), (26, 3, False), (27, 3, True), (27, 4, False)],
)
def test_from_game_turn_26_with_less_to_roll_each_turn(now, die, comes):
    assert released(brest(now, (die,) * 3)) == comes


@rule("DG 16.3")
@pytest.mark.parametrize("edge, comes", [("", True), ("W", False), ("S", True), ("E", True)])
def test_only_while_no_us_unit_has_left_by_the_west(edge, comes):
    assert released(brest(26, (1, 1, 1), left=edge)) == comes


@rule("DG 16.3")
def test_both_units_enter_over_the_west_edge():
    game = passed_to(brest(26, (1, 6, 6)), "german-movement")
    hexes = {game.board.map.numbers[a.hex] for a in listed(game, "place")}
    assert hexes == {f"A01{row}" for row in range(23, 35)}
    assert {a.unit for a in listed(game, "place")} == set(BREST)
    assert refused(game, "place", unit=BREST[0], hex="A5119").rule == "13.2.1"
    do(game, "place", unit=BREST[0], hex="A0125")


@rule("DG 16.3")
def test_once_out_they_are_not_rolled_for_again():
    for first, rolls in ((1, 1), (6, 2)):  # the weather alone, or Brest again too
        game = brest(26, (first, 6, 6, 6, 6, 6))
        before = len(rolled(game))
        while game.state.turn == 26:
            enter(game)
        assert len(rolled(game)) == before + rolls
