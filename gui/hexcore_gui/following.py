"""What follows an answer in the window: the log, counters gliding, trails of the computer's moves, the view.

While computer players answer at once, the window is shown anew a few times a second, not at every answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, QTimer

from hexcore.events import Event, Moved, PhaseBegan
from hexcore.state import GameState
from hexcore_gui.choices import offer_of
from hexcore_gui.news import News
from hexcore_gui.no_more import NoMore
from hexcore_gui.overlays import Trail
from hexcore_gui.questions import PHASES
from hexcore_gui.wording import Line, log_lines, reason_text

if TYPE_CHECKING:
    from hexcore_gui.game_page import GamePage

LATE = 250
"""While the computer plays at once, the window is shown anew so many milliseconds apart."""
MOST_TRAILS = 200


def trails_of(before: GameState, events: list[Event]) -> list[Trail]:
    """The ways that units have gone, one for those that went together."""
    ways: dict[tuple[str, ...], list[int]] = {}
    for event in events:
        if isinstance(event, Moved):
            start = before.units[event.units[0]].hex if event.units[0] in before.units else -1
            if start >= 0:
                ways.setdefault(event.units, [start]).append(event.to)
    return [Trail(tuple(way), before.units[units[0]].side, units) for units, way in ways.items()]


def joined(trails: Iterable[Trail]) -> tuple[Trail, ...]:
    """Ways of the same units, one going on where the other ended, as one."""
    found: list[Trail] = []
    for trail in trails:
        last = found[-1] if found else None
        if last is not None and trail.own and last.units == trail.units and last.hexes[-1] == trail.hexes[0]:
            found[-1] = replace(trail, hexes=(*last.hexes, *trail.hexes[1:]))
        else:
            found.append(trail)
    return tuple(found)


def _phase_began(events: list[Event]) -> bool:
    return any(isinstance(event, PhaseBegan) for event in events)


class Following(QObject):
    """Follows the game on one page."""

    def __init__(self, page: GamePage) -> None:
        super().__init__(page)
        self.page, self.link = page, page.link
        self.trails: list[Trail] = []
        self.news, self.no_more = News(page), NoMore(page.stage, page.link)
        self._waiting: list[Event] = []
        self._lifted = False
        self._untold: tuple[GameState, list[Event]] | None = None
        self._said = ""
        self._seen_by = page.link.viewer
        self._asked: tuple[int, int, str] = (0, -1, "")
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(LATE)
        self._late.timeout.connect(self.catch_up)
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._clock.timeout.connect(self._tick)
        self._clock.start()

    @property
    def hurried(self) -> bool:
        """Whether computer players are answering at once."""
        link = self.link
        busy = link.game is not None and link.decision is not None and not link.ours and not link.stopped
        return busy and link.by_computer and not link.speed

    def stop(self) -> None:
        self._late.stop()
        self._clock.stop()

    # ---------------------------------------------------------------- an answer
    def changed(self, events: list[Event]) -> None:
        """An answer was given, here or by a computer player."""
        link, before = self.link, self.link.before
        if not link.by_computer and (any(not t.own for t in self.trails) or _phase_began(events)):
            self.trails = []
        if before is not None:
            self._trail(before, events)
            if link.speed or not link.by_computer:
                self.page.map.motion.play(before, events, link.speed if link.by_computer else 1.0)
        self._waiting += events
        self._untold = (before, events) if before is not None else None
        if self.hurried:
            self._tell()
            if not self._late.isActive():
                self._late.start()
        else:
            self.catch_up()

    def lifted(self, done: bool) -> None:
        """Units come in hand, or do not after all: the map shows it before anything else is done about it."""
        self._lifted = done
        if not self.hurried:
            self._show([])

    def _show(self, events: list[Event]) -> None:
        page = self.page
        page.pointing.trails = joined(self.trails)
        page.bubble.put_away()
        if _phase_began(events):
            page.map.fan = None
        page.pointing.happened(events)
        page.map.paint_now()

    def catch_up(self) -> None:
        """The window shows where the game stands."""
        page, events = self.page, self._waiting
        if self.link.game is None:
            return
        self._late.stop()
        self._waiting = []
        if not self._lifted:
            self._show(events)
        self._lifted = False
        self._tell()
        page.room.happened(events)
        if self.link.by_computer:
            self._bring_into_view(events)
        self._hand_over()
        page.refresh()
        self.news.show_now()
        self.no_more.remember()
        self._look()

    def taken_back(self) -> None:
        """Answers were taken back."""
        assert self.link.game is not None
        self.turned_over(len(self.link.game.journal))

    def turned_over(self, common: int) -> None:
        """What followed from the answers after the first *common* is no longer so."""
        page = self.page
        self.trails = [t for t in self.trails if t.own and t.answers <= common]
        self._waiting, self._said = [], ""
        self.news.put_away()
        page.dock.log.take_back(common)
        page.map.motion.finish()
        page.room.lingers = False
        page.room.stories.forget()
        self.catch_up()

    def _trail(self, before: GameState, events: list[Event]) -> None:
        """The ways just gone: a computer player's stay until the next answer here, one's own for a phase."""
        game, own = self.link.game, not self.link.by_computer
        answers = len(game.journal) if game is not None else 0
        made = [replace(trail, answers=answers, own=own) for trail in trails_of(before, events)]
        self.trails = [*self.trails, *made][-MOST_TRAILS:]

    # ---------------------------------------------------------------- the log
    def _tell(self) -> None:
        """The answer given last is written down: after the map has shown it."""
        untold, self._untold = self._untold, None
        if untold is not None:
            self._log(*untold)

    def _log(self, before: GameState, events: list[Event]) -> None:
        game, stage = self.link.game, self.page.stage
        assert game is not None
        lines = self.link.ask(lambda _s: log_lines(stage, before, events)) or []
        then = (n for n, line in enumerate(lines) if line.heading or line.kind == "dice")
        effects = next(then, len(lines))  # what the answer did comes before what ended by it
        lines[effects:effects] = self.no_more.answered(before, events)
        self.page.dock.choices.gone = self.page.panel.choices.gone = self.no_more.gone
        self.news.heard(lines, before, events)
        reason = self._reason() if lines else []
        at = 0 if lines and lines[0].heading else 1
        self.page.dock.log.write([*lines[:at], *reason, *lines[at:]], len(game.journal))

    def _reason(self) -> list[Line]:
        """Why a computer player answered so, under what it did; the same reason once."""
        why, action = self.link.reason, self.link.answered
        if not why or why == self._said or action is None:
            return []
        self._said = why
        hexes = offer_of(action).hexes
        text = reason_text(self.page.stage, why, action)
        return [Line(text, hex=hexes[-1] if hexes else -1, kind="reason")]

    # ---------------------------------------------------------------- the view
    def _bring_into_view(self, events: list[Event]) -> None:
        """What a computer player has done last is brought into view."""
        hexes = [
            getattr(event, "to", getattr(event, "hex", -1))
            for event in events
            if event.kind in ("moved", "placed")
        ]
        if hexes and self.link.speed:
            self.page.map.bring_into_view(hexes[-1])

    def _look(self) -> None:
        """A new question here about hexes of which none is in sight: the map goes to them."""
        link, page = self.link, self.page
        asked = (link.state.turn, link.state.phase, link.decision.kind if link.decision is not None else "")
        if not link.ours or not page.settled or (asked == self._asked and asked[-1] in (*PHASES, "in-hand")):
            return
        self._asked = asked
        view, centre = page.map.camera.view, page.map.shapes.centre
        lit = link.choices.lit or link.choices.hexes_of_units(link.state)
        if lit and not any(view.contains(centre(hex)) for hex in lit):
            page.map.centre_on(page.first_hex())

    def _hand_over(self) -> None:
        """Where something is hidden and the other player here is asked: a page between them."""
        side = self.link.viewer
        if side is None or side == self._seen_by:
            return
        self._seen_by = side
        if self.link.hidden_here:
            self.page.hand_over.ask(side)

    def _tick(self) -> None:
        """A long thought is told by the second."""
        if self.link.opponents.table.seconds > 1 and not self.link.ours:
            self.page.show_question()
