"""What happened by itself at the start of a player turn or phase: dice, tracks, arrivals, each with its rule.

It lies over the map until it is put away or something is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QWidget

from hexcore.events import Event, Removed, StepsLost
from hexcore.state import GameState
from hexcore.units import CHANCE, ELIMINATED
from hexcore_gui.parts import RuleLink, SectionHead, button, column, emptied, label, paragraph, row
from hexcore_gui.theme import colour
from hexcore_gui.wording import Line, count, log_lines

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage

MOST, WIDE = 6, 430
OVER = "Nothing more could be chosen."
"""How a line begins that says why a question is over."""
NOW, SINCE = "Now", "Since your last turn"


def by_itself(lines: list[Line]) -> list[Line]:
    """Of the lines that followed an answer, those of the phases that began after it."""
    found: list[Line] = []
    rule, began = "", False
    for line in lines:
        if line.kind == "phase" and line.heading:
            rule, began = line.rule, True
        elif began and line.kind != "reason":
            found.append(Line(line.text, line.rule or rule, line.hex, kind=line.kind))
    return found


class News(QWidget):
    """The panel, and what it is to tell."""

    def __init__(self, page: GamePage) -> None:
        super().__init__(page.map)
        self.page, self.stage = page, page.stage
        self.lines: list[Line] = []
        self.hidden, self.title = 0, NOW
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("What has happened by itself")
        self.body = column(self, 4, (14, 8, 12, 10))
        page.map.installEventFilter(self)
        self.hide()

    # ---------------------------------------------------------------- what there is to tell
    def heard(self, lines: list[Line], before: GameState, events: list[Event]) -> None:
        """An answer was given, here or by a computer player, and these lines of the log followed."""
        link = self.page.link
        if not link.by_computer:
            self.put_away()
            self.title = NOW
        told = [line for line in lines if line.text.startswith(OVER)] + by_itself(lines)
        if link.by_computer:
            self.title = SINCE
            told = self._lost(before, events) + told
        self.add(told)

    def begun(self, lines: list[Line]) -> None:
        """A game has begun: what its first phases did by themselves."""
        game = self.page.link.game
        if game is not None and all(entry.side == CHANCE for entry in game.journal) and not self.lines:
            self.add(by_itself(lines))
            self.show_now()

    def add(self, lines: list[Line]) -> None:
        """More to tell; of very much the last."""
        self.lines += [line for line in lines if line not in self.lines]
        self.hidden += max(len(self.lines) - MOST, 0)
        self.lines = self.lines[-MOST:]

    def _lost(self, before: GameState, events: list[Event]) -> list[Line]:
        """What a computer player's answer cost the side that sits here."""
        viewer = self.page.link.viewer
        mine = [event for event in events if _costs(event, before, viewer)]
        return log_lines(self.stage, before, mine) if mine else []

    def put_away(self) -> None:
        """It has been read."""
        self.lines, self.hidden = [], 0
        self.hide()

    # ---------------------------------------------------------------- the panel
    def show_now(self) -> None:
        """Shows what there is to tell, when it is for a player at this window to act."""
        if not self.lines or not self.page.link.ours or self.page.hand_over.isVisible():
            self.hide()
            return
        self._build()
        self._place()
        self.show()
        self.raise_()

    def _build(self) -> None:
        emptied(self.body)
        theme = self.stage.theme
        head = row(gap=6)
        head.addWidget(SectionHead(theme, self.title, f"turn {self.page.link.state.turn}"), 1)
        close = button(theme, "×", self.put_away, look="quiet")
        close.setAccessibleName("Put away")
        close.setToolTip("Put away (Esc)")
        head.addWidget(close)
        self.body.addLayout(head)
        for line in self.lines:
            self._line(line)
        if self.hidden:
            self.body.addWidget(
                label(theme, f"{count(self.hidden, 'more line')} in the log.", 12, ink="ink3")
            )

    def _line(self, line: Line) -> None:
        made = row(gap=8)
        text = paragraph(self.stage.theme, line.text, 13, 500, "ink")
        text.setMinimumWidth(self.stage.px(120))
        made.addWidget(text, 1)
        if line.rule:
            made.addWidget(
                RuleLink(self.stage.theme, self.page.links, line.rule), 0, Qt.AlignmentFlag.AlignTop
            )
        self.body.addLayout(made)

    def _place(self) -> None:
        wide = min(self.stage.px(WIDE), self.page.map.width() - 24)
        self.setFixedWidth(max(wide, 120))
        inside = self.layout()
        assert inside is not None
        high = (
            inside.totalHeightForWidth(self.width())
            if inside.hasHeightForWidth()
            else inside.sizeHint().height()
        )
        self.setGeometry(12, 12, self.width(), high)

    def eventFilter(self, watched: object, event: QEvent | None) -> bool:
        if event is not None and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """A click on it is no click on the map below."""

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(colour(self.stage.theme.tokens.ink3))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


def _costs(event: Event, before: GameState, side: str | None) -> bool:
    """Whether an event takes steps from a unit of a side, or destroys it."""
    lost = isinstance(event, StepsLost) or (isinstance(event, Removed) and event.box == ELIMINATED.name)
    unit = before.units.get(event.unit) if isinstance(event, StepsLost | Removed) and lost else None
    if unit is None or unit.side != side:
        return False
    return not isinstance(event, StepsLost) or event.losses > unit.losses
