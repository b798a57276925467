"""Case 5.4.4 of The Normandy Campaign: German units that move farther at the risk of air attack."""

from __future__ import annotations

import pytest
from cobra_table import act, cited, do, ground, hex_of, listed, refused, table
from fights import corners, lost, rule
from marches import FOOT, GI, PANZER, TANKS, ZONE, cost, passed_to, points

from hexcore.codec import StateForm
from hexcore.events import Asked, apply
from hexcore.game import Game
from hexcore.players import player, step
from hexcore_cobra.air_risk import THIRDS, WORDS, AirAttack

PANZERS = (PANZER, "g_pg_2_2", "g_pg_304_2")
OPEN = {FOOT: "A2312", PANZER: "A2012", GI: "A2303"}
COLUMN = [f"A23{n:02}" for n in range(11, 3, -1)]


def risk(game: Game, unit: str, thirds: int) -> None:
    do(game, "commit", what="air-risk", unit=unit, word=WORDS[thirds])


def bold(thirds: int, dice: list[int], unit: str = FOOT, weather: str = "clear", **words) -> Game:
    """A German unit in hand that has added so many thirds to its allowance."""
    units = words.pop("units", OPEN)
    phase = words.pop("phase", "german-movement")
    game = table(units, phase, dice=dice, tracks={"weather": weather}, **words)
    do(game, "take", unit=unit)
    risk(game, unit, thirds)
    return game


def offered(game: Game) -> list[int]:
    return [THIRDS[a.word] for a in listed(game, "commit") if a.what == "air-risk"]


# ------------------------------------------------------------------ how far
@rule("DG 5.4.4")
@pytest.mark.parametrize(
    ("unit", "weather", "thirds", "figure"),
    [
        (FOOT, "clear", 1, 6),
        (FOOT, "clear", 2, 8),
        (FOOT, "overcast", 1, 8),
        (PANZER, "clear", 1, 8),
        (PANZER, "clear", 2, 12),
        (PANZER, "overcast", 1, 12),
    ],
)
def test_a_third_or_two_are_added(unit, weather, thirds, figure):
    assert points(bold(thirds, [], unit, weather), unit) == figure


@rule("DG 5.4.4")
@pytest.mark.parametrize(("weather", "amounts"), [("clear", [1, 2]), ("overcast", [1]), ("storms", [])])
def test_never_more_than_the_printed_allowance(weather, amounts):
    game = table(OPEN, "german-movement", tracks={"weather": weather})
    do(game, "take", unit=FOOT)
    assert offered(game) == amounts
    for thirds in {1, 2} - set(amounts):
        assert refused(game, "commit", what="air-risk", unit=FOOT, word=WORDS[thirds]).rule == "5.4.4"


@rule("DG 5.4.4")
@pytest.mark.parametrize(("weather", "amounts"), [("clear", [1]), ("overcast", [])])
def test_after_an_allied_exit_only_the_last_third_may_be_risked(weather, amounts):
    die = {"clear": 6, "overcast": 2}[weather]
    words = {"dice": [die, 3], "tracks": {"weather": "clear"}}
    game = table({**OPEN, TANKS: "A0128"}, "allied-mechanized", **words)
    do(game, "exit", unit=TANKS, edge="W")
    passed_to(game, "german-movement")
    do(game, "take", unit=FOOT)
    assert offered(game) == amounts
    if amounts:
        risk(game, FOOT, 1)
        assert points(game, FOOT) == 8
        do(game, "put-down")
        assert lost(game, FOOT) == 0, "a 3 costs nothing"


@rule("DG 5.4.4")
def test_half_of_what_is_added_out_of_supply():
    divisions = ("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28")
    ring = dict(zip(divisions, corners("A2308"), strict=True))
    game = bold(1, [], units={FOOT: "A2308", **ring})
    assert points(game, FOOT) == 3, "six points, halved"


# ------------------------------------------------------------------ the die
@rule("DG 5.4.4")
@pytest.mark.parametrize(
    ("thirds", "die", "steps"), [(1, 1, 1), (1, 2, 1), (1, 3, 0), (2, 3, 1), (2, 4, 1), (2, 5, 0), (2, 6, 0)]
)
def test_the_die_after_the_move(thirds, die, steps):
    game = bold(thirds, [die])
    do(game, "move", unit=FOOT, path=COLUMN[:6])
    assert (game.state.rolls, hex_of(game, FOOT), lost(game, FOOT)) in [
        (0, COLUMN[5], 0),
        (1, COLUMN[5], steps),
    ]
    if game.decision.kind == "in-hand":
        do(game, "put-down")
    assert (game.state.rolls, hex_of(game, FOOT), lost(game, FOOT)) == (1, COLUMN[5], steps)


@rule("DG 5.4.4")
def test_the_last_step_is_lost_too():
    game = bold(1, [2], lost={FOOT: 1})
    do(game, "put-down")
    assert hex_of(game, FOOT) == "eliminated"
    staff = bold(2, [4], "g_hq_ISSPz", units={**OPEN, "g_hq_ISSPz": "A2012"})
    do(staff, "put-down")
    assert hex_of(staff, "g_hq_ISSPz") == "eliminated", "a headquarters is one step"


@rule("DG 5.4.4")
def test_the_move_is_over_with_the_die():
    game = bold(2, [6])
    do(game, "move", unit=FOOT, path=COLUMN[:2])
    do(game, "put-down")
    assert refused(game, "take", unit=FOOT).rule == "5.4.4"
    do(game, "take", unit=PANZER)


@rule("DG 5.4.4")
def test_no_other_unit_moves_before_the_die():
    game = bold(1, [3])
    assert refused(game, "take", unit=PANZER).rule == "5.4.4"
    assert refused(game, "move", unit=PANZER, to="A2011").rule == "5.4.4"
    assert refused(game, "take", unit=FOOT).rule == "5.4.4", "nor is it taken in hand anew"
    do(game, "put-down")
    do(game, "move", unit=PANZER, to="A2011")


# ------------------------------------------------------------------ when and by whom it is announced
@rule("DG 5.4.4")
@pytest.mark.parametrize("steps", [0, 2, 3])
def test_it_may_be_announced_on_the_way(steps):
    game = table(OPEN, "german-movement", dice=[5], tracks={"weather": "clear"})
    do(game, "take", unit=FOOT)
    if steps:
        do(game, "move", unit=FOOT, path=COLUMN[:steps])
    risk(game, FOOT, 1)
    risk(game, FOOT, 2)
    assert refused(game, "commit", what="air-risk", unit=FOOT, word="one third").rule == "5.4.4"
    do(game, "move", unit=FOOT, path=COLUMN[steps:8])
    assert hex_of(game, FOOT) == COLUMN[7] and (game.state.rolls, lost(game, FOOT)) == (1, 0)


@rule("DG 5.4.4")
def test_unit_by_unit():
    units = {FOOT: "A2312", "g_inf_987_276": "A2312", GI: "A2303"}
    game = table(units, "german-movement", dice=[1, 3], tracks={"weather": "clear"})
    do(game, "take", units=[FOOT, "g_inf_987_276"])
    risk(game, FOOT, 1)
    assert refused(game, "move", path=COLUMN[:4]).rule == "5.2.4", "the other has three points"
    risk(game, "g_inf_987_276", 1)
    do(game, "move", path=COLUMN[:4])
    do(game, "put-down")
    assert (lost(game, FOOT), lost(game, "g_inf_987_276"), game.state.rolls) == (1, 0, 2)


@rule("DG 5.4.4")
def test_in_the_mechanized_phase_and_in_both():
    words = {"dice": [5, 6], "tracks": {"weather": "clear"}}
    game = table(OPEN, "german-movement", **words)
    do(game, "take", unit=PANZER)
    risk(game, PANZER, 2)
    do(game, "move", unit=PANZER, path=["A2011"])
    do(game, "put-down")
    passed_to(game, "german-mechanized")
    assert points(game, PANZER) == 4
    do(game, "take", unit=PANZER)
    risk(game, PANZER, 1)
    assert points(game, PANZER) == 8
    do(game, "put-down")
    assert (game.state.rolls, lost(game, PANZER)) == (2, 0)


@rule("DG 5.4.4")
def test_allied_units_do_not():
    game = table(OPEN, "allied-movement", tracks={"weather": "clear"})
    do(game, "take", unit=GI)
    assert not offered(game)
    assert refused(game, "commit", what="air-risk", unit=GI, word="one third").rule == "5.4.4"
    theirs = table(OPEN, "german-movement", tracks={"weather": "clear"})
    assert not [a for a in theirs.legal_actions() if a.kind == "commit"], "first the unit is taken in hand"
    do(theirs, "take", unit=FOOT)
    assert refused(theirs, "commit", what="air-risk", unit=FOOT, word="three thirds").rule == "5.4.4"
    assert refused(theirs, "commit", what="air-risk", unit=PANZER, word="one third").rule == "5.4.4", (
        "not in hand"
    )
    do(theirs, "commit", what="air-risk", unit=FOOT, word="one third")


# ------------------------------------------------------------------ overruns and disengaging
ATTACK = {**dict.fromkeys(PANZERS, "A2307"), "u_cav_4": "A2306", GI: "A2503"}


@rule("DG 5.4.4")
def test_no_overrun_in_the_phase():
    game = table(ATTACK, "german-movement", tracks={"weather": "clear"})
    do(game, "take", units=list(PANZERS))
    assert listed(game, "overrun")
    risk(game, PANZERS[1], 1)
    assert not listed(game, "overrun")
    assert refused(game, "overrun", units=list(PANZERS), target="A2306").rule == "5.4.4"


@rule("DG 5.4.4")
def test_no_risk_after_an_overrun():
    game = table(ATTACK, "german-movement", dice=[1], tracks={"weather": "overcast"}, lost={"u_cav_4": 1})
    do(game, "overrun", units=list(PANZERS), target="A2306")
    while game.decision.kind != "in-hand":
        game.submit(game.legal_actions()[0])
    assert hex_of(game, PANZER) == "A2306" and not offered(game)
    assert refused(game, "commit", what="air-risk", unit=PANZER, word="one third").rule == "5.4.4"


HILLY = {"A2305": "hills"}


@rule("DG 5.4.4", "DG 5.6.3")
def test_it_may_pay_for_disengaging_in_clear_weather():
    words = {"dice": [3], "tracks": {"weather": "clear"}, "on": ground(HILLY)}
    game = table(ZONE, "german-movement", **words)
    assert refused(game, "move", unit=FOOT, to="A2305").rule == cited("5.6.3")
    do(game, "take", unit=FOOT)
    risk(game, FOOT, 1)
    assert cost(game, FOOT, "A2305") == 4
    do(game, "move", unit=FOOT, to="A2305")
    do(game, "put-down")
    assert (hex_of(game, FOOT), lost(game, FOOT)) == ("A2305", 0)


# ------------------------------------------------------------------ computers, files
@rule("DG 5.4.4")
def test_computer_players_answer_it():
    game = table(OPEN, "german-movement", dice=[6] * 9, tracks={"weather": "clear"})
    seats = {side: player("steady", 1) for side in game.board.sides}
    while game.board.sequence.phases[game.state.phase].id == "german-movement":
        step(game, seats)
    assert game.state.rolls == 0, "the steady player declines"
    chance = bold(2, [1])
    assert {a.kind for a in chance.legal_actions()} >= {"put-down", "move"}
    assert chance.refusal(act(chance, "put-down")) is None


@rule("DG 5.4.4")
def test_it_is_kept_in_a_file():
    game = bold(1, [3])
    form = StateForm(game.board)
    waiting = apply(game.state, Asked((AirAttack(FOOT, 1),)))
    assert form.load(form.dump(waiting)).agenda == waiting.agenda
    game.state = form.load(form.dump(game.state))
    assert points(game, FOOT) == 6
    do(game, "put-down")
    assert (game.state.rolls, lost(game, FOOT)) == (1, 0)
