"""18.1, 18.2 in the expanded game: losses, Cherbourg, the line across, exits on both sheets, the Build-Up."""

from __future__ import annotations

import networkx
import pytest
from cobra_table import campaign, campaign_board, do, hex_of, table
from fights import rule

from hexcore.events import Noted, apply
from hexcore.game import Game
from hexcore_cobra.front_line import front_line, line_across
from hexcore_cobra.victory import decided, total

END = "allied-mechanized"
OPENS = "german-weather"
GUARD = "g_inf_986_276"
CHERBOURG = ("B1207", "B1307", "B1308", "B1407")
SCENARIOS = ["campaign", "buildup"]


def scored(game: Game, number: str) -> int:
    """Points under one number of the schedule, whoever scores them."""
    return sum(v.points for v in game.board.rules.victory_points(game.state) if v.rule == number)


def side_of(game: Game, number: str) -> set[str]:
    return {v.side for v in game.board.rules.victory_points(game.state) if v.rule == number}


# ------------------------------------------------------------------ 18.1.vp.11: the elite
@rule("DG 18.1.vp.11")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(
    "unit, points",
    [
        ("u_par_501", 1),
        ("b_ab_3", 1),
        ("b_ab_6AL", 1),
        ("b_cdo_4SS", 1),
        ("u_ranger", 0),
        ("u_inf_9_2", 0),
        ("u_inf_1", 0),
        ("g_fj_6_91", 0),
    ],
)
def test_a_point_for_each_paratroop_unit_and_commando_brigade(scenario, unit, points):
    lost = campaign({unit: "eliminated"}, END, scenario=scenario)
    assert scored(lost, "18.1.vp.11") == points
    assert not points or side_of(lost, "18.1.vp.11") == {"german"}
    assert scored(campaign({unit: "A2006"}, END, scenario=scenario), "18.1.vp.11") == 0


@rule("DG 18.1.vp.11", "DG 18.1.vp.1")
@pytest.mark.parametrize("unit, points", [("u_par_501", 2), ("b_cdo_1SS", 2), ("u_inf_9_2", 1)])
def test_it_comes_on_top_of_the_point_for_any_regiment_or_brigade(unit, points):
    game = campaign({unit: "eliminated"}, END)
    assert scored(game, "18.1.vp.1") == 1
    assert total(game.state, "german") == points


@rule("DG 18.1.vp.11")
def test_a_withdrawn_unit_is_not_lost():
    assert scored(campaign({"u_par_501": "withdrawn"}, END), "18.1.vp.11") == 0


# ------------------------------------------------------------------ 18.1.vp.12: Cherbourg held
@rule("DG 18.1.vp.12")
@pytest.mark.parametrize("turn, points", [(1, 0), (2, 1), (14, 1)])
def test_a_turn_that_opens_with_cherbourg_german_is_a_point_from_the_second_on(turn, points):
    game = campaign({GUARD: "B1207"}, OPENS, turn=turn, dice=[3])
    assert scored(game, "18.1.vp.12") == points
    assert not points or side_of(game, "18.1.vp.12") == {"german"}


@rule("DG 18.1.vp.12")
@pytest.mark.parametrize("taken, points", [((), 1), (CHERBOURG[:1], 1), (CHERBOURG[:3], 1), (CHERBOURG, 0)])
def test_one_hex_of_the_four_is_enough(taken, points):
    game = campaign({"u_inf_1": "A2006", GUARD: "A2012"}, OPENS, dice=[3], held=taken)
    assert scored(game, "18.1.vp.12") == points


@rule("DG 18.1.vp.12")
@pytest.mark.parametrize("hex, points", [("B1308", 1), ("B1408", 0)])
def test_a_german_who_stands_in_it_holds_it(hex, points):
    game = campaign({GUARD: hex}, OPENS, dice=[3], held=CHERBOURG)
    assert scored(game, "18.1.vp.12") == points


def turn_over(game: Game) -> Game:
    """Everybody is done until the next game turn has opened."""
    turn = game.state.turn
    while game.state.turn == turn or game.board.sequence.phases[game.state.phase].id == OPENS:
        do(game, "put-down" if game.decision.kind == "in-hand" else "done")
    return game


@rule("DG 18.1.vp.12")
def test_points_are_kept_turn_by_turn_and_end_with_the_march_into_the_last_hex():
    units = {"u_inf_1": "B1408", GUARD: "A2012"}
    game = campaign(units, "allied-movement", dice=[3] * 9, held=(*CHERBOURG[:3], "omaha"))
    turn_over(turn_over(game))
    assert (game.state.turn, scored(game, "18.1.vp.12")) == (6, 2)
    while game.board.sequence.phases[game.state.phase].id != "allied-movement":
        do(game, "done")
    do(game, "move", unit="u_inf_1", path=["B1407"])
    turn_over(game)
    assert hex_of(game, "u_inf_1") == "B1407"
    assert (game.state.turn, scored(game, "18.1.vp.12")) == (7, 2)


# ------------------------------------------------------------------ 18.1.vp.13: its road
CARENTAN = "B2219"
"""Every primary road from Cherbourg passes here."""
ROAD = {GUARD: "A2012"}


@rule("DG 18.1.vp.13")
@pytest.mark.parametrize(
    "units, points",
    [
        ({}, 1),
        ({"u_inf_1": CARENTAN}, 0),
        ({"u_inf_1": "B2220"}, 0),
        ({"u_inf_1": "B2220", GUARD: CARENTAN, "g_inf_987_276": "B2320"}, 1),
        ({"u_inf_1": "B2220", "g_hq_LXXXIV": CARENTAN, "g_inf_987_276": "B2320"}, 0),
        ({"u_hq_V": "B2220"}, 1),
        ({"u_inf_1": "B1712"}, 0),
    ],
    ids=["open", "unit", "zone", "cancelled", "HQ", "HQ-near", "north"],
)
def test_an_open_primary_road_from_cherbourg_to_the_edge_is_a_point(units, points):
    game = campaign({**ROAD, **units}, OPENS, dice=[3])
    assert scored(game, "18.1.vp.13") == points
    assert not points or side_of(game, "18.1.vp.13") == {"german"}


@rule("DG 18.1.vp.13")
def test_a_secondary_road_round_the_gap_does_not_help():
    """Roads of the second class lead past Carentan by La Haye; a line of supply by primary roads does not."""
    m = campaign_board().map
    ways = networkx.Graph()
    for side, road in enumerate(m.roads):
        if road and m.neighbours[side] >= 0 and m.hex(CARENTAN) not in (side // 6, m.neighbours[side]):
            ways.add_edge(side // 6, m.neighbours[side])
    assert networkx.has_path(ways, m.hex("B1407"), m.group("south-supply")[0])
    assert scored(campaign({**ROAD, "u_inf_1": CARENTAN}, OPENS, dice=[3]), "18.1.vp.13") == 0


@rule("DG 18.1.vp.13")
def test_the_road_counts_from_the_first_turn_on_and_is_kept_count_of():
    game = campaign({**ROAD, "u_inf_1": "A2002"}, "allied-landing", turn=1, dice=[3] * 9)
    assert (scored(game, "18.1.vp.13"), scored(game, "18.1.vp.12")) == (1, 0)
    again = campaign(ROAD, OPENS, turn=1, dice=[3])
    assert scored(again, "18.1.vp.13") == 0, "the turn began with the landing"


@rule("DG 18.1.vp.13")
@pytest.mark.parametrize("held, points", [(CHERBOURG[:3], 1), (CHERBOURG, 0)])
def test_it_starts_from_a_hex_of_the_city_in_german_hands(held, points):
    assert scored(campaign(ROAD, OPENS, dice=[3], held=held), "18.1.vp.13") == points


@rule("DG 18.1.vp.13", "DG 10.4.1")
@pytest.mark.parametrize("left, points", [(False, 1), (True, 0)])
def test_the_southern_edge_serves_as_long_as_supply_may_come_from_there(left, points):
    """Allied units stand on the roads to the east: only the south is left."""
    m = campaign_board().map
    stand = [c.id for c in campaign_board().counters.values() if c.side == "allied" and c.size == "XX"]
    shut = dict(zip(stand, (m.numbers[h] for h in m.group("east-supply")), strict=False))
    game = campaign({**ROAD, **shut}, "allied-mechanized", dice=[3] * 3)
    if left:
        game.state = apply(game.state, Noted("game", "south edge", "", True))
    while game.state.turn == 4:
        do(game, "done")
    assert scored(game, "18.1.vp.13") == points


# ------------------------------------------------------------------ 18.1.vp.14: the line across
DIVISIONS = ("u_inf_1", "u_inf_4", "u_inf_5", "u_inf_8", "u_inf_9")


def wall(column: int) -> dict[str, str]:
    """German regiments on every hex of a column of Map A, from its north edge to its south."""
    board = campaign_board()
    ids = [c.id for c in board.counters.values() if c.side == "german" and c.size == "III"]
    ids = [id for id in ids if board.counters[id].kind not in ("flak", "hq")]
    rows = [number for row in range(1, 35) if (number := f"A{column}{row:02}") in board.map.index]
    return dict(zip(ids, rows, strict=False))


@rule("DG 18.1.vp.14")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("column", [21, 31])
def test_a_line_from_the_north_edge_to_the_south_is_fifteen_points(scenario, column):
    line = wall(column)
    game = campaign(line, END, scenario=scenario)
    assert scored(game, "18.1.vp.14") == 15 and side_of(game, "18.1.vp.14") == {"german"}
    assert not front_line(game.state), "which is not the line of 18.3.2"
    way = line_across(game.state)
    assert way[0] in game.board.map.group("south-edge") and game.board.map.numbers[way[-1]].endswith("01")


@rule("DG 18.1.vp.14")
@pytest.mark.parametrize("gap, points", [((15,), 15), ((15, 16, 17), 0), ((1, 2), 0), ((33, 32, 31), 0)])
def test_zones_fill_small_gaps_only(gap, points):
    line = {id: hex for id, hex in wall(31).items() if int(hex[3:]) not in gap}
    game = campaign(line, END)
    assert scored(game, "18.1.vp.14") == points


@rule("DG 18.1.vp.14")
def test_an_allied_unit_in_the_gap_breaks_it():
    line = {id: hex for id, hex in wall(31).items() if hex != "A3115"}
    near = dict(zip(DIVISIONS, ("A3115", "A3014", "A3015", "A3214", "A3215"), strict=True))
    assert scored(campaign({**line, **near}, END), "18.1.vp.14") == 0
    assert scored(campaign(line, END), "18.1.vp.14") == 15


# ------------------------------------------------------------------ 18.2.vp.9: requests
US = "u_inf_1"
ASKS = {US: "A2305", GUARD: "A2012"}


def request(scenario: str, die: int, **words) -> Game:
    game = campaign(ASKS, END, turn=12, dice=[die, 3], scenario=scenario, **words)
    game.state = apply(game.state, Noted("game", "US units leave", "", 11))
    while game.decision.kind != "release":
        do(game, "done")
    do(game, "commit", what="15th Army", unit="g_div_49")
    return game


@rule("DG 18.2.vp.9", "DG 16.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("die, comes", [(1, True), (6, False)])
def test_each_request_is_one_point_granted_or_not(scenario, die, comes):
    game = request(scenario, die)
    assert (game.state.units["g_div_49"].place is not None) == comes
    assert scored(game, "18.2.vp.9") == 1 and side_of(game, "18.2.vp.9") == {"allied"}
    assert scored(game, "16.2") == 0, "it is the same point"


@rule("DG 18.2.vp.9")
def test_without_a_request_there_is_no_point():
    game = campaign(ASKS, END, turn=12, dice=[3, 1, 3])
    game.state = apply(game.state, Noted("game", "US units leave", "", 11))
    while game.decision.kind != "release":
        do(game, "done")
    do(game, "done")
    assert scored(game, "18.2.vp.9") == 0


# ------------------------------------------------------------------ 18.2.vp.12-14: the Build-Up
GROUND = {
    "18.2.vp.12": ("caen", 20, 3),
    "18.2.vp.13": ("cherbourg", 10, 4),
    "18.2.vp.14": ("saint-lo", 15, 2),
}


@pytest.mark.parametrize(
    "number, group, points, size",
    [
        pytest.param(number, *row, marks=pytest.mark.rule("cobra", number), id=row[0])
        for number, row in GROUND.items()
    ],
)
@pytest.mark.parametrize("edition", ["cobra"], indirect=True)
def test_ground_that_is_allied_when_the_build_up_ends(edition, number, group, points, size):
    hexes = [campaign_board().map.numbers[h] for h in campaign_board().map.group(group)]
    assert len(hexes) == size
    whole = campaign({US: "A2006"}, END, turn=14, scenario="buildup", held=hexes)
    assert scored(whole, number) == points and side_of(whole, number) == {"allied"}
    for missing in hexes:
        part = [hex for hex in hexes if hex != missing]
        assert scored(campaign({US: "A2006"}, END, turn=14, scenario="buildup", held=part), number) == 0
        back = campaign({GUARD: missing}, END, turn=14, scenario="buildup", held=hexes)
        assert scored(back, number) == 0, "a German stands in it"
    assert scored(campaign({US: "A2006"}, END, turn=14, held=hexes), number) == 0, "not in the campaign"


# ------------------------------------------------------------------ the rest of the schedule on both sheets
def left(game: Game, gone: dict[str, tuple[int, str]]) -> Game:
    """Who has left the map, when and by which edge."""
    for id, (turn, edge) in gone.items():
        game.state = apply(game.state, Noted("game", "exited", id, (turn, edge)))
        if "mechanized" in game.board.counters[id].traits:
            game.state = apply(game.state, Noted("game", "exited mechanized", id))
    return game


SECOND = ("u_arm_A_2", "u_arm_B_2", "u_arm_R_2")


@pytest.mark.parametrize(
    "turn, number, points",
    [
        pytest.param(turn, number, points, marks=pytest.mark.rule("cobra", number))
        for turn, number, points in [
            (20, "18.2.vp.3", 5),
            (21, "18.2.vp.4", 4),
            (22, "18.2.vp.5", 3),
            (23, "18.2.vp.6", 2),
            (24, "18.2.vp.6", 2),
            (25, "18.2.vp.7", 1),
            (27, "18.2.vp.7", 1),
        ]
    ],
)
@pytest.mark.parametrize("edition", ["cobra"], indirect=True)
def test_a_us_mechanized_division_marches_off_the_west_edge_of_map_a(edition, turn, number, points):
    game = campaign(dict.fromkeys(SECOND, "A0124"), "allied-movement", turn=turn, dice=[3] * 5)
    for id in SECOND:
        do(game, "exit", units=[id], edge="W")
    found = {n: scored(game, n) for n in (f"18.2.vp.{n}" for n in range(3, 8)) if scored(game, n)}
    assert found == {number: points}


@rule("DG 18.1.vp.5")
@pytest.mark.parametrize(
    "turn, box, points",
    [(26, "A2006", 0), (27, "A2006", 3), (27, "B2010", 3), (27, "withdrawn", 3), (27, "abandoned beach", 0)],
)
def test_us_divisions_that_have_not_gone_west_when_game_turn_26_ends(turn, box, points):
    """A division withdrawn has not gone by the west edge; one left behind on a beach counts for nobody."""
    assert scored(campaign({US: box}, END, turn=turn), "18.1.vp.5") == points


@rule("DG 18.1.vp.5")
def test_paratroop_divisions_are_divisions():
    drop = dict.fromkeys(("u_par_501", "u_par_502", "u_par_506"), "A2006")
    assert scored(campaign(drop, END, turn=27), "18.1.vp.5") == 3


@rule("DG 18.1.vp.6")
@pytest.mark.parametrize("turn, gone, points", [(25, None, 0), (26, None, 3), (26, 25, 0), (26, 26, 3)])
def test_no_us_headquarters_gone_west_when_game_turn_25_ends(turn, gone, points):
    game = campaign({"u_hq_V": "exited" if gone else "A2006"}, END, turn=turn)
    assert scored(left(game, {"u_hq_V": (gone, "W")} if gone else {}), "18.1.vp.6") == points


@rule("DG 2.5")
@pytest.mark.parametrize("number", ["18.1.vp.5", "18.1.vp.6", "18.1.vp.10", "18.2.vp.3", "18.3.1"])
def test_what_the_build_up_does_not_count(number):
    assert not campaign_board(scenario="buildup").rules.active(number)
    assert campaign_board().rules.active(number)


DIVISION_91 = ("g_inf_1057_91", "g_inf_1058_91", "g_fj_6_91")


def stood(hexes: tuple[str, ...], *, scenario: str = "campaign", turn: int = 14) -> Game:
    """276 Division on three hexes."""
    names = ("g_inf_986_276", "g_inf_987_276", "g_inf_988_276")
    return campaign(dict(zip(names, hexes, strict=True)), END, turn=turn, scenario=scenario)


@rule("DG 18.1.vp.7")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(
    "hexes, points",
    [
        (("A3810", "A3710", "A3610"), 1),
        (("A3910", "A3810", "A3710"), 0),
        (("B1512", "B1612", "B2118"), 1),
        (("B4620", "A3601", "A3802"), 1),
        (("A3810", "A3710", "eliminated"), 0),
    ],
)
def test_columns_are_those_of_map_a_on_either_sheet(scenario, hexes, points):
    """All land of Map B lies west of column 39 of Map A."""
    assert scored(stood(hexes, scenario=scenario), "18.1.vp.7") == points


@rule("DG 18.1.vp.8")
def test_a_mechanized_division_in_the_cotentin_is_two_points():
    panzers = dict.fromkeys(("g_pz_2", "g_pg_2_2", "g_pg_304_2"), "B1512")
    game = campaign(panzers, END, turn=14)
    assert (scored(game, "18.1.vp.8"), scored(game, "18.1.vp.7")) == (2, 0)
    ring = dict(zip(DIVISIONS, ("B1511", "B1513", "B1412", "B1611", "B1613"), strict=True))
    assert scored(campaign({**panzers, **ring}, END, turn=14), "18.1.vp.8") == 0, "out of supply"


@rule("DG 18.2.vp.1", "DG 18.2.vp.2")
@pytest.mark.parametrize("hex, points", [("B1512", 1), ("A4710", 1), ("A4810", 0)])
def test_losses_count_by_the_column_of_map_a_where_they_fell(hex, points):
    game = campaign({"g_tig_503": "eliminated", "g_hq_LXXXIV": "eliminated"}, END, turn=14)
    for id in ("g_tig_503", "g_hq_LXXXIV"):
        game.state = apply(game.state, Noted("game", "fell", id, hex))
    assert (scored(game, "18.2.vp.1"), scored(game, "18.2.vp.2")) == (points, points)


@rule("DG 18.2.vp.8")
@pytest.mark.parametrize("turn, edge, points", [(26, "E", 4), (27, "E", 0), (26, "S", 0)])
def test_a_british_mechanized_division_gone_east(turn, edge, points):
    guards = ("b_arm_5_Gds", "b_arm_32_Gds")
    game = campaign(dict.fromkeys(guards, "exited"), END, turn=27)
    assert scored(left(game, dict.fromkeys(guards, (turn, edge))), "18.2.vp.8") == points


# ------------------------------------------------------------------ 18.3 in the campaign
@rule("DG 18.3.1", "DG 18.3.2")
def test_the_campaign_is_judged_by_the_front_line_across_map_a():
    m = campaign_board().map
    land = m.graph()
    land.remove_nodes_from([h for h in range(len(m)) if "sea" in m.terrain[h]])
    land.remove_edges_from([(s // 6, m.neighbours[s]) for s, w in enumerate(m.sides) if "all-sea" in w])
    way = networkx.shortest_path(land, m.hex("A4901"), m.hex("A0823"))
    ids = [c.id for c in campaign_board().counters.values() if c.side == "german" and c.size in ("III", "XX")]
    ids = [id for id in ids if campaign_board().counters[id].kind != "flak"]
    line = dict(zip(ids, (m.numbers[h] for h in way), strict=False))
    assert len(line) == len(way)
    stands = campaign(line, END, turn=27)
    assert decided(stands.state).text.startswith("Marginal German: the German front line stands")
    ends = {id: hex for id, hex in line.items() if hex not in ("A4901", "A4802", "A4902", "A5001")}
    broken = campaign({**ends, "u_inf_1": "A4901"}, END, turn=27)
    assert decided(broken.state).text.startswith("Marginal Allied: the German front line is broken")


# ------------------------------------------------------------------ in the Break-Out nothing of it counts
@rule("DG 2.5")
def test_in_the_break_out_a_request_is_a_point_by_the_rule_itself():
    game = table(ASKS, END, turn=1, dice=[3, 6, 3])
    game.state = apply(game.state, Noted("game", "US units leave", "", 15))
    while game.decision.kind != "release":
        do(game, "done")
    do(game, "commit", what="15th Army", unit="g_div_49")
    assert (scored(game, "16.2"), scored(game, "18.2.vp.9")) == (1, 0)


def test_turns_named_here_are_game_turns():
    assert campaign({US: "A2006"}, END, turn=7).state.turn == 7
