"""The replay: a second window over the same game that goes through it, read only."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from pathlib import Path

from PyQt6.QtCore import Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PyQt6.QtWidgets import QMainWindow

from hexcore.actions import Conceal
from hexcore.record import Record
from hexcore.retelling import Told, last_turn_of, seen
from hexcore.state import GameState
from hexcore_gui.choices import offer_of
from hexcore_gui.computers import pause_after
from hexcore_gui.log_panel import Kept
from hexcore_gui.replay_film import Film
from hexcore_gui.replay_link import ReplayLink
from hexcore_gui.replay_page import ReplayPage
from hexcore_gui.stage import Stage
from hexcore_gui.wording import answer_heading, log_lines, offer_text, phase_name

SLICE = 0.03
"""Seconds for which the game is read on at a time, while the window works."""
READING = "The game is still being read: a moment."
MOST_LINES = 500
"""So many lines of the log are shown: those before them are found by going back."""
LOOK_BACK = 200
"""No answer has more lines than this, the dice that fell at once included."""
SHORTEST = 60
"""Milliseconds that an answer is shown at least while it plays."""
KEYS = {"Left": "back", "Right": "on", "Home": "first", "End": "last", "Space": "play"}
AREAS = {"Z": "zones", "S": "supply", "R": "command", "F": "front", "V": "victory"}
TOOLS = {**AREAS, "+": "in", "=": "in", "-": "out", "0": "fit"}


class ReplayWindow(QMainWindow):
    """Goes through a film. `new_bookmark` asks for one after so many answers, `closed` says it is over."""

    closed = pyqtSignal()
    new_bookmark = pyqtSignal(int)

    def __init__(
        self, film: Film, stage: Stage, link: ReplayLink, pace: float, tiles: Path | None = None
    ) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.film, self.stage, self.link = film, stage, link
        self.page = ReplayPage(stage, link, pace, tiles)
        self.bar = self.page.controls
        self.at, self.until, self.wanted, self.turn_wanted = 0, -1, -1, False
        self.turns: list[tuple[int, int]] = []
        self.phases: list[tuple[int, str]] = []
        self._sorted = 0
        self.lines = [kept for told in film.prologue for kept in self._written(told)]
        self.marks: Mapping[str, int] = {}
        self._reader, self._player = QTimer(self), QTimer(self)
        self._reader.setInterval(0)
        self._reader.timeout.connect(self._read_on)
        self._player.setSingleShot(True)
        self._player.timeout.connect(self._play_on)
        self.setCentralWidget(self.page)
        self.setWindowTitle(f"Replay · {stage.title}")
        self._connect()
        self._leap(0)
        self._reader.start()

    def _connect(self) -> None:
        bar = self.bar
        bar.step_wanted.connect(self.step)
        bar.place_wanted.connect(self.go)
        bar.bookmark_wanted.connect(lambda name: self.go(self.film.number(self.marks[name])))
        bar.last_turn_wanted.connect(self.play_last_turn)
        bar.new_bookmark_wanted.connect(lambda: self.new_bookmark.emit(self.film.stops[self.at]))
        self.page.closing.connect(self.close)
        self.page.moment_wanted.connect(self.show_moment)
        self.page.find_wanted.connect(self.page.find_unit)
        for key, step in KEYS.items():
            QShortcut(QKeySequence(key), self, lambda s=step: self.step(s))
        for key, tool in TOOLS.items():
            QShortcut(QKeySequence(key), self, lambda t=tool: self.page.use_tool(t, True))

    # ---------------------------------------------------------------- going through it
    @property
    def playing(self) -> bool:
        return self.until >= 0

    def step(self, name: str) -> None:
        """One of the buttons, or its key."""
        if name == "play":
            self.pause() if self.playing else self.play(self.film.last)
        else:
            self.go({"first": 0, "back": self.at - 1, "on": self.at + 1, "last": self.film.last}[name])

    def show_moment(self, actions: int) -> None:
        """The game as it stood after so many answers."""
        self.go(self.film.number(actions))

    def go(self, number: int) -> None:
        """Goes to a place, one answer on with its motion; one that is still to be read is waited for."""
        number = min(max(number, 0), self.film.last)
        self.pause()
        if number != self.at + 1 or self._step_on() is None:
            self._leap(number)

    def _leap(self, number: int) -> None:
        state = self.film.state(number)
        if state is None:
            self.wanted = number
            self.page.status.say(READING)
            return
        self.at, self.wanted = number, -1
        page = self.page
        page.map.motion.finish()
        page.following.trails = []
        self.link.put(state)
        page.dock.log.show_lines(self._lines_to(number))
        self._show_place()
        page.following.catch_up()

    def _step_on(self) -> Told | None:
        """One answer on: counters glide, trails are drawn, lines are added. None where it is not read yet."""
        told = self.film.told(self.at + 1)
        if told is None:
            return None
        turn = self._player_turn(self.at)
        self.at += 1
        if self._player_turn(self.at) != turn:
            self.page.following.trails = []
        self.link.speed = self.bar.speed
        self.page.dock.log.list.add(self._written(told))
        self._show_place()
        self.link.step(seen(told, self.link.viewer))
        return told

    def _player_turn(self, number: int) -> tuple[int, str]:
        place = self.film.places[number]
        phases = self.stage.board.sequence.phases
        return place.turn, phases[place.phase].player_turn if place.phase >= 0 else ""

    # ---------------------------------------------------------------- playing
    def play(self, until: int) -> None:
        """Plays on to a place, at the pace of the bar."""
        if self.at < until:
            self.until = until
            self._show_place()
            self._player.start(0)

    def pause(self) -> None:
        if self.playing:
            self.until = -1
            self._player.stop()
            self._show_place()

    def play_last_turn(self) -> None:
        """From the beginning of the last player turn that another side has had to its end."""
        self.turn_wanted = not self.film.foreseen
        if self.turn_wanted:
            self.page.status.say(READING)
            return
        eyes, board = self.link.viewer, self.stage.board
        own = eyes or self._player_turn(self.film.last)[1]
        others = [side for side in board.sides if side != own]
        found = last_turn_of(self.film.places, board.sequence, others)
        if found is None:
            self.page.status.say("The other side has had no turn yet.")
            return
        self.pause()
        self._leap(found[0])
        self.play(found[-1])

    def _play_on(self) -> None:
        if not self.playing:
            return
        if self.at >= self.until:
            self.pause()
            return
        told = self._step_on()  # none where it is still being read
        shown = pause_after(told.events, self.bar.speed) if told is not None else 0.0
        self._player.start(max(round(shown * 1000), SHORTEST))

    # ---------------------------------------------------------------- reading it
    def _read_on(self) -> None:
        self._take_in(self.film.further(SLICE))
        if self.film.whole:
            self._reader.stop()
            if self.film.fault:
                self.page.status.say(f"The game can be shown up to here: {self.film.fault}")
            self._show_place()
        if 0 <= self.wanted < self.film.read or (self.wanted >= 0 and self.film.fault):
            self._leap(min(self.wanted, self.film.last))
        if self.turn_wanted and self.film.foreseen:
            self.play_last_turn()

    def _take_in(self, told: list[Told]) -> None:
        """What was read: its lines, and the turns and phases in it."""
        self.lines += [kept for one in told for kept in self._written(one)]
        self._show_turns()
        self.bar.show_read(self.film.read - 1)
        here = self.film.stops[self.at]
        if any(one.since < here <= one.actions for one in told):  # it was shown before it was read
            self.page.dock.log.show_lines(self._lines_to(self.at))
            self._show_place()

    def _written(self, told: Told) -> list[Kept]:
        """The lines of an answer, each beside the number of answers by then."""
        shown = seen(told, self.link.viewer)
        lines = self.link.ask(lambda _state: log_lines(self.stage, shown.before, shown.events)) or []
        return [Kept(line, str(told.actions), told.actions) for line in lines]

    def _show_turns(self) -> None:
        places, phases = self.film.places, self.stage.board.sequence.phases
        new = [n for n in range(self._sorted, len(places)) if not n or places[n][1:] != places[n - 1][1:]]
        self._sorted = len(places)
        for n in new:
            place = places[n]
            if not n or place.turn != places[n - 1].turn:
                self.turns.append((n, place.turn))
            if place.phase >= 0:
                self.phases.append((n, f"Turn {place.turn}: {phase_name(self.stage, phases[place.phase])}"))
        self.bar.show_turns(self.turns, self.phases)

    # ---------------------------------------------------------------- what is shown
    def _lines_to(self, number: int) -> list[Kept]:
        end = bisect_right(self.lines, self.film.stops[number], key=lambda kept: kept.answers)
        return self.lines[max(0, end - MOST_LINES) : end]

    def _said(self) -> list[str]:
        """What the log has of the answer that led here."""
        since, shown = self.film.stops[self.at - 1] if self.at else -1, self.page.dock.log.list.lines
        return [k.line.text for k in shown[-LOOK_BACK:] if k.answers > since and not k.line.heading]

    def _show_place(self) -> None:
        page, last = self.page, self.film.last
        page.said = (self._said() or [self._answer()])[0] if self.at else ""
        page.show_question()
        answers = self.film.stops[self.at], self.film.stops[last]
        self.bar.show_place(self.at, last, answers, playing=self.playing)

    def _answer(self) -> str:
        """The answer that led here, where the log has nothing of it and no hidden unit is in it."""
        entry, state = self.film.entry(self.at), self.link.state
        if entry is None:
            return ""
        offer, who, eyes = offer_of(entry.action), self.stage.side_name(entry.side), self.link.viewer
        others = eyes is not None and entry.side != eyes
        if others and (isinstance(entry.action, Conceal) or not set(offer.units) <= state.units.keys()):
            return f"{who}: a choice that is not seen"
        parts = answer_heading(self.stage, entry.action), "" if offer.ends else offer_text(self.stage, offer)
        return f"{who}: {', '.join(dict.fromkeys(part for part in parts if part))}"

    def show_bookmarks(self, marks: Mapping[str, int], *, new: bool) -> None:
        """The bookmarks by name, each after so many answers."""
        self.marks = marks
        self.bar.show_bookmarks(marks, new=new)

    # ---------------------------------------------------------------- the game goes on
    def follow(self, record: Record, present: GameState) -> None:
        """The game has gone on to a state, or answers were taken back."""
        stays = self.film.follow(record, present)
        cut = self.film.places[stays - 1].actions
        self.lines = [kept for kept in self.lines if kept.answers <= cut]
        self.turns = [turn for turn in self.turns if turn[0] < stays]
        self.phases = [phase for phase in self.phases if phase[0] < stays]
        self._sorted = min(self._sorted, stays)
        self._reader.start()
        if self.at >= stays:
            self.pause()
            self._leap(min(self.at, self.film.last))
        self._show_place()

    def closeEvent(self, event: QCloseEvent | None) -> None:
        self._reader.stop()
        self._player.stop()
        self.page.retire()
        self.link.close()
        super().closeEvent(event)
        self.closed.emit()
