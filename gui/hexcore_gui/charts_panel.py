"""Charts: the combat results table, what the grounds of the map are, and the victory points as they stand."""

from __future__ import annotations

from collections import Counter as Tally

from PyQt6.QtCore import QPointF, QRectF, QSize
from PyQt6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PyQt6.QtWidgets import QWidget

from hexcore.charts import CombatResultsTable
from hexcore.provenance import CERTAINTY
from hexcore.state import Combat, GameState
from hexcore_gui.camera import Geometry
from hexcore_gui.combat_table import CombatTable
from hexcore_gui.ground import GroundPainter
from hexcore_gui.off_map_panels import Scrolled
from hexcore_gui.parts import (
    Flow,
    Links,
    ProvenanceDot,
    RuleLink,
    SectionHead,
    emptied,
    label,
    paragraph,
    row,
)
from hexcore_gui.presentation import titled
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.theme import colour

SWATCH = 44


class GroundSwatch(QWidget):
    """One hex of the map as it is painted, as the key to its ground."""

    def __init__(self, stage: Stage, ground: GroundPainter, hex: int) -> None:
        super().__init__()
        self.stage, self.ground, self.shapes, self.hex = stage, ground, Geometry(stage.board.map), hex
        self.setFixedSize(QSize(SWATCH + 8, SWATCH + 4))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, scale = self.shapes.centre(self.hex), SWATCH * 0.9
        view = QRectF(0, 0, self.width() / scale, self.height() / scale)
        view.moveCenter(middle)
        polygon = QPolygonF([(p - view.topLeft()) * scale for p in self._corners()])
        painter.save()
        from PyQt6.QtGui import QPainterPath

        clip = QPainterPath()
        clip.addPolygon(polygon)
        painter.setClipPath(clip)
        self.ground.paint(painter, view, scale, numbers=False, names=False)
        painter.restore()
        painter.setPen(QPen(colour(self.stage.theme.tokens.ink3), 1))
        painter.drawPolygon(polygon)

    def _corners(self) -> list[QPointF]:
        polygon = self.shapes.polygon(self.hex)
        return [polygon.at(k) for k in range(6)]


class ChartsPanel(Scrolled):
    """All charts one under the other, built when first shown."""

    def __init__(self, stage: Stage, links: Links, link: TableLink, ground: GroundPainter) -> None:
        super().__init__()
        self.stage, self.links, self.link, self.ground = stage, links, link, ground

    def show_charts(self) -> None:
        emptied(self.body)
        over = self.link.game is not None and self.link.state.outcome is not None
        for part in (self._victory, self._results) if over else (self._results, self._victory):
            part()
        self._grounds()
        self.body.addStretch(1)

    def _results(self) -> None:
        look = self.stage.presentation.charts.get("crt")
        table = self.link.ask(results_table)
        if table is None:
            return
        self.body.addWidget(SectionHead(self.stage.theme, (look.title if look else "") or "Combat results"))
        made = CombatTable(self.stage)
        combats = self.link.state.combats
        made.show_table(table, combats[-1].column if combats else "")
        self.body.addWidget(made)

    def _victory(self) -> None:
        items = self.link.ask(lambda s: s.board.rules.victory_points(s)) or []
        if not items:
            return
        over = self.link.state.outcome is not None
        title = "Victory points" if over else "Victory points as they stand"
        sums = Tally[str]()
        for item in items:
            sums[item.side] += item.points
        total = " · ".join(f"{self.stage.side_name(s)} {sums[s]}" for s in self.stage.board.sides)
        self.body.addWidget(SectionHead(self.stage.theme, title, total))
        slashed = [i for i in self.stage.board.counters if "/" in self.stage.short_name(i)]
        for item in items:
            text = self.stage.readable(item.text, *slashed)
            line = row(gap=6)
            line.addWidget(label(self.stage.theme, f"{item.points:+d}", 12.5, 700))
            line.addWidget(paragraph(self.stage.theme, f"{self.stage.side_name(item.side)}: {text}", 12), 1)
            line.addWidget(RuleLink(self.stage.theme, self.links, item.rule))
            self.body.addLayout(line)

    def _grounds(self) -> None:
        self.body.addWidget(SectionHead(self.stage.theme, "Key to the map"))
        for word, hex in examples(self.stage).items():
            line = row(gap=8)
            line.addWidget(GroundSwatch(self.stage, self.ground, hex))
            looks = self.stage.presentation
            look = looks.terrain.get(word) or looks.features.get(word)
            line.addWidget(label(self.stage.theme, (look.label if look else "") or titled(word)), 1)
            self.body.addLayout(line)
        marks = Flow(10)
        for mark in CERTAINTY:
            one = QWidget()
            line = row(one, gap=4)
            line.addWidget(ProvenanceDot(self.stage.theme, mark))
            line.addWidget(label(self.stage.theme, mark, 12, ink="ink2"))
            marks.addWidget(one)
        self.body.addLayout(marks)


def results_table(state: GameState) -> CombatResultsTable:
    """The table combats are fought on, of the combat on the table or of one that might be."""
    side = state.board.sides[0]
    combat = state.combats[-1] if state.combats else Combat(0, "attack", side, ())
    return state.board.rules.combat_table(state, combat)


def examples(stage: Stage) -> dict[str, int]:
    """One hex of each ground, the plainest there is."""
    hex_map = stage.board.map
    tally = Tally(w for words in hex_map.terrain for w in words)
    tally.update(w for words in hex_map.features for w in words)
    found: dict[str, int] = {}
    for word, _ in tally.most_common():
        having = [h for h in range(len(hex_map)) if word in hex_map.terrain[h] or word in hex_map.features[h]]
        found[word] = min(
            having, key=lambda h: (len(hex_map.terrain[h]) + len(hex_map.features[h]), h in hex_map.place_at)
        )
    return found
