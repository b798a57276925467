"""German delay units (15.0): where one appears each turn, how it moves, who absorbs it, when they go."""

from __future__ import annotations

import pytest
from cobra_table import campaign, campaign_board, campaign_ground, do, hex_of, listed, refused
from fights import asked, attack, corners, retreat, rule, weighed
from marches import passed_to, points

from hexcore.events import Moved, Placed, Removed, apply
from hexcore.game import Game
from hexcore.supply import in_net
from hexcore.zoc import enemy_zone
from hexcore_cobra.combat import army
from hexcore_cobra.delay_units import DISSOLVED, is_delay
from hexcore_cobra.retreats import zone_against_retreats

D1, D2, D3, D6 = "g_delay_1", "g_delay_2", "g_delay_3", "g_delay_6"
SIX = tuple(f"g_delay_{n}" for n in range(1, 7))
REGIMENT, OTHER, HQ, GI = "g_inf_986_276", "g_inf_987_276", "g_hq_LXXXIV", "u_inf_1"
DIVISIONS = ("u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_28", "u_inf_29")
WAYS = ("B2113", "B2314", "B2117", "B1916", "B1914", "B2316")
"""The corners of the ring around B2115, that towards Utah the last."""
CLEAR = {"on": campaign_ground()}


def coming(units: dict[str, str], turn: int = 4, **words) -> Game:
    """The German initial movement phase, on clear ground around A2306; the named delay units wait."""
    return campaign(units, "german-movement", turn=turn, **{**CLEAR, **words})


def places(game: Game) -> dict[str, set[str]]:
    """Where each waiting unit may be placed."""
    found: dict[str, set[str]] = {}
    for action in listed(game, "place"):
        found.setdefault(action.unit, set()).add(game.board.map.numbers[action.hex])
    return found


def around(game: Game, number: str) -> set[str]:
    m = game.board.map
    return {m.numbers[near] for near in m.around(m.hex(number))}


def put(game: Game, unit: str, hex: str) -> None:
    do(game, "place", unit=unit, hex=hex)


def driven(game: Game, unit: str, hex: str) -> Game:
    game.state = apply(game.state, Moved((unit,), game.board.map.hex(hex), "retreat"))
    return game


def goes(game: Game, unit: str) -> set[str]:
    do(game, "take", unit=unit)
    found = {game.board.map.numbers[a.to] for a in listed(game, "move")}
    do(game, "put-down")
    return found


# ------------------------------------------------------------------ 15.1
@rule("DG 15.1")
def test_there_are_six_with_a_zone_a_strength_of_one_and_six_points():
    board = campaign_board()
    assert sorted(id for id, c in board.counters.items() if c.kind == "delay") == list(SIX)
    game = coming({D1: "A2306", REGIMENT: "A2408"})
    assert points(game, D1) == 6 and game.state.units[D1].step.strength == 1
    zone = enemy_zone(game.state, "allied")
    assert {n for n in around(game, "A2306") if zone[game.board.map.hex(n)]} == around(game, "A2306")


@rule("DG 15.1")
def test_its_zone_stops_the_allies_where_that_of_a_battalion_does_not():
    for unit, stops in ((D1, True), ("g_tig_102SS", False)):
        game = campaign({GI: "A2304", unit: "A2306"}, "allied-movement", turn=4, **CLEAR)
        if stops:
            assert refused(game, "move", unit=GI, path=["A2305", "A2205"]).rule == "5.2.3"
        do(game, "move", unit=GI, path=["A2305"] if stops else ["A2305", "A2205"])


@rule("DG 15.1")
def test_it_fights_with_a_strength_of_one():
    game = campaign({GI: "A2305", D1: "A2306"}, "german-combat", turn=2, **CLEAR)
    assert weighed(game, "A2305", D1).attack == 1


@rule("DG 8.5.2")
def test_it_has_one_step():
    assert all(len(campaign_board().counters[id].steps) == 1 for id in SIX)


@rule("DG 10.3.3")
def test_neither_it_nor_its_zone_lets_allied_supply_pass():
    """Six delay units around B2115 cut it off from Utah; five let a line through."""
    on = campaign_ground(clear=("B1811", "B2318"))
    units = {GI: "B2115", "u_inf_4": "B2415", "u_inf_5": "B2416"}
    game = campaign(units, "allied-combat", held=["utah"], on=on)
    m, state, hex = game.board.map, game.state, game.board.map.hex("B2115")
    assert in_net(state, "allied", hex)
    for unit, number in zip(SIX, WAYS, strict=True):
        assert m.distance(m.hex(number), hex) == 2 and in_net(state, "allied", hex)
        state = apply(state, Placed(unit, m.hex(number), "set-up"))
    assert not in_net(state, "allied", hex)


# ------------------------------------------------------------------ 15.2
@rule("DG 15.2.1")
@pytest.mark.parametrize(("turn", "due"), [(1, set()), (2, {D1}), (3, {D2}), (4, {D3}), (7, {D6})])
def test_from_game_turn_2_one_appears_each_turn(turn, due):
    waiting = {id: "arrivals" for id in SIX if int(id[-1]) >= turn - 1}
    game = coming({**waiting, REGIMENT: "A2306"}, turn=turn)
    assert set(places(game)) == due


@rule("DG 15.2.1")
def test_it_appears_and_moves_on_with_what_the_first_hex_has_left_it():
    game = coming({D3: "arrivals", REGIMENT: "A2306"})
    put(game, D3, "A2307")
    assert hex_of(game, D3) == "A2307" and asked(game) == "in-hand german" and points(game, D3) == 5
    do(game, "move", unit=D3, path=["A2308", "A2309"])
    assert hex_of(game, D3) == "A2309"


@rule("DG 15.2.1")
def test_one_not_due_is_refused_and_so_is_a_second_in_one_turn():
    game = coming({D2: "arrivals", D3: "arrivals", D6: "arrivals", REGIMENT: "A2306"})
    assert refused(game, "place", unit=D6, hex="A2307").rule == "15.2.1"
    put(game, D2, "A2307"), do(game, "put-down")
    assert not places(game)
    refusal = refused(game, "place", unit=D3, hex="A2305")
    assert refusal.rule == "15.2.1" and "one delay unit" in refusal.reason


@rule("DG 15.2.1", "DG 13.3.6")
def test_the_german_player_must_let_it_appear():
    game = coming({D3: "arrivals", REGIMENT: "A2306"})
    assert refused(game, "done").rule == "13.3.6"
    put(game, D3, "A2307"), do(game, "put-down")
    do(game, "done")


@rule("DG 15.2.1", "DG 13.3.6")
def test_one_that_can_appear_nowhere_never_does():
    game = coming({D3: "arrivals", HQ: "A2306"})
    assert not places(game)
    do(game, "done")
    assert hex_of(game, D3) == "never-arrived"


@rule("DG 15.2.1", "DG 13.1")
@pytest.mark.parametrize("phase", ["german-mechanized", "german-combat", "allied-movement"])
def test_it_appears_in_the_german_initial_movement_phase_only(phase):
    game = campaign({D3: "arrivals", REGIMENT: "A2306", GI: "A2012"}, phase, turn=4, **CLEAR)
    assert not places(game)
    if phase == "german-mechanized":
        assert refused(game, "place", unit=D3, hex="A2307").rule == "13.1"


@rule("DG 15.2.1")
def test_computer_players_find_its_places_listed():
    game = coming({D3: "arrivals", REGIMENT: "A2306"})
    assert all(game.refusal(action) is None for action in listed(game, "place"))


@rule("DG 15.2.2")
def test_it_appears_next_to_a_friend_that_is_no_headquarters_and_no_delay_unit():
    game = coming({D3: "arrivals", D1: "A2206", HQ: "A2611", REGIMENT: "A2306"})
    assert places(game)[D3] == around(game, "A2306") - {"A2206"}
    for hex in ("A2612", "A2106", "A2309"):
        refusal = refused(game, "place", unit=D3, hex=hex)
        assert refusal.rule == "15.2.2" and hex in refusal.reason


@rule("DG 15.2.2")
def test_it_appears_in_a_hex_in_supply():
    """A ring of divisions shuts a regiment in; another in the open is in supply."""
    wall = dict(zip(DIVISIONS, corners("A2306"), strict=True))
    game = coming({D3: "arrivals", REGIMENT: "A2306", OTHER: "A2617", **wall})
    found = places(game)[D3]
    assert found and found <= around(game, "A2617")
    refusal = refused(game, "place", unit=D3, hex="A2307")
    assert refusal.rule == "15.2.2" and "supply" in refusal.reason


@rule("DG 15.2.2")
def test_on_game_turn_2_every_hex_is_in_supply_but_none_at_sea():
    """German supply is not determined on Game-Turns 1 and 2."""
    units = {D1: "arrivals", REGIMENT: "B1206"}
    game = campaign(units, "german-movement", turn=2)
    m = game.board.map
    assert places(game)[D1] == {n for n in around(game, "B1206") if "sea" not in m.terrain[m.hex(n)]}
    assert refused(game, "place", unit=D1, hex="B1205").rule == "15.2.2"


@rule("DG 15.2.3")
def test_it_does_not_appear_in_an_enemy_zone():
    game = coming({D3: "arrivals", REGIMENT: "A2306", GI: "A2304"})
    zone = enemy_zone(game.state, "german")
    inside = {n for n in around(game, "A2306") if zone[game.board.map.hex(n)]}
    assert inside == {"A2305"} and places(game)[D3] == around(game, "A2306") - inside
    assert refused(game, "place", unit=D3, hex="A2305").rule == "15.2.3"


@rule("DG 15.2.3")
def test_not_even_on_game_turn_2_when_all_hexes_are_in_supply():
    game = coming({D1: "arrivals", REGIMENT: "A2306", GI: "A2304"}, turn=2)
    assert places(game)[D1] == around(game, "A2306") - {"A2305"}
    assert refused(game, "place", unit=D1, hex="A2305").rule == "15.2.3"


@rule("DG 15.2.3", "DG 5.2.2")
def test_a_friend_in_the_hex_does_not_help_and_an_enemy_there_does_not_either():
    game = coming({D3: "arrivals", REGIMENT: "A2306", OTHER: "A2305", GI: "A2304"})
    assert refused(game, "place", unit=D3, hex="A2305").rule == "15.2.3"
    assert refused(game, "place", unit=D3, hex="A2304").rule == "5.2.2"


# ------------------------------------------------------------------ 15.3
@rule("DG 15.3.1")
def test_it_pays_what_units_on_foot_pay():
    on = campaign_ground(terrain={"A2307": "hills", "A2407": "light-forest"}, bocage=["A2206"])
    game = coming({D1: "A2306", REGIMENT: "A2408"}, on=on)
    for hex, left in (("A2307", 4), ("A2206", 4)):
        fork = game.fork()
        do(fork, "move", unit=D1, path=[hex])
        assert points(fork, D1) == left
    assert game.board.rules.mobility(game.state, game.state.units[D1]) == "foot"


@rule("DG 15.3.1", "DG 4.0")
def test_it_does_not_move_in_the_mechanized_phase():
    game = campaign({D1: "A2306", "g_pz_2": "A2408", GI: "A2012"}, "german-mechanized", turn=4, **CLEAR)
    assert refused(game, "move", unit=D1, to="A2307").rule == "4.0"
    do(game, "move", unit="g_pz_2", to="A2409")


@rule("DG 15.3.1", "DG 5.4.2")
def test_weather_takes_its_part():
    game = coming({D1: "A2306", REGIMENT: "A2408"}, tracks={"weather": "clear"})
    assert points(game, D1) == 2


@rule("DG 15.3.2")
@pytest.mark.parametrize("friend", [REGIMENT, HQ, D2, "g_tig_102SS"])
def test_it_does_not_move_through_a_friend(friend):
    game = coming({D1: "A2306", friend: "A2307", OTHER: "A2511"})
    assert "A2307" not in goes(game, D1)
    refusal = refused(game, "move", unit=D1, path=["A2307", "A2308"])
    assert refusal.rule == "15.3.2" and "A2307" in refusal.reason
    do(game, "move", unit=D1, path=["A2406", "A2407", "A2308"])


@rule("DG 15.3.2")
def test_a_friend_may_move_through_it_and_stop_with_it_and_then_absorbs_it():
    game = coming({D1: "A2307", REGIMENT: "A2306", OTHER: "A2511"})
    through = game.fork()
    do(through, "move", unit=REGIMENT, path=["A2307", "A2308"]), do(through, "put-down")
    do(through, "done")
    assert hex_of(through, D1) == "A2307"
    do(game, "move", unit=REGIMENT, to="A2307"), do(game, "put-down")
    assert hex_of(game, D1) == "A2307"
    do(game, "done")
    assert hex_of(game, D1) == "eliminated" and hex_of(game, REGIMENT) == "A2307"


@rule("DG 15.3.2")
def test_it_may_still_get_away_before_the_phase_ends():
    game = coming({D1: "A2307", REGIMENT: "A2306", OTHER: "A2511"})
    do(game, "move", unit=REGIMENT, to="A2307"), do(game, "put-down")
    do(game, "move", unit=D1, to="A2308"), do(game, "put-down")
    do(game, "done")
    assert hex_of(game, D1) == "A2308"


@rule("DG 15.3.2", "DG 6.3")
def test_it_takes_no_room_from_those_who_absorb_it():
    three = dict.fromkeys((REGIMENT, OTHER, "g_inf_988_276"), "A2307")
    game = coming({D1: "A2308", **three, "g_inf_989_277": "A2511"})
    driven(game, D1, "A2307")
    do(game, "done")
    assert asked(game).startswith("combat-phase") and hex_of(game, D1) == "eliminated"
    assert all(hex_of(game, id) == "A2307" for id in three)


@rule("DG 15.3.2")
def test_a_headquarters_absorbs_it_too_and_of_two_delay_units_one_stays():
    game = coming({D1: "A2307", HQ: "A2308", D2: "A2410", D3: "A2411", OTHER: "A2511"})
    driven(driven(game, D1, "A2308"), D3, "A2410")
    do(game, "done")
    assert [hex_of(game, id) for id in (D1, HQ, D2, D3)] == ["eliminated", "A2308", "A2410", "eliminated"]


@rule("DG 15.3.2")
@pytest.mark.parametrize("phase", ["german-combat", "allied-movement", "allied-combat", "german-mechanized"])
def test_every_movement_and_combat_phase_counts(phase):
    units = {D1: "A2307", REGIMENT: "A2308", GI: "A2012"}
    game = driven(campaign(units, phase, turn=4, **CLEAR), D1, "A2308")
    do(game, "done")
    assert hex_of(game, D1) == "eliminated"


def pushed(friends: dict[str, str]) -> Game:
    """A delay unit in A2306 is attacked from A2305 by two divisions: it goes two hexes back or is lost."""
    units = {GI: "A2305", "u_inf_4": "A2405", D1: "A2306", **friends}
    game = campaign(units, "allied-combat", turn=2, dice=[1], **CLEAR)
    attack(game, "A2306", GI, "u_inf_4")
    return game


@rule("DG 15.3.2")
def test_it_does_not_retreat_through_a_friend():
    """Friends in every hex behind it: nothing is left but to lose its step."""
    ring = {REGIMENT: "A2307", OTHER: "A2407", "g_inf_988_276": "A2206", "g_inf_989_277": "A2207"}
    game = pushed(ring)
    unit, m, combat = game.state.units[D1], game.board.map, game.state.combat
    path = (m.hex("A2307"), m.hex("A2308"))
    assert "15.3.2" in {r.rule for r in game.board.rules.may_retreat(game.state, unit, path, combat)}
    other = game.state.units[OTHER].put(unit.hex)
    assert "15.3.2" not in {r.rule for r in game.board.rules.may_retreat(game.state, other, path, combat)}
    alone = pushed({OTHER: "A2511"})
    assert not alone.board.rules.may_retreat(alone.state, unit, path, combat)


@rule("DG 15.3.2", "DG 8.6.3")
def test_driven_among_friends_for_want_of_a_vacant_hex_it_is_absorbed():
    game = pushed({OTHER: "A2511"})
    while asked(game).startswith("take-result"):
        do(game, "choose", option="2")
    if asked(game) == "retreat-units german":
        retreat(game, D1, "A2307", "A2308")
    driven(game, D1, "A2511")
    while asked(game) != "combat-phase allied":
        do(game, "done")
    assert hex_of(game, D1) == "A2511"
    do(game, "done")
    assert hex_of(game, D1) == "eliminated"


@rule("DG 8.6.1")
def test_it_opens_no_way_of_retreat_through_a_zone():
    game = campaign({GI: "A2305", D1: "A2306", REGIMENT: "A2410"}, "german-combat", turn=4, **CLEAR)
    hex = game.board.map.hex("A2306")
    assert zone_against_retreats(game.state, "german")[hex]
    beside = apply(game.state, Moved((REGIMENT,), hex, "move"))
    assert not zone_against_retreats(beside, "german")[hex]


# ------------------------------------------------------------------ 15.4
@rule("DG 15.4.1")
def test_destroyed_it_does_not_come_back():
    game = coming(
        {D1: "eliminated", D2: "eliminated", D3: "arrivals", REGIMENT: "A2306", GI: "A2012"}, held=["omaha"]
    )
    assert refused(game, "place", unit=D1, hex="A2307").rule == "15.4.1"
    put(game, D3, "A2307"), do(game, "put-down")
    do(passed_to(game, "allied-mechanized"), "done")
    passed_to(game, "german-movement")
    assert game.state.turn == 5 and not places(game)
    assert hex_of(game, D1) == hex_of(game, D2) == "eliminated"


@rule("DG 15.4.1")
def test_it_counts_for_no_victory_points():
    game = campaign({D1: "A2306", REGIMENT: "A2410", GI: "A2012"}, "allied-combat", turn=4, **CLEAR)
    before = game.board.rules.victory_points(game.state)
    after = game.board.rules.victory_points(apply(game.state, Removed(D1, "eliminated")))
    assert sorted(map(repr, before)) == sorted(map(repr, after))
    assert army(game.state.units[D1].counter) == "German" and is_delay(game.state.units[D1])


@rule("DG 15.4.2")
@pytest.mark.parametrize(("turn", "gone"), [(6, False), (7, True)])
def test_when_game_turn_7_ends_all_are_removed(turn, gone):
    units = {D1: "A2306", D2: "A2308", REGIMENT: "A2410", GI: "A2012"}
    game = campaign(units, "allied-mechanized", turn=turn, **CLEAR)
    do(game, "done")
    assert game.state.turn == turn + 1
    where = {hex_of(game, D1), hex_of(game, D2)}
    assert where == ({DISSOLVED.name} if gone else {"A2306", "A2308"})


@rule("DG 15.4.2")
def test_until_the_turn_ends_they_hold_on():
    game = campaign({D1: "A2306", REGIMENT: "A2410", GI: "A2012"}, "allied-movement", turn=7, **CLEAR)
    passed_to(game, "allied-mechanized")
    assert hex_of(game, D1) == "A2306"


@rule("DG 15.4.2")
def test_one_still_waiting_by_choice_does_not_come_after_game_turn_7():
    free = {"options": {"german-reinforcements": "free"}}
    game = coming({D6: "arrivals", REGIMENT: "A2306", GI: "A2012"}, turn=7, held=["omaha"], **free)
    passed_to(game, "allied-mechanized")
    do(game, "done")
    assert hex_of(game, D6) == DISSOLVED.name and game.state.turn == 8
