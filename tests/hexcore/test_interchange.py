"""Maps go out as GeoJSON and to Tiled and come back the same; hostile files are refused at once."""

from __future__ import annotations

import json
import re
import time
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import crossing
import hill
import pytest

from hexcore import geojson, tiled
from hexcore.hexes import Grid, Sheet
from hexcore.maps import HexMap, read_map
from hexcore.ruleset import Ruleset, find
from hexcore.tables import DataError
from hexcore.tiled import Placing

pytestmark = pytest.mark.usefixtures("small_rulesets")

FORMS = {".geojson": geojson, ".tmx": tiled}


def there_and_back(hex_map: HexMap, path: Path) -> HexMap:
    form: Any = FORMS[path.suffix]
    form.write(hex_map, {}, path)
    back: HexMap = form.read(path)
    return back


# ------------------------------------------------------------------ round trips
@pytest.mark.parametrize("ending", FORMS)
@pytest.mark.parametrize("ruleset", [hill.RULESET, crossing.RULESET, find("cobra-1977")], ids=lambda r: r.id)
def test_a_map_comes_back_the_same(tmp_path: Path, ruleset: Ruleset, ending: str) -> None:
    back = there_and_back(ruleset.map, tmp_path / f"x{ending}")
    assert back.content_hash == ruleset.map.content_hash
    assert (back.places, back.side_names, back.grid) == (
        ruleset.map.places,
        ruleset.map.side_names,
        ruleset.map.grid,
    )
    if ruleset.map.provenance:
        assert back == ruleset.map


@pytest.mark.parametrize("ending", FORMS)
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("shoved", ["even", "odd"])
@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("family", ["columns", "rows"])
def test_every_way_of_numbering_comes_back(
    tmp_path: Path, family: Any, first: int, shoved: Any, mirrored: bool, ending: str
) -> None:
    if mirrored and family == "columns":
        pytest.skip("only rows are counted from right to left")
    grid = Grid(
        family, shoved, (Sheet("Q", (first, first + 4), (first + 1, first + 4), short=True),), mirrored
    )
    coords = tuple(grid.hexes(grid.sheets[0]))
    terrain = tuple(frozenset({"a" if n % 3 else "b"}) for n in range(len(coords)))
    none: frozenset[str] = frozenset()
    size = len(coords)
    made = HexMap(grid, coords, terrain, (none,) * size, (none,) * (6 * size), ("",) * (6 * size))
    assert there_and_back(made, tmp_path / f"x{ending}").content_hash == made.content_hash


@pytest.mark.parametrize("shoved", ["even", "odd"])
@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("family", ["columns", "rows"])
def test_tiled_shoves_the_tiles_that_the_map_shoves(family: Any, first: int, shoved: Any) -> None:
    """Tiled puts the tiles of one index half a tile further: neighbours there are neighbours here."""
    grid = Grid(family, shoved, (Sheet("", (first, first + 5), (first, first + 5)),))
    coords = tuple(grid.hexes(grid.sheets[0]))
    none: frozenset[str] = frozenset()
    size = len(coords)
    made = HexMap(
        grid, coords, (frozenset({"a"}),) * size, (none,) * size, (none,) * (6 * size), ("",) * (6 * size)
    )
    placing = Placing(made)
    for hex in range(size):
        x, y = placing.centre(hex)
        near = {
            other
            for other in range(size)
            if 0 < (placing.centre(other)[0] - x) ** 2 + (placing.centre(other)[1] - y) ** 2 < 75**2
        }
        assert near == set(made.around(hex))
        (cx, cy), _ = placing.centre(hex), None
        ours = made.centres[hex]
        first_centre, first_ours = placing.centre(0), made.centres[0]
        assert cx - first_centre[0] == pytest.approx(56 * (ours[0] - first_ours[0]), rel=0.02, abs=1)
        assert cy - first_centre[1] == pytest.approx(56 * (ours[1] - first_ours[1]), rel=0.02, abs=1)


def test_geojson_draws_hexes_as_closed_rings_counterclockwise(tmp_path: Path) -> None:
    geojson.write(crossing.RULESET.map, {}, tmp_path / "x.geojson")
    data = json.loads((tmp_path / "x.geojson").read_text())
    shapes = {f["properties"]["table"]: f["geometry"]["type"] for f in data["features"]}
    assert shapes == {
        "hexes": "Polygon",
        "hexsides": "LineString",
        "roads": "LineString",
        "places": "Point",
    }
    for feature in data["features"]:
        if feature["properties"]["table"] == "hexes":
            (ring,) = feature["geometry"]["coordinates"]
            assert len(ring) == 7 and ring[0] == ring[-1]
            area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) / 2
            assert area == pytest.approx(3**0.5 / 2, abs=1e-3)


def test_the_tiles_are_a_picture_a_png_reader_takes(tmp_path: Path) -> None:
    gui = pytest.importorskip("PyQt6.QtGui")
    tiled.write(crossing.RULESET.map, {}, tmp_path / "x.tmx")
    picture = gui.QImage(str(tmp_path / "x-tiles.png"))
    grounds = {(frozenset(t), frozenset(f)) for t, f in zip(*_ground(crossing.RULESET.map), strict=True)}
    assert (picture.width(), picture.height()) == (56 * len(grounds), 64)
    assert picture.pixelColor(28, 32).alpha() == 255 and picture.pixelColor(0, 0).alpha() == 0


def _ground(hex_map: HexMap) -> tuple[Any, Any]:
    return hex_map.terrain, hex_map.features


# ------------------------------------------------------------------ on the command line
def test_export_and_import(tmp_path: Path, answer: Callable[..., Any], mistake: Callable[..., str]) -> None:
    for ending in FORMS:
        path, folder = tmp_path / f"x{ending}", tmp_path / f"from{ending[1:]}"
        assert answer("map", "export", "crossing", "-o", path)["hexes"] == 72
        assert answer("map", "import", path, "-o", folder)["hexes"] == 72
        assert read_map(folder) == crossing.RULESET.map
        assert answer("map", "export", folder, "-o", tmp_path / f"again{ending}")["hexes"] == 72
        assert (tmp_path / f"again{ending}").read_text().replace("again", "x") == path.read_text()
        assert "not empty" in mistake("map", "import", path, "-o", folder)


def test_a_map_drawn_in_tiled_needs_no_grid(tmp_path: Path) -> None:
    """Three columns of two tiles, the second column lower: hexes 0101 to 0302."""
    path = tmp_path / "x.tmx"
    path.write_text(TMX)
    made = tiled.read(path)
    assert made.numbers == ("0101", "0102", "0201", "0202", "0301")
    assert made.terrain[made.hex("0201")] == {"wood"}
    assert made.hex("0202") in made.around(made.hex("0102"))


TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" width="3" height="2" tilewidth="64" tileheight="56" infinite="0"
 hexsidelength="32" staggeraxis="x" staggerindex="odd">
<tileset firstgid="1" name="t" tilewidth="64" tileheight="56" tilecount="2" columns="2">
<tile id="0"><properties><property name="terrain" value="grass"/></properties></tile>
<tile id="1"><properties><property name="terrain" value="wood"/></properties></tile>
</tileset>
<layer id="1" name="hexes" width="3" height="2"><data encoding="csv">
1,2,1,
1,1,0
</data></layer>
</map>
"""

# ------------------------------------------------------------------ hostile files
ENTITIES = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghz", strict=True))
BOMB = f'<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaaaa">{ENTITIES}]><map>&z;</map>'
OUTSIDE = '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><map>&x;</map>'

HOSTILE: list[tuple[str, str]] = [
    (BOMB, "a document type or entity"),
    (OUTSIDE, "a document type or entity"),
    ("<!DOCTYPE map SYSTEM 'http://example.invalid/map.dtd'>" + TMX[39:], "a document type or entity"),
    ("<map" + "><a" * 50_000, "deeper"),
    ("<map>" + "<a/>" * 300_000 + "</map>", "more elements"),
    ("<map", "x.tmx:1:"),
    ("", "x.tmx:1:"),
    ("<svg/>", "no hexagonal map"),
    (TMX.replace('width="3"', 'width="999999999"', 1), "width is a number from 1 to 200, not '999999999'"),
    (TMX.replace('height="2"', 'height="-2"', 1), "height is a number from 1 to 200, not '-2'"),
    (TMX.replace('width="3"', 'width="NaN"', 1), "width is a number from 1 to 200, not 'NaN'"),
    (TMX.replace('width="3"', 'width="' + "9" * 100_000 + '"', 1), "width is a number from 1 to 200"),
    (TMX.replace('infinite="0"', 'infinite="1"'), "no hexagonal map of a fixed size"),
    (TMX.replace('encoding="csv"', 'encoding="base64"'), "not kept as CSV"),
    (TMX.replace('encoding="csv"', 'encoding="base64" compression="zlib"'), "not kept as CSV"),
    (TMX.replace("1,2,1,", "1,2,1,1,1"), "not as large as the map|not 3 tiles"),
    (TMX.replace("1,2,1,", "1," * 2_000_000), "not as large as the map"),
    (TMX.replace("1,2,1,", "1,NaN,1,"), "'NaN' is no number of a tile"),
    (TMX.replace("1,2,1,", "1,-1,1,"), "'-1' is no number of a tile"),
    (TMX.replace("1,2,1,", "1,9,1,"), "hex 0201: no tile 9"),
    (TMX.replace("1,2,1,", "1,2147483650,1,"), "no number of a tile"),
    (
        TMX.replace('value="wood"', 'value="wood"/><property name="terain" value="x"'),
        "hexes have no 'terain'",
    ),
    (TMX.replace('name="hexes"', 'name="other"'), "one tile layer, 'hexes'"),
    (TMX.replace("</map>", '<objectgroup name="ships"/></map>'), "unknown object layer 'ships'"),
    (
        TMX.replace(
            "</map>",
            '<objectgroup name="places"><object id="1" x="nan" y="0"/></objectgroup></map>',
        ),
        "'nan' is no number of a place",
    ),
    (
        TMX.replace(
            "</map>",
            '<objectgroup name="places"><object id="1" x="0" y="0"/></objectgroup></map>',
        ),
        "no hex lies at 0, 0",
    ),
    (TMX.replace('staggeraxis="x"', 'staggeraxis="z"'), "staggeraxis is x or y"),
    (
        TMX.replace("<tileset", '<properties><property name="grid" value="[[[[["/></properties><tileset', 1),
        "grid: ",
    ),
]


def peak_and_seconds(work: Callable[[], object]) -> tuple[int, float]:
    """The most bytes at a time, and the seconds when nobody counts bytes."""
    begun = time.perf_counter()
    work()
    seconds = time.perf_counter() - begun
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak, seconds


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, float]:
    """What reading a sound map of full size takes: bytes and seconds."""
    sound = tmp_path_factory.mktemp("sound") / "x.tmx"
    tiled.write(find("cobra-1977").map, {}, sound)
    return peak_and_seconds(lambda: tiled.read(sound))


@pytest.mark.parametrize("text, reason", HOSTILE, ids=[f"{n}-{r[:30]}" for n, (_, r) in enumerate(HOSTILE)])
def test_a_hostile_tmx_is_refused_at_once(
    tmp_path: Path, honest: tuple[int, float], text: str, reason: str
) -> None:
    """In about the time a sound map takes to read, in memory bounded by what the file itself holds."""
    path = tmp_path / "x.tmx"
    path.write_text(text)

    def refused() -> None:
        with pytest.raises(DataError, match=reason) as fault:
            tiled.read(path)
        assert str(fault.value).startswith(str(path)) and len(str(fault.value)) < 600

    peak, seconds = peak_and_seconds(refused)
    assert peak < honest[0] + 16_000_000 + 3 * len(text)
    assert seconds < 4 * max(honest[1], 0.5)


def test_a_file_too_large_is_not_even_read(tmp_path: Path) -> None:
    for ending, form in FORMS.items():
        path = tmp_path / f"x{ending}"
        with path.open("wb") as file:
            file.truncate(2_000_000_000)

        def refused(form: Any = form, path: Path = path) -> None:
            with pytest.raises(DataError, match="bytes; a map has at most"):
                form.read(path)

        peak, seconds = peak_and_seconds(refused)
        assert peak < 1_000_000 and seconds < 1


def collection(**changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(geojson.text(crossing.RULESET.map))
    return {**data, **changes}


def featured(n: int, **changes: Any) -> str:
    data = collection()
    feature = data["features"][n]
    for name, value in changes.items():
        feature[name] = {**feature[name], **value} if isinstance(value, dict) else value
    return json.dumps(data)


SHEET = '{"prefix": "", "columns": [0, 99], "rows": [0, 99], "offset": [0, 0], "short": false}, '
WRONG: list[tuple[str, str]] = [
    ("", "x.geojson:1:1: "),
    ("[" * 100_000, "recursion|x.geojson"),
    ("[]", "no GeoJSON FeatureCollection"),
    ('{"type": "FeatureCollection"}', "the member hexcore"),
    (json.dumps(collection(extra=1)), "unknown member 'extra'"),
    (json.dumps(collection(features={})), "features is no list"),
    (json.dumps(collection(features=[])), "0 hexes"),
    (json.dumps(collection(features=[7])), "feature 1: no feature"),
    (
        featured(0, properties={"terain": ["x"]}),
        "feature 1: hexes have no 'terain'; the nearest is 'terrain'",
    ),
    (featured(0, properties={"terrain": [7]}), "feature 1: terrain: no word"),
    (featured(0, properties={"terrain": None}), "terrain: Field required"),
    (featured(0, properties={"hex": 100}), "feature 1: hex: no word: 100"),
    (featured(0, properties={"hex": "9999"}), "feature 1: '9999' lies off its map sheet"),
    (featured(1, properties={"hex": "0000"}), "0000 is listed twice"),
    (featured(0, properties={"table": "tanks"}), "table is one of hexes"),
    (featured(0, properties={"table": ["hexes"]}), "table is one of hexes"),
    (featured(0, properties={"provenance": "sworn"}), "provenance: Input should be"),
    (featured(0, geometry={"type": "Point"}), "the geometry of hexes is a Polygon"),
    (featured(0, geometry={"coordinates": "here"}), "its coordinates are no Polygon"),
    (featured(0, geometry={"coordinates": [[["1", "2"]]]}), "its coordinates are no Polygon"),
    (featured(0, geometry={"coordinates": [[[True, False]]]}), "its coordinates are no Polygon"),
    (featured(0, geometry={"coordinates": [[[float("nan"), 0]]]}), "NaN is no number of GeoJSON"),
    (featured(0, geometry={"coordinates": [[[float("inf"), 0]]]}), "Infinity is no number of GeoJSON"),
    (geojson.text(hill.RULESET.map).replace("0.5]", "1e999]", 1), "1e999 is no finite number"),
    (featured(72, properties={"hex2": "0707"}), "do not touch"),
    (json.dumps(collection(hexcore={"format": 2, "grid": {}, "groups": {}})), "format 1"),
    (json.dumps(collection(hexcore={"format": 1, "grid": {}, "groups": {}})), "a grid has family"),
    (json.dumps(collection()).replace('"columns": [0, 8]', '"columns": [0, 999999999]'), "from 0 to 99"),
    (json.dumps(collection()).replace('"columns": [0, 8]', '"columns": [0, -8]'), "from 0 to 99"),
    (json.dumps(collection()).replace('"columns": [0, 8]', '"columns": "wide"'), "sheets: "),
    (json.dumps(collection()).replace('"sheets": [', '"sheets": [' + SHEET * 10_000), "24 at most"),
    (json.dumps(collection()).replace('"offset": [0, 0]', '"offset": [0, 99999999]'), "prefix or offset"),
    (json.dumps(collection()).replace('"mirrored": true', '"mirrored": 1'), "mirrored is true or false"),
]


@pytest.mark.parametrize("text, reason", WRONG, ids=[f"{n}-{r[:30]}" for n, (_, r) in enumerate(WRONG)])
def test_a_wrong_geojson_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "x.geojson"
    path.write_text(text)
    with pytest.raises(DataError, match=reason) as fault:
        geojson.read(path)
    assert str(fault.value).startswith(str(path)) and len(str(fault.value)) < 600


def test_a_hostile_file_makes_no_folder(tmp_path: Path, mistake: Callable[..., str]) -> None:
    (tmp_path / "x.tmx").write_text(BOMB)
    assert "entity" in mistake("map", "import", tmp_path / "x.tmx", "-o", tmp_path / "out")
    (tmp_path / "x.geojson").write_text("[" * 100_000)
    mistake("map", "import", tmp_path / "x.geojson", "-o", tmp_path / "out")
    assert not (tmp_path / "out").exists()


# ------------------------------------------------------------------ drawn, moved, without an end
NUMBERS = re.compile(r'<property name="hex[12]?" value="(?!EDGE)[^"]*"/>')


@pytest.mark.parametrize(
    "ruleset", [crossing.RULESET, find("cobra-1977"), find("breakout-pursuit")], ids=lambda r: r.id
)
def test_objects_without_numbers_are_read_by_their_place(tmp_path: Path, ruleset: Ruleset) -> None:
    path = tmp_path / "x.tmx"
    tiled.write(ruleset.map, {}, path)
    text = path.read_text()
    path.write_text(NUMBERS.sub("", text))
    assert path.read_text() != text
    assert tiled.read(path) == there_and_back(ruleset.map, tmp_path / "y.tmx")


def drawn(layer: str, shape: str, said: str = "") -> str:
    """TMX with an object from 32, 28 (the middle of 0101) in a layer; its tiles are 64 by 56."""
    words = {"places": ("name", "kind"), "roads": ("road",), "hexsides": ("feature",)}[layer]
    properties = "".join(f'<property name="{word}" value="a"/>' for word in words) + said
    one = f'<object id="1" x="32" y="28"><properties>{properties}</properties>{shape}</object>'
    return TMX.replace("</map>", f'<objectgroup name="{layer}">{one}</objectgroup></map>')


def test_a_line_drawn_in_tiled_is_a_road_or_a_river_along_it(tmp_path: Path) -> None:
    path = tmp_path / "x.tmx"
    path.write_text(drawn("roads", '<polyline points="0,0 48,28 96,0"/>'))
    made = tiled.read(path)
    joined = {frozenset({side // 6, made.neighbours[side]}) for side, road in enumerate(made.roads) if road}
    assert joined == {frozenset(map(made.hex, pair)) for pair in (("0101", "0201"), ("0201", "0301"))}
    path.write_text(drawn("hexsides", '<polyline points="-16,28 16,28 32,0"/>'))
    made = tiled.read(path)
    along = {frozenset({side // 6, made.neighbours[side]}) for side, words in enumerate(made.sides) if words}
    assert along == {frozenset(map(made.hex, pair)) for pair in (("0101", "0102"), ("0101", "0201"))}
    path.write_text(drawn("places", "<point/>"))
    assert tiled.read(path).places[0][:2] == (tiled.read(path).hex("0101"), "a")


@pytest.mark.parametrize(
    "text, reason",
    [
        (drawn("roads", '<polyline points="0,0 96,0"/>'), "0101 and 0301 do not touch"),
        (drawn("roads", "<point/>"), "it is no line"),
        (drawn("roads", '<polyline points="0,0 5000,0"/>'), "no hex lies at 5032, 28"),
        (drawn("hexsides", '<polyline points="0,0 48,28"/>'), "no hexside runs from 32, 28 to 80, 56"),
        (drawn("hexsides", '<polyline points="-16,28 -16,28"/>'), "no hexside runs from"),
        (
            drawn("places", "<point/>", '<property name="hex" value="0201"/>'),
            "places: object 1: it says 0201, and lies in 0101: change one of them",
        ),
        (
            drawn(
                "roads",
                '<polyline points="0,0 48,28"/>',
                '<property name="hex1" value="0101"/><property name="hex2" value="0102"/>',
            ),
            "it says 0101 0102, and lies at 0101 0201",
        ),
        (
            TMX.replace('value="wood"', 'value="wo&#8238;od"'),
            "terrain: the character U.202E cannot be printed",
        ),
        (
            TMX.replace('hexsidelength="32"', 'hexsidelength="1e9"'),
            "hexsidelength is a number from 0 to 4096",
        ),
    ],
)
def test_an_object_that_lies_nowhere_or_elsewhere_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "x.tmx"
    path.write_text(text)
    with pytest.raises(DataError, match=reason):
        tiled.read(path)


@pytest.mark.parametrize("table", ["hexes", "hexsides", "roads", "places"])
def test_a_feature_moved_without_its_properties_is_refused(tmp_path: Path, table: str) -> None:
    data = collection()
    n = next(n for n, f in enumerate(data["features"]) if f["properties"]["table"] == table)
    shape = data["features"][n]["geometry"]

    def moved(part: Any) -> Any:
        flat = isinstance(part[0], (int, float))
        return [part[0] + 1, *part[1:]] if flat else [moved(one) for one in part]

    shape["coordinates"] = moved(shape["coordinates"])
    (tmp_path / "x.geojson").write_text(json.dumps(data))
    with pytest.raises(DataError, match=rf"feature {n + 1}: {table} .* lies elsewhere"):
        geojson.read(tmp_path / "x.geojson")


@pytest.mark.parametrize("ending", FORMS)
def test_names_of_roads_come_back(tmp_path: Path, ending: str) -> None:
    cobra = find("cobra-1977").map
    assert "N171" in cobra.road_names.values()
    assert {name for key, name in cobra.road_names.items() if isinstance(key, tuple)}
    assert there_and_back(cobra, tmp_path / f"x{ending}").road_names == cobra.road_names


@pytest.mark.parametrize("ending", FORMS)
def test_a_file_without_an_end_is_refused(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"x{ending}"
    path.symlink_to("/dev/zero")
    form: Any = FORMS[ending]
    with pytest.raises(DataError, match="which no map has"):
        form.read(path)


@pytest.mark.parametrize(
    "sheet, reason",
    [
        ("columns = [1, 99999999]\nrows = [1, 3]", "go from 0 to 99 at most"),
        ('columns = "ab"\nrows = [1, 3]', "sheets: 0.columns"),
        ("columns = [1, 2]\nrows = [1, 3]\nprefix = 4", "sheets: 0.prefix"),
        ("columns = [1, 2]", "sheets: 0.rows: Field required"),
    ],
)
def test_a_grid_no_sheet_has_is_refused(tmp_path: Path, sheet: str, reason: str) -> None:
    (tmp_path / "map.toml").write_text(f'family = "columns"\nshoved = "even"\n[[sheet]]\n{sheet}\n')
    (tmp_path / "hexes.csv").write_text("hex,terrain\n0101,clear\n")
    with pytest.raises(DataError, match=reason) as fault:
        read_map(tmp_path)
    assert str(fault.value).startswith(f"{tmp_path / 'map.toml'}: ")
