"""What lay on the desk, the game that is open and where one looked: it lies there again after a crash.

The game itself is on disk with every answer. What is noted here, in a small file beside the games, is the
rest: the units picked and not yet placed, the hex looked at, the zoom. A window closed in order leaves none.
The same file holds what the list of recent games says of each.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PyQt6.QtCore import QLockFile, QObject, QPointF, QTimer

from hexcore_gui.preferences import games_folder
from hexcore_gui.wording import phase_name

if TYPE_CHECKING:
    from hexcore_gui.main_window import MainWindow

LATE = 300
"""Milliseconds after which what has changed is noted."""
NOTED = dict(file=str, hash=str, scale=float, middle=list, hex=int, unit=str, picked=list)
"""What a note holds."""
REOPENED = "The program had ended without being closed: the game lies here as it lay then."


class Desk(QObject):
    """Notes what lies on a window's desk, and lays it out again."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        folder = window.games or games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "at-the-table.json"
        self._written = ""
        self._lock = QLockFile(str(folder / "at-the-table.lock"))
        self._lock.setStaleLockTime(0)
        self.alone = self._lock.tryLock(0)
        """Whether no other window keeps these notes: only the first one does."""
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(LATE)
        self._late.timeout.connect(self.note)
        link = window.link
        for signal in (link.opened, link.state_changed, link.taken_back, link.turned, link.saved):
            signal.connect(self.soon)

    # ---------------------------------------------------------------- noting
    def soon(self, *_told: object) -> None:
        """Something has changed: it is noted in a moment."""
        if not self._late.isActive():
            self._late.start()

    def watch(self) -> None:
        """A new page: what is looked at and picked on it is noted too."""
        page = self.window.page
        if page is not None:
            page.map.moved.connect(lambda: self._late.start())  # when the map has come to rest
            page.pointing.picks_changed.connect(self.soon)
            page.pointing.selected.connect(self.soon)

    def note(self) -> None:
        """What lies on the desk now."""
        self._late.stop()
        file = self.window.link.file
        if file is None or self.window.page is None:
            return
        self._write(self._lying() if self.alone else None, {str(file.path): self._told()})

    def _told(self) -> dict[str, str]:
        """What the list of recent games says of this one."""
        page, state = self.window.page, self.window.link.state
        assert page is not None
        stage = page.stage
        over = state.outcome.level if state.outcome is not None else ""
        phases = stage.board.sequence.phases
        phase = phase_name(stage, phases[state.phase]) if state.phase >= 0 else "set-up"
        return {
            "game": stage.title,
            "side": stage.side_name(state.to_decide) if state.to_decide and not over else "",
            "where": over or f"turn {state.turn}, {phase}",
            "when": datetime.now().isoformat(timespec="minutes"),
        }

    def _lying(self) -> dict[str, Any]:
        page, link = self.window.page, self.window.link
        assert page is not None and link.file is not None and link.game is not None
        middle, pointing = page.map.camera.middle, page.pointing
        return {
            "file": str(link.file.path.absolute()),
            "hash": link.game.state.hash,
            "scale": page.map.camera.scale,
            "middle": [middle.x(), middle.y()],
            "hex": pointing.hex,
            "unit": pointing.unit,
            "picked": list(pointing.picked),
        }

    @property
    def told(self) -> dict[str, dict[str, str]]:
        """What the list of recent games says of each, by its path."""
        return read_notes(self.path)[1]

    def _write(self, lying: dict[str, Any] | None, told: dict[str, dict[str, str]]) -> None:
        """Notes it all; None leaves what is noted of the desk. It is for the death of a process, not of the
        machine: nobody waits for the disk."""
        desk, games = read_notes(self.path)
        recent = {str(path) for path in self.window.preferences.recent}
        kept = {name: one for name, one in games.items() if name in recent} | told
        text = json.dumps({"desk": desk if lying is None else lying, "told": kept})
        if text == self._written:
            return
        beside = self.path.with_suffix(".new")
        with suppress(OSError):  # a folder that cannot be written has no notes: the game says so itself
            beside.write_text(text, encoding="utf-8")
            beside.replace(self.path)
            self._written = text

    def leave(self) -> None:
        """The window is closed in order."""
        self.note()
        self._late.stop()
        if self.alone:
            self._write({}, {})
            self._lock.unlock()

    # ---------------------------------------------------------------- laying it out again
    def recover(self) -> bool:
        """Opens the game that was open when the program ended; False where it was closed in order."""
        lying = read_notes(self.path)[0] if self.alone else {}
        path = Path(str(lying.get("file", "")))
        if not lying or not path.is_file():
            return False
        self.window.loading.loaded.connect(self._lay_out)
        self._left = lying
        self.window.loading.open(path)
        return True

    _left: dict[str, Any] = {}

    def _lay_out(self) -> None:
        """What was in hand, picked and looked at, where the game stands as it did then."""
        self.window.loading.loaded.disconnect(self._lay_out)
        lying, page, game = self._left, self.window.page, self.window.link.game
        if page is None or game is None or game.state.hash != lying.get("hash"):
            return
        if page.settled:
            self._look(lying)
        else:  # its first view would take the place of the one that is laid out
            page.laid_out.connect(lambda: self._look(lying))

    def _look(self, lying: dict[str, Any]) -> None:
        page = self.window.page
        if page is None:
            return
        if lying["picked"] and self.window.link.ours:
            page.pointing.pick(tuple(lying["picked"]))
        else:
            page.pointing.select(int(lying["hex"]), str(lying["unit"]))
        page.map.camera.look_at(QPointF(*lying["middle"]))  # last: what is picked is brought into sight
        page.map.zoom_to(lying["scale"])
        page.pointing.refresh()
        page.status.say(REOPENED)


def told_of(kept: dict[str, str]) -> str:
    """One line about a recent game: who is to decide, where it stands, when it was last played."""
    try:
        when = f"{datetime.fromisoformat(kept.get('when', '')):%d %b %Y, %H:%M}"
    except ValueError:
        when = ""
    side = kept.get("side", "")
    parts = (f"{side} to decide" if side else "", kept.get("where", ""), when)
    return " · ".join(part for part in parts if part)


def read_notes(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, str]]]:
    """What lay on the desk, and what is told of the games played; nothing where the file is damaged."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}, {}
    if not isinstance(kept, dict):
        return {}, {}
    lying, told = kept.get("desk"), kept.get("told")
    if not isinstance(lying, dict) or not all(isinstance(lying.get(k), kind) for k, kind in NOTED.items()):
        lying = {}
    games = told.items() if isinstance(told, dict) else ()
    return lying, {str(name): one for name, one in games if isinstance(one, dict)}
