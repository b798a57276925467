"""The board: what stands in while tiles and counters come, the overview, hover, notes, high resolution."""

from __future__ import annotations

import pytest
from hands import Hands
from hill import RULESET
from PyQt6.QtCore import QPoint, QRectF, QSizeF, Qt
from PyQt6.QtGui import QImage, QPainter
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from hexcore_gui.counter_face import CounterFace
from hexcore_gui.counter_painter import CounterPainter
from hexcore_gui.ground import GroundPainter
from hexcore_gui.pointed import pointed_facts
from hexcore_gui.presentation import Presentation
from hexcore_gui.theme import Theme
from hexcore_gui.tiles import TileCache


@pytest.fixture
def at_the_hill(fine_ground: None, hands: Hands) -> Hands:
    hands.start(RULESET, "battle", dice=1)
    hands.until(hands.map.ready)
    return hands


def test_the_status_line_says_who_may_enter_at_what_cost(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hill, open_ground = hands.hex("0302"), hands.hex("0203")
    assert "Enter: 2" in pointed_facts(hands.page, hill)  # half-points: the hill costs 4, clear ground 2
    assert "Enter: 1" in pointed_facts(hands.page, open_ground)
    hands.click("0101")
    assert "2 points left there" in pointed_facts(hands.page, hands.hex("0103"))


def test_notes_on_hexsides_stand_at_near_zoom_only(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hill = hands.hex("0302")
    hands.map.zoom_to(54)
    hands.page.map.hovered.emit(hill)
    assert not hands.map.notes
    hands.map.zoom_to(106)
    hands.page.map.hovered.emit(hill)
    assert {note.text for note in hands.map.notes} == {"2"} and len(hands.map.notes) == 6
    hands.page.map.hovered.emit(hands.hex("0101"))
    assert {note.side // 6 for note in hands.map.notes} == {hands.hex("0101")}


def test_the_overview_moves_the_view_by_click_and_drag(at_the_hill: Hands) -> None:
    hands = at_the_hill
    hands.map.zoom_to(132)
    over, camera = hands.page.overview, hands.map.camera
    camera.resize(QSizeF(300, 200))
    over.show()
    corner, far = QPoint(6, 6), QPoint(over.width() - 6, over.height() - 6)
    QTest.mousePress(over, Qt.MouseButton.LeftButton, pos=corner)
    first = camera.middle
    QTest.mouseMove(over, far)
    QTest.mouseRelease(over, Qt.MouseButton.LeftButton, pos=far)
    assert camera.middle.x() > first.x() or camera.middle.y() > first.y()


def test_counters_out_of_time_stand_in_scaled_and_become_sharp(qapp: QApplication) -> None:
    painter, face = CounterPainter(Theme.light()), CounterFace(figures="4-4", letters="Inf")
    other = CounterFace(figures="6-6", letters="Pz")
    painter.pixmap(face, 40, 1.0)
    painter.begin_frame(-1.0)  # no time at all
    blurred, sharp = painter.heap([face], 60, 1.0)
    assert painter.owed == 1 and not sharp
    painter.heap([other], 60, 1.0)
    assert painter.owed == 1  # nothing can stand in for it: it is painted
    painter.begin_frame()
    crisp, sharp = painter.heap([face], 60, 1.0)
    assert sharp and painter.owed == 0 and crisp.toImage() != blurred.toImage()
    assert crisp.size() == blurred.size()


def test_another_zoom_stands_in_until_the_tiles_arrive(qapp: QApplication) -> None:
    ground = GroundPainter(RULESET.map, Presentation(), Theme.light())
    cache = TileCache(ground)
    image = QImage(200, 200, QImage.Format.Format_RGB32)

    def painted(scale: float) -> QImage:
        painter = QPainter(image)
        image.fill(Qt.GlobalColor.magenta)
        cache.paint(painter, QRectF(1, 1, 200 / scale, 200 / scale), scale)
        painter.end()
        return image.copy()

    flat = painted(54.0)
    while cache.missing(QRectF(1, 1, 3, 3), 54.0):
        QTest.qWait(5)
    stand_in = painted(54.0 * 1.25)
    assert stand_in != flat and QImage(stand_in).pixel(100, 100) != Qt.GlobalColor.magenta
    alone = TileCache(ground)
    painter = QPainter(image)
    alone.paint(painter, QRectF(1, 1, 200 / 67.5, 200 / 67.5), 67.5)
    painter.end()
    assert image != stand_in  # without tiles of another zoom it is flat
    cache.stop()
    alone.stop()


def test_a_double_resolution_has_four_times_the_pixels_and_no_blur(qapp: QApplication) -> None:
    painter, face = CounterPainter(Theme.light()), CounterFace(figures="4-4", letters="Inf")
    one, two = painter.heap([face, face], 41, 1.0)[0], painter.heap([face, face], 41, 2.0)[0]
    assert two.devicePixelRatio() == 2.0 and abs(two.width() - 2 * one.width()) <= 2
    doubled = one.scaled(two.size(), transformMode=Qt.TransformationMode.SmoothTransformation).toImage()
    assert edges(two.toImage()) > 1.3 * edges(doubled)


def edges(image: QImage) -> float:
    """How sharp a picture is: the mean step from pixel to pixel, squared."""
    row = range(0, image.height(), 2)
    steps = [
        (image.pixelColor(x, y).lightness() - image.pixelColor(x - 1, y).lightness()) ** 2
        for y in row
        for x in range(1, image.width())
    ]
    return sum(steps) / len(steps)
