"""The combat results table with its column lit, and what the die can do, painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PyQt6.QtWidgets import QWidget

from hexcore.charts import CombatResultsTable
from hexcore_gui.chart_view import MARKS
from hexcore_gui.parts import paint_dot
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour, font
from hexcore_gui.wording import result_text

ROW, TWO_LINES, LEFT, NO_DIE = 20, 28, 24, -100
LEAST, ROOMY = 9.0, 28
"""The smallest lettering of a result; columns that have room for larger one where they are lit."""
LIT_INK = "#1B1400"
PRINTED = "printed"


class CombatTable(QWidget):
    """A table by die and odds; one column may be lit, and one die in it."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.table: CombatResultsTable | None = None
        self.column, self.die, self.high = -1, NO_DIE, ROW
        self.pointed: tuple[int, ...] = ()

    def point_at(self, dice: tuple[int, ...]) -> None:
        """Lights the cells of some dice in the column that is lit."""
        self.pointed = dice
        self.update()

    def show_table(self, table: CombatResultsTable, column: str = "", die: int | None = None) -> None:
        self.table = table
        self.column = table.columns.index(column) if column in table.columns else -1
        self.die = NO_DIE if die is None else min(max(die, table.dice[0]), table.dice[-1])
        self._measure()
        self.update()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        """Rows are higher where a result has room on two lines only."""
        if self.table is None:
            return
        entries = {result_text(entry) for row in self.table.rows.values() for entry in row}
        wide = (self.width() - self.stage.px(LEFT)) / len(self.table.columns)
        self.high = TWO_LINES if any("\n" in self.broken(text, wide) for text in entries) else ROW
        self.setFixedHeight(self.stage.px(ROW + self.high * len(self.table.dice) + 4))

    def broken(self, text: str, wide: float) -> str:
        """A result as it stands in a column: on two lines where one has no room for it."""
        metrics = QFontMetricsF(self.stage.theme.ui_font(self._entry_size(wide), 700))
        at = max(text.find("-"), text.find("/"))
        if at < 1 or metrics.horizontalAdvance(text) <= wide:
            return text
        return f"{text[: at + 1]}\n{text[at + 1 :]}"

    def sizeHint(self) -> QSize:
        return QSize(300, self.minimumHeight())

    def paintEvent(self, event: QPaintEvent | None) -> None:
        if self.table is None:
            return
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row, left, high = self.stage.px(ROW), self.stage.px(LEFT), self.stage.px(self.high)
        wide = (self.width() - left) / len(self.table.columns)
        self._heads(painter, left, wide, row)
        painter.fillRect(QRectF(0, row, self.width(), 1), colour(tokens.ink3))
        for n, die in enumerate(self.table.dice):
            y = row + n * high
            if n % 2:
                painter.fillRect(QRectF(0, y + 1, self.width(), high), colour(tokens.alt))
            self._row(painter, die, left, wide, y, high)
        if self.column >= 0:
            box = QRectF(left + self.column * wide, 0, wide, row + high * len(self.table.dice) + 1)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(tokens.may), 2))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, 0), 2, 2)

    def _size(self, wide: float) -> float:
        """Lettering that fits a column."""
        return min(12.0, 12.0 * wide / self.stage.px(30))

    def _entry_size(self, wide: float) -> float:
        """Lettering of the results, which is never so small that it cannot be read."""
        return max(self._size(wide), LEAST)

    def _heads(self, painter: QPainter, left: float, wide: float, row: int) -> None:
        assert self.table is not None
        tokens, theme = self.stage.theme.tokens, self.stage.theme
        for n, name in enumerate(self.table.columns):
            box = QRectF(left + n * wide, 0, wide, row)
            on = n == self.column
            if on:
                painter.fillRect(box, colour(tokens.may))
            painter.setPen(colour(tokens.on_may if on else tokens.ink2))
            painter.setFont(theme.ui_font(self._size(wide), 700 if on else 600))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)

    def _row(self, painter: QPainter, die: int, left: float, wide: float, y: int, row: int) -> None:
        assert self.table is not None
        tokens, theme = self.stage.theme.tokens, self.stage.theme
        painter.setPen(colour(tokens.ink))
        painter.setFont(theme.ui_font(12.5, 700))
        painter.drawText(QRectF(0, y, left - 6, row), Qt.AlignmentFlag.AlignCenter, str(die))
        for n, entry in enumerate(self.table.rows[die]):
            box = QRectF(left + n * wide, y, wide, row)
            if n == self.column:
                rolled = die in self.pointed if self.pointed else die == self.die
                painter.fillRect(box, colour(tokens.lit if rolled else tokens.may_tint))
                painter.setPen(colour(LIT_INK if rolled else tokens.ink))
                more = 1 if wide >= self.stage.px(ROOMY) else 0
                painter.setFont(theme.ui_font(self._entry_size(wide) + more, 700))
            else:
                painter.setPen(colour(tokens.ink3))
                painter.setFont(theme.ui_font(self._entry_size(wide)))
            text = self.broken(result_text(entry), wide)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            mark = self.table.marks.get((die, self.table.columns[n]), PRINTED)
            if mark != PRINTED and not self._alike:
                ink, roomy = painter.pen().color(), wide >= self.stage.px(ROOMY)
                aside, below = (float(self.stage.px(4)), row * 0.2) if roomy else (2.0, 3.0)
                paint_dot(painter, mark, box.right() - aside, box.top() + below, 1.8, ink)

    @property
    def _alike(self) -> bool:
        """Whether every cell comes from the same: that is said once, and not by a dot in each."""
        table = self.table
        cells = len(table.columns) * len(table.rows) if table is not None else 0
        return table is not None and len(table.marks) == cells and len(set(table.marks.values())) == 1

    def legend(self) -> str:
        """What the dots in the table mean, or that all is of one kind; empty where every cell is printed."""
        if self._alike and self.table is not None:
            (mark,) = set(self.table.marks.values())
            return "" if mark == PRINTED else f"all cells {MARKS.get(mark, mark)}"
        marks = set(self.table.marks.values()) - {PRINTED} if self.table is not None else set[str]()
        return " · ".join(f"○ {MARKS.get(mark, mark)}" for mark in sorted(marks))

    def origin(self) -> str:
        """Where the cells come from, as a line under the table; empty where nobody says."""
        marked = self.table is not None and bool(self.table.marks)
        told = self.legend() or (f"all cells {MARKS[PRINTED]}" if marked else "")
        return told[:1].upper() + told[1:]


@dataclass(frozen=True)
class Chance:
    """One result: its faces of the die, and whether it was rolled."""

    result: str
    dice: tuple[int, ...]
    words: str
    rolled: bool = False


@dataclass(frozen=True)
class Forecast:
    """What the die can do, and what it is expected to cost."""

    chances: tuple[Chance, ...] = ()
    faces: int = 6
    expected: tuple[tuple[str, str], ...] = field(default=())


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class RolledBanner(QWidget):
    """The dice as they fell, the result, and what it means."""

    def __init__(self, stage: Stage, dice: Sequence[int], result: str, words: str) -> None:
        super().__init__()
        self.stage, self.dice, self.result, self.words = stage, dice, result, words
        self.setFixedHeight(stage.px(48))
        self.setAccessibleName(f"Rolled {' and '.join(map(str, dice))}: {result}. {words}")

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, theme, px = QPainter(self), self.stage.theme, self.stage.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(theme.tokens.lit, 70))
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        x = px(10)
        for die in self.dice:
            self._die(painter, die, x)
            x += px(38)
        painter.setPen(colour(theme.tokens.ink))
        painter.setFont(font("place", px(24), 700))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(x + px(6), 0, px(80), self.height()), middle, self.result)
        painter.setFont(theme.ui_font(13, 500))
        room = QRectF(x + px(84), 0, self.width() - x - px(92), self.height())
        painter.drawText(room, int(middle | Qt.TextFlag.TextWordWrap), self.words)

    def _die(self, painter: QPainter, die: int, x: float) -> None:
        px, tokens = self.stage.px, self.stage.theme.tokens
        box = QRectF(x, px(8), px(32), px(32))
        painter.setPen(QPen(colour(tokens.ink), 1.4))
        painter.setBrush(colour("#FFFFFF"))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(LIT_INK))
        for dx, dy in PIPS.get(die, ()):
            painter.drawEllipse(box.center() + QPointF(dx * px(8), dy * px(8)), px(3), px(3))


class ForceArrow(QWidget):
    """The arrow from the attackers to the defenders."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.setFixedSize(stage.px(46), stage.px(54))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.stage.theme.ui_scale, self.stage.theme.ui_scale)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(self.stage.theme.tokens.may))
        spots = ((2, 21), (28, 21), (28, 14), (44, 27), (28, 40), (28, 33), (2, 33))
        painter.drawPolygon(QPolygonF([QPointF(*spot) for spot in spots]))
