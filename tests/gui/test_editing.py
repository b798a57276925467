"""`hexcore dev`: a folder is edited on disk while the window shows its game."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from hexcore.new_ruleset import new_ruleset
from hexcore_gui.__main__ import main
from hexcore_gui.dev import begun, opened
from hexcore_gui.edit_strip import DONE, FAULT, STAYS, WATCHED
from hexcore_gui.editing import Editing
from hexcore_gui.main_window import MainWindow
from hexcore_gui.preferences import Preferences

SOON = 30.0


class Desk:
    """An author's folder, and the window over its game."""

    def __init__(self, folder: Path, window: MainWindow, editing: Editing) -> None:
        self.folder, self.window, self.editing = folder, window, editing

    def edit(self, name: str, change: Callable[[str], str]) -> str:
        """Writes a file as editors do, a new one put in place of the old; what the strip then says."""
        path, over = self.folder / name, list[bool]()
        self.editing.settled.connect(lambda: over.append(True))
        fresh = path.with_suffix(".swp")
        fresh.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        fresh.replace(path)
        self.wait_for(over)
        self.editing.settled.disconnect()
        return self.editing.strip.text.text()

    def wait_for(self, over: list[bool]) -> None:
        until = time.monotonic() + SOON
        while not over and time.monotonic() < until:
            QTest.qWait(20)
        assert over

    def green(self) -> int:
        """How many of the points looked at are as green as no map and no counter is by itself."""
        picture = self.window.grab().toImage()
        points = [picture.pixelColor(x, y) for x in range(200, 1000, 4) for y in range(150, 900, 4)]
        return sum(point.green() > 220 and point.red() < 60 and point.blue() < 100 for point in points)


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    qapp.setStyle("Fusion")
    home = new_ruleset("mill-race", tmp_path / "mill")
    (tmp_path / "scratch").mkdir()
    edited, file, _ = begun(str(home), "", "", tmp_path / "scratch")
    preferences = Preferences(tmp_path / "settings.ini")
    preferences.keep_reduced_motion(True)
    window, editing = opened(edited, file, "", preferences, tmp_path / "tiles")
    QTest.qWaitForWindowExposed(window)
    yield Desk(home / "mill_race", window, editing)
    window.close()
    editing.close()
    window.deleteLater()
    sys.modules.pop("mill_race_rules", None)


def test_an_edit_on_disk_is_in_play_and_a_fault_leaves_all_as_it_was(desk: Desk) -> None:
    window, strip, link = desk.window, desk.editing.strip, desk.window.link
    assert strip.state == WATCHED and strip.isVisible()
    chance = random.Random(3)
    for _ in range(12):
        assert link.game is not None and link.submit(chance.choice(link.game.legal_actions()))
    answers = len(link.game.journal)
    assert window.page is not None
    window.page.map.zoom_to(60.0)
    page, middle = window.page, window.page.map.camera.middle

    assert not desk.green()

    # looks: the counters are painted anew, and the game is the same
    said = desk.edit("presentation.toml", lambda text: text.replace("#9DB8CE", "#12fe34"))
    assert strip.state == DONE and said.startswith("Reloaded presentation.toml.")
    assert window.page is not page and len(link.game.journal) == answers
    for _ in range(60):  # its page is laid out, and then looks where the old one did
        QTest.qWait(50)
        if window.page.settled and window.page.map.camera.scale == 60.0:
            break
    assert desk.green() > 100
    assert (window.page.map.camera.scale, window.page.map.camera.middle) == (60.0, middle)

    # a table: every answer is given again
    def stronger(text: str) -> str:
        return text.replace("regiment,4,4,2", "regiment,9,4,2")

    assert desk.edit("counters.csv", stronger) == f"Reloaded counters.csv. {answers} answers given again."
    game = link.game
    assert game is not None and game.board.counters["b-1"].steps[0].strength == 9

    # a fault: told with its place, and one plays on as before
    said = desk.edit("costs.csv", lambda text: text.replace("woods,2", "woods,two"))
    assert strip.state == FAULT and said.endswith(STAYS)
    assert "costs.csv:3:" in said and "'two'" in said
    assert link.game is game
    assert link.submit(link.game.legal_actions()[0])

    # mended: it goes on with what was played meanwhile
    desk.edit("costs.csv", lambda text: text.replace("woods,two", "woods,2"))
    assert strip.state == DONE
    assert link.game is not None and len(link.game.journal) > answers

    # what the game was kept in before is gone
    assert link.file is not None
    assert list(desk.editing.edited.folder.glob("*.hexgame")) == [link.file.path]

    # an answer given while the thread is at work is not lost
    given, over = len(link.game.journal), list[bool]()
    desk.editing.settled.connect(lambda: over.append(True))
    desk.editing.reload(("costs.csv",))
    assert link.submit(link.game.legal_actions()[0])
    desk.wait_for(over)
    assert strip.state == DONE and len(link.game.journal) > given


def test_what_cannot_be_opened_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = new_ruleset("mill-pond", tmp_path / "pond")
    (home / "mill_pond" / "crt.csv").write_text("die,odds,result\n1,1-1,x/0\n")
    assert main(["--dev", str(home), "", ""]) == 2
    err = capsys.readouterr().err
    assert err.startswith("hexcore: crt.csv:2:") and err.count("\n") == 1
