"""The dock beside the map: stack inspector, answers, tabs, log."""

from __future__ import annotations

from functools import partial

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PyQt6.QtWidgets import QButtonGroup, QPushButton, QWidget

from hexcore.rules import Refusal
from hexcore_gui.beside import Pages
from hexcore_gui.charts_panel import ChartsPanel
from hexcore_gui.choices_panel import ChoicesPanel
from hexcore_gui.coming import due
from hexcore_gui.dock_sections import Sections
from hexcore_gui.inspector import Inspector
from hexcore_gui.log_panel import LogPanel
from hexcore_gui.no_more import OutOfReach
from hexcore_gui.off_map_panels import ArrivalsPanel, BoxesPanel
from hexcore_gui.order_of_battle import OrderOfBattle
from hexcore_gui.parts import Links, button, column, row
from hexcore_gui.pointing import Pointing
from hexcore_gui.questions import PHASES
from hexcore_gui.rules_panel import RulesPanel
from hexcore_gui.stage import Stage
from hexcore_gui.table_link import TableLink
from hexcore_gui.theme import colour
from hexcore_gui.why_not import nowhere

WIDE, NARROW = 352, 300
FEW, SHORT = 6, 72
"""A list of more answers than that in a phase of moves or attacks is shown no higher than so many pixels."""
TABS = ("Order of battle", "Arrivals", "Charts", "Rules", "Boxes")


class Tabs(QWidget):
    """Pages under a black rule; the name of the one shown is bold and in capitals."""

    shown = pyqtSignal(str)

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        box = column(self, 0, (0, 3, 0, 0))
        line = row(gap=9)
        self.group = QButtonGroup(self)
        self.buttons: dict[str, QPushButton] = {}
        self.pages = Pages()
        for name in TABS:
            made = button(stage.theme, name, partial(self.show_page, name), look="tab")
            made.setCheckable(True)
            self.group.addButton(made)
            self.buttons[name] = made
            line.addWidget(made)
        line.addStretch(1)
        box.addLayout(line)
        box.addWidget(self.pages, 1)

    def add(self, page: QWidget) -> None:
        self.pages.addWidget(page)

    @property
    def page(self) -> str:
        return TABS[self.pages.currentIndex()]

    def show_page(self, name: str) -> None:
        self.pages.setCurrentIndex(TABS.index(name))
        self.pages.updateGeometry()
        self._mark(name)
        self.shown.emit(name)

    def _mark(self, name: str) -> None:
        theme = self.stage.theme
        for other, made in self.buttons.items():
            on = other == name
            made.setChecked(on)
            made.setText(other.upper() if on and self.width() > theme.ui_scale * 310 else other)
            made.setFont(theme.ui_font(11 if on else 12, 700 if on else 400, tracking=2 if on else 0))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._mark(self.page)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 2, colour(self.stage.theme.tokens.ink))


class Dock(QWidget):
    """All panels of the dock, kept up to date together."""

    def __init__(self, stage: Stage, links: Links, link: TableLink, pointing: Pointing) -> None:
        super().__init__()
        self.stage, self.link, self.pointing = stage, link, pointing
        self.setProperty("ground", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.inspector = Inspector(stage, links, link)
        self.choices = ChoicesPanel(stage)
        self.choices.foretell = pointing.previews.of
        self.choices.why_none = self._nowhere
        self.choices.planned = lambda offer: link.plans.wished(link.viewer, offer.action)
        self.order = OrderOfBattle(stage, links)
        self.arrivals = ArrivalsPanel(stage, links)
        self.charts = ChartsPanel(stage, links, link)
        self.rules = RulesPanel(stage)
        self.boxes = BoxesPanel(stage, links)
        self.tabs = Tabs(stage)
        for page in (self.order, self.arrivals, self.charts, self.rules, self.boxes):
            self.tabs.add(page)
        self.log = LogPanel(stage, links)
        self._stale = False
        self.order.list.pointed.connect(pointing.point_at_units)
        self.arrivals.picked.connect(pointing.pick)
        self.choices.picked.connect(pointing.pick)
        self.choices.pointed.connect(pointing.point_at)
        self.choices.chosen.connect(lambda offer: pointing.give(offer.action))
        self.inspector.picked.connect(self._another)
        pointing.way_shown.connect(self.inspector.show_way)
        self.tabs.shown.connect(lambda _name: self.refresh_page())
        self.sections = Sections(self)
        self.split = self.sections.split
        column(self, 0).addWidget(self.split)
        self.tabs.show_page(TABS[0])

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self.sections.soon()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, 1, self.height(), colour(self.stage.theme.tokens.line))

    # ---------------------------------------------------------------- what is shown
    def refresh(self, *, page: bool = True) -> None:
        """After anything happened; without the page that is open, where more is to happen at once."""
        hand = tuple(u.id for u in self.pointing.in_hand)
        state = self.link.state
        if hand and (self.inspector.unit not in hand):
            self.inspector.show_hex(state, state.units[hand[-1]].hex, hand[-1], hand)
        else:
            self.inspector.refresh(state, hand)
        self.pointing.tell_way()
        self.choices.show_choices(self.pointing.choices, self.link.decision, self.link.state)
        self._keep_short()
        turn = f"Turn {state.turn}"
        date = self.stage.presentation.track_look("turn").words.get(str(state.turn), "")
        self.log.head.say("Log", f"{turn} · {date}" if date else turn)
        self.sections.soon()
        if page:
            self.refresh_page()

    def _nowhere(self) -> OutOfReach | None:
        """Why units in hand can go to no hex."""
        hand = self.pointing.in_hand
        why = nowhere(self.link, hand) if hand and not self.pointing.choices.lit else None
        if why is None:
            return None
        return OutOfReach("", Refusal(why.rule, self.stage.readable(why.reason, *(u.id for u in hand))))

    def _keep_short(self) -> None:
        """Where nearly every unit may be clicked, the list of them leaves its room to the rest."""
        if self.pointing.kind in PHASES and len(self.choices.buttons) > FEW:
            self.choices.area.setFixedHeight(min(self.choices.area.height(), self.stage.px(SHORT)))

    def showEvent(self, event: QShowEvent | None) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh_page()

    def refresh_page(self) -> None:
        """The page that is open, when it can be seen; the others are built when they are opened."""
        self.sections.soon()
        self._stale = not self.isVisible()
        if self._stale or self.link.game is None:
            return
        state, page = self.link.state, self.tabs.page
        if page == "Order of battle":
            self.order.show_state(state, self.link.choices, self.link.viewer)
        elif page == "Arrivals":
            self.arrivals.show_state(state, self.pointing.choices, self.link.ask(due) or ())
        elif page == "Boxes":
            self.boxes.show_state(state)
        elif page == "Charts":
            self.charts.show_charts()

    def show_selected(self, hex: int, unit: str) -> None:
        """A unit or a hex was selected: the inspector shows it, and the order of battle its row."""
        self.order.show_selected(unit or self.pointing.top_of(hex))
        hand = tuple(u.id for u in self.pointing.in_hand)
        if hex >= 0:
            self.inspector.show_hex(self.link.state, hex, unit, hand)
        elif unit:
            self.inspector.show_unit(self.link.state, unit)
        else:
            self.inspector.show_nothing()
        self.sections.soon()

    def show_rule(self, number: str) -> None:
        self.rules.show_rule(number)
        self.tabs.show_page("Rules")

    def toggle_log(self) -> None:
        """The log as high as the tabs leave it, or as high as it was before."""
        self.sections.toggle_log()

    def _another(self, unit: str) -> None:
        self.pointing.select(self.link.state.units[unit].hex, unit)
        self.pointing.refresh()
