"""Map A of Cobra: the rulebooks' hex numbers, the rivers, the coast, the roads, the supply nets."""

from __future__ import annotations

import csv
import math
import shutil
import tomllib
from functools import cache
from pathlib import Path

import pytest

from hexcore.mapcheck import check, check_folder, read_words, survey
from hexcore.mapdraw import svg
from hexcore.mapfaults import Ground
from hexcore.maps import HexMap, read_map
from hexcore.tables import DataError
from hexcore_cobra.gazetteer import SOURCES
from hexcore_cobra.mapmaking import MAP, MAP_TOOLS, Printed, build, differences, printed

FILES = ("map.toml", "hexes.csv", "hexsides.csv", "roads.csv", "places.csv", "groups.csv")


@cache
def the_map() -> HexMap:
    return read_map(MAP)


@cache
def the_ground() -> Ground:
    return Ground(the_map(), MAP, MAP_TOOLS.words)


def hexes(*numbers: str) -> list[int]:
    return [the_map().hex(number) for number in numbers]


def numbers(group: str) -> list[str]:
    return [the_map().numbers[hex] for hex in the_map().group(group)]


def rivers_of(number: str) -> set[str]:
    hex = the_map().hex(number)
    return {the_map().side_names[s] for s in range(6 * hex, 6 * hex + 6) if s in the_map().side_names}


def between(one: str, other: str) -> int:
    return the_map().side(*hexes(one, other))


# ------------------------------------------------------------------------------- the files themselves


def test_the_build_is_repeatable_and_is_what_is_shipped(tmp_path: Path) -> None:
    build(tmp_path)
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (MAP / name).read_bytes(), name


def test_check_finds_nothing_and_nothing_is_explained_away() -> None:
    assert check_folder(MAP) == []
    assert survey(the_map(), MAP, read_words(MAP)).explained == []
    assert MAP_TOOLS.words == read_words(MAP)
    assert check(the_map(), MAP_TOOLS.folder, MAP_TOOLS.words) == []


def test_every_difference_from_the_draft_has_its_reason() -> None:
    assert differences(MAP) == []
    with (MAP / "map-changes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert all(len(row["reason"]) > 30 and row["was"] != row["now"] for row in rows)


@pytest.mark.parametrize(
    ("name", "was", "now", "spot"),
    [
        ("hexes.csv", "A0104,sea,,", "A0104,clear,,", "hex A0104 is 'clear'"),
        ("hexsides.csv", "A0401,A0502,minor-river,Ay", "A0401,A0502,major-river,Ay", "hexside A0401 A0502"),
        ("roads.csv", "A0125,A0225,primary", "A0125,A0225,secondary", "road A0125 A0225 is 'secondary'"),
        ("places.csv", "Falaise,town", "Falaise,city", "place A3915 Falaise is 'city'"),
        ("groups.csv", "caen,A3504,", "caen,A3404,", "group A3404 caen is 'in'"),
    ],
)
def test_a_change_without_a_reason_is_found(tmp_path: Path, name: str, was: str, now: str, spot: str) -> None:
    shutil.copytree(MAP, tmp_path / "map")
    path = tmp_path / "map" / name
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8")
    found = differences(tmp_path / "map")
    line = next(n for n, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if now in row)
    assert any(f.path == path and f.line == line and f.text.startswith(spot) for f in found), found


def test_a_reason_makes_the_change_good_and_a_stale_reason_is_found(tmp_path: Path) -> None:
    shutil.copytree(MAP, tmp_path / "map")
    changes = tmp_path / "map" / "map-changes.csv"
    changes.write_text(
        changes.read_text() + "hex,A2519,,clear town; bocage,clear; bocage,A trial of the rule\n"
    )
    assert [f.path for f in differences(tmp_path / "map")] == [changes]
    build(tmp_path / "map")
    assert differences(tmp_path / "map") == []
    changes.write_text(changes.read_text() + "hex,A2520,,clear town,sea,Not what was there\n")
    with pytest.raises(DataError, match=r"map-changes.csv:\d+: hex A2520"):
        build(tmp_path / "map")


# --------------------------------------------------------------------------------- the sheet, the numbers


def test_the_sheet_has_51_columns_of_34_and_33_hexes_and_the_numbers_of_both_maps() -> None:
    game = the_map()
    assert len(game) == 26 * 34 + 25 * 33 == 1709
    assert game.hex("B3621") == game.hex("A2601")
    assert game.grid.numbers(game.grid.parse("A3701")) == ("A3701", "B4721")
    assert sum(len(game.grid.numbers(coord)) > 1 for coord in game.coords) == 41  # one row on both sheets
    for number in ("A0234", "A0100", "A5201", "B3620"):
        with pytest.raises(ValueError, match="no hex"):
            game.hex(number)


def test_even_columns_lie_half_a_hex_lower() -> None:
    game = the_map()
    around = {game.numbers[hex] for hex in game.around(game.hex("A2116"))}
    assert around == {"A2115", "A2215", "A2216", "A2117", "A2016", "A2015"}
    assert game.centres[game.hex("A0201")][1] - game.centres[game.hex("A0101")][1] == pytest.approx(0.5)


PRINTED_HERE = [
    row
    for row in printed()
    if row.hex_provenance == "printed" and "A" in (row.hex[0], row.same_hex_on_other_map[:1])
]


@pytest.mark.parametrize("row", PRINTED_HERE, ids=lambda row: f"{row.hex}-{row.name}")
def test_every_hex_the_rulebooks_print_is_where_they_say(row: Printed) -> None:
    game = the_map()
    number = row.hex if row.hex[0] == "A" else row.same_hex_on_other_map
    hex = game.hex(number)
    if row.kind.startswith(("set-up", "drop")):
        assert "sea" not in game.terrain[hex]
    elif row.kind == "town":
        assert "town" in game.terrain[hex]
        assert game.place_at[hex].name == row.name
        assert game.place_at[hex].provenance == game.provenance["hex", hex] == "printed"
    elif row.kind.startswith("city"):
        assert "city" in game.terrain[hex]
        assert game.place_at[hex].provenance == "printed"
    elif row.kind.startswith("Dives"):
        assert hex in game.group("dives-line")
        assert "Dives" in rivers_of(number)
    else:
        assert number in EDGES_AND_LIMITS


EDGES_AND_LIMITS = {
    "A0101": ("sea", "north-west corner"),
    "A3701": ("north-entry", "the last hex of the Allied edge"),
    "A4101": ("dives-line", "north edge, the first German hex"),
    "A5101": ("east-edge", "german-north-entry"),
    "A5134": ("east-edge", "south-entry"),
    "A0133": ("west-exit", "south-edge"),
    "A0134": ("west-exit", "south-entry"),
    "A0123": ("west-exit", "the first land of the west edge"),
    "A4901": ("front-line-north", ""),
    "A0823": ("front-line-south", ""),
    "A2519": ("land", "army boundary marker"),
    "A2117": ("land", "army boundary example"),
    "A5117": ("east-edge", "army boundary example"),
    "A5132": ("east-edge", "army boundary example"),
    "A3901": ("sea", "column limit"),
    "A4801": ("land", "column limit"),
    "A5120": ("east-edge", "row limit"),
}


@pytest.mark.parametrize("number", EDGES_AND_LIMITS)
def test_edges_limits_and_markers(number: str) -> None:
    game, hex = the_map(), the_map().hex(number)
    for word in EDGES_AND_LIMITS[number]:
        if word in game.groups:
            assert hex in game.group(word)
    assert ("sea" in game.terrain[hex]) == ("sea" in EDGES_AND_LIMITS[number])


def test_every_real_place_lies_at_most_a_hex_and_a_third_from_its_real_position() -> None:
    fit = tomllib.loads((SOURCES / "calibration.toml").read_text())["cobra"]
    with (SOURCES / "places.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["real_lat"] and row["hex"][0] == "A"]
    assert len(rows) > 100
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


# ------------------------------------------------------------------------------ rivers, coast, distances


def test_each_named_river_is_one_chain_over_land_to_sea_edge_or_river() -> None:
    game, ground = the_map(), the_ground()
    named: dict[str, set[int]] = {}
    for side in ground.each_side():
        if game.sides[side] & MAP_TOOLS.words.rivers:
            named.setdefault(game.side_names[side], set()).add(side)
    assert len(named) == 27
    assert {"Vire", "Orne", "Dives", "Selune", "See", "Sienne", "Odon", "Souleuvre", "Laison"} <= set(named)
    for name, sides in named.items():
        assert len(ground.chains(sides)) == 1, name
        ends = [corner for corner, meeting in ground.meetings(sides).items() if len(meeting) == 1]
        assert len(ends) == 2, name
        others = ground.all_corners(s for other, found in named.items() if other != name for s in found)
        others |= ground.all_corners(ground.closed_sides)
        assert any(ground.wet(c) or ground.on_border(c) or c in others for c in ends), name
        assert not any(ground.shore(side) for side in sides), name


@pytest.mark.parametrize(
    ("town", "river", "hexsides"),
    [
        ("A2116", "Vire", ["A2015", "A2016", "A2117"]),  # the town of Vire on its east bank
        ("A1606", "Vire", ["A1506", "A1507", "A1607"]),  # Saint-Lo too
        ("A3505", "Orne", ["A3604", "A3605", "A3506"]),  # the old town of Caen west of the Orne
        ("A4005", "Dives", ["A4105"]),  # Troarn on the west bank
        ("A4101", "Dives", ["A4201"]),  # Cabourg west, Dives-sur-Mer east
        ("A2212", "Souleuvre", ["A2112", "A2211", "A2312"]),  # Le Beny-Bocage south of it
        ("A3101", "Seulles", ["A3001"]),  # Creully beyond it
        ("A4121", "Orne", ["A4020", "A4120", "A4220"]),  # Ecouche south of it
        ("A0502", "Ay", ["A0401", "A0501", "A0601"]),  # Lessay south of the Ay
        ("A0823", "Selune", ["A0822", "A0923"]),  # Pontaubault south of its bridge
    ],
)
def test_towns_stand_on_their_bank(town: str, river: str, hexsides: list[str]) -> None:
    hex = the_map().hex(town)
    sides = [s for s in range(6 * hex, 6 * hex + 6) if the_map().side_names.get(s) == river]
    assert sorted(the_map().numbers[the_map().neighbours[s]] for s in sides) == sorted(hexsides)


def test_the_dives_line() -> None:
    assert numbers("dives-line") == [f"A410{row}" for row in range(1, 7)]
    assert all("Dives" in rivers_of(number) for number in numbers("dives-line"))
    game = the_map()
    bridges = [
        side
        for hex in game.group("dives-line")
        for side in range(6 * hex, 6 * hex + 6)
        if game.side_names.get(side) == "Dives" and game.roads[side]
    ]
    assert sorted(game.numbers[game.neighbours[s]] for s in bridges) == ["A4005", "A4201"]


def test_the_coast_is_closed_and_marked() -> None:
    game, ground = the_map(), the_ground()
    assert "A0311" not in [game.numbers[hex] for hex in ground.land]
    for hex in range(len(game)):
        touches = hex not in ground.sea and any(n in ground.sea for n in game.around(hex))
        if touches:
            assert "coastal" in game.features[hex], game.numbers[hex]
        elif "coastal" in game.features[hex]:
            assert game.grid.column_row(game.coords[hex])[1] == 1, game.numbers[hex]  # sea north of the sheet
    assert game.sides[between("A0309", "A0409")] == {"all-sea"}
    assert game.sides[between("A0621", "A0622")] == {"all-sea"}
    assert sum("all-sea" in sides for sides in game.sides) == 4  # two hexsides, two names each


def test_distances_and_neighbours() -> None:
    game = the_map()
    assert game.distance(*hexes("A2601", "A2702")) == 1  # Bayeux
    assert game.distance(*hexes("A0502", "A0608")) == 7  # Lessay to Coutances, 19 km
    assert game.distance(*hexes("A3505", "A3915")) == 12  # Caen to Falaise, 34 km of air line
    assert game.distance(*hexes("A1606", "A0821")) == 19  # Saint-Lo to Avranches, 52 km
    assert game.distance(*hexes("A0821", "A1923")) == 11  # Avranches to Mortain, 32 km
    assert game.distance(*hexes("A4420", "A3915")) == 8  # Argentan to Falaise: the gap
    for one, other in (("A3504", "A3505"), ("A3505", "A3605"), ("A1606", "A1706")):
        assert game.distance(*hexes(one, other)) == 1


# -------------------------------------------------------------------------------------- groups and supply


def test_the_groups_are_complete() -> None:
    assert numbers("west-exit") == [f"A01{row}" for row in range(23, 35)]
    assert numbers("north-entry") == [f"A{column:02d}01" for column in range(2, 38)]
    assert numbers("german-north-entry") == [f"A{column}01" for column in range(42, 52)]
    assert numbers("east-edge") == [f"A51{row:02d}" for row in range(1, 35)]
    edge = [f"A{c:02d}{r}" for c in range(1, 52) for r in (33, 34) if not (r == 34 and c % 2 == 0)]
    assert numbers("south-edge") == sorted(edge)
    assert numbers("south-entry") == [f"A{c:02d}{34 if c % 2 else 33}" for c in range(1, 52)]
    assert numbers("north-supply") == ["A0501", "A1101", "A1301", "A2601"]
    assert numbers("east-supply") == ["A5101", "A5106", "A5117", "A5119", "A5120", "A5129"]
    assert numbers("south-supply") == ["A1134", "A1633", "A2734", "A2934", "A4734"]
    for name, number in (("vire", "A2116"), ("mortain", "A1923"), ("avranches", "A0821")):
        assert numbers(name) == [number]
    for name, number in (("falaise", "A3915"), ("argentan", "A4420")):
        assert numbers(name) == [number]
    assert numbers("caen") == ["A3504", "A3505", "A3605"]
    assert numbers("bayeux") == ["A2601", "A2702"]
    assert numbers("saint-lo") == ["A1606", "A1706"]
    assert numbers("front-line-north") + numbers("front-line-south") == ["A4901", "A0823"]
    for name in the_map().groups:
        assert not any("sea" in the_map().terrain[hex] for hex in the_map().group(name)), name


def reached(ends: list[str], kinds: tuple[str, ...] = ("primary",)) -> set[str]:
    """Every hex that roads of these kinds join to the given hexes."""
    game, left = the_map(), hexes(*ends)
    found = set(left)
    while left:
        hex = left.pop()
        for side in range(6 * hex, 6 * hex + 6):
            across = game.neighbours[side]
            if game.roads[side] in kinds and across not in found:
                found.add(across)
                left.append(across)
    return {game.numbers[hex] for hex in found}


def test_the_road_net_is_one() -> None:
    with_roads = {the_map().numbers[hex] for hex in the_ground().roads}
    assert reached(["A3505"], ("primary", "secondary")) == with_roads
    assert len(with_roads) == 775


@cache
def primary_net() -> set[str]:
    """The hexes joined by primary roads, as listed in `primary_net.txt`: a column a line, its rows."""
    lines = Path(__file__).with_name("primary_net.txt").read_text(encoding="utf-8").splitlines()
    columns = (line.split(":") for line in lines if not line.startswith("#"))
    return {f"A{column}{row}" for column, rows in columns for row in rows.split()}


def test_the_german_supply_net() -> None:
    """Primary roads off the east and south edges (10.4.1), and what they join."""
    ends = numbers("east-supply") + numbers("south-supply")
    game = the_map()
    off = {(game.numbers[e.hex], e.edge) for e in game.edge_roads if e.road == "primary" and e.edge in "ES"}
    assert off == {(n, "E") for n in numbers("east-supply")} | {(n, "S") for n in numbers("south-supply")}
    for end in ends:
        assert reached([end]) == primary_net(), end


def test_the_allied_supply_net() -> None:
    """Primary roads off the north edge between 0101 and 3701 (10.5.1), and what they join."""
    game = the_map()
    off = [game.numbers[e.hex] for e in game.edge_roads if e.road == "primary" and e.edge == "N"]
    assert sorted(off) == ["A0501", "A1101", "A1301", "A2601", "A4901"]  # the last lies east of 3701
    for end in numbers("north-supply"):
        assert reached([end]) == primary_net(), end


def test_the_way_out_to_brittany() -> None:
    assert [(the_map().numbers[e.hex], e.road) for e in the_map().edge_roads if e.edge == "W"] == [
        ("A0125", "primary")
    ]
    assert the_map().hex("A0125") in the_map().group("west-exit")


def test_provenance_is_kept() -> None:
    game = the_map()
    marks = [game.provenance["hex", hex] for hex in range(len(game))]
    assert marks.count("printed") == 3  # what the rulebooks say of the ground itself: Vire, Bayeux
    assert {place.provenance for place in game.places} == {"printed", "reconstructed"}
    with (MAP / "hexes.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["hex"]: row for row in csv.DictReader(file)}
    assert rows["A0602"]["note"].startswith("SPI 3.31")
    assert rows["A2601"]["alias"] == "B3621"


def test_the_map_is_drawn() -> None:
    picture = svg(the_map(), {})
    assert picture.startswith("<svg")
    for word in ("A5134", "Falaise", "Dives", "Secondary"):
        assert f">{word}</text>" in picture
