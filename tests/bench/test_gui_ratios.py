"""The window's frames against a fixed raster workload of the same run, in a generous band."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "rulesets"))
sys.path.insert(0, str(Path(__file__).parents[1] / "gui"))

import pytest
from gui_bench import part
from gui_scenes import Times, announce, pan, raster, settle, zoom
from hands import Hands
from PyQt6.QtWidgets import QApplication
from wide_maps import plain

from hexcore import ruleset as rulesets

MOST = {"pan": 5.0, "zoom": 15.0}
"""So many times the fixed work a frame may take of processor, in the median: a fault of scale is more."""
TRIES = 3


def test_frames_take_a_few_times_a_fixed_raster_work(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulesets, "_points", rulesets._points)
    made = plain(16, 14, 96)
    announce(made)
    hands = Hands(tmp_path)
    try:
        hands.start(made, "front")
        hands.map.zoom_to(68)
        settle(hands.map)
        for _ in range(TRIES):
            ratios = measured(hands)
            if all(ratios[what] <= most for what, most in MOST.items()):
                return
        pytest.fail(f"{ratios}, wanted at most {MOST}")
    finally:
        hands.leave()


def measured(hands: Hands) -> dict[str, float]:
    """Frames of panning and zooming in times of the fixed work, which is done before and after."""
    panned, zoomed, before = Times(), Times(), raster()
    pan(hands.map, panned)
    zoom(hands.map, zoomed, wait=False)
    ruler = max(before, raster())
    return {"pan": part(panned.cpu, 0.5) / ruler, "zoom": part(zoomed.cpu, 0.5) / ruler}
