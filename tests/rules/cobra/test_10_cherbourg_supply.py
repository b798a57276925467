"""10.4 on both sheets: Cherbourg as a German source of supply, its one attack, Game-Turns 1 and 2."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from at_the_table import do
from cobra_table import campaign, campaign_ground
from fights import attack, corners, rule, stand
from lines import after, visit

from hexcore.attacks import declared
from hexcore.codec import StateForm
from hexcore.events import Noted, Placed, Removed, apply
from hexcore.game import Game
from hexcore.odds import weigh
from hexcore.state import GameState
from hexcore.supply import net
from hexcore_cobra import COBRA
from hexcore_cobra.cherbourg_supply import (
    SUPPLIED,
    cut_off,
    has_supplied_another,
    never_entered,
    rests_on_cherbourg,
)
from hexcore_cobra.order_of_battle import GERMAN
from hexcore_cobra.supply import supplied_for_movement

GI, OTHER, THIRD, STAFF = "u_inf_1", "u_inf_4", "u_inf_5", "u_hq_V"
FOE, FOE_2, FOE_3, PANZER = "g_inf_986_276", "g_inf_987_276", "g_inf_988_276", "g_pz_2"
CITY = ("B1207", "B1307", "B1308", "B1407")
NORTH, SOUTH = "B1611", "A1505"
"""Hexes of the one major road from Cherbourg: on the peninsula, and by Saint-Lo."""
ACROSS = "B2117"
"""An Allied unit in this hex of the road cuts it."""
WALL = {GI: ACROSS, "u_inf_8": "B2219", "u_inf_9": "A0501"}
"""With two more, no line from the peninsula reaches a road beyond the cut either."""


def placed(units: Mapping[str, str], phase: str = "german-movement", **words: Any) -> Game:
    return campaign({PANZER: SOUTH, **units}, phase, **words)


def supplied(state: GameState, unit: str) -> bool:
    """Whether a unit has supply: the same from its own hex and of the whole net."""
    found = state.units[unit]
    alone = state.board.rules.supply_state(state, found) == "supplied"
    assert alone == (found.hex in net(state, GERMAN).length), "a line is found from either end"
    return alone


def source(game: Game, unit: str) -> tuple[str, str]:
    told = game.ask("supply", unit=unit)[unit]["source"]
    return told["name"], told["rule"]


# ------------------------------------------------------------------ 10.4.2: the port as a source
@rule("10.4.2", "DG 10.4.1")
def test_while_the_road_is_open_the_edges_serve_and_cherbourg_does_not() -> None:
    game = placed({FOE: NORTH, GI: "B3118"})
    assert not cut_off(game.state)
    assert source(game, FOE) == ("the east edge", "10.4.1")


@rule("10.4.2")
def test_once_the_road_is_cut_the_peninsula_draws_on_cherbourg() -> None:
    game = placed({FOE: NORTH, GI: ACROSS})
    assert cut_off(game.state) and supplied(game.state, FOE)
    assert source(game, FOE) == ("Cherbourg", "10.4.2")
    assert source(game, PANZER) == ("the east edge", "10.4.1"), "south of the cut nothing has changed"
    assert supplied_for_movement(game.state, game.state.units[FOE])


@rule("10.4.2")
@pytest.mark.parametrize(
    ("allies", "germans", "cut"),
    [
        ({GI: "B2217"}, {}, True),
        ({GI: "B2217"}, {FOE_2: "B2117", FOE_3: "B2118", "g_inf_989_277": "B2218"}, False),
        ({STAFF: "B2217"}, {}, False),
        ({STAFF: "B2117"}, {}, True),
        ({GI: "B3118"}, {}, False),
    ],
)
def test_zones_cut_the_road_where_no_german_stands_in_them(allies, germans, cut) -> None:
    """A division in B2217 has the road at B2117, B2118 and B2218 in its zone; an HQ has none."""
    game = placed({FOE: NORTH, **allies, **germans})
    assert cut_off(game.state) == cut


@rule("10.4.2", "DG 10.4.1")
def test_an_edge_that_serves_no_more_joins_nobody() -> None:
    """Every road off the eastern edge is held by an HQ; off the south an Allied unit has left the map."""
    ends = [COBRA.map.numbers[hex] for hex in COBRA.map.group("east-supply")]
    staffs = dict(
        zip(("u_hq_V", "u_hq_VII", "u_hq_VIII", "u_hq_XIX", "b_hq_I", "b_hq_XXX"), ends, strict=True)
    )
    game = placed({FOE: NORTH, **staffs})
    assert not cut_off(game.state) and source(game, FOE) == ("the south edge", "10.4.1")
    closed = after(game, Noted("game", "south edge"))
    assert cut_off(closed) and supplied(closed, FOE) and rests_on_cherbourg(closed, closed.units[FOE])
    assert not supplied(after(game, Noted("game", "south edge"), *visit(game, "b_hq_I", *CITY)), FOE)


@rule("10.4.2")
def test_joined_again_the_edges_serve_again() -> None:
    game = placed({FOE: NORTH, GI: ACROSS})
    freed = after(game, Placed(GI, game.board.map.hex("B3118")))
    assert not cut_off(freed) and supplied(freed, FOE)
    assert not rests_on_cherbourg(freed, freed.units[FOE])


@rule("10.4.2")
@pytest.mark.parametrize("visitor", [GI, STAFF])
def test_a_city_hex_an_allied_unit_has_been_in_is_no_source_any_more(visitor: str) -> None:
    game = placed({FOE: NORTH, **WALL, STAFF: "B2119"})
    for n in range(1, 4):
        left = after(game, *visit(game, visitor, *CITY[:n]))
        assert len(never_entered(left)) == 4 - n and supplied(left, FOE)
    lost = after(game, *visit(game, visitor, *CITY))
    assert never_entered(lost) == [] and not supplied(lost, FOE)


@rule("10.4.2")
def test_a_german_who_comes_back_does_not_make_it_one_again() -> None:
    game = placed({FOE: NORTH, FOE_2: "B1209", **WALL})
    lost = after(game, *visit(game, GI, *CITY), *visit(game, FOE_2, *CITY))
    assert not supplied(lost, FOE)


@rule("10.4.2")
def test_entries_are_remembered_in_play() -> None:
    """The division marches through B1407 and out again; no German has been there since."""
    game = campaign({GI: "B1408", PANZER: SOUTH}, "allied-movement")
    do(game, "move", unit=GI, path=["B1407"])
    m = game.board.map
    assert m.hex("B1407") not in never_entered(game.state)
    assert m.hex("B1207") in never_entered(game.state)


@rule("10.4.2")
@pytest.mark.parametrize(("staff", "fed"), [("B1608", True), ("B1407", False)])
def test_roads_still_joined_to_the_port_are_sources(staff: str, fed: bool) -> None:
    """Only B1207 was never entered, more than twelve hexes from B2116; the road there passes B1407. Of
    the rest of the city B1307 is joined to it."""
    game = placed({FOE: "B2116", **WALL, OTHER: "B2318", STAFF: staff, "u_hq_VII": "B1308"})
    left = after(game, *visit(game, GI, *CITY[1:]))
    assert cut_off(left) and supplied(left, FOE) == fed


@rule("10.4.2")
def test_any_number_of_units_draws_on_cherbourg() -> None:
    hexes = ("B1611", "B1610", "B1509", "B1712", "B1812", "B1208")
    units = dict(zip((FOE, FOE_2, FOE_3, "g_inf_989_277", "g_inf_990_277", "g_pz_9"), hexes, strict=True))
    game = placed({**units, GI: ACROSS})
    assert all(supplied(game.state, unit) for unit in units)


# ------------------------------------------------------------------ 10.4.2: its one attack
BATTLES = {FOE: "B1610", OTHER: "B1711", FOE_2: "B1409", THIRD: "B1410"}
CUT = {**BATTLES, **WALL}
FIRST, SECOND = "B1711", "B1410"


def strength(game: Game, target: str, *attackers: str) -> int:
    """What attackers would come to in an attack made now."""
    combat = declared(game.state, GERMAN, (game.board.map.hex(target),))
    return weigh(game.state, replace(combat, attackers=attackers)).attack


def fought(units: Mapping[str, str], *attackers: str, **support: Any) -> Game:
    """A game in which the first attack has been made, and resolved without effect on the second."""
    game = placed(units, "german-combat", dice=[3] * 9, held=["sword"])
    attack(game, FIRST, *(attackers or (FOE,)), **support)
    stand(game)
    while game.decision is not None and game.decision.kind != "combat-phase":
        do(game, "done")
    return game


@rule("10.4.2")
def test_cherbourg_supplies_one_attack_in_a_game_turn() -> None:
    fresh = placed(CUT, "german-combat")
    full = strength(fresh, SECOND, FOE_2)
    assert full == COBRA.counters[FOE_2].steps[0].strength
    assert strength(fought(CUT), SECOND, FOE_2) == (full + 1) // 2
    assert strength(fought(BATTLES), SECOND, FOE_2) == full, "joined to the edges all attacks have supply"


@rule("10.4.2")
def test_the_attack_it_supplies_is_at_full_strength_itself() -> None:
    fresh = placed(CUT, "german-combat", dice=[3] * 9)
    full = strength(fresh, FIRST, FOE)
    events = attack(fresh, FIRST, FOE)
    assert next(e.combat.strengths[0] for e in events if hasattr(e, "combat") and e.combat.result) == full


@rule("10.4.2")
def test_an_attack_without_points_is_not_the_one() -> None:
    unpaid = fought(CUT, unsupplied=True)
    assert strength(unpaid, SECOND, FOE_2) == strength(placed(CUT, "german-combat"), SECOND, FOE_2)


SOUTHERN = {"g_inf_914_352": "A1506", "u_inf_29": "A1406"}
"""A fight by Saint-Lo."""


@rule("10.4.2")
def test_attacks_of_others_neither_use_it_up_nor_need_it() -> None:
    game = placed({**CUT, **SOUTHERN}, "german-combat", dice=[3] * 9)
    full = strength(game, "A1406", "g_inf_914_352")
    attack(game, "A1406", "g_inf_914_352")
    stand(game)
    while game.decision is not None and game.decision.kind != "combat-phase":
        do(game, "done")
    assert strength(game, SECOND, FOE_2) == COBRA.counters[FOE_2].steps[0].strength
    used = fought({**CUT, **SOUTHERN})
    assert strength(used, "A1406", "g_inf_914_352") == full


@rule("10.4.2")
def test_the_next_game_turn_has_its_own_attack() -> None:
    game = fought(CUT)
    assert game.state.note("supplied by Cherbourg") is not None
    turn = game.state.turn
    for _ in range(30):
        if game.state.turn > turn:
            break
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    assert game.state.turn == turn + 1 and game.state.note("supplied by Cherbourg") is None


@rule("10.4.2")
def test_only_the_attackers_that_rest_on_the_port_are_halved() -> None:
    """FOE_3 stands with FOE_2 and rests on Cherbourg as well: both are halved, each rounded up."""
    units = {**CUT, FOE_3: "B1409"}
    used = fought(units)
    whole = strength(placed(units, "german-combat"), SECOND, FOE_2, FOE_3)
    each = COBRA.counters[FOE_2].steps[0].strength
    assert whole == 2 * each and strength(used, SECOND, FOE_2, FOE_3) == 2 * ((each + 1) // 2)


@rule("10.4.2")
def test_in_defence_the_port_supplies_everybody() -> None:
    used = fought(CUT).state
    unit = used.units[FOE_2]
    assert supplied(used, FOE_2) and rests_on_cherbourg(used, unit)


@rule("10.4.2", "10.4.2#2")
@pytest.mark.parametrize("turn, halved", [(2, False), (3, True)])
def test_on_game_turn_2_no_attack_needs_the_port(turn: int, halved: bool) -> None:
    game = placed(CUT, "german-combat", turn=turn, dice=[3] * 9)
    full = strength(game, SECOND, FOE_2)
    attack(game, FIRST, FOE)
    stand(game)
    while game.decision is not None and game.decision.kind != "combat-phase":
        do(game, "done")
    assert (strength(game, SECOND, FOE_2) < full) == halved


# ------------------------------------------------------------------ 10.4.2#2: Game-Turns 1 and 2
@rule("10.4.2#2")
@pytest.mark.parametrize("turn, fed", [(1, True), (2, True), (3, False)])
def test_german_supply_is_not_checked_on_game_turns_1_and_2(turn: int, fed: bool) -> None:
    game = placed({FOE: NORTH, **WALL}, turn=turn)
    lost = after(game, *visit(game, GI, *CITY))
    assert (lost.board.rules.supply_state(lost, lost.units[FOE]) == "supplied") == fed


WALLS = ("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9", "u_inf_29")
POCKET = {FOE: "A2308", **dict(zip(WALLS, corners("A2308"), strict=True))}
"""A regiment on clear ground, and three hexes around it Allied zones without a gap."""


@rule("10.4.2#2", "DG 12.2.1")
@pytest.mark.parametrize("turn, fed", [(2, True), (3, False)])
def test_replacements_reach_every_german_unit_on_game_turn_2(turn: int, fed: bool) -> None:
    game = placed(POCKET, "german-replacement", turn=turn, lost={FOE: 1}, on=campaign_ground())
    assert (game.decision is not None and game.decision.kind == "replacements") == fed


@rule("10.4.2#2", "DG 10.1")
@pytest.mark.parametrize("turn, fed", [(2, True), (3, False)])
def test_a_pocket_moves_at_full_speed_on_game_turn_2(turn: int, fed: bool) -> None:
    game = placed(POCKET, turn=turn, on=campaign_ground())
    assert supplied_for_movement(game.state, game.state.units[FOE]) == fed


@rule("10.4.2")
def test_an_attacker_that_left_the_map_asks_for_nothing() -> None:
    game = placed(CUT, "german-combat")
    gone = apply(game.state, Removed(FOE, "eliminated"))
    assert not rests_on_cherbourg(gone, gone.units[FOE])


@rule("10.4.2")
def test_an_overrun_is_no_attack_and_neither_needs_nor_uses_it() -> None:
    used = fought(CUT).state
    combat = declared(used, GERMAN, (used.board.map.hex(SECOND),), "overrun")
    unit = used.units[FOE_2]
    assert not has_supplied_another(used, replace(combat, attackers=(FOE_2,)), unit)
    assert has_supplied_another(used, replace(combat, attackers=(FOE_2,), kind="attack"), unit)
    fresh = placed(CUT, "german-combat").state
    opened = [replace(combat, attackers=(FOE_2,), kind=kind) for kind in ("overrun", "attack")]
    events = [fresh.board.rules.combat_opens(fresh, one) for one in opened]
    noted = [[e for e in found if isinstance(e, Noted) and e.key == SUPPLIED] for found in events]
    assert [len(found) for found in noted] == [0, 1]


@rule("10.4.2")
def test_one_attacker_that_rests_on_the_port_is_enough_to_use_it_up() -> None:
    """A regiment that rests on Cherbourg and one with the open road off the south edge in one attack: by
    hand, for no hex touches both."""
    game = placed({**CUT, **SOUTHERN}, "german-combat")
    combat = declared(game.state, GERMAN, (game.board.map.hex(SECOND),))
    for attackers, uses in ((("g_inf_914_352",), 0), (("g_inf_914_352", FOE_2), 1)):
        events = game.board.rules.combat_opens(game.state, replace(combat, attackers=attackers))
        assert sum(isinstance(e, Noted) and e.key == SUPPLIED for e in events) == uses


@rule("10.4.2")
def test_who_entered_the_city_is_saved_with_the_game() -> None:
    game = placed({FOE: NORTH, **WALL})
    left = after(game, *visit(game, GI, *CITY))
    form = StateForm(game.board)
    again = form.load(json.loads(json.dumps(form.dump(left))))
    assert never_entered(again) == [] and again.digest == left.digest


@rule("10.4.2")
def test_map_a_alone_has_no_cherbourg_to_be_cut_off() -> None:
    state = Game.start(COBRA.board("breakout")).state
    assert not cut_off(state) and not state.board.remembered and never_entered(state) == []
