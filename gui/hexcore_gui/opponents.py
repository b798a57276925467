"""The computer players of the game on the table: asked in turn, their answers given, failures told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject

from hexcore.events import Event
from hexcore.gamefile import GameFile, GameFileError
from hexcore.players import Player, offered
from hexcore.report import keep_fault
from hexcore.rules import Refusal
from hexcore.units import Side
from hexcore_gui.computers import Computers, pause_after
from hexcore_gui.faults import Fault, in_words, rule_fault, whole
from hexcore_gui.presentation import titled
from hexcore_gui.thinking import Thought

if TYPE_CHECKING:
    from hexcore_gui.table_link import TableLink

SEATS = "players"
"""The remark of a game file that says which side is played by which kind of computer player."""
SEE_MENU = "Game, Players changes it."


def seats_of(file: GameFile) -> dict[str, str]:
    """The kinds of computer players that sat at a game when it was last played."""
    try:
        kept = json.loads(file.remark(SEATS) or "{}")
    except ValueError:
        return {}
    return {str(side): str(kind) for side, kind in kept.items()} if isinstance(kept, dict) else {}


class Opponents(QObject):
    """Brings a table's computer players and its game together."""

    def __init__(self, link: TableLink) -> None:
        super().__init__(link)
        self.link, self.table = link, Computers(self)
        self.table.answered.connect(self._answered)
        self.table.free.connect(self.ask_next)

    @property
    def players(self) -> Mapping[Side, Player]:
        return self.table.players

    @property
    def kinds(self) -> Mapping[Side, str]:
        return self.table.kinds

    # ---------------------------------------------------------------- seats
    def seat(self, players: Mapping[str, str]) -> list[Fault]:
        """Who plays which side. Returns what is to be told of seats that stay a person's."""
        told = self.table.seat(players)
        faults = [
            Fault(f"{self.name(side)} cannot be played by the computer: {why}", "", why, self._now(side))
            for side, why in told.items()
        ]
        return faults if faults else self._kept()

    def _kept(self) -> list[Fault]:
        """Who plays which side goes into the game file, for the next time it is opened."""
        file = self.link.file
        if file is None:
            return []
        text = json.dumps({str(side): kind for side, kind in self.kinds.items()})
        try:
            if file.remark(SEATS) != text:
                file.keep_remark(SEATS, text)
        except GameFileError as fault:
            return [Fault(f"Who plays which side was not kept: {fault}", "", str(fault))]
        return []

    def name(self, side: str) -> str:
        assert self.link.game is not None
        looks = self.link.game.board.ruleset.presentation.get("sides", {})
        return str(looks.get(side, {}).get("name") or titled(side))

    # ---------------------------------------------------------------- asking
    def ask_next(self, events: Sequence[Event] = ()) -> None:
        """Asks the computer player who decides, if one does, after *events* were shown for their time."""
        game, table = self.link.game, self.table
        decision = game.decision if game is not None else None
        if game is None or decision is None or decision.side not in table.players:
            return
        if table.paused or table.thought is not None:
            return
        try:
            seen, listed = game.view(decision.side), offered(game)
        except Exception as fault:  # a rule can fail in any way
            now = self._now(decision.side)
            told = rule_fault(fault, "listing answers", game.board.ruleset, now)
            self._hand_over(decision.side, told)
            return
        table.think(decision.side, seen, listed, pause_after(events, self.link.speed))

    def pause(self) -> None:
        """They wait until they are let go on; an answer that is being thought of is thrown away."""
        self.table.paused = True
        self.table.give_up()

    def go_on(self) -> None:
        self.table.paused = False
        self.ask_next()

    # ---------------------------------------------------------------- answers
    def _answered(self, thought: Thought) -> None:
        game, side = self.link.game, thought.side
        if game is None or game.decision is None or game.decision.side != side:
            return
        fault = self._fault_of(thought)
        if fault is not None:
            self._hand_over(side, fault)
        elif thought.answer is not None and not self.link.answer_for(thought.answer, thought.why):
            self._hand_over(side, None)

    def _fault_of(self, thought: Thought) -> Fault | None:
        """What is to be told of a player that failed, or whose answer is not allowed."""
        side, failed = thought.side, thought.fault
        who = f"The computer player {titled(self.kinds.get(side, ''))} for {self.name(side)}"
        if failed is not None:
            keep_fault(failed)
            what = f"{who} failed while choosing an answer: {in_words(failed)}"
            return Fault(what, "", whole(failed), self._now(side))
        why = self._why_not(thought)
        if why is None:
            return None
        what = f"{who} gave an answer that is not allowed: {why.reason}"
        return Fault(what, why.rule, f"{what}\n{thought.answer!r}", self._now(side))

    def _why_not(self, thought: Thought) -> Refusal | None:
        """Why an answer is refused, which may be no answer at all."""
        game = self.link.game
        assert game is not None
        if not hasattr(thought.answer, "kind"):
            return Refusal("", f"{thought.answer!r} is no answer")
        try:
            return game.refusal(thought.answer, thought.side)
        except Exception as fault:  # an action that means nothing to this game
            return Refusal("", f"{thought.answer!r} means nothing here ({in_words(fault)})")

    def _hand_over(self, side: Side, fault: Fault | None) -> None:
        """A side is played at this window from now on, and the window says why."""
        self.table.leave(side)
        faults = [*([fault] if fault else []), *self._kept()]
        self.link.seats_changed()
        for told in faults:
            self.link.faulted.emit(told)

    def _now(self, side: str) -> str:
        kept = "Your game is saved. " if self.link.file is not None else ""
        return f"{kept}You play {self.name(side)} now; {SEE_MENU}"
