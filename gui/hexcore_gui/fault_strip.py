"""The crimson strip over the map when a ruleset has failed: what failed, the details, and going on."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QTextEdit, QWidget

from hexcore_gui.faults import AS_BEFORE, Fault
from hexcore_gui.parts import Links, RuleLink, button, column, paragraph, row
from hexcore_gui.stage import Stage

GO_ON = "Go on without this answer"


class FaultStrip(QWidget):
    """One fault at a time; the game is as it was before. `report_wanted` asks for a report to be saved."""

    report_wanted = pyqtSignal()

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        theme = stage.theme
        self.fault: Fault | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(f"FaultStrip {{ background: {theme.tokens.may_not_tint}; }}")
        outer = column(self, 4, (14, 8, 14, 8))
        line = row(gap=10)
        self.text = paragraph(theme, "", 12.5, 600, "may_not")
        self.rule = RuleLink(theme, links, chip=True)
        line.addWidget(self.text, 1)
        line.addWidget(self.rule)
        line.addWidget(button(theme, "Details", self._toggle))
        line.addWidget(button(theme, "Copy report", self._copy))
        line.addWidget(button(theme, "Save a report …", self.report_wanted.emit))
        self.away = button(theme, GO_ON, self.put_away)
        line.addWidget(self.away)
        outer.addLayout(line)
        self.details = QTextEdit()
        self.details.setAccessibleName("Details of the fault")
        self.details.setReadOnly(True)
        self.details.setFont(theme.ui_font(11.5))
        self.details.setFixedHeight(stage.px(160))
        self.details.hide()
        outer.addWidget(self.details)
        self.hide()

    def show_fault(self, fault: Fault) -> None:
        self.fault = fault
        self.text.setText(f"{fault.what.rstrip('.')}. {fault.now}")
        self.away.setText(GO_ON if fault.now == AS_BEFORE else "Close")
        self.rule.show_rule(fault.rule)
        self.details.setPlainText(fault.details)
        self.show()

    def put_away(self) -> None:
        self.fault = None
        self.details.hide()
        self.hide()

    def _toggle(self) -> None:
        self.details.setVisible(not self.details.isVisible())

    def _copy(self) -> None:
        board = QGuiApplication.clipboard()
        if board is not None and self.fault is not None:
            board.setText(f"{self.fault.what}\n\n{self.fault.details}")
