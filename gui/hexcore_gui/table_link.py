"""The one place that submits: a game, its file and its computer players as signals and verbs."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from hexcore.actions import Action
from hexcore.decisions import Decision
from hexcore.events import Event
from hexcore.game import Game, IllegalAction
from hexcore.gamefile import GameFile, GameFileError
from hexcore.players import Player, player
from hexcore.record import DiceRecord, setting
from hexcore.rules import Refusal
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.units import Side
from hexcore_gui.choices import Choices

T = TypeVar("T")

REPLAY = 250
"""Milliseconds between the hexes of a computer player's move, at ordinary speed."""


@dataclass(frozen=True)
class NewGame:
    """What a new game is started with. `players` names the computer player of a side; the others sit here."""

    ruleset: Ruleset
    scenario: str
    options: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    dice: DiceRecord = field(default_factory=lambda: DiceRecord("seed", random.randrange(1 << 31)))


@dataclass(frozen=True)
class Fault:
    """A ruleset failed: what it was doing, the rule if one is known, and the details for a report."""

    what: str
    rule: str
    details: str


class TableLink(QObject):
    """A game at this table. Every change of the game goes through it, and every change is told."""

    state_changed = pyqtSignal(list)
    refused = pyqtSignal(object, object)
    opened = pyqtSignal()
    saved = pyqtSignal(str)
    taken_back = pyqtSignal()
    ended = pyqtSignal(object)
    faulted = pyqtSignal(object)
    players_changed = pyqtSignal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game: Game | None = None
        self.file: GameFile | None = None
        self.players: dict[Side, Player] = {}
        self.player_kinds: dict[Side, str] = {}
        self.speed = 1.0
        self.stopped = False
        self.before: GameState | None = None
        self._forward: list[Action] = []
        self._viewer: Side | None = None
        self._choices: Choices | None = None
        self._seen: GameState | None = None
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self.computer_step)

    # ---------------------------------------------------------------- reading
    @property
    def state(self) -> GameState:
        """What the player in front of the window may see."""
        assert self.game is not None
        if self._seen is None:
            self._seen = self.game.view(self.viewer)
        return self._seen

    @property
    def viewer(self) -> Side | None:
        """The side whose eyes the window shows the game through; None shows everything."""
        return self._viewer

    @property
    def decision(self) -> Decision | None:
        return self.game.decision if self.game is not None else None

    @property
    def ours(self) -> bool:
        """Whether the question on the table is answered at this window (typed dice are)."""
        decision = self.decision
        return decision is not None and decision.side not in self.players

    @property
    def choices(self) -> Choices:
        """The listed answers, when the question is answered here."""
        if self._choices is None:
            game = self.game
            listed = self._guarded(
                lambda: game.legal_actions() if game and self.ours else [], "listing answers"
            )
            self._choices = Choices.of(listed or [])
        return self._choices

    def ask(self, question: Callable[[GameState], T]) -> T | None:
        """A question to the rules, asked of what this window may see; None when a rule fails."""
        return self._guarded(lambda: question(self.state), "answering a question")

    def refusal(self, action: Action) -> Refusal | None:
        """Why an action would be refused now."""
        game = self.game
        if game is None:
            return Refusal("", "no game is open")
        return self._guarded(lambda: game.refusal(action), "refusing an answer")

    # ---------------------------------------------------------------- the verbs
    def start(self, new: NewGame, path: Path | None = None) -> bool:
        """A new game, kept in a file at *path*. False, with the reason told, when it cannot be started."""
        try:
            if path is None:
                start = setting(new.ruleset, new.scenario, new.options)
                self.adopt(start.start(new.dice.dice()), players=new.players)
            else:
                file = GameFile.create(path, new.ruleset, new.scenario, dice=new.dice, options=new.options)
                self.adopt(file.game, file, new.players)
        except GameFileError:
            raise
        except Exception as fault:
            self._tell_fault(fault, "starting the game", new.ruleset)
            return False
        return True

    def open(self, path: Path, players: Mapping[str, str] | None = None) -> None:
        """Opens a game file. Raises GameFileError with one line when it cannot be opened."""
        file = GameFile.open(path)
        self.adopt(file.game, file, players)

    def adopt(
        self, game: Game, file: GameFile | None = None, players: Mapping[str, str] | None = None
    ) -> None:
        """Shows a game that is under way."""
        self._clock.stop()
        if self.file is not None and self.file is not file:
            self.file.close()
        self.game, self.file, self._forward, self.before = game, file, [], None
        self.stopped, self._viewer = False, None
        self.seat(players or {})
        self.opened.emit()
        self._schedule()

    def seat(self, players: Mapping[str, str]) -> None:
        """Who plays which side: a computer player's kind, or nothing for someone at this window."""
        self.player_kinds = {Side(side): kind for side, kind in players.items() if kind}
        self.players = {
            side: player(kind, random.randrange(1 << 31)) for side, kind in self.player_kinds.items()
        }
        self._forget()
        self.players_changed.emit()

    def submit(self, action: Action) -> bool:
        """Gives an answer for the side that decides; False when it was refused or a rule failed."""
        done = self._answer(action)
        if done:
            self._forward.clear()
        return done

    def undo(self) -> str:
        """Takes back the last answer. Returns why not, or nothing when it was taken back."""
        game = self.game
        if game is None or not game.journal:
            return "Nothing has been done yet."
        if game.journal[-1].side in self.players:
            return "The other side has answered since."
        try:
            action = self.file.undo() if self.file is not None else game.undo()
        except GameFileError as fault:
            return str(fault)
        if action is None:
            return "A die was rolled after this." if game.state.rolls else "A secret was opened after this."
        self._forward.append(action)
        self._forget()
        self.taken_back.emit()
        return ""

    def redo(self) -> str:
        """Gives again the answer last taken back."""
        if not self._forward:
            return "Nothing was taken back."
        return "" if self._answer(self._forward.pop()) else "It is no answer any more."

    def save_as(self, path: Path) -> None:
        """Keeps the game in another file from now on. Raises GameFileError when it cannot be written."""
        assert self.file is not None
        self.file.save_copy(path)
        copy = GameFile.open(path)
        self.file.close()
        self.file, self.game = copy, copy.game
        self._forget()
        self.saved.emit(str(path))

    def close(self) -> None:
        """Stops the computer players and closes the file."""
        self._clock.stop()
        if self.file is not None:
            self.file.close()
            self.file = None

    # ---------------------------------------------------------------- computer players
    def stop_players(self) -> None:
        """The computer players wait until they are let go on."""
        self.stopped = True
        self._clock.stop()
        self.players_changed.emit()

    def go_on(self) -> None:
        self.stopped = False
        self._schedule()
        self.players_changed.emit()

    def computer_step(self) -> None:
        """One answer by the computer player whose turn it is."""
        game, decision = self.game, self.decision
        if game is None or decision is None or decision.side not in self.players or self.stopped:
            return
        self._forward.clear()
        who, side = self.players[decision.side], decision.side
        try:
            seen = game.view(side) if getattr(who, "looks", True) else game.state
            action = who(seen, game.legal_actions())
        except Exception as fault:
            self.stop_players()
            self._tell_fault(fault, f"{side} was choosing an answer")
            return
        if not self._answer(action):
            self.stop_players()

    def _schedule(self, events: list[Event] | None = None) -> None:
        decision = self.decision
        if decision is None or self.stopped or decision.side not in self.players:
            return
        shown = sum(event.kind in ("moved", "placed", "rolled", "removed") for event in events or ())
        self._clock.start(round(min(shown, 4) * REPLAY / self.speed) if self.speed else 0)

    # ---------------------------------------------------------------- inside
    def _answer(self, action: Action) -> bool:
        game = self.game
        if game is None:
            return False
        before = self.state
        try:
            events = self.file.submit(action) if self.file is not None else game.submit(action)
        except IllegalAction as illegal:
            self.refused.emit(illegal.refusal, action)
            return False
        except GameFileError as fault:
            self.faulted.emit(Fault(f"The answer was not kept: {fault}", "", traceback.format_exc()))
            return False
        except Exception as fault:
            self._tell_fault(fault, f"answering {getattr(action, 'kind', 'a question')!r}")
            return False
        self.before = before
        self._forget()
        self.state_changed.emit(self._visible(events))
        if self.file is not None:
            self.saved.emit(str(self.file.path))
        if game.state.outcome is not None:
            self.ended.emit(game.state.outcome)
        self._schedule(events)
        return True

    def _visible(self, events: list[Event]) -> list[Event]:
        """Events about units that this window may see."""
        known = self.state.units
        return [
            event
            for event in events
            if all(
                id in known
                for id in (*getattr(event, "units", ()), *filter(None, [getattr(event, "unit", "")]))
            )
        ]

    def _forget(self) -> None:
        self._choices, self._seen = None, None
        decision = self.decision
        seated = [side for side in (self.game.board.sides if self.game else ()) if side not in self.players]
        if decision is not None and decision.side in seated:
            self._viewer = decision.side
        elif self._viewer not in seated:
            self._viewer = seated[0] if seated else None

    def _guarded(self, question: Callable[[], T], what: str) -> T | None:
        try:
            return question()
        except Exception as fault:
            self._tell_fault(fault, what)
            return None

    def _tell_fault(self, fault: Exception, what: str, ruleset: Ruleset | None = None) -> None:
        ruleset = ruleset or (self.game.board.ruleset if self.game else None)
        rule = failed_rule(fault.__traceback__, ruleset.id) if ruleset else ""
        name = f"{ruleset.title} {ruleset.version}" if ruleset else "The game"
        text = (
            f"{name}{', rule ' + rule if rule else ''} failed while {what}: {type(fault).__name__}: {fault}"
        )
        self.faulted.emit(Fault(text, rule, "".join(traceback.format_exception(fault))))


def failed_rule(trace: TracebackType | None, ruleset: str) -> str:
    """The number of the innermost rule function that a fault went through."""
    found = ""
    while trace is not None:
        frame = trace.tb_frame
        function = frame.f_globals.get(frame.f_code.co_name)
        mark = getattr(function, "__dict__", {}).get("hexcore_rule")
        if mark is not None:
            found = mark.numbers.get(ruleset, found)
        trace = trace.tb_next
    return found
