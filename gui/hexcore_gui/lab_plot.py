"""A plot of the laboratory, painted as large as there is room; its values are read off where the mouse rests.

With the keyboard, left and right lead from value to value.
"""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QToolTip, QWidget

from hexcore.lab.pages import Plot
from hexcore.lab.plot_shapes import Area, Hatch, Ink, Label, Mark, Picture, Shape, Stroke, picture
from hexcore.lab.svg_plots import DARK, LIGHT, RADIUS, outline
from hexcore_gui.theme import Theme, colour

NEAR = 10.0
"""Pixels within which a mark is meant."""
WIDEST = 1100
ANCHORS = {"start": Qt.AlignmentFlag.AlignLeft, "middle": Qt.AlignmentFlag.AlignHCenter}


class PlotView(QWidget):
    """One plot."""

    def __init__(self, theme: Theme, plot: Plot) -> None:
        super().__init__()
        self.theme, self.plot = theme, plot
        self.sheet: Picture = picture(plot, 640)
        self.read = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{plot.title}: {plot.y} by {plot.x}")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        self._lay_out(640)

    @property
    def scale(self) -> float:
        return self.theme.ui_scale

    def _lay_out(self, width: int) -> None:
        self.sheet = picture(self.plot, max(min(width, WIDEST) / self.scale, 320))
        self.read = -1
        self.setFixedHeight(round(self.sheet.height * self.scale) + 4)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        self._lay_out(self.width())

    def sizeHint(self) -> QSize:
        return QSize(640, self.height())

    # ---------------------------------------------------------------- reading off
    @property
    def told(self) -> list[tuple[QPointF, Area | Mark]]:
        """Everything that can be read off, with its middle, from left to right and from series to series."""
        found = [s for s in self.sheet.shapes if isinstance(s, Area | Mark) and s.told]
        found = [s for s in found if s.told != _series_name(self.plot, s.ink)]
        return [(_middle(s), s) for s in found]

    def reading_at(self, at: QPointF) -> int:
        """Which value is meant by a place of the widget; -1 for none."""
        place = at / self.scale
        near, best = -1, NEAR
        for n, (middle, shape) in enumerate(self.told):
            if isinstance(shape, Area):
                if QPolygonF([QPointF(*p) for p in shape.points]).boundingRect().contains(place):
                    return n
                continue
            away = (middle - place).manhattanLength()
            if away < best:
                near, best = n, away
        return near

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is None:
            return
        found = self.reading_at(event.position())
        if found != self.read:
            self.show_reading(found)

    def show_reading(self, n: int) -> None:
        """Rings a value and tells it beside it."""
        self.read = n
        self.update()
        if n < 0:
            QToolTip.hideText()
            return
        middle, shape = self.told[n]
        at = (middle * self.scale).toPoint()
        QToolTip.showText(self.mapToGlobal(at), shape.told, self)
        self.setAccessibleDescription(shape.told)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
        if event is None or event.key() not in steps or not self.told:
            super().keyPressEvent(event)
            return
        self.show_reading(max(0, min(len(self.told) - 1, self.read + steps[Qt.Key(event.key())])))

    # ---------------------------------------------------------------- painting
    def ink(self, ink: Ink) -> QColor:
        if isinstance(ink, int):
            series = DARK if self.theme.is_dark else LIGHT
            return QColor(series[ink % len(series)])
        tokens = self.theme.tokens
        plain = {"ink": tokens.ink, "faint": tokens.ink3, "grid": tokens.line, "paper": tokens.panel}
        return colour(plain[ink])

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.scale, self.scale)
        font = self.theme.ui_font(12 / self.scale, tabular=True)
        painter.setFont(font)
        for shape in self.sheet.shapes:
            self._paint(painter, shape)
        if 0 <= self.read < len(self.told):
            self._ring(painter, *self.told[self.read])

    def _paint(self, painter: QPainter, shape: Shape) -> None:
        ink = self.ink(shape.ink)
        if isinstance(shape, Stroke):
            pen = QPen(ink, shape.width)
            if shape.dash:
                pen.setDashPattern([part / shape.width for part in shape.dash])
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF([QPointF(*p) for p in shape.points]))
        elif isinstance(shape, Area):
            ink.setAlphaF(shape.strength)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawPolygon(QPolygonF([QPointF(*p) for p in shape.points]))
        elif isinstance(shape, Mark):
            self._mark(painter, shape, ink)
        elif isinstance(shape, Hatch):
            painter.setPen(QPen(ink, shape.width))
            for start, end in shape.lines:
                painter.drawLine(QPointF(*start), QPointF(*end))
        else:
            self._label(painter, shape, ink)

    def _mark(self, painter: QPainter, mark: Mark, ink: QColor) -> None:
        corners = outline(mark.form, mark.at, RADIUS)
        x, y = mark.at
        if mark.form == "cross":
            painter.setPen(QPen(ink, 2.2))
            d = RADIUS * 0.9
            painter.drawLine(QPointF(x - d, y - d), QPointF(x + d, y + d))
            painter.drawLine(QPointF(x - d, y + d), QPointF(x + d, y - d))
            return
        ring = mark.form == "ring"
        painter.setPen(QPen(ink, 2) if ring else Qt.PenStyle.NoPen)
        painter.setBrush(colour(self.theme.tokens.panel) if ring else ink)
        if corners:
            painter.drawPolygon(QPolygonF([QPointF(*p) for p in corners]))
        else:
            painter.drawEllipse(QPointF(x, y), RADIUS, RADIUS)

    def _label(self, painter: QPainter, text: Label, ink: QColor) -> None:
        painter.setPen(ink)
        painter.save()
        painter.translate(*text.at)
        painter.rotate(text.turn)
        wide = painter.fontMetrics().horizontalAdvance(text.text)
        left = {"start": 0.0, "middle": -wide / 2, "end": -float(wide)}[text.anchor]
        painter.drawText(QPointF(left, 0.0), text.text)
        painter.restore()

    def _ring(self, painter: QPainter, middle: QPointF, shape: Area | Mark) -> None:
        painter.setPen(QPen(colour(self.theme.tokens.lit), 2.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if isinstance(shape, Mark):
            painter.drawEllipse(middle, RADIUS + 3, RADIUS + 3)
        else:
            painter.drawRect(QPolygonF([QPointF(*p) for p in shape.points]).boundingRect())


def _series_name(plot: Plot, ink: Ink) -> str:
    return plot.series[ink].name if isinstance(ink, int) and ink < len(plot.series) else ""


def _middle(shape: Area | Mark) -> QPointF:
    if isinstance(shape, Mark):
        return QPointF(*shape.at)
    box: QRectF = QPolygonF([QPointF(*p) for p in shape.points]).boundingRect()
    return box.center()
