"""The log: what happened, in words, each line with its rule; a click on a line shows its hex, its menu the
moment it is about.

It can be narrowed to some kinds of line, and to lines that hold a text.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from PyQt6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PyQt6.QtWidgets import QLineEdit, QMenu, QScrollArea, QWidget

from hexcore_gui.folding import FoldHead
from hexcore_gui.parts import Links, button, column, row
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour
from hexcore_gui.wording import Line

MOST_LINES, SPARE = 2000, 200
"""So many lines are kept; the oldest are thrown away so many at a time."""
KINDS = {
    "move": "Moves",
    "combat": "Combat",
    "dice": "Dice",
    "reason": "The computer's reasons",
    "other": "Everything else",
}
"""What the log can be narrowed to. Phases are always shown: they say where a line belongs."""
NO_LINE = "No line matches. Clear the filter."


@dataclass(frozen=True)
class Kept:
    """A line, when it was written, and how many answers the journal then held."""

    line: Line
    time: str
    answers: int


class LogLines(QWidget):
    """The lines, painted with wrapping. `moment` asks for the game as it stood after so many answers.

    Where a click `leaps`, it asks for the moment of the line, not only for its hex.
    """

    moment = pyqtSignal(int)
    chosen_moved = pyqtSignal(int, int)

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.links = stage, links
        self.setAccessibleName("What has happened")
        self.lines: list[Kept] = []
        self.kinds, self.words = frozenset(KINDS), ""
        self._shown: list[Kept] = []
        self._tops: list[float] = []
        self._end = 2.0
        self._rules: list[tuple[QRectF, str]] = []
        self._heights: dict[tuple[Line, int], float] = {}
        self.leaps = False
        self.chosen: Kept | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu: QMenu | None = None
        self.setMouseTracking(True)

    def lay_out(self) -> None:
        """Everything measured anew."""
        self._shown, self._tops, self._end = [], [], 2.0
        self._place(self.lines)

    def add(self, lines: list[Kept]) -> None:
        """More lines at the end; only these are measured."""
        self.lines += lines
        if len(self.lines) > MOST_LINES + SPARE:
            del self.lines[:-MOST_LINES]
            self.lay_out()
        else:
            self._place(lines)

    def _place(self, lines: list[Kept]) -> None:
        for kept in lines:
            if self._wanted(kept.line):
                self._shown.append(kept)
                self._tops.append(self._end)
                self._end += self._height(kept) + 3
        self.setMinimumHeight(max(int(self._end) + 4, self.stage.px(22)))
        self.update()

    def _wanted(self, line: Line) -> bool:
        if self.words and not line.heading and self.words.lower() not in line.text.lower():
            return False
        return line.heading or line.kind not in KINDS or line.kind in self.kinds

    def shown(self) -> list[str]:
        """The texts of the lines that are shown."""
        return [kept.line.text for kept in self._shown]

    def _columns(self, kept: Kept) -> tuple[float, float, float]:
        """Where the text begins, how wide it is, and how wide the rule is."""
        theme = self.stage.theme
        rule = self.stage.cited(kept.line.rule)
        wide = QFontMetricsF(theme.ui_font(11.5, 500)).horizontalAdvance(rule) + 8 if rule else 0
        left = self.stage.px(52 if kept.line.kind == "reason" else 40)
        return left, self.width() - left - wide - 4, wide

    def _height(self, kept: Kept) -> float:
        """How high a line is; measuring takes long, and lines are shown again and again."""
        known = self._heights.get((kept.line, self.width()))
        if known is None:
            if len(self._heights) > 4 * MOST_LINES:
                self._heights.clear()
            known = self._heights[kept.line, self.width()] = self._measured(kept)
        return known

    def _measured(self, kept: Kept) -> float:
        _, width, _ = self._columns(kept)
        box = QFontMetricsF(self._font(kept)).boundingRect(
            QRectF(0, 0, max(width, 60), 10_000), int(Qt.TextFlag.TextWordWrap), kept.line.text
        )
        return max(box.height(), float(self.stage.px(16)))

    def _font(self, kept: Kept) -> QFont:
        made = self.stage.theme.ui_font(12.5, 600 if kept.line.heading else 400)
        made.setItalic(kept.line.kind == "reason")
        return made

    def sizeHint(self) -> QSize:
        return QSize(260, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens, theme = QPainter(self), self.stage.theme.tokens, self.stage.theme
        shown = event.rect() if event is not None else self.rect()
        self._rules = []
        if self.lines and not self._shown:
            painter.setPen(colour(tokens.ink3))
            painter.setFont(theme.ui_font(12.5))
            painter.drawText(QPointF(0, self.stage.px(16)), NO_LINE)
        for kept, y in zip(self._shown, self._tops, strict=True):
            if y > shown.bottom() or y + 200 < shown.top():
                continue
            left, width, wide = self._columns(kept)
            if kept is self.chosen and self.hasFocus():
                painter.fillRect(QRectF(0, y, self.width(), self._height(kept) + 2), colour(tokens.may_tint))
            painter.setPen(colour(tokens.ink3))
            painter.setFont(theme.ui_font(11.5))
            painter.drawText(QRectF(0, y, left, 40), Qt.AlignmentFlag.AlignTop, kept.time)
            reason = kept.line.kind == "reason"
            if reason:
                bar = QRectF(left - self.stage.px(8), y + 1, 2, self._height(kept) - 2)
                painter.fillRect(bar, colour(tokens.line))
            painter.setPen(colour(tokens.ink2 if reason else tokens.ink))
            painter.setFont(self._font(kept))
            painter.drawText(QRectF(left, y, width, 10_000), int(Qt.TextFlag.TextWordWrap), kept.line.text)
            if kept.line.rule:
                box = QRectF(self.width() - wide - 2, y, wide, self.stage.px(17))
                painter.setPen(colour(tokens.may))
                painter.setFont(theme.ui_font(11.5, 500))
                painter.drawText(box, Qt.AlignmentFlag.AlignRight, self.stage.cited(kept.line.rule))
                self._rules.append((box, kept.line.rule))

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is None:
            return
        rule = next((number for box, number in self._rules if box.contains(event.position())), "")
        if rule:
            self.links.rule.emit(rule)
            return
        kept = self._at(event.position().y())
        if kept is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._follow(kept)

    def _follow(self, kept: Kept) -> None:
        """Where a line leads."""
        self.chosen = kept
        if self.leaps:
            self.moment.emit(kept.answers)
        if kept.line.hex >= 0:
            self.links.hex.emit(kept.line.hex)
        self.update()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Up and Down go from line to line, Enter shows what the line is about."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Return: 0, Qt.Key.Key_Enter: 0}
        key = Qt.Key(event.key()) if event is not None else None
        if key not in steps or not self._shown:
            super().keyPressEvent(event)
            return
        now = next((n for n, kept in enumerate(self._shown) if kept is self.chosen), len(self._shown))
        if not steps[key]:
            if now < len(self._shown):
                self._follow(self._shown[now])
            return
        at = min(max(now + steps[key], 0), len(self._shown) - 1)
        self.chosen = self._shown[at]
        self.chosen_moved.emit(round(self._tops[at]), round(self._height(self.chosen)))
        self.update()

    def rule_at(self, point: QPointF) -> str:
        """The rule of the line at a point, empty where it has none."""
        kept = self._at(point.y())
        return kept.line.rule if kept is not None else ""

    def _at(self, y: float) -> Kept | None:
        """The line at a height."""
        n = bisect_right(self._tops, y) - 1
        return self._shown[n] if n >= 0 and y < self._tops[n] + self._height(self._shown[n]) else None

    def place_of(self, text: str) -> QPoint:
        """Where the last line with some words lies; it is somewhere."""
        n = max(n for n, kept in enumerate(self._shown) if text in kept.line.text)
        return QPoint(self.width() // 2, round(self._tops[n]) + self.stage.px(8))

    def contextMenuEvent(self, event: QContextMenuEvent | None) -> None:
        kept = self._at(event.pos().y()) if event is not None else None
        if event is None or kept is None or self.leaps:
            return
        self.menu = menu = QMenu(self)
        menu.addAction("Show this moment", partial(self.moment.emit, kept.answers))
        if kept.line.hex >= 0:
            menu.addAction(
                f"Show {self.stage.hex_name(kept.line.hex)}", partial(self.links.hex.emit, kept.line.hex)
            )
        menu.popup(event.globalPos())

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is not None:
            kept = self._at(event.position().y())
            over = any(box.contains(event.position()) for box, _ in self._rules)
            over |= kept is not None and (kept.line.hex >= 0 or self.leaps)
            self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)


class LogPanel(QWidget):
    """The log with its heading; it stays at its end unless scrolled up."""

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage = stage
        box = column(self, 2)
        self.head = FoldHead(stage.theme, "Log")
        self.filter = button(stage.theme, "All ▾", self._ask_kinds, look="tab")
        self.filter.setToolTip("Which lines are shown")
        line = row(gap=8)
        line.addWidget(self.head, 1)
        line.addWidget(self.filter, 0, Qt.AlignmentFlag.AlignBottom)
        box.addLayout(line)
        self.search = QLineEdit()
        self.search.setAccessibleName("Lines of the log with these words")
        self.search.setPlaceholderText("Lines with this text")
        self.search.setFont(stage.theme.ui_font(12.5))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._narrow)
        self.search.hide()
        box.addWidget(self.search)
        self.menu: QMenu | None = None
        self.times: dict[int, str] = {}
        self.list = LogLines(stage, links)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.list)
        self.list.chosen_moved.connect(lambda y, high: self.area.ensureVisible(0, y + high // 2, 0, high))
        box.addWidget(self.area, 1)
        bar = self.area.verticalScrollBar()
        if bar is not None:
            bar.rangeChanged.connect(lambda _low, high: bar.setValue(high))

    def write(self, lines: list[Line], answers: int, now: str = "") -> None:
        """Adds lines that followed from the answer of this number."""
        time = self.times[answers] = now or f"{datetime.now():%H:%M}"
        self.list.add([Kept(line, time, answers) for line in lines])

    def begin(self, answers: int) -> None:
        """A game is new: what followed from its first answers, and from none, has just happened."""
        self.times = dict.fromkeys(range(answers + 1), f"{datetime.now():%H:%M}")

    def take_back(self, answers: int) -> None:
        """Strikes what followed from answers taken back."""
        self.show_lines([kept for kept in self.list.lines if kept.answers <= answers])

    def show_lines(self, lines: list[Kept]) -> None:
        """These lines in place of those that are shown, the last of them in view.

        Those told again bear the time at which their answer was given, where this window was there.
        """
        self.list.lines = [k if k.time else replace(k, time=self.times.get(k.answers, "")) for k in lines]
        self.list.lay_out()
        bar = self.area.verticalScrollBar()
        if bar is not None:
            bar.setValue(bar.maximum())

    # ---------------------------------------------------------------- narrowing
    def _ask_kinds(self) -> None:
        """The menu of kinds of line, and of looking for a text."""
        self.menu = menu = QMenu(self)
        for kind, name in KINDS.items():
            entry = menu.addAction(name)
            assert entry is not None
            entry.setCheckable(True)
            entry.setChecked(kind in self.list.kinds)
            entry.toggled.connect(partial(self.show_kind, kind))
        menu.addSeparator()
        menu.addAction("Lines with a text …", self._ask_text)
        menu.addAction("Show everything", self.show_all)
        menu.popup(self.filter.mapToGlobal(self.filter.rect().bottomLeft()))

    def show_kind(self, kind: str, on: bool) -> None:
        """Shows or leaves out one kind of line."""
        self.list.kinds = self.list.kinds | {kind} if on else self.list.kinds - {kind}
        self._narrow()

    def show_all(self) -> None:
        self.list.kinds = frozenset(KINDS)
        self.search.hide()
        self.search.clear()
        self._narrow()

    def _ask_text(self) -> None:
        self.search.show()
        self.search.setFocus()

    def _narrow(self) -> None:
        self.list.words = self.search.text().strip()
        some = self.list.words or self.list.kinds != frozenset(KINDS)
        self.filter.setText("Some ▾" if some else "All ▾")
        self.list.lay_out()

    # ---------------------------------------------------------------- reading
    def texts(self) -> list[str]:
        return [kept.line.text for kept in self.list.lines]
