"""The one place that submits: a game and its file as signals and verbs, computer players' answers too."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from PyQt6.QtCore import QObject, pyqtSignal

from hexcore.actions import Action, Edit, Take
from hexcore.decisions import Decision
from hexcore.events import Event
from hexcore.game import Game, IllegalAction
from hexcore.gamefile import GameFile, GameFileError
from hexcore.players import Player
from hexcore.positions import Position
from hexcore.record import DiceRecord, setting
from hexcore.retelling import is_seen
from hexcore.rules import Refusal
from hexcore.ruleset import Ruleset
from hexcore.state import GameState
from hexcore.units import Side
from hexcore.views import own_only
from hexcore_gui.choices import Choices
from hexcore_gui.combat_plans import Plans
from hexcore_gui.faults import Fault, rule_fault, whole
from hexcore_gui.opponents import Opponents, seats_of
from hexcore_gui.table_history import TableHistory

T = TypeVar("T")


@dataclass(frozen=True)
class NewGame:
    """What a new game is started with. `players` names the computer player of a side; the others sit here."""

    ruleset: Ruleset
    scenario: str
    options: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    dice: DiceRecord = field(default_factory=lambda: DiceRecord("seed", random.randrange(1 << 31)))
    position: Position | None = None


class TableLink(QObject):
    """A game at this table. Every change of the game goes through it, and every change is told.

    `lifted` says that units are in hand, or are not after all, before anything else is told of it; `turned`
    that another way of the same game lies here now, and how many answers both have in common.
    """

    state_changed = pyqtSignal(list)
    refused = pyqtSignal(object, object)
    opened = pyqtSignal()
    saved = pyqtSignal(str)
    taken_back = pyqtSignal()
    turned = pyqtSignal(int)
    ended = pyqtSignal(object)
    faulted = pyqtSignal(object)
    players_changed = pyqtSignal()
    lifted = pyqtSignal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game: Game | None = None
        self.file: GameFile | None = None
        self.begun: Game | None = None
        self.opponents = Opponents(self)
        self.history = TableHistory(self)
        self.plans = Plans(self)
        self.speed = 1.0
        self.before: GameState | None = None
        self.by_computer, self.why = False, ""
        self.answered: Action | None = None
        self._viewer: Side | None = None
        self._choices: Choices | None = None
        self._seen: GameState | None = None
        self._lifted = False

    # ---------------------------------------------------------------- reading
    @property
    def state(self) -> GameState:
        """What the player in front of the window may see."""
        game, viewer = self.game, self.viewer
        assert game is not None
        if self._seen is None:
            seen = self._guarded(lambda: game.view(viewer), "showing the position")
            self._seen = seen if seen is not None else own_only(game.state, viewer)
        return self._seen

    @property
    def viewer(self) -> Side | None:
        """The side whose eyes the window shows the game through; None shows everything."""
        return self._viewer

    @property
    def decision(self) -> Decision | None:
        return self.game.decision if self.game is not None else None

    @property
    def players(self) -> Mapping[Side, Player]:
        """The computer players, by side."""
        return self.opponents.players

    @property
    def player_kinds(self) -> Mapping[Side, str]:
        return self.opponents.kinds

    @property
    def stopped(self) -> bool:
        """Whether the computer players are paused."""
        return self.opponents.table.paused

    @property
    def open_handed(self) -> bool:
        """Whether this window sees everything there is to see: no unit is hidden, no secret kept."""
        game = self.game
        if game is None or self.viewer is None:
            return True
        return not game.state.commitments and self.state.units.keys() == game.state.units.keys()

    @property
    def hidden_here(self) -> bool:
        """Whether one of those who sit at this window may not see what another does."""
        game = self.game
        if game is None or self.viewer is None:
            return False
        seated = [side for side in game.board.sides if side not in self.players]
        if len(seated) < 2:
            return False
        whole = game.state
        if whole.commitments:
            return True
        views = self._guarded(lambda: [game.view(side).units.keys() for side in seated], "hiding units")
        return views is None or any(seen != whole.units.keys() for seen in views)

    @property
    def reason(self) -> str:
        """Why a computer player gave the last answer; empty where something is hidden from this window."""
        return self.why if self.by_computer and self.open_handed else ""

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
            self._choices = Choices.of(listed or [], game.board.map.index if game else None)
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
        """Opens a game file, its players seated as they were. GameFileError when it cannot be opened."""
        file = GameFile.open(path)
        self.adopt(file.game, file, seats_of(file) if players is None else players)

    def adopt(
        self, game: Game, file: GameFile | None = None, players: Mapping[str, str] | None = None
    ) -> None:
        """Shows a game that is under way."""
        self.opponents.table.clear()
        if self.file is not None and self.file is not file:
            self.file.close()
        self.game, self.file, self.before = game, file, None
        self.begun = game.fork() if file is None else None
        self.history.forget()
        self._viewer, self.by_computer, self.why, self.answered = None, False, "", None
        told = self.opponents.seat(players or {})
        self.forget()
        self.opened.emit()
        for fault in told:
            self.faulted.emit(fault)
        self.opponents.ask_next()

    def seat(self, players: Mapping[str, str]) -> None:
        """Who plays which side from now on: a kind of computer player, or nothing for a person."""
        told = self.opponents.seat(players)
        self.seats_changed()
        for fault in told:
            self.faulted.emit(fault)
        self.opponents.ask_next()

    def seats_changed(self) -> None:
        """Somebody else sits at the table, or the computer players wait or go on."""
        self.forget()
        self.players_changed.emit()

    def submit(self, action: Action) -> bool:
        """Gives an answer for the side that decides; False when it was refused or a rule failed."""
        if self.decision is not None and not self.ours:
            return False
        events = self._answer(action)
        if events is None:
            return False
        self.history.forget()
        self.opponents.ask_next(events)
        return True

    def answer_for(self, action: Action, why: str) -> bool:
        """Gives a computer player's answer; False when a rule failed or it could not be kept."""
        self.history.forget()
        events = self._answer(action, by_computer=True, why=why)
        if events is not None:
            self.opponents.ask_next(events)
        return events is not None

    def propose(self, edit: Edit) -> Refusal | None:
        """Asks the other sides to agree to a change of the table; why not, when it cannot be asked."""
        game, side = self.game, self.viewer or (self.decision.side if self.decision is not None else None)
        if game is None or side is None:
            return Refusal("", "no game is being played")
        refusal = self._guarded(lambda: game.refusal(edit, side), "refusing a change of the table")
        if refusal is not None:
            self.refused.emit(refusal, edit)
            return refusal
        self.opponents.table.give_up()
        events = self._answer(edit, side=side)
        if events is not None:
            self.history.forget()
        self.opponents.ask_next(events or ())
        return None if events is not None else Refusal("", "it could not be kept")

    def undo(self) -> str:
        """Takes back the last answer given here, and what computer players have answered since.

        Returns why not, or nothing when it was taken back.
        """
        return self.history.undo()

    def redo(self) -> str:
        """Gives again the answers last taken back; returns why not, or nothing."""
        return self.history.redo()

    def give_again(self, action: Action) -> bool:
        """An answer that was taken back, given once more by whoever decides."""
        return self._answer(action, by_computer=not self.ours) is not None

    def turn_over(self, common: int) -> None:
        """Another way of the same game lies here from now on; *common* answers are the same in both."""
        self.history.forget()
        self.before, self.answered, self.by_computer, self.why = None, None, False, ""
        self.forget()
        self.turned.emit(common)

    def save_as(self, path: Path) -> None:
        """Keeps the game in another file from now on. Raises GameFileError when it cannot be written."""
        assert self.file is not None
        self.file.save_copy(path)
        copy = GameFile.open(path)
        self.opponents.table.give_up()
        self.file.close()
        self.file, self.game = copy, copy.game
        self.forget()
        self.saved.emit(str(path))
        self.opponents.ask_next()

    def close(self) -> None:
        """Waits until no computer player thinks any more, and closes the file."""
        self.opponents.table.close()
        if self.file is not None:
            self.file.close()
            self.file = None

    def lay_aside(self) -> None:
        """Puts the game away: no game is open any more, its file is as it was."""
        self.opponents.table.clear()
        if self.file is not None:
            self.file.close()
        self.game = self.file = self.begun = None
        self.history.forget()
        self._viewer = None
        self.forget()

    def stop_players(self) -> None:
        """The computer players wait until they are let go on; an answer being thought of is thrown away."""
        self.opponents.pause()
        self.seats_changed()

    def go_on(self) -> None:
        self.opponents.go_on()
        self.seats_changed()

    # ---------------------------------------------------------------- inside
    def _answer(
        self, action: Action, *, side: Side | None = None, by_computer: bool = False, why: str = ""
    ) -> list[Event] | None:
        """An answer given and told; what followed of it, or None when it was not taken."""
        game = self.game
        if game is None:
            return None
        before = self.state
        try:
            if self.file is None:
                events = game.submit(action, side)
            else:
                events = self.file.submit(action, side, self._lift if isinstance(action, Take) else None)
        except IllegalAction as illegal:
            self.refused.emit(illegal.refusal, action)
            return None
        except GameFileError as fault:
            self._put_back()
            self.faulted.emit(Fault(f"The answer was not kept: {fault}", "", whole(fault)))
            return None
        except Exception as fault:
            self._put_back()
            self._tell_fault(fault, f"answering {getattr(action, 'kind', 'a question')!r}")
            return None
        return self.tell(before, events, action, by_computer=by_computer, why=why)

    def _lift(self) -> None:
        """Units were taken in hand: the map shows it before the file is written."""
        self.forget()
        self._lifted = True
        self.lifted.emit(True)

    def _put_back(self) -> None:
        """The answer just given could not be kept: units that it took are not in hand."""
        if self._lifted:
            self._lifted = False
            self.forget()
            self.lifted.emit(False)

    def tell(
        self, before: GameState, events: list[Event], action: Action, *, by_computer: bool, why: str = ""
    ) -> list[Event]:
        """Tells of an answer that was given: what this window may see of what followed."""
        self.before, self.answered = before, action
        self.by_computer, self.why = by_computer, why
        if not self._lifted:
            self.forget()
        self._lifted = False
        seen = [event for event in events if is_seen(event, self.state)]
        self.state_changed.emit(seen)
        if self.file is not None:
            self.saved.emit(str(self.file.path))
        if self.game is not None and self.game.state.outcome is not None:
            self.ended.emit(self.game.state.outcome)
        return seen

    def forget(self) -> None:
        """The game is another one than before: what was seen of it and listed is out of date."""
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
        self.faulted.emit(rule_fault(fault, what, ruleset))
