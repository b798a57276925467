"""The real window, offscreen, driven by clicks and keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QPainter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PyQt6.QtWidgets import QApplication

HERE = Path(__file__).parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

from hands import Hands  # noqa: E402

from hexcore_gui import map_view  # noqa: E402
from hexcore_gui.tiles import TileCache  # noqa: E402


class FlatTiles(TileCache):
    """Tiles that come as all tiles do, but plain: fine ground takes long, and few tests look at it."""

    def paint_tile(self, painter: QPainter, area: QRectF, scale: float) -> None:
        self.ground.paint_flat(painter, area, scale)


@pytest.fixture(scope="session", autouse=True)
def flat_ground() -> Iterator[None]:
    """Maps show the ground in flat colours; a test that looks at it asks for `fine_ground`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(map_view, "TileCache", FlatTiles)
        yield


@pytest.fixture
def fine_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ground as players see it."""
    monkeypatch.setattr(map_view, "TileCache", TileCache)


@pytest.fixture
def hands(qapp: QApplication, tmp_path: Path, small_rulesets: None) -> Iterator[Hands]:
    """A player at the window: nothing is opened yet, games and settings lie in a folder of the test."""
    qapp.setStyle("Fusion")
    player = Hands(tmp_path)
    yield player
    player.leave()
