"""What lies in the corner of the map: the overview and the scale bar."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PyQt6.QtWidgets import QWidget

from hexcore.units import Unit
from hexcore_gui.counter_face import CounterFace
from hexcore_gui.map_view import MapView
from hexcore_gui.theme import colour

OVERVIEW = 190
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Overview(QWidget):
    """The whole map small, with every unit as a square and the part in view framed. A click goes there."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.view = view
        self.bounds = view.shapes.bounds
        self._ground: QPixmap | None = None
        self._shown: QPixmap | None = None
        self._key: tuple[object, float] = (None, 0.0)
        self._faces: dict[str, CounterFace] = {}
        view.moved.connect(self.update)
        width = min(OVERVIEW, OVERVIEW * self.bounds.width() / self.bounds.height() * 1.4)
        self.scale = width / self.bounds.width()
        self.setFixedSize(QSize(round(width) + 8, round(self.bounds.height() * self.scale) + 8))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.view.stage.theme.tokens
        painter.setPen(QPen(colour(tokens.ink3), 1))
        painter.setBrush(colour(tokens.panel))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.drawPixmap(4, 4, self._map())
        painter.setClipRect(self.rect().adjusted(4, 4, -4, -4))
        painter.translate(4, 4)
        shown = self.view.camera.view.intersected(self.bounds)
        frame = QRectF((shown.topLeft() - self.bounds.topLeft()) * self.scale, shown.size() * self.scale)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((colour("#FFFFFF"), 3.0), (colour("#1B1D1F"), 1.8)):
            painter.setPen(QPen(ink, width))
            painter.drawRect(frame)

    def _map(self) -> QPixmap:
        """Ground and units, made anew when the position has changed."""
        dpr, state = self.devicePixelRatioF(), self.view.state
        key = (state.stacks if state is not None else None, dpr)
        if self._shown is None or self._key[0] is not key[0] or self._key[1] != dpr:
            made = self._flat(dpr).copy()
            painter = QPainter(made)
            self._units(painter)
            painter.end()
            self._shown, self._key = made, key
        return self._shown

    def _flat(self, dpr: float) -> QPixmap:
        if self._ground is None or self._ground.devicePixelRatio() != dpr:
            made = QPixmap((self.size() - QSize(8, 8)) * dpr)
            made.setDevicePixelRatio(dpr)
            painter = QPainter(made)
            self.view.ground.paint_flat(painter, self.bounds, self.scale)
            painter.end()
            self._ground = made
        return self._ground

    def _units(self, painter: QPainter) -> None:
        state = self.view.state
        if state is None:
            return
        side = max(3.4, self.scale * 0.95)
        for hex, ids in state.stacks.items():
            face = self._face(state.units[ids[-1]])
            at = (self.view.shapes.centre(hex) - self.bounds.topLeft()) * self.scale
            dark = colour(face.body).lightness() < 120
            painter.setPen(QPen(colour("#FFFFFF") if dark else colour(face.edge), 0.6))
            painter.setBrush(colour(face.body))
            painter.drawRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side))

    def _face(self, unit: Unit) -> CounterFace:
        if unit.id not in self._faces:
            self._faces[unit.id] = self.view.stage.plain_face(unit)
        return self._faces[unit.id]

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is not None:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is not None:
            self._go(event.position())

    def _go(self, point: QPointF) -> None:
        self.view.look_at(self.bounds.topLeft() + (point - QPointF(4, 4)) / self.scale)


class ScaleBar(QWidget):
    """How long the ground's kilometres are now; in hexes where the ruleset gives no scale."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.view = view
        self.km = view.stage.presentation.scale.km_per_hex
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.moved.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        size = QSize(round(self._length()) + 24, self.view.stage.px(30))
        if size != self.size():
            self.setFixedSize(size)
            self.update()

    @property
    def _per_unit(self) -> float:
        return self.view.camera.scale / (self.km or 1.0)

    def _amount(self) -> int:
        return next((s for s in STEPS if s * self._per_unit >= self.view.stage.px(90)), STEPS[-1])

    def _length(self) -> float:
        return self._amount() * self._per_unit

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, tokens = QPainter(self), self.view.stage.theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(tokens.line), 1))
        painter.setBrush(colour(tokens.panel))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        length, amount, px = self._length(), self._amount(), self.view.stage.px
        unit = "km" if self.km else "hexes"
        painter.fillRect(QRectF(12, px(21), length / 2, px(3)), colour(tokens.ink))
        painter.setPen(QPen(colour(tokens.ink), 1))
        painter.setBrush(colour(tokens.panel))
        painter.drawRect(QRectF(12 + length / 2, px(21), length / 2, px(3)))
        painter.setPen(colour(tokens.ink2))
        painter.setFont(self.view.stage.theme.ui_font(10.5, 500))
        painter.drawText(QPointF(12, px(15)), "0")
        middle = QRectF(12, px(3), length, px(16))
        painter.drawText(middle, Qt.AlignmentFlag.AlignHCenter, f"{amount / 2:g}")
        words = f"{amount} {unit if amount > 1 or self.km else 'hex'}"
        box = QRectF(12, px(3), length, px(16))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight, words)
