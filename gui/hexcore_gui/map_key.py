"""The key to the map beside the charts: a hex of every ground, and what the marks of certainty mean."""

from __future__ import annotations

from functools import cached_property

from PyQt6.QtCore import QRectF, QSize
from PyQt6.QtGui import QImage, QPainter, QPaintEvent
from PyQt6.QtWidgets import QWidget

from hexcore.provenance import CERTAINTY
from hexcore_gui.chart_view import MARKS
from hexcore_gui.ground import ground_looks
from hexcore_gui.map_legend import ROW, SWATCH, sample
from hexcore_gui.parts import Flow, ProvenanceDot, SectionHead, column, label, row
from hexcore_gui.presentation import GroundLook, titled
from hexcore_gui.stage import Stage

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


class MapKey(QWidget):
    """All grounds of a map that are drawn, in painting order."""

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
