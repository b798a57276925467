"""The window on a ruleset that is being edited: its files are watched, and each change is in play at once.

A reload runs in a thread. Meanwhile, and after a fault, the game goes on under the rules as they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PyQt6.QtCore import QFileSystemWatcher, QObject, QPointF, QTimer, pyqtSignal

from hexcore.edited_game import EditedGame, Reloaded, told
from hexcore.game import Game
from hexcore.gamefile import GameFile
from hexcore.ruleset import Ruleset
from hexcore_gui.edit_strip import BUSY, DONE, FAULT, WATCHED, EditStrip
from hexcore_gui.long_work import LongWork, Step
from hexcore_gui.opponents import seats_of
from hexcore_gui.presentation import Presentation
from hexcore_gui.work_bar import PATIENCE

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

QUIET = 250
"""Milliseconds without another change after which a reload begins: editors write in several goes."""
LOOKS = 1000
"""Milliseconds between two looks where the system watches no files."""


class Editing(QObject):
    """Watches an edited ruleset for a window. `settled` says that a reload is over, well or not."""

    settled = pyqtSignal()

    def __init__(self, window: MainWindow, edited: EditedGame) -> None:
        super().__init__(window)
        self.window, self.edited = window, edited
        self.strip = EditStrip(window, window.theme)
        self.changed: tuple[str, ...] = ()
        self.work: LongWork | None = None
        self._at: Game | None = None
        self._answers = 0
        self.watcher = QFileSystemWatcher(self)
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(QUIET)
        self._late.timeout.connect(self.look)
        self.watcher.fileChanged.connect(self._touched)
        self.watcher.directoryChanged.connect(self._touched)
        self._clock = QTimer(self)
        self._clock.setInterval(LOOKS)
        self._clock.timeout.connect(self.look)
        self._watch()
        where = ", ".join(str(folder) for folder in edited.authored.folders)
        self.strip.say(WATCHED, f"Edits in {where} are in play at once; the game lies in a scratch file.")

    @property
    def busy(self) -> bool:
        return self.work is not None and self.work.busy

    def close(self) -> None:
        """Nothing is watched any more; a reload under way is waited for."""
        self._late.stop()
        self._clock.stop()
        if self.work is not None:
            self.work.wait(PATIENCE)
        self.edited.close()

    # ---------------------------------------------------------------- watching
    def _touched(self, _path: str) -> None:
        self._late.start()

    def _watch(self) -> None:
        """Watches every file and folder there now is: one that is written anew is another file."""
        wanted = {str(path) for path in self.edited.authored.paths()}
        watched = {*self.watcher.files(), *self.watcher.directories()}
        if gone := sorted(watched - wanted):
            self.watcher.removePaths(gone)
        new = sorted(wanted - watched)
        if new and self.watcher.addPaths(new):
            self._clock.start()  # the system has no more watches to give: we look ourselves

    def look(self) -> None:
        """Reloads where a file is another one than at the last look."""
        if self.busy:
            return  # it looks again when it is over
        self._watch()
        changed = self.edited.authored.changed()
        if changed:
            self.reload(changed)

    # ---------------------------------------------------------------- reloading
    def reload(self, changed: tuple[str, ...]) -> None:
        """Reads the ruleset anew in a thread."""
        self.changed = changed
        file, game = self.window.link.file, self.window.link.game
        ours = game is not None and file is not None and game.board.ruleset.id == self.edited.ruleset.id
        self._at, self._answers = (game, len(game.journal)) if game is not None and ours else (None, 0)
        path = file.path if file is not None and ours else None
        state = game.state if game is not None and ours else None

        def work(step: Step) -> Reloaded | Ruleset:
            return self.edited.reload(path, state, step)

        self.strip.say(BUSY, f"Reading {', '.join(changed)} …")
        self.work = LongWork(work, "reloading", self)
        self.work.told.connect(self._so_far)
        self.work.done.connect(self._done)
        self.work.failed.connect(self._failed)
        self.work.begin()

    def _so_far(self, done: int, of: int) -> None:
        if self.busy:
            self.strip.say(BUSY, f"Answer {done} of {of} is given again …")

    def _failed(self, fault: BaseException) -> None:
        self._over(FAULT, str(fault) or type(fault).__name__)

    def _done(self, made: Reloaded | Ruleset) -> None:
        if isinstance(made, Ruleset):
            self._over(DONE, told(self.changed, made))
            return
        link = self.window.link
        if link.game is not self._at or self._at is None or len(self._at.journal) != self._answers:
            made.file.close()  # the game has gone on meanwhile, or another one lies here
            self.reload(self.changed)
            return
        what_if = link.history.what_if
        scratch = link.file is None or self.edited.folder in link.file.path.parents
        if not self._put_in_play(made):
            return
        text = told(self.changed, made)
        if what_if and made.taken.how != "same":
            text += f" The what-if {what_if} stayed behind."
        if not scratch and made.taken.how != "same":
            text += " It goes on in a scratch file; the file you saved is as it was."
        if scratch:
            self.edited.tidy(made.file.path)
        self._over(DONE, text)

    def _put_in_play(self, made: Reloaded) -> bool:
        """The game on the table under its new rules, looked at as before; False when it cannot be shown."""
        link, look, seats = self.window.link, Look.of(self.window), dict(self.window.link.player_kinds)
        old, paused = link.file.path if link.file is not None else made.file.path, link.stopped
        by_side: Mapping[str, str] = {str(side): kind for side, kind in seats.items()}
        link.adopt(made.file.game, made.file, by_side)
        if self.window.page is not None:
            look.put_back(self.window)
            if paused:
                link.stop_players()
            return True
        why = self.window.complaint
        self.edited.withdraw()
        file = GameFile.open(old)
        link.adopt(file.game, file, seats_of(file))
        look.put_back(self.window)
        self._over(FAULT, why)
        return False

    def _over(self, state: str, text: str) -> None:
        self.strip.say(state, text)
        self.settled.emit()
        self._late.start()  # what has changed meanwhile


class Look(NamedTuple):
    """What a page shows of a game: its place on the map, the hex in hand, the tab, the areas."""

    middle: QPointF | None
    scale: float
    hex: str
    unit: str
    tab: str
    areas: tuple[str, ...]

    @classmethod
    def of(cls, window: MainWindow) -> Look:
        page = window.page
        if page is None:
            return cls(None, 1.0, "", "", "", ())
        camera, pointing = page.map.camera, page.pointing
        number = page.stage.board.map.numbers[pointing.hex] if pointing.hex >= 0 else ""
        areas = tuple(pointing.areas)
        return cls(QPointF(camera.middle), camera.scale, number, pointing.unit, page.dock.tabs.page, areas)

    def put_back(self, window: MainWindow) -> None:
        """The same again, as far as it is there; when the page has its size."""
        QTimer.singleShot(0, partial(self._put_back, window))

    def _put_back(self, window: MainWindow) -> None:
        page = window.page
        if page is None or self.middle is None:
            return
        if not page.settled:  # its first view would take the place of this one
            page.laid_out.connect(partial(self._put_back, window))
            return
        page.map.zoom_to(self.scale)
        page.map.look_at(self.middle)
        board = page.stage.board
        hex = board.map.index.get(self.hex, -1)
        if hex >= 0:
            page.pointing.select(hex, self.unit if self.unit in board.counters else "")
        with suppress(ValueError):  # a tab of this game only
            page.dock.tabs.show_page(self.tab)
        for area in self.areas:
            if area not in page.pointing.areas:
                page.use_tool(area, True)


def prove_looks(ruleset: Ruleset) -> None:
    """Raises what is wrong with a ruleset's looks."""
    Presentation.from_mapping(ruleset.presentation)
