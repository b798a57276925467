"""One unit that is due, painted: counter, name, where it comes or why it goes, figures and mark."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QSizePolicy, QToolTip, QWidget

from hexcore.rules import Due
from hexcore.state import GameState
from hexcore.units import Unit
from hexcore_gui.chart_view import MARKS
from hexcore_gui.counter_parts import MARGIN
from hexcore_gui.parts import Links, paint_dot
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

HIGH, COUNTER = 34, 27
MIDDLE = Qt.AlignmentFlag.AlignVCenter


class ComingRow(QWidget):
    """A row in the list of arrivals. `clicked` shows the unit; a click on its rule shows that."""

    clicked = pyqtSignal()

    def __init__(
        self, stage: Stage, links: Links, state: GameState, unit: Unit, due: Due | None = None
    ) -> None:
        super().__init__()
        self.stage, self.links, self.unit, self.due = stage, links, unit, due
        self.face = stage.face(state, unit)
        self.name, self.where = stage.unit_name(unit), due.where if due is not None else ""
        self.setFixedHeight(stage.px(HIGH))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{self.name}, {self.where}" if self.where else self.name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(self.stage.px(220), self.stage.px(HIGH))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, theme, px = QPainter(self), self.stage.theme, self.stage.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = px(COUNTER)
        pixmap = self.stage.counters.pixmap(self.face, size, self.devicePixelRatioF())
        corner = QPointF(2, (self.height() - size) / 2)
        painter.drawPixmap(corner - QPointF(size, size) * MARGIN, pixmap)
        right = self._right(painter)
        left, wide = px(COUNTER + 10), int(right - px(COUNTER + 14))
        painter.setPen(colour(theme.tokens.ink))
        painter.setFont(theme.ui_font(12.5))
        half = self.height() / 2
        name = QRectF(left, 1, wide, half) if self.where else QRectF(left, 0, wide, self.height())
        self._text(painter, self.name, name, wide)
        if self.where:
            painter.setPen(colour(theme.tokens.warn if self.due and self.due.leaves else theme.tokens.ink3))
            painter.setFont(theme.ui_font(11))
            self._text(painter, self.where, QRectF(left, half - 1, wide, half), wide)

    def _right(self, painter: QPainter) -> float:
        """Figures and mark at the right; where the text has to end."""
        theme, px = self.stage.theme, self.stage.px
        mark = self.due.mark if self.due is not None else ""
        if mark:
            paint_dot(painter, mark, self.width() - px(8), self.height() / 2, 3.6, colour(theme.tokens.ink2))
        painter.setPen(colour(theme.tokens.ink))
        painter.setFont(theme.ui_font(12.5, 700, tabular=True))
        figures = self.face.figures
        wide = painter.fontMetrics().horizontalAdvance(figures)
        box = QRectF(self.width() - px(20) - wide, 0, wide, self.height())
        painter.drawText(box, MIDDLE, figures)
        return box.left() - px(6)

    def _text(self, painter: QPainter, text: str, box: QRectF, wide: int) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, wide)
        painter.drawText(box, MIDDLE, shown)

    def event(self, event: QEvent | None) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.told(), self)
            return True
        return super().event(event)

    def told(self) -> str:
        """Everything about it, for the tool tip."""
        due = self.due
        if due is None:
            return self.name
        lines = [self.name, f"{due.where} ({self.stage.cited(due.rule)})" if due.rule else due.where]
        mark = MARKS.get(due.mark, "")
        return "\n".join(part for part in (*lines, f"The turn is {mark}" if mark else "") if part)

    def rule_at(self, _point: QPointF) -> str:
        return self.due.rule if self.due is not None else ""

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        self.clicked.emit()
