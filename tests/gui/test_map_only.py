"""The new-game dialog offers what can be played, and says what it leaves out."""

from __future__ import annotations

from pathlib import Path

import hill
from PyQt6.QtWidgets import QApplication

from hexcore.ruleset import Found, Ruleset
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
