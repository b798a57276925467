"""A recorded game played again: by what is recorded of it, or by asking the rules again.

Where a game file says what followed an answer, that is carried out, and the state must be the one recorded.
Where it does not, as in texts and in lines of older files, the rules are asked.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexcore.actions import Action, Conceal
from hexcore.codec import StateForm, action_form
from hexcore.event_text import event_text
from hexcore.events import Committed, Event
from hexcore.game import Entry, Game
from hexcore.record import (
    Line,
    Record,
    RecordedDice,
    ReplayFault,
    Setting,
    opening_rolls,
    run_of_rolls,
    same_engine,
    same_rules,
    setting_of,
)
from hexcore.units import Side


class Playback:
    """A recorded game played again. With *check* every hash in the record must come out again.

    With *rules* the rules are asked again about every answer, and with both what followed it must be what is
    recorded. `changed`: the rules in force are not those of the record: it is told as it was recorded.
    """

    def __init__(self, record: Record, setting: Setting, *, check: bool = True, rules: bool = False) -> None:
        self.record, self.setting, self.check, self.rules = record, setting, check, rules
        self.changed = not rules and not same_rules(record.header, setting.board.ruleset)
        self._form = action_form(setting.board)
        self._events = event_text(setting.board)
        self._dice = RecordedDice()

    # -------------------------------------------------------------- the beginning
    def start(self, to: int | None = None) -> Game:
        """The game at its first question, the dice rolled before it as recorded."""
        all_rolls = opening_rolls(self.record)
        rolls = all_rolls[:to]
        if self.record.first and not self.rules and rolls == all_rolls:
            first = self._first(rolls)
            if first is not None:
                return first
        self._dice.rolls.extend(self._roll(line) for line in rolls)
        game = self.setting.start(self._dice)
        if len(game.journal) != len(rolls):
            raise ReplayFault(len(rolls), "other dice were rolled before the first question")
        if self.check and len(rolls) == len(all_rolls):
            if self._seen(game) != self.record.header.opening:
                raise ReplayFault(0, "it is not the one recorded")
            self._compare(game, rolls)
        return game

    def _first(self, rolls: list[Line]) -> Game | None:
        """The game at its first question as recorded; None where it cannot be read and the rules can tell."""
        try:
            state = StateForm(self.setting.board).load(json.loads(self.record.first))
            if state.hash != self.record.header.opening:
                raise ValueError("it is not the one recorded")
        except (ValueError, TypeError, LookupError, AttributeError) as fault:
            if not self.changed:
                return None
            raise ReplayFault(0, f"it has no place under the present rules: {fault}") from None
        return Game(self.setting.board, state, self._dice, [self.entry(line) for line in rolls])

    def entry(self, line: Line) -> Entry:
        """A line as an entry of the journal, its opening put back where it is known."""
        action = self._form.parse(line.action)
        secret = self.record.secrets.get(line.n)
        if secret is not None and isinstance(action, Conceal):
            action = replace(action, choice=secret.choice, salt=secret.salt)
        return Entry(Side(line.side), action, line.barrier.partition(" ")[2], line.turn, line.phase)

    # -------------------------------------------------------------- on from there
    def go_on(self, game: Game, to: int | None = None) -> Iterator[int]:
        """Play on from where *game* stands, giving the number of each line reached. Raises ReplayFault."""
        lines = self.record.lines if to is None else self.record.lines[:to]
        game.dice = self._dice
        while len(game.journal) < len(lines):
            line = lines[len(game.journal)]
            step = [line, *(run_of_rolls(lines, line.n) if not line.hash else ())]
            if self.rules or not all(each.events for each in step) or not self._told(game, step):
                self._asked(game, step)
            yield step[-1].n
        game.dice = self.record.header.dice.dice()

    def _told(self, game: Game, step: Sequence[Line]) -> bool:
        """An answer and the dice that fell at once after it, as recorded.

        False, and nothing has happened, where that leads to another state: then another engine has written
        it, and the rules say what follows. Under changed rules they cannot.
        """
        try:
            entries = [self.entry(line) for line in step]
            events = [self._followed(line, entry) for line, entry in zip(step, entries, strict=True)]
            game.submit_recorded(entries, events, step[-1].hash)
        except (ValueError, TypeError, LookupError, AttributeError) as fault:
            if not self.changed:
                return False
            reason = "what followed it then cannot be carried out under the present rules"
            raise ReplayFault(step[0].n, f"{reason}: {_reason(fault)}") from fault
        return True

    def _followed(self, line: Line, entry: Entry) -> list[Event]:
        """The events of a line, the opening of a secret among them put back where it is known."""
        events, action = self._events.load(line.events), entry.action
        if not isinstance(action, Conceal) or not action.choice:
            return events
        return [
            replace(event, opening=(action.choice, action.salt)) if isinstance(event, Committed) else event
            for event in events
        ]

    # -------------------------------------------------------------- by the rules
    def _asked(self, game: Game, step: Sequence[Line]) -> None:
        """An answer given again: what follows is what the rules say."""
        line, *rolls = step
        try:
            self._dice.rolls = deque(self._roll(roll) for roll in rolls)
            entry = self.entry(line)
            game.submit(entry.action, entry.side)
        except Exception as fault:  # a rule that changed since can fail in any way
            raise ReplayFault(line.n, f"{line.action.get('kind')}: {_reason(fault)}") from fault
        n = step[-1].n
        if len(game.journal) != n or self._dice.rolls:
            raise ReplayFault(n, "other dice follow it than were recorded")
        hash = self.record.lines[n - 1].hash
        if self.check and hash and hash != self._seen(game):
            raise ReplayFault(n, "it leads to another state than recorded")
        if self.check:
            self._compare(game, step)

    def _compare(self, game: Game, step: Sequence[Line]) -> None:
        """What followed each answer must be what is recorded, where the same engine has recorded it."""
        if not self.rules or not same_engine(self.record.header, self.setting.board):
            return
        for line, events in zip(step, game.followed(), strict=True):
            if line.events and line.events != self._events.dump(events):
                raise ReplayFault(line.n, "what follows it is not what was recorded")

    def _roll(self, line: Line) -> Action:
        return self._form.parse(line.action)

    def _seen(self, game: Game) -> str:
        viewer = self.record.header.viewer
        return game.view(Side(viewer)).hash if viewer else game.state.hash


def _reason(fault: Exception) -> str:
    return str(fault) if isinstance(fault, ValueError) else f"{type(fault).__name__}: {fault}"


def replay(record: Record, *, to: int | None = None, verify: bool = True) -> Game:
    """A recorded game played again from the start, or to its line *to*.

    With *verify* the rules are asked about every answer. Raises ReplayFault at the first action that is
    refused, or leads to another state, or is followed by other events than recorded.
    """
    playback = Playback(record, setting_of(record.header), check=verify, rules=verify)
    game = playback.start(to)
    for _ in playback.go_on(game, to):
        pass
    return game
