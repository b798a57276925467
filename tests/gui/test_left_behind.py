"""A client that was killed: started again, it lays the game out as it lay, with what was half chosen.

And the games last played, in the list of the start page and in the menu.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import hill
import pytest
from hands import Hands
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QAbstractButton

from hexcore_gui.desk import read_notes, told_of
from hexcore_gui.main_window import MainWindow

HERE = Path(__file__).parent
CHILD = """
import json, sys
from pathlib import Path
from PyQt6.QtTest import QTest
from hexcore_gui.__main__ import application, window_with
from hexcore_gui.preferences import Preferences
from hexcore_gui.table_link import NewGame
from hexcore.record import DiceRecord
from hexcore.ruleset import find
folder, begin = Path(sys.argv[1]), sys.argv[2] == "begin"
running = application()
window = window_with(None, None, Preferences(folder / "settings.ini"), folder / "games", folder / "tiles")
if begin:
    window.loading.start(NewGame(find("crossing"), "ford", {}, {}, DiceRecord("seed", 4)))
for _ in range(2000):
    QTest.qWait(5)
    if window.page is not None and window.page.settled and not window.loading.busy:
        break
QTest.qWait(100)
page, link = window.page, window.link
if begin:
    page.pointing.give(link.choices.offers[0].action)
    page.pointing.pick(list(link.choices.units_to_pick())[1])
    page.map.zoom(2)
    QTest.qWait(800)
told = {
    "hash": link.game.state.hash, "file": str(link.file.path), "answers": len(link.game.journal),
    "picked": list(page.pointing.picked), "lit": sorted(page.pointing.choices.lit),
    "scale": page.map.camera.scale, "said": page.status.message(),
} if page is not None else {}
print(json.dumps(told), flush=True)
if begin:
    QTest.qWait(60000)
window.close()
"""


def client(environment: Mapping[str, str], folder: Path, how: str) -> subprocess.Popen[str]:
    """The client in a process of its own, over settings and games in a folder."""
    hidden = {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", CHILD, str(folder), how]
    return subprocess.Popen(command, env={**environment, **hidden}, stdout=subprocess.PIPE, text=True)


def told(process: subprocess.Popen[str]) -> dict[str, object]:
    assert process.stdout is not None
    line: dict[str, object] = json.loads(process.stdout.readline())
    return line


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such end elsewhere")
def test_a_client_that_was_killed_lays_the_game_out_as_it_lay(
    installed_rulesets: Mapping[str, str], tmp_path: Path
) -> None:
    first = client(installed_rulesets, tmp_path, "begin")
    with first:
        before = told(first)
        os.kill(first.pid, signal.SIGKILL)
    assert first.returncode == -signal.SIGKILL and before["answers"] == 1 and before["picked"]
    with client(installed_rulesets, tmp_path, "again") as second:
        after = told(second)
    assert second.returncode == 0
    assert after.pop("said") and not before.pop("said")
    assert after == before
    assert read_notes(tmp_path / "games" / "at-the-table.json")[0] == {}, "the second was closed in order"


def test_a_second_window_leaves_the_game_of_the_first_alone(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle")
    assert hands.window.desk.alone
    other = MainWindow(hands.window.preferences, hands.folder / "games")
    assert not other.desk.alone and not other.desk.recover()
    other.close()
    hands.window.desk.note()
    assert read_notes(hands.window.desk.path)[0]


def test_a_damaged_note_is_as_none(hands: Hands) -> None:
    notes = hands.window.desk.path
    for text in ("", "no json", "[1]", "{}", '{"desk": {"file": 3}, "told": [1]}'):
        notes.write_text(text)
        assert read_notes(notes) == ({}, {}) and hands.window.desk.told == {}
        assert not hands.window.desk.recover()


# ------------------------------------------------------------------ the games last played
def test_the_games_last_played_say_where_they_stand(hands: Hands) -> None:
    hands.start(hill.RULESET, "battle", dice="4 4 4")
    hands.key(Qt.Key.Key_Space)
    hands.press("End phase", hands.page.end_phase)
    assert hands.asked == "combat-phase" or hands.state.phase > 0
    hands.window.desk.note()
    file = hands.window.link.file
    assert file is not None
    menu = hands.window.menus.recent
    assert menu is not None
    menu.aboutToShow.emit()
    (entry,) = [action.text() for action in menu.actions()]
    where = hands.page.stage.phase_title(hands.state)
    assert "Hold the Hill" in entry and "to decide" in entry and "turn 1" in entry
    assert where.split()[-1].lower() in entry.lower()
    path = file.path
    hands.window.close()
    again = Hands(hands.folder)
    texts = [b.text() for b in again.window.findChildren(QAbstractButton) if b.isVisible()]
    assert any("Hold the Hill" in text for text in texts)
    again.press("Hold the Hill")
    assert again.window.link.file is not None and again.window.link.file.path == path
    again.leave()


def test_what_is_told_of_a_game() -> None:
    kept = {"side": "Red", "where": "turn 2, Red combat", "when": "2026-01-02T10:30"}
    assert told_of(kept) == "Red to decide · turn 2, Red combat · 02 Jan 2026, 10:30"
    assert told_of({}) == "" and told_of({"where": "Draw", "when": "then"}) == "Draw"
