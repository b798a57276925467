"""Cobra's two sheets as one playing surface: the join, the printed hexes, beaches, Cherbourg, supply."""

from __future__ import annotations

import csv
import math
import shutil
import tomllib
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from hexcore.cli import main
from hexcore.hexes import HexSide
from hexcore.mapcheck import check_folder, survey
from hexcore.mapdraw import svg
from hexcore.mapfaults import Ground
from hexcore.maps import HexMap, read_map
from hexcore.ruleset import find
from hexcore.tables import DataError
from hexcore_cobra.both_sheets import BOTH_SHEETS, BRITISH_BEACHES, DROPS, MAP_TOOLS, US_BEACHES
from hexcore_cobra.drafts import Printed, printed
from hexcore_cobra.gazetteer import SOURCES
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
BEACHES = {
    "utah": ["B2415", "B2416"],
    "omaha": ["B3117", "B3217", "B3318"],
    "gold": ["B4019", "B4119"],
    "juno": ["B4319", "B4419"],
    "sword": ["A3701", "B4620"],
}
CHERBOURG = ["B1207", "B1307", "B1308", "B1407"]


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


def rivers_of(number: str) -> set[str]:
    hex = the_map().hex(number)
    return {the_map().side_names[s] for s in range(6 * hex, 6 * hex + 6) if s in the_map().side_names}


def is_sea(number: str) -> bool:
    return "sea" in the_map().terrain[the_map().hex(number)]


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


# ------------------------------------------------------------------------------------- what is printed

ROWS = [row for row in printed() if row.hex_provenance == "printed"]
LIMITS = {  # groups that a printed hex of an edge, a limit or a marker belongs to; none: land or sea
    "A2519": ("army-boundary-start",),
    "B3518": ("army-boundary-start", "northern-sea", "naval-support"),
    "A2117": (),
    "A5117": ("east-edge",),
    "A5132": ("east-edge",),
    "B3301": ("army-boundary-west", "northern-sea"),
    "B4001": ("army-boundary-east", "northern-sea"),
    "B4801": ("naval-limit", "naval-support"),
    "A0101": ("northern-sea",),
    "A3701": ("north-entry", "sword"),
    "A4101": ("dives-line",),
    "A5101": ("east-edge", "german-north-entry", "fifteenth-army-entry"),
    "A5134": ("east-edge", "south-edge", "south-entry"),
    "A0133": ("south-edge", "west-exit"),
    "A0134": ("south-edge", "south-entry", "west-exit"),
    "A0123": ("west-exit",),
    "A4901": ("front-line-north",),
    "A0823": ("front-line-south",),
    "A3901": ("northern-sea",),
    "A4801": ("german-north-entry",),
    "A5120": ("east-edge",),
    "B1606": (),
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.hex}-{row.name}")
def test_every_hex_the_rulebooks_print_is_where_they_say(row: Printed) -> None:
    game, hex = the_map(), the_map().hex(row.hex)
    if row.same_hex_on_other_map:
        assert game.hex(row.same_hex_on_other_map) == hex
    if row.kind.startswith(("set-up", "drop")):
        assert "sea" not in game.terrain[hex]
        assert row.kind.startswith("set-up") or hex in game.group("drop-6th-airborne")
    elif row.kind.startswith("Dives"):
        assert hex in game.group("dives-line")
        assert "Dives" in rivers_of(row.hex)
    elif row.kind.startswith(("town", "city", "Cherbourg", "defense-zone")):
        word = row.kind.replace("Cherbourg ", "").split()[0]
        assert word in game.terrain[hex]
        assert game.provenance["hex", hex] == "printed"
        if word != "defense-zone":
            assert row.name.startswith(game.place_at[hex].name)
            assert game.place_at[hex].provenance == "printed"
    else:
        assert all(hex in game.group(name) for name in LIMITS[row.hex])


def test_every_printed_hex_has_its_rule_in_the_data() -> None:
    with (MAP / "hexes.csv").open(encoding="utf-8", newline="") as file:
        notes = {row["hex"]: row["note"] for row in [*csv.DictReader(file), *lines("hexes.csv")]}
    for row in ROWS:
        note = notes[the_map().numbers[the_map().hex(row.hex)]]
        assert f"{row.cited}: {row.name}" in note


def test_every_place_of_the_list_is_on_the_map() -> None:
    held = {(place.hex, place.name, place.kind.split()[0]) for place in the_map().places}
    for row in printed():
        kind, name = row.kind.split(" ")[0].rstrip(","), row.name.split(" (")[0]
        moved = (row.hex, name) == ("A4201", "Cabourg")  # corrected by hand on Map A
        if kind in ("town", "city", "village", "beach") and not moved:
            assert (the_map().hex(row.hex), name, kind) in held
        elif kind == "fortress":
            assert (the_map().hex(row.hex), name.removesuffix(" batteries"), kind) in held


def test_every_town_of_map_b_lies_at_most_a_hex_and_a_third_from_its_real_position() -> None:
    fit = tomllib.loads((SOURCES / "calibration.toml").read_text())["cobra"]
    with (SOURCES / "places.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["real_lat"] and row["hex"][0] == "B"]
    assert len(rows) > 30
    for row in rows:
        dx, dy = (
            float(row["real_lon"]) - fit["poly_origin"][1],
            float(row["real_lat"]) - fit["poly_origin"][0],
        )
        x, y = (
            sum(c * dx**i * dy**j for c, (i, j) in zip(fit[key], fit["poly_exponents"], strict=True))
            for key in ("poly_cx", "poly_cy")
        )
        cx, cy = the_map().centres[the_map().hex(row["hex"])]
        assert math.hypot(x - cx, y + cy) < 1.34, row["name"]


def test_provenance_is_kept() -> None:
    game = the_map()
    known = {game.numbers[h] for h in range(len(game)) if game.provenance["hex", h] == "printed"}
    assert known == {"A2116", "A2601", "A2702", "B3620", "B2619", "B1509", *CHERBOURG}
    assert {place.provenance for place in game.places} == {"printed", "reconstructed"}
    assert {row["provenance"] for row in lines("groups.csv")} == {"printed", "reconstructed"}


# --------------------------------------------------------------------- beaches, Cherbourg, limits, groups


@pytest.mark.parametrize("beach", BEACHES)
def test_each_beach_is_a_strip_of_coast_that_can_be_left(beach: str) -> None:
    game = the_map()
    assert sorted(numbers(beach)) == BEACHES[beach]
    members = game.group(beach)
    assert all(any(game.distance(one, other) == 1 for other in members) for one in members)
    for hex in members:
        assert "beach" in game.terrain[hex]
        assert "coastal" in game.features[hex]
        assert any("sea" in game.terrain[n] for n in game.around(hex))
        assert game.place_at[hex].kind in ("beach", "town")
        assert any(
            not game.terrain[n] & {"sea", "beach", "marsh"} and not game.sides[game.side(hex, n)]
            for n in game.around(hex)
        )
        assert any(game.roads[6 * hex : 6 * hex + 6]), game.numbers[hex]


def test_no_other_hex_is_a_beach() -> None:
    game = the_map()
    every = sorted(number for members in BEACHES.values() for number in members)
    assert sorted(game.numbers[h] for h in range(len(game)) if "beach" in game.terrain[h]) == every
    assert set(US_BEACHES) | set(BRITISH_BEACHES) == set(BEACHES)


def test_cherbourg_is_one_block_inside_its_defense_zone() -> None:
    game = the_map()
    assert numbers("cherbourg") == CHERBOURG
    touching = [game.distance(one, other) == 1 for one, other in combinations(hexes(*CHERBOURG), 2)]
    assert sum(touching) == 5  # four hexes of one block: two triangles with a side in common
    near = {n for hex in game.group("cherbourg") for n in game.within(hex, 2) if "sea" not in game.terrain[n]}
    zone, forts = set(game.group("defense-zone")), set(game.group("fortresses"))
    assert zone == near - set(game.group("cherbourg")) - forts
    assert game.hex("B1509") in zone
    assert {game.numbers[hex] for hex in forts} == {"B1006", "B1706", "B2114"}
    for hex in game.group("cherbourg"):
        assert game.terrain[hex] == {"clear", "city"}
        assert "primary" in game.roads[6 * hex : 6 * hex + 6]


def test_the_army_boundary_starts_in_one_column_and_keeps_to_its_limits() -> None:
    game = the_map()
    columns = {game.grid.column_row(game.coords[hex])[0] for hex in hexes("A2519", "B3518")}
    assert columns == {25}
    for group, first, last, column in (
        ("army-boundary-west", "B3301", "A2334", 23),
        ("army-boundary-east", "B4001", "A3033", 30),
        ("naval-limit", "B4801", "A3833", 38),
    ):
        found = sorted(game.group(group), key=lambda hex: game.centres[hex][1])
        assert (game.numbers[found[0]], game.numbers[found[-1]]) == (first, last)
        assert all(game.distance(a, b) == 1 for a, b in pairwise(found))
        assert {game.grid.column_row(game.coords[hex])[0] for hex in found} == {column}
        assert len(found) == 54 - (column % 2 == 0)


def test_ships_support_from_the_sea_of_map_b_as_far_as_its_column_48() -> None:
    game = the_map()
    on_b = [h for h in range(len(game)) if any(n[0] == "B" for n in game.grid.numbers(game.coords[h]))]
    sea = {h for h in on_b if "sea" in game.terrain[h]}
    assert set(game.group("northern-sea")) == sea
    barred = {game.numbers[h] for h in sea - set(game.group("naval-support"))}
    assert {"A0101", "B4901", "B5120", "A3901"} <= barred
    assert not barred & {"B4801", "B4820", "B0101", "B0121", "B3518"}
    assert all(n[0] == "A" or int(n[1:3]) > 48 for n in barred)


def test_paratroops_drop_where_their_set_up_says() -> None:
    with (SOURCES.parent / "data" / "setups.csv").open(encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["scenario"] == "campaign_buildup"]
    dropped = {n for row in rows for n in row.values() if n in {h for hexes in DROPS.values() for h in hexes}}
    assert dropped == {number for members in DROPS.values() for number in members}
    assert sum("drop hex" in str(row) for row in rows) == 6  # the American ones
    for name, members in DROPS.items():
        assert sorted(numbers(name)) == members
        assert not any(is_sea(number) for number in members)


def test_edges_and_supply_by_list() -> None:
    """For Map A alone (10.4.1, 10.5.1 first part) and for both sheets (10.5.1 second part, 10.5.3)."""
    assert numbers("west-exit") == [f"A01{row}" for row in range(23, 35)]
    assert numbers("north-entry") == [f"A{column:02d}01" for column in range(2, 38)]
    assert numbers("german-north-entry") == [f"A{column}01" for column in range(42, 52)]
    assert numbers("north-supply") == ["A0501", "A1101", "A1301", "A2601"]
    assert numbers("east-supply") == ["A5101", "A5106", "A5117", "A5119", "A5120", "A5129"]
    assert numbers("south-supply") == ["A1134", "A1633", "A2734", "A2934", "A4734"]
    every_beach = [number for members in BEACHES.values() for number in members]
    assert sorted(numbers("us-supply")) == sorted([*every_beach, "B2619"])
    assert sorted(numbers("british-supply")) == sorted([*every_beach, "B3620", "A2601", "A2702"])
    north = [f"A{column}01" for column in range(42, 52)]
    assert numbers("fifteenth-army-entry") == sorted([*north, *(f"A51{row:02d}" for row in range(2, 20))])
    for name in ("us-supply", "british-supply", "fifteenth-army-entry"):
        assert not any(is_sea(number) for number in numbers(name))


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("bayeux", ["A2601", "A2702", "B3620"]),
        ("isigny", ["B2619"]),
        ("carentan", ["B2219"]),
        ("saint-lo", ["A1606", "A1706"]),
        ("caen", ["A3504", "A3505", "A3605"]),
        ("vire", ["A2116"]),
        ("mortain", ["A1923"]),
        ("avranches", ["A0821"]),
        ("falaise", ["A3915"]),
        ("argentan", ["A4420"]),
        ("dives-line", [f"A410{row}" for row in range(1, 7)]),
    ],
)
def test_towns_the_rules_name(group: str, expected: list[str]) -> None:
    assert numbers(group) == expected


def test_each_dives_hex_has_the_river_on_a_hexside() -> None:
    for number in (f"A410{row}" for row in range(1, 7)):
        assert "Dives" in rivers_of(number), number


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


def test_the_ruleset_is_a_map_without_a_game() -> None:
    ruleset = find("cobra")
    assert (ruleset.title, ruleset.status) == ("Cobra: The Normandy Campaign", "map-only")
    assert not ruleset.scenarios
    assert ruleset.map.content_hash == the_map().content_hash
    assert find("cobra-1977").map.content_hash == map_a().content_hash


def test_the_map_is_drawn() -> None:
    picture = svg(the_map(), find("cobra").presentation)
    assert picture.startswith("<svg")
    for word in ("B0101", "A5134", "Cherbourg", "Douve", "Utah Beach", "Defense zone", "Fortress"):
        assert f">{word}</text>" in picture
