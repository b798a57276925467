"""The Allied army boundary on both sheets (5.10), from Game-Turn 1."""

from __future__ import annotations

from itertools import pairwise

import pytest
from cobra_table import campaign, campaign_board, do, listed, refused
from fights import asked, rule, weighed
from marches import passed_to

from hexcore.events import Marked, Moved, apply
from hexcore.game import Game
from hexcore_cobra.army_boundary import BOUNDARY, astray, fronts_of, markers, out_of_bounds
from hexcore_cobra.beaches import BEACHES, hexes_of
from hexcore_cobra.boundary_line import spot
from hexcore_cobra.order_of_battle import US_BEACHES
from hexcore_cobra.set_up import drop_hexes
from hexcore_cobra.supply import supplied_now, within_bounds

US, BRITISH, FOE = "u_inf_1", "b_inf_3", "g_inf_986_276"
FAR = {FOE: "A2012"}
ON = {"held": ["omaha", "gold"]}
LIMITS = {"west": ("A2319", "B3318"), "east": ("A3019", "B4018")}


def spots(game: Game) -> list[str]:
    return [game.board.map.numbers[hex] for hex in markers(game.state)]


def lay(game: Game, *numbers: str) -> Game:
    for old in spots(game):
        game.state = apply(game.state, Marked(BOUNDARY, old, 0))
    for new in numbers:
        game.state = apply(game.state, Marked(BOUNDARY, new))
    return game


def opened(units: dict[str, str] | None = None, turn: int = 4, at: tuple[str, ...] = ()) -> Game:
    """The Allied player turn has begun."""
    game = campaign(units or {US: "B3319", **FAR}, "german-mechanized", turn=turn, **ON)
    if at:
        lay(game, *at)
    do(game, "done")
    return game


def ends(game: Game, unit: str) -> set[str]:
    do(game, "take", unit=unit)
    found = {game.board.map.numbers[a.to] for a in listed(game, "move")}
    do(game, "put-down")
    return found


def column(game: Game, number: str) -> int:
    return spot(game.board.map, game.board.map.hex(number))[0]


# ------------------------------------------------------------------ where it runs
@rule("DG 5.10")
def test_its_markers_start_in_a2519_and_b3518():
    game = campaign({US: "B3319", **FAR}, "allied-movement")
    assert spots(game) == ["B3518", "A2519"]
    assert {game.board.map.hex(n) for n in spots(game)} == set(game.board.map.group("army-boundary-start"))


@rule("DG 5.10")
def test_it_is_drawn_over_both_sheets_from_marker_to_marker():
    game = campaign({US: "B3319", **FAR}, "allied-movement")
    m = game.board.map
    (line,) = game.board.rules.drawn_lines(game.state)
    found = [m.numbers[hex] for hex in line.hexes]
    assert found == ["B3518", "B3519", "B3520", *(f"A25{row:02}" for row in range(1, 20))]
    assert all(m.distance(a, b) == 1 for a, b in pairwise(line.hexes))


@rule("DG 5.10")
def test_it_parts_the_ground_of_map_b_as_it_does_that_of_map_a():
    game = campaign({US: "B3319", **FAR}, "allied-movement")
    at = {n: fronts_of(game.state, game.board.map.hex(n)) for n in ("B3419", "B3519", "B3619", "A2530")}
    assert at == {
        "B3419": ("US",),
        "B3519": ("US", "British"),
        "B3619": ("British",),
        "A2530": ("US", "British"),
    }


@rule("DG 5.10")
def test_every_unit_of_6_june_lands_and_drops_on_its_own_side():
    game = campaign({US: "B3319", **FAR}, "allied-movement", turn=1)
    state, board = game.state, game.board
    for beach in BEACHES:
        unit = state.units[US if beach in US_BEACHES else BRITISH]
        assert not any(out_of_bounds(state, unit)[hex] for hex in hexes_of(board, beach))
    for id, hex in drop_hexes(board).items():
        assert not out_of_bounds(state, state.units[id])[hex]


# ------------------------------------------------------------------ movement over the seam
@rule("DG 5.10")
def test_no_move_ends_more_than_one_hex_beyond_on_map_b():
    game = campaign({US: "B3520", BRITISH: "A2502", **FAR}, "allied-movement", turn=3)
    us, british = ends(game, US), ends(game, BRITISH)
    assert max(column(game, n) for n in us) == 26 and min(column(game, n) for n in british) == 24
    assert any(n[0] == "B" for n in us) and any(n[0] == "B" for n in british)
    for unit, beyond, fit in ((US, "B3720", "B3620"), (BRITISH, "B3320", "B3420")):
        refusal = refused(game, "move", unit=unit, to=beyond)
        assert refusal.rule == "5.10" and beyond in refusal.reason
        assert fit in (us | british)


@rule("DG 5.10")
def test_who_was_driven_beyond_on_map_b_comes_back():
    game = campaign({US: "B3520", **FAR}, "allied-movement", turn=3)
    game.state = apply(game.state, Moved((US,), game.board.map.hex("B3720"), "retreat"))
    assert astray(game.state, game.state.units[US]) == 1
    refusal = refused(game, "done")
    assert refusal.rule == "5.10" and "B3720" in refusal.reason
    do(game, "move", unit=US, to="B3620"), do(game, "put-down")
    do(game, "done")


# ------------------------------------------------------------------ how it moves
@rule("DG 5.10.1")
@pytest.mark.parametrize(
    ("way", "found"),
    [("stay", ["B3518", "A2519"]), ("east", ["B3618", "A2619"]), ("west", ["B3418", "A2419"])],
)
def test_it_is_moved_as_the_allied_player_turn_begins(way, found):
    game = opened()
    assert asked(game) == "boundary-move allied" and game.decision.rule == "5.10.1"
    do(game, "choose", option=way)
    assert spots(game) == found and game.decision.kind != "boundary-move"


@rule("DG 5.10.1")
def test_on_game_turn_1_too_and_not_before_the_landing():
    landing = campaign({US: "B3319", **FAR}, "allied-landing", turn=1, **ON)
    assert landing.decision is None or landing.decision.kind != "boundary-move"
    assert asked(opened(turn=1)) == "boundary-move allied"


@rule("DG 5.10.1")
def test_once_in_each_allied_player_turn():
    game = opened()
    do(game, "choose", option="east")
    for phase in ("allied-movement", "allied-combat", "allied-mechanized"):
        assert passed_to(game, phase).decision.kind != "boundary-move"
    do(game, "done")
    while game.decision.kind != "boundary-move":
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    assert game.state.turn == 5
    do(game, "choose", option="east")
    assert spots(game) == ["B3718", "A2719"]


@rule("DG 5.10.1")
@pytest.mark.parametrize(("barred", "free"), [("west", "east"), ("east", "west")])
def test_not_west_of_column_33_nor_east_of_column_40_of_map_b(barred, free):
    game = opened(at=LIMITS[barred])
    m = game.board.map
    limit = m.group(f"army-boundary-{barred}")
    assert all(hex in limit for hex in markers(game.state))
    refusal = refused(game, "choose", option=barred)
    assert refusal.rule == "5.10.1" and "33 and 40 of Map B" in refusal.reason
    do(game, "choose", option=free)


@rule("DG 5.10.1")
def test_after_a_turn_south_of_vire_it_swings_and_keeps_its_stem_on_map_b():
    game = opened({US: "A2117", **FAR})
    do(game, "choose", option="stay")
    while game.decision.kind != "boundary-laid":
        assert game.decision.kind != "boundary-move"
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    assert game.state.turn == 5
    do(game, "commit", what=BOUNDARY, hex="A2117")
    assert refused(game, "commit", what=BOUNDARY, hex="A5017").rule == "5.10.1"
    do(game, "commit", what=BOUNDARY, hex="A5117")
    fronts = {n: fronts_of(game.state, game.board.map.hex(n)) for n in ("B3019", "B3219", "A3520")}
    assert fronts == {"B3019": ("US",), "B3219": ("British",), "A3520": ("US",)}


@rule("DG 5.10.2")
def test_swung_it_is_moved_north_or_south():
    game = opened(at=("A2117", "A5117"))
    assert asked(game) == "boundary-move allied" and game.decision.rule == "5.10.2"
    assert refused(game, "choose", option="east").rule == "5.10.2"
    do(game, "choose", option="south")
    assert spots(game) == ["A2118", "A5118"]


@rule("DG 5.10.2")
def test_swung_it_binds_as_before():
    game = lay(campaign({BRITISH: "A2605", **FAR}, "allied-movement", turn=3), "A2106", "A5106")
    found = ends(game, BRITISH)
    assert "A2606" in found and not {"A2608", "A2609"} & found
    assert refused(game, "move", unit=BRITISH, to="A2608").rule == "5.10"


@rule("DG 5.10")
def test_supply_for_an_attack_does_not_pass_the_other_armys_ground_from_omaha_either():
    game = campaign({US: "B3620", FOE: "A2701"}, "allied-combat", **ON)
    east, west = lay(game.fork(), "B3618", "A2619"), lay(game.fork(), *LIMITS["west"])
    for there, within in ((east, True), (west, False)):
        unit = there.state.units[US]
        assert supplied_now(there.state, unit) and within_bounds(there.state, unit) == within
    plain, halved = (weighed(there, "A2701", US).attack for there in (east, west))
    assert halved == (plain + 1) // 2


@rule("DG 5.10")
def test_by_choice_there_is_none_in_the_campaign_either():
    game = campaign({US: "B3520", **FAR}, "allied-movement", turn=3, options={"army-boundary": "off"})
    assert not spots(game) and campaign_board().option("army-boundary") == "on"
    assert max(column(game, n) for n in ends(game, US)) > 26
