"""The bubble on the map: why a hex is refused, the rule, and what does work."""

from __future__ import annotations

from PyQt6.QtCore import QPoint, QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PyQt6.QtWidgets import QWidget

from hexcore_gui.explaining import Explanation
from hexcore_gui.parts import Links, RuleLink, column, emptied, label, paragraph, row
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

WIDE, ARROW = 352, 20
EDGE, ABOVE = 10, 36
"""Room round the box: beside it for the shadow, above and below it for the arrow."""


class Bubble(QWidget):
    """Shown beside a point of its parent with an arrow towards it; a click closes it."""

    def __init__(self, stage: Stage, links: Links, parent: QWidget) -> None:
        super().__init__(parent)
        self.stage, self.links = stage, links
        self.explanation: Explanation | None = None
        self.tip = QPointF()
        self.pinned = False
        self.body = column(self, 6)
        self.setFixedWidth(stage.px(WIDE) + 2 * EDGE)
        self.hide()

    def explain(self, what: Explanation, point: QPoint, *, pinned: bool = False) -> None:
        """Shows an explanation of what lies at a point of the parent."""
        self.explanation, self.pinned = what, pinned
        self.hide()  # what is put into a widget that is shown has no height until later
        self._fill(what)
        self.adjustSize()
        self.setFixedHeight(
            self.heightForWidth(self.width()) if self.hasHeightForWidth() else self.sizeHint().height()
        )
        self._place(point)
        self.show()
        self.raise_()

    def put_away(self) -> None:
        self.explanation, self.pinned = None, False
        self.hide()

    def _fill(self, what: Explanation) -> None:
        theme = self.stage.theme
        emptied(self.body)
        self.body.setContentsMargins(EDGE + 18, ABOVE + 12, EDGE + 14, ABOVE + 12)
        head = row(gap=8, margins=(22, 0, 0, 0))
        title = paragraph(theme, what.title, 14, 700, "ink")
        head.addWidget(title, 1)
        if what.rule:
            head.addWidget(RuleLink(theme, self.links, what.rule, chip=True), 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        for line in what.lines:
            self.body.addWidget(paragraph(theme, line, 12.5))
        if what.foot:
            between = label(theme, "")
            between.setFixedHeight(1)
            between.setStyleSheet(f"background: {theme.tokens.line};")
            self.body.addWidget(between)
            self.body.addWidget(paragraph(theme, what.foot, 12.5, 600, "ink"))

    def _place(self, point: QPoint) -> None:
        """Above the point where there is room, else below; towards the middle of the parent."""
        parent = self.parentWidget()
        assert parent is not None
        room = parent.rect()
        x = point.x() - self.width() + 70 if point.x() > room.width() / 2 else point.x() - 70
        y = point.y() - self.height() if point.y() - self.height() > -ABOVE else point.y()
        low, high = 4 - ABOVE, room.height() - self.height() - 4 + ABOVE
        self.move(max(4, min(x, room.width() - self.width() - 4)), max(low, min(y, high)))
        self.tip = QPointF(point - self.pos())
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(EDGE, ABOVE, -EDGE, -ABOVE)
        painter.setPen(Qt.PenStyle.NoPen)
        for k in range(EDGE - 2, 0, -1):
            painter.setBrush(QColor(0, 0, 0, 9))
            painter.drawRoundedRect(box.adjusted(-k, -k + 3, k, k + 1), 6 + k, 6 + k)
        shape = QPainterPath()
        shape.addRoundedRect(box, 6, 6)
        painter.setBrush(colour(tokens.panel))
        refuses = self.explanation is None or self.explanation.refuses
        ink = colour(tokens.may_not if refuses else tokens.may)
        painter.drawPath(shape.united(self._arrow(box)) if refuses else shape)
        painter.setClipPath(shape)
        painter.fillRect(QRectF(box.left(), box.top(), 5, box.height()), ink)
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink, 2))
        at = QPointF(box.left() + 24, box.top() + 23)
        if refuses:
            painter.drawEllipse(at, 7.5, 7.5)
            painter.drawLine(at + QPointF(-5, 5), at + QPointF(5, -5))
        else:
            painter.setFont(self.stage.theme.ui_font(16, 700))
            painter.drawText(at + QPointF(-6, 6), "§")

    def _arrow(self, box: QRectF) -> QPainterPath:
        """The part of the arrow inside this widget."""
        x = min(max(self.tip.x(), box.left() + 26), box.right() - 26)
        y = box.bottom() - 1 if self.tip.y() > box.center().y() else box.top() + 1
        end = min(max(self.tip.y(), box.top() - ABOVE), box.bottom() + ABOVE)
        path = QPainterPath(QPointF(x - ARROW / 2, y))
        path.lineTo(x + ARROW / 2, y)
        path.lineTo(min(max(self.tip.x(), box.left()), box.right()), end)
        path.closeSubpath()
        return path

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        self.put_away()
