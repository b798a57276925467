"""A map drawn with letters: what it becomes, and line and column of what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexcore.map_letters import read
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


@pytest.mark.parametrize(
    "old, new, told",
    [
        (". T . w", ". T x w", "9:5: the sign 'x' is not in the legend"),
        ("w woods", "w", "3:1: the sign 'w' has no words of terrain"),
        ("w woods", "w woods\nw wood", "4:1: the sign 'w' stands in the legend already"),
        ("w woods", "woods w", "3:1: 'woods' is more than one sign, and none of shoved, map, side, road"),
        ("shoved even", "shoved both", "1:8: `shoved` is even or odd"),
        ("\nmap\n", "\n", "7:1: the sign '.' stands in the legend already"),
        ("side river", "side", "12:5: `side` and one word"),
        ("a a b b\n. . . .", "a a b b\n. . a .", "15:5: there is no hex 0303 for this bank"),
        ("a a b b\na a b b", "a a a a\na a a a", "12:1: no two neighbours have different banks"),
        ("0101 0201 0202", "0101 0402", "17:1: 0101 and 0402 do not touch"),
        ("0101 0201 0202", "0101 0901", "17:1: no hex '0901' on this map"),
        ("0101 0201 0202", "0101", "17:6: `road`, its word, and the numbers of two hexes or more"),
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
