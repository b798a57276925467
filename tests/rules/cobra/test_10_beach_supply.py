"""10.5 on both sheets: beaches, Isigny and Bayeux as Allied sources of supply; 10.3 on Map B."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from at_the_table import act, do
from cobra_table import campaign, campaign_ground
from fights import rule
from lines import (
    AWAY,
    BY_SAINT_LO,
    FOE,
    FOE_STAFF,
    GI,
    INLAND,
    PANZER,
    POLES,
    STAFF,
    TOMMY,
    after,
    landed,
    supplied,
    traces,
)
from marches import passed_to

from hexcore.events import Controlled, Noted, Placed, Removed, apply
from hexcore.game import Game
from hexcore.hexes import STEPS, HexCoord
from hexcore.supply import net
from hexcore_cobra import COBRA
from hexcore_cobra.beaches import WRECKED, beach_hexes, wrecked
from hexcore_cobra.order_of_battle import ALLIED, GERMAN
from hexcore_cobra.supply import supplied_for_movement, supplied_now, within_bounds

# ------------------------------------------------------------------ 10.5.3: beaches
OPEN = campaign_ground(clear=("B2918", "A2620"))
"""Plain ground south of Omaha: A2109 is twelve hexes from B3117, and no nearer to any other beach hex."""


@rule("10.5.3", "DG 10.3.1")
@pytest.mark.parametrize(("where", "reached"), [("A2109", True), ("A2110", False)])
def test_a_line_to_a_beach_is_twelve_hexes_long(where: str, reached: bool) -> None:
    assert supplied(landed({GI: where}, "omaha", on=OPEN).state, GI) == reached


@rule("10.5.3")
@pytest.mark.parametrize("unit", [GI, TOMMY, POLES])
@pytest.mark.parametrize("beach", ["omaha", "gold"])
def test_a_beach_in_allied_hands_serves_either_army(unit: str, beach: str) -> None:
    assert traces(unit, "B3519", beach)
    assert not traces(unit, "B3519"), "beaches nobody has taken serve nobody"
    assert not traces(unit, "B3519", "utah"), "and Utah is too far away"


@rule("10.5.3")
def test_a_beach_is_the_source_that_is_named() -> None:
    game = landed({GI: "B3118"}, "omaha")
    told = game.ask("supply", unit=GI)[GI]
    assert (told["source"]["name"], told["source"]["rule"]) == ("Omaha Beach", "10.5.3")
    assert told["length"] == 1


ONE_HEX = {TOMMY: "B4120"}


@rule("10.5.3")
def test_an_empty_beach_in_a_german_zone_gives_no_supply() -> None:
    assert supplied(landed(ONE_HEX, "B4019").state, TOMMY)
    watched = {**ONE_HEX, FOE: "B3919"}
    assert not supplied(landed(watched, "B4019").state, TOMMY)
    assert supplied(landed({**watched, GI: "B4019"}, "B4019").state, TOMMY), "a unit in it keeps it open"
    assert supplied(landed({**watched, FOE: "B3819"}, "B4019").state, TOMMY), "as soon as the zone is gone"


@rule("10.5.3", "DG 9.2.6")
def test_an_hq_alone_does_not_keep_a_beach_open() -> None:
    watched = {**ONE_HEX, FOE: "B3919", STAFF: "B4019"}
    assert not supplied(landed(watched, "B4019").state, TOMMY)
    assert supplied(landed({**watched, FOE: "B3819"}, "B4019").state, TOMMY)


@rule("10.5.3")
def test_a_beach_that_a_german_has_entered_serves_no_more_until_it_is_retaken() -> None:
    game = landed({**ONE_HEX, FOE: AWAY, GI: "B4020"}, "B4019")
    beach, back = game.board.map.hex("B4019"), game.board.map.hex(AWAY)
    there = after(game, Placed(FOE, beach))
    assert not supplied(there, TOMMY)
    gone = apply(there, Placed(FOE, back))
    assert not supplied(gone, TOMMY)
    assert supplied(apply(gone, Placed(GI, beach)), TOMMY)


@rule("DG 10.5.1", "10.5.3")
def test_map_a_alone_has_no_beaches() -> None:
    """A3701 of Sword lies on it, but the Break-Out has its lines end at the north edge."""
    state = Game.start(COBRA.board("breakout")).state
    assert not beach_hexes(state.board) and not state.note(WRECKED)
    assert {source.name for source in net(state, ALLIED).sources.values()} == {"the north edge"}


# ------------------------------------------------------------------ 10.5.4: wrecked beaches
def last_phase(*held: str, **units: str) -> Game:
    """The last phase of the Allied player turn."""
    placed = {TOMMY: "B4120", PANZER: AWAY, **units}
    return campaign(placed, "allied-mechanized", held=held, dice=[6] * 9)


@rule("10.5.4")
@pytest.mark.parametrize("unit", [FOE, FOE_STAFF, "g_flak_1"])
def test_any_german_unit_in_a_beach_hex_as_the_allied_turn_ends_wrecks_it(unit: str) -> None:
    game = last_phase("gold", **{unit: "B4019"})
    m = game.board.map
    assert not wrecked(game.state, m.hex("B4019")), "not before the turn has ended"
    do(game, "done")
    assert wrecked(game.state, m.hex("B4019")) and not wrecked(game.state, m.hex("B4119"))


@rule("10.5.4")
@pytest.mark.parametrize("hex", ["B3919", "B4020"])
def test_a_german_next_to_the_beach_wrecks_nothing(hex: str) -> None:
    game = last_phase("gold", **{FOE: hex})
    do(game, "done")
    assert not any(wrecked(game.state, h) for h in game.board.map.group("gold"))


@rule("10.5.4")
def test_a_german_there_as_his_own_turn_ends_does_not_wreck_it() -> None:
    units = {FOE: "B4019", TOMMY: "B4120", PANZER: AWAY}
    game = campaign(units, "german-mechanized", held=["gold"], dice=[6] * 9)
    do(game, "done")
    assert not wrecked(game.state, game.board.map.hex("B4019"))


@rule("10.5.4")
def test_a_wrecked_beach_gives_no_supply_even_when_retaken() -> None:
    game = last_phase("B4019", **{FOE: "B4019", GI: "B4120"})
    twin = last_phase("B4019", **{FOE: "B4020", GI: "B4120"})
    for g, again in ((game, False), (twin, True)):
        do(g, "done")
        retaken = after(g, Removed(FOE, "eliminated"), Placed(GI, g.board.map.hex("B4019")))
        assert supplied(retaken, TOMMY) == again


@rule("10.5.4")
def test_nobody_lands_at_a_wrecked_hex_for_the_rest_of_the_game() -> None:
    units = {TOMMY: "B4120", "b_arm_22_7": "arrivals", PANZER: AWAY}
    for guest, turned_away in ({FOE: "B4019"}, True), ({FOE: "B4020"}, False):
        game = campaign({**units, **guest}, "allied-mechanized", held=["gold"], dice=[6] * 9)
        do(game, "done")
        game.state = after(game, Removed(FOE, "eliminated"), Controlled(game.board.map.hex("B4019"), ALLIED))
        passed_to(game, "allied-movement")
        landing = {"kind": "place", "unit": "b_arm_22_7"}
        why = game.refusal(act(game, hex="B4019", **landing))
        assert (why is not None and why.rule == "10.5.4") == turned_away
        assert game.refusal(act(game, hex="B4119", **landing)) is None, "the hex beside it is as it was"


@rule("10.5.4")
def test_the_other_hexes_of_a_beach_still_serve() -> None:
    game = last_phase("gold", **{FOE: "B4019"})
    do(game, "done")
    gone = after(game, Removed(FOE, "eliminated"))
    assert supplied(gone, TOMMY)
    assert not supplied(apply(gone, Noted("game", WRECKED, "B4119")), TOMMY)


# ------------------------------------------------------------------ 5.10: lines of an attack
def bounded(where: str, *held: str, unit: str = GI) -> tuple[bool, bool]:
    """Whether a unit has supply, and has it for an attack within the army boundary."""
    board = {"army-boundary": "on"}
    game = campaign({unit: where, PANZER: AWAY}, "allied-combat", held=held, options=board)
    state = game.state
    return supplied_now(state, state.units[unit]), within_bounds(state, state.units[unit])


@rule("DG 5.10", "10.5.3")
def test_the_line_of_an_attack_ends_at_no_beach_beyond_the_boundary() -> None:
    assert bounded("B3519", "gold") == (True, False)
    assert bounded("B3519", "omaha") == (True, True)
    assert bounded("B3519", "gold", unit=TOMMY) == (True, True)


@rule("DG 5.10", "DG 10.5.1")
def test_nor_does_it_run_from_a_city_beyond_the_boundary() -> None:
    """Bayeux lies in A26 and A27, the boundary in A25; the road west of it is out of British bounds."""
    assert bounded("A2803", "gold", "bayeux", unit=TOMMY) == (True, True)
    assert bounded(BY_SAINT_LO, "gold", "bayeux", unit=TOMMY) == (True, False)
    assert bounded(BY_SAINT_LO, "omaha", "isigny") == (True, True)


# ------------------------------------------------------------------ 10.5.2: Game-Turns 1 and 2
def ring(centre: str, radius: int = 1) -> list[str]:
    m = COBRA.map
    at = m.coords[m.hex(centre)]
    return [m.numbers[m.at_coord[HexCoord(at.q + radius * dq, at.r + radius * dr)]] for dq, dr in STEPS]


WALLS = tuple(f"g_inf_{n}" for n in ("987_276", "988_276", "989_277", "990_277", "991_277", "986_276"))


@rule("10.5.2")
@pytest.mark.parametrize("turn, fed", [(1, True), (2, True), (3, False)])
def test_surrounded_allies_are_in_supply_on_game_turns_1_and_2(turn: int, fed: bool) -> None:
    around = dict(zip(WALLS, ring("A2010", 2), strict=True))
    game = landed({GI: "A2010", TOMMY: INLAND, **around}, turn=turn)
    units = game.state.units
    assert [supplied_now(game.state, units[id]) for id in (GI, TOMMY)] == [fed, fed]
    assert supplied_for_movement(game.state, units[GI]) == fed


@rule("10.5.2", "DG 5.10")
@pytest.mark.parametrize("turn, fed", [(2, True), (3, False)])
def test_no_boundary_limits_supply_that_is_not_traced(turn: int, fed: bool) -> None:
    board = {"army-boundary": "on"}
    game = campaign({GI: "B3519", PANZER: AWAY}, "allied-combat", turn=turn, held=["gold"], options=board)
    assert within_bounds(game.state, game.state.units[GI]) == fed


# ------------------------------------------------------------------ 10.3: the ground of Map B
def step(source: str, to: str) -> int | None:
    """What the step from a hex to the next, away from the source, adds to a line; None for no way."""
    state, m = landed({GI: to}).state, COBRA.map
    limit = state.board.rules.supply_rule(state, ALLIED)
    assert limit is not None
    return next((n for near, n, _ in limit.exits[m.hex(source)] if near == m.hex(to)), None)


@rule("DG 10.3.4")
def test_bocage_of_map_b_counts_as_two() -> None:
    """The line to the unit leaves the bocage of B2618; B2719 beside it has a road."""
    assert step("B2618", "B2619") == 2
    assert step("B2719", "B2619") == 1


@rule("DG 10.3.1")
def test_no_line_crosses_the_sea() -> None:
    assert step("B4019", "B4018") is None and step("B4018", "B4019") is None


@rule("DG 10.3.2")
def test_a_line_enters_one_marsh_of_map_b_off_the_road() -> None:
    m = COBRA.map
    wet = {m.numbers[h] for h, words in enumerate(m.terrain) if "marsh" in words}
    assert {"B2017", "B2016"} <= wet
    limit = landed({GI: "B2117"}).board.rules.supply_rule(landed({GI: "B2117"}).state, ALLIED)
    assert limit is not None
    assert m.side(m.hex("B2017"), m.hex("B2016")) in limit.scarce


def numbers(found: Iterable[int]) -> set[str]:
    return {COBRA.map.numbers[h] for h in found}


@rule("DG 10.4.1")
def test_german_lines_end_at_the_edges_of_map_a_alone() -> None:
    """B5101 and its column are no edge of the land: no German source lies on Map B by itself."""
    game = landed({GI: "B3118"}, "omaha")
    edges = {source.name for source in net(game.state, GERMAN).sources.values()}
    assert edges <= {"the east edge", "the south edge"}
    ends = numbers(h for g in ("east-supply", "south-supply") for h in COBRA.map.group(g))
    assert all(n.startswith("A51") or n[3:] in ("33", "34") for n in ends)
