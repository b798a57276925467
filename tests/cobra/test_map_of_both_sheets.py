"""Cobra's two sheets as one playing surface: its files, the join, rivers, coast and roads."""

from __future__ import annotations

import csv
import shutil
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from hexcore import coverage
from hexcore.cli import main
from hexcore.hexes import HexSide
from hexcore.mapcheck import check_folder, survey
from hexcore.mapdraw import svg
from hexcore.mapfaults import Ground
from hexcore.maps import HexMap, read_map
from hexcore.ruleset import find
from hexcore.tables import DataError
from hexcore_cobra.both_sheets import BOTH_SHEETS, MAP_TOOLS
from hexcore_cobra.mapmaking import MAP

FILES = ("map.toml", "hexes.csv", "hexsides.csv", "roads.csv", "places.csv", "groups.csv")
SEAM_ROADS = {  # every road over the north edge of Map A: its hex there, the hex on Map B, its kind
    ("A0501", "B1420", "primary"),
    ("A1101", "B2120", "primary"),
    ("A1301", "B2320", "primary"),
    ("A1701", "B2620", "secondary"),
    ("A2101", "B3120", "secondary"),
    ("A2601", "B3620", "primary"),
    ("A3101", "B4020", "secondary"),
    ("A3501", "B4420", "secondary"),
    ("A3701", "B4620", "secondary"),
}


@cache
def the_map() -> HexMap:
    return read_map(BOTH_SHEETS)


@cache
def map_a() -> HexMap:
    return read_map(MAP)


@cache
def the_ground() -> Ground:
    return Ground(the_map(), BOTH_SHEETS, MAP_TOOLS.words)


def hexes(*numbers: str) -> list[int]:
    return [the_map().hex(number) for number in numbers]


def numbers(group: str) -> list[str]:
    return [the_map().numbers[hex] for hex in the_map().group(group)]


def lines(name: str) -> list[dict[str, str]]:
    with (BOTH_SHEETS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# ------------------------------------------------------------------------------- the files themselves


def test_the_build_is_repeatable_and_is_what_is_shipped(tmp_path: Path) -> None:
    shutil.copytree(MAP, tmp_path / MAP.name)
    assert MAP_TOOLS.build is not None
    MAP_TOOLS.build(tmp_path / BOTH_SHEETS.name)
    for name in FILES:
        assert (tmp_path / BOTH_SHEETS.name / name).read_bytes() == (BOTH_SHEETS / name).read_bytes(), name


def test_a_map_built_elsewhere_still_finds_map_a(tmp_path: Path) -> None:
    assert MAP_TOOLS.build is not None
    MAP_TOOLS.build(tmp_path / "deep" / "down")
    assert read_map(tmp_path / "deep" / "down").content_hash == the_map().content_hash
    assert check_folder(tmp_path / "deep" / "down") == []


def test_check_finds_nothing_and_nothing_is_explained_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_folder(BOTH_SHEETS) == []
    assert not survey(the_map(), BOTH_SHEETS, MAP_TOOLS.words).explained
    assert main(["map", "check", "cobra"]) == 0
    assert "map-changes" not in capsys.readouterr().out


def test_every_difference_from_the_draft_has_its_reason() -> None:
    assert MAP_TOOLS.differences is not None
    assert MAP_TOOLS.differences(BOTH_SHEETS) == []
    rows = lines("map-changes.csv")
    assert len(rows) > 40
    assert all(len(row["reason"]) > 30 and row["was"] != row["now"] for row in rows)


@pytest.mark.parametrize(
    ("name", "was", "now", "spot"),
    [
        ("hexes.csv", "B0101,sea,,", "B0101,clear,,", "hex B0101 is 'clear'"),
        ("hexsides.csv", "B1713,B1812,minor-river", "B1713,B1812,major-river", "hexside B1713 B1812"),
        ("roads.csv", "B0806,B0807,secondary", "B0806,B0807,primary", "road B0806 B0807 is 'primary'"),
        ("roads.csv", "A0501,EDGE_N,none,,reconstructed,\n", "", "road A0501 EDGE_N is 'nothing'"),
        ("places.csv", "B2219,Carentan,town", "B2219,Carentan,city", "place B2219 Carentan is 'city'"),
        ("groups.csv", "cherbourg,B1207,", "cherbourg,B1107,", "group B1107 cherbourg is 'in'"),
    ],
)
def test_a_change_without_a_reason_is_found(tmp_path: Path, name: str, was: str, now: str, spot: str) -> None:
    shutil.copytree(MAP, tmp_path / MAP.name)
    folder = shutil.copytree(BOTH_SHEETS, tmp_path / BOTH_SHEETS.name)
    text = (folder / name).read_text(encoding="utf-8")
    assert was in text
    (folder / name).write_text(text.replace(was, now, 1), encoding="utf-8")
    assert MAP_TOOLS.differences is not None
    assert any(f.text.startswith(spot) for f in MAP_TOOLS.differences(folder))


# ---------------------------------------------------------------------------------- the join of the sheets


def test_the_surface_has_every_hex_of_both_sheets_once() -> None:
    game = the_map()
    assert len(map_a()) == 1709
    assert len(game) == 1709 + 51 * 20 + 10
    assert sum(len(game.grid.numbers(coord)) > 1 for coord in game.coords) == 41
    for main_number, other in (
        ("A2601", "B3621"),
        ("A3701", "B4721"),
        ("A0101", "B1121"),
        ("A4101", "B5121"),
    ):
        assert game.hex(main_number) == game.hex(other)
        assert game.numbers[game.hex(other)] == main_number
    for number in ("B0121", "B1021"):  # row 21 of Map B where Map A has no column
        assert game.numbers[game.hex(number)] == number
    for number in ("B5201", "B0122", "B0100", "A0234"):
        with pytest.raises(ValueError, match="no hex"):
            game.hex(number)


def test_the_part_on_map_a_is_map_a() -> None:
    both, alone = the_map(), map_a()
    count = len(alone)
    assert both.coords[:count] == alone.coords
    assert both.terrain[:count] == alone.terrain
    assert both.features[:count] == alone.features
    for side, across in enumerate(alone.neighbours):
        if across >= 0:
            assert both.neighbours[side] == across
            assert both.sides[side] == alone.sides[side]
            assert both.roads[side] == alone.roads[side]
            assert both.side_names.get(side) == alone.side_names.get(side)
    assert both.places[: len(alone.places)] == alone.places
    for name, members in alone.groups.items():
        assert both.groups[name][: len(members)] == members
        assert len(both.groups[name]) == len(members) + (name == "bayeux")


def test_hexes_meet_across_the_seam() -> None:
    game = the_map()
    for number, around in (
        ("A2601", {"B3620", "A2701", "A2702", "A2602", "A2502", "A2501"}),
        ("A3101", {"B4120", "B4220", "A3201", "A3102", "A3001", "B4020"}),
        ("A0101", {"B1120", "B1220", "A0201", "A0102", "B1021", "B1020"}),
        ("A4101", {"B5120", "A4201", "A4102", "A4001", "B5020"}),
    ):
        assert {game.numbers[n] for n in game.around(game.hex(number))} == around


def test_every_road_over_the_seam_goes_on_as_it_left_map_a() -> None:
    game, count = the_map(), len(map_a())
    found = {
        (game.numbers[side // 6], game.numbers[game.neighbours[side]], road)
        for side, road in enumerate(game.roads)
        if road and side // 6 < count <= game.neighbours[side]
    }
    assert found == SEAM_ROADS
    left = {(map_a().numbers[e.hex], e.road) for e in map_a().edge_roads if e.edge == "N"}
    assert left == {(a, road) for a, _, road in SEAM_ROADS} | {("A4301", "secondary"), ("A4901", "primary")}
    assert {game.numbers[e.hex] for e in game.edge_roads if e.edge == "N"} == {"A4301", "A4901"}
    others = [e for e in map_a().edge_roads if e.edge != "N"]
    assert [e for e in game.edge_roads if e.edge != "N"] == others


def test_rivers_run_on_over_the_seam() -> None:
    game, count = the_map(), len(map_a())
    names: dict[str, set[bool]] = {}
    for side, name in game.side_names.items():
        on_a = side // 6 < count and 0 <= game.neighbours[side] < count
        names.setdefault(name, set()).add(on_a)
    assert {n for n, where in names.items() if len(where) == 2} == {
        "Aure", "Drome", "Seulles", "Seves", "Taute", "Vire",
    }  # fmt: skip


def test_a_map_that_extends_nothing_or_takes_away_nothing_is_refused(tmp_path: Path) -> None:
    shutil.copytree(MAP, tmp_path / MAP.name)
    folder = shutil.copytree(BOTH_SHEETS, tmp_path / BOTH_SHEETS.name)
    roads = (folder / "roads.csv").read_text(encoding="utf-8")
    (folder / "roads.csv").write_text(roads + "A0101,EDGE_N,none,,,\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"roads.csv:\d+: no road A0101 EDGE_N is there to take away"):
        read_map(folder)
    shutil.rmtree(tmp_path / MAP.name)
    with pytest.raises(DataError, match=r"map.toml: extends '../map', which is no folder of another map"):
        read_map(folder)


# ------------------------------------------------------------------------------- rivers, coast, roads


def test_each_named_river_is_one_chain_over_land_to_sea_edge_or_river() -> None:
    game, ground = the_map(), the_ground()
    named: dict[str, set[int]] = {}
    for side in ground.each_side():
        if game.sides[side] & MAP_TOOLS.words.rivers:
            named.setdefault(game.side_names[side], set()).add(side)
    assert len(named) == 31
    assert {"Douve", "Merderet", "Divette", "Saire", "Taute", "Vire", "Aure", "Seulles"} <= set(named)
    for name, sides in named.items():
        assert len(ground.chains(sides)) == 1, name
        ends = [corner for corner, meeting in ground.meetings(sides).items() if len(meeting) == 1]
        assert len(ends) == 2, name
        others = ground.all_corners(s for other, found in named.items() if other != name for s in found)
        others |= ground.all_corners(ground.closed_sides)
        mouths = [c for c in ends if ground.wet(c) or ground.on_border(c) or c in others]
        assert len(mouths) == 1 or any(ground.on_border(c) for c in ends), name
        assert not any(ground.shore(side) for side in sides), name


@pytest.mark.parametrize(
    ("town", "river", "hexsides"),
    [
        ("B1517", "Douve", ["B1516", "B1616"]),  # Saint-Sauveur-le-Vicomte south-west of it
        ("B2219", "Douve", ["B2218"]),  # Carentan south of the Douve
        ("B2219", "Taute", ["B2320"]),  # and west of the Taute
        ("B2619", "Vire", ["B2519", "B2520"]),  # Isigny east of the Vire
        ("B2619", "Aure", ["B2618", "B2719"]),  # and south of the Aure
        ("B4319", "Seulles", ["B4219"]),  # Courseulles on the east bank
        ("A3101", "Seulles", ["A3001", "B4020", "B4120"]),  # Creully south of the river
        ("B2209", "Saire", ["B2208", "B2309"]),  # Saint-Vaast south of the Saire
    ],
)
def test_towns_stand_on_their_bank(town: str, river: str, hexsides: list[str]) -> None:
    hex = the_map().hex(town)
    sides = [s for s in range(6 * hex, 6 * hex + 6) if the_map().side_names.get(s) == river]
    assert sorted(the_map().numbers[the_map().neighbours[s]] for s in sides) == sorted(hexsides)


def test_the_douve_is_a_major_river_only_below_saint_sauveur() -> None:
    game = the_map()
    for one, other, kind in (("B1311", "B1411", "minor-river"), ("B1717", "B1718", "major-river")):
        assert game.sides[game.side(*hexes(one, other))] == {kind}


def test_the_coast_is_closed_and_marked_and_nothing_else_is() -> None:
    game, ground = the_map(), the_ground()
    for hex in range(len(game)):
        touches = hex not in ground.sea and any(n in ground.sea for n in game.around(hex))
        assert ("coastal" in game.features[hex]) == touches, game.numbers[hex]
    closed = {
        HexSide.between(game.coords[s // 6], game.coords[game.neighbours[s]]) for s in ground.closed_sides
    }
    spelt = {"A0309-A0409", "A0621-A0622", "B0606-B0707", "B0708-B0709", "B1017-B1018", "B2518-B2617"}
    ends = [pair.split("-") for pair in spelt]
    assert closed == {HexSide.between(game.grid.parse(a), game.grid.parse(b)) for a, b in ends}


def reached(start: str, kinds: tuple[str, ...]) -> set[int]:
    """Every hex that roads of these kinds join to one."""
    game, left = the_map(), hexes(start)
    found = set(left)
    while left:
        hex = left.pop()
        for side in range(6 * hex, 6 * hex + 6):
            across = game.neighbours[side]
            if game.roads[side] in kinds and across not in found:
                found.add(across)
                left.append(across)
    return found


def test_the_roads_are_one_net_and_none_runs_into_the_sea() -> None:
    game, ground = the_map(), the_ground()
    assert reached("A3505", ("primary", "secondary")) == set(ground.roads)
    wet = {s for s in ground.each_side() if ground.shore(s)} | ground.closed_sides
    assert not any(game.roads[side] for side in wet)


def test_primary_roads_join_cherbourg_isigny_and_bayeux_to_every_supply_edge() -> None:
    game, net = the_map(), reached("B1308", ("primary",))
    for group in ("isigny", "bayeux", "carentan", "north-supply", "east-supply", "south-supply"):
        assert set(game.group(group)) <= net, group


def test_distances() -> None:
    game = the_map()
    assert game.distance(*hexes("B1308", "B2219")) == 16  # Cherbourg to Carentan, 45 km
    assert game.distance(*hexes("B2219", "B2619")) == 4  # Carentan to Isigny, 10 km
    assert game.distance(*hexes("B2415", "B3217")) == 8  # Utah to Omaha
    assert game.distance(*hexes("B1308", "A1606")) == 25  # Cherbourg to Saint-Lo, 70 km
    assert game.distance(*hexes("B3620", "A3505")) == 9  # Bayeux to Caen, 27 km
    for one, other in combinations(hexes("B3620", "A2601", "A2702"), 2):
        assert game.distance(one, other) <= 2
    assert game.distance(*hexes("B3620", "A2601")) == game.distance(*hexes("A2601", "A2702")) == 1


# ----------------------------------------------------------------------------------- ruleset and picture


def test_the_ruleset_has_both_sheets_and_its_break_out_is_played_on_one() -> None:
    ruleset = find("cobra")
    assert (ruleset.title, ruleset.status) == ("Cobra: The Normandy Campaign", "playable")
    one, both = ruleset.board("breakout").map, the_map()
    assert [n for n in both.numbers if n.startswith("A")] == list(one.numbers)
    assert (one.terrain, one.sides, one.roads) == (map_a().terrain, map_a().sides, map_a().roads)
    assert ruleset.map.content_hash == the_map().content_hash
    assert find("cobra-1977").map.content_hash == map_a().content_hash


def test_the_rules_of_1977_are_not_said_to_be_played_by_the_other_map() -> None:
    places = [place for row in coverage.rows(find("cobra-1977")) for place in row.code]
    assert any(place.startswith("data/map/") for place in places)
    assert not any("map_both_sheets" in place for place in places)


def test_the_map_is_drawn() -> None:
    picture = svg(the_map(), find("cobra").presentation)
    assert picture.startswith("<svg")
    for word in ("B0101", "A5134", "Cherbourg", "Douve", "Utah Beach", "Defense zone", "Fortress"):
        assert f">{word}</text>" in picture
