"""A map drawn with letters: what it becomes, and line and column of what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexcore.map_letters import Faults, read
from hexcore.maps import read_map
from hexcore.tables import DataError

DRAWN = """shoved even
. clear
w woods
T town + fort
- none

map
. . w w
. T . w
. . - .

side river
a a b b
a a b b
. . . .

road road 0101 0201 0202
"""


@pytest.fixture
def drawn(tmp_path: Path) -> Callable[..., Path]:
    def drawn(*changes: tuple[str, str]) -> Path:
        text = DRAWN
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path = tmp_path / "valley.txt"
        path.write_text(text, "utf-8")
        return path

    return drawn


def test_what_it_becomes(drawn: Callable[..., Path]) -> None:
    made = read(drawn())
    assert made.numbers[:3] == ("0101", "0102", "0103") and len(made) == 11 and "0303" not in made.index
    assert made.terrain[made.hex("0301")] == {"woods"} and made.features[made.hex("0202")] == {"fort"}
    river = {
        frozenset((made.numbers[s // 6], made.numbers[made.neighbours[s]]))
        for s, words in enumerate(made.sides)
        if "river" in words
    }
    assert river == {frozenset(pair) for pair in (("0201", "0301"), ("0201", "0302"), ("0202", "0302"))}
    road = made.side(made.hex("0201"), made.hex("0202"))
    assert made.roads[road] == "road" and made.roads[made.mirror(road)] == "road"


def test_which_columns_lie_lower(drawn: Callable[..., Path]) -> None:
    even, odd = read(drawn()), read(drawn(("shoved even", "shoved odd")))
    assert even.hex("0102") in even.around(even.hex("0201"))
    assert odd.hex("0102") not in odd.around(odd.hex("0201"))


def test_the_command_writes_a_folder(
    drawn: Callable[..., Path], tmp_path: Path, answer: Callable[..., Any], mistake: Callable[..., str]
) -> None:
    told = answer("map", "import", drawn(), "-o", tmp_path / "valley")
    assert told["hexes"] == 11
    assert read_map(tmp_path / "valley").content_hash == read(drawn()).content_hash
    assert "a map is exchanged as .txt, .geojson or .tmx" in mistake("map", "import", "x.png", "-o", "y")


MORE = """side river = The Ost
a a b b
a a b b
. . . .

side bridge 0201-0302 0202-0302
road road EDGE_W 0101 0201 EDGE_N = Mill road
place town 0202 = Old Tilden
group prizes 0202 0401
"""


def test_names_bridges_edge_roads_places_and_groups(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(DRAWN[: DRAWN.index("side river")] + MORE, "utf-8")
    made = read(path)
    bridges = {side for side, words in enumerate(made.sides) if "bridge" in words}
    assert bridges == {made.side(made.hex(a), made.hex(b)) for a in ("0201", "0202") for b in ("0302",)} | {
        made.side(made.hex("0302"), made.hex(b)) for b in ("0201", "0202")
    }
    assert {made.side_names[side] for side, words in enumerate(made.sides) if "river" in words} == {"The Ost"}
    assert [(made.numbers[r.hex], r.edge, r.road) for r in made.edge_roads] == [
        ("0101", "W", "road"),
        ("0201", "N", "road"),
    ]
    assert set(made.road_names.values()) == {"Mill road"}
    assert [(made.numbers[p.hex], p.name, p.kind) for p in made.places] == [("0202", "Old Tilden", "town")]
    assert made.groups == {"prizes": (made.hex("0202"), made.hex("0401"))}


def test_a_key_ends_a_picture(drawn: Callable[..., Path]) -> None:
    """The blank line before it may be missing: no row of signs is such a line."""
    close = drawn(("\n\nside river", "\nside river"), ("\n\nroad", "\nroad"))
    assert read(close).content_hash == read(drawn()).content_hash


def test_a_bank_too_wide_is_told_once_a_row(drawn: Callable[..., Path]) -> None:
    with pytest.raises(Faults) as raised:
        read(drawn(("a a b b\na a b b", "a a b b b b\na a b b b b")))
    assert [fault.split(": ", 1)[1] for fault in raised.value.all] == [
        "there is no hex 0501 for this bank",
        "there is no hex 0502 for this bank",
    ]


def test_its_author_says_where_it_comes_from(drawn: Callable[..., Path]) -> None:
    """A map of one's own is printed: the drawing is the map. A copy may be less."""
    assert set(read(drawn()).provenance.values()) == {"printed"}
    copy = drawn(("shoved even", "shoved even\nprovenance recovered"))
    assert set(read(copy).provenance.values()) == {"recovered"}


def test_all_that_is_wrong_is_told_at_once(
    drawn: Callable[..., Path], tmp_path: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    path = drawn(("0101 0201 0202", "0101 0901 0409"), ("side river", "side bridge 0101-0301\n\nside river"))
    with pytest.raises(Faults) as raised:
        read(path)
    places = [fault.removeprefix(f"{path}:").split(": ")[0] for fault in raised.value.all]
    assert places == ["12:18", "19:16", "19:21"]
    status, out, err = run("map", "import", path, "-o", tmp_path / "valley")
    assert status == 2 and out.splitlines() == list(raised.value.all) and not (tmp_path / "valley").exists()
    assert err == f"hexcore: 3 faults in {path}: nothing is made\n"


def test_the_drawing_again(drawn: Callable[..., Path], tmp_path: Path, answer: Any, mistake: Any) -> None:
    """The tables of a folder are written anew; what map.toml says, and tables nobody drew, stay."""
    home = tmp_path / "valley"
    answer("map", "import", drawn(), "-o", home)
    words = (home / "map.toml").read_text("utf-8") + '\n[words]\nrivers = ["river"]\n'
    (home / "map.toml").write_text(words, "utf-8")
    (home / "places.csv").write_text("hex,name,kind\n0202,Tilden,town\n", "utf-8")
    wooded = drawn((". T . w", "w T . w"))
    assert "is there already" in mistake("map", "import", wooded, "-o", home)
    answer("map", "import", wooded, "-o", home, "--replace")
    again = read_map(home)
    assert again.terrain[again.hex("0102")] == {"woods"} and [p.name for p in again.places] == ["Tilden"]
    assert (home / "map.toml").read_text("utf-8") == words
    odd = drawn(("shoved even", "shoved odd"))
    assert "map.toml: has another grid" in mistake("map", "import", odd, "-o", home, "--replace")


@pytest.mark.parametrize(
    "old, new, told",
    [
        (". T . w", ". T x w", "9:5: the sign 'x' is not in the legend"),
        ("w woods", "w", "3:1: the sign 'w' has no words of terrain"),
        ("w woods", "w woods\nw wood", "4:1: the sign 'w' stands in the legend already"),
        ("w woods", "woods w", "3:1: 'woods' is more than one sign, and none of map, shoved, prov"),
        ("shoved even", "shoved both", "1:8: `shoved` is even or odd"),
        ("\nmap\n", "\n", "7:1: the sign '.' stands in the legend already"),
        ("side river", "side", "12:1: `side` and one word"),
        ("a a b b\n. . . .", "a a b b\n. . a .", "15:5: there is no hex 0303 for this bank"),
        ("a a b b\na a b b", "a a a a\na a a a", "12:1: no two neighbours have different banks"),
        ("0101 0201 0202", "0101 0402", "17:16: 0101 and 0402 do not touch"),
        ("0101 0201 0202", "0101 0901", "17:16: no hex '0901' on this map"),
        ("0101 0201 0202", "0101", "17:6: `road` and its word, then the numbers of two hexes or more"),
        ("road road 0101", "road road 0101 EDGE_W", "17:16: EDGE_W stands at an end of a road"),
        ("road road", "side bridge 0101 0201\nroad road", "17:13: a hexside is two hexes with a -"),
        ("road road", "side bridge 0101-0309\nroad road", "17:18: no hex '0309' on this map"),
        ("road road", "place town 0202\nroad road", "17:7: `place` and its kind, the number of its hex, and"),
        ("road road", "group west 0101 0303\nroad road", "17:17: no hex '0303' on this map"),
        ("shoved even", "provenance print", "1:12: `provenance` is printed or reconstructed or"),
    ],
)
def test_what_is_wrong_has_its_place(drawn: Callable[..., Path], old: str, new: str, told: str) -> None:
    path = drawn((old, new))
    with pytest.raises(DataError) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}:{told}")


def test_a_file_that_is_no_text_or_has_no_picture(tmp_path: Path) -> None:
    for content, told in ((b"\xff\xfe", "no UTF-8 text"), (b". clear\n", "there is no picture")):
        path = tmp_path / "x.txt"
        path.write_bytes(content)
        with pytest.raises(DataError, match=told):
            read(path)
