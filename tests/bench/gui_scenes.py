"""One window of the client, measured from within: what `gui_bench.py` runs in processes of their own.

`python gui_scenes.py SCENE FOLDER BEGAN` opens a scene, its tiles and its game in FOLDER, and prints one line
of JSON, a `Measured`; BEGAN is when the process was started, in seconds since the epoch.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1] / "rulesets"))

if TYPE_CHECKING:
    from PyQt6.QtCore import QPoint
    from PyQt6.QtGui import QPaintEvent
    from PyQt6.QtWidgets import QApplication

    from hexcore.ruleset import Ruleset
    from hexcore_gui.main_window import MainWindow
    from hexcore_gui.map_view import MapView

STEP = 24
"""Pixels the pointer goes in one frame of a drag."""
WAYS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (1, 1))
FRAMES, TAKEN = 20, 24
"""Frames of a drag in one way; units taken in hand."""


@dataclass
class Times:
    """Of frames or answers one by one: seconds on the wall, and of processor in the window's thread."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def time(self, act: Callable[[], object]) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        act()
        self.cpu.append(time.thread_time() - cpu)
        self.wall.append(time.perf_counter() - wall)


@dataclass
class Measured:
    """Seconds since the process began until the window was painted whole, and until all textures were there;
    frames of panning and zooming; clicks until the frame with the tint; the most MiB of memory.
    """

    paint: float = 0.0
    paint_cpu: float = 0.0
    textures: float = 0.0
    textures_cpu: float = 0.0
    pan: Times = field(default_factory=Times)
    zoom: Times = field(default_factory=Times)
    reach: Times = field(default_factory=Times)
    memory: float = 0.0


# ------------------------------------------------------------------ scenes
def joined_map() -> tuple[Ruleset, str]:
    """Both sheets of Cobra with 300 counters: those of the Break-Out, and copies of them."""
    from wide_maps import crowded

    from hexcore.ruleset import find

    cobra = find("cobra")
    break_out = cobra.scenario("breakout").set_up(cobra.map)
    return crowded(cobra, "campaign", break_out, 304), "campaign"


def ten_thousand() -> tuple[Ruleset, str]:
    """A hundred by a hundred hexes with 600 counters."""
    from wide_maps import plain

    return plain(100, 100, 600), "front"


SCENES = {"cobra": joined_map, "plain": ten_thousand}


def announce(ruleset: Ruleset) -> None:
    """In this process a ruleset made in code is found like an installed one, in place of that of its name."""
    from hexcore import ruleset as rulesets

    global MADE
    MADE = ruleset
    really = rulesets._points()
    made = EntryPoint(ruleset.id, f"{__name__}:MADE", rulesets.ENTRY_POINTS)
    rulesets._points = lambda: [*(point for point in really if point.name != ruleset.id), made]


MADE: Ruleset | None = None


# ------------------------------------------------------------------ measuring
def opened(scene: str, folder: Path) -> MainWindow:
    """The window over a new game of a scene, just as `hexcore play` opens it."""
    from hexcore_gui.__main__ import Display, application, window_with
    from hexcore_gui.preferences import Preferences

    display = Display()
    from hexcore_gui.table_link import NewGame

    ruleset, scenario = SCENES[scene]()
    announce(ruleset)
    new = NewGame(ruleset, scenario)
    display.must_open()
    running = application()
    preferences = Preferences(folder / "settings.ini")
    window = window_with(new, None, preferences, folder / "games", folder / "tiles")
    _KEPT.append(running)
    return window


_KEPT: list[QApplication] = []


class Watch:
    """Counts how often a map was painted, and notes when for the first time with a reach tinted."""

    def __init__(self) -> None:
        from hexcore_gui.map_view import MapView

        self.painted, self.tinted = 0, False
        self.clocks = (0.0, 0.0)
        whole = MapView.paintEvent

        def noted(view: MapView, event: QPaintEvent | None) -> None:
            whole(view, event)
            self.painted += 1
            if view.overlays.reach and not self.tinted:
                self.tinted, self.clocks = True, (time.perf_counter(), time.thread_time())

        MapView.paintEvent = noted  # type: ignore[method-assign]


def measure_start(window: MainWindow, watch: Watch, began: float, found: Measured) -> None:
    """Lets the window paint until it has all textures."""
    from PyQt6.QtTest import QTest

    assert window.page is not None, window.complaint
    while not watch.painted:
        frame()
    found.paint, found.paint_cpu = time.time() - began, time.process_time()
    while not window.page.map.ready():
        QTest.qWait(10)
    QTest.qWait(1)
    found.textures, found.textures_cpu = time.time() - began, time.process_time()


def to_movement(window: MainWindow) -> None:
    """Ends whatever comes before the first movement phase."""
    link = window.link
    while link.decision is not None and link.decision.kind != "movement-phase":
        ending = link.choices.ending or link.choices.offers[0]
        assert link.submit(ending.action)
    settle(window.page.map if window.page is not None else None)


def settle(view: MapView | None) -> None:
    """Waits until everything is painted and nothing is to be done any more."""
    from PyQt6.QtTest import QTest

    assert view is not None
    while not view.ready():
        QTest.qWait(10)
    QTest.qWait(50)


def frame() -> None:
    """Everything that waits is done and painted."""
    from PyQt6.QtWidgets import QApplication

    QApplication.processEvents()


def pan(view: MapView, times: Times) -> None:
    """Drags the map about, a frame for each move of the pointer."""
    from PyQt6.QtCore import QPoint, Qt
    from PyQt6.QtTest import QTest

    at, right, none = view.rect().center(), Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(view, right, none, at)
    for x, y in WAYS:
        for _ in range(FRAMES):
            at += QPoint(x, y) * STEP
            times.time(partial(_drag_to, view, at))
    QTest.mouseRelease(view, right, none, at)


def _drag_to(view: MapView, at: QPoint) -> None:
    from PyQt6.QtTest import QTest

    QTest.mouseMove(view, at)
    frame()


def zoom(view: MapView, times: Times, *, wait: bool) -> None:
    """Turns the wheel through all zooms and back; *wait* lets the tiles of each come, for the next time."""
    for turn in (*[-1] * 7, *[1] * 9, *[-1] * 4):
        times.time(partial(_wheel, view, turn))
        if wait:
            settle(view)


def _wheel(view: MapView, turn: int) -> None:
    from PyQt6.QtCore import QPoint, QPointF, Qt
    from PyQt6.QtGui import QWheelEvent
    from PyQt6.QtWidgets import QApplication

    at = QPointF(view.rect().center()) + QPointF(60, 40)
    event = QWheelEvent(
        at,
        view.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)
    frame()


def reach(window: MainWindow, watch: Watch, times: Times) -> None:
    """Takes unit after unit in hand by a click: the time to the frame in which its reach is tinted."""
    from PyQt6.QtCore import Qt
    from PyQt6.QtTest import QTest

    assert window.page is not None
    view, link = window.page.map, window.link
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    hexes = [hex for hex, offers in link.choices.hexes_of_units(link.state).items() if offers]
    for hex in hexes[:: max(1, len(hexes) // TAKEN)][:TAKEN]:
        view.centre_on(hex)
        settle(view)
        at, watch.tinted = view.point_of(hex), False
        wall, cpu = time.perf_counter(), time.thread_time()
        QTest.mouseClick(view, left, none, at)
        while not watch.tinted:
            frame()
        times.wall.append(watch.clocks[0] - wall)
        times.cpu.append(watch.clocks[1] - cpu)
        QTest.keyClick(view, Qt.Key.Key_Escape)
        settle(view)


def raster() -> float:
    """Processor seconds of a fixed piece of work, in the median: an image of the window's size filled with
    tiles, and 300 pixmaps of a counter's size drawn on it.
    """
    from PyQt6.QtCore import QPointF, Qt
    from PyQt6.QtGui import QColor, QGuiApplication, QImage, QPainter

    kept = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    window = QImage(1600, 1000, QImage.Format.Format_RGB32)
    tile = QImage(512, 512, QImage.Format.Format_RGB32)
    counter = QImage(64, 64, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(Qt.GlobalColor.darkGreen)
    counter.fill(QColor(40, 60, 80, 200))
    times = Times()

    def work() -> None:
        painter = QPainter(window)
        for n in range(8):
            painter.drawImage(QPointF(n % 4 * 400, n // 4 * 500), tile)
        for n in range(300):
            painter.drawImage(QPointF(n * 37 % 1500, n * 61 % 900), counter)
        painter.end()

    for _ in range(15):
        times.time(work)
    del kept
    return sorted(times.cpu)[len(times.cpu) // 2]


def most_memory() -> float:
    """MiB this process has had in use at most."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def measured(scene: str, folder: Path, began: float, *, whole: bool) -> Measured:
    """A window opened and measured; unless *whole*, its start alone."""
    found = Measured()
    window = opened(scene, folder)
    watch = Watch()
    measure_start(window, watch, began, found)
    if whole and window.page is not None:
        view = window.page.map
        to_movement(window)
        pan(view, Times())
        settle(view)
        pan(view, found.pan)
        zoom(view, Times(), wait=True)
        zoom(view, found.zoom, wait=False)
        settle(view)
        view.zoom_to(54)
        reach(window, watch, found.reach)
    found.memory = most_memory()
    window.close()
    return found


if __name__ == "__main__":
    told = measured(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), whole="start" not in sys.argv[4:])
    print(json.dumps(asdict(told)))
