"""Small parts of the combat panel: shifts as arrows, plans as tabs, texts that wrap beside a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PyQt6.QtCore import QPointF, QSize, Qt
from PyQt6.QtGui import QPainter, QPaintEvent, QPolygonF
from PyQt6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from hexcore_gui.combat_story import StoryLine
from hexcore_gui.parts import Links, RuleLink, paragraph, row
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour


@dataclass(frozen=True)
class Foot:
    """What is asked under a combat, what is noted, and which buttons stand there.

    `held`: an answer waits for the button. `sums` are the strengths of both sides so far, `reasons` say why
    something else cannot be chosen.
    """

    asked: str = ""
    note: str = ""
    primary: str = ""
    ready: bool = False
    mustering: bool = False
    fighting: bool = False
    planning: bool = False
    mends: bool = False
    held: bool = False
    sums: str = ""
    reasons: tuple[StoryLine, ...] = ()


class ShiftArrow(QWidget):
    """How many columns, and which way; or what is added to the die. `faint` where it does not count (yet)."""

    def __init__(self, stage: Stage, columns: int, *, die: bool = False, faint: bool = False) -> None:
        super().__init__()
        self.stage, self.columns, self.die, self.faint = stage, columns, die, faint
        self.setFixedSize(QSize(stage.px(40), stage.px(19)))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(tokens.alt))
        if not self.faint:
            painter.drawRoundedRect(self.rect(), 3, 3)
        if not self.columns:
            return
        good = self.columns > 0
        ink = colour(tokens.ink3 if self.faint else tokens.may if good else tokens.may_not)
        painter.setPen(ink)
        painter.setFont(self.stage.theme.ui_font(12.5, 700))
        if self.die:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, f"{self.columns:+d}")
            return
        w, h, u = self.width(), self.height(), self.stage.theme.ui_scale
        number = self.rect().adjusted(0, 0, -w // 2, 0) if good else self.rect().adjusted(w // 2, 0, 0, 0)
        painter.drawText(number, Qt.AlignmentFlag.AlignCenter, str(abs(self.columns)))
        x, step = (w * 0.58, 9 * u) if good else (w * 0.42, -9 * u)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        tip = [QPointF(x, h / 2 - 5.5 * u), QPointF(x + step, h / 2), QPointF(x, h / 2 + 5.5 * u)]
        painter.drawPolygon(QPolygonF(tip))


def told_line(
    stage: Stage,
    links: Links,
    left: QWidget | None,
    text: str,
    rule: str,
    *,
    ink: str = "ink",
    weight: int = 400,
) -> QHBoxLayout:
    """Something small, a text that wraps, and the rule it comes from."""
    made = row(gap=12)
    top = Qt.AlignmentFlag.AlignTop
    if left is not None:
        made.addWidget(left, 0, top)
    words = paragraph(stage.theme, text, 12.5, weight, ink)
    made.addWidget(words, 1, Qt.AlignmentFlag.AlignVCenter)
    if rule:
        made.addWidget(RuleLink(stage.theme, links, rule), 0, top)
    return made


class PlanTab(QPushButton):
    """A planned attack: its number, where, and its odds in crimson; struck where it cannot be declared."""

    def __init__(
        self,
        stage: Stage,
        number: int,
        where: str,
        odds: str,
        on: bool,
        faulty: bool,
        pressed: Callable[[], object],
    ) -> None:
        super().__init__(f"{number}   {where}   {odds}".rstrip())
        tokens = stage.theme.tokens
        self.setProperty("plan", number)
        self.setFont(stage.theme.ui_font(12.5, 700 if on else 500))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCheckable(True)
        self.setChecked(on)
        edge, ground = (tokens.may, tokens.may_tint) if on else (tokens.line, tokens.panel)
        ink = tokens.may_not if faulty else tokens.ink
        self.setStyleSheet(
            f"QPushButton {{ color: {ink}; background: {ground}; border: {2 if on else 1}px solid {edge};"
            f" border-radius: 3px; padding: {stage.px(5)}px {stage.px(10)}px; text-align: left; }}"
            f"QPushButton:hover, QPushButton:focus {{ border-color: {tokens.may}; }}"
        )
        said = " It cannot be declared as the table stands." if faulty else ""
        self.setToolTip(f"Planned attack {number} on {where}, {odds or 'no odds'}.{said}")
        self.setAccessibleName(self.toolTip())
        self.clicked.connect(lambda _on=False: pressed())
