"""Counters, drawn in 48ths of their side: body, symbol, figures, steps, states and badges."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Sequence

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import (
    QBrush,
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from hexcore_gui.counter_face import Badge, CounterFace
from hexcore_gui.counter_parts import LETTERS, MARGIN, letters, shadow, tab
from hexcore_gui.theme import Theme, colour
from hexcore_gui.unit_symbols import ASPECT, renderer

UNITS = 48.0
FULL, SMALL = 34.0, 18.0
"""From FULL pixels on a counter shows everything; under SMALL only its body."""
NEAR_MARGIN = 0.16
"""Of that the part that a counter on the map needs, where it is not in hand."""
ROW = 31.0
FLAG, FAR_FLAG, SIGNED = 17.3, 24.0, 22.0
"""The corner of a unit that has moved or fought, near and far; from so many pixels on with its sign."""
CARD = "#F6F2E4"
PRINT = "#15181A"
SLOTS = ((43.7, 4.3), (46.0, 26.9), (2.0, 26.9), (43.7, 46.0))


def stack_offsets(count: int) -> list[float]:
    """How far each counter of a stack lies up and to the right, bottom first, in parts of the side."""
    step = min(0.085, 0.22 / max(1, count - 1)) if count > 1 else 0.0
    return [step * (count - 1 - k) for k in range(count)]


class CounterPainter:
    """Paints counters in one theme and keeps the pixmaps it has made."""

    def __init__(self, theme: Theme, kept: int = 24_000_000) -> None:
        """*kept* is how many bytes of pixmaps stay in memory."""
        self.theme, self.kept, self.owed = theme, kept, 0
        self._pixmaps: OrderedDict[tuple[CounterFace, float, float], QPixmap] = OrderedDict()
        self._bytes = 0
        self._sizes: dict[CounterFace, tuple[float, float]] = {}
        self._until = math.inf
        self._heaps: dict[tuple[tuple[int, ...], float, float], tuple[tuple[CounterFace, ...], QPixmap]] = {}

    def pixmap(self, face: CounterFace, size: float, dpr: float = 1.0) -> QPixmap:
        """A counter *size* logical pixels wide with `MARGIN * size` of room on every side."""
        key = (face, size, dpr)
        found = self._pixmaps.get(key)
        if found is None:
            found = self._pixmaps[key] = self._made(face, size, dpr)
            self._sizes[face] = (size, dpr)
            self._bytes += _bytes(found)
            self._make_room()
        else:
            self._pixmaps.move_to_end(key)
        return found

    def _make_room(self) -> None:
        if self._bytes > self.kept:
            self._bytes -= sum(_bytes(heap) for _, heap in self._heaps.values())
            self._heaps.clear()
        while self._bytes > self.kept and len(self._pixmaps) > 1:
            self._bytes -= _bytes(self._pixmaps.popitem(last=False)[1])

    def begin_frame(self, seconds: float = math.inf) -> None:
        """A frame in which new counters may take so long; `owed` counts those put off to the next one."""
        self._until, self.owed = time.perf_counter() + seconds, 0

    def soon(self, face: CounterFace, size: float, dpr: float) -> QPixmap:
        """A counter as `pixmap` gives it; out of time, one of another size scaled, where there is one."""
        key = (face, size, dpr)
        if key in self._pixmaps or time.perf_counter() < self._until:
            return self.pixmap(face, size, dpr)
        other = self._pixmaps.get((face, *self._sizes.get(face, (0.0, 0.0))))
        if other is None:
            return self.pixmap(face, size, dpr)
        self.owed += 1
        side = round(size * (1 + 2 * MARGIN) * dpr)
        scaled = other.scaled(side, side)
        scaled.setDevicePixelRatio(dpr)
        return scaled

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
        cast = shadow(size, face.in_hand, device.devicePixelRatioF() if device is not None else 1.0)
        painter.drawImage(QPointF(x - MARGIN * size, y - MARGIN * size), cast)
        painter.translate(x, y)
        painter.scale(size / UNITS, size / UNITS)
        _Face(painter, face, size, self.theme).paint()
        painter.restore()

    def heap(self, faces: Sequence[CounterFace], size: float, dpr: float) -> tuple[QPixmap, bool]:
        """A stack as one pixmap with its middle in the middle, and whether all of it is sharp already."""
        key = (tuple(map(id, faces)), size, dpr)
        kept = self._heaps.get(key)
        if kept is not None:
            return kept[1], True
        owed, leaning = self.owed, stack_offsets(len(faces))[0]
        side = round(size * (1 + 2 * NEAR_MARGIN + leaning) * dpr)
        heap = QPixmap(side, side)
        heap.setDevicePixelRatio(dpr)
        heap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(heap)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.paint_stack(painter, faces, side / dpr / 2, side / dpr / 2, size, dpr)
        painter.end()
        if self.owed == owed:
            self._bytes += _bytes(heap)
            self._heaps[key] = (tuple(faces), heap)
        return heap, self.owed == owed

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
            painter.drawPixmap(spot, self.soon(face, size, dpr))
        if len(faces) > 3 and size >= SMALL:
            tab(painter, str(len(faces)), left + size, top, size)


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
        p.setClipRect(QRectF(0, 0, UNITS, ROW), Qt.ClipOperation.IntersectClip)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour("#F3F1E8", 120 if self.black else 150))
        p.drawRoundedRect(QRectF(0.5, 0.5, UNITS - 1, UNITS - 1), self.radius, self.radius)
        p.restore()
        if face.moved:
            self._corner(self.theme.overlay.moved, "#FFFFFF", 0, [(-1.6, -2.6), (1.6, 0), (-1.6, 2.6)])
        if face.fought:
            top = 0.0 if not face.moved else ROW - (FLAG if self.full else FAR_FLAG) * 0.9
            cross = [(-2.4, -2.4), (2.4, 2.4), (0, 0), (-2.4, 2.4), (2.4, -2.4)]
            self._corner(self.theme.overlay.fought, PRINT, top, cross)

    def _corner(self, fill: str, ink: str, top: float, sign: Sequence[tuple[float, float]]) -> None:
        p, side = self.p, FLAG if self.full else FAR_FLAG
        at = side * 0.34
        flag = QPainterPath(QPointF(0, top))
        flag.lineTo(side, top)
        flag.lineTo(0, top + side)
        flag.closeSubpath()
        p.setPen(QPen(colour("#FFFFFF"), max(self.pixel, 0.96)))
        p.setBrush(colour(fill))
        p.drawPath(flag)
        if self.size < SIGNED:
            return
        pen = QPen(colour(ink), max((1.4 if self.full else 1.0) * self.pixel, 1.9))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        p.setPen(pen)
        part = side / FLAG
        p.drawPolyline(QPolygonF([QPointF(at + x * part, top + at + y * part) for x, y in sign]))

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
        path, width, cap = letters(text)
        size = px / LETTERS * min(1.0, room / max(width * px / LETTERS, 0.01))
        move = QTransform().translate(x, y).rotate(turn).scale(size, size).translate(-width / 2, cap / 2)
        self.p.fillPath(move.map(path), colour(ink))


def _bytes(pixmap: QPixmap) -> int:
    return 4 * pixmap.width() * pixmap.height()
