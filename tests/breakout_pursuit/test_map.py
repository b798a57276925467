"""The map of Breakout & Pursuit: its files, the rulebook's hex numbers and distances."""

from __future__ import annotations

import csv
import itertools
import math
import shutil
from pathlib import Path

import pytest
from the_sheet import around, distance, numbers, the_map, words

from hexcore.map_drafts import CHANGES
from hexcore.mapcheck import check_folder, read_words, survey
from hexcore.tables import DataError
from hexcore_breakout_pursuit.drafts import Printed, printed
from hexcore_breakout_pursuit.gazetteer import features, on_the_grid
from hexcore_breakout_pursuit.mapmaking import MAP, RECIPE, build

FILES = ("map.toml", "hexes.csv", "hexsides.csv", "places.csv", "groups.csv", "coast.csv")


# ------------------------------------------------------------------------------- the files themselves


def test_the_build_is_repeatable_and_is_what_is_shipped(tmp_path: Path) -> None:
    build(tmp_path)
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (MAP / name).read_bytes(), name


def test_the_check_finds_nothing_that_is_not_explained() -> None:
    found = survey(the_map(), MAP, read_words(MAP))
    assert found.findings == [] == check_folder(MAP)
    texts = [finding.text for finding, _ in found.explained]
    assert len(texts) == 11 <= 20
    assert all("both ends" in text or "touches no sea" in text for text in texts)


def test_every_difference_from_the_draft_has_its_reason() -> None:
    assert RECIPE.differences(MAP) == []
    with (MAP / CHANGES).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) > 50 and all(len(row["reason"]) > 30 and row["was"] != row["now"] for row in rows)


@pytest.mark.parametrize(
    "name, was, now, spot",
    [
        ("hexes.csv", "\n1331,clear,", "\n1331,rough,", "hex 1331 is 'rough'"),
        (
            "hexsides.csv",
            "0936,1035,river,Seine",
            "0936,1035,river,Orne",
            "hexside 0936 1035 is 'river Orne'",
        ),
        ("places.csv", "Falaise,town", "Falaise,city", "place 1239 Falaise is 'city'"),
        ("groups.csv", "\nfortresses,0420,", "\nfortresses,0417,", "group 0417 fortresses is 'in'"),
    ],
)
def test_a_change_without_a_reason_is_found(tmp_path: Path, name: str, was: str, now: str, spot: str) -> None:
    shutil.copytree(MAP, tmp_path / "map")
    path = tmp_path / "map" / name
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8")
    found = RECIPE.differences(tmp_path / "map")
    rows = path.read_text(encoding="utf-8").splitlines()
    line = next(n for n, row in enumerate(rows, 1) if row.startswith(now.strip()) or now in row)
    assert any(f.path == path and f.line == line and f.text.startswith(spot) for f in found), found


def test_a_reason_makes_the_change_good_and_a_stale_reason_is_found(tmp_path: Path) -> None:
    shutil.copytree(MAP, tmp_path / "map")
    changes = tmp_path / "map" / CHANGES
    changes.write_text(changes.read_text() + "hex,1331,,clear,rough,A trial of the rule\n")
    assert [f.path for f in RECIPE.differences(tmp_path / "map")] == [changes]
    build(tmp_path / "map")
    assert RECIPE.differences(tmp_path / "map") == []
    changes.write_text(changes.read_text() + "hex,1330,,rough,sea,Not what was there\n")
    with pytest.raises(DataError, match=r"map-changes.csv:\d+: hex 1330 was 'clear', not 'rough'"):
        build(tmp_path / "map")


# --------------------------------------------------------------------------------- the sheet, the numbers


def test_the_sheet_has_40_rows_of_54_hexes_numbered_from_right_to_left() -> None:
    game = the_map()
    assert len(game) == 40 * 54
    x = {n: game.centres[game.hex(n)][0] for n in ("1400", "1401", "1439", "1453", "1500", "1600")}
    assert x["1400"] > x["1401"] > x["1439"] > x["1453"]
    assert x["1500"] - x["1400"] == pytest.approx(0.5) and x["1600"] == pytest.approx(x["1400"])
    for number in ("1454", "4000", "A1400", "140"):
        with pytest.raises(ValueError, match="no hex"):
            game.hex(number)


def test_neighbours_in_even_and_odd_rows() -> None:
    assert around("1232") == {"1231", "1233", "1132", "1133", "1332", "1333"}
    assert around("1535") == {"1534", "1536", "1434", "1435", "1634", "1635"}


PRINTED = sorted(printed().values(), key=lambda row: row.hex)
GROUND = {
    "0205": "city", "0323": "fortress", "0342": "city", "0408": "city", "0417": "city", "0420": "fortress",
    "0425": "fortress", "0840": "town", "0847": "fortress", "0930": "city", "0936": "fortress",
    "1019": "city", "1039": "city", "1232": "city", "1239": "town", "1326": "city", "1400": "city",
    "1439": "town", "1502": "city", "1640": "town", "1833": "town", "1903": "city", "2029": "city",
    "2041": "city", "2103": "town", "2129": "city", "2130": "city", "2134": "town",
}  # fmt: skip
"""What stands in the printed hexes; in the others nothing does."""


@pytest.mark.parametrize("row", PRINTED, ids=lambda row: row.hex)
def test_every_hex_the_rulebook_prints_is_land_with_what_stands_there(row: Printed) -> None:
    game, hex = the_map(), the_map().hex(row.hex)
    built = words(row.hex) & {"town", "city", "fortress"}
    assert "sea" not in words(row.hex)
    assert built == ({GROUND[row.hex]} if row.hex in GROUND else set())
    assert (hex in game.place_at) == bool(built)
    assert game.provenance["hex", hex] == ("printed" if row.tells_the_ground else "reconstructed")
    assert row.facts.count("coastal(printed") == 0 or "coastal" in words(row.hex)


def test_all_printed_hexes_are_there() -> None:
    assert len(PRINTED) == 93
    assert {row.hex for row in PRINTED} >= {"0205", "0353", "1400", "1502", "1903", "2103", "3926"}


NAMES = {
    "1400": "Essen", "1502": "Dusseldorf", "1903": "Bonn", "2103": "Remagen", "0847": "St Malo",
    "1439": "Argentan", "1833": "Dreux", "2041": "Le Mans", "2134": "Chartres", "2029": "Paris",
    "2129": "Paris", "2130": "Paris", "0912": "Antwerp", "2220": "Reims", "1232": "Rouen",
    "0840": "Bayeux", "0342": "Cherbourg", "0408": "Rotterdam", "0205": "Amsterdam", "1039": "Caen",
    "0936": "Le Havre", "0425": "Boulogne", "0323": "Calais", "0420": "Dunkirk", "0417": "Ostend",
    "0930": "Dieppe", "1019": "Lille", "1326": "Amiens",
}  # fmt: skip


@pytest.mark.parametrize("number", NAMES)
def test_places_the_rules_name(number: str) -> None:
    assert the_map().place_at[the_map().hex(number)].name == NAMES[number]


def test_what_is_printed_of_the_ground_is_marked_so() -> None:
    game = the_map()
    marked = {
        game.numbers[i] for (kind, i), mark in game.provenance.items() if kind == "hex" and mark == "printed"
    }
    towns = {"0847", "1400", "1502", "1439", "1833", "2029", "2041", "2129", "2130", "2134"}
    assert marked == towns | {"1019", "1326"}
    places = {game.numbers[place.hex] for place in game.places if place.provenance == "printed"}
    assert places == towns | {"1903", "2103"}


def test_every_place_lies_a_hex_and_a_tenth_at_most_from_its_real_position() -> None:
    game = the_map()
    real = {f["properties"]["name"]: on_the_grid(*f["coordinates"]) for f in features("town")}
    assert len(game.places) == 110
    for place in game.places:
        if place.name != "Paris":
            assert math.dist(real[place.name], game.centres[place.hex]) < 1.15, place.name


# ----------------------------------------------------------------------- distances the rulebook states


def test_distances_the_rulebook_states() -> None:
    assert distance("1535", "1232") == 4
    assert min(distance("2215", number) for number in numbers("edge-a")) == 15 == distance("2215", "2200")
    assert min(distance("2415", number) for number in numbers("edge-a")) == 15
    assert all(distance(number, "1232") <= 2 for number in ("1232", "1233", "1133", "1334", "1134"))
    assert all(distance(n, "1439") <= 1 for n in ("1340", "1439", "1440")) and distance("1640", "1439") == 2
    near_le_mans = ("1539", "1540", "1638", "1738", "1837", "1838", "1939", "2038")
    assert all(distance(number, "2041") <= 5 for number in near_le_mans)
    assert all(distance(number, "1833") <= 2 for number in ("1733", "1735", "1832", "1835"))
    assert distance("1902", "1903") == 1 and distance("1903", "2103") == 2


def test_the_pipeline_is_one_chain_from_bayeux() -> None:
    chain = ["0840", "0940", "1039", "1139", "1138"]
    assert all(distance(one, other) == 1 for one, other in itertools.pairwise(chain))
    assert sorted(chain) == numbers("pipeline-start")
    assert numbers("bayeux") == ["0840"]


def test_the_three_hexes_of_paris_touch_each_other() -> None:
    assert numbers("paris") == ["2029", "2129", "2130"]
    for one, other in (("2029", "2129"), ("2029", "2130"), ("2129", "2130")):
        assert distance(one, other) == 1
