"""The small parts that every panel is made of: headings, labels, rule numbers, marks of origin, counters."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import (
    QColor,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PyQt6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hexcore_gui.counter_face import CounterFace
from hexcore_gui.counter_parts import MARGIN
from hexcore_gui.pressing import Button
from hexcore_gui.stage import Stage
from hexcore_gui.theme import Theme, colour


class Links(QObject):
    """What is clicked anywhere in the window to look something up."""

    rule = pyqtSignal(str)
    hex = pyqtSignal(int)
    unit = pyqtSignal(str)

    def __init__(self, spelled: Callable[[str], str] = str) -> None:
        super().__init__()
        self.spelled = spelled
        """How people cite a rule."""


def label(theme: Theme, text: str, px: float = 12.5, weight: int = 400, ink: str = "ink") -> QLabel:
    """A line of text in one of the theme's inks (`ink`, `ink2`, `ink3`, `may`, `may_not`, `ok`)."""
    made = QLabel(text)
    made.setFont(theme.ui_font(px, weight))
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setStyleSheet(f"color: {getattr(theme.tokens, ink)}; background: transparent;")
    return made


def paragraph(theme: Theme, text: str, px: float = 12.5, weight: int = 400, ink: str = "ink2") -> QLabel:
    """Text that wraps."""
    made = label(theme, text, px, weight, ink)
    made.setWordWrap(True)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return made


class Elided(QLabel):
    """A label that ends in … where it has no room, whole on hover."""

    def __init__(
        self, theme: Theme, text: str = "", px: float = 12.5, weight: int = 400, ink: str = "ink"
    ) -> None:
        super().__init__()
        self.setFont(theme.ui_font(px, weight))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setStyleSheet(f"color: {getattr(theme.tokens, ink)}; background: transparent;")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.whole = ""
        self.show_text(text)

    def show_text(self, text: str) -> None:
        self.whole = text
        self.setMinimumHeight(self.fontMetrics().height())
        self._cut()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        shown = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, max(self.width(), 24))
        self.setText(shown)
        self.setToolTip(self.whole if shown != self.whole else "")


LONGEST, LONGEST_CHIP = 132, 240
"""Pixels (at UI scale 1) of a rule's number, plain and in a frame; a longer one ends in …"""


class RuleLink(Button):
    """A rule's number; a click shows its text. `chip` draws it in a frame. One longer than `longest` pixels
    (at UI scale 1) ends in …, whole on hover."""

    def __init__(
        self, theme: Theme, links: Links, number: str = "", *, chip: bool = False, longest: int = 0
    ) -> None:
        super().__init__()
        self.links, self.number = links, ""
        self.longest = round((longest or (LONGEST_CHIP if chip else LONGEST)) * theme.ui_scale)
        self.setFont(theme.ui_font(11.5, 600 if chip else 500))
        self.setFlat(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        tokens = theme.tokens
        frame = (
            f"border: 1px solid {tokens.may}; border-radius: 3px; padding: 1px 6px;"
            if chip
            else "border: none; padding: 0;"
        )
        self.setStyleSheet(
            f"QPushButton {{ color: {tokens.may}; background: transparent; text-align: right; {frame} }}"
            f"QPushButton:hover, QPushButton:focus {{ background: {tokens.may_tint}; }}"
            f"QPushButton:focus {{ border: 1px solid {tokens.ink}; }}"
        )
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._show_rule)
        self.show_rule(number)

    def show_rule(self, number: str) -> None:
        self.number = number
        whole = f"§ {self.links.spelled(number)}" if number else ""
        shown = self.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, self.longest)
        self.setText(shown)
        self.setToolTip(whole if shown != whole else "")
        self.setAccessibleName(whole)
        if not number or self.parentWidget() is not None:  # shown before it has a place, it would be a window
            self.setVisible(bool(number))

    def _show_rule(self) -> None:
        if self.number:
            self.links.rule.emit(self.number)


class SectionHead(QWidget):
    """A black rule, a small bold heading under it, and a note at the right."""

    def __init__(self, theme: Theme, title: str, right: str = "") -> None:
        super().__init__()
        self.theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 6, 0, 2)
        self.title = label(theme, title.upper(), 11, 700)
        self.title.setFont(theme.ui_font(11, 700, tracking=6))
        self.right = Elided(theme, right, 11.5, ink="ink3")
        self.right.setAlignment(Qt.AlignmentFlag.AlignRight)
        row.addWidget(self.title)
        row.addWidget(self.right, 1)

    def say(self, title: str, right: str = "") -> None:
        self.title.setText(title.upper())
        self.right.show_text(right)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.fillRect(QRect(0, 0, self.width(), 2), colour(self.theme.tokens.ink))


ORIGINS = {
    "printed": "Printed in a rulebook, on the map or on the counter.",
    "corrected": "Corrected by a player from a copy of his own.",
    "recovered": "Found on a public page, in a list or a photograph.",
    "reconstructed": "Reconstructed here: no public page shows it. You can put in what your own copy shows.",
}
"""What the marks of origin mean, in a sentence."""


class ProvenanceDot(QWidget):
    """Where a value comes from: filled printed, ringed corrected, half recovered, hollow reconstructed."""

    def __init__(self, theme: Theme, mark: str) -> None:
        super().__init__()
        self.theme, self.mark = theme, mark
        self.setFixedSize(12, 15)
        self.setToolTip(ORIGINS.get(mark, f"This value is {mark}.") if mark else "")

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_dot(painter, self.mark, 6, 8, 4, colour(self.theme.tokens.ink2))


def paint_dot(painter: QPainter, mark: str, x: float, y: float, r: float, ink: QColor) -> None:
    painter.setPen(QPen(ink, 1.3))
    painter.setBrush(ink if mark == "printed" else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(x, y), r, r)
    if mark == "recovered":
        painter.setBrush(ink)
        painter.drawPie(QRectF(x - r, y - r, 2 * r, 2 * r), 90 * 16, 180 * 16)
    elif mark == "corrected":
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(x, y), r / 2, r / 2)


class CounterPicture(QWidget):
    """One counter in a panel; emits `clicked` when it is pressed."""

    clicked = pyqtSignal()

    def __init__(self, stage: Stage, face: CounterFace, size: float, tip: str = "") -> None:
        super().__init__()
        self.stage, self.face, self.size_ = stage, face, size
        room = round(size * (1.06 if not face.in_hand else 1.3)) + 4
        self.setFixedSize(room, room)
        self.setToolTip(tip)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        margin = self.size_ * MARGIN
        corner = (self.width() - self.size_) / 2
        pixmap = self.stage.counters.pixmap(self.face, self.size_, self.devicePixelRatioF())
        painter.drawPixmap(QPointF(corner - margin, corner - margin), pixmap)

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        self.clicked.emit()


class Flow(QLayout):
    """Widgets side by side, on as many lines as they need."""

    def __init__(self, gap: int = 4) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._heights: dict[int, int] = {}
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem | None) -> None:
        if item is not None:
            self._items.append(item)
            self._heights.clear()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self._heights.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """Asked very often while a window is laid out: kept until something in it changes."""
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._place(area, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, area: QRect, *, move: bool) -> int:
        x, y, line = area.x(), area.y(), 0
        for item in self._items:
            hint = item.sizeHint()
            if x > area.x() and x + hint.width() > area.right() + 1:
                x, y, line = area.x(), y + line + self._gap, 0
            if move:
                item.setGeometry(QRect(x, y, hint.width(), hint.height()))
            x += hint.width() + self._gap
            line = max(line, hint.height())
        return y + line - area.y()


class Chooser(QComboBox):
    """A list that drops down, with the mark that says so."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setFont(theme.ui_font(12.5))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(self.theme.tokens.ink2), 1.6))
        x, y = self.width() - 16.0, self.height() / 2
        painter.drawPolyline(QPolygonF([QPointF(x - 4, y - 2), QPointF(x, y + 2.5), QPointF(x + 4, y - 2)]))


def emptied(layout: QLayout) -> None:
    """Takes everything out of a layout and throws it away."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            emptied(inner)


def column(
    parent: QWidget | None = None, gap: int = 4, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QVBoxLayout:
    made = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    made.setSpacing(gap)
    made.setContentsMargins(*margins)
    return made


def row(
    parent: QWidget | None = None, gap: int = 6, margins: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> QHBoxLayout:
    made = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    made.setSpacing(gap)
    made.setContentsMargins(*margins)
    return made


def button(
    theme: Theme, text: str, pressed: Callable[[], object] | None = None, *, look: str = "plain"
) -> QPushButton:
    """A button; *look* is plain, primary, quiet (a row in a list) or chip."""
    made = Button(text)
    made.setProperty("look", look)
    made.setFont(
        theme.ui_font(
            13 if look in ("plain", "primary") else 12, 600 if look in ("plain", "primary") else 400
        )
    )
    if pressed is not None:
        made.clicked.connect(lambda _checked=False: pressed())
    return made


def text_width(widget: QWidget, text: str) -> int:
    return QFontMetrics(widget.font()).horizontalAdvance(text)
