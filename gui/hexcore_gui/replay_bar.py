"""The bar of a replay: steps, playing, a slider over the answers, turns and phases, bookmarks, the pace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QSlider, QWidget

from hexcore_gui.icons import paint_icon
from hexcore_gui.parts import Chooser, button, label, row
from hexcore_gui.seats import PACES
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

HIGH, SIDE = 52, 9
STEPS = {
    "first": "The beginning (Home)",
    "back": "One step back (Left)",
    "play": "Play on, or pause (Space)",
    "on": "One step on (Right)",
    "last": "The present (End)",
}
LAST_TURN = "The opponent's last turn"
TURNS, MARKS = "Turn and phase", "Bookmarks"
AT_ONCE = 4.0
"""The pace at which a replay plays where computer players are to answer at once."""


class StepButton(QAbstractButton):
    """An icon that does one thing."""

    def __init__(self, stage: Stage, icon: str, tip: str) -> None:
        super().__init__()
        self.stage, self.icon_name = stage, icon
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedSize(stage.px(34), stage.px(32))

    def show_icon(self, name: str) -> None:
        self.icon_name = name
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.icon_name in ("play", "pause")
        ground = tokens.may if lit else tokens.may_tint if self.underMouse() and self.isEnabled() else ""
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(ground if self.isEnabled() else tokens.alt))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        ink = tokens.on_may if lit and self.isEnabled() else tokens.ink if self.isEnabled() else tokens.ink3
        middle = QPointF(self.width() / 2, self.height() / 2)
        paint_icon(painter, self.icon_name, middle.x(), middle.y(), colour(ink), self.stage.theme.ui_scale)


class AnswerSlider(QSlider):
    """A slider over the places of a game, with a mark for each turn; what is not read yet is pale."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.stage = stage
        self.turns: list[tuple[int, int]] = []
        self.read = 0
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedHeight(stage.px(38))
        self.setMinimumWidth(stage.px(160))
        self.setAccessibleName("Steps of the game")

    def sizeHint(self) -> QSize:
        return QSize(self.stage.px(500), self.stage.px(38))

    def x_of(self, value: int) -> float:
        """Where a place lies along the slider."""
        return SIDE + (self.width() - 2 * SIDE) * value / max(self.maximum(), 1)

    def value_at(self, x: float) -> int:
        part = (x - SIDE) / max(self.width() - 2 * SIDE, 1)
        return round(min(max(part, 0.0), 1.0) * self.maximum())

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and event.button() == Qt.MouseButton.LeftButton:
            self.setValue(self.value_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self.value_at(event.position().x()))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y, now, read = self.height() * 0.36, self.x_of(self.value()), self.x_of(self.read)
        painter.setPen(Qt.PenStyle.NoPen)
        for end, ink in ((self.x_of(self.maximum()), tokens.line), (read, tokens.ink3), (now, tokens.may)):
            painter.setBrush(colour(ink))
            painter.drawRoundedRect(QRectF(SIDE, y - 2, max(end - SIDE, 0), 4), 2, 2)
        self._turns(painter, y)
        painter.setPen(QPen(colour(tokens.panel), 2))
        painter.setBrush(colour(tokens.may))
        painter.drawEllipse(QPointF(now, y), 7.5, 7.5)

    def _turns(self, painter: QPainter, y: float) -> None:
        """A stroke for each turn, and its number where there is room."""
        tokens, setting = self.stage.theme.tokens, self.stage.theme.ui_font(10.5, 500, tabular=True)
        painter.setFont(setting)
        wide, free = QFontMetricsF(setting), -1.0
        for place, turn in self.turns:
            x, text = self.x_of(place), str(turn)
            painter.setPen(QPen(colour(tokens.ink3), 1))
            painter.drawLine(QPointF(x, y + 5), QPointF(x, y + 10))
            half = wide.horizontalAdvance(text) / 2
            if x - half > free:
                painter.setPen(colour(tokens.ink2))
                painter.drawText(QPointF(x - half, self.height() - 2.0), text)
                free = x + half + 5


class ReplayBar(QWidget):
    """Emits what is wanted; `show_...` says where the replay stands."""

    step_wanted = pyqtSignal(str)
    place_wanted = pyqtSignal(int)
    bookmark_wanted = pyqtSignal(str)
    last_turn_wanted = pyqtSignal()
    new_bookmark_wanted = pyqtSignal()

    def __init__(self, stage: Stage, pace: float) -> None:
        super().__init__()
        self.stage = stage
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(stage.px(HIGH))
        self.steps = {name: StepButton(stage, name, tip) for name, tip in STEPS.items()}
        for name, made in self.steps.items():
            made.clicked.connect(lambda _on=False, n=name: self.step_wanted.emit(n))
        self.slider = AnswerSlider(stage)
        self.slider.valueChanged.connect(self.place_wanted)
        self.where = label(stage.theme, "", 12.5, 600)
        self.turns, self.marks, self.pace = (Chooser(stage.theme) for _ in range(3))
        for name, speed in PACES.items():
            if speed:
                self.pace.addItem(name, speed)
        self.pace.setCurrentIndex(max(0, self.pace.findData(pace or AT_ONCE)))
        self.last_turn = button(stage.theme, LAST_TURN, self.last_turn_wanted.emit)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        line = row(self, 8, (14, 4, 14, 4))
        steps = row(gap=2)
        for made in self.steps.values():
            steps.addWidget(made)
        line.addLayout(steps)
        line.addWidget(self.slider, 1)
        self.where.setMinimumWidth(self.stage.px(104))
        self.where.setToolTip("Steps of the game so far, of all there are")
        line.addWidget(self.where)
        for chooser, wide, name in (
            (self.turns, 214, TURNS),
            (self.marks, 136, MARKS),
            (self.pace, 94, "Pace"),
        ):
            chooser.setFixedWidth(self.stage.px(wide))
            chooser.setAccessibleName(name)
            chooser.setToolTip(name)
            chooser.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            line.addWidget(chooser)
        line.addWidget(self.last_turn)

    def _connect(self) -> None:
        self.turns.activated.connect(lambda n: self.place_wanted.emit(self.turns.itemData(n)))
        self.marks.activated.connect(self._marked)
        self.show_bookmarks({}, new=False)

    def _marked(self, n: int) -> None:
        wanted, name = self.marks.itemData(n), self.marks.itemText(n)
        self.marks.setCurrentIndex(0)
        if wanted == "new":
            self.new_bookmark_wanted.emit()
        elif wanted is not None:
            self.bookmark_wanted.emit(name)

    # ---------------------------------------------------------------- where it stands
    @property
    def speed(self) -> float:
        return float(self.pace.currentData())

    def show_place(self, number: int, last: int, answers: tuple[int, int], *, playing: bool) -> None:
        """Where it stands, after how many answers of how many; quietly: no signal is given by it."""
        self.slider.blockSignals(True)
        self.slider.setMaximum(last)
        self.slider.setValue(number)
        self.slider.blockSignals(False)
        self.slider.update()
        self.where.setText(f"{answers[0]:,} of {answers[1]:,}")
        self.steps["play"].show_icon("pause" if playing else "play")
        for name in ("first", "back"):
            self.steps[name].setEnabled(number > 0)
        for name in ("on", "last"):
            self.steps[name].setEnabled(number < last)
        self.steps["play"].setEnabled(number < last or playing)
        at = max((n for n in range(self.turns.count()) if self.turns.itemData(n) <= number), default=-1)
        if at != self.turns.currentIndex():
            self.turns.setCurrentIndex(at)

    def show_turns(self, turns: Sequence[tuple[int, int]], phases: Sequence[tuple[int, str]]) -> None:
        """Where turns begin (place, turn), and phases (place, title): new ones are added."""
        self.slider.turns = list(turns)
        if self.turns.count() > len(phases):
            self.turns.clear()
        for place, title in phases[self.turns.count() :]:
            self.turns.addItem(title, place)

    def show_read(self, number: int) -> None:
        """How far the game has been read."""
        self.slider.read = number
        self.slider.update()

    def show_bookmarks(self, marks: Mapping[str, int], *, new: bool) -> None:
        """The bookmarks in the order of the game; a new one can be set where that is possible."""
        self.marks.clear()
        self.marks.addItem(MARKS, None)
        for name in sorted(marks, key=lambda name: marks[name]):
            self.marks.addItem(name, marks[name])
        if new:
            self.marks.addItem("Bookmark this place …", "new")
        self.marks.setEnabled(self.marks.count() > 1)
