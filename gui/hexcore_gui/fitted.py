"""A label that keeps its words: smaller, then on two lines, where one line has no room for them."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QRect, QSize, Qt
from PyQt6.QtGui import QFont, QFontMetrics, QResizeEvent
from PyQt6.QtWidgets import QLabel, QSizePolicy

from hexcore_gui.theme import Theme

Step = tuple[float, int]
"""A size of type, and how many lines of it may be set."""
QUESTION: tuple[Step, ...] = ((18, 1), (16, 1), (14.5, 2), (13, 2), (12, 2))
LINE: tuple[Step, ...] = ((12.5, 1), (11.5, 1), (10.5, 1))
TWO_LINES: tuple[Step, ...] = ((12.5, 1), (11.5, 1), (10.5, 2), (9.5, 2), (8.5, 2))
SMALL: tuple[Step, ...] = ((10.5, 1), (10.5, 2), (9.5, 2))


class Fitted(QLabel):
    """Takes the first of its steps at which the text has room; only past the last does it end in …, whole
    on hover."""

    def __init__(
        self, theme: Theme, text: str = "", steps: Sequence[Step] = LINE, weight: int = 400, ink: str = "ink"
    ) -> None:
        super().__init__()
        self.theme, self.weight, self.whole = theme, weight, ""
        self.level, self.least = 0, 0
        self._take(steps)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setStyleSheet(f"color: {getattr(theme.tokens, ink)}; background: transparent;")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(24)
        self.show_text(text)

    def _take(self, steps: Sequence[Step]) -> None:
        self.steps = tuple(steps)
        self._fonts = [self.theme.ui_font(size, self.weight) for size, _ in self.steps]

    def set_steps(self, steps: Sequence[Step]) -> None:
        """Other sizes, where there is another room."""
        if tuple(steps) != self.steps:
            self._take(steps)
            self._fit()

    def show_text(self, text: str) -> None:
        """Another text, or the same one where there is another room."""
        self.whole = text
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(24, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = max(self.width(), 24)
        for level, (font, (_, lines)) in enumerate(zip(self._fonts, self.steps, strict=True)):
            if level >= self.least and has_room(font, self.whole, width, lines):
                self.level = level
                self._set(font, lines, self.whole)
                return
        self.level = len(self.steps) - 1
        self._set(
            self._fonts[-1], self.steps[-1][1], cut(self._fonts[-1], self.whole, width, self.steps[-1][1])
        )

    def hold(self, least: int) -> None:
        """No step before this one: lines that stand together are set in one size."""
        if least != self.least:
            self.least = min(least, len(self.steps) - 1)
            self._fit()

    def natural(self) -> int:
        """How wide the text is on one line, as large as it may be."""
        return QFontMetrics(self._fonts[0]).horizontalAdvance(self.whole)

    def _set(self, font: QFont, lines: int, shown: str) -> None:
        self.setFont(font)
        self.setFixedHeight(
            needed(font, shown, max(self.width(), 24)) if lines > 1 else QFontMetrics(font).height()
        )
        self.setText(shown)
        self.setToolTip(self.whole if shown != self.whole else "")


def needed(font: QFont, text: str, width: int) -> int:
    """How high a text is when it is broken into lines of a width."""
    room = QRect(0, 0, width, 10_000)
    return QFontMetrics(font).boundingRect(room, int(Qt.TextFlag.TextWordWrap), text).height()


def has_room(font: QFont, text: str, width: int, lines: int) -> bool:
    """Whether a text stands in so many lines of a width, no word of it broken."""
    metrics = QFontMetrics(font)
    if lines == 1:
        return metrics.horizontalAdvance(text) <= width
    longest = max((metrics.horizontalAdvance(word) for word in text.split()), default=0)
    return longest <= width and needed(font, text, width) <= lines * metrics.lineSpacing() + 2


def cut(font: QFont, text: str, width: int, lines: int) -> str:
    """As much of a text as has room, with … at its end."""
    low, high = 0, len(text)
    while low < high:  # how many letters have room
        middle = (low + high + 1) // 2
        low, high = (middle, high) if has_room(font, text[:middle] + "…", width, lines) else (low, middle - 1)
    return text[:low].rstrip() + "…"
