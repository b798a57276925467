"""The line at the foot: the hex pointed at, what it would cost, messages, and the zoom."""

from __future__ import annotations

from PyQt6.QtCore import QTimer
from PyQt6.QtGui import QPainter, QPaintEvent
from PyQt6.QtWidgets import QWidget

from hexcore_gui.parts import Elided, label, row
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour

HIGH, STAYS = 26, 6000


class StatusLine(QWidget):
    """Facts of a hex side by side; a message takes their place for a while."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.setFixedHeight(stage.px(HIGH))
        line = row(self, 10, (14, 0, 14, 0))
        self.where = label(stage.theme, "", 12.5, 600)
        self.text = Elided(stage.theme, "", 12.5, ink="ink2")
        self.zoom = label(stage.theme, "", 12.5, 500, "ink2")
        line.addWidget(self.where)
        line.addWidget(self.text, 1)
        line.addWidget(self.zoom)
        self._message = QTimer(self)
        self._message.setSingleShot(True)
        self._message.timeout.connect(self._back)
        self._facts: list[str] = []

    def show_facts(self, facts: list[str]) -> None:
        self._facts = facts
        if not self._message.isActive():
            self._back()

    def say(self, text: str) -> None:
        """A message, for a few seconds."""
        self.where.setText(text)
        self.text.show_text("")
        self._message.start(STAYS)

    def message(self) -> str:
        return self.where.text() if self._message.isActive() else ""

    def show_zoom(self, percent: int) -> None:
        self.zoom.setText(f"Zoom {percent} %")

    def _back(self) -> None:
        self.where.setText(self._facts[0] if self._facts else "")
        self.text.show_text("   |   ".join(self._facts[1:]))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.fillRect(self.rect(), colour(tokens.window))
        painter.fillRect(0, 0, self.width(), 1, colour(tokens.line))
