"""Every part of the Laboratory asked in its window by clicks: small rulesets, and (soak) the real games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hands import LEFT, Hands
from PyQt6.QtCore import QPoint
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QComboBox, QFileDialog, QPushButton

from hexcore.lab.pages import Plot
from hexcore_gui import lab_parts
from hexcore_gui.lab_window import LaboratoryWindow

DOCS = Path(__file__).resolve().parents[2] / "docs" / "lab"
BATTLE = """
title = "A trial of arms"
words = "hill"
[[unit]]
role = "attacker"
kind = "infantry"
strength = 4
[[unit]]
role = "defender"
kind = "infantry"
strength = 2
"""


@pytest.fixture(scope="module")
def table(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    qapp.setStyle("Fusion")
    hands = Hands(tmp_path_factory.mktemp("laboratory"))
    yield hands
    hands.leave()


@pytest.fixture
def lab(
    table: Hands, small_rulesets: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LaboratoryWindow]:
    monkeypatch.setattr(lab_parts, "games_folder", lambda: tmp_path)
    table.window.laboratory.open()
    shown = table.window.laboratory.shown
    assert shown is not None
    yield shown
    shown.close()
    table.window.laboratory.shown = None


def asked(hands: Hands, lab: LaboratoryWindow, part: str, which: str, over: float = 60, **fields: str) -> str:
    """Asks by clicks; what is said in the window where it is refused, else the title of the page."""
    QTest.mouseClick(lab.choices[part], LEFT)
    for id, box in lab.games.items():
        if box.isChecked() != (id in which.split()):
            QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    assert lab.chosen == tuple(id for id in lab.games if id in which.split())
    for id, text in fields.items():
        made = lab.fields[id]
        if isinstance(made, QComboBox):
            assert made.findText(text) >= 0
            made.setCurrentText(text)
        else:
            made.clear()
            QTest.keyClicks(made, text)
    QTest.mouseClick(lab.ask, LEFT)
    hands.until(lambda: not lab.work.busy, over)
    assert lab.ask.isEnabled()
    return lab.wrong.text() or (lab.view.page.title if lab.view.page else "")


def open_all(hands: Hands, lab: LaboratoryWindow) -> list[str]:
    """Opens every position of the page by a click; the rulesets of the games that lie there then."""
    found = []
    for opener in lab.view.findChildren(QPushButton):
        if opener.text() == "Open this position":
            before = hands.window.link.game
            QTest.mouseClick(opener, LEFT)
            hands.until(lambda: not hands.window.loading.busy, 60)
            game = hands.window.link.game
            assert lab.wrong.text() == "" and game is not None and game is not before
            assert hands.window.page is not None and hands.window.link.decision is not None
            found.append(game.board.ruleset.id)
    return found


def test_on_paper(table: Hands, lab: LaboratoryWindow) -> None:
    assert asked(table, lab, "crt", "crossing", shift="1") == "Combat results: crossing"
    assert lab.view.page is not None
    assert any(isinstance(one, Plot) and one.kind == "stacked" for one in lab.view.page.blocks)
    title = asked(table, lab, "diff", "hill crossing")
    assert title in ("hill and crossing side by side", "crossing and hill side by side")
    assert asked(table, lab, "diff", "hill", laid_over="nonsense").startswith("'nonsense'")
    assert asked(table, lab, "profile", "hill") == "Profile: hill"


def test_a_battle_and_its_position(table: Hands, lab: LaboratoryWindow, tmp_path: Path) -> None:
    assert asked(table, lab, "engage", "hill").startswith("Name a battle file")
    file = tmp_path / "battle.toml"
    assert "No such file" in asked(table, lab, "engage", "hill", battle=str(file))
    file.write_text(BATTLE)
    assert "a policy is one of" in asked(table, lab, "engage", "hill", battle=str(file), policy="flee")
    assert asked(table, lab, "engage", "hill", battle=str(file), policy="hold") == "A trial of arms"
    assert open_all(table, lab) == ["hill"]
    assert table.window.link.decision.kind == "combat-phase"  # type: ignore[union-attr]


def test_whole_games_and_their_positions(table: Hands, lab: LaboratoryWindow, tmp_path: Path) -> None:
    assert "games is at least 1" in asked(table, lab, "balance", "hill", games="0")
    assert "no option 'wind'" in asked(table, lab, "balance", "hill", games="2", options="wind=on")
    title = asked(table, lab, "balance", "hill", games="2", options="", players="blue random, red passive")
    assert title.startswith("Balance of hill") and open_all(table, lab)
    first = sorted((tmp_path / "laboratory").iterdir())
    asked(table, lab, "balance", "hill", games="2", players="random")
    assert len(sorted((tmp_path / "laboratory").iterdir())) == len(first) + 1, "another run, another file"
    title = asked(table, lab, "sensitivity", "hill", change="shift:+1", pairs="2")
    assert title.startswith("Sensitivity of hill")
    assert "is no" in asked(table, lab, "sensitivity", "hill", change="strength:nobody=+1")


def test_games_are_given_up_and_gone_on_with(table: Hands, lab: LaboratoryWindow) -> None:
    QTest.mouseClick(lab.choices["balance"], LEFT)
    QTest.mouseClick(lab.games["hill"], LEFT, pos=QPoint(8, 8))
    lab.fields["games"].setText("4000")  # type: ignore[union-attr]
    QTest.mouseClick(lab.ask, LEFT)
    table.until(lambda: " of 4,000" in lab.work.measure.far.text(), 30)
    QTest.mouseClick(lab.work.measure.cancel, LEFT)
    assert not lab.work.busy and lab.view.page is None and lab.ask.isEnabled()
    lab.work.work.wait(10)
    assert asked(table, lab, "balance", "hill", games="2").startswith("Balance of hill")


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_every_part_with_the_real_games(
    table: Hands, lab: LaboratoryWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    three, began = "breakout-pursuit cobra cobra-1977", time.monotonic()
    assert asked(table, lab, "crt", three, 300).startswith("Combat results")
    assert "side by side" in asked(table, lab, "diff", "breakout-pursuit cobra-1977", 300)
    assert asked(table, lab, "profile", three, 300).startswith("Profile")
    battle = str(DOCS / "battles" / "bocage.toml")
    assert asked(table, lab, "engage", three, 300, battle=battle, policy="hold").startswith("A panzer")
    assert sorted(open_all(table, lab)) == three.split()
    position = str(DOCS / "positions" / "caen.toml")
    title = asked(table, lab, "transfer", "breakout-pursuit", 300, position=position, around="A3405")
    assert title == "A position of cobra-1977 under breakout-pursuit"
    assert open_all(table, lab) == ["breakout-pursuit"]
    for game in three.split():
        assert asked(table, lab, "balance", game, 600, games="3").startswith("Balance of")
        assert set(open_all(table, lab)) == {game}
    changes = "strength:german=+1 strength:allied=-1"
    title = asked(table, lab, "sensitivity", "breakout-pursuit", 600, change=changes, pairs="2")
    assert title.startswith("Sensitivity") and lab.view.page is not None
    assert not any(one.name == "faults" for one in lab.view.page.tables())
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "page.html"), ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "tables"))
    QTest.mouseClick(lab.keep, LEFT)
    QTest.mouseClick(lab.tables, LEFT)
    assert "Sensitivity" in (tmp_path / "page.html").read_text()
    assert (tmp_path / "tables" / "effects.csv").exists()
    assert time.monotonic() - began < 1800
