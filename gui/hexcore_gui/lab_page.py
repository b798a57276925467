"""A page of the laboratory as people read it in the window: words, tables, plots, positions to open."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from PyQt6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PyQt6.QtGui import QKeyEvent, QKeySequence
from PyQt6.QtWidgets import QApplication, QHeaderView, QScrollArea, QTableView, QVBoxLayout, QWidget

from hexcore.lab.pages import Block, Cell, Page, Plot, PositionFile, Table, Words, cell_text
from hexcore_gui.lab_plot import PlotView
from hexcore_gui.parts import SectionHead, button, column, emptied, paragraph, row
from hexcore_gui.theme import Theme

ROWS = 22
"""Rows of a table shown at once; a longer one scrolls in itself."""
WIDEST = 420
"""Pixels of a column at most."""


class Rows(QAbstractTableModel):
    """A table of the laboratory for Qt's views."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        columns = range(len(table.head))
        self.numbers = [any(isinstance(r[n], int | float | Fraction) for r in table.rows) for n in columns]

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.table.head)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self.table.head[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            number = orientation == Qt.Orientation.Horizontal and self.numbers[section]
            side = Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: QModelIndex, role: int = 0) -> Any:
        cell = self.table.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(cell)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _hover(cell)
        number = self.numbers[index.column()] if cell is None else isinstance(cell, int | float | Fraction)
        if role == Qt.ItemDataRole.TextAlignmentRole and number:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None


def _hover(cell: Cell) -> str:
    if isinstance(cell, Fraction) and cell.denominator > 1:
        return f"{float(cell):.4f}"
    text = cell_text(cell)
    return text if len(text) > 40 else ""


class TableView(QTableView):
    """A table as high as its rows, at most `ROWS`; what is marked is copied with Ctrl+C."""

    def __init__(self, theme: Theme, table: Table) -> None:
        super().__init__()
        self.rows = Rows(table)
        self.setModel(self.rows)
        self.setFont(theme.ui_font(12, tabular=True))
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setStyleSheet(_looks(theme))
        self.setAccessibleName(table.title)
        across, down = self.horizontalHeader(), self.verticalHeader()
        assert across is not None and down is not None
        high = round(21 * theme.ui_scale)
        down.hide()
        down.setDefaultSectionSize(high)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        across.setFont(theme.ui_font(12, 600))
        across.setStretchLastSection(False)
        across.setMaximumSectionSize(round(WIDEST * theme.ui_scale))
        self.resizeColumnsToContents()
        wide = sum(self.columnWidth(n) for n in range(len(table.head)))
        bar = round(16 * theme.ui_scale) if wide > 700 else 0
        self.setFixedHeight(high * min(len(table.rows), ROWS) + across.sizeHint().height() + bar + 4)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """What is marked as lines with tabs, as a spreadsheet takes it."""
        lines: dict[int, list[str]] = {}
        for index in sorted(self.selectedIndexes(), key=lambda i: (i.row(), i.column())):
            lines.setdefault(index.row(), []).append(str(self.rows.data(index, Qt.ItemDataRole.DisplayRole)))
        board = QApplication.clipboard()
        if board is not None:
            board.setText("\n".join("\t".join(cells) for cells in lines.values()))


def _looks(theme: Theme) -> str:
    t = theme.tokens
    return (
        f"QTableView{{border:0;background:{t.panel};alternate-background-color:{t.alt};color:{t.ink};"
        f"selection-background-color:{t.may_tint};selection-color:{t.ink};}}"
        f"QTableView::item{{padding:0 {round(9 * theme.ui_scale)}px 0 2px;border:0;}}"
        f"QHeaderView{{background:{t.panel};border:0;}}"
        f"QHeaderView::section{{background:{t.panel};color:{t.ink};border:0;border-bottom:2px solid {t.ink};"
        f"padding:2px {round(9 * theme.ui_scale)}px 2px 2px;}}"
    )


class PageView(QScrollArea):
    """One page at a time, from its top. *opened* is called with a position to open it."""

    def __init__(self, theme: Theme, opened: Callable[[PositionFile], object]) -> None:
        super().__init__()
        self.theme, self.opened = theme, opened
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        inside.setProperty("ground", "panel")
        inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.body: QVBoxLayout = column(inside, 8, (24, 18, 24, 40))
        self.setWidget(inside)
        self.page: Page | None = None

    def show_page(self, page: Page) -> None:
        self.page = page
        emptied(self.body)
        self.body.addWidget(paragraph(self.theme, page.title, 18, 600, "ink"))
        for name, position in sorted(page.positions.items()):
            self._position(name, position)
        for block in page.blocks:
            self._block(block)
        if page.made:
            self.body.addWidget(SectionHead(self.theme, "How it was made"))
            for word, what in page.made:
                self.body.addWidget(paragraph(self.theme, f"{word}: {what}", 12, ink="ink3"))
        self.body.addStretch(1)
        bar = self.verticalScrollBar()
        if bar is not None:
            bar.setValue(0)

    def _position(self, name: str, position: PositionFile) -> None:
        line = row(gap=10)
        opener = button(self.theme, "Open this position", partial(self.opened, position))
        opener.setToolTip(f"{name}: a new game from it, in the window behind")
        opener.setAccessibleDescription(position.about or name)
        line.addWidget(opener, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(paragraph(self.theme, position.about or name, 12.5, ink="ink2"), 1)
        self.body.addLayout(line)

    def say(self, *lines: str) -> None:
        """Words in place of a page."""
        self.page = None
        emptied(self.body)
        for line in lines:
            self.body.addWidget(paragraph(self.theme, line, 13.5))
        self.body.addStretch(1)

    def _block(self, block: Block) -> None:
        if block.title:
            self.body.addWidget(SectionHead(self.theme, block.title))
        if isinstance(block, Words):
            for line in block.lines:
                self.body.addWidget(paragraph(self.theme, line, 13))
            return
        if isinstance(block, Plot):
            self.body.addWidget(PlotView(self.theme, block))
        else:
            self.body.addWidget(TableView(self.theme, block))
        if block.note:
            self.body.addWidget(paragraph(self.theme, block.note, 12, ink="ink3"))
