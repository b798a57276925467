"""A game that has been played, as places to stop at: played through in slices, every 25th state kept.

Whatever lies between two kept states is played again when it is looked at.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from hexcore.codec import action_form
from hexcore.game import Entry, Game
from hexcore.gamefile import GameFile
from hexcore.playback import Playback
from hexcore.record import DiceRecord, Line, Record, ReplayFault, Setting
from hexcore.retelling import HeardGame, Place, Told, beginning, heard, retold, stops
from hexcore.state import GameState
from hexcore.units import CHANCE
from hexcore_gui.table_link import TableLink

EVERY = 25
"""So many places lie between two states that are kept."""
FAR = 300
"""Answers that are played again at most to show a place that has not been read yet."""
Elsewhere = Callable[[int], Game | None]
"""The game after an action that has not been read yet; None where that would take long."""


class Film:
    """Places of a game by number: 0 is its first question. They are `read` one after the other.

    `prologue` is what happened before the first question. Without a present state the last place is known
    when it has been read, as any other.
    """

    def __init__(
        self,
        playback: Playback,
        game: HeardGame,
        present: GameState | None,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.playback, self.elsewhere = playback, elsewhere
        self.prologue: list[Told] = []
        self.fault = ""
        self._game, self._present = game, present
        self._first = len(game.journal)
        self.stops = stops(playback.record.lines, self._first)
        self.places = [Place(self._first, game.state.turn, game.state.phase)]
        self.read = 1
        self._foresee()
        self._kept: dict[int, GameState] = {0: game.state}
        self._cursor: tuple[int, HeardGame] = (0, heard(game))
        self._going: Iterator[Told] | None = None

    def _foresee(self) -> None:
        """The places that are still to be read, where the record says in which turn and phase they lie."""
        if self._present is None:
            return
        lines, phases = self.playback.record.lines, self._present.board.sequence.index
        if all(line.turn for line in lines[self._first :]):
            ahead = [lines[n] for n in self.stops[self.read : -1]]
            foreseen = [Place(line.n - 1, line.turn, phases.get(line.phase, -1)) for line in ahead]
            last = Place(self.stops[-1], self._present.turn, self._present.phase)
            self.places = [*self.places[: self.read], *foreseen, last][: len(self.stops)]

    # ---------------------------------------------------------------- how far it goes
    @property
    def last(self) -> int:
        """The number of the last place, read or not."""
        return self.read - 1 if self.fault else len(self.stops) - 1

    @property
    def whole(self) -> bool:
        """Whether every place has been read."""
        return bool(self.fault) or self.read == len(self.stops)

    @property
    def foreseen(self) -> bool:
        """Whether it is known of every place where it lies."""
        return len(self.places) == len(self.stops)

    def number(self, actions: int) -> int:
        """The last place that is reached with so many actions."""
        return min(max(bisect_right(self.stops, actions) - 1, 0), self.last)

    def further(self, seconds: float) -> list[Told]:
        """Reads on for so long; what was told by it."""
        end, told = time.monotonic() + seconds, list[Told]()
        self._going = self._going or retold(self.playback, self._game)
        try:
            while not self.whole and time.monotonic() < end:
                told.append(self._come_to(next(self._going)))
        except (ReplayFault, StopIteration) as fault:
            self.fault = str(fault) or "it ends before its record does"
            del self.places[self.read :]
        return told

    def _come_to(self, told: Told) -> Told:
        number, place = self.read, Place(told.actions, told.after.turn, told.after.phase)
        self.places[number : number + 1] = [place]
        self.read += 1
        if number % EVERY == 0:
            self._kept[number] = told.after
        return told

    # ---------------------------------------------------------------- looking
    def state(self, number: int) -> GameState | None:
        """How everything stood at a place; None where that cannot be said yet."""
        if number == len(self.stops) - 1 and number >= self.read:
            return self._present
        game = self._at(number)
        return game.state if game is not None else None

    def told(self, number: int) -> Told | None:
        """The answer that led to a place, and what followed; None where that cannot be said yet."""
        game = self._at(number - 1) if 0 < number <= self.last else None
        return self._played_on(game, number)[-1] if game is not None else None

    def entry(self, number: int) -> Entry | None:
        """The answer that led to a place, whoever gave it; None for the first place."""
        lines = self.playback.record.lines
        return self.playback.entry(lines[self.stops[number - 1]]) if 0 < number < len(self.stops) else None

    def _at(self, number: int) -> HeardGame | None:
        """A game that stands at a place: the one looked at last, where that lies shortly before it."""
        at, game = self._cursor
        if not number - EVERY <= at <= number:
            found = self._begun_before(number)
            if found is None:
                return None
            at, game = found
        if at < number:
            self._played_on(game, number)
        self._cursor = (number, game)
        return game

    def _begun_before(self, number: int) -> tuple[int, HeardGame] | None:
        if number < self.read:
            at = number - number % EVERY
            state = self._kept[at]
            return at, HeardGame(state.board, state, journal=self._game.journal[: self.stops[at]])
        game = self.elsewhere(self.stops[number]) if self.elsewhere is not None else None
        return (number, heard(game)) if game is not None else None

    def _played_on(self, game: HeardGame, number: int) -> list[Told]:
        told = list(retold(self.playback, game, self.stops[number]))
        self._cursor = (number, game)
        return told

    # ---------------------------------------------------------------- the game goes on
    def follow(self, record: Record, present: GameState) -> int:
        """The record is another by now; how many of the places have stayed as they were."""
        same = _same(self.playback.record.lines, record.lines)
        before, read = self.places, self.read
        self.playback.record, self._present = record, present
        self.stops = stops(record.lines, self._first)
        stays = 1
        while stays < min(len(before), len(self.stops)) and before[stays].actions <= same:
            if before[stays].actions != self.stops[stays]:
                break
            stays += 1
        if stays < read:
            self._cut(stays)
        else:
            del self.places[self.read :]
            self._cursor = (0, HeardGame(self._kept[0].board, self._kept[0], journal=self._first_journal))
        self._going, self.fault = None, ""
        self._foresee()
        return stays

    @property
    def _first_journal(self) -> list[Entry]:
        return self._game.journal[: self._first]

    def _cut(self, stays: int) -> None:
        """Only so many places are as they were."""
        game = self._at(stays - 1)
        assert game is not None
        self.read = stays
        del self.places[stays:]
        self._kept = {number: state for number, state in self._kept.items() if number < stays}
        self._game = heard(game)
        self._cursor = (stays - 1, heard(game))


def _same(old: Sequence[Line], new: Sequence[Line]) -> int:
    """With how many of the same lines two records begin."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, (a, b) in pairs if a is not b and a != b), min(len(old), len(new)))


# ------------------------------------------------------------------ of a table
def film_of(link: TableLink) -> Film | None:
    """The game on a table from its beginning: from its file, or from the journal in memory."""
    file, game, begun = link.file, link.game, link.begun
    if file is not None:
        playback = Playback(file.record(), file.setting, check=False)
        film = Film(playback, heard(playback.start()), file.game.state, partial(_shortly_after, file))
        film.prologue = beginning(file.setting, file.header.dice.dice())
        return film
    if game is None or begun is None:
        return None
    playback = Playback(journal_record(game), Setting(game.board), check=False)
    return Film(playback, heard(begun), game.state)


def _shortly_after(file: GameFile, n: int) -> Game | None:
    return file.game_after(n) if n - file.snapshot_before(n) <= FAR else None


def record_of(link: TableLink) -> Record | None:
    """What there is of the game on a table by now."""
    if link.file is not None:
        return link.file.record()
    return journal_record(link.game) if link.game is not None else None


def journal_record(game: Game) -> Record:
    """The journal of a game in memory as a record; a hash only says that no dice fell at once after it."""
    form, entries = action_form(game.board), game.journal
    following = [*(entry.side for entry in entries[1:]), None]
    lines = [
        Line(n, e.side, form.dump(e.action), "" if then == CHANCE else "played", e.turn, e.phase)
        for n, (e, then) in enumerate(zip(entries, following, strict=False), 1)
    ]
    return Record(Setting(game.board).header(DiceRecord("recorded"), ""), lines)
