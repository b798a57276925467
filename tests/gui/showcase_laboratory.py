"""The Laboratory in docs/pictures.md: two tables on one axis, and a battle under two games."""

from __future__ import annotations

from pathlib import Path

from hands import LEFT, Hands
from PyQt6.QtCore import QPoint
from PyQt6.QtGui import QImage
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QLineEdit

from hexcore_gui.lab_plot import PlotView
from hexcore_gui.lab_window import LaboratoryWindow

BATTLE = Path(__file__).resolve().parents[2] / "docs" / "lab" / "battles" / "bocage.toml"
GAMES = ("breakout-pursuit", "cobra-1977")


def tables(hands: Hands) -> None:
    """The results of one table, a value of them read off."""
    shown = opened(hands, "crt")
    compared(hands, shown)
    plots = shown.view.findChildren(PlotView)
    plot = next(one for one in plots if one.plot.kind == "stacked" and len(one.plot.series) > 6)
    to(hands, shown, plot)
    value = next(n for n, (_, shape) in enumerate(plot.told) if shape.told.startswith("4-1"))
    plot.show_reading(value)
    hands.wait(3)


def battle(hands: Hands) -> None:
    """One battle under both, in the dark."""
    if not hands.window.theme.is_dark:
        hands.window.menus.actions["Dark"].trigger()
        hands.wait(3)
    shown = opened(hands, "engage")
    field = shown.fields["battle"]
    assert isinstance(field, QLineEdit)
    field.setText(str(BATTLE))
    compared(hands, shown)


def opened(hands: Hands, part: str) -> LaboratoryWindow:
    """The window, as large as that of the game, with two games ticked."""
    hands.menu("Laboratory")
    shown = hands.window.laboratory.shown
    assert shown is not None
    shown.resize(hands.window.size())
    QTest.mouseClick(shown.choices[part], LEFT)
    for id, box in shown.games.items():
        box.setVisible(id not in ("hill", "crossing"))
        if box.isChecked() != (id in GAMES):
            QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    return shown


def compared(hands: Hands, shown: LaboratoryWindow) -> None:
    QTest.mouseClick(shown.ask, LEFT)
    hands.until(lambda: not shown.work.busy, 120)
    assert shown.view.page is not None, shown.wrong.text()
    hands.wait(5)


def to(hands: Hands, shown: LaboratoryWindow, plot: PlotView) -> None:
    """The page scrolled to a plot, with its heading above it."""
    bar, inside = shown.view.verticalScrollBar(), shown.view.widget()
    assert bar is not None and inside is not None
    bar.setValue(plot.mapTo(inside, QPoint(0, 0)).y() - 60)
    hands.wait(3)


def laboratory(hands: Hands) -> QImage:
    """The Laboratory as it stands; it is closed then."""
    shown = hands.window.laboratory.shown
    assert shown is not None
    hands.wait(5)
    picture = shown.grab().toImage()
    shown.close()
    hands.window.laboratory.shown = None
    return picture
