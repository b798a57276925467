"""The Laboratory's window: asked, read off with mouse and keys, kept, given up, and its positions opened."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import hill
import pytest
from colour_distance import EYES, contrast, distance
from hands import Hands
from PyQt6.QtCore import QPoint, QPointF, Qt
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QFileDialog, QPushButton

from hexcore.lab.pages import Page, Plot, PositionFile, Series, Table, Words
from hexcore.lab.plot_hatching import COLOURS
from hexcore.lab.svg_plots import DARK, LIGHT
from hexcore_gui import lab_window
from hexcore_gui.lab_page import TableView
from hexcore_gui.lab_parts import Asked, Field, Part, Refused, Step
from hexcore_gui.lab_plot import PlotView
from hexcore_gui.lab_window import LaboratoryWindow

PLOT = Plot(
    "chance", "Chance", "lines", "odds", "chance", ("1-1", "2-1", "3-1"),
    (
        Series("one", (0.25, 0.5, None)),
        Series("other", (0.75, None, 1.0), (0.5, None, 0.9), (0.9, None, 1.0)),
    ),
)  # fmt: skip
PAGE = Page(
    "A trial", (Words(("Words.",)), PLOT, Table("cells", "Cells", ("odds", "n"), (("1-1", 1), ("2-1", 2))))
)
POSITION = hill.POSITION.format(phase="blue-movement")
OPENING = PositionFile(POSITION, "The hill on the second turn.")


def trial(asked: Asked, step: Step) -> Page:
    """Answers at once, or as the field `how` says."""
    how = asked.values["how"]
    if how == "refuse":
        raise Refused("There is no such table.")
    if how == "fail":
        raise ZeroDivisionError("by nought")
    for n in range(2000 if how == "slow" else 1):
        step(n, 2000)
        time.sleep(0.005 if how == "slow" else 0)
    return replace(PAGE, title=" and ".join(asked.games))


TRIAL = Part("trial", "A trial", "About it.", trial, fewest=1, most=2, fields=(Field("how", "How"),))
ONE = Part(
    "one", "One only", "About one.", trial, most=1,
    fields=(Field("how", "How"), Field("n", "How many", "3", number="whole")),
)  # fmt: skip
MORE = Part("more", "Another", "About that.", trial, fewest=2, fields=(Field("how", "How"),))


@pytest.fixture(scope="module")
def table(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hands]:
    qapp.setStyle("Fusion")
    hands = Hands(tmp_path_factory.mktemp("laboratory"))
    yield hands
    hands.leave()


@pytest.fixture
def shown(table: Hands, small_rulesets: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[LaboratoryWindow]:
    monkeypatch.setattr(lab_window, "PARTS", (TRIAL, MORE, ONE))
    laboratory = table.window.laboratory
    laboratory.open()
    assert laboratory.shown is not None
    yield laboratory.shown
    laboratory.shown.close()
    laboratory.shown = None


def answered(hands: Hands, shown: LaboratoryWindow, how: str = "", over: float = 10) -> None:
    field = shown.fields["how"]
    field.setText(how)  # type: ignore[union-attr]
    QTest.mouseClick(shown.ask, Qt.MouseButton.LeftButton)
    end = time.monotonic() + over
    while shown.work.busy and time.monotonic() < end:
        hands.wait()


def test_a_question_is_answered_by_a_page(table: Hands, shown: LaboratoryWindow) -> None:
    assert not shown.keep.isEnabled()
    first = next(iter(shown.games))
    for id, box in shown.games.items():
        box.setChecked(id == first)
    answered(table, shown)
    assert shown.view.page is not None and shown.view.page.title == first
    assert shown.keep.isEnabled() and shown.wrong.text() == ""


def test_how_many_games_it_takes_is_said_before(table: Hands, shown: LaboratoryWindow) -> None:
    for box in shown.games.values():
        box.setChecked(False)
    assert not shown.ask.isEnabled() and "Tick a game" in shown.wrong.text()
    next(iter(shown.games.values())).setChecked(True)
    assert shown.ask.isEnabled()
    QTest.mouseClick(shown.choices["more"], Qt.MouseButton.LeftButton)
    assert not shown.ask.isEnabled() and "2 games" in shown.wrong.text()


def test_where_one_game_is_asked_about_a_tick_takes_the_place_of_the_one_before(
    shown: LaboratoryWindow,
) -> None:
    first, second, *_ = shown.games
    for id, box in shown.games.items():
        box.setChecked(id in (first, second))
    shown.choose(ONE)
    assert shown.chosen == (first,) and shown.ask.isEnabled()
    QTest.mouseClick(shown.games[second], Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert shown.chosen == (second,)
    shown.choose(TRIAL)
    QTest.mouseClick(shown.games[first], Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert shown.chosen == (first, second)


def test_what_is_no_number_is_said_before_anything_is_asked(shown: LaboratoryWindow) -> None:
    shown.choose(ONE)
    shown.fields["n"].setText("many")  # type: ignore[union-attr]
    QTest.keyClick(shown.fields["n"], Qt.Key.Key_Return)
    assert shown.wrong.text() == "How many: 'many' is no whole number." and not shown.work.busy
    shown.fields["n"].setText("-2")  # type: ignore[union-attr]
    QTest.keyClick(shown.fields["n"], Qt.Key.Key_Return)
    assert shown.wrong.text() == "" and shown.work.busy
    shown.work.give_up()


def test_what_is_asked_can_be_begun_however_long_the_questions_are(shown: LaboratoryWindow) -> None:
    long = replace(ONE, fields=tuple(Field(f"f{n}", f"Field {n}", "", "A note.") for n in range(20)))
    shown.choices["long"] = shown.choices["one"]
    shown.choose(replace(long, id="long"))
    QApplication.processEvents()
    for seen in (shown.ask, shown.keep):
        assert shown.rect().contains(seen.mapTo(shown, seen.rect().bottomRight()))


def test_what_stands_in_a_field_is_kept_from_question_to_question(shown: LaboratoryWindow) -> None:
    shown.fields["how"].setText("thus")  # type: ignore[union-attr]
    shown.choose(MORE)
    assert shown.values() == {"how": "thus"} and shown.about.text() == "About that."


def test_a_refusal_and_a_fault_are_said_and_the_page_stays(table: Hands, shown: LaboratoryWindow) -> None:
    answered(table, shown)
    page = shown.view.page
    answered(table, shown, "refuse")
    assert shown.wrong.text() == "There is no such table." and shown.view.page is page
    answered(table, shown, "fail")
    assert shown.wrong.text() == "ZeroDivisionError: by nought" and shown.ask.isEnabled()


def test_long_work_is_given_up(table: Hands, shown: LaboratoryWindow) -> None:
    answered(table, shown, "slow", over=0.5)
    assert shown.work.busy and shown.work.measure.isVisible()
    QTest.mouseClick(shown.work.measure.cancel, Qt.MouseButton.LeftButton)
    assert not shown.work.busy and shown.view.page is None
    assert shown.ask.isEnabled()


# ------------------------------------------------------------------ reading off
@pytest.fixture
def plot(shown: LaboratoryWindow) -> PlotView:
    shown.show_page(PAGE)
    QApplication.processEvents()
    return shown.view.findChildren(PlotView)[0]


def test_values_are_read_off_where_the_mouse_rests(plot: PlotView) -> None:
    told = {shape.told: middle for middle, shape in plot.told}
    first, second = "1-1, one: 0.25", "1-1, other: 0.75 (0.5 to 0.9)"
    assert sorted(told) == [first, second, "2-1, one: 0.5", "3-1, other: 1 (0.9 to 1)"]
    at = told["2-1, one: 0.5"] * plot.scale
    assert plot.told[plot.reading_at(at + QPointF(3, 2))][1].told == "2-1, one: 0.5"
    assert plot.reading_at(at + QPointF(40, 0)) == -1


def test_values_are_read_off_by_keys(plot: PlotView) -> None:
    plot.setFocus()
    for _ in range(2):
        QTest.keyClick(plot, Qt.Key.Key_Right)
    assert plot.accessibleDescription() == plot.told[1][1].told
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.accessibleDescription() == plot.told[0][1].told


def test_cells_are_copied_as_a_spreadsheet_takes_them(plot: PlotView, shown: LaboratoryWindow) -> None:
    cells = shown.view.findChildren(TableView)[0]
    cells.selectAll()
    QTest.keyClick(cells, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    board = QApplication.clipboard()
    assert board is not None and board.text() == "1-1\t1\n2-1\t2"


@pytest.mark.parametrize("colours, paper", [(LIGHT, "#FAFAF7"), (DARK, "#1C1F22")])
def test_colours_of_series_are_seen_and_stay_apart_for_every_eye(
    colours: tuple[str, ...], paper: str
) -> None:
    assert len(colours) == COLOURS
    assert all(contrast(colour, paper) >= 3 for colour in colours)
    for eye in EYES:
        for one, other in combinations(colours, 2):
            assert distance(one, other, eye) >= 12, (eye, one, other)


# ------------------------------------------------------------------ keeping and opening
def test_the_page_and_its_tables_are_kept(
    plot: PlotView, shown: LaboratoryWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = str(tmp_path / "x.html")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (chosen, ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    QTest.mouseClick(shown.keep, Qt.MouseButton.LeftButton)
    QTest.mouseClick(shown.tables, Qt.MouseButton.LeftButton)
    assert shown.done.text() == "Written: cells.csv, chance.csv."
    assert "A trial" in (tmp_path / "x.html").read_text()
    assert (tmp_path / "cells.csv").read_text() == "odds,n\n1-1,1\n2-1,2\n"


def test_where_it_cannot_be_kept_that_is_said(
    plot: PlotView, shown: LaboratoryWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "file" / "x.html"), ""))
    QTest.mouseClick(shown.keep, Qt.MouseButton.LeftButton)
    assert "cannot be written" in shown.wrong.text()


def test_a_position_is_opened_in_the_window_behind(table: Hands, shown: LaboratoryWindow) -> None:
    shown.show_page(replace(PAGE, positions={"hill.toml": OPENING}))
    made = next(b for b in shown.view.findChildren(QPushButton) if b.text() == "Open this position")
    QTest.mouseClick(made, Qt.MouseButton.LeftButton)
    table.until(lambda: table.window.link.game is not None and not table.window.loading.busy)
    game = table.window.link.game
    assert game is not None and game.board.ruleset is hill.RULESET and game.state.turn == 2


def test_a_position_that_does_not_hold_is_told(table: Hands, shown: LaboratoryWindow) -> None:
    shown.open_position(PositionFile(POSITION.replace('"hill"', '"nowhere"')))
    assert "nowhere" in shown.wrong.text()


def test_the_looks_change_and_all_stays(table: Hands, shown: LaboratoryWindow, plot: PlotView) -> None:
    laboratory = table.window.laboratory
    shown.choose(ONE)
    shown.fields["n"].setText("17")  # type: ignore[union-attr]
    shown.resize(900, 700)
    table.window.menus.actions["Dark"].setChecked(True)
    try:
        assert laboratory.shown is not None and laboratory.shown is not shown
        assert laboratory.shown.view.page is PAGE and laboratory.shown.theme.is_dark
        assert laboratory.shown.part is ONE and laboratory.shown.values()["n"] == "17"
        assert laboratory.shown.chosen == shown.chosen and laboratory.shown.size() == shown.size()
    finally:
        table.window.menus.actions["Dark"].setChecked(False)
