"""Charts: what matters now (combat results, victory points, the ground), and every table of the ruleset."""

from __future__ import annotations

from collections import Counter as Tally
from functools import cached_property
from pathlib import Path

from PyQt6.QtCore import QTimer
from PyQt6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from hexcore.charts import CombatResultsTable
from hexcore.rules import Objective
from hexcore.state import Combat, GameState
from hexcore_gui.chart_page import ChartPage, ChartWindow
from hexcore_gui.chart_tables import Chart, charts_of
from hexcore_gui.combat_table import CombatTable
from hexcore_gui.long_work import LongWork
from hexcore_gui.map_key import MapKey
from hexcore_gui.off_map_panels import Scrolled
from hexcore_gui.parts import (
    Chooser,
    Links,
    RuleLink,
    SectionHead,
    button,
    column,
    emptied,
    label,
    paragraph,
    row,
)
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.wording import standing_text, titled_first, value_text

NOW, NOW_TITLE = "now", "What matters now"
"""The page of the combat table, the points and the key to the map."""


class ChartsPanel(QWidget):
    """The charts of a game: what matters now on one page, each table of the ruleset on one of its own.

    `folder` is where the player's own corrections go; without it nothing is kept.
    """

    def __init__(self, stage: Stage, links: Links, link: TableLink) -> None:
        super().__init__()
        self.stage, self.links, self.link = stage, links, link
        self.folder: Path | None = None
        self.charts: dict[str, Chart] = {}
        self.shown = NOW
        self._work: LongWork | None = None
        self._key: MapKey | None = None
        outer = column(self, 4, (0, 4, 0, 0))
        self.choice = Chooser(stage.theme)
        self.choice.setAccessibleName("Which chart is shown")
        self.choice.activated.connect(lambda n: self.show_chart(self.choice.itemData(n)))
        self.larger = button(stage.theme, "Larger ↗", self.show_large, look="chip")
        self.larger.setToolTip("This chart in a window of its own")
        head = row(gap=6)
        head.addWidget(self.choice, 1)
        head.addWidget(self.larger)
        outer.addLayout(head)
        self.large: ChartWindow | None = None
        self.points: SectionHead | None = None
        self.points_first = False
        """The victory points were asked for: they stand before the combat results."""
        self.now = Scrolled()
        self.page = self._page_of_its_own()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.now)
        self.pages.addWidget(self.page)
        outer.addWidget(self.pages, 1)

    def _page_of_its_own(self) -> ChartPage:
        return ChartPage(self.stage, self.links, lambda: self.folder)

    @property
    def body(self) -> QVBoxLayout:
        return self.now.body

    def show_charts(self) -> None:
        """What matters now, shown anew; the tables are read when they are first wanted."""
        if self._work is None:
            self._read()
        if self._key is not None:
            self.body.removeWidget(self._key)
        emptied(self.body)
        over = self.link.game is not None and self.link.state.outcome is not None
        first = over or self.points_first
        for part in (self._victory, self._results) if first else (self._results, self._victory):
            part()
        self._key = self._key or MapKey(self.stage)
        self.body.addWidget(self._key)
        self.body.addStretch(1)
        if self.shown in self.charts:
            self.show_chart(self.shown)

    def show_points(self) -> None:
        """The page with the victory points, these at its head."""
        if not self.points_first:
            self.points_first = True
            self.show_charts()
        self.show_chart(NOW)
        QTimer.singleShot(0, self._points_into_sight)

    def _points_into_sight(self) -> None:
        inside, bar = self.body.parentWidget(), self.now.verticalScrollBar()
        if inside is not None:
            self.body.activate()
            inside.adjustSize()
        if self.points is not None and bar is not None:
            bar.setValue(self.points.y())

    def _read(self) -> None:
        """All tables of the ruleset, in a thread: that takes seconds."""
        self._list("Reading the tables …")
        ruleset, looks = self.stage.board.ruleset, self.stage.presentation
        self._work = LongWork(lambda _step: charts_of(ruleset, looks), "charts")
        self._work.done.connect(self._read_all)
        self._work.failed.connect(self._unreadable)
        self._work.begin()

    def _read_all(self, found: list[Chart]) -> None:
        self.charts = {chart.id: chart for chart in found}
        self._list()

    def _unreadable(self, fault: BaseException) -> None:
        self._list("The tables cannot be read")
        self.choice.setToolTip(str(fault))

    def _list(self, told: str = "") -> None:
        """What can be chosen; *told* stands for tables that are not there."""
        self.choice.clear()
        for id, title in ((NOW, NOW_TITLE), *((c.id, c.title) for c in self.charts.values())):
            self.choice.addItem(title, id)
        if told:
            self.choice.addItem(told, NOW)
        self.choice.setCurrentIndex(max(0, self.choice.findData(self.shown)))
        self.larger.setVisible(self.shown in self.charts)

    def show_chart(self, id: str) -> None:
        """One of the tables, or what matters now."""
        again, self.shown = id == self.shown and self.pages.currentIndex() > 0, id
        self.choice.setCurrentIndex(max(0, self.choice.findData(id)))
        self.larger.setVisible(id in self.charts)
        self.pages.setCurrentIndex(1 if id in self.charts else 0)
        if id in self.charts:
            chart = self.charts[id]
            if not again or self.page.chart is not chart:
                self.page.show_chart(chart, self._lit(chart))

    def show_large(self) -> None:
        """The chart that is shown in a window of its own, which stays."""
        chart = self.charts.get(self.shown)
        if chart is not None:
            self.large = ChartWindow(self._page_of_its_own(), chart, self._lit(chart), self)
            self.large.show()

    def _lit(self, chart: Chart) -> str:
        """The head of the column that holds now: of the combat, or of what a track says."""
        state, lit = self.link.state, chart.look.lit
        if lit in state.tracks:
            said = {str(state.tracks[lit]).lower(), value_text(self.stage, lit, state.tracks[lit]).lower()}
            return next((head for head in chart.heads if head.lower() in said), "")
        return state.combats[-1].column if state.combats else ""

    def retire(self) -> None:
        """Another page takes the place of this one."""
        if self._work is not None:
            self._work.give_up()
        if self.large is not None:
            self.large.close()

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
        if made.origin():
            self.body.addWidget(paragraph(self.stage.theme, made.origin(), 11.5, ink="ink3"))

    def _victory(self) -> None:
        items = self.link.ask(lambda s: s.board.rules.victory_points(s)) or []
        ground = self.link.ask(lambda s: s.board.rules.objectives(s)) or []
        self.points = None
        if not items and not ground:
            return
        over = self.link.state.outcome is not None
        title = "Victory points" if over else "Victory points now"
        sums = Tally[str]()
        for item in items:
            sums[item.side] += item.points
        total = " · ".join(f"{self.stage.side_name(s)} {sums[s]}" for s in self.stage.board.sides)
        self.points = SectionHead(self.stage.theme, title, total)
        self.body.addWidget(self.points)
        self._standing()
        for item in items:
            text = self.stage.readable(item.text, *self._slashed)
            line = row(gap=6)
            line.addWidget(label(self.stage.theme, f"{item.points:+d}", 12.5, 700))
            line.addWidget(paragraph(self.stage.theme, f"{self.stage.side_name(item.side)}: {text}", 12), 1)
            line.addWidget(RuleLink(self.stage.theme, self.links, item.rule))
            self.body.addLayout(line)
        for one in ground:
            self._objective(one)

    @cached_property
    def _slashed(self) -> list[str]:
        """Units that a text of the rules may call by a number of two parts."""
        return [i for i in self.stage.board.counters if "/" in self.stage.short_name(i)]

    def _standing(self) -> None:
        """Which level the points come to, if the game were judged now."""
        level = self.link.ask(lambda s: s.outcome or s.board.rules.standing(s))
        if level is not None:
            line = row(gap=6)
            line.addWidget(paragraph(self.stage.theme, standing_text(level), 12.5, 600, "ink"), 1)
            line.addWidget(RuleLink(self.stage.theme, self.links, level.rule))
            self.body.addLayout(line)

    def _objective(self, one: Objective) -> None:
        """Ground that victory asks for: who holds it, what it is worth; a click on its hex shows it."""
        theme, line = self.stage.theme, row(gap=6)
        held = f"{self.stage.side_name(one.holder)}; " if one.holder else ""
        text = f"★ {titled_first(one.name)}: {held}{one.worth}"
        line.addWidget(paragraph(theme, text, 12), 1)
        if one.hexes:
            show = button(theme, self.stage.number(one.hexes[0]), look="chip")
            show.clicked.connect(lambda _on=False, hex=one.hexes[0]: self.links.hex.emit(hex))
            line.addWidget(show)
        line.addWidget(RuleLink(theme, self.links, one.rule))
        self.body.addLayout(line)


def results_table(state: GameState) -> CombatResultsTable:
    """The table combats are fought on, of the combat on the table or of one that might be."""
    side = state.board.sides[0]
    combat = state.combats[-1] if state.combats else Combat(0, "attack", side, ())
    return state.board.rules.combat_table(state, combat)
