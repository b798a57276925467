"""What the rules name on the map: rivers and their banks, coast, lines, edges, set-up areas."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest
from the_sheet import across, distance, numbers, the_ground, the_map, words

from hexcore.mapdraw import svg
from hexcore_breakout_pursuit import BREAKOUT_PURSUIT
from hexcore_breakout_pursuit.gazetteer import SOURCES, on_the_grid
from hexcore_breakout_pursuit.mapmaking import MAP

# ------------------------------------------------------------------------------- rivers, coast, lines


def test_each_river_is_one_chain_without_a_fork() -> None:
    game, ground = the_map(), the_ground()
    named: dict[str, set[int]] = {}
    for side in ground.each_side():
        if "river" in game.sides[side]:
            named.setdefault(game.side_names[side], set()).add(side)
        else:
            assert side not in game.side_names
    wanted = "Seine Loire Meuse Moselle Rhine Somme Marne Oise Aisne Eure Scheldt Waal-Meuse Lek IJssel Ruhr"
    assert set(wanted.split()) <= named.keys() and len(named) == 43
    for name, sides in named.items():
        assert len(ground.chains(sides)) == 1, name
        meetings = ground.meetings(sides).values()
        assert sorted(map(len, meetings))[-1] <= 2 and sum(len(m) == 1 for m in meetings) == 2, name


@pytest.mark.parametrize(
    ("river", "end"),
    [
        ("Seine", "all-sea"), ("Loire", "edge"), ("Somme", "sea"), ("Meuse", "Waal-Meuse"),
        ("Moselle", "Rhine"), ("Marne", "Seine"), ("Oise", "Seine"), ("Aisne", "Oise"), ("Eure", "Seine"),
        ("Scheldt", "all-sea"),
        ("Ruhr", "Rhine"), ("Waal-Meuse", "sea"), ("Lek", "sea"), ("IJssel", "sea"), ("Rhine", "edge"),
        ("Vienne", "Loire"), ("Sambre", "Meuse"), ("Meurthe", "Moselle"),
    ],
)  # fmt: skip
def test_rivers_end_where_they_should(river: str, end: str) -> None:
    game, ground = the_map(), the_ground()
    sides = {s for s in ground.each_side() if game.side_names.get(s) == river}
    ends = [corner for corner, meeting in ground.meetings(sides).items() if len(meeting) == 1]
    others = {s for s in ground.each_side() if game.side_names.get(s) == end or end in game.sides[s]}
    mouths = ground.all_corners(others)
    tests = {"sea": ground.wet, "edge": ground.on_border}
    assert any(tests.get(end, mouths.__contains__)(corner) for corner in ends)


@pytest.mark.parametrize(
    ("town", "river", "beyond"),
    [
        ("0936", "Seine", {"1035"}),  # Le Havre north of the Seine
        ("1232", "Seine", {"1233", "1333"}),  # Rouen too
        ("2130", "Seine", {"2029", "2129", "2229"}),  # the left bank of Paris
        ("1502", "Rhine", {"1402", "1503", "1602"}),  # Dusseldorf east of the Rhine
        ("1903", "Rhine", {"1802", "1902", "2002"}),  # Bonn west of it
        ("2103", "Rhine", {"2002", "2102"}),  # Remagen too
        ("1400", "Ruhr", {"1401", "1500", "1501"}),  # Essen north of the Ruhr
        ("2634", "Loire", {"2734", "2735"}),  # Orleans north of the Loire
        ("2445", "Loire", {"2346", "2345", "2444"}),  # Saumur south of it
        ("0840", "Vire", set()),
    ],
)
def test_towns_stand_on_their_bank(town: str, river: str, beyond: set[str]) -> None:
    assert across(town, river) == beyond


def test_banks_of_the_great_rivers() -> None:
    seine, rhine, loire = (
        set(numbers(g)) for g in ("north-of-the-seine", "east-of-the-rhine", "south-of-the-loire")
    )
    assert {"0936", "1232", "1133", "1134", "1532", "1731", "1930", "2326", "2228", "2428", "1227"} <= seine
    assert not {"1233", "1334", "1535", "2130", "1439", "2134", "2041"} & seine
    assert {"1400", "1502", "3603", "3201"} <= rhine and not {
        "1703",
        "1903",
        "2103",
        "2402",
        "2801",
        "3807",
    } & rhine
    assert "2735" in loire and "2634" not in loire and {"2445", "3046", "3336"} <= loire
    ground = set(numbers("bridgehead-ground"))
    assert ground < rhine and "1502" in ground and not {"1400", "1101"} & ground
    assert len(ground) == 78


def test_the_coast_is_closed_and_marked() -> None:
    game, ground = the_map(), the_ground()
    for hex in ground.land:
        water = any(n in ground.sea for n in game.around(hex))
        water |= any("all-sea" in game.sides[side] for side in range(6 * hex, 6 * hex + 6))
        assert ("coastal" in game.features[hex]) == water, game.numbers[hex]
    estuary = {s for s in ground.each_side() if "all-sea" in game.sides[s]}
    assert len(ground.chains(estuary)) == 3 and len(estuary) == 13  # two arms of the Scheldt, Le Havre
    assert across("0936", "all-sea") == {"1036"}


def test_the_front_line_of_25_july() -> None:
    allied = ["0544", "0643", "0743", "0842", "0841", "0840", "0940", "0939", "1039", "0938"]
    german = ["0644", "0744", "0843", "0943", "0942", "0941", "1040", "1140", "1139", "1038", "1037"]
    assert numbers("allied-front") == sorted(allied) and numbers("german-front") == sorted(german)
    north = set(numbers("north-of-the-front-line"))
    assert north >= {*allied, "0342", "0542", "0641", "0740"} and not north & set(german)
    assert (
        north < set(numbers("north-of-the-breakout-line"))
        and len(the_ground().chains(_line("front-line"))) == 1
    )


def _line(word: str) -> set[int]:
    return {side for side in the_ground().each_side() if word in the_map().sides[side]}


def test_the_breakout_line_runs_from_coast_to_coast() -> None:
    assert len(the_ground().chains(_line("breakout-line"))) == 1
    north = set(numbers("north-of-the-breakout-line"))
    assert {"1039", "1239", "1045"} <= north and not {"0847", "1439", "0936", "1232"} & north


# -------------------------------------------------------------------------------------- named ground


def test_edges_by_list() -> None:
    assert numbers("edge-a") == [f"{row:02d}00" for row in range(40)]
    assert numbers("edge-b") == [f"39{column:02d}" for column in range(1, 40)]
    assert numbers("edge-d") == [f"{row:02d}53" for row in range(2, 19)]
    west, south = [f"{row}53" for row in range(19, 39)], [f"39{column}" for column in range(40, 54)]
    assert numbers("edge-c") == sorted(west + south)
    codes = [hex for code in "abcd" for hex in the_map().group(f"edge-{code}")]
    assert len(codes) == len(set(codes)) == 130
    assert "0353" in numbers("edge-d") and "3926" in numbers("edge-b")  # as printed


def test_fortresses_and_ports() -> None:
    assert numbers("fortresses") == ["0323", "0420", "0425", "0847", "0936"]
    assert numbers("coastal-screen") == [
        "0205",
        "0323",
        "0408",
        "0417",
        "0420",
        "0425",
        "0930",
        "0936",
        "1232",
    ]
    assert numbers("coastal-cities") == ["0342", "0417", "0930"]
    assert numbers("frozen-coast") == ["0205", "0323", "0408", "0417", "0420", "0425", "0847", "0930", "0936"]
    for number in numbers("fortresses") + numbers("coastal-cities"):
        assert "coastal" in words(number)
    for number in numbers("coastal-screen"):
        assert words(number) & {"city", "fortress"}


ZUIDER_ZEE = "0001 0003 0004 0101 0105 0201 0205 0301 0305 0401 0402 0403 0404"


def test_the_coast_for_drops_and_the_zuider_zee() -> None:
    channel, zee = set(numbers("english-channel-coast")), set(numbers("zuider-zee"))
    assert {"0253", "0847", "0342", "0936", "0930", "0425", "0323", "0420"} <= channel
    assert not {"0417", "0419", "0205"} & channel and not channel & zee
    assert zee == set(ZUIDER_ZEE.split())
    assert all("coastal" in words(number) for number in channel | zee)


def test_set_up_areas_hold_the_printed_set_ups() -> None:
    """Each printed hex of a group lies in the area that its free set-up names."""
    near = set(numbers("within-four-north-of-the-seine"))
    assert {"1130", "2326", "2228", "2428"} <= near and not {"1227", "1326"} & near
    assert {"1134", "1532", "1731", "1930"} <= set(numbers("north-bank-of-the-seine"))
    assert not {"1227", "1327"} & set(numbers("north-bank-of-the-seine"))
    assert {"1019", "1326"} <= set(numbers("towns-north-of-the-seine"))
    assert not {"2029", "0936", "1331"} & set(numbers("towns-north-of-the-seine"))
    south = set(numbers("four-from-rouen-south"))
    assert "1535" in south and all(distance(number, "1232") == 4 for number in south)
    assert "1640" in numbers("about-argentan") and "1438" not in numbers("about-argentan")
    above = set(numbers("north-of-the-seine-above-2000"))
    assert above == {n for n in numbers("north-of-the-seine") if n < "2000"} and "1930" in above


def test_the_west_wall_is_one_belt_inside_germany() -> None:
    game, wall = the_map(), set(the_map().group("west-wall"))
    belt, border = {min(wall)}, [min(wall)]
    while border:
        fresh = {n for n in game.around(border.pop()) if n in wall} - belt
        belt |= fresh
        border += fresh
    assert belt == wall and len(wall) == 34
    assert {"1606", "2608", "3008"} <= set(numbers("west-wall"))  # Aachen, Trier, Saarbrucken
    assert not {"1204", "3807", "2511"} & set(numbers("west-wall"))  # Venlo, Strasbourg, Luxembourg


with (Path(BREAKOUT_PURSUIT.folder) / "data" / "setups.csv").open(encoding="utf-8", newline="") as _file:
    SET_UP = sorted({row["hist_hex"] for row in csv.DictReader(_file) if row["hist_hex"].isdigit()})


def test_every_set_up_hex_is_land() -> None:
    assert len(SET_UP) > 80
    assert not [number for number in SET_UP if "sea" in words(number)]


def test_groups_hold_land_only_and_carry_their_rule() -> None:
    game = the_map()
    for name in game.groups:
        assert not any(hex in the_ground().sea for hex in game.group(name)), name
    with (MAP / "groups.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (Path(BREAKOUT_PURSUIT.folder) / "data" / "rule_index.csv").open(
        encoding="utf-8", newline=""
    ) as file:
        known = {row["rule"] for row in csv.DictReader(file)}
    assert {row["note"] for row in rows} <= known
    printed_groups = {row["group"] for row in rows if row["provenance"] == "printed"}
    assert {"paris", "essen", "pipeline-start", "coastal-screen"} <= printed_groups
    assert "fortresses" not in printed_groups


def test_the_map_is_drawn() -> None:
    picture = svg(the_map(), BREAKOUT_PURSUIT.presentation)
    assert picture.startswith("<svg")
    for word in ("3953", "Düsseldorf", "Rhine", "West Wall", "25 July front line"):
        assert f">{word}</text>" in picture


def test_the_calibration_is_the_one_of_the_sources() -> None:
    """Anchors of the fit lie in their printed hexes."""
    assert (SOURCES / "calibration.toml").is_file()
    for number, (lon, lat) in {
        "1400": (7.01, 51.46),
        "1833": (1.366, 48.737),
        "0847": (-2.026, 48.649),
    }.items():
        assert math.dist(on_the_grid(lon, lat), the_map().centres[the_map().hex(number)]) < 0.6
