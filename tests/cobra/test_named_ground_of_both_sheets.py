"""What is named on Cobra's two sheets: printed hexes, beaches, Cherbourg, limits, supply, towns."""

from __future__ import annotations

import csv
import math
import tomllib
from functools import cache
from itertools import combinations, pairwise

import pytest

from hexcore.maps import HexMap, read_map
from hexcore_cobra.both_sheets import BOTH_SHEETS, BRITISH_BEACHES, DROPS, US_BEACHES
from hexcore_cobra.drafts import Printed, printed
from hexcore_cobra.gazetteer import SOURCES
from hexcore_cobra.mapmaking import MAP

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
