"""A chart as a table to look at: each value with its mark; the one chosen says where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PyQt6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, pyqtSignal
from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from hexcore_gui.chart_tables import RULE, Cell, Chart
from hexcore_gui.parts import paint_dot
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

WIDEST, ROW = 190, 22
DOT = 12
MARKS = {
    "printed": "printed in a rulebook",
    "corrected": "corrected from a player's own copy",
    "recovered": "found on a public page",
    "reconstructed": "reconstructed by this project",
}
"""Where values come from, in words."""


class ChartModel(QAbstractTableModel):
    """A chart's cells; `lit` is the column that holds now, `spelled` how people cite a rule."""

    def __init__(self, chart: Chart, lit: int = -1, spelled: Callable[[str], str] = str) -> None:
        super().__init__()
        self.chart, self.lit, self.spelled = chart, lit, spelled

    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return len(self.chart.rows) if parent is None or not parent.isValid() else 0

    def columnCount(self, parent: QModelIndex | None = None) -> int:
        return len(self.chart.heads) if parent is None or not parent.isValid() else 0

    def cell(self, index: QModelIndex) -> Cell:
        return self.chart.rows[index.row()][index.column()]

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self.cell(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return shown(cell, self.spelled)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (shown(cell, self.spelled), MARKS.get(cell.mark, "")) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return ". ".join(part for part in (cell.text, MARKS.get(cell.mark, ""), cell.note) if part)
        return None

    def headerData(self, n: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if way == Qt.Orientation.Horizontal:
            return self.chart.heads[n]
        return self.chart.names[n] if self.chart.names else None


def shown(cell: Cell, spelled: Callable[[str], str] = str) -> str:
    """A cell as players read it: words of the data as labels, rule numbers with their sign."""
    if len(cell.values) != 1:
        return cell.text
    (value,) = cell.values
    if value.field == RULE and value.text:
        return f"§ {spelled(value.text)}"
    plain = value.text.replace("-", "").replace("_", "").isalpha() and value.text.islower()
    return titled(value.text) if plain else value.text


class MarkedCells(QStyledItemDelegate):
    """Paints a cell's text with the small dot of its mark; rules and the lit column in their colours."""

    def __init__(self, stage: Stage, parent: QObject) -> None:
        super().__init__(parent)
        self.stage = stage

    def paint(self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        model = index.model()
        assert painter is not None and isinstance(model, ChartModel)
        tokens, theme, cell = self.stage.theme.tokens, self.stage.theme, model.cell(index)
        box = option.rect
        on = bool(option.state & option.state.State_Selected)
        lit = index.column() == model.lit
        if on or lit or index.row() % 2:
            fill = tokens.may_tint if on else tokens.lit if lit else tokens.alt
            painter.fillRect(box, colour(fill, 255 if not lit or on else 90))
        rule = bool(cell.values) and cell.values[0].field == RULE
        painter.setPen(colour(tokens.may if rule else tokens.ink))
        painter.setFont(theme.ui_font(12, 600 if on or lit else 400, tabular=True))
        text = painter.fontMetrics().elidedText(
            shown(cell, model.spelled), Qt.TextElideMode.ElideRight, box.width() - 8 - self.stage.px(DOT)
        )
        painter.drawText(box.adjusted(5, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
        if cell.mark:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x = box.right() - self.stage.px(7)
            paint_dot(painter, cell.mark, x, box.center().y() + 0.5, 2.6, colour(tokens.ink3))


class ChartView(QTableView):
    """One chart; `picked` gives the cell chosen by click or key, `rule` a rule's number clicked."""

    picked = pyqtSignal(object)
    rule = pyqtSignal(str)

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.setItemDelegate(MarkedCells(stage, self))
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setFont(stage.theme.ui_font(12))
        for bar in (self.horizontalHeader(), self.verticalHeader()):
            assert bar is not None
            bar.setFont(stage.theme.ui_font(11.5, 600))
            bar.setHighlightSections(False)
            bar.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.clicked.connect(self._clicked)

    def show_chart(self, chart: Chart, lit: str = "") -> None:
        """A chart; the column headed *lit* is lit."""
        column = chart.heads.index(lit) if lit in chart.heads else -1
        self.setModel(ChartModel(chart, column, self.stage.board.ruleset.spelled))
        down, across = self.verticalHeader(), self.horizontalHeader()
        assert down is not None and across is not None
        down.setVisible(bool(chart.names))
        down.setDefaultSectionSize(self.stage.px(ROW))
        across.setStretchLastSection(not chart.names)
        self.resizeColumnsToContents()
        dot = self.stage.px(DOT)
        for n in range(len(chart.heads)):
            self.setColumnWidth(n, min(self.columnWidth(n) + dot + 8, self.stage.px(WIDEST)))
        selection = self.selectionModel()
        assert selection is not None
        selection.currentChanged.connect(self._chosen)

    @property
    def chart(self) -> Chart | None:
        model = self.model()
        return model.chart if isinstance(model, ChartModel) else None

    def _chosen(self, index: QModelIndex, _before: QModelIndex) -> None:
        model = self.model()
        if index.isValid() and isinstance(model, ChartModel):
            self.picked.emit(model.cell(index))

    def _clicked(self, index: QModelIndex) -> None:
        model = self.model()
        if isinstance(model, ChartModel):
            cell = model.cell(index)
            if cell.values and cell.values[0].field == RULE and cell.values[0].text:
                self.rule.emit(cell.values[0].text)
