"""The rail of tools left of the map: overlays, counters, zoom, find. What is on is blue."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QFrame, QSizePolicy, QWidget

from hexcore_gui.icons import paint_icon
from hexcore_gui.parts import column
from hexcore_gui.pressing import ENTER
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour, font

WIDE = 44


@dataclass(frozen=True)
class Tool:
    """One tool: what it does, its icon, its key, and whether it stays on."""

    id: str
    icon: str
    key: str
    tip: str
    stays: bool = True


GROUPS: tuple[tuple[Tool, ...], ...] = (
    (Tool("hand", "hand", "", "Take and move", False),),
    (
        Tool("zones", "zones", "Z", "Zones of control"),
        Tool("supply", "supply", "S", "Supply: the selected unit's line, or the whole net"),
        Tool("command", "command", "R", "Command radius: the headquarters selected, or all"),
        Tool("front", "front", "F", "Where the sides' ground meets"),
        Tool("victory", "victory", "V", "The ground of victory and who holds it, and the points"),
    ),
    (
        Tool("counters", "counters", "H", "Hide the counters (hold to peek)"),
        Tool("terrain", "terrain", "T", "Ground without overlays (hold to peek)"),
    ),
    (
        Tool("in", "plus", "+", "Zoom in", False),
        Tool("out", "minus", "−", "Zoom out", False),
        Tool("fit", "fit", "0", "The whole map", False),
        Tool("find", "find", "", "Find a unit (Ctrl+F) or a hex (Ctrl+G)", False),
    ),
)


class ToolButton(QAbstractButton):
    """An icon over its key."""

    def __init__(self, stage: Stage, tool: Tool) -> None:
        super().__init__()
        self.stage, self.tool = stage, tool
        self.setCheckable(tool.stays)
        self.setToolTip(f"{tool.tip} ({tool.key})" if tool.key else tool.tip)
        self.setAccessibleName(tool.tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)
        self.lit = False

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(self.stage.px(32), self.stage.px(34))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.stage.px(32), 18)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked() or self.lit
        if on or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(tokens.may if on else tokens.may_tint))
            painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        if self.hasFocus():
            painter.setPen(QPen(colour(tokens.ink), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        ink = colour(tokens.on_may if on else tokens.ink2)
        middle, scale = self.width() / 2, min(self.stage.theme.ui_scale, self.height() / 34)
        paint_icon(
            painter, self.tool.icon, middle, self.height() * (0.38 if self.tool.key else 0.5), ink, scale
        )
        if self.tool.key:
            painter.setPen(ink)
            painter.setFont(font("ui", 9.5 * scale, 600))
            foot = QRectF(0, self.height() * 0.66, self.width(), self.height() * 0.32)
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, self.tool.key)


class ToolRail(QWidget):
    """The tools; `used` says which was pressed and whether it is now on."""

    used = pyqtSignal(str, bool)

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.buttons: dict[str, ToolButton] = {}
        self.setFixedWidth(stage.px(WIDE))
        line = column(self, 4, (6, 8, 6, 8))
        for n, group in enumerate(GROUPS):
            if n:
                line.addWidget(self._between())
            for tool in group:
                line.addWidget(self._button(tool))
        line.addStretch(1)
        self.buttons["hand"].lit = True

    def _button(self, tool: Tool) -> ToolButton:
        made = ToolButton(self.stage, tool)
        made.clicked.connect(lambda on, id=tool.id: self.used.emit(id, on))
        self.buttons[tool.id] = made
        return made

    def _between(self) -> QFrame:
        made = QFrame()
        made.setFixedHeight(1)
        made.setStyleSheet(f"background: {self.stage.theme.tokens.line};")
        return made

    def set_on(self, tool: str, on: bool) -> None:
        self.buttons[tool].setChecked(on)

    def is_on(self, tool: str) -> bool:
        return self.buttons[tool].isChecked()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.stage.theme.tokens
        painter.fillRect(self.rect(), colour(tokens.window))
        painter.fillRect(QRectF(self.width() - 1, 0, 1, self.height()), colour(tokens.line))
