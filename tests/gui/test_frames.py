"""Frames of the map: shifted while it is dragged, scaled while the wheel turns, ahead of the file."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hands import LEFT, Hands
from hill import RULESET
from PyQt6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QImage, QPainter, QWheelEvent
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from hexcore.game_disk import GameFileError
from hexcore.gamefile import GameFile
from hexcore_gui import map_frame, tiles
from hexcore_gui.ground import Abandoned, GroundPainter
from hexcore_gui.map_view import MapView
from hexcore_gui.presentation import Presentation
from hexcore_gui.theme import Theme
from hexcore_gui.tile_files import SIDE
from hexcore_gui.tiles import TileCache


@pytest.fixture
def near_the_hill(fine_ground: None, hands: Hands) -> Hands:
    hands.start(RULESET, "battle", dice=1)
    hands.map.zoom_to(132)
    hands.until(hands.map.ready)
    return hands


def shown(view: MapView, *, anew: bool = False) -> QImage:
    """What the map shows, from the picture it has kept or painted anew."""
    if anew:
        view.frame._key = None
    return view.grab().toImage()


def turn(view: MapView, notches: int) -> None:
    at = QPointF(view.rect().center())
    none = (Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase)
    event = QWheelEvent(at, view.mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), *none, False)
    QApplication.sendEvent(view, event)


def test_a_map_that_is_dragged_shows_what_one_painted_anew_would(
    near_the_hill: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, view = near_the_hill, near_the_hill.map
    hands.page.use_tool("zones", True)
    hands.click("0101")
    view.zoom_to(300)  # a map larger than the window
    hands.until(view.ready)
    painted: list[QRectF] = []
    layers = map_frame.MapFrame._layers

    def noted(frame: map_frame.MapFrame, picture: object, parts: list[QRectF], dpr: float) -> None:
        painted.extend(parts)
        layers(frame, picture, parts, dpr)  # type: ignore[arg-type]

    monkeypatch.setattr(map_frame.MapFrame, "_layers", noted)
    assert view.overlays.reach
    shown(view)
    for by in (QPoint(-60, -40), QPoint(34, 0), QPoint(0, 17)):
        middle = view.camera.middle
        hands.drag(view.rect().center(), by)
        assert view.camera.middle != middle
    assert painted and all(part.width() < 80 or part.height() < 80 for part in painted)  # strips alone
    assert shown(view) == shown(view, anew=True)
    assert shown(view) == shown(view) and len(painted) > 1
    count = len(painted)
    hands.page.use_tool("counters", True)
    assert shown(view) == shown(view, anew=True) and len(painted) == count + 2


def test_the_first_frame_shows_the_part_of_the_map_that_stays(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, seen = map_frame.MapFrame._make, list[tuple[QRectF, float]]()

    def noted(frame: map_frame.MapFrame, dpr: float) -> None:
        seen.append((frame.view.camera.view, frame.view.camera.scale))
        made(frame, dpr)

    monkeypatch.setattr(map_frame.MapFrame, "_make", noted)
    hands.start(RULESET, "battle", dice=1)
    hands.until(hands.map.ready)
    assert seen and seen[0] == (hands.map.camera.view, hands.map.camera.scale)


def test_while_the_wheel_turns_the_last_frame_stands_in_and_then_it_is_sharp(near_the_hill: Hands) -> None:
    hands, view = near_the_hill, near_the_hill.map
    shown(view)
    turn(view, -1)
    turn(view, -1)
    assert view.frame.turning and not view.ready()
    before = view.tiles.version
    standing_in = shown(view)
    assert not view.tiles._wanted and not view.tiles._later  # nothing is fetched for a zoom in passing
    hands.until(view.ready)
    assert not view.frame.turning and view.tiles.version > before
    assert shown(view) == shown(view, anew=True) != standing_in
    turn(view, 1)
    hands.click("0101")  # whatever happens to the position is seen at once
    assert not view.frame.turning


def test_tiles_are_painted_when_the_map_lies_still_and_read_at_once(qapp: QApplication) -> None:
    cache = TileCache(GroundPainter(RULESET.map, Presentation(), Theme.light()))
    image = QImage(QSize(200, 200), QImage.Format.Format_RGB32)

    def painted(x: float) -> None:
        painter = QPainter(image)
        cache.paint(painter, QRectF(x, 1, 2, 2), 100.0)
        painter.end()

    painted(0.5)
    assert cache._later and cache._start.interval() == tiles.PASSING
    painted(0.6)
    assert not cache._wanted and cache._later  # it moves
    assert cache._start.isActive() and cache._start.interval() == tiles.RESTS
    painted(0.6)
    assert not cache._wanted and cache._later  # it lies still, not for long yet
    waited = 0
    while cache.missing(QRectF(0.6, 1, 2, 2), 100.0) and waited < 5000:
        QTest.qWait(10)
        waited += 10
    assert waited + 20 >= tiles.RESTS and not cache._later
    cache.stop()


class Slow(TileCache):
    """A tile of this is painted without end, mark by mark, until nobody wants it any more."""

    marks = 0

    def paint_tile(self, painter: QPainter, area: QRectF, scale: float) -> None:
        while self._goes_on():
            self.marks += 1
            time.sleep(0.001)
        raise Abandoned


def test_a_tile_half_painted_waits_as_long_as_the_map_is_on_the_move(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Slow(GroundPainter(RULESET.map, Presentation(), Theme.light()))
    image = QImage(QSize(200, 200), QImage.Format.Format_RGB32)

    def marks_after(act: Callable[[QPainter], None]) -> int:
        """How many marks are painted in some time after a frame and the mark that was in hand."""
        painter = QPainter(image)
        act(painter)
        painter.end()
        QTest.qWait(30)
        begun = cache.marks
        QTest.qWait(60)
        return cache.marks - begun

    assert marks_after(lambda painter: cache.paint(painter, QRectF(0.5, 1, 2, 2), 100.0))
    monkeypatch.setattr(tiles, "RESTS", 60_000)
    assert not marks_after(lambda painter: cache.paint(painter, QRectF(0.6, 1, 2, 2), 100.0))
    monkeypatch.setattr(tiles, "RESTS", 0)
    assert marks_after(lambda painter: cache.paint(painter, QRectF(0.6, 1, 2, 2), 100.0))
    monkeypatch.setattr(tiles, "RESTS", 60_000)
    assert not marks_after(lambda painter: cache.paint_held(painter, QRectF(0.6, 1, 2, 2), 110.0))
    cache.stop()
    assert cache._pool.activeThreadCount() == 0


def test_a_tile_that_arrives_is_painted_where_it_lies_and_nowhere_else(
    near_the_hill: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = near_the_hill.map
    before, painted = shown(view), list[QRectF]()
    layers = map_frame.MapFrame._layers

    def noted(frame: map_frame.MapFrame, picture: object, parts: list[QRectF], dpr: float) -> None:
        painted.extend(parts)
        layers(frame, picture, parts, dpr)  # type: ignore[arg-type]

    monkeypatch.setattr(map_frame.MapFrame, "_layers", noted)
    tile, other = list(view.tiles._tiles(view.camera.view, view.camera.scale, 1.0))[:2]
    image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    view.tiles._made += [(tile, image), (other._replace(step=other.step + 100), image)]
    now = shown(view)
    assert len(painted) == 1 and 0 < painted[0].width() <= SIDE + 2 and painted[0].height() <= SIDE + 2
    assert now == shown(view, anew=True) != before
    view.tiles._held.clear()


def test_a_reach_shows_before_the_file_is_written_and_not_when_it_cannot_be(
    near_the_hill: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, view = near_the_hill, near_the_hill.map
    seen: list[bool] = []

    def full(file: GameFile, *_what: object) -> None:
        seen.append(bool(view.overlays.reach) and bool(view.stacks.in_hand))
        raise GameFileError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(GameFile, "_append", full)
        QTest.mouseClick(view, LEFT, pos=view.point_of(hands.hex("0101")))
    assert seen == [True]
    assert not view.overlays.reach and not view.stacks.in_hand and hands.asked == "movement-phase"
    assert hands.page.fault.isVisible()
    hands.click("0101")
    assert view.overlays.reach and hands.asked == "in-hand"
