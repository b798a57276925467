"""The strip under the map while a ruleset is edited: what was reloaded, or the fault and where it is."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtGui import QGuiApplication, QResizeEvent
from PyQt6.QtWidgets import QMainWindow, QToolBar, QWidget

from hexcore_gui.parts import button, emptied, paragraph, row
from hexcore_gui.theme import Theme

WATCHED, BUSY, DONE, FAULT = "watched", "busy", "done", "fault"
INKS = {WATCHED: "ink2", BUSY: "warn", DONE: "ok", FAULT: "may_not"}
STAYS = "The rules as they were stay in play."


class EditStrip(QToolBar):
    """A bar of its window that outlives its pages. `state` is one of the words above."""

    def __init__(self, window: QMainWindow, theme: Theme) -> None:
        super().__init__("Edited ruleset", window)
        self.state, self.said = WATCHED, ""
        self.setObjectName("edit-strip")
        self.setMovable(False)
        self.setFloatable(False)
        menu = self.toggleViewAction()
        if menu is not None:
            menu.setEnabled(False)
        self.body = QWidget()
        self.line = row(gap=10)
        self.line.setContentsMargins(14, 4, 14, 4)
        self.body.setLayout(self.line)
        self.addWidget(self.body)
        self.theme = theme
        self._dress()
        window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self)

    def say(self, state: str, text: str) -> None:
        """Shows one line."""
        self.state, self.said = state, text
        self._dress()

    def dress(self, theme: Theme) -> None:
        """The looks have changed."""
        if theme != self.theme:
            self.theme = theme
            self._dress()

    def _dress(self) -> None:
        emptied(self.line)
        tokens = self.theme.tokens
        ground = tokens.may_not_tint if self.state == FAULT else tokens.alt
        self.setStyleSheet(
            f"QToolBar {{ background: {ground}; border: 0; border-top: 1px solid {tokens.line}; }}"
        )
        text = f"{self.said.rstrip('.')}. {STAYS}" if self.state == FAULT else self.said
        self.text = paragraph(self.theme, text, 12.5, 600 if self.state == FAULT else 400, INKS[self.state])
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setAccessibleName(f"Edited ruleset: {text}")
        self.line.addWidget(self.text, 1)
        if self.state == FAULT:
            self.line.addWidget(button(self.theme, "Copy", self._copy))
        self._fit()

    def _fit(self) -> None:
        """As high as its text needs: a toolbar does not ask how high that is at its width."""
        room = max(self.width() - (120 if self.state == FAULT else 40), 200)
        least = round(34 * self.theme.ui_scale)
        self.body.setFixedHeight(max(self.text.heightForWidth(room) + 10, least))

    def _copy(self) -> None:
        board = QGuiApplication.clipboard()
        if board is not None:
            board.setText(self.said)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        window = self.parent()
        if event is not None and event.type() == QEvent.Type.StyleChange and hasattr(self, "theme"):
            self.dress(getattr(window, "theme", self.theme))
