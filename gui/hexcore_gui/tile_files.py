"""Tiles of the ground on disk. Nothing here holds the interpreter for long: other threads go on meanwhile."""

from __future__ import annotations

import contextlib
import os
import shutil
import zlib
from pathlib import Path
from typing import NamedTuple

from PyQt6.QtGui import QImage

SIDE = 512
SIZE = 4 * SIDE * SIDE
"""Bytes of a tile: four a pixel, as Qt keeps them in Format_RGB32."""
LEVEL = 1
"""How hard zlib tries: as small as a PNG of it, and read in half the time."""
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


class TileFiles:
    """The tiles of one ground in a folder, their pixels compressed; without a folder there are none.

    Qt holds the interpreter while it reads or writes a picture file, and with it the frame that is painted at
    the same time; zlib does not. A folder that cannot be read or written only costs time.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def _file(self, tile: Tile) -> Path | None:
        return self.folder and self.folder / str(tile.step) / f"{tile.column}_{tile.row}.z"

    def has(self, tile: Tile) -> bool:
        file = self._file(tile)
        return file is not None and file.is_file()

    def read(self, tile: Tile) -> QImage | None:
        """A tile as it was kept; None where there is none, or none that is whole."""
        file = self._file(tile)
        if file is None:
            return None
        try:
            pixels = zlib.decompress(file.read_bytes(), bufsize=SIZE)
        except (OSError, zlib.error):
            return None
        if len(pixels) != SIZE:
            return None
        return QImage(pixels, SIDE, SIDE, 4 * SIDE, QImage.Format.Format_RGB32).copy()

    def keep(self, tile: Tile, image: QImage) -> None:
        """Writes a tile, whole or not at all."""
        file, bits = self._file(tile), image.constBits()
        if file is None or bits is None:
            return
        pixels = zlib.compress(bits.asstring(SIZE), LEVEL)
        part = file.with_suffix(f".{os.getpid()}.part")
        with contextlib.suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                part.write_bytes(pixels)
                part.replace(file)
            finally:
                part.unlink(missing_ok=True)

    def make_room(self) -> None:
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
