"""Before a phase ends: what is still owed, and what may have been forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QEvent, Qt, pyqtSignal
from PyQt6.QtGui import QColor, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PyQt6.QtWidgets import QCheckBox, QWidget

from hexcore_gui.decision_bar import Duty, DutyLine
from hexcore_gui.parts import Links, SectionHead, button, column, emptied, label, row
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour
from hexcore_gui.wording import lower_first


class EndPhase(QWidget):
    """A page over the map: the duties, and whether to end the phase all the same."""

    confirmed, silenced = pyqtSignal(), pyqtSignal()

    def __init__(self, stage: Stage, links: Links, parent: QWidget) -> None:
        super().__init__(parent)
        self.stage, self.links = stage, links
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.panel = QWidget(self)
        self.panel.setProperty("ground", "panel")
        self.panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.body = column(self.panel, 8, (20, 14, 20, 16))
        self.duties: tuple[Duty, ...] = ()
        self.quiet = QCheckBox()
        parent.installEventFilter(self)
        self.hide()

    def ask(self, phase: str, duties: Sequence[Duty]) -> None:
        """Shows what is owed and open; with something owed there is no button to end the phase."""
        self.duties = tuple(duties)
        barred = any(duty.kind == "owed" for duty in duties)
        emptied(self.body)
        theme = self.stage.theme
        self.body.addWidget(SectionHead(theme, f"End of {phase}"))
        self.body.addWidget(
            label(theme, "This phase cannot end yet." if barred else "You may have forgotten:", 14, 600)
        )
        for duty in duties:
            line = DutyLine(self.stage, self.links)
            line.show_duty(duty)
            self.body.addWidget(line)
        buttons = row(gap=8)
        buttons.addStretch(1)
        buttons.addWidget(button(theme, "Go back   Esc", self.hide))
        if not barred:
            self.quiet = QCheckBox(f"Do not ask again at the end of {lower_first(phase)}")
            self.quiet.setFont(theme.ui_font(12.5))
            self.body.addWidget(self.quiet)
            self.end_button = button(theme, "End phase   Space", self.confirm, look="primary")
            buttons.addWidget(self.end_button)
        self.body.addLayout(buttons)
        self._fit()
        self.show()
        self.raise_()
        self.setFocus()

    def hideEvent(self, event: QHideEvent | None) -> None:
        parent = self.parentWidget()
        if parent is not None and self.hasFocus():
            parent.setFocus()

    def confirm(self) -> None:
        self.hide()
        if any(duty.kind == "owed" for duty in self.duties):
            return
        if self.quiet.isChecked():
            self.silenced.emit()
        self.confirmed.emit()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """A click beside the box goes back to the phase, and not through to what lies below."""
        if event is not None and not self.panel.geometry().contains(event.position().toPoint()):
            self.hide()

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        """Nor does its release."""

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        """Nothing is zoomed below it."""

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is None:
            return
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirm()
        elif event.key() == Qt.Key.Key_Escape:
            self.hide()

    def eventFilter(self, watched: object, event: QEvent | None) -> bool:
        if event is not None and event.type() == QEvent.Type.Resize and self.isVisible():
            self._fit()
        return False

    def _fit(self) -> None:
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.panel.setFixedWidth(min(self.stage.px(460), self.width() - 40))
        self.panel.adjustSize()
        self.panel.move(
            (self.width() - self.panel.width()) // 2, max(20, (self.height() - self.panel.height()) // 3)
        )

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 70))
        painter.setPen(colour(self.stage.theme.tokens.ink3))
        painter.drawRect(self.panel.geometry().adjusted(-1, -1, 0, 0))


class HandOver(QWidget):
    """An opaque page in the next side's colour, so that a secret position changes hands unseen."""

    asked, taken = pyqtSignal(), pyqtSignal()

    def __init__(self, stage: Stage, parent: QWidget) -> None:
        super().__init__(parent)
        self.stage, self.side = stage, ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        parent.installEventFilter(self)
        self.hide()

    def ask(self, side: str) -> None:
        parent = self.parentWidget()
        assert parent is not None
        self.side = side
        self.setGeometry(parent.rect())
        self.show()
        self.raise_()
        self.setFocus()
        self.asked.emit()

    def eventFilter(self, watched: object, event: QEvent | None) -> bool:
        parent = self.parentWidget()
        if event is not None and event.type() == QEvent.Type.Resize and parent is not None:
            self.setGeometry(parent.rect())
        return False

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """A click goes nowhere: the page waits for Enter."""
        self.setFocus()

    def text(self) -> str:
        look = self.stage.side(self.side)
        return look.hand_over or f"{look.name or self.side} player, press Enter"

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.hide()
            self.taken.emit()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, painter = self.stage.side(self.side), QPainter(self)
        painter.fillRect(self.rect(), colour(look.block))
        painter.setPen(colour(look.ink))
        painter.setFont(self.stage.theme.ui_font(28, 600))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
