"""A map that extends another: what it adds, what it takes away, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexcore.mapcheck import check_folder
from hexcore.maps import HexMap, read_map
from hexcore.tables import DataError

GRID = """family = "columns"
shoved = "even"

[[sheet]]
prefix = "S"
columns = [1, 3]
rows = [1, 3]

[[sheet]]
prefix = "N"
columns = [1, 3]
rows = [1, 3]
offset = [0, 2]

[words]
sea = ["sea"]
roads = ["road"]
"""
SOUTH = {
    "map.toml": GRID + 'sheets = ["S"]\n',
    "hexes.csv": "hex,terrain\n" + "".join(f"S0{c}0{r},grass\n" for c in (1, 2, 3) for r in (1, 2, 3)),
    "roads.csv": "hex1,hex2,road\nS0203,S0202,road\nS0202,S0201,road\nS0203,EDGE_S,road\nS0201,EDGE_N,road\n",
    "places.csv": "hex,name,kind\nS0202,Mill,village\n",
    "groups.csv": "group,hex\ntown,S0202\n",
}
NORTH = {
    "map.toml": 'extends = "../south"\n' + GRID + 'sheets = ["S", "N"]\n',
    "hexes.csv": "hex,terrain\n" + "".join(f"N0{c}0{r},grass\n" for c in (1, 2, 3) for r in (1, 2)),
    "roads.csv": "hex1,hex2,road\nS0201,EDGE_N,none\nS0201,N0202,road\nN0202,N0201,road\nN0201,EDGE_N,road\n",
    "groups.csv": "group,hex\ntown,N0202\n",
}


def write(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def both(tmp_path: Path, **changed: str) -> Path:
    """The two folders; `roads="..."` puts another text into a file of the northern one."""
    write(tmp_path / "south", SOUTH)
    return write(tmp_path / "north", {**NORTH, **{f"{name}.csv": text for name, text in changed.items()}})


def links(game: HexMap) -> set[tuple[str, str]]:
    ends = ((side // 6, game.neighbours[side]) for side, road in enumerate(game.roads) if road)
    return {(game.numbers[one], game.numbers[other]) for one, other in ends if one < other}


def test_the_larger_map_has_the_smaller_one_in_front_of_its_own(tmp_path: Path) -> None:
    game, alone = read_map(both(tmp_path)), read_map(tmp_path / "south")
    assert (len(alone), len(game)) == (9, 15)
    assert game.numbers[:9] == alone.numbers
    assert game.hex("N0103") == game.hex("S0101")
    assert game.places == alone.places
    assert [game.numbers[hex] for hex in game.group("town")] == ["S0202", "N0202"]
    assert check_folder(tmp_path / "south") == check_folder(tmp_path / "north") == []


def test_a_road_that_left_the_smaller_map_goes_on(tmp_path: Path) -> None:
    game, alone = read_map(both(tmp_path)), read_map(tmp_path / "south")
    assert {(alone.numbers[e.hex], e.edge) for e in alone.edge_roads} == {("S0203", "S"), ("S0201", "N")}
    assert {(game.numbers[e.hex], e.edge) for e in game.edge_roads} == {("S0203", "S"), ("N0201", "N")}
    assert links(game) - links(alone) == {("S0201", "N0202"), ("N0201", "N0202")}


def test_a_road_left_at_an_edge_that_is_none_any_more_is_found(tmp_path: Path) -> None:
    roads = NORTH["roads.csv"].replace("S0201,EDGE_N,none\n", "")
    found = check_folder(both(tmp_path, roads=roads))
    assert [(f.path.parent.resolve().name, f.path.name, f.line, f.text) for f in found] == [
        ("south", "roads.csv", 5, "S0201 does not lie on the edge 'N'")
    ]


def test_a_finding_names_the_file_that_says_it(tmp_path: Path) -> None:
    hexes = NORTH["hexes.csv"].replace("N0101,grass", "N0101,")
    found = check_folder(both(tmp_path, hexes=hexes, groups="group,hex\ntown,S0202\n"))
    assert {(f.path.parent.resolve().name, f.path.name, f.line) for f in found} == {("north", "hexes.csv", 2)}
    (tmp_path / "north" / "hexes.csv").write_text(NORTH["hexes.csv"], encoding="utf-8")
    found = check_folder(tmp_path / "north")
    assert [(f.path.name, f.line, f.text) for f in found] == [("groups.csv", 2, "town S0202 is listed twice")]


@pytest.mark.parametrize(
    ("files", "text"),
    [
        ({"roads": "hex1,hex2,road\nS0101,EDGE_N,none\n"}, r"roads.csv:2: no road S0101 EDGE_N is there"),
        ({"hexes": "hex,terrain\nS0101,grass\n"}, r"north/hexes.csv.*listed twice"),
        ({"roads": "hex1,hex2,road\nS0101,N0301,road\n"}, r"north/roads.csv:2: S0101 and N0301 do not touch"),
        ({"groups": "group,hex\ntown,N0203\ntown,N0401\n"}, r"north/groups.csv:3: 'N0401' lies off"),
    ],
)
def test_rows_that_do_not_fit_the_smaller_map_are_refused(
    tmp_path: Path, files: dict[str, str], text: str
) -> None:
    with pytest.raises(DataError, match=text):
        read_map(both(tmp_path, **files))


@pytest.mark.parametrize("base", ["../nowhere", ".", "../north"])
def test_a_map_extends_the_folder_of_another_map(tmp_path: Path, base: str) -> None:
    folder = both(tmp_path)
    text = NORTH["map.toml"].replace("../south", base)
    (folder / "map.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=rf"map.toml: extends '{base}', which is no folder of another map"):
        read_map(folder)


def test_two_maps_do_not_extend_each_other(tmp_path: Path) -> None:
    folder = both(tmp_path)
    (tmp_path / "south" / "map.toml").write_text('extends = "../north"\n' + GRID, encoding="utf-8")
    with pytest.raises(DataError, match=r"extends '../north', which is no folder of another map"):
        read_map(folder)
