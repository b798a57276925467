"""The ground in squares of 512 pixels: painted beside the GUI thread, kept in memory and on disk.

What has not arrived yet shows as it looks at another zoom, or else in flat colours. Whoever moves the map has
the interpreter for himself: a tile that is being painted waits until the map lies still.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock

from PyQt6.QtCore import (
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QStandardPaths,
    Qt,
    QThreadPool,
    QTimer,
    pyqtSignal,
)
from PyQt6.QtGui import QImage, QPainter

from hexcore_gui.camera import snapped
from hexcore_gui.ground import Abandoned, GroundPainter
from hexcore_gui.tile_files import SIDE, Tile, TileFiles

DRAWING = 2
"""The way of drawing: raised whenever the same map comes out differently, so that old tiles are dropped."""
PASSING = 20
"""Milliseconds after which a view that is still shown gets its tiles: none are begun for one in passing."""
RESTS = 80
"""Milliseconds for which a map must lie still before tiles are painted for it, where it is on the move."""
SPARE = 500
"""Milliseconds after the first frame when what stands in for tiles is made, if no frame has needed it yet."""
AWAITED = 0.1
"""Seconds for which the first frame waits for tiles on disk at most."""
NAP = 0.005
"""Seconds between two looks, by a tile half painted, at whether the map still moves."""


def cache_folder() -> Path | None:
    """Where tiles lie on disk; None when the system names no place for caches."""
    named = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.CacheLocation)
    return Path(named) / "tiles" if named else None


class TileCache(QObject):
    """All tiles of one ground. `arrived` says which tile (step, column, row) has just become ready."""

    arrived = pyqtSignal(int, int, int)
    _ready = pyqtSignal()

    def __init__(
        self,
        ground: GroundPainter,
        folder: Path | None = None,
        *,
        numbers: bool = True,
        names: bool = True,
        kept: int = 48,
        parent: QObject | None = None,
    ) -> None:
        """*folder* None keeps no tiles on disk; *kept* is how many stay in memory (1 MB each), or twice
        as many as are in view, where these are more.
        """
        super().__init__(parent)
        self.ground, self.numbers, self.names, self.kept = ground, numbers, names, kept
        self.files = TileFiles(folder / self.digest if folder is not None else None)
        self._held: OrderedDict[Tile, QImage] = OrderedDict()
        self._wanted: list[Tile] = []
        self._later: list[Tile] = []
        self._coming: set[Tile] = set()
        self._made: list[tuple[Tile, QImage]] = []
        """What the worker has ready and nobody has collected yet."""
        self._news: list[Tile] = []
        self._in_view = 0
        self.version = 0
        """How many tiles have arrived."""
        self._shown: tuple[QRectF, float] = (QRectF(), 0.0)
        self._lock, self._working, self._stopped = Lock(), False, False
        self._moved = -math.inf
        self._start = QTimer(self)
        self._start.setSingleShot(True)
        self._start.timeout.connect(self._begin)
        self._spare = QTimer(self)
        self._spare.setSingleShot(True)
        self._spare.timeout.connect(lambda: self._pool.start(ground.prepare_flat))
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._ready.connect(self._collect)

    @property
    def digest(self) -> str:
        """A hash of everything a tile depends on."""
        hex_map, theme = self.ground.map, self.ground.theme
        places = [(p.hex, p.name, p.kind) for p in hex_map.places]
        parts = (DRAWING, hex_map.content_hash, places, sorted(hex_map.side_names.items()), repr(theme))
        looks = (self.ground.presentation.fingerprint, self.numbers, self.names)
        return hashlib.blake2b(repr((parts, looks)).encode(), digest_size=12).hexdigest()

    def paint(
        self, painter: QPainter, view: QRectF, scale: float, dpr: float = 1.0, part: QRectF | None = None
    ) -> None:
        """Paints *view* (map units) at *scale* logical pixels a hex, its corner at the painter's origin; no
        more of it than *part* needs to be painted.

        Missing tiles are on their way, the middle of the view first; meanwhile the ground shows as it is held
        at another zoom, or as flat colours.
        """
        self._collect()
        tiles = list(self._tiles(view, scale, dpr))
        if not self._in_view and not self._stopped:
            self._spare.start(SPARE)
            self._await(tiles)
        self._in_view = len(tiles)
        missing = [tile for tile in tiles if tile not in self._held]
        part = view if part is None else part & view
        if any(self._area(tile).intersects(part) for tile in missing):
            self._stand_in(painter, view, part, scale, missing[0].step)
        self._paint(painter, tiles, view, scale, dpr)
        moved, self._shown = self._shown[1] == scale and self._shown[0] != view, (QRectF(view), scale)
        if missing or self._wanted or self._later:
            self._want(missing, view.center(), moved=moved)

    def paint_held(self, painter: QPainter, view: QRectF, scale: float, dpr: float = 1.0) -> None:
        """Paints a view that will not stay: what is held of it, over flat colours. Nothing is fetched."""
        self._moved = time.monotonic()
        self.ground.paint_small(painter, view, scale)
        self._paint(painter, self._tiles(view, scale, dpr), view, scale, dpr)

    def _paint(
        self, painter: QPainter, tiles: Iterable[Tile], view: QRectF, scale: float, dpr: float
    ) -> None:
        for tile in tiles:
            image = self._held.get(tile)
            if image is not None:
                self._held.move_to_end(tile)
                corner = (self._area(tile).topLeft() - view.topLeft()) * scale * dpr
                image.setDevicePixelRatio(dpr)
                painter.drawImage(QPointF(snapped(corner.x()) / dpr, snapped(corner.y()) / dpr), image)

    def _stand_in(self, painter: QPainter, view: QRectF, part: QRectF, scale: float, step: int) -> None:
        """A part of the ground in flat colours, and over it the tiles held of the zoom nearest to *step*."""
        others = [t for t in self._held if t.step != step and self._area(t).intersects(part)]
        near = min((t.step for t in others), key=lambda s: abs(math.log(s / step)), default=0)
        shown = [(tile, self._area(tile)) for tile in others if tile.step == near]
        covered = sum((a & part).width() * (a & part).height() for _, a in shown)
        inside = part & self.ground.bounds
        painter.save()
        if covered < 0.999 * inside.width() * inside.height():
            way = (part.topLeft() - view.topLeft()) * scale
            painter.translate(way)
            self.ground.paint_flat(painter, part, scale)
            painter.translate(-way)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        for tile, area in shown:
            corner, far = (
                ((point - view.topLeft()) * scale).toPoint() for point in (area.topLeft(), area.bottomRight())
            )
            painter.drawImage(QRect(corner, far - QPoint(1, 1)), self._held[tile])
        painter.restore()

    def expect(self, view: QRectF, scale: float, dpr: float = 1.0) -> None:
        """What is on disk of a view sets out before its first frame is painted."""
        tiles = [tile for tile in self._tiles(view, scale, dpr) if tile not in self._held]
        self._want([tile for tile in tiles if self.files.has(tile)], view.center(), moved=False)

    def _await(self, tiles: list[Tile]) -> None:
        """The first frame waits a moment for tiles that are being read: what stands in takes as long."""
        end = time.monotonic() + AWAITED
        while time.monotonic() < end and any(t in self._coming or t in self._wanted for t in tiles):
            time.sleep(NAP / 2)
            self._collect()
        self._news = []

    def news(self, scale: float, dpr: float = 1.0) -> list[QRectF]:
        """What parts of the map have tiles of this zoom that were not there when it was asked last."""
        self._collect()
        step = round(scale * dpr * 100)
        arrived, self._news = self._news, []
        return [self._area(tile) for tile in arrived if tile.step == step]

    def missing(self, view: QRectF, scale: float, dpr: float = 1.0) -> int:
        """How many tiles of a view have not arrived yet."""
        return sum(tile not in self._held for tile in self._tiles(view, scale, dpr))

    def stop(self) -> None:
        """For good: what shows stays, nothing more is fetched, and the tile in hand is dropped midway."""
        self._start.stop()
        self._spare.stop()
        self._stopped = True
        with self._lock:
            self._wanted, self._later = [], []
        self._pool.waitForDone()

    def _area(self, tile: Tile) -> QRectF:
        size, origin = SIDE / tile.scale, self.ground.bounds.topLeft()
        return QRectF(origin.x() + tile.column * size, origin.y() + tile.row * size, size, size)

    def _tiles(self, view: QRectF, scale: float, dpr: float) -> Iterator[Tile]:
        step = round(scale * dpr * 100)
        size, whole = SIDE / (step / 100), self.ground.bounds
        part = view.intersected(whole).translated(-whole.topLeft())
        if part.isEmpty():
            return
        for row in range(math.floor(part.top() / size), math.ceil(part.bottom() / size)):
            for column in range(math.floor(part.left() / size), math.ceil(part.right() / size)):
                yield Tile(step, column, row)

    def _want(self, tiles: list[Tile], middle: QPointF, *, moved: bool) -> None:
        """Has tiles fetched: those on disk at once, the others when the map has rested for a while."""
        if self._stopped:
            return
        if moved:
            self._moved = time.monotonic()

        def far(tile: Tile) -> float:
            centre = self._area(tile).center()
            return math.hypot(centre.x() - middle.x(), centre.y() - middle.y())

        with self._lock:
            wanted = sorted((tile for tile in tiles if tile not in self._coming), key=far, reverse=True)
            self._wanted = [tile for tile in wanted if self.files.has(tile)]
            self._later = [tile for tile in wanted if tile not in self._wanted]
        if self._later and moved:
            self._start.start(RESTS)
        elif self._later and not self._start.isActive():
            self._start.start(PASSING)
        self._work()

    def _begin(self) -> None:
        with self._lock:
            self._wanted, self._later = [*self._later, *self._wanted], []
        self._work()

    def _work(self) -> None:
        """The worker sets out, unless it is under way or nothing is wanted."""
        with self._lock:
            start = bool(self._wanted) and not self._working
            self._working = self._working or start
        if start:
            self._pool.start(self.work)

    def _collect(self) -> None:
        """Takes over what the worker has ready."""
        with self._lock:
            made, self._made = self._made, []
            self._coming.difference_update(tile for tile, _ in made)
        for tile, image in made:
            self._held[tile] = image
            self._news.append(tile)
            self.version += 1
        while len(self._held) > max(self.kept, 2 * self._in_view):
            self._held.popitem(last=False)
        for tile, _ in made:
            self.arrived.emit(*tile)

    # ------------------------------------------------------------------ in the worker's thread

    def work(self) -> None:
        """Fetches or paints what is wanted until nothing is; runs in the pool."""
        self.files.make_room()
        while (tile := self._next()) is not None:
            image = self.files.read(tile)
            if image is None:
                try:
                    image = self._fresh(tile)
                except Abandoned:
                    return
                self.files.keep(tile, image)
            with self._lock:
                self._made.append((tile, image))
            with contextlib.suppress(RuntimeError):  # the window closed meanwhile
                self._ready.emit()

    def _next(self) -> Tile | None:
        with self._lock:
            self._working = bool(self._wanted)
            if not self._wanted:
                return None
            tile = self._wanted.pop()
            self._coming.add(tile)
            return tile

    def _fresh(self, tile: Tile) -> QImage:
        image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.black)
        painter = QPainter(image)
        try:
            self.paint_tile(painter, self._area(tile), tile.scale)
        finally:
            painter.end()
        return image

    def paint_tile(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Paints the ground of one square."""
        self.ground.paint(painter, area, scale, numbers=self.numbers, names=self.names, wanted=self._goes_on)

    def _goes_on(self) -> bool:
        """Whether a tile is to be painted any further, as soon as the map lies still; False when it is not.

        Qt holds the interpreter while it paints, and two threads that paint take turns at it.
        """
        while not self._stopped and (rests := self._moved + RESTS / 1000 - time.monotonic()) > 0:
            time.sleep(min(rests, NAP))
        return not self._stopped
