"""First steps: what to do now, in a sentence or two, beside the game that is being played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QWidget

from hexcore_gui.parts import SectionHead, button, column, paragraph, row
from hexcore_gui.theme import colour

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage

WIDE = 380
STEPS = {
    "set-up": "Choose a unit in the list at the right and click one of the lit hexes for it.",
    "movement-phase": "Click one of your counters. It comes in hand, and the hexes it can reach turn blue, "
    "each with the movement points it would have left. N leads to the next unit that may move.",
    "moved": "Move as many units as you like. Shift-click takes a whole stack, Ctrl-click a division. "
    "Ctrl+Z takes a move back. Space ends the phase.",
    "in-hand": "Click a blue hex to go there. Rest the pointer on any other to read why not. Esc puts the "
    "unit down.",
    "combat-phase": "Click an enemy counter with a blue ring to attack it. Space ends the phase: nobody has "
    "to attack.",
    "muster": "Click your units beside it, one by one. The panel at the right shows the odds, the column of "
    "the table and what may come of it. Then declare the attack.",
    "take-result": "The die is thrown. Who is hit chooses in the list: go back, or lose {loss}s.",
    "advance-after-combat": "The hex is empty: click a lit hex to advance, or stay.",
}
OTHER = "Choose in the list at the right (keys 1 to 9), or click a ringed hex. The blue button goes on."
OPPONENT = "The computer plays its turn. Arrows show what has moved, the log at the right says it in words."
ALWAYS = "A click on any § number shows the rule."


def step_of(page: GamePage) -> str:
    """What the player in front of the window does now."""
    link = page.link
    decision, state = link.decision, link.state
    if decision is None or not link.ours:
        return OPPONENT
    moved = any(page.stage.has_moved(state, u) for u in state.units.values() if u.side == decision.side)
    kind = "moved" if decision.kind == "movement-phase" and moved else decision.kind
    return STEPS.get(kind, OTHER).format(loss=page.stage.loss_word)


class Lesson(QWidget):
    """Lies at the foot of the map until it is put away, or the first turn is over."""

    def __init__(self, page: GamePage) -> None:
        super().__init__(page.map)
        self.page, theme = page, page.stage.theme
        self.turn = page.link.state.turn
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        body = column(self, 4, (14, 8, 14, 10))
        head = row(gap=6)
        head.addWidget(SectionHead(theme, "First steps"), 1)
        head.addWidget(button(theme, "Enough", self.put_away, look="chip"))
        body.addLayout(head)
        self.text = paragraph(theme, "", 13, 500, "ink")
        body.addWidget(self.text)
        body.addWidget(paragraph(theme, ALWAYS, 12, ink="ink3"))
        page.map.installEventFilter(self)
        self._ties = [page.link.state_changed, page.link.taken_back, page.link.players_changed]
        for signal in self._ties:
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self, *_told: object) -> None:
        """The step that is on now."""
        link = self.page.link
        if link.game is None or link.state.turn != self.turn or link.state.outcome is not None:
            self.put_away()
            return
        self.text.setText(step_of(self.page))
        self._place()
        self.show()
        self.raise_()

    def put_away(self) -> None:
        for signal in self._ties:
            signal.disconnect(self.refresh)
        self._ties = []
        self.hide()

    def _place(self) -> None:
        room = self.page.map.size()
        wide = min(self.page.stage.px(WIDE), room.width() - 24)
        inside = self.layout()
        assert inside is not None
        high = inside.totalHeightForWidth(wide)
        self.setGeometry(room.width() - wide - 12, room.height() - high - 12, wide, high)

    def eventFilter(self, watched: object, event: QEvent | None) -> bool:
        if event is not None and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """A click on it is no click on the map below."""

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(colour(self.page.stage.theme.tokens.may))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
