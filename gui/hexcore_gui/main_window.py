"""The window: pages, files and the log; a game page is built anew when the game or the looks change."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TypeGuard

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PyQt6.QtWidgets import QFileDialog, QInputDialog, QLabel, QMainWindow, QMessageBox

from hexcore.gamefile import GameFileError, RulesChanged
from hexcore.ruleset import installed
from hexcore.state import Outcome
from hexcore.units import CHANCE
from hexcore_gui.desk import Desk
from hexcore_gui.dock_sections import as_left
from hexcore_gui.faults import Fault, rule_fault
from hexcore_gui.game_page import GamePage
from hexcore_gui.handing_over import HandingOver
from hexcore_gui.laboratory import Laboratory
from hexcore_gui.loading import Loading
from hexcore_gui.log_panel import Kept
from hexcore_gui.menu_title import MenuTitle
from hexcore_gui.menus import Menus
from hexcore_gui.new_game_dialog import NewGameDialog
from hexcore_gui.page_links import hex_found
from hexcore_gui.preferences import Preferences, fresh_file, games_folder
from hexcore_gui.referee_dialog import Referee
from hexcore_gui.replays import Replays
from hexcore_gui.report_dialog import Reports
from hexcore_gui.retelling import LogTelling
from hexcore_gui.rules_changed import RulesChangedDialog
from hexcore_gui.seats import PlayersDialog
from hexcore_gui.stage import Stage
from hexcore_gui.start_page import StartPage
from hexcore_gui.stylesheet import sheet
from hexcore_gui.table_link import NewGame, TableLink
from hexcore_gui.theme import Theme
from hexcore_gui.undoing import Undoing
from hexcore_gui.watching import Watching
from hexcore_gui.what_ifs import WhatIfs
from hexcore_gui.wording import Line, count

FILES = "Games (*.hexgame)"
PEEKS = {Qt.Key.Key_H: "counters", Qt.Key.Key_T: "terrain"}
TAP = 0.3
"""Seconds up to which a key that peeks toggles instead."""


class MainWindow(QMainWindow):
    """One window with at most one game. *games* is where games go that are given no file."""

    def __init__(
        self, preferences: Preferences | None = None, games: Path | None = None, tiles: Path | None = None
    ) -> None:
        super().__init__()
        self.preferences = preferences or Preferences()
        self.games, self.tiles = games, tiles
        self.theme = self.preferences.theme
        self.link = TableLink(self)
        self.link.speed = self.preferences.speed
        self.page: GamePage | None = None
        self.untold: Fault | None = None
        self.dialog: NewGameDialog | None = None
        self.players: PlayersDialog | None = None
        self.telling = LogTelling(self)
        self._peek: dict[int, tuple[datetime, bool]] = {}
        self.title, self.saved = MenuTitle(), QLabel("")
        self.setWindowTitle("hexcore")
        self.replays, self.what_ifs, self.watching = Replays(self), WhatIfs(self), Watching(self)
        self.laboratory, self.referee, self.reports = Laboratory(self), Referee(self), Reports(self)
        self.rules_changed: RulesChangedDialog | None = None
        self.loading, self.handing_over = Loading(self), HandingOver(self)
        self.menus = Menus(self)
        self.undoing = Undoing(self)
        bar = self.menuBar()
        assert bar is not None
        self.title.setParent(bar)
        self.saved.setParent(bar)
        self.resize(1600, 1000)
        self.link.opened.connect(self._opened)
        self.link.saved.connect(self._saved)
        self.link.faulted.connect(self._keep_untold)
        self.link.ended.connect(self._ended)
        self.link.turned.connect(self._turned)
        self.link.players_changed.connect(self.menus.refresh)
        self.link.players_changed.connect(self._show_title)
        self.desk = Desk(self)
        self.dress(self.theme)

    # ---------------------------------------------------------------- pages
    def dress(self, theme: Theme) -> None:
        """Puts on a theme: everything is built anew in it."""
        self.theme = theme
        self.preferences.keep_theme(theme)
        self.setStyleSheet(sheet(theme))
        bar = self.menuBar()
        if bar is not None:
            bar.setFont(theme.ui_font(13))
            bar.setFixedHeight(round(30 * theme.ui_scale))
        self.title.setFont(theme.ui_font(13, 600))
        self.saved.setFont(theme.ui_font(12))
        self.saved.setStyleSheet(f"color: {theme.tokens.ink3};")
        if self.link.game is not None:
            lines = self.page.dock.log.list.lines if self.page is not None else []
            self._show_game(lines)
        else:
            self.setCentralWidget(StartPage(self))
        self._place_title()
        for beside in (self.replays, self.laboratory, self.watching):
            beside.dress()
        self.loading.bar.dress(theme)

    def _show_game(self, lines: list[Kept]) -> None:
        game = self.link.game
        assert game is not None
        if self.page is not None:
            self.page.retire()
        again = self.page.fault.fault if self._on_page(self.page) else None
        self.page = None  # from here on a fault has no strip to go to
        try:
            self.page = GamePage(Stage.of(game.board, self.theme), self.link, self.tiles)
        except Exception as fault:  # a ruleset can fail in any way
            self._not_shown(rule_fault(fault, "showing the game", game.board.ruleset, "The game is kept."))
            return
        self.page.map.motion.reduced = self.preferences.reduced_motion
        self.page.find_wanted.connect(self.find_unit)
        self.page.moment_wanted.connect(self.replays.open)
        self.page.report_wanted.connect(self.reports.open)
        self.page.way_wanted.connect(self.what_ifs.ask_way)
        as_left(self.preferences, self.page)
        self.page.dock.charts.folder = self.games or games_folder()
        self.page.dock.log.list.lines = list(lines)
        self.page.dock.log.list.lay_out()
        self.setCentralWidget(self.page)
        self.desk.watch()
        self.handing_over.watch(self.page)
        self.page.map.addAction(self.menus.actions["Next unit of the stack"])
        self._show_title()
        self.page.map.setFocus()
        self.menus.refresh()
        if (open_fault := self.untold or again) is not None:
            self.page.fault.show_fault(open_fault)
        self.untold = None

    def _not_shown(self, fault: Fault) -> None:
        """A game that cannot be shown is put away; its file is as it was."""
        path = self.link.file.path if self.link.file is not None else None
        self.page = None
        self.link.lay_aside()
        self.setCentralWidget(StartPage(self))
        self.menus.refresh()
        self.complain(f"{fault.what}. {f'The game is kept in {path}.' if path else ''}".strip())

    def tell(self, fault: Fault) -> None:
        """Shows what has failed, over the map where there is one."""
        if self.page is not None:
            self.page.fault.show_fault(fault)
        else:
            self.complain(fault.what)

    def _show_title(self) -> None:
        """The game's title; while a what-if is played, its name before it, in its colour."""
        if self.page is None:
            return
        name, tokens = self.link.history.what_if, self.theme.tokens
        title = f"What if: {name} · {self.page.stage.title}" if name else self.page.stage.title
        self.setWindowTitle(f"{title} · hexcore")
        self.title.show_title(title)
        self.title.setStyleSheet(f"color: {tokens.what_if if name else tokens.ink};")
        self._place_title()

    def _place_title(self) -> None:
        bar = self.menuBar()
        if bar is not None:
            self.title.place(bar, self.saved)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._place_title()

    # ---------------------------------------------------------------- games and files
    def new_game(self, id: str = "") -> None:
        """Asks which game, that of an *id* first, then starts it in a file of its own."""
        sides, kinds = self.link.game.board.sides if self.link.game else (), self.link.player_kinds
        seated = {str(side): kinds.get(side, "") for side in sides}
        self.dialog = NewGameDialog(self.theme, installed(load=False), self, seated)
        self.dialog.choose(id)
        self.dialog.accepted.connect(self._dialog_done)
        self.dialog.open()

    def _dialog_done(self) -> None:
        if self.dialog is not None and self.dialog.chosen is not None:
            self.loading.start(self.dialog.chosen)

    def start(self, new: NewGame, path: Path | None = None) -> bool:
        """Starts a game, in *path* or in a fresh file among the player's games."""
        try:
            file = path or fresh_file(new.ruleset.id, new.scenario, self.games)
            if not self.link.start(new, file):
                if self.page is None and self.untold is not None:
                    self.complain(self.untold.what)
                return False
        except (GameFileError, OSError) as fault:
            self.complain(f"The game could not be started: {fault}")
            return False
        self.preferences.keep_recent(file)
        return True

    def choose_players(self) -> None:
        """Asks who plays from now on; meanwhile the computer players wait."""
        link, page = self.link, self.page
        if link.game is None or page is None:
            return
        names = {str(side): page.stage.side_name(side) for side in link.game.board.sides}
        seated = {str(side): kind for side, kind in link.player_kinds.items()}
        self.players = PlayersDialog(self.theme, names, seated, link.speed, self)
        if not link.stopped:
            link.stop_players()
            self.players.rejected.connect(link.go_on)
        self.players.accepted.connect(self._players_chosen)
        self.players.open()

    def _players_chosen(self) -> None:
        if self.players is not None:
            self.keep_pace(self.players.pace.currentData())
            self.link.seat(self.players.seats.chosen())
            self.link.go_on()

    def keep_pace(self, pace: float) -> None:
        """How fast computer players answer, now and in later games."""
        self.link.speed = pace
        self.preferences.keep_speed(pace)
        self.menus.refresh()

    def open_game(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Open a game", str(self.games or ""), FILES)
        if name:
            self.loading.open(Path(name))

    def open_file(self, path: Path) -> bool:
        """Opens a game file; says in one line why it cannot be opened."""
        try:
            self.link.open(path)
        except RulesChanged as changed:
            self.ask_bringing_over(path, str(changed))
            return False
        except (GameFileError, OSError, ValueError) as fault:
            self.complain(str(fault))
            return False
        self.preferences.keep_recent(path)
        return True

    def ask_bringing_over(self, path: Path, told: str) -> None:
        """The rules of a game have changed: says what, and offers to bring it over."""
        self.complaint = told
        self.rules_changed = RulesChangedDialog(self.theme, path, told, self)
        self.rules_changed.brought_over.connect(lambda new: self.loading.open(Path(new)))
        self.rules_changed.watched.connect(self.watching.begin)
        self.rules_changed.open()

    def save_as(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, "Keep the game in another file", str(self.games or ""), FILES
        )
        if name:
            self.save_in(Path(name))

    def save_in(self, path: Path) -> bool:
        """Keeps the game in another file from now on."""
        path = path if path.suffix else path.with_suffix(".hexgame")
        try:
            self.link.save_as(path)
        except (GameFileError, OSError, AssertionError) as fault:
            self.complain(f"The game was not saved: {fault}")
            return False
        self.preferences.keep_recent(path)
        return True

    def complain(self, text: str) -> None:
        """One line about something that cannot be done, without stopping the window."""
        box = QMessageBox(QMessageBox.Icon.Warning, "hexcore", text, QMessageBox.StandardButton.Ok, self)
        box.setModal(False)
        box.show()
        self.complaint = text

    complaint = ""

    def closeEvent(self, event: QCloseEvent | None) -> None:
        """A computer player that still thinks is waited for when the window is out of sight."""
        self.telling.stop()
        self.desk.leave()
        self.hide()
        self.loading.close()
        for beside in (self.replays, self.watching, self.referee):
            beside.close()
        if self.page is not None:
            self.page.retire()
        self.link.close()
        super().closeEvent(event)

    # ---------------------------------------------------------------- following the game
    def _opened(self) -> None:
        self._show_game([])
        file, game = self.link.file, self.link.game
        if file is not None:
            self._saved(str(file.path))
        if file is not None and game is not None and self.page is not None:
            placed = sum(1 for unit in game.state.units.values() if unit.hex >= 0)
            first = Line(
                f"{self.page.stage.board.scenario.title}: {count(placed, 'counter')} on the map", heading=True
            )
            if all(entry.side == CHANCE for entry in game.journal):
                self.page.dock.log.begin(len(game.journal))
            self.telling.begin([Kept(first, "", 0)])
            self.handing_over.begin()

    def _turned(self, common: int) -> None:
        """Another way of the game lies here: what it does not share with the one before is told anew."""
        if self.page is not None:
            self.page.following.turned_over(common)
            self._show_title()
            self.telling.again(common)

    def _keep_untold(self, fault: Fault) -> None:
        """A fault of a game that no page shows yet."""
        if not self._on_page(self.page):
            self.untold = fault

    def _on_page(self, page: GamePage | None) -> TypeGuard[GamePage]:
        """Whether a page shows the game on the table."""
        game = self.link.game
        return page is not None and game is not None and page.stage.board is game.board

    def _saved(self, path: str) -> None:
        self.saved.setText(f"Saved {datetime.now():%H:%M}")
        self.saved.setToolTip(path)
        self._place_title()

    def _ended(self, outcome: Outcome) -> None:
        if self.page is not None:
            self.page.refresh()
            self.page.show_count()
            self.page.status.say(f"The game is over: {outcome.text}")

    # ---------------------------------------------------------------- finding
    def find_unit(self) -> None:
        if self.page is not None:
            self.page.find_unit()

    def find_hex(self) -> None:
        if self.page is None:
            return
        number, given = QInputDialog.getText(self, "Find a hex", "Number or name of the place")
        if given:
            self.go_to(number)

    def go_to(self, wanted: str) -> bool:
        """Centres on a hex by its number or the name of its place."""
        assert self.page is not None
        found = hex_found(self.page.stage, wanted)
        if found < 0:
            self.page.status.say(f"There is no hex {wanted!r} on this map.")
            return False
        self.page.links.hex.emit(found)
        return True

    # ---------------------------------------------------------------- keys that peek
    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and self.page is not None and event.key() in PEEKS and not event.isAutoRepeat():
            tool = PEEKS[Qt.Key(event.key())]
            was = self.page.rail.is_on(tool)
            self._peek[event.key()] = (datetime.now(), was)
            self._set_tool(tool, not was)
            return
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() in self._peek and not event.isAutoRepeat():
            began, was = self._peek.pop(event.key())
            if (datetime.now() - began).total_seconds() > TAP:
                self._set_tool(PEEKS[Qt.Key(event.key())], was)
            return
        super().keyReleaseEvent(event)

    def _set_tool(self, tool: str, on: bool) -> None:
        assert self.page is not None
        self.page.rail.set_on(tool, on)
        self.page.use_tool(tool, on)
