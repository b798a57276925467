"""The window: pages, files and the log; a game page is built anew when the game or the looks change."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PyQt6.QtWidgets import QFileDialog, QInputDialog, QLabel, QMainWindow, QMessageBox, QWidget

from hexcore.gamefile import GameFileError, RulesChanged
from hexcore.ruleset import installed
from hexcore.state import Outcome
from hexcore_gui.game_page import GamePage
from hexcore_gui.log_panel import Kept
from hexcore_gui.menus import Menus
from hexcore_gui.new_game_dialog import NONE_INSTALLED, NewGameDialog
from hexcore_gui.page_links import hex_found
from hexcore_gui.parts import button, column, label, paragraph
from hexcore_gui.preferences import Preferences, fresh_file
from hexcore_gui.referee_dialog import Referee
from hexcore_gui.replays import Replays
from hexcore_gui.report_dialog import Reports
from hexcore_gui.retelling import LogTelling
from hexcore_gui.rules_changed import RulesChangedDialog
from hexcore_gui.seats import PlayersDialog
from hexcore_gui.stage import Stage
from hexcore_gui.stylesheet import sheet
from hexcore_gui.table_link import NewGame, TableLink
from hexcore_gui.theme import Theme
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
        self.dialog: NewGameDialog | None = None
        self.players: PlayersDialog | None = None
        self.telling = LogTelling(self)
        self._peek: dict[int, tuple[datetime, bool]] = {}
        self.title, self.saved = QLabel("hexcore"), QLabel("")
        self.setWindowTitle("hexcore")
        self.replays, self.what_ifs = Replays(self), WhatIfs(self)
        self.referee, self.reports = Referee(self), Reports(self)
        self.rules_changed: RulesChangedDialog | None = None
        self.menus = Menus(self)
        bar = self.menuBar()
        assert bar is not None
        self.title.setParent(bar)
        self.saved.setParent(bar)
        self.resize(1600, 1000)
        self.link.opened.connect(self._opened)
        self.link.saved.connect(self._saved)
        self.link.ended.connect(self._ended)
        self.link.turned.connect(self._turned)
        self.link.players_changed.connect(self.menus.refresh)
        self.link.players_changed.connect(self._show_title)
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
            self.setCentralWidget(self._start_page())
        self._place_title()
        self.replays.dress()

    def _start_page(self) -> QWidget:
        page = QWidget()
        outer = column(page, 12, (60, 60, 60, 60))
        outer.addWidget(label(self.theme, "hexcore", 28, 700))
        left = Qt.AlignmentFlag.AlignLeft
        if not any(found.ruleset for found in installed()):
            outer.addWidget(paragraph(self.theme, NONE_INSTALLED, 14))
        outer.addWidget(button(self.theme, "New game …", self.new_game, look="primary"), 0, left)
        outer.addWidget(button(self.theme, "Open …", self.open_game), 0, left)
        recent = self.preferences.recent
        if recent:
            outer.addWidget(label(self.theme, "Last played", 12, 600, "ink3"))
        for path in recent:
            made = button(self.theme, path.stem, partial(self.open_file, path), look="quiet")
            made.setToolTip(str(path))
            outer.addWidget(made, 0, left)
        outer.addStretch(1)
        return page

    def _show_game(self, lines: list[Kept]) -> None:
        game = self.link.game
        assert game is not None
        if self.page is not None:
            self.page.retire()
        self.page = GamePage(Stage.of(game.board, self.theme), self.link, self.tiles)
        self.page.map.motion.reduced = self.preferences.reduced_motion
        self.page.find_wanted.connect(self.find_unit)
        self.page.moment_wanted.connect(self.replays.open)
        self.page.report_wanted.connect(self.reports.open)
        self.page.way_wanted.connect(self.what_ifs.ask_way)
        self.page.dock.log.list.lines = list(lines)
        self.page.dock.log.list.lay_out()
        self.setCentralWidget(self.page)
        self._show_title()
        self.page.map.setFocus()
        self.menus.refresh()

    def _show_title(self) -> None:
        """The game's title; while a what-if is played, its name before it, in its colour."""
        if self.page is None:
            return
        name, tokens = self.link.history.what_if, self.theme.tokens
        title = f"What if: {name} · {self.page.stage.title}" if name else self.page.stage.title
        self.setWindowTitle(f"{title} · hexcore")
        self.title.setText(title)
        self.title.setStyleSheet(f"color: {tokens.what_if if name else tokens.ink};")
        self._place_title()

    def _place_title(self) -> None:
        bar = self.menuBar()
        if bar is None:
            return
        self.title.adjustSize()
        self.saved.adjustSize()
        high = bar.height()
        saved = self.width() - self.saved.width() - 14
        self.saved.move(saved, (high - self.saved.height()) // 2)
        menus = max((bar.actionGeometry(menu).right() for menu in bar.actions()), default=0) + 16
        room = saved - 16 - menus  # between the menus and the time of saving
        left = max(menus, min((self.width() - self.title.width()) // 2, saved - 16 - self.title.width()))
        self.title.resize(min(self.title.width(), max(room, 0)), self.title.height())
        self.title.move(left, (high - self.title.height()) // 2)
        self.title.setVisible(room > 120)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._place_title()

    # ---------------------------------------------------------------- games and files
    def new_game(self) -> None:
        """Asks which game, then starts it in a file of its own."""
        self.dialog = NewGameDialog(self.theme, installed(), self)
        self.dialog.accepted.connect(self._dialog_done)
        self.dialog.open()

    def _dialog_done(self) -> None:
        if self.dialog is not None and self.dialog.chosen is not None:
            self.start(self.dialog.chosen)

    def start(self, new: NewGame, path: Path | None = None) -> bool:
        """Starts a game, in *path* or in a fresh file among the player's games."""
        try:
            file = path or fresh_file(new.ruleset.id, new.scenario, self.games)
            if not self.link.start(new, file):
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
            self.open_file(Path(name))

    def open_file(self, path: Path) -> bool:
        """Opens a game file; says in one line why it cannot be opened."""
        try:
            self.link.open(path)
        except RulesChanged as changed:
            self._ask_bringing_over(path, str(changed))
            return False
        except (GameFileError, OSError, ValueError) as fault:
            self.complain(str(fault))
            return False
        self.preferences.keep_recent(path)
        return True

    def _ask_bringing_over(self, path: Path, told: str) -> None:
        """The rules of a game have changed: says what, and offers to bring it over."""
        self.complaint = told
        self.rules_changed = RulesChangedDialog(self.theme, path, told, self)
        self.rules_changed.brought_over.connect(lambda new: self.open_file(Path(new)))
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
        self.hide()
        self.replays.close()
        self.referee.close()
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
            self.telling.begin([Kept(first, "", 0)])

    def _turned(self, common: int) -> None:
        """Another way of the game lies here: what it does not share with the one before is told anew."""
        if self.page is not None:
            self.page.following.turned_over(common)
            self._show_title()
            self.telling.again(common)

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
