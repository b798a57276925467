"""The key to the map beside the charts: a hex of every ground, and what the marks of certainty mean."""

from __future__ import annotations

from functools import cached_property

from PyQt6.QtCore import QRectF, QSize
from PyQt6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PyQt6.QtWidgets import QWidget

from hexcore.provenance import CERTAINTY
from hexcore_gui.chart_view import MARKS
from hexcore_gui.ground import ground_looks
from hexcore_gui.map_legend import ROW, SWATCH, sample
from hexcore_gui.overlay_shapes import haloed, pill
from hexcore_gui.parts import Flow, ProvenanceDot, SectionHead, column, label, paragraph, row
from hexcore_gui.presentation import GroundLook, titled
from hexcore_gui.stage import Stage
from hexcore_gui.theme import colour, font

LEFT = "a hex within reach, and the points left there"
MAY_STOP, MAY_PASS = "on your own units: the move may end there", "on your own units: it may only pass"
SIZE = 38
"""Pixels a hex at 100 %."""


class GroundSwatch(QWidget):
    """One hex of a ground as the map draws it, painted once, when it is first seen."""

    def __init__(self, stage: Stage, word: str, look: GroundLook) -> None:
        super().__init__()
        self.stage, self.word, self.look = stage, word, look
        self.setFixedSize(QSize(round(SWATCH * stage.px(SIZE)), round(ROW * stage.px(SIZE))))

    @cached_property
    def picture(self) -> QImage:
        stage = self.stage
        return sample(stage.presentation, self.word, self.look, stage.theme, stage.px(SIZE))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self.picture)


class Tab(QWidget):
    """The number of a hex within reach as the map shows it: bare, or on units to be joined or passed."""

    def __init__(self, stage: Stage, passing: bool | None) -> None:
        super().__init__()
        self.stage, self.passing = stage, passing
        self.setFixedSize(QSize(round(SWATCH * stage.px(SIZE)), stage.px(24)))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        theme, at = self.stage.theme, QRectF(self.rect()).center()
        painter, blue, white = QPainter(self), colour(theme.overlay.reach_edge), QColor("#FFFFFF")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.passing is None:
            haloed(painter, "3", at, font("place", self.stage.px(17), 700), colour(theme.overlay.path))
            return
        text, inks = ("3 ›", (white, blue)) if self.passing else ("3", (blue, white))
        pill(painter, text, at, theme.ui_font(12, 700), *inks)


class MapKey(QWidget):
    """All grounds of a map that are drawn, in painting order, and what the numbers mean in a move."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        body = column(self)
        body.addWidget(SectionHead(stage.theme, "Key to the map"))
        for word, look in ground_looks(stage.board.map, stage.presentation).items():
            if look.texture != "none":
                line = row(gap=8)
                line.addWidget(GroundSwatch(stage, word, look))
                line.addWidget(label(stage.theme, look.label or titled(word)), 1)
                body.addLayout(line)
        body.addWidget(self._marks())
        body.addWidget(SectionHead(stage.theme, "With units in hand"))
        for passing, told in ((None, LEFT), (False, MAY_STOP), (True, MAY_PASS)):
            line = row(gap=8)
            line.addWidget(Tab(stage, passing))
            line.addWidget(paragraph(stage.theme, told), 1)
            body.addLayout(line)

    def _marks(self) -> QWidget:
        theme, made = self.stage.theme, QWidget()
        marks = Flow(10)
        made.setLayout(marks)
        for mark in CERTAINTY:
            one = QWidget()
            line = row(one, gap=4)
            line.addWidget(ProvenanceDot(theme, mark))
            line.addWidget(label(theme, MARKS[mark], 12, ink="ink2"))
            marks.addWidget(one)
        return made
