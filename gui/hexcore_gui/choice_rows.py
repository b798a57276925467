"""A row of a list of choices: its digit in front, its words on as many lines as they need, never cut off."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QEvent, QRect, Qt, pyqtSignal
from PyQt6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PyQt6.QtWidgets import QSizePolicy, QStyle, QStyleOptionButton

from hexcore_gui.pressing import Button
from hexcore_gui.theme import Theme, colour

MOST_DIGITS = 9
HIGH, DIGIT, MOST_LINES = 24, 20, 3
"""Height of a row of one line, the room before its words, and the most lines there are."""


class ChoiceButton(Button):
    """One choice; pointing at it lights what it is about on the map. The `digit` gives it, up to 9."""

    pointed = pyqtSignal(bool)
    digit = 0

    def __init__(self, text: str, theme: Theme, *, picked: bool = False) -> None:
        super().__init__(text)
        self.theme, self.picked = theme, picked
        self.does: Callable[[], object] = lambda: None
        self.about: Callable[[bool], object] = lambda _on: None
        self.clicked.connect(lambda _on=False: self.does())
        self.pointed.connect(lambda on: self.about(on))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        self.setFixedHeight(self._px(HIGH))

    def _px(self, size: float) -> int:
        return round(size * self.theme.ui_scale)

    def _words(self) -> QRect:
        """Where the words stand."""
        return self.rect().adjusted(self._px(DIGIT + 6), 0, -self._px(6), 0)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is not None and event.oldSize().width() == self.width():
            return
        metrics, room = QFontMetrics(self.font()), max(self._words().width(), 40)
        flags = int(Qt.TextFlag.TextWordWrap)
        need = metrics.boundingRect(QRect(0, 0, room, 1000), flags, self.text()).height()
        lines = min(max(round(need / metrics.lineSpacing()), 1), MOST_LINES)
        self.setFixedHeight(self._px(HIGH) + (lines - 1) * metrics.lineSpacing())

    def paintEvent(self, event: QPaintEvent | None) -> None:
        option, style = QStyleOptionButton(), self.style()
        self.initStyleOption(option)
        option.text = ""
        if self.underMouse():  # Qt asks for a move of the pointer first: a row may come to lie under it
            option.state |= QStyle.StateFlag.State_MouseOver
        painter, tokens = QPainter(self), self.theme.tokens
        assert style is not None
        style.drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        lit = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus
        filled = self.property("look") == "choice" and bool(option.state & lit)
        if self.picked:
            painter.fillRect(self.rect().adjusted(1, 1, -1, -1), colour(tokens.lit, 90))
            painter.fillRect(QRect(0, 0, self._px(4), self.height()), colour(tokens.lit))
            filled = False
        painter.setFont(self.font())
        if 0 < self.digit <= MOST_DIGITS:
            painter.setPen(colour(tokens.on_may if filled else tokens.ink3))
            box = QRect(self._px(4), 0, self._px(DIGIT - 2), min(self.height(), self._px(HIGH)))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self.digit))
        painter.setPen(colour(tokens.on_may if filled else tokens.ink))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        painter.drawText(self._words(), int(flags), self.text())

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        self.pointed.emit(True)

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(False)

    def enterEvent(self, event: QEnterEvent | None) -> None:
        self.pointed.emit(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent | None) -> None:
        self.pointed.emit(False)
        super().leaveEvent(event)


class SpareRows:
    """Rows that stood in a list and may again: a list of a hundred is shown anew after every answer."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._rows: dict[tuple[str, bool], list[ChoiceButton]] = {}
        self._count = 0

    def keep(self, row: ChoiceButton) -> None:
        """A row that was taken out of its list."""
        if self._count < self.most:
            self._rows.setdefault((row.text(), row.picked), []).append(row)
            self._count += 1
        else:
            row.hide()
            row.deleteLater()

    def again(self, text: str, picked: bool) -> ChoiceButton | None:
        """One of them with these words."""
        found = self._rows.get((text, picked))
        if not found:
            return None
        self._count -= 1
        return found.pop(0)

    def forget(self) -> None:
        """Throws all away: what they say may be no business of who looks now."""
        for rows in self._rows.values():
            for row in rows:
                row.hide()
                row.setParent(None)
                row.deleteLater()
        self._rows, self._count = {}, 0

    def hide(self) -> None:
        """Those that are in no list now."""
        for rows in self._rows.values():
            for row in rows:
                row.hide()
