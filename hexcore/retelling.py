"""A recorded game told again: every answer with the states around it and what followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hexcore.events import Committed, Event
from hexcore.game import Dice, Entry, Game, opening
from hexcore.playback import Playback
from hexcore.record import Line, Record, Setting
from hexcore.sequence import SequenceOfPlay
from hexcore.state import GameState
from hexcore.units import Side
from hexcore.views import view


class Told(NamedTuple):
    """An answer: the state before it, what followed, the state after it, and how many actions there are then.

    `since` is how many there were before: dice that fell at once belong to it.
    """

    before: GameState
    events: list[Event]
    actions: int
    after: GameState
    since: int


class HeardGame(Game):
    """A game that tells what each answer led to, and what came before the first."""

    def submit(self, action: Any, side: Side | None = None) -> list[Event]:
        before, since = self.state, len(self.journal)
        events = super().submit(action, side)
        self.heard.append(Told(before, events, len(self.journal), self.state, since))
        return events

    def submit_recorded(
        self, entries: Sequence[Entry], events: Sequence[Sequence[Event]], hash: str = ""
    ) -> list[Event]:
        before, since = self.state, len(self.journal)
        followed = super().submit_recorded(entries, events, hash)
        self.heard.append(Told(before, followed, len(self.journal), self.state, since))
        return followed

    @property
    def heard(self) -> list[Told]:
        found: list[Told] = self.__dict__.setdefault("told", [])
        return found

    def _settle(self, events: list[Event]) -> None:
        before = self.state
        super()._settle(events)
        if not self.heard and before.phase < 0:
            self.heard.append(Told(before, list(events), len(self.journal), self.state, 0))

    def hear(self) -> list[Told]:
        """What has happened since this was asked last."""
        told = list(self.heard)
        self.heard.clear()
        return told


def beginning(setting: Setting, dice: Dice) -> list[Told]:
    """What happens before the first question of a game that starts from its scenario's set-up."""
    if setting.position is not None:
        return []
    return HeardGame.at(opening(setting.board), dice).hear()  # type: ignore[attr-defined,no-any-return]


def heard(game: Game) -> HeardGame:
    """The same position as a game that tells what happens in it."""
    return HeardGame(game.board, game.state, game.dice, list(game.journal))


def retold(playback: Playback, game: HeardGame, to: int | None = None) -> Iterator[Told]:
    """Every answer after those *game* has, in order. Raises ReplayFault where one no longer holds."""
    for _ in playback.go_on(game, to):
        yield from game.hear()


def whole_tale(record: Record, setting: Setting) -> Iterator[Told]:
    """A record from its beginning. Raises ReplayFault where an action no longer holds.

    Under changed rules it begins at its first question: how these would set it up is no part of it.
    """
    playback = Playback(record, setting, check=False)
    if not playback.changed:
        yield from beginning(setting, record.header.dice.dice())
    yield from retold(playback, heard(playback.start()))


# ------------------------------------------------------------------ whose eyes
def seen(told: Told, viewer: Side | None) -> Told:
    """The same as a side sees it: hidden units and other sides' secrets are left out. All of it for None."""
    if viewer is None:
        return told
    before, after = view(told.before, viewer), view(told.after, viewer)
    events = [closed(event, viewer) for event in told.events if is_seen(event, after)]
    return Told(before, events, told.actions, after, told.since)


def is_seen(event: Event, known: GameState) -> bool:
    """Whether an event is only about units that are known in a state."""
    units = (*getattr(event, "units", ()), *filter(None, [getattr(event, "unit", "")]))
    return all(id in known.units for id in units)


def closed(event: Event, viewer: Side) -> Event:
    """A secret answer without its opening, but for its owner."""
    if isinstance(event, Committed) and event.commitment.owner != viewer:
        return replace(event, opening=None)
    return event


# ------------------------------------------------------------------ places
class Place(NamedTuple):
    """A place in a game that one can stop at: how many actions there are by then, turn, and phase (index)."""

    actions: int
    turn: int
    phase: int


def stops(lines: Sequence[Line], first: int) -> list[int]:
    """The numbers of actions after which somebody was asked, from *first* on."""
    return [first, *(line.n for line in lines if line.n > first and line.hash)]


def last_turn_of(places: Sequence[Place], sequence: SequenceOfPlay, sides: Iterable[Side]) -> range | None:
    """Where the last player turn of one of some sides lies: from its first question to what ended it.

    None where none of them has had one.
    """

    def owner(place: Place) -> tuple[int, str]:
        return place.turn, sequence.phases[place.phase].player_turn if place.phase >= 0 else ""

    wanted = set(sides)
    end = next((n for n in range(len(places) - 1, -1, -1) if owner(places[n])[1] in wanted), None)
    if end is None:
        return None
    first = end
    while first and owner(places[first - 1]) == owner(places[end]):
        first -= 1
    return range(first, min(end + 1, len(places) - 1) + 1)
