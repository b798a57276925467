"""A chart with the card of the value chosen in it: in the dock, and in a window of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QWidget

from hexcore_gui.chart_tables import Cell, Chart
from hexcore_gui.chart_view import ChartView
from hexcore_gui.parts import Links, column
from hexcore_gui.stage import Stage
from hexcore_gui.value_card import ValueCard

LARGE = (980, 640)


class ChartPage(QWidget):
    """A chart above, the value chosen below. *folder* is where the player's own corrections go."""

    def __init__(self, stage: Stage, links: Links, folder: Callable[[], Path | None]) -> None:
        super().__init__()
        self.stage = stage
        self.table, self.card = ChartView(stage), ValueCard(stage, links, folder)
        self.table.picked.connect(self._picked)
        self.table.rule.connect(links.rule)
        inside = column(self, 2)
        inside.addWidget(self.table, 1)
        inside.addWidget(self.card)

    @property
    def chart(self) -> Chart | None:
        return self.table.chart

    def show_chart(self, chart: Chart, lit: str = "") -> None:
        """A chart; the column headed *lit* is lit."""
        self.card.hide()
        self.table.show_chart(chart, lit)

    def _picked(self, cell: Cell) -> None:
        if self.table.chart is not None:
            self.card.show_cell(self.table.chart, cell)


class ChartWindow(QWidget):
    """A chart in a window of its own, beside the map."""

    def __init__(self, page: ChartPage, chart: Chart, lit: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("ground", "panel")
        self.setWindowTitle(f"{chart.title} · {page.stage.title}")
        self.resize(*(page.stage.px(n) for n in LARGE))
        self.page = page
        column(self, 0, (12, 10, 12, 10)).addWidget(page)
        page.show_chart(chart, lit)
