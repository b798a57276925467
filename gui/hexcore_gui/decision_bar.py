"""The bar over the map: who decides, the question, its rule, what is open, the one thing to press."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QPointF, QSize, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PyQt6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from hexcore_gui.fitted import LINE, QUESTION, SMALL, TWO_LINES, Fitted
from hexcore_gui.parts import Elided, Links, RuleLink, button, column, label, row
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour, font

HIGH, BLOCK, BAND, COMPACT = 64, 236, 4, 900
QUESTION_SHARE, OPEN_SHARE = 11, 9
"""How the question and what is open share the bar, where the latter has more words than room."""


@dataclass(frozen=True)
class Duty:
    """One line of what is open: `owed` bars the phase's end, `open` may be forgotten, `done` is settled.

    `what` says of what sort it is: `moves`, `plans` or `arrivals`; `tip` is told where the pointer rests.
    """

    kind: str
    text: str
    rule: str = ""
    what: str = ""
    tip: str = ""


@dataclass(frozen=True)
class Asked:
    """Everything the bar shows. A `sign` says that this is not the game itself, in the looks named; a `guest`
    is asked in the other side's phase.
    """

    side: str
    turn_of: str
    who: str
    question: str
    rule: str = ""
    sentence: str = ""
    heading: str = "Open before the phase ends"
    duties: tuple[Duty, ...] = ()
    primary: str = ""
    key: str = ""
    primary_look: str = "primary"
    ready: bool = True
    pause: str = ""
    sign: str = ""
    sign_look: str = "what-if"
    guest: bool = False


class SideBlock(QWidget):
    """Whose turn it is, in his colour, with an arrow edge."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage, self.side, self.over, self.name = stage, "", "", ""
        self.setMaximumWidth(stage.px(BLOCK + 14))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        return QSize(self.maximumWidth(), 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.stage.px(120), 0)

    def show_side(self, side: str, over: str, name: str) -> None:
        self.side, self.over, self.name = side, over, name
        self.setAccessibleName(f"{over}: {name}")
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, painter = self.stage.side(self.side), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge, high = self.width() - self.stage.px(14), self.height()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.block))
        corners = [(0, 0), (edge, 0), (self.width(), high / 2), (edge, high), (0, high)]
        painter.drawPolygon(QPolygonF([QPointF(*c) for c in corners]))
        painter.setPen(colour(look.ink))
        theme = self.stage.theme
        over = theme.ui_font(10.5, 700, tracking=7)
        wide = QFontMetricsF(over).horizontalAdvance(self.over.upper())
        over.setPixelSize(max(8, round(over.pixelSize() * min(1.0, (edge - 20) / max(wide, 1)))))
        painter.setFont(over)
        painter.drawText(QPointF(16, high * 0.32), self.over.upper())
        painter.setFont(fitted(self.name, 23 * theme.ui_scale, edge - 24))
        painter.drawText(QPointF(16, high * 0.76), self.name)


def fitted(text: str, px: float, room: float) -> QFont:
    """The big lettering, smaller where it would not fit."""
    setting = font("place", px, 700)
    wide = QFontMetricsF(setting).horizontalAdvance(text)
    return setting if wide <= room else font("place", px * room / wide, 700)


class DutyLine(QWidget):
    """A sign and one line: crimson triangle owed, ring open, tick settled."""

    pressed = pyqtSignal()

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, self.duty = stage, Duty("done", "")
        line = row(self, 6, (17, 0, 0, 0))
        self.text = Fitted(stage.theme, "")
        self.rule = RuleLink(stage.theme, links)
        line.addWidget(self.text, 1)
        line.addWidget(self.rule)
        self.setMinimumHeight(stage.px(18))

    def show_duty(self, duty: Duty) -> None:
        self.duty = duty
        self.setToolTip(duty.tip)
        self.text.show_text(duty.text)
        self.rule.show_rule(duty.rule)
        self.update()

    def natural(self) -> int:
        """How wide the line would be with all its words on it."""
        rule = self.rule.sizeHint().width() + 6 if self.duty.rule else 0
        return self.text.natural() + rule + 17

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y = self.height() / 2
        if self.duty.kind == "owed":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(tokens.may_not))
            painter.drawPolygon(QPolygonF([QPointF(0, y + 5), QPointF(5, y - 5), QPointF(10, y + 5)]))
        elif self.duty.kind == "open":
            painter.setPen(QPen(colour(tokens.ink3), 1.5))
            painter.drawEllipse(QPointF(5, y), 4, 4)
        else:
            painter.setPen(QPen(colour(tokens.ok), 2))
            painter.drawPolyline(QPolygonF([QPointF(1, y), QPointF(4, y + 4), QPointF(10, y - 5)]))


class DecisionBar(QWidget):
    """Shows an `Asked`; emits what is pressed. What is not the game itself has a band of its own colour."""

    undo_pressed = pyqtSignal()
    primary_pressed = pyqtSignal()
    pause_pressed = pyqtSignal()
    sign_pressed = pyqtSignal()

    def __init__(self, stage: Stage, links: Links) -> None:
        super().__init__()
        self.stage, theme = stage, stage.theme
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(stage.px(HIGH))
        self.block = SideBlock(stage)
        self.sign = button(theme, "", self.sign_pressed.emit, look="what-if")
        self.sign.setFont(theme.ui_font(12, 600))
        self.question = Fitted(theme, "", QUESTION, 600)
        self.rule = RuleLink(theme, links, chip=True)
        self.sentence = Elided(theme, "", 12.5, ink="ink2")
        self.heading = label(theme, "", 10.5, 700, "ink3")
        self.heading.setFont(theme.ui_font(10.5, 700, tracking=6))
        self.duties = [DutyLine(stage, links) for _ in range(2)]
        self.open = self._open()
        self.undo = button(theme, "Undo   Ctrl Z", self.undo_pressed.emit)
        self.no_undo = Fitted(theme, "", SMALL, ink="ink3")
        self.no_undo.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.primary = button(theme, "", self.primary_pressed.emit, look="primary")
        self.roomy, self._key, self.guest = True, "", False
        self.pause = button(theme, "", self.pause_pressed.emit)
        self._lay_out()

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 14, 0)
        line.setSpacing(0)
        line.addWidget(self.block)
        line.addSpacing(18)
        line.addLayout(self._middle(), QUESTION_SHARE)
        line.addWidget(self._rule_between())
        line.addWidget(self.open, OPEN_SHARE)
        line.addSpacing(12)
        line.addLayout(self._undoing())
        line.addSpacing(8)
        line.addWidget(self.pause)
        line.addWidget(self.primary)
        self._spread(False)  # it asks for no more width than it needs: a window would grow by it

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._spread(self.width() >= self.stage.px(COMPACT))
        QTimer.singleShot(0, self._even)
        most = min(self.stage.px(BLOCK + 14), self.width() // 4)  # large letters in a small window
        self.block.setMaximumWidth(max(most, self.stage.px(120)))

    def _spread(self, roomy: bool) -> None:
        """Where letters are large and the window small, the buttons lose their keys, and what is open its
        heading: the question has the room."""
        self.roomy, px = roomy, self.stage.px
        self.undo.setText("Undo   Ctrl Z" if roomy else "Undo")
        words = self.undo.fontMetrics().horizontalAdvance(self.undo.text())
        self.undo.setMinimumWidth(words + px(28))
        for one in (self.primary, self.pause):
            one.setMinimumWidth(px(138 if roomy else 80))
        self.heading.setVisible(roomy)
        for duty in self.duties:
            duty.text.set_steps(LINE if roomy else TWO_LINES)
        self.primary.setText(self._said(self.primary.property("says") or "", self._key))

    def _said(self, text: str, key: str) -> str:
        return f"{text}   {key}" if key and self.roomy else text

    def _middle(self) -> QVBoxLayout:
        made = column(gap=4, margins=(0, 5, 12, 5))
        made.addStretch(1)
        above = row(gap=10)
        above.addWidget(self.sign)
        above.addWidget(self.question, 1)
        made.addLayout(above)
        below = row(gap=10)
        below.addWidget(self.rule)
        below.addWidget(self.sentence, 1)
        made.addLayout(below)
        made.addStretch(1)
        return made

    def _undoing(self) -> QVBoxLayout:
        """The button, and under it why it is grey."""
        made = column(gap=1, margins=(0, 4, 0, 4))
        made.addStretch(1)
        made.addWidget(self.undo)
        made.addWidget(self.no_undo)
        made.addStretch(1)
        return made

    def show_undo(self, why: str) -> None:
        """Whether something can be taken back, and why not."""
        self.undo.setEnabled(not why)
        self.undo.setToolTip(why or "Take back the last thing done (Ctrl+Z)")
        self.no_undo.show_text(why.partition(": ")[0])  # the tip has the rest
        self.no_undo.setVisible(bool(why) and not self.undo.isHidden())

    def _rule_between(self) -> QLabel:
        made = QLabel()
        made.setFixedSize(1, self.stage.px(44))
        made.setStyleSheet(f"background: {self.stage.theme.tokens.line};")
        return made

    def _open(self) -> QWidget:
        made = QWidget()
        inside = column(made, 0, (16, 7, 0, 5))
        inside.addWidget(self.heading)
        for line in self.duties:
            inside.addWidget(line)
        return made

    def _even(self) -> None:
        """Both lines of what is open in one size of type; one alone may take two lines."""
        shown = [line.text for line in self.duties if not line.isHidden()]
        for text in shown:
            text.set_steps(LINE if self.roomy and len(shown) > 1 else TWO_LINES)
            text.hold(0)
        least = max((text.level for text in shown), default=0)
        for text in shown:
            text.hold(least)

    def _give_room(self, duties: int) -> None:
        """What is open takes no more of the bar than its words need: the question has the rest."""
        heading = self.heading.sizeHint().width() if self.roomy else 0
        lines = [line.natural() for line in self.duties[:duties]]
        self.open.setMaximumWidth(max(heading, *lines, 0) + self.stage.px(24))

    def show_asked(self, asked: Asked) -> None:
        self.guest = asked.guest
        self.block.show_side(asked.side, asked.turn_of, asked.who)
        self.question.show_text(asked.question)
        self.rule.show_rule(asked.rule)
        self.sentence.show_text(asked.sentence)
        more = len(asked.duties) - len(self.duties)
        self.heading.setText(asked.heading.upper() + (f" · {more} MORE" if more > 0 else ""))
        self.heading.setToolTip("\n".join(duty.text for duty in asked.duties) if more > 0 else "")
        for n, line in enumerate(self.duties):
            line.setVisible(n < len(asked.duties))
            if n < len(asked.duties):
                line.show_duty(asked.duties[n])
        self._give_room(len(asked.duties))
        QTimer.singleShot(0, self._even)
        self.pause.setVisible(bool(asked.pause))
        self.pause.setText(asked.pause)
        self.primary.setVisible(bool(asked.primary))
        self._key = asked.key
        self.primary.setProperty("says", asked.primary)
        self.primary.setText(self._said(asked.primary, asked.key))
        self.primary.setEnabled(asked.ready)
        self.sign.setVisible(bool(asked.sign))
        self.sign.setText(asked.sign)
        _dressed(self.primary, asked.primary_look)
        _dressed(self.sign, asked.sign_look)
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        high = self.stage.px(BAND)
        if self.sign.isVisibleTo(self):
            tokens = self.stage.theme.tokens
            band = tokens.what_if if self.sign.property("look") == "what-if" else tokens.ink
            QPainter(self).fillRect(0, self.height() - high, self.width(), high, colour(band))
        elif self.guest:
            QPainter(self).fillRect(
                0, self.height() - high, self.width(), high, colour(self.stage.side(self.block.side).block)
            )


def _dressed(one: QPushButton, look: str) -> None:
    """Another look for a button that is shown already."""
    if one.property("look") == look:
        return
    one.setProperty("look", look)
    style = one.style()
    if style is not None:
        style.unpolish(one)
        style.polish(one)
