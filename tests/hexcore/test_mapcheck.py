"""Each rule of the map check finds its one fault on a small map, and nothing on the sound twin."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hexcore.mapcheck import Finding, MapTools, MapWords, check, check_folder, read_words, survey
from hexcore.mapdraw import svg
from hexcore.maps import read_map
from hexcore.ruleset import find
from hexcore.tables import DataError

SOUND = {
    "map.toml": """
family = "columns"
shoved = "even"
[[sheet]]
columns = [1, 6]
rows = [1, 5]
[words]
sea = ["lake"]
impassable_sides = ["deep"]
rivers = ["stream", "torrent"]
roads = ["paved", "track"]
terrain = ["grass", "wood", "lake"]
features = ["shore", "hedge"]
sides = ["stream", "torrent", "deep"]
coast = "shore"
[words.edge_groups]
sunrise = "E"
""",
    "hexsides.csv": """hex1,hex2,feature,name
0202,0203,stream,Beck
0202,0303,stream,Beck
0302,0303,torrent,Beck
0202,0302,stream,Brook
0201,0302,stream,Brook
0204,0205,deep,
""",
    "roads.csv": """hex1,hex2,road
0601,0501,paved
0501,0401,paved
0401,0402,track
0402,0403,track
0601,EDGE_E,paved
""",
    "places.csv": """hex,name,kind
0401,Upton,town
0403,Nether,hamlet
""",
    "groups.csv": """group,hex
sunrise,0601
sunrise,0602
sunrise,0603
sunrise,0604
sunrise,0605
""",
}
"""Six columns of five: the first is water, a stream with a tributary, a road to the east edge."""


def hexes() -> str:
    rows = ["hex,terrain,features"]
    for column in range(1, 7):
        kind = {1: "lake,", 2: "grass,shore"}.get(column, "grass,")
        rows += [f"{column:02d}{row:02d},{kind}" for row in range(1, 6)]
    return "\n".join(rows) + "\n"


def write(folder: Path, **changes: tuple[str, str]) -> Path:
    """The sound map, with one text replaced by another in the file of that name."""
    for name, text in {"hexes.csv": hexes(), **SOUND}.items():
        was, now = changes.get(name.split(".")[0], ("", ""))
        assert was in text
        (folder / name).write_text(text.replace(was, now, 1) if was else text + now, encoding="utf-8")
    return folder


def found(folder: Path) -> list[str]:
    return [f"{f.path.name}:{f.line}: {f.text}" for f in check_folder(folder)]


def test_the_sound_map_has_no_finding(tmp_path: Path) -> None:
    assert found(write(tmp_path)) == []


def test_without_a_sea_a_closed_hexside_lies_where_it_likes(tmp_path: Path) -> None:
    """A river that nobody crosses, say; where there is a sea, water far from it is a slip."""
    home = write(tmp_path, hexsides=("0204,0205,deep", "0403,0404,deep"))
    assert [text for text in found(home) if "is closed" in text]
    text = (home / "map.toml").read_text("utf-8")
    (home / "map.toml").write_text(text.replace('sea = ["lake"]\n', ""), "utf-8")
    assert [text for text in found(home) if "is closed" in text] == []


FAULTS: list[tuple[dict[str, tuple[str, str]], list[str]]] = [
    # holes
    ({"hexes": ("0504,grass,\n", "")}, ["hexes.csv:24: 0504 is missing from the sheet"]),
    # duplicates
    ({"hexsides": ("", "0303,0302,torrent,Beck\n")}, ["hexsides.csv:8: 0303 0302 Beck is listed twice"]),
    ({"hexsides": ("", "0302,0303,stream,Beck\n")}, ["hexsides.csv:8: 0302 0303 Beck is listed twice"]),
    ({"roads": ("", "0402,0401,track\n")}, ["roads.csv:7: 0402 0401 is listed twice"]),
    ({"places": ("", "0401,Upton,town\n")}, ["places.csv:4: 0401 Upton is listed twice"]),
    ({"groups": ("", "sunrise,0605\n")}, ["groups.csv:7: sunrise 0605 is listed twice"]),
    # unknown words
    (
        {"hexes": ("0504,grass", "0504,gras")},
        ["hexes.csv:25: 0504 has an unknown word 'gras'; the nearest is 'grass'"],
    ),
    (
        {"hexes": ("0504,grass,", "0504,grass,hegde")},
        ["hexes.csv:25: 0504 has an unknown word 'hegde'; the nearest is 'hedge'"],
    ),
    (
        {"hexsides": ("0204,0205,deep", "0204,0205,depp")},
        ["hexsides.csv:7: 0204-0205 has an unknown word 'depp'; the nearest is 'deep'"],
    ),
    (
        {"roads": ("0402,0403,track", "0402,0403,lane")},
        [
            "roads.csv:5: 0402-0403 has an unknown road 'lane'",
            "hexes.csv:18: a track road stops in the open at 0402",
        ],
    ),
    # rivers
    (
        {"hexsides": ("0202,0303,stream,Beck\n", "")},
        [
            "hexsides.csv:3: Beck breaks: a piece lies at 0302-0303",
            "hexsides.csv:5: the water of Beck, Brook at 0201-0302 reaches no sea or edge",
        ],
    ),
    (
        {"hexsides": ("0202,0203,stream,Beck\n", "")},
        [
            "hexsides.csv:3: Beck reaches neither sea nor edge nor another river; it ends at 0302-0303",
            "hexsides.csv:5: the water of Beck, Brook at 0201-0302 reaches no sea or edge",
        ],
    ),
    (
        {"hexsides": ("", "0403,0404,stream,Lost\n")},
        [
            "hexsides.csv:8: Lost reaches neither sea nor edge nor another river; it ends at 0403-0404",
            "hexsides.csv:8: the water of Lost at 0403-0404 reaches no sea or edge",
        ],
    ),
    ({"hexsides": ("", "0203,0303,stream,Beck\n")}, ["hexsides.csv:3: Beck forks at 0202-0303"]),
    (
        {"hexsides": ("0201,0302,stream,Brook", "0201,0302,stream,")},
        ["hexsides.csv:6: 0201-0302 is a river without a name"],
    ),
    (
        {"hexsides": ("", "0102,0202,stream,Salt\n")},
        [
            "hexsides.csv:8: Salt runs in the sea at 0102-0202",
            "hexsides.csv:8: Salt has a mouth at both ends, and no source",
        ],
    ),
    (
        {"hexsides": ("", "0203,0303,stream,Twin\n0203,0304,stream,Twin\n0203,0204,stream,Twin\n")},
        ["hexsides.csv:10: Twin has a mouth at both ends, and no source"],
    ),
    # coast
    (
        {"hexes": ("0503,grass", "0503,lake")},
        [
            "hexes.csv:24: the sea at 0503 is closed in by land",
            *(
                f"hexes.csv:{line}: {n} touches the sea but is not shore"
                for line, n in (
                    (18, "0402"),
                    (19, "0403"),
                    (23, "0502"),
                    (25, "0504"),
                    (28, "0602"),
                    (29, "0603"),
                )
            ),
        ],
    ),
    ({"hexes": ("0203,grass,shore", "0203,grass,")}, ["hexes.csv:9: 0203 touches the sea but is not shore"]),
    ({"hexes": ("0403,grass,", "0403,grass,shore")}, ["hexes.csv:19: 0403 is shore but touches no sea"]),
    (
        {"hexsides": ("0204,0205,deep", "0403,0404,deep")},
        ["hexsides.csv:7: 0403-0404 is closed ([words] impassable_sides) with no sea beside it"],
    ),
    # roads
    (
        {"roads": ("", "0403,0304,track\n0304,0203,track\n0203,0103,track\n")},
        [
            "roads.csv:9: the track road 0103-0203 runs into the sea",
            "hexes.csv:4: a track road stops in the open at 0103",
        ],
    ),
    (
        {
            "roads": ("", "0403,0304,track\n0304,0204,track\n0204,0205,track\n"),
            "places": ("", "0205,Ebb,hamlet\n"),
        },
        ["roads.csv:9: the track road 0204-0205 crosses a closed hexside"],
    ),
    (
        {"roads": ("", "0304,0305,track\n"), "places": ("", "0304,A,hamlet\n0305,B,hamlet\n")},
        ["hexes.csv:15: the roads at 0304, 0305 are cut off from the net"],
    ),
    ({"places": ("0403,Nether,hamlet\n", "")}, ["hexes.csv:19: a track road stops in the open at 0403"]),
    (
        {"roads": ("0501,0401,paved", "0501,0401,track")},
        ["hexes.csv:22: a paved road stops in the open at 0501"],
    ),
    ({"roads": ("0601,EDGE_E", "0601,EDGE_S")}, ["roads.csv:6: 0601 does not lie on the edge 'S'"]),
    ({"roads": ("0601,EDGE_E", "0601,EDGE_X")}, ["roads.csv:6: 0601 does not lie on the edge 'X'"]),
    (
        {"roads": ("0601,EDGE_E,paved", "0601,EDGE_E,track")},
        [
            "hexes.csv:27: a paved road stops in the open at 0601",
            "roads.csv:6: no track road leads to where one leaves the map at 0601",
        ],
    ),
    # unreachable land, places in the sea
    (
        {"hexes": ("0103,lake,", "0103,grass,shore"), "hexsides": ("", "0103,0202,deep,\n0103,0203,deep,\n")},
        ["hexes.csv:4: the land at 0103 cannot be reached"],
    ),
    ({"places": ("", "0104,Wreck,hamlet\n")}, ["hexes.csv:5: Wreck lies in the sea at 0104"]),
    # groups
    ({"groups": ("sunrise,0603\n", "")}, ["groups.csv:3: sunrise leaves out 0603"]),
    ({"groups": ("", "sunrise,0503\n")}, ["groups.csv:7: sunrise: 0503 is not land on the edge 'E'"]),
    ({"map": ("sunrise =", "sunset =")}, ["groups.csv:0: there is no group sunset"]),
    # objectives
    (
        {"map": ("coast =", 'objectives = ["prize"]\ncoast ='), "groups": ("", "prize,0401\nprize,0402\n")},
        ["groups.csv:8: prize: 0402 is an objective without a name"],
    ),
    (
        {"map": ("coast =", 'objectives = ["prize"]\ncoast =')},
        ["groups.csv:0: there is no group prize"],
    ),
]


@pytest.mark.parametrize(("changes", "findings"), FAULTS, ids=lambda value: str(value)[:60])
def test_one_fault_is_found(tmp_path: Path, changes: dict[str, tuple[str, str]], findings: list[str]) -> None:
    assert sorted(found(write(tmp_path, **changes))) == sorted(findings)


def test_a_hexside_that_differs_from_across_is_found(tmp_path: Path) -> None:
    folder = write(tmp_path)
    sound, words = read_map(folder), read_words(folder)
    assert check(sound, folder, words) == []
    side = sound.side(sound.hex("0202"), sound.hex("0203"))
    sides = tuple(frozenset[str]() if s == sound.mirror(side) else w for s, w in enumerate(sound.sides))
    texts = [finding.text for finding in check(replace(sound, sides=sides), folder, words)]
    assert texts == ["0202-0203 differs when seen from across"]


def test_a_map_that_cannot_be_read_is_one_finding(tmp_path: Path) -> None:
    folder = write(tmp_path, hexsides=("", "0101,0601,stream,Leap\n"))
    assert check_folder(folder) == [Finding(folder / "hexsides.csv", 8, "0101 and 0601 do not touch")]
    write(folder, hexes=("", "0605,grass,\n"))
    assert found(folder) == ["hexes.csv:32: hex 0605 is listed twice"]
    (folder / "hexes.csv").unlink()
    assert found(folder) == ["hexes.csv:0: no such file"]


def test_an_explained_finding_is_counted_and_a_stale_explanation_is_found(tmp_path: Path) -> None:
    folder = write(tmp_path, places=("0403,Nether,hamlet\n", ""))
    reasons = "finding,reason\na track road stops in the open at 0403,It ends at a quarry\n"
    (folder / "explained.csv").write_text(reasons, encoding="utf-8")
    explained = Finding(folder / "hexes.csv", 19, "a track road stops in the open at 0403")
    surveyed = survey(read_map(folder), folder, read_words(folder))
    assert surveyed == ([], [(explained, "It ends at a quarry")])
    write(folder)
    stale = "explained.csv:2: explains nothing any more: a track road stops in the open at 0403"
    assert found(folder) == [stale]


def test_the_words_are_read_and_a_mistyped_key_is_refused(tmp_path: Path) -> None:
    words = read_words(write(tmp_path))
    assert words.sea == {"lake"}
    assert words.roads == ("paved", "track")
    assert words.edge_groups == {"sunrise": "E"}
    assert words.edges["N"] == "N"
    write(tmp_path, map=("[words]", '[words]\nrivres = ["x"]'))
    with pytest.raises(DataError, match="no key 'rivres'"):
        read_words(tmp_path)


def test_a_map_of_rows_knows_its_edges(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(
        'family = "rows"\nshoved = "odd"\nmirrored = true\n[[sheet]]\ncolumns = [0, 3]\nrows = [0, 2]\n'
        '[words]\nroads = ["road"]\nedges = { A = "E", C = "SW" }\nedge_groups = { right = "A" }\n'
    )
    numbers = [f"{row:02d}{column:02d}" for row in range(3) for column in range(4)]
    (tmp_path / "hexes.csv").write_text("hex,terrain\n" + "".join(f"{n},clear\n" for n in numbers))
    (tmp_path / "groups.csv").write_text("group,hex\nright,0000\nright,0100\nright,0200\n")
    roads = (
        "hex1,hex2,road\n0100,0101,road\n0101,0102,road\n0102,0103,road\n0100,EDGE_A,road\n0103,EDGE_C,road\n"
    )
    (tmp_path / "roads.csv").write_text(roads)
    assert found(tmp_path) == []
    (tmp_path / "roads.csv").write_text(roads.replace("0103,EDGE_C", "0103,EDGE_A"))
    assert found(tmp_path) == ["roads.csv:6: 0103 does not lie on the edge 'A'"]


def test_map_tools_name_a_folder_and_its_words(tmp_path: Path) -> None:
    tools = MapTools(write(tmp_path), MapWords(sea=frozenset({"lake"})))
    assert tools.build is None
    assert tools.differences is None
    assert check_folder(tools.folder) == []


@pytest.mark.parametrize("size", [20.0, 54.0])
def test_a_map_is_drawn_with_or_without_a_presentation(tmp_path: Path, size: float) -> None:
    game = read_map(write(tmp_path))
    styles = {
        "terrain": {"grass": {"label": "Meadow", "texture": "strips", "light": ["#ABCDEF", "#123456"]}},
        "labels": {"Upton": {"text": "Upton <Abbey> & Mill", "at": "W"}},
        "scale": {"km_per_hex": 2},
    }
    for presentation, word in (({}, "Upton"), (styles, "Upton <Abbey> & Mill"), (styles, "Meadow")):
        picture = ElementTree.fromstring(svg(game, presentation, size))
        texts = {element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")}
        assert {word, "0605", "Beck"} <= texts
    assert "#ABCDEF" in svg(game, styles, size)
    assert svg(game, styles, size) == svg(game, styles, size)


def test_names_leave_hex_numbers_free() -> None:
    """No name on a picture covers a tenth of the number of any hex."""
    from hexcore.svg_parts import UNIT, box, overlap

    shown = find("breakout-pursuit")
    names, numbers = [], []
    for element in ElementTree.fromstring(svg(shown.map, {})).iter("{http://www.w3.org/2000/svg}text"):
        high, text = float(element.get("font-size", "")), element.text or ""
        if element.get("text-anchor") == "middle":
            x, y = float(element.get("x", "")), float(element.get("y", "")) - 0.35 * high
            place = box((x, y), 0.29 * high * len(text), high / 2)
            (numbers if text in shown.map.index else names).append(place)
    assert len(numbers) == len(shown.map) and len(names) > 150
    whole = 4 * 0.58 * (0.15 * UNIT) ** 2
    drawn = set(names)  # each is drawn twice, its halo first
    assert max(sum(overlap(name, number) for name in drawn) for number in numbers) < whole / 10


def test_a_word_of_a_strangers_map_is_only_a_word(tmp_path: Path) -> None:
    """Terrain that tries to break out of its attribute does not get into the picture's own language."""
    word = 'x"onload="alert(1)'
    game = read_map(write(tmp_path))
    changed = game.with_ground({0: frozenset({word})}, {}, {}, {})
    styles = {"terrain": {word: {"texture": "hatch"}}}
    for element in ElementTree.fromstring(svg(changed, styles)).iter():
        assert "onload" not in element.attrib


# ------------------------------------------------------------------ on the command line
def test_any_folder_is_proved(
    tmp_path: Path, run: Callable[..., tuple[int, str, str]], answer: Callable[..., Any]
) -> None:
    write(tmp_path)
    assert run("map", "check", tmp_path) == (0, "no findings\n", "")
    write(tmp_path, places=("0403,Nether,hamlet\n", ""))
    status, out, err = run("map", "check", tmp_path)
    assert (status, out) == (2, f"{tmp_path}/hexes.csv:19: a track road stops in the open at 0403\n")
    assert err == f"hexcore: 1 finding in {tmp_path}\n"
    reasons = "finding,reason\na track road stops in the open at 0403,It ends at a quarry\n"
    (tmp_path / "explained.csv").write_text(reasons, encoding="utf-8")
    assert run("map", "check", tmp_path) == (0, "no findings, 1 explained\n", "")
    assert answer("map", "check", tmp_path) == [
        {
            "file": f"{tmp_path}/hexes.csv",
            "line": 19,
            "finding": "a track road stops in the open at 0403",
            "explained": "It ends at a quarry",
        }
    ]
    write(tmp_path)
    status, out, _ = run("map", "check", tmp_path)
    assert status == 2 and out.startswith(f"{tmp_path}/explained.csv:2: explains nothing any more")


def test_an_explanation_without_a_reason_is_refused(
    tmp_path: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    write(tmp_path)
    (tmp_path / "explained.csv").write_text("finding,reason\nsomething,\n", encoding="utf-8")
    status, out, _ = run("map", "check", tmp_path)
    assert status == 2 and out.startswith(f"{tmp_path}/explained.csv:2: reason: Field required")


@pytest.mark.usefixtures("small_rulesets")
def test_a_ruleset_without_tools_is_proved_too(
    run: Callable[..., tuple[int, str, str]], answer: Callable[..., Any]
) -> None:
    assert run("map", "check", "hill") == (0, "no findings\n", "")
    assert run("map", "check", "crossing") == (0, "no findings, 2 explained\n", "")
    assert [one["finding"] for one in answer("map", "check", "crossing")] == [
        "a road road stops in the open at 0004",
        "a road road stops in the open at 0704",
    ]


@pytest.mark.parametrize(
    "line, reason",
    [
        ('rivers = "stream"', "[words] rivers is no list of words: 'stream'"),
        ("sea = [7]", "[words] sea is no list of words: [7]"),
        ('coast = ["shore"]', "[words] coast is no word: ['shore']"),
        ('edges = "N"', "[words] edges is no table of words: 'N'"),
    ],
)
def test_words_of_another_shape_are_refused(tmp_path: Path, line: str, reason: str) -> None:
    (tmp_path / "map.toml").write_text(f"[words]\n{line}\n")
    with pytest.raises(DataError) as refused:
        read_words(tmp_path)
    assert reason in str(refused.value)


# ------------------------------------------------------------------ pictures
@pytest.mark.usefixtures("small_rulesets")
def test_words_of_most_maps_have_their_usual_colours() -> None:
    import crossing

    picture = svg(crossing.RULESET.map, {})
    for word, fill in (("Sea", "#BFD5E2"), ("Woods", "#9CC27A"), ("Town", "#CFA697"), ("Clear", "#F3ECD6")):
        swatch = picture.rpartition(f">{word}</text>")[0].rpartition("<rect ")[2]
        assert f'fill="{fill}"' in swatch


def test_a_picture_does_not_depend_on_the_run(tmp_path: Path) -> None:
    """Sets of words come in another order in each process; the picture does not."""
    write(tmp_path)
    code = (
        "import sys; from pathlib import Path; from hexcore.maps import read_map;"
        "from hexcore.mapdraw import svg; same = {'order': 1};"
        "print(svg(read_map(Path(sys.argv[1])), {'terrain': {'grass': same, 'lake': same}}))"
    )
    pictures = {
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(pictures) == 1


def test_a_size_that_is_none_is_refused(tmp_path: Path, mistake: Callable[..., str]) -> None:
    write(tmp_path)
    for size in ("0", "-5", "nan", "1e9"):
        assert "--size" in mistake("map", "draw", tmp_path, "-o", tmp_path / "x.svg", f"--size={size}")
    assert not (tmp_path / "x.svg").exists()
