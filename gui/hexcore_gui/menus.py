"""The menus and their keys. Everything here only calls the window, its page or its pointing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, Qt
from PyQt6.QtGui import QAction, QActionGroup, QKeySequence
from PyQt6.QtWidgets import QMenu, QMessageBox

from hexcore_gui.dice_window import show_dice
from hexcore_gui.game_menus import GameMenus
from hexcore_gui.game_page import GamePage
from hexcore_gui.keys_dialog import KeysDialog
from hexcore_gui.lesson import Lesson
from hexcore_gui.seats import PACES
from hexcore_gui.stack_buttons import move_stack
from hexcore_gui.start_page import fill_recent
from hexcore_gui.theme import Theme

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

SCALES = (80, 90, 100, 110, 125, 150, 175, 200)


class Menus(QObject):
    """Builds the menu bar of a window, once."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.actions: dict[str, QAction] = {}
        self.paces: dict[float, QAction] = {}
        self.past = GameMenus(self)
        self._game()
        self._edit()
        self._view()
        self._unit()
        self._overlays()
        self._panels()
        self._help()
        self.refresh()

    # ---------------------------------------------------------------- building
    def _menu(self, title: str) -> QMenu:
        bar = self.window.menuBar()
        assert bar is not None
        made = bar.addMenu(f"&{title}")
        assert made is not None
        return made

    def add(self, menu: QMenu, text: str, call: Callable[[], object], *keys: str) -> QAction:
        made = QAction(text, self.window)
        made.setShortcuts([QKeySequence(key) for key in keys])
        made.triggered.connect(lambda _on=False: self._chosen(call))
        menu.addAction(made)
        self.actions[text] = made
        return made

    def _chosen(self, call: Callable[[], object]) -> None:
        """Nothing but the end can be chosen while the table changes hands."""
        if not self.window.handing_over.between or call == self.window.close:
            call()

    def _page(self, call: Callable[[GamePage], object]) -> Callable[[], None]:
        """A call of the game page, where there is one."""

        def act() -> None:
            if self.window.page is not None:
                self.window.page.map.motion.finish()
                call(self.window.page)

        return act

    def _game(self) -> None:
        menu, window = self._menu("Game"), self.window
        self.add(menu, "New game …", window.new_game, "Ctrl+N")
        self.add(menu, "Open …", window.open_game, "Ctrl+O")
        self.recent = menu.addMenu("Recent games")
        assert self.recent is not None
        self.recent.setToolTipsVisible(True)
        self.recent.aboutToShow.connect(self._recent_shown)
        self.add(menu, "Save as …", window.save_as, "Ctrl+Shift+S")
        menu.addSeparator()
        self.past.game(menu)
        menu.addSeparator()
        self.add(menu, "Players …", window.choose_players)
        self.add(menu, "Pause the computer player", window.link.stop_players)
        self.add(menu, "Let it go on", window.link.go_on)
        paces = menu.addMenu("Pace of the computer player")
        assert paces is not None
        group = QActionGroup(self)
        for name, pace in PACES.items():
            entry = self.add(paces, name, partial(window.keep_pace, pace))
            entry.setCheckable(True)
            entry.setChecked(pace == window.link.speed)
            group.addAction(entry)
            self.paces[pace] = entry
        menu.addSeparator()
        self.add(menu, "Quit", window.close, "Ctrl+Q")

    def _edit(self) -> None:
        menu, window = self._menu("Edit"), self.window
        self.add(menu, "Undo", self._page(lambda p: p.undo()), "Ctrl+Z")
        self.add(menu, "Redo", self._page(lambda p: p.redo()), "Ctrl+Shift+Z", "Ctrl+Y")
        self.add(menu, "End phase or go on", self._page(lambda p: p.keyboard.space()), "Space")
        menu.addSeparator()
        self.past.edit(menu)
        menu.addSeparator()
        self.add(menu, "Find a unit", window.find_unit, "Ctrl+F")
        self.add(menu, "Find a hex", window.find_hex, "Ctrl+G")

    def _view(self) -> None:
        menu, window = self._menu("View"), self.window
        self.add(menu, "Zoom in", self._page(lambda p: p.map.zoom(1)), "+", "=")
        self.add(menu, "Zoom out", self._page(lambda p: p.map.zoom(-1)), "-")
        self.add(menu, "Whole map", self._page(lambda p: p.map.fit()), "0")
        menu.addSeparator()
        dark = self.add(menu, "Dark", lambda: None)
        dark.setCheckable(True)
        dark.setChecked(window.theme.is_dark)
        dark.toggled.connect(self._dark)
        still = self.add(menu, "Reduced motion", lambda: None)
        still.setCheckable(True)
        still.setChecked(window.preferences.reduced_motion)
        still.toggled.connect(self._still)
        for title, apply in (
            ("Size of the window's text", self._ui_scale),
            ("Size of the map's text", self._map_text),
        ):
            sizes = menu.addMenu(title)
            assert sizes is not None
            group = QActionGroup(self)
            for percent in SCALES:
                entry = QAction(f"{percent} %", self.window)
                entry.triggered.connect(lambda _on=False, p=percent, a=apply: a(p / 100))
                group.addAction(entry)
                sizes.addAction(entry)

        again = self._page(lambda p: p.ending.ask_again())
        self.add(menu, "Ask again before every phase ends", again)

    def _unit(self) -> None:
        menu = self._menu("Unit")
        self.add(menu, "Next unit that may act", self._page(lambda p: p.pointing.next_unit(1)), "N")
        self.add(
            menu, "Previous unit that may act", self._page(lambda p: p.pointing.next_unit(-1)), "Shift+N"
        )
        stack = self.add(menu, "Next unit of the stack", self._page(lambda p: p.pointing.cycle()), "Tab")
        stack.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # elsewhere Tab moves the focus
        self.add(menu, "Move the stack", self._page(move_stack))
        self.add(menu, "Next lit hex", self._page(lambda p: p.pointing.next_lit(1)), "]")
        self.add(menu, "Previous lit hex", self._page(lambda p: p.pointing.next_lit(-1)), "[")
        self.add(menu, "Put down, close", self._page(lambda p: p.escape()), "Esc")
        combat = self._menu("Combat")
        self.add(combat, "Combat planner", self._page(lambda p: p.room.toggle()), "P")
        self.add(combat, "Call the attack off", self._page(lambda p: p.room.call_off()))

    def _overlays(self) -> None:
        menu = self._menu("Overlays")
        for text, tool, key in (
            ("Zones of control", "zones", "Z"),
            ("Supply", "supply", "S"),
            ("Command radius", "command", "R"),
            ("Front line", "front", "F"),
            ("Victory points", "victory", "V"),
        ):
            self.add(menu, text, self._page(lambda p, t=tool: p.use_tool(t, True)), key)  # type: ignore[misc]
        menu.addSeparator()
        trails = self.add(menu, "Trails of what moved", lambda: None)
        trails.setCheckable(True)
        trails.setChecked(True)
        trails.toggled.connect(self._trails)

    def _panels(self) -> None:
        menu = self._menu("Window")
        pages = (("Order of battle", "O"), ("Arrivals", ""), ("Charts", "C"), ("Rules", ""), ("Boxes", ""))
        for name, key in pages:
            self.add(menu, name, self._page(lambda p, n=name: p.show_tab(n)), *filter(None, [key]))  # type: ignore[misc]
        self.add(menu, "Log", self._page(lambda p: p.show_log()), "L")
        self.add(menu, "Dice thrown", self._page(lambda p: show_dice(p, p.stage, p.link)))
        self.add(menu, "Laboratory", self.window.laboratory.open, "Ctrl+L")
        menu.addSeparator()
        self.add(menu, "Dock in a window of its own", self._page(lambda p: p.detach_dock()))
        for part in ("stack", "choices", "log"):
            self.add(menu, f"Fold or open the {part}", self._page(partial(_fold, part)))
        self.add(menu, "Dock in its usual shape", self._page(lambda p: p.usual_dock()))

    def _help(self) -> None:
        menu = self._menu("Help")
        self.add(menu, "The rule under the cursor", self._page(lambda p: p.lookup.rule_at_hand()), "F1")
        self.past.help(menu)
        self.add(menu, "First steps", self._page(Lesson))
        self.add(menu, "Mouse and keys", self._keys)
        self.add(
            menu, "About", lambda: self._tell("hexcore", "hexcore plays hex wargames by their own rules.")
        )

    # ---------------------------------------------------------------- what the entries do
    def refresh(self) -> None:
        """What can be done to the game on the table, and at which pace the computer plays."""
        link = self.window.link
        for name in ("Players …", "Pause the computer player", "Let it go on"):
            possible = link.game is not None and (bool(link.players) or name == "Players …")
            self.actions[name].setEnabled(possible)
        if link.speed in self.paces:
            self.paces[link.speed].setChecked(True)
        self.past.refresh()

    def _recent_shown(self) -> None:
        if self.recent is not None:
            fill_recent(self.recent, self.window, self.window.loading.open)

    def _dark(self, on: bool) -> None:
        theme = self.window.theme
        self.window.dress((Theme.dark if on else Theme.light)(theme.ui_scale, theme.map_text))

    def _still(self, on: bool) -> None:
        self.window.preferences.keep_reduced_motion(on)
        if self.window.page is not None:
            self.window.page.map.motion.reduced = on

    def _trails(self, on: bool) -> None:
        if self.window.page is not None:
            self.window.page.pointing.show_trails = on
            self.window.page.pointing.refresh()

    def _ui_scale(self, scale: float) -> None:
        self.window.dress(self.window.theme.scaled(scale, self.window.theme.map_text))

    def _map_text(self, scale: float) -> None:
        self.window.dress(self.window.theme.scaled(self.window.theme.ui_scale, scale))

    def _keys(self) -> None:
        self.keys = KeysDialog(self.window.theme, self.window)
        self.keys.show()

    def _tell(self, title: str, text: str) -> None:
        box = QMessageBox(QMessageBox.Icon.NoIcon, title, text, QMessageBox.StandardButton.Ok, self.window)
        box.setModal(False)
        box.show()


def _fold(part: str, page: GamePage) -> None:
    head = page.dock.sections.heads[part]
    head.turn(not head.folded)
