"""One game in the window: bar, tracks, tools, map, dock, combat panel, and how they work together."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, pyqtSignal
from PyQt6.QtWidgets import QSplitter, QWidget

from hexcore.actions import Roll
from hexcore.rules import Refusal
from hexcore.units import CHANCE
from hexcore_gui.ahead import Ahead
from hexcore_gui.beside import Beside
from hexcore_gui.bubble import Bubble
from hexcore_gui.camera import FULL_SCALE
from hexcore_gui.combat_panel import WIDE as PANEL_WIDE, CombatPanel
from hexcore_gui.combat_room import CombatRoom
from hexcore_gui.coming import due
from hexcore_gui.decision_bar import DecisionBar
from hexcore_gui.detaching import Detaching
from hexcore_gui.dock import NARROW, WIDE, Dock
from hexcore_gui.end_phase import EndPhase, HandOver
from hexcore_gui.ending import Ending
from hexcore_gui.explaining import Explanation, refused
from hexcore_gui.fault_strip import FaultStrip
from hexcore_gui.following import Following
from hexcore_gui.keyboard import Keyboard
from hexcore_gui.map_furniture import Overview, ScaleBar
from hexcore_gui.map_menus import MapMenus
from hexcore_gui.map_view import MapView
from hexcore_gui.overlays import NOTHING, shows
from hexcore_gui.page_links import PageLinks
from hexcore_gui.parts import Links, column, row
from hexcore_gui.pointed import learn_costs, pointed_facts
from hexcore_gui.pointing import AREAS, Pointing
from hexcore_gui.questions import PHASES, asked_of
from hexcore_gui.stage import Stage
from hexcore_gui.status_line import StatusLine
from hexcore_gui.table_link import TableLink
from hexcore_gui.tool_rail import ToolRail
from hexcore_gui.track_strip import TrackStrip
from hexcore_gui.wording import kind_heading


class GamePage(QWidget):
    """Everything of one game. `find_wanted` asks for the search field, `moment_wanted` for the game as it
    stood after so many answers, `report_wanted` for a report, `way_wanted` for other ways of the game.
    `laid_out` tells once that the page has its size and the map its first view; then it is `settled`.
    """

    find_wanted = pyqtSignal()
    moment_wanted = pyqtSignal(int)
    report_wanted = pyqtSignal()
    way_wanted = pyqtSignal()
    laid_out = pyqtSignal()
    room_kind, following_kind = CombatRoom, Following

    def __init__(self, stage: Stage, link: TableLink, tiles: Path | None = None) -> None:
        super().__init__()
        self.settled, self.dock_wide = False, 0
        self.stage, self.link, self.links = stage, link, Links(stage.board.ruleset.spelled)
        self.map = MapView(stage, tiles)
        self.pointing = Pointing(stage, link, self.map, self)
        self.bar = DecisionBar(stage, self.links)
        self.strip = TrackStrip(stage)
        self.rail = ToolRail(stage)
        self.dock = Dock(stage, self.links, link, self.pointing)
        self.panel = CombatPanel(stage, self.links)
        self.room = self.room_kind(stage, link, self.panel, self.pointing)
        self.fault = FaultStrip(stage, self.links)
        self.status = StatusLine(stage)
        self.bubble = Bubble(stage, self.links, self.map)
        self.overview, self.scale_bar = Overview(self.map), ScaleBar(self.map)
        self.end_phase = EndPhase(stage, self.links, self.map)
        self.ending = Ending(self)
        self.hand_over = HandOver(stage, self)
        self.map_menus = MapMenus(stage, link, self.map, self.pointing)
        self.following = self.following_kind(self)
        self.ahead = Ahead(link, self)
        self.lookup = PageLinks(self)
        self._lay_out()
        self.detaching = Detaching(self)
        self._connect()
        self.keyboard = Keyboard(self)
        if stage.unread is not None:
            self.fault.show_fault(stage.unread)
        self.refresh()
        self.following.no_more.remember()

    # ---------------------------------------------------------------- laying out
    def _lay_out(self) -> None:
        outer = column(self, 0)
        outer.addWidget(self.bar)
        outer.addWidget(self.strip)
        outer.addWidget(self.fault)
        middle = row(gap=0)
        middle.addWidget(self.rail)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.beside = Beside()
        self.beside.addWidget(self.dock)
        self.beside.addWidget(self.panel)
        self.beside.setMinimumWidth(self.stage.px(260))
        self.split.addWidget(self.map)
        self.split.addWidget(self.beside)
        self.split.setStretchFactor(0, 1)
        middle.addWidget(self.split, 1)
        outer.addLayout(middle, 1)
        outer.addWidget(self.status)
        self.map.installEventFilter(self)
        self.split.splitterMoved.connect(self._dock_dragged)

    def _dock_dragged(self) -> None:
        """A hand has set how wide the dock is: so it stays."""
        if self.beside.currentWidget() is self.dock and not self.detaching.detached:
            self.dock_wide = self.split.sizes()[1]
            self.dock.sections.changed.emit()

    def usual_dock(self) -> None:
        """The dock as it is before a hand has set anything."""
        self.dock_wide = 0
        self.dock.sections.usual()
        self.fit_dock()

    def _connect(self) -> None:
        link, pointing = self.link, self.pointing
        self._ties = (
            (link.lifted, self.following.lifted),
            (link.state_changed, self.following.changed),
            (link.state_changed, self.ahead.soon),
            (link.taken_back, self.following.taken_back),
            (link.refused, self._refused),
            (link.faulted, self.fault.show_fault),
            (link.players_changed, self.following.catch_up),
        )
        for signal, slot in self._ties:
            signal.connect(slot)
        pointing.selected.connect(self.dock.show_selected)
        pointing.several.connect(self.map_menus.ask_which)
        pointing.explained.connect(self._explain)
        pointing.silent.connect(self.bubble.put_away)
        pointing.status.connect(self._pointed_at)
        pointing.areas_changed.connect(self._areas)
        pointing.picks_changed.connect(self._picks)
        self.map.moved.connect(self._looked)
        self.map.menu_wanted.connect(self.map_menus.about_hex)
        self.bar.undo_pressed.connect(self.undo)
        self.bar.primary_pressed.connect(lambda: self.keyboard.primary())
        self.bar.pause_pressed.connect(self.link.stop_players)
        self.bar.sign_pressed.connect(self.way_wanted)
        self.fault.report_wanted.connect(self.report_wanted)
        self.dock.log.list.moment.connect(self.moment_wanted)
        self.panel.primary_pressed.connect(lambda: self.keyboard.primary())
        self.room.shown.connect(self._show_panel)
        self.room.shown_anew.connect(self.show_question)
        self.rail.used.connect(self.use_tool)
        self.strip.rule.connect(self.links.rule)
        self.hand_over.taken.connect(self.refresh)

    def retire(self) -> None:
        """Lets go of the game: another page takes its place, or the window closes."""
        for signal, slot in self._ties:
            signal.disconnect(slot)
        self.following.stop()
        self.ahead.retire()
        self.dock.charts.retire()
        self.map.retire()

    def first_hex(self) -> int:
        """Where the player first looks: the middle of what is lit for him, or of the units of who decides."""
        state, asked = self.link.state, self.link.choices
        hexes = asked.lit or asked.hexes_of_units(state)
        if lit := sorted(hexes, key=lambda h: self.stage.board.map.centres[h]):
            return lit[len(lit) // 2]
        own = [u.hex for u in state.units.values() if u.hex >= 0 and u.side == (state.to_decide or u.side)]
        return sorted(own, key=lambda h: self.stage.board.map.centres[h])[len(own) // 2] if own else 0

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        if event is not None and event.type() == QEvent.Type.Resize:
            self._furniture()
        return False

    def _furniture(self) -> None:
        """The overview folds where the map is small."""
        room = self.map.size()
        whole = self.map.camera.view.contains(self.map.shapes.bounds.adjusted(0.5, 0.5, -0.5, -0.5))
        self.overview.setVisible(room.width() >= 640 and room.height() >= 420 and not whole)
        self.overview.move(12, room.height() - self.overview.height() - 12)
        left = self.overview.width() + 22 if self.overview.isVisible() else 12
        self.scale_bar.move(left, room.height() - self.scale_bar.height() - 12)

    def _looked(self) -> None:
        """The map was moved or zoomed."""
        self.status.show_zoom(round(self.map.camera.scale / FULL_SCALE * 100))
        self._furniture()

    def fit_dock(self) -> None:
        """The dock's width for the window's."""
        width = self.width()
        if self.beside.currentWidget() is self.panel:
            wanted = min(self.stage.px(PANEL_WIDE), width - 420)
        else:
            usual = self.stage.px(NARROW if width < 1400 else WIDE)
            wanted = min(self.dock_wide or usual, max(width - 420, usual))
        if not self.detaching.detached:
            self.split.setSizes([max(width - self.rail.width() - wanted, 300), wanted])

    def showEvent(self, event: object) -> None:
        """Shown for the first time, and not when the window comes back to the screen."""
        if not self.settled:
            self.map.placed = False
            QTimer.singleShot(0, self._first_shown)

    def _first_shown(self) -> None:
        self.map.placed = True
        if self.settled:
            return
        self.settled = True
        self.fit_dock()
        self.map.fit_or_centre(self.first_hex())
        self.map.update()
        learn_costs(self.link.state)
        self.room.refresh()  # a game may be opened in the middle of a combat
        self.show_count()
        self.laid_out.emit()

    def show_count(self) -> None:
        """When the game is over: the points it was decided by."""
        if self.link.game is not None and self.link.state.outcome is not None:
            self.dock.tabs.show_page("Charts")

    # ---------------------------------------------------------------- the game goes on
    def refresh(self) -> None:
        """Everything shown anew from the game; what takes long, when the computer is not hurrying on."""
        if self.link.game is None:
            return
        self.show_question()
        self.bar.show_undo(self.link.history.why_no_undo())
        self.strip.show_state(self.link.state, self.link.ask(due) or ())
        self.pointing.refresh()
        self.dock.refresh(page=not self.following.hurried)
        self.overview.update()
        self._status(self.map.at)

    def show_question(self) -> None:
        """The bar over the map shown anew."""
        self.bar.show_asked(self.room.before.asked(asked_of(self.stage, self.link, self.pointing)))

    def _show_panel(self, on: bool) -> None:
        wanted = self.panel if on else self.dock
        if self.beside.currentWidget() is not wanted:
            self.beside.setCurrentWidget(wanted)
            self.fit_dock()
            if on and self.link.state.combats:
                QTimer.singleShot(0, self._keep_in_view)

    def _keep_in_view(self) -> None:
        if self.link.game is not None and self.link.state.combats:
            self.map.shift_into_view(self.link.state.combat.targets[0])

    # ---------------------------------------------------------------- verbs
    def undo(self) -> None:
        why = self.link.undo()
        if why:
            self.status.say(f"Cannot undo: {why}")

    def redo(self) -> None:
        why = self.link.redo()
        if why:
            self.status.say(why)

    def primary(self) -> None:
        """The one button: go on, put down, or end what may be ended, after a look at what is forgotten."""
        decision = self.link.decision
        if self.end_phase.isVisible():
            self.end_phase.confirm()
            return
        if decision is None or self.hand_over.isVisible() or self.room.before.throw():
            return
        if not self.link.ours:
            if self.link.stopped:
                self.link.go_on()
            return
        if decision.kind in PHASES or self.link.choices.ending is not None:
            self.ending.ask()

    def escape(self) -> None:
        """Esc: closes what is open, stops the computer player, puts down."""
        if self.end_phase.isVisible():
            self.end_phase.hide()
        elif self.keyboard.back_to_map() or self.room.before.put_back():
            pass
        elif self.following.news.isVisible():
            self.following.news.put_away()
        elif self.map.fan is not None:
            self.map.fan = None
            self.map.update()
        elif self.bubble.isVisible():
            self.bubble.put_away()
            self.pointing.forget_refusal()
        elif not self.link.ours and not self.link.stopped and self.link.decision is not None:
            self.link.stop_players()
        elif not self.pointing.put_down() and self.room.visible and not self.room.fighting:
            self.room.close()

    def roll(self, die: int) -> None:
        """A die typed in."""
        if self.link.decision is not None and self.link.decision.side == CHANCE:
            self.link.submit(Roll((die,)))

    def use_tool(self, tool: str, on: bool) -> None:
        """A tool of the rail, or its key."""
        if tool in AREAS:
            self._toggle_area(tool)
        elif tool == "counters":
            self.map.show_counters = not on
            self.map.update()
        elif tool == "terrain":
            self.pointing.bare = on
            self.map.show_counters = not on and not self.rail.is_on("counters")
            self.map.update()
            self.pointing.refresh()
        elif tool in ("in", "out"):
            self.map.zoom(1 if tool == "in" else -1)
        elif tool == "fit":
            self.map.fit()
        elif tool == "find":
            self.find_wanted.emit()

    def _toggle_area(self, area: str) -> None:
        """An overlay on or off; where it has nothing to show, the status line says so."""
        self.pointing.toggle_area(area)
        if area in self.pointing.areas:
            if not shows(self.map.overlays, area):
                self.status.say(NOTHING[area])
            if area == "victory":
                self.room.close()
                self.dock.charts.show_points()
                self.dock.tabs.show_page("Charts")

    # ---------------------------------------------------------------- showing things
    def find_unit(self) -> None:
        """The order of battle, its search field ready."""
        self.room.close()
        self.dock.tabs.show_page("Order of battle")
        self.dock.order.search.setFocus()
        self.dock.order.search.selectAll()

    def show_tab(self, name: str) -> None:
        self.room.close()
        self.dock.tabs.show_page(name)

    def show_log(self) -> None:
        """More room for the log, or as much as before."""
        self.room.close()
        self.dock.toggle_log()

    def detach_dock(self) -> None:
        """The dock in a window of its own; closing that window brings it back."""
        self.detaching.toggle()

    def _explain(self, what: Explanation, pinned: bool) -> None:
        centre = QPoint(self.map.width() // 2, self.map.height() // 2)
        at = self.map.point_of(what.hex) if what.hex >= 0 else centre
        self.bubble.explain(what, at, pinned=pinned)
        self._status(self.map.at)

    def _refused(self, refusal: Refusal, action: object) -> None:
        title = f"{kind_heading(self.stage, getattr(action, 'kind', ''))}: not allowed"
        self._explain(refused(self.stage, title, refusal, self.pointing.hex), True)

    def _pointed_at(self, hex: int) -> None:
        """An explanation that only hovers goes when the pointer rests on another hex."""
        shown = self.bubble.explanation
        if hex >= 0 and shown is not None and shown.hex != hex and not self.bubble.pinned:
            self.bubble.put_away()
        self._status(hex)

    def _status(self, hex: int) -> None:
        on_table = hex >= 0 and self.link.game is not None
        facts = pointed_facts(self, hex) if on_table else []
        self.status.show_facts(facts)
        self.map.setAccessibleDescription(". ".join(facts))

    def _areas(self, on: list[str]) -> None:
        for area in AREAS:
            self.rail.set_on(area, area in on)

    def _picks(self) -> None:
        self.dock.choices.show_choices(self.pointing.choices, self.link.decision, self.link.state)
        self.room.show_choices()
        if self.dock.tabs.page == "Arrivals":
            self.dock.refresh_page()
