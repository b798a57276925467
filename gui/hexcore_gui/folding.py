"""A heading whose part can be folded away: a click on it, or an entry of the menu."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QMouseEvent
from PyQt6.QtWidgets import QHBoxLayout

from hexcore_gui.parts import SectionHead
from hexcore_gui.pressing import Button
from hexcore_gui.theme import Theme


class FoldHead(SectionHead):
    """A heading with ▾ where its part is open and ▸ where it is folded; `turned` when that changes."""

    turned = pyqtSignal(bool)

    def __init__(self, theme: Theme, title: str, right: str = "") -> None:
        super().__init__(theme, title, right)
        self.folded, self.name = False, title
        self.sign = Button("▾")
        self.sign.setFont(theme.ui_font(11))
        self.sign.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # by keyboard the menu folds it
        self.sign.setProperty("look", "tab")
        self.sign.setFixedWidth(round(16 * theme.ui_scale))
        self.sign.clicked.connect(lambda _on=False: self.turn(not self.folded))
        line = self.layout()
        assert isinstance(line, QHBoxLayout)
        line.insertWidget(0, self.sign)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._mark()

    def turn(self, folded: bool) -> None:
        """Folds the part away, or opens it."""
        if folded != self.folded:
            self.folded = folded
            self._mark()
            self.turned.emit(folded)

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and event.button() == Qt.MouseButton.LeftButton:
            self.turn(not self.folded)

    def _mark(self) -> None:
        self.sign.setText("▸" if self.folded else "▾")
        self.sign.setAccessibleName(f"{'Open' if self.folded else 'Fold'} {self.name}")
        self.setToolTip(f"{'Open' if self.folded else 'Fold'} this part")
