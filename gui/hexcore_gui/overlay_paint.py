"""Paints what lies over the map: areas below the counters; rings, paths and signs above them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PyQt6.QtCore import QLineF, QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from hexcore_gui.area_marks import paint_ends, paint_grounds, paint_names
from hexcore_gui.camera import Camera, Geometry, snapped
from hexcore_gui.line_paint import paint_lines
from hexcore_gui.overlay_shapes import dot_brush, haloed, hatch_brush, pill, pill_box, round_pen
from hexcore_gui.overlays import NOWHERE, Overlays, PathMark, ReachMark, SupplyLine, Zone
from hexcore_gui.plan_marks import paint_joiners, paint_plans
from hexcore_gui.stage import Stage
from hexcore_gui.supply_bands import name_bands, paint_bands
from hexcore_gui.theme import colour, font
from hexcore_gui.trail_paint import paint_trails

REACH_ALPHA, FIELD_ALPHA = (84, 118, 150), 30
FIELD = 120
"""More hexes to choose from than this are shown as a field with its border, not ring by ring."""
GHOST = 0.62
"""How far a counter that only would go to a hex covers the ground there."""
COUNTER = 0.76
"""Side of a counter in hexes."""


class OverlayPainter:
    """Paints overlays of one map in one theme through a camera."""

    def __init__(self, stage: Stage, geometry: Geometry, camera: Camera) -> None:
        self.stage, self.shapes, self.camera = stage, geometry, camera
        self.over, self.tokens = stage.theme.overlay, stage.theme.tokens
        self._hatch = hatch_brush(colour(self.over.enemy_zone, 150), 9)
        self._dots = dot_brush(colour(self.over.own_zone, 110), 11)
        self.pills: list[tuple[QRectF, int]] = []
        self._painted: tuple[Overlays, QPointF, float] = Overlays(), QPointF(), 0.0

    # ---------------------------------------------------------------- below the counters
    def below(self, painter: QPainter, what: Overlays) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        origin = self.camera.to_screen(QPointF(0, 0))
        painter.setBrushOrigin(snapped(origin.x()), snapped(origin.y()))  # hatching moves with the map
        paint_bands(self, painter, what.bands)
        for radius in what.radii:
            edge = colour(self.over.command)
            self._area(painter, radius, colour(self.over.command, 16), edge, 1.8, dotted=True)
        for line in what.supply:
            self._supply(painter, line)
        paint_grounds(self, painter, what.objectives)
        if what.front:
            self._front(painter, what.front)
        for zone in what.zones:
            self._zone(painter, zone)
        paint_lines(painter, self.stage, self.shapes, self.camera, what.lines)
        if what.reach:
            self._reach(painter, what)
        if len(what.choices) > FIELD:
            self._field(painter, what.choices)
        elif what.goals:
            self.fill(painter, what.goals, colour(self.over.reach, REACH_ALPHA[0]), 0.955)
        paint_trails(painter, self.stage, self.shapes, self.camera, what.trails)
        painter.restore()

    def _screen(self, polygon: QPolygonF) -> QPolygonF:
        return self.camera.transform.map(polygon)

    def visible(self, hexes: Iterable[int]) -> list[int]:
        near = self.camera.view.adjusted(-1, -1, 1, 1)
        return [h for h in hexes if h >= 0 and near.contains(self.shapes.centre(h))]

    def fill(
        self, painter: QPainter, hexes: Iterable[int], brush: QBrush | QColor, shrink: float = 1.0
    ) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(brush)
        for hex in self.visible(hexes):
            painter.drawConvexPolygon(self._hexagon(hex, shrink))

    def _hexagon(self, hex: int, shrink: float = 1.0) -> QPolygonF:
        size = shrink * self.camera.scale
        return self.shapes.hexagon(size).translated(self.camera.to_screen(self.shapes.centre(hex)))

    def border(self, painter: QPainter, hexes: Iterable[int], *pens: QPen) -> None:
        """The line round some hexes, with one pen over the other."""
        transform = self.camera.transform
        lines = [transform.map(line) for line in self.shapes.outline(hexes)]
        for pen in pens if lines else ():
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLines(*lines)

    def _area(
        self,
        painter: QPainter,
        hexes: frozenset[int],
        fill: QColor,
        edge: QColor,
        width: float,
        *,
        dotted: bool = False,
    ) -> None:
        self.fill(painter, hexes, fill)
        pen = QPen(edge, width)
        if dotted:
            pen.setStyle(Qt.PenStyle.DotLine)
        self.border(painter, hexes, pen)

    def _field(self, painter: QPainter, hexes: frozenset[int]) -> None:
        """Very many hexes of which any may be chosen: faintly tinted, the line round them what matters."""
        self.fill(painter, hexes, colour(self.over.reach, FIELD_ALPHA))
        for width, ink in ((6.0, QColor("#FFFFFF")), (3.2, colour(self.over.reach_edge))):
            self.border(painter, hexes, QPen(ink, width))

    def _zone(self, painter: QPainter, zone: Zone) -> None:
        if zone.enemy:
            ink = colour(self.over.enemy_zone)
            self.fill(painter, zone.hexes, colour(self.over.enemy_zone, 22))
            self.fill(painter, zone.hexes, self._hatch)
            self.border(painter, zone.hexes, QPen(QColor(ink.red(), ink.green(), ink.blue(), 225), 1.8))
        else:
            self.fill(painter, zone.hexes, self._dots)

    def _supply(self, painter: QPainter, line: SupplyLine) -> None:
        teal = colour(self.over.supply)
        if line.hexes:
            way = self._course(line.hexes)
            for width, ink in ((8.0, QColor("#FFFFFF")), (4.0, teal)):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(round_pen(ink, width))
                painter.drawPath(way)
            end = self.camera.to_screen(self.shapes.centre(line.hexes[-1]))
            painter.setPen(QPen(QColor("#FFFFFF"), 2))
            painter.setBrush(teal)
            painter.drawEllipse(end, 7, 7)
        for hex in line.blocked:
            self._ring(painter, hex, colour(self.over.enemy_zone), 3.0)

    def _front(self, painter: QPainter, sides: tuple[int, ...]) -> None:
        transform = self.camera.transform
        lines = [transform.map(self.shapes.side(side)) for side in sides]
        for width, ink in ((7.0, QColor("#FFFFFF")), (3.6, colour(self.tokens.may_not))):
            painter.setPen(round_pen(ink, width))
            for line in lines:
                painter.drawLine(line)

    def _reach(self, painter: QPainter, what: Overlays) -> None:
        for strength, alpha in enumerate(REACH_ALPHA):
            here = [h for h, mark in what.reach.items() if mark.strength == strength]
            self.fill(painter, here, colour(self.over.reach, alpha), 0.955)
        edge = colour(self.over.reach_edge)
        self.border(painter, what.reach, QPen(QColor("#FFFFFF"), 5), QPen(edge, 2.4))
        if self.camera.scale < 20:
            return
        setting = font("place", min(22.0, max(10.0, 17 * self.camera.scale / 54)), 700)
        for hex in self.visible(what.reach):
            mark = what.reach[hex]
            if not mark.friends:
                at = self.camera.to_screen(self.shapes.centre(hex))
                haloed(painter, mark.text, at, setting, colour(self.over.path))

    # ---------------------------------------------------------------- above the counters
    def above(self, painter: QPainter, what: Overlays) -> None:
        self.pills.clear()
        self._painted = what, QPointF(self.camera.middle), self.camera.scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for hex in self.visible(what.reach):
            if what.reach[hex].friends:
                self._tab(painter, hex, what.reach[hex])
        may, may_not = colour(self.over.reach_edge), colour(self.over.enemy_zone)
        for hex in self.visible(what.choices) if len(what.choices) <= FIELD else ():
            self._ring(painter, hex, may, 3.0)
        for hex in self.visible(what.joiners):
            self._ring(painter, hex, may, 2.4, dashed=True)
        paint_plans(self, painter, what)
        for hex in what.targets:
            self._ring(painter, hex, may_not, 3.6)
        for hex in self.visible(what.attackers):
            self._ring(painter, hex, may, 3.0)
        for start, end in what.arrows:
            self._arrow(painter, start, end)
        if what.selected != NOWHERE and not (what.reach or what.choices or what.targets):
            self._ring(painter, what.selected, may, 2.6)
        for hex in self.visible(what.pointed):
            self._ring(painter, hex, colour(self.over.hand), 4.4, case=colour(self.over.case))
        if what.path is not None:
            self._path(painter, what.path)
        for hex in self.visible(what.named) if self.camera.scale >= 30 else ():
            self._name(painter, hex, what.named[hex])
        for hex, text in what.targets.items():
            if text:
                self.odds(painter, hex, text, colour(self.over.enemy_zone), QColor("#FFFFFF"), what.goals)
        paint_joiners(self, painter, what)
        paint_names(self, painter, what.objectives)
        name_bands(self, painter, what.bands)
        paint_ends(self, painter, what.supply)
        if what.refused != NOWHERE:
            self._refused(painter, what.refused)
        if what.cursor != NOWHERE:
            self._cursor(painter, what.cursor)
        painter.restore()

    def _ring(
        self,
        painter: QPainter,
        hex: int,
        ink: QColor,
        width: float,
        *,
        dashed: bool = False,
        case: QColor | None = None,
    ) -> None:
        polygon = self._hexagon(hex, 0.97)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(round_pen(case or QColor(255, 255, 255, 230), width + 2.6))
        painter.drawPolygon(polygon)
        pen = round_pen(ink, width)
        if dashed:
            pen.setDashPattern([2.2, 1.6])
        painter.setPen(pen)
        painter.drawPolygon(polygon)

    def _tab(self, painter: QPainter, hex: int, mark: ReachMark) -> None:
        if self.camera.scale < 20:
            return
        blue, white = colour(self.over.reach_edge), QColor("#FFFFFF")
        side = self.camera.scale * COUNTER
        at = self.camera.to_screen(self.shapes.centre(hex)) - QPointF(side * 0.56, side * 0.56)
        text = f"{mark.text} ›" if mark.passing else mark.text
        pill(
            painter,
            text,
            at,
            self.stage.theme.ui_font(12, 700),
            white if mark.passing else blue,
            blue if mark.passing else white,
        )

    def _course(self, hexes: tuple[int, ...]) -> QPainterPath:
        """A smooth line through the middles of hexes, straight at both ends."""
        spots = [self.camera.to_screen(self.shapes.centre(h)) for h in hexes]
        way = QPainterPath(spots[0])
        for here, ahead in pairwise(spots[1:]):
            way.quadTo(here, (here + ahead) / 2)
        if len(spots) > 1:
            way.lineTo(spots[-1])
        return way

    def _path(self, painter: QPainter, path: PathMark) -> None:
        navy, white = colour(self.over.path), QColor("#FFFFFF")
        way = self._course(path.hexes)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for width, ink in ((9.0, white), (5.0, navy)):
            painter.setPen(round_pen(ink, width))
            painter.drawPath(way)
        spots = [self.camera.to_screen(self.shapes.centre(h)) for h in path.hexes]
        painter.setPen(QPen(navy, 1.6))
        painter.setBrush(white)
        for one, other in pairwise(spots):
            painter.drawEllipse((one + other) / 2, 3.6, 3.6)
        for hex in path.points:
            self._way_point(painter, hex)
        self._ring(painter, path.hexes[-1], navy, 3.4)
        side = self.camera.scale * COUNTER
        if path.ghost is not None and side >= 14:
            painter.setOpacity(GHOST)
            self.stage.counters.paint(
                painter, path.ghost, spots[-1].x() - side / 2, spots[-1].y() - side / 2, side
            )
            painter.setOpacity(1)
        if path.text:
            below = spots[-1] + QPointF(0, side * 0.62 + 11)
            pill(painter, path.text, below, self.stage.theme.ui_font(12.5, 600), navy, white)

    def _way_point(self, painter: QPainter, hex: int) -> None:
        """A diamond where the way was bent by hand."""
        at, r = self.camera.to_screen(self.shapes.centre(hex)), max(7.0, self.camera.scale * 0.16)
        painter.setPen(round_pen(QColor("#FFFFFF"), 2.4))
        painter.setBrush(colour(self.over.path))
        corners = (QPointF(0, -r), QPointF(r, 0), QPointF(0, r), QPointF(-r, 0))
        painter.drawPolygon(QPolygonF([at + corner for corner in corners]))

    def _arrow(self, painter: QPainter, start: int, end: int) -> None:
        a, b = (self.camera.to_screen(self.shapes.centre(h)) for h in (start, end))
        line = QLineF(a, b)
        if line.length() < 1:
            return
        along = QPointF(line.dx(), line.dy()) / line.length()
        across = QPointF(-along.y(), along.x())
        unit = self.camera.scale / 54
        tail, tip = a + (b - a) * 0.32, a + (b - a) * 0.68
        neck = tip - along * 14 * unit
        tail_side, neck_side, barb = (across * n * unit for n in (3.6, 4.8, 10.8))
        shape = [tail + tail_side, neck + neck_side, neck + barb, tip + along * 4 * unit]
        shape += [neck - barb, neck - neck_side, tail - tail_side]
        painter.setPen(round_pen(QColor("#FFFFFF"), 2.4))
        painter.setBrush(colour(self.over.reach_edge))
        painter.drawPolygon(QPolygonF(shape))

    def _name(self, painter: QPainter, hex: int, text: str) -> None:
        """What a click there does, where it is no plain move."""
        setting = self.stage.theme.ui_font(11.5, 600)
        foot = self.camera.scale * 0.5 - QFontMetricsF(setting).height() / 2 - 4
        at = self.camera.to_screen(self.shapes.centre(hex)) + QPointF(0, foot)
        blue = colour(self.over.reach_edge)
        self.pills.append((pill(painter, text, at, setting, blue, QColor("#FFFFFF")), hex))

    def odds(
        self, painter: QPainter, hex: int, text: str, fill: QColor, ink: QColor, lit: Iterable[int] = ()
    ) -> None:
        """The odds of an attack on a hex, in a pill below its counters; above if one of *lit* lies there."""
        down = QPointF(0, self.camera.scale * COUNTER * 0.55 + 12)
        middle = self.camera.to_screen(self.shapes.centre(hex))
        boxes = [self._hexagon(near, 0.7).boundingRect() for near in lit if near != hex]
        spots = (middle + down, middle - down)
        setting = font("place", 15, 700)
        free = (s for s in spots if not any(box.intersects(pill_box(text, s, setting)) for box in boxes))
        at = next(free, spots[0])
        self.pills.append((pill(painter, text, at, setting, fill, ink), hex))

    def pills_of(self, what: Overlays) -> list[tuple[QRectF, int]]:
        """Where the pills of these overlays lie, so far as they are painted as the camera now looks."""
        now = what, self.camera.middle, self.camera.scale
        return self.pills if self._painted == now else []

    def box(self, hex: int) -> QRectF:
        """The box about a hex in the view."""
        return self._hexagon(hex, 0.9).boundingRect()

    def pill_at(self, what: Overlays, point: QPointF) -> int:
        """The hex whose pill lies under a point of the view: a click there is one on the hex."""
        found = (hex for box, hex in reversed(self.pills_of(what)) if box.contains(point))
        return next(found, NOWHERE)

    def _refused(self, painter: QPainter, hex: int) -> None:
        red, white = colour(self.over.enemy_zone), QColor("#FFFFFF")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 255, 255, 120))
        painter.drawPolygon(self._hexagon(hex, 0.97))
        self._ring(painter, hex, red, 3.2)
        at = self.camera.to_screen(self.shapes.centre(hex))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for width, ink in ((8.0, white), (4.0, red)):
            painter.setPen(round_pen(ink, width))
            painter.drawEllipse(at, 11, 11)
            painter.drawLine(at + QPointF(-7.6, 7.6), at + QPointF(7.6, -7.6))

    def _cursor(self, painter: QPainter, hex: int) -> None:
        polygon = self._hexagon(hex, 0.9)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(round_pen(colour(self.over.case), 5))
        painter.drawPolygon(polygon)
        pen = round_pen(QColor("#FFFFFF"), 2)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.drawPolygon(polygon)
