"""Beach shift markers: attacks from a hex where landing units lost steps are harder (19.2.2, step 7)."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_ground, do, hex_of
from fights import advance, asked, attack, rule, shifts, weighed
from landings import landed

from hexcore.events import Marked, apply
from hexcore.game import Game
from hexcore.odds import weigh
from hexcore.state import Combat
from hexcore_cobra.beach_shifts import BEACH_SHIFT
from hexcore_cobra.order_of_battle import ALLIED

STEP = "19.2.2.step.7"
TARGET, FOE = "B3218", "g_inf_916_352"
WEST, EAST, INLAND = "B3217", "B3318", "B3118"
"""Two hexes of Omaha and one behind it, all next to the target."""


def markers(game: Game, *hexes: str) -> list[int]:
    return [game.state.marker(BEACH_SHIFT, hex) for hex in hexes or (WEST, EAST)]


def ashore(
    units: dict[str, str], phase: str = "allied-combat", marked: dict[str, int] | None = None, **words
):
    """Turn 4 on Omaha, with markers lying where they are put (two in the western hex)."""
    ground = campaign_ground({TARGET: "clear"}, clear=("B3017", "B3421"))
    game = campaign({FOE: TARGET, **units}, phase, on=ground, held=("omaha",), **words)
    for number, count in ({WEST: 2} if marked is None else marked).items():
        game.state = apply(game.state, Marked(BEACH_SHIFT, number, count))
    return game


def columns(game: Game, *attackers: str, target: str = TARGET) -> int:
    """The columns that the beach costs an attack."""
    return shifts(weighed(game, target, *attackers)).get(STEP, 0)


# ------------------------------------------------------------------ where they lie
@rule(STEP)
def test_a_marker_for_each_step_lost_in_the_hex():
    """Two divisions lose two and one in the western hex, the third one in the eastern."""
    units = {"u_inf_1": WEST, "u_inf_29": WEST, "u_inf_90": EAST, "u_inf_4": "B2415"}
    game = landed(units, (1, 5, 3, 3))
    assert markers(game, WEST, EAST, "B3117", "B2415") == [3, 1, 0, 0]


@rule(STEP)
def test_no_marker_for_paratroops():
    """The step of 4th Division is marked, that of the regiment that fell on the beach next to it is not."""
    game = landed({"u_par_501": "B2415", "u_inf_4": "B2416"}, (1, 1))
    assert markers(game, "B2415", "B2416") == [0, 1]


@rule(STEP)
def test_nor_on_a_beach_that_is_abandoned():
    game = landed({"u_ranger": WEST, "b_inf_3C": "B4319"}, (3, 2))
    assert markers(game, WEST, "B4319") == [0, 1]


# ------------------------------------------------------------------ what they do
@rule(STEP)
@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_an_attack_from_the_hex_is_moved_left_by_its_markers(count):
    game = ashore({"u_inf_1": WEST}, marked={WEST: count})
    assert columns(game, "u_inf_1") == -count


@rule(STEP)
def test_the_column_is_that_much_worse():
    """The same attack with and without two markers."""
    found = [
        weighed(ashore({"u_inf_1": WEST}, marked=marked), TARGET, "u_inf_1") for marked in ({}, {WEST: 2})
    ]
    plain, marked = found
    table = list(plain.table.columns)
    assert table.index(plain.final_column) - table.index(marked.final_column) == 2


@rule(STEP)
@pytest.mark.parametrize("hex, left", [(WEST, -2), (EAST, 0), (INLAND, 0)])
def test_only_from_that_hex(hex, left):
    assert columns(ashore({"u_inf_1": hex}), "u_inf_1") == left


@rule(STEP)
@pytest.mark.parametrize("attackers, left", [(("u_inf_1", "u_inf_29"), -3), (("u_inf_1",), -2)])
def test_markers_of_several_hexes_add_up(attackers, left):
    game = ashore({"u_inf_1": WEST, "u_inf_29": EAST}, marked={WEST: 2, EAST: 1})
    assert columns(game, *attackers) == left


@rule(STEP)
def test_two_units_in_one_hex_suffer_once():
    game = ashore({"u_inf_1": WEST, "u_ranger": WEST})
    assert columns(game, "u_inf_1", "u_ranger") == -2


@rule(STEP)
def test_whoever_came_later_suffers_too():
    """The markers lie on the hex: a division landed since attacks no better."""
    assert columns(ashore({"u_inf_90": WEST}), "u_inf_90") == -2


@rule(STEP)
def test_no_german_attack_suffers():
    game = ashore({"u_inf_1": INLAND}, "german-combat", marked={TARGET: 2, INLAND: 2})
    assert columns(game, FOE, target=INLAND) == 0


@rule(STEP)
@pytest.mark.parametrize("kind, left", [("attack", -2), ("overrun", 0)])
def test_an_overrun_is_movement_and_no_attack(kind, left):
    units = {f"u_arm_{command}_2": WEST for command in "ABR"}
    game = ashore(units, "allied-movement")
    combat = Combat(0, kind, ALLIED, (game.board.map.hex(TARGET),), tuple(units), (FOE,))
    assert shifts(weigh(game.state, combat)).get(STEP, 0) == left


# ------------------------------------------------------------------ when they go
def won(game: Game, *attackers: str, target: str = TARGET) -> Game:
    """An attack whose defender is eliminated, up to the question who advances."""
    attack(game, target, *attackers)
    while asked(game).split()[0] in ("take-result", "lose-steps"):
        game.submit(game.legal_actions()[0])
    assert asked(game).startswith("advance-after-combat")
    return game


ATTACK = {"u_inf_1": WEST, "u_inf_29": EAST}
BOTH = {WEST: 2, EAST: 1}


@rule(STEP)
@pytest.mark.parametrize("unit, left", [("u_inf_1", [0, 1]), ("u_inf_29", [2, 0])])
def test_an_advance_out_of_a_hex_removes_its_markers(unit, left):
    game = won(ashore(ATTACK, marked=BOTH, dice=(1,), lost={FOE: 1}), *ATTACK)
    advance(game, unit, TARGET)
    do(game, "done")
    assert hex_of(game, unit) == TARGET and markers(game) == left


@rule(STEP)
def test_without_an_advance_they_stay():
    game = won(ashore(ATTACK, marked=BOTH, dice=(1,), lost={FOE: 1}), *ATTACK)
    do(game, "done")
    assert asked(game) == "combat-phase allied" and markers(game) == [2, 1]


@rule(STEP)
def test_an_advance_of_one_unit_is_enough():
    game = won(ashore({"u_inf_1": WEST, "u_ranger": WEST}, dice=(1,), lost={FOE: 1}), "u_inf_1", "u_ranger")
    advance(game, "u_ranger", TARGET)
    do(game, "done")
    assert hex_of(game, "u_inf_1") == WEST and markers(game) == [0, 0]


@rule(STEP)
def test_an_advance_from_elsewhere_removes_none():
    units = {"u_inf_1": WEST, "u_inf_29": INLAND}
    game = won(ashore(units, dice=(1,), lost={FOE: 1}), *units)
    advance(game, "u_inf_29", TARGET)
    do(game, "done")
    assert markers(game) == [2, 0]


@rule(STEP)
def test_units_that_walk_out_leave_them():
    game = ashore({"u_inf_1": WEST, FOE: "B3219"}, "allied-movement")
    do(game, "move", units=["u_inf_1"], path=[INLAND])
    assert hex_of(game, "u_inf_1") == INLAND and markers(game) == [2, 0]


@rule(STEP)
def test_defenders_who_advance_remove_them_too():
    """The Germans attack the beach and are eliminated by their own result."""
    game = ashore({"u_inf_1": WEST, "g_inf_914_352": "B3119"}, "german-combat", dice=(6,), lost={FOE: 1})
    game = won(game, FOE, target=WEST)
    assert asked(game) == "advance-after-combat allied"
    advance(game, "u_inf_1", TARGET)
    do(game, "done")
    assert markers(game) == [0, 0]


@rule(STEP)
def test_the_next_attack_from_the_hex_is_free_of_them():
    game = won(
        ashore({**ATTACK, "u_inf_90": WEST, "g_inf_914_352": INLAND}, dice=(1,), lost={FOE: 1}), "u_inf_1"
    )
    assert columns(game, "u_inf_90", target=INLAND) == -2
    advance(game, "u_inf_1", TARGET)
    do(game, "done")
    assert columns(game, "u_inf_90", target=INLAND) == 0
