"""What lies beside the map, the dock or the combat panel: in a low window it scrolls, and no window grows."""

from __future__ import annotations

from PyQt6.QtCore import QSize, Qt
from PyQt6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget


class Pages(QStackedWidget):
    """As high as the page that shows needs to be, and as wide as there is room."""

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return QSize(0, page.minimumSizeHint().height() if page is not None else 0)


class Beside(QScrollArea):
    """A stack of pages of which one shows."""

    def __init__(self) -> None:
        super().__init__()
        self.pages = Pages()
        self.setWidget(self.pages)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def addWidget(self, page: QWidget) -> None:
        self.pages.addWidget(page)

    def currentWidget(self) -> QWidget | None:
        return self.pages.currentWidget()

    def setCurrentWidget(self, page: QWidget) -> None:
        self.pages.setCurrentWidget(page)
        self.pages.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)
