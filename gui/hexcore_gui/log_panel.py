"""The log: what happened, in words, each line with its rule; a click on a line shows its hex."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PyQt6.QtCore import QRectF, QSize, Qt
from PyQt6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PyQt6.QtWidgets import QScrollArea, QWidget

from hexcore_gui.parts import Links, SectionHead, column
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour
from hexcore_gui.wording import Line

MOST_LINES = 2000


@dataclass(frozen=True)
class Kept:
    """A line, when it was written, and how many answers the journal then held."""

    line: Line
    time: str
    answers: int


class LogLines(QWidget):
    """The lines, painted with wrapping."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links
        self.lines: list[Kept] = []
        self._tops: list[float] = []
        self._rules: list[tuple[QRectF, str]] = []
        self.setMouseTracking(True)

    def lay_out(self) -> None:
        y, self._tops = 2.0, []
        for kept in self.lines:
            self._tops.append(y)
            y += self._height(kept) + 3
        self.setMinimumHeight(int(y) + 4)
        self.update()

    def _columns(self, kept: Kept) -> tuple[float, float, float]:
        """Where the text begins, how wide it is, and how wide the rule is."""
        theme = self.stage.theme
        rule = f"§ {kept.line.rule}" if kept.line.rule else ""
        wide = QFontMetricsF(theme.ui_font(11.5, 500)).horizontalAdvance(rule) + 8 if rule else 0
        left = self.stage.px(40)
        return left, self.width() - left - wide - 4, wide

    def _height(self, kept: Kept) -> float:
        _, width, _ = self._columns(kept)
        box = QFontMetricsF(self._font(kept)).boundingRect(
            QRectF(0, 0, max(width, 60), 10_000), int(Qt.TextFlag.TextWordWrap), kept.line.text
        )
        return max(box.height(), float(self.stage.px(16)))

    def _font(self, kept: Kept):  # type: ignore[no-untyped-def]
        return self.stage.theme.ui_font(12.5, 600 if kept.line.heading else 400)

    def sizeHint(self) -> QSize:
        return QSize(260, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens, theme = QPainter(self), self.stage.theme.tokens, self.stage.theme
        shown = event.rect() if event is not None else self.rect()
        self._rules = []
        for kept, y in zip(self.lines, self._tops, strict=False):
            if y > shown.bottom() or y + 200 < shown.top():
                continue
            left, width, wide = self._columns(kept)
            painter.setPen(colour(tokens.ink3))
            painter.setFont(theme.ui_font(11.5))
            painter.drawText(QRectF(0, y, left, 40), Qt.AlignmentFlag.AlignTop, kept.time)
            painter.setPen(colour(tokens.ink))
            painter.setFont(self._font(kept))
            painter.drawText(QRectF(left, y, width, 10_000), int(Qt.TextFlag.TextWordWrap), kept.line.text)
            if kept.line.rule:
                box = QRectF(self.width() - wide - 2, y, wide, self.stage.px(17))
                painter.setPen(colour(tokens.may))
                painter.setFont(theme.ui_font(11.5, 500))
                painter.drawText(box, Qt.AlignmentFlag.AlignRight, f"§ {kept.line.rule}")
                self._rules.append((box, kept.line.rule))

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is None:
            return
        rule = next((number for box, number in self._rules if box.contains(event.position())), "")
        if rule:
            self.links.rule.emit(rule)
            return
        for kept, y in zip(self.lines, self._tops, strict=False):
            if y <= event.position().y() < y + self._height(kept) and kept.line.hex >= 0:
                self.links.hex.emit(kept.line.hex)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is not None:
            over = any(box.contains(event.position()) for box, _ in self._rules)
            self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)


class LogPanel(QWidget):
    """The log with its heading; it stays at its end unless scrolled up."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage = stage
        box = column(self, 2)
        self.head = SectionHead(stage.theme, "Log")
        box.addWidget(self.head)
        self.list = LogLines(stage, links)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.list)
        box.addWidget(self.area, 1)
        bar = self.area.verticalScrollBar()
        if bar is not None:
            bar.rangeChanged.connect(lambda _low, high: bar.setValue(high))

    def write(self, lines: list[Line], answers: int, now: str = "") -> None:
        """Adds lines that followed from the answer of this number."""
        time = now or datetime.now().strftime("%H:%M")
        self.list.lines += [Kept(line, time, answers) for line in lines]
        del self.list.lines[:-MOST_LINES]
        self.list.lay_out()

    def take_back(self, answers: int) -> None:
        """Strikes what followed from answers taken back."""
        self.list.lines = [kept for kept in self.list.lines if kept.answers <= answers]
        self.list.lay_out()

    def clear(self) -> None:
        self.list.lines = []
        self.list.lay_out()

    def texts(self) -> list[str]:
        return [kept.line.text for kept in self.list.lines]
