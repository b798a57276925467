"""A ruleset made by `new-ruleset` opens in the window; the schema of its looks is the client's own."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hands import Hands

from hexcore import ruleset
from hexcore.new_ruleset import new_ruleset
from hexcore_gui.presentation import Presentation
from hexcore_gui.presentation_schema import PATH, schema


def test_the_schema_of_looks_is_up_to_date() -> None:
    """`python -m hexcore_gui.presentation_schema` writes it anew."""
    assert json.loads(PATH.read_text(encoding="utf-8")) == json.loads(json.dumps(schema()))


def test_a_new_ruleset_is_drawn(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = new_ruleset("drawn-bridge", tmp_path / "drawn")
    looks = tomllib.loads((home / "drawn_bridge" / "presentation.toml").read_text(encoding="utf-8"))
    Presentation.from_mapping(looks)
    points = [*ruleset._points(), EntryPoint("drawn-bridge", "drawn_bridge:RULESET", ruleset.ENTRY_POINTS)]
    monkeypatch.setattr(ruleset, "_points", lambda: points)
    monkeypatch.syspath_prepend(str(home))
    hands.start(ruleset.find("drawn-bridge"), "battle")
    picture = hands.window.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(200, 1300, 4) for y in range(150, 900, 4)}
    assert {"#9db8ce", "#d9998c"} <= colours  # the bodies of both sides' counters
