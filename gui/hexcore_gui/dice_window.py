"""The dice counted, in a window of its own: what was expected, what fell, by side, and what that says."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QCloseEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QCheckBox, QScrollArea, QWidget

from hexcore.decisions import FACES
from hexcore_gui.dice_count import NOBODY, DiceCount, counted, told
from hexcore_gui.parts import SectionHead, column, emptied, label, paragraph
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.theme import colour

ABOUT = (
    "A die counts for the side in whose player turn it fell. The line across the bars is what fair dice show"
    " on average. The sentence looks at all six faces together; it knows nothing of which throw mattered."
)


class FaceBars(QWidget):
    """A bar for each face of the die, the number expected as a line across them."""

    def __init__(self, stage: Stage, count: DiceCount) -> None:
        super().__init__()
        self.stage, self.count = stage, count
        self.setFixedHeight(stage.px(112))
        said = ", ".join(f"{n} times {face}" for face, n in zip(FACES, count.faces, strict=True))
        self.setAccessibleName(f"{said}; expected {float(count.expected):.1f} each")
        self.setToolTip(self.accessibleName())

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, theme, px = QPainter(self), self.stage.theme, self.stage.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        most = max(*self.count.faces, float(self.count.expected) * 1.25, 1)
        wide, floor, room = (
            (self.width() - px(76)) / len(FACES),
            self.height() - px(20),
            self.height() - px(40),
        )
        centre = Qt.AlignmentFlag.AlignCenter
        for n, (face, times) in enumerate(zip(FACES, self.count.faces, strict=True)):
            left, high = n * wide, room * times / most
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(theme.tokens.may))
            painter.drawRoundedRect(QRectF(left + wide * 0.2, floor - high, wide * 0.6, high), 2, 2)
            painter.setPen(colour(theme.tokens.ink))
            painter.setFont(theme.ui_font(12, 700, tabular=True))
            painter.drawText(QRectF(left, floor - high - px(18), wide, px(17)), centre, str(times))
            painter.setFont(theme.ui_font(12))
            painter.setPen(colour(theme.tokens.ink2))
            painter.drawText(QRectF(left, floor + px(2), wide, px(17)), centre, str(face))
        if self.count.thrown:
            self._expected(painter, floor - room * float(self.count.expected) / most, wide * len(FACES))

    def _expected(self, painter: QPainter, y: float, wide: float) -> None:
        theme, px = self.stage.theme, self.stage.px
        painter.setPen(QPen(colour(theme.tokens.warn), 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(0, round(y), round(wide), round(y))
        painter.setFont(theme.ui_font(11.5, 600))
        painter.setPen(colour(theme.tokens.warn))
        text = f"{float(self.count.expected):.1f} each"
        beside = QRectF(wide + px(6), y - px(9), px(70), px(18))
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


class DiceWindow(QWidget):
    """Follows the game while it is open."""

    def __init__(self, stage: Stage, link: TableLink, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self.stage, self.link = stage, link
        self.setWindowTitle("Dice thrown")
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = column(self, 6, (0, 0, 0, 0))
        area, inside = QScrollArea(), QWidget()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        box = column(inside, 6, (18, 12, 18, 12))
        self.combats = QCheckBox("Dice of combats only")
        self.combats.setFont(stage.theme.ui_font(12.5))
        self.combats.toggled.connect(lambda _on: self.refresh())
        self.body = column(gap=4)
        box.addLayout(self.body)
        box.addStretch(1)
        box.addWidget(self.combats)
        box.addWidget(paragraph(stage.theme, ABOUT, 11.5, ink="ink3"))
        area.setWidget(inside)
        outer.addWidget(area)
        link.state_changed.connect(self.refresh)
        link.taken_back.connect(self.refresh)
        self.resize(stage.px(440), stage.px(560))
        self.refresh()

    @property
    def counts(self) -> dict[str, DiceCount]:
        """The dice thrown so far, by side."""
        game = self.link.game
        only = self.combats.isChecked()
        return counted(game.board, game.journal, combats_only=only) if game is not None else {}

    def refresh(self, _events: Sequence[object] = ()) -> None:
        emptied(self.body)
        for side, count in self.counts.items():
            name = self.stage.side_name(side) if side != NOBODY else "Between the player turns"
            average = f", {float(count.mean):.2f} on average (3.50 expected)" if count.thrown else ""
            dice = "die" if count.thrown == 1 else "dice"
            self.body.addWidget(SectionHead(self.stage.theme, name, f"{count.thrown} {dice}{average}"))
            if count.thrown:
                self.body.addWidget(FaceBars(self.stage, count))
                self.body.addWidget(paragraph(self.stage.theme, told(count), 12.5, ink="ink"))
            else:
                self.body.addWidget(label(self.stage.theme, told(count), 12.5, ink="ink3"))

    def closeEvent(self, event: QCloseEvent | None) -> None:
        self.link.state_changed.disconnect(self.refresh)
        self.link.taken_back.disconnect(self.refresh)
        super().closeEvent(event)


def show_dice(page: QWidget, stage: Stage, link: TableLink) -> DiceWindow:
    """The dice of a game, in front of its page; one window, however often it is asked for."""
    for shown in page.findChildren(DiceWindow):
        if shown.isVisible():
            shown.raise_()
            return shown
        shown.deleteLater()
    made = DiceWindow(stage, link, page)
    made.show()
    return made
