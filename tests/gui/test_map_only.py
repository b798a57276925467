"""The new-game dialog offers what can be played, and says what it leaves out."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import hill
import pytest
from PyQt6.QtWidgets import QApplication, QLabel

from hexcore.ruleset import ENTRY_POINTS, Found, Ruleset
from hexcore_gui.new_game_dialog import NewGameDialog
from hexcore_gui.theme import Theme

GROUND = Ruleset(
    id="ground",
    title="Ground",
    edition="",
    version="1",
    folder=Path(__file__).parent / "ground",
    sides=(hill.BLUE, hill.RED),
    load_map=hill.hill_map,
)


def test_a_map_without_a_scenario_is_not_offered(qapp: QApplication) -> None:
    dialog = NewGameDialog(Theme.light(), [Found("ground", GROUND), Found("hill", hill.RULESET)])
    names = [dialog.games.item(n).text() for n in range(dialog.games.count())]
    assert names == ["Hold the Hill · Test"] and dialog.start.isEnabled()
    assert dialog.left_out == ["ground is a map with no scenario to play"]


def test_with_nothing_to_play_no_game_is_begun(qapp: QApplication) -> None:
    dialog = NewGameDialog(Theme.light(), [Found("ground", GROUND)])
    assert dialog.games.count() == 0 and not dialog.start.isEnabled()


# ------------------------------------------------------------------ listed, not imported
def test_a_game_is_loaded_when_it_is_chosen_and_a_broken_one_stops_nothing(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plugged_ford.py").write_text("raise SystemExit(3)")
    monkeypatch.syspath_prepend(tmp_path)
    point = metadata.EntryPoint("ford", "plugged_ford:RULESET", ENTRY_POINTS)
    listed = [
        Found("gone", None, disabled=True),
        Found("hill", hill.RULESET),
        Found("ford", None, title="The Ford", edition="First", point=point),
        Found("new", None, error="it is made for version 9.1 of the API"),
    ]
    dialog = NewGameDialog(Theme.light(), listed)
    assert [dialog.games.item(n).text() for n in range(dialog.games.count())][1] == "The Ford · First"
    assert dialog.left_out == ["new is broken: it is made for version 9.1 of the API", "gone is disabled"]
    assert dialog.start.isEnabled()
    dialog.games.setCurrentRow(1)
    assert not dialog.start.isEnabled() and dialog.scenarios.count() == 0
    told = [each.text() for each in dialog.findChildren(QLabel)]
    assert "This game cannot be read: SystemExit: 3" in told
    dialog.games.setCurrentRow(0)
    assert dialog.start.isEnabled() and dialog.scenarios.count() == 1
