"""The ground in squares of 512 pixels: painted beside the GUI thread, kept in memory and on disk.

What has not arrived yet shows as flat colours. A cache that cannot be read or written costs time, nothing
else.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import shutil
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from PyQt6.QtCore import QObject, QPointF, QRectF, QRunnable, QStandardPaths, Qt, QThreadPool, pyqtSignal
from PyQt6.QtGui import QImage, QPainter

from hexcore_gui.ground import GroundPainter

SIDE = 512
DRAWING = 1
"""The way of drawing: raised whenever the same map comes out differently, so that old tiles are dropped."""
FOLDERS_KEPT = 12


class Tile(NamedTuple):
    """One square: hundredths of a device pixel a hex, and its place from the map's upper left corner."""

    step: int
    column: int
    row: int

    @property
    def scale(self) -> float:
        """Device pixels a hex."""
        return self.step / 100


def cache_folder() -> Path | None:
    """Where tiles lie on disk; None when the system names no place for caches."""
    named = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.CacheLocation)
    return Path(named) / "tiles" if named else None


class TileCache(QObject):
    """All tiles of one ground. `arrived` says which tile (step, column, row) has just become ready."""

    arrived = pyqtSignal(int, int, int)
    _painted = pyqtSignal(object, QImage)

    def __init__(
        self,
        ground: GroundPainter,
        folder: Path | None = None,
        *,
        numbers: bool = True,
        names: bool = True,
        kept: int = 160,
        parent: QObject | None = None,
    ) -> None:
        """*folder* None keeps no tiles on disk; *kept* is how many stay in memory (1 MB each)."""
        super().__init__(parent)
        self.ground, self.numbers, self.names, self.kept = ground, numbers, names, kept
        self.folder = folder / self.digest if folder is not None else None
        self._held: OrderedDict[Tile, QImage] = OrderedDict()
        self._wanted: list[Tile] = []
        self._lock, self._working = Lock(), False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._painted.connect(self._keep)

    @property
    def digest(self) -> str:
        """A hash of everything a tile depends on."""
        hex_map, theme = self.ground.map, self.ground.theme
        places = [(p.hex, p.name, p.kind) for p in hex_map.places]
        parts = (DRAWING, hex_map.content_hash, places, sorted(hex_map.side_names.items()), repr(theme))
        looks = (self.ground.presentation.fingerprint, self.numbers, self.names)
        return hashlib.blake2b(repr((parts, looks)).encode(), digest_size=12).hexdigest()

    def paint(self, painter: QPainter, view: QRectF, scale: float, dpr: float = 1.0) -> None:
        """Paints *view* (map units) at *scale* logical pixels a hex, its corner at the painter's origin.

        Missing tiles show as flat colours and are on their way: the middle of the view first.
        """
        tiles = list(self._tiles(view, scale, dpr))
        missing = [tile for tile in tiles if tile not in self._held]
        if missing:
            self.ground.paint_flat(painter, view, scale)
        for tile in tiles:
            image = self._held.get(tile)
            if image is not None:
                self._held.move_to_end(tile)
                area = self._area(tile)
                corner = (area.topLeft() - view.topLeft()) * scale * dpr
                spot = QPointF(round(corner.x()) / dpr, round(corner.y()) / dpr)
                painter.drawImage(QRectF(spot, image.size().toSizeF() / dpr), image)
        self._want(missing, view.center())

    def missing(self, view: QRectF, scale: float, dpr: float = 1.0) -> int:
        """How many tiles of a view have not arrived yet."""
        return sum(tile not in self._held for tile in self._tiles(view, scale, dpr))

    def stop(self) -> None:
        """Asks for nothing more and waits for the tile in hand."""
        with self._lock:
            self._wanted.clear()
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

    def _want(self, tiles: list[Tile], middle: QPointF) -> None:
        def far(tile: Tile) -> float:
            centre = self._area(tile).center()
            return math.hypot(centre.x() - middle.x(), centre.y() - middle.y())

        with self._lock:
            self._wanted = sorted(tiles, key=far, reverse=True)
            start = bool(tiles) and not self._working
            self._working = self._working or start
        if start:
            self._pool.start(_Worker(self))

    def _keep(self, tile: Tile, image: QImage) -> None:
        self._held[tile] = image
        while len(self._held) > self.kept:
            self._held.popitem(last=False)
        self.arrived.emit(*tile)

    # ------------------------------------------------------------------ in the worker's thread

    def work(self) -> None:
        """Fetches or paints what is wanted until nothing is; runs in the pool."""
        self._make_room()
        while (tile := self._next()) is not None:
            image = self._load(tile)
            if image is None:
                image = self._fresh(tile)
                self._save(tile, image)
            with contextlib.suppress(RuntimeError):  # the window closed meanwhile
                self._painted.emit(tile, image)

    def _next(self) -> Tile | None:
        with self._lock:
            self._working = bool(self._wanted)
            return self._wanted.pop() if self._wanted else None

    def _fresh(self, tile: Tile) -> QImage:
        image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.black)
        painter = QPainter(image)
        self.ground.paint(painter, self._area(tile), tile.scale, numbers=self.numbers, names=self.names)
        painter.end()
        return image

    def _file(self, tile: Tile) -> Path | None:
        return self.folder and self.folder / str(tile.step) / f"{tile.column}_{tile.row}.png"

    def _load(self, tile: Tile) -> QImage | None:
        file = self._file(tile)
        if file is None or not file.is_file():
            return None
        image = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB32)
        return image if (image.width(), image.height()) == (SIDE, SIDE) else None

    def _save(self, tile: Tile, image: QImage) -> None:
        file = self._file(tile)
        if file is None:
            return
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            part = file.with_suffix(f".{os.getpid()}.part")
            if image.save(str(part), "PNG", 70):
                part.replace(file)
            else:
                part.unlink(missing_ok=True)

    def _make_room(self) -> None:
        """Drops the folders used longest ago when there are too many."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            os.utime(self.folder)
            folders = sorted(
                (f for f in self.folder.parent.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime
            )
            for old in folders[:-FOLDERS_KEPT]:
                shutil.rmtree(old, ignore_errors=True)


class _Worker(QRunnable):
    def __init__(self, cache: TileCache) -> None:
        super().__init__()
        self.cache = cache

    def run(self) -> None:
        self.cache.work()
