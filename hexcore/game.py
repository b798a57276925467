"""The game: states and a journal, and the five verbs: view, legal_actions, submit, undo, ask."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, Protocol

from hexcore import referee
from hexcore.actions import Action, Conceal, Edit, Roll
from hexcore.board import Board
from hexcore.decisions import Decision
from hexcore.events import (
    Answered,
    Asked,
    Event,
    GameEnded,
    PhaseBegan,
    PhaseClosing,
    Steps,
    TrackSet,
    apply,
    apply_all,
    bars_undo,
    run,
)
from hexcore.rules import Refusal
from hexcore.state import GameState, first_state
from hexcore.units import CHANCE, Side

MOST_STEPS = 10_000
"""A settlement that takes more steps than this is a ruleset that asks itself in circles."""


class IllegalAction(ValueError):
    """A refused action; `refusal` names the rule. The game is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} [{refusal.rule}]" if refusal.rule else refusal.reason)
        self.refusal = refusal


class RulesetFault(RuntimeError):
    """A ruleset's own rule failed while answering. The game is as it was."""


class Dice(Protocol):
    """Who plays CHANCE: the next roll asked for by a decision, or None to wait for one typed in."""

    def roll(self, state: GameState, decision: Decision) -> Roll | None: ...


@dataclass
class SeededDice:
    """Listed dice first, then a seed. The n-th roll of a seed is the same whenever it is asked for."""

    seed: int = 0
    script: tuple[int, ...] = ()

    def roll(self, state: GameState, decision: Decision) -> Roll | None:
        size = len(next(iter(decision.options(state))).dice)
        used = state.rolls
        listed = self.script[used : used + size]
        if len(listed) == size:
            return Roll(tuple(listed))
        source = random.Random(f"{self.seed}:{used}")
        return Roll(tuple(source.randint(1, 6) for _ in range(size)))


class TypedDice:
    """Rolls are typed in by the players."""

    def roll(self, state: GameState, decision: Decision) -> Roll | None:
        return None


@dataclass(frozen=True)
class Entry:
    """One line of the journal: who answered what; which question (rule and kind), in which turn and phase."""

    side: Side
    action: Action
    question: str = field(default="", compare=False)
    turn: int = field(default=0, compare=False)
    phase: str = field(default="", compare=False)


@dataclass
class Game:
    """One game at a table. `states` reach back to the last undo barrier, one before each own action."""

    board: Board
    state: GameState
    dice: Dice = field(default_factory=SeededDice)
    journal: list[Entry] = field(default_factory=list)
    _past: list[tuple[int, GameState]] = field(default_factory=list)
    _last: tuple[list[Event], list[int]] = field(default_factory=lambda: ([], []))
    """The events of the last step, and where in them each of its answers begins."""

    @classmethod
    def start(cls, board: Board, dice: Dice | None = None) -> Game:
        """A new game of a board's scenario, brought to its first question."""
        return cls.at(opening(board), dice)

    @classmethod
    def at(cls, state: GameState, dice: Dice | None = None) -> Game:
        """A new game that goes on from a state, brought to its first question."""
        game = cls(state.board, state, dice or SeededDice())
        with state.board.reading():
            game._settle([])
        return game

    @property
    def to_decide(self) -> Side | None:
        return self.state.to_decide

    @property
    def decision(self) -> Decision | None:
        return self.state.agenda[0] if self.state.agenda else None

    @property
    def undoable(self) -> int:
        """How many actions can be taken back, one after the other."""
        return len(self._past)

    def view(self, side: Side | None = None) -> GameState:
        """What a side may see, as a state of the same type; the whole state for None."""
        from hexcore.views import view

        return self.state if side is None else view(self.state, side)

    def legal_actions(self) -> list[Action]:
        """The listed answers to the question on the table."""
        with self.board.reading():
            return list(self.decision.options(self.state)) if self.decision else []

    def refusal(self, action: Action, side: Side | None = None) -> Refusal | None:
        """Why an action is refused now; None when `submit` would take it."""
        decision = self.decision
        if decision is None:
            return Refusal("", "the game is over")
        if isinstance(action, Edit):
            with self.board.reading():
                return referee.refusal(self.state, side or decision.side, action)
        if side is not None and side != decision.side:
            return Refusal(decision.rule, f"it is {decision.side} who decides")
        if isinstance(action, Roll) != (decision.side == CHANCE):
            return Refusal(
                decision.rule,
                "the dice are rolled by the game" if isinstance(action, Roll) else "the dice decide now",
            )
        with self.board.reading():
            return decision.refusal(self.state, action)

    def submit(self, action: Action, side: Side | None = None) -> list[Event]:
        """Answer the question on the table; every event that follows, dice among them.

        A secret answer without its salt gets a fresh one. Raises IllegalAction, with the rule, when the
        answer is refused, and whatever a failing rule raises; the game then is as it was.
        """
        if isinstance(action, Conceal) and action.choice and not action.commitment:
            from hexcore.commitments import sealed

            action = sealed(action)
        before, length = self.state, len(self.journal)
        refusal = self.refusal(action, side)
        if refusal is not None:
            raise IllegalAction(refusal)
        events: list[Event] = []
        try:
            with self.board.reading():
                self._answer(action, events, side)
                self._settle(events)
        except Exception:
            self.state, self._last = before, ([], [])
            del self.journal[length:]
            raise
        self._remember(before, length, events)
        return events

    def submit_recorded(
        self, entries: Sequence[Entry], events: Sequence[Sequence[Event]], hash: str = ""
    ) -> list[Event]:
        """Answers that were given before, and what followed each of them: no rule is asked again.

        ValueError when they lead to another state than that of a *hash*, LookupError when they name what is
        not on the table; the game then is as it was.
        """
        before, length = self.state, len(self.journal)
        followed = [event for part in events for event in part]
        state = apply_all(before, followed)
        if hash and state.hash != hash:
            raise ValueError("they lead to another state")
        self.state = state
        self.journal.extend(entries)
        self._last = (followed, list(accumulate(map(len, events[:-1]), initial=0)))
        self._remember(before, length, followed)
        return followed

    def followed(self) -> list[list[Event]]:
        """What followed each answer of the last step: rolls that fell at once are answers too."""
        events, starts = self._last
        return [events[start:end] for start, end in pairwise([*starts, len(events)])]

    def undo(self, side: Side | None = None) -> Action | None:
        """Take back the last action (of *side*); None behind a die, a reveal or the other side's answer."""
        if not self._past:
            return None
        length, state = self._past[-1]
        if side is not None and self.journal[length].side != side:
            return None
        self._past.pop()
        action = self.journal[length].action
        del self.journal[length:]
        self.state, self._last = state, ([], [])
        return action

    def ask(self, question: str, viewer: Side | None = None, **given: Any) -> Any:
        """What a side may know without answering: reach, why, zoc, supply, odds, victory (see `asking`)."""
        from hexcore.asking import ask

        with self.board.reading():
            return ask(self, question, viewer, **given)

    def fork(self) -> Game:
        """The same position as a game of its own."""
        return Game(self.board, self.state, self.dice, list(self.journal), list(self._past))

    # -------------------------------------------------------------- inside
    def _answer(self, action: Action, events: list[Event], proposer: Side | None = None) -> None:
        state, decision = self.state, self.state.agenda[0]
        question = f"{decision.rule} {decision.kind}".strip()
        phase = self.board.sequence.phases[state.phase].id if state.phase >= 0 else ""
        if isinstance(action, Edit):
            side = proposer or decision.side
            steps = referee.proposed(state, side, action)
        else:
            side, steps = decision.side, decision.answer(state, action)
        self.journal.append(Entry(side, action, question, state.turn, phase))
        if self._last[0] is not events:
            self._last = (events, [])
        self._last[1].append(len(events))
        self._run(steps, events)

    def _run(self, steps: Steps, events: list[Event]) -> None:
        self.state, happened = run(self.state, steps)
        events.extend(happened)

    def _remember(self, before: GameState, length: int, events: list[Event]) -> None:
        if bars_undo(events):
            self._past.clear()
        else:
            self._past.append((length, before))

    def _settle(self, events: list[Event]) -> None:
        """Go on until a side is asked: the dice, questions that answer themselves, phases, turns, the end."""
        for _ in range(MOST_STEPS):
            if self.state.outcome is not None:
                return
            if not self._self_evident(events):
                return
        raise RulesetFault(f"{self.board.ruleset.id}: the sequence of play does not come to a question")

    def _self_evident(self, events: list[Event]) -> bool:
        """One thing that needs nobody's answer; False when a side must be asked."""
        state = self.state
        if not state.agenda:
            self._run(next_in_sequence(state), events)
            return True
        decision = state.agenda[0]
        stale = getattr(decision, "stale", None)
        if stale is not None and stale(state):
            self._run(settled(state), events)
            return True
        forced = getattr(decision, "forced", None)
        action = forced(state) if forced is not None else None
        if action is not None:
            self._run(decision.answer(state, action), events)
            return True
        if decision.side == CHANCE:
            roll = self.dice.roll(state, decision)
            if roll is not None:
                self._answer(roll, events)
                return True
        return False


def opening(board: Board) -> GameState:
    """The state before the first phase: units at their set-up, tracks at their start; made once."""
    made: GameState = board.once("opening", lambda: _opening(board))
    return made


def _opening(board: Board) -> GameState:
    state = first_state(board, board.scenario.set_up(board.map))
    for track in board.scenario.tracks:
        state = apply(state, TrackSet(track.id, track.start))
    for unit in list(state.units.values()):
        if unit.hex >= 0 and board.controls(unit):
            state = state.with_item("control", "control", unit.hex, unit.side)
    for event in board.rules.begin_game(state):
        state = apply(state, event)
    return state


def settled(state: GameState) -> Steps:
    return (yield Answered())


def next_in_sequence(state: GameState) -> Steps:
    """The agenda is empty: close the phase, or begin the next one."""
    board = state.board
    if state.phase >= 0 and not state.closing:
        state = yield PhaseClosing()
        for event in board.rules.end_phase(state, board.sequence.phases[state.phase].id):
            state = yield event
        return state
    outcome = board.rules.outcome(state) if state.phase >= 0 else None
    if outcome is not None:
        return (yield GameEnded(outcome))
    turn = state.turn or board.scenario.first_turn
    phase, turn = board.sequence.after(state.phase, turn)
    return (yield from begin(state, phase, turn))


def begin(state: GameState, phase: int, turn: int) -> Steps:
    """A phase begins: its first events and questions, and what its kind does by default."""
    board = state.board
    now = board.sequence.phases[phase]
    state = yield PhaseBegan(turn, phase, now.id)
    if "turn" in state.tracks and state.tracks["turn"] != turn:
        state = yield TrackSet("turn", turn)
    for event in board.rules.begin_phase(state, now.id):
        state = yield event
    stock = stock_question(now.kind, now.side, now.rule)
    if stock is not None:
        waiting = len(state.agenda)
        state = yield Asked((stock,))
        if waiting:
            state = yield from below(state, waiting)
    return state


def below(state: GameState, waiting: int) -> Steps:
    """The phase's own question stands beneath those that its beginning has asked."""
    stock, asked = state.agenda[0], state.agenda[1 : waiting + 1]
    state = yield Answered()
    for _ in asked:
        state = yield Answered()
    return (yield Asked((*asked, stock)))


def stock_question(kind: str, side: Side, rule: str) -> Decision | None:
    """What a phase of a kind asks by default."""
    if kind == "movement":
        from hexcore.movement_phase import MovementPhase

        return MovementPhase(side, rule)
    if kind == "combat":
        from hexcore.combat import CombatPhase

        return CombatPhase(side, rule)
    return None
