"""Maps: indices, hexsides with two names, groups, changed ground, and files read with their faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from crossing import RULESET as CROSSING
from hypothesis import given, strategies as st
from sandbox import plain

from hexcore.actions import ActionForm, Move
from hexcore.maps import OFF_MAP, HexMap, positions, read_map
from hexcore.tables import DataError

CROSSING_MAP = CROSSING.map
HEXES = st.integers(0, len(CROSSING_MAP) - 1)

MAP_TOML = """
family = "columns"
shoved = "even"
[[sheet]]
prefix = "A"
columns = [1, 3]
rows = [1, 3]
[[sheet]]
prefix = "B"
columns = [1, 2]
rows = [1, 3]
offset = [-1, 0]
"""


def folder(tmp_path: Path, **files: str) -> Path:
    (tmp_path / "map.toml").write_text(MAP_TOML)
    rows = "".join(f"A{c:02d}{r:02d},clear\n" for c in (1, 2, 3) for r in (1, 2, 3))
    (tmp_path / "hexes.csv").write_text("hex,terrain\n" + rows)
    for name, text in files.items():
        (tmp_path / f"{name}.csv").write_text(text)
    return tmp_path


@given(HEXES)
def test_a_hexside_has_a_mirror(hex: int) -> None:
    ground = CROSSING_MAP
    for near in ground.around(hex):
        side = ground.side(hex, near)
        assert ground.mirror(side) == ground.side(near, hex)
        assert ground.mirror(ground.mirror(side)) == side
    for side in range(6 * hex, 6 * hex + 6):
        if ground.neighbours[side] == OFF_MAP:
            assert ground.mirror(side) == OFF_MAP


@given(HEXES)
def test_both_names_of_a_side_carry_the_same(hex: int) -> None:
    ground = CROSSING_MAP
    for near in ground.around(hex):
        side, other = ground.side(hex, near), ground.side(near, hex)
        assert ground.sides[side] == ground.sides[other]
        assert ground.roads[side] == ground.roads[other]


@given(HEXES, st.integers(0, 4))
def test_within_is_everything_so_near(hex: int, radius: int) -> None:
    near = set(CROSSING_MAP.within(hex, radius))
    assert near == {h for h in range(len(CROSSING_MAP)) if CROSSING_MAP.distance(hex, h) <= radius}


def test_the_graph_has_an_edge_for_every_hexside_between_two_hexes() -> None:
    graph = CROSSING_MAP.graph()
    assert graph.number_of_nodes() == 72
    assert graph.number_of_edges() == sum(n >= 0 for n in CROSSING_MAP.neighbours) // 2


def test_the_river_and_the_road_of_the_crossing() -> None:
    ground = CROSSING_MAP
    bridge = ground.side(ground.hex("0304"), ground.hex("0404"))
    assert ground.sides[bridge] == {"river"} and ground.roads[bridge] == "road"
    assert ground.place_at[ground.hex("0504")].name == "Wendham"
    assert ground.side_names[bridge] == "Wend"


def test_names_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match="no hex '9999'"):
        CROSSING_MAP.hex("9999")
    with pytest.raises(DataError, match="no group of hexes named 'moon'"):
        CROSSING_MAP.group("moon")
    with pytest.raises(ValueError):
        CROSSING_MAP.side(0, 40)
    for wrong in (-1, 72, True, "0304", None):
        with pytest.raises(ValueError):
            CROSSING_MAP.checked(wrong)


def test_changed_ground_changes_both_names_and_the_hash_and_nothing_else() -> None:
    ground = plain()
    a, b = positions(ground, ["0303", "0304"])
    side = ground.side(a, b)
    wet = ground.with_ground({a: frozenset({"marsh"})}, {}, {side: frozenset({"river"})}, {side: "track"})
    assert wet.terrain[a] == {"marsh"} and ground.terrain[a] == {"clear"}
    assert wet.sides[side] == wet.sides[ground.side(b, a)] == {"river"}
    assert wet.roads[side] == wet.roads[ground.side(b, a)] == "track"
    assert wet.content_hash != ground.content_hash == plain().content_hash
    assert sum(bool(words) for words in wet.sides) == 2
    assert wet.neighbours is ground.neighbours == plain().neighbours  # the same hexes: not looked for again


def test_a_map_file_with_aliases(tmp_path: Path) -> None:
    ground = read_map(folder(tmp_path))
    assert ground.numbers[ground.hex("B0101")] == "A0201"
    form = ActionForm(ground, frozenset({"u"}))
    move = form.parse({"kind": "move", "unit": "u", "to": "B0203"})
    assert move == Move(("u",), ground.hex("A0303"))
    assert form.dump(move) == {"kind": "move", "unit": "u", "to": "A0303"}


def test_a_road_over_the_edge_and_marks_of_provenance(tmp_path: Path) -> None:
    roads = "hex1,hex2,road,provenance\nA0101,EDGE_N,primary,printed\nA0101,A0102,primary,printed\n"
    ground = read_map(folder(tmp_path, roads=roads))
    assert [(ground.numbers[r.hex], r.edge, r.road) for r in ground.edge_roads] == [("A0101", "N", "primary")]
    side = ground.side(*positions(ground, ["A0101", "A0102"]))
    assert ground.provenance["road", side] == ground.provenance["road", ground.mirror(side)] == "printed"
    assert ground.provenance["hex", 0] == "reconstructed"


@pytest.mark.parametrize(
    "name, text, complaint",
    [
        ("hexsides", "hex1,hex2,feature\nA0101,A0303,river\n", r"hexsides.csv:2: .* do not touch"),
        ("hexsides", "hex1,hex2,feature\nA0101,A0102,river\nA0101,A0900,river\n", r"hexsides.csv:3: 'A0900'"),
        ("roads", "hex1,hex2,road\nA0101,B0303,primary\n", r"roads.csv:2: 'B0303'"),
        ("groups", "group,hex\nhome,Z0101\n", r"groups.csv:2: 'Z0101'"),
        ("places", "hex,name\nA0101,Here\n", r"places.csv:2: kind"),
        ("places", "hex,name,kind,provenance\nA0101,Here,town,guessed\n", r"places.csv:2: provenance"),
        ("hexes", "hex,terrain\nA0101,clear\nA0101,clear\n", r"hexes.csv:3: hex A0101 is listed twice"),
        ("hexes", "hex,terrain\nA0101,clear,extra\n", r"hexes.csv:2: the line has not as many cells"),
    ],
)
def test_a_fault_in_a_map_file_names_file_and_line(
    tmp_path: Path, name: str, text: str, complaint: str
) -> None:
    with pytest.raises(DataError, match=complaint):
        read_map(folder(tmp_path, **{name: text}))


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("family = 'squares'\nshoved = 'odd'\n[[sheet]]\ncolumns=[1,2]\nrows=[1,2]", "columns or rows"),
        ("family = 'rows'\nshoved = 'odd'\nsheet = []", "one sheet at least"),
        ("family = 'rows'\nshoved = 'odd'", "lacks 'sheet'"),
        ("family = ", "map.toml"),
    ],
)
def test_a_grid_file_that_does_not_hold(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "map.toml").write_text(text)
    with pytest.raises(DataError, match=complaint):
        read_map(tmp_path)


def test_the_most_important_place_of_a_hex_is_the_first_listed(tmp_path: Path) -> None:
    text = "hex,name,kind\nA0101,First,city\nA0101,Second,village\n"
    ground: HexMap = read_map(folder(tmp_path, places=text))
    assert ground.place_at[ground.hex("A0101")].name == "First"
