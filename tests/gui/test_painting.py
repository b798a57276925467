"""The painting half of the client: looks, colours, the ground, tiles and counters."""

from __future__ import annotations

import itertools
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from colour_distance import EYES, contrast, distance
from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QImage, QPainter
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from hexcore.hexes import Grid, Sheet
from hexcore.maps import HexMap, Place
from hexcore.tables import DataError
from hexcore.units import Counter, Side, Step
from hexcore_gui import unit_symbols
from hexcore_gui.counter_face import Badge, CounterFace, face_of
from hexcore_gui.counter_painter import CounterPainter, stack_offsets
from hexcore_gui.counter_parts import MARGIN
from hexcore_gui.ground import GroundPainter, ground_looks
from hexcore_gui.ground_shapes import Mask, loops, noise, path_of, pieces
from hexcore_gui.map_legend import bar_length
from hexcore_gui.map_picture import draw
from hexcore_gui.presentation import BODIES, Presentation
from hexcore_gui.theme import DARK, GROUNDS, LIGHT, MAP_DARK, MAP_LIGHT, OVERLAYS, MapTokens, Theme, Tokens
from hexcore_gui.tiles import SIDE, TileCache

pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).parents[2]
RULESETS = sorted(ROOT.glob("plugins/*/*/presentation.toml"))
CLEAR = frozenset({"clear"})


@pytest.fixture
def small_map() -> HexMap:
    """Eight columns of six hexes: open ground, a wood, a hill, a town, a river, a road, sea in the west."""
    grid = Grid("columns", "even", (Sheet("", (1, 8), (1, 6)),))
    coords = tuple(grid.hexes(grid.sheets[0]))
    index = {grid.number(c): i for i, c in enumerate(coords)}
    special = {"0404": "wood", "0405": "wood", "0504": "hill", "0603": "town", "0101": "sea", "0102": "sea"}
    words = {index[number]: frozenset({word}) for number, word in special.items()}
    terrain = tuple(words.get(i, CLEAR) for i in range(len(coords)))
    nothing: frozenset[str] = frozenset()
    bare = HexMap(
        grid, coords, terrain, (nothing,) * len(coords), (nothing,) * 6 * len(coords), ("",) * 6 * len(coords)
    )
    water = {bare.side(index["0502"], index["0602"]): frozenset({"stream"})}
    road = {bare.side(index["0603"], index["0703"]): "track"}
    place = Place(index["0603"], "Midtown", "town", "reconstructed")
    return replace(bare.with_ground({}, {}, water, road), places=(place,))


def looks_of(path: Path) -> Presentation:
    return Presentation.from_mapping(tomllib.loads(path.read_text(encoding="utf-8")))


def painted(ground: GroundPainter, scale: float = 40, **switches: bool) -> QImage:
    view = ground.bounds
    image = QImage(int(view.width() * scale), int(view.height() * scale), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    painter = QPainter(image)
    ground.paint(painter, view, scale, **switches)
    painter.end()
    return image


def colours(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}


def difference(one: QImage, other: QImage) -> float:
    """The mean difference of two pictures of one size, 0 to 255."""
    a, b = (image.convertToFormat(QImage.Format.Format_RGB888) for image in (one, other))
    pairs = itertools.product(range(a.width()), range(a.height()))
    gaps = [_gap(a.pixel(x, y), b.pixel(x, y)) for x, y in pairs]
    return sum(gaps) / len(gaps)


def _gap(one: int, other: int) -> int:
    return max(abs((one >> shift & 255) - (other >> shift & 255)) for shift in (0, 8, 16))


# ------------------------------------------------------------------ colours


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("eye", EYES)
def test_bodies_of_opposing_sides_are_told_apart(path: Path, eye: str) -> None:
    looks = looks_of(path)
    bodies = {side: {looks.nations[n].body for n in look.nations} for side, look in looks.sides.items()}
    pairs = [
        (distance(a, b, eye), a, b)
        for one, other in itertools.combinations(bodies, 2)
        for a, b in itertools.product(bodies[one], bodies[other])
    ]
    assert pairs
    assert min(pairs)[0] >= 12


@pytest.mark.parametrize("eye", EYES)
def test_bodies_given_to_nations_without_one_are_told_apart(eye: str) -> None:
    pairs = itertools.combinations([look.body for look in BODIES], 2)
    assert min(distance(a, b, eye) for a, b in pairs) >= 11


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("eye", EYES)
def test_overlays_and_states_are_told_apart(path: Path, eye: str) -> None:
    over = OVERLAYS
    shown = [over.reach, over.enemy_zone, over.hand, over.moved, over.fought, over.supply]
    shown += [look.color for look in looks_of(path).markers.values() if look.hatch]
    assert min(distance(a, b, eye) for a, b in itertools.combinations(shown, 2)) >= 9


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_window_text_can_be_read(tokens: Tokens) -> None:
    for ink in (tokens.ink, tokens.ink2, tokens.ink3, tokens.may, tokens.may_not, tokens.warn, tokens.ok):
        for ground in (tokens.panel, tokens.window):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert contrast(tokens.on_may, tokens.may) >= 4.5
    assert contrast(tokens.on_may_not, tokens.may_not) >= 4.5
    assert contrast(tokens.on_what_if, tokens.what_if) >= 4.5
    for tint in (tokens.may_tint, tokens.may_not_tint, tokens.alt):
        assert contrast(tokens.ink, tint) >= 4.5, tint


@pytest.mark.parametrize("tokens", [MAP_LIGHT, MAP_DARK], ids=["light", "dark"])
def test_map_text_can_be_read(tokens: MapTokens) -> None:
    """Names stand in a halo; hex numbers on the ground; only the wide names of seas may be fainter."""
    for ink in (tokens.name, tokens.village, tokens.water_name, tokens.hill_name, tokens.wood_name):
        assert contrast(ink, tokens.halo) >= 4.1, ink
    for texture in ("plain", "strips", "hedged-fields", "tufts"):
        assert contrast(tokens.number, GROUNDS[texture][tokens is MAP_DARK][0]) >= 4.1, texture
    assert contrast(tokens.sea_name, tokens.sea) >= 2.9 and contrast(tokens.sea_number, tokens.sea) >= 2.9


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.parent.name)
def test_print_on_counters_and_side_blocks_can_be_read(path: Path) -> None:
    looks = looks_of(path)
    for look in (*looks.nations.values(), *BODIES):
        assert contrast(look.ink, look.body) >= 4.5, look
    for side in looks.sides.values():
        assert contrast(side.ink, side.block) >= 4.5, side


# ------------------------------------------------------------------ looks


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.parent.name)
def test_no_two_grounds_share_a_texture(path: Path) -> None:
    looks = looks_of(path)
    textures = [look.texture for look in (*looks.terrain.values(), *looks.features.values())]
    drawn = [texture for texture in textures if texture != "none"]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.parent.name)
def test_every_symbol_named_is_shipped(path: Path) -> None:
    for name, kind in looks_of(path).kinds.items():
        if kind.symbol:
            assert (unit_symbols.FOLDER / f"{kind.symbol}.svg").is_file(), name


def test_words_without_a_look_get_textures_of_their_own(small_map: HexMap) -> None:
    looks = ground_looks(small_map, Presentation())
    assert looks["clear"].texture == "plain"
    assert looks["sea"].texture == "sea"
    assert len({look.texture for look in looks.values()}) == len(looks)


@pytest.mark.parametrize(
    ("mapping", "key"),
    [
        ({"nations": {"Red": {"body": "red"}}}, "nations.Red.body"),
        ({"nations": {"Red": {}}}, "nations.Red.body"),
        ({"terain": {}}, "terain"),
        ({"terrain": {"wood": {"texture": "pines"}}}, "terrain.wood.texture"),
        ({"markers": {"x": {"colour": "#112233"}}}, "markers.x.colour"),
        ({"formations": {"1": {"nation": "Blue"}}}, "formations.1.nation"),
        ({"sides": {"red": {"nations": ["Blue"]}}}, "sides.red.nations"),
        ({"kinds": {"tank": {"figures": "{armour}"}}}, "kinds.tank.figures"),
        ({"scale": {"km_per_hex": "far"}}, "scale.km_per_hex"),
        ({"coast": {"rings": [[1, 2, 3]]}}, "coast.rings"),
    ],
)
def test_a_fault_names_its_key(mapping: dict[str, Any], key: str) -> None:
    with pytest.raises(DataError) as fault:
        Presentation.from_mapping(mapping)
    assert key in str(fault.value)


def test_the_fingerprint_changes_with_the_ground_only(small_map: HexMap) -> None:
    plain = Presentation()
    ground = Presentation.from_mapping({"terrain": {"clear": {"texture": "strips"}}})
    track = Presentation.from_mapping({"tracks": {"turn": {"label": "Turn"}}})
    assert plain.fingerprint == track.fingerprint != ground.fingerprint


def test_nations_without_a_body_get_different_ones() -> None:
    looks = Presentation().completed(["red", "blue", "green"])
    assert len({looks.nation_look(n).body for n in ("red", "blue", "green")}) == 3


# ------------------------------------------------------------------ shapes


def test_outlines_close_and_holes_are_found(small_map: HexMap) -> None:
    middle = small_map.coords[small_map.hex("0404")]
    ring = set(middle.neighbours())
    outer, inner = sorted(loops(ring), key=len, reverse=True)
    assert (len(outer), len(inner)) == (18, 6)
    assert [len(piece) for piece in pieces({middle, *small_map.coords[:1]})] == [1, 1]


def test_a_mask_knows_inside_from_outside() -> None:
    mask = Mask(path_of([(1, 1), (3, 1), (3, 3), (1, 3)]), QRectF(0, 0, 4, 4))
    assert mask.has(2, 2) and not mask.has(0.5, 2) and not mask.has(-5, 2)
    assert mask.cut((2, 2), (4, 2))[0] == pytest.approx(3, abs=0.1)


def test_noise_is_the_same_everywhere() -> None:
    assert [round(noise(k, 2, 3), 6) for k in range(3)] == [0.497903, 0.97935, 0.354142]


# ------------------------------------------------------------------ the ground


@pytest.mark.parametrize("theme", [Theme.light(), Theme.dark()], ids=lambda theme: theme.name)
@pytest.mark.parametrize("scale", [10, 26, 54])
def test_an_empty_presentation_paints_a_map(small_map: HexMap, theme: Theme, scale: float) -> None:
    image = painted(GroundPainter(small_map, Presentation(), theme), scale)
    seen = colours(image)
    assert len(seen) > 8
    assert 0xFFFF00FF not in seen  # nothing was left unpainted


def test_the_same_map_gives_the_same_pixels_twice(small_map: HexMap) -> None:
    first, second = (painted(GroundPainter(small_map, Presentation(), Theme.light())) for _ in range(2))
    assert first == second


def test_a_part_is_painted_as_in_the_whole(small_map: HexMap) -> None:
    ground = GroundPainter(small_map, Presentation(), Theme.light())
    whole, scale = painted(ground, 40), 40.0
    view = ground.bounds
    part = QRectF(view.x() + 80 / scale, view.y() + 60 / scale, 100 / scale, 100 / scale)
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    ground.paint(painter, part, scale)
    painter.end()
    assert difference(image.copy(5, 5, 90, 90), whole.copy(85, 65, 90, 90)) < 0.1


def test_numbers_and_names_can_be_left_out(small_map: HexMap) -> None:
    ground = GroundPainter(small_map, Presentation(), Theme.light())
    assert painted(ground) != painted(ground, numbers=False)
    assert painted(ground) != painted(ground, names=False)
    assert painted(ground, 26) == painted(ground, 26, numbers=False)  # too small for numbers


def test_water_is_where_the_sea_is(small_map: HexMap) -> None:
    ground = GroundPainter(small_map, Presentation(), Theme.light())
    image, view, scale = painted(ground, numbers=False), ground.bounds, 40
    x, y = small_map.centres[small_map.hex("0101")]
    pixel = image.pixelColor(int((x - view.x()) * scale) - 12, int((y - view.y()) * scale))
    assert pixel.blue() > pixel.red() + 20


@pytest.mark.parametrize("texture", sorted(set(GROUNDS) - {"none", "sea"}))
def test_every_texture_leaves_its_mark(small_map: HexMap, texture: str) -> None:
    bare = {"clear": {"texture": "plain"}, "hill": {"texture": "none"}, "town": {"texture": "none"}}
    without = Presentation.from_mapping({"terrain": {**bare, "wood": {"texture": "none"}}})
    having = Presentation.from_mapping(
        {"terrain": {**bare, "wood": {"texture": texture, "light": ["#FF8080"]}}}
    )
    one, other = (painted(GroundPainter(small_map, looks, Theme.light())) for looks in (without, having))
    assert one != other


@pytest.mark.parametrize(
    "km, hexes, text",
    [
        (0, 5, "5 hexes"),
        (3.2, 3.125, "10 km"),
        (15, 50 / 15, "50 km"),
        (0.1, 5, "0.5 km"),
        (100, 5, "500 km"),
    ],
)
def test_the_scale_bar_is_three_hexes_long_or_more(km: float, hexes: float, text: str) -> None:
    assert bar_length(km) == (pytest.approx(hexes), text)


def test_a_map_is_drawn_to_a_file_with_its_legend(small_map: HexMap, tmp_path: Path) -> None:
    target = tmp_path / "map.png"
    draw(small_map, {}, target, 30)
    image = QImage(str(target))
    assert image.height() > image.width() * 0.5
    assert len(colours(image)) > 20


# ------------------------------------------------------------------ tiles


@pytest.fixture
def tiles(small_map: HexMap, tmp_path: Path) -> Iterator[TileCache]:
    cache = TileCache(GroundPainter(small_map, Presentation(), Theme.light()), tmp_path)
    yield cache
    cache.stop()


def shown(tiles: TileCache, scale: float = 40) -> QImage:
    view = tiles.ground.bounds
    image = QImage(int(view.width() * scale), int(view.height() * scale), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    tiles.paint(painter, view, scale)
    painter.end()
    return image


def arrive(tiles: TileCache, qapp: QApplication, scale: float = 40) -> None:
    end = time.monotonic() + 20
    while tiles.missing(tiles.ground.bounds, scale):
        assert time.monotonic() < end, "the tiles never arrived"
        QTest.qWait(2)


def test_flat_colours_show_until_the_tiles_arrive(tiles: TileCache, qapp: QApplication) -> None:
    flat = shown(tiles)
    arrive(tiles, qapp)
    fine = shown(tiles)
    assert flat != fine
    assert difference(fine.copy(2, 2, 200, 200), painted(tiles.ground).copy(2, 2, 200, 200)) < 0.1


def test_a_spoilt_tile_on_disk_is_painted_again(
    small_map: HexMap, tmp_path: Path, qapp: QApplication
) -> None:
    ground = GroundPainter(small_map, Presentation(), Theme.light())
    pictures = []
    for _ in range(2):
        cache = TileCache(ground, tmp_path)
        shown(cache)
        arrive(cache, qapp)
        pictures.append(shown(cache))
        cache.stop()
        files = list(tmp_path.rglob("*.z"))
        assert files
        for file in files:
            file.write_bytes(b"no picture")
    assert pictures[0] == pictures[1]


def test_tiles_on_disk_are_there_for_the_first_frame(
    small_map: HexMap, tmp_path: Path, tiles: TileCache, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(tiles)
    arrive(tiles, qapp)
    fine = shown(tiles)
    tiles._pool.waitForDone()
    again = TileCache(GroundPainter(small_map, Presentation(), Theme.light()), tmp_path)
    monkeypatch.setattr(again.ground, "paint_flat", None)  # nothing has to stand in
    monkeypatch.setattr(again, "_fresh", None)
    again.expect(again.ground.bounds, 40)
    again._pool.waitForDone()
    assert shown(again) == fine
    again.stop()


def test_a_folder_that_cannot_be_written_only_costs_time(
    small_map: HexMap, tmp_path: Path, qapp: QApplication
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    cache = TileCache(GroundPainter(small_map, Presentation(), Theme.light()), blocked)
    shown(cache)
    arrive(cache, qapp)
    cache.stop()


def test_tiles_of_another_theme_lie_elsewhere(small_map: HexMap) -> None:
    light, dark = (GroundPainter(small_map, Presentation(), theme) for theme in (Theme.light(), Theme.dark()))
    assert TileCache(light).digest != TileCache(dark).digest
    assert TileCache(light).digest == TileCache(light).digest != TileCache(light, numbers=False).digest


def test_a_tile_is_a_square_of_known_size(tiles: TileCache, qapp: QApplication) -> None:
    shown(tiles)
    arrive(tiles, qapp)
    assert {image.width() for image in tiles._held.values()} == {SIDE}


# ------------------------------------------------------------------ counters

FACE = CounterFace("6-12", "3", "III", "2 Pz", "SFG-UCA----", steps=2, left=2, tint="#EFA78F")
STATES = [
    FACE,
    replace(FACE, left=1, reduced=True),
    replace(FACE, moved=True),
    replace(FACE, fought=True),
    replace(FACE, badges=(Badge("U", "round", "#FFFFFF", "#B01030"),)),
    replace(FACE, badges=(Badge("D", "diamond", "#6A2C91", hatch=True),)),
    replace(FACE, in_hand=True),
    replace(FACE, card="hq", figures="(4) 12"),
    replace(FACE, symbol="", letters="Pz"),
]


@pytest.mark.parametrize("size", [14, 24, 41, 96])
@pytest.mark.parametrize("face", STATES, ids=range(len(STATES)))
def test_a_cached_counter_is_the_painted_one(face: CounterFace, size: int) -> None:
    counters = CounterPainter(Theme.light())
    counters.pixmap(face, size)
    cached = counters.pixmap(face, size).toImage().convertToFormat(QImage.Format.Format_ARGB32)
    fresh = QImage(cached.size(), QImage.Format.Format_ARGB32_Premultiplied)
    fresh.fill(Qt.GlobalColor.transparent)
    painter = QPainter(fresh)
    counters.paint(painter, face, size * MARGIN, size * MARGIN, size)
    painter.end()
    assert cached == fresh.convertToFormat(QImage.Format.Format_ARGB32)


def test_every_state_looks_different() -> None:
    counters = CounterPainter(Theme.light())
    pictures = [counters.pixmap(face, 41).toImage() for face in STATES]
    assert all(a != b for a, b in itertools.combinations(pictures, 2))


def test_a_symbol_nobody_can_draw_becomes_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "milsymbol", None)
    unit_symbols.symbol_svg.cache_clear()
    assert unit_symbols.symbol_svg("SFG-UCXXX--") is None
    assert unit_symbols.symbol_svg("../../secret") is None
    unknown = replace(FACE, symbol="SFG-UCXXX--", letters="Pz")
    counters = CounterPainter(Theme.light())
    assert counters.pixmap(unknown, 41).toImage() == counters.pixmap(STATES[-1], 41).toImage()


def test_a_counter_is_dressed_by_its_ruleset() -> None:
    looks = Presentation.from_mapping(
        {
            "nations": {"Red": {"body": "#AA2222"}, "Guards": {"body": "#222222"}},
            "kinds": {"tank": {"symbol": "SFG-UCA----", "figures": "{strength}/{movement}"}},
            "formations": {"1 Guards": {"short": "1 G", "tint": "#FFEEAA", "nation": "Guards"}},
            "sizes": {"Corps": "XXX"},
            "units": {"t2": {"number": "II"}},
            "markers": {"stuck": {"badge": "S", "shape": "square"}},
        }
    )
    steps = (Step(6, 12), Step(3, 12))
    tank = Counter("t2", Side("red"), "tank", steps, "Corps", "1 Guards", "2 Tank", "Red")
    face = face_of(looks, tank, 1, moved=True, markers=["stuck"])
    assert (face.figures, face.number, face.size, face.formation) == ("3/12", "II", "XXX", "1 G")
    assert (face.body, face.tint, face.steps, face.left, face.reduced) == ("#222222", "#FFEEAA", 2, 1, True)
    assert face.badges == (Badge("S", "square"),)


def test_a_stack_never_leans_too_far() -> None:
    assert stack_offsets(1) == [0.0]
    assert stack_offsets(3) == pytest.approx([0.17, 0.085, 0.0])
    assert max(stack_offsets(9)) == pytest.approx(0.22)
