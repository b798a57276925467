"""A map made from a draft: corrections on record, files written, every difference explained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexcore.map_drafts import CHANGES, IN, Change, Ground, Kind, Recipe, Spot, side_rows, side_text
from hexcore.map_files import GroupRow, HexRow, HexsideRow, PlaceRow, RoadRow
from hexcore.maps import read_map
from hexcore.tables import DataError

MAP_TOML = """family = "columns"
shoved = "even"
[[sheet]]
columns = [1, 2]
rows = [1, 2]
"""
HEADING = "kind,hex1,hex2,was,now,reason\n"


def draft() -> Ground:
    """Four hexes, a stream that is also a border, a road, a village."""
    return {
        Spot("hex", "0101"): "clear",
        Spot("hex", "0102"): "wood; misty",
        Spot("hex", "0201"): "clear",
        Spot("hex", "0202"): "clear",
        Spot.between("hexside", "0102", "0101"): "border; stream Brook",
        Spot.between("road", "0201", "0101"): "track",
        Spot("place", "0101", "Ham"): "village",
    }


def groups(ground: Mapping[Spot, str]) -> Ground:
    return {Spot("group", s.hex1, "wet"): IN for s, text in ground.items() if "stream" in text}


def rows(ground: Ground) -> Mapping[Kind, Iterable[Any]]:
    of = {kind: [(s, ground[s]) for s in sorted(ground) if s.kind == kind] for kind in ("hex", "hexside")}
    hexes = []
    for spot, text in of["hex"]:
        terrain, _, features = text.partition("; ")
        hexes.append(HexRow(spot.hex1, terrain, f"{features} seen".strip()))
    return {
        "hex": hexes,
        "hexside": [row for spot, text in of["hexside"] for row in side_rows(spot, text)],
        "road": [RoadRow(s.hex1, s.hex2, text) for s, text in ground.items() if s.kind == "road"],
        "place": [PlaceRow(s.hex1, s.hex2, text) for s, text in ground.items() if s.kind == "place"],
        "group": [GroupRow(s.hex2, s.hex1) for s in ground if s.kind == "group"],
    }


@pytest.fixture
def recipe(tmp_path: Path) -> Recipe:
    """The map as shipped, with no corrections yet; `seen` follows from the rest."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    (tmp_path / "map.toml").write_text(MAP_TOML)
    (folder / CHANGES).write_text(HEADING)
    made = Recipe(folder, tmp_path / "map.toml", draft, groups, rows, frozenset({"seen"}))
    made.build(folder)
    return made


def test_a_built_map_can_be_read_and_differs_from_the_draft_in_nothing(recipe: Recipe) -> None:
    game = read_map(recipe.folder)
    side = game.side(game.hex("0101"), game.hex("0102"))
    assert game.sides[side] == {"stream", "border"} and game.side_names[side] == "Brook"
    assert game.features[game.hex("0102")] == {"misty", "seen"}
    assert recipe.read(recipe.folder) == draft() | groups(draft())
    assert recipe.differences(recipe.folder) == []


def test_a_correction_changes_the_map_and_what_follows_from_it(recipe: Recipe, tmp_path: Path) -> None:
    (recipe.folder / CHANGES).write_text(
        HEADING
        + "hexside,0102,0101,border; stream Brook,border,No stream there\n"
        + "hexside,0201,0202,,stream Brook,It runs here\n"
    )
    assert len(recipe.differences(recipe.folder)) == 2  # the shipped files are not yet what is said of them
    recipe.build(tmp_path / "new")
    game = read_map(tmp_path / "new")
    assert [game.numbers[hex] for hex in game.group("wet")] == ["0201"]
    assert recipe.differences(tmp_path / "new") == []


@pytest.mark.parametrize(
    "name, was, now, line, text",
    [
        ("hexes.csv", "0201,clear", "0201,wood", 4, "hex 0201 is 'wood', 'clear' in the draft"),
        ("hexsides.csv", "border", "wall", 2, "hexside 0101 0102 is 'stream Brook; wall'"),
        ("roads.csv", "track", "road", 2, "road 0101 0201 is 'road', 'track' in the draft"),
        ("places.csv", "village", "town", 2, "place 0101 Ham is 'town', 'village' in the draft"),
        ("groups.csv", "wet,0101", "wet,0202", 2, "group 0202 wet is 'in', 'nothing' in the draft"),
    ],
)
def test_what_nobody_gave_a_reason_for_is_found(
    recipe: Recipe, name: str, was: str, now: str, line: int, text: str
) -> None:
    path = recipe.folder / name
    assert was in path.read_text()
    path.write_text(path.read_text().replace(was, now, 1))
    found = recipe.differences(recipe.folder)
    assert any((f.path, f.line) == (path, line) and f.text.startswith(text) for f in found), found


def test_a_derived_feature_is_no_difference(recipe: Recipe) -> None:
    path = recipe.folder / "hexes.csv"
    path.write_text(path.read_text().replace("0201,clear,seen", "0201,clear,"))
    assert recipe.differences(recipe.folder) == []


@pytest.mark.parametrize(
    "row, reason",
    [
        ("hex,0101,,wood,clear,It is none", r":2: hex 0101 was 'clear', not 'wood'"),
        ("hex,0303,,clear,wood,It is one", r":2: hex 0303 was '', not 'clear'"),
        ("lake,0101,,,water,It is wet", r":2: kind"),
        ("group,0202,wet,in,,It is dry", r":2: group 0202 wet was '', not 'in'"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused_with_its_line(
    recipe: Recipe, tmp_path: Path, row: str, reason: str
) -> None:
    (recipe.folder / CHANGES).write_text(HEADING + row + "\n")
    with pytest.raises(DataError, match=f"{CHANGES}{reason}"):
        recipe.build(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_hexside_has_one_name() -> None:
    assert Change("hexside", "0102", "why", "0101").spot == Spot.between("hexside", "0101", "0102")
    assert Change("place", "0101", "why", "Ham").spot == Spot("place", "0101", "Ham")
    assert list(side_rows(Spot("hexside", "0101", "0102"), "border; stream Little Brook")) == [
        HexsideRow("0101", "0102", "border"),
        HexsideRow("0101", "0102", "stream", "Little Brook"),
    ]
    assert side_text("border") == "border" and side_text("stream", "Brook") == "stream Brook"
