"""Naval support (14.6): points by turn, storms, how far the ships reach, the guns off a beach."""

from __future__ import annotations

import pytest
from cobra_table import campaign, do, listed, refused
from fights import attack, declared, fought, rule, shifts, stand, weighed

from hexcore.asking import AskError
from hexcore.game import Game
from hexcore.odds import Odds
from hexcore.state import Combat, Pledge
from hexcore_cobra.naval_support import from_the_ships, out_of_range

NEAR, FOUR, SIX, SEVEN = "A3101", "A3102", "A3104", "A3105"
"""Hexes south of Bayeux, so far from the ships."""
TOMMIES, GUARDS = "b_inf_3", "b_inf_GA"
AT_THREE, AT_FOUR, AT_SIX, AT_SEVEN = "g_inf_986_276", "g_inf_987_276", "g_inf_988_276", "g_inf_989_277"
UNITS = {TOMMIES: "A3001", "b_inf_15": "A3003", "b_inf_43": "A3004", AT_THREE: NEAR, AT_FOUR: FOUR}
DEEP = {**UNITS, AT_SIX: SIX, AT_SEVEN: SEVEN}


def fleet(points: int = 6, weather: str = "clear", units: dict[str, str] | None = None, **words) -> Game:
    """The Allied combat phase of Game-Turn 2, when all are supplied, with so many naval points and no air."""
    tracks = {"weather": weather, "naval_points": points, **words.pop("tracks", {})}
    return campaign(units or UNITS, "allied-combat", turn=2, tracks=tracks, held=("gold", "juno"), **words)


def asked_for_support(game: Game, target: str, *attackers: str) -> Game:
    declared(game, target, *attackers)
    return game


def ships(odds: Odds) -> int:
    """The columns of naval points."""
    return shifts(odds).get("14.6.4", 0)


def points(game: Game) -> int:
    return int(game.state.tracks["naval_points"])


# ------------------------------------------------------------------ committed to an attack (14.6)
@rule("14.6")
def test_points_are_committed_to_an_attack_and_spent():
    bare, helped = fleet(dice=[6]), fleet(dice=[6])
    columns = bare.board.rules.combat_table(bare.state, Combat(0, "attack", "allied", ())).columns
    before, after = fought(attack(bare, NEAR, TOMMIES)), fought(attack(helped, NEAR, TOMMIES, naval=2))
    assert columns.index(after.column) == columns.index(before.column) + 2
    assert (points(bare), points(helped)) == (6, 4)


@rule("14.6")
def test_points_are_added_one_by_one_too():
    game = asked_for_support(fleet(points=2), NEAR, TOMMIES)
    assert [a.amount for a in listed(game, "commit")] == [1, 2]
    do(game, "commit", what="naval")
    assert points(game) == 1
    assert ships(weighed(game, NEAR, TOMMIES, pledges=game.state.combat.pledges)) == 1
    assert [a.amount for a in listed(game, "commit")] == [1]
    do(game, "commit", what="naval", amount=1)
    assert points(game) == 0


@rule("14.6")
def test_no_points_are_offered_to_the_germans():
    units = {**UNITS, "g_hq_LXXXIV": "A3204"}
    game = campaign(units, "german-combat", tracks={"naval_points": 6})
    declared(game, "A3001", AT_THREE)
    assert (game.decision.kind, game.decision.side) == ("support", "german")
    assert [a.what for a in listed(game, "commit")] == ["hq"]
    assert refused(game, "commit", what="naval").rule == "14.6.4"
    allied = asked_for_support(fleet(), NEAR, TOMMIES)
    do(allied, "commit", what="naval")


# ------------------------------------------------------------------ how many (14.6.1, 14.6.2)
@rule("14.6.2")
@pytest.mark.parametrize("turn, number", [(2, 6), (3, 6), (4, 3), (10, 3), (11, 2), (15, 2), (27, 2)])
def test_points_by_turn(turn, number):
    game = campaign(UNITS, "german-weather", turn=turn, dice=[3], tracks={"weather": "clear"})
    assert points(game) == number


@rule("14.6.2")
def test_points_are_not_saved():
    game = campaign(UNITS, "german-weather", turn=4, dice=[3], tracks={"weather": "clear", "naval_points": 6})
    assert points(game) == 3


@rule("14.6.2")
def test_no_more_than_the_turn_has():
    game = asked_for_support(fleet(points=1), NEAR, TOMMIES)
    refusal = refused(game, "commit", what="naval", amount=2)
    assert refusal.rule == "14.6.2" and "1 naval point left" in refusal.reason
    do(game, "commit", what="naval", amount=1)


@rule("14.6.1")
def test_none_on_the_first_turn():
    first = campaign(UNITS, "german-weather", turn=1, dice=[3], tracks={"naval_points": 2})
    assert points(first) == 0
    second = campaign(UNITS, "german-weather", turn=2, dice=[3])
    assert points(second) == 6


@rule("14.6.2")
@pytest.mark.parametrize(
    "attacker, target, reached",
    [
        ("A0404", "A0304", True),
        ("A0411", "A0410", False),
        ("A4502", "A4501", False),
        ("A4202", "A4201", True),
    ],
)
def test_neither_off_the_west_coast_nor_east_of_column_48(attacker, target, reached):
    """A0410 lies by the sea near Coutances, A4501 east of the Orne's mouth: seas without ships.

    A headquarters is in range, so that the Allied player is asked about support in any case.
    """
    units = {"u_inf_1": attacker, AT_THREE: target, "u_hq_VII": f"{attacker[:3]}{int(attacker[3:]) + 1:02}"}
    game = asked_for_support(fleet(units=units), target, "u_inf_1")
    if reached:
        do(game, "commit", what="naval", amount=2)
    else:
        refusal = refused(game, "commit", what="naval", amount=2)
        assert refusal.rule == "14.6.2" and "no ships fire" in refusal.reason


@rule("14.6.2")
def test_every_hex_ships_fire_from_is_sea_on_the_other_sheet_up_to_column_48():
    board = fleet().board
    m = board.map
    limit = max(m.coords[h].q for h in m.group("naval-limit"))
    at_sea = [h for h, terrain in enumerate(m.terrain) if "sea" in terrain]
    ships = {h for h in at_sea if from_the_ships(board, h) == 0}
    expected = {h for h in at_sea if m.numbers[h].startswith("B") and m.coords[h].q <= limit}
    assert ships == expected and len(ships) > 600


# ------------------------------------------------------------------ storms (14.6.3)
@rule("14.6.3")
def test_in_storms_one_point_in_the_whole_turn():
    units = {**UNITS, "b_inf_43": "A3201"}
    game = asked_for_support(fleet(weather="storms", units=units, dice=[6, 6]), NEAR, "b_inf_43")
    assert [a.amount for a in listed(game, "commit")] == [1]
    assert refused(game, "commit", what="naval", amount=2).rule == "14.6.3"
    do(game, "commit", what="naval", amount=1)
    if game.decision.kind == "support":
        do(game, "done")
    stand(game)
    while game.decision.kind != "combat-phase":
        do(game, "done")
    declared(game, FOUR, TOMMIES)
    assert game.decision is None or not [a for a in listed(game, "commit") if a.what == "naval"]
    assert points(game) == 5


@rule("14.6.3")
def test_in_storms_two_points_do_not_reach_farther():
    staff = {**UNITS, "b_hq_I": "A2902"}
    game = asked_for_support(fleet(weather="storms", units=staff), FOUR, TOMMIES)
    assert refused(game, "commit", what="naval", amount=2).rule == "14.6.3"
    overcast = asked_for_support(fleet(weather="overcast", units=staff), FOUR, TOMMIES)
    do(overcast, "commit", what="naval", amount=2)


# ------------------------------------------------------------------ range (14.6.4)
@rule("14.6.4")
@pytest.mark.parametrize(
    "attacker, target, given, columns",
    [
        (TOMMIES, NEAR, 1, 1),
        (TOMMIES, NEAR, 2, 2),
        (TOMMIES, FOUR, 2, 1),
        ("b_inf_15", SIX, 2, 1),
    ],
)
def test_columns_by_range(attacker, target, given, columns):
    game = fleet(units=DEEP)
    pledged = (Pledge("naval", "allied", amount=given),)
    assert ships(weighed(game, target, attacker, pledges=pledged)) == columns
    assert ships(weighed(game, target, attacker)) == 0
    asked_for_support(game, target, attacker)
    do(game, "commit", what="naval", amount=given)


@rule("14.6.4")
def test_at_four_hexes_one_point_does_nothing():
    game = asked_for_support(fleet(), FOUR, TOMMIES)
    refusal = refused(game, "commit", what="naval", amount=1)
    assert refusal.rule == "14.6.4" and "4 hexes" in refusal.reason
    assert [a.amount for a in listed(game, "commit")] == [2]
    assert [a.amount for a in listed(asked_for_support(fleet(), NEAR, TOMMIES), "commit")] == [1, 2]


@rule("14.6.4")
@pytest.mark.parametrize("targets", [(SIX, FOUR), (FOUR, SIX)])
def test_of_several_hexes_the_nearest_to_the_ships_decides_and_is_named(targets):
    state = fleet(units=DEEP).state
    index = state.board.map.index
    refusal = out_of_range(state, tuple(index[number] for number in targets), 1)
    assert refusal is not None and refusal.rule == "14.6.4"
    assert refusal.reason.startswith(f"{FOUR} is 4 hexes from the ships")
    assert out_of_range(state, (index[SIX], index[NEAR]), 1) is None


@rule("14.6.4")
def test_the_seventh_hex_is_out_of_range():
    staff = {**DEEP, "b_hq_I": "A2902"}
    game = asked_for_support(fleet(units=staff), SEVEN, "b_inf_43")
    refusal = refused(game, "commit", what="naval", amount=2)
    assert refusal.rule == "14.6.4" and "more than 6" in refusal.reason
    within = asked_for_support(fleet(units=staff), SIX, "b_inf_43")
    do(within, "commit", what="naval", amount=2)


@rule("14.6.4")
def test_no_third_point():
    game = asked_for_support(fleet(units={**UNITS, "b_hq_I": "A2902"}), NEAR, TOMMIES)
    assert refused(game, "commit", what="naval", amount=3).rule == "14.6.4"
    do(game, "commit", what="naval", amount=1)
    assert refused(game, "commit", what="naval", amount=2).rule == "14.6.4"
    do(game, "commit", what="naval", amount=1)
    assert points(game) == 4


@rule("14.6.4")
def test_one_attack_on_a_near_and_a_far_hex_has_what_the_harder_one_would_have():
    """A minor river runs before both: A3102, at four hexes, has one column of the two points, and decides
    (8.2.3)."""
    game = fleet()
    pledged = (Pledge("naval", "allied", amount=2),)
    assert ships(weighed(game, [NEAR, FOUR], TOMMIES, pledges=pledged)) == 1
    assert ships(weighed(game, [NEAR], TOMMIES, pledges=pledged)) == 2


@rule("14.6.4")
def test_no_part_in_overruns():
    game = fleet()
    target, pledged = game.board.map.hex(NEAR), (Pledge("naval", "allied", amount=2),)
    for kind, columns in (("attack", 2), ("overrun", 0)):
        combat = Combat(0, kind, "allied", (target,), (TOMMIES,), (AT_THREE,), pledges=pledged)
        found = game.board.rules.combat_shifts(game.state, combat)
        assert sum(s.columns for s in found if s.rule == "14.6.4") == columns
        bare = Combat(0, kind, "allied", (target,), (TOMMIES,), (AT_THREE,))
        offered = game.board.rules.combat_support(game.state, bare, "allied")
        assert bool([a for a in offered if a.what == "naval"]) == (kind == "attack")


@rule("14.6.4.para.2")
def test_air_and_ships_in_the_same_attack():
    game = fleet(tracks={"air_points": 3})
    do(game, "commit", what="air", hex=NEAR)
    do(game, "done")
    while game.decision.kind == "attack-supply":
        do(game, "done")
    asked_for_support(game, NEAR, TOMMIES)
    pledged = (Pledge("naval", "allied", amount=2),)
    columns = shifts(weighed(game, NEAR, TOMMIES, pledges=pledged))
    assert (columns["14.3.1"], columns["14.6.4"]) == (1, 2)
    do(game, "commit", what="naval", amount=2)


@rule("14.6.4.para.3")
def test_never_more_than_two_columns():
    game = fleet()
    pledged = (Pledge("naval", "allied", amount=2), Pledge("naval", "allied", amount=1))
    assert ships(weighed(game, NEAR, TOMMIES, pledges=pledged)) == 2
    assert ships(weighed(game, NEAR, TOMMIES, pledges=pledged[1:])) == 1


# ------------------------------------------------------------------ the guns off a beach (14.6.4, last part)
BEACH, INLAND = "B4119", "A3001"
LANDED = {TOMMIES: BEACH, AT_THREE: "A3101", "b_inf_15": INLAND}


def german_attack(
    target: str, *attackers: str, units: dict[str, str] | None = None, **words
) -> dict[str, int]:
    game = campaign(units or LANDED, "german-combat", **words)
    return shifts(weighed(game, target, *attackers))


@rule("14.6.4.para.4")
@pytest.mark.parametrize("weather", ["storms", "overcast", "clear"])
def test_a_beach_hex_is_two_columns_for_the_allies_without_points(weather):
    words = {"tracks": {"weather": weather, "naval_points": 0}}
    units = {**LANDED, TOMMIES: "B4119", AT_THREE: "B4120"}
    assert german_attack("B4119", AT_THREE, units=units, **words)["14.6.4.para.4"] == -2


@rule("14.6.4.para.4")
def test_not_beside_the_beach_and_not_against_germans_in_it():
    units = {TOMMIES: "B4120", AT_THREE: "A3101"}
    assert "14.6.4.para.4" not in german_attack("B4120", AT_THREE, units=units)
    on_it = {TOMMIES: "B4119", AT_THREE: "B4120"}
    assert german_attack("B4119", AT_THREE, units=on_it)["14.6.4.para.4"] == -2
    turned = fleet(units={TOMMIES: "B4120", AT_THREE: "B4119"})
    assert "14.6.4.para.4" not in shifts(weighed(turned, "B4119", TOMMIES))


@rule("14.6.4.para.4")
def test_the_column_fought_on_is_two_to_the_left():
    units = {"u_hq_VII": "B4119", AT_THREE: "B4120"}
    game = campaign(units, "german-combat", dice=[6])
    odds = weighed(game, "B4119", AT_THREE)
    told = fought(attack(game, "B4119", AT_THREE))
    columns = odds.table.columns
    others = sum(n for number, n in shifts(odds).items() if number != "14.6.4.para.4")
    assert columns.index(told.column) == columns.index(odds.column) + others - 2


@rule("14.6.4.para.4")
def test_no_guns_in_an_overrun():
    game = campaign({TOMMIES: "B4119", AT_THREE: "B4120"}, "german-combat")
    target = game.board.map.hex("B4119")
    for kind, columns in (("attack", -2), ("overrun", 0)):
        combat = Combat(0, kind, "german", (target,), (AT_THREE,), (TOMMIES,))
        found = game.board.rules.combat_shifts(game.state, combat)
        assert sum(s.columns for s in found if s.rule == "14.6.4.para.4") == columns


# ------------------------------------------------------------------ asked beforehand
@rule("14.6.4")
def test_what_if_names_the_columns_and_the_rule():
    game = fleet()
    told = game.ask("odds", target=[NEAR], attackers=[TOMMIES], support={"naval": 2})
    assert [(s["rule"], s["columns"]) for s in told["shifts"] if s["rule"] == "14.6.4"] == [("14.6.4", 2)]
    bare = game.ask("odds", target=[NEAR], attackers=[TOMMIES])
    assert not [s for s in bare["shifts"] if s["rule"] == "14.6.4"]
    could = [(p["amount"], p["columns"]) for p in bare["could_come"] if p["what"] == "naval"]
    assert could == [(1, 1), (2, 2)]


@rule("14.6")
@pytest.mark.parametrize(
    "number, points, weather, turn, asked",
    [
        ("14.6.1", 0, "clear", 1, 1),
        ("14.6.2", 1, "clear", 2, 2),
        ("14.6.3", 3, "storms", 2, 2),
        ("14.6.4", 3, "clear", 2, 3),
    ],
)
def test_what_if_refuses_points_that_are_not_there(number, points, weather, turn, asked):
    """The number of points one too many is refused with its rule, one fewer is weighed."""
    tracks = {"weather": weather, "naval_points": points}
    game = campaign(UNITS, "allied-combat", turn=turn, tracks=tracks, held=("gold", "juno"))
    question = {"target": [NEAR], "attackers": [TOMMIES]}
    with pytest.raises(AskError, match=rf"\[{number}\]$"):
        game.ask("odds", **question, support={"naval": asked})
    assert game.ask("odds", **question, support={"naval": asked - 1})["ratio"]
