"""The real window, offscreen, driven by clicks and keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PyQt6.QtWidgets import QApplication

HERE = Path(__file__).parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

from hands import Hands  # noqa: E402


@pytest.fixture
def hands(qapp: QApplication, tmp_path: Path, small_rulesets: None) -> Iterator[Hands]:
    """A player at the window: nothing is opened yet, games and settings lie in a folder of the test."""
    qapp.setStyle("Fusion")
    player = Hands(tmp_path)
    yield player
    player.leave()
