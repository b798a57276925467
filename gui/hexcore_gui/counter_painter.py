"""Counters, drawn in 48ths of their side: body, symbol, figures, steps, states and badges."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from hexcore_gui.counter_face import Badge, CounterFace
from hexcore_gui.theme import Theme, colour, font
from hexcore_gui.unit_symbols import ASPECT, renderer

UNITS = 48.0
MARGIN = 0.32
"""Room round a counter in its pixmap for shadow, badges and ring, in parts of its side."""
FULL, SMALL = 34.0, 18.0
"""From FULL pixels on a counter shows everything; under SMALL only its body."""
ROW = 31.0
CARD = "#F6F2E4"
PRINT = "#15181A"
LETTERS = 100.0
SLOTS = ((43.7, 4.3), (46.0, 26.9), (2.0, 26.9), (43.7, 46.0))


def stack_offsets(count: int) -> list[float]:
    """How far each counter of a stack lies up and to the right, bottom first, in parts of the side."""
    step = min(0.085, 0.22 / max(1, count - 1)) if count > 1 else 0.0
    return [step * (count - 1 - k) for k in range(count)]


class CounterPainter:
    """Paints counters in one theme and keeps the pixmaps it has made."""

    def __init__(self, theme: Theme, kept: int = 800) -> None:
        self.theme, self.kept = theme, kept
        self._pixmaps: OrderedDict[tuple[CounterFace, float, float], QPixmap] = OrderedDict()

    def pixmap(self, face: CounterFace, size: float, dpr: float = 1.0) -> QPixmap:
        """A counter *size* logical pixels wide with `MARGIN * size` of room on every side."""
        key = (face, size, dpr)
        found = self._pixmaps.get(key)
        if found is None:
            found = self._pixmaps[key] = self._made(face, size, dpr)
            if len(self._pixmaps) > self.kept:
                self._pixmaps.popitem(last=False)
        else:
            self._pixmaps.move_to_end(key)
        return found

    def _made(self, face: CounterFace, size: float, dpr: float) -> QPixmap:
        side = round(size * (1 + 2 * MARGIN) * dpr)
        pixmap = QPixmap(side, side)
        pixmap.setDevicePixelRatio(dpr)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, face, size * MARGIN, size * MARGIN, size)
        painter.end()
        return pixmap

    def paint(self, painter: QPainter, face: CounterFace, x: float, y: float, size: float) -> None:
        """Paints a counter with its upper left corner at x, y, *size* pixels wide."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if face.in_hand:
            x, y = x - 0.05 * size, y - 0.1 * size
        device = painter.device()
        shadow = _shadow(size, face.in_hand, device.devicePixelRatioF() if device is not None else 1.0)
        painter.drawImage(QPointF(x - MARGIN * size, y - MARGIN * size), shadow)
        painter.translate(x, y)
        painter.scale(size / UNITS, size / UNITS)
        _Face(painter, face, size, self.theme).paint()
        painter.restore()

    def paint_stack(
        self,
        painter: QPainter,
        faces: Sequence[CounterFace],
        x: float,
        y: float,
        size: float,
        dpr: float = 1.0,
    ) -> None:
        """Paints a stack, the bottom counter first, its middle at x, y; a tab from four on."""
        offsets = stack_offsets(len(faces))
        reach = offsets[0] if offsets else 0.0
        left, top = x - size / 2 - reach * size / 2, y - size / 2 + reach * size / 2
        for face, offset in zip(faces, offsets, strict=True):
            spot = QPointF(left + (offset - MARGIN) * size, top - (offset + MARGIN) * size)
            painter.drawPixmap(spot, self.pixmap(face, size, dpr))
        if len(faces) > 3 and size >= SMALL:
            _tab(painter, str(len(faces)), left + size, top, size)


class _Face:
    """One painting of one face; all measures in 48ths."""

    def __init__(self, painter: QPainter, face: CounterFace, size: float, theme: Theme) -> None:
        self.p, self.face, self.size, self.theme = painter, face, size, theme
        self.pixel = UNITS / size
        self.full, self.body_only = size >= FULL, size < SMALL
        self.radius = max(1.5 * self.pixel, 2.6)
        self.black = QColor(face.body).lightness() < 60
        edge = face.edge_dark if theme.is_dark and face.edge_dark else face.edge
        self.edge = colour(edge)

    def paint(self) -> None:
        self._body()
        if not self.body_only:
            if self.face.card == "hq":
                self._headquarters()
            else:
                self._unit()
            self._states()
        if self.face.in_hand:
            self._ring()
        if not self.body_only:
            self._badges()

    # -------------------------------------------------------------- body

    def _body(self) -> None:
        face, p = self.face, self.p
        body = colour(face.body)
        shade = QLinearGradient(0, 0, 0, UNITS)
        shade.setColorAt(0, body.lighter(125 if self.black else 106))
        shade.setColorAt(1, body.darker(103))
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(QBrush(shade))
        p.drawRoundedRect(QRectF(0, 0, UNITS, UNITS), self.radius, self.radius)
        if face.reduced and face.card != "hq" and not self.body_only:
            p.fillRect(
                QRectF(0, ROW, UNITS, UNITS - ROW - 1.7), colour("#E9E6DC" if self.black else "#FFFFFF", 235)
            )
            p.fillRect(QRectF(0, ROW, UNITS, max(self.pixel, 1.0)), self.edge)
        if self.full:
            p.setPen(QPen(colour("#FFFFFF", 45 if self.black else 90), self.pixel))
            p.drawLine(QPointF(self.radius, 1.6 * self.pixel), QPointF(UNITS - self.radius, 1.6 * self.pixel))
        self._frame(QRectF(0, 0, UNITS, UNITS), self.edge, max(self.pixel, 1.05))

    def _frame(self, box: QRectF, ink: QColor, width: float) -> None:
        self.p.setBrush(Qt.BrushStyle.NoBrush)
        self.p.setPen(QPen(ink, width))
        half = width / 2
        self.p.drawRoundedRect(box.adjusted(half, half, -half, -half), self.radius, self.radius)

    # -------------------------------------------------------------- print

    def _unit(self) -> None:
        face, full = self.face, self.full
        self._symbol()
        if full:
            self._text(face.size, 7.9, face.ink, 24, 6.5)
            self._text(face.number, 8.6, face.ink, 6.5, 19.7, turn=-90, room=21)
            self._text(face.formation, 8.6, face.ink, 41.7, 19.7, turn=-90, room=21)
            self._steps()
        ink = "#12171A" if face.reduced else face.ink
        px = (15.6 if full else 19.2) * ((0.93 if full else 0.88) if len(face.figures) > 4 else 1)
        self._text(face.figures, px, ink, 24, 39.1 if full else 36.7, room=44)

    def _symbol(self) -> None:
        face, full = self.face, self.full
        width = 25.4 if full else 35.5
        box = QRectF((UNITS - width) / 2, 11.3 if full else 4.8, width, width * ASPECT)
        weight = 7.5 if self.size >= 80 else 9.0 if self.size >= 44 else 11.0 if self.size >= 30 else 15.0
        symbol = renderer(face.symbol, face.tint, "#101314", weight) if face.symbol else None
        if symbol is not None:
            symbol.render(self.p, box)
        else:
            self.p.setPen(QPen(colour("#101314"), 1.2))
            self.p.setBrush(colour(face.tint))
            self.p.drawRect(box.adjusted(0.9, 0.9, -0.9, -0.9))
            self._text(face.letters, 9.5 if full else 13, "#101314", 24, box.center().y(), room=width - 4)
        if face.note and self.size >= 30:
            y = box.center().y() if face.note_at == "middle" else box.bottom() - 3.6
            self._text(face.note, 6.2, "#101314", 24, y, room=width - 6)

    def _headquarters(self) -> None:
        face, p = self.face, self.p
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(CARD))
        p.drawRoundedRect(QRectF(5.8, 5.8, 36.4, 36.4), self.radius * 0.6, self.radius * 0.6)
        p.setPen(QPen(colour(PRINT), max(self.pixel, 1.45)))
        p.drawLine(QPointF(11.5, 9.6), QPointF(11.5, 31.7))
        p.setBrush(colour(face.body))
        p.drawRect(QRectF(11.5, 9.6, 26.9, 14.4))
        self._text(face.number, 11.3 if len(face.number) < 5 else 8.4, face.ink, 25, 16.9, room=24)
        if self.full:
            self._text(face.note or face.size, 6.2, PRINT, 25, 28.1)
        shown = face.figures if self.full else face.figures.split(" ")[0]
        self._text(shown, 12.0, PRINT, 24, 37.2, room=34)

    def _steps(self) -> None:
        face = self.face
        if not 2 <= face.steps <= 6:
            return
        side, gap = max(2.6 * self.pixel, 3.0), max(self.pixel, 1.05)
        columns = 2 if face.steps == 4 else min(face.steps, 3)
        self.p.setPen(QPen(colour(face.ink), max(0.8 * self.pixel, 0.7)))
        for k in range(face.steps):
            self.p.setBrush(colour(face.ink) if k < face.left else Qt.BrushStyle.NoBrush)
            x = UNITS - 2.9 - side - (columns - 1 - k % columns) * (side + gap)
            self.p.drawRect(QRectF(x, 3.4 + k // columns * (side + gap), side, side))

    # -------------------------------------------------------------- states

    def _states(self) -> None:
        face, p = self.face, self.p
        for badge in face.badges:
            if badge.hatch:
                self._hatch(colour(badge.color, 215))
        if not (face.moved or face.fought):
            return
        p.save()
        p.setClipRect(
            QRectF(0, 0, UNITS, UNITS if face.card == "hq" else ROW), Qt.ClipOperation.IntersectClip
        )
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour("#F3F1E8", 120 if self.black else 150))
        p.drawRoundedRect(QRectF(0.5, 0.5, UNITS - 1, UNITS - 1), self.radius, self.radius)
        p.restore()
        if face.moved:
            self._corner(self.theme.overlay.moved, "#FFFFFF", 0, [(-1.6, -2.6), (1.6, 0), (-1.6, 2.6)])
        if face.fought:
            top = 0.0 if not face.moved else ROW - 17.3
            cross = [(-2.4, -2.4), (2.4, 2.4), (0, 0), (-2.4, 2.4), (2.4, -2.4)]
            self._corner(self.theme.overlay.fought, PRINT, top, cross)

    def _corner(self, fill: str, ink: str, top: float, sign: Sequence[tuple[float, float]]) -> None:
        p, side = self.p, 17.3
        flag = QPainterPath(QPointF(0, top))
        flag.lineTo(side, top)
        flag.lineTo(0, top + side)
        flag.closeSubpath()
        p.setPen(QPen(colour("#FFFFFF"), max(self.pixel, 0.96)))
        p.setBrush(colour(fill))
        p.drawPath(flag)
        pen = QPen(colour(ink), max(1.4 * self.pixel, 1.9))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        p.setPen(pen)
        p.drawPolyline(QPolygonF([QPointF(5.9 + x, top + 5.9 + y) for x, y in sign]))

    def _hatch(self, ink: QColor) -> None:
        p = self.p
        p.save()
        p.setClipRect(QRectF(0.5, 0.5, UNITS - 1, ROW - 0.5), Qt.ClipOperation.IntersectClip)
        p.setPen(QPen(ink, 2.2))
        x = -UNITS
        while x < UNITS:
            p.drawLine(QPointF(x, ROW), QPointF(x + ROW, 0))
            x += 7.0
        p.restore()

    def _badges(self) -> None:
        free = list(SLOTS)
        for badge in self.face.badges:
            wanted = SLOTS[0] if badge.shape == "round" else SLOTS[2] if badge.shape == "corner" else SLOTS[1]
            slot = wanted if wanted in free else free[0] if free else SLOTS[-1]
            if slot in free:
                free.remove(slot)
            self._badge(badge, *slot)

    def _badge(self, badge: Badge, x: float, y: float) -> None:
        p, r = self.p, 7.9 if self.full else 10.6
        pale = QColor(badge.color).lightness() > 200
        p.setPen(QPen(colour(badge.ink if pale else "#FFFFFF"), max(1.3 * self.pixel, 1.7)))
        p.setBrush(colour(badge.color))
        if badge.shape == "round":
            p.drawEllipse(QPointF(x, y), r, r)
        elif badge.shape == "diamond":
            d = r * 1.2
            p.drawPolygon(
                QPolygonF([QPointF(x, y - d), QPointF(x + d, y), QPointF(x, y + d), QPointF(x - d, y)])
            )
        else:
            p.drawRoundedRect(QRectF(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8), r * 0.3, r * 0.3)
        self._text(badge.text, r * 1.35, badge.ink, x, y, room=r * 1.7)

    def _ring(self) -> None:
        over = self.theme.overlay
        box = QRectF(-1.8, -1.8, UNITS + 3.6, UNITS + 3.6)
        self.p.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((over.case, max(4.2 * self.pixel, 6.0)), (over.hand, max(2.4 * self.pixel, 3.6))):
            self.p.setPen(QPen(colour(ink), width))
            self.p.drawRoundedRect(box, self.radius + 1, self.radius + 1)

    def _text(
        self, text: str, px: float, ink: str, x: float, y: float, *, turn: float = 0, room: float = UNITS
    ) -> None:
        """Lettering *px* high about a middle, narrowed until it fits *room*."""
        if not text:
            return
        path, width, cap = _letters(text)
        size = px / LETTERS * min(1.0, room / max(width * px / LETTERS, 0.01))
        move = QTransform().translate(x, y).rotate(turn).scale(size, size).translate(-width / 2, cap / 2)
        self.p.fillPath(move.map(path), colour(ink))


@lru_cache(maxsize=2048)
def _letters(text: str) -> tuple[QPainterPath, float, float]:
    """The outline of a text at LETTERS pixels, its width, and the height of its capitals."""
    setting = font("figures", LETTERS)
    path = QPainterPath()
    path.addText(QPointF(0, 0), setting, text)
    metrics = QFontMetricsF(setting)
    return path, metrics.horizontalAdvance(text), metrics.capHeight()


@lru_cache(maxsize=64)
def _shadow(size: float, held: bool, dpr: float) -> QImage:
    """The shadow of a counter with its margin. Kept, because blending it layer by layer is slow."""
    side = round(size * (1 + 2 * MARGIN) * dpr)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size * MARGIN, size * MARGIN)
    painter.setPen(Qt.PenStyle.NoPen)
    drop, blur, alpha = (size * 0.16, 8, 15) if held else (max(1.0, size * 0.03), 3, 31)
    for k in range(blur, 0, -1):
        spread, radius = k * (size * 0.019 if held else max(0.85, size * 0.017)), max(1.5, size * 0.055)
        painter.setBrush(QColor(0, 0, 0, alpha))
        box = QRectF(-spread + drop * 0.4, -spread + drop, size + 2 * spread, size + 2 * spread)
        painter.drawRoundedRect(box, radius + spread, radius + spread)
    painter.end()
    return image


def _tab(painter: QPainter, text: str, x: float, y: float, size: float) -> None:
    """The dark tab at the upper right corner of a tall stack."""
    r = size * 0.15
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour("#FFFFFF"), max(1.0, size * 0.025)))
    painter.setBrush(colour("#1B1D1F"))
    painter.drawRoundedRect(QRectF(x - r * 1.1, y + size - r * 1.3, r * 2, r * 2), r * 0.5, r * 0.5)
    path, width, cap = _letters(text)
    scale = r * 1.6 / LETTERS
    move = (
        QTransform()
        .translate(x - r * 0.1, y + size - r * 0.3)
        .scale(scale, scale)
        .translate(-width / 2, cap / 2)
    )
    painter.fillPath(move.map(path), colour("#FFFFFF"))
    painter.restore()
